// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/estimate.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "near-help.h"
#include "test-timing-help.h"

#define STORE .kind = TIMING_STORE_AND_FORWARD
#define CUT .kind = TIMING_CUT_THROUGH
#define ABOVE(bytes) .kind = TIMING_THRESHOLD, .threshold_bytes = bytes
#define RATES(in, out) .rate_in_mbps = in, .rate_out_mbps = out
#define SOFTWARE { TIMING_STAMPS_SOFTWARE, 6000, 0.9 }
#define SFD { TIMING_STAMPS_SFD, 350, 0 }
#define TUNED { .exponential_ns = 1000, .outliers = 0.02, .outlier_ns = 100000 }
#define QUIET .setup = { .eee = TIMING_EEE_OFF }
#define SIZES .size_bytes = default_sizes, .sizes = ROWS(default_sizes), .blocks = 100

static struct timing_estimate estimate_of(struct made *m)
{
	struct timing_estimate e;
	size_t n;
	struct timing_point *p = make_points(m, 11, &n);
	int ret = timing_estimate(&e, &m->setup, p, n, NULL);

	free(p);
	assert_int_equal(ret, 0);
	return e;
}

static void has_mode(const struct timing_estimate *e, enum timing_mode mode)
{
	if (e->mode != mode)
		fail_msg("%s (%s), k %g (%g to %g)", timing_mode_text(e->mode),
			 timing_reason_code(e->reason), e->k.value, e->k.low, e->k.high);
	assert_int_equal(e->reason, TIMING_REASON_NONE);
	assert_true(e->settled);
}

static void has_reason(const struct timing_estimate *e, enum timing_reason reason,
		       unsigned int settle)
{
	if (e->reason != reason || (e->settle & settle) != settle)
		fail_msg("%s (%s), settle %#x, k %g (%g to %g)", timing_mode_text(e->mode),
			 timing_reason_code(e->reason), e->settle, e->k.value, e->k.low,
			 e->k.high);
	assert_int_equal(e->mode, TIMING_MODE_UNDETERMINED);
	assert_true(e->settle != 0);
}

static void covers(const struct timing_value *v, double want)
{
	if (!(v->low <= want && want <= v->high))
		fail_msg("%g (%g to %g) does not cover %g", v->value, v->low, v->high, want);
}

static void known_stages(void **state)
{
	static const double rate[] = { 10, 100, 1000, 10000 };

	(void)state;
	for (size_t i = 0; i < ROWS(rate); i++) {
		for (unsigned int k = 0; k <= 4; k++) {
			struct made m = {
				.device = { .kind = k ? TIMING_STORE_AND_FORWARD :
					    TIMING_CUT_THROUGH,
					    .stages = k ? k : 1, .latency_ns = 2488,
					    RATES(rate[i], rate[i]) },
				.host = SOFTWARE, .noise = TUNED, QUIET, SIZES,
			};
			struct timing_estimate e = estimate_of(&m);

			has_mode(&e, k ? TIMING_MODE_STORE_AND_FORWARD : TIMING_MODE_CUT_THROUGH);
			assert_int_equal(e.stages, k);
			covers(&e.k, k);
			assert_true(fabs(e.k.value - k) < (rate[i] > 1000 ? 0.1 : 0.05));
		}
	}
}

static void threshold(void **state)
{
	static const double bytes[] = { 225, 384, 560, 768, 1000 };

	(void)state;
	for (size_t i = 0; i < ROWS(bytes); i++) {
		struct made m = { .device = { ABOVE(bytes[i]), .stages = 1, RATES(1000, 1000),
					      .latency_ns = 500 },
				  .host = SFD, .noise = { .normal_ns = 20 }, QUIET, SIZES };
		struct timing_estimate e = estimate_of(&m);

		has_mode(&e, TIMING_MODE_CUT_THROUGH_ABOVE);
		assert_true(e.quantile > 0);	/* normal noise prefers the middle */
		covers(&e.threshold_bytes, bytes[i]);
		assert_true(fabs(e.threshold_bytes.value - bytes[i]) < 0.1 * bytes[i]);
		covers(&e.k, 0);
	}
}

