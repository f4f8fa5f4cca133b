// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

static const struct given down[] = {
	HAS(LINK_ADMIN_UP, .yes = true), HAS(LINK_UP, .yes = false), { .side = SIDE_NONE },
};

static const struct given watched[] = {
	HAS(LINK_ADMIN_UP, .yes = true), HAS(LINK_UP, .yes = true), HAS(PORT_PHYSICAL, .yes = true),
	HAS(COUNTER_CARRIER_CHANGES, .num = 0), HAS(RUN_WINDOW, .real = 5), { .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "LINK-DOWN", { THIS(LINK_UP) } },
	{ "LINK-ADMIN-DOWN", { THIS(LINK_ADMIN_UP) } },
	{ "LINK-FLAPPING", { THIS(LINK_UP) } },
	{ "LINK-DROPPED-BEFORE", { THIS(MII_LINK_DROPPED) } },
	{ "LINK-SPEED-UNKNOWN", { THIS(LINK_UP), THIS(PORT_PHYSICAL) } },
};

static const struct rule_case cases[] = {
	/* LINK-DOWN: what it says of the cause, the surest first. */
	{
		.rule = "LINK-DOWN", .name = "fires: no carrier, nothing known of why",
		.given = { HAS(LINK_UP, .yes = false) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "no link: no carrier",
		.remedy = "cable is in",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: the driver tells why",
		.base = down,
		.given = {
			HAS(LINK_EXT_STATE, .text = "no-cable"), HAS(LINK_EVER_UP, .yes = false),
			HAS(LINK_FORCED, .text = "100baseT/Full"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "(no-cable)",
		.remedy = "cable is in",
		.evidence = { THIS(LINK_UP), THIS(LINK_ADMIN_UP), THIS(LINK_EXT_STATE) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: and tells more of it",
		.base = down,
		.given = {
			HAS(LINK_EXT_STATE, .text = "autoneg"),
			HAS(LINK_EXT_SUBSTATE, .text = "no-partner-detected"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "nobody answers in negotiation (no-partner-detected)",
		.evidence = { THIS(LINK_EXT_STATE), THIS(LINK_EXT_SUBSTATE) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: in words that are not known here",
		.base = down,
		.given = {
			HAS(LINK_EXT_STATE, .text = "state-42"),
			HAS(LINK_EXT_SUBSTATE, .text = "substate-1"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "the driver says (substate-1)",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: a VLAN has no cable but a port it stands on",
		.base = down,
		.given = {
			HAS(PORT_PHYSICAL, .yes = false), HAS(PORT_KIND, .text = "vlan"),
			HAS(PORT_LOWER, .text = "eth2"),
			HAS(LINK_OPERSTATE, .text = "lowerlayerdown"), HAS(LINK_EVER_UP, .yes = false),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "no link: eth2, on which it stands",
		.remedy = "set up the interface it stands on",
		.evidence = { THIS(LINK_UP), THIS(LINK_ADMIN_UP), THIS(PORT_LOWER), THIS(LINK_OPERSTATE) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: the other end of a veth carries nothing",
		.base = down,
		.given = {
			HAS(PORT_PHYSICAL, .yes = false), HAS(PORT_KIND, .text = "veth"),
			HAS(PORT_LOWER, .text = "veth1"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "no link: no carrier",
		.remedy = "cable is in",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: the other end of a netkit carries nothing",
		.base = down,
		.given = {
			HAS(PORT_PHYSICAL, .yes = false), HAS(PORT_KIND, .text = "netkit"),
			HAS(PORT_LOWER, .text = "veth1"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "no link: no carrier",
		.remedy = "cable is in",
	},
	/* Forced 25G over fibre without FEC: came up at once with RS. */
	{
		.rule = "LINK-DOWN", .name = "fires: forced, and FEC is the first suspect",
		.base = down,
		.given = {
			HAS(LINK_EXT_STATE, .text = "autoneg"),
			HAS(LINK_EXT_SUBSTATE, .text = "no-partner-detected-during-force-mode"),
			HAS(LINK_AUTONEG, .yes = false), HAS(FEC_CONFIGURED, .text = "Off"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "different FEC at the two ends is the first suspect, then speed",
		.remedy = "compare FEC",
		.evidence = { THIS(LINK_EXT_SUBSTATE), THIS(LINK_AUTONEG), THIS(FEC_CONFIGURED) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: forced, where there is no FEC",
		.base = down,
		.given = {
			HAS(LINK_EXT_STATE, .text = "autoneg"),
			HAS(LINK_EXT_SUBSTATE, .text = "no-partner-detected-during-force-mode"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "finds no partner (no-partner-detected-during-force-mode)",
		.remedy = "cable is in",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: no light",
		.base = down,
		.given = {
			HAS(LINK_EVER_UP, .yes = false), HAS(MODULE_RX_POWER, REALS(-40)),
			HAS(MODULE_RX_LOS, .text = "1"), HAS(MODULE_LANES, .num = 1),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "no light arrives",
		.remedy = "the partner is on",
		.evidence = { THIS(MODULE_RX_POWER), THIS(MODULE_RX_LOS) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: no light on one lane",
		.base = down, .given = { HAS(MODULE_RX_POWER, REALS(-1, -40, -2, -2)) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "no light arrives on lane 2",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: dark lanes of other ports in one cage",
		.base = down,
		.given = { HAS(MODULE_RX_POWER, REALS(-1, -40, -2, -2)), HAS(LINK_LANES, .num = 1) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "no link: no carrier",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: light arrives, so that is not it",
		.base = down,
		.given = {
			HAS(LINK_EVER_UP, .yes = false), HAS(MODULE_RX_POWER, REALS(-3.1)),
			HAS(MODULE_RX_LOS, .text = "1"), HAS(MODULE_LANES, .num = 1),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "never had carrier",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: the module stays in low power",
		.base = down,
		.given = { HAS(MODULE_STATE, .text = "low-power"), HAS(MODULE_POWER_MODE, .text = "low") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "its state is low-power",
		.evidence = { THIS(MODULE_STATE), THIS(MODULE_POWER_MODE) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: the log says that the module does not work",
		.base = down,
		.given = {
			HAS(LINK_EVER_UP, .yes = false),
			HAS(LOG_MODULE_FAULT, .text = "module transmit fault indicated"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "does not work",
		.evidence = { THIS(LOG_MODULE_FAULT) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: the log says that the module was refused",
		.base = down,
		.given = {
			HAS(LINK_EVER_UP, .yes = false),
			HAS(LOG_MODULE_REFUSED, .text = "unsupported SFP+ module type was detected"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "refused the module",
		.evidence = { THIS(LOG_MODULE_REFUSED) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: the log says that the cable was pulled",
		.base = down,
		.given = { HAS(LOG_EVENTS, .text = "10.0 link-up 25000 full\n99.5 cable-unplugged") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "was unplugged",
		.evidence = { THIS(LOG_EVENTS) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: pulled before, and something came after it",
		.base = down,
		.given = { HAS(LOG_EVENTS, .text = "10.0 cable-unplugged\n99.5 link-down") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "no link: no carrier",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: master and slave, by the log",
		.base = down, .given = { HAS(LOG_MS_FAULT, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "who is master",
		.evidence = { THIS(LOG_MS_FAULT) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: a forced mode met nobody",
		.base = down,
		.given = {
			HAS(LINK_FORCED, .text = "100baseT/Full"), HAS(LINK_AUTONEG, .yes = false),
			HAS(LINK_EVER_UP, .yes = false), HAS(MII_WORDS, .text = "2100 7849"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "the forced mode",
		.remedy = "far end",
		.evidence = { THIS(LINK_FORCED), THIS(LINK_AUTONEG) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: never had carrier",
		.base = down,
		.given = {
			HAS(LINK_EVER_UP, .yes = false), HAS(LINK_AUTONEG, .yes = true),
			HAS(MII_WORDS, .text = "1000 7849"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "never had carrier",
		.evidence = { THIS(LINK_EVER_UP) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: the partner is silent",
		.base = down,
		.given = {
			HAS(LINK_EVER_UP, .yes = true), HAS(LINK_AUTONEG, .yes = true),
			HAS(MII_WORDS, .text = "1000 7849"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "the partner is silent",
		.evidence = { THIS(MII_WORDS) },
	},
	{
		.rule = "LINK-DOWN", .name = "fires: the partner speaks, so it is not silent",
		.base = down,
		.given = {
			HAS(LINK_AUTONEG, .yes = true), HAS(AN_PARTNER_ABLE, .yes = true),
			HAS(MII_WORDS, .text = "1000 7849"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "no link: no carrier",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: e1000e without a link makes the silence up",
		.base = down,
		.given = {
			HAS(LINK_EVER_UP, .yes = true), HAS(LINK_AUTONEG, .yes = true),
			HAS(MII_WORDS, .text = "1140 7909"), HAS(MII_SYNTHETIC, .yes = true),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "no link: no carrier",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: the partner is known to be silent",
		.base = down,
		.given = {
			HAS(LINK_AUTONEG, .yes = true), HAS(AN_PARTNER_ABLE, .yes = false),
			HAS(MII_WORDS, .text = "1000 7849"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "the partner is silent",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: without words nobody knows of silence",
		.base = down, .given = { HAS(LINK_AUTONEG, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "no link: no carrier",
	},
	{
		.rule = "LINK-DOWN", .name = "fires: without negotiation silence says nothing",
		.base = down,
		.given = {
			HAS(LINK_AUTONEG, .yes = false), HAS(MII_WORDS, .text = "0000 7849"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "no link: no carrier",
	},
	{ .rule = "LINK-DOWN", .name = "silent: there is carrier", .base = watched },
	{
		.rule = "LINK-DOWN", .name = "silent: not set up",
		.base = down, .given = { HAS(LINK_ADMIN_UP, .yes = false) },
	},

	{
		.rule = "LINK-ADMIN-DOWN", .name = "fires: not set up",
		.given = { HAS(LINK_ADMIN_UP, .yes = false) },
		.outcome = OUTCOME_FOUND, .severity = SEV_UNKNOWN, .summary = "not set up",
		.remedy = "ip link set IFACE up",
	},
	{ .rule = "LINK-ADMIN-DOWN", .name = "silent: set up", .base = down },

	{
		.rule = "LINK-FLAPPING", .name = "fires: lost and regained",
		.given = {
			HAS(COUNTER_CARRIER_CHANGES, .num = 2), HAS(LINK_UP, .yes = true),
			HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "2 times in 5.0 s",
	},
	{
		.rule = "LINK-FLAPPING", .name = "fires: had links before",
		.given = {
			HAS(COUNTER_CARRIER_CHANGES, .num = 2), HAS(LINK_UP, .yes = true),
			HAS(RUN_WINDOW, .real = 5), HAS(TOTAL_CARRIER_CHANGES, .num = 4),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.evidence = { THIS(TOTAL_CARRIER_CHANGES) },
	},
	{
		.rule = "LINK-FLAPPING", .name = "silent: the driver has just come up",
		.given = {
			HAS(COUNTER_CARRIER_CHANGES, .num = 2), HAS(LINK_UP, .yes = true),
			HAS(RUN_WINDOW, .real = 5), HAS(TOTAL_CARRIER_CHANGES, .num = 3),
		},
	},
	{
		.rule = "LINK-FLAPPING", .name = "silent: one change is a loss or a start",
		.base = watched, .given = { HAS(COUNTER_CARRIER_CHANGES, .num = 1) },
	},
	{ .rule = "LINK-FLAPPING", .name = "silent: steady", .base = watched },
	{
		.rule = "LINK-FLAPPING", .name = "fires: by the log, though steady now", .base = watched,
		.given = {
			HAS(LOG_FLAPS, .num = 2), HAS(LOG_LAST_FLAP, .num = 340),
			HAS(LOG_OUTAGE, .real = 2.9),
			HAS(LOG_EVENTS, .text = "3552592.2 link-down\n3552595.1 link-up 1000 full"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "2 times within a day, last 340 s ago, for 2.9 s at most",
		.evidence = { THIS(LOG_FLAPS), THIS(LOG_EVENTS) },
	},
	{
		.rule = "LINK-FLAPPING", .name = "fires: it came back slower", .base = watched,
		.given = {
			HAS(LOG_FLAPS, .num = 2), HAS(LOG_LAST_FLAP, .num = 340),
			HAS(LOG_OUTAGE, .real = 2.9), HAS(LOG_FLAP_SPEEDS, .text = "1000 to 100 Mb/s"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "for 2.9 s at most; speed then: 1000 to 100 Mb/s",
		.evidence = { THIS(LOG_FLAP_SPEEDS) },
	},
	{
		.rule = "LINK-FLAPPING", .name = "fires: by the log alone",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(LOG_FLAPS, .num = 5),
			LACKS(COUNTER_CARRIER_CHANGES, ABSENT),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "5 times within a day",
	},
	{
		.rule = "LINK-FLAPPING", .name = "silent: one loss in a day", .base = watched,
		.given = { HAS(LOG_FLAPS, .num = 1) },
	},
	{
		.rule = "LINK-FLAPPING", .name = "no data: the log is no watch",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(LOG_FLAPS, .num = 0),
			LACKS(COUNTER_CARRIER_CHANGES, ABSENT),
		},
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(COUNTER_CARRIER_CHANGES) },
	},
	{
		.rule = "LINK-FLAPPING", .name = "no data: the counter was read once",
		.given = { HAS(LINK_UP, .yes = true), HAS(COUNTER_CARRIER_CHANGES, .num = 7) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(RUN_WINDOW) },
	},

	{
		.rule = "LINK-DROPPED-BEFORE", .name = "fires: the latch held a loss",
		.given = { HAS(MII_LINK_DROPPED, .yes = true), HAS(MII_BMSR_FIRST, .num = 0x7809) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "and is back",
		.evidence = { THIS(MII_LINK_DROPPED), THIS(MII_BMSR_FIRST) },
	},
	{
		.rule = "LINK-DROPPED-BEFORE", .name = "silent: no loss latched",
		.given = { HAS(MII_LINK_DROPPED, .yes = false) },
	},

	{
		.rule = "LINK-SPEED-UNKNOWN", .name = "fires: carrier without a speed",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(PORT_PHYSICAL, .yes = true),
			HAS(PORT_VIRTUAL, .yes = false), LACKS(LINK_SPEED, ABSENT),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "bonds",
	},
	{
		.rule = "LINK-SPEED-UNKNOWN", .name = "fires: info without a device of its own",
		.base = watched,
		.given = { HAS(PORT_PHYSICAL, .yes = false), LACKS(LINK_SPEED, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "virtual",
		.remedy = "nothing",
	},
	{
		.rule = "LINK-SPEED-UNKNOWN", .name = "fires: info on an emulated port",
		.base = watched,
		.given = { HAS(PORT_VIRTUAL, .yes = true), LACKS(LINK_SPEED, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "virtual",
	},
	{
		.rule = "LINK-SPEED-UNKNOWN", .name = "no data: we may not ask",
		.base = watched, .given = { LACKS(LINK_SPEED, DENIED) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(LINK_SPEED) },
	},
	{
		.rule = "LINK-SPEED-UNKNOWN", .name = "no data: nobody asked for the speed",
		.base = watched, .given = { LACKS(LINK_SPEED, UNREAD) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(LINK_SPEED) },
	},
	{
		.rule = "LINK-SPEED-UNKNOWN", .name = "silent: speed known",
		.base = watched, .given = { HAS(LINK_SPEED, .num = 1000) },
	},
	{
		.rule = "LINK-SPEED-UNKNOWN", .name = "silent: no carrier, so no speed",
		.base = watched,
		.given = { HAS(LINK_UP, .yes = false), LACKS(LINK_SPEED, ABSENT) },
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-link", .rules = rules_link, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
