/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_TIMING_LIVE_H
#define CMD_TIMING_LIVE_H

#include "cmd/timing.h"
#include "dev/stamp.h"
#include "probe/probe.h"
#include "timing/flood.h"
#include "timing/kept.h"
#include "timing/leg.h"
#include "timing/stamping.h"

/* One of the two ports. */
struct timing_side {
	const char *name;
	struct dev *dev;
	struct probe probe;
	struct sets *sets;
	struct timing_port port;
	struct stamp_caps caps;
	int moderation_us;
	bool adaptive;
};

struct live {
	struct timing_live_plan *plan;
	struct timing_run *run;
	struct timing_side side[2];		/* sends, receives */
	struct timing_link link;
	struct timing_taken taken;
	struct timing_flood flood;
	struct timing_stamping stamping;
	enum stamp_kind kind;
	bool tap;			/* see timing/link.h */
	bool direct;			/* no bridge between */
};

/* Names the cause for programs; returns code. */
int timing_refuse(struct err *err, int code, const char *cause);

/* No hardware stamps are given, or may be switched on: `auto` then takes software ones. */
bool timing_without_stamps(const struct err *err);

/* Before any port is looked at: without the privilege there is nothing to do.  -EPERM. */
int timing_allowed(const char *name, struct err *err);

/* Opens it and reads its facts; dev and sets are the caller's to close, also after a failure. */
int timing_side_open(struct timing_side *side, const char *name, struct err *err);

/*
 * By the facts of a port, which the user called `said`: its name (borrowed from
 * them) and address; whether it has a wire of its own, is up, full duplex, and in
 * nothing.
 */
int timing_port_take(struct timing_port *port, const struct facts *f, const char *said,
		     struct err *err);
int timing_port_check(const struct facts *f, const char *said, struct err *err);

/* Mb/s: what was said, else the speed of the link. */
int timing_take_rate(double *rate_mbps, const struct facts *f, const char *name, struct err *err);

static inline const struct facts *timing_near(const struct timing_side *side)
{
	return &side->sets->set[SET_NEAR];
}

/* An emulated one. */
bool timing_port_of_lab(const struct facts *f);

/* What is sent from one port to the other: sizes that both let through. */
struct timing_plan timing_common_plan(const struct timing_live_plan *live, const struct facts *from,
				    const struct facts *to);

/* EEE, as both ports say; an emulated wire never sleeps. */
enum timing_eee timing_common_eee(const struct facts *from, const struct facts *to);

/* Is the kind of path the one that was asked for?  direct: there is no bridge between. */
int timing_common_check(const struct timing_live_plan *plan, bool direct, const char *from,
		      const char *to, struct err *err);

/* A calibrated path without any latency is the cable itself. */
int timing_common_check_latency(const struct timing_run *run, const struct timing_live_plan *plan,
			      bool direct, const char *from, const char *to, struct err *err);

/* How exact the stamps are, what they are, and where.  tap: see timing/link.h. */
void timing_common_note_accuracy(struct timing_run *run, enum timing_stamps stamps, bool tap,
				 const char *where);

/* What has to be known of the frames, the ports and the path. */
void timing_common_note(struct timing_run *run, const struct timing_live_plan *plan,
		      const struct timing_setup *setup, bool direct);

/* Opens both ports, looks whether they can be timed, chooses the stamps, opens the link. */
int timing_ports_open(struct live *l, struct err *err);

/*
 * The direct leg of a file, which becomes the first points of taken.  now has the
 * ports as they are and whether frames go there and back; rate_in_mbps may be NULL.
 */
int timing_kept_use(struct timing_run *run, struct timing_setup *setup, struct timing_taken *taken,
		    const struct timing_kept *now, const char *file, double *rate_in_mbps,
		    struct err *err);

/* Is it up now, with a carrier? */
bool timing_port_is_up(const struct timing_side *side);

/* Puts settings back too. */
void timing_ports_close(struct live *l);

#endif