/* With too few sizes above it a threshold cannot be stated, and is not hidden either. */
static void threshold_among_the_longest(void **state)
{
	struct made m = { .device = { ABOVE(1200), .stages = 1, RATES(1000, 1000),
				      .latency_ns = 500 },
			  .host = SFD, .noise = { .normal_ns = 20 }, QUIET, SIZES };
	struct timing_estimate e = estimate_of(&m);

	(void)state;
	has_reason(&e, TIMING_REASON_NON_LINEAR, TIMING_SETTLE_JUMBO | TIMING_SETTLE_MORE_SIZES);
	m.size_bytes = jumbo_sizes;
	m.sizes = ROWS(jumbo_sizes);
	e = estimate_of(&m);
	has_mode(&e, TIMING_MODE_CUT_THROUGH_ABOVE);
	covers(&e.threshold_bytes, 1200);
}

static void latency(void **state)
{
	struct made m = { .device = { STORE, .stages = 1, RATES(1000, 1000), .latency_ns = 2488 },
			  .host = SFD, .noise = { .normal_ns = 8 }, QUIET, SIZES };
	struct timing_estimate e;

	(void)state;
	m.setup.cable_extra_m = 2;
	e = estimate_of(&m);
	has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
	covers(&e.intercept_ns, 2478);
	covers(&e.size[0].latency_ns, 2990);
	assert_int_equal(e.size[0].size_bytes, 64);
	covers(&e.size[e.sizes - 1].latency_ns, 2478 + 12144);
	assert_true(e.size[0].latency_ns.high - e.size[0].latency_ns.low < 40);
}

/* 100 ppm over 11 blocks a second are ten times the delay. */
static void drift(void **state)
{
	static const double ppb[] = { -1e5, -3, 50, 1e5 };

	(void)state;
	for (size_t i = 0; i < ROWS(ppb); i++) {
		struct made m = { .device = { STORE, .stages = 1, RATES(1000, 1000),
					      .latency_ns = 2000 },
				  .host = SFD, .noise = { .normal_ns = 8 }, QUIET, SIZES,
				  .drift_ppb = ppb[i], .offset_ns = -4e9 };
		struct timing_estimate e;

		m.setup.two_clocks = true;
		e = estimate_of(&m);
		has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
		assert_true(fabs(e.drift_ppb - ppb[i]) < 30);
		covers(&e.k, 1);
		covers(&e.intercept_ns, 2000);
	}
}

static void outliers(void **state)
{
	struct made m = { .device = { CUT, .stages = 1, RATES(1000, 1000), .latency_ns = 900 },
			  .host = SOFTWARE, QUIET, SIZES,
			  .noise = { .exponential_ns = 1000, .outliers = 0.3,
				     .outlier_ns = 1000000 } };
	struct timing_estimate e = estimate_of(&m);

	(void)state;
	has_mode(&e, TIMING_MODE_CUT_THROUGH);
	covers(&e.k, 0);
	assert_true(e.quantile < 0.5);
}

/*
 * Frames of others at the way out hold back a share of ours, by up to one of
 * theirs: whatever share that is, the mode is right or there is none.
 */
