// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/sample.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "test-timing-help.h"

#define BLOCKS 60

static struct made two_legs(void)
{
	return (struct made){
		.device = { .kind = TIMING_STORE_AND_FORWARD, .stages = 1,
			    .rate_in_mbps = 1000, .rate_out_mbps = 1000, .latency_ns = 2000 },
		.host = { TIMING_STAMPS_SFD, 400, 0 }, .noise = { .normal_ns = 8 },
		.size_bytes = default_sizes, .sizes = ROWS(default_sizes), .blocks = BLOCKS,
	};
}

static void cells_are_sorted(void **state)
{
	struct made m = two_legs();
	struct timing_sample s;
	size_t n;
	struct timing_point *p = make_points(&m, 1, &n);

	(void)state;
	assert_int_equal(timing_sample_init(&s, &m.setup, p, n, NULL), 0);
	assert_int_equal(s.sizes, ROWS(default_sizes));
	assert_true(s.blocks[0] == BLOCKS && s.blocks[1] == BLOCKS && !s.clock_fault);
	for (int leg = 0; leg < TIMING_LEGS; leg++) {
		for (size_t i = 0; i < s.sizes; i++) {
			const struct timing_cell *cell = &s.cell[leg][i];

			assert_int_equal(s.size_bytes[i], default_sizes[i]);
			assert_int_equal(cell->n, BLOCKS);
			for (size_t j = 1; j < cell->n; j++)
				assert_true(cell->delay_ns[j - 1] <= cell->delay_ns[j]);
			for (size_t j = 0; j < cell->n; j++)
				assert_true(cell->block[j] < BLOCKS);
		}
	}
	timing_sample_fini(&s);
	free(p);
}

/* The least of more is less: both legs get as many. */
static void counts_are_equal(void **state)
{
	struct made m = two_legs();
	struct timing_sample s;
	size_t n;
	struct timing_point *p;

	(void)state;
	m.lost = 0.2;
	p = make_points(&m, 1, &n);
	assert_int_equal(timing_sample_init(&s, &m.setup, p, n, NULL), 0);
	for (size_t i = 0; i < s.sizes; i++) {
		assert_true(s.cell[0][i].n == s.cell[1][i].n);
		assert_true(s.cell[0][i].n < BLOCKS);
	}
	assert_true(s.received[0] == BLOCKS * m.sizes && s.received[1] < BLOCKS * m.sizes);
	timing_sample_fini(&s);
	free(p);
}

static void drift_goes(void **state)
{
	struct made m = two_legs();
	struct timing_sample s;
	size_t n;
	struct timing_point *p;

	(void)state;
	m.drift_ppb = 50000;
	m.setup.two_clocks = true;
	p = make_points(&m, 1, &n);
	assert_int_equal(timing_sample_init(&s, &m.setup, p, n, NULL), 0);
	assert_true(fabs(s.drift_ppb - 50000) < 50);
	assert_true(s.cell[1][0].delay_ns[BLOCKS - 1] - s.cell[1][0].delay_ns[0] < 200);
	assert_true(s.gap_s > 5 && s.gap_s < 7);
	timing_sample_fini(&s);
	free(p);
}

/* Stamps of small frames by one clock and of large ones by another. */
static void drift_by_size(void **state)
{
	struct made m = two_legs();
	struct timing_sample s;
	size_t n;
	struct timing_point *p;

	(void)state;
	m.setup.two_clocks = true;
	p = make_points(&m, 1, &n);
	for (size_t i = 0; i < n; i++)
		p[i].delay_ns += p[i].size_bytes > 600 ? 30000 * p[i].time_s : 0;
	assert_int_equal(timing_sample_init(&s, &m.setup, p, n, NULL), 0);
	assert_true(s.clock_fault);
	timing_sample_fini(&s);
	free(p);
}

