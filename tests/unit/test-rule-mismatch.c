// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

#define NEAR (1u << END_THIS)
#define PARTNER (1u << END_OTHER)
#define BEYOND (1u << END_FAR_PARTNER)
#define FAR_END (1u << END_FAR)
#define BY_WORDS STEP_NEGOTIATION

/* Traffic over a direct cable has shown it: the near end is half. */
static const struct given shown[] = {
	PATH_HAS(STREAM_STATE, .text = "valid"),
	PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "mismatch"),
	PATH_HAS(STREAM_DUPLEX_PROBABILITY, .real = .9991), PATH_HAS(STREAM_DIRECT, .yes = true),
	PATH_HAS(STREAM_DUPLEX_HALF_ENDS, .text = "near"),
	PATH_HAS(STREAM_CONTRAST_NEAR_TO_FAR, .real = 0),
	PATH_HAS(STREAM_CONTRAST_FAR_TO_NEAR, .real = .27),
	PATH_HAS(STREAM_LOSS_NEAR_TO_FAR, .real = 0), PATH_HAS(STREAM_LOSS_FAR_TO_NEAR, .real = 0),
	{ .side = SIDE_NONE },
};

/* The same, perhaps through a switch, and two ends may be it. */
static const struct given switched[] = {
	PATH_HAS(STREAM_STATE, .text = "valid"),
	PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "mismatch"),
	PATH_HAS(STREAM_DUPLEX_PROBABILITY, .real = .9991), PATH_HAS(STREAM_DIRECT, .yes = false),
	PATH_HAS(STREAM_DUPLEX_HALF_ENDS, .text = "near\nfar-partner"),
	PATH_HAS(STREAM_CONTRAST_FAR_TO_NEAR, .real = .27), { .side = SIDE_NONE },
};

/* Nothing was sent; the partner has told how it is set. */
static const struct given told[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100), HAS(LINK_DUPLEX, .text = "half"),
	PARTNER_HAS(LINK_DUPLEX, .text = "full"), PARTNER_HAS(LINK_SPEED, .num = 100),
	{ .side = SIDE_NONE },
};

#define FOUND .outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL

