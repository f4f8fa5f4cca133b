/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODULE_FILL_H
#define MODULE_FILL_H

/* Shared by the three memory maps; everybody else includes "module/facts.h". */
#include "fact/fact.h"
#include "module/image.h"
#include "module/sff8024.h"

/* What all of it is read from and written to. */
struct fill {
	const struct module_image *image;
	enum fact_source from;
	struct facts *near;
};

void fill_8472(const struct fill *f);
void fill_8636(const struct fill *f);
void fill_cmis(const struct fill *f);

/* One byte, 0 if it was not read; one bit of it. */
uint8_t fill_byte(const struct fill *f, unsigned int place, unsigned int offset);
bool fill_bit(const struct fill *f, unsigned int place, unsigned int offset, uint8_t bit);

/* ASCII, padded with blanks or zeros; nothing when there is none. */
void fill_text(const struct fill *f, enum fact_id id, unsigned int place, unsigned int offset,
	       size_t len);
void fill_oui(const struct fill *f, unsigned int place, unsigned int offset);
void fill_date(const struct fill *f, unsigned int place, unsigned int offset);	/* YYMMDD */
void fill_name(const struct fill *f, enum fact_id id, enum sff_table table, unsigned int code);
void fill_word(const struct fill *f, enum fact_id id, const char *text);	/* NULL: nothing */
void fill_real(const struct fill *f, enum fact_id id, double real);	/* NAN: nothing */

/* "name" or ", name" behind what stands in out. */
void fill_append(char *out, size_t size, const char *name);

/* A raw number as it is meant: degrees, volts, milliamperes, dBm.  Rounded to what it resolves. */
typedef double (*fill_scale)(const struct fill *f, unsigned int raw);

double fill_temperature(const struct fill *f, unsigned int raw);	/* 1/256 C, signed */
double fill_voltage(const struct fill *f, unsigned int raw);		/* 100 uV */
double fill_bias(const struct fill *f, unsigned int raw);		/* 2 uA */
double fill_power(const struct fill *f, unsigned int raw);		/* 0.1 uW */
double fill_dbm(double tenth_uw);

/* Are these bytes all 00 or all FF, or were they not read? */
bool fill_blank(const struct fill *f, unsigned int place, unsigned int offset, size_t len);

/* Big-endian words of 16 bits. */
double fill_reading(const struct fill *f, unsigned int place, unsigned int offset,
		    fill_scale scale);
/* lanes of them; a word of FFFF is no reading of that lane.  Appends to reals. */
void fill_lanes(const struct fill *f, struct reals *reals, unsigned int place,
		unsigned int offset, unsigned int lanes, fill_scale scale);
void fill_reals(const struct fill *f, enum fact_id id, const struct reals *reals);
/* High alarm, low alarm, high warning, low warning, as all three maps have them. */
void fill_thresholds(const struct fill *f, enum fact_id id, unsigned int place,
		     unsigned int offset, fill_scale scale);

/* Lane numbers from 1 of the bits in mask; a known list, even when empty. */
void fill_mask(const struct fill *f, enum fact_id id, uint32_t mask);
/* An item of module.flags when a bit is set: "rx-power-low-alarm:1,3"; lanes false: no numbers. */
void fill_flag(const struct fill *f, const char *what, const char *which, uint32_t mask,
	       bool lanes);

#endif
