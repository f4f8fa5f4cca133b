/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_MODULE_HELP_H
#define TEST_MODULE_HELP_H

/*
 * Modules made by hand, byte by byte from the tables of their standards, and
 * the facts that they give.
 */
#include <stdlib.h>

#include "facts-help.h"
#include "module/facts.h"

struct rom {
	uint8_t bytes[MODULE_IMAGE_MAX];
	size_t len;
};

/* A part of 128 bytes, all 0; its bytes can be set until the next is made. */
static inline uint8_t *rom_part(struct rom *rom, uint8_t i2c, uint8_t bank, uint8_t page,
				uint8_t offset)
{
	static const uint8_t zeros[MODULE_PART_MAX];
	const struct module_part part = { .i2c = i2c, .bank = bank, .page = page, .offset = offset,
					  .len_bytes = MODULE_PART_MAX, .bytes = zeros };
	uint8_t *at = rom->bytes + rom->len;

	assert_true(rom->len + MODULE_PART_HEAD + MODULE_PART_MAX <= sizeof(rom->bytes));
	rom->len += module_part_put(at, &part);
	return at + MODULE_PART_HEAD;
}

/* offset as in the standards, 0 to 255; in a part that begins at 128 or at 0. */
static inline void rom_text(uint8_t *part, unsigned int offset, size_t len, const char *text)
{
	memset(part + offset % 128, ' ', len);
	memcpy(part + offset % 128, text, strlen(text));
}

static inline void rom_be16(uint8_t *part, unsigned int offset, int value)
{
	part[offset % 128] = (uint8_t)(value >> 8);
	part[offset % 128 + 1] = (uint8_t)value;
}

static inline void rom_words(uint8_t *part, unsigned int offset, const int *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		rom_be16(part, offset + (unsigned int)(2 * i), values[i]);
}

#define WORDS(part, offset, ...) \
	rom_words(part, offset, (const int[]){ __VA_ARGS__ }, \
		  sizeof((const int[]){ __VA_ARGS__ }) / sizeof(int))

/* From a block of just that size, so that a sanitizer sees one byte too many. */
static inline void rom_facts(const uint8_t *bytes, size_t len, struct facts *f)
{
	uint8_t *copy = malloc(len ? len : 1);
	struct module_image image;

	assert_non_null(copy);
	memcpy(copy, bytes, len);
	memset(f, 0, sizeof(*f));
	module_image_read(&image, copy, len);
	module_facts(&image, FROM_NETLINK, f);
	free(copy);
}

static inline void rom_is(const char *name, const struct rom *rom, const char *want)
{
	static struct facts f;

	rom_facts(rom->bytes, rom->len, &f);
	help_facts_are(name, "facts", &f, want);
	assert_int_equal(f.others, 0);
}

/* Cut off at every length: less is known, and nothing else than before. */
static inline void rom_cut(const struct rom *rom)
{
	static struct facts whole, f;

	rom_facts(rom->bytes, rom->len, &whole);
	for (size_t len = 0; len < rom->len; len++) {
		rom_facts(rom->bytes, len, &f);
		for (int id = 0; id < FACT_COUNT; id++) {
			enum fact_kind kind = fact_row((enum fact_id)id)->kind;

			if (f.item[id].state != FACT_KNOWN)
				continue;
			if (whole.item[id].state != FACT_KNOWN)
				fail_msg("cut at %zu: %s is known", len,
					 fact_row((enum fact_id)id)->name);
			/* Rows and lists may be cut, and lane counts follow from what is there. */
			if (kind == KIND_TEXT && id != FACT_MODULE_TYPE && id != FACT_MODULE_MEDIUM &&
			    id != FACT_MODULE_HOST && id != FACT_MODULE_FEC)
				assert_true(fact_equal(kind, &f.item[id], &whole.item[id]));
		}
	}
}

/* What a reader would read of this module, in its order, with no part wanted twice. */
static inline void rom_is_read_as(const struct rom *rom, const char *want)
{
	struct module_image whole, image;
	struct module_part part;
	struct rom done = { .len = 0 };
	char have[256] = "";

	module_image_read(&whole, rom->bytes, rom->len);
	module_image_read(&image, done.bytes, done.len);
	while (module_next(&image, &part)) {
		struct cur c = module_cur(&whole, MODULE_PLACE(part.i2c, part.bank, part.page),
					  part.offset, part.len_bytes);

		snprintf(have + strlen(have), sizeof(have) - strlen(have), "%s%02x:%x:%02x:%u",
			 have[0] ? " " : "", part.i2c, part.bank, part.page, part.offset);
		part.bytes = cur_bytes(&c, part.len_bytes);
		if (!part.bytes)
			part.len_bytes = 0;
		done.len += module_part_put(done.bytes + done.len, &part);
		module_image_read(&image, done.bytes, done.len);
	}
	assert_string_equal(have, want);
}

#endif
