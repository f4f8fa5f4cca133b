// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/reflect.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "test-timing-help.h"

#define NEAR_EPOCH_NS 1796053200123456789LL
#define RESIDENCE_NS 5000.0	/* a program that answers: mean, and 5 % to 200 us */

/* Two hosts and what is between them, with everything known. */
struct scene {
	struct timing_device there, back;
	struct timing_host host;
	struct noise noise;		/* of each way */
	uint32_t blocks;
	double far_ahead_ns, drift_ppb;	/* the far clock */
	double lost, lost_back, unstamped;	/* shares, in the switch leg */
	double wake_ns;			/* of the port towards the far end: F is at least this */
	bool no_direct;
	unsigned int steps;		/* so often the near clock is set while a frame is under way */
	double step_ns;
	enum timing_eee eee;
};

static double way_ns(struct stat_draw *d, const struct scene *s, const struct timing_device *with,
		     enum timing_leg leg, double size_bytes, double wake_ns)
{
	struct timing_device device = *with;
	double ns;

	if (leg == TIMING_DIRECT)
		device.stages = 0;
	ns = timing_delay_ns(&device, &s->host, size_bytes) + draw_noise(d, &s->noise);
	if (leg == TIMING_SWITCH)
		ns += fmax(wake_ns + device.latency_ns - timing_latency_ns(&device, size_bytes), 0);
	return ns;
}

static double residence_ns(struct stat_draw *d)
{
	double ns = 20000 - RESIDENCE_NS * log(stat_draw_unit(d));

	return stat_draw_unit(d) < 0.05 ? ns + 200000 * stat_draw_unit(d) : ns;
}

static struct timing_trip one_trip(struct stat_draw *d, const struct scene *s, enum timing_leg leg,
				   const struct timing_trip *plan, double t_ns)
{
	double there = way_ns(d, s, &s->there, leg, plan->size_bytes, s->wake_ns);
	double stay = residence_ns(d), rate = 1 + s->drift_ppb * 1e-9;
	double back = way_ns(d, s, &s->back, leg, plan->back_bytes, 0);
	int64_t far_epoch_ns = NEAR_EPOCH_NS + (int64_t)s->far_ahead_ns;
	bool lossy = leg == TIMING_SWITCH;
	struct timing_trip trip = *plan;

	trip.left_ns = NEAR_EPOCH_NS + llround(t_ns);
	trip.arrived = !lossy || stat_draw_unit(d) >= s->lost;
	trip.came = trip.arrived && (!lossy || stat_draw_unit(d) >= s->lost_back);
	if (trip.arrived) {
		trip.arrived_ns = far_epoch_ns + llround((t_ns + there) * rate);
		trip.answered_ns = far_epoch_ns + llround((t_ns + there + stay) * rate);
	}
	if (trip.came)
		trip.came_ns = NEAR_EPOCH_NS + llround(t_ns + there + stay + back);
	if (lossy && stat_draw_unit(d) < s->unstamped)
		*(stat_draw_unit(d) < 0.5 ? &trip.left_ns : &trip.answered_ns) = 0;
	return trip;
}

static void shuffle(struct stat_draw *d, uint32_t order[ROWS(default_sizes)])
{
	for (size_t i = 0; i < ROWS(default_sizes); i++) {
		size_t j = stat_draw_below(d, i + 1);

		order[i] = order[j];
		order[j] = default_sizes[i];
	}
}

/* Caller frees. */
static struct timing_trip *make_trips(struct stat_draw *d, const struct scene *s,
				      enum timing_leg leg, double *t_ns, size_t *n)
{
	struct timing_trip *trip = calloc(s->blocks * ROWS(default_sizes), sizeof(*trip));

