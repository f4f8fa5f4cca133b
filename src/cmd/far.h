/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_FAR_H
#define CMD_FAR_H

#include <stdbool.h>

#include "base/err.h"
#include "fact/fact.h"
#include "peer/session.h"

/* The other end of the path, reached by --via. */
struct far_plan {
	struct transport_plan via;	/* command NULL: no far end */
	const char *iface;		/* --peer-iface; NULL: the one that hears near, or shares a subnet */
	bool traffic;			/* frames will be sent: the ends are two ports of Ethernet */
	struct peer *peer;		/* NULL: not open */
	char port[128];			/* the far port that was chosen */
};

/*
 * Reaches the agent and settles which far port belongs to near_iface, before
 * anything is measured.  Nothing to do when it is open.  Errors: see peer_open(), hear_find() and
 * pair_by_subnet().
 */
int far_open(struct far_plan *far, const char *near_iface, struct err *err);
void far_close(struct far_plan *far);

/* The far port is watched in the same window as the near one.  hurry: the near
 * end was interrupted and waits no longer. */
/* Before traffic: the far port is watched from now on, and tells what it is. */
int far_watch(struct far_plan *far, struct sets *sets, struct err *err);
int far_begin(struct far_plan *far, double window_s, struct err *err);
int far_finish(struct far_plan *far, bool hurry, struct sets *sets, struct err *err);

#endif
