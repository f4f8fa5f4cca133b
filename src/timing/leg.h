/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_LEG_H
#define TIMING_LEG_H

#include "stat/bootstrap.h"
#include "timing/estimate.h"
#include "timing/link.h"

/*
 * One leg: blocks of frames, every size once in random order, with random gaps
 * between them, until the estimate is settled or the time is over.
 */
struct timing_plan {
	enum timing_leg leg;
	uint32_t size_bytes[TIMING_SIZES_MAX];	/* with FCS */
	unsigned int sizes;
	double duration_s, gap_s;		/* the gap is this on average */
	unsigned int blocks_min;	/* before it may be settled */
	uint64_t seed;
	bool (*stop)(void);	/* NULL: nobody stops it */
	/* Told now and then; NULL allowed. */
	void (*progress)(const char *what, double done_s, double of_s);
};

struct timing_taken {
	struct timing_point *point;	/* owned; those of a former leg may stand first */
	size_t count, room;
	uint64_t sent, arrived, unstamped;	/* of this leg; unstamped: sent, and no stamp of it */
	double seconds;
	bool stopped;
};

/*
 * 11 sizes from 64 to 1518 bytes, and up to 9018 when mtu_bytes allows.  They are
 * those of RFC 2544 9.1 and RFC 8239 2.3, and some between for a threshold.
 */
void timing_plan_sizes(struct timing_plan *plan, unsigned int mtu_bytes);

#define TIMING_SILENT_FRAMES 33		/* in a row: nothing will come any more */
#define TIMING_LOOK_FIRST 20		/* blocks before the first estimate, then twice as many */
#define TIMING_LOOK_REPLICATES 200

/* All sizes, in random order. */
void timing_plan_shuffle(const struct timing_plan *plan, struct stat_draw *rng,
			 uint32_t order[TIMING_SIZES_MAX]);

/* How long a frame (or a frame and its answer, together of so many bytes) may be under way. */
int64_t timing_plan_patience_ns(const struct timing_setup *setup, uint32_t bytes);

/* Would more frames change anything? */
bool timing_plan_settled(const struct timing_plan *plan, const struct timing_setup *setup,
			 const struct timing_estimate *e);

/*
 * Takes points.  setup is what the estimate of all points so far needs; its
 * counts of sent frames are brought up to date.  Ends early when nothing
 * arrives any more.  0, or the error of the link; -ENOMEM.
 */
int timing_leg_take(struct timing_link *link, const struct timing_plan *plan,
		    struct timing_setup *setup, struct timing_taken *taken, struct err *err);

#endif
