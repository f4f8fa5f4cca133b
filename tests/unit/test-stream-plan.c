// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/plan.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static struct stream_plan plan_of(unsigned int rate_mbps, unsigned int load_percent, uint64_t seed)
{
	struct stream_plan plan;

	assert_int_equal(stream_plan_init(&plan, rate_mbps, load_percent, seed, NULL), 0);
	assert_int_equal(stream_plan_check(&plan, NULL), 0);
	return plan;
}

static void load_limits(void **state)
{
	static const struct {
		unsigned int rate_mbps, percent;
		int64_t bps;
	} row[] = { { 10, 20, 2000000 },	  { 100, 20, 20000000 },
		    { 1000, 90, 900000000 },	  { 10000, 10, 1000000000 },
		    { 400000, 20, 1000000000 },	  { 0, 20, 0 } };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		assert_true(stream_load_bps(row[i].rate_mbps, row[i].percent) == row[i].bps);
}

static void the_usual_plans(void **state)
{
	struct stream_plan fast = plan_of(100, STREAM_LOAD_PERCENT, 1);
	struct stream_plan slow = plan_of(10, STREAM_LOAD_PERCENT, 1);

	(void)state;
	assert_int_equal(stream_plan_slots(&fast), 96);
	assert_true(stream_plan_duration_ns(&fast) == 960000000);
	assert_true(stream_plan_guard_ns(&fast) == 2000000);
	assert_true(stream_plan_frame_ns(&fast) == 25920);
	assert_true(stream_plan_duration_ns(&slow) == 2960000000);
	assert_true(stream_plan_guard_ns(&slow) == 4000000);
	assert_true(stream_plan_frame_ns(&slow) == 259200);
	assert_int_equal(plan_of(100, 10, 1).rounds, 48);
	assert_int_equal(plan_of(100, 1, 1).rounds, 96);
	assert_int_equal(plan_of(100, 100, 1).rounds, 24);
}

static void what_is_refused(void **state)
{
	static const struct {
		unsigned int rate_mbps, percent;
		int code;
	} row[] = { { 1000, 20, -EDOM }, { 0, 20, -EDOM }, { UINT32_MAX, 20, -EDOM },
		    { 100, 0, -EINVAL }, { 100, 101, -EINVAL } };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct stream_plan plan = { .seed = 7 };
		struct err err = { 0 };

		assert_int_equal(stream_plan_init(&plan, row[i].rate_mbps, row[i].percent, 1, &err),
				 row[i].code);
		assert_int_equal(err.code, row[i].code);
		assert_true(plan.seed == 7);
	}
}

