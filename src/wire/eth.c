// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/eth.h"

#include <errno.h>

#include "base/cur.h"

#define SAP_SNAP 0xaa
#define CONTROL_UI 0x03
#define SNAP_BYTES 5
#define SLL_PROTOCOL_LLC 0x0004	/* LINUX_SLL_P_802_2 */
#define SLL_OUTGOING 4			/* PACKET_OUTGOING */
#define SLL_ADDRESS_BYTES 8

/* From the first type past the tags, to the last type or length. */
static uint16_t read_tags(struct eth *e, struct cur *c, uint16_t type)
{
	while (e->tags < ETH_TAGS_MAX && (type == ETH_TYPE_VLAN || type == ETH_TYPE_SVLAN)) {
		e->tag[e->tags].tpid = type;
		e->tag[e->tags].tci = cur_be16(c);
		type = cur_be16(c);
		if (c->short_read)
			break;
		e->tags++;
	}
	return type;
}

/* U frames have one byte of control, all others two (IEEE 802.2 5.2). */
static void read_llc(struct eth *e, struct cur *c)
{
	e->kind = ETH_IS_LLC;
	e->dsap = cur_u8(c);
	e->ssap = cur_u8(c);
	e->control = cur_u8(c);
	if ((e->control & 3) != 3)
		cur_u8(c);
	if (e->dsap != SAP_SNAP || e->ssap != SAP_SNAP || e->control != CONTROL_UI)
		return;
	if (cur_left(c) < SNAP_BYTES)
		c->short_read = true;
	e->kind = ETH_IS_SNAP;
	e->oui = (uint32_t)cur_u8(c) << 16;
	e->oui |= cur_be16(c);
	e->pid = cur_be16(c);
	if (e->oui == 0)
		e->type = e->pid;
}

/* What follows the addresses; no_length: a cooked header has taken it away. */
static int parse_body(struct eth *e, struct cur *c, uint16_t type, bool no_length)
{
	struct cur body = *c;

	if (!no_length)
		e->length_at = eth_offset(e, c->at) - 2;
	if (no_length) {
		read_llc(e, &body);
	} else if (type > ETH_LENGTH_MAX) {
		e->type = type;
	} else {
		e->length_bytes = type;
		e->length_beyond = type > cur_left(c) && !e->cut;
		if (type < cur_left(c)) {
			e->trailer_bytes = cur_left(c) - type;
			body = cur_take(c, type);
		}
		read_llc(e, &body);
	}
	e->payload = body.at;
	e->payload_bytes = cur_left(&body);
	return body.short_read ? -EBADMSG : 0;
}

int eth_parse(struct eth *e, const void *frame, size_t len_bytes, size_t wire_bytes)
{
	uint16_t type;
	struct cur c;

	*e = (struct eth){ .frame = frame, .len_bytes = len_bytes,
			   .cut = len_bytes < wire_bytes };
	cur_init(&c, frame, len_bytes);
	e->to = cur_bytes(&c, ETH_MAC_BYTES);
	e->from = cur_bytes(&c, ETH_MAC_BYTES);
	type = read_tags(e, &c, cur_be16(&c));
	if (c.short_read)
		return -EBADMSG;
	return parse_body(e, &c, type, false);
}

/* The protocol of a cooked header: an EtherType, or one of Linux's own numbers. */
static int parse_cooked(struct eth *e, struct cur *c, uint16_t protocol)
{
	uint16_t type = read_tags(e, c, protocol);

	if (c->short_read)
		return -EBADMSG;
	return parse_body(e, c, type, type == SLL_PROTOCOL_LLC);
}

/* draft-ietf-opsawg-pcaplinktype, LINKTYPE_LINUX_SLL and LINKTYPE_LINUX_SLL2. */
int eth_parse_link(struct eth *e, enum eth_link link, const void *frame, size_t len_bytes,
		   size_t wire_bytes)
{
	static const uint8_t none[ETH_MAC_BYTES];
	uint16_t protocol = 0;
	unsigned int address_bytes;
	const uint8_t *address;
	struct cur c;

	if (link == ETH_LINK_ETHERNET)
		return eth_parse(e, frame, len_bytes, wire_bytes);
	*e = (struct eth){ .frame = frame, .len_bytes = len_bytes, .cut = len_bytes < wire_bytes,
			   .to = none, .from = none };
	cur_init(&c, frame, len_bytes);
	if (link == ETH_LINK_SLL) {
		e->outgoing = cur_be16(&c) == SLL_OUTGOING;
		cur_be16(&c);			/* hardware type */
		address_bytes = cur_be16(&c);
	} else {
		protocol = cur_be16(&c);
		cur_be16(&c);
		cur_be32(&c);			/* interface index */
		cur_be16(&c);			/* hardware type */
		e->outgoing = cur_u8(&c) == SLL_OUTGOING;
		address_bytes = cur_u8(&c);
	}
	address = cur_bytes(&c, SLL_ADDRESS_BYTES);
	if (link == ETH_LINK_SLL)
		protocol = cur_be16(&c);
	if (c.short_read)
		return -EBADMSG;
	if (address_bytes == ETH_MAC_BYTES)
		e->from = address;
	return parse_cooked(e, &c, protocol);
}

size_t eth_offset(const struct eth *e, const uint8_t *at)
{
	return (size_t)(at - e->frame);
}
