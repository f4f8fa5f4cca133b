// SPDX-License-Identifier: GPL-3.0-or-later
/* BPDUs: IEEE 802.1D-2004 9.3, and Cisco's PVST+ around them. */
#include "wire/l2-private.h"

#define BPDU_RSTP_VERSION 2
#define BPDU_MSTP_VERSION 3
#define TYPE_CONFIG 0x00
#define TYPE_RAPID 0x02
#define TYPE_TCN 0x80
#define VLAN_AT 36			/* PVST+: type 0, length 2, VLAN */
#define VLAN_BYTES 6

static struct l2_bridge read_bridge(struct cur *c)
{
	struct l2_bridge b = { .priority = cur_be16(c) };

	b.mac = cur_bytes(c, ETH_MAC_BYTES);
	return b;
}

static void read_flags(struct l2_stp *s, unsigned int flags)
{
	s->topology_change = flags & 0x01;
	if (!s->rapid)
		return;
	s->proposal = flags & 0x02;
	s->role = (enum l2_role)(flags >> 2 & 3);
	s->learning = flags & 0x10;
	s->forwarding = flags & 0x20;
	s->agreement = flags & 0x40;
}

static void read_vlan(struct l2_stp *s, const struct eth *e)
{
	struct cur c;

	if (e->payload_bytes < VLAN_AT + VLAN_BYTES)
		return;
	cur_init(&c, e->payload + VLAN_AT, VLAN_BYTES);
	s->has_vlan = cur_be16(&c) == 0 && cur_be16(&c) == 2;
	s->vlan = s->has_vlan ? cur_be16(&c) : 0;
}

static void read_body(struct l2_stp *s, struct cur *c)
{
	read_flags(s, cur_u8(c));
	s->root = read_bridge(c);
	s->cost = cur_be32(c);
	s->bridge = read_bridge(c);
	s->port = cur_be16(c);
	s->age_s256 = cur_be16(c);
	s->age_max_s256 = cur_be16(c);
	s->hello_s256 = cur_be16(c);
	s->delay_s256 = cur_be16(c);
}

void l2_read_stp(struct l2 *l, const struct eth *e, struct cur *c)
{
	struct l2_stp *s = &l->stp;
	unsigned int protocol = cur_be16(c), type;

	s->version = cur_u8(c);
	type = cur_u8(c);
	if (protocol != 0 || (type != TYPE_CONFIG && type != TYPE_RAPID && type != TYPE_TCN)) {
		c->short_read = true;
		return;
	}
	s->rapid = type == TYPE_RAPID && s->version >= BPDU_RSTP_VERSION;
	s->topology_notice = type == TYPE_TCN;
	if (l->kind == L2_STP && s->rapid)
		l->kind = s->version >= BPDU_MSTP_VERSION ? L2_MSTP : L2_RSTP;
	if (s->topology_notice)
		return;
	read_body(s, c);
	if (l->kind == L2_PVST)
		read_vlan(s, e);
}