	if (!trip)
		abort();
	*n = 0;
	for (uint32_t block = 0; block < s->blocks; block++) {
		uint32_t out[ROWS(default_sizes)], back[ROWS(default_sizes)];

		shuffle(d, out);
		shuffle(d, back);
		for (size_t i = 0; i < ROWS(default_sizes); i++, (*n)++) {
			const struct timing_trip plan = { .number = (uint32_t)*n, .block = block,
							  .size_bytes = out[i], .back_bytes = back[i] };

			*t_ns += 1e6 * (0.5 + stat_draw_unit(d));
			trip[*n] = one_trip(d, s, leg, &plan, *t_ns);
		}
	}
	return trip;
}

struct outcome {
	struct timing_estimate e[TIMING_WAYS];
	struct timing_trips sum;
	size_t points;
};

static void set_clock(const struct scene *s, struct timing_trip *trip, size_t trips)
{
	for (unsigned int i = 0; i < s->steps; i++)
		trip[(i + 1) * trips / (s->steps + 1)].came_ns += (int64_t)s->step_ns;
}

static void run(struct outcome *o, const struct scene *s, uint64_t seed)
{
	struct timing_setup setup[TIMING_WAYS] = { {
		.rate_in_mbps = s->there.rate_in_mbps, .rate_out_mbps = s->there.rate_out_mbps,
		.rate_direct_mbps = s->there.rate_out_mbps, .stamps = s->host.stamps,
		.resolution_ns = 1, .seed = seed, .eee = s->eee, .replicates = 400,
	} };
	struct timing_point *point = calloc(2 * s->blocks * ROWS(default_sizes), sizeof(*point));
	struct err err = { 0 };
	struct stat_draw d;
	double t_ns = 1e6;

	assert_non_null(point);
	stat_draw_init(&d, seed);
	setup[TIMING_BACK] = timing_reflect_setup_back(&setup[TIMING_FORWARD],
						       s->there.rate_in_mbps);
	*o = (struct outcome){ .points = 0 };
	for (int leg = s->no_direct ? TIMING_SWITCH : TIMING_DIRECT; leg < TIMING_LEGS; leg++) {
		size_t trips;
		struct timing_trip *trip = make_trips(&d, s, (enum timing_leg)leg, &t_ns, &trips);

		if (leg == TIMING_SWITCH)
			set_clock(s, trip, trips);
		o->sum = (struct timing_trips){ .sent = 0 };
		o->points += timing_reflect_points(point + o->points, &o->sum, trip, trips,
						   (enum timing_leg)leg);
		for (int way = 0; way < TIMING_WAYS; way++)
			setup[way].sent[leg] = o->sum.sent - o->sum.unstamped - o->sum.stepped;
		t_ns += 5e9;
		free(trip);
	}
	if (timing_reflect_estimate(o->e, setup, point, o->points,
				    (double)o->sum.stepped / (double)o->sum.sent, &err) < 0)
		fail_msg("%s", err.text);
	free(point);
}

static struct scene scene_of(enum timing_kind kind, double near_mbps, double far_mbps)
{
	const struct timing_host host = { TIMING_STAMPS_SOFTWARE, 3000, 0.5 };
	const struct noise noise = { .exponential_ns = 1000, .outliers = 0.02, .outlier_ns = 50000 };

	return (struct scene){
		.there = { kind, 1, 560, near_mbps, far_mbps, 1500 },
		.back = { kind, 1, 560, far_mbps, near_mbps, 1500 },
		.host = host, .noise = noise, .blocks = 100, .drift_ppb = 40000,
		.far_ahead_ns = 37e9, .eee = TIMING_EEE_OFF,
	};
}

static const char *say(const struct timing_estimate *e)
{
	static char text[200];

	snprintf(text, sizeof(text), "%s (%s), k %.3f (%.3f to %.3f)", timing_mode_text(e->mode),
		 timing_reason_code(e->reason), e->k.value, e->k.low, e->k.high);
	return text;
}

