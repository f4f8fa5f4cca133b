// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

/* All four pairs were judged, and are well. */
static const struct given good[] = {
	HAS(CABLE_PAIRS, .text = "A: ok\nB: ok\nC: ok\nD: ok"), HAS(CABLE_PAIRS_OK, .num = 4),
	HAS(CABLE_PAIRS_FAULTY, .num = 0), HAS(CABLE_PAIRS_UNDECIDED, .num = 0),
	{ .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "CABLE-FAULT", { THIS(CABLE_PAIRS_FAULTY) } },
	{ "CABLE-UNDETERMINED", { THIS(CABLE_PAIRS_UNDECIDED), THIS(CABLE_PAIRS_FAULTY) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "CABLE-FAULT", .name = "fires: each pair with its fault and distance",
		.base = good,
		.given = {
			HAS(CABLE_PAIRS_FAULTY, .num = 2), HAS(CABLE_PAIRS_OK, .num = 2),
			HAS(CABLE_FAULTS, .text = "B: open at 12.34 m\nC: short within the pair"),
			HAS(CABLE_FAULT_DISTANCE, .real = 12.34), HAS(CABLE_SOURCE, .text = "tdr"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.end = END_UNKNOWN, .fix_end = END_UNKNOWN,
		.summary = "pair B: open at 12.34 m; C: short within the pair",
		.remedy = "plugged in",
		.evidence = { THIS(CABLE_PAIRS_FAULTY), THIS(CABLE_PAIRS), THIS(CABLE_FAULT_DISTANCE),
			      THIS(CABLE_SOURCE) },
	},
	{
		.rule = "CABLE-FAULT", .name = "fires: without a distance",
		.given = { HAS(CABLE_PAIRS_FAULTY, .num = 1) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.end = END_UNKNOWN, .fix_end = END_UNKNOWN, .summary = "see evidence",
	},
	{ .rule = "CABLE-FAULT", .name = "silent: every pair is well", .base = good },
	{
		.rule = "CABLE-FAULT", .name = "silent: undecided is no fault", .base = good,
		.given = { HAS(CABLE_PAIRS_UNDECIDED, .num = 4), HAS(CABLE_PAIRS_OK, .num = 0) },
	},

	{
		.rule = "CABLE-UNDETERMINED", .name = "fires: pairs without a result", .base = good,
		.given = { HAS(CABLE_PAIRS_UNDECIDED, .num = 2), HAS(CABLE_PAIRS_OK, .num = 2) },
		.outcome = OUTCOME_FOUND, .severity = SEV_UNKNOWN,
		.end = END_UNKNOWN, .fix_end = END_UNKNOWN, .summary = "could not judge 2 pairs",
		.remedy = "far port off", .evidence = { THIS(CABLE_PAIRS) },
	},
	{
		.rule = "CABLE-UNDETERMINED", .name = "fires: one pair", .base = good,
		.given = { HAS(CABLE_PAIRS_UNDECIDED, .num = 1), HAS(CABLE_PAIRS_OK, .num = 3) },
		.outcome = OUTCOME_FOUND, .severity = SEV_UNKNOWN,
		.end = END_UNKNOWN, .fix_end = END_UNKNOWN, .summary = "could not judge 1 pair",
	},
	{ .rule = "CABLE-UNDETERMINED", .name = "silent: every pair is well", .base = good },
	{
		.rule = "CABLE-UNDETERMINED", .name = "silent: another pair has a fault",
		.base = good,
		.given = { HAS(CABLE_PAIRS_UNDECIDED, .num = 1), HAS(CABLE_PAIRS_FAULTY, .num = 1) },
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-cable", .rules = rules_cable, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
