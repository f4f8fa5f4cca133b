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
	{ "LACP-UNEXPECTED", { OTHER(LACP_SYSTEM) } },
	{ "STP-NOT-FORWARDING", { OTHER(STP_STATE) } },
	{ "NEIGHBOR-NONE", { THIS(NEIGHBOR_COUNT), THIS(NEIGHBOR_LISTENED) } },
	{ "NEIGHBOR-MULTIPLE", { THIS(NEIGHBOR_COUNT) } },
	{ "NEIGHBOR-MALFORMED", { THIS(NEIGHBOR_MALFORMED) } },
	{ "POE-UNDERPOWERED", { OTHER(POWER_WANTED), OTHER(POWER_GIVEN) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "LACP-UNEXPECTED", .name = "fires: no bond here",
		.given = { LACKS(PORT_MASTER, ABSENT),
			   PARTNER_HAS(LACP_SYSTEM, .text = "02:00:00:00:00:01") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "02:00:00:00:00:01", .remedy = "bond",
	},
	{
		.rule = "LACP-UNEXPECTED", .name = "silent: in a bond",
		.given = { HAS(PORT_MASTER, .text = "bond0"),
			   PARTNER_HAS(LACP_SYSTEM, .text = "02:00:00:00:00:01") },
	},
	{
		.rule = "LACP-UNEXPECTED", .name = "fires: a bridge is no bond",
		.given = { HAS(PORT_MASTER, .text = "br0"), HAS(PORT_MASTER_KIND, .text = "bridge"),
			   PARTNER_HAS(LACP_SYSTEM, .text = "02:00:00:00:00:01") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "in a bridge",
		.evidence = { THIS(PORT_MASTER_KIND) },
	},
	{
		.rule = "LACP-UNEXPECTED", .name = "silent: Open vSwitch may have a bond",
		.given = { HAS(PORT_MASTER, .text = "ovs-system"),
			   HAS(PORT_MASTER_KIND, .text = "openvswitch"),
			   PARTNER_HAS(LACP_SYSTEM, .text = "02:00:00:00:00:01") },
	},
	{
		.rule = "LACP-UNEXPECTED", .name = "no data: nobody asked for a bond",
		.given = { PARTNER_HAS(LACP_SYSTEM, .text = "02:00:00:00:00:01") },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(PORT_MASTER) },
	},
	{
		.rule = "STP-NOT-FORWARDING", .name = "fires: discarding, and asks for an agreement",
		.given = { PARTNER_HAS(STP_STATE, .text = "discarding"), PARTNER_HAS(STP_WAITED, .num = 6),
			   PARTNER_HAS(STP_PROPOSAL, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "no edge port", .remedy = "edge port",
		.evidence = { OTHER(STP_PROPOSAL), OTHER(STP_WAITED) },
	},
	{
		.rule = "STP-NOT-FORWARDING", .name = "fires: forwarding now, it was not before",
		.given = { PARTNER_HAS(STP_STATE, .text = "forwarding"),
			   PARTNER_HAS(STP_WAITED, .num = 15) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "in 15 BPDUs",
	},
	{
		.rule = "STP-NOT-FORWARDING", .name = "silent: forwarding all the time",
		.given = { PARTNER_HAS(STP_STATE, .text = "forwarding"), PARTNER_HAS(STP_WAITED, .num = 0) },
	},
	{
		.rule = "NEIGHBOR-NONE", .name = "fires: nobody in 65 s",
		.given = { HAS(NEIGHBOR_COUNT, .num = 0), HAS(NEIGHBOR_LISTENED, .real = 65.0) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "nobody", .remedy = "LLDP",
	},
	{
		.rule = "NEIGHBOR-NONE", .name = "fires: the agent of an E810 is on",
		.given = { HAS(NEIGHBOR_COUNT, .num = 0), HAS(NEIGHBOR_LISTENED, .real = 65.0),
			   HAS(NEIGHBOR_AGENT, .text = "on"), HAS(PORT_DRIVER, .text = "ice") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "(ice) is on", .remedy = "fw-lldp-agent",
		.evidence = { THIS(NEIGHBOR_AGENT), THIS(PORT_DRIVER) },
	},
	{
		.rule = "NEIGHBOR-NONE", .name = "fires: the agent of a ConnectX may be on",
		.given = { HAS(NEIGHBOR_COUNT, .num = 0), HAS(NEIGHBOR_LISTENED, .real = 65.0),
			   HAS(NEIGHBOR_AGENT, .text = "possible"), HAS(PORT_DRIVER, .text = "mlx5_core") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "may keep", .remedy = "mlxconfig",
	},
	{
		.rule = "NEIGHBOR-NONE", .name = "fires: the agent of an X710 is off",
		.given = { HAS(NEIGHBOR_COUNT, .num = 0), HAS(NEIGHBOR_LISTENED, .real = 65.0),
			   HAS(NEIGHBOR_AGENT, .text = "off"), HAS(PORT_DRIVER, .text = "i40e") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "nobody",
	},
	{
		.rule = "NEIGHBOR-NONE", .name = "fires: a bridge hands none up",
		.given = { HAS(NEIGHBOR_COUNT, .num = 0), HAS(NEIGHBOR_LISTENED, .real = 65.0),
			   HAS(PORT_KIND, .text = "bridge") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "this bridge", .remedy = "on the port itself",
		.evidence = { THIS(PORT_KIND) },
	},
	{
		.rule = "NEIGHBOR-NONE", .name = "fires: a VLAN has none",
		.given = { HAS(NEIGHBOR_COUNT, .num = 0), HAS(NEIGHBOR_LISTENED, .real = 65.0),
			   HAS(PORT_KIND, .text = "vlan"), HAS(PORT_LOWER, .text = "eth0") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "come untagged", .remedy = "on the port itself",
		.evidence = { THIS(PORT_LOWER) },
	},
	{
		.rule = "NEIGHBOR-NONE", .name = "silent: somebody spoke",
		.given = { HAS(NEIGHBOR_COUNT, .num = 1), HAS(NEIGHBOR_LISTENED, .real = 65.0) },
	},
	{
		.rule = "NEIGHBOR-NONE", .name = "no data: listened for too short a time",
		.given = { HAS(NEIGHBOR_COUNT, .num = 0), HAS(NEIGHBOR_LISTENED, .real = 64.0) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(NEIGHBOR_LIST) },
	},
	{
		.rule = "NEIGHBOR-NONE", .name = "no data: no link, nobody could be heard",
		.given = { HAS(NEIGHBOR_COUNT, .num = 0), HAS(NEIGHBOR_LISTENED, .real = 65.0),
			   HAS(LINK_UP, .yes = false) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(NEIGHBOR_LIST) },
	},
	{
		.rule = "NEIGHBOR-MULTIPLE", .name = "fires: two",
		.given = { HAS(NEIGHBOR_COUNT, .num = 2), HAS(NEIGHBOR_LIST, .text = "a 1\nb 2") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "2 devices", .remedy = "cable",
		.evidence = { THIS(NEIGHBOR_LIST) },
	},
	{
		.rule = "NEIGHBOR-MULTIPLE", .name = "silent: one",
		.given = { HAS(NEIGHBOR_COUNT, .num = 1) },
	},
	{
		.rule = "NEIGHBOR-MULTIPLE", .name = "no data: none",
		.given = { HAS(NEIGHBOR_COUNT, .num = 0) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(NEIGHBOR_LIST) },
	},
	{
		.rule = "NEIGHBOR-MALFORMED", .name = "fires: names the first",
		.given = { HAS(NEIGHBOR_MALFORMED, .text = "TTL is missing\nmore") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "standard: TTL is missing", .remedy = "maker",
	},
	{
		.rule = "NEIGHBOR-MALFORMED", .name = "silent: all well formed",
		.given = { HAS(NEIGHBOR_MALFORMED, .text = "") },
	},
	{
		.rule = "POE-UNDERPOWERED", .name = "fires: less than asked for", .base = agreed,
		.given = { PARTNER_HAS(POWER_WANTED, .num = 71000), PARTNER_HAS(POWER_GIVEN, .num = 51000) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "gives 51.0 W, 71.0 W", .remedy = "limit",
	},
	{
		.rule = "POE-UNDERPOWERED", .name = "silent: as much as asked for",
		.given = { PARTNER_HAS(POWER_WANTED, .num = 13000), PARTNER_HAS(POWER_GIVEN, .num = 13000) },
	},
};

int main(void)
{
	static const struct rule_tests tests = {
		.name = "rule/neighbor", .rules = rules_neighbor,
		.needs = needs, .needs_count = ROWS(needs),
		.cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
