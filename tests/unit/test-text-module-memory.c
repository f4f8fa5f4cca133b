// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-module-help.h"

static void begins(void **state)
{
	static const struct {
		unsigned int code;
		enum module_layout layout;
		bool memory;
	} row[] = {
		{ CODE_SFP, LAYOUT_SFP, true }, { CODE_QSFP, LAYOUT_QSFP, false },
		{ CODE_CMIS, LAYOUT_CMIS, false }, { 0x01, LAYOUT_NONE, false },
		{ 0xff, LAYOUT_NONE, false },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct text_module *m = help_module(CODE_SFP, true);

		/* What the module in front left is gone. */
		help_take("Connector", "7");
		text_module_begin(&module_section, row[i].code, false);
		assert_int_equal(m->layout, row[i].layout);
		assert_false(m->bare);
		assert_int_equal(help_seen(FACT_MODULE_FORM), 1);
		assert_int_equal(help_seen(FACT_MODULE_MEMORY), row[i].memory);
		assert_int_equal(help_seen(FACT_MODULE_CONNECTOR), 0);
		assert_int_equal(m->page[PAGE_LOW][0], row[i].code);
		help_only("begin", PAGE_LOW, 1, "", 1);
	}
}

static void offsets(void **state)
{
	struct text_module *m = help_module(CODE_CMIS, false);

	(void)state;
	assert_ptr_equal(text_module_at(m, PAGE_LOW, 0), &m->page[PAGE_LOW][0]);
	assert_ptr_equal(text_module_at(m, PAGE_LOW, 127), &m->page[PAGE_LOW][127]);
	assert_ptr_equal(text_module_at(m, PAGE_HIGH, 128), &m->page[PAGE_HIGH][0]);
	assert_ptr_equal(text_module_at(m, PAGE_11, 255), &m->page[PAGE_11][127]);
}

static void numbers(void **state)
{
	static const struct {
		const char *value;
		bool bare;
		double factor;
		int word;	/* -1: refused */
	} row[] = {
		{ "3.2956 V", false, 10000, 32956 }, { "3.2956V", false, 10000, 32956 },
		{ "3.2956", true, 10000, 32956 }, { "3.2956", false, 10000, -1 },
		{ "3.2956 mW", false, 10000, -1 }, { "V", false, 10000, -1 },
		{ "", false, 10000, -1 }, { "N/A", true, 10000, -1 }, { "0x10 V", false, 1, -1 },
		{ "0 V", false, 1, 0 }, { "-0.00001 V", false, 10000, 0 },
		{ "-0.1 V", false, 10000, -1 }, { "-1", true, 1, -1 },
		{ "65535 V", false, 1, 65535 }, { "65536 V", false, 1, -1 },
		{ "1e300 V", false, 10000, -1 }, { "6.6 V", false, 10000, -1 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct text_module *m = help_module(CODE_QSFP, row[i].bare);
		const uint8_t want[] = { (uint8_t)(row[i].word >> 8), (uint8_t)row[i].word };

		assert_int_equal(text_module_number(m, row[i].value, "V", row[i].factor, PAGE_LOW, 26),
				 row[i].word >= 0);
		help_only(row[i].value, PAGE_LOW, 26, row[i].word >= 0 ? want : (uint8_t[2]){ 0 }, 2);
	}
}

/* A word with a sign ends at half of what one without does. */
static void degrees(void **state)
{
	static const struct {
		const char *value;
		bool bare;
		int word;	/* -1: refused */
	} row[] = {
		{ "-1 degrees C", false, 0xff00 }, { "-128 degrees C", false, 0x8000 },
		{ "-129 degrees C", false, -1 }, { "127.996 degrees C", false, 0x7fff },
		{ "128 degrees C", false, -1 }, { "255", true, -1 }, { "-40", true, 0xd800 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct text_module *m = help_module(CODE_QSFP, row[i].bare);
		const uint8_t want[] = { (uint8_t)(row[i].word >> 8), (uint8_t)row[i].word };

		assert_int_equal(text_module_number(m, row[i].value, MODULE_DEGREES, 256, PAGE_LOW, 22),
				 row[i].word >= 0);
		help_only(row[i].value, PAGE_LOW, 22, row[i].word >= 0 ? want : (uint8_t[2]){ 0 }, 2);
	}
}

static void lines_are_counted(void **state)
{
	struct text_module *m = help_module(CODE_QSFP, false);

	(void)state;
	for (int i = 1; i <= 300; i++) {
		text_module_seen(m, FACT_MODULE_FLAGS);
		assert_int_equal(help_seen(FACT_MODULE_FLAGS), i < 255 ? i : 255);
	}
	text_module_seen(m, FACT_MODULE_TX_DISABLE);
	assert_int_equal(help_seen(FACT_MODULE_TX_DISABLE), 1);
	assert_int_equal(help_seen(FACT_MODULE_FORM), 1);
}

/* Lanes or limits that were cut off are not 0. */
static void lines_that_miss(void **state)
{
	static const char *const limits[][2] = {
		{ "Module voltage high alarm threshold", "3.6000 V" },
		{ "Module voltage low alarm threshold", "3.0000 V" },
		{ "Module voltage high warning threshold", "3.5000 V" },
		{ "Module voltage low warning threshold", "3.1000 V" },
	};
	static const struct {
		unsigned int code, lanes;
		const char *want;
	} row[] = {
		{ CODE_QSFP, 4, "6 6 6 6 mA" }, { CODE_CMIS, 8, "6 6 6 6 6 6 6 6 mA" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		for (unsigned int missing = 0; missing <= row[i].lanes; missing++) {
			help_module(row[i].code, false);
			help_take("Module temperature", "31.00 degrees C");
			for (unsigned int lane = 1; lane <= row[i].lanes; lane++) {
				char key[64];

				snprintf(key, sizeof(key), "Laser tx bias current (Channel %u)", lane);
				if (lane != missing)
					help_take(key, "6.000 mA");
			}
			help_fact_is("lanes", help_module_facts(), FACT_MODULE_TX_BIAS,
				     missing ? NULL : row[i].want);
		}
	for (size_t missing = 0; missing <= ROWS(limits); missing++) {
		help_module(CODE_QSFP, false);
		help_take("Module voltage", "3.3 V");
		for (size_t i = 0; i < ROWS(limits); i++)
			if (i != missing)
				help_take(limits[i][0], limits[i][1]);
		help_fact_is("limits", help_module_facts(), FACT_MODULE_THRESHOLDS_VOLTAGE,
			     missing < ROWS(limits) ? NULL : "3 3.10 3.50 3.60 V");
	}
}

/* What was not said is no fact, though its byte is there and 0. */
static void only_what_was_seen(void **state)
{
	(void)state;
	help_module(CODE_SFP, false);
	help_take("Vendor PN", "EO-1");
	help_facts_are("one line", "near", help_module_facts(),
		       "module.form: SFP\nmodule.memory: SFF-8472\nmodule.part: EO-1\n");
	assert_int_equal(facts_get(&module_port.sets->set[SET_NEAR], FACT_MODULE_PART)->source,
			 FROM_PASTE);
	help_module(0x01, false);
	help_take("Vendor PN", "EO-1");
	help_fact_is("no layout", help_module_facts(), FACT_MODULE_PART, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(begins),
		cmocka_unit_test(offsets),
		cmocka_unit_test(numbers),
		cmocka_unit_test(degrees),
		cmocka_unit_test(lines_are_counted),
		cmocka_unit_test(lines_that_miss),
		cmocka_unit_test(only_what_was_seen),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-module-memory", tests, NULL, help_module_fini);
}
