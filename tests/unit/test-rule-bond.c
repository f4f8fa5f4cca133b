// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

/* An LACP bond of two that is well, seen from itself. */
static const struct given well[] = {
	HAS(PORT_NAME, .text = "bond0"), HAS(BOND_NAME, .text = "bond0"),
	HAS(BOND_MODE, .text = "802.3ad"), HAS(BOND_MONITOR, .text = "mii 100 ms"),
	HAS(BOND_MEMBERS, .text = "eth0 up\neth1 up"),
	HAS(BOND_SPEEDS, .text = "eth0 1000 full\neth1 1000 full"),
	HAS(BOND_AGGREGATOR, .num = 1), HAS(BOND_AGGREGATORS, .text = "eth0 1\neth1 1"),
	HAS(BOND_PARTNER_MAC, .text = "00:23:04:00:00:01"), HAS(RUN_WINDOW, .real = 5),
	HAS(BOND_TX_FRAMES, .text = "eth0 9000\neth1 9000"),
	HAS(BOND_RX_FRAMES, .text = "eth0 9000\neth1 9000"),
	{ .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "BOND-MEMBER-DOWN", { THIS(BOND_MEMBERS) } },
	{ "BOND-MEMBER-SPEED", { THIS(BOND_SPEEDS) } },
	{ "BOND-AGGREGATOR-SPLIT", { THIS(BOND_MODE), THIS(BOND_AGGREGATORS) } },
	{ "BOND-NO-PARTNER", { THIS(BOND_MODE), THIS(BOND_PARTNER_MAC) } },
	{ "BOND-UNEVEN", { THIS(BOND_MODE), THIS(BOND_TX_FRAMES), THIS(BOND_RX_FRAMES),
			   THIS(RUN_WINDOW) } },
	{ "BOND-NO-MONITOR", { THIS(BOND_MONITOR) } },
};

