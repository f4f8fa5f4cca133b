// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/lldp.h"

#include <errno.h>

#include "wire/lldp-private.h"

#define TYPE_END 0
#define TYPE_ORG 127
#define HEADER_BYTES 2
#define ORG_BYTES 4
#define FCS_BYTES 4
#define LENGTH_MASK 0x1ff
#define LENGTH_BITS 9
#define ADDRESS_MAX 32			/* with its family, 802.1AB 8.5.9.2 */
#define PORT_BYTES 5			/* after it: kind and number of the port */

void lldp_bad_value(struct lldp_read *r, unsigned int have, unsigned int want)
{
	struct wire_fault fault = { .rule = WIRE_TLV_VALUE, .tlv = r->number, .byte = r->byte,
				    .name = r->row->name, .have = have, .want = want };

	wire_fault_add(&r->out->faults, &fault);
}

void lldp_read_aggregation(struct lldp_aggregation *a, struct cur *c)
{
	unsigned int status = cur_u8(c);

	a->sent = true;
	a->able = status & 1;
	a->active = status & 2;
	a->port_id = cur_be32(c);
}

static void read_chassis(struct lldp_read *r, struct cur *c)
{
	r->out->chassis.subtype = cur_u8(c);
	r->out->chassis.id = wire_rest(c);
}

static void read_port(struct lldp_read *r, struct cur *c)
{
	r->out->port.subtype = cur_u8(c);
	r->out->port.id = wire_rest(c);
}

static void read_ttl(struct lldp_read *r, struct cur *c)
{
	r->out->ttl_s = cur_be16(c);
}

static void read_port_description(struct lldp_read *r, struct cur *c)
{
	r->out->port_description = wire_rest(c);
}

static void read_system_name(struct lldp_read *r, struct cur *c)
{
	r->out->system_name = wire_rest(c);
}

static void read_system_description(struct lldp_read *r, struct cur *c)
{
	r->out->system_description = wire_rest(c);
}

static void read_capabilities(struct lldp_read *r, struct cur *c)
{
	r->out->has_capabilities = true;
	r->out->capabilities = cur_be16(c);
	r->out->enabled = cur_be16(c);
}

static void read_address(struct lldp_read *r, struct cur *c)
{
	struct lldp_address a = { .family = 0 };
	unsigned int len_bytes = cur_u8(c);
	unsigned int room = (unsigned int)cur_left(c) - PORT_BYTES;
	struct cur string;

	if (room > ADDRESS_MAX)
		room = ADDRESS_MAX;
	if (len_bytes < 2 || len_bytes > room) {
		lldp_bad_value(r, len_bytes, room);
		return;
	}
	string = cur_take(c, len_bytes);
	a.family = cur_u8(&string);
	a.address = wire_rest(&string);
	a.port_kind = cur_u8(c);
	a.port = cur_be32(c);
	if (r->out->addresses < LLDP_ADDRESSES_MAX)
		r->out->address[r->out->addresses++] = a;
	else
		r->out->addresses_left_out++;
}

static const struct lldp_row basic[] = {
	{ LLDP_OUI_NONE, 1, true, 2, 256, "Chassis ID", read_chassis },
	{ LLDP_OUI_NONE, 2, true, 2, 256, "Port ID", read_port },
	{ LLDP_OUI_NONE, 3, true, 2, 0, "TTL", read_ttl },
	{ LLDP_OUI_NONE, 4, true, 0, 255, "Port Description", read_port_description },
	{ LLDP_OUI_NONE, 5, true, 0, 255, "System Name", read_system_name },
	{ LLDP_OUI_NONE, 6, true, 0, 255, "System Description", read_system_description },
	{ LLDP_OUI_NONE, 7, true, 4, 0, "System Capabilities", read_capabilities },
	{ LLDP_OUI_NONE, 8, false, 9, 167, "Management Address", read_address },
};

static const struct lldp_rows lldp_rows_basic = { basic, sizeof(basic) / sizeof(basic[0]) };

