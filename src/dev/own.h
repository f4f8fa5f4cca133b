/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_OWN_H
#define DEV_OWN_H

#include "wire/own.h"

/*
 * Watches a live port for frames with its own address as the sender (packet(7)).
 * Nothing is sent, the port is not made promiscuous, and the kernel hands over only
 * the heads of frames that matter.  Needs CAP_NET_RAW.
 */
struct own_watch {
	int fd;				/* -1: not watched */
	struct own_frames frames;
};

/* 0 or -errno; then nothing is watched. */
int own_watch_open(struct own_watch *watch, const char *iface,
		   const uint8_t mac[static ETH_MAC_BYTES]);

/* Takes what has come; to be called now and then. */
void own_watch_drain(struct own_watch *watch);
void own_watch_close(struct own_watch *watch);

#endif
