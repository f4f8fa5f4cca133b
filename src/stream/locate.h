/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_LOCATE_H
#define STREAM_LOCATE_H

#include <stdbool.h>

#include "stream/verdict.h"

/* The MACs that there are, as bits of enum path_mac. */
unsigned int locate_macs(bool direct);

/*
 * Where the half-duplex MAC may be.  The contrast names a side: the near port
 * half against its partner and the far partner half against the far port lose
 * in the same direction, so through a switch two candidates stay until others
 * decide: late collisions, counted or not; MACs that say half or collide;
 * broken-off frames; MACs that say full and never collide.  Evidence that contradicts what came before is
 * passed over: at least one bit is always set.
 */
unsigned int locate_half_ends(const struct duplex_evidence *e);

/* What else the evidence shows, as bits of enum duplex_look_alike. */
unsigned int locate_look_alikes(const struct duplex_evidence *e);

#endif
