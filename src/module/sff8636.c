// SPDX-License-Identifier: GPL-3.0-or-later
/* QSFP, QSFP+ and QSFP28: SFF-8636 2.11, four lanes.  Offsets are decimal, as in its tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "module/fill.h"

#define LANES 4		/* that the memory has room for */
#define PAGE_3 MODULE_PLACE(0x50, 0, 3)

/* Byte 147, bits 7 to 4: lasers below 10, copper above. */
static unsigned int technology(const struct fill *f)
{
	return fill_byte(f, MODULE_MAIN, 147) >> 4;
}

static bool is_copper(const struct fill *f)
{
	return technology(f) >= 10;
}

static bool is_passive(const struct fill *f)
{
	return technology(f) == 10 || technology(f) == 11;
}

/* Byte 131 bit 7: see byte 192 for the type. */
static const struct sff_row *extended(const struct fill *f)
{
	return sff_row(SFF_EXT_4, fill_byte(f, MODULE_MAIN, 192));
}

/* A single wavelength uses the first; what the others show then is nothing. */
static unsigned int lanes(const struct fill *f)
{
	const struct sff_row *ext = extended(f);

	return ext && ext->lanes > 0 && ext->lanes < LANES ? ext->lanes : LANES;
}

static const char *medium_of(const struct fill *f, const struct sff_row *ext)
{
	if (is_copper(f))
		return is_passive(f) ? "passive-copper" : "active-copper";
	if (ext && ext->kind)
		return ext->kind;
	return fill_byte(f, MODULE_MAIN, 130) == 0x23 ? "active-optical" : "optics";
}

static void type(const struct fill *f)
{
	const struct sff_row *ext = extended(f);
	char text[128] = "";

	if (!module_has(f->image, MODULE_MAIN, 128, 65))
		return;
	if (ext)
		fill_append(text, sizeof(text), ext->name);
	for (unsigned int bit = 1; bit <= 0x40; bit <<= 1) {
		const struct sff_row *row = fill_bit(f, MODULE_MAIN, 131, (uint8_t)bit) ?
					    sff_row(SFF_QSFP_131, bit) : NULL;

		if (row)
			fill_append(text, sizeof(text), row->name);
	}
	fill_word(f, FACT_MODULE_TYPE, text);
	fill_word(f, FACT_MODULE_MEDIUM, medium_of(f, ext));
	fill_word(f, FACT_MODULE_FEC, ext ? ext->fec : NULL);
}

/* Bytes 142 to 146; byte 146 is metres of a cable and two metres on OM4. */
static void reach(const struct fill *f)
{
	static const struct {
		unsigned int offset;
		double unit_m;
	} lengths[] = { { 142, 1000 }, { 143, 2 }, { 144, 1 }, { 145, 1 }, { 146, 2 } };
	double longest_m = 0;

	if (is_copper(f) || fill_byte(f, MODULE_MAIN, 130) == 0x23)
		longest_m = fill_byte(f, MODULE_MAIN, 146);
	else
		for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
			longest_m = fmax(longest_m, fill_byte(f, MODULE_MAIN, lengths[i].offset) *
						    lengths[i].unit_m);
	fill_real(f, FACT_MODULE_REACH, longest_m > 0 ? longest_m : NAN);
}

/* Byte 129: bits 7 and 6 for classes 1 to 4, 1 and 0 for 5 to 7, 5 for 8, whose watts byte 107 tells. */
static void power(const struct fill *f)
{
	static const double most_w[] = { 1.5, 2.0, 2.5, 3.5, 4.0, 4.5, 5.0 };
	uint8_t id = fill_byte(f, MODULE_MAIN, 129);
	int64_t class = id & 0x20 ? 8 : id & 0x03 ? 4 + (id & 0x03) : 1 + (id >> 6);

	if (!module_has(f->image, MODULE_MAIN, 129, 1))
		return;
	facts_offer_num(f->near, FACT_MODULE_POWER_CLASS, f->from, class);
	if (class < 8 || fill_byte(f, MODULE_MAIN, 107))
		fill_real(f, FACT_MODULE_POWER,
			  class < 8 ? most_w[class - 1] : fill_byte(f, MODULE_MAIN, 107) / 10.0);
}

static void identity(const struct fill *f)
{
	fill_name(f, FACT_MODULE_CONNECTOR, SFF_CONNECTOR, fill_byte(f, MODULE_MAIN, 130));
	type(f);
	reach(f);
	power(f);
	fill_text(f, FACT_MODULE_VENDOR, MODULE_MAIN, 148, 16);
	fill_oui(f, MODULE_MAIN, 165);
	fill_text(f, FACT_MODULE_PART, MODULE_MAIN, 168, 16);
	fill_text(f, FACT_MODULE_REVISION, MODULE_MAIN, 184, 2);
	fill_text(f, FACT_MODULE_SERIAL, MODULE_MAIN, 196, 16);
	fill_date(f, MODULE_MAIN, 212);
	if (!is_copper(f) && !fill_blank(f, MODULE_MAIN, 186, 2)) {
		struct cur c = module_cur(f->image, MODULE_MAIN, 186, 2);

		fill_real(f, FACT_MODULE_WAVELENGTH, cur_be16(&c) / 20.0);
	}
}

static void by_lane(const struct fill *f, enum fact_id id, unsigned int offset, fill_scale scale)
{
	struct reals reals = { .count = 0 };

	fill_lanes(f, &reals, MODULE_MAIN, offset, lanes(f), scale);
	fill_reals(f, id, &reals);
}

