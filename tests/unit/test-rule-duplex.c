// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

/* A half-duplex end that saw nothing wrong. */
static const struct given half[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_DUPLEX, .text = "half"), HAS(LINK_SPEED, .num = 100),
	HAS(LINK_AUTONEG, .yes = true), HAS(COUNTER_LATE_COLLISIONS, .num = 0),
	HAS(COUNTER_COLLISIONS, .num = 300), HAS(TOTAL_LATE_COLLISIONS, .num = 0),
	HAS(COUNTER_CRC, .num = 0), HAS(COUNTER_RUNTS, .num = 0), HAS(COUNTER_ALIGNMENT, .num = 0),
	HAS(RUN_WINDOW, .real = 5), { .side = SIDE_NONE },
};

/* Forced to full duplex, and the partner fell to half. */
static const struct given forced[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_DUPLEX, .text = "full"), HAS(LINK_SPEED, .num = 100),
	HAS(LINK_AUTONEG, .yes = false), HAS(COUNTER_LATE_COLLISIONS, .num = 0),
	HAS(COUNTER_CRC, .num = 40), HAS(COUNTER_RUNTS, .num = 35),
	HAS(COUNTER_ALIGNMENT, .num = 0), HAS(RUN_WINDOW, .real = 5), { .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "HALF-DUPLEX", { THIS(LINK_UP), THIS(LINK_DUPLEX) } },
	{ "DUPLEX-MISMATCH-LIKELY", { THIS(LINK_UP), THIS(LINK_DUPLEX), THIS(LINK_SPEED),
				      THIS(COUNTER_LATE_COLLISIONS) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "HALF-DUPLEX", .name = "fires: half",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(LINK_DUPLEX, .text = "half"),
			HAS(LINK_SPEED, .num = 10), HAS(AN_HCD, .text = "10baseT/Half"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "half duplex",
		.evidence = { THIS(LINK_UP), THIS(LINK_DUPLEX), THIS(LINK_SPEED), THIS(AN_HCD) },
	},
	{ .rule = "HALF-DUPLEX", .name = "silent: full", .base = forced },
	{
		.rule = "HALF-DUPLEX", .name = "silent: no link, the duplex is a rest",
		.base = half, .given = { HAS(LINK_UP, .yes = false) },
	},

	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "fires: late collisions on the half end",
		.given = {
			HAS(LINK_UP, .yes = true), HAS(LINK_DUPLEX, .text = "half"),
			HAS(LINK_SPEED, .num = 100), HAS(COUNTER_LATE_COLLISIONS, .num = 40),
			HAS(AN_PARALLEL_DETECTION, .yes = true), HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .confidence = 0.9,
		.end = END_THIS, .fix_end = END_OTHER, .summary = "40 late collisions",
		.remedy = "at the forced end",
		.evidence = { THIS(LINK_DUPLEX), THIS(LINK_SPEED), THIS(COUNTER_LATE_COLLISIONS),
			      THIS(AN_PARALLEL_DETECTION) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "fires: at 10 Mb/s too",
		.base = half,
		.given = {
			HAS(LINK_SPEED, .num = 10), HAS(COUNTER_LATE_COLLISIONS, .num = 1),
			HAS(TOTAL_LATE_COLLISIONS, .num = 500),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .confidence = 0.9,
		.end = END_THIS, .fix_end = END_OTHER, .summary = "with 1 late",
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "fires: only history, so only a hint",
		.base = half, .given = { HAS(TOTAL_LATE_COLLISIONS, .num = 12) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = 0.5,
		.end = END_THIS, .fix_end = END_OTHER, .summary = "12 late collisions since",
		.evidence = { THIS(TOTAL_LATE_COLLISIONS), THIS(AN_PARALLEL_DETECTION) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "fires: broken frames on the forced end",
		.base = forced,
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .confidence = 0.7,
		.end = END_OTHER, .fix_end = END_THIS, .summary = "40 FCS errors",
		.evidence = { THIS(LINK_AUTONEG), THIS(COUNTER_CRC), THIS(COUNTER_ALIGNMENT),
			      THIS(COUNTER_RUNTS) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY",
		.name = "fires: cut off in a byte, no runts counted",
		.base = forced,
		.given = { LACKS(COUNTER_RUNTS, ABSENT), HAS(COUNTER_ALIGNMENT, .num = 3) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .confidence = 0.7,
		.end = END_OTHER, .fix_end = END_THIS,
	},
	/* Read once, a counter holds all since the driver came up: no rise was seen. */
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "fires: a hint, half end, not watched",
		.base = half,
		.given = {
			HAS(COUNTER_LATE_COLLISIONS, .num = 12),
			HAS(TOTAL_LATE_COLLISIONS, .num = 12),
			LACKS(RUN_WINDOW, ABSENT),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = 0.5,
		.end = END_THIS, .fix_end = END_OTHER,
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "fires: a hint, forced end, not watched",
		.base = forced, .given = { LACKS(RUN_WINDOW, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = 0.5,
		.end = END_OTHER, .fix_end = END_THIS,
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: a hub has collisions, none late",
		.base = half,
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: history not known",
		.base = half, .given = { LACKS(TOTAL_LATE_COLLISIONS, ABSENT) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: fragments, FCS errors not known",
		.base = forced, .given = { LACKS(COUNTER_CRC, ABSENT) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: FCS errors, fragments not known",
		.base = forced,
		.given = { LACKS(COUNTER_RUNTS, ABSENT), LACKS(COUNTER_ALIGNMENT, ABSENT) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: no link at the forced end",
		.base = forced, .given = { HAS(LINK_UP, .yes = false) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: FCS errors without fragments",
		.base = forced, .given = { HAS(COUNTER_RUNTS, .num = 0) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: fragments without FCS errors",
		.base = forced, .given = { HAS(COUNTER_CRC, .num = 0) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: bad frames on a negotiated end",
		.base = forced, .given = { HAS(LINK_AUTONEG, .yes = true) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: negotiation not known",
		.base = forced, .given = { LACKS(LINK_AUTONEG, ABSENT) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY",
		.name = "silent: late collisions at full are no proof",
		.base = forced,
		.given = {
			HAS(COUNTER_CRC, .num = 0), HAS(COUNTER_LATE_COLLISIONS, .num = 9),
			HAS(TOTAL_LATE_COLLISIONS, .num = 9),
		},
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: cannot be at 1000",
		.base = forced, .given = { HAS(LINK_SPEED, .num = 1000) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: no link",
		.base = half,
		.given = { HAS(LINK_UP, .yes = false), HAS(COUNTER_LATE_COLLISIONS, .num = 9) },
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: traffic has shown it",
		.base = half,
		.given = {
			HAS(COUNTER_LATE_COLLISIONS, .num = 9),
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "mismatch"),
		},
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "silent: traffic has shown that there is none",
		.base = half,
		.given = {
			HAS(TOTAL_LATE_COLLISIONS, .num = 9),
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "clean"),
		},
	},
	{
		.rule = "DUPLEX-MISMATCH-LIKELY", .name = "fires: traffic did not decide",
		.base = half,
		.given = {
			HAS(COUNTER_LATE_COLLISIONS, .num = 9),
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "undetermined"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .confidence = 0.9,
		.end = END_THIS, .fix_end = END_OTHER,
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-duplex", .rules = rules_duplex, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