static void a_plan_from_elsewhere(void **state)
{
	static const struct {
		struct stream_plan plan;
		const char *named;
	} row[] = {
		{ { .rate_mbps = 0, .load_percent = 20, .frame_bytes = 300, .rounds = 1 }, "rate" },
		{ { .rate_mbps = 1000, .load_percent = 20, .frame_bytes = 300, .rounds = 1 },
		  "rate" },
		{ { .rate_mbps = 10, .load_percent = 0, .frame_bytes = 300, .rounds = 1 }, "load" },
		{ { .rate_mbps = 10, .load_percent = 101, .frame_bytes = 300, .rounds = 1 },
		  "load" },
		{ { .rate_mbps = 10, .load_percent = 20, .frame_bytes = 59, .rounds = 1 },
		  "frames" },
		{ { .rate_mbps = 10, .load_percent = 20, .frame_bytes = 1515, .rounds = 1 },
		  "frames" },
		{ { .rate_mbps = 10, .load_percent = 20, .frame_bytes = 300, .rounds = 0 },
		  "rounds" },
		{ { .rate_mbps = 10, .load_percent = 20, .frame_bytes = 300, .rounds = 1025 },
		  "rounds" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct err err = { 0 };

		assert_int_equal(stream_plan_check(&row[i].plan, &err), -EINVAL);
		assert_non_null(strstr(err.text, row[i].named));
	}
}

/* Each round has each kind once; over many seeds every order comes. */
static void rounds_are_shuffled(void **state)
{
	for (int low = 0; low < 2; low++) {
		unsigned int first[SLOT_KINDS] = { 0 }, kinds = low ? 4 : 3;

		(void)state;
		for (uint64_t seed = 0; seed < 100; seed++) {
			struct stream_plan plan = plan_of(100, 20, seed);

			plan.low = low;
			for (unsigned int slot = 0; slot < stream_plan_slots(&plan);) {
				unsigned int seen = 0;

				assert_int_equal(stream_plan_round(&plan, slot), slot / kinds);
				first[stream_plan_kind(&plan, slot)]++;
				for (unsigned int i = 0; i < kinds; i++)
					seen |= 1u << stream_plan_kind(&plan, slot++);
				assert_int_equal(seen, (1u << kinds) - 1);
			}
		}
		/* 2400 rounds: within six standard deviations */
		for (unsigned int kind = 0; kind < kinds; kind++)
			assert_true(fabs(first[kind] - 2400.0 / kinds) < 6 * sqrt(2400.0 / kinds));
	}
}

/* Rising, a frame apart, inside the slot without its guard; only who should, sends. */
static void times_keep_to_their_slot(void **state)
{
	static const unsigned int rates[] = { 10, 100 }, loads[] = { 1, 5, 20, 50, 90, 100 };
	static const uint16_t sizes[] = { 60, 300, 1514 };
	int64_t at[STREAM_SLOT_FRAMES_MAX];

	(void)state;
	for (size_t i = 0; i < ROWS(rates) * ROWS(loads) * ROWS(sizes); i++) {
		struct stream_plan plan = plan_of(rates[i % 2], loads[i / 2 % 6], i);
		int64_t guard_ns = stream_plan_guard_ns(&plan), frame_ns;

		plan.frame_bytes = sizes[i / 12];
		frame_ns = stream_plan_frame_ns(&plan);
		for (unsigned int n = 0; n < 2 * stream_plan_slots(&plan); n++) {
			unsigned int slot = n / 2, dir = n % 2;
			int64_t from = stream_plan_slot_ns(&plan) * slot + guard_ns / 2;
			int64_t to = from + stream_plan_slot_ns(&plan) - guard_ns;
			unsigned int frames = stream_plan_times(&plan, slot, (enum stream_dir)dir,
								at, STREAM_SLOT_FRAMES_MAX);

			assert_true(frames <= STREAM_SLOT_FRAMES_MAX);
			if (!slot_sends(stream_plan_kind(&plan, slot), (enum stream_dir)dir))
				assert_int_equal(frames, 0);
			for (unsigned int f = 0; f < frames; f++) {
				assert_true(at[f] >= (f ? at[f - 1] + frame_ns : from));
				assert_true(at[f] + frame_ns <= to);
			}
		}
	}
}

static double frames_of_kind(const struct stream_plan *plan, enum slot_kind kind)
{
	double frames = 0;

	for (unsigned int slot = 0; slot < stream_plan_slots(plan); slot++)
		if (stream_plan_kind(plan, slot) == kind)
			frames += stream_plan_times(plan, slot, STREAM_NEAR_TO_FAR, NULL, 0);
	return frames;
}

/* Each way the load is what was asked for, at both-low half of it; never more on average. */
static void the_load_is_right(void **state)
{
	static const unsigned int rates[] = { 10, 100 }, loads[] = { 5, 20, 60 };

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		struct stream_plan plan = plan_of(rates[i % 2], loads[i / 2], 11 + i);
		double full, low, want;

		plan.rounds = 1000;
		want = (double)(stream_plan_slot_ns(&plan) - stream_plan_guard_ns(&plan)) /
		       (double)stream_plan_frame_ns(&plan) * loads[i / 2] / 100 * plan.rounds;
		full = frames_of_kind(&plan, SLOT_BOTH);
		low = frames_of_kind(&plan, SLOT_BOTH_LOW);
		/* a frame that would reach into the guard is not sent: up to a frame less a slot */
		assert_true(full < want * 1.02 && full > want * 0.98 - plan.rounds);
		assert_true(low < want * 0.51 && low > want * 0.49 - plan.rounds);
		assert_true(fabs(full - frames_of_kind(&plan, SLOT_NEAR_TO_FAR)) <
			    5 * sqrt(2 * full));
	}
}

/* The pauses are exponential: mean and deviation alike, e^-1 of them above the mean. */
static void pauses_are_exponential(void **state)
{
	struct stream_plan plan = plan_of(100, 20, 3);
	double frame_ns = (double)stream_plan_frame_ns(&plan);
	double sum = 0, squares = 0, n = 0, above = 0;
	int64_t at[STREAM_SLOT_FRAMES_MAX];

	(void)state;
	plan.rounds = 1000;
	for (unsigned int slot = 0; slot < stream_plan_slots(&plan); slot++) {
		unsigned int frames = stream_plan_times(&plan, slot, STREAM_NEAR_TO_FAR, at,
							STREAM_SLOT_FRAMES_MAX);

		if (stream_plan_kind(&plan, slot) == SLOT_BOTH_LOW)
			continue;
		/* those from the first half: a long pause at the end is cut off */
		for (unsigned int f = 1; f < frames && f < 20; f++) {
			double pause = ((double)(at[f] - at[f - 1]) - frame_ns) / (4 * frame_ns);

			sum += pause;
			squares += pause * pause;
			above += pause > 1;
			n++;
		}
	}
	assert_true(fabs(sum / n - 1) < 0.03);
	assert_true(fabs(squares / n - 2) < 0.15);
	assert_true(fabs(above / n - exp(-1)) < 0.01);
}