static void loaded_egress(void **state)
{
	static const struct {
		double busy;
		bool sure;
	} row[] = { { 0.1, true }, { 0.3, true }, { 0.6, true }, { 0.9, true }, { 0.99, false } };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		for (unsigned int k = 0; k <= 1; k++) {
			struct made m = { .device = { .kind = k ? TIMING_STORE_AND_FORWARD :
						      TIMING_CUT_THROUGH, .stages = 1,
						      .latency_ns = 2000, RATES(1000, 1000) },
					  .host = SOFTWARE, .noise = TUNED, QUIET, SIZES,
					  .busy = row[i].busy, .busy_ns = 12304 };
			struct timing_estimate e;

			m.setup.load_known = true;
			m.setup.other_load = row[i].busy;
			e = estimate_of(&m);
			if (row[i].sure || e.mode != TIMING_MODE_UNDETERMINED)
				has_mode(&e, k ? TIMING_MODE_STORE_AND_FORWARD :
					 TIMING_MODE_CUT_THROUGH);
			else
				has_reason(&e, e.reason, TIMING_SETTLE_QUIET_LINK);
			covers(&e.k, k);
			assert_true(e.size[0].variation_ns > 5000);
		}
}

/* At 1000BASE-T a switch that stores and wakes takes as long for every size. */
static void a_waking_port_is_no_cut_through(void **state)
{
	struct made m = { .device = { STORE, .stages = 1, RATES(1000, 1000), .latency_ns = 2000 },
			  .host = SOFTWARE, .noise = TUNED, SIZES, .wake_ns = 16500 };
	struct timing_estimate e = estimate_of(&m);

	(void)state;
	has_reason(&e, TIMING_REASON_EEE, TIMING_SETTLE_EEE_OFF);
	m.device.rate_in_mbps = m.device.rate_out_mbps = 100;
	m.wake_ns = 30000;
	e = estimate_of(&m);
	assert_true(e.mode == TIMING_MODE_STORE_AND_FORWARD || e.reason == TIMING_REASON_EEE);
	m.setup.eee = TIMING_EEE_ON;
	e = estimate_of(&m);
	has_reason(&e, TIMING_REASON_EEE, TIMING_SETTLE_EEE_OFF);
}

static void coalescing(void **state)
{
	struct made m = { .device = { STORE, .stages = 1, RATES(10000, 10000),
				      .latency_ns = 2000 },
			  .host = SOFTWARE, QUIET, SIZES,
			  .noise = { .exponential_ns = 1000, .uniform_ns = 50000,
				     .outliers = 0.05, .outlier_ns = 100000 } };
	struct timing_estimate e = estimate_of(&m);

	(void)state;
	has_reason(&e, TIMING_REASON_INTERVAL_TOO_WIDE,
		   TIMING_SETTLE_MODERATION_OFF | TIMING_SETTLE_HARDWARE_STAMPS |
		   TIMING_SETTLE_JUMBO);
}

/* Asked for more, and given it, the estimate settles. */
static void sequential(void **state)
{
	struct made m = { .device = { STORE, .stages = 1, RATES(1000, 1000), .latency_ns = 2000 },
			  .host = SOFTWARE, QUIET, SIZES,
			  .noise = { .uniform_ns = 50000 } };
	struct timing_estimate e;
	int rounds = 0;

	(void)state;
	m.blocks = 5;
	for (;; rounds++) {
		e = estimate_of(&m);
		if (e.settled)
			break;
		assert_int_equal(e.mode, TIMING_MODE_UNDETERMINED);
		assert_true(e.settle & TIMING_SETTLE_MORE_PROBES);
		m.blocks += e.probes_more;
	}
	assert_in_range(rounds, 1, 8);
	has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
	m.blocks = 12;
	m.setup.probes_max = 20;
	e = estimate_of(&m);
	has_reason(&e, TIMING_REASON_INTERVAL_TOO_WIDE, TIMING_SETTLE_HARDWARE_STAMPS);
	assert_true(e.settled);
}

static void loss(void **state)
{
	struct made m = { .device = { STORE, .stages = 1, RATES(1000, 1000), .latency_ns = 2000 },
			  .host = SOFTWARE, .noise = TUNED, QUIET, SIZES, .lost = 0.005 };
	struct timing_estimate e = estimate_of(&m);

	(void)state;
	has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
	m.lost = 0.05;
	e = estimate_of(&m);
	has_reason(&e, TIMING_REASON_LOSS, TIMING_SETTLE_QUIET_LINK);
	m.lost = 1;
	e = estimate_of(&m);
	has_reason(&e, TIMING_REASON_NO_POINTS, TIMING_SETTLE_MORE_PROBES);
}

