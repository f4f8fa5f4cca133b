/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_OWN_H
#define WIRE_OWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/eth.h"

/*
 * Frames that come in with the port's own address as the sender.  What this host
 * sent itself came back: there is a loop.  What another port of this host sent, one
 * with the same address, tells that both stand in one segment.  The rest is of
 * another station with the same address.  Only frames to groups are compared: of others
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
	bool elsewhere;			/* sent by another port */
};

struct own_frames {
	uint8_t mac[ETH_MAC_BYTES];
	bool joined;
	struct own_head sent[OWN_SENT_MAX], seen[OWN_SEEN_MAX];	/* rings */
	uint64_t sent_count, seen_count;
	uint64_t back;			/* frames that came back */
	uint64_t elsewhere;		/* that another port of this host sent */
	uint64_t foreign;		/* that none of them sent */
	bool lost;			/* frames were missed: what looks foreign need not be */
};

/* joined: the port sends together with others, as a bridge's does; what it sent itself counts first. */
void own_init(struct own_frames *own, const uint8_t mac[static ETH_MAC_BYTES], bool joined);

/* Every frame to a group that is sent from the address, and that the port receives, in order. */
void own_sent(struct own_frames *own, const void *frame, size_t len_bytes, int64_t t_ns);
void own_sent_elsewhere(struct own_frames *own, const void *frame, size_t len_bytes, int64_t t_ns);
void own_heard(struct own_frames *own, const void *frame, size_t len_bytes, int64_t t_ns);

#endif
