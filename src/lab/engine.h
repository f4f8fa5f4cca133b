/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_ENGINE_H
#define LAB_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Virtual time of the emulated network: a heap of timers and a pool of frames.
 * Nothing here reads a clock, does I/O or looks outside its arguments.  Who
 * drives it decides what a nanosecond is: a test lets it run as fast as it can,
 * the live lab holds it to CLOCK_MONOTONIC.
 *
 * Memory is taken when elements are set up, and by lab_frame_new when more
 * frames are under way than ever before; nothing else can fail for want of it.
 */

#define LAB_NEVER INT64_MAX

/* Without FCS: 1500 bytes of payload, a header, two VLAN tags. */
#define LAB_FRAME_MAX 1522
/* Shorter frames are padded with zeros, as a MAC does (802.3 4.2.3.3). */
#define LAB_FRAME_MIN 60
#define LAB_FCS_BYTES 4

/*
 * An event to come.  Embedded in the element it belongs to, so its memory is
 * there when it is armed.  Fields are the engine's own, except `owner`.
 */
struct lab_timer {
	int64_t at_ns;		/* when it fires, or last fired */
	uint64_t sequence;	/* order of those at the same time: as armed */
	int slot;		/* place in the heap, -1: not armed */
	void (*fire)(struct lab_timer *timer);
	void *owner;
};

/* Counted references: a frame may stand in several queues. */
struct lab_frame {
	struct lab_frame *next;		/* in the pool */
	struct lab_frame *older;	/* all there are, for the end */
	unsigned int refs;
	unsigned int len_bytes;		/* LAB_FRAME_MIN to LAB_FRAME_MAX, without FCS */
	bool damaged;			/* its FCS is wrong: a switch began it before it knew */
	uint8_t bytes[LAB_FRAME_MAX];
};

struct lab {
	int64_t now_ns;
	uint64_t sequence, fired;
	struct lab_timer **heap;
	unsigned int armed, known, size;
	struct lab_frame *pool, *newest;
};

void lab_init(struct lab *lab);
void lab_fini(struct lab *lab);		/* frees the frames too: elements go first */

/* Returns 0, or -ENOMEM: then the timer must not be armed. */
int lab_timer_init(struct lab *lab, struct lab_timer *timer,
		   void (*fire)(struct lab_timer *timer), void *owner);

/* Times before now become now.  A timer that is armed moves, to the end of its new time. */
void lab_timer_arm(struct lab *lab, struct lab_timer *timer, int64_t at_ns);
void lab_timer_cancel(struct lab *lab, struct lab_timer *timer);
bool lab_timer_armed(const struct lab_timer *timer);

/* Time of the next event, or LAB_NEVER. */
int64_t lab_next_ns(const struct lab *lab);

/*
 * Fires what is due up to and with until_ns, in the order of time and then of
 * arming; afterwards now is until_ns.  A time that has passed changes nothing.
 */
void lab_run_until(struct lab *lab, int64_t until_ns);

/*
 * A copy of the bytes with one reference, padded to LAB_FRAME_MIN; NULL when
 * it is longer than LAB_FRAME_MAX or there is no memory.
 */
struct lab_frame *lab_frame_new(struct lab *lab, const void *bytes, size_t len_bytes);
struct lab_frame *lab_frame_dup(struct lab *lab, const struct lab_frame *frame);
struct lab_frame *lab_frame_get(struct lab_frame *frame);	/* one more reference */
void lab_frame_put(struct lab *lab, struct lab_frame *frame);	/* NULL is allowed */

#endif
