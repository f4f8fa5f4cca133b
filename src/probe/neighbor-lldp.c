// SPDX-License-Identifier: GPL-3.0-or-later
/* LLDP's TLVs as facts. */
#include <stdio.h>
#include <string.h>

#include "mii/resolve.h"
#include "probe/neighbor.h"
#include "wire/mau.h"
#include "wire/oui.h"
#include "wire/text.h"

#define MW_PER_UNIT 100			/* power is sent in 0.1 W */
#define PMD_OTHER 0x8000
#define VLANS 4096

static const struct {
	uint16_t pmd;
	int mode;
} pmd_modes[] = {
	{ 0x4000, MODE_10_HALF }, { 0x2000, MODE_10_FULL }, { 0x1000, MODE_100_T4 },
	{ 0x0800, MODE_100_HALF }, { 0x0400, MODE_100_FULL }, { 0x0200, MODE_100_T2_HALF },
	{ 0x0100, MODE_100_T2_FULL }, { 0x0008, MODE_1000X_HALF }, { 0x0004, MODE_1000X_FULL },
	{ 0x0002, MODE_1000_HALF }, { 0x0001, MODE_1000_FULL },
};

/* RFC 4836 ifMauAutoNegCapAdvertisedBits: bFdxPause, bFdxAPause, bFdxSPause, bFdxBPause. */
static unsigned int pause_offer(uint16_t pmd)
{
	bool sym = pmd & (0x0080 | 0x0020 | 0x0010), asym = pmd & (0x0040 | 0x0010);

	return (sym ? PAUSE_SYM : 0) | (asym ? PAUSE_ASM : 0);
}

/* "Other" stands for modes that the sixteen bits cannot name: then they are no full list. */
static void offer_modes(const struct lldp_mac_phy *m, struct facts *f)
{
	struct modes modes = { 0 };

	if (!m->an_on || m->pmd_way == LLDP_PMD_UNSURE || !m->pmd || m->pmd & PMD_OTHER)
		return;
	for (size_t i = 0; i < sizeof(pmd_modes) / sizeof(pmd_modes[0]); i++)
		if (m->pmd & pmd_modes[i].pmd)
			modes_add(&modes, pmd_modes[i].mode);
	if (modes_empty(&modes))
		return;
	modes_add(&modes, MODE_AUTONEG);
	if (pause_offer(m->pmd) & PAUSE_SYM)
		modes_add(&modes, MODE_PAUSE);
	if (pause_offer(m->pmd) & PAUSE_ASM)
		modes_add(&modes, MODE_ASYM_PAUSE);
	facts_offer_modes(f, FACT_LINK_MODES_ADVERTISED, FROM_LLDP, &modes);
	facts_offer_text(f, FACT_NEIGHBOR_PAUSE, FROM_LLDP,
			 pause_offer_name(pause_offer(m->pmd)));
}

static void mac_phy(const struct lldp_mac_phy *m, struct facts *f)
{
	const struct mau *mau = mau_row(m->mau);
	char text[64];

	if (!m->sent)
		return;
	facts_offer_bool(f, FACT_LINK_AUTONEG, FROM_LLDP, m->an_on);
	facts_offer_bool(f, FACT_NEIGHBOR_PMD_REVERSED, FROM_LLDP,
			 m->pmd_way == LLDP_PMD_REVERSED);
	offer_modes(m, f);
	if (!mau && m->mau) {
		snprintf(text, sizeof(text), "type %u, not known", m->mau);
		facts_offer_text(f, FACT_NEIGHBOR_MAU, FROM_LLDP, text);
	}
	if (!mau)
		return;
	snprintf(text, sizeof(text), "%s%s%s", mau->name, mau->duplex ? " " : "",
		 mau->duplex ? mau_duplex_name(mau->duplex) : "");
	facts_offer_text(f, FACT_NEIGHBOR_MAU, FROM_LLDP, text);
	facts_offer_num(f, FACT_LINK_SPEED, FROM_LLDP, mau->speed_mbps);
	if (mau->duplex)
		facts_offer_text(f, FACT_LINK_DUPLEX, FROM_LLDP, mau_duplex_name(mau->duplex));
}

