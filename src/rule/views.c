// SPDX-License-Identifier: GPL-3.0-or-later
/* Does what the other end says of the link fit what this end has? */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rule/neighbor.h"

#define FRAME_HEAD_BYTES 18		/* addresses, type, FCS: 802.3 3.2.7 */
#define FRAME_MAX_BYTES 1518

/* Two ends of one link have one speed: another speed is of another link. */
static bool other_link(const struct link *link)
{
	return facts_known(link->this, FACT_LINK_SPEED) &&
	       facts_known(link->other, FACT_LINK_SPEED) &&
	       facts_num(link->this, FACT_LINK_SPEED, 0) !=
		       facts_num(link->other, FACT_LINK_SPEED, 0);
}

/* The forced end is the one to change; the half end is the one in the wrong state. */
static void duplex_views(const struct link *link, struct verdict *v)
{
	const char *ours = facts_text(link->this, FACT_LINK_DUPLEX);
	const char *theirs = facts_text(link->other, FACT_LINK_DUPLEX);
	const struct fact *second = facts_other(link->other, FACT_LINK_DUPLEX);

	if (facts_no(link->this, FACT_LINK_UP) || other_link(link)) {
		no_data(v, SIDE_OTHER, FACT_LINK_DUPLEX);
		return;
	}
	if (strcmp(ours, theirs) == 0 && !second)
		return;
	v->end = strcmp(ours, "half") == 0 ? END_THIS : END_OTHER;
	v->fix_end = facts_no(link->this, FACT_LINK_AUTONEG) ? END_THIS : END_OTHER;
	if (second) {
		v->severity = SEV_WARNING;
		v->end = v->fix_end = END_OTHER;
		found(v, "%.60s %.60s says %s duplex by one protocol and %s by another; this end is %s",
		      name_of(link->other), port_of(link->other), theirs,
		      strcmp(theirs, "full") == 0 ? "half" : "full", ours);
	} else {
		found(v, "this end runs %s duplex, %.60s %.60s says %s", ours, name_of(link->other),
		      port_of(link->other), theirs);
	}
	cite(v, SIDE_THIS, FACT_LINK_AUTONEG);
	cite(v, SIDE_OTHER, FACT_LINK_AUTONEG);
	cite(v, SIDE_OTHER, FACT_NEIGHBOR_MAU);
	cite(v, SIDE_THIS, FACT_AN_PARALLEL_DETECTION);
}

static void not_partner(const struct link *link, struct verdict *v)
{
	if (facts_no(link->this, FACT_LINK_UP)) {
		no_data(v, SIDE_THIS, FACT_LINK_SPEED);
		return;
	}
	if (!other_link(link))
		return;
	v->end = v->fix_end = END_UNKNOWN;
	found(v, "this port runs at %" PRId64 " Mb/s, %.60s %.60s says %" PRId64
	      ": two ends of one link cannot; something stands between them",
	      facts_num(link->this, FACT_LINK_SPEED, 0), name_of(link->other),
	      port_of(link->other), facts_num(link->other, FACT_LINK_SPEED, 0));
	cite(v, SIDE_OTHER, FACT_NEIGHBOR_MAU);
}

/*
 * The TLV counts header and FCS.  Who sends less than 1518, or just the MTU of
 * the host, counts the payload.
 */
static int64_t payload_max(const struct facts *other, int64_t ours)
{
	int64_t frame = facts_num(other, FACT_NEIGHBOR_FRAME_MAX, 0);

	if (!frame)
		return facts_num(other, FACT_NEIGHBOR_MTU, 0);
	return frame < FRAME_MAX_BYTES || frame == ours ? frame : frame - FRAME_HEAD_BYTES;
}

static void mtu(const struct link *link, struct verdict *v)
{
	int64_t ours = facts_num(link->this, FACT_PORT_MTU, 0);
	int64_t theirs = payload_max(link->other, ours);

	if (!theirs) {
		no_data(v, SIDE_OTHER, FACT_NEIGHBOR_FRAME_MAX);
		return;
	}
	cite(v, SIDE_OTHER, facts_known(link->other, FACT_NEIGHBOR_FRAME_MAX) ?
				    FACT_NEIGHBOR_FRAME_MAX : FACT_NEIGHBOR_MTU);
	if (ours <= theirs)
		return;
	v->end = v->fix_end = END_UNKNOWN;
	found(v, "this end sends up to %" PRId64 " bytes of payload, %.60s %.60s takes %" PRId64,
	      ours, name_of(link->other), port_of(link->other), theirs);
}

