/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_WIRE_H
#define LAB_WIRE_H

#include "lab/queue.h"
#include "lab/rng.h"

/*
 * A wire: two ways, one for each direction, each with its delay and its losses.
 * A transmission is a signal: it begins at the sender, is heard delay_ns later,
 * and ends likewise, whole or broken off.
 *
 * Not modelled: delay of the PHYs, difference of their clocks, errors in
 * preamble and delimiter (such a frame would vanish without a trace).
 */

/* In bits, IEEE 802.3 4.2.5 and 4.4.2; the gap is the same at all three rates. */
#define LAB_PREAMBLE_BITS 64	/* with the start of frame delimiter */
#define LAB_GAP_BITS 96

/* One bit in nanoseconds, exact: 100, 10, 1 for 10, 100, 1000 Mb/s; 0 for other rates. */
int64_t lab_bit_ns(int rate_mbps);

/* Bits of a frame on the wire: preamble, frame padded to the minimum, FCS; no gap. */
int64_t lab_frame_bits(unsigned int len_bytes);

/* The same with the gap, in time: how long a frame keeps the line from the next. */
int64_t lab_frame_ns(int rate_mbps, unsigned int len_bytes);

struct lab_signal {
	struct lab_frame *frame;	/* held while the signal is under way */
	int64_t start_ns;		/* at the sender */
	int64_t bits;			/* from the preamble on; known at its end */
	bool aborted;			/* the sender broke it off and jammed */
	bool damaged;			/* bits were changed on the way */
	bool lost;			/* for the receiver's use: it was sending itself */
	bool unheard;			/* the cable was out when it began */
	struct lab_way *way;
	struct lab_timer on, off;
};

/* What hears the signals of one way.  The signal is borrowed until heard_end returns. */
struct lab_ear {
	void (*heard_start)(void *owner, struct lab_signal *signal);
	void (*heard_end)(void *owner, struct lab_signal *signal);
	void (*link)(void *owner, bool up);
	void *owner;
};

struct lab_way {
	struct lab *lab;
	int64_t bit_ns, delay_ns;
	double frame_loss;	/* probability that a frame arrives with a wrong FCS */
	double bit_loss;	/* the same of each bit from the address to the FCS */
	bool cut;
	struct lab_rng rng;
	struct lab_ear ear;
	struct lab_signal *signal;	/* a ring: as many as fit on the way */
	unsigned int next, signals;
	uint64_t frames, damaged;	/* whole frames that were sent, and those harmed here */
};

struct lab_wire {
	struct lab_way way[2];	/* 0: from the first end to the second */
};

/*
 * A way is named for its random numbers.  Returns 0, -EINVAL for a rate that
 * has no exact bit time or a delay below 0, -ENOMEM.  fini takes a way that
 * was zeroed or failed to come up, too.
 */
int lab_way_init(struct lab_way *way, struct lab *lab, int rate_mbps, int64_t delay_ns,
		 uint64_t seed, const char *name);
void lab_way_fini(struct lab_way *way);
void lab_way_loss(struct lab_way *way, double frame_loss, double bit_loss);
void lab_way_hear(struct lab_way *way, const struct lab_ear *ear);

/*
 * The sender's first bit is now.  Takes no reference of the frame but its own.
 * The signal is lent until lab_way_end, which must come before the next start.
 */
struct lab_signal *lab_way_start(struct lab_way *way, struct lab_frame *frame);
/* The sender's last bit has gone, after so many bits in all. */
void lab_way_end(struct lab_signal *signal, int64_t bits, bool aborted);

/* A cable pulled, or put back.  Both ears hear of it at once. */
void lab_wire_cut(struct lab_wire *wire, bool cut);

#endif