static void offer_power(struct facts *f, enum fact_id id, unsigned int units)
{
	if (units)
		facts_offer_num(f, id, FROM_LLDP, (int64_t)units * MW_PER_UNIT);
}

static void power(const struct lldp *l, struct facts *f)
{
	const struct lldp_power *p = &l->mac.power;

	if (p->form != LLDP_POWER_NONE) {
		facts_offer_text(f, FACT_POWER_ROLE, FROM_LLDP, p->pse ? "pse" : "pd");
		if (p->pse)
			facts_offer_bool(f, FACT_POWER_ON, FROM_LLDP, p->on);
		if (p->class_sent && (!p->pse || p->on))
			facts_offer_num(f, FACT_POWER_CLASS, FROM_LLDP, p->class_sent - 1);
		offer_power(f, FACT_POWER_WANTED, p->wanted ? p->wanted : p->wanted_a + p->wanted_b);
		offer_power(f, FACT_POWER_GIVEN, p->given ? p->given : p->given_a + p->given_b);
		return;
	}
	if (!l->med.has_power)
		return;
	facts_offer_text(f, FACT_POWER_ROLE, FROM_LLDP, l->med.power_type == 0 ? "pse" : "pd");
	offer_power(f, l->med.power_type == 0 ? FACT_POWER_GIVEN : FACT_POWER_WANTED,
		    l->med.power);
}

static void add_range(struct facts *f, enum fact_source from, unsigned int first, unsigned int last)
{
	char text[16];

	if (first == last)
		snprintf(text, sizeof(text), "%u", first);
	else
		snprintf(text, sizeof(text), "%u-%u", first, last);
	facts_list_add(f, FACT_VLAN_IDS, from, text);
}

/* "4000-4094" and its line end are ten bytes: of more ranges some may not have fitted. */
void probe_offer_vlans(struct facts *f, enum fact_source from, const uint64_t *ids)
{
	unsigned int first = 0, ranges = 0;

	if (facts_known(f, FACT_VLAN_IDS))
		return;
	for (unsigned int vlan = 1; vlan <= VLANS; vlan++) {
		bool here = vlan < VLANS && ids[vlan / 64] >> vlan % 64 & 1;

		if (here && !first)
			first = vlan;
		if (!here && first) {
			add_range(f, from, first, vlan - 1);
			first = 0;
			ranges++;
		}
	}
	if (ranges)
		facts_offer_bool(f, FACT_VLAN_COMPLETE, from, ranges * 10 <= FACT_TEXT_MAX);
}

static void vlans(const struct lldp *l, struct facts *f)
{
	const struct lldp_8021 *q = &l->q;
	uint64_t ids[VLANS / 64] = { 0 };

	if (q->has_pvid)
		facts_offer_num(f, FACT_VLAN_NATIVE, FROM_LLDP, q->pvid);
	for (unsigned int i = 0; i < q->vlans; i++)
		if (q->vlan[i].vlan < VLANS)
			ids[q->vlan[i].vlan / 64] |= UINT64_C(1) << q->vlan[i].vlan % 64;
	if (q->left_out || l->cut)
		facts_offer_bool(f, FACT_VLAN_COMPLETE, FROM_LLDP, false);
	probe_offer_vlans(f, FROM_LLDP, ids);
}

static void vlan_words(const struct lldp_8021 *q, struct facts *f)
{
	char name[40], text[48];

	for (unsigned int i = 0; i < q->vlans; i++)
		if (wire_text_print(&q->vlan[i].name, name, sizeof(name))) {
			snprintf(text, sizeof(text), "%u %s", q->vlan[i].vlan, name);
			facts_list_add(f, FACT_VLAN_NAMES, FROM_LLDP, text);
		}
	for (unsigned int i = 0; i < q->ppvids; i++) {
		snprintf(text, sizeof(text), "%u %s", q->ppvid[i].vlan,
			 q->ppvid[i].active ? "active" : q->ppvid[i].able ? "able" : "none");
		facts_list_add(f, FACT_VLAN_PROTOCOL, FROM_LLDP, text);
	}
}

