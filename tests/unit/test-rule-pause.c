// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

/* Pause wanted at both ends and agreed; a quiet gigabit link that was watched. */
static const struct given agreed[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 1000), HAS(LINK_DUPLEX, .text = "full"),
	HAS(PAUSE_FLOW, .text = "both"), HAS(PAUSE_RX, .yes = true), HAS(PAUSE_TX, .yes = true),
	HAS(PAUSE_ADVERTISED, .text = "symmetric"),
	HAS(PAUSE_TX_FRAMES, .num = 0), HAS(PAUSE_RX_FRAMES, .num = 0),
	HAS(COUNTER_TX_FRAMES, .num = 1000), HAS(COUNTER_RX_FRAMES, .num = 1000),
	HAS(COUNTER_HOST_DROPS, .num = 0), HAS(COUNTER_CRC, .num = 0),
	HAS(COUNTER_CARRIER_CHANGES, .num = 0), HAS(EEE_ACTIVE, .yes = true),
	HAS(RUN_WINDOW, .real = 1), { .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "PAUSE-NOT-AGREED", { THIS(PAUSE_FLOW) } },
	{ "PAUSE-ONE-WAY", { THIS(PAUSE_FLOW) } },
	{ "PAUSE-STORM", { THIS(PAUSE_TX_FRAMES), THIS(PAUSE_RX_FRAMES), THIS(LINK_SPEED),
			   THIS(RUN_WINDOW) } },
	{ "EEE-SUSPECT", { THIS(EEE_ACTIVE), THIS(COUNTER_CARRIER_CHANGES), THIS(COUNTER_CRC) } },
	{ "EEE-ACTIVE", { THIS(EEE_ACTIVE) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "PAUSE-NOT-AGREED", .name = "fires: set here, not offered there",
		.given = {
			HAS(PAUSE_FLOW, .text = "none"), HAS(PAUSE_RX, .yes = true),
			HAS(PAUSE_TX, .yes = false), HAS(PAUSE_ADVERTISED, .text = "both"),
			PARTNER_HAS(PAUSE_ADVERTISED, .text = "none"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "not agreed",
		.evidence = { THIS(PAUSE_FLOW), THIS(PAUSE_RX), THIS(PAUSE_TX),
			      THIS(PAUSE_ADVERTISED), OTHER(PAUSE_ADVERTISED) },
	},
	{
		.rule = "PAUSE-NOT-AGREED", .name = "fires: only sending is set",
		.base = agreed,
		.given = { HAS(PAUSE_FLOW, .text = "none"), HAS(PAUSE_RX, .yes = false) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER,
	},
	{
		.rule = "PAUSE-NOT-AGREED", .name = "fires: offered, the setting is not known",
		.given = { HAS(PAUSE_FLOW, .text = "none"), HAS(PAUSE_ADVERTISED, .text = "both") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER,
	},
	{
		.rule = "PAUSE-NOT-AGREED", .name = "fires: warning, the receiver drops",
		.base = agreed,
		.given = { HAS(PAUSE_FLOW, .text = "none"), HAS(COUNTER_HOST_DROPS, .num = 1) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_OTHER,
		.fix_end = END_OTHER, .evidence = { THIS(COUNTER_HOST_DROPS) },
	},
	{
		.rule = "PAUSE-NOT-AGREED",
		.name = "fires: warning, the bus is slower than the port",
		.base = agreed,
		.given = { HAS(PAUSE_FLOW, .text = "none"), HAS(HOST_BUS_RATE, .num = 480) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_OTHER,
		.fix_end = END_OTHER, .evidence = { THIS(HOST_BUS_RATE) },
	},
	{
		.rule = "PAUSE-NOT-AGREED", .name = "fires: info, the bus is as fast as the port",
		.base = agreed,
		.given = { HAS(PAUSE_FLOW, .text = "none"), HAS(HOST_BUS_RATE, .num = 1000) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER,
	},
	/* Not watched, the drops may be of any time since the driver came up. */
	{
		.rule = "PAUSE-NOT-AGREED", .name = "fires: info, drops of long ago",
		.base = agreed,
		.given = {
			HAS(PAUSE_FLOW, .text = "none"), HAS(COUNTER_HOST_DROPS, .num = 7),
			LACKS(RUN_WINDOW, ABSENT),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER,
	},
	{
		.rule = "PAUSE-NOT-AGREED", .name = "silent: half duplex knows no pause",
		.base = agreed,
		.given = { HAS(PAUSE_FLOW, .text = "none"), HAS(LINK_DUPLEX, .text = "half") },
	},
	{
		.rule = "PAUSE-NOT-AGREED", .name = "silent: nobody wants it here",
		.base = agreed,
		.given = {
			HAS(PAUSE_FLOW, .text = "none"), HAS(PAUSE_RX, .yes = false),
			HAS(PAUSE_TX, .yes = false),
		},
	},
	{
		.rule = "PAUSE-NOT-AGREED", .name = "silent: one setting known, and off",
		.given = {
			HAS(PAUSE_FLOW, .text = "none"), HAS(PAUSE_RX, .yes = false),
			HAS(PAUSE_ADVERTISED, .text = "both"),
		},
	},
	{
		.rule = "PAUSE-NOT-AGREED", .name = "silent: not offered, the setting is not known",
		.given = { HAS(PAUSE_FLOW, .text = "none"), HAS(PAUSE_ADVERTISED, .text = "none") },
	},
	{
		.rule = "PAUSE-NOT-AGREED", .name = "silent: nothing known of what is wanted",
		.given = { HAS(PAUSE_FLOW, .text = "none") },
	},
	{ .rule = "PAUSE-NOT-AGREED", .name = "silent: agreed", .base = agreed },

	{
		.rule = "PAUSE-ONE-WAY", .name = "fires: obeys only",
		.given = {
			HAS(PAUSE_FLOW, .text = "rx"),
			PARTNER_HAS(PAUSE_ADVERTISED, .text = "asymmetric"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "obeys, but cannot ask",
		.evidence = { THIS(PAUSE_FLOW), OTHER(PAUSE_ADVERTISED) },
	},
	{
		.rule = "PAUSE-ONE-WAY", .name = "fires: asks only",
		.base = agreed, .given = { HAS(PAUSE_FLOW, .text = "tx") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "may ask",
	},
	{
		.rule = "PAUSE-ONE-WAY", .name = "fires: warning, the receiver drops",
		.base = agreed,
		.given = { HAS(PAUSE_FLOW, .text = "rx"), HAS(COUNTER_HOST_DROPS, .num = 1) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.evidence = { THIS(COUNTER_HOST_DROPS) },
	},
	{ .rule = "PAUSE-ONE-WAY", .name = "silent: both ways", .base = agreed },
	{
		.rule = "PAUSE-ONE-WAY", .name = "silent: no way",
		.base = agreed, .given = { HAS(PAUSE_FLOW, .text = "none") },
	},

	/* One pause frame holds a gigabit port for 33.6 ms: 30 in a second stop it. */
	{
		.rule = "PAUSE-STORM", .name = "fires: the partner stops us",
		.given = {
			HAS(PAUSE_RX_FRAMES, .num = 30), HAS(PAUSE_TX_FRAMES, .num = 0),
			HAS(LINK_SPEED, .num = 1000), HAS(RUN_WINDOW, .real = 1),
			HAS(COUNTER_TX_FRAMES, .num = 29), HAS(COUNTER_RX_FRAMES, .num = 50),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "30 pause frames in 1.0 s came in",
		.evidence = { THIS(PAUSE_RX_FRAMES), THIS(LINK_SPEED), THIS(RUN_WINDOW),
			      THIS(COUNTER_TX_FRAMES) },
	},
	{
		.rule = "PAUSE-STORM", .name = "fires: we stop the partner",
		.base = agreed,
		.given = { HAS(PAUSE_TX_FRAMES, .num = 5000) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_THIS,
		.fix_end = END_THIS, .summary = "sent 5000 pause frames",
	},
	{
		.rule = "PAUSE-STORM", .name = "fires: slower links need fewer",
		.base = agreed,
		.given = {
			HAS(LINK_SPEED, .num = 10), HAS(PAUSE_RX_FRAMES, .num = 1),
			HAS(COUNTER_TX_FRAMES, .num = 0),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_OTHER,
		.fix_end = END_OTHER,
	},
	{
		.rule = "PAUSE-STORM", .name = "silent: too few to hold the port",
		.base = agreed,
		.given = { HAS(PAUSE_RX_FRAMES, .num = 29), HAS(COUNTER_TX_FRAMES, .num = 0) },
	},
	{
		.rule = "PAUSE-STORM", .name = "silent: too few over that time",
		.base = agreed,
		.given = {
			HAS(PAUSE_RX_FRAMES, .num = 290), HAS(COUNTER_TX_FRAMES, .num = 0),
			HAS(RUN_WINDOW, .real = 10),
		},
	},
	{
		.rule = "PAUSE-STORM", .name = "silent: more frames pass out than pauses come in",
		.base = agreed, .given = { HAS(PAUSE_RX_FRAMES, .num = 1000) },
	},
	{
		.rule = "PAUSE-STORM", .name = "silent: more frames come in than pauses go out",
		.base = agreed,
		.given = { HAS(PAUSE_TX_FRAMES, .num = 1000), HAS(COUNTER_TX_FRAMES, .num = 0) },
	},
	{
		.rule = "PAUSE-STORM", .name = "silent: other frames came in, but none went out",
		.base = agreed,
		.given = { HAS(PAUSE_RX_FRAMES, .num = 500), HAS(COUNTER_RX_FRAMES, .num = 0) },
	},
	{
		.rule = "PAUSE-STORM", .name = "not found: how many frames pass is not known",
		.base = agreed,
		.given = { HAS(PAUSE_RX_FRAMES, .num = 5000), LACKS(COUNTER_TX_FRAMES, ABSENT) },
		.never_found = true,
	},
	{
		.rule = "PAUSE-STORM", .name = "silent: no time passed",
		.base = agreed,
		.given = { HAS(PAUSE_RX_FRAMES, .num = 5000), HAS(RUN_WINDOW, .real = 0) },
	},
	{
		.rule = "PAUSE-STORM", .name = "silent: no speed to reckon with",
		.base = agreed,
		.given = { HAS(PAUSE_RX_FRAMES, .num = 5000), HAS(LINK_SPEED, .num = 0) },
	},
	{ .rule = "PAUSE-STORM", .name = "silent: quiet", .base = agreed },

	{
		.rule = "EEE-SUSPECT", .name = "fires: the link flaps",
		.given = {
			HAS(EEE_ACTIVE, .yes = true), HAS(COUNTER_CARRIER_CHANGES, .num = 2),
			HAS(COUNTER_CRC, .num = 0), HAS(EEE_TX_LPI, .yes = true),
			HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "flaps",
		.evidence = { THIS(EEE_ACTIVE), THIS(COUNTER_CARRIER_CHANGES), THIS(COUNTER_CRC),
			      THIS(EEE_TX_LPI) },
	},
	{
		.rule = "EEE-SUSPECT", .name = "fires: the link flaps by the log", .base = agreed,
		.given = { HAS(LOG_FLAPS, .num = 2) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "flaps", .evidence = { THIS(LOG_FLAPS) },
	},
	{
		.rule = "EEE-SUSPECT", .name = "silent: one loss in a day", .base = agreed,
		.given = { HAS(LOG_FLAPS, .num = 1) },
	},
	{
		.rule = "EEE-SUSPECT", .name = "fires: frames are lost",
		.base = agreed, .given = { HAS(COUNTER_CRC, .num = 1) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "loses frames",
	},
	{
		.rule = "EEE-SUSPECT", .name = "silent: one change is no flap",
		.base = agreed, .given = { HAS(COUNTER_CARRIER_CHANGES, .num = 1) },
	},
	{
		.rule = "EEE-SUSPECT", .name = "silent: not active",
		.base = agreed,
		.given = {
			HAS(EEE_ACTIVE, .yes = false), HAS(COUNTER_CARRIER_CHANGES, .num = 4),
			HAS(COUNTER_CRC, .num = 9),
		},
	},
	/* Every port had carrier changes and most had an FCS error since it came up. */
	{
		.rule = "EEE-SUSPECT", .name = "not found: not watched",
		.base = agreed,
		.given = {
			HAS(COUNTER_CARRIER_CHANGES, .num = 4), HAS(COUNTER_CRC, .num = 1),
			LACKS(RUN_WINDOW, ABSENT),
		},
		.never_found = true,
	},
	{ .rule = "EEE-SUSPECT", .name = "silent: active alone", .base = agreed },

	{
		.rule = "EEE-ACTIVE", .name = "fires: agreed",
		.given = { HAS(EEE_ACTIVE, .yes = true), HAS(EEE_TX_LPI, .yes = false) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .summary = "Energy Efficient",
		.evidence = { THIS(EEE_ACTIVE), THIS(EEE_TX_LPI) },
	},
	{
		.rule = "EEE-ACTIVE", .name = "silent: not agreed",
		.given = { HAS(EEE_ACTIVE, .yes = false) },
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-pause", .rules = rules_pause, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
