/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_NEIGHBOR_H
#define WIRE_NEIGHBOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/cdp.h"
#include "wire/eth.h"
#include "wire/l2.h"
#include "wire/lldp.h"

/*
 * Who speaks on one link.  A speaker is an LLDP chassis and port (IEEE
 * 802.1AB-2016 9.2.7.7), a CDP device and port, or both when they are one
 * device; the last frame of each protocol is kept as it came and decoded again
 * by who wants to know more.  Of other protocols the last frame is kept.  All in
 * one block of fixed size: how many frames are fed does not matter.
 *
 * Times are of the frames, in nanoseconds; they may begin anywhere.
 */
#define NEIGHBORS_MAX 16
#define NEIGHBOR_FRAME_MAX 1600
#define NEIGHBOR_OWN_MAX 4
#define NEIGHBOR_FAULTS_MAX 8

enum neighbor_protocol { NEIGHBOR_LLDP, NEIGHBOR_CDP, NEIGHBOR_PROTOCOLS };

/* A frame as last heard. */
struct neighbor_frame {
	unsigned int times;		/* 0: never heard */
	int64_t first_ns, last_ns;
	int64_t until_ns;		/* LLDP and CDP: its word holds until then */
	uint8_t mac[ETH_MAC_BYTES];	/* the sender */
	bool several;			/* more than one sender sent this kind */
	enum eth_link link;
	size_t len_bytes, wire_bytes;
	uint8_t bytes[NEIGHBOR_FRAME_MAX];
};

struct neighbor {
	uint8_t mac[ETH_MAC_BYTES];
	bool own;			/* this port's own announcement, come back or overheard */
	bool gone;			/* said so: a TTL of 0 */
	bool keyed;			/* chassis and port are known; else the address is the key */
	struct neighbor_frame of[NEIGHBOR_PROTOCOLS];
};

struct neighbors {
	struct neighbor list[NEIGHBORS_MAX];
	unsigned int count;		/* with those that are gone */
	unsigned int left_out;		/* speakers that found no room */
	uint8_t own[NEIGHBOR_OWN_MAX][ETH_MAC_BYTES];
	unsigned int owns;
	uint64_t frames, announcements, own_frames;
	bool timed;
	int64_t first_ns, last_ns;	/* of any frame */
	unsigned int stp_waited;	/* BPDUs of a rapid port that was not forwarding */
	struct neighbor_frame sign[L2_PFC + 1];	/* by enum l2_kind, not of our own */
	struct wire_faults faults;	/* distinct ones; byte and TLV as in the first such frame */
};

enum neighbor_fed {
	NEIGHBOR_OTHER,			/* no frame of a protocol that we know */
	NEIGHBOR_SIGN,			/* STP, LACP and the like */
	NEIGHBOR_NEW, NEIGHBOR_AGAIN,	/* LLDP or CDP */
	NEIGHBOR_LEFT,			/* LLDP or CDP with a TTL of 0 */
	NEIGHBOR_IS_OWN,
	NEIGHBOR_NO_ROOM,
};

void neighbors_init(struct neighbors *n);

/* Frames from this address are our own.  More than NEIGHBOR_OWN_MAX are not kept. */
void neighbors_own(struct neighbors *n, const uint8_t mac[static ETH_MAC_BYTES]);

/* One frame as captured. */
enum neighbor_fed neighbors_feed(struct neighbors *n, enum eth_link link, const void *frame,
				 size_t len_bytes, size_t wire_bytes, int64_t t_ns);

/*
 * Does its word hold?  Not when it has left, when its TTL has passed, when it is
 * our own, or when another port of the same address took its place and it was
 * not heard since.
 */
bool neighbor_alive(const struct neighbors *n, const struct neighbor *one, int64_t now_ns);
unsigned int neighbors_alive(const struct neighbors *n, int64_t now_ns);

/* Decodes what was kept.  False when nothing of the protocol was heard. */
bool neighbor_lldp(const struct neighbor *one, struct eth *e, struct lldp *l);
bool neighbor_cdp(const struct neighbor *one, struct eth *e, struct cdp *d);
bool neighbors_sign(const struct neighbors *n, enum l2_kind kind, struct eth *e, struct l2 *l);

enum neighbor_kind { NEIGHBOR_UNKNOWN, NEIGHBOR_SWITCH, NEIGHBOR_ROUTER, NEIGHBOR_ACCESS_POINT,
		     NEIGHBOR_PHONE, NEIGHBOR_REPEATER, NEIGHBOR_HOST, NEIGHBOR_NIC_AGENT };

/*
 * By the capabilities that are on.  A NIC's firmware agent names itself by two
 * addresses alone, its own and the port's: no system name, no capabilities
 * beyond a station's.
 */
enum neighbor_kind neighbor_kind(const struct neighbor *one);
const char *neighbor_kind_name(enum neighbor_kind kind);	/* "switch"; "unknown" */
bool neighbor_is_leaf(enum neighbor_kind kind);	/* a host or its NIC: no bridge */

/*
 * The one speaker that can stand for the other end of the cable: the only one
 * alive, or the only switch or router among hosts and agents.  NULL: nobody, or
 * it cannot be told which.
 */
const struct neighbor *neighbors_partner(const struct neighbors *n, int64_t now_ns);

#endif
