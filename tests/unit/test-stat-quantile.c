// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/quantile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void quantiles_are_values_seen(void **state)
{
	static const double sorted[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };

	(void)state;
	assert_true(stat_quantile(sorted, 10, 0) == 1);
	assert_true(stat_quantile(sorted, 10, 0.05) == 1);
	assert_true(stat_quantile(sorted, 10, 0.25) == 3);
	assert_true(stat_quantile(sorted, 10, 0.5) == 5);
	assert_true(stat_quantile(sorted, 10, 1) == 10);
	assert_true(isnan(stat_quantile(sorted, 0, 0.5)));
}

static void medians(void **state)
{
	double odd[] = { 9, 1, 5 }, even[] = { 4, 1, 3, 2 };

	(void)state;
	assert_true(stat_median(odd, 3) == 5);
	assert_true(stat_median(even, 4) == 2.5);
	assert_true(isnan(stat_median(odd, 0)));
}

static void sorting(void **state)
{
	double value[] = { 3, 1, 2 };

	(void)state;
	stat_sort(value, 3);
	assert_true(value[0] == 1 && value[1] == 2 && value[2] == 3);
}

/* Weights of one give the plain quantiles; a block drawn twice counts twice. */
static void weights_count(void **state)
{
	static const double sorted[] = { 1, 2, 3, 4 }, p[] = { 0, 0.25, 0.5, 1 };
	static const uint32_t block[] = { 0, 1, 2, 3 };
	static const uint32_t once[] = { 1, 1, 1, 1 }, some[] = { 0, 3, 0, 1 };
	double out[4];

	(void)state;
	stat_quantiles_weighted(out, p, 4, sorted, block, 4, once);
	for (int i = 0; i < 4; i++)
		assert_true(out[i] == stat_quantile(sorted, 4, p[i]));
	stat_quantiles_weighted(out, p, 4, sorted, block, 4, some);
	assert_true(out[0] == 2 && out[1] == 2 && out[2] == 2 && out[3] == 4);
}

static void nothing_drawn(void **state)
{
	static const double sorted[] = { 1, 2 }, p[] = { 0.5 };
	static const uint32_t block[] = { 0, 0 }, none[] = { 0 };
	double out;

	(void)state;
	stat_quantiles_weighted(&out, p, 1, sorted, block, 2, none);
	assert_true(isnan(out));
	stat_quantiles_weighted(&out, p, 1, sorted, block, 0, none);
	assert_true(isnan(out));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_are_values_seen),
		cmocka_unit_test(medians),
		cmocka_unit_test(sorting),
		cmocka_unit_test(weights_count),
		cmocka_unit_test(nothing_drawn),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stat-quantile", tests, NULL, NULL);
}
