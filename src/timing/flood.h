/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_FLOOD_H
#define TIMING_FLOOD_H

#include <net/if.h>
#include <stdbool.h>
#include <stdint.h>

#include "wire/eth.h"

/*
 * Ports of this host that are no part of the path: a switch that floods sends the
 * frames of a run there as well, if they are cabled to it.  Nothing is sent.
 * Physical ports are set promiscuous as long as this is open, or the NIC would
 * drop what is for another port; the kernel takes that back with the socket.
 */
#define TIMING_FLOOD_NAMED 4

struct timing_flood {
	int fd;				/* -1: nobody looks */
	unsigned int ports;		/* that are looked at: others with a link */
	uint64_t frames;		/* of the run that came there */
	char name[TIMING_FLOOD_NAMED][IF_NAMESIZE];	/* where, the first of them */
	unsigned int names;
};

/*
 * token: of the run; from, to_mac: its ports, the second may be of another host.
 * Without the privilege nobody looks.
 */
void timing_flood_open(struct timing_flood *flood, uint64_t token, bool ptp, const char *from,
		       const uint8_t to_mac[static ETH_MAC_BYTES]);

/* Brings frames and names up to date. */
void timing_flood_look(struct timing_flood *flood);
void timing_flood_close(struct timing_flood *flood);

#endif
