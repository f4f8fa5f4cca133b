/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MII_RESOLVE_H
#define MII_RESOLVE_H

#include <stdbool.h>
#include <stdint.h>

#include "fact/modes.h"

/* Pause as offered in negotiation: bits of a set. */
enum { PAUSE_SYM = 1, PAUSE_ASM = 2 };

/* Which way pause frames may flow, seen from this end: bits of a set. */
enum { FLOW_RX = 1, FLOW_TX = 2 };

/*
 * IEEE 802.3 Table 28B-3 (and 37-4, the same): what two offers agree on.
 * For full duplex only; half duplex has no pause.
 */
unsigned int pause_resolve(unsigned int ours, unsigned int peer);

const char *pause_offer_name(unsigned int offer);	/* none, symmetric, asymmetric, both */
const char *pause_flow_name(unsigned int flow);		/* none, rx, tx, both */
unsigned int pause_offer_of_modes(const struct modes *m);

/*
 * Link modes in a base page (register 4 or 5) with its 1000BASE-T half:
 * register 9 for our own offer, 10 for the partner's; 0 where it does not
 * exist.  Pause bits are included.
 */
struct modes mii_modes_own(uint16_t anar, uint16_t gctrl);
struct modes mii_modes_partner(uint16_t anlpar, uint16_t gstat);
struct modes mii_modes_base_x(uint16_t page);
struct modes mii_modes_able(uint16_t bmsr, uint16_t estatus, bool base_x);

/* The mode forced in BMCR while negotiation is off; -1: reserved speed. */
int mii_mode_forced(uint16_t bmcr, bool base_x);

/* What a partner that does not negotiate was sensed to be: the bit, or -1 when
 * the PHY does not show it (28.2.3.1). */
int mii_mode_sensed(uint16_t anlpar);

#endif
