/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_MATCH_H
#define TIMING_MATCH_H

#include "timing/estimate.h"

/*
 * Delays from captures: the same frame seen on both sides of a switch, in two
 * captures or twice in one.  Frames are the same when what no switch changes of
 * them is: our probes by their numbers, others by their bytes.
 */
struct timing_seen {
	uint64_t key;		/* of what no switch changes */
	int64_t t_ns;
	uint64_t from;		/* its sender's address, as a number */
	uint32_t size_bytes;	/* with FCS */
	bool probe;		/* one of ours */
	uint8_t file;		/* 0, or 1 of the second capture */
};

#define TIMING_SEEN_HEAD 96	/* bytes of a frame that tell it from others */

/*
 * The key of a frame without our header: its sender, type and payload, up to
 * TIMING_SEEN_HEAD bytes from the sender's address on.  Without the checksums of
 * TCP and UDP, which a NIC may fill in after the frame was captured, and as if
 * padded to the least length.
 */
uint64_t timing_seen_key(const uint8_t *from_sender, size_t len_bytes, size_t wire_bytes);

struct timing_matched {
	struct timing_point *point;	/* owned */
	size_t count;
	uint64_t alone;			/* of that sender: seen once, so lost or not captured */
	uint64_t many;			/* seen more often than they can be */
	uint64_t other;			/* pairs of other senders, not used */
	uint64_t rare;			/* pairs of sizes that came too seldom, not used */
	uint64_t sent;			/* probes of that sender, 0: not ours */
	double resolution_ns;		/* 1 or, when all stamps say so, 1000 */
	bool swapped;			/* the second capture is the sending side */
	bool two_clocks;		/* the captures' clocks are seconds apart */
};

#define TIMING_MATCH_SIZE_MIN 10	/* frames of a size, or it is left out */

/*
 * Pairs them; seen is sorted anew.  The sender with most pairs is measured.
 * -ENODATA: no pair; -EBADMSG: clocks are mixed, or frames come again and again;
 * err->cause says which.  files is 1 or 2.
 */
int timing_match(struct timing_matched *out, struct timing_seen *seen, size_t count,
		 unsigned int files, struct err *err);
void timing_matched_fini(struct timing_matched *matched);

#endif
