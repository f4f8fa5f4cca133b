// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/cdp.h"

#include <errno.h>
#include <string.h>

#include "base/cur.h"
#include "wire/text.h"

#define OUI_CISCO 0x00000c
#define PID_CDP 0x2000
#define VERSION_MAX 2
#define HEADER_BYTES 4
#define TLV_BYTES 4
#define CHECKSUM_AT 2

struct row;

struct walk {
	const struct eth *eth;
	struct cdp *out;
	const struct row *row;
	size_t byte;
};

struct row {
	uint16_t type, min_bytes;
	const char *name;
	void (*read)(struct walk *w, struct cur *c);
};

static void add_fault(struct walk *w, enum wire_rule rule, size_t have, size_t want)
{
	struct wire_fault fault = { .rule = rule, .tlv = w->out->tlvs, .byte = w->byte,
				    .name = w->row->name, .have = (unsigned int)have,
				    .want = (unsigned int)want };

	wire_fault_add(&w->out->faults, &fault);
}

static void read_device(struct walk *w, struct cur *c)
{
	w->out->device = wire_rest(c);
}

static void read_port(struct walk *w, struct cur *c)
{
	w->out->port = wire_rest(c);
}

static void read_platform(struct walk *w, struct cur *c)
{
	w->out->platform = wire_rest(c);
}

static void read_software(struct walk *w, struct cur *c)
{
	w->out->software = wire_rest(c);
}

static void read_vtp_domain(struct walk *w, struct cur *c)
{
	w->out->vtp_domain = wire_rest(c);
}

static void read_system_name(struct walk *w, struct cur *c)
{
	w->out->system_name = wire_rest(c);
}

static void read_capabilities(struct walk *w, struct cur *c)
{
	w->out->has_capabilities = true;
	w->out->capabilities = cur_be32(c);
}

/* By the protocol bytes: NLPID 0xcc, or 802.2 with EtherType 0x86dd. */
static enum cdp_family family_of(const struct wire_text *protocol)
{
	static const uint8_t ipv4[] = { 0xcc };
	static const uint8_t ipv6[] = { 0xaa, 0xaa, 0x03, 0, 0, 0, 0x86, 0xdd };

	if (protocol->len_bytes == sizeof(ipv4) && !memcmp(protocol->at, ipv4, sizeof(ipv4)))
		return CDP_IPV4;
	if (protocol->len_bytes == sizeof(ipv6) && !memcmp(protocol->at, ipv6, sizeof(ipv6)))
		return CDP_IPV6;
	return CDP_OTHER_FAMILY;
}

static void read_address_list(struct walk *w, struct cur *c, struct cdp_addresses *list)
{
	uint32_t said = cur_be32(c), n;

	for (n = 0; n < said && cur_left(c); n++) {
		struct cdp_address a;
		struct wire_text protocol;
		struct cur part;

		cur_u8(c);
		part = cur_take(c, cur_u8(c));
		protocol = wire_rest(&part);
		part = cur_take(c, cur_be16(c));
		a.address = wire_rest(&part);
		if (c->short_read)
			break;
		a.family = family_of(&protocol);
		if (list->count < CDP_ADDRESSES_MAX)
			list->list[list->count++] = a;
		else
			list->left_out++;
	}
	if (n < said)
		add_fault(w, WIRE_TLV_VALUE, said, n);
}

static void read_addresses(struct walk *w, struct cur *c)
{
	read_address_list(w, c, &w->out->addresses);
}

static void read_management(struct walk *w, struct cur *c)
{
	read_address_list(w, c, &w->out->management);
}

static void read_native_vlan(struct walk *w, struct cur *c)
{
	w->out->has_native_vlan = true;
	w->out->native_vlan = cur_be16(c);
}

static void read_duplex(struct walk *w, struct cur *c)
{
	unsigned int duplex = cur_u8(c);

	if (duplex > 1)
		add_fault(w, WIRE_TLV_VALUE, duplex, 1);
	else
		w->out->duplex = duplex ? CDP_FULL : CDP_HALF;
}