/* "10-20" of a list, one a line. */
static bool in_ranges(const char *ranges, long vlan)
{
	while (*ranges) {
		char *end;
		long first = strtol(ranges, &end, 10), last = first;

		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		if (vlan >= first && vlan <= last)
			return true;
		ranges = end + strcspn(end, "\n");
		ranges += *ranges == '\n';
	}
	return false;
}

/* The first VLAN of ours that is not among theirs; 0: all are. */
static long missing_vlan(const char *ours, const char *theirs)
{
	while (*ours) {
		char *end;
		long first = strtol(ours, &end, 10), last = first;

		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		for (long one = first; one <= last; one++)
			if (!in_ranges(theirs, one))
				return one;
		ours = end + strcspn(end, "\n");
		ours += *ours == '\n';
	}
	return 0;
}

static void vlan(const struct link *link, struct verdict *v)
{
	long missing = missing_vlan(facts_text(link->this, FACT_VLAN_IDS),
				    facts_text(link->other, FACT_VLAN_IDS));

	if (!missing)
		return;
	if (!facts_yes(link->other, FACT_VLAN_COMPLETE)) {
		no_data(v, SIDE_OTHER, FACT_VLAN_COMPLETE);
		return;
	}
	v->end = v->fix_end = END_UNKNOWN;
	found(v, "VLAN %ld is used here and not in the list of %.60s %.60s", missing,
	      name_of(link->other), port_of(link->other));
	cite(v, SIDE_OTHER, FACT_VLAN_NATIVE);
}

/* Who is willing takes the other's setting. */
static void pfc(const struct link *link, struct verdict *v)
{
	const char *ours = facts_text(link->this, FACT_PFC_ENABLED);
	const char *theirs = facts_text(link->other, FACT_PFC_ENABLED);

	if (strcmp(ours, theirs) == 0)
		return;
	v->end = v->fix_end = END_UNKNOWN;
	found(v, "priority flow control differs: priorities here: %s; at %.60s %.60s: %s", ours,
	      name_of(link->other), port_of(link->other), theirs);
	cite(v, SIDE_THIS, FACT_PFC_WILLING);
	cite(v, SIDE_OTHER, FACT_PFC_WILLING);
}

static void eee_views(const struct link *link, struct verdict *v)
{
	if (other_link(link)) {
		no_data(v, SIDE_OTHER, FACT_EEE_TX_WAKE);
		return;
	}
	if (facts_yes(link->this, FACT_EEE_ACTIVE) ||
	    facts_num(link->other, FACT_EEE_TX_WAKE, 0) == 0)
		return;
	v->end = v->fix_end = END_UNKNOWN;
	found(v, "%.60s %.60s announces a wake-up time for Energy Efficient Ethernet, which is not "
	      "active here", name_of(link->other), port_of(link->other));
	cite(v, SIDE_THIS, FACT_EEE_ENABLED);
	cite(v, SIDE_OTHER, FACT_EEE_RX_WAKE);
}

static void pause_views(const struct link *link, struct verdict *v)
{
	const char *word = facts_text(link->other, FACT_PAUSE_ADVERTISED);
	const char *said = facts_text(link->other, FACT_NEIGHBOR_PAUSE);

	if (other_link(link)) {
		no_data(v, SIDE_OTHER, FACT_NEIGHBOR_PAUSE);
		return;
	}
	if (strcmp(word, said) == 0)
		return;
	v->end = v->fix_end = END_OTHER;
	found(v, "%.60s %.60s announces pause \"%s\" and negotiates \"%s\"", name_of(link->other),
	      port_of(link->other), said, word);
	cite(v, SIDE_THIS, FACT_PAUSE_FLOW);
}

