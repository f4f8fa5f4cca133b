// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

#define ALL_TO_100 "10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full"
#define ALL_TO_1000 ALL_TO_100 " 1000baseT/Full"

/* Both ends offer all they can; the link is as it should be. */
static const struct given gigabit[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 1000), HAS(LINK_AUTONEG, .yes = true),
	HAS(LINK_MODES_SUPPORTED, .text = ALL_TO_1000 " Autoneg TP"),
	HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_1000 " Autoneg TP"),
	PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_1000 " Autoneg"),
	HAS(AN_COMMON, .text = ALL_TO_1000), HAS(AN_HCD, .text = "1000baseT/Full"),
	HAS(AN_PARTNER_ABLE, .yes = true), HAS(AN_PARALLEL_DETECTION, .yes = false),
	HAS(MII_SYNTHETIC, .yes = false),
	{ .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "SPEED-DOWNSHIFT", { THIS(LINK_UP), THIS(LINK_SPEED) } },
	{ "SPEED-LIMITED-LOCAL", { THIS(LINK_UP), THIS(LINK_SPEED), THIS(LINK_AUTONEG),
				   THIS(LINK_MODES_SUPPORTED), THIS(LINK_MODES_ADVERTISED) } },
	{ "SPEED-LIMITED-PARTNER", { THIS(LINK_UP), THIS(LINK_AUTONEG),
				     THIS(LINK_MODES_ADVERTISED), OTHER(LINK_MODES_ADVERTISED) } },
	{ "SPEED-LIMITED-MODULE", { THIS(LINK_UP), THIS(LINK_SPEED), THIS(LINK_MODES_SUPPORTED),
				    THIS(MODULE_TYPE) } },
	{ "ADVERTISE-LIMITED", { THIS(LINK_AUTONEG), THIS(LINK_UP), THIS(LINK_MODES_SUPPORTED),
				 THIS(LINK_MODES_ADVERTISED) } },
};

/* An SFP28 port with a 10G module in it. */
static const struct given slow_module[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 10000), HAS(LINK_AUTONEG, .yes = false),
	HAS(LINK_MODES_SUPPORTED, .text = "10000baseSR/Full 25000baseSR/Full"),
	HAS(MODULE_MEMORY, .text = "SFF-8472 12.4"), HAS(MODULE_TYPE, .text = "10GBASE-SR"),
	{ .side = SIDE_NONE },
};

#define TYPE(speed, name) \
	.base = slow_module, .given = { HAS(LINK_SPEED, .num = speed), HAS(MODULE_TYPE, .text = name) }