static void read_voice_vlan(struct walk *w, struct cur *c)
{
	cur_u8(c);
	w->out->has_voice_vlan = true;
	w->out->voice_vlan = cur_be16(c);
}

static void read_power_used(struct walk *w, struct cur *c)
{
	w->out->has_power_used = true;
	w->out->power_used_mw = cur_be16(c);
}

static void read_mtu(struct walk *w, struct cur *c)
{
	w->out->has_mtu = true;
	w->out->mtu_bytes = cur_be32(c);
}

static void read_powers(struct cdp_powers *p, struct cur *c)
{
	*p = (struct cdp_powers){ .sent = true };
	p->request = cur_be16(c);
	p->management = cur_be16(c);
	while (cur_left(c) >= sizeof(p->mw[0])) {
		uint32_t mw = cur_be32(c);

		if (p->count < CDP_POWERS_MAX)
			p->mw[p->count++] = mw;
		else
			p->left_out++;
	}
}

static void read_wanted(struct walk *w, struct cur *c)
{
	read_powers(&w->out->wanted, c);
}

static void read_available(struct walk *w, struct cur *c)
{
	read_powers(&w->out->available, c);
}

static const struct row rows[] = {
	{ 0x0001, 0, "device", read_device },
	{ 0x0002, 4, "addresses", read_addresses },
	{ 0x0003, 0, "port", read_port },
	{ 0x0004, 4, "capabilities", read_capabilities },
	{ 0x0005, 0, "software", read_software },
	{ 0x0006, 0, "platform", read_platform },
	{ 0x0009, 0, "VTP domain", read_vtp_domain },
	{ 0x000a, 2, "native VLAN", read_native_vlan },
	{ 0x000b, 1, "duplex", read_duplex },
	{ 0x000e, 3, "voice VLAN", read_voice_vlan },
	{ 0x0010, 2, "power consumption", read_power_used },
	{ 0x0011, 4, "MTU", read_mtu },
	{ 0x0014, 0, "system name", read_system_name },
	{ 0x0016, 4, "management addresses", read_management },
	{ 0x0019, 4, "power requested", read_wanted },
	{ 0x001a, 4, "power available", read_available },
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

static const struct row other_row = { .name = "other type" };

static void read_value(struct walk *w, uint16_t type, struct cur *value, uint32_t *seen)
{
	for (size_t i = 0; i < ROWS; i++) {
		if (rows[i].type != type)
			continue;
		w->row = &rows[i];
		if (*seen >> i & 1)
			add_fault(w, WIRE_TLV_TWICE, 2, 1);
		else if (cur_left(value) < rows[i].min_bytes)
			add_fault(w, WIRE_TLV_SHORT, cur_left(value), rows[i].min_bytes);
		else
			rows[i].read(w, value);
		*seen |= 1U << i;
		return;
	}
	w->out->unread++;
}

/* One TLV, whose length counts its head; false when the next cannot be found. */
static bool step(struct walk *w, struct cur *c, uint32_t *seen)
{
	uint16_t type = cur_be16(c), len_bytes = cur_be16(c);
	struct cur value;

	w->row = &other_row;
	if (len_bytes < TLV_BYTES) {
		add_fault(w, WIRE_TLV_SHORT, len_bytes, TLV_BYTES);
		return false;
	}
	if (len_bytes - TLV_BYTES > (int)cur_left(c)) {
		if (!w->eth->cut)
			add_fault(w, WIRE_TLV_BEYOND, len_bytes, cur_left(c) + TLV_BYTES);
		return false;
	}
	value = cur_take(c, len_bytes - TLV_BYTES);
	read_value(w, type, &value, seen);
	return true;
}

static void read_tlvs(struct walk *w, struct cur *c)
{
	uint32_t seen = 0;

	while (cur_left(c)) {
		w->out->tlvs++;
		w->byte = eth_offset(w->eth, c->at);
		w->row = &other_row;
		if (cur_left(c) < TLV_BYTES) {
			if (!w->eth->cut)
				add_fault(w, WIRE_TLV_SHORT, cur_left(c), TLV_BYTES);
			return;
		}
		if (!step(w, c, &seen))
			return;
	}
}

static uint16_t fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)sum;
}

