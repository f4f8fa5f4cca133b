// SPDX-License-Identifier: GPL-3.0-or-later
/* Registers field by field. */
#include <string.h>

#include "cmd/mii.h"
#include "mii/c45.h"
#include "mii/csr.h"
#include "report/wrap.h"

#define C22_COLUMN 11
#define C45_COLUMN 16
#define CSR_COLUMN 18
#define FIELD_WIDTH 14	/* of bits and value in front of a field's name */

static void field_text(const struct mii_field *field, uint16_t word, char *out, size_t size)
{
	unsigned int value = (word & field->mask) >> __builtin_ctz(field->mask);

	if (__builtin_popcount(field->mask) == 1)
		snprintf(out, size, "%s", field->name);
	else if (field->value && field->value[value])
		snprintf(out, size, "%s: %s", field->name, field->value[value]);
	else
		snprintf(out, size, "%s: 0x%x", field->name, value);
}

/* What is set, in one sentence. */
static void fields_short(const struct mii_field *field, uint16_t word, unsigned int column,
			 const struct report_style *style, FILE *out)
{
	char line[800] = "";

	for (; field->mask; field++) {
		size_t used = strlen(line);
		char text[120];

		if (!(word & field->mask))
			continue;
		field_text(field, word, text, sizeof(text));
		snprintf(line + used, sizeof(line) - used, "%s%s", used ? "; " : "", text);
	}
	if (!line[0])
		return;
	fprintf(out, "%*s", (int)column, "");
	wrap(out, line, column, column, style->columns);
}

/* Every field, set or not. */
static void fields_long(const struct mii_field *field, uint16_t word, unsigned int column,
			const struct report_style *style, FILE *out)
{
	for (; field->mask; field++) {
		int low = __builtin_ctz(field->mask), high = 31 - __builtin_clz(field->mask);
		char bits[16], text[120], line[200];

		snprintf(bits, sizeof(bits), high == low ? "%d" : "%d:%d", high, low);
		field_text(field, word, text, sizeof(text));
		snprintf(line, sizeof(line), "%s%s%s%s", text, field->note ? " (" : "",
			 field->note ? field->note : "", field->note ? ")" : "");
		fprintf(out, "%*s%6s  %4x  ", (int)column, "", bits,
			(unsigned int)(word & field->mask) >> low);
		wrap(out, line, column + FIELD_WIDTH, column + FIELD_WIDTH, style->columns);
	}
}

static void print_fields(const struct mii_field *field, uint16_t word, unsigned int column,
			 const struct report_style *style, FILE *out)
{
	if (style->verbosity > 0)
		fields_long(field, word, column, style, out);
	else
		fields_short(field, word, column, style, out);
}

static bool exists(unsigned int reg, const struct words *words)
{
	bool extended = words->count > MII_REG_BMSR &&
			words->reg[MII_REG_BMSR] != WORD_UNREADABLE &&
			words->reg[MII_REG_BMSR] & BMSR_EXT_STATUS;

	return extended || (reg != MII_REG_GCTRL && reg != MII_REG_GSTAT && reg != MII_REG_ESTATUS);
}

static bool of_partner(unsigned int reg)
{
	return reg == MII_REG_ANLPAR || reg == MII_REG_ANER || reg == MII_REG_GSTAT;
}

static void one_register(unsigned int reg, const struct words *words, bool base_x, bool stale,
			 const struct report_style *style, FILE *out)
{
	const struct mii_field *fields = mii_fields(reg, base_x);
	int32_t word = words->reg[reg];

	if (word == WORD_UNREADABLE) {
		fprintf(out, "  %2u    --  %s: could not be read\n", reg, mii_reg_name(reg));
		return;
	}
	fprintf(out, "  %2u  %04x  %s%s\n", reg, (unsigned int)word, mii_reg_name(reg),
		!exists(reg, words) ? ": does not exist (BMSR bit 8 is clear)" :
		stale && of_partner(reg) ? ": stale, left over from an earlier link" : "");
	if (fields && exists(reg, words))
		print_fields(fields, (uint16_t)word, C22_COLUMN, style, out);
}

