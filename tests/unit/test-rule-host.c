// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

static const struct rule_needs needs[] = {
	{ "HOST-BUS-NARROW", { THIS(HOST_BUS_RATE), THIS(LINK_SPEED) } },
	{ "HOST-DROPS", { THIS(COUNTER_HOST_DROPS), THIS(COUNTER_RX_FRAMES), THIS(RUN_WINDOW) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "HOST-BUS-NARROW", .name = "fires: 10G port behind 2.5 GT/s x1",
		.given = {
			HAS(HOST_BUS_RATE, .num = 2000), HAS(LINK_SPEED, .num = 10000),
			HAS(HOST_BUS_LIMIT, .text = "0000:00:1c.0, 2.5 GT/s x1"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "about 1800 Mb/s, the link 10000 Mb/s",
		.evidence = { THIS(HOST_BUS_RATE), THIS(LINK_SPEED), THIS(HOST_BUS_LIMIT) },
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "fires: the headers take what is missing",
		.given = { HAS(HOST_BUS_RATE, .num = 1100), HAS(LINK_SPEED, .num = 1000) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "about 990 Mb/s",
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "silent: x1 fills a gigabit port",
		.given = { HAS(HOST_BUS_RATE, .num = 2000), HAS(LINK_SPEED, .num = 1000) },
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "silent: just enough",
		.given = { HAS(HOST_BUS_RATE, .num = 10000), HAS(LINK_SPEED, .num = 9000) },
	},
	{
		.rule = "HOST-DROPS", .name = "fires: the ring overran",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 500), HAS(COUNTER_RX_FRAMES, .num = 99500),
			HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "dropped 500 of 100000 received frames",
	},
	{
		.rule = "HOST-DROPS", .name = "fires: all were dropped",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 3), HAS(COUNTER_RX_FRAMES, .num = 0),
			HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "3 of 3",
	},
	{
		.rule = "HOST-DROPS", .name = "fires: at the threshold",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 1), HAS(COUNTER_RX_FRAMES, .num = 99999),
			HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
	},
	{
		.rule = "HOST-DROPS", .name = "silent: one in a million is no trend",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 1), HAS(COUNTER_RX_FRAMES, .num = 1000000),
			HAS(RUN_WINDOW, .real = 5),
		},
	},
	{
		.rule = "HOST-DROPS", .name = "silent: just below, the dropped one counts as well",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 1), HAS(COUNTER_RX_FRAMES, .num = 100000),
			HAS(RUN_WINDOW, .real = 5),
		},
	},
	{
		.rule = "HOST-DROPS", .name = "silent: none, and no frame",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 0), HAS(COUNTER_RX_FRAMES, .num = 0),
			HAS(RUN_WINDOW, .real = 5),
		},
	},
	{
		.rule = "HOST-DROPS", .name = "fires: pasted totals",
		.given = { HAS(COUNTER_HOST_DROPS, .num = 1228956027),
			   HAS(COUNTER_RX_FRAMES, .num = 176715090074), HAS(RUN_TOTALS, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "dropped 1228956027 of 177944046101",
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-host", .rules = rules_host, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