/* Each way has its own answer. */
static void modes(void **state)
{
	static const struct {
		enum timing_kind kind;
		double near_mbps, far_mbps;
		enum timing_mode there, back;
		double k_there, k_back;
	} row[] = {
		{ TIMING_STORE_AND_FORWARD, 10, 10, TIMING_MODE_STORE_AND_FORWARD,
		  TIMING_MODE_STORE_AND_FORWARD, 1, 1 },
		{ TIMING_STORE_AND_FORWARD, 100, 100, TIMING_MODE_STORE_AND_FORWARD,
		  TIMING_MODE_STORE_AND_FORWARD, 1, 1 },
		{ TIMING_STORE_AND_FORWARD, 1000, 1000, TIMING_MODE_STORE_AND_FORWARD,
		  TIMING_MODE_STORE_AND_FORWARD, 1, 1 },
		{ TIMING_CUT_THROUGH, 100, 100, TIMING_MODE_CUT_THROUGH, TIMING_MODE_CUT_THROUGH, 0, 0 },
		{ TIMING_CUT_THROUGH, 1000, 1000, TIMING_MODE_CUT_THROUGH, TIMING_MODE_CUT_THROUGH, 0,
		  0 },
		{ TIMING_THRESHOLD, 100, 100, TIMING_MODE_CUT_THROUGH_ABOVE,
		  TIMING_MODE_CUT_THROUGH_ABOVE, 0, 0 },
		{ TIMING_THRESHOLD, 1000, 1000, TIMING_MODE_CUT_THROUGH_ABOVE,
		  TIMING_MODE_CUT_THROUGH_ABOVE, 0, 0 },
		{ TIMING_STORE_AND_FORWARD, 100, 10, TIMING_MODE_STORE_AND_FORWARD,
		  TIMING_MODE_STORE_AND_FORWARD, 1, 1 },
		/* Towards the slower port it may cut through, and towards the faster one it cannot. */
		{ TIMING_CUT_THROUGH, 100, 10, TIMING_MODE_CUT_THROUGH, TIMING_MODE_STORE_AND_FORWARD, 0,
		  0.9 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct scene s = scene_of(row[i].kind, row[i].near_mbps, row[i].far_mbps);
		const struct timing_estimate *e;
		struct outcome o;

		run(&o, &s, 100 + i);
		e = &o.e[TIMING_FORWARD];
		if (e->mode != row[i].there || fabs(e->k.value - row[i].k_there) > 0.15)
			fail_msg("row %zu, there: %s", i, say(e));
		e = &o.e[TIMING_BACK];
		if (e->mode != row[i].back || fabs(e->k.value - row[i].k_back) > 0.15)
			fail_msg("row %zu, back: %s", i, say(e));
	}
}

/* The intervals hold what is true, for the stages and for the latency of one way. */
static void coverage(void **state)
{
	enum { SEEDS = 60 };
	unsigned int k_in = 0, latency_in = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct scene s = scene_of(seed % 2 ? TIMING_STORE_AND_FORWARD : TIMING_CUT_THROUGH, 1000,
					  1000);
		double k = seed % 2, latency_ns = timing_latency_ns(&s.there, 64);
		struct outcome o;

		s.host = (struct timing_host){ TIMING_STAMPS_SFD, 300, 0 };
		s.noise = (struct noise){ .normal_ns = 20 };
		run(&o, &s, seed);
		for (int way = 0; way < TIMING_WAYS; way++) {
			const struct timing_estimate *e = &o.e[way];

			k_in += e->k.low <= k && k <= e->k.high;
			latency_in += e->size[0].latency_ns.low <= latency_ns &&
				      latency_ns <= e->size[0].latency_ns.high;
		}
	}
	if (k_in < SEEDS * TIMING_WAYS - 3 || latency_in < SEEDS * TIMING_WAYS - 3)
		fail_msg("of %d: k in %u, latency in %u", SEEDS * TIMING_WAYS, k_in, latency_in);
}

