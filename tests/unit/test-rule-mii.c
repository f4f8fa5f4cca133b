// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

/* A gigabit link whose receivers are well. */
static const struct given gigabit[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 1000), HAS(LINK_DUPLEX, .text = "full"),
	HAS(MII_WORDS, .text = "1140 796d"), HAS(MII_SYNTHETIC, .yes = false),
	HAS(MII_PARTNER_STALE, .yes = false), HAS(MII_LINK_DROPPED, .yes = false),
	HAS(MS_FAULT, .yes = false), HAS(MS_IDLE_ERRORS, .num = 0),
	HAS(MS_LOCAL_RX_OK, .yes = true), HAS(MS_REMOTE_RX_OK, .yes = true),
	HAS(COUNTER_CRC, .num = 0), HAS(COUNTER_CARRIER_CHANGES, .num = 0),
	HAS(RUN_WINDOW, .real = 5), { .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "SOURCES-DISAGREE", { THIS(LINK_SPEED), THIS(MII_WORDS) } },
	{ "MII-SYNTHETIC", { THIS(MII_SYNTHETIC) } },
	{ "MII-PARTNER-STALE", { THIS(MII_PARTNER_STALE) } },
	{ "MS-FAULT", { THIS(MS_FAULT) } },
	{ "RECEIVER-MARGINAL", { THIS(LINK_UP) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "SOURCES-DISAGREE", .name = "fires: another speed in the registers",
		.given = {
			HAS(LINK_SPEED, .num = 1000), HAS(MII_WORDS, .text = "2100 796d"),
			ALSO(LINK_SPEED, .num = 100), HAS(LINK_FORCED, .text = "100baseT/Full"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "link.speed: 1000 Mb/s by netlink, 100 Mb/s by mii",
		.evidence = { THIS(LINK_SPEED), THIS(MII_WORDS), THIS(LINK_FORCED) },
	},
	{
		.rule = "SOURCES-DISAGREE", .name = "fires: another duplex in the registers",
		.base = gigabit, .given = { ALSO(LINK_DUPLEX, .text = "half") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "link.duplex: full by netlink, half by mii",
		.evidence = { THIS(LINK_DUPLEX), THIS(MII_WORDS), THIS(LINK_FORCED) },
	},
	{
		.rule = "SOURCES-DISAGREE", .name = "silent: both say the same",
		.base = gigabit,
		.given = { ALSO(LINK_SPEED, .num = 1000), ALSO(LINK_DUPLEX, .text = "full") },
	},
	{
		.rule = "SOURCES-DISAGREE", .name = "silent: they differ in something else",
		.base = gigabit, .given = { ALSO(LINK_UP, .yes = false) },
	},

	{
		.rule = "MII-SYNTHETIC", .name = "fires: with the reason",
		.given = {
			HAS(MII_SYNTHETIC, .yes = true), HAS(MII_PHY_ADDR, .num = 32),
			HAS(MII_SYNTHETIC_WHY, .text = "address above 31"),
			HAS(MII_PHY_ID, .text = "0x00000000"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "address above 31",
		.evidence = { THIS(MII_SYNTHETIC), THIS(MII_PHY_ADDR), THIS(MII_PHY_ID) },
	},
	{
		.rule = "MII-SYNTHETIC", .name = "fires: without a reason",
		.given = { HAS(MII_SYNTHETIC, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "see evidence",
	},
	{ .rule = "MII-SYNTHETIC", .name = "silent: a PHY answered", .base = gigabit },

	{
		.rule = "MII-PARTNER-STALE", .name = "fires: words of an earlier link",
		.given = {
			HAS(MII_PARTNER_STALE, .yes = true), HAS(LINK_UP, .yes = false),
			HAS(LINK_AUTONEG, .yes = false),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "left over",
		.evidence = { THIS(MII_PARTNER_STALE), THIS(LINK_UP), THIS(LINK_AUTONEG) },
	},
	{ .rule = "MII-PARTNER-STALE", .name = "silent: words of this link", .base = gigabit },

	{
		.rule = "MS-FAULT", .name = "fires: and there is no link",
		.given = {
			HAS(MS_FAULT, .yes = true), HAS(LINK_UP, .yes = false),
			HAS(MS_CONFIG, .text = "forced-master"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "master/slave",
		.evidence = { THIS(MS_FAULT), THIS(MS_CONFIG), THIS(LINK_UP), THIS(LINK_SPEED) },
	},
	{
		.rule = "MS-FAULT", .name = "fires: the link fell back to 100",
		.base = gigabit,
		.given = { HAS(MS_FAULT, .yes = true), HAS(LINK_SPEED, .num = 100) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
	},
	{
		.rule = "MS-FAULT", .name = "fires: info, a gigabit link came after all",
		.base = gigabit, .given = { HAS(MS_FAULT, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
	},
	{
		.rule = "MS-FAULT", .name = "fires: critical at 1000 left over from before",
		.base = gigabit,
		.given = { HAS(MS_FAULT, .yes = true), HAS(LINK_UP, .yes = false) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
	},
	{
		.rule = "MS-FAULT", .name = "fires: warning, whether there is a link is not known",
		.base = gigabit, .given = { HAS(MS_FAULT, .yes = true), LACKS(LINK_UP, UNREAD) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
	},
	{
		.rule = "MS-FAULT", .name = "fires: warning, up and the speed not known",
		.base = gigabit, .given = { HAS(MS_FAULT, .yes = true), LACKS(LINK_SPEED, DENIED) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
	},
	{ .rule = "MS-FAULT", .name = "silent: resolved", .base = gigabit },

	{
		.rule = "RECEIVER-MARGINAL", .name = "fires: idle errors and a receiver not well",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(MS_IDLE_ERRORS, .num = 1),
			HAS(MS_LOCAL_RX_OK, .yes = false),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .fix_end = END_UNKNOWN,
		.summary = "1 idle errors, receivers bad here, well at the partner",
		.evidence = { THIS(MS_IDLE_ERRORS), THIS(MS_LOCAL_RX_OK), THIS(MS_REMOTE_RX_OK) },
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "fires: the partner's receiver",
		.base = gigabit,
		.given = { HAS(MS_IDLE_ERRORS, .num = 3), HAS(MS_REMOTE_RX_OK, .yes = false) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_OTHER,
		.fix_end = END_UNKNOWN, .summary = "well here, bad at the partner",
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "fires: both receivers",
		.base = gigabit,
		.given = {
			HAS(MS_IDLE_ERRORS, .num = 255), HAS(MS_LOCAL_RX_OK, .yes = false),
			HAS(MS_REMOTE_RX_OK, .yes = false),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_THIS,
		.fix_end = END_UNKNOWN,
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "fires: idle errors and FCS errors",
		.base = gigabit,
		.given = { HAS(MS_IDLE_ERRORS, .num = 9), HAS(COUNTER_CRC, .num = 1) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .fix_end = END_UNKNOWN,
		.evidence = { THIS(COUNTER_CRC) },
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "fires: idle errors and carrier changes",
		.base = gigabit,
		.given = { HAS(MS_IDLE_ERRORS, .num = 9), HAS(COUNTER_CARRIER_CHANGES, .num = 1) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .fix_end = END_UNKNOWN,
		.evidence = { THIS(COUNTER_CARRIER_CHANGES) },
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "fires: a receiver and a link that was lost",
		.base = gigabit,
		.given = { HAS(MS_LOCAL_RX_OK, .yes = false), HAS(MII_LINK_DROPPED, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .fix_end = END_UNKNOWN,
		.evidence = { THIS(MII_LINK_DROPPED) },
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "fires: the partner's receiver and FCS errors",
		.base = gigabit,
		.given = { HAS(MS_REMOTE_RX_OK, .yes = false), HAS(COUNTER_CRC, .num = 1) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_OTHER,
		.fix_end = END_UNKNOWN,
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "silent: idle errors alone",
		.base = gigabit, .given = { HAS(MS_IDLE_ERRORS, .num = 9) },
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "silent: idle errors, trouble not known",
		.base = gigabit,
		.given = {
			HAS(MS_IDLE_ERRORS, .num = 9), LACKS(COUNTER_CRC, ABSENT),
			LACKS(COUNTER_CARRIER_CHANGES, ABSENT),
		},
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "silent: a receiver alone",
		.base = gigabit, .given = { HAS(MS_LOCAL_RX_OK, .yes = false) },
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "silent: FCS errors with good receivers",
		.base = gigabit, .given = { HAS(COUNTER_CRC, .num = 50) },
	},
	/* Read once, the count is all since the driver came up, the first link included. */
	{
		.rule = "RECEIVER-MARGINAL", .name = "not found: not watched, so no drop was seen",
		.base = gigabit,
		.given = {
			HAS(MS_IDLE_ERRORS, .num = 9), HAS(COUNTER_CARRIER_CHANGES, .num = 1),
			LACKS(RUN_WINDOW, ABSENT),
		},
		.never_found = true,
	},
	{ .rule = "RECEIVER-MARGINAL", .name = "silent: all well", .base = gigabit },
	{
		.rule = "RECEIVER-MARGINAL", .name = "fires: 10GBASE-T without margin",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 10000),
			HAS(MII_SNR_MARGIN, .real = -0.3),
			HAS(MII_SNR_PAIRS, .text = "A: 4.0 dB\nB: -0.3 dB\nC: 4.1 dB\nD: 3.9 dB"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_THIS,
		.fix_end = END_UNKNOWN, .summary = "-0.3 dB of signal to spare on its worst pair",
		.evidence = { THIS(LINK_UP), THIS(MII_SNR_MARGIN), THIS(MII_SNR_PAIRS) },
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "silent: 10GBASE-T with margin",
		.given = { HAS(LINK_UP, .yes = true), HAS(MII_SNR_MARGIN, .real = 3.1) },
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "silent: a small margin is one",
		.given = { HAS(LINK_UP, .yes = true), HAS(MII_SNR_MARGIN, .real = 0.5) },
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "no data: no receiver tells anything",
		.given = { HAS(LINK_UP, .yes = true), LACKS(MS_IDLE_ERRORS, ABSENT) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(MS_IDLE_ERRORS) },
	},
	{
		.rule = "RECEIVER-MARGINAL", .name = "no data: a margin without link is none",
		.given = { HAS(LINK_UP, .yes = false), HAS(MII_SNR_MARGIN, .real = -12.7) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(LINK_UP) },
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-mii", .rules = rules_mii, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
