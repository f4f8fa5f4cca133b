/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_LIMIT_H
#define LAB_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A policer: a token bucket that lets a frame pass whole or drops it, as a
 * provider's edge does; it delays nothing.  Counts a frame with its FCS and
 * without preamble and gap.  Exact: tokens are kept in billionths of a bit.
 */
struct lab_policer {
	int64_t rate_bps;	/* 0: lets everything pass */
	int64_t burst_bits;
	int64_t tokens;		/* in 1e-9 bit */
	int64_t filled_ns;	/* when tokens was right */
	uint64_t passed, dropped;
};

/* Full to begin with.  Returns 0, or -EINVAL: rate below 0 or above 100 Gb/s, burst
 * not between the longest frame and 1 GB. */
int lab_policer_init(struct lab_policer *policer, int64_t rate_bps, int64_t burst_bytes);

/* Times must not fall. */
bool lab_policer_pass(struct lab_policer *policer, int64_t at_ns, unsigned int len_bytes);

/*
 * A slow host: each frame takes service_ns, one after the other, and for the
 * first stall_ns of every period the host does nothing at all.
 */
struct lab_stall {
	int64_t service_ns;
	int64_t stall_ns, period_ns;	/* period 0: never stalls */
	int64_t phase_ns;		/* when a stall begins, 0 to period */
	int64_t done_ns;		/* when the frame before is done with */
};

/* When is a frame that is ready now done with?  Keeps the answer as done_ns. */
int64_t lab_stall_done(struct lab_stall *stall, int64_t ready_ns);

#endif
