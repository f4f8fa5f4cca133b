/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_HEAR_H
#define STREAM_HEAR_H

#include <jansson.h>
#include <stdint.h>

#include "base/err.h"
#include "dev/packet.h"
#include "peer/session.h"

/*
 * Which far port is at the other end of iface?  The one that hears its frames:
 * no address is needed.
 */
#define HEAR_PORTS_MAX 64

/* The far end's part: listens on all ports. */
struct hear {
	struct packet packet;	/* fd -1: not open */
	uint64_t token;
};

int hear_open(struct hear *hear, uint64_t token, struct err *err);
void hear_close(struct hear *hear);

/* What was heard so far: [{"name":"eth1","frames":5,"physical":true}] */
json_t *hear_ports(struct hear *hear);

/*
 * Of those, the far port.  A port with a device goes before a bridge or bond
 * that hears what its port hears.  -ENODEV: none; -ENOTUNIQ: several, err names
 * them.
 */
int hear_choose(const json_t *ports, const char *iface, char far[static 128], struct err *err);

/* The near end's part: sends a few frames to all, asks who heard them.  As
 * hear_choose(); -EPERM and others when one of the ends cannot. */
int hear_find(struct peer *peer, const char *iface, char far[static 128], struct err *err);

#endif