static void sizes_that_tell_nothing(void **state)
{
	static const uint32_t near[] = { 64, 128, 256, 512 }, one[] = { 512 };
	static const uint32_t two[] = { 64, 1518 };
	struct made m = { .device = { ABOVE(1100), .stages = 1, RATES(1000, 1000),
				      .latency_ns = 2000 },
			  .host = SFD, .noise = { .normal_ns = 8 }, QUIET, .blocks = 100,
			  .size_bytes = near, .sizes = ROWS(near) };
	struct timing_estimate e = estimate_of(&m);

	(void)state;
	has_reason(&e, TIMING_REASON_SIZES_TOO_NEAR, TIMING_SETTLE_MORE_SIZES);
	m.size_bytes = one;
	m.sizes = 1;
	e = estimate_of(&m);
	has_reason(&e, TIMING_REASON_TOO_FEW_SIZES, TIMING_SETTLE_MORE_SIZES);
	/* 0.71 stages between two sizes may be a threshold. */
	m.size_bytes = two;
	m.sizes = 2;
	e = estimate_of(&m);
	has_reason(&e, TIMING_REASON_TOO_FEW_SIZES, TIMING_SETTLE_MORE_SIZES);
}

static void mixed_rates(void **state)
{
	struct made m = { .device = { STORE, .stages = 1, RATES(10000, 1000),
				      .latency_ns = 2000 },
			  .host = SFD, .noise = { .normal_ns = 8 }, QUIET, SIZES };
	struct timing_estimate e = estimate_of(&m);

	(void)state;
	has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
	covers(&e.slope_ns_per_byte, 0.8);
	m.device.kind = TIMING_CUT_THROUGH;
	e = estimate_of(&m);
	has_mode(&e, TIMING_MODE_CUT_THROUGH);
	m.device.rate_in_mbps = 1000;
	m.device.rate_out_mbps = 10000;
	e = estimate_of(&m);
	has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
	assert_true(e.rate_matched);
	covers(&e.k, 0.9);
	m.device.rate_out_mbps = 2500;
	e = estimate_of(&m);
	has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
	assert_true(e.rate_matched);
}

static void without_calibration(void **state)
{
	struct made m = { .device = { CUT, .stages = 1, RATES(1000, 1000), .latency_ns = 2000 },
			  .host = SOFTWARE, .noise = TUNED, QUIET, SIZES, .no_direct = true };
	struct timing_estimate e = estimate_of(&m);

	(void)state;
	has_mode(&e, TIMING_MODE_CUT_THROUGH);
	assert_true(e.bound_only && !e.calibrated && isnan(e.k.low));
	assert_true(e.k.high > 0.9 / 8 && e.k.high < 0.35);
	assert_true(isnan(e.size[0].latency_ns.value));
	m.host.per_byte_ns = 8;
	e = estimate_of(&m);
	has_reason(&e, TIMING_REASON_NO_CALIBRATION, TIMING_SETTLE_DIRECT_LEG);
}

