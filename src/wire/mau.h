/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_MAU_H
#define WIRE_MAU_H

#include <stdint.h>

/*
 * dot3MauType numbers as the LLDP MAC/PHY TLV sends them: the IANA MAU MIB
 * (RFC 4836 and later).  data/mau.tsv holds the rows.  0 is "not known".
 */
enum mau_duplex { MAU_DUPLEX_UNKNOWN, MAU_HALF, MAU_FULL };

struct mau {
	uint16_t number;
	const char *name;
	unsigned int speed_mbps;
	enum mau_duplex duplex;		/* unknown: the number does not say */
	uint16_t pmd;			/* its bits of ifMauAutoNegCapAdvertisedBits, 0 without */
};

/* NULL for a number that this version does not know. */
const struct mau *mau_row(unsigned int number);

/* "half", "full", "unknown" */
const char *mau_duplex_name(enum mau_duplex duplex);

#endif
