// SPDX-License-Identifier: GPL-3.0-or-later
/* SFP: SFF-8472 12.4, one lane.  Offsets are decimal, as in its tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "module/fill.h"

#define PASSIVE 0x04	/* byte 8 */
#define ACTIVE 0x08

static bool byte8(const struct fill *f, uint8_t bit)
{
	return fill_bit(f, MODULE_MAIN, 8, bit);
}

static bool has_diagnostics(const struct fill *f)
{
	return fill_bit(f, MODULE_MAIN, 92, 0x40);
}

static const struct sff_row *extended(const struct fill *f)
{
	return sff_row(SFF_EXT_1, fill_byte(f, MODULE_MAIN, 36));
}

/* The names of all bits that are set; *medium is that of the first. */
static void by_bits(const struct fill *f, enum sff_table table, unsigned int offset, char *out,
		    size_t size, const char **medium)
{
	for (unsigned int bit = 1; bit <= 0x80; bit <<= 1) {
		const struct sff_row *row = fill_byte(f, MODULE_MAIN, offset) & bit ?
					    sff_row(table, bit) : NULL;

		if (!row)
			continue;
		fill_append(out, size, row->name);
		*medium = *medium ? *medium : row->kind;
	}
}

/* The cable bits of byte 8 are older than table 4-4, and say what is copper. */
static const char *medium_of(const struct fill *f, const char *by_type)
{
	if (by_type)
		return by_type;
	if (byte8(f, PASSIVE))
		return "passive-copper";
	if (byte8(f, ACTIVE))
		return has_diagnostics(f) ? "active-optical" : "active-copper";
	return NULL;
}

static void type(const struct fill *f)
{
	const struct sff_row *ext = extended(f);
	const char *medium = ext ? ext->kind : NULL;
	char text[128] = "";

	if (ext)
		fill_append(text, sizeof(text), ext->name);
	by_bits(f, SFF_SFP_3, 3, text, sizeof(text), &medium);
	by_bits(f, SFF_SFP_6, 6, text, sizeof(text), &medium);
	if (!text[0] && byte8(f, PASSIVE | ACTIVE))
		fill_append(text, sizeof(text), byte8(f, PASSIVE) ? "10G DAC" : "10G active cable");
	fill_word(f, FACT_MODULE_TYPE, text);
	fill_word(f, FACT_MODULE_MEDIUM, medium_of(f, medium));
	fill_word(f, FACT_MODULE_FEC, ext ? ext->fec : NULL);
}

/* Bytes 14 to 19; byte 18 is metres of a copper cable and tens of metres on OM4. */
static void reach(const struct fill *f)
{
	static const struct {
		unsigned int offset;
		double unit_m;
	} lengths[] = { { 14, 1000 }, { 15, 100 }, { 18, 10 }, { 19, 10 }, { 16, 10 }, { 17, 10 } };
	double longest_m = 0;

	if (byte8(f, PASSIVE | ACTIVE)) {
		longest_m = fill_byte(f, MODULE_MAIN, 18);
	} else {
		for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
			longest_m = fmax(longest_m, fill_byte(f, MODULE_MAIN, lengths[i].offset) *
						    lengths[i].unit_m);
		/* Byte 14 again, in steps too large for what byte 15 tells in full. */
		if (fill_byte(f, MODULE_MAIN, 15) > 0 && fill_byte(f, MODULE_MAIN, 15) < 255)
			longest_m = fill_byte(f, MODULE_MAIN, 15) * 100.0;
	}
	fill_real(f, FACT_MODULE_REACH, longest_m > 0 ? longest_m : NAN);
}

/* Bytes 64 and 66: power levels 2, 3 and 4. */
static void power(const struct fill *f)
{
	uint8_t options = fill_byte(f, MODULE_MAIN, 64);
	int64_t level = options & 0x40 ? 4 : options & 0x20 ? 3 : options & 0x02 ? 2 : 1;
	static const double most_w[] = { 1.0, 1.5, 2.0 };

	if (!module_has(f->image, MODULE_MAIN, 64, 3))
		return;
	facts_offer_num(f->near, FACT_MODULE_POWER_CLASS, f->from, level);
	if (level <= 3 || fill_byte(f, MODULE_MAIN, 66))
		fill_real(f, FACT_MODULE_POWER,
			  level <= 3 ? most_w[level - 1] : fill_byte(f, MODULE_MAIN, 66) / 10.0);
}