const struct rule rules_views[] = {
	{
		.id = "DUPLEX-VIEWS-DIFFER", .severity = SEV_CRITICAL, .step = STEP_NEIGHBOR,
		.means = "The partner announces another duplex than this port has: the half end defers "
			 "and collides, the full end sees broken frames. Only a warning when LLDP and CDP "
			 "of the partner contradict each other. Silent when the speeds differ: then the "
			 "neighbor is not the other end of this link.",
		.source = "IEEE 802.3-2022 79.3.1 (MAU type); CDP type 11",
		.avoid = "forcing this end alone to full duplex: the next device there brings the fault "
			 "back",
		.needs = { THIS(LINK_DUPLEX), OTHER(LINK_DUPLEX) },
		.remedies = {
			{ "turn negotiation on at the forced end", "link drops" },
			{ "only if it cannot: force both ends to the same speed and duplex", "link drops" },
		},
		.judge = duplex_views,
	},
	{
		.id = "NEIGHBOR-NOT-PARTNER", .severity = SEV_WARNING, .step = STEP_NEIGHBOR,
		.means = "The neighbor's port runs at another speed. A small switch or a converter stands "
			 "between and forwards its announcements, or its MAU type is wrong. What it says "
			 "of its link is not of this link.",
		.source = "IEEE 802.1AB-2016 7.1: a bridge must not forward them; 802.3-2022 79.3.1",
		.needs = { THIS(LINK_SPEED), OTHER(LINK_SPEED) },
		.remedies = {
			{ "follow the cable: find the device between", "none" },
			{ "ask the switch for the speed of that port", "none" },
		},
		.judge = not_partner,
	},
	{
		.id = "MTU-MISMATCH", .severity = SEV_WARNING, .step = STEP_NEIGHBOR,
		.means = "The largest frame the neighbor takes is below what this end may send. Large "
			 "frames vanish, small ones pass: connections open and then hang.",
		.source = "IEEE 802.3-2022 79.3.4; CDP type 17",
		.needs = { THIS(PORT_MTU) },
		.remedies = {
			{ "send a large frame that must not be split: ping -M do -s SIZE", "none" },
			{ "lower the MTU here: ip link set IFACE mtu SIZE", "service at risk" },
			{ "raise it at the switch", "service at risk" },
		},
		.judge = mtu,
	},
	{
		.id = "VLAN-MISMATCH", .severity = SEV_WARNING, .step = STEP_NEIGHBOR,
		.means = "A VLAN interface stands on this port, and the switch does not list that VLAN for "
			 "its port. Judged only where the switch sends its list of VLANs and the list is "
			 "whole.",
		.source = "IEEE 802.1Q-2022 D.2.3 (VLAN name TLV)",
		.needs = { THIS(VLAN_IDS), OTHER(VLAN_IDS) },
		.remedies = {
			{ "allow the VLAN on the switch port", "none" },
			{ "remove the VLAN interface that nobody needs", "service at risk" },
		},
		.judge = vlan,
	},
	{
		.id = "PFC-MISMATCH", .severity = SEV_WARNING, .step = STEP_NEIGHBOR,
		.means = "Priority flow control is on for other priorities here than at the switch. Frames "
			 "of a priority that only one end pauses are dropped, which RoCE does not stand.",
		.source = "IEEE 802.1Q-2022 D.2.10 and clause 36",
		.avoid = "global pause in place of PFC on a RoCE fabric",
		.needs = { THIS(PFC_ENABLED), OTHER(PFC_ENABLED) },
		.remedies = {
			{ "compare both settings: dcb pfc show dev IFACE", "none" },
			{ "set the same priorities at both ends", "service at risk" },
		},
		.judge = pfc,
	},
	{
		.id = "EEE-VIEWS-DIFFER", .severity = SEV_INFO, .step = STEP_NEIGHBOR,
		.means = "The partner announces times for waking from low-power idle, and Energy Efficient "
			 "Ethernet is not active at this end. Harmless, and a hint when links flap.",
		.source = "IEEE 802.3-2022 79.3.5 and clause 78",
		.needs = { THIS(EEE_ACTIVE), OTHER(EEE_TX_WAKE) },
		.remedies = { { "compare: ethtool --show-eee IFACE, and the switch port", "none" } },
		.judge = eee_views,
	},
	{
		.id = "PAUSE-VIEWS-DIFFER", .severity = SEV_INFO, .step = STEP_NEIGHBOR,
		.means = "The partner's announcement and the word it negotiates with tell another pause "
			 "ability. The negotiated one counts.",
		.source = "IEEE 802.3-2022 79.3.1.3, Table 28B-2",
		.needs = { OTHER(PAUSE_ADVERTISED), OTHER(NEIGHBOR_PAUSE) },
		.remedies = { { "compare the pause setting of the switch port with its state", "none" } },
		.judge = pause_views,
	},
	{ .id = NULL },
};
