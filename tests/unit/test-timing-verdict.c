// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "test-timing-help.h"

/* A curve without noise, and k with an interval that is given. */
struct scene {
	struct timing_setup setup;
	struct timing_sample sample;
	struct timing_curve curve;
	struct timing_evidence evidence;
};

static void scene_init(struct scene *s, double k, double half)
{
	*s = (struct scene){
		.setup = { .rate_in_mbps = 1000, .rate_out_mbps = 1000,
			   .stamps = TIMING_STAMPS_SOFTWARE, .eee = TIMING_EEE_OFF },
		.curve = { .sizes = ROWS(default_sizes) },
	};
	for (size_t i = 0; i < s->curve.sizes; i++) {
		s->curve.size_bytes[i] = default_sizes[i];
		s->curve.latency_ns[i] = 2000 + 8 * k * default_sizes[i];
		s->curve.error_ns[i] = 20;
	}
	s->evidence = (struct timing_evidence){
		.setup = &s->setup, .sample = &s->sample, .curve = &s->curve,
		.fits = timing_fit(&s->curve, 8), .k = { k, k - half, k + half },
		.k_above = { NAN, NAN, NAN }, .threshold_bytes = { NAN, NAN, NAN },
		.k_systematic = 0.01, .probes = 100,
	};
}

static struct timing_estimate verdict_of(const struct scene *s)
{
	struct timing_estimate e = { .calibrated = true };

	timing_verdict(&e, &s->evidence);
	return e;
}

static void the_band(void **state)
{
	static const struct {
		double k, half;
		enum timing_mode mode;
		unsigned int stages;
		enum timing_reason reason;
	} row[] = {
		{ 0, 0.1, TIMING_MODE_CUT_THROUGH, 0, TIMING_REASON_NONE },
		{ 0, 0.24, TIMING_MODE_CUT_THROUGH, 0, TIMING_REASON_NONE },
		{ 0, 0.26, TIMING_MODE_UNDETERMINED, 0, TIMING_REASON_INTERVAL_TOO_WIDE },
		{ 0.5, 0.1, TIMING_MODE_UNDETERMINED, 0, TIMING_REASON_BETWEEN_MODES },
		{ 0.3, 0.01, TIMING_MODE_UNDETERMINED, 0, TIMING_REASON_BETWEEN_MODES },
		{ 1, 0.34, TIMING_MODE_STORE_AND_FORWARD, 1, TIMING_REASON_NONE },
		{ 1, 0.36, TIMING_MODE_UNDETERMINED, 0, TIMING_REASON_INTERVAL_TOO_WIDE },
		{ 1.5, 0.1, TIMING_MODE_UNDETERMINED, 0, TIMING_REASON_BETWEEN_MODES },
		{ 2, 0.1, TIMING_MODE_STORE_AND_FORWARD, 2, TIMING_REASON_NONE },
		{ 8, 0.1, TIMING_MODE_STORE_AND_FORWARD, 8, TIMING_REASON_NONE },
		{ -1, 0.1, TIMING_MODE_UNDETERMINED, 0, TIMING_REASON_IMPOSSIBLE },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct timing_estimate e;
		struct scene s;

		scene_init(&s, row[i].k, row[i].half);
		e = verdict_of(&s);
		if (e.mode != row[i].mode || e.reason != row[i].reason ||
		    e.stages != row[i].stages)
			fail_msg("k %g +- %g: %s, %s", row[i].k, row[i].half,
				 timing_mode_text(e.mode), timing_reason_code(e.reason));
		assert_true((e.mode == TIMING_MODE_UNDETERMINED) == (e.settle != 0));
	}
}

/* Half the width takes four times the probes. */
static void probes_follow_the_width(void **state)
{
	struct timing_estimate e;
	struct scene s;

	(void)state;
	scene_init(&s, 1, 0.69);
	e = verdict_of(&s);
	assert_in_range(e.probes_more, 250, 450);
	assert_false(e.settled);
	s.setup.probes_max = 300;
	e = verdict_of(&s);
	assert_int_equal(e.probes_more, 0);
	assert_true(e.settled && (e.settle & TIMING_SETTLE_HARDWARE_STAMPS));
	s.setup.probes_max = 0;
	s.evidence.k_systematic = 0.4;
	e = verdict_of(&s);
	assert_int_equal(e.probes_more, 0);
	assert_true(e.settle & TIMING_SETTLE_JUMBO);
}

static void a_step_of_the_clock_comes_first(void **state)
{
	struct timing_estimate e;
	struct scene s;

	(void)state;
	scene_init(&s, 1, 0.01);
	s.sample.clock_fault = true;
	s.setup.pause_seen = true;
	e = verdict_of(&s);
	assert_int_equal(e.reason, TIMING_REASON_CLOCK);
	assert_true(e.settle & TIMING_SETTLE_ONE_CLOCK);
	assert_true(e.k.value == 1);
}

/* Half of the blocks late by a second: all were dropped, and "no points" would say nothing. */
static void steps_that_took_all_points(void **state)
{
	struct scene s;

	(void)state;
	scene_init(&s, 1, 0.01);
	s.curve.sizes = 0;
	s.setup.pause_seen = true;
	assert_int_equal(verdict_of(&s).reason, TIMING_REASON_NO_POINTS);
	s.sample.clock_fault = true;
	assert_int_equal(verdict_of(&s).reason, TIMING_REASON_CLOCK);
}

