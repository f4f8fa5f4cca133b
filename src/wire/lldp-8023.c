// SPDX-License-Identifier: GPL-3.0-or-later
/* IEEE 802.3-2022 clause 79: MAC/PHY, power, frame size, EEE, preemption. */
#include "wire/lldp-private.h"
#include "wire/mau.h"

#define PMD_BITS 16
#define PMD_OTHER 0x8000
#define POWER_AT_BYTES 8
#define POWER_BT_BYTES 25

uint16_t lldp_pmd_turned(uint16_t pmd)
{
	unsigned int turned = 0;

	for (int i = 0; i < PMD_BITS; i++)
		turned |= (pmd >> i & 1U) << (PMD_BITS - 1 - i);
	return (uint16_t)turned;
}

enum lldp_pmd_way lldp_pmd_way(uint16_t pmd, unsigned int mau)
{
	const struct mau *row = mau_row(mau);

	if (!row || !row->pmd || pmd & row->pmd || !(lldp_pmd_turned(pmd) & row->pmd))
		return LLDP_PMD_AS_SENT;
	return pmd == PMD_OTHER ? LLDP_PMD_UNSURE : LLDP_PMD_REVERSED;
}

const char *lldp_pmd_name(unsigned int bit)
{
	static const char *const name[PMD_BITS] = {
		"1000BASE-T full", "1000BASE-T half", "1000BASE-X full", "1000BASE-X half",
		"asymmetric and symmetric pause", "symmetric pause", "asymmetric pause", "pause",
		"100BASE-T2 full", "100BASE-T2 half", "100BASE-TX full", "100BASE-TX half",
		"100BASE-T4", "10BASE-T full", "10BASE-T half", "other",
	};

	for (int i = 0; i < PMD_BITS; i++)
		if (bit == 1U << i)
			return name[i];
	return NULL;
}

static void read_mac_phy(struct lldp_read *r, struct cur *c)
{
	struct lldp_mac_phy *m = &r->out->mac.mac_phy;
	unsigned int flags = cur_u8(c);

	m->sent = true;
	m->an_able = flags & 1;
	m->an_on = flags & 2;
	m->pmd_sent = cur_be16(c);
	m->mau = cur_be16(c);
	m->pmd_way = lldp_pmd_way(m->pmd_sent, m->mau);
	m->pmd = m->pmd_way == LLDP_PMD_REVERSED ? lldp_pmd_turned(m->pmd_sent) : m->pmd_sent;
}

/* 79.3.2.4 to 79.3.2.6: data link layer classification. */
static void read_power_at(struct lldp_power *p, struct cur *c)
{
	unsigned int flags = cur_u8(c);

	p->form = LLDP_POWER_AT;
	p->type = (uint8_t)(flags >> 6);
	p->source = flags >> 4 & 3;
	p->priority = flags & 3;
	p->wanted = cur_be16(c);
	p->given = cur_be16(c);
}

/* 79.3.2.7 onward: types 3 and 4. */
static void read_power_bt(struct lldp_power *p, struct cur *c)
{
	p->form = LLDP_POWER_BT;
	p->wanted_a = cur_be16(c);
	p->wanted_b = cur_be16(c);
	p->given_a = cur_be16(c);
	p->given_b = cur_be16(c);
	p->status = cur_be16(c);
	p->setup = cur_u8(c);
	p->available = cur_be16(c);
	p->autoclass = cur_u8(c);
}

static void read_power(struct lldp_read *r, struct cur *c)
{
	struct lldp_power *p = &r->out->mac.power;
	size_t len_bytes = cur_left(c);
	unsigned int flags = cur_u8(c);

	p->form = LLDP_POWER_AF;
	p->pse = flags & 1;
	p->able = flags & 2;
	p->on = flags & 4;
	p->pairs_choosable = flags & 8;
	p->pairs = cur_u8(c);
	p->class_sent = cur_u8(c);
	if (len_bytes >= POWER_AT_BYTES)
		read_power_at(p, c);
	if (len_bytes >= POWER_BT_BYTES)
		read_power_bt(p, c);
}

static void read_aggregation(struct lldp_read *r, struct cur *c)
{
	lldp_read_aggregation(&r->out->mac.aggregation, c);
}

static void read_frame_max(struct lldp_read *r, struct cur *c)
{
	r->out->mac.has_frame_max = true;
	r->out->mac.frame_max_bytes = cur_be16(c);
}

static void read_eee(struct lldp_read *r, struct cur *c)
{
	struct lldp_eee *e = &r->out->mac.eee;

	e->sent = true;
	e->tx_us = cur_be16(c);
	e->rx_us = cur_be16(c);
	e->fallback_us = cur_be16(c);
	e->echo_tx_us = cur_be16(c);
	e->echo_rx_us = cur_be16(c);
}

static void read_preemption(struct lldp_read *r, struct cur *c)
{
	struct lldp_preemption *p = &r->out->mac.preemption;
	unsigned int bits = cur_be16(c);

	p->sent = true;
	p->able = bits & 1;
	p->on = bits & 2;
	p->active = bits & 4;
	p->fragment = bits >> 3 & 3;
}

static const struct lldp_row rows[] = {
	{ LLDP_OUI_8023, 1, true, 5, 0, "MAC/PHY", read_mac_phy },
	{ LLDP_OUI_8023, 2, true, 3, 0, "power via MDI", read_power },
	{ LLDP_OUI_8023, 3, true, 5, 0, "link aggregation (802.3)", read_aggregation },
	{ LLDP_OUI_8023, 4, true, 2, 0, "maximum frame size", read_frame_max },
	{ LLDP_OUI_8023, 5, true, 10, 0, "EEE", read_eee },
	{ LLDP_OUI_8023, 6, true, 0, 0, "EEE fast wake", NULL },
	{ LLDP_OUI_8023, 7, true, 2, 0, "additional capabilities", read_preemption },
	{ LLDP_OUI_8023, 8, true, 0, 0, "power via MDI measurements", NULL },
};

const struct lldp_rows lldp_rows_8023 = { rows, sizeof(rows) / sizeof(rows[0]) };
