/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_TIMING_NOTICE_H
#define CMD_TIMING_NOTICE_H

#include "cmd/timing.h"
#include "dev/port-use.h"
#include "timing/flood.h"

/* What is noticed beside the delays: into the notes, and into the setup where it counts.  Pure. */

/* Counters of a port that changed meanwhile; pause frames make the figures wrong. */
void timing_notice_counters(struct timing_run *run, const char *name, const struct facts *port);

/* How the port is set: RFC 8238 4 wants the tester described.  which: 0 sends, 1 receives. */
void timing_notice_port(struct timing_run *run, unsigned int which, const char *name,
			const struct facts *port);

/*
 * Other frames on the link out of the switch to `name`, which setup is of: ours_bytes
 * of what arrived were the run's own.
 */
void timing_notice_load(struct timing_run *run, struct timing_setup *setup, const char *name,
			const struct port_bytes *before, const struct port_bytes *after,
			double ours_bytes);

/* Frames of this run on ports that are no part of the path. */
void timing_notice_flood(struct timing_run *run, const struct timing_flood *flood, uint64_t sent);

#endif
