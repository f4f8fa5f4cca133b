/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MII_PHYID_H
#define MII_PHYID_H

#include <stdint.h>

/*
 * Maker and model of a PHY by registers 2 and 3 (22.2.4.3.1); the revision is
 * ignored.  NULL when data/phy-ids.tsv does not know it.
 */
const char *phyid_name(uint32_t id);

#endif
