/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_TRAFFIC_H
#define CMD_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/far.h"
#include "cmd/opt.h"
#include "fact/fact.h"
#include "probe/stream.h"

/* The traffic between near and far: what check and stream have in common. */
struct traffic_plan {
	bool wanted;
	bool required;		/* nothing else was asked for: that it cannot be done is an error */
	int max_load_percent;	/* of the slowest port; 0: as usual */
	double duration_s;	/* of the contrast; 0: as usual, and longer when in doubt */
	bool full;		/* TCP at full speed, a longer contrast */
	bool yes;		/* also over a busy port */
	struct stream_wish wish;
};

/* The options of both: rows for a table, and what takes them (-ENOENT: not one of these). */
enum { TRAFFIC_ODDS = 100, TRAFFIC_MAX_LOAD, TRAFFIC_DIRECT, TRAFFIC_FULL, TRAFFIC_YES };

#define TRAFFIC_OPTIONS \
	{ 0, "odds", "N", "say mismatch or clean at odds of N to 1 (default 1000)", TRAFFIC_ODDS }, \
	{ 0, "max-load", "PERCENT", "of the slowest port, each way (default 20)", TRAFFIC_MAX_LOAD }, \
	{ 0, "direct", NULL, "the cable goes from port to port, no switch between", TRAFFIC_DIRECT }, \
	{ 0, "full", NULL, "also TCP at full speed, and more time to decide", TRAFFIC_FULL }, \
	{ 0, "yes", NULL, "with --full: also over a port that others use", TRAFFIC_YES }

int traffic_take(int id, const char *value, struct traffic_plan *plan, struct err *err);

/* Whether one of these was given: they need a far end. */
bool traffic_is_set(const struct traffic_plan *plan);

/*
 * A port that can be an end of traffic, and the right to send there: 0, -ENODEV,
 * -EPERM, -ENETDOWN without a carrier.  name may be an altname; out is what sockets take (name itself where
 * there is no other).
 */
#define TRAFFIC_NAME_MAX 128
int traffic_check_port(const char *name, char out[static TRAFFIC_NAME_MAX], struct err *err);

/* Of one run; all zeros before. */
struct traffic {
	bool asked;		/* somebody wanted it; else nothing is put */
	int rc;			/* why there are no facts, else 0 */
	unsigned int rate_mbps;	/* of the slowest port on the path; 0: none tells */
	struct stream_run run;
	struct tcp_run tcp;
	struct stream_wish wish;
};

/*
 * Sends and measures; sets must have what both ports say of themselves, and get
 * who else uses the near one.
 * Returns 0 whatever the test showed; -EINTR, or why it could not be done.
 */
int traffic_run(struct traffic *traffic, const struct traffic_plan *plan, struct far_plan *far,
		const char *iface, struct sets *sets, struct err *err);

/* Something was sent: what came of it is told, and that it is not all. */
bool traffic_has_begun(const struct traffic *traffic);

/* The facts of it, once both ports have been read to the end. */
void traffic_facts(const struct traffic *traffic, struct sets *sets);
void traffic_fini(struct traffic *traffic);

#endif