/* The pairs; a frame is too short for the sum to overflow. */
static uint32_t sum_pairs(const uint8_t *bytes, size_t len_bytes)
{
	uint32_t sum = 0;

	for (size_t i = 0; i + 1 < len_bytes; i += 2)
		sum = fold(sum + ((uint32_t)bytes[i] << 8 | bytes[i + 1]));
	return sum;
}

/* The odd byte as Cisco adds it: sign-extended, one less when negative. */
static uint32_t odd_byte(uint8_t byte)
{
	return byte & 0x80 ? 0xff00U | (byte - 1U) : byte;
}

bool cdp_sum_right(const uint8_t *bytes, size_t len_bytes)
{
	uint32_t sum = sum_pairs(bytes, len_bytes);

	if (len_bytes % 2 == 0)
		return fold(sum) == 0xffff;
	return fold(sum + odd_byte(bytes[len_bytes - 1])) == 0xffff ||
	       fold(sum + ((uint32_t)bytes[len_bytes - 1] << 8)) == 0xffff;
}

/* Left out, not taken off: all zeros have the sum 0xffff. */
uint16_t cdp_sum(const uint8_t *bytes, size_t len_bytes)
{
	uint32_t sum;

	if (len_bytes < HEADER_BYTES)
		return 0;
	sum = sum_pairs(bytes, CHECKSUM_AT);
	sum += sum_pairs(bytes + HEADER_BYTES, len_bytes - HEADER_BYTES);
	if (len_bytes % 2)
		sum += odd_byte(bytes[len_bytes - 1]);
	return (uint16_t)~fold(sum);
}

static void note_head(struct cdp *d, const struct eth *e, enum wire_rule rule, const char *name,
		      size_t byte, unsigned int have, unsigned int want)
{
	struct wire_fault fault = { .rule = rule, .name = name, .have = have, .want = want,
				    .byte = byte };

	if (!e->cut)
		wire_fault_add(&d->faults, &fault);
}

static void check_sum(struct cdp *d, const struct eth *e)
{
	if (e->cut || e->length_beyond)
		return;
	d->sum = cdp_sum_right(e->payload, e->payload_bytes) ? CDP_SUM_RIGHT : CDP_SUM_WRONG;
	if (d->sum == CDP_SUM_WRONG)
		note_head(d, e, WIRE_CHECKSUM, "checksum",
			  eth_offset(e, e->payload) + CHECKSUM_AT, d->checksum,
			  cdp_sum(e->payload, e->payload_bytes));
}

int cdp_parse(struct cdp *d, const struct eth *e)
{
	struct walk w = { .eth = e, .out = d };
	struct cur c;

	*d = (struct cdp){ .cut = e->cut };
	if (e->kind != ETH_IS_SNAP || e->oui != OUI_CISCO || e->pid != PID_CDP)
		return -ENOMSG;
	if (e->length_beyond)
		note_head(d, e, WIRE_LENGTH_BEYOND, "length", e->length_at, e->length_bytes,
			  (unsigned int)(e->len_bytes - e->length_at - 2));
	cur_init(&c, e->payload, e->payload_bytes);
	if (cur_left(&c) < HEADER_BYTES) {
		note_head(d, e, WIRE_HEADER_SHORT, "header", eth_offset(e, c.at),
			  (unsigned int)cur_left(&c), HEADER_BYTES);
		return 0;
	}
	d->version = cur_u8(&c);
	d->ttl_s = cur_u8(&c);
	d->checksum = cur_be16(&c);
	if (d->version < 1 || d->version > VERSION_MAX)
		note_head(d, e, WIRE_VERSION, "header", eth_offset(e, e->payload), d->version,
			  VERSION_MAX);
	check_sum(d, e);
	read_tlvs(&w, &c);
	return 0;
}
