// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

#define ALL_TO_100 "10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full"

/* Twisted pair, negotiated, as it should be. */
static const struct given healthy[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100), HAS(LINK_DUPLEX, .text = "full"),
	HAS(LINK_AUTONEG, .yes = true), HAS(LINK_MEDIUM, .text = "base-t"),
	HAS(LINK_MODES_SUPPORTED, .text = ALL_TO_100 " Autoneg"),
	HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
	PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
	PARTNER_HAS(LINK_AUTONEG, .yes = true),
	HAS(AN_COMPLETE, .yes = true), HAS(AN_COMMON, .text = ALL_TO_100),
	HAS(AN_PARALLEL_DETECTION, .yes = false), HAS(AN_PARALLEL_FAULT, .yes = false),
	HAS(AN_REMOTE_FAULT, .yes = false), HAS(AN_JABBER, .yes = false),
	{ .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "NO-COMMON-MODE", { THIS(LINK_UP), THIS(LINK_AUTONEG), THIS(AN_COMMON),
			      OTHER(LINK_MODES_ADVERTISED) } },
	{ "PARALLEL-DETECTION", { THIS(AN_PARALLEL_DETECTION) } },
	{ "AUTONEG-OFF", { THIS(LINK_AUTONEG), THIS(LINK_MEDIUM) } },
	{ "AN-ONE-SIDED", { THIS(LINK_AUTONEG), OTHER(LINK_AUTONEG), THIS(LINK_MEDIUM) } },
	{ "AUTONEG-INCOMPLETE", { THIS(LINK_AUTONEG), THIS(LINK_UP), THIS(AN_COMPLETE) } },
	{ "AN-PARALLEL-FAULT", { THIS(AN_PARALLEL_FAULT) } },
	{ "AN-REMOTE-FAULT", { THIS(AN_REMOTE_FAULT) } },
	{ "AN-JABBER", { THIS(AN_JABBER) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "NO-COMMON-MODE", .name = "fires: 1000 here alone, 100 there",
		.given = {
			HAS(LINK_UP, .yes = false), HAS(LINK_AUTONEG, .yes = true),
			HAS(AN_COMMON, .text = ""),
			HAS(LINK_MODES_ADVERTISED, .text = "1000baseT/Full Autoneg"),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "no mode in common",
		.evidence = { THIS(AN_COMMON), THIS(LINK_MODES_ADVERTISED),
			      OTHER(LINK_MODES_ADVERTISED) },
	},
	{
		.rule = "NO-COMMON-MODE", .name = "silent: the partner's word names no mode",
		.base = healthy,
		.given = {
			HAS(LINK_UP, .yes = false), HAS(AN_COMMON, .text = ""),
			PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "Autoneg Pause"),
		},
	},
	{
		.rule = "NO-COMMON-MODE", .name = "silent: there is a mode in common",
		.base = healthy, .given = { HAS(LINK_UP, .yes = false) },
	},
	{
		.rule = "NO-COMMON-MODE", .name = "silent: the link came up",
		.base = healthy, .given = { HAS(AN_COMMON, .text = "") },
	},
	{
		.rule = "NO-COMMON-MODE", .name = "silent: forced here",
		.base = healthy,
		.given = {
			HAS(LINK_UP, .yes = false), HAS(AN_COMMON, .text = ""),
			HAS(LINK_AUTONEG, .yes = false),
		},
	},
	{ .rule = "NO-COMMON-MODE", .name = "silent: healthy", .base = healthy },

	{
		.rule = "PARALLEL-DETECTION", .name = "fires: speed was sensed",
		.given = {
			HAS(AN_PARALLEL_DETECTION, .yes = true), HAS(AN_PARTNER_ABLE, .yes = false),
			HAS(LINK_DUPLEX, .text = "half"), HAS(MII_WORDS, .text = "1000 782d"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "half duplex is a guess",
		.remedy = "let the partner negotiate",
		.evidence = { THIS(AN_PARALLEL_DETECTION), THIS(LINK_DUPLEX), THIS(AN_PARTNER_ABLE),
			      THIS(MII_WORDS) },
	},
	{ .rule = "PARALLEL-DETECTION", .name = "silent: negotiated", .base = healthy },

	{
		.rule = "AUTONEG-OFF", .name = "fires: forced to 100",
		.given = {
			HAS(LINK_AUTONEG, .yes = false), HAS(LINK_MEDIUM, .text = "base-t"),
			HAS(LINK_SPEED, .num = 100), HAS(LINK_FORCED, .text = "100baseT/Full"),
			HAS(PORT_VIRTUAL, .yes = false),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "falls to half duplex",
		.remedy = "see how the partner is set",
		.evidence = { THIS(LINK_AUTONEG), THIS(LINK_FORCED), THIS(LINK_SPEED) },
	},
	{
		.rule = "AUTONEG-OFF", .name = "fires: no link, so no speed",
		.base = healthy,
		.given = { HAS(LINK_AUTONEG, .yes = false), LACKS(LINK_SPEED, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "falls to half duplex",
	},
	{
		.rule = "AUTONEG-OFF", .name = "fires: at gigabit it is part of the standard",
		.base = healthy,
		.given = { HAS(LINK_AUTONEG, .yes = false), HAS(LINK_SPEED, .num = 1000) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "at 1000 Mb/s",
		.remedy = "at both ends",
		.evidence = { THIS(LINK_SPEED), THIS(LINK_FORCED) },
	},
	{
		.rule = "AUTONEG-OFF", .name = "silent: optics are often forced",
		.base = healthy,
		.given = {
			HAS(LINK_AUTONEG, .yes = false), HAS(LINK_MEDIUM, .text = "optics"),
			HAS(LINK_SPEED, .num = 10000),
		},
	},
	{
		.rule = "AUTONEG-OFF", .name = "silent: a forced cable of its own ends",
		.base = healthy,
		.given = {
			HAS(LINK_AUTONEG, .yes = false), HAS(LINK_MEDIUM, .text = "backplane"),
			HAS(LINK_SPEED, .num = 25000),
		},
	},
	{
		.rule = "AUTONEG-OFF", .name = "silent: virtual port",
		.base = healthy,
		.given = { HAS(LINK_AUTONEG, .yes = false), HAS(PORT_VIRTUAL, .yes = true) },
	},
	{
		.rule = "AUTONEG-OFF", .name = "silent: the port cannot negotiate",
		.base = healthy,
		.given = {
			HAS(LINK_AUTONEG, .yes = false),
			HAS(LINK_MODES_SUPPORTED, .text = "10baseT/Half 10baseT/Full"),
		},
	},
	{ .rule = "AUTONEG-OFF", .name = "silent: on", .base = healthy },

	{
		.rule = "AN-ONE-SIDED", .name = "fires: the partner is forced, 1000BASE-X",
		.given = {
			HAS(LINK_AUTONEG, .yes = true), PARTNER_HAS(LINK_AUTONEG, .yes = false),
			HAS(LINK_MEDIUM, .text = "base-x"), HAS(LINK_UP, .yes = false),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "the other is forced",
		.evidence = { THIS(LINK_AUTONEG), OTHER(LINK_AUTONEG), THIS(LINK_UP) },
	},
	{
		.rule = "AN-ONE-SIDED", .name = "fires: this end is forced, backplane",
		.base = healthy,
		.given = {
			HAS(LINK_AUTONEG, .yes = false), HAS(LINK_MEDIUM, .text = "backplane"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_THIS,
		.fix_end = END_THIS,
	},
	{
		.rule = "AN-ONE-SIDED", .name = "silent: both negotiate",
		.base = healthy, .given = { HAS(LINK_MEDIUM, .text = "base-x") },
	},
	{
		.rule = "AN-ONE-SIDED", .name = "silent: both are forced",
		.base = healthy,
		.given = {
			HAS(LINK_MEDIUM, .text = "base-x"), HAS(LINK_AUTONEG, .yes = false),
			PARTNER_HAS(LINK_AUTONEG, .yes = false),
		},
	},
	{
		.rule = "AN-ONE-SIDED", .name = "silent: twisted pair senses the partner",
		.base = healthy, .given = { PARTNER_HAS(LINK_AUTONEG, .yes = false) },
	},
	{
		.rule = "AN-ONE-SIDED", .name = "silent: optics above 1000BASE-X do not negotiate",
		.base = healthy,
		.given = {
			HAS(LINK_MEDIUM, .text = "optics"), PARTNER_HAS(LINK_AUTONEG, .yes = false),
		},
	},

	{
		.rule = "AUTONEG-INCOMPLETE", .name = "fires: up and not complete",
		.given = {
			HAS(LINK_AUTONEG, .yes = true), HAS(LINK_UP, .yes = true),
			HAS(AN_COMPLETE, .yes = false), HAS(MII_WORDS, .text = "1000 780d"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "did not complete",
		.evidence = { THIS(AN_COMPLETE), THIS(AN_PARTNER_ABLE), THIS(MII_WORDS) },
	},
	{
		.rule = "AUTONEG-INCOMPLETE", .name = "silent: without link it cannot be",
		.base = healthy,
		.given = { HAS(LINK_UP, .yes = false), HAS(AN_COMPLETE, .yes = false) },
	},
	{
		.rule = "AUTONEG-INCOMPLETE", .name = "silent: forced",
		.base = healthy,
		.given = { HAS(LINK_AUTONEG, .yes = false), HAS(AN_COMPLETE, .yes = false) },
	},
	{ .rule = "AUTONEG-INCOMPLETE", .name = "silent: complete", .base = healthy },

	{
		.rule = "AN-PARALLEL-FAULT", .name = "fires: more than one technology",
		.given = { HAS(AN_PARALLEL_FAULT, .yes = true), HAS(MII_ANER_FIRST, .num = 0x10) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_OTHER, .summary = "parallel detection failed",
		.evidence = { THIS(AN_PARALLEL_FAULT), THIS(MII_ANER_FIRST) },
	},
	{ .rule = "AN-PARALLEL-FAULT", .name = "silent: healthy", .base = healthy },
	/* The first reading had the bit, the second, which is judged, did not. */
	{
		.rule = "AN-PARALLEL-FAULT", .name = "silent: history in the latch",
		.base = healthy, .given = { HAS(MII_ANER_FIRST, .num = 0x10) },
	},

	{
		.rule = "AN-REMOTE-FAULT", .name = "fires: the partner signals it",
		.given = { HAS(AN_REMOTE_FAULT, .yes = true), HAS(MII_WORDS, .text = "1000 783d") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_OTHER,
		.fix_end = END_UNKNOWN, .summary = "signals a fault",
		.remedy = "partner's receive side",
		.evidence = { THIS(AN_REMOTE_FAULT), THIS(MII_WORDS) },
	},
	{ .rule = "AN-REMOTE-FAULT", .name = "silent: healthy", .base = healthy },

	{
		.rule = "AN-JABBER", .name = "fires: this end sent too long",
		.given = { HAS(AN_JABBER, .yes = true), HAS(MII_WORDS, .text = "1000 782f") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "jabber",
		.evidence = { THIS(AN_JABBER), THIS(MII_WORDS) },
	},
	{ .rule = "AN-JABBER", .name = "silent: healthy", .base = healthy },
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-autoneg", .rules = rules_autoneg, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
