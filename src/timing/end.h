/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_END_H
#define TIMING_END_H

#include "timing/link.h"
#include "timing/stamping.h"

/*
 * One port that both sends frames and hears those of the other end, each with a
 * stamp of one kind and one clock.  The near end and the reflector have one each.
 */
#define TIMING_END_RING 64	/* frames whose stamps may be outstanding */
#define TIMING_END_CLOSED { .fd = -1, .rx_fd = -1, .stamping = { .guard = { .fd = -1 } } }
#define TIMING_LEARN UINT32_MAX	/* number of a frame that shows a switch where the port is */

struct timing_end {
	/* Set by the caller. */
	struct timing_port port;	/* the name is the caller's */
	enum stamp_kind kind;
	int rx_filter;			/* of hardware stamps: stamp_filter() */
	bool tap;			/* see timing/link.h */
	bool ptp;			/* frames have the shape of PTP */
	bool answers;			/* the reflector's end */
	uint64_t token;
	/* Set by timing_end_open(). */
	int fd;				/* sends, with stamps */
	int rx_fd;			/* hears, with hardware stamps; -1: by the capture */
	pcap_t *pcap;			/* NULL with hardware stamps */
	uint32_t sent;
	uint32_t number_of[TIMING_END_RING];	/* of the last frames sent */
	uint32_t next_left;		/* with tap: numbers below were seen leaving */
	struct timing_stamping stamping;
};

/*
 * Hardware stamping is switched on: see timing/stamping.h for its failures.
 * -EPERM: no privilege.  timing_end_close takes what a failure left.
 */
int timing_end_open(struct timing_end *end, struct err *err);
void timing_end_close(struct timing_end *end);

/* A frame of size_bytes (with FCS).  Numbers rise.  word: whatever it shall tell. */
int timing_end_send(struct timing_end *end, const uint8_t to[ETH_MAC_BYTES], uint32_t size_bytes,
		    uint32_t number, uint32_t word, struct err *err);

/* The port is up and has a carrier. */
bool timing_end_is_up(const struct timing_end *end);

struct timing_event {
	enum {
		TIMING_EVENT_LEFT,	/* the stamp of a frame that was sent */
		TIMING_EVENT_CAME,	/* a frame of the other end */
		TIMING_EVENT_BACK,	/* a frame of our own came back */
	} kind;
	uint32_t number, word;
	int64_t t_ns;
	uint8_t from[ETH_MAC_BYTES];
};

/* The next event: 1; 0 when there is none by then; -EINTR; -ENETDOWN: the port went down. */
int timing_end_next(struct timing_end *end, int64_t deadline_ns, struct timing_event *event);

#endif
