// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/proportion.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "near-help.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static void pooled(void **state)
{
	(void)state;
	is_near(stat_pooled_se(10, 100, 30, 100), sqrt(0.2 * 0.8 * 0.02), 1e-12);
	is_near(stat_pooled_se(0, 50, 0, 70), 0, 0);
	is_near(stat_pooled_se(50, 50, 70, 70), 0, 0);
	assert_true(isinf(stat_pooled_se(0, 0, 3, 10)));
	assert_true(isinf(stat_pooled_se(3, 10, 0, 0)));
	assert_true(stat_pooled_se(3, 40, 9, 60) == stat_pooled_se(9, 60, 3, 40));
	is_near(stat_share(7, 5), 1, 0);
	is_near(stat_share(7, 0), 0, 0);
}

/* Newcombe, Statistics in Medicine 17 (1998), table I; 0 of n by the rule of three, exactly. */
static void intervals_by_the_table(void **state)
{
	static const struct {
		uint64_t hits, n;
		double wilson_low, wilson_high, exact_low, exact_high;
	} row[] = {
		{ 81, 263, 0.2553, 0.3662, 0.2527, 0.3676 },
		{ 15, 148, 0.0624, 0.1605, 0.0578, 0.1617 },
		{ 0, 20, 0.0000, 0.1611, 0.0000, 0.1684 },
		{ 1, 29, 0.0061, 0.1718, 0.0009, 0.1776 },
		{ 29, 29, 0.8830, 1.0000, 0.8806, 1.0000 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct stat_interval w = stat_wilson(row[i].hits, row[i].n, 0.95);
		struct stat_interval e = stat_clopper_pearson(row[i].hits, row[i].n, 0.95);

		is_near(w.low, row[i].wilson_low, 6e-5);
		is_near(w.high, row[i].wilson_high, 6e-5);
		is_near(e.low, row[i].exact_low, 6e-5);
		is_near(e.high, row[i].exact_high, 6e-5);
	}
}

static void none_of_many(void **state)
{
	(void)state;
	is_near(stat_clopper_pearson(0, 20000, 0.95).high, 1 - pow(0.025, 1.0 / 20000), 1e-9);
	is_near(stat_clopper_pearson(20000, 20000, 0.95).low, pow(0.025, 1.0 / 20000), 1e-9);
	is_near(stat_wilson(0, 0, 0.95).high, 1, 0);
	is_near(stat_clopper_pearson(0, 0, 0.95).high, 1, 0);
	is_near(stat_clopper_pearson(9, 5, 0.95).high, 1, 0);
}

/* Counted, the exact interval holds the truth at least as often as it says. */
static void the_exact_one_covers(void **state)
{
	(void)state;
	for (int k = 1; k < 20; k++) {
		double share = k / 20.0, covered = 0;

		for (uint64_t hits = 0; hits <= 30; hits++) {
			struct stat_interval in = stat_clopper_pearson(hits, 30, 0.95);

			if (in.low <= share && share <= in.high)
				covered += stat_binomial_tail(hits, 30, share) -
					   stat_binomial_tail(hits + 1, 30, share);
		}
		assert_true(covered >= 0.95);
	}
}

static void tails_of_counts(void **state)
{
	(void)state;
	is_near(stat_binomial_tail(0, 10, 0.3), 1, 0);
	is_near(stat_binomial_tail(11, 10, 0.3), 0, 0);
	is_near(stat_binomial_tail(10, 10, 0.5), pow(0.5, 10), 1e-15);
	is_near(stat_binomial_tail(1, 10, 0.1), 1 - pow(0.9, 10), 1e-12);
	is_near(stat_binomial_tail(2, 3, 0.5), 0.5, 1e-12);
	is_near(stat_binomial_tail(3, 10, 0), 0, 0);
	is_near(stat_binomial_tail(3, 10, 1), 1, 0);
	is_near(stat_binomial_tail(3, 10, NAN), 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pooled),
		cmocka_unit_test(intervals_by_the_table),
		cmocka_unit_test(none_of_many),
		cmocka_unit_test(the_exact_one_covers),
		cmocka_unit_test(tails_of_counts),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stat-proportion", tests, NULL, NULL);
}
