// SPDX-License-Identifier: GPL-3.0-or-later
/* An SROM as people have it: out of a paste or a file, and in words. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mii/reg.h"
#include "mii/srom.h"

#define GROUPS_MAX 32	/* in a line */

static const char *const chips[] = {
	[SROM_ANY] = "any", [SROM_21041] = "21041", [SROM_21140] = "21140", [SROM_21142] = "21142/3",
};

static const char *const types[SROM_TYPE_COUNT] = {
	[SROM_TYPE_SYM_21140] = "SYM or serial, 21140",
	[SROM_TYPE_MII_21140] = "MII, 21140",
	[SROM_TYPE_SERIAL] = "serial, 10 Mb/s",
	[SROM_TYPE_MII] = "MII",
	[SROM_TYPE_SYM] = "SYM, 100 Mb/s",
	[SROM_TYPE_RESET] = "reset",
	[SROM_TYPE_DISCONNECT] = "PHY shutdown",
	[SROM_TYPE_COMPACT] = "compact, 21140",
	[SROM_TYPE_21041] = "serial, 21041",
};

static const char *const media[SROM_MEDIA_COUNT] = {
	[SROM_10BASE_T] = "10BASE-T",
	[SROM_10BASE_2] = "10BASE2 (BNC)",
	[SROM_AUI] = "10BASE5 (AUI)",
	[SROM_100BASE_TX] = "100BASE-TX",
	[SROM_10BASE_T_FULL] = "10BASE-T full duplex",
	[SROM_100BASE_TX_FULL] = "100BASE-TX full duplex",
	[SROM_100BASE_T4] = "100BASE-T4",
	[SROM_100BASE_FX] = "100BASE-FX",
	[SROM_100BASE_FX_FULL] = "100BASE-FX full duplex",
};

static const struct {
	uint16_t code;
	const char *name;
} defaults[] = {
	{ 0x0000, "10BASE-T" },
	{ 0x0001, "10BASE2 (BNC)" },
	{ 0x0002, "10BASE5 (AUI)" },
	{ 0x0003, "100BASE-TX" },
	{ 0x0006, "100BASE-T4" },
	{ 0x0007, "100BASE-FX" },
	{ 0x0009, "MII, 10BASE-T" },
	{ 0x000d, "MII, 100BASE-TX" },
	{ 0x000f, "MII, 100BASE-T4" },
	{ 0x0010, "MII, 100BASE-FX" },
	{ 0x0100, "10BASE-T, negotiated" },
	{ 0x0204, "10BASE-T full duplex" },
	{ 0x0205, "100BASE-TX full duplex" },
	{ 0x0208, "100BASE-FX full duplex" },
	{ 0x020a, "MII, 10BASE-T full duplex" },
	{ 0x020e, "MII, 100BASE-TX full duplex" },
	{ 0x0211, "MII, 100BASE-FX full duplex" },
	{ 0x0400, "10BASE-T without link test" },
	{ 0x0800, "sensed at power-up" },
	{ 0x8800, "sensed all the time" },
	{ 0xffff, "none chosen" },
};

const char *srom_chip_name(enum srom_chip chip)
{
	return chips[chip];
}

const char *srom_type_name(enum srom_type type)
{
	return types[type];
}

const char *srom_media_name(int code)
{
	return code >= 0 && code < SROM_MEDIA_COUNT ? media[code] : "unknown";
}

const char *srom_default_name(uint16_t default_media)
{
	for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
		if (defaults[i].code == default_media)
			return defaults[i].name;
	return "unknown";
}

static __attribute__((format(printf, 2, 3))) void append(char *out, const char *fmt, ...)
{
	size_t used = strlen(out);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out + used, SROM_TEXT_MAX - used, fmt, ap);
	va_end(ap);
}

static void append_sequence(char *out, const char *name, const struct srom_sequence *s, int digits)
{
	if (s->count == 0)
		return;
	append(out, "; %s", name);
	for (unsigned int i = 0; i < s->count; i++)
		append(out, " %0*x", digits, s->word[i]);
}

/* Modes in the bits of BMSR, or of ANAR when shift says how far these lie. */
static void append_modes(char *out, const char *name, unsigned int bits)
{
	static const struct {
		uint16_t mask;
		const char *name;
	} row[] = {
		{ BMSR_100T4, "100T4" }, { BMSR_100X_FULL, "100/full" }, { BMSR_100X_HALF, "100/half" },
		{ BMSR_10_FULL, "10/full" }, { BMSR_10_HALF, "10/half" },
	};
	bool any = false;

	append(out, "; %s", name);
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		if (bits & row[i].mask) {
			append(out, " %s", row[i].name);
			any = true;
		}
	if (!any)
		append(out, " nothing");
}

/* 28.2.1.2: the technology bits of ANAR lie six bits below those of BMSR. */
static unsigned int as_bmsr(uint16_t anar)
{
	return (unsigned int)(anar & AN_TECHNOLOGY) << 6;
}

static void mii_text(const struct srom_block *b, char *out, int digits)
{
	append(out, "PHY %u", b->phy);
	append_modes(out, "can", b->able);
	append_modes(out, "offers", as_bmsr(b->offer));
	append_modes(out, "full-duplex bit with", b->full);
	append_modes(out, "threshold bit with", b->threshold);
	append_sequence(out, "setup", &b->setup, digits);
	append_sequence(out, "reset", &b->reset, digits);
	if (b->interrupt)
		append(out, "; interrupts by pin %u", b->interrupt);
}