/* A far clock that is wrong by hours and by 100 ppm changes nothing; its rate is found. */
static void clocks(void **state)
{
	static const struct {
		double ahead_ns, drift_ppb;
	} row[] = { { 0, 0 }, { -1.7e18, 100000 }, { 3.6e12, -100000 } };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct scene s = scene_of(TIMING_STORE_AND_FORWARD, 1000, 1000);
		struct outcome o;

		s.host = (struct timing_host){ TIMING_STAMPS_SFD, 300, 0 };
		s.noise = (struct noise){ .normal_ns = 8 };
		s.far_ahead_ns = row[i].ahead_ns;
		s.drift_ppb = row[i].drift_ppb;
		run(&o, &s, 7);
		if (fabs(o.e[0].k.value - 1) > 0.01 ||
		    fabs(o.e[0].size[0].latency_ns.value - timing_latency_ns(&s.there, 64)) > 10 ||
		    fabs(o.sum.drift_ppb - row[i].drift_ppb) > 1000)
			fail_msg("row %zu: %s, FIFO %.1f ns, drift %.0f ppb", i, say(&o.e[0]),
				 o.e[0].size[0].latency_ns.value, o.sum.drift_ppb);
	}
}

/* A clock that is set spoils the frame that is under way, and no other. */
static void steps(void **state)
{
	static const double step_ns[] = { -5e9, 5e9, -2e6 };
	struct scene s = scene_of(TIMING_STORE_AND_FORWARD, 100, 100);
	struct outcome o;

	(void)state;
	for (size_t i = 0; i < ROWS(step_ns); i++) {
		s.steps = 5;
		s.step_ns = step_ns[i];
		run(&o, &s, 20 + i);
		assert_int_equal(o.sum.stepped, 5);
		if (o.e[0].mode != TIMING_MODE_STORE_AND_FORWARD)
			fail_msg("a few steps of %g ns: %s", step_ns[i], say(&o.e[0]));
	}
	s.steps = 300;
	run(&o, &s, 30);
	for (int way = 0; way < TIMING_WAYS; way++) {
		assert_int_equal(o.e[way].mode, TIMING_MODE_UNDETERMINED);
		assert_int_equal(o.e[way].reason, TIMING_REASON_CLOCK);
	}
}

static void losses(void **state)
{
	struct scene s = scene_of(TIMING_STORE_AND_FORWARD, 100, 100);
	struct outcome o;

	(void)state;
	s.lost = 0.3;
	s.lost_back = 0.1;
	run(&o, &s, 40);
	assert_true(o.sum.lost > 250 && o.sum.lost < 410);
	assert_true(o.sum.lost_back > 30 && o.sum.lost_back < 130);
	for (int way = 0; way < TIMING_WAYS; way++)
		assert_int_equal(o.e[way].reason, TIMING_REASON_LOSS);
	/* A stamp that is missing is no loss. */
	s.lost = s.lost_back = 0;
	s.unstamped = 0.2;
	run(&o, &s, 41);
	assert_true(o.sum.unstamped > 100 && o.sum.lost == 0);
	assert_int_equal(o.e[0].mode, TIMING_MODE_STORE_AND_FORWARD);
	/* Nothing at all. */
	s.unstamped = 0;
	s.lost = 1;
	run(&o, &s, 42);
	assert_int_equal(o.sum.lost, o.sum.sent);
	assert_int_equal(o.e[0].reason, TIMING_REASON_NO_POINTS);
}

static void without_direct_leg(void **state)
{
	struct scene s = scene_of(TIMING_CUT_THROUGH, 100, 100);
	struct outcome o;

	(void)state;
	s.no_direct = true;
	run(&o, &s, 50);
	for (int way = 0; way < TIMING_WAYS; way++) {
		assert_int_equal(o.e[way].mode, TIMING_MODE_CUT_THROUGH);
		assert_true(o.e[way].bound_only);
	}
	s.there.kind = s.back.kind = TIMING_STORE_AND_FORWARD;
	run(&o, &s, 51);
	assert_int_equal(o.e[0].reason, TIMING_REASON_NO_CALIBRATION);
	assert_int_equal(o.e[1].reason, TIMING_REASON_NO_CALIBRATION);
}

