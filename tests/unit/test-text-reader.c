// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"
#include "text/reader.h"

static void names(void **state)
{
	(void)state;
	for (unsigned int i = 0; text_readers[i]; i++) {
		assert_ptr_equal(text_reader_find(text_readers[i]->name), text_readers[i]);
		assert_true(text_readers[i]->help && text_readers[i]->line);
	}
	assert_null(text_reader_find("moon"));
	assert_null(text_reader_find(""));
}

static void yes_and_no(void **state)
{
	static const struct {
		const char *word;
		int yes;	/* -1: neither */
	} row[] = {
		{ "yes", 1 }, { "No", 0 }, { "on", 1 }, { "off", 0 }, { "enabled", 1 },
		{ "Disabled", 0 }, { "true", 1 }, { "down", 0 }, { "", -1 }, { "yes (auto)", -1 },
		{ "maybe", -1 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		bool yes = false;

		assert_int_equal(text_yes_no(row[i].word, &yes), row[i].yes >= 0);
		assert_int_equal(yes, row[i].yes > 0);
	}
}

static bool refuse(struct text_section *s, const struct text_key *key, const char *value)
{
	(void)s;
	(void)key;
	(void)value;
	return false;
}

static void key_lines(void **state)
{
	static const struct text_key keys[] = {
		{ "RX", text_take_bool, FACT_PAUSE_RX, 0 },
		{ "TX", text_take_bool, FACT_PAUSE_TX, 0 },
		{ "Driver", text_take_text, FACT_PORT_DRIVER, 0 },
		{ "Other", text_take_nothing, 0, 0 },
		{ "Never", refuse, 0, 0 },
		{ NULL, NULL, 0, 0 },
	};
	struct text_port port = { .sets = sets_new() };
	struct text_section s = { .port = &port };
	const struct facts *near = &port.sets->set[SET_NEAR];

	(void)state;
	assert_true(text_take_key(&s, keys, "RX: on  TX: off  Other: x"));
	help_fact_is("keys", near, FACT_PAUSE_RX, "yes");
	help_fact_is("keys", near, FACT_PAUSE_TX, "no");
	assert_true(text_take_key(&s, keys, "Driver: two  words"));
	help_fact_is("keys", near, FACT_PORT_DRIVER, "two  words");
	assert_false(text_take_key(&s, keys, "RX: perhaps"));
	assert_false(text_take_key(&s, keys, "Never: x"));
	assert_false(text_take_key(&s, keys, "Unknown: x"));
	assert_false(text_take_key(&s, keys, ""));
	sets_free(port.sets);
}

static void counters(void **state)
{
	struct text_port port = { .sets = sets_new() };
	struct text_section one = { .port = &port, .reader = &text_statistics, .serial = 1 };
	struct text_section two = { .port = &port, .reader = &text_statistics, .serial = 2 };
	struct text_section other = { .port = &port, .reader = &text_ip_link, .serial = 3 };
	const struct text_counter *crc = &port.counter[FACT_TOTAL_CRC - FACT_TOTAL_FIRST];

	(void)state;
	text_count(&one, FACT_TOTAL_CRC, 5);
	text_count(&one, FACT_TOTAL_CRC, 6);	/* another name for the same */
	assert_int_equal(crc->last, 5);
	text_count(&other, FACT_TOTAL_CRC, 9);	/* another tool */
	assert_int_equal(crc->last, 5);
	text_count(&two, FACT_TOTAL_CRC, 7);	/* later */
	assert_int_equal(crc->first, 5);
	assert_int_equal(crc->last, 7);
	text_count_most(&two, FACT_TOTAL_CRC, 8);
	assert_int_equal(crc->last, 8);
	assert_int_equal(crc->first, 5);
	text_count_most(&two, FACT_TOTAL_CRC, 1);
	assert_int_equal(crc->last, 8);
	sets_free(port.sets);
}

static void no_speed(void **state)
{
	static const int64_t none[] = { 0, -1, 65535, 4294967295, 4294967296 };

	(void)state;
	for (size_t i = 0; i < ROWS(none); i++) {
		struct text_port port = { .sets = sets_new() };
		struct text_section s = { .port = &port };

		text_speed(&s, none[i]);
		help_fact_is("speed", &port.sets->set[SET_NEAR], FACT_LINK_SPEED, "absent");
		text_speed(&s, 100);
		help_fact_is("speed", &port.sets->set[SET_NEAR], FACT_LINK_SPEED, "100 Mb/s");
		sets_free(port.sets);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(yes_and_no),
		cmocka_unit_test(key_lines),
		cmocka_unit_test(counters),
		cmocka_unit_test(no_speed),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-reader", tests, NULL, NULL);
}
