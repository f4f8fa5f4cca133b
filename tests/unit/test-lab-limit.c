// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/limit.h"

#include "lab-help.h"

/* 1250 bytes of token a millisecond: a full bucket, then exactly what flows in. */
static void policer_to_the_bit(void **state)
{
	struct lab_policer policer;

	(void)state;
	assert_int_equal(lab_policer_init(&policer, 10000000, 2000), 0);
	assert_true(lab_policer_pass(&policer, 0, 996));
	assert_true(lab_policer_pass(&policer, 0, 996));
	assert_false(lab_policer_pass(&policer, 0, 60));
	assert_false(lab_policer_pass(&policer, 799999, 996));
	assert_true(lab_policer_pass(&policer, 800000, 996));
	assert_false(lab_policer_pass(&policer, 800000, 60));
	/* never more than the bucket */
	assert_true(lab_policer_pass(&policer, 10 * SECOND_NS, 996));
	assert_true(lab_policer_pass(&policer, 10 * SECOND_NS, 996));
	assert_false(lab_policer_pass(&policer, 10 * SECOND_NS, 60));
	assert_int_equal(policer.passed, 5);
	assert_int_equal(policer.dropped, 4);
}

/* Whatever is offered above it, what passes is the rate and one bucket. */
static void policer_rate(void **state)
{
	static const int64_t rates_bps[] = { 1, 64000, 1500000, 15000000, 500000000 };
	static const unsigned int len_bytes[] = { 60, 300, 1514 };

	(void)state;
	for (size_t r = 0; r < ROWS(rates_bps); r++)
		for (size_t i = 0; i < ROWS(len_bytes); i++) {
			struct lab_policer policer;
			int64_t seconds = 2, frame_bits = 8 * (len_bytes[i] + 4), bits = 0;

			assert_int_equal(lab_policer_init(&policer, rates_bps[r], 4000), 0);
			for (int64_t at_ns = 0; at_ns < seconds * SECOND_NS; at_ns += 12304)
				if (lab_policer_pass(&policer, at_ns, len_bytes[i]))
					bits += frame_bits;
			assert_true(bits <= rates_bps[r] * seconds + 32000);
			assert_true(bits > rates_bps[r] * seconds + 32000 - 2 * frame_bits ||
				    (double)frame_bits / 12304e-9 < (double)rates_bps[r]);
		}
}

static void policer_below_its_rate_drops_nothing(void **state)
{
	struct lab_policer policer;

	(void)state;
	assert_int_equal(lab_policer_init(&policer, 8 * 304 * 1000, 1526), 0);
	for (int64_t i = 0; i < 5000; i++)
		assert_true(lab_policer_pass(&policer, i * 1000000, 300));
	assert_int_equal(policer.dropped, 0);
}

static void policer_limits(void **state)
{
	static const struct {
		int64_t rate_bps, burst_bytes;
		int rc;
	} row[] = {
		{ 0, 0, 0 },		      { 1, 1526, 0 },	       { 1, 1525, -22 },
		{ -1, 2000, -22 },	      { 100000000000, 1000000000, 0 },
		{ 100000000001, 2000, -22 }, { 1, 1000000001, -22 },
	};
	struct lab_policer policer;

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		assert_int_equal(lab_policer_init(&policer, row[i].rate_bps, row[i].burst_bytes),
				 row[i].rc);
	/* The largest bucket and rate, for ever: no number runs over. */
	assert_int_equal(lab_policer_init(&policer, 100000000000, 1000000000), 0);
	assert_true(lab_policer_pass(&policer, 1, 1514));
	assert_true(lab_policer_pass(&policer, INT64_MAX / 2, 1514));
	assert_int_equal(lab_policer_init(&policer, 0, 0), 0);
	for (int i = 0; i < 1000; i++)
		assert_true(lab_policer_pass(&policer, 0, 1514));
}

/* 10 us a frame; the host stands still in the first 300 us of every millisecond. */
static void stalls(void **state)
{
	static const struct {
		int64_t ready_ns, done_ns;
	} row[] = {
		{ 0, 310000 },		{ 305000, 320000 },	/* one after the other */
		{ 985000, 995000 },	{ 985001, 1305000 },	/* begun before, ended after */
		{ 1010000, 1315000 },	{ 1290000, 1325000 },	{ 1400000, 1410000 },
		{ 5000000, 5310000 },	{ 5990000, 6000000 },	/* done as the next begins */
	};
	static const int64_t phases_ns[] = { 0, 1000000, 123456 };

	(void)state;
	for (size_t p = 0; p < ROWS(phases_ns); p++) {
		struct lab_stall stall = { 10000, 300000, 1000000, phases_ns[p], 0 };

		for (size_t i = 0; i < ROWS(row); i++)
			assert_int_equal(lab_stall_done(&stall, row[i].ready_ns + phases_ns[p]),
					 row[i].done_ns + phases_ns[p]);
	}
}

static void a_host_that_never_stalls(void **state)
{
	struct lab_stall stall = { .service_ns = 10000 }, none = { 0 };

	(void)state;
	assert_int_equal(lab_stall_done(&stall, 100000), 110000);
	assert_int_equal(lab_stall_done(&stall, 105000), 120000);
	assert_int_equal(lab_stall_done(&none, 7), 7);
	assert_int_equal(lab_stall_done(&none, 7), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(policer_to_the_bit),
		cmocka_unit_test(policer_rate),
		cmocka_unit_test(policer_below_its_rate_drops_nothing),
		cmocka_unit_test(policer_limits),
		cmocka_unit_test(stalls),
		cmocka_unit_test(a_host_that_never_stalls),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-limit", tests, NULL, NULL);
}
