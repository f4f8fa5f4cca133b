/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RULE_LANES_H
#define RULE_LANES_H

#include <stddef.h>

#include "fact/fact.h"

/* The lanes of a module, as a set: bit 0 is lane 1. */
struct lanes {
	unsigned int count;	/* that the module tells of; 0: it tells nothing */
	uint32_t set;
};

bool lanes_all(const struct lanes *lanes);	/* and there is at least one */

/*
 * Lanes on which nothing arrives: no light (threshold no_light_dbm), or loss of
 * signal where no power is told.  The LOS flag alone is not believed against a
 * reading: from QSFP on it is held from before.
 */
struct lanes lanes_rx_dark(const struct facts *f);

/* Lanes whose laser is dark, switched off, or failed, each as a set of its own. */
struct lanes lanes_tx_dark(const struct facts *f);
struct lanes lanes_of(const struct facts *f, enum fact_id list);	/* tx_disable, tx_fault, ... */

/*
 * One port of several in a cage (breakout): the module has more lanes than the
 * link uses, and nobody tells which are this port's.
 */
bool lanes_shared(const struct facts *f, unsigned int count);

/* "lane 2", "lanes 1,3", "all 4 lanes"; "" for a module of one lane. */
void lanes_name(const struct lanes *lanes, char *out, size_t size);

#endif
