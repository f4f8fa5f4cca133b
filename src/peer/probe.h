/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PEER_PROBE_H
#define PEER_PROBE_H

#include "fact/fact.h"
#include "peer/session.h"

#define PEER_WINDOW_MAX_S 60.0

/*
 * The facts of a port at the far end: far is that port, far_partner what it
 * knows of the port at the other end of its cable.  Between start and finish
 * the near end watches its own ports, so that both watch in the same window.
 *
 * start: window_s is cut to PEER_WINDOW_MAX_S; 0 reads counters once.
 * finish: 0; -ENODEV or -EINTR of the far end when its port vanished or its
 * window was cut short (err says so, the facts so far stand); others without
 * facts.  Sources stay as the far end has them.
 */
int peer_probe_start(struct peer *peer, const char *iface, double window_s, struct err *err);
int peer_probe_finish(struct peer *peer, struct facts *far, struct facts *far_partner,
		      struct err *err);

/*
 * Before them, when something happens in between: the window begins now, and
 * the facts so far are told.  start then says how long it goes on.
 */
int peer_watch(struct peer *peer, const char *iface, struct facts *far, struct facts *far_partner,
	       struct err *err);

/* The ports of the far end, as the service "ports" lists them; a new reference. */
int peer_ports(struct peer *peer, json_t **ports, struct err *err);

#endif
