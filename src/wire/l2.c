// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/l2.h"

#include <errno.h>
#include <string.h>

#include "wire/l2-private.h"

#define TYPE_SLOW 0x8809
#define TYPE_MAC_CONTROL 0x8808
#define TYPE_LOOP 0x9000
#define SAP_STP 0x42
#define OUI_CISCO 0x00000cU
#define OUI_FOUNDRY 0x00e052U
#define OUI_EXTREME 0x00e02bU
#define OPCODE_PAUSE 0x0001
#define OPCODE_PFC 0x0101
#define LACP_ACTOR 1
#define LACP_PARTNER 2
#define LACP_TLV_BYTES 20
#define LOOP_REPLY 1

static void read_lacp_end(struct l2_lacp_end *end, struct cur *c, unsigned int type)
{
	unsigned int said = cur_u8(c), len_bytes = cur_u8(c);

	if (said != type || len_bytes != LACP_TLV_BYTES) {
		c->short_read = true;
		return;
	}
	end->priority = cur_be16(c);
	end->system = cur_bytes(c, ETH_MAC_BYTES);
	end->key = cur_be16(c);
	end->port_priority = cur_be16(c);
	end->port = cur_be16(c);
	end->state = cur_u8(c);
	cur_bytes(c, 3);
}

static void read_lacp(struct l2 *l, const struct eth *e, struct cur *c)
{
	(void)e;
	cur_u8(c);
	l->lacp.version = cur_u8(c);
	read_lacp_end(&l->lacp.actor, c, LACP_ACTOR);
	read_lacp_end(&l->lacp.partner, c, LACP_PARTNER);
}

static void read_pause(struct l2 *l, const struct eth *e, struct cur *c)
{
	(void)e;
	cur_be16(c);
	l->pause.quanta = cur_be16(c);
}

static void read_pfc(struct l2 *l, const struct eth *e, struct cur *c)
{
	(void)e;
	cur_be16(c);
	l->pause.classes = (uint8_t)cur_be16(c);
	for (int i = 0; i < 8; i++)
		l->pause.class_quanta[i] = cur_be16(c);
}

/* Ethernet 2.0, chapter 8: numbers are little-endian, skip counts from behind itself. */
static void read_loop(struct l2 *l, const struct eth *e, struct cur *c)
{
	unsigned int skip = cur_u8(c);

	skip |= (unsigned int)cur_u8(c) << 8;
	cur_bytes(c, skip);
	l->loop.reply = cur_u8(c) == LOOP_REPLY;
	cur_u8(c);
	l->loop.own_sender = memcmp(e->to, e->from, ETH_MAC_BYTES) == 0;
}

/* The first word or byte of the payload tells some apart. */
enum match_by { BY_TYPE, BY_TYPE_BYTE, BY_TYPE_WORD, BY_SAP, BY_SNAP };

static const struct {
	enum match_by by;
	uint32_t oui;			/* BY_SNAP */
	uint16_t type;			/* EtherType, SAP, PID */
	uint16_t first;
	enum l2_kind kind;
	void (*read)(struct l2 *l, const struct eth *e, struct cur *c);
} rows[] = {
	{ BY_TYPE, 0, ETH_TYPE_LLDP, 0, L2_LLDP, NULL },
	{ BY_TYPE, 0, TYPE_LOOP, 0, L2_LOOP, read_loop },
	{ BY_TYPE_BYTE, 0, TYPE_SLOW, 1, L2_LACP, read_lacp },
	{ BY_TYPE_BYTE, 0, TYPE_SLOW, 2, L2_MARKER, NULL },
	{ BY_TYPE_BYTE, 0, TYPE_SLOW, 3, L2_OAM, NULL },
	{ BY_TYPE_WORD, 0, TYPE_MAC_CONTROL, OPCODE_PAUSE, L2_PAUSE, read_pause },
	{ BY_TYPE_WORD, 0, TYPE_MAC_CONTROL, OPCODE_PFC, L2_PFC, read_pfc },
	{ BY_SAP, 0, SAP_STP, 0, L2_STP, l2_read_stp },
	{ BY_SNAP, OUI_CISCO, 0x010b, 0, L2_PVST, l2_read_stp },
	{ BY_SNAP, OUI_CISCO, 0x0104, 0, L2_PAGP, NULL },
	{ BY_SNAP, OUI_CISCO, 0x0111, 0, L2_UDLD, l2_read_udld },
	{ BY_SNAP, OUI_CISCO, 0x2000, 0, L2_CDP, NULL },
	{ BY_SNAP, OUI_CISCO, 0x2003, 0, L2_VTP, l2_read_vtp },
	{ BY_SNAP, OUI_CISCO, 0x2004, 0, L2_DTP, l2_read_dtp },
	{ BY_SNAP, OUI_FOUNDRY, 0x2000, 0, L2_FDP, NULL },
	{ BY_SNAP, OUI_EXTREME, 0x00bb, 0, L2_EDP, NULL },
};

