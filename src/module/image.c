// SPDX-License-Identifier: GPL-3.0-or-later
#include "module/image.h"

#include <string.h>

#include "module/sff8024.h"

void module_image_read(struct module_image *image, const void *bytes, size_t len_bytes)
{
	struct cur c;

	*image = (struct module_image){ .parts = 0 };
	cur_init(&c, bytes, len_bytes);
	while (cur_left(&c) >= MODULE_PART_HEAD && image->parts < MODULE_PARTS_MAX) {
		struct module_part *part = &image->part[image->parts++];

		part->i2c = cur_u8(&c);
		part->bank = cur_u8(&c);
		part->page = cur_u8(&c);
		part->offset = cur_u8(&c);
		part->len_bytes = cur_u8(&c);
		if (part->len_bytes > cur_left(&c))
			part->len_bytes = (uint8_t)cur_left(&c);
		part->bytes = cur_bytes(&c, part->len_bytes);
	}
}

size_t module_part_put(uint8_t out[static MODULE_PART_HEAD + MODULE_PART_MAX],
		       const struct module_part *part)
{
	out[0] = part->i2c;
	out[1] = part->bank;
	out[2] = part->page;
	out[3] = part->offset;
	out[4] = part->len_bytes;
	if (part->len_bytes)
		memcpy(out + MODULE_PART_HEAD, part->bytes, part->len_bytes);
	return MODULE_PART_HEAD + (size_t)part->len_bytes;
}

struct cur module_cur(const struct module_image *image, unsigned int place, unsigned int offset,
		      size_t len_bytes)
{
	struct cur c;

	cur_init(&c, "", 0);
	for (unsigned int i = 0; i < image->parts; i++) {
		const struct module_part *part = &image->part[i];

		if (MODULE_PLACE(part->i2c, part->bank, part->page) != place ||
		    offset < part->offset || offset + len_bytes > part->offset + part->len_bytes)
			continue;
		cur_init(&c, part->bytes + (offset - part->offset), len_bytes);
		break;
	}
	return c;
}

bool module_has(const struct module_image *image, unsigned int place, unsigned int offset,
		size_t len_bytes)
{
	struct cur c = module_cur(image, place, offset, len_bytes);

	return cur_left(&c) == len_bytes;
}

uint8_t module_byte(const struct module_image *image, unsigned int place, unsigned int offset)
{
	struct cur c = module_cur(image, place, offset, 1);

	return cur_u8(&c);
}

const char *module_map(const struct module_image *image)
{
	const struct sff_row *form = sff_row(SFF_FORM, module_byte(image, MODULE_MAIN, 0));

	return form ? form->kind : NULL;
}

unsigned int module_flat_offset(const struct module_part *part)
{
	return part->offset + (part->i2c == 0x51 ? 256U : part->page * 128U);
}

static bool was_asked(const struct module_image *image, const struct module_part *want)
{
	for (unsigned int i = 0; i < image->parts; i++)
		if (image->part[i].i2c == want->i2c && image->part[i].bank == want->bank &&
		    image->part[i].page == want->page && image->part[i].offset == want->offset)
			return true;
	return false;
}

/* SFF-8472 8.8: byte 92 bit 6 says there are diagnostics, bit 2 that reaching them takes a write. */
static bool wants_8472(const struct module_image *image, const struct module_part *part)
{
	uint8_t type = module_byte(image, MODULE_MAIN, 92);

	return part->i2c == 0x51 && type & 0x40 && !(type & 0x04);
}

/* SFF-8636 6.2.2: byte 2 bit 2, there is nothing but page 0. */
static bool wants_8636(const struct module_image *image, const struct module_part *part)
{
	if (part->i2c != 0x50 || part->bank != 0)
		return false;
	return part->page == 0 || (part->page == 3 && !(module_byte(image, MODULE_MAIN, 2) & 0x04));
}

/* CMIS 8.2.1: byte 2 bit 7, there is nothing but page 0; 8.4.4: page 1 byte 142, banks. */
static bool wants_cmis(const struct module_image *image, const struct module_part *part)
{
	if (part->i2c != 0x50)
		return false;
	if (part->page == 0)
		return true;
	if (module_byte(image, MODULE_MAIN, 2) & 0x80)
		return false;
	return part->page != 3 &&
	       (part->bank == 0 || module_byte(image, MODULE_PLACE(0x50, 0, 1), 142) & 0x03);
}

bool module_next(const struct module_image *image, struct module_part *want)
{
	static const struct module_part parts[] = {
		{ .i2c = 0x50, .offset = 0 },
		{ .i2c = 0x51, .offset = 0 },
		{ .i2c = 0x50, .offset = 128 },
		{ .i2c = 0x50, .page = 1, .offset = 128 },
		{ .i2c = 0x50, .page = 2, .offset = 128 },
		{ .i2c = 0x50, .page = 3, .offset = 128 },
		{ .i2c = 0x50, .page = 0x10, .offset = 128 },
		{ .i2c = 0x50, .page = 0x11, .offset = 128 },
		{ .i2c = 0x50, .bank = 1, .page = 0x10, .offset = 128 },
		{ .i2c = 0x50, .bank = 1, .page = 0x11, .offset = 128 },
	};
	const char *map = module_map(image);

	if (image->parts == MODULE_PARTS_MAX)
		return false;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		bool wanted = i == 0;

		if (i > 0 && map && strcmp(map, "SFF-8472") == 0)
			wanted = wants_8472(image, &parts[i]);
		else if (i > 0 && map && strcmp(map, "SFF-8636") == 0)
			wanted = wants_8636(image, &parts[i]);
		else if (i > 0 && map)
			wanted = wants_cmis(image, &parts[i]);
		if (!wanted || was_asked(image, &parts[i]))
			continue;
		*want = parts[i];
		want->len_bytes = MODULE_PART_MAX;
		return true;
	}
	return false;
}