/* The right values, and what makes them wrong. */
static void what_was_noticed(void **state)
{
	static const struct {
		enum timing_reason reason;
		enum timing_settle settle;
	} row[] = {
		{ TIMING_REASON_PAUSE, TIMING_SETTLE_QUIET_LINK },
		{ TIMING_REASON_FLOODING, TIMING_SETTLE_LEARNING },
		{ TIMING_REASON_SETTINGS_DIFFER, TIMING_SETTLE_SAME_SETTINGS },
	};
	struct made m = { .device = { CUT, .stages = 1, RATES(1000, 1000), .latency_ns = 2000 },
			  .host = SOFTWARE, .noise = TUNED, QUIET, SIZES };
	struct timing_estimate e;

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		m.setup.pause_seen = i == 0;
		m.setup.flooding = i == 1;
		m.setup.settings_differ = i == 2;
		e = estimate_of(&m);
		has_reason(&e, row[i].reason, row[i].settle);
	}
	m.setup.settings_differ = false;
	m.setup.rate_direct_mbps = 100;
	e = estimate_of(&m);
	has_reason(&e, TIMING_REASON_SPEED_MISMATCH, TIMING_SETTLE_SAME_SETTINGS);
	covers(&e.k, 0);
}

/* Case A30: a hardware sniffer's figures, serialisation already taken off or not. */
static struct timing_estimate points_of(enum timing_values values, double mbps, double small,
					double large)
{
	const struct timing_setup setup = { .values = values, RATES(mbps, mbps),
					    .resolution_ns = 20 };
	const struct timing_point p[] = {
		{ .size_bytes = 64, .leg = TIMING_SWITCH, .delay_ns = small },
		{ .size_bytes = 1518, .leg = TIMING_SWITCH, .delay_ns = large },
	};
	struct timing_estimate e;

	assert_int_equal(timing_estimate(&e, &setup, p, 2, NULL), 0);
	return e;
}

static void points_without_serialisation(void **state)
{
	struct timing_estimate e = points_of(TIMING_VALUES_LESS_SERIALISATION, 100, 3170, 3170);

	(void)state;
	has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
	covers(&e.k, 1);
	e = points_of(TIMING_VALUES_LESS_SERIALISATION, 1000, 705, 705);
	has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
	assert_true(e.few_sizes && (e.settle & TIMING_SETTLE_MORE_SIZES));
	covers(&e.intercept_ns, 705);
	e = points_of(TIMING_VALUES_LESS_SERIALISATION, 1000, 3300, 7120);
	has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
	assert_int_equal(e.stages, 1);
	assert_true(e.inner_mbps > 2900 && e.inner_mbps < 3200);
	e = points_of(TIMING_VALUES_LESS_SERIALISATION, 1000, 3000, 3000 - 1454 * 8);
	has_mode(&e, TIMING_MODE_CUT_THROUGH);
}

static void points_raw(void **state)
{
	struct timing_estimate e = points_of(TIMING_VALUES_LATENCY, 1000, 705 + 512, 705 + 12144);

	(void)state;
	has_mode(&e, TIMING_MODE_STORE_AND_FORWARD);
	covers(&e.slope_ns_per_byte, 8);
	assert_true(e.inner_mbps == 0);
	e = points_of(TIMING_VALUES_LATENCY, 1000, 705, 705);
	has_mode(&e, TIMING_MODE_CUT_THROUGH);
	e = points_of(TIMING_VALUES_LATENCY, 1000, 700, 700 + 5800);
	has_reason(&e, TIMING_REASON_TOO_FEW_SIZES, TIMING_SETTLE_MORE_SIZES);
}

static void order_changes_nothing(void **state)
{
	struct made m = { .device = { ABOVE(560), .stages = 1, RATES(1000, 1000),
				      .latency_ns = 2000 },
			  .host = SOFTWARE, .noise = TUNED, QUIET, SIZES, .lost = 0.005 };
	struct timing_estimate a, b;
	struct stat_draw draw;
	size_t n;
	struct timing_point *p = make_points(&m, 5, &n), swap;

	(void)state;
	assert_int_equal(timing_estimate(&a, &m.setup, p, n, NULL), 0);
	stat_draw_init(&draw, 1);
	for (size_t i = n; i-- > 1;) {
		size_t j = stat_draw_below(&draw, i + 1);

		swap = p[i];
		p[i] = p[j];
		p[j] = swap;
	}
	assert_int_equal(timing_estimate(&b, &m.setup, p, n, NULL), 0);
	free(p);
	assert_int_equal(a.mode, TIMING_MODE_CUT_THROUGH_ABOVE);
	assert_memory_equal(&a.k, &b.k, sizeof(a.k));
	assert_memory_equal(&a.threshold_bytes, &b.threshold_bytes, sizeof(a.k));
	assert_memory_equal(&a.intercept_ns, &b.intercept_ns, sizeof(a.k));
	assert_true(a.mode == b.mode && a.quantile == b.quantile);
}

