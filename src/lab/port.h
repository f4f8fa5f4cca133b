/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_PORT_H
#define LAB_PORT_H

#include "lab/limit.h"
#include "lab/mac.h"

/*
 * A host's port: where frames enter the emulated network and leave it.
 *
 *	lab_send -> arrivals -> MAC -> wire
 *	wire -> MAC -> policer -> receive ring, latency, slow host -> deliver
 */
struct lab_port_setup {
	struct lab_mac_setup mac;	/* its queue is shared by frames that are to arrive */
	int64_t latency_ns;		/* from the last bit to the host, always the same */
	struct lab_stall stall;
	unsigned int ring_frames;	/* frames that wait for the host; more are missed */
	int64_t police_bps, police_burst_bytes;	/* rate 0: no policer */
};

struct lab_port {
	struct lab *lab;
	struct lab_mac mac;
	struct lab_line arrivals, ring;
	struct lab_policer policer;
	struct lab_stall stall;
	int64_t latency_ns;
	uint64_t refused;	/* by lab_send: the queue was full */

	/* The host.  It may call lab_send; bytes are lent for the call. */
	void (*deliver)(void *owner, int64_t at_ns, const uint8_t *bytes, size_t len_bytes);
	void (*room)(void *owner);	/* lab_room has grown; may be NULL */
	void *owner;
};

/*
 * In place, because the MAC points back.  The name is that of its random
 * numbers: backoff, and where in its period a stall falls.  Returns 0, -EINVAL
 * (see lab_mac_init and lab_policer_init; stall not shorter than its period),
 * -ENOMEM.  fini takes a port that was zeroed or failed to come up, too.
 */
int lab_port_init(struct lab_port *port, struct lab *lab, const struct lab_port_setup *setup,
		  struct lab_way *out, struct lab_way *in, uint64_t seed, const char *name);
void lab_port_fini(struct lab_port *port);

/* Frames that lab_send would take now. */
unsigned int lab_room(const struct lab_port *port);

/*
 * The host sends a frame (from destination address to payload, without FCS) at
 * at_ns; not before now, and not before the frame it sent last.  The bytes are
 * copied.  Returns 0, -ENOBUFS when there is no room, -EMSGSIZE, -ENOMEM.
 */
int lab_send(struct lab_port *port, int64_t at_ns, const void *bytes, size_t len_bytes);

#endif