static const struct rule_case cases[] = {
	{ .rule = "BOND-MEMBER-DOWN", .name = "silent: both are up", .base = well },
	{
		.rule = "BOND-MEMBER-DOWN", .name = "fires: one of two", .base = well,
		.given = { HAS(BOND_MEMBERS, .text = "eth0 down\neth1 up"),
			   HAS(BOND_FAILURES, .text = "eth0 3\neth1 0") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "lost eth0; 1 member is left", .remedy = "etherdx check MEMBER",
		.evidence = { THIS(BOND_MEMBERS), THIS(BOND_FAILURES) },
	},
	{
		.rule = "BOND-MEMBER-DOWN", .name = "fires: one of four", .base = well,
		.given = { HAS(BOND_MEMBERS, .text = "a up\nb up\nc going\nd up") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "lost c; 3 members are left",
	},
	{
		.rule = "BOND-MEMBER-DOWN", .name = "fires: critical, none is left", .base = well,
		.given = { HAS(BOND_MEMBERS, .text = "eth0 down\neth1 down") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "eth0, eth1; 0 members",
	},
	{
		.rule = "BOND-MEMBER-DOWN", .name = "silent: seen from the member that is well",
		.base = well,
		.given = { HAS(BOND_MEMBERS, .text = "eth0 down\neth1 up"),
			   HAS(PORT_NAME, .text = "eth1") },
	},
	{
		.rule = "BOND-MEMBER-DOWN", .name = "fires: seen from the member itself", .base = well,
		.given = { HAS(BOND_MEMBERS, .text = "eth0 down\neth1 down\neth2 up"),
			   HAS(PORT_NAME, .text = "eth1") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "lost eth1; 1 member",
	},

	{
		.rule = "BOND-MEMBER-DOWN", .name = "fires: of a team",
		.given = { HAS(BOND_KIND, .text = "team"), HAS(BOND_MEMBERS, .text = "eth0 down\neth1 up") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "the team has lost eth0",
	},

	{ .rule = "BOND-MEMBER-SPEED", .name = "silent: alike", .base = well },
	{
		.rule = "BOND-MEMBER-SPEED", .name = "fires: one at 100", .base = well,
		.given = { HAS(BOND_SPEEDS, .text = "eth0 100 full\neth1 1000 full") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "eth0 (100 full), the fastest has 1000 Mb/s; LACP does not",
		.remedy = "why that member linked slower", .evidence = { THIS(BOND_AGGREGATORS) },
	},
	{
		.rule = "BOND-MEMBER-SPEED", .name = "fires: one at half duplex", .base = well,
		.given = { HAS(BOND_SPEEDS, .text = "eth0 100 full\neth1 100 half"),
			   HAS(BOND_MODE, .text = "active-backup") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "alike: eth1 (100 half), the fastest has 100 Mb/s",
	},
	{
		.rule = "BOND-MEMBER-SPEED", .name = "silent: seen from the fast member", .base = well,
		.given = { HAS(BOND_SPEEDS, .text = "eth0 100 full\neth1 1000 full"),
			   HAS(PORT_NAME, .text = "eth1") },
	},
	{
		.rule = "BOND-MEMBER-SPEED", .name = "silent: a member without a name of its own",
		.base = well, .given = { HAS(BOND_SPEEDS, .text = "eth0") },
	},

	{ .rule = "BOND-AGGREGATOR-SPLIT", .name = "silent: one aggregator", .base = well },
	{
		.rule = "BOND-AGGREGATOR-SPLIT", .name = "fires: field case, one member at 100",
		.base = well,
		.given = { HAS(BOND_SPEEDS, .text = "eth0 100 full\neth1 1000 full"),
			   HAS(BOND_AGGREGATORS, .text = "eth0 1\neth1 2"),
			   HAS(BOND_AGGREGATOR, .num = 2), HAS(BOND_CHURNED, .text = "eth0 actor") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
		.summary = "eth0 is up and carries nothing: not in aggregator 2", .remedy = "speeds",
		.evidence = { THIS(BOND_AGGREGATORS), THIS(BOND_SPEEDS), THIS(BOND_CHURNED) },
	},
	{
		.rule = "BOND-AGGREGATOR-SPLIT", .name = "fires: another switch", .base = well,
		.given = { HAS(BOND_AGGREGATORS, .text = "eth0 1\neth1 2"),
			   LACKS(BOND_AGGREGATOR, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "another switch, or no LACP",
	},
	{
		.rule = "BOND-AGGREGATOR-SPLIT", .name = "silent: the other member is down", .base = well,
		.given = { HAS(BOND_AGGREGATORS, .text = "eth0 1\neth1 2"),
			   HAS(BOND_MEMBERS, .text = "eth0 up\neth1 down") },
	},
	{
		.rule = "BOND-AGGREGATOR-SPLIT", .name = "silent: nobody speaks LACP, each stands alone",
		.base = well,
		.given = { HAS(BOND_AGGREGATORS, .text = "eth0 1\neth1 2"),
			   HAS(BOND_PARTNER_MAC, .text = "00:00:00:00:00:00") },
	},
	{
		.rule = "BOND-AGGREGATOR-SPLIT", .name = "silent: no LACP", .base = well,
		.given = { HAS(BOND_AGGREGATORS, .text = "eth0 1\neth1 2"),
			   HAS(BOND_MODE, .text = "balance-xor") },
	},

	{ .rule = "BOND-NO-PARTNER", .name = "silent: one answers", .base = well },
	{
		.rule = "BOND-NO-PARTNER", .name = "fires: nobody answers", .base = well,
		.given = { HAS(BOND_PARTNER_MAC, .text = "00:00:00:00:00:00") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "speaks LACP", .remedy = "LACP, active or passive",
	},
	{
		.rule = "BOND-NO-PARTNER", .name = "silent: no link, so nobody can answer", .base = well,
		.given = { HAS(BOND_PARTNER_MAC, .text = "00:00:00:00:00:00"),
			   HAS(BOND_MEMBERS, .text = "eth0 down\neth1 down") },
	},
	{
		.rule = "BOND-NO-PARTNER", .name = "silent: no LACP", .base = well,
		.given = { HAS(BOND_PARTNER_MAC, .text = "00:00:00:00:00:00"),
			   HAS(BOND_MODE, .text = "active-backup") },
	},

	{ .rule = "BOND-UNEVEN", .name = "silent: shared", .base = well },
	{
		.rule = "BOND-UNEVEN", .name = "fires: info, one partner behind a hash", .base = well,
		.given = { HAS(BOND_TX_FRAMES, .text = "eth0 19000\neth1 1000") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "eth0 sends 95 %",
		.remedy = "layer3+4", .evidence = { THIS(BOND_TX_FRAMES) },
	},
	{
		.rule = "BOND-UNEVEN", .name = "fires: warning, round robin", .base = well,
		.given = { HAS(BOND_TX_FRAMES, .text = "eth0 0\neth1 20000"),
			   HAS(BOND_MODE, .text = "balance-rr") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "eth1 sends 100 %",
	},
	{
		.rule = "BOND-UNEVEN", .name = "fires: info, what the switch sends", .base = well,
		.given = { HAS(BOND_RX_FRAMES, .text = "eth0 0\neth1 20000") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .fix_end = END_OTHER,
		.summary = "the switch chooses so",
	},
	{
		.rule = "BOND-UNEVEN", .name = "silent: just below", .base = well,
		.given = { HAS(BOND_TX_FRAMES, .text = "eth0 18999\neth1 1001") },
	},
	{
		.rule = "BOND-UNEVEN", .name = "silent: too few frames", .base = well,
		.given = { HAS(BOND_TX_FRAMES, .text = "eth0 9999\neth1 0") },
	},
	{
		.rule = "BOND-UNEVEN", .name = "silent: the other member is down", .base = well,
		.given = { HAS(BOND_TX_FRAMES, .text = "eth0 20000\neth1 0"),
			   HAS(BOND_MEMBERS, .text = "eth0 up\neth1 down") },
	},
	{
		.rule = "BOND-UNEVEN", .name = "silent: only one is meant to carry", .base = well,
		.given = { HAS(BOND_TX_FRAMES, .text = "eth0 20000\neth1 0"),
			   HAS(BOND_MODE, .text = "active-backup") },
	},

	{ .rule = "BOND-NO-MONITOR", .name = "silent: miimon", .base = well },
	{
		.rule = "BOND-NO-MONITOR", .name = "fires: neither", .base = well,
		.given = { HAS(BOND_MONITOR, .text = "none") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "never noticed",
		.remedy = "miimon 100",
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-bond", .rules = rules_bond, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