/* Other machines, compilers and libraries must come to the same numbers. */
static void the_same_everywhere(void **state)
{
	static const struct {
		unsigned int rate_mbps, slot, dir;
	} row[] = { { 100, 0, 0 }, { 100, 0, 1 }, { 100, 95, 0 }, { 10, 7, 1 } };
	uint64_t hash = 0xcbf29ce484222325ULL;

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct stream_plan plan = plan_of(row[i].rate_mbps, 20, 0x123456789abcdefULL);
		int64_t at[STREAM_SLOT_FRAMES_MAX] = { 0 };
		unsigned int frames = stream_plan_times(&plan, row[i].slot,
							(enum stream_dir)row[i].dir, at,
							STREAM_SLOT_FRAMES_MAX);

		hash = (hash ^ stream_plan_kind(&plan, row[i].slot)) * 0x100000001b3ULL;
		for (unsigned int f = 0; f < frames; f++)
			hash = (hash ^ (uint64_t)at[f]) * 0x100000001b3ULL;
	}
	if (hash != 0x2a821fb71aec8af9ULL)
		fail_msg("0x%016llx", (unsigned long long)hash);
}

static void an_extension_goes_on(void **state)
{
	struct stream_plan plan = plan_of(10, 20, 5), longer = plan;
	int64_t a[STREAM_SLOT_FRAMES_MAX], b[STREAM_SLOT_FRAMES_MAX];

	(void)state;
	assert_true(stream_plan_extend(&longer));
	assert_true(stream_plan_duration_ns(&longer) == 2 * stream_plan_duration_ns(&plan));
	for (unsigned int slot = 0; slot < stream_plan_slots(&plan); slot++) {
		unsigned int n = stream_plan_times(&plan, slot, STREAM_FAR_TO_NEAR, a, ROWS(a));

		assert_int_equal(stream_plan_kind(&plan, slot), stream_plan_kind(&longer, slot));
		assert_int_equal(stream_plan_times(&longer, slot, STREAM_FAR_TO_NEAR, b, ROWS(b)),
				 n);
		assert_memory_equal(a, b, n * sizeof(a[0]));
	}
	while (stream_plan_extend(&longer))
		;
	assert_int_equal(longer.rounds, 592);
	assert_int_equal(stream_plan_check(&longer, NULL), 0);
}

static void a_duration_becomes_rounds(void **state)
{
	struct stream_plan plan = plan_of(100, 20, 5);

	(void)state;
	stream_plan_last(&plan, 500000000);
	assert_int_equal(plan.rounds, 13);	/* of 40 ms: 12.5 */
	stream_plan_last(&plan, 12000000000);
	assert_int_equal(plan.rounds, 300);
	stream_plan_last(&plan, 1);
	assert_int_equal(plan.rounds, 4);
	stream_plan_last(&plan, INT64_MAX / 2);
	assert_int_equal(plan.rounds, STREAM_ROUNDS_MAX);
	plan = plan_of(10, 20, 5);
	stream_plan_last(&plan, 3000000000);
	assert_int_equal(plan.rounds, 38);	/* of 80 ms: 37.5 */
}

static void short_lists_are_cut(void **state)
{
	struct stream_plan plan = plan_of(100, 20, 5);
	unsigned int slot = 0, all;
	int64_t at[3] = { -1, -1, -1 };

	(void)state;
	while (stream_plan_kind(&plan, slot) != SLOT_BOTH)
		slot++;
	all = stream_plan_times(&plan, slot, STREAM_NEAR_TO_FAR, NULL, 0);
	assert_true(all > 20);
	assert_int_equal(stream_plan_times(&plan, slot, STREAM_NEAR_TO_FAR, at, 2), all);
	assert_true(at[0] > 0 && at[1] > at[0] && at[2] == -1);
}

static void neighbours_share_nothing(void **state)
{
	struct stream_plan plan = plan_of(100, 90, 8), next = plan_of(100, 90, 9);
	int64_t a[STREAM_SLOT_FRAMES_MAX], b[STREAM_SLOT_FRAMES_MAX], c[STREAM_SLOT_FRAMES_MAX];
	unsigned int slot = 0;

	(void)state;
	while (stream_plan_kind(&plan, slot) != SLOT_BOTH ||
	       stream_plan_kind(&next, slot) != SLOT_BOTH)
		slot++;
	stream_plan_times(&plan, slot, STREAM_NEAR_TO_FAR, a, ROWS(a));
	stream_plan_times(&plan, slot, STREAM_FAR_TO_NEAR, b, ROWS(b));
	stream_plan_times(&next, slot, STREAM_NEAR_TO_FAR, c, ROWS(c));
	assert_true(a[0] != b[0] && a[0] != c[0] && a[9] - a[8] != b[9] - b[8]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(load_limits),
		cmocka_unit_test(the_usual_plans),
		cmocka_unit_test(what_is_refused),
		cmocka_unit_test(a_plan_from_elsewhere),
		cmocka_unit_test(rounds_are_shuffled),
		cmocka_unit_test(times_keep_to_their_slot),
		cmocka_unit_test(the_load_is_right),
		cmocka_unit_test(pauses_are_exponential),
		cmocka_unit_test(the_same_everywhere),
		cmocka_unit_test(an_extension_goes_on),
		cmocka_unit_test(a_duration_becomes_rounds),
		cmocka_unit_test(short_lists_are_cut),
		cmocka_unit_test(neighbours_share_nothing),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stream-plan", tests, NULL, NULL);
}
