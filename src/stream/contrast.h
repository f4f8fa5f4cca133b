/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_CONTRAST_H
#define STREAM_CONTRAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stream/plan.h"

/*
 * The concurrency contrast: for each direction, the share of frames lost while
 * both ends send less the share lost while one does.
 *
 * With a half-duplex MAC against a full-duplex one, a frame towards the half end
 * is lost when that end sends during any part of it, a frame from it when
 * another begins inside; alone, neither loses any.  Random loss, policers, slow
 * hosts and legal half duplex lose as much, or as little, in both cases.
 */
#define CONTRAST_MIN 0.02	/* less is no contrast, however sure */
#define CONTRAST_Z 4.0		/* standard errors above 0 that make one */

/* What came of one slot.  Index of sent and received: enum stream_dir. */
struct slot_result {
	uint32_t round;
	enum slot_kind kind;
	uint32_t sent[STREAM_DIRS], received[STREAM_DIRS];
	bool missing;		/* not run, or an end did not report it */
};

/* How far the run can be trusted; the caller measures, { 0 } but the path is the best there is. */
struct contrast_gate {
	int64_t lateness_p99_ns;	/* frames sent after their time, the worse end */
	double steal_share;		/* of the CPU time, the worse end */
	uint64_t host_drops;		/* frames that reached a port and not the receiver */
	bool path_ok;			/* the ports' own counters have seen our frames */
	double ambient_share[STREAM_DIRS];	/* other traffic, of the line rate */
};

enum contrast_state {
	CONTRAST_VALID,
	CONTRAST_WRONG_PATH,	/* frames did not cross the ports under test */
	CONTRAST_HOST_LATE,	/* lateness or steal: the slots were not what they should be */
	CONTRAST_HOST_DROPS,	/* losses are the host's, or may be */
	CONTRAST_BUSY,		/* others send so much that no slot is one-way */
	CONTRAST_TOO_FEW,	/* less than two rounds in both directions: nothing to compare */
};

/* One comparison with one-way slots, over the rounds that have both sorts. */
struct contrast_pair {
	uint64_t sent_one, lost_one, sent_both, lost_both;
	double diff;		/* loss(both) - loss(one way) */
	double se;		/* the larger of round-to-round and pooled binomial */
	double tail;		/* how probable a diff at least this large is by chance */
	double z;		/* the same in standard errors */
	unsigned int rounds;
};

struct contrast_dir {
	struct contrast_pair full, low;	/* slots at the whole and at half the load */
};

enum contrast_retry {
	RETRY_UNKNOWN,
	RETRY_YES,		/* the half end sends a frame again after a late collision */
	RETRY_NO,
};

struct contrast {
	enum contrast_state state;
	struct contrast_dir dir[STREAM_DIRS];
	double load_share;		/* of our frames, each way, in full slots */
	double ambient_share;		/* the larger of both directions */
	unsigned int surplus_slots;	/* more received than sent, or a kind twice: left out */
	unsigned int missing_slots;
	bool found;			/* a direction stands out */
	enum stream_dir toward;		/* the direction with the larger difference */
	/*
	 * The half-duplex MAC is at the receiving end of `toward`.  Known at odds of
	 * 100 to 1; above a third of the line rate never, because there the order
	 * turns over.
	 */
	bool toward_known;
	enum contrast_retry retry;
};

/*
 * Slots in the order of the plan; rounds may lack some.  Allocates nothing.
 * The measures are filled whatever the state is; only the state says whether
 * anything may be concluded.
 */
void contrast_measure(struct contrast *c, const struct stream_plan *plan,
		      const struct slot_result *slot, size_t slots,
		      const struct contrast_gate *gate);

/* By CONTRAST_MIN and CONTRAST_Z. */
bool contrast_stands_out(const struct contrast_pair *pair);

/*
 * The least difference that a mismatch makes towards the half end: 0.9 of the
 * load (0.24 to 0.31 at 0.20 and 0.10 to 0.13 at 0.10 were seen; a short run of
 * another emulator had 0.11 at 0.15), less what one-way loss and other traffic
 * hide.
 */
double contrast_expected(const struct contrast *c, const struct contrast_pair *pair,
			 double load_share);

/*
 * How probable a difference as small as this is when the half end is there;
 * 1 when the direction was not measured.  It falls with the number of frames:
 * few frames exclude nothing.
 */
double contrast_fit(const struct contrast *c, const struct contrast_pair *pair,
		    double load_share);

/* The words of the fact stream.state. */
const char *contrast_state_text(enum contrast_state state);

#endif
