/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MII_FACTS_H
#define MII_FACTS_H

#include "fact/fact.h"

/* What register words are read with. */
struct mii_dump {
	struct words words;	/* where a register was read twice, the second reading */
	int32_t bmsr_first;	/* the first reading of register 1, WORD_UNREADABLE: none */
	int32_t gstat_first;	/* the same of register 10, which still had the idle errors;
				 * 0 or less: none */
	int phy_addr;		/* -1: not known */
	bool base_x;		/* registers 4 and 5 by clause 37 */
	const char *driver_says;	/* why a driver rule calls them made up, or NULL */
};

/*
 * Reads a meaning into the words: link, negotiation, master/slave, pause,
 * partner.  What the driver said before stands; a word that differs is kept
 * beside it.  From made-up words only MII_SYNTHETIC, its reason and the PHY id
 * come: nothing firm is concluded from them.
 */
void mii_facts(const struct mii_dump *dump, struct facts *near, struct facts *partner);

/* The facts that mii_facts could give, ended by FACT_COUNT: what to mark as
 * denied or absent when there are no words. */
extern const enum fact_id mii_fact_ids[];

#endif
