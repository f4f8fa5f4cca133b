/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_OWN_H
#define DEV_OWN_H

#include "dev/own-ports.h"
#include "wire/own.h"

/*
 * Watches a live port for frames with its own address as the sender (packet(7)).
 * Nothing is sent, the port is not made promiscuous, and the kernel hands over only
 * the heads of frames that matter.  Needs CAP_NET_RAW.
 */
struct own_watch {
	int fd;				/* -1: not watched */
	int port;			/* its index */
	struct own_ports same;		/* other ports with its address */
	struct own_frames frames;
};

/*
 * joined: the port belongs to a bridge or bond, whose frames leave by other ports, too.
 * These are watched then, as they are where others have the address.  0 or -errno; then
 * nothing is watched: -EOPNOTSUPP on the conduit of a DSA switch.
 */
int own_watch_open(struct own_watch *watch, const char *iface,
		   const uint8_t mac[static ETH_MAC_BYTES], bool joined);

/* Takes what has come; to be called now and then. */
void own_watch_drain(struct own_watch *watch);
void own_watch_close(struct own_watch *watch);

#endif
