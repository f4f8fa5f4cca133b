// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * QSFP-DD, OSFP and later: CMIS 5.2, up to 16 lanes in banks of 8.  Offsets are
 * decimal, as in its tables.  Lanes towards the port (host) and towards the
 * cable (media) are counted apart: data path and configuration are of the host
 * side, light is of the media side.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "module/fill.h"

#define BANK_LANES 8
#define BANKS 2
#define APPLICATIONS 8
#define PAGE_1 MODULE_PLACE(0x50, 0, 1)
#define PAGE_2 MODULE_PLACE(0x50, 0, 2)
#define CONTROLS(bank) MODULE_PLACE(0x50, bank, 0x10)
#define STATES(bank) MODULE_PLACE(0x50, bank, 0x11)

/* 8.2.11, four bytes from 86 on: an application that the module can run. */
struct application {
	uint8_t host, media;		/* table 4-5, and one of 4-6 to 4-10 */
	unsigned int host_lanes, media_lanes, instances;
};

static unsigned int ones(uint8_t byte)
{
	unsigned int count = 0;

	for (; byte; byte &= (uint8_t)(byte - 1))
		count++;
	return count;
}

/* number from 1; false: there is none of that number. */
static bool application(const struct fill *f, unsigned int number, struct application *app)
{
	unsigned int at = 86 + 4 * (number - 1);

	if (number < 1 || number > APPLICATIONS || !module_has(f->image, MODULE_MAIN, at, 4) ||
	    fill_byte(f, MODULE_MAIN, at) == 0xff || fill_byte(f, MODULE_MAIN, at) == 0)
		return false;
	app->host = fill_byte(f, MODULE_MAIN, at);
	app->media = fill_byte(f, MODULE_MAIN, at + 1);
	app->host_lanes = fill_byte(f, MODULE_MAIN, at + 2) >> 4;
	app->media_lanes = fill_byte(f, MODULE_MAIN, at + 2) & 0x0f;
	app->instances = ones(fill_byte(f, MODULE_MAIN, at + 3));
	return true;
}

/* 8.13.6: bytes 206 to 213, the application of each host lane in bits 7 to 4.  Else the first. */
static bool in_use(const struct fill *f, struct application *app)
{
	for (unsigned int lane = 0; lane < BANK_LANES; lane++)
		if (application(f, fill_byte(f, STATES(0), 206 + lane) >> 4, app))
			return true;
	return application(f, 1, app);
}

/* Byte 85: which table the media codes are of. */
static const struct sff_row *media_row(const struct fill *f, uint8_t code)
{
	switch (fill_byte(f, MODULE_MAIN, 85)) {
	case 1:
		return sff_row(SFF_MMF, code);
	case 2:
		return sff_row(SFF_SMF, code);
	case 5:
		return sff_row(SFF_MEDIA_BASE_T, code);
	default:
		return NULL;
	}
}

static const char *medium(const struct fill *f)
{
	switch (fill_byte(f, MODULE_MAIN, 85)) {
	case 1:
	case 2:
		return "optics";
	case 3:
		return "passive-copper";
	case 4:		/* page 0 byte 212: lasers below 10, copper above, lasers again from 16 on */
		return fill_byte(f, MODULE_MAIN, 212) >= 10 && fill_byte(f, MODULE_MAIN, 212) < 16 ?
		       "active-copper" : "active-optical";
	case 5:
		return "base-t";
	default:
		return NULL;
	}
}

static bool is_optical(const struct fill *f)
{
	const char *name = medium(f);

	return name && (strcmp(name, "optics") == 0 || strcmp(name, "active-optical") == 0);
}

static void type(const struct fill *f)
{
	const struct sff_row *host, *media;
	struct application app;

	fill_word(f, FACT_MODULE_MEDIUM, medium(f));
	if (!in_use(f, &app))
		return;
	host = sff_row(SFF_HOST, app.host);
	media = media_row(f, app.media);
	fill_word(f, FACT_MODULE_HOST, host ? host->name : NULL);
	fill_word(f, FACT_MODULE_FEC, host ? host->fec : NULL);
	fill_word(f, FACT_MODULE_TYPE, media ? media->name : host ? host->name : NULL);
}

