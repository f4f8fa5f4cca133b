/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MII_WATCH_H
#define MII_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "fact/fact.h"

/*
 * Following a negotiation: registers are looked at again and again, and what
 * changed between two looks is an event.  Pure: who looks, and how often, is
 * not known here.
 */
struct mii_look {
	int64_t t_ns;		/* since the watch began */
	struct words words;	/* clause 22; what was not read is WORD_UNREADABLE */
	int32_t bmsr_first;	/* register 1 before words.reg[1] was read: holds the latch;
				 * WORD_UNREADABLE: none */
	int carrier;		/* the kernel's word: 1 up, 0 down, -1 not known */
};

enum mii_event_kind {
	MII_EVENT_STATE,		/* how it was when the watch began */
	MII_EVENT_UNREADABLE,		/* the PHY gives no answer */
	MII_EVENT_READABLE,
	MII_EVENT_CONTROL,		/* BMCR */
	MII_EVENT_OFFER,		/* own offer: registers 4 and 9 */
	MII_EVENT_LINK_LOST,
	MII_EVENT_RESTARTED,		/* negotiation runs again */
	MII_EVENT_PAGE,			/* a page was received: ANER bit 1 */
	MII_EVENT_PARTNER,		/* partner ability: registers 5, 6 and 10 */
	MII_EVENT_FAULT,		/* a fault bit came */
	MII_EVENT_FAULT_GONE,
	MII_EVENT_COMPLETE,
	MII_EVENT_LINK_UP,
	MII_EVENT_RECEIVER,		/* 1000BASE-T: role and receivers */
	MII_EVENT_IDLE_ERRORS,
	MII_EVENT_CARRIER,		/* the kernel's word changed */
	MII_EVENT_COUNT
};

struct mii_event {
	enum mii_event_kind kind;
	char text[400];
};

/* One look can make one event of each kind at most. */
#define MII_EVENTS_MAX MII_EVENT_COUNT

struct mii_watch {
	bool base_x;		/* set by the caller: registers 4 and 5 by clause 37 */
	struct mii_look last;	/* the rest is kept here */
	bool begun, silent;
	unsigned int looks, link_losses, restarts, pages;
	int64_t down_since_ns, down_ns, longest_down_ns;
};

/* What is new in this look, in the order in which it must have happened.
 * Looks come in the order of their time. */
unsigned int mii_watch_step(struct mii_watch *watch, const struct mii_look *now,
			    struct mii_event out[static MII_EVENTS_MAX]);

/* The watch ends: an outage that lasts is counted up to now. */
void mii_watch_end(struct mii_watch *watch, int64_t t_ns);

/* Is the link bit set in the last look? */
bool mii_watch_link(const struct mii_watch *watch);

/* "link-lost": interface, never renamed. */
const char *mii_event_name(enum mii_event_kind kind);

#endif