static void bent_lines(void **state)
{
	struct timing_estimate e;
	struct scene s;

	(void)state;
	scene_init(&s, 1, 0.1);
	s.evidence.bad_sizes = 1;
	assert_int_equal(verdict_of(&s).mode, TIMING_MODE_STORE_AND_FORWARD);
	s.evidence.bad_sizes = 3;
	e = verdict_of(&s);
	assert_int_equal(e.reason, TIMING_REASON_NON_LINEAR);
	s.evidence.first_high = true;
	s.setup.eee = TIMING_EEE_UNKNOWN;
	e = verdict_of(&s);
	assert_int_equal(e.reason, TIMING_REASON_EEE);
}

/* Towards a faster port flat is impossible, and 1 - in/out may be rate-matched. */
static void faster_port(void **state)
{
	struct timing_estimate e;
	struct scene s;

	(void)state;
	scene_init(&s, 0, 0.1);
	s.setup.rate_out_mbps = 10000;
	assert_int_equal(verdict_of(&s).reason, TIMING_REASON_IMPOSSIBLE);
	scene_init(&s, 0.6, 0.1);
	s.setup.rate_out_mbps = 2500;
	e = verdict_of(&s);
	assert_true(e.mode == TIMING_MODE_STORE_AND_FORWARD && e.rate_matched);
}

/* What else is on the link is named among what would settle it, and changes no verdict. */
static void other_traffic(void **state)
{
	struct timing_estimate e;
	struct scene s;

	(void)state;
	scene_init(&s, 1, 0.4);
	e = verdict_of(&s);
	assert_true(e.mode == TIMING_MODE_UNDETERMINED && !(e.settle & TIMING_SETTLE_QUIET_LINK));
	s.setup.load_known = true;
	s.setup.other_load = 0.3;
	e = verdict_of(&s);
	assert_int_equal(e.reason, TIMING_REASON_INTERVAL_TOO_WIDE);
	assert_true(e.settle & TIMING_SETTLE_QUIET_LINK);
	scene_init(&s, 1, 0.1);
	s.setup.load_known = true;
	s.setup.other_load = 0.3;
	e = verdict_of(&s);
	assert_true(e.mode == TIMING_MODE_STORE_AND_FORWARD && e.settle == 0);
}

/* Software stamps of a direct leg at another rate have another frame time in them. */
static void another_speed(void **state)
{
	struct timing_estimate e;
	struct scene s;

	(void)state;
	scene_init(&s, 1, 0.1);
	s.setup.stamps = TIMING_STAMPS_SOFTWARE;
	s.setup.rate_direct_mbps = 100;
	e = verdict_of(&s);
	assert_int_equal(e.reason, TIMING_REASON_SPEED_MISMATCH);
	assert_true(e.settle & TIMING_SETTLE_HARDWARE_STAMPS);
	s.setup.stamps = TIMING_STAMPS_SFD;
	assert_int_equal(verdict_of(&s).mode, TIMING_MODE_STORE_AND_FORWARD);
}

static void no_direct_leg(void **state)
{
	struct timing_estimate e = { .calibrated = false };
	struct scene s;

	(void)state;
	scene_init(&s, 1, 0.1);
	timing_verdict(&e, &s.evidence);
	assert_int_equal(e.reason, TIMING_REASON_NO_CALIBRATION);
	scene_init(&s, 0.2, 0.1);
	s.setup.stamps = TIMING_STAMPS_COMPLETION;
	e = (struct timing_estimate){ .calibrated = false };
	timing_verdict(&e, &s.evidence);
	assert_int_equal(e.reason, TIMING_REASON_NO_CALIBRATION);
	s.setup.stamps = TIMING_STAMPS_SOFTWARE;
	e = (struct timing_estimate){ .calibrated = false };
	timing_verdict(&e, &s.evidence);
	assert_true(e.mode == TIMING_MODE_CUT_THROUGH && e.bound_only);
	/* 2 us are too short for waking, 20 us are not; two clocks do not tell. */
	s.setup.eee = TIMING_EEE_UNKNOWN;
	e = (struct timing_estimate){ .calibrated = false };
	timing_verdict(&e, &s.evidence);
	assert_int_equal(e.mode, TIMING_MODE_CUT_THROUGH);
	s.setup.two_clocks = true;
	e = (struct timing_estimate){ .calibrated = false };
	timing_verdict(&e, &s.evidence);
	assert_int_equal(e.reason, TIMING_REASON_EEE);
	s.setup.two_clocks = false;
	s.curve.latency_ns[0] = 20000;
	e = (struct timing_estimate){ .calibrated = false };
	timing_verdict(&e, &s.evidence);
	assert_int_equal(e.reason, TIMING_REASON_EEE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_band),
		cmocka_unit_test(probes_follow_the_width),
		cmocka_unit_test(a_step_of_the_clock_comes_first),
		cmocka_unit_test(steps_that_took_all_points),
		cmocka_unit_test(bent_lines),
		cmocka_unit_test(faster_port),
		cmocka_unit_test(other_traffic),
		cmocka_unit_test(another_speed),
		cmocka_unit_test(no_direct_leg),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-verdict", tests, NULL, NULL);
}