static const struct rule_case cases[] = {
	{
		.rule = "SPEED-LIMITED-MODULE", .name = "fires: a 10G module in a 25G port",
		.base = slow_module, .outcome = OUTCOME_FOUND, .severity = SEV_INFO,
		.summary = "the module (10GBASE-SR) can 10000 Mb/s, the port 25000", .remedy = "a module",
		.evidence = { THIS(MODULE_TYPE) },
	},
	{
		.rule = "SPEED-LIMITED-MODULE", .name = "fires: gigabit, named without a letter",
		TYPE(1000, "1000BASE-SX"), .outcome = OUTCOME_FOUND, .severity = SEV_INFO,
		.summary = "can 1000 Mb/s",
	},
	{
		.rule = "SPEED-LIMITED-MODULE", .name = "fires: of several types the fastest",
		TYPE(10000, "1000BASE-SX, 10GBASE-SR"), .outcome = OUTCOME_FOUND, .severity = SEV_INFO,
		.summary = "can 10000 Mb/s",
	},
	{
		.rule = "SPEED-LIMITED-MODULE", .name = "silent: four lanes of 10G are 40G",
		TYPE(10000, "4 x 10GBASE-SR"),
	},
	{
		.rule = "SPEED-LIMITED-MODULE", .name = "silent: a 25G cable, with words behind it",
		TYPE(25000, "25G AOC, BER 1e-12"),
	},
	{
		.rule = "SPEED-LIMITED-MODULE", .name = "silent: slower than the module: something else",
		TYPE(1000, "10GBASE-SR"),
	},
	{
		.rule = "SPEED-LIMITED-MODULE", .name = "silent: no link",
		.base = slow_module, .given = { HAS(LINK_UP, .yes = false) },
	},
	{
		.rule = "SPEED-LIMITED-MODULE", .name = "no data: a type without a speed",
		TYPE(10000, "copper pigtail"), .outcome = OUTCOME_NO_DATA,
		.evidence = { THIS(MODULE_TYPE) },
	},
	{
		.rule = "SPEED-LIMITED-MODULE", .name = "no data: nonsense", TYPE(10000, "1e300G, -5G, x 3G"),
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(MODULE_TYPE) },
	},
	{
		.rule = "SPEED-LIMITED-MODULE", .name = "no data: CMIS names what is in use",
		.base = slow_module, .given = { HAS(MODULE_MEMORY, .text = "CMIS 5.2") },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(MODULE_TYPE) },
	},
	{
		.rule = "SPEED-DOWNSHIFT", .name = "fires: 100 where both offer 1000",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100),
			HAS(AN_COMMON, .text = ALL_TO_1000), HAS(AN_HCD, .text = "1000baseT/Full"),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_1000 " Autoneg"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "offer 1000 Mb/s, the link runs at 100",
		.remedy = "cable",
		.evidence = { THIS(AN_COMMON), THIS(LINK_SPEED), THIS(AN_HCD),
			      OTHER(LINK_MODES_ADVERTISED) },
	},
	{
		.rule = "SPEED-DOWNSHIFT", .name = "fires: 1000 where both offer 2500",
		.base = gigabit,
		.given = { HAS(AN_COMMON, .text = ALL_TO_1000 " 2500baseT/Full") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
	},
	{ .rule = "SPEED-DOWNSHIFT", .name = "silent: the best common mode", .base = gigabit },
	{
		.rule = "SPEED-DOWNSHIFT", .name = "fires: by the log, the partner's offer is not known",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100), LACKS(AN_COMMON, ABSENT),
			HAS(LOG_DOWNSHIFT, .text = "from 1000 to 100 Mb/s"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "stepped down (from 1000 to 100 Mb/s)",
		.remedy = "cable", .evidence = { THIS(LOG_DOWNSHIFT) },
	},
	{
		.rule = "SPEED-DOWNSHIFT", .name = "fires: the NIC was too hot, no cable is to blame",
		.base = gigabit,
		.given = {
			HAS(LINK_SPEED, .num = 100), HAS(LOG_DOWNSHIFT, .text = "the NIC overheated"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "stepped down (the NIC overheated)",
		.remedy = "air flow", .evidence = { THIS(LOG_DOWNSHIFT) },
	},
	{
		.rule = "SPEED-DOWNSHIFT", .name = "no data: neither offers nor a word in the log",
		.given = { HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100),
			   LACKS(AN_COMMON, DENIED) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(AN_COMMON) },
	},
	{
		.rule = "SPEED-DOWNSHIFT", .name = "silent: no link, the log's word is old",
		.given = {
			HAS(LINK_UP, .yes = false), HAS(LINK_SPEED, .num = 100),
			HAS(LOG_DOWNSHIFT, .text = "from 1000 to 100 Mb/s"),
		},
	},
	{
		.rule = "SPEED-DOWNSHIFT", .name = "silent: the common mode is no faster",
		.base = gigabit,
		.given = { HAS(LINK_SPEED, .num = 100), HAS(AN_COMMON, .text = ALL_TO_100) },
	},
	{
		.rule = "SPEED-DOWNSHIFT", .name = "silent: no link, the speed is a rest",
		.base = gigabit,
		.given = { HAS(LINK_UP, .yes = false), HAS(LINK_SPEED, .num = 100) },
	},
	{
		.rule = "SPEED-DOWNSHIFT", .name = "silent: nothing in common",
		.base = gigabit, .given = { HAS(AN_COMMON, .text = "") },
	},

	{
		.rule = "SPEED-LIMITED-LOCAL",
		.name = "fires: the partner offers what we hold back",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100),
			HAS(LINK_AUTONEG, .yes = true),
			HAS(LINK_MODES_SUPPORTED, .text = ALL_TO_1000 " Autoneg"),
			HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_1000 " Autoneg"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "can 1000 Mb/s and the partner offers it",
		.evidence = { THIS(LINK_MODES_SUPPORTED), THIS(LINK_MODES_ADVERTISED),
			      OTHER(LINK_MODES_ADVERTISED) },
	},
	{
		.rule = "SPEED-LIMITED-LOCAL", .name = "fires: info when the partner is not known",
		.base = gigabit,
		.given = {
			HAS(LINK_SPEED, .num = 100),
			HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
			PARTNER_LACKS(LINK_MODES_ADVERTISED, ABSENT),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "is not known",
	},
	{
		.rule = "SPEED-LIMITED-LOCAL", .name = "fires: info when the words are made up",
		.base = gigabit,
		.given = {
			HAS(LINK_SPEED, .num = 100), HAS(MII_SYNTHETIC, .yes = true),
			HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "is not known",
	},
	{
		.rule = "SPEED-LIMITED-LOCAL", .name = "silent: another medium than the one in use",
		.base = gigabit,
		.given = {
			HAS(LINK_MODES_SUPPORTED, .text = ALL_TO_1000 " 10000baseSR/Full Autoneg"),
			PARTNER_LACKS(LINK_MODES_ADVERTISED, ABSENT),
		},
	},
	{
		.rule = "SPEED-LIMITED-LOCAL",
		.name = "silent: the partner does not offer it either",
		.base = gigabit,
		.given = {
			HAS(LINK_SPEED, .num = 100),
			HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
		},
	},
	{
		.rule = "SPEED-LIMITED-LOCAL", .name = "silent: what is held back is no faster",
		.base = gigabit,
		.given = {
			HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full 1000baseT/Full Autoneg"),
		},
	},
	{
		.rule = "SPEED-LIMITED-LOCAL", .name = "silent: a downshift is another finding",
		.base = gigabit,
		.given = {
			HAS(LINK_SPEED, .num = 10),
			HAS(LINK_MODES_ADVERTISED, .text = "10baseT/Full 1000baseT/Full Autoneg"),
		},
	},
	{
		.rule = "SPEED-LIMITED-LOCAL",
		.name = "silent: the other duplex of what is offered",
		.base = gigabit,
		.given = {
			HAS(LINK_SPEED, .num = 10),
			HAS(LINK_MODES_ADVERTISED, .text = "10baseT/Full 100baseT/Full Autoneg"),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
		},
	},
	{
		.rule = "SPEED-LIMITED-LOCAL",
		.name = "silent: the link has that speed all the same",
		.base = gigabit,
		.given = { HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg") },
	},
	{
		.rule = "SPEED-LIMITED-LOCAL", .name = "silent: forced, so nothing is offered",
		.base = gigabit,
		.given = {
			HAS(LINK_AUTONEG, .yes = false), HAS(LINK_SPEED, .num = 100),
			HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full"),
		},
	},
	{
		.rule = "SPEED-LIMITED-LOCAL", .name = "silent: no link",
		.base = gigabit,
		.given = {
			HAS(LINK_UP, .yes = false), HAS(LINK_SPEED, .num = 10),
			HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
		},
	},
	{ .rule = "SPEED-LIMITED-LOCAL", .name = "silent: all is offered", .base = gigabit },

	{
		.rule = "SPEED-LIMITED-PARTNER", .name = "fires: a Fast Ethernet partner",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100),
			HAS(LINK_AUTONEG, .yes = true), HAS(MII_SYNTHETIC, .yes = false),
			HAS(AN_PARALLEL_DETECTION, .yes = false),
			HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_1000 " Autoneg"),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER,
		.summary = "at most 100 Mb/s, this end 1000",
		.evidence = { THIS(LINK_MODES_ADVERTISED), OTHER(LINK_MODES_ADVERTISED) },
	},
	{ .rule = "SPEED-LIMITED-PARTNER", .name = "silent: both offer the same", .base = gigabit },
	{
		.rule = "SPEED-LIMITED-PARTNER", .name = "silent: the partner offers more",
		.base = gigabit,
		.given = {
			PARTNER_HAS(LINK_MODES_ADVERTISED,
				    .text = ALL_TO_1000 " 2500baseT/Full Autoneg"),
		},
	},
	{
		.rule = "SPEED-LIMITED-PARTNER", .name = "silent: no link",
		.base = gigabit,
		.given = {
			HAS(LINK_UP, .yes = false), HAS(LINK_SPEED, .num = 100),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
		},
	},
	{
		.rule = "SPEED-LIMITED-PARTNER", .name = "silent: forced here",
		.base = gigabit,
		.given = {
			HAS(LINK_AUTONEG, .yes = false), HAS(LINK_SPEED, .num = 100),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
		},
	},
	{
		.rule = "SPEED-LIMITED-PARTNER", .name = "silent: the words are made up",
		.base = gigabit,
		.given = {
			HAS(MII_SYNTHETIC, .yes = true), HAS(LINK_SPEED, .num = 100),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
		},
	},
	{
		.rule = "SPEED-LIMITED-PARTNER", .name = "silent: sensed, not offered",
		.base = gigabit,
		.given = {
			HAS(AN_PARALLEL_DETECTION, .yes = true), HAS(LINK_SPEED, .num = 100),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Half"),
		},
	},
	/* Clause 22 words cannot name 2.5 Gb/s and up: the link itself shows that. */
	{
		.rule = "SPEED-LIMITED-PARTNER",
		.name = "silent: the link is faster than those words",
		.base = gigabit,
		.given = {
			HAS(LINK_SPEED, .num = 10000),
			HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_1000 " 10000baseT/Full Autoneg"),
		},
	},
	{
		.rule = "SPEED-LIMITED-PARTNER", .name = "silent: the words name no mode at all",
		.base = gigabit,
		.given = { PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "Autoneg Pause") },
	},

	{
		.rule = "ADVERTISE-LIMITED", .name = "fires: one mode, and no link",
		.given = {
			HAS(LINK_AUTONEG, .yes = true), HAS(LINK_UP, .yes = false),
			HAS(LINK_MODES_SUPPORTED, .text = ALL_TO_1000 " Autoneg TP"),
			HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full Autoneg TP Pause"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "only 100baseT/Full is offered of 5 modes",
		.evidence = { THIS(LINK_MODES_SUPPORTED), THIS(LINK_MODES_ADVERTISED) },
	},
	{
		.rule = "ADVERTISE-LIMITED", .name = "fires: the partner does not negotiate",
		.base = gigabit,
		.given = {
			HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full Autoneg"),
			HAS(AN_PARTNER_ABLE, .yes = false),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.evidence = { THIS(AN_PARTNER_ABLE) },
	},
	{
		.rule = "ADVERTISE-LIMITED", .name = "fires: info, a choice that both ends met",
		.base = gigabit,
		.given = { HAS(LINK_MODES_ADVERTISED, .text = "1000baseT/Full Autoneg") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "1000baseT/Full",
	},
	{
		.rule = "ADVERTISE-LIMITED", .name = "fires: one of two",
		.base = gigabit,
		.given = {
			HAS(LINK_UP, .yes = false),
			HAS(LINK_MODES_SUPPORTED, .text = "10baseT/Half 10baseT/Full Autoneg"),
			HAS(LINK_MODES_ADVERTISED, .text = "10baseT/Full Autoneg"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "of 2 modes",
	},
	{
		.rule = "ADVERTISE-LIMITED", .name = "silent: two modes",
		.base = gigabit,
		.given = {
			HAS(LINK_UP, .yes = false),
			HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Half 100baseT/Full Autoneg"),
		},
	},
	{
		.rule = "ADVERTISE-LIMITED", .name = "silent: the only one it can on this medium",
		.base = gigabit,
		.given = {
			HAS(LINK_UP, .yes = false),
			HAS(LINK_MODES_SUPPORTED, .text = ALL_TO_1000 " 10000baseSR/Full Autoneg"),
			HAS(LINK_MODES_ADVERTISED, .text = "10000baseSR/Full Autoneg"),
		},
	},
	{
		.rule = "ADVERTISE-LIMITED", .name = "silent: forced, so nothing is offered",
		.base = gigabit,
		.given = {
			HAS(LINK_AUTONEG, .yes = false),
			HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full"),
		},
	},
	{
		.rule = "ADVERTISE-LIMITED", .name = "silent: nothing is offered",
		.base = gigabit, .given = { HAS(LINK_MODES_ADVERTISED, .text = "Autoneg") },
	},
	{ .rule = "ADVERTISE-LIMITED", .name = "silent: all is offered", .base = gigabit },
	{
		.rule = "SPEED-LIMITED-LOCAL", .name = "fires: info, a hole in the offer",
		.given = { HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 1000),
			   HAS(LINK_AUTONEG, .yes = true),
			   HAS(LINK_MODES_SUPPORTED, .text = "1000baseT/Full 10000baseT/Full "
							     "2500baseT/Full 5000baseT/Full"),
			   HAS(LINK_MODES_ADVERTISED, .text = "1000baseT/Full 10000baseT/Full") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "this end can 5000",
	},
	{
		.rule = "SPEED-LIMITED-LOCAL", .name = "silent: a speed that is offered in full",
		.given = { HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100),
			   HAS(LINK_AUTONEG, .yes = true),
			   HAS(LINK_MODES_SUPPORTED, .text = "100baseT/Full 1000baseT/Half 1000baseT/Full"),
			   HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full 1000baseT/Full") },
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-speed", .rules = rules_speed, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
