// SPDX-License-Identifier: GPL-3.0-or-later
/* The serial ROM of a 2114x board in words. */
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cmd/mii.h"
#include "mii/srom.h"
#include "report/wrap.h"

#define FILE_BYTES_MAX 65536
#define LABEL_WIDTH 12
#define VALUE_COLUMN (2 + LABEL_WIDTH + 2)
#define BLOCK_COLUMN 6

int mii_srom_chip(const char *value, int *chip, struct err *err)
{
	static const struct {
		const char *name;
		enum srom_chip chip;
	} row[] = {
		{ "21041", SROM_21041 }, { "21140", SROM_21140 },
		{ "21142", SROM_21142 }, { "21143", SROM_21142 },
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		if (strcmp(row[i].name, value) == 0) {
			*chip = row[i].chip;
			return 0;
		}
	return err_set(err, -EINVAL, "--chip %s: 21041, 21140, 21142 or 21143 is wanted", value);
}

static int read_file(const char *file, char *out, size_t *len, struct err *err)
{
	FILE *in = strcmp(file, "-") == 0 ? stdin : fopen(file, "re");
	int rc = 0;

	if (!in)
		return err_set(err, -errno, "%s: cannot read: %s; name a dump of an SROM, or - for standard "
			       "input", file, strerror(errno));
	*len = fread(out, 1, FILE_BYTES_MAX, in);
	if (ferror(in))
		rc = err_set(err, -EIO, "%s: cannot be read: %s", file, strerror(errno));
	else if (*len == FILE_BYTES_MAX)
		rc = err_set(err, -EFBIG, "%s: too long for a dump of an SROM", file);
	if (in != stdin)
		fclose(in);
	return rc;
}

static json_t *block_to_json(const struct srom_block *block)
{
	char text[SROM_TEXT_MAX];
	json_t *one;

	srom_block_text(block, text);
	one = json_pack("{s:i, s:s, s:s}", "offset", (int)block->offset, "type",
			srom_type_name(block->type), "text", text);
	if (block->media >= 0)
		json_object_set_new(one, "media", json_string(srom_media_name(block->media)));
	return one;
}

static json_t *leaf_to_json(const struct srom_leaf *leaf)
{
	json_t *blocks = json_array(), *one;

	for (unsigned int i = 0; i < leaf->blocks; i++)
		json_array_append_new(blocks, block_to_json(&leaf->block[i]));
	one = json_pack("{s:i, s:i, s:s, s:b, s:s, s:o}", "device", (int)leaf->device, "offset",
			(int)leaf->offset, "chip", srom_chip_name(leaf->chip), "chip_guessed",
			(int)leaf->guessed, "default", srom_default_name(leaf->default_media),
			"blocks", blocks);
	if (leaf->pin_direction >= 0)
		json_object_set_new(one, "pin_direction", json_integer(leaf->pin_direction));
	if (leaf->trouble[0])
		json_object_set_new(one, "trouble", json_string(leaf->trouble));
	return one;
}

static json_t *srom_to_json(const struct srom *srom)
{
	static const char *const kinds[] = {
		[SROM_BLANK] = "blank", [SROM_ADDRESS] = "address", [SROM_MEDIA] = "media",
	};
	const uint8_t *mac = srom->mac;
	json_t *leaves = json_array(), *object;

	for (unsigned int i = 0; i < srom->leaves; i++)
		json_array_append_new(leaves, leaf_to_json(&srom->leaf[i]));
	object = json_pack("{s:s, s:i, s:b, s:o}", "kind", kinds[srom->kind], "bytes",
			   (int)srom->len_bytes, "sound", (int)srom_sound(srom), "controllers", leaves);
	if (srom->kind != SROM_BLANK)
		json_object_set_new(object, "mac",
				    json_sprintf("%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1],
						 mac[2], mac[3], mac[4], mac[5]));
	if (srom->kind != SROM_MEDIA)
		return object;
	json_object_set_new(object, "subsystem_vendor", json_integer(srom->vendor));
	json_object_set_new(object, "subsystem_id", json_integer(srom->subsystem));
	json_object_set_new(object, "cis", json_integer(srom->cis));
	json_object_set_new(object, "version", json_integer(srom->version));
	json_object_set_new(object, "crc_ok", json_boolean(srom->crc == srom->crc_right));
	json_object_set_new(object, "id_crc_ok", json_boolean(srom->id_crc == srom->id_crc_right));
	return object;
}

static __attribute__((format(printf, 4, 5))) void line(FILE *out, const struct report_style *style,
							const char *label, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	fprintf(out, "  %-*s  ", LABEL_WIDTH, label);
	wrap(out, text, VALUE_COLUMN, VALUE_COLUMN, style->columns);
}

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static int number_of(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

static bool yes(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

static void print_leaf(const json_t *leaf, const struct report_style *style, FILE *out)
{
	const json_t *blocks = json_object_get(leaf, "blocks");
	char text[SROM_TEXT_MAX + 80];

	line(out, style, "controller", "device %d, leaf at offset %d, read as a %s%s",
	     number_of(leaf, "device"), number_of(leaf, "offset"), text_of(leaf, "chip"),
	     yes(leaf, "chip_guessed") ? " (a guess; --chip tells it)" : "");
	line(out, style, "default", "%s", text_of(leaf, "default"));
	if (json_object_get(leaf, "pin_direction"))
		line(out, style, "pins", "direction %02x", number_of(leaf, "pin_direction"));
	for (size_t i = 0; i < json_array_size(blocks); i++) {
		const json_t *block = json_array_get(blocks, i);

		snprintf(text, sizeof(text), "%s: %s", text_of(block, "type"), text_of(block, "text"));
		fprintf(out, "  %2zu  ", i);
		wrap(out, text, BLOCK_COLUMN, BLOCK_COLUMN, style->columns);
	}
	if (text_of(leaf, "trouble")[0])
		line(out, style, "broken", "%s", text_of(leaf, "trouble"));
}

static void print_crc(const json_t *srom, const struct report_style *style, FILE *out)
{
	line(out, style, "CRC", "%s", yes(srom, "crc_ok") ? "right" : "WRONG");
	line(out, style, "ID CRC", "%s", yes(srom, "id_crc_ok") ? "right" :
	     "not right; boards before format 4 often leave it empty");
}

static void srom_text(const struct report_port *port, const struct report_style *style, FILE *out)
{
	const json_t *srom = json_object_get(port->extra, "srom");
	const json_t *leaves = json_object_get(srom, "controllers");
	const char *kind = text_of(srom, "kind");

	if (style->verbosity >= 0) {
		fprintf(out, "SROM of a 2114x, %d bytes\n\n", number_of(srom, "bytes"));
		if (text_of(srom, "mac")[0])
			line(out, style, "address", "%s", text_of(srom, "mac"));
		if (strcmp(kind, "media") == 0) {
			line(out, style, "subsystem", "vendor %04x, id %04x",
			     (unsigned int)number_of(srom, "subsystem_vendor"),
			     (unsigned int)number_of(srom, "subsystem_id"));
			line(out, style, "format", "%d", number_of(srom, "version"));
			print_crc(srom, style, out);
		}
		for (size_t i = 0; i < json_array_size(leaves); i++)
			print_leaf(json_array_get(leaves, i), style, out);
		fputc('\n', out);
	}
	if (strcmp(kind, "blank") == 0)
		fprintf(out, "srom: blank: all bytes are the same; nothing is written, or nothing was read\n");
	else if (strcmp(kind, "address") == 0)
		fprintf(out, "srom: the old layout of a 21040: an address and nothing else\n");
	else
		fprintf(out, "srom: %s\n", yes(srom, "sound") ? "sound" : "damaged");
}

/* What is wrong with it, the gravest first. */
static int complain(const char *file, const struct srom *srom, struct err *err)
{
	if (srom_sound(srom))
		return 0;
	if (srom->kind == SROM_BLANK)
		return err_set(err, -ENODATA, "%s: blank: all bytes are the same; nothing is written, or "
			       "nothing was read", file);
	if (srom->crc != srom->crc_right)
		return err_set(err, -EBADMSG, "%s: the CRC is %04x and should be %04x: damaged, read "
			       "wrongly, or no SROM of a 2114x", file, srom->crc, srom->crc_right);
	for (unsigned int i = 0; i < srom->leaves; i++)
		if (srom->leaf[i].trouble[0])
			return err_set(err, -EBADMSG, "%s: controller %u: %s", file, i,
				       srom->leaf[i].trouble);
	return err_set(err, -EBADMSG, "%s: no controller in it", file);
}

int mii_srom_run(const char *file, int chip, struct report *report, struct err *err)
{
	static char bytes[FILE_BYTES_MAX];
	uint8_t image[SROM_BYTES_MAX];
	struct report_port *port;
	struct err why = { 0 };
	struct srom srom;
	size_t len;
	int rc = read_file(file, bytes, &len, err);

	if (rc < 0)
		return rc;
	rc = srom_read(image, &len, bytes, len, &why);
	if (rc < 0)
		return err_set(err, -EBADMSG, "%s: %s", file, why.text);
	srom_decode(&srom, image, len, (enum srom_chip)chip);
	port = report_add_port(report, "srom");
	if (!port)
		return err_set(err, -ENOMEM, "out of memory");
	report->text = srom_text;
	port->extra = json_pack("{s:o}", "srom", srom_to_json(&srom));
	rc = complain(file, &srom, err);
	port->complete = rc == 0;
	return rc;
}