static void identity(const struct fill *f)
{
	fill_name(f, FACT_MODULE_CONNECTOR, SFF_CONNECTOR, fill_byte(f, MODULE_MAIN, 2));
	type(f);
	reach(f);
	power(f);
	fill_text(f, FACT_MODULE_VENDOR, MODULE_MAIN, 20, 16);
	fill_oui(f, MODULE_MAIN, 37);
	fill_text(f, FACT_MODULE_PART, MODULE_MAIN, 40, 16);
	fill_text(f, FACT_MODULE_REVISION, MODULE_MAIN, 56, 4);
	fill_text(f, FACT_MODULE_SERIAL, MODULE_MAIN, 68, 16);
	fill_date(f, MODULE_MAIN, 84);
	if (!byte8(f, PASSIVE | ACTIVE) && !fill_blank(f, MODULE_MAIN, 60, 2)) {
		struct cur c = module_cur(f->image, MODULE_MAIN, 60, 2);

		fill_real(f, FACT_MODULE_WAVELENGTH, cur_be16(&c));
	}
}

static bool external(const struct fill *f)
{
	return fill_bit(f, MODULE_MAIN, 92, 0x10);
}

static unsigned int diag_be16(const struct fill *f, unsigned int offset)
{
	struct cur c = module_cur(f->image, MODULE_DIAG, offset, 2);

	return cur_be16(&c);
}

/* 9.3: a slope in 1/256 and a signed offset behind it. */
static double calibrate(const struct fill *f, unsigned int slope_at, double raw)
{
	return diag_be16(f, slope_at) / 256.0 * raw + (int16_t)diag_be16(f, slope_at + 2);
}

static double temperature(const struct fill *f, unsigned int raw)
{
	if (!external(f))
		return fill_temperature(f, raw);
	return round(calibrate(f, 84, (int16_t)raw) / 256.0 * 100) / 100;
}

static double voltage(const struct fill *f, unsigned int raw)
{
	return external(f) ? round(calibrate(f, 88, raw)) * 1e-4 : fill_voltage(f, raw);
}

static double bias(const struct fill *f, unsigned int raw)
{
	return external(f) ? round(calibrate(f, 76, raw) * 2) * 1e-3 : fill_bias(f, raw);
}

static double tx_power(const struct fill *f, unsigned int raw)
{
	return external(f) ? fill_dbm(calibrate(f, 80, raw)) : fill_power(f, raw);
}

/* Five floats of IEEE 754, from the fourth power down to the constant. */
static double rx_power(const struct fill *f, unsigned int raw)
{
	double sum = 0;

	if (!external(f))
		return fill_power(f, raw);
	for (unsigned int i = 0; i < 5; i++) {
		struct cur c = module_cur(f->image, MODULE_DIAG, 56 + 4 * i, 4);
		uint32_t bits = cur_be32(&c);
		float factor;

		memcpy(&factor, &bits, sizeof(factor));
		sum = sum * raw + (double)factor;
	}
	return isfinite(sum) ? fill_dbm(sum) : NAN;
}

static void one_lane(const struct fill *f, enum fact_id id, unsigned int offset, fill_scale scale)
{
	struct reals reals = { .count = 0 };

	fill_lanes(f, &reals, MODULE_DIAG, offset, 1, scale);
	fill_reals(f, id, &reals);
}

