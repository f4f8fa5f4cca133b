// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/reflect.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat/quantile.h"
#include "stat/theilsen.h"

#define NS_PER_S 1e9
#define LONGEST_NS 1000000000LL	/* nobody waits that long: a clock was set */
#define SEGMENTS 16		/* of the lower envelope */
#define DRIFT_MAX 1e-3		/* two clocks differ by 200 ppm at most */
#define QUANTILE 0.1		/* stands for a size; hosts are late, never early */
#define ROUNDS 4		/* of taking off one way and then the other */
#define STEPPED_MAX 0.1

/* How much faster the far clock runs: its readings less ours, by the least of each stretch. */
static double drift_of(const struct timing_trip *trip, size_t trips)
{
	double time_s[SEGMENTS], least_ns[SEGMENTS], drift;
	const struct timing_trip *first = NULL;

	for (size_t s = 0; s < SEGMENTS; s++) {
		time_s[s] = least_ns[s] = INFINITY;
		for (size_t i = s * trips / SEGMENTS; i < (s + 1) * trips / SEGMENTS; i++) {
			const struct timing_trip *t = &trip[i];
			double apart_ns;

			if (!t->arrived || !t->left_ns)
				continue;
			first = first ? first : t;
			apart_ns = (double)((t->arrived_ns - first->arrived_ns) -
					    (t->left_ns - first->left_ns));
			if (apart_ns >= least_ns[s])
				continue;
			least_ns[s] = apart_ns;
			time_s[s] = (double)(t->left_ns - first->left_ns) / NS_PER_S;
		}
	}
	drift = stat_theilsen(time_s, least_ns, SEGMENTS).slope / NS_PER_S;
	return fabs(drift) < DRIFT_MAX ? drift : 0;
}

static bool possible(int64_t ns)
{
	return ns >= 0 && ns <= LONGEST_NS;
}

/* False: one of its clocks was set meanwhile. */
static bool delay_of(const struct timing_trip *t, double drift, double *delay_ns)
{
	int64_t trip_ns = t->came_ns - t->left_ns, there_ns = t->answered_ns - t->arrived_ns;

	*delay_ns = (double)trip_ns - (double)there_ns / (1 + drift);
	return possible(trip_ns) && possible(there_ns) && *delay_ns >= 0;
}

size_t timing_reflect_points(struct timing_point *out, struct timing_trips *sum,
			     const struct timing_trip *trip, size_t trips, enum timing_leg leg)
{
	double drift = drift_of(trip, trips), delay_ns;
	size_t n = 0;

	sum->drift_ppb = drift * 1e9;
	for (size_t i = 0; i < trips; i++) {
		const struct timing_trip *t = &trip[i];

		sum->sent++;
		if (!t->came) {
			*(t->arrived ? &sum->lost_back : &sum->lost) += 1;
		} else if (!t->arrived) {
			sum->untold++;
		} else if (!t->left_ns || !t->came_ns || !t->arrived_ns || !t->answered_ns) {
			sum->unstamped++;
		} else if (!delay_of(t, drift, &delay_ns)) {
			sum->stepped++;
		} else {
			out[n++] = (struct timing_point){
				.size_bytes = t->size_bytes, .back_bytes = t->back_bytes,
				.block = t->block, .leg = leg, .delay_ns = delay_ns,
				.time_s = (double)t->left_ns / NS_PER_S,
			};
		}
	}
	return n;
}

struct timing_setup timing_reflect_setup_back(const struct timing_setup *forward,
					      double direct_in_mbps)
{
	struct timing_setup back = *forward;

	back.rate_in_mbps = forward->rate_out_mbps;
	back.rate_out_mbps = forward->rate_in_mbps;
	back.rate_direct_mbps = direct_in_mbps;
	return back;
}

/* What each size of a way costs, in one leg. */
struct costs {
	uint32_t size_bytes[TIMING_SIZES_MAX];
	double ns[TIMING_SIZES_MAX];
	size_t sizes;
};

static uint32_t size_of(const struct timing_point *p, enum timing_way way)
{
	return way == TIMING_FORWARD ? p->size_bytes : p->back_bytes;
}

static size_t find(const struct costs *c, uint32_t size_bytes)
{
	size_t i = 0;

	while (i < c->sizes && c->size_bytes[i] != size_bytes)
		i++;
	return i;
}

static double cost_of(const struct costs *c, uint32_t size_bytes)
{
	return c->ns[find(c, size_bytes)];
}

static int add_size(struct costs *c, uint32_t size_bytes, struct err *err)
{
	size_t i = find(c, size_bytes);

	if (i == TIMING_SIZES_MAX)
		return err_set(err, -EINVAL, "more than %d frame sizes; use some of them",
			       TIMING_SIZES_MAX);
	if (i == c->sizes)
		c->size_bytes[c->sizes++] = size_bytes;
	return 0;
}

/* One leg: costs of `way` once those of the other way are taken off. */
static void take_costs(struct costs c[TIMING_WAYS], enum timing_way way, enum timing_leg leg,
		       const struct timing_point *p, size_t points, double *room)
{
	const struct costs *other = &c[way == TIMING_FORWARD ? TIMING_BACK : TIMING_FORWARD];
	enum timing_way others = way == TIMING_FORWARD ? TIMING_BACK : TIMING_FORWARD;

	for (size_t s = 0; s < c[way].sizes; s++) {
		size_t n = 0;

		for (size_t i = 0; i < points; i++)
			if (p[i].leg == leg && size_of(&p[i], way) == c[way].size_bytes[s])
				room[n++] = p[i].delay_ns - cost_of(other, size_of(&p[i], others));
		stat_sort(room, n);
		c[way].ns[s] = stat_quantile(room, n, QUANTILE);
	}
}