/* Page 0 byte 202 of a cable; page 1 bytes 132 to 136 of what fibres are plugged into. */
static void reach(const struct fill *f)
{
	static const double cable_m[] = { 0.1, 1, 10, 100 };
	uint8_t cable = fill_byte(f, MODULE_MAIN, 202), single = fill_byte(f, PAGE_1, 132);
	double longest_m = cable_m[cable >> 6] * (cable & 0x3f);

	if (!(longest_m > 0) && module_has(f->image, PAGE_1, 132, 5)) {
		longest_m = (single >> 6 == 0 ? 100 : 1000) * (single & 0x3f);
		for (unsigned int i = 133; i <= 135; i++)	/* OM5, OM4, OM3 */
			longest_m = fmax(longest_m, 2 * fill_byte(f, PAGE_1, i));
		longest_m = fmax(longest_m, fill_byte(f, PAGE_1, 136));
	}
	fill_real(f, FACT_MODULE_REACH, longest_m > 0 ? round(longest_m * 10) / 10 : NAN);
}

/* The most lanes that the applications need, towards the port and towards the cable. */
static void lanes_needed(const struct fill *f, unsigned int *host, unsigned int *media)
{
	struct application app;

	*host = *media = 0;
	for (unsigned int number = 1; number <= APPLICATIONS; number++) {
		if (!application(f, number, &app))
			continue;
		if (app.host_lanes * app.instances > *host)
			*host = app.host_lanes * app.instances;
		if (app.media_lanes * app.instances > *media)
			*media = app.media_lanes * app.instances;
	}
	*host = *host < BANKS * BANK_LANES ? *host : BANKS * BANK_LANES;
	*media = *media < BANKS * BANK_LANES ? *media : BANKS * BANK_LANES;
}

/*
 * Page 0 byte 210 has a bit for each of the first 8 that is not there; where it
 * was left 0, there are as many as the applications need.
 */
static unsigned int media_lanes(const struct fill *f)
{
	unsigned int built = BANK_LANES - ones(fill_byte(f, MODULE_MAIN, 210)), host, needed;

	lanes_needed(f, &host, &needed);
	return needed > 0 && (needed < built || needed > BANK_LANES) ? needed : built;
}

static void identity(const struct fill *f)
{
	unsigned int class = 1 + (fill_byte(f, MODULE_MAIN, 200) >> 5);

	type(f);
	if (!module_has(f->image, MODULE_MAIN, 129, 84))
		return;
	fill_name(f, FACT_MODULE_CONNECTOR, SFF_CONNECTOR, fill_byte(f, MODULE_MAIN, 203));
	reach(f);
	facts_offer_num(f->near, FACT_MODULE_LANES, f->from, media_lanes(f));
	facts_offer_num(f->near, FACT_MODULE_POWER_CLASS, f->from, class);
	fill_real(f, FACT_MODULE_POWER, fill_byte(f, MODULE_MAIN, 201) * 0.25);
	fill_text(f, FACT_MODULE_VENDOR, MODULE_MAIN, 129, 16);
	fill_oui(f, MODULE_MAIN, 145);
	fill_text(f, FACT_MODULE_PART, MODULE_MAIN, 148, 16);
	fill_text(f, FACT_MODULE_REVISION, MODULE_MAIN, 164, 2);
	fill_text(f, FACT_MODULE_SERIAL, MODULE_MAIN, 166, 16);
	fill_date(f, MODULE_MAIN, 182);
	if (is_optical(f) && module_has(f->image, PAGE_1, 138, 2) && !fill_blank(f, PAGE_1, 138, 2)) {
		struct cur c = module_cur(f->image, PAGE_1, 138, 2);

		fill_real(f, FACT_MODULE_WAVELENGTH, cur_be16(&c) / 20.0);
	}
}

/* Page 1 byte 160 bits 4 and 3: the current counts once, twice or four times. */
static double bias(const struct fill *f, unsigned int raw)
{
	return fill_bias(f, raw) * (1 << ((fill_byte(f, PAGE_1, 160) >> 3) & 0x03));
}