static const struct lldp_row reserved_row = { .oui = LLDP_OUI_NONE, .name = "reserved type" };
static const struct lldp_row org_row = { .oui = LLDP_OUI_NONE, .type = TYPE_ORG,
					 .name = "organization TLV" };

static const struct {
	const struct lldp_rows *rows;
	uint32_t oui;
} tables[] = {
	{ &lldp_rows_basic, LLDP_OUI_NONE },
	{ &lldp_rows_8021, LLDP_OUI_8021 },
	{ &lldp_rows_8023, LLDP_OUI_8023 },
	{ &lldp_rows_med, LLDP_OUI_MED },
	{ &lldp_rows_cee, LLDP_OUI_CEE },
};

#define TABLES (sizeof(tables) / sizeof(tables[0]))

/* What has come already: a bit a row, a word a table.  No table has more than 32 rows. */
struct walk {
	struct lldp_read read;
	struct cur c;
	uint32_t seen[TABLES];
	struct lldp_place first[LLDP_MUSTS];
};

static void add_fault(struct walk *w, enum wire_rule rule, size_t have, size_t want)
{
	struct wire_fault fault = { .rule = rule, .tlv = w->read.number, .byte = w->read.byte,
				    .name = w->read.row->name, .have = (unsigned int)have,
				    .want = (unsigned int)want };

	wire_fault_add(&w->read.out->faults, &fault);
}

/* The row, or NULL; *first tells whether it had not come before. */
static const struct lldp_row *find_row(struct walk *w, uint32_t oui, uint8_t type, bool *first)
{
	for (size_t t = 0; t < TABLES; t++) {
		const struct lldp_rows *rows = tables[t].rows;

		if (tables[t].oui != oui)
			continue;
		for (unsigned int i = 0; i < rows->count; i++) {
			if (rows->row[i].type != type)
				continue;
			*first = !(w->seen[t] >> i & 1);
			w->seen[t] |= 1U << i;
			return &rows->row[i];
		}
	}
	return NULL;
}

static void keep_other(struct lldp *l, uint32_t oui, uint8_t subtype, struct cur *c)
{
	if (l->others < LLDP_OTHERS_MAX)
		l->other[l->others++] = (struct lldp_other){ oui, subtype, wire_rest(c) };
	else
		l->others_left_out++;
}

static void read_value(struct walk *w, struct cur *value, bool first)
{
	const struct lldp_row *row = w->read.row;
	size_t len_bytes = cur_left(value);

	if (row->once && !first) {
		add_fault(w, WIRE_TLV_TWICE, 2, 1);
		return;
	}
	if (len_bytes < row->min_bytes) {
		add_fault(w, WIRE_TLV_SHORT, len_bytes, row->min_bytes);
		return;
	}
	if (row->max_bytes && len_bytes > row->max_bytes)
		add_fault(w, WIRE_TLV_LONG, len_bytes, row->max_bytes);
	if (row->read)
		row->read(&w->read, value);
	else if (w->read.out->names < LLDP_NAMED_MAX)
		w->read.out->named[w->read.out->names++] = row->name;
}

static void note_place(struct walk *w, uint8_t type, bool first)
{
	struct lldp_place place = { w->read.number, w->read.byte, w->read.row->name };

	if (w->read.number <= LLDP_MUSTS)
		w->first[w->read.number - 1] = place;
	if (type >= 1 && type <= LLDP_MUSTS && first)
		w->read.out->must[type - 1] = place;
}

static void read_org(struct walk *w, struct cur *value)
{
	const struct lldp_row *row;
	size_t len_bytes = cur_left(value);
	bool first = true;
	uint8_t subtype;
	uint32_t oui;

	w->read.row = &org_row;
	oui = (uint32_t)cur_u8(value) << 16;
	oui |= cur_be16(value);
	subtype = cur_u8(value);
	row = value->short_read ? NULL : find_row(w, oui, subtype, &first);
	if (row)
		w->read.row = row;
	note_place(w, TYPE_ORG, false);
	if (value->short_read)
		add_fault(w, WIRE_TLV_SHORT, len_bytes, ORG_BYTES);
	else if (row)
		read_value(w, value, first);
	else
		keep_other(w->read.out, oui, subtype, value);
}

