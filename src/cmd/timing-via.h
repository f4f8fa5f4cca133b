/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_TIMING_VIA_H
#define CMD_TIMING_VIA_H

#include "cmd/timing-live.h"
#include "timing/near.h"

/* A port here, and one of another host that answers. */
struct via {
	struct timing_live_plan *plan;
	struct timing_run *run;
	struct timing_side near;
	struct sets *sets;		/* of the report; far and far_partner are filled first */
	struct timing_job_port far;
	struct timing_path path;
	struct timing_setup setup[TIMING_WAYS];
	struct timing_taken taken;
	struct timing_flood flood;
	char far_name[300];		/* "far end 'ssh node2': eth1" */
	bool direct;			/* no bridge between */
};

static inline const struct facts *via_far(const struct via *v)
{
	return &v->sets->set[SET_FAR];
}

/*
 * Looks whether both ports can be timed, reaches the far end, chooses the stamps,
 * starts the reflector, opens the path and sees whether a switch is in it.
 */
int via_open(struct via *v, struct err *err);
void via_close(struct via *v);

#endif
