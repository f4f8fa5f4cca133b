/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_SWITCH_H
#define LAB_SWITCH_H

#include "lab/mac.h"

/*
 * A switch that learns addresses, floods what it does not know, and keeps to
 * itself what a bridge must (802.1D Table 7-10: 01-80-C2-00-00-00 to -0F, so
 * also LLDP).  With `floods` it learns nothing, and every frame goes everywhere.
 *
 * Store-and-forward: the frame goes to the queue of its way out latency_ns
 * after its last bit.  Cut-through: after the first begin_bytes of it, counted
 * from the address, if both ports run at the same rate; else, and for frames
 * that are no longer than that (with FCS), store-and-forward.  A high
 * begin_bytes is what data sheets call a threshold.  A frame that turns out
 * bad after it was begun is sent on to its full length, with a wrong FCS.
 */
#define LAB_SWITCH_PORTS 8
#define LAB_SWITCH_ADDRESSES 64

struct lab_switch_setup {
	unsigned int begin_bytes;	/* 0: store-and-forward; else 14 and more */
	int64_t latency_ns;
	bool floods;
};

struct lab_switch_port {
	struct lab_switch *parent;
	struct lab_mac mac;
	struct lab_line out;		/* latency, before the queue of the MAC */
	struct lab_timer begun;		/* enough of the frame is here to go on with */
	struct lab_signal *signal;	/* the frame that comes in, until that */
	struct lab_frame *cut;		/* what was sent on of it: marked when it ends badly */
	uint64_t dropped;		/* the queue was full */
};

struct lab_switch {
	struct lab *lab;
	struct lab_switch_setup setup;
	struct lab_switch_port *port[LAB_SWITCH_PORTS];
	unsigned int ports;
	struct lab_switch_address {
		uint8_t mac[6];
		struct lab_switch_port *port;
	} address[LAB_SWITCH_ADDRESSES];	/* a ring: the oldest is overwritten */
	unsigned int next_address;
};

void lab_switch_init(struct lab_switch *sw, struct lab *lab, const struct lab_switch_setup *setup);
void lab_switch_fini(struct lab_switch *sw);	/* and its ports, whose memory is the caller's */

/* Adds a port, in place.  Returns 0, -EINVAL (see lab_mac_init), -ENOSPC, -ENOMEM. */
int lab_switch_join(struct lab_switch *sw, struct lab_switch_port *port,
		    const struct lab_mac_setup *setup, struct lab_way *out, struct lab_way *in,
		    uint64_t seed, const char *name);

#endif