static void read_basic(struct walk *w, uint8_t type, struct cur *value)
{
	bool first = true;
	const struct lldp_row *row = find_row(w, LLDP_OUI_NONE, type, &first);

	w->read.row = row ? row : &reserved_row;
	note_place(w, type, first);
	if (row)
		read_value(w, value, first);
	else
		w->read.out->reserved++;
}

/* Says what is beyond the end, unless it is the capture's end or may be an FCS. */
static void beyond(struct walk *w, size_t len_bytes, size_t left_bytes)
{
	static const struct lldp_row row = { .name = "its length" };

	if (w->read.eth->cut) {
		w->read.out->cut = true;
		return;
	}
	if (w->read.out->tlvs >= LLDP_MUSTS && left_bytes + HEADER_BYTES == FCS_BYTES)
		return;
	w->read.number = w->read.out->tlvs + 1;
	w->read.row = &row;
	add_fault(w, WIRE_TLV_BEYOND, len_bytes, left_bytes);
}

/* One TLV; false after the last. */
static bool step(struct walk *w)
{
	static const struct lldp_row end_row = { .name = "End" };
	struct lldp *l = w->read.out;
	size_t len_bytes;
	struct cur value;
	uint16_t head;
	uint8_t type;

	w->read.byte = eth_offset(w->read.eth, w->c.at);
	head = cur_be16(&w->c);
	len_bytes = head & LENGTH_MASK;
	type = (uint8_t)(head >> LENGTH_BITS);
	if (len_bytes > cur_left(&w->c)) {
		beyond(w, len_bytes, cur_left(&w->c));
		return false;
	}
	w->read.number = l->tlvs + 1;
	if (type == TYPE_END) {
		l->ended = true;
		w->read.row = &end_row;
		if (len_bytes)
			add_fault(w, WIRE_END_NOT_EMPTY, len_bytes, 0);
		return false;
	}
	l->tlvs++;
	value = cur_take(&w->c, len_bytes);
	if (type == TYPE_ORG)
		read_org(w, &value);
	else
		read_basic(w, type, &value);
	return true;
}

/* A mandatory TLV stands right when it comes straight after those before it. */
static void judge_order(struct walk *w)
{
	struct lldp *l = w->read.out;
	unsigned int want = 0;

	for (int i = 0; i < LLDP_MUSTS; i++) {
		struct wire_fault fault = { .rule = WIRE_TLV_MISSING, .name = basic[i].name };

		if (l->must[i].number) {
			want++;
			if (l->must[i].number == want)
				continue;
			fault.rule = WIRE_TLV_ORDER;
			fault.tlv = l->must[i].number;
			fault.byte = l->must[i].byte;
			fault.want = want;
			fault.other = w->first[want - 1].name;
			fault.other_byte = w->first[want - 1].byte;
		} else if (l->cut) {
			continue;
		}
		wire_fault_add(&l->faults, &fault);
	}
}

int lldp_parse(struct lldp *l, const struct eth *e)
{
	struct walk w = { .read = { .eth = e, .out = l } };

	*l = (struct lldp){ .tlvs = 0 };
	if (e->type != ETH_TYPE_LLDP)
		return -ENOMSG;
	cur_init(&w.c, e->payload, e->payload_bytes);
	while (cur_left(&w.c) >= HEADER_BYTES && step(&w))
		;
	if (!l->ended && e->cut)
		l->cut = true;
	judge_order(&w);
	return 0;
}

const char *lldp_chassis_kind(unsigned int subtype)
{
	static const char *const name[] = { NULL, "chassis component", "interface alias",
					    "port component", "MAC address", "network address",
					    "interface name", "local" };

	return subtype < sizeof(name) / sizeof(name[0]) ? name[subtype] : NULL;
}

const char *lldp_port_kind(unsigned int subtype)
{
	static const char *const name[] = { NULL, "interface alias", "port component",
					    "MAC address", "network address", "interface name",
					    "agent circuit", "local" };

	return subtype < sizeof(name) / sizeof(name[0]) ? name[subtype] : NULL;
}
