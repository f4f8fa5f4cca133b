// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

/* A million frames each way in 10 s, and nothing wrong. */
static const struct given clean[] = {
	HAS(COUNTER_RX_FRAMES, .num = 1000000), HAS(COUNTER_TX_FRAMES, .num = 1000000),
	HAS(RUN_WINDOW, .real = 10), HAS(COUNTER_CRC, .num = 0), HAS(COUNTER_ALIGNMENT, .num = 0),
	HAS(COUNTER_RUNTS, .num = 0), HAS(COUNTER_LENGTH, .num = 0), HAS(COUNTER_SYMBOL, .num = 0),
	HAS(COUNTER_CARRIER, .num = 0), HAS(COUNTER_COLLISIONS, .num = 0),
	HAS(COUNTER_LATE_COLLISIONS, .num = 0), HAS(LINK_DUPLEX, .text = "half"),
	{ .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "ERRORS-CRC", { THIS(COUNTER_CRC), THIS(COUNTER_RX_FRAMES), THIS(RUN_WINDOW) } },
	{ "ERRORS-ALIGNMENT", { THIS(COUNTER_ALIGNMENT), THIS(COUNTER_RX_FRAMES),
				THIS(RUN_WINDOW) } },
	{ "ERRORS-RUNT", { THIS(COUNTER_RUNTS), THIS(COUNTER_RX_FRAMES), THIS(RUN_WINDOW) } },
	{ "ERRORS-LENGTH", { THIS(COUNTER_LENGTH), THIS(COUNTER_RX_FRAMES), THIS(RUN_WINDOW) } },
	{ "ERRORS-SYMBOL", { THIS(COUNTER_SYMBOL), THIS(COUNTER_RX_FRAMES), THIS(RUN_WINDOW) } },
	{ "ERRORS-CARRIER", { THIS(COUNTER_CARRIER), THIS(COUNTER_TX_FRAMES), THIS(RUN_WINDOW) } },
	{ "ERRORS-LATE-COLLISION", { THIS(COUNTER_LATE_COLLISIONS), THIS(COUNTER_TX_FRAMES),
				     THIS(RUN_WINDOW) } },
	{ "PARTNER-ERRORS", { OTHER(COUNTER_CRC), OTHER(COUNTER_RX_FRAMES), OTHER(RUN_WINDOW) } },
	{ "ERRORS-UNDER-LOAD", { THIS(STREAM_FCS_ALONE), PATH(STREAM_FRAMES) } },
	{ "COLLISIONS-NORMAL", { THIS(COUNTER_COLLISIONS), THIS(COUNTER_LATE_COLLISIONS),
				 THIS(LINK_DUPLEX), THIS(RUN_WINDOW) } },
};

/* The ratio's thresholds, for each counter: 1e-6 warns, 1e-3 with 10 errors is critical. */
#define RATIO_ROWS(id, counter, frames, ends) \
	{ \
		.rule = id, .name = "fires: two in a million", \
		.given = { HAS(counter, .num = 2), HAS(frames, .num = 1000000), \
			   HAS(RUN_WINDOW, .real = 10) }, \
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = ends, .fix_end = ends, \
		.summary = "in 10.0 s, among 1000000 frames", \
		.evidence = { THIS(counter), THIS(frames), THIS(RUN_WINDOW) }, \
	}, \
	{ \
		.rule = id, .name = "fires: critical, one in a thousand", \
		.base = clean, .given = { HAS(counter, .num = 10), HAS(frames, .num = 9990) }, \
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = ends, .fix_end = ends, \
	}, \
	{ \
		.rule = id, .name = "fires: warning, just below one in a thousand", \
		.base = clean, .given = { HAS(counter, .num = 10), HAS(frames, .num = 9991) }, \
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = ends, .fix_end = ends, \
	}, \
	{ \
		.rule = id, .name = "fires: warning, a few among few are chance", \
		.base = clean, .given = { HAS(counter, .num = 9), HAS(frames, .num = 0) }, \
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = ends, .fix_end = ends, \
	}, \
	{ \
		.rule = id, .name = "fires: at the threshold", \
		.base = clean, .given = { HAS(counter, .num = 1), HAS(frames, .num = 999999) }, \
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = ends, .fix_end = ends, \
	}, \
	{ \
		.rule = id, .name = "silent: one in two million", \
		.base = clean, .given = { HAS(counter, .num = 1), HAS(frames, .num = 2000000) }, \
	}, \
	{ .rule = id, .name = "silent: none", .base = clean }, \
	{ \
		.rule = id, .name = "silent: none, and no frame", \
		.base = clean, .given = { HAS(frames, .num = 0) }, \
	}

