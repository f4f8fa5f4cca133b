/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_REFLECT_H
#define TIMING_REFLECT_H

#include "timing/estimate.h"

/*
 * Two hosts: a frame of one size goes to the far end, which answers with one of
 * another size.  What the frame took is the near end's time less the time that
 * the far end had it: two differences, each of one clock, so no clock must agree
 * with another.
 *
 * That is a sum of what both sizes cost.  Every size meets every other one, at
 * random, so the cost of one way is found by taking off that of the other; what
 * depends on no size cannot be told apart, and each way gets half of it.
 */
struct timing_trip {
	uint32_t number;			/* rising */
	uint32_t block;
	uint32_t size_bytes, back_bytes;	/* out and back, with FCS */
	bool arrived, came;			/* at the far end, and back */
	int64_t left_ns, came_ns;		/* the near end's clock; 0: no stamp */
	int64_t arrived_ns, answered_ns;	/* the far end's */
};

struct timing_trips {
	uint64_t sent, lost, lost_back;		/* lost: never arrived at the far end */
	uint64_t unstamped;			/* one of the four stamps is missing */
	uint64_t untold;			/* came back, and the far end never told of it */
	uint64_t stepped;			/* a clock was set in between; left out */
	double drift_ppb;			/* the far clock is faster by that */
};

/*
 * One point for each whole trip, at most `trips`; adds to *sum.  time_s is that of
 * the near clock.  Returns how many.
 */
size_t timing_reflect_points(struct timing_point *out, struct timing_trips *sum,
			     const struct timing_trip *trip, size_t trips, enum timing_leg leg);

/* There and back. */
enum timing_way { TIMING_FORWARD, TIMING_BACK };
#define TIMING_WAYS 2

/*
 * The way back of what a setup says of the way there.  direct_in_mbps: rate of the
 * near port on the direct leg, 0: not known.
 */
struct timing_setup timing_reflect_setup_back(const struct timing_setup *forward,
					      double direct_in_mbps);

/*
 * The delays of one way, of all legs that there are; out has room for `points`.
 * -EINVAL: points that are no round trips, or too many sizes; -ENOMEM.
 */
int timing_reflect_split(struct timing_point *out, const struct timing_point *point, size_t points,
			 enum timing_way way, struct err *err);

/* Both ways.  stepped: share of trips that a step of a clock spoilt.  Errors as timing_estimate(). */
int timing_reflect_estimate(struct timing_estimate e[TIMING_WAYS],
			    const struct timing_setup setup[TIMING_WAYS],
			    const struct timing_point *point, size_t points, double stepped,
			    struct err *err);

#endif
