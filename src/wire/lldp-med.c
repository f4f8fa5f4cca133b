// SPDX-License-Identifier: GPL-3.0-or-later
/* ANSI/TIA-1057: media endpoint discovery. */
#include "wire/lldp-private.h"

#define TEXT_MAX 32

static void read_capabilities(struct lldp_read *r, struct cur *c)
{
	r->out->med.sent = true;
	r->out->med.capabilities = cur_be16(c);
	r->out->med.device_class = cur_u8(c);
}

/* 10.2.3: application 8, then U 1, T 1, reserved 1, VLAN 12, priority 3, DSCP 6 bits. */
static void read_policy(struct lldp_read *r, struct cur *c)
{
	struct lldp_med *m = &r->out->med;
	uint32_t bits = cur_be32(c);
	struct lldp_policy policy = {
		.application = (uint8_t)(bits >> 24),
		.unknown = bits >> 23 & 1,
		.tagged = bits >> 22 & 1,
		.vlan = bits >> 9 & 0xfff,
		.priority = bits >> 6 & 7,
		.dscp = bits & 0x3f,
	};

	if (m->policies < LLDP_POLICIES_MAX)
		m->policy[m->policies++] = policy;
	else
		m->policies_left_out++;
}

static void read_location(struct lldp_read *r, struct cur *c)
{
	(void)c;
	r->out->med.located = true;
}

static void read_power(struct lldp_read *r, struct cur *c)
{
	struct lldp_med *m = &r->out->med;
	unsigned int flags = cur_u8(c);

	m->has_power = true;
	m->power_type = (uint8_t)(flags >> 6);
	m->power_source = flags >> 4 & 3;
	m->power_priority = flags & 0xf;
	m->power = cur_be16(c);
}

/* 10.2.6: inventory, seven texts. */
static void read_inventory(struct lldp_read *r, struct cur *c)
{
	struct lldp_med *m = &r->out->med;
	struct wire_text *const text[] = { &m->hardware, &m->firmware, &m->software, &m->serial,
					   &m->maker, &m->model, &m->asset };

	*text[r->row->type - 5] = wire_rest(c);
}

static const struct lldp_row rows[] = {
	{ LLDP_OUI_MED, 1, true, 3, 0, "MED capabilities", read_capabilities },
	{ LLDP_OUI_MED, 2, false, 4, 0, "MED network policy", read_policy },
	{ LLDP_OUI_MED, 3, false, 1, 0, "MED location", read_location },
	{ LLDP_OUI_MED, 4, true, 3, 0, "MED power via MDI", read_power },
	{ LLDP_OUI_MED, 5, true, 0, TEXT_MAX, "MED hardware revision", read_inventory },
	{ LLDP_OUI_MED, 6, true, 0, TEXT_MAX, "MED firmware revision", read_inventory },
	{ LLDP_OUI_MED, 7, true, 0, TEXT_MAX, "MED software revision", read_inventory },
	{ LLDP_OUI_MED, 8, true, 0, TEXT_MAX, "MED serial number", read_inventory },
	{ LLDP_OUI_MED, 9, true, 0, TEXT_MAX, "MED manufacturer", read_inventory },
	{ LLDP_OUI_MED, 10, true, 0, TEXT_MAX, "MED model", read_inventory },
	{ LLDP_OUI_MED, 11, true, 0, TEXT_MAX, "MED asset", read_inventory },
};

const struct lldp_rows lldp_rows_med = { rows, sizeof(rows) / sizeof(rows[0]) };