/* One block in twenty with a step is left out; a third is a fault. */
static void steps(void **state)
{
	struct made m = two_legs();
	struct timing_sample s;
	size_t n;
	struct timing_point *p = make_points(&m, 1, &n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		p[i].delay_ns += p[i].block % 20 == 7 ? 37e9 : 0;
	assert_int_equal(timing_sample_init(&s, &m.setup, p, n, NULL), 0);
	assert_int_equal(s.blocks_dropped, 2 * BLOCKS / 20);
	assert_false(s.clock_fault);
	assert_int_equal(s.cell[1][0].n, BLOCKS - BLOCKS / 20);
	timing_sample_fini(&s);
	for (size_t i = 0; i < n; i++)
		p[i].delay_ns += p[i].block % 3 == 1 ? 36e9 : 0;
	assert_int_equal(timing_sample_init(&s, &m.setup, p, n, NULL), 0);
	assert_true(s.clock_fault);
	timing_sample_fini(&s);
	free(p);
}

/* A clock that goes back and forth within the blocks: half of a size is off, no block is. */
static void jumps_within_blocks(void **state)
{
	struct made m = two_legs();
	struct timing_sample s;
	size_t n;
	struct timing_point *p = make_points(&m, 1, &n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		p[i].delay_ns += (p[i].block + p[i].size_bytes / 64) % 2 ? 3e9 : 0;
	assert_int_equal(timing_sample_init(&s, &m.setup, p, n, NULL), 0);
	assert_true(s.clock_fault);
	timing_sample_fini(&s);
	/* What somebody measured with two clocks may be apart by anything. */
	for (size_t i = 0; i < n; i++)
		p[i].delay_ns = 3e9 + p[i].size_bytes;
	m.setup.two_clocks = true;
	assert_int_equal(timing_sample_init(&s, &m.setup, p, n, NULL), 0);
	assert_false(s.clock_fault);
	timing_sample_fini(&s);
	free(p);
}

static void delays_below_zero(void **state)
{
	struct timing_point p = { .size_bytes = 64, .leg = TIMING_SWITCH, .delay_ns = -5 };
	struct timing_setup setup = { .rate_in_mbps = 1000 };
	struct timing_sample s;

	(void)state;
	assert_int_equal(timing_sample_init(&s, &setup, &p, 1, NULL), 0);
	assert_true(s.clock_fault);
	timing_sample_fini(&s);
	setup.two_clocks = true;
	assert_int_equal(timing_sample_init(&s, &setup, &p, 1, NULL), 0);
	assert_false(s.clock_fault);
	timing_sample_fini(&s);
}

/* A size that only one leg has cannot be compared; one that came rarely was lost. */
static void sizes_apart(void **state)
{
	struct made m = two_legs();
	struct timing_sample s;
	size_t n, kept = 0;
	struct timing_point *p = make_points(&m, 1, &n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		if ((p[i].size_bytes != 64 || p[i].leg == TIMING_SWITCH) &&
		    (p[i].size_bytes != 1518 || p[i].block % 10 == 0))
			p[kept++] = p[i];
	assert_int_equal(timing_sample_init(&s, &m.setup, p, kept, NULL), 0);
	assert_int_equal(s.sizes, ROWS(default_sizes) - 2);
	assert_int_equal(s.size_bytes[0], 128);
	assert_int_equal(s.sizes_dropped, 1);
	timing_sample_fini(&s);
	free(p);
}

static void bad_points(void **state)
{
	static const struct timing_point bad[] = {
		{ .size_bytes = 0, .delay_ns = 1 },
		{ .size_bytes = 64, .delay_ns = INFINITY },
		{ .size_bytes = 64, .time_s = NAN },
		{ .size_bytes = 64, .leg = (enum timing_leg)2 },
	};
	const struct timing_setup setup = { .rate_in_mbps = 1000 };
	struct timing_sample s;

	(void)state;
	for (size_t i = 0; i < ROWS(bad); i++) {
		struct err err = { 0 };

		assert_int_equal(timing_sample_init(&s, &setup, &bad[i], 1, &err), -EINVAL);
		assert_int_equal(err.code, -EINVAL);
		timing_sample_fini(&s);
	}
	assert_int_equal(timing_sample_init(&s, &setup, NULL, 0, NULL), 0);
	assert_int_equal(s.sizes, 0);
	timing_sample_fini(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_are_sorted),
		cmocka_unit_test(counts_are_equal),
		cmocka_unit_test(drift_goes),
		cmocka_unit_test(drift_by_size),
		cmocka_unit_test(steps),
		cmocka_unit_test(jumps_within_blocks),
		cmocka_unit_test(delays_below_zero),
		cmocka_unit_test(sizes_apart),
		cmocka_unit_test(bad_points),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-sample", tests, NULL, NULL);
}