static const struct rule_case cases[] = {
	RATIO_ROWS("ERRORS-CRC", COUNTER_CRC, COUNTER_RX_FRAMES, END_UNKNOWN),
	RATIO_ROWS("ERRORS-ALIGNMENT", COUNTER_ALIGNMENT, COUNTER_RX_FRAMES, END_UNKNOWN),
	RATIO_ROWS("ERRORS-RUNT", COUNTER_RUNTS, COUNTER_RX_FRAMES, END_THIS),
	RATIO_ROWS("ERRORS-LENGTH", COUNTER_LENGTH, COUNTER_RX_FRAMES, END_THIS),
	RATIO_ROWS("ERRORS-SYMBOL", COUNTER_SYMBOL, COUNTER_RX_FRAMES, END_THIS),
	RATIO_ROWS("ERRORS-CARRIER", COUNTER_CARRIER, COUNTER_TX_FRAMES, END_THIS),
	{
		.rule = "ERRORS-CRC", .name = "fires: what tells this cable from another is cited",
		.base = clean,
		.given = { HAS(COUNTER_CRC, .num = 50), LACKS(COUNTER_FEC_UNCORRECTABLE, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "50 FCS errors", .remedy = "another port",
		.evidence = { THIS(COUNTER_CRC), THIS(COUNTER_ALIGNMENT), THIS(COUNTER_SYMBOL),
			      THIS(COUNTER_FEC_UNCORRECTABLE) },
	},
	{
		.rule = "ERRORS-CRC", .name = "fires: without symbol errors they may come from elsewhere",
		.base = clean, .given = { HAS(COUNTER_CRC, .num = 50) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "through a cut-through switch from elsewhere",
	},
	{
		.rule = "ERRORS-CRC", .name = "fires: with symbol errors it is this cable",
		.base = clean, .given = { HAS(COUNTER_CRC, .num = 50), HAS(COUNTER_SYMBOL, .num = 3) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "made on this cable",
	},
	{
		.rule = "ERRORS-CRC", .name = "fires: where nobody counts symbol errors, both may be",
		.given = { HAS(COUNTER_CRC, .num = 50), HAS(COUNTER_RX_FRAMES, .num = 1000000),
			   HAS(RUN_WINDOW, .real = 10), LACKS(COUNTER_SYMBOL, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "on this cable or from beyond",
	},
	{
		.rule = "ERRORS-CARRIER", .name = "fires: info, the link itself was lost",
		.base = clean,
		.given = { HAS(COUNTER_CARRIER, .num = 50), HAS(COUNTER_CARRIER_CHANGES, .num = 2) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO,
		.evidence = { THIS(COUNTER_CARRIER_CHANGES) },
	},
	{
		.rule = "ERRORS-ALIGNMENT", .name = "fires: with FCS errors beside it",
		.base = clean, .given = { HAS(COUNTER_ALIGNMENT, .num = 50) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "50 alignment errors",
		.evidence = { THIS(COUNTER_CRC) },
	},
	{
		.rule = "ERRORS-CRC", .name = "silent: frames that were sent do not count",
		.base = clean,
		.given = {
			HAS(COUNTER_CRC, .num = 1), HAS(COUNTER_RX_FRAMES, .num = 2000000),
			HAS(COUNTER_TX_FRAMES, .num = 0),
		},
	},
	{
		.rule = "ERRORS-CARRIER", .name = "silent: frames that came in do not count",
		.base = clean,
		.given = {
			HAS(COUNTER_CARRIER, .num = 1), HAS(COUNTER_TX_FRAMES, .num = 2000000),
			HAS(COUNTER_RX_FRAMES, .num = 0),
		},
	},

	{
		.rule = "ERRORS-LATE-COLLISION", .name = "fires: any at all",
		.given = {
			HAS(COUNTER_LATE_COLLISIONS, .num = 1),
			HAS(COUNTER_TX_FRAMES, .num = 90000000),
			HAS(RUN_WINDOW, .real = 10), HAS(LINK_DUPLEX, .text = "half"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_THIS,
		.fix_end = END_OTHER,
		.summary = "1 late collisions in 10.0 s, among 90000000 frames",
		.evidence = { THIS(COUNTER_LATE_COLLISIONS), THIS(LINK_DUPLEX) },
	},
	{
		.rule = "ERRORS-LATE-COLLISION", .name = "silent: none is late",
		.base = clean, .given = { HAS(COUNTER_COLLISIONS, .num = 5000) },
	},

	{
		.rule = "ERRORS-UNDER-LOAD", .name = "fires: while one end sent",
		.given = {
			HAS(STREAM_FCS_ALONE, .num = 3), HAS(STREAM_FCS_TOGETHER, .num = 9),
			PATH_HAS(STREAM_FRAMES, .num = 60000),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "3 broken frames", .remedy = "another port",
		.evidence = { THIS(STREAM_FCS_ALONE), THIS(STREAM_FCS_TOGETHER) },
	},
	{
		.rule = "ERRORS-UNDER-LOAD", .name = "fires: no mismatch, so all count",
		.given = {
			HAS(STREAM_FCS_ALONE, .num = 3), HAS(STREAM_FCS_TOGETHER, .num = 9),
			PATH_HAS(STREAM_FRAMES, .num = 60000),
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "clean"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "12 broken frames",
	},
	{
		.rule = "ERRORS-UNDER-LOAD", .name = "silent: none",
		.given = {
			HAS(STREAM_FCS_ALONE, .num = 0), HAS(STREAM_FCS_TOGETHER, .num = 0),
			PATH_HAS(STREAM_FRAMES, .num = 60000),
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "clean"),
		},
	},
	{
		.rule = "ERRORS-UNDER-LOAD", .name = "silent: a mismatch explains them",
		.given = {
			HAS(STREAM_FCS_ALONE, .num = 2), HAS(STREAM_FCS_TOGETHER, .num = 400),
			PATH_HAS(STREAM_FRAMES, .num = 60000),
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "mismatch"),
		},
	},
	{
		.rule = "ERRORS-UNDER-LOAD", .name = "silent: only while both sent, not decided why",
		.given = {
			HAS(STREAM_FCS_ALONE, .num = 0), HAS(STREAM_FCS_TOGETHER, .num = 9),
			PATH_HAS(STREAM_FRAMES, .num = 60000),
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "undetermined"),
		},
	},
	{
		.rule = "ERRORS-UNDER-LOAD", .name = "silent: rests of collisions on half duplex",
		.given = {
			HAS(STREAM_FCS_ALONE, .num = 5), HAS(STREAM_FCS_TOGETHER, .num = 200),
			HAS(STREAM_COLLISIONS, .num = 300), PATH_HAS(STREAM_FRAMES, .num = 60000),
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "clean"),
		},
	},
	{
		.rule = "ERRORS-UNDER-LOAD", .name = "silent: one in ten million",
		.given = { HAS(STREAM_FCS_ALONE, .num = 1), PATH_HAS(STREAM_FRAMES, .num = 10000000) },
	},
	{
		.rule = "ERRORS-UNDER-LOAD", .name = "no data: the port does not count them",
		.given = { PATH_HAS(STREAM_FRAMES, .num = 60000) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(STREAM_FCS_ALONE) },
	},
	{
		.rule = "COLLISIONS-NORMAL", .name = "fires: half duplex at work",
		.given = {
			HAS(COUNTER_COLLISIONS, .num = 1), HAS(COUNTER_LATE_COLLISIONS, .num = 0),
			HAS(LINK_DUPLEX, .text = "half"), HAS(RUN_WINDOW, .real = 10),
			HAS(COUNTER_TX_FRAMES, .num = 77),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO,
		.summary = "none of them late in 10.0 s, among 77 frames",
		.evidence = { THIS(COUNTER_COLLISIONS), THIS(COUNTER_LATE_COLLISIONS),
			      THIS(LINK_DUPLEX) },
	},
	{
		.rule = "COLLISIONS-NORMAL", .name = "silent: one was late",
		.base = clean,
		.given = {
			HAS(COUNTER_COLLISIONS, .num = 5000),
			HAS(COUNTER_LATE_COLLISIONS, .num = 1),
		},
	},
	{
		.rule = "COLLISIONS-NORMAL", .name = "silent: on full duplex they are not normal",
		.base = clean,
		.given = { HAS(COUNTER_COLLISIONS, .num = 9), HAS(LINK_DUPLEX, .text = "full") },
	},
	{ .rule = "COLLISIONS-NORMAL", .name = "silent: none", .base = clean },
	{
		.rule = "ERRORS-CRC", .name = "fires: pasted totals warn, whatever the ratio",
		.given = { HAS(COUNTER_CRC, .num = 500), HAS(COUNTER_RX_FRAMES, .num = 1000),
			   HAS(RUN_TOTALS, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "among 1000 frames; when is not told",
		.evidence = { THIS(COUNTER_CRC), THIS(COUNTER_RX_FRAMES), THIS(RUN_TOTALS) },
	},
	{
		.rule = "ERRORS-CRC", .name = "fires: as many alignment errors: cut off",
		.given = { HAS(COUNTER_CRC, .num = 76220), HAS(COUNTER_ALIGNMENT, .num = 76195),
			   HAS(COUNTER_RX_FRAMES, .num = 347640758), HAS(RUN_TOTALS, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "76220 to 152415 frames were cut off",
	},
	{
		.rule = "ERRORS-CRC", .name = "fires: a warning, not quite as many",
		.given = { HAS(COUNTER_CRC, .num = 76220), HAS(COUNTER_ALIGNMENT, .num = 75000),
			   HAS(COUNTER_RX_FRAMES, .num = 347640758), HAS(RUN_TOTALS, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "76220 FCS errors",
	},
	{
		.rule = "ERRORS-CRC", .name = "fires: a warning, too few to be equal for a cause",
		.given = { HAS(COUNTER_CRC, .num = 999), HAS(COUNTER_ALIGNMENT, .num = 999),
			   HAS(COUNTER_RX_FRAMES, .num = 1000000), HAS(RUN_TOTALS, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
	},
	{
		.rule = "ERRORS-LATE-COLLISION", .name = "fires: a log that counts no frames",
		.given = { HAS(COUNTER_LATE_COLLISIONS, .num = 2), HAS(RUN_TOTALS, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .fix_end = END_OTHER,
		.summary = "2 late collisions; when is not told",
	},
	{
		.rule = "PARTNER-ERRORS", .name = "fires: the switch port counts, this end does not",
		.given = { PARTNER_HAS(COUNTER_CRC, .num = 7),
			   PARTNER_HAS(COUNTER_RX_FRAMES, .num = 100000),
			   PARTNER_HAS(RUN_WINDOW, .real = 10), HAS(COUNTER_CRC, .num = 0) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "the partner counts 7 FCS errors among 100000 frames",
		.evidence = { OTHER(COUNTER_CRC) },
	},
	{
		.rule = "PARTNER-ERRORS", .name = "fires: a sum of receive errors, as SONiC tells",
		.given = {
			PARTNER_HAS(COUNTER_RX_ERRORS, .num = 412), PARTNER_HAS(COUNTER_RX_FRAMES, .num = 183912),
			PARTNER_HAS(RUN_TOTALS, .yes = true),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "412 receive errors",
		.evidence = { OTHER(COUNTER_RX_ERRORS) },
	},
	{
		.rule = "PARTNER-ERRORS", .name = "silent: receive errors, none of the check sequence",
		.given = {
			PARTNER_HAS(COUNTER_RX_ERRORS, .num = 412), PARTNER_HAS(COUNTER_CRC, .num = 0),
			PARTNER_HAS(COUNTER_RX_FRAMES, .num = 183912), PARTNER_HAS(RUN_TOTALS, .yes = true),
		},
	},
	{
		.rule = "PARTNER-ERRORS", .name = "silent: one in ten million",
		.given = { PARTNER_HAS(COUNTER_CRC, .num = 1),
			   PARTNER_HAS(COUNTER_RX_FRAMES, .num = 10000000),
			   PARTNER_HAS(RUN_WINDOW, .real = 10) },
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-errors", .rules = rules_errors, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
