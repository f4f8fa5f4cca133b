/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_OWN_H
#define WIRE_OWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/eth.h"

/*
 * Frames that come in with the port's own address as the sender.  What this host
 * sent itself came back: there is a loop.  What it did not send is of another
 * station with the same address.  Only frames to groups are compared: of others
 * none comes back.
 *
 * A frame is known by its first bytes, up to where a check sum can stand that
 * the NIC fills in later.  What comes a second or more after it was sent is no
 * echo: a copy of this host says the same.  What comes twice within a moment goes
 * round, even if it was sent before anybody watched.
 */
#define OWN_HEAD_BYTES 42	/* all of ARP, which has no check sum */
#define OWN_SENT_MAX 256
#define OWN_SEEN_MAX 16

struct own_head {
	uint8_t bytes[OWN_HEAD_BYTES];
	size_t len_bytes;
	int64_t t_ns;
};

struct own_frames {
	uint8_t mac[ETH_MAC_BYTES];
	struct own_head sent[OWN_SENT_MAX], seen[OWN_SEEN_MAX];	/* rings */
	uint64_t sent_count, seen_count;
	uint64_t back, foreign;		/* frames that came back; that this port did not send */
	bool lost;			/* frames were missed: what looks foreign need not be */
};

void own_init(struct own_frames *own, const uint8_t mac[static ETH_MAC_BYTES]);

/* Every frame to a group that the port sends from its address, and that it receives, in order. */
void own_sent(struct own_frames *own, const void *frame, size_t len_bytes, int64_t t_ns);
void own_heard(struct own_frames *own, const void *frame, size_t len_bytes, int64_t t_ns);

#endif
