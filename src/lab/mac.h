/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_MAC_H
#define LAB_MAC_H

#include "lab/counters.h"
#include "lab/wire.h"

/*
 * A MAC by IEEE 802.3 clause 4, bit exact: what happens between two of them
 * follows from what each of them does.  A duplex mismatch is one of either kind
 * on one wire; nothing here knows of it.
 *
 * Half duplex: carrier sense; two-part deferral (4.2.3.2.1); preamble completed
 * before the jam (4.2.3.2.4); truncated binary exponential backoff (4.2.3.2.5).
 * Not modelled: carrier extension and bursting, so no half duplex at 1000 Mb/s;
 * PAUSE; jabber; frames cut into by the start of a transmission are not received.
 */

/* IEEE 802.3 4.4.2, in bits; the first for 10 and 100 Mb/s. */
#define LAB_SLOT_BITS 512
#define LAB_JAM_BITS 32
#define LAB_GAP_PART1_BITS 64	/* carrier restarts the gap: up to 2/3 of it */
#define LAB_ATTEMPTS 16
#define LAB_BACKOFF_LIMIT 10

enum lab_duplex { LAB_HALF, LAB_FULL };

/*
 * After a collision later than a slot: give the frame up, or try again as
 * after any other.  The standard leaves it open; real MACs do either.
 */
enum lab_late { LAB_LATE_DROP, LAB_LATE_RETRY };

/* Whom a MAC works for.  All but `good` may be NULL; none may call lab_run_until. */
struct lab_mac_user {
	/* A frame begins that can be read; it may still go wrong.  Borrowed until its end. */
	void (*begins)(void *owner, struct lab_signal *signal);
	void (*good)(void *owner, struct lab_frame *frame);	/* borrowed */
	void (*bad)(void *owner);	/* what began ended without a good FCS */
	void (*room)(void *owner);	/* a frame has left the queue */
	void *owner;
};

struct lab_mac_setup {
	enum lab_duplex duplex;
	enum lab_late late;
	unsigned int queue_frames;
};

enum lab_mac_state { LAB_MAC_IDLE, LAB_MAC_WAIT, LAB_MAC_SEND, LAB_MAC_JAM };

struct lab_mac {
	struct lab *lab;
	struct lab_mac_setup setup;
	struct lab_mac_user user;
	struct lab_way *way;		/* out */
	int64_t bit_ns;
	struct lab_rng rng;		/* backoff */
	struct lab_queue queue;		/* the first is the one being sent */
	struct lab_counters count;

	enum lab_mac_state state;
	struct lab_timer timer;		/* start, end or end of jam, by state */
	bool link_down;
	struct lab_signal *out, *in;
	int64_t start_ns;		/* of the transmission under way */
	bool late;			/* the collision that is being jammed */
	bool deferred;
	unsigned int attempts;		/* collisions of the first frame */
	int64_t backoff_ns;		/* no start before */

	/* The gap after the line was last busy.  `sent` and `deaf`: this end was among
	 * those who sent, so its gap ignores carrier from the beginning. */
	int64_t gap_start_ns, gap_end_ns;
	bool sent, deaf;
};

/*
 * Sends on `out`; hears `in`.  The name is that of its random numbers.  Returns
 * 0, -EINVAL for half duplex at 1000 Mb/s, -ENOMEM.
 */
int lab_mac_init(struct lab_mac *mac, struct lab *lab, const struct lab_mac_setup *setup,
		 struct lab_way *out, struct lab_way *in, uint64_t seed, const char *name);
void lab_mac_fini(struct lab_mac *mac);
void lab_mac_use(struct lab_mac *mac, const struct lab_mac_user *user);

/* Frames the queue has room for: back-pressure is the caller's to mind. */
unsigned int lab_mac_room(const struct lab_mac *mac);

/* Queues a frame now.  Takes the reference and returns true; false when full. */
bool lab_mac_send(struct lab_mac *mac, struct lab_frame *frame);

#endif
