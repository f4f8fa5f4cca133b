// SPDX-License-Identifier: GPL-3.0-or-later
/* IEEE 802.1Q-2022 annex D: VLANs, link aggregation, DCBX. */
#include "wire/lldp-private.h"

#define VLAN_NAME_MAX 32
#define PPVID_ABLE 0x02
#define PPVID_ACTIVE 0x04
#define WILLING 0x80
#define CBS 0x40
#define MBC 0x40
#define APP_BYTES 3

static void read_pvid(struct lldp_read *r, struct cur *c)
{
	r->out->q.has_pvid = true;
	r->out->q.pvid = cur_be16(c);
}

static void read_ppvid(struct lldp_read *r, struct cur *c)
{
	struct lldp_8021 *q = &r->out->q;
	unsigned int flags = cur_u8(c);

	if (q->ppvids < LLDP_VLANS_MAX)
		q->ppvid[q->ppvids++] = (struct lldp_vlan){ .vlan = cur_be16(c),
							    .able = flags & PPVID_ABLE,
							    .active = flags & PPVID_ACTIVE };
	else
		q->left_out++;
}

static void read_vlan_name(struct lldp_read *r, struct cur *c)
{
	struct lldp_8021 *q = &r->out->q;
	struct lldp_vlan vlan = { .vlan = cur_be16(c) };
	unsigned int len_bytes = cur_u8(c);
	struct cur name;

	if (len_bytes > VLAN_NAME_MAX)
		lldp_bad_value(r, len_bytes, VLAN_NAME_MAX);
	if (len_bytes > cur_left(c)) {
		lldp_bad_value(r, len_bytes, (unsigned int)cur_left(c));
		return;
	}
	name = cur_take(c, len_bytes);
	vlan.name = wire_rest(&name);
	if (q->vlans < LLDP_VLANS_MAX)
		q->vlan[q->vlans++] = vlan;
	else
		q->left_out++;
}

static void read_protocol(struct lldp_read *r, struct cur *c)
{
	unsigned int len_bytes = cur_u8(c);

	if (len_bytes > cur_left(c))
		lldp_bad_value(r, len_bytes, (unsigned int)cur_left(c));
	else
		r->out->q.protocols++;
}

static void read_aggregation(struct lldp_read *r, struct cur *c)
{
	lldp_read_aggregation(&r->out->q.aggregation, c);
}

/* The first byte differs between configuration and recommendation. */
static void read_ets_tables(struct lldp_ets *e, struct cur *c)
{
	uint32_t classes = cur_be32(c);

	e->sent = true;
	for (int i = 0; i < LLDP_PRIORITIES; i++)
		e->class_of[i] = classes >> 4 * (LLDP_PRIORITIES - 1 - i) & 0xf;
	for (int i = 0; i < LLDP_PRIORITIES; i++)
		e->share[i] = cur_u8(c);
	for (int i = 0; i < LLDP_PRIORITIES; i++)
		e->method[i] = cur_u8(c);
}

static unsigned int share_sum(const struct lldp_ets *e)
{
	unsigned int sum = 0;

	for (int i = 0; i < LLDP_PRIORITIES; i++)
		sum += e->share[i];
	return sum;
}

static void read_ets(struct lldp_read *r, struct cur *c)
{
	struct lldp_ets *e = &r->out->dcbx.ets;
	unsigned int flags = cur_u8(c);

	e->willing = flags & WILLING;
	e->cbs = flags & CBS;
	e->classes_max = flags & 7;
	read_ets_tables(e, c);
	if (share_sum(e) > 100)
		lldp_bad_value(r, share_sum(e), 100);
}

static void read_ets_wanted(struct lldp_read *r, struct cur *c)
{
	cur_u8(c);
	read_ets_tables(&r->out->dcbx.ets_wanted, c);
	if (share_sum(&r->out->dcbx.ets_wanted) > 100)
		lldp_bad_value(r, share_sum(&r->out->dcbx.ets_wanted), 100);
}

static void read_pfc(struct lldp_read *r, struct cur *c)
{
	struct lldp_pfc *p = &r->out->dcbx.pfc;
	unsigned int flags = cur_u8(c);

	p->sent = true;
	p->willing = flags & WILLING;
	p->mbc = flags & MBC;
	p->classes_able = flags & 0xf;
	p->enabled = cur_u8(c);
}

static void read_apps(struct lldp_read *r, struct cur *c)
{
	struct lldp_dcbx *d = &r->out->dcbx;

	cur_u8(c);
	while (cur_left(c) >= APP_BYTES) {
		unsigned int flags = cur_u8(c);
		struct lldp_app app = { .priority = (uint8_t)(flags >> 5), .selector = flags & 7,
					.protocol = cur_be16(c) };

		if (d->apps < LLDP_APPS_MAX)
			d->app[d->apps++] = app;
		else
			d->apps_left_out++;
	}
}

static const struct lldp_row rows[] = {
	{ LLDP_OUI_8021, 1, true, 2, 0, "port VLAN", read_pvid },
	{ LLDP_OUI_8021, 2, false, 3, 0, "port and protocol VLAN", read_ppvid },
	{ LLDP_OUI_8021, 3, false, 3, 0, "VLAN name", read_vlan_name },
	{ LLDP_OUI_8021, 4, false, 1, 0, "protocol identity", read_protocol },
	{ LLDP_OUI_8021, 5, true, 2, 0, "VID usage digest", NULL },
	{ LLDP_OUI_8021, 6, true, 2, 0, "management VID", NULL },
	{ LLDP_OUI_8021, 7, true, 5, 0, "link aggregation", read_aggregation },
	{ LLDP_OUI_8021, 8, true, 2, 0, "congestion notification", NULL },
	{ LLDP_OUI_8021, 9, true, 21, 0, "ETS configuration", read_ets },
	{ LLDP_OUI_8021, 10, true, 21, 0, "ETS recommendation", read_ets_wanted },
	{ LLDP_OUI_8021, 11, true, 2, 0, "PFC configuration", read_pfc },
	{ LLDP_OUI_8021, 12, true, 1, 0, "application priority", read_apps },
	{ LLDP_OUI_8021, 13, true, 5, 0, "EVB", NULL },
	{ LLDP_OUI_8021, 14, true, 1, 0, "CDCP", NULL },
};

const struct lldp_rows lldp_rows_8021 = { rows, sizeof(rows) / sizeof(rows[0]) };
