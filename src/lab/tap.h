/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_TAP_H
#define LAB_TAP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

/*
 * A port of an emulated host: a TAP that the host takes for its network card,
 * and beside it a packet socket that hands over what the host sends with the
 * kernel's time stamp of it.  What is written to the TAP is received by the
 * host.  The TAP's own queue is drained in step and thrown away.
 *
 * Frames sent with PACKET_QDISC_BYPASS pass by the packet socket: they are lost.
 */
struct tap {
	int fd;			/* the TAP */
	int packet_fd;		/* what goes out, stamped */
	int64_t clock_ns;	/* CLOCK_REALTIME less CLOCK_MONOTONIC */
	bool drained;		/* since the last frame */
};

struct tap_address {
	uint8_t mac[6], ip6[16];
};

struct tap_setup {
	const char *netns;	/* name below /run/netns */
	const char *ifname;
	struct tap_address own;
	const struct tap_address *neighbour;
	unsigned int neighbours;
	int rate_mbps;		/* of the wire */
	int speed_mbps;
	bool full, autoneg;	/* what the host is told of its link */
};

/*
 * Makes the device in the namespace, up, with an IPv6 link-local address and
 * neighbour entries, silent until somebody sends.  -errno with the step that
 * failed; nothing is left then.  A kernel without tbf: `shaped` is false.
 */
int tap_open(struct tap *tap, const struct tap_setup *setup, bool *shaped, struct err *err);
void tap_close(struct tap *tap);

/* Clocks are steered: to be called now and then while nothing is under way. */
void tap_set_clock(struct tap *tap);

/*
 * The next frame that the host sent, and when, in CLOCK_MONOTONIC.  Returns its
 * length, 0 when there is none now, -errno.
 */
ssize_t tap_read(struct tap *tap, void *bytes, size_t size, int64_t *sent_ns);

/* The host receives a frame.  0 or -errno. */
int tap_write(const struct tap *tap, const void *bytes, size_t len_bytes);

#endif
