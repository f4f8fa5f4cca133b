// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/leg.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "stat/bootstrap.h"

#define NS_PER_S 1e9
#define HOST_PATIENCE_NS 50000000LL
#define STORED_TIMES 6		/* a frame is on its way this many times its own length at most */
#define LEARN_NS 1000000000LL
/* Halves of intervals that are narrow enough: of k, and of a threshold as a share of it. */
#define DIRECT_WIDTH 0.02	/* the direct leg alone: it must leave room for a threshold */
#define SWITCH_WIDTH 0.10
#define THRESHOLD_WIDTH 0.10

static const uint32_t plain_sizes[] = {
	64, 128, 225, 387, 512, 548, 710, 871, 1024, 1280, 1518,
};
static const uint32_t jumbo_sizes[] = { 2048, 4096, 6000, 9018 };

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define OVERHEAD_BYTES 18	/* addresses, type and FCS */

void timing_plan_sizes(struct timing_plan *plan, unsigned int mtu_bytes)
{
	plan->sizes = 0;
	for (size_t i = 0; i < COUNT(plain_sizes); i++)
		if (plain_sizes[i] <= mtu_bytes + OVERHEAD_BYTES)
			plan->size_bytes[plan->sizes++] = plain_sizes[i];
	for (size_t i = 0; i < COUNT(jumbo_sizes); i++)
		if (jumbo_sizes[i] <= mtu_bytes + OVERHEAD_BYTES)
			plan->size_bytes[plan->sizes++] = jumbo_sizes[i];
}

struct work {
	struct timing_link *link;
	const struct timing_plan *plan;
	struct timing_setup *setup;
	struct timing_taken *taken;
	struct stat_draw rng;
	int64_t begun_ns, learnt_ns;
	size_t first;		/* points of former legs */
	uint32_t block;
	unsigned int missed;	/* frames in a row that did not arrive */
};

static bool stopped(const struct work *w)
{
	return w->plan->stop && w->plan->stop();
}

static bool silent(const struct work *w)
{
	return w->missed >= TIMING_SILENT_FRAMES;
}

static double seconds(const struct work *w)
{
	return (double)(clock_now_ns() - w->begun_ns) / NS_PER_S;
}

static bool over(const struct work *w)
{
	return stopped(w) || silent(w) || seconds(w) >= w->plan->duration_s;
}

static int add_point(struct work *w, uint32_t size_bytes, const struct timing_flight *flight)
{
	struct timing_taken *t = w->taken;

	if (t->count == t->room) {
		size_t room = t->room ? 2 * t->room : 4096;
		struct timing_point *all = realloc(t->point, room * sizeof(*all));

		if (!all)
			return -ENOMEM;
		t->point = all;
		t->room = room;
	}
	t->point[t->count++] = (struct timing_point){
		.size_bytes = size_bytes, .block = w->block, .leg = w->plan->leg,
		.time_s = (double)flight->left_ns / NS_PER_S,
		.delay_ns = (double)(flight->came_ns - flight->left_ns),
	};
	return 0;
}

int64_t timing_plan_patience_ns(const struct timing_setup *setup, uint32_t bytes)
{
	double slowest = fmin(setup->rate_in_mbps, setup->rate_out_mbps);

	return HOST_PATIENCE_NS + (int64_t)(STORED_TIMES * bytes * timing_ns_per_byte(slowest));
}

static int one_frame(struct work *w, uint32_t size_bytes, struct err *err)
{
	struct timing_flight flight;
	double gap_s = w->plan->gap_s * (0.5 + stat_draw_unit(&w->rng));
	int rc;

	if (clock_now_ns() - w->learnt_ns > LEARN_NS) {
		timing_link_learn(w->link);
		w->learnt_ns = clock_now_ns();
	}
	clock_wait_until_ns(clock_now_ns() + (int64_t)(gap_s * NS_PER_S));
	rc = timing_link_fly(w->link, size_bytes, timing_plan_patience_ns(w->setup, size_bytes), &flight,
			     err);
	if (rc < 0)
		return rc;
	w->taken->arrived += flight.arrived;
	w->missed = flight.arrived ? 0 : w->missed + 1;
	/* What has no stamp was not lost: a NIC with all its slots taken skips one. */
	w->taken->unstamped += !flight.left || (flight.arrived && !flight.came);
	w->taken->sent++;
	if (flight.left && flight.came && add_point(w, size_bytes, &flight) < 0)
		return err_set(err, -ENOMEM, "no memory for %zu points", w->taken->count);
	return 0;
}