static void readings(const struct fill *f)
{
	if (fill_blank(f, MODULE_DIAG, 96, 10) || fill_bit(f, MODULE_DIAG, 110, 0x01))
		return;
	fill_real(f, FACT_MODULE_TEMPERATURE, fill_reading(f, MODULE_DIAG, 96, temperature));
	fill_real(f, FACT_MODULE_VOLTAGE, fill_reading(f, MODULE_DIAG, 98, voltage));
	one_lane(f, FACT_MODULE_TX_BIAS, 100, bias);
	one_lane(f, FACT_MODULE_TX_POWER, 102, tx_power);
	one_lane(f, FACT_MODULE_RX_POWER, 104, rx_power);
	fill_thresholds(f, FACT_MODULE_THRESHOLDS_TEMPERATURE, MODULE_DIAG, 0, temperature);
	fill_thresholds(f, FACT_MODULE_THRESHOLDS_VOLTAGE, MODULE_DIAG, 8, voltage);
	fill_thresholds(f, FACT_MODULE_THRESHOLDS_TX_BIAS, MODULE_DIAG, 16, bias);
	fill_thresholds(f, FACT_MODULE_THRESHOLDS_TX_POWER, MODULE_DIAG, 24, tx_power);
	fill_thresholds(f, FACT_MODULE_THRESHOLDS_RX_POWER, MODULE_DIAG, 32, rx_power);
}

/* Bytes 112, 113 (alarms) and 116, 117 (warnings): a bit each, high before low. */
static void flags(const struct fill *f)
{
	static const struct {
		const char *what;
		unsigned int byte;
		uint8_t high;
		bool lane;
	} flag[] = {
		{ "temperature", 0, 0x80, false }, { "voltage", 0, 0x20, false },
		{ "tx-bias", 0, 0x08, true }, { "tx-power", 0, 0x02, true },
		{ "rx-power", 1, 0x80, true },
	};

	if (!fill_bit(f, MODULE_MAIN, 93, 0x80) || !module_has(f->image, MODULE_DIAG, 112, 6))
		return;
	facts_offer_list(f->near, FACT_MODULE_FLAGS, f->from);
	for (size_t i = 0; i < sizeof(flag) / sizeof(flag[0]); i++) {
		uint8_t alarm = fill_byte(f, MODULE_DIAG, 112 + flag[i].byte);
		uint8_t warning = fill_byte(f, MODULE_DIAG, 116 + flag[i].byte);
		uint8_t high = flag[i].high, low = (uint8_t)(high >> 1);

		fill_flag(f, flag[i].what, "high-alarm", !!(alarm & high), flag[i].lane);
		fill_flag(f, flag[i].what, "low-alarm", !!(alarm & low), flag[i].lane);
		fill_flag(f, flag[i].what, "high-warning", !!(warning & high), flag[i].lane);
		fill_flag(f, flag[i].what, "low-warning", !!(warning & low), flag[i].lane);
	}
}

/* Byte 110, as far as byte 93 says that it means anything. */
static void states(const struct fill *f)
{
	if (!module_has(f->image, MODULE_DIAG, 110, 1))
		return;
	if (fill_bit(f, MODULE_MAIN, 93, 0x10))
		fill_mask(f, FACT_MODULE_RX_LOS, fill_bit(f, MODULE_DIAG, 110, 0x02));
	if (fill_bit(f, MODULE_MAIN, 93, 0x20))
		fill_mask(f, FACT_MODULE_TX_FAULT, fill_bit(f, MODULE_DIAG, 110, 0x04));
	if (fill_bit(f, MODULE_MAIN, 93, 0x40))
		fill_mask(f, FACT_MODULE_TX_DISABLE, fill_bit(f, MODULE_DIAG, 110, 0xc0));
}

void fill_8472(const struct fill *f)
{
	static const char *const revision[] = {
		NULL, " 9.3", " 9.5", " 10.2", " 10.4", " 11.0", " 11.3", " 11.4", " 12.3", " 12.4",
	};
	uint8_t number = fill_byte(f, MODULE_MAIN, 94);
	char text[24];

	snprintf(text, sizeof(text), "SFF-8472%s",
		 number > 0 && number < sizeof(revision) / sizeof(revision[0]) ? revision[number] : "");
	if (module_has(f->image, MODULE_MAIN, 94, 1))
		fill_word(f, FACT_MODULE_MEMORY, text);
	facts_offer_num(f->near, FACT_MODULE_LANES, f->from, 1);
	identity(f);
	if (!has_diagnostics(f))
		return;
	readings(f);
	flags(f);
	states(f);
}