static const struct rule_needs needs[] = {
	{ "DUPLEX-MISMATCH", { PATH(STREAM_DUPLEX_OUTCOME), OTHER(LINK_DUPLEX),
			       FAR_PARTNER(LINK_DUPLEX) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: by traffic, near half, far forced",
		.base = shown,
		.given = {
			HAS(LINK_DUPLEX, .text = "half"), HAS(LINK_AUTONEG, .yes = true),
			HAS(AN_PARALLEL_DETECTION, .yes = true), HAS(STREAM_LATE_TOGETHER, .num = 41),
			AT(FAR, LINK_DUPLEX, .text = "full"), AT(FAR, LINK_AUTONEG, .yes = false),
			AT(FAR, STREAM_FCS_TOGETHER, .num = 36),
		},
		FOUND, .confidence = .9991, .end = END_THIS, .fix_end = END_FAR, .candidates = NEAR,
		.summary = "this end is half duplex, the far end is full: frames are lost only while",
		.remedy = "on at the far end: ethtool -s FAR_IFACE autoneg on",
		.evidence = {
			PATH(STREAM_CONTRAST_NEAR_TO_FAR), PATH(STREAM_CONTRAST_FAR_TO_NEAR),
			PATH(STREAM_LOSS_NEAR_TO_FAR), PATH(STREAM_LOSS_FAR_TO_NEAR),
			PATH(STREAM_DUPLEX_HALF_ENDS), PATH(STREAM_DIRECT), THIS(LINK_DUPLEX),
			THIS(LINK_AUTONEG), THIS(AN_PARALLEL_DETECTION), THIS(STREAM_LATE_TOGETHER),
			FAR(LINK_DUPLEX), FAR(LINK_AUTONEG), FAR(STREAM_FCS_TOGETHER),
		},
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: far half, near forced",
		.base = shown,
		.given = {
			PATH_HAS(STREAM_DUPLEX_HALF_ENDS, .text = "far"),
			HAS(LINK_AUTONEG, .yes = false), AT(FAR, LINK_AUTONEG, .yes = true),
		},
		FOUND, .confidence = .9991, .end = END_FAR, .fix_end = END_THIS,
		.candidates = FAR_END, .summary = "the far end is half duplex, this end is full",
		.remedy = "on at this end: ethtool -s IFACE autoneg on",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the half end is the forced one",
		.base = shown,
		.given = { HAS(LINK_AUTONEG, .yes = false), AT(FAR, LINK_AUTONEG, .yes = true) },
		FOUND, .confidence = .9991, .end = END_THIS, .fix_end = END_THIS, .candidates = NEAR,
		.remedy = "on at this end",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: both forced",
		.base = shown,
		.given = { HAS(LINK_AUTONEG, .yes = false), AT(FAR, LINK_AUTONEG, .yes = false) },
		FOUND, .confidence = .9991, .end = END_THIS, .fix_end = END_THIS, .candidates = NEAR,
		.remedy = "on at both ends of the cable, first at the full-duplex one",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: both say they negotiate",
		.base = shown,
		.given = { HAS(LINK_AUTONEG, .yes = true), AT(FAR, LINK_AUTONEG, .yes = true) },
		FOUND, .confidence = .9991, .end = END_THIS, .fix_end = END_FAR, .candidates = NEAR,
		.remedy = "compare both ends",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: nothing known of the settings",
		.base = shown,
		FOUND, .confidence = .9991, .end = END_THIS, .fix_end = END_FAR, .candidates = NEAR,
		.remedy = "compare both ends",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the half end negotiates, nothing else known",
		.base = shown, .given = { HAS(LINK_AUTONEG, .yes = true) },
		FOUND, .confidence = .9991, .end = END_THIS, .fix_end = END_FAR, .candidates = NEAR,
		.remedy = "on at the far end",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the full end negotiates, so the other does not",
		.base = shown, .given = { AT(FAR, LINK_AUTONEG, .yes = true) },
		FOUND, .confidence = .9991, .end = END_THIS, .fix_end = END_THIS, .candidates = NEAR,
		.remedy = "on at this end",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: never surer than the calibration",
		.base = shown, .given = { PATH_HAS(STREAM_DUPLEX_PROBABILITY, .real = .99999) },
		FOUND, .confidence = .9998, .end = END_THIS, .fix_end = END_FAR, .candidates = NEAR,
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: shown by counters alone",
		.base = shown,
		.given = {
			PATH_HAS(STREAM_CONTRAST_FAR_TO_NEAR, .real = .01),
			HAS(STREAM_LATE_TOGETHER, .num = 9),
		},
		FOUND, .confidence = .9991, .end = END_THIS, .fix_end = END_FAR, .candidates = NEAR,
		.summary = "collisions and broken frames come only while both ends send",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the half end says full",
		.base = shown,
		.given = { HAS(LINK_DUPLEX, .text = "full"), HAS(STREAM_COLLISIONS, .num = 121) },
		FOUND, .confidence = .9991, .end = END_THIS, .fix_end = END_FAR, .candidates = NEAR,
		.summary = "this end is half duplex though it says full, the far end is full",
		.evidence = { THIS(LINK_DUPLEX), THIS(STREAM_COLLISIONS) },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: through a switch, two candidates",
		.base = switched,
		FOUND, .confidence = .9991, .end = END_UNKNOWN, .fix_end = END_UNKNOWN,
		.candidates = NEAR | BEYOND,
		.summary = "the half end is this end or the partner of the far end (one port if",
		.remedy = "compare both ends",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: two candidates, one forced end on their cables",
		.base = switched,
		.given = { HAS(LINK_AUTONEG, .yes = true), AT(FAR, LINK_AUTONEG, .yes = false) },
		FOUND, .confidence = .9991, .end = END_UNKNOWN, .fix_end = END_FAR,
		.candidates = NEAR | BEYOND, .remedy = "on at the far end",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: two candidates, two forced ends",
		.base = switched,
		.given = { HAS(LINK_AUTONEG, .yes = false), AT(FAR, LINK_AUTONEG, .yes = false) },
		FOUND, .confidence = .9991, .end = END_UNKNOWN, .fix_end = END_UNKNOWN,
		.candidates = NEAR | BEYOND, .remedy = "compare both ends",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the partner of the far end",
		.base = switched,
		.given = {
			PATH_HAS(STREAM_DUPLEX_HALF_ENDS, .text = "far-partner"),
			AT(FAR, LINK_AUTONEG, .yes = false), AT(FAR_PARTNER, LINK_AUTONEG, .yes = true),
		},
		FOUND, .confidence = .9991, .end = END_FAR_PARTNER, .fix_end = END_FAR,
		.candidates = BEYOND,
		.summary = "the partner of the far end is half duplex, the far end is full",
		.remedy = "on at the far end",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the switch port here, seen by its silence",
		.base = switched,
		.given = {
			PATH_HAS(STREAM_DUPLEX_HALF_ENDS, .text = "near"), HAS(LINK_AUTONEG, .yes = true),
			HAS(AN_PARALLEL_DETECTION, .yes = true),
			PARTNER_HAS(NEIGHBOR_SYSTEM, .text = "sw-rack3"),
			PARTNER_HAS(NEIGHBOR_PORT, .text = "Fa0/7"),
		},
		FOUND, .confidence = .9991, .end = END_THIS, .fix_end = END_OTHER, .candidates = NEAR,
		.summary = "this end is half duplex, its partner sw-rack3 Fa0/7 is full",
		.remedy = "on at the partner of this end",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the switch port here is half and negotiates",
		.base = switched,
		.given = {
			PATH_HAS(STREAM_DUPLEX_HALF_ENDS, .text = "near-partner"),
			HAS(AN_PARTNER_ABLE, .yes = true),
		},
		FOUND, .confidence = .9991, .end = END_OTHER, .fix_end = END_THIS,
		.candidates = PARTNER, .remedy = "on at this end",
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: no end is named, so all",
		.base = switched, .given = { PATH_HAS(STREAM_DUPLEX_HALF_ENDS, .text = "") },
		FOUND, .confidence = .9991, .end = END_UNKNOWN, .fix_end = END_UNKNOWN,
		.candidates = NEAR | PARTNER | BEYOND | FAR_END,
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: no end is named on a direct cable",
		.base = shown, .given = { PATH_HAS(STREAM_DUPLEX_HALF_ENDS, .text = "") },
		FOUND, .confidence = .9991, .end = END_UNKNOWN, .fix_end = END_UNKNOWN,
		.candidates = NEAR | FAR_END,
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the partner's word",
		.base = told,
		FOUND, .step = BY_WORDS, .end = END_THIS, .fix_end = END_OTHER,
		.summary = "this end says half duplex, its partner says full",
		.remedy = "compare both ends",
		.evidence = { THIS(LINK_DUPLEX), OTHER(LINK_DUPLEX) },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the partner's word, and traffic did not decide",
		.base = told,
		.given = { PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "undetermined") },
		FOUND, .step = BY_WORDS, .end = END_THIS, .fix_end = END_OTHER,
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the partner is half by its own word",
		.base = told,
		.given = {
			HAS(LINK_DUPLEX, .text = "full"), HAS(LINK_AUTONEG, .yes = false),
			PARTNER_HAS(LINK_DUPLEX, .text = "half"),
		},
		FOUND, .step = BY_WORDS, .end = END_OTHER, .fix_end = END_THIS,
		.remedy = "on at this end", .evidence = { THIS(LINK_AUTONEG) },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the words of the far link",
		.given = {
			AT(FAR, LINK_DUPLEX, .text = "half"), AT(FAR_PARTNER, LINK_DUPLEX, .text = "full"),
		},
		FOUND, .step = BY_WORDS, .end = END_FAR, .fix_end = END_FAR_PARTNER,
		.evidence = { FAR(LINK_DUPLEX), FAR_PARTNER(LINK_DUPLEX) },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "fires: the words of both ends of a direct cable",
		.given = {
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "undetermined"),
			PATH_HAS(STREAM_DIRECT, .yes = true), HAS(LINK_DUPLEX, .text = "full"),
			HAS(LINK_AUTONEG, .yes = false), AT(FAR, LINK_DUPLEX, .text = "half"),
			AT(FAR, LINK_AUTONEG, .yes = true),
		},
		FOUND, .step = BY_WORDS, .end = END_FAR, .fix_end = END_THIS,
		.summary = "the far end says half duplex, this end says full",
		.evidence = { THIS(LINK_DUPLEX), FAR(LINK_DUPLEX), PATH(STREAM_DUPLEX_OUTCOME) },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "silent: traffic has shown that there is none",
		.base = told, .given = { PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "clean") },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "silent: not decided, and no words",
		.base = shown,
		.given = { PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "undetermined") },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "silent: both say half",
		.base = told, .given = { PARTNER_HAS(LINK_DUPLEX, .text = "half") },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "silent: two speeds are no link",
		.base = told, .given = { PARTNER_HAS(LINK_SPEED, .num = 10) },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "silent: a driver that claims half at a gigabit",
		.base = told,
		.given = { HAS(LINK_SPEED, .num = 1000), PARTNER_HAS(LINK_SPEED, .num = 1000) },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "silent: no link, the words are a rest",
		.base = told, .given = { HAS(LINK_UP, .yes = false) },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "silent: through a switch the ends may differ",
		.given = {
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "undetermined"),
			PATH_HAS(STREAM_DIRECT, .yes = false), HAS(LINK_DUPLEX, .text = "full"),
			AT(FAR, LINK_DUPLEX, .text = "half"),
		},
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "no data: only the partner has spoken",
		.given = { PARTNER_HAS(LINK_DUPLEX, .text = "full") },
		.outcome = OUTCOME_NO_DATA,
		.evidence = { PATH(STREAM_DUPLEX_OUTCOME), THIS(LINK_DUPLEX) },
	},
	{
		.rule = "DUPLEX-MISMATCH", .name = "no data: a mismatch without a probability",
		.base = shown,
		.given = { AT_LACKS(PATH, STREAM_DUPLEX_PROBABILITY, ABSENT) },
		.outcome = OUTCOME_NO_DATA, .evidence = { PATH(STREAM_DUPLEX_PROBABILITY) },
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-mismatch", .rules = rules_mismatch, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
