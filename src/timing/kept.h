/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_KEPT_H
#define TIMING_KEPT_H

#include "fact/fact.h"
#include "timing/estimate.h"

/*
 * The direct leg in a file, for later: JSON, "etherdx-timing-leg/1".  It has the
 * points and what must be the same when the switch is measured with it.
 */
#define TIMING_KEPT_TEXT 64

struct timing_kept_port {
	char mac[TIMING_KEPT_TEXT], driver[TIMING_KEPT_TEXT];
	int moderation_us;	/* -1: not told */
};

struct timing_kept {
	char taken[24];			/* when, UTC */
	enum timing_stamps stamps;
	bool two_clocks;
	bool trips;		/* there and back (timing/reflect.h): from and to are near and far */
	double rate_in_mbps, rate_out_mbps, resolution_ns;
	uint64_t sent;
	struct timing_kept_port from, to;
	struct timing_point *point;	/* owned; all of the direct leg */
	size_t count;
};

/* As a port is now.  Negative: its moderation is not told. */
struct timing_kept_port timing_kept_port(const struct facts *port, int moderation_us);

/* Something that delays depend on is not what it was. */
bool timing_kept_differs(const struct timing_kept_port *then, const struct timing_kept_port *now);

int timing_kept_save(const struct timing_kept *kept, const char *file, struct err *err);

/* -EBADMSG: no such file of ours, it makes no sense, or is not of (round) trips as wanted. */
int timing_kept_load(struct timing_kept *kept, const char *file, bool trips, struct err *err);
void timing_kept_fini(struct timing_kept *kept);

#endif