void probe_offer_pfc(struct facts *f, enum fact_source from, uint8_t enabled)
{
	char text[32] = "";

	for (unsigned int i = 0; i < LLDP_PRIORITIES; i++)
		if (enabled >> i & 1)
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%u",
				 text[0] ? " " : "", i);
	facts_offer_text(f, FACT_PFC_ENABLED, from, text[0] ? text : "none");
}

static void pfc(const struct lldp_dcbx *d, struct facts *f)
{
	const struct lldp_pfc *p = d->pfc.sent ? &d->pfc : &d->cee_pfc;

	if (!p->sent)
		return;
	probe_offer_pfc(f, FROM_LLDP, p == &d->pfc || d->cee_pfc_on ? p->enabled : 0);
	facts_offer_bool(f, FACT_PFC_WILLING, FROM_LLDP, p->willing);
}

/* 802.1Q D.2.11: 1 EtherType, 2 TCP, 3 UDP, 4 either, 5 DSCP. */
static void apps(const struct lldp_dcbx *d, struct facts *f)
{
	static const char *const by[] = { "selector 0", "EtherType", "TCP", "UDP", "port", "DSCP",
					  "selector 6", "selector 7" };
	char text[64];

	if (facts_known(f, FACT_DCBX_APPS))
		return;
	for (unsigned int i = 0; i < d->apps; i++) {
		snprintf(text, sizeof(text), d->app[i].selector == 1 ? "%s 0x%04x: %u" : "%s %u: %u",
			 by[d->app[i].selector], d->app[i].protocol, d->app[i].priority);
		facts_list_add(f, FACT_DCBX_APPS, FROM_LLDP, text);
	}
}

static void eight(struct facts *f, enum fact_id id, const uint8_t *values)
{
	char text[40] = "";

	for (int i = 0; i < LLDP_PRIORITIES; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%u", i ? " " : "",
			 values[i]);
	facts_offer_text(f, id, FROM_LLDP, text);
}

static void dcbx(const struct lldp_dcbx *d, struct facts *f)
{
	if (d->pfc.sent || d->ets.sent || d->ets_wanted.sent || d->apps)
		facts_offer_text(f, FACT_DCBX_VERSION, FROM_LLDP, "ieee");
	else if (d->cee)
		facts_offer_text(f, FACT_DCBX_VERSION, FROM_LLDP, "cee");
	pfc(d, f);
	apps(d, f);
	if (d->ets.sent) {
		eight(f, FACT_ETS_CLASSES, d->ets.class_of);
		eight(f, FACT_ETS_SHARES, d->ets.share);
	}
	if (d->ets_wanted.sent)
		eight(f, FACT_ETS_WANTED, d->ets_wanted.share);
}

static void mac(const struct lldp_8023 *m, const struct lldp_8021 *q, struct facts *f)
{
	const struct lldp_aggregation *a = q->aggregation.sent ? &q->aggregation : &m->aggregation;

	if (m->has_frame_max)
		facts_offer_num(f, FACT_NEIGHBOR_FRAME_MAX, FROM_LLDP, m->frame_max_bytes);
	if (a->sent)
		facts_offer_text(f, FACT_NEIGHBOR_AGGREGATION, FROM_LLDP,
				 a->active ? "active" : a->able ? "able" : "none");
	if (m->eee.sent) {
		facts_offer_num(f, FACT_EEE_TX_WAKE, FROM_LLDP, m->eee.tx_us);
		facts_offer_num(f, FACT_EEE_RX_WAKE, FROM_LLDP, m->eee.rx_us);
		facts_offer_num(f, FACT_EEE_FALLBACK, FROM_LLDP, m->eee.fallback_us);
		facts_offer_num(f, FACT_EEE_ECHO_TX, FROM_LLDP, m->eee.echo_tx_us);
		facts_offer_num(f, FACT_EEE_ECHO_RX, FROM_LLDP, m->eee.echo_rx_us);
	}
	if (m->preemption.sent)
		facts_offer_text(f, FACT_PREEMPTION, FROM_LLDP,
				 m->preemption.active ? "active" : m->preemption.on ? "on" :
				 m->preemption.able ? "able" : "none");
}

