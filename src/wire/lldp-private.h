/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_LLDP_PRIVATE_H
#define WIRE_LLDP_PRIVATE_H

#include "base/cur.h"
#include "wire/lldp.h"
#include "wire/text.h"

#define LLDP_OUI_NONE 0x1000000U	/* the basic TLVs */
#define LLDP_OUI_8021 0x0080c2U
#define LLDP_OUI_8023 0x00120fU
#define LLDP_OUI_MED 0x0012bbU
#define LLDP_OUI_CEE 0x001b21U

struct lldp_read;

/*
 * A reader gets a cursor over the value behind type or subtype, at least
 * min_bytes of it; more than the fields need is left alone (802.1AB 9.2.7.7.3).
 */
struct lldp_row {
	uint32_t oui;
	uint8_t type;			/* subtype with an OUI */
	bool once;
	uint16_t min_bytes, max_bytes;	/* max 0: none */
	const char *name;
	void (*read)(struct lldp_read *r, struct cur *c);	/* NULL: only named */
};

struct lldp_rows {
	const struct lldp_row *row;
	unsigned int count;
};

/* The TLV being read. */
struct lldp_read {
	const struct eth *eth;
	struct lldp *out;
	const struct lldp_row *row;
	unsigned int number;
	size_t byte;
};

extern const struct lldp_rows lldp_rows_8021, lldp_rows_8023, lldp_rows_med, lldp_rows_cee;

/* "A field says have, the limit is want", for the TLV being read. */
void lldp_bad_value(struct lldp_read *r, unsigned int have, unsigned int want);

void lldp_read_aggregation(struct lldp_aggregation *a, struct cur *c);

#endif