static void lanes(const struct fill *f, enum fact_id id, unsigned int offset, fill_scale scale)
{
	struct reals reals = { .count = 0 };
	unsigned int count = media_lanes(f);

	for (unsigned int bank = 0; bank < BANKS && bank * BANK_LANES < count; bank++) {
		unsigned int left = count - bank * BANK_LANES;

		fill_lanes(f, &reals, STATES(bank), offset, left < BANK_LANES ? left : BANK_LANES,
			   scale);
	}
	fill_reals(f, id, &reals);
}

/* Page 1 bytes 159 and 160 say what is measured at all. */
static void readings(const struct fill *f)
{
	uint8_t module = fill_byte(f, PAGE_1, 159), lane = fill_byte(f, PAGE_1, 160);

	if (module & 0x01 && !fill_blank(f, MODULE_MAIN, 14, 2))
		fill_real(f, FACT_MODULE_TEMPERATURE,
			  fill_reading(f, MODULE_MAIN, 14, fill_temperature));
	if (module & 0x02 && !fill_blank(f, MODULE_MAIN, 16, 2))
		fill_real(f, FACT_MODULE_VOLTAGE, fill_reading(f, MODULE_MAIN, 16, fill_voltage));
	if (module & 0x01)
		fill_thresholds(f, FACT_MODULE_THRESHOLDS_TEMPERATURE, PAGE_2, 128,
				fill_temperature);
	if (module & 0x02)
		fill_thresholds(f, FACT_MODULE_THRESHOLDS_VOLTAGE, PAGE_2, 136, fill_voltage);
	/* All three at once: a module that is not ready, or a driver that hands out nothing. */
	if (!is_optical(f) || fill_blank(f, STATES(0), 154, 48))
		return;
	if (lane & 0x01) {
		lanes(f, FACT_MODULE_TX_BIAS, 170, bias);
		fill_thresholds(f, FACT_MODULE_THRESHOLDS_TX_BIAS, PAGE_2, 184, bias);
	}
	if (lane & 0x02) {
		lanes(f, FACT_MODULE_TX_POWER, 154, fill_power);
		fill_thresholds(f, FACT_MODULE_THRESHOLDS_TX_POWER, PAGE_2, 176, fill_power);
	}
	if (lane & 0x04) {
		lanes(f, FACT_MODULE_RX_POWER, 186, fill_power);
		fill_thresholds(f, FACT_MODULE_THRESHOLDS_RX_POWER, PAGE_2, 192, fill_power);
	}
}

/* A byte of page 11h, of both banks, cut to so many lanes. */
static uint32_t lane_mask(const struct fill *f, unsigned int place, unsigned int offset,
			  unsigned int count)
{
	uint32_t mask = fill_byte(f, place, offset) |
			(uint32_t)fill_byte(f, place | 1U << 8, offset) << BANK_LANES;

	return mask & ((1U << count) - 1);
}

static void flags(const struct fill *f)
{
	static const struct {
		const char *what, *which;
		uint8_t bit;
	} module[] = {
		{ "temperature", "high-alarm", 0x01 }, { "temperature", "low-alarm", 0x02 },
		{ "temperature", "high-warning", 0x04 }, { "temperature", "low-warning", 0x08 },
		{ "voltage", "high-alarm", 0x10 }, { "voltage", "low-alarm", 0x20 },
		{ "voltage", "high-warning", 0x40 }, { "voltage", "low-warning", 0x80 },
	};
	static const struct {
		const char *what;
		unsigned int offset;
	} lane[] = { { "tx-power", 139 }, { "tx-bias", 143 }, { "rx-power", 149 } };
	static const char *const which[] = { "high-alarm", "low-alarm", "high-warning",
					     "low-warning" };

	facts_offer_list(f->near, FACT_MODULE_FLAGS, f->from);
	for (size_t i = 0; i < sizeof(module) / sizeof(module[0]); i++)
		fill_flag(f, module[i].what, module[i].which,
			  fill_bit(f, MODULE_MAIN, 9, module[i].bit), false);
	for (size_t i = 0; is_optical(f) && i < sizeof(lane) / sizeof(lane[0]); i++)
		for (unsigned int k = 0; k < 4; k++)
			fill_flag(f, lane[i].what, which[k],
				  lane_mask(f, STATES(0), lane[i].offset + k, media_lanes(f)), true);
}

