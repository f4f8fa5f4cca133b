/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_END_H
#define STREAM_END_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/err.h"
#include "dev/packet.h"
#include "stream/plan.h"
#include "stream/result.h"
#include "stream/task.h"

/*
 * One end of the contrast, live: sends its frames by the plan, counts those of
 * the other end, reads its port's counters in the guards.
 *
 * The near end says when it begins, in frames on the wire itself: each carries
 * how long before the start it left, so what the control channel takes does not
 * matter, and the far end needs to hear one of them.
 */
struct stream_end {
	struct stream_job job;
	struct packet packet;
	struct stream_result result;
	struct task task;
	atomic_uint slot;		/* being sent, from job.first_slot on; for a progress bar */
	int64_t start_ns, heard_ns;	/* the last frame of the other end */
	int64_t *late_ns;		/* of each frame sent */
	unsigned int lates, lates_max;
};

/* The socket of a job: for frames, or for datagrams when it says so. */
int stream_end_open(struct packet *packet, const struct stream_job *job, const char *iface,
		    struct err *err);

/*
 * Begins in a thread; the job has passed stream_job_check().  The open socket is
 * taken over, also when this fails.
 */
int stream_end_start(struct stream_end *end, const struct stream_job *job,
		     const struct packet *packet, struct err *err);

/* Waits until it is done, or ends it now.  result is filled; it stays until fini. */
void stream_end_join(struct stream_end *end, bool stop);
void stream_end_fini(struct stream_end *end);

#endif
