/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_PLAN_H
#define STREAM_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * The plan of the concurrency contrast: who sends when.  A duplex mismatch
 * loses frames only while both ends send, so slots in which one end sends are
 * set against slots in which both do.
 *
 * Slots come in rounds.  Each round has every kind once, in random order, so
 * that whatever drifts hits all kinds alike.  Within a slot frames are spaced at
 * random (exponential gaps after each frame: no two ends can lock phase, which
 * made the loss of constant streams anything from 4 to 54 %).  Nothing is sent
 * in the guard, half of it before and half of it after the sending, where clocks
 * that differ and frames that are late do no harm.
 *
 * Both ends work out the same plan from these few numbers, on any machine: only
 * whole numbers are used.  Times count from the common start.
 */
enum stream_dir { STREAM_NEAR_TO_FAR, STREAM_FAR_TO_NEAR };

#define STREAM_DIRS 2

enum slot_kind {
	SLOT_NEAR_TO_FAR,	/* numbered as the directions */
	SLOT_FAR_TO_NEAR,
	SLOT_BOTH,
	/*
	 * Both at half the load, so that the sum is that of one way.  A medium
	 * that both directions share loses nothing here, a mismatch half as much.
	 */
	SLOT_BOTH_LOW,
};

#define SLOT_KINDS 4

struct stream_plan {
	uint64_t seed;
	uint16_t rate_mbps;	/* of the slowest port on the path: 10 or 100 */
	uint16_t load_percent;	/* of that rate, each way: airtime, gaps included; 1...100 */
	uint16_t frame_bytes;	/* as sockets see it, without FCS: 60...1514 */
	uint16_t rounds;	/* 1...STREAM_ROUNDS_MAX */
	bool low;		/* rounds have SLOT_BOTH_LOW */
};

#define STREAM_LOAD_PERCENT 20
#define STREAM_FRAME_BYTES 300
#define STREAM_LOAD_BPS_MAX 1000000000
#define STREAM_ROUNDS_MAX 1024
#define STREAM_SLOT_FRAMES_MAX 1250	/* no slot of any plan has more in one direction */

/* What a test may send at most: percent of the slowest port, never above 1 Gb/s. */
int64_t stream_load_bps(unsigned int rate_mbps, unsigned int load_percent);

/*
 * The usual plan: 300-byte frames, all four kinds; at 20 % 24 rounds of 40 ms at
 * 100 Mb/s (0.96 s) and 37 of 80 ms at 10 (2.96 s), at less load up to four
 * times as many.  At 10 Mb/s slots of 20 ms decide sooner than half as many of
 * 40 ms: how rounds differ is then better known.  -EDOM for a rate without
 * mismatches, -EINVAL for a load that is no percentage.
 */
int stream_plan_init(struct stream_plan *plan, unsigned int rate_mbps, unsigned int load_percent,
		     uint64_t seed, struct err *err);

/* Whole rounds, as many as come closest to this time; at least 4, at most STREAM_ROUNDS_MAX. */
void stream_plan_last(struct stream_plan *plan, int64_t duration_ns);

/* For a plan that came from elsewhere: 0, or -EINVAL and which number it is. */
int stream_plan_check(const struct stream_plan *plan, struct err *err);

/*
 * Twice the rounds.  The first half is the plan as it was, so a run goes on
 * where it stopped.  False, and unchanged, when there would be too many.
 */
bool stream_plan_extend(struct stream_plan *plan);

/* The rest wants a plan that passed the check. */
int64_t stream_plan_slot_ns(const struct stream_plan *plan);
int64_t stream_plan_guard_ns(const struct stream_plan *plan);	/* a fifth of the slot */
int64_t stream_plan_duration_ns(const struct stream_plan *plan);
int64_t stream_plan_frame_ns(const struct stream_plan *plan);	/* with the gap after it */
unsigned int stream_plan_slots(const struct stream_plan *plan);
unsigned int stream_plan_round(const struct stream_plan *plan, unsigned int slot);
enum slot_kind stream_plan_kind(const struct stream_plan *plan, unsigned int slot);

/* Does this end send in slots of this kind? */
bool slot_sends(enum slot_kind kind, enum stream_dir dir);

/*
 * When the frames of one direction leave in this slot, rising, at least the time
 * of a frame apart.  Writes at most `max` and returns how many there are in all;
 * at_ns may be NULL with max 0.
 */
unsigned int stream_plan_times(const struct stream_plan *plan, unsigned int slot,
			       enum stream_dir dir, int64_t *at_ns, unsigned int max);

#endif