static void command_text(const struct srom_block *b, char *out)
{
	append(out, "; CSR6 bits %08x", (b->command & SROM_COMMAND_CSR6) << 18);
	if (b->command & SROM_COMMAND_NO_SENSE)
		append(out, "; no pin tells of the medium");
	else
		append(out, "; pin %u is %s with this medium", (b->command & SROM_COMMAND_PIN) >> 1,
		       b->command & SROM_COMMAND_LOW ? "low" : "high");
	if (b->command & SROM_COMMAND_DEFAULT)
		append(out, "; the default medium");
}

static void csrs_text(const struct srom_block *b, char *out)
{
	if (b->own_csrs)
		append(out, "; CSR13 %04x, CSR14 %04x, CSR15 %04x", b->csr[0], b->csr[1], b->csr[2]);
}

void srom_block_text(const struct srom_block *b, char out[static SROM_TEXT_MAX])
{
	out[0] = '\0';
	switch (b->type) {
	case SROM_TYPE_SYM_21140:
	case SROM_TYPE_COMPACT:
		append(out, "%s; pins %02x", srom_media_name(b->media), b->pin_data);
		command_text(b, out);
		return;
	case SROM_TYPE_MII_21140:
		mii_text(b, out, 2);
		return;
	case SROM_TYPE_MII:
		mii_text(b, out, 4);
		return;
	case SROM_TYPE_SERIAL:
		append(out, "%s", srom_media_name(b->media));
		csrs_text(b, out);
		append(out, "; pin control %04x, data %04x", b->pin_control, b->pin_data);
		return;
	case SROM_TYPE_SYM:
		append(out, "%s; pin control %04x, data %04x", srom_media_name(b->media), b->pin_control,
		       b->pin_data);
		command_text(b, out);
		return;
	case SROM_TYPE_RESET:
		append(out, "sequence of %u", b->reset.count);
		append_sequence(out, "reset", &b->reset, 4);
		return;
	case SROM_TYPE_DISCONNECT:
		append(out, "not decoded");
		return;
	case SROM_TYPE_21041:
		append(out, "%s", srom_media_name(b->media));
		csrs_text(b, out);
		return;
	case SROM_TYPE_COUNT:
		break;
	}
}

/* A line of hex groups, all of one width: 2 digits are bytes, 4 are words. */
struct hex_line {
	bool has_offset;
	unsigned long offset;
	unsigned int group[GROUPS_MAX], count, digits;
};

static bool hex_line(const char *at, const char *end, struct hex_line *out)
{
	char text[300], *word, *rest;

	*out = (struct hex_line){ .count = 0 };
	while (at < end && (isspace((unsigned char)*at) || *at == '+' || *at == '-'))
		at++;
	if (end - at >= (ptrdiff_t)sizeof(text))
		return false;
	snprintf(text, sizeof(text), "%.*s", (int)(end - at), at);
	rest = strchr(text, ':');
	if (rest) {
		out->has_offset = true;
		out->offset = strtoul(text, &word, 16);
		if (word != rest || word == text)
			return false;
		rest++;
	} else {
		rest = text;
	}
	while ((word = strsep(&rest, " \t\r"))) {
		size_t len = strlen(word);

		if (len == 0)
			continue;
		if ((len != 2 && len != 4) || strspn(word, "0123456789abcdefABCDEF") != len ||
		    (out->count && len != out->digits) || out->count == GROUPS_MAX)
			return false;
		out->digits = (unsigned int)len;
		out->group[out->count++] = (unsigned int)strtoul(word, NULL, 16);
	}
	return out->count > 0;
}

static void take_line(const struct hex_line *line, uint8_t *out, size_t *len)
{
	for (unsigned int i = 0; i < line->count; i++) {
		if (*len + line->digits / 2 > SROM_BYTES_MAX)
			return;
		out[(*len)++] = (uint8_t)line->group[i];
		if (line->digits == 4)
			out[(*len)++] = (uint8_t)(line->group[i] >> 8);
	}
}

/*
 * Lines with an offset go on from each other: tulip-diag counts words, ethtool
 * bytes.  A dump of other registers has other offsets or wider groups.
 */
static size_t read_text(uint8_t *out, const char *file, size_t size, bool with_offset)
{
	const char *at = file, *end = file + size;
	size_t len = 0;

	while (at < end) {
		const char *eol = memchr(at, '\n', (size_t)(end - at));
		struct hex_line line;

		if (!eol)
			eol = end;
		if (hex_line(at, eol, &line) && line.has_offset == with_offset) {
			size_t unit = line.digits / 2;

			if (!with_offset || line.offset * unit == len)
				take_line(&line, out, &len);
		}
		at = eol + 1;
	}
	return len;
}

static bool is_text(const char *file, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!isprint((unsigned char)file[i]) && !isspace((unsigned char)file[i]))
			return false;
	return size > 0;
}

int srom_read(uint8_t out[static SROM_BYTES_MAX], size_t *len_bytes, const char *file, size_t size,
	      struct err *err)
{
	*len_bytes = 0;
	if (size == 0)
		return err_set(err, -EINVAL, "it is empty; name a dump of an SROM");
	if (is_text(file, size)) {
		*len_bytes = read_text(out, file, size, true);
		if (*len_bytes == 0)
			*len_bytes = read_text(out, file, size, false);
		if (*len_bytes == 0)
			return err_set(err, -EINVAL, "no SROM in it: neither lines of tulip-diag -ee or "
				       "ethtool -e, nor hex words, nor %d bytes", SROM_BYTES);
	} else {
		if (size > SROM_BYTES_MAX)
			return err_set(err, -EINVAL, "%zu bytes: no SROM; one has %d, 256 or %d", size,
				       SROM_BYTES, SROM_BYTES_MAX);
		memcpy(out, file, size);
		*len_bytes = size;
	}
	if (*len_bytes < SROM_BYTES)
		return err_set(err, -EMSGSIZE, "cut off: %zu of %d bytes", *len_bytes, SROM_BYTES);
	return 0;
}
