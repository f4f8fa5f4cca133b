// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/neighbor.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "wire/text.h"

#define NS_PER_S 1e9

void probe_offer_text(struct facts *f, enum fact_id id, enum fact_source from,
		      const struct wire_text *text)
{
	char out[FACT_TEXT_MAX];

	if (wire_text_print(text, out, sizeof(out)))
		facts_offer_text(f, id, from, out);
}

void probe_offer_capabilities(struct facts *f, enum fact_source from, uint32_t bits,
			      const char *const *names, unsigned int count)
{
	if (facts_known(f, FACT_NEIGHBOR_CAPABILITIES))
		return;
	for (unsigned int i = 0; i < count; i++)
		if (bits >> i & 1)
			facts_list_add(f, FACT_NEIGHBOR_CAPABILITIES, from, names[i]);
}

static void offer_tag(struct facts *f, const struct eth *e, enum fact_source from)
{
	if (e->tags)
		facts_offer_num(f, FACT_NEIGHBOR_TAG, from, eth_vlan(&e->tag[e->tags - 1]));
}

void probe_neighbor_one(const struct neighbor *one, struct facts *f)
{
	const struct wire_text mac = { .at = one->mac, .len_bytes = ETH_MAC_BYTES };
	enum neighbor_kind kind = neighbor_kind(one);
	bool has_lldp, has_cdp;
	enum fact_source from;
	char text[32];
	struct lldp l;
	struct cdp d;
	struct eth e;

	has_lldp = neighbor_lldp(one, &e, &l);
	if (has_lldp) {
		probe_neighbor_lldp(&l, f);
		offer_tag(f, &e, FROM_LLDP);
	}
	has_cdp = neighbor_cdp(one, &e, &d);
	if (has_cdp) {
		probe_neighbor_cdp(&d, f);
		offer_tag(f, &e, FROM_CDP);
	}
	from = has_lldp ? FROM_LLDP : FROM_CDP;
	facts_offer_text(f, FACT_NEIGHBOR_PROTOCOL, from,
			 has_lldp && has_cdp ? "lldp+cdp" : has_lldp ? "lldp" : "cdp");
	wire_hex_print(&mac, ':', text, sizeof(text));
	facts_offer_text(f, FACT_NEIGHBOR_MAC, from, text);
	if (kind != NEIGHBOR_UNKNOWN)
		facts_offer_text(f, FACT_NEIGHBOR_KIND, from, neighbor_kind_name(kind));
}

/* "sw-rack3 Fa0/7 (lldp+cdp)": what there is of it. */
static void add_to_list(const struct facts *said, struct facts *near)
{
	const char *system = facts_text(said, FACT_NEIGHBOR_SYSTEM);
	const char *port = facts_text(said, FACT_NEIGHBOR_PORT);
	char text[FACT_TEXT_MAX];

	if (!system)
		system = facts_text(said, FACT_NEIGHBOR_CHASSIS);
	if (!system)
		system = facts_text(said, FACT_NEIGHBOR_MAC);
	snprintf(text, sizeof(text), "%.60s%s%.60s (%s)", system ? system : "no name",
		 port ? " " : "", port ? port : "", facts_text(said, FACT_NEIGHBOR_PROTOCOL));
	facts_list_add(near, FACT_NEIGHBOR_LIST, facts_get(said, FACT_NEIGHBOR_PROTOCOL)->source,
		       text);
}

static void heard(const struct neighbors *n, struct facts *near)
{
	bool said[NEIGHBOR_PROTOCOLS] = { false };

	for (unsigned int i = 0; i < n->count; i++)
		for (int k = 0; k < NEIGHBOR_PROTOCOLS; k++)
			said[k] = said[k] || (!n->list[i].own && n->list[i].of[k].times);
	if (said[NEIGHBOR_LLDP])
		facts_list_add(near, FACT_NEIGHBOR_HEARD, FROM_MEASURED, l2_name(L2_LLDP));
	if (said[NEIGHBOR_CDP])
		facts_list_add(near, FACT_NEIGHBOR_HEARD, FROM_MEASURED, l2_name(L2_CDP));
	for (int i = L2_UNKNOWN; i <= L2_PFC; i++)
		if (n->sign[i].times)
			facts_list_add(near, FACT_NEIGHBOR_HEARD, FROM_MEASURED,
				       l2_name((enum l2_kind)i));
}

static void malformed(const struct neighbors *n, struct facts *near)
{
	char text[WIRE_FAULT_TEXT_MAX];

	for (unsigned int i = 0; i < n->faults.count; i++) {
		wire_fault_text(&n->faults.list[i], text, sizeof(text));
		facts_list_add(near, FACT_NEIGHBOR_MALFORMED, FROM_MEASURED, text);
	}
	if (!n->faults.count && n->announcements > n->own_frames)
		facts_put_text(near, FACT_NEIGHBOR_MALFORMED, FROM_MEASURED, "");
}

