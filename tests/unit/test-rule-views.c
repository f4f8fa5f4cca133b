// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

/* A port at 100 Mb/s full duplex and the switch port that says the same. */
static const struct given agreed[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100), HAS(LINK_DUPLEX, .text = "full"),
	HAS(LINK_AUTONEG, .yes = true), HAS(PORT_MTU, .num = 1500),
	PARTNER_HAS(LINK_SPEED, .num = 100), PARTNER_HAS(LINK_DUPLEX, .text = "full"),
	PARTNER_HAS(LINK_AUTONEG, .yes = true), PARTNER_HAS(NEIGHBOR_SYSTEM, .text = "sw1"),
	PARTNER_HAS(NEIGHBOR_PORT, .text = "Fa0/7"),
	PARTNER_HAS(NEIGHBOR_FRAME_MAX, .num = 1522),
	{ .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "DUPLEX-VIEWS-DIFFER", { THIS(LINK_DUPLEX), OTHER(LINK_DUPLEX) } },
	{ "NEIGHBOR-NOT-PARTNER", { THIS(LINK_SPEED), OTHER(LINK_SPEED) } },
	{ "MTU-MISMATCH", { THIS(PORT_MTU) } },
	{ "VLAN-MISMATCH", { THIS(VLAN_IDS), OTHER(VLAN_IDS) } },
	{ "PFC-MISMATCH", { THIS(PFC_ENABLED), OTHER(PFC_ENABLED) } },
	{ "EEE-VIEWS-DIFFER", { THIS(EEE_ACTIVE), OTHER(EEE_TX_WAKE) } },
	{ "PAUSE-VIEWS-DIFFER", { OTHER(PAUSE_ADVERTISED), OTHER(NEIGHBOR_PAUSE) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "DUPLEX-VIEWS-DIFFER", .name = "fires: half here, the switch says full",
		.base = agreed,
		.given = { HAS(LINK_DUPLEX, .text = "half"), PARTNER_HAS(LINK_AUTONEG, .yes = false) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_THIS,
		.fix_end = END_OTHER, .summary = "this end runs half duplex, sw1 Fa0/7 says full",
		.remedy = "negotiation", .evidence = { OTHER(LINK_AUTONEG), THIS(LINK_AUTONEG) },
	},
	{
		.rule = "DUPLEX-VIEWS-DIFFER", .name = "fires: forced full here, the switch fell to half",
		.base = agreed,
		.given = { HAS(LINK_AUTONEG, .yes = false), PARTNER_HAS(LINK_DUPLEX, .text = "half") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_OTHER,
		.fix_end = END_THIS, .summary = "this end runs full duplex, sw1 Fa0/7 says half",
	},
	{ .rule = "DUPLEX-VIEWS-DIFFER", .name = "silent: both full", .base = agreed },
	{
		.rule = "DUPLEX-VIEWS-DIFFER", .name = "silent: both half", .base = agreed,
		.given = { HAS(LINK_DUPLEX, .text = "half"), PARTNER_HAS(LINK_DUPLEX, .text = "half") },
	},
	{
		.rule = "DUPLEX-VIEWS-DIFFER", .name = "no data: the speeds differ, so it is another link",
		.base = agreed,
		.given = { HAS(LINK_DUPLEX, .text = "half"), PARTNER_HAS(LINK_SPEED, .num = 1000) },
		.outcome = OUTCOME_NO_DATA, .evidence = { OTHER(LINK_DUPLEX) },
	},
	{
		.rule = "DUPLEX-VIEWS-DIFFER", .name = "no data: the link is down", .base = agreed,
		.given = { HAS(LINK_DUPLEX, .text = "half"), HAS(LINK_UP, .yes = false) },
		.outcome = OUTCOME_NO_DATA, .evidence = { OTHER(LINK_DUPLEX) },
	},
	{
		.rule = "NEIGHBOR-NOT-PARTNER", .name = "fires: 1000 here, 100 there", .base = agreed,
		.given = { HAS(LINK_SPEED, .num = 1000) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "something stands between", .remedy = "cable",
	},
	{ .rule = "NEIGHBOR-NOT-PARTNER", .name = "silent: one speed", .base = agreed },
	{
		.rule = "NEIGHBOR-NOT-PARTNER", .name = "no data: the link is down", .base = agreed,
		.given = { HAS(LINK_SPEED, .num = 1000), HAS(LINK_UP, .yes = false) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(LINK_SPEED) },
	},
	{
		.rule = "MTU-MISMATCH", .name = "fires: 9000 here, frames of 1522 there", .base = agreed,
		.given = { HAS(PORT_MTU, .num = 9000) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "sw1 Fa0/7 takes 1504", .remedy = "ping",
		.evidence = { OTHER(NEIGHBOR_FRAME_MAX) },
	},
	{
		.rule = "MTU-MISMATCH", .name = "fires: by the MTU of CDP",
		.given = { HAS(PORT_MTU, .num = 9000), PARTNER_HAS(NEIGHBOR_MTU, .num = 1500) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .evidence = { OTHER(NEIGHBOR_MTU) },
	},
	{ .rule = "MTU-MISMATCH", .name = "silent: the frame fits", .base = agreed },
	{
		.rule = "MTU-MISMATCH", .name = "silent: a switch that counts the payload",
		.base = agreed,
		.given = { HAS(PORT_MTU, .num = 9000), PARTNER_HAS(NEIGHBOR_FRAME_MAX, .num = 9000) },
	},
	{
		.rule = "MTU-MISMATCH", .name = "silent: 1500 can only be the payload", .base = agreed,
		.given = { HAS(PORT_MTU, .num = 1496), PARTNER_HAS(NEIGHBOR_FRAME_MAX, .num = 1500) },
	},
	{
		.rule = "MTU-MISMATCH", .name = "no data: the switch tells none",
		.given = { HAS(PORT_MTU, .num = 9000) },
		.outcome = OUTCOME_NO_DATA, .evidence = { OTHER(NEIGHBOR_FRAME_MAX) },
	},
	{
		.rule = "VLAN-MISMATCH", .name = "fires: 30 is not among 10-20 and 40",
		.given = { HAS(VLAN_IDS, .text = "10\n30\n41"), PARTNER_HAS(VLAN_IDS, .text = "10-20\n40"),
			   PARTNER_HAS(VLAN_COMPLETE, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "VLAN 30 is used here", .remedy = "allow",
	},
	{
		.rule = "VLAN-MISMATCH", .name = "silent: all in the list",
		.given = { HAS(VLAN_IDS, .text = "10-12\n20\n40"), PARTNER_HAS(VLAN_IDS, .text = "10-20\n40"),
			   PARTNER_HAS(VLAN_COMPLETE, .yes = true) },
	},
	{
		.rule = "VLAN-MISMATCH", .name = "no data: the list is not whole",
		.given = { HAS(VLAN_IDS, .text = "30"), PARTNER_HAS(VLAN_IDS, .text = "10-20"),
			   PARTNER_HAS(VLAN_COMPLETE, .yes = false) },
		.outcome = OUTCOME_NO_DATA, .evidence = { OTHER(VLAN_COMPLETE) },
	},
	{
		.rule = "PFC-MISMATCH", .name = "fires: other priorities",
		.given = { HAS(PFC_ENABLED, .text = "3"), PARTNER_HAS(PFC_ENABLED, .text = "4") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "priorities here: 3", .remedy = "dcb",
	},
	{
		.rule = "PFC-MISMATCH", .name = "silent: the same",
		.given = { HAS(PFC_ENABLED, .text = "3 4"), PARTNER_HAS(PFC_ENABLED, .text = "3 4") },
	},
	{
		.rule = "EEE-VIEWS-DIFFER", .name = "fires: announced there, not active here",
		.given = { HAS(EEE_ACTIVE, .yes = false), PARTNER_HAS(EEE_TX_WAKE, .num = 17) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "not active here", .remedy = "eee",
	},
	{
		.rule = "EEE-VIEWS-DIFFER", .name = "silent: active",
		.given = { HAS(EEE_ACTIVE, .yes = true), PARTNER_HAS(EEE_TX_WAKE, .num = 17) },
	},
	{
		.rule = "EEE-VIEWS-DIFFER", .name = "silent: no time announced",
		.given = { HAS(EEE_ACTIVE, .yes = false), PARTNER_HAS(EEE_TX_WAKE, .num = 0) },
	},
	{
		.rule = "PAUSE-VIEWS-DIFFER", .name = "fires: announced and negotiated differ",
		.given = { PARTNER_HAS(PAUSE_ADVERTISED, .text = "none"),
			   PARTNER_HAS(NEIGHBOR_PAUSE, .text = "both") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "\"both\" and negotiates \"none\"", .remedy = "pause",
	},
	{
		.rule = "EEE-VIEWS-DIFFER", .name = "no data: the neighbor is of another link",
		.given = { HAS(EEE_ACTIVE, .yes = false), PARTNER_HAS(EEE_TX_WAKE, .num = 17),
			   HAS(LINK_SPEED, .num = 100), PARTNER_HAS(LINK_SPEED, .num = 1000) },
		.outcome = OUTCOME_NO_DATA, .evidence = { OTHER(EEE_TX_WAKE) },
	},
	{
		.rule = "PAUSE-VIEWS-DIFFER", .name = "no data: the neighbor is of another link",
		.given = { PARTNER_HAS(PAUSE_ADVERTISED, .text = "none"),
			   PARTNER_HAS(NEIGHBOR_PAUSE, .text = "both"), HAS(LINK_SPEED, .num = 100),
			   PARTNER_HAS(LINK_SPEED, .num = 1000) },
		.outcome = OUTCOME_NO_DATA, .evidence = { OTHER(NEIGHBOR_PAUSE) },
	},
	{
		.rule = "PAUSE-VIEWS-DIFFER", .name = "silent: the same",
		.given = { PARTNER_HAS(PAUSE_ADVERTISED, .text = "both"),
			   PARTNER_HAS(NEIGHBOR_PAUSE, .text = "both") },
	},
};

int main(void)
{
	static const struct rule_tests tests = {
		.name = "rule/views", .rules = rules_views,
		.needs = needs, .needs_count = ROWS(needs),
		.cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