/* One port sleeps, towards the far end: each way shows half of its waking, which is no cut-through. */
static void waking(void **state)
{
	struct scene s = scene_of(TIMING_STORE_AND_FORWARD, 1000, 1000);
	struct outcome o;

	(void)state;
	s.eee = TIMING_EEE_UNKNOWN;
	s.wake_ns = 16500;
	run(&o, &s, 60);
	if (o.e[TIMING_FORWARD].mode != TIMING_MODE_UNDETERMINED)
		fail_msg("%s", say(&o.e[TIMING_FORWARD]));
	assert_int_equal(o.e[TIMING_FORWARD].reason, TIMING_REASON_EEE);
}

static void setup_back(void **state)
{
	const struct timing_setup there = { .rate_in_mbps = 100, .rate_out_mbps = 10,
					    .rate_direct_mbps = 10, .resolution_ns = 1 };
	struct timing_setup back = timing_reflect_setup_back(&there, 100);

	(void)state;
	assert_true(back.rate_in_mbps == 10 && back.rate_out_mbps == 100);
	assert_true(back.rate_direct_mbps == 100 && back.resolution_ns == 1);
}

static void refused(void **state)
{
	struct timing_point point[] = {
		{ .size_bytes = 64, .back_bytes = 64, .leg = TIMING_SWITCH, .delay_ns = 1 },
		{ .size_bytes = 64, .leg = TIMING_SWITCH, .delay_ns = 1 },
	}, out[ROWS(point)];
	struct timing_point many[TIMING_SIZES_MAX + 1], split[ROWS(many)];
	struct err err = { 0 };

	(void)state;
	assert_int_equal(timing_reflect_split(out, point, 2, TIMING_FORWARD, &err), -EINVAL);
	assert_non_null(strstr(err.text, "no round trip"));
	for (uint32_t i = 0; i < ROWS(many); i++)
		many[i] = (struct timing_point){ .size_bytes = 64, .back_bytes = 64 + i,
						 .leg = TIMING_SWITCH };
	assert_int_equal(timing_reflect_split(split, many, ROWS(many), TIMING_BACK, NULL), -EINVAL);
	assert_int_equal(timing_reflect_split(out, point, 0, TIMING_BACK, NULL), 0);
}

/* What the far end never told of was neither lost nor without a stamp. */
static void untold(void **state)
{
	const struct timing_trip trip[] = {
		{ .came = true, .left_ns = 1000, .came_ns = 9000 },
		{ .came = true, .arrived = true, .left_ns = 1000, .came_ns = 9000, .arrived_ns = 4000 },
		{ .came = true, .arrived = true, .left_ns = 1000, .came_ns = 9000, .arrived_ns = 4000,
		  .answered_ns = 5000 },
		{ .left_ns = 1000 },
	};
	struct timing_point point[ROWS(trip)];
	struct timing_trips sum = { .sent = 0 };

	(void)state;
	assert_int_equal(timing_reflect_points(point, &sum, trip, ROWS(trip), TIMING_SWITCH), 1);
	assert_true(sum.sent == 4 && sum.untold == 1 && sum.unstamped == 1 && sum.lost == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(modes),
		cmocka_unit_test(coverage),
		cmocka_unit_test(clocks),
		cmocka_unit_test(steps),
		cmocka_unit_test(losses),
		cmocka_unit_test(without_direct_leg),
		cmocka_unit_test(waking),
		cmocka_unit_test(setup_back),
		cmocka_unit_test(refused),
		cmocka_unit_test(untold),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-reflect", tests, NULL, NULL);
}
