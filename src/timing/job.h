/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_JOB_H
#define TIMING_JOB_H

#include <jansson.h>

#include "timing/reflect.h"
#include "wire/eth.h"

/*
 * What the near end asks of a reflector, and what that tells: parts of the
 * messages of services "timing" and "timing_result".
 */
#define TIMING_JOB_DURATION_MAX_S 3700.0
#define TIMING_JOB_ROWS 8192		/* of one answer: it must fit a message */

enum timing_job_stamps { TIMING_JOB_BEST, TIMING_JOB_HARDWARE, TIMING_JOB_SOFTWARE };

struct timing_job {
	uint64_t token;			/* frames without it are not answered */
	uint8_t mac[ETH_MAC_BYTES];	/* of the near port: others are not answered */
	enum timing_job_stamps stamps;
	bool tap;			/* see timing/end.h */
	bool ptp;			/* frames have the shape of PTP */
	double duration_s;		/* then it ends by itself */
};

json_t *timing_job_to_json(const struct timing_job *job);

/* -EINVAL: something is missing or out of range; err says what. */
int timing_job_from_json(struct timing_job *job, const json_t *json, struct err *err);

/* What the reflector has: its port, and how it stamps. */
struct timing_job_port {
	uint8_t mac[ETH_MAC_BYTES];
	bool hardware, completion, tap;
	bool ptp;			/* it takes frames in the shape of PTP, and answers in that */
	bool adaptive;			/* its interrupt moderation */
	int moderation_us;		/* -1: not told */
};

json_t *timing_job_port_to_json(const struct timing_job_port *port);
int timing_job_port_from_json(struct timing_job_port *port, const json_t *json, struct err *err);

/* A frame that the reflector heard. */
struct timing_heard {
	uint32_t number;		/* of the trip */
	int64_t arrived_ns, answered_ns;	/* 0: no stamp */
};

struct timing_heard_sum {
	uint64_t heard, duplicates;	/* so far */
	bool more;			/* there are rows beyond these */
	bool down;			/* its port went down: that is why */
	int64_t window_ns;		/* how long it has listened; 0: not told */
	uint64_t rx_bytes;		/* that its port took in meanwhile, of whomever */
	char why[200];			/* it ended before it was told to; "": it did not */
};

json_t *timing_heard_to_json(const struct timing_heard *heard, size_t count,
			     const struct timing_heard_sum *sum);

/*
 * Puts what was heard into the trips, sorted by number; numbers that are none of
 * them are passed over.  next: the number from which more is wanted.  -EPROTO:
 * no such answer.
 */
int timing_heard_from_json(struct timing_trip *trip, size_t trips, struct timing_heard_sum *sum,
			   uint32_t *next, const json_t *json, struct err *err);

#endif
