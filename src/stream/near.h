/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_NEAR_H
#define STREAM_NEAR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "peer/pair.h"
#include "peer/session.h"
#include "stream/result.h"

/*
 * The near side of a contrast: has the far end do its part, does its own, and
 * fetches what the far end counted.  A contrast that is extended goes on where
 * it stopped; what both ends saw adds up.
 */

/* What one end saw, over all attempts. */
struct stream_side {
	bool known;		/* false: it never told */
	uint64_t sent, received;	/* frames */
	int64_t lateness_p99_ns;	/* the worst attempt */
	double steal;
	uint64_t host_drops;
	char priority[8];
	struct tally_sum count[TALLY_COUNTERS];
};

struct stream_run {
	struct stream_plan plan;
	struct slot_result *slot;	/* of the plan, from slot 0 on */
	unsigned int slots;
	struct stream_side near, far;
	enum stream_ended ended;	/* how the last attempt did; the worse end */
	double duration_s;
	bool udp;
};

void stream_run_fini(struct stream_run *run);

/* Told where a test is, about ten times a second; left_s as far as it is known. */
typedef bool stream_progress(void *arg, const char *phase, double left_s);

/* How a test is told to end, and shows where it is. */
struct stream_watcher {
	stream_progress *show;	/* false: end now; NULL: nobody looks */
	void *arg;
};

struct stream_path {
	struct peer *peer;
	const char *iface, *far_port;
	bool udp;		/* frames do not get through: datagrams, between these */
	struct pair_addresses address;
	struct stream_watcher watcher;
};

/*
 * Runs the slots of the plan that run->slots lacks.  Returns 0 when both ends
 * did all of it and told what they saw; -EINTR when it was told to end, -ENETDOWN
 * when a carrier was lost, -ENOLINK when no more frames came, -EPIPE and others
 * of the session when the far end did not tell: what there is stands in run all
 * the same.  Errors before anything was sent: those
 * of packet_open(), and what the far end says of its port.
 */
int stream_attempt(const struct stream_path *path, const struct stream_plan *plan,
		   struct stream_run *run, struct err *err);

/* Addresses that both ports have in common: 0, -EADDRNOTAVAIL when there are none (err is
 * left alone); errors of the session. */
int stream_find_addresses(const struct stream_path *path, struct pair_addresses *pair,
			  struct err *err);

#endif
