/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_NEAR_H
#define TIMING_NEAR_H

#include "dev/port-use.h"
#include "peer/session.h"
#include "timing/end.h"
#include "timing/job.h"
#include "timing/leg.h"

/*
 * The near side of a measurement with a reflector (timing/mirror.h): sends frames,
 * takes the answers, and fetches now and then what the far end's clock said.
 * Nothing is under way on the path while it does.
 */
struct timing_path {
	struct timing_end end;
	struct peer *peer;			/* borrowed */
	uint8_t far_mac[ETH_MAC_BYTES];
	uint32_t number;			/* of the next trip */
	struct timing_trip *trip;		/* owned; of this leg, by number */
	size_t trips, room;
	uint32_t fetch_from;			/* numbers below are known */
	uint64_t duplicates, reflected;		/* answers that came twice; own frames that came back */
	struct timing_heard_sum far;
	struct timing_trips sum;		/* of this leg */
	struct port_bytes took;			/* by our port while frames were timed; t_ns 0: not told */
};

void timing_path_close(struct timing_path *path);

/*
 * Does an answer come to a frame that no bridge forwards (802.1Q Table 8-1)?  Then
 * there is none between.
 */
int timing_path_is_direct(struct timing_path *path, bool *direct, struct err *err);

/*
 * Sends some frames, and tells which of the four stamps of a trip came of any of
 * them: *seen has them, arrived and came.  What a driver promises, the NIC need not do.
 */
int timing_path_try(struct timing_path *path, struct timing_trip *seen, struct err *err);

/*
 * One leg: blocks in which each size goes out once and comes back once, in random
 * pairs.  setup: both ways; its counts are brought up to date.  0, also when
 * nothing comes any more or somebody stopped it; errors of the port and of the
 * session; -EPIPE: the far end has ended.
 */
int timing_path_take(struct timing_path *path, const struct timing_plan *plan,
		     struct timing_setup setup[TIMING_WAYS], struct timing_taken *taken,
		     struct err *err);

#endif
