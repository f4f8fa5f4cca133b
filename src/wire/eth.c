// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/eth.h"

#include <errno.h>

#include "base/cur.h"

#define SAP_SNAP 0xaa
#define CONTROL_UI 0x03
#define SNAP_BYTES 5

/* Past the tags, to the type or length. */
static uint16_t read_tags(struct eth *e, struct cur *c)
{
	uint16_t type = cur_be16(c);

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

int eth_parse(struct eth *e, const void *frame, size_t len_bytes, size_t wire_bytes)
{
	struct cur c, body;
	uint16_t type;

	*e = (struct eth){ .frame = frame, .len_bytes = len_bytes,
			   .cut = len_bytes < wire_bytes };
	cur_init(&c, frame, len_bytes);
	e->to = cur_bytes(&c, ETH_MAC_BYTES);
	e->from = cur_bytes(&c, ETH_MAC_BYTES);
	type = read_tags(e, &c);
	if (c.short_read)
		return -EBADMSG;
	e->length_at = eth_offset(e, c.at) - 2;
	body = c;
	if (type > ETH_LENGTH_MAX) {
		e->type = type;
	} else {
		e->length_bytes = type;
		e->length_beyond = type > cur_left(&c) && !e->cut;
		if (type < cur_left(&c)) {
			e->trailer_bytes = cur_left(&c) - type;
			body = cur_take(&c, type);
		}
		read_llc(e, &body);
	}
	e->payload = body.at;
	e->payload_bytes = cur_left(&body);
	return body.short_read ? -EBADMSG : 0;
}

size_t eth_offset(const struct eth *e, const uint8_t *at)
{
	return (size_t)(at - e->frame);
}
