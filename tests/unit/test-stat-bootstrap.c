// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/bootstrap.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define BLOCKS 50
#define DRAWS 20000

static void as_many_blocks_as_there_are(void **state)
{
	uint32_t weight[BLOCKS];
	struct stat_draw draw;

	(void)state;
	stat_draw_init(&draw, 1);
	for (int i = 0; i < 100; i++) {
		uint64_t sum = 0;

		stat_draw_blocks(&draw, weight, BLOCKS);
		for (int b = 0; b < BLOCKS; b++)
			sum += weight[b];
		assert_true(sum == BLOCKS);
	}
	stat_draw_blocks(&draw, weight, 0);
}

static void the_seed_gives_the_draws(void **state)
{
	struct stat_draw a, b, other;
	int same = 0;

	(void)state;
	stat_draw_init(&a, 5);
	stat_draw_init(&b, 5);
	stat_draw_init(&other, 6);
	for (int i = 0; i < 100; i++) {
		uint64_t number = stat_draw_below(&a, 1000000);

		assert_true(number == stat_draw_below(&b, 1000000));
		same += number == stat_draw_below(&other, 1000000);
	}
	assert_true(same < 3);
}

static void draws_are_even(void **state)
{
	double count[7] = { 0 };
	struct stat_draw draw;
	double sum = 0;

	(void)state;
	stat_draw_init(&draw, 2);
	for (int i = 0; i < 7 * DRAWS; i++) {
		double u = stat_draw_unit(&draw);

		count[stat_draw_below(&draw, 7)]++;
		assert_true(u > 0 && u < 1);
		sum += u;
	}
	for (int i = 0; i < 7; i++)
		assert_true(fabs(count[i] - DRAWS) < 5 * sqrt(DRAWS));
	assert_true(fabs(sum / (7 * DRAWS) - 0.5) < 0.005);
	assert_true(stat_draw_below(&draw, 0) == 0);
}

static void percentiles(void **state)
{
	double value[1001];
	struct stat_replicates r;

	(void)state;
	for (int i = 0; i < 1000; i++)
		value[i] = 999 - i;
	value[1000] = NAN;
	r = stat_replicates(value, 1001, 0.9);
	assert_int_equal(r.n, 1000);
	assert_true(fabs(r.low - 49) <= 1 && fabs(r.high - 949) <= 1);
	assert_true(fabs(r.se - 1000 / sqrt(12)) < 0.5);
}

static void no_replicates(void **state)
{
	double value[] = { NAN, 1 };
	struct stat_replicates r = stat_replicates(value, 2, 0.99);

	(void)state;
	assert_int_equal(r.n, 1);
	assert_true(isinf(r.low) && isinf(r.high) && isinf(r.se));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_many_blocks_as_there_are),
		cmocka_unit_test(the_seed_gives_the_draws),
		cmocka_unit_test(draws_are_even),
		cmocka_unit_test(percentiles),
		cmocka_unit_test(no_replicates),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stat-bootstrap", tests, NULL, NULL);
}
