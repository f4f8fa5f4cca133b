// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/probe.h"

#include <errno.h>
#include <string.h>

#include "base/cur.h"

#define MAGIC 0x45445850U		/* EDXP */
#define ETHERTYPE_VLAN 0x8100
#define ETHERTYPE_SVLAN 0x88a8
#define TAGS_MAX 2
#define ETHERNET_BYTES 14

static uint8_t *put(uint8_t *at, uint64_t value, unsigned int len_bytes)
{
	for (unsigned int i = 0; i < len_bytes; i++)
		at[i] = (uint8_t)(value >> 8 * (len_bytes - 1 - i));
	return at + len_bytes;
}

static bool possible(unsigned int leg, unsigned int size_bytes)
{
	return leg <= PROBE_FAR_TO_NEAR && size_bytes >= PROBE_SIZE_MIN &&
	       size_bytes <= PROBE_SIZE_MAX;
}

int probe_build(const struct probe *p, uint8_t *frame, size_t room_bytes)
{
	size_t len_bytes = p->size_bytes + (p->tagged ? PROBE_TAG_BYTES : 0u);
	uint8_t *at = frame;

	if (!possible(p->leg, p->size_bytes))
		return -EINVAL;
	if (room_bytes < len_bytes)
		return -ENOSPC;
	memset(frame, 0, len_bytes);
	memcpy(at, p->to, PROBE_MAC_BYTES);
	memcpy(at + PROBE_MAC_BYTES, p->from, PROBE_MAC_BYTES);
	at += 2 * PROBE_MAC_BYTES;
	if (p->tagged)
		at = put(put(at, ETHERTYPE_VLAN, 2), p->tci, 2);
	at = put(put(at, PROBE_ETHERTYPE, 2), MAGIC, 4);
	at = put(put(at, PROBE_VERSION, 1), p->leg, 1);
	at = put(put(at, p->size_bytes, 2), p->token, 8);
	put(put(at, p->slot, 4), p->seq, 4);
	return (int)len_bytes;
}

/* Up to the EtherType that is no tag; 0 when the bytes end before. */
static uint16_t read_ethernet(struct probe *p, struct cur *c)
{
	const uint8_t *to = cur_bytes(c, PROBE_MAC_BYTES), *from = cur_bytes(c, PROBE_MAC_BYTES);
	uint16_t type = cur_be16(c);

	for (int tag = 0; tag < TAGS_MAX; tag++) {
		uint16_t tci;

		if (type != ETHERTYPE_VLAN && type != ETHERTYPE_SVLAN)
			break;
		tci = cur_be16(c);
		if (!p->tagged)
			p->tci = tci;
		p->tagged = true;
		type = cur_be16(c);
	}
	if (c->short_read)
		return 0;
	memcpy(p->to, to, PROBE_MAC_BYTES);
	memcpy(p->from, from, PROBE_MAC_BYTES);
	return type;
}

int probe_parse(struct probe *p, const void *frame, size_t len_bytes)
{
	return probe_parse_cut(p, frame, len_bytes, len_bytes);
}

int probe_parse_cut(struct probe *p, const void *frame, size_t len_bytes, size_t wire_bytes)
{
	struct probe read = { .tagged = false };
	unsigned int version, leg;
	size_t body_bytes;
	struct cur c;

	cur_init(&c, frame, len_bytes);
	if (read_ethernet(&read, &c) != PROBE_ETHERTYPE)
		return -ENOMSG;
	body_bytes = cur_left(&c) + (wire_bytes > len_bytes ? wire_bytes - len_bytes : 0);
	if (cur_be32(&c) != MAGIC)
		return -ENOMSG;
	version = cur_u8(&c);
	leg = cur_u8(&c);
	read.size_bytes = cur_be16(&c);
	read.token = (uint64_t)cur_be32(&c) << 32;
	read.token |= cur_be32(&c);
	read.slot = cur_be32(&c);
	read.seq = cur_be32(&c);
	if (c.short_read)
		return -EBADMSG;
	if (version != PROBE_VERSION)
		return -EPROTONOSUPPORT;
	if (!possible(leg, read.size_bytes) || body_bytes + ETHERNET_BYTES < read.size_bytes)
		return -EBADMSG;
	read.leg = (enum probe_leg)leg;
	*p = read;
	return 0;
}