static void c22_print(const struct facts *near, const struct report_style *style, FILE *out)
{
	const struct words *words = &facts_get(near, FACT_MII_WORDS)->words;
	const char *id = facts_text(near, FACT_MII_PHY_ID), *name = facts_text(near, FACT_MII_PHY_NAME);
	bool base_x = facts_text_is(near, FACT_LINK_MEDIUM, "base-x");
	char line[2 * FACT_TEXT_MAX + 64], address[32] = "";

	if (facts_known(near, FACT_MII_PHY_ADDR))
		snprintf(address, sizeof(address), " at address %d",
			 (int)facts_num(near, FACT_MII_PHY_ADDR, 0));
	snprintf(line, sizeof(line), "PHY%s %s %s", address, id ? id : "", name ? name : "");
	fprintf(out, "  ");
	wrap(out, line, 2, 6, style->columns);
	for (unsigned int reg = 0; reg < words->count; reg++)
		one_register(reg, words, base_x, facts_yes(near, FACT_MII_PARTNER_STALE), style, out);
}

/* What the word says, where its fields do not: a number with a unit. */
static void c45_value(const struct c45_reg *row, uint16_t word, FILE *out)
{
	double db;

	if (row->fields)
		return;
	if (row->mmd == MMD_PMA && c45_snr_db(word, &db))
		fprintf(out, ": %.1f dB", db);
	else if (row->mmd == MMD_PCS)
		fprintf(out, ": %u", word);
}

static void c45_print(const struct facts *near, const struct report_style *style, FILE *out)
{
	static const enum mmd mmds[] = { MMD_PMA, MMD_PCS, MMD_AN };
	struct c45_words words;
	char line[FACT_TEXT_MAX + 32];

	fact_print(FACT_MII_C45_DEVICES, facts_get(near, FACT_MII_C45_DEVICES), line, sizeof(line));
	fprintf(out, "  clause 45: ");
	wrap(out, line, 13, 13, style->columns);
	for (size_t i = 0; i < C45_WORDS_MAX; i++)
		words.word[i] = WORD_UNREADABLE;
	for (size_t i = 0; i < sizeof(mmds) / sizeof(mmds[0]); i++)
		c45_words_from_text(&words, mmds[i], facts_text(near, c45_fact_of(mmds[i])));
	for (size_t i = 0; i < c45_regs_count; i++) {
		const struct c45_reg *row = &c45_regs[i];
		uint16_t word = (uint16_t)words.word[i];

		if (words.word[i] == WORD_UNREADABLE)
			continue;
		fprintf(out, "  %u.%-3u  %04x  %s", row->mmd, row->reg, word, row->name);
		c45_value(row, word, out);
		fputc('\n', out);
		if (row->fields)
			print_fields(row->fields, word, C45_COLUMN, style, out);
	}
}

/* Where the list of facts has "12 45e1d0c8". */
static void csr_print(const struct facts *near, const struct report_style *style, FILE *out)
{
	const char *name = facts_text(near, FACT_TULIP_CHIP), *line = facts_text(near, FACT_TULIP_CSR);
	char text[CSR_TEXT_MAX];
	unsigned int reg, word;
	int chip = CSR_CHIPS;

	while (name && chip-- > 0 && strcmp(csr_chip_name((enum csr_chip)chip), name) != 0)
		;
	if (!line || chip < 0)
		return;
	fprintf(out, "  %s\n", name);
	for (; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		if (sscanf(line, "%u %x", &reg, &word) != 2)
			continue;
		csr_text((enum csr_chip)chip, reg, word, text);
		fprintf(out, "  CSR%-2u %08x  ", reg, word);
		wrap(out, text, CSR_COLUMN, CSR_COLUMN, style->columns);
	}
}

void mii_print(const struct report_port *port, const struct report_style *style, FILE *out)
{
	const struct facts *near = &port->sets->set[SET_NEAR];

	if (facts_known(near, FACT_MII_WORDS))
		c22_print(near, style, out);
	if (facts_known(near, FACT_MII_C45_PACKAGE))
		c45_print(near, style, out);
	if (facts_known(near, FACT_TULIP_CSR))
		csr_print(near, style, out);
}
