// SPDX-License-Identifier: GPL-3.0-or-later
#include "module/fill.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NO_LIGHT_DBM (-40)

uint8_t fill_byte(const struct fill *f, unsigned int place, unsigned int offset)
{
	return module_byte(f->image, place, offset);
}

bool fill_bit(const struct fill *f, unsigned int place, unsigned int offset, uint8_t bit)
{
	return fill_byte(f, place, offset) & bit;
}

void fill_word(const struct fill *f, enum fact_id id, const char *text)
{
	if (text && text[0])
		facts_offer_text(f->near, id, f->from, text);
}

void fill_real(const struct fill *f, enum fact_id id, double real)
{
	if (isfinite(real))
		facts_offer_real(f->near, id, f->from, real);
}

void fill_text(const struct fill *f, enum fact_id id, unsigned int place, unsigned int offset,
	       size_t len)
{
	struct cur c = module_cur(f->image, place, offset, len);
	const uint8_t *bytes = cur_bytes(&c, len);
	char text[32];
	size_t n = 0;

	for (size_t i = 0; bytes && i < len && bytes[i]; i++) {
		if (n == 0 && bytes[i] == ' ')
			continue;
		if (!isprint(bytes[i]) || n + 1 == sizeof(text))
			return;
		text[n++] = (char)bytes[i];
	}
	while (n > 0 && text[n - 1] == ' ')
		n--;
	text[n] = '\0';
	fill_word(f, id, text);
}

void fill_oui(const struct fill *f, unsigned int place, unsigned int offset)
{
	struct cur c = module_cur(f->image, place, offset, 3);
	const uint8_t *oui = cur_bytes(&c, 3);
	char text[12];

	if (!oui || fill_blank(f, place, offset, 3))
		return;
	snprintf(text, sizeof(text), "%02x:%02x:%02x", oui[0], oui[1], oui[2]);
	fill_word(f, FACT_MODULE_OUI, text);
}

void fill_date(const struct fill *f, unsigned int place, unsigned int offset)
{
	struct cur c = module_cur(f->image, place, offset, 6);
	const uint8_t *date = cur_bytes(&c, 6);
	char text[16];

	for (size_t i = 0; i < 6; i++)
		if (!date || !isdigit(date[i]))
			return;
	snprintf(text, sizeof(text), "20%c%c-%c%c-%c%c", date[0], date[1], date[2], date[3], date[4],
		 date[5]);
	fill_word(f, FACT_MODULE_DATE, text);
}

void fill_name(const struct fill *f, enum fact_id id, enum sff_table table, unsigned int code)
{
	const struct sff_row *row = sff_row(table, code);

	fill_word(f, id, row ? row->name : NULL);
}

void fill_append(char *out, size_t size, const char *name)
{
	size_t used = strlen(out);

	snprintf(out + used, size - used, "%s%s", used ? ", " : "", name);
}

static double round_to(double real, double step)
{
	return round(real / step) * step;
}

double fill_temperature(const struct fill *f, unsigned int raw)
{
	(void)f;
	return round_to((int16_t)raw / 256.0, 0.01);
}

double fill_voltage(const struct fill *f, unsigned int raw)
{
	(void)f;
	return round_to(raw * 1e-4, 1e-4);
}

double fill_bias(const struct fill *f, unsigned int raw)
{
	(void)f;
	return round_to(raw * 2e-3, 1e-3);
}

double fill_dbm(double tenth_uw)
{
	if (!(tenth_uw >= 1))
		return NO_LIGHT_DBM;
	return round_to(10 * log10(tenth_uw * 1e-4), 0.01);
}

double fill_power(const struct fill *f, unsigned int raw)
{
	(void)f;
	return fill_dbm(raw);
}

bool fill_blank(const struct fill *f, unsigned int place, unsigned int offset, size_t len)
{
	struct cur c = module_cur(f->image, place, offset, len);
	const uint8_t *bytes = cur_bytes(&c, len);

	if (!bytes || (bytes[0] != 0x00 && bytes[0] != 0xff))
		return !bytes;
	for (size_t i = 1; i < len; i++)
		if (bytes[i] != bytes[0])
			return false;
	return true;
}

double fill_reading(const struct fill *f, unsigned int place, unsigned int offset,
		    fill_scale scale)
{
	struct cur c = module_cur(f->image, place, offset, 2);
	uint16_t raw = cur_be16(&c);

	return c.short_read ? NAN : scale(f, raw);
}

void fill_lanes(const struct fill *f, struct reals *reals, unsigned int place,
		unsigned int offset, unsigned int lanes, fill_scale scale)
{
	for (unsigned int i = 0; i < lanes && reals->count < FACT_REALS_MAX; i++) {
		struct cur c = module_cur(f->image, place, offset + 2 * i, 2);
		uint16_t raw = cur_be16(&c);

		reals->at[reals->count++] = c.short_read || raw == 0xffff ? NAN : scale(f, raw);
	}
}

void fill_reals(const struct fill *f, enum fact_id id, const struct reals *reals)
{
	for (unsigned int i = 0; i < reals->count; i++)
		if (!isnan(reals->at[i])) {
			facts_offer_reals(f->near, id, f->from, reals);
			return;
		}
}

/* Limits in the wrong order were never written: no limits, rather than an alarm for ever. */
void fill_thresholds(const struct fill *f, enum fact_id id, unsigned int place,
		     unsigned int offset, fill_scale scale)
{
	double high_alarm, low_alarm, high_warning, low_warning;
	struct reals reals = { .count = 4 };

	if (fill_blank(f, place, offset, 8))
		return;
	high_alarm = fill_reading(f, place, offset, scale);
	low_alarm = fill_reading(f, place, offset + 2, scale);
	high_warning = fill_reading(f, place, offset + 4, scale);
	low_warning = fill_reading(f, place, offset + 6, scale);
	reals.at[0] = high_alarm > low_alarm ? low_alarm : NAN;
	reals.at[1] = high_warning > low_warning ? low_warning : NAN;
	reals.at[2] = high_warning > low_warning ? high_warning : NAN;
	reals.at[3] = high_alarm > low_alarm ? high_alarm : NAN;
	fill_reals(f, id, &reals);
}

static void lane_numbers(uint32_t mask, char *out, size_t size)
{
	size_t used = 0;

	out[0] = '\0';
	for (unsigned int i = 0; i < 32 && used < size; i++)
		if (mask & 1U << i)
			used += (size_t)snprintf(out + used, size - used, "%s%u", used ? "," : "",
						 i + 1);
}

void fill_mask(const struct fill *f, enum fact_id id, uint32_t mask)
{
	char number[8];

	facts_offer_list(f->near, id, f->from);
	for (unsigned int i = 0; i < 32; i++) {
		if (!(mask & 1U << i))
			continue;
		snprintf(number, sizeof(number), "%u", i + 1);
		facts_list_add(f->near, id, f->from, number);
	}
}

void fill_flag(const struct fill *f, const char *what, const char *which, uint32_t mask,
	       bool lanes)
{
	char text[128], numbers[64];

	if (!mask)
		return;
	lane_numbers(mask, numbers, sizeof(numbers));
	snprintf(text, sizeof(text), "%s-%s%s%s", what, which, lanes ? ":" : "",
		 lanes ? numbers : "");
	facts_list_add(f->near, FACT_MODULE_FLAGS, f->from, text);
}
