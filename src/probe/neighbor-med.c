// SPDX-License-Identifier: GPL-3.0-or-later
/* What LLDP-MED (TIA-1057) tells, as facts.  A serial number is nobody's business. */
#include <stdio.h>

#include "probe/neighbor.h"
#include "wire/text.h"

/* TIA-1057 table 12. */
static const char *const applications[] = {
	NULL, "voice", "voice signaling", "guest voice", "guest voice signaling", "softphone voice",
	"video conferencing", "streaming video", "video signaling",
};

#define VOICE 1

static void policy(const struct lldp_policy *p, struct facts *f)
{
	char name[32], text[96];

	if (p->application < sizeof(applications) / sizeof(applications[0]) &&
	    applications[p->application])
		snprintf(name, sizeof(name), "%s", applications[p->application]);
	else
		snprintf(name, sizeof(name), "application %u", p->application);
	if (p->unknown)
		snprintf(text, sizeof(text), "%s: not set", name);
	else if (p->tagged)
		snprintf(text, sizeof(text), "%s: VLAN %u, priority %u, DSCP %u", name, p->vlan,
			 p->priority, p->dscp);
	else
		snprintf(text, sizeof(text), "%s: untagged, DSCP %u", name, p->dscp);
	facts_list_add(f, FACT_MED_POLICIES, FROM_LLDP, text);
	if (p->application == VOICE && !p->unknown && p->tagged)
		facts_offer_num(f, FACT_VLAN_VOICE, FROM_LLDP, p->vlan);
}

void probe_neighbor_med(const struct lldp_med *m, struct facts *f)
{
	const struct {
		const char *name;
		const struct wire_text *text;
	} row[] = {
		{ "hardware", &m->hardware }, { "firmware", &m->firmware },
		{ "software", &m->software }, { "maker", &m->maker }, { "model", &m->model },
	};
	char text[64], line[80];

	for (unsigned int i = 0; i < m->policies; i++)
		policy(&m->policy[i], f);
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		if (row[i].text->len_bytes && wire_text_print(row[i].text, text, sizeof(text))) {
			snprintf(line, sizeof(line), "%s %s", row[i].name, text);
			facts_list_add(f, FACT_MED_INVENTORY, FROM_LLDP, line);
		}
	if (m->located)
		facts_list_add(f, FACT_NEIGHBOR_OTHERS, FROM_LLDP, "MED location");
}