static bool matches(size_t i, const struct eth *e)
{
	bool type = rows[i].type == e->type;

	switch (rows[i].by) {
	case BY_TYPE:
		return type;
	case BY_TYPE_BYTE:
		return type && e->payload_bytes >= 1 && e->payload[0] == rows[i].first;
	case BY_TYPE_WORD:
		return type && e->payload_bytes >= 2 &&
		       (e->payload[0] << 8 | e->payload[1]) == rows[i].first;
	case BY_SAP:
		return e->kind == ETH_IS_LLC && e->dsap == rows[i].type &&
		       e->ssap == rows[i].type;
	case BY_SNAP:
		return e->kind == ETH_IS_SNAP && e->oui == rows[i].oui &&
		       e->pid == rows[i].type;
	}
	return false;
}

static int read_row(struct l2 *l, const struct eth *e, size_t i)
{
	struct wire_fault fault = { .rule = WIRE_FIXED_PART, .name = l2_name(rows[i].kind),
				    .byte = eth_offset(e, e->payload) };
	struct cur c;

	l->kind = rows[i].kind;
	if (!rows[i].read)
		return 0;
	cur_init(&c, e->payload, e->payload_bytes);
	rows[i].read(l, e, &c);
	if (!c.short_read)
		return 0;
	if (!e->cut)
		wire_fault_add(&l->faults, &fault);
	return -EBADMSG;
}

int l2_parse(struct l2 *l, const struct eth *e)
{
	*l = (struct l2){ .kind = L2_UNKNOWN, .cut = e->cut };
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (matches(i, e))
			return read_row(l, e, i);
	return -ENOMSG;
}

const char *l2_name(enum l2_kind kind)
{
	static const char *const name[] = {
		[L2_UNKNOWN] = "unknown", [L2_LLDP] = "LLDP", [L2_CDP] = "CDP",
		[L2_STP] = "STP", [L2_RSTP] = "RSTP", [L2_MSTP] = "MSTP", [L2_PVST] = "PVST+",
		[L2_LACP] = "LACP", [L2_MARKER] = "LACP marker", [L2_OAM] = "Ethernet OAM",
		[L2_UDLD] = "UDLD", [L2_DTP] = "DTP", [L2_VTP] = "VTP", [L2_PAGP] = "PAgP",
		[L2_FDP] = "FDP", [L2_EDP] = "EDP", [L2_LOOP] = "loop probe",
		[L2_PAUSE] = "pause", [L2_PFC] = "PFC pause",
	};

	return name[kind];
}

const char *l2_role_name(enum l2_role role)
{
	static const char *const name[] = {
		[L2_ROLE_UNKNOWN] = "unknown",
		[L2_ALTERNATE_OR_BACKUP] = "alternate or backup",
		[L2_ROOT] = "root",
		[L2_DESIGNATED] = "designated",
	};

	return name[role];
}
