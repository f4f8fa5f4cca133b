/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_MIRROR_H
#define TIMING_MIRROR_H

#include <pthread.h>
#include <stdatomic.h>

#include "dev/port-use.h"
#include "timing/end.h"
#include "timing/job.h"

/*
 * The far end of frame timing: answers each frame with one of the size that it
 * asks for, and keeps when it came and when the answer left, until the near end
 * has fetched that.  It sends nothing unasked, but for one frame that shows the
 * switch where it is.
 */
#define TIMING_MIRROR_KEEP 100000	/* frames that were not fetched; then it is silent */

struct timing_mirror {
	struct timing_job job;
	struct timing_end end;
	uint32_t size_max;		/* of an answer, with FCS */
	struct port_bytes begun;	/* t_ns 0: the port does not tell */
	pthread_mutex_t lock;		/* of all below */
	struct timing_heard *heard;	/* by number, rising */
	size_t count, room;
	int64_t heard_ns;		/* the last, CLOCK_MONOTONIC */
	struct timing_heard_sum sum;
};

/*
 * Opens the port, with the stamps that the job asks for.  `port` outlives the
 * mirror.  -EPERM, -EBUSY, -EOPNOTSUPP (no such stamps), others as met.
 */
int timing_mirror_open(struct timing_mirror *mirror, const struct timing_job *job,
		       const struct timing_port *port, const struct stamp_caps *caps,
		       unsigned int mtu_bytes, struct err *err);

/* Answers until the time of the job is over, it is told to stop, or the port goes down. */
void timing_mirror_run(struct timing_mirror *mirror, const atomic_bool *stop);

/*
 * What was heard from that number on; what is below it is forgotten.  -EAGAIN: the
 * last answer has no stamp yet.
 */
int timing_mirror_tell(struct timing_mirror *mirror, uint32_t from, json_t **out, struct err *err);

/* Not while it runs. */
void timing_mirror_close(struct timing_mirror *mirror);

#endif
