// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

static const struct given cut[] = {
	PATH_HAS(TIMING_MODE, .text = "cut-through"), PATH_HAS(TIMING_STAGES, .num = 0),
	PATH_HAS(TIMING_K, .real = 0.01), PATH_HAS(TIMING_K_LOW, .real = -0.03),
	PATH_HAS(TIMING_K_HIGH, .real = 0.05), PATH_HAS(TIMING_BOUND, .yes = false),
	PATH_HAS(TIMING_STAMPS, .text = "software"), { .side = SIDE_NONE },
};

static const struct given stored[] = {
	PATH_HAS(TIMING_MODE, .text = "store-and-forward"), PATH_HAS(TIMING_STAGES, .num = 1),
	PATH_HAS(TIMING_K, .real = 1.01), PATH_HAS(TIMING_K_LOW, .real = 0.97),
	PATH_HAS(TIMING_K_HIGH, .real = 1.05), { .side = SIDE_NONE },
};

static const struct given above[] = {
	PATH_HAS(TIMING_MODE, .text = "cut-through-above"), PATH_HAS(TIMING_STAGES, .num = 0),
	PATH_HAS(TIMING_K, .real = 0.0), PATH_HAS(TIMING_THRESHOLD, .real = 560.4),
	{ .side = SIDE_NONE },
};

static const struct given unsure[] = {
	PATH_HAS(TIMING_MODE, .text = "undetermined"),
	PATH_HAS(TIMING_REASON, .text = "no-calibration"),
	PATH_HAS(TIMING_SETTLE, .text = "measure the direct cable first\nadd jumbo frames"),
	{ .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "SWITCH-CUT-THROUGH", { PATH(TIMING_MODE), PATH(TIMING_STAGES) } },
	{ "SWITCH-STORE-AND-FORWARD", { PATH(TIMING_MODE), PATH(TIMING_STAGES) } },
	{ "SWITCH-CUT-THROUGH-ABOVE", { PATH(TIMING_MODE), PATH(TIMING_STAGES) } },
	{ "TIMING-UNDETERMINED", { PATH(TIMING_MODE) } },
};

#define CITES_K PATH(TIMING_K), PATH(TIMING_K_LOW), PATH(TIMING_K_HIGH)

#define BECAUSE(why, advice) { \
	.rule = "TIMING-UNDETERMINED", .name = "fires: " why, .base = unsure, \
	.given = { PATH_HAS(TIMING_REASON, .text = why) }, .outcome = OUTCOME_FOUND, \
	.severity = SEV_UNKNOWN, .summary = why, .remedy = advice, \
}

static const struct rule_case cases[] = {
	{
		.rule = "SWITCH-CUT-THROUGH", .name = "fires: flat", .base = cut,
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "k = 0.01", .evidence = { CITES_K },
	},
	{
		.rule = "SWITCH-CUT-THROUGH", .name = "fires: by a bound", .base = cut,
		.given = { PATH_HAS(TIMING_BOUND, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "below 0.05",
	},
	{ .rule = "SWITCH-CUT-THROUGH", .name = "silent: stored", .base = stored },
	{ .rule = "SWITCH-CUT-THROUGH", .name = "silent: above a threshold only", .base = above },
	{
		.rule = "SWITCH-CUT-THROUGH", .name = "no data: undetermined", .base = unsure,
		.outcome = OUTCOME_NO_DATA, .evidence = { PATH(TIMING_STAGES) },
	},

	{
		.rule = "SWITCH-STORE-AND-FORWARD", .name = "fires: one stage", .base = stored,
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "k = 1.01", .evidence = { CITES_K },
	},
	{
		.rule = "SWITCH-STORE-AND-FORWARD", .name = "fires: two stages", .base = stored,
		.given = { PATH_HAS(TIMING_STAGES, .num = 2), PATH_HAS(TIMING_K, .real = 2.02) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "2 store-and-forward stages",
	},
	{
		.rule = "SWITCH-STORE-AND-FORWARD", .name = "fires: towards a faster port",
		.base = stored, .given = { PATH_HAS(TIMING_RATE_MATCHED, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "rate-matched",
	},
	{ .rule = "SWITCH-STORE-AND-FORWARD", .name = "silent: cut-through", .base = cut },

	{
		.rule = "SWITCH-CUT-THROUGH-ABOVE", .name = "fires: 560 bytes", .base = above,
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_OTHER,
		.fix_end = END_OTHER, .summary = "above 560 bytes",
		.evidence = { PATH(TIMING_THRESHOLD) },
	},
	{ .rule = "SWITCH-CUT-THROUGH-ABOVE", .name = "silent: cut-through", .base = cut },
	{ .rule = "SWITCH-CUT-THROUGH-ABOVE", .name = "silent: stored", .base = stored },

	{
		.rule = "TIMING-UNDETERMINED", .name = "fires: no direct cable", .base = unsure,
		.outcome = OUTCOME_FOUND, .severity = SEV_UNKNOWN,
		.summary = "decide: no-calibration",
		.remedy = "--direct FILE",
		.evidence = { PATH(TIMING_REASON), PATH(TIMING_SETTLE) },
	},
	{
		.rule = "TIMING-UNDETERMINED", .name = "fires: a reason that is not known here",
		.base = unsure, .given = { PATH_HAS(TIMING_REASON, .text = "full-moon") },
		.outcome = OUTCOME_FOUND, .severity = SEV_UNKNOWN, .summary = "full-moon",
		.remedy = "--plot",
	},
	{
		.rule = "TIMING-UNDETERMINED", .name = "fires: of less weight beside a traffic test",
		.base = unsure, .given = { PATH_HAS(STREAM_TCP_STATE, .text = "valid") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO,
	},
	BECAUSE("no-points", "in one VLAN"),
	BECAUSE("too-few-probes", "--duration"),
	BECAUSE("too-few-sizes", "three or more frame sizes"),
	BECAUSE("sizes-too-near", "from 64 to 1518"),
	BECAUSE("interval-too-wide", "--duration"),
	BECAUSE("between-modes", "--plot"),
	BECAUSE("impossible", "direct cable again"),
	BECAUSE("non-linear", "--plot"),
	BECAUSE("loss", "without other traffic"),
	BECAUSE("pause", "ethtool -A"),
	BECAUSE("speed-mismatch", "speed N"),
	BECAUSE("settings-differ", "the same settings"),
	BECAUSE("flooding", "learn the receiver"),
	BECAUSE("eee", "--set-eee"),
	BECAUSE("load", "nothing else"),
	BECAUSE("clock", "one clock"),
	{ .rule = "TIMING-UNDETERMINED", .name = "silent: cut-through", .base = cut },
	{ .rule = "TIMING-UNDETERMINED", .name = "silent: stored", .base = stored },
	{
		.rule = "TIMING-UNDETERMINED", .name = "no data: no reason is told",
		.given = { PATH_HAS(TIMING_MODE, .text = "undetermined") },
		.outcome = OUTCOME_NO_DATA, .evidence = { PATH(TIMING_REASON) },
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-timing", .rules = rules_timing, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
