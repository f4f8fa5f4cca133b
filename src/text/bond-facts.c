// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/bond-facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void bond_monitor_fact(struct facts *near, enum fact_source from, int64_t miimon_ms,
			  int64_t arp_ms)
{
	char text[64];

	if (arp_ms > 0)
		snprintf(text, sizeof(text), "arp %" PRId64 " ms", arp_ms);
	else if (miimon_ms > 0)
		snprintf(text, sizeof(text), "mii %" PRId64 " ms", miimon_ms);
	else if (miimon_ms == 0)
		strcpy(text, "none");
	else
		return;
	facts_offer_text(near, FACT_BOND_MONITOR, from, text);
}

static void add(struct facts *near, enum fact_source from, enum fact_id id, const char *name, const char *rest)
{
	const struct fact *list = facts_get(near, id);
	char line[64];

	if (list->state == FACT_KNOWN && list->source != from)
		return;
	snprintf(line, sizeof(line), "%s %s", name, rest);
	facts_list_add(near, id, from, line);
}

static void add_num(struct facts *near, enum fact_source from, enum fact_id id, const char *name, int64_t num)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRId64, num);
	if (num >= 0)
		add(near, from, id, name, text);
}

void bond_member_facts(const struct bond_member *m, struct facts *near, enum fact_source from)
{
	char text[48];

	if (m->up >= 0)
		add(near, from, FACT_BOND_MEMBERS, m->name, m->up ? "up" : "down");
	snprintf(text, sizeof(text), "%" PRId64 "%s%s", m->speed_mbps, m->duplex[0] ? " " : "",
		 m->duplex);
	if (m->speed_mbps > 0 && m->up)
		add(near, from, FACT_BOND_SPEEDS, m->name, text);
	add_num(near, from, FACT_BOND_FAILURES, m->name, m->failures);
	add_num(near, from, FACT_BOND_AGGREGATORS, m->name, m->aggregator);
	snprintf(text, sizeof(text), "%" PRId64 " %" PRId64, m->actor_state, m->partner_state);
	if (m->actor_state >= 0 && m->partner_state >= 0)
		add(near, from, FACT_BOND_LACP, m->name, text);
	if (m->actor_churned || m->partner_churned)
		add(near, from, FACT_BOND_CHURNED, m->name, m->actor_churned ? "actor" : "partner");
}

void bond_facts(const struct bond_file *bond, struct facts *near, enum fact_source from)
{
	facts_offer_text(near, FACT_BOND_MODE, from, bond->mode);
	bond_monitor_fact(near, from, bond->miimon_ms, bond->arp_ms);
	if (bond->active[0])
		facts_offer_text(near, FACT_BOND_ACTIVE, from, bond->active);
	if (bond->aggregator >= 0)
		facts_offer_num(near, FACT_BOND_AGGREGATOR, from, bond->aggregator);
	if (bond->partner_mac[0])
		facts_offer_text(near, FACT_BOND_PARTNER_MAC, from, bond->partner_mac);
	for (unsigned int i = 0; i < bond->members; i++)
		bond_member_facts(&bond->member[i], near, from);
}
