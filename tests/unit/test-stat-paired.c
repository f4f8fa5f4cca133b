// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/paired.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "stat/tail.h"
#include "near-help.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static struct stat_mean mean_of(const double *diff, const double *weight, size_t pairs)
{
	struct stat_paired p = { .pairs = 0 };

	for (size_t i = 0; i < pairs; i++)
		stat_paired_add(&p, diff[i], weight ? weight[i] : 1);
	return stat_paired_mean(&p);
}

static void equal_weights_are_the_textbook(void **state)
{
	static const double diff[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	struct stat_mean m = mean_of(diff, NULL, ROWS(diff));

	(void)state;
	assert_int_equal(m.pairs, 8);
	is_near(m.mean, 5, 1e-9);
	is_near(m.se, sqrt(32.0 / 7 / 8), 1e-9);
	is_near(m.df, 7, 1e-9);
}

/* The unit of the weights does not matter. */
static void weights_are_relative(void **state)
{
	static const double diff[] = { 0.1, 0.4, 0.2 }, weight[] = { 10, 30, 20 };
	static const double scaled[] = { 1, 3, 2 };
	struct stat_mean a = mean_of(diff, weight, 3), b = mean_of(diff, scaled, 3);

	(void)state;
	is_near(a.mean, (0.1 + 1.2 + 0.4) / 6, 1e-9);
	is_near(a.mean, b.mean, 1e-9);
	is_near(a.se, b.se, 1e-9);
	is_near(a.df, b.df, 1e-9);
	is_near(a.df, 36.0 / 14 - 1, 1e-9);
}

static void too_few_pairs(void **state)
{
	static const double diff[] = { 0.3 };
	struct stat_mean none = mean_of(diff, NULL, 0), one = mean_of(diff, NULL, 1);

	(void)state;
	assert_true(none.mean == 0 && isinf(none.se) && none.df == 0);
	is_near(one.mean, 0.3, 1e-9);
	assert_true(isinf(one.se) && one.df == 0);
	assert_true(stat_paired_tail(&none, 0.1) == 1);
	assert_true(stat_paired_tail(&one, 0.001) == 1);
}

static void pairs_that_cannot_be(void **state)
{
	static const double diff[] = { 1, NAN, INFINITY, 2, 3, 4 };
	static const double weight[] = { 1, 1, 1, 0, -1, NAN };
	struct stat_mean m = mean_of(diff, weight, ROWS(diff));

	(void)state;
	assert_int_equal(m.pairs, 1);
	is_near(m.mean, 1, 1e-9);
}

static void equal_pairs_have_no_width(void **state)
{
	static const double diff[] = { 0.1, 0.1, 0.1, 0.1, 0.1 }, zero[] = { 0, 0, 0 };
	struct stat_mean m = mean_of(diff, NULL, ROWS(diff)), none = mean_of(zero, NULL, 3);

	(void)state;
	assert_true(m.se < 1e-8);
	is_near(stat_paired_tail(&m, 0.05), stat_normal_tail(2), 1e-9);
	assert_true(stat_paired_tail(&none, 0) == 1);
}

/* The tail is the larger of Student's and the counted one, whichever that is. */
static void the_larger_tail(void **state)
{
	static const double diff[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	struct stat_mean m = mean_of(diff, NULL, ROWS(diff));

	(void)state;
	is_near(stat_paired_tail(&m, 0.01), stat_t_tail(m.mean / m.se, 7), 1e-9);
	is_near(stat_paired_tail(&m, 5), stat_normal_tail(1), 1e-9);
	assert_true(stat_paired_tail(&m, INFINITY) == 0.5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_weights_are_the_textbook),
		cmocka_unit_test(weights_are_relative),
		cmocka_unit_test(too_few_pairs),
		cmocka_unit_test(pairs_that_cannot_be),
		cmocka_unit_test(equal_pairs_have_no_width),
		cmocka_unit_test(the_larger_tail),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stat-paired", tests, NULL, NULL);
}
