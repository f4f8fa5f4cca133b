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
#define PTP_SYNC_2 0x0002		/* messageType 0, versionPTP 2 */
#define PTP_SYNC_BYTES 44
#define PTP_DOMAIN 255

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

static void put_plain(const struct probe *p, uint8_t *at)
{
	at = put(put(put(at, MAGIC, 4), PROBE_VERSION, 1), p->leg, 1);
	at = put(put(at, p->size_bytes, 2), p->token, 8);
	put(put(at, p->slot, 4), p->seq, 4);
}

static void put_ptp(const struct probe *p, uint8_t *at)
{
	put(put(put(at, PTP_SYNC_2, 2), PTP_SYNC_BYTES, 2), PTP_DOMAIN, 1);
	put(put(put(at + 16, MAGIC, 4), p->token, 8), PROBE_VERSION << 8 | p->leg, 2);
	put(at + 30, p->slot & 0xffff, 2);
	put(put(put(at + 34, p->slot, 4), p->seq, 4), p->size_bytes, 2);
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
	at = put(at, probe_ethertype(p->ptp), 2);
	if (p->ptp)
		put_ptp(p, at);
	else
		put_plain(p, at);
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

static uint64_t read_be64(struct cur *c)
{
	uint64_t high = cur_be32(c);

	return high << 32 | cur_be32(c);
}

static void read_plain(struct probe *p, struct cur *c, unsigned int *version, unsigned int *leg)
{
	*version = cur_u8(c);
	*leg = cur_u8(c);
	p->size_bytes = cur_be16(c);
	p->token = read_be64(c);
	p->slot = cur_be32(c);
	p->seq = cur_be32(c);
}

static void read_ptp(struct probe *p, struct cur *c, unsigned int *version, unsigned int *leg)
{
	p->token = read_be64(c);
	*version = cur_u8(c);
	*leg = cur_u8(c);
	cur_bytes(c, 4);	/* sequenceId, controlField, logMessageInterval */
	p->slot = cur_be32(c);
	p->seq = cur_be32(c);
	p->size_bytes = cur_be16(c);
}

int probe_parse_cut(struct probe *p, const void *frame, size_t len_bytes, size_t wire_bytes)
{
	struct probe read = { .tagged = false };
	unsigned int version, leg;
	size_t body_bytes;
	uint16_t type;
	struct cur c;

	cur_init(&c, frame, len_bytes);
	type = read_ethernet(&read, &c);
	read.ptp = type == PROBE_ETHERTYPE_PTP;
	if (!read.ptp && type != PROBE_ETHERTYPE)
		return -ENOMSG;
	body_bytes = cur_left(&c) + (wire_bytes > len_bytes ? wire_bytes - len_bytes : 0);
	if (read.ptp)
		cur_bytes(&c, 16);
	if (cur_be32(&c) != MAGIC)
		return -ENOMSG;
	(read.ptp ? read_ptp : read_plain)(&read, &c, &version, &leg);
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