/* Four bits a host lane, the first lane in the lower half. */
static void lane_words(const struct fill *f, enum fact_id id, unsigned int offset,
		       unsigned int count, const char *const name[static 16])
{
	char other[16];

	facts_offer_list(f->near, id, f->from);
	for (unsigned int lane = 0; lane < count; lane++) {
		uint8_t byte = fill_byte(f, STATES(lane / BANK_LANES),
					 offset + lane % BANK_LANES / 2);
		unsigned int code = lane % 2 ? byte >> 4 : byte & 0x0f;

		snprintf(other, sizeof(other), "code-%u", code);
		facts_list_add(f->near, id, f->from, name[code] ? name[code] : other);
	}
}

static const char *const path_name[16] = {	/* table 8-76 */
	[1] = "deactivated", [2] = "initializing", [3] = "deinitializing", [4] = "activated",
	[5] = "tx-turning-on", [6] = "tx-turning-off", [7] = "initialized",
};

static const char *const config_name[16] = {	/* table 8-81, ConfigStatus */
	[0] = "undefined", [1] = "accepted", [2] = "rejected", [3] = "rejected-application",
	[4] = "rejected-data-path", [5] = "rejected-signal-integrity", [6] = "rejected-lanes-in-use",
	[7] = "rejected-part-of-path", [12] = "in-progress",
};

/* Page 1 bytes 157 and 158 say which flags mean anything, 155 whether lanes can be disabled. */
static void states(const struct fill *f)
{
	uint8_t tx = fill_byte(f, PAGE_1, 157), rx = fill_byte(f, PAGE_1, 158);
	unsigned int media = media_lanes(f), host, needed;

	lanes_needed(f, &host, &needed);
	if (host > 0) {
		lane_words(f, FACT_MODULE_DATA_PATH, 128, host, path_name);
		lane_words(f, FACT_MODULE_CONFIG, 202, host, config_name);
	}
	if (tx & 0x01)
		fill_mask(f, FACT_MODULE_TX_FAULT, lane_mask(f, STATES(0), 135, media));
	if (tx & 0x02)
		fill_mask(f, FACT_MODULE_TX_LOS, lane_mask(f, STATES(0), 136, host));
	if (tx & 0x04)
		fill_mask(f, FACT_MODULE_TX_LOL, lane_mask(f, STATES(0), 137, host));
	if (rx & 0x02)
		fill_mask(f, FACT_MODULE_RX_LOS, lane_mask(f, STATES(0), 147, media));
	if (rx & 0x04)
		fill_mask(f, FACT_MODULE_RX_LOL, lane_mask(f, STATES(0), 148, media));
	if (fill_bit(f, PAGE_1, 155, 0x02) && module_has(f->image, CONTROLS(0), 130, 1))
		fill_mask(f, FACT_MODULE_TX_DISABLE, lane_mask(f, CONTROLS(0), 130, media));
}

void fill_cmis(const struct fill *f)
{
	static const char *const state[] = {
		[1] = "low-power", [2] = "powering-up", [3] = "ready", [4] = "powering-down",
		[5] = "fault", [7] = NULL,
	};
	uint8_t revision = fill_byte(f, MODULE_MAIN, 1);
	char text[24];

	snprintf(text, sizeof(text), "CMIS %u.%u", revision >> 4, revision & 0x0fU);
	if (module_has(f->image, MODULE_MAIN, 1, 1))
		fill_word(f, FACT_MODULE_MEMORY, text);
	fill_word(f, FACT_MODULE_STATE, state[fill_byte(f, MODULE_MAIN, 3) >> 1 & 0x07]);
	identity(f);
	if (!module_has(f->image, PAGE_1, 155, 6))
		return;
	readings(f);
	if (!module_has(f->image, STATES(0), 128, 86))
		return;
	flags(f);
	states(f);
}
