/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_LINK_H
#define TIMING_LINK_H

#include <pcap/pcap.h>

#include "base/err.h"
#include "dev/stamp.h"
#include "timing/arrival.h"
#include "wire/eth.h"

/*
 * Two ports of this host: frames leave one and arrive at the other, each with
 * two stamps of one kind.  What leaves is stamped for the socket that sends it;
 * what arrives is captured by libpcap, nanoseconds, at once.  The hardware's stamp
 * of it comes by a socket of its own: see dev/stamp.h.
 */
struct timing_port {
	const char *name;
	uint8_t mac[ETH_MAC_BYTES];
};

struct timing_link {
	struct timing_port from, to;
	enum stamp_kind kind;
	bool ptp;			/* frames have the shape of PTP */
	bool tap;			/* what leaves is stamped where taps see it, not by the driver */
	uint64_t token;			/* of this run: other frames are not ours */
	int tx_fd;			/* sends on from, with stamps */
	int learn_fd;			/* sends on to, so that a switch learns where it is */
	int rx_fd;			/* hardware stamps of what comes in at to; -1: software */
	pcap_t *rx, *back;		/* what comes in at to; what passes at from */
	uint32_t sent;			/* frames so far */
	uint32_t refused;		/* by a full queue; the kernel has numbered these too */
	struct timing_arrivals arrivals;
	uint64_t duplicates, reflected;	/* of ours: came twice; came back at the sender */
	uint64_t late;			/* came when they had been given up */
};

/* Bytes of the longest frame that the receiver takes, and what it keeps of each. */
#define TIMING_LINK_SNAP 128

/*
 * tap: for drivers that do not stamp what they send, and for emulated ports: a
 * wire that listens behind the queue wakes up between its stamp and the driver's.
 * -EPERM: no privilege.  timing_link_close takes what a failure left.
 */
int timing_link_open(struct timing_link *link, const struct timing_port *from,
		     const struct timing_port *to, enum stamp_kind kind, bool tap, bool ptp,
		     struct err *err);
void timing_link_close(struct timing_link *link);

/* One frame and its two stamps. */
struct timing_flight {
	bool left, came;		/* there is a stamp */
	bool arrived;			/* with or without one */
	int64_t left_ns, came_ns;
};

/*
 * Sends one of size_bytes (with FCS) and waits for both stamps, patience_ns at
 * most.  0, also when nothing came; -EINTR; -ENETDOWN and others when the port
 * cannot send.
 */
int timing_link_fly(struct timing_link *link, uint32_t size_bytes, int64_t patience_ns,
		    struct timing_flight *flight, struct err *err);

/*
 * Sends frames until one has both stamps, a few at most; *flight tells of the best.
 * Drivers promise stamps that the NIC does not give.  As timing_link_fly.
 */
int timing_link_try(struct timing_link *link, struct timing_flight *flight, struct err *err);

/* A frame from the receiving port, so that the switch knows where it is. */
void timing_link_learn(struct timing_link *link);

/* Counts what has come since the last flight ended: copies of it, and what came back. */
void timing_link_finish(struct timing_link *link);

/* Does a frame arrive that no bridge forwards (802.1Q Table 8-1)?  Then there is none between. */
int timing_link_is_direct(struct timing_link *link, bool *direct, struct err *err);

/*
 * A capture of our own frames that pass a port, nanoseconds, at once.  After a
 * failure *out is still the caller's to close, if it is not NULL.
 */
int timing_link_capture(pcap_t **out, const char *ifname, pcap_direction_t direction,
			struct err *err);

/*
 * What sending came to, once more.  A queue that is full, as for a moment behind
 * other traffic, is waited for: true when it is worth another try.  begun_ns: of the
 * first one.
 */
bool timing_link_retry(int rc, int64_t begun_ns);

/* Says why a frame could not be sent; returns rc. */
int timing_link_refused(const char *ifname, uint32_t size_bytes, int rc, struct err *err);

/* Where frames go that no bridge forwards, and how a port lets them in while fd is open. */
extern const uint8_t timing_nearest_bridge[ETH_MAC_BYTES];
void timing_link_join(int fd, const char *ifname);

#endif