static void shift_changes_latency_only(void **state)
{
	struct made m = { .device = { STORE, .stages = 1, RATES(1000, 1000), .latency_ns = 2000 },
			  .host = SOFTWARE, .noise = TUNED, QUIET, SIZES };
	struct timing_estimate a, b;
	size_t n;
	struct timing_point *p = make_points(&m, 5, &n);

	(void)state;
	assert_int_equal(timing_estimate(&a, &m.setup, p, n, NULL), 0);
	for (size_t i = 0; i < n; i++)
		p[i].delay_ns += p[i].leg == TIMING_SWITCH ? 4096 : 1024;
	assert_int_equal(timing_estimate(&b, &m.setup, p, n, NULL), 0);
	free(p);
	assert_true(a.mode == b.mode && a.stages == b.stages && a.quantile == b.quantile);
	is_near(b.k.value, a.k.value, 1e-3);
	is_near(b.k.low, a.k.low, 1e-3);
	is_near(b.k.high, a.k.high, 1e-3);
	is_near(b.intercept_ns.value, a.intercept_ns.value + 3072, 1e-3);
	for (unsigned int i = 0; i < a.sizes; i++)
		is_near(b.size[i].latency_ns.value, a.size[i].latency_ns.value + 3072, 1e-3);
}

static void what_cannot_be(void **state)
{
	const struct timing_setup none = { RATES(0, 1000) }, setup = { RATES(1000, 1000) };
	const struct timing_point bad = { .size_bytes = 64, .delay_ns = NAN };
	struct timing_point many[TIMING_SIZES_MAX + 1] = { 0 };
	struct timing_estimate e;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(timing_estimate(&e, &none, NULL, 0, &err), -EINVAL);
	assert_true(err.text[0] != '\0');
	assert_int_equal(timing_estimate(&e, &setup, &bad, 1, NULL), -EINVAL);
	for (uint32_t i = 0; i <= TIMING_SIZES_MAX; i++)
		many[i] = (struct timing_point){ .size_bytes = 64 + i, .delay_ns = 1 };
	assert_int_equal(timing_estimate(&e, &setup, many, ROWS(many), NULL), -EINVAL);
	assert_int_equal(timing_estimate(&e, &setup, NULL, 0, NULL), 0);
	has_reason(&e, TIMING_REASON_NO_POINTS, TIMING_SETTLE_MORE_PROBES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_stages),
		cmocka_unit_test(threshold),
		cmocka_unit_test(threshold_among_the_longest),
		cmocka_unit_test(latency),
		cmocka_unit_test(drift),
		cmocka_unit_test(outliers),
		cmocka_unit_test(loaded_egress),
		cmocka_unit_test(a_waking_port_is_no_cut_through),
		cmocka_unit_test(coalescing),
		cmocka_unit_test(sequential),
		cmocka_unit_test(loss),
		cmocka_unit_test(sizes_that_tell_nothing),
		cmocka_unit_test(mixed_rates),
		cmocka_unit_test(without_calibration),
		cmocka_unit_test(what_was_noticed),
		cmocka_unit_test(points_without_serialisation),
		cmocka_unit_test(points_raw),
		cmocka_unit_test(order_changes_nothing),
		cmocka_unit_test(shift_changes_latency_only),
		cmocka_unit_test(what_cannot_be),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-estimate", tests, NULL, NULL);
}
