// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/arrival.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void each_in_its_turn(void **state)
{
	struct timing_arrivals a = { 0 };

	(void)state;
	assert_int_equal(timing_arrivals_take(&a, 0), TIMING_ARRIVAL_STRANGE);
	for (uint32_t n = 0; n < 3 * TIMING_ARRIVAL_KEPT; n++) {
		timing_arrivals_sent(&a);
		assert_int_equal(timing_arrivals_take(&a, n), TIMING_ARRIVAL_AWAITED);
		assert_int_equal(timing_arrivals_take(&a, n + 1), TIMING_ARRIVAL_STRANGE);
	}
}

/* A copy is known at once, and when other frames have come since. */
static void again(void **state)
{
	struct timing_arrivals a = { 0 };

	(void)state;
	timing_arrivals_sent(&a);
	assert_int_equal(timing_arrivals_take(&a, 0), TIMING_ARRIVAL_AWAITED);
	assert_int_equal(timing_arrivals_take(&a, 0), TIMING_ARRIVAL_AGAIN);
	for (uint32_t n = 1; n < TIMING_ARRIVAL_KEPT; n++) {
		timing_arrivals_sent(&a);
		timing_arrivals_take(&a, n);
		assert_int_equal(timing_arrivals_take(&a, 0), TIMING_ARRIVAL_AGAIN);
	}
	timing_arrivals_sent(&a);
	assert_int_equal(timing_arrivals_take(&a, 0), TIMING_ARRIVAL_STRANGE);
}

/* One that was given up is late, once; its place is not taken for another's. */
static void late(void **state)
{
	struct timing_arrivals a = { 0 };

	(void)state;
	timing_arrivals_sent(&a);
	timing_arrivals_sent(&a);
	assert_int_equal(timing_arrivals_take(&a, 1), TIMING_ARRIVAL_AWAITED);
	assert_int_equal(timing_arrivals_take(&a, 0), TIMING_ARRIVAL_LATE);
	assert_int_equal(timing_arrivals_take(&a, 0), TIMING_ARRIVAL_AGAIN);
	for (uint32_t n = 2; n < TIMING_ARRIVAL_KEPT + 2; n++)
		timing_arrivals_sent(&a);
	assert_int_equal(timing_arrivals_take(&a, 2), TIMING_ARRIVAL_LATE);
	assert_int_equal(timing_arrivals_take(&a, TIMING_ARRIVAL_KEPT + 1), TIMING_ARRIVAL_AWAITED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_in_its_turn),
		cmocka_unit_test(again),
		cmocka_unit_test(late),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-arrival", tests, NULL, NULL);
}
