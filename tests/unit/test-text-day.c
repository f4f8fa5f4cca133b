// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "text/day.h"

#define HOUR 3600.0

/* Each less than a day behind the one before: only those of the last day count. */
static void a_chain_is_no_day(void **state)
{
	struct text_day day = { 0 };

	(void)state;
	for (int i = 0; i < 10; i++)
		text_day_add(&day, i * 20 * HOUR, -1);
	assert_int_equal(text_day_count(&day, 180 * HOUR), 2);
	assert_int_equal(text_day_count(&day, 180 * HOUR + 12 * HOUR), 1);
	assert_int_equal(text_day_count(&day, 180 * HOUR + 25 * HOUR), 0);
	assert_float_equal(day.last_s, 180 * HOUR, 0);
}

static void never_more_than_a_day(void **state)
{
	(void)state;
	for (int i = 0; i < 200; i++) {
		struct text_day day = { 0 };
		double age_s = i * 0.25 * HOUR;

		text_day_add(&day, 5000, -1);
		assert_int_equal(text_day_count(&day, 5000 + age_s), age_s < 23 * HOUR + 2200);
	}
}

static void many_are_all_counted(void **state)
{
	struct text_day day = { 0 };

	(void)state;
	for (int i = 0; i < 5000; i++)
		text_day_add(&day, 1e6 + i * 10, i == 2000 ? 7.5 : 2);
	assert_int_equal(text_day_count(&day, 1e6 + 50000), 5000);
	assert_float_equal(text_day_longest(&day, 1e6 + 50000), 7.5, 0);
	/* That one lies further back than a day. */
	assert_float_equal(text_day_longest(&day, 1e6 + 20000 + 25 * HOUR), 2, 0);
}

static void without_times_all_count(void **state)
{
	struct text_day day = { 0 };

	(void)state;
	assert_int_equal(text_day_count(&day, 100 * HOUR), 0);
	assert_true(text_day_longest(&day, 100 * HOUR) < 0);
	text_day_add(&day, -1, -1);
	text_day_add(&day, -1, -1);
	assert_int_equal(text_day_count(&day, 100 * HOUR), 2);
	assert_true(text_day_longest(&day, 100 * HOUR) < 0);
	text_day_add(&day, 3 * HOUR, 4);
	assert_int_equal(text_day_count(&day, -1), 3);
	assert_float_equal(text_day_longest(&day, -1), 4, 0);
}

/* Another boot: the clock begins again, and what was later on the former is not lost. */
static void a_clock_may_go_back(void **state)
{
	struct text_day day = { 0 };

	(void)state;
	text_day_add(&day, 100 * HOUR, 3);
	text_day_add(&day, 5 * HOUR, 1);
	assert_int_equal(text_day_count(&day, 6 * HOUR), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_chain_is_no_day),
		cmocka_unit_test(never_more_than_a_day),
		cmocka_unit_test(many_are_all_counted),
		cmocka_unit_test(without_times_all_count),
		cmocka_unit_test(a_clock_may_go_back),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-day", tests, NULL, NULL);
}