/* A module that tells neither its temperature nor its voltage measures no light either. */
static void readings(const struct fill *f)
{
	if (!fill_blank(f, MODULE_MAIN, 22, 2))
		fill_real(f, FACT_MODULE_TEMPERATURE,
			  fill_reading(f, MODULE_MAIN, 22, fill_temperature));
	if (!fill_blank(f, MODULE_MAIN, 26, 2))
		fill_real(f, FACT_MODULE_VOLTAGE, fill_reading(f, MODULE_MAIN, 26, fill_voltage));
	fill_thresholds(f, FACT_MODULE_THRESHOLDS_TEMPERATURE, PAGE_3, 128, fill_temperature);
	fill_thresholds(f, FACT_MODULE_THRESHOLDS_VOLTAGE, PAGE_3, 144, fill_voltage);
	if (is_copper(f) || (fill_blank(f, MODULE_MAIN, 22, 2) && fill_blank(f, MODULE_MAIN, 26, 2)))
		return;
	by_lane(f, FACT_MODULE_RX_POWER, 34, fill_power);
	by_lane(f, FACT_MODULE_TX_BIAS, 42, fill_bias);
	/* Byte 220 bit 2 is missing in old modules that do measure it. */
	if (fill_bit(f, MODULE_MAIN, 220, 0x04) || !fill_blank(f, MODULE_MAIN, 50, 2 * LANES))
		by_lane(f, FACT_MODULE_TX_POWER, 50, fill_power);
	fill_thresholds(f, FACT_MODULE_THRESHOLDS_RX_POWER, PAGE_3, 176, fill_power);
	fill_thresholds(f, FACT_MODULE_THRESHOLDS_TX_BIAS, PAGE_3, 184, fill_bias);
	fill_thresholds(f, FACT_MODULE_THRESHOLDS_TX_POWER, PAGE_3, 192, fill_power);
}

static const char *const limit_name[] = { "high-alarm", "low-alarm", "high-warning", "low-warning" };

/* Two bytes, four bits a lane, lane 1 in the upper half of the first. */
static void lane_flags(const struct fill *f, const char *what, unsigned int offset)
{
	for (unsigned int limit = 0; limit < 4; limit++) {
		uint32_t mask = 0;

		for (unsigned int lane = 0; lane < lanes(f); lane++) {
			uint8_t byte = fill_byte(f, MODULE_MAIN, offset + lane / 2);
			uint8_t bits = lane % 2 ? byte & 0x0f : byte >> 4;

			if (bits & (8 >> limit))
				mask |= 1U << lane;
		}
		fill_flag(f, what, limit_name[limit], mask, true);
	}
}

static void flags(const struct fill *f)
{
	if (!module_has(f->image, MODULE_MAIN, 3, 12))
		return;
	facts_offer_list(f->near, FACT_MODULE_FLAGS, f->from);
	for (unsigned int limit = 0; limit < 4; limit++) {
		fill_flag(f, "temperature", limit_name[limit],
			  fill_bit(f, MODULE_MAIN, 6, (uint8_t)(0x80 >> limit)), false);
		fill_flag(f, "voltage", limit_name[limit],
			  fill_bit(f, MODULE_MAIN, 7, (uint8_t)(0x80 >> limit)), false);
	}
	if (is_copper(f))
		return;
	lane_flags(f, "rx-power", 9);
	lane_flags(f, "tx-bias", 11);
	lane_flags(f, "tx-power", 13);
}

/* Bytes 3 to 5 and 86; bytes 194 and 195 say which of them mean anything. */
static void states(const struct fill *f)
{
	uint8_t los = fill_byte(f, MODULE_MAIN, 3), lol = fill_byte(f, MODULE_MAIN, 5);
	uint8_t fault = fill_byte(f, MODULE_MAIN, 4), off = fill_byte(f, MODULE_MAIN, 86);
	uint8_t options = fill_byte(f, MODULE_MAIN, 195), light = (uint8_t)((1U << lanes(f)) - 1);

	if (is_passive(f) || !module_has(f->image, MODULE_MAIN, 3, 3))
		return;
	if (!is_copper(f))
		fill_mask(f, FACT_MODULE_RX_LOS, los & light);
	if (options & 0x02)
		fill_mask(f, FACT_MODULE_TX_LOS, los >> 4);
	if (options & 0x08)
		fill_mask(f, FACT_MODULE_TX_FAULT, fault & light);
	if (options & 0x10 && module_has(f->image, MODULE_MAIN, 86, 1))
		fill_mask(f, FACT_MODULE_TX_DISABLE, off & light);
	if (fill_bit(f, MODULE_MAIN, 194, 0x10))
		fill_mask(f, FACT_MODULE_RX_LOL, lol & light);
	if (fill_bit(f, MODULE_MAIN, 194, 0x20))
		fill_mask(f, FACT_MODULE_TX_LOL, lol >> 4);
}

void fill_8636(const struct fill *f)
{
	static const char *const revision[] = {
		"", " 1.0", " 1.0", " 1.3", " 1.4", " 1.5", " 2.0", " 2.7", " 2.10",
	};
	uint8_t number = fill_byte(f, MODULE_MAIN, 1);
	char text[24];

	/* Revisions 1 and 2 are those of SFF-8436, which this one grew from. */
	snprintf(text, sizeof(text), "SFF-8%s36%s", number == 1 || number == 2 ? "4" : "6",
		 number > 2 && number < sizeof(revision) / sizeof(revision[0]) ? revision[number] : "");
	if (module_has(f->image, MODULE_MAIN, 1, 1))
		fill_word(f, FACT_MODULE_MEMORY, text);
	facts_offer_num(f->near, FACT_MODULE_LANES, f->from, lanes(f));
	identity(f);
	/* Data not ready; or what it is was not read, so nobody knows what it measures. */
	if (fill_bit(f, MODULE_MAIN, 2, 0x01) || !module_has(f->image, MODULE_MAIN, 128, 93))
		return;
	readings(f);
	flags(f);
	states(f);
}
