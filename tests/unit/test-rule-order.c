// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

/* Figures of emulated paths, 3.6 s each: a clean one. */
#define TX(segments, resent, reordered, doubled) \
	PATH_HAS(STREAM_TCP_SEGMENTS_TX, .num = segments), \
	PATH_HAS(STREAM_TCP_RESENT_TX, .num = resent), \
	PATH_HAS(STREAM_TCP_REORDERED_TX, .num = reordered), \
	PATH_HAS(STREAM_TCP_DOUBLED_TX, .num = doubled)
#define RX(segments, resent, reordered, doubled) \
	PATH_HAS(STREAM_TCP_SEGMENTS_RX, .num = segments), \
	PATH_HAS(STREAM_TCP_RESENT_RX, .num = resent), \
	PATH_HAS(STREAM_TCP_REORDERED_RX, .num = reordered), \
	PATH_HAS(STREAM_TCP_DOUBLED_RX, .num = doubled)

static const struct given clean[] = {
	TX(211000, 2, 11, 2), RX(211000, 2, 11, 2), { .side = SIDE_NONE },
};

#define NEEDS \
	{ PATH(STREAM_TCP_REORDERED_TX), PATH(STREAM_TCP_REORDERED_RX), \
	  PATH(STREAM_TCP_DOUBLED_TX), PATH(STREAM_TCP_DOUBLED_RX) }

static const struct rule_needs needs[] = {
	{ "STREAM-REORDER", NEEDS },
	{ "STREAM-DUPLICATES", NEEDS },
};

#define ALL (1u << END_THIS | 1u << END_OTHER | 1u << END_FAR_PARTNER | 1u << END_FAR)
#define SOMEWHERE \
	.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .9, .end = END_UNKNOWN, \
	.fix_end = END_UNKNOWN

static const struct rule_case cases[] = {
	{ .rule = "STREAM-REORDER", .name = "silent: a clean path", .base = clean },
	{
		.rule = "STREAM-REORDER", .name = "fires: spread over two links of equal delay",
		.base = clean, .given = { TX(155000, 67, 40778, 67) }, SOMEWHERE, .candidates = ALL,
		.summary = "toward the far end overtake each other: 40778 of 155000", .remedy = "balance-rr",
		.evidence = { PATH(STREAM_TCP_RESENT_TX), PATH(STREAM_TCP_SEGMENTS_TX) },
	},
	{
		.rule = "STREAM-REORDER", .name = "fires: one link is a millisecond longer, toward here",
		.base = clean, .given = { RX(100000, 191, 28010, 179) }, SOMEWHERE, .candidates = ALL,
		.summary = "toward this end", .evidence = { PATH(STREAM_TCP_REORDERED_RX) },
	},
	{
		.rule = "STREAM-REORDER", .name = "fires: a direct cable has two ends", .base = clean,
		.given = { TX(155000, 67, 40778, 67), PATH_HAS(STREAM_DIRECT, .yes = true) }, SOMEWHERE,
		.candidates = 1u << END_THIS | 1u << END_FAR,
	},
	{
		.rule = "STREAM-REORDER", .name = "silent: loss, nothing came twice", .base = clean,
		.given = { TX(58000, 122, 90, 0) },
	},
	{
		.rule = "STREAM-REORDER", .name = "silent: a few of a short test", .base = clean,
		.given = { TX(860, 0, 9, 0) },
	},

	{ .rule = "STREAM-DUPLICATES", .name = "silent: a clean path", .base = clean },
	{
		.rule = "STREAM-DUPLICATES", .name = "fires: one in a hundred comes twice", .base = clean,
		.given = { TX(172000, 2, 0, 1398) }, SOMEWHERE, .candidates = ALL,
		.summary = "arrive twice: 1398 of 172000, and only 2 were sent again",
		.remedy = "broadcast", .evidence = { PATH(STREAM_TCP_DOUBLED_TX) },
	},
	{
		.rule = "STREAM-DUPLICATES", .name = "silent: sent again needlessly, for the order",
		.base = clean, .given = { TX(155000, 67, 40778, 67) },
	},
	{
		.rule = "STREAM-DUPLICATES", .name = "silent: loss", .base = clean,
		.given = { TX(58000, 122, 0, 0) },
	},
};

int main(void)
{
	const struct rule_tests tests = { "rule-order", rules_order, needs, ROWS(needs), cases,
					  ROWS(cases) };

	return help_rule_main(&tests);
}
