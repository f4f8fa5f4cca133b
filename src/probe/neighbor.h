/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROBE_NEIGHBOR_H
#define PROBE_NEIGHBOR_H

#include <jansson.h>

#include "fact/fact.h"
#include "wire/neighbor.h"
#include "wire/own.h"

/* How long to listen: LLDP comes every 30 s, CDP every 60 (802.1AB-2016 9.2.5.7). */
#define NEIGHBOR_WAIT_S 65

/*
 * What one speaker says of itself and its port.  LLDP and CDP may disagree: the
 * first answer stands, LLDP before CDP, and the other is kept beside it.
 */
void probe_neighbor_one(const struct neighbor *one, struct facts *f);

/*
 * What other protocols on the link tell of the port at its other end; nothing
 * that may be of a third device.
 */
void probe_neighbor_signs(const struct neighbors *n, int64_t now_ns, struct facts *f);

/*
 * Everything heard, into near and partner.  The partner is filled only when it
 * is clear who it is (neighbors_partner).  now_ns is on the clock of the frames;
 * listened_s how long there was a listener.  Announcements of our own address
 * fill near's link facts where nobody else has.
 */
void probe_neighbor(const struct neighbors *n, int64_t now_ns, double listened_s,
		    struct sets *sets);

/* Frames with this port's own address, before probe_neighbor(). */
void probe_neighbor_own(const struct own_frames *own, struct facts *near);

/* Nobody listened: why, as a negative errno. */
void probe_neighbor_unheard(int rc, struct sets *sets);

/*
 * The speakers that lldpd knows, from what lldpcli prints as json0; at most max
 * of them.  Returns how many.
 */
unsigned int probe_neighbor_lldpd(const json_t *answer, struct facts *out, unsigned int max);

/* These are the speakers on the link; the partner is the only one, or the only one that is no host. */
void probe_neighbor_told(const struct facts *one, unsigned int count, struct sets *sets);

/* For probe/neighbor-*.c: a text of a frame as a fact, nothing when it was not sent or is empty. */
void probe_offer_text(struct facts *f, enum fact_id id, enum fact_source from,
		      const struct wire_text *text);

/* VLANs as ranges, from a bit each; priorities as "3 4" or "none". */
void probe_offer_vlans(struct facts *f, enum fact_source from, const uint64_t *ids);
void probe_offer_pfc(struct facts *f, enum fact_source from, uint8_t enabled);

/* "repeater", "bridge", ...: the names of the bits that are set, from the lowest on. */
void probe_offer_capabilities(struct facts *f, enum fact_source from, uint32_t bits,
			      const char *const *names, unsigned int count);

void probe_neighbor_lldp(const struct lldp *l, struct facts *f);
void probe_neighbor_med(const struct lldp_med *m, struct facts *f);
void probe_neighbor_cdp(const struct cdp *d, struct facts *f);

#endif