void timing_plan_shuffle(const struct timing_plan *plan, struct stat_draw *rng,
			 uint32_t order[TIMING_SIZES_MAX])
{
	for (size_t i = 0; i < plan->sizes; i++) {
		size_t j = stat_draw_below(rng, i + 1);

		order[i] = order[j];
		order[j] = plan->size_bytes[i];
	}
}

static int one_block(struct work *w, struct err *err)
{
	uint32_t order[TIMING_SIZES_MAX];
	int rc = 0;

	timing_plan_shuffle(w->plan, &w->rng, order);
	for (size_t i = 0; i < w->plan->sizes && rc == 0 && !over(w); i++)
		rc = one_frame(w, order[i], err);
	w->block++;
	return rc;
}

static bool is_sharp(const struct timing_value *threshold_bytes)
{
	double half = (threshold_bytes->high - threshold_bytes->low) / 2;

	return half < THRESHOLD_WIDTH * threshold_bytes->value;
}

bool timing_plan_settled(const struct timing_plan *plan, const struct timing_setup *setup,
			 const struct timing_estimate *e)
{
	double tau_ns = timing_ns_per_byte(setup->rate_in_mbps);
	double half = (e->slope_ns_per_byte.high - e->slope_ns_per_byte.low) / 2;

	if (plan->leg == TIMING_DIRECT || !e->calibrated)
		return half < DIRECT_WIDTH * tau_ns;
	return e->settled && e->mode != TIMING_MODE_UNDETERMINED && half < SWITCH_WIDTH * tau_ns &&
	       (e->mode != TIMING_MODE_CUT_THROUGH_ABOVE || is_sharp(&e->threshold_bytes));
}

/* The direct leg by itself is looked at as if it were the other. */
static int look(const struct work *w, struct timing_estimate *e, struct err *err)
{
	struct timing_setup setup = *w->setup;
	struct timing_taken *t = w->taken;
	size_t from = w->plan->leg == TIMING_DIRECT ? w->first : 0;
	int rc;

	setup.replicates = TIMING_LOOK_REPLICATES;
	for (size_t i = w->first; i < t->count; i++)
		t->point[i].leg = TIMING_SWITCH;
	rc = timing_estimate(e, &setup, t->point + from, t->count - from, err);
	for (size_t i = w->first; i < t->count; i++)
		t->point[i].leg = w->plan->leg;
	return rc;
}

static int take_blocks(struct work *w, struct err *err)
{
	struct timing_estimate e;
	uint32_t next_look = TIMING_LOOK_FIRST;
	int rc;

	while (!over(w)) {
		rc = one_block(w, err);
		if (rc < 0)
			return rc;
		if (w->plan->progress)
			w->plan->progress(w->plan->leg == TIMING_DIRECT ? "direct cable" : "switch",
					  seconds(w), w->plan->duration_s);
		if (w->block < next_look || w->block < w->plan->blocks_min || silent(w))
			continue;
		next_look *= 2;
		rc = look(w, &e, err);
		if (rc < 0 || timing_plan_settled(w->plan, w->setup, &e))
			return rc;
	}
	return 0;
}

int timing_leg_take(struct timing_link *link, const struct timing_plan *plan,
		    struct timing_setup *setup, struct timing_taken *taken, struct err *err)
{
	struct work w = { .link = link, .plan = plan, .setup = setup, .taken = taken,
			  .begun_ns = clock_now_ns(), .first = taken->count };
	int rc;

	taken->sent = taken->arrived = taken->unstamped = 0;
	stat_draw_init(&w.rng, plan->seed);
	rc = take_blocks(&w, err);
	taken->seconds = seconds(&w);
	taken->stopped = stopped(&w);
	setup->sent[plan->leg] = taken->sent - taken->unstamped;
	/* A signal is no failure: what was taken stands. */
	return rc == -EINTR ? 0 : rc;
}
