// SPDX-License-Identifier: GPL-3.0-or-later
/* DCB Capability Exchange Protocol, base specification 1.01: TLVs within one. */
#include "wire/lldp-private.h"

#define SUB_GROUPS 2
#define SUB_PFC 3
#define SUB_APPS 4
#define SUB_HEAD_BYTES 4		/* operating and highest version, flags, subtype */
#define PFC_BYTES 2
#define ENABLED 0x80
#define WILLING 0x40

static void read_pfc(struct lldp_read *r, struct cur *c)
{
	struct lldp_dcbx *d = &r->out->dcbx;
	unsigned int flags;

	if (cur_left(c) < SUB_HEAD_BYTES + PFC_BYTES) {
		lldp_bad_value(r, (unsigned int)cur_left(c), SUB_HEAD_BYTES + PFC_BYTES);
		return;
	}
	cur_be16(c);
	flags = cur_u8(c);
	cur_u8(c);
	d->cee_pfc_on = flags & ENABLED;
	d->cee_pfc.sent = true;
	d->cee_pfc.willing = flags & WILLING;
	d->cee_pfc.enabled = cur_u8(c);
	d->cee_pfc.classes_able = cur_u8(c);
}

static void read_cee(struct lldp_read *r, struct cur *c)
{
	r->out->dcbx.cee = true;
	while (cur_left(c) >= 2) {
		unsigned int head = cur_be16(c), len_bytes = head & 0x1ff;
		struct cur sub;

		if (len_bytes > cur_left(c)) {
			lldp_bad_value(r, len_bytes, (unsigned int)cur_left(c));
			return;
		}
		sub = cur_take(c, len_bytes);
		if (head >> 9 == SUB_GROUPS)
			r->out->dcbx.cee_groups = true;
		else if (head >> 9 == SUB_PFC)
			read_pfc(r, &sub);
		else if (head >> 9 == SUB_APPS)
			r->out->dcbx.cee_apps = true;
	}
}

static const struct lldp_row rows[] = {
	{ LLDP_OUI_CEE, 1, true, 0, 0, "DCBX before CEE", NULL },
	{ LLDP_OUI_CEE, 2, true, 0, 0, "DCBX CEE", read_cee },
};

const struct lldp_rows lldp_rows_cee = { rows, sizeof(rows) / sizeof(rows[0]) };