static double at_size_0(const struct costs *c)
{
	double size[TIMING_SIZES_MAX];
	struct stat_line line;

	for (size_t i = 0; i < c->sizes; i++)
		size[i] = c->size_bytes[i];
	line = stat_theilsen(size, c->ns, c->sizes);
	return isfinite(line.intercept) ? line.intercept : 0;
}

/*
 * What to take off for each size of the other way.  With a direct leg the part
 * that no size has is shared; without one it is no latency, and stays whole: what
 * a way can take at most.
 */
static int other_costs(struct costs *out, enum timing_way way, enum timing_leg leg, bool share,
		       const struct timing_point *p, size_t points, double *room, struct err *err)
{
	enum timing_way others = way == TIMING_FORWARD ? TIMING_BACK : TIMING_FORWARD;
	struct costs c[TIMING_WAYS] = { { .sizes = 0 }, { .sizes = 0 } };
	double own_0, other_0;

	for (size_t i = 0; i < points; i++) {
		if (p[i].leg != leg)
			continue;
		if (p[i].back_bytes == 0)
			return err_set(err, -EINVAL, "point %zu is no round trip", i);
		for (int w = 0; w < TIMING_WAYS; w++)
			if (add_size(&c[w], size_of(&p[i], (enum timing_way)w), err) < 0)
				return -EINVAL;
	}
	for (int round = 0; round < ROUNDS; round++)
		for (int w = 0; w < TIMING_WAYS; w++)
			take_costs(c, (enum timing_way)w, leg, p, points, room);
	own_0 = at_size_0(&c[way]);
	other_0 = at_size_0(&c[others]);
	*out = c[others];
	for (size_t i = 0; i < out->sizes; i++)
		out->ns[i] -= share ? (other_0 - own_0) / 2 : other_0;
	return 0;
}

static int split_leg(struct timing_point *out, const struct timing_point *p, size_t points,
		     enum timing_way way, enum timing_leg leg, bool share, double *room,
		     struct err *err)
{
	enum timing_way others = way == TIMING_FORWARD ? TIMING_BACK : TIMING_FORWARD;
	struct costs off = { .sizes = 0 };
	int rc = other_costs(&off, way, leg, share, p, points, room, err);

	for (size_t i = 0; i < points && rc == 0; i++) {
		if (p[i].leg != leg)
			continue;
		out[i] = p[i];
		out[i].size_bytes = size_of(&p[i], way);
		out[i].back_bytes = 0;
		out[i].delay_ns -= cost_of(&off, size_of(&p[i], others));
	}
	return rc;
}

int timing_reflect_split(struct timing_point *out, const struct timing_point *point, size_t points,
			 enum timing_way way, struct err *err)
{
	double *room = calloc(points + 1, sizeof(*room));
	bool has[TIMING_LEGS] = { false, false };
	int rc = 0;

	if (!room)
		return err_set(err, -ENOMEM, "no memory for %zu points", points);
	for (size_t i = 0; i < points; i++)
		has[point[i].leg] = true;
	for (int leg = 0; leg < TIMING_LEGS && rc == 0; leg++)
		if (has[leg])
			rc = split_leg(out, point, points, way, (enum timing_leg)leg,
				       has[TIMING_DIRECT] && has[TIMING_SWITCH], room, err);
	free(room);
	return rc;
}

static void refuse(struct timing_estimate *e, enum timing_reason reason, enum timing_settle settle)
{
	e->mode = TIMING_MODE_UNDETERMINED;
	e->reason = reason;
	e->settle |= (unsigned int)settle;
	e->probes_more = 0;
	e->settled = true;
}

static bool is_flat(const struct timing_estimate *e)
{
	return e->mode == TIMING_MODE_CUT_THROUGH || e->mode == TIMING_MODE_CUT_THROUGH_ABOVE;
}

/*
 * A port that sleeps in one way only: half of what it takes to wake is what is
 * seen in each.  So the latency of both together must be shorter than that.
 */
static void check_waking(struct timing_estimate e[TIMING_WAYS],
			 const struct timing_setup setup[TIMING_WAYS])
{
	double both_ns = 0;

	for (int w = 0; w < TIMING_WAYS; w++)
		both_ns += e[w].calibrated && e[w].sizes ? e[w].size[0].latency_ns.high : 0;
	for (int w = 0; w < TIMING_WAYS; w++) {
		double wake_ns = timing_eee_wake_ns(setup[w].rate_out_mbps);

		if (is_flat(&e[w]) && e[w].calibrated && setup[w].eee == TIMING_EEE_UNKNOWN &&
		    wake_ns > 0 && both_ns >= wake_ns)
			refuse(&e[w], TIMING_REASON_EEE, TIMING_SETTLE_EEE_OFF);
	}
}

int timing_reflect_estimate(struct timing_estimate e[TIMING_WAYS],
			    const struct timing_setup setup[TIMING_WAYS],
			    const struct timing_point *point, size_t points, double stepped,
			    struct err *err)
{
	struct timing_point *way = calloc(points + 1, sizeof(*way));
	int rc = way ? 0 : err_set(err, -ENOMEM, "no memory for %zu points", points);

	for (int w = 0; w < TIMING_WAYS && rc == 0; w++) {
		rc = timing_reflect_split(way, point, points, (enum timing_way)w, err);
		if (rc == 0)
			rc = timing_estimate(&e[w], &setup[w], way, points, err);
		if (rc == 0 && stepped > STEPPED_MAX)
			refuse(&e[w], TIMING_REASON_CLOCK, TIMING_SETTLE_ONE_CLOCK);
	}
	if (rc == 0)
		check_waking(e, setup);
	free(way);
	return rc;
}