/* An ID of an address is written as one, any other as text. */
static void offer_id(struct facts *f, enum fact_id id, const struct lldp_id *sent, bool is_mac,
		     bool is_address)
{
	struct wire_text rest = sent->id;
	char text[FACT_TEXT_MAX];

	if (is_mac && sent->id.at) {
		wire_hex_print(&sent->id, ':', text, sizeof(text));
		facts_offer_text(f, id, FROM_LLDP, text);
	} else if (is_address && sent->id.at && sent->id.len_bytes > 1) {
		rest.at++;
		rest.len_bytes--;
		wire_address_print(sent->id.at[0], &rest, text, sizeof(text));
		facts_offer_text(f, id, FROM_LLDP, text);
	} else {
		probe_offer_text(f, id, FROM_LLDP, &sent->id);
	}
}

static void addresses(const struct lldp *l, struct facts *f)
{
	char text[128];

	if (facts_known(f, FACT_NEIGHBOR_ADDRESSES))
		return;
	for (unsigned int i = 0; i < l->addresses; i++) {
		wire_address_print(l->address[i].family, &l->address[i].address, text, sizeof(text));
		facts_list_add(f, FACT_NEIGHBOR_ADDRESSES, FROM_LLDP, text);
	}
}

static void others(const struct lldp *l, struct facts *f)
{
	char text[96];

	for (unsigned int i = 0; i < l->names; i++)
		facts_list_add(f, FACT_NEIGHBOR_OTHERS, FROM_LLDP, l->named[i]);
	for (unsigned int i = 0; i < l->others; i++) {
		const char *name = oui_name(l->other[i].oui);

		snprintf(text, sizeof(text), "%s%s%02x-%02x-%02x subtype %u", name ? name : "",
			 name ? " " : "", l->other[i].oui >> 16 & 0xff, l->other[i].oui >> 8 & 0xff,
			 l->other[i].oui & 0xff, l->other[i].subtype);
		facts_list_add(f, FACT_NEIGHBOR_OTHERS, FROM_LLDP, text);
	}
}

/* 802.1AB-2016 table 8-4. */
static const char *const capabilities[] = {
	"other", "repeater", "bridge", "WLAN access point", "router", "telephone", "DOCSIS",
	"station only", "C-VLAN", "S-VLAN", "two-port MAC relay",
};

void probe_neighbor_lldp(const struct lldp *l, struct facts *f)
{
	const struct wire_text *model = l->med.model.len_bytes ? &l->med.model :
								 &l->system_description;

	probe_offer_text(f, FACT_NEIGHBOR_SYSTEM, FROM_LLDP, &l->system_name);
	offer_id(f, FACT_NEIGHBOR_CHASSIS, &l->chassis, l->chassis.subtype == LLDP_CHASSIS_MAC,
		 l->chassis.subtype == LLDP_CHASSIS_ADDRESS);
	offer_id(f, FACT_NEIGHBOR_PORT, &l->port, l->port.subtype == LLDP_PORT_MAC,
		 l->port.subtype == LLDP_PORT_ADDRESS);
	probe_offer_text(f, FACT_NEIGHBOR_PORT_DESCRIPTION, FROM_LLDP, &l->port_description);
	probe_offer_text(f, FACT_NEIGHBOR_PLATFORM, FROM_LLDP, model);
	if (l->must[LLDP_TTL].number)
		facts_offer_num(f, FACT_NEIGHBOR_TTL, FROM_LLDP, l->ttl_s);
	probe_offer_capabilities(f, FROM_LLDP, l->enabled, capabilities,
				 sizeof(capabilities) / sizeof(capabilities[0]));
	addresses(l, f);
	mac_phy(&l->mac.mac_phy, f);
	mac(&l->mac, &l->q, f);
	vlans(l, f);
	vlan_words(&l->q, f);
	dcbx(&l->dcbx, f);
	power(l, f);
	others(l, f);
	probe_neighbor_med(&l->med, f);
}
