// SPDX-License-Identifier: GPL-3.0-or-later
#include "module/fill.h"

#include <math.h>

#include "test-module-help.h"

static struct facts near;
static struct rom rom;
static struct module_image image;
static const struct fill f = { .image = &image, .from = FROM_IOCTL, .near = &near };
static uint8_t *low;

static int blank(void **state)
{
	(void)state;
	memset(&near, 0, sizeof(near));
	rom.len = 0;
	low = rom_part(&rom, 0x50, 0, 0, 0);
	module_image_read(&image, rom.bytes, rom.len);
	return 0;
}

static void text_is(const char *bytes, const char *want)
{
	memset(&near, 0, sizeof(near));
	memcpy(low + 20, bytes, 16);
	fill_text(&f, FACT_MODULE_VENDOR, MODULE_MAIN, 20, 16);
	help_fact_is(bytes, &near, FACT_MODULE_VENDOR, want);
}

static void texts(void **state)
{
	(void)state;
	text_is("ACME            ", "ACME");
	text_is("  ACME Ltd      ", "ACME Ltd");
	text_is("0123456789abcdef", "0123456789abcdef");
	text_is("ACME\0\0\0\0\0\0\0\0\0\0\0\0", "ACME");
	text_is("                ", NULL);
	text_is("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", NULL);
	text_is("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", NULL);
	text_is("AC\x01ME           ", NULL);
	/* Not read. */
	memset(&near, 0, sizeof(near));
	fill_text(&f, FACT_MODULE_VENDOR, MODULE_MAIN, 120, 16);
	help_fact_is("not read", &near, FACT_MODULE_VENDOR, NULL);
}

static void dates_and_numbers_of_makers(void **state)
{
	(void)state;
	memcpy(low + 84, "190412", 6);
	fill_date(&f, MODULE_MAIN, 84);
	help_fact_is("date", &near, FACT_MODULE_DATE, "2019-04-12");
	assert_int_equal(near.item[FACT_MODULE_DATE].source, FROM_IOCTL);
	memset(&near, 0, sizeof(near));
	memcpy(low + 84, "19 412", 6);
	fill_date(&f, MODULE_MAIN, 84);
	help_fact_is("no date", &near, FACT_MODULE_DATE, NULL);
	fill_oui(&f, MODULE_MAIN, 37);
	help_fact_is("no number", &near, FACT_MODULE_OUI, NULL);
	memcpy(low + 37, "\x00\x17\x6a", 3);
	fill_oui(&f, MODULE_MAIN, 37);
	help_fact_is("number", &near, FACT_MODULE_OUI, "00:17:6a");
}

static void scales(void **state)
{
	(void)state;
	assert_true(fabs(fill_temperature(&f, 0x1f80) - 31.5) < 1e-9);
	assert_true(fabs(fill_temperature(&f, 0xff00) + 1) < 1e-9);
	assert_true(fabs(fill_voltage(&f, 33000) - 3.3) < 1e-9);
	assert_true(fabs(fill_bias(&f, 3250) - 6.5) < 1e-9);
	assert_true(fabs(fill_power(&f, 10000)) < 1e-9);
	assert_true(fabs(fill_power(&f, 1) + 40) < 1e-9);
	assert_true(fabs(fill_power(&f, 0) + 40) < 1e-9);
	assert_true(fabs(fill_dbm(-3) + 40) < 1e-9);
	assert_true(fabs(fill_dbm(NAN) + 40) < 1e-9);
}

static void lanes_without_a_reading(void **state)
{
	struct reals reals = { .count = 0 };

	(void)state;
	WORDS(low, 34, 10000, 0xffff, 0, 1000);
	fill_lanes(&f, &reals, MODULE_MAIN, 34, 4, fill_power);
	fill_reals(&f, FACT_MODULE_RX_POWER, &reals);
	help_fact_is("lanes", &near, FACT_MODULE_RX_POWER, "0 - -40 -10 dBm");
	reals = (struct reals){ { NAN, NAN }, 2 };
	fill_reals(&f, FACT_MODULE_TX_POWER, &reals);
	help_fact_is("none", &near, FACT_MODULE_TX_POWER, NULL);
}

/* Limits that were never written, and ones of which only the alarms were. */
static void limits(void **state)
{
	static const struct {
		int at[4];
		const char *want;
	} row[] = {
		{ { 80 * 256, 0, 70 * 256, 5 * 256 }, "0 5 70 80 C" },
		{ { 80 * 256, 0, 0, 0 }, "0 - - 80 C" },
		{ { 0, 80 * 256, 5 * 256, 70 * 256 }, NULL },
		{ { 0, 0, 0, 0 }, NULL },
		{ { 0xffff, 0xffff, 0xffff, 0xffff }, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		memset(&near, 0, sizeof(near));
		rom_words(low, 0, row[i].at, 4);
		fill_thresholds(&f, FACT_MODULE_THRESHOLDS_TEMPERATURE, MODULE_MAIN, 0,
				fill_temperature);
		help_fact_is("limits", &near, FACT_MODULE_THRESHOLDS_TEMPERATURE, row[i].want);
	}
}

static void masks_and_flags(void **state)
{
	(void)state;
	fill_mask(&f, FACT_MODULE_RX_LOS, 0);
	help_fact_is("none", &near, FACT_MODULE_RX_LOS, "none");
	fill_mask(&f, FACT_MODULE_TX_LOS, 0x8005);
	help_fact_is("lanes", &near, FACT_MODULE_TX_LOS, "1 3 16");
	fill_flag(&f, "rx-power", "low-alarm", 0, true);
	help_fact_is("no flag", &near, FACT_MODULE_FLAGS, NULL);
	fill_flag(&f, "rx-power", "low-alarm", 0x05, true);
	fill_flag(&f, "voltage", "high-alarm", 1, false);
	help_fact_is("flags", &near, FACT_MODULE_FLAGS, "rx-power-low-alarm:1,3 voltage-high-alarm");
}

static void names(void **state)
{
	char text[16] = "";

	(void)state;
	fill_name(&f, FACT_MODULE_CONNECTOR, SFF_CONNECTOR, 0x07);
	help_fact_is("known", &near, FACT_MODULE_CONNECTOR, "LC");
	fill_append(text, sizeof(text), "1000BASE-T");
	fill_append(text, sizeof(text), "and more than fits");
	assert_string_equal(text, "1000BASE-T, and");
	fill_real(&f, FACT_MODULE_REACH, NAN);
	help_fact_is("no number", &near, FACT_MODULE_REACH, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(texts, blank),
		cmocka_unit_test_setup(dates_and_numbers_of_makers, blank),
		cmocka_unit_test_setup(scales, blank),
		cmocka_unit_test_setup(lanes_without_a_reading, blank),
		cmocka_unit_test_setup(limits, blank),
		cmocka_unit_test_setup(masks_and_flags, blank),
		cmocka_unit_test_setup(names, blank),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("module-fill", tests, NULL, NULL);
}
