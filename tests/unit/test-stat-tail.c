// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/tail.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "near-help.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

/* Abramowitz and Stegun, table 26.1. */
static void normal_by_the_table(void **state)
{
	static const struct {
		double z, tail;
	} row[] = { { 0, 0.5 }, { 1, 0.1586552539 }, { 1.959963985, 0.025 },
		    { 3, 1.349898032e-3 }, { 4, 3.167124183e-5 }, { 6, 9.865876450e-10 } };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		is_near(stat_normal_tail(row[i].z), row[i].tail, 1e-8 * row[i].tail);
		is_near(stat_normal_tail(-row[i].z), 1 - row[i].tail, 1e-8);
	}
}

/* Critical values as printed in every table of t; the Cauchy distribution for 1. */
static void student_by_the_table(void **state)
{
	static const struct {
		double df, t, tail;
	} row[] = { { 1, 1, 0.25 },	  { 1, 6.314, 0.05 },  { 4, 2.776, 0.025 },
		    { 10, 2.764, 0.01 },  { 15, 4.073, 5e-4 }, { 40, 3.551, 5e-4 },
		    { 120, 3.373, 5e-4 }, { INFINITY, 3.291, 5e-4 } };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		is_near(stat_t_tail(row[i].t, row[i].df), row[i].tail, 2e-3 * row[i].tail);
}

static void student_is_never_below_normal(void **state)
{
	(void)state;
	for (double df = 1; df < 2000; df *= 1.7)
		for (double t = 0.5; t < 9; t += 0.5)
			assert_true(stat_t_tail(t, df) >= stat_normal_tail(t));
}

static void what_is_no_number_proves_nothing(void **state)
{
	static const double bad_df[] = { 0, -1, -INFINITY, NAN };

	(void)state;
	assert_true(stat_normal_tail(NAN) == 1);
	assert_true(stat_t_tail(NAN, 5) == 1);
	for (size_t i = 0; i < ROWS(bad_df); i++)
		assert_true(stat_t_tail(100, bad_df[i]) == 1);
	assert_true(stat_t_tail(INFINITY, 3) == 0);
	assert_true(stat_t_tail(-INFINITY, 3) == 1);
	assert_true(stat_normal_tail(INFINITY) == 0);
}

static void there_and_back(void **state)
{
	(void)state;
	for (double z = -5; z <= 36; z += 0.25) {
		double back = stat_z_of_tail(stat_normal_tail(z));

		if (fabs(back - z) > 1e-6)
			fail_msg("%.3f came back as %.9f", z, back);
	}
	assert_true(stat_z_of_tail(0) == STAT_Z_MAX);
	assert_true(stat_z_of_tail(-1) == STAT_Z_MAX);
	assert_true(stat_z_of_tail(1) == -STAT_Z_MAX);
	assert_true(stat_z_of_tail(2) == -STAT_Z_MAX);
	assert_true(stat_z_of_tail(NAN) == -STAT_Z_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(normal_by_the_table),
		cmocka_unit_test(student_by_the_table),
		cmocka_unit_test(student_is_never_below_normal),
		cmocka_unit_test(what_is_no_number_proves_nothing),
		cmocka_unit_test(there_and_back),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stat-tail", tests, NULL, NULL);
}