/* What our own announcements say of our port, for want of anything better. */
static void own_word(const struct neighbors *n, struct facts *near)
{
	static const enum fact_id kept[] = { FACT_LINK_SPEED, FACT_LINK_DUPLEX, FACT_LINK_AUTONEG,
					     FACT_PFC_ENABLED, FACT_PFC_WILLING };
	static struct facts said;

	for (unsigned int i = 0; i < n->count; i++) {
		if (!n->list[i].own)
			continue;
		said = (struct facts){ .others = 0 };
		probe_neighbor_one(&n->list[i], &said);
		for (size_t k = 0; k < sizeof(kept) / sizeof(kept[0]); k++)
			if (facts_known(&said, kept[k]) && !facts_known(near, kept[k]))
				facts_put(near, kept[k], facts_get(&said, kept[k]));
	}
}

/* The listener's facts are near's, those of a speaker are the partner's. */
static void settle(struct sets *sets, enum fact_state state, int error)
{
	for (int id = FACT_NEIGHBOR_COUNT; id <= FACT_NEIGHBOR_AGENT; id++)
		facts_gap(&sets->set[SET_NEAR], (enum fact_id)id, state, error);
	for (int id = FACT_NEIGHBOR_SYSTEM; id <= FACT_VTP_DOMAIN; id++)
		facts_gap(&sets->set[SET_PARTNER], (enum fact_id)id, state, error);
}

void probe_neighbor(const struct neighbors *n, int64_t now_ns, double listened_s,
		    struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR], *partner = &sets->set[SET_PARTNER];
	const struct neighbor *one = neighbors_partner(n, now_ns);
	static struct facts said;

	facts_put_num(near, FACT_NEIGHBOR_COUNT, FROM_MEASURED, neighbors_alive(n, now_ns));
	facts_offer_real(near, FACT_NEIGHBOR_LISTENED, FROM_MEASURED,
			 (double)(int64_t)(listened_s * 10 + 0.5) / 10);
	facts_put_num(near, FACT_NEIGHBOR_OWN_FRAMES, FROM_MEASURED, (int64_t)n->own_frames);
	for (unsigned int i = 0; i < n->count; i++) {
		if (!neighbor_alive(n, &n->list[i], now_ns))
			continue;
		said = (struct facts){ .others = 0 };
		probe_neighbor_one(&n->list[i], &said);
		add_to_list(&said, near);
	}
	heard(n, near);
	malformed(n, near);
	own_word(n, near);
	if (one)
		probe_neighbor_one(one, partner);
	probe_neighbor_signs(n, now_ns, partner);
	settle(sets, FACT_ABSENT, 0);
}

/* Of what was missed nobody knows whether this host sent it. */
void probe_neighbor_own(const struct own_frames *own, struct facts *near)
{
	facts_put_num(near, FACT_NEIGHBOR_OWN_BACK, FROM_MEASURED, (int64_t)own->back);
	facts_put_num(near, FACT_NEIGHBOR_OWN_ELSEWHERE, FROM_MEASURED, (int64_t)own->elsewhere);
	if (own->lost && own->foreign > 0)
		facts_gap(near, FACT_NEIGHBOR_OWN_FOREIGN, FACT_FAILED, ENOBUFS);
	else
		facts_put_num(near, FACT_NEIGHBOR_OWN_FOREIGN, FROM_MEASURED, (int64_t)own->foreign);
}

void probe_neighbor_unheard(int rc, struct sets *sets)
{
	enum fact_state state = fact_state_of(rc);

	settle(sets, state, state == FACT_FAILED ? -rc : 0);
}

static bool is_leaf(const struct facts *f)
{
	return facts_text_is(f, FACT_NEIGHBOR_KIND, neighbor_kind_name(NEIGHBOR_HOST)) ||
	       facts_text_is(f, FACT_NEIGHBOR_KIND, neighbor_kind_name(NEIGHBOR_NIC_AGENT));
}

static void take_partner(const struct facts *one, struct facts *partner)
{
	for (int id = 0; id < FACT_COUNT; id++)
		if (facts_known(one, (enum fact_id)id))
			facts_offer(partner, (enum fact_id)id, facts_get(one, (enum fact_id)id));
}

void probe_neighbor_told(const struct facts *one, unsigned int count, struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR];
	unsigned int devices = 0, device = 0;

	facts_put_num(near, FACT_NEIGHBOR_COUNT, FROM_MEASURED, count);
	for (unsigned int i = 0; i < count; i++) {
		const char *protocol = facts_text(&one[i], FACT_NEIGHBOR_PROTOCOL);

		add_to_list(&one[i], near);
		if (protocol && !facts_known(near, FACT_NEIGHBOR_HEARD))
			facts_list_add(near, FACT_NEIGHBOR_HEARD, FROM_MEASURED,
				       strcmp(protocol, "cdp") == 0 ? "CDP" : "LLDP");
		if (!is_leaf(&one[i])) {
			devices++;
			device = i;
		}
	}
	if (count == 1 || devices == 1)
		take_partner(&one[count == 1 ? 0 : device], &sets->set[SET_PARTNER]);
}
