// SPDX-License-Identifier: GPL-3.0-or-later
/* UDLD (RFC 5171), DTP and VTP as tcpdump reads them. */
#include "wire/l2-private.h"

#define TLV_BYTES 4
#define VTP_DOMAIN_MAX 32

/* TLVs whose length counts their head. */
static void read_tlvs(struct l2 *l, const struct eth *e, struct cur *c,
		      void (*read)(struct l2 *l, unsigned int type, struct cur *value))
{
	struct wire_fault fault = { .rule = WIRE_TLV_BEYOND, .name = l2_name(l->kind) };

	while (cur_left(c) >= TLV_BYTES) {
		unsigned int type, len_bytes;
		struct cur value;

		fault.tlv++;
		fault.byte = eth_offset(e, c->at);
		type = cur_be16(c);
		len_bytes = cur_be16(c);
		if (len_bytes < TLV_BYTES || len_bytes - TLV_BYTES > cur_left(c)) {
			fault.have = len_bytes;
			fault.want = (unsigned int)cur_left(c) + TLV_BYTES;
			if (len_bytes < TLV_BYTES) {
				fault.rule = WIRE_TLV_SHORT;
				fault.want = TLV_BYTES;
			}
			if (!e->cut)
				wire_fault_add(&l->faults, &fault);
			return;
		}
		value = cur_take(c, len_bytes - TLV_BYTES);
		read(l, type, &value);
	}
}

static void read_echo(struct l2_udld *u, struct cur *c)
{
	struct cur part;

	u->has_echo = true;
	u->echoes = cur_be32(c);
	if (!u->echoes)
		return;
	part = cur_take(c, cur_be16(c));
	u->echo_device = wire_rest(&part);
	part = cur_take(c, cur_be16(c));
	u->echo_port = wire_rest(&part);
}

static void read_udld_tlv(struct l2 *l, unsigned int type, struct cur *value)
{
	switch (type) {
	case 1:
		l->udld.device = wire_rest(value);
		return;
	case 2:
		l->udld.port = wire_rest(value);
		return;
	case 3:
		read_echo(&l->udld, value);
		return;
	case 6:
		l->udld.name = wire_rest(value);
		return;
	}
}

void l2_read_udld(struct l2 *l, const struct eth *e, struct cur *c)
{
	unsigned int head = cur_u8(c);

	l->udld.version = (uint8_t)(head >> 5);
	l->udld.opcode = head & 0x1f;
	cur_u8(c);
	cur_be16(c);
	if (!c->short_read)
		read_tlvs(l, e, c, read_udld_tlv);
}

/* The domain of DTP has its NUL. */
static void trim(struct wire_text *text)
{
	while (text->len_bytes && !text->at[text->len_bytes - 1])
		text->len_bytes--;
}

static void read_dtp_tlv(struct l2 *l, unsigned int type, struct cur *value)
{
	unsigned int status;

	switch (type) {
	case 1:
		l->dtp.domain = wire_rest(value);
		trim(&l->dtp.domain);
		return;
	case 2:
		status = cur_u8(value);
		l->dtp.has_status = !value->short_read;
		l->dtp.trunk_now = status & 0x80;
		l->dtp.wants = status & 7;
		return;
	case 3:
		l->dtp.type = cur_u8(value);
		return;
	}
}

void l2_read_dtp(struct l2 *l, const struct eth *e, struct cur *c)
{
	cur_u8(c);
	if (!c->short_read)
		read_tlvs(l, e, c, read_dtp_tlv);
}

/* Version, code, followers, length of the domain, the domain in a field of 32 bytes. */
void l2_read_vtp(struct l2 *l, const struct eth *e, struct cur *c)
{
	struct cur domain;
	unsigned int len_bytes;

	(void)e;
	l->vtp.version = cur_u8(c);
	l->vtp.code = cur_u8(c);
	cur_u8(c);
	len_bytes = cur_u8(c);
	domain = cur_take(c, VTP_DOMAIN_MAX);
	if (len_bytes > VTP_DOMAIN_MAX)
		c->short_read = true;
	else
		domain = cur_take(&domain, len_bytes);
	l->vtp.domain = wire_rest(&domain);
}
