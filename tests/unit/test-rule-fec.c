// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

static const struct given down[] = {
	HAS(LINK_ADMIN_UP, .yes = true), HAS(LINK_UP, .yes = false), { .side = SIDE_NONE },
};

/* 100GBASE-SR4: four lanes, RS-FEC in use and asked for, five seconds, corrections on all lanes. */
static const struct given healthy[] = {
	HAS(LINK_ADMIN_UP, .yes = true), HAS(LINK_UP, .yes = true),
	HAS(LINK_SPEED, .num = 100000), HAS(LINK_LANES, .num = 4),
	HAS(FEC_ACTIVE, .text = "RS"), HAS(FEC_CONFIGURED, .text = "RS"),
	HAS(FEC_AUTO, .yes = true), HAS(MODULE_FEC, .text = "RS"),
	HAS(COUNTER_FEC_CORRECTED, .num = 90000), HAS(COUNTER_FEC_UNCORRECTABLE, .num = 0),
	HAS(COUNTER_CARRIER_CHANGES, .num = 0), HAS(RUN_WINDOW, .real = 5),
	HAS(FEC_CORRECTED_RATE, .real = 18000), HAS(FEC_BER, .real = 1.8e-7),
	HAS(FEC_LANE_CORRECTED_RATE, REALS(11000, 900, 6000, 100)),
	{ .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "FEC-MISMATCH", { THIS(LINK_UP) } },
	{ "FEC-MODULE", { THIS(MODULE_FEC), THIS(LINK_UP) } },
	{ "FEC-UNCORRECTABLE", { THIS(COUNTER_FEC_UNCORRECTABLE), THIS(RUN_WINDOW) } },
	{ "FEC-MARGIN", { THIS(LINK_SPEED), THIS(RUN_WINDOW) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "FEC-MISMATCH", .name = "fires: RS-FEC finds no lock",
		.given = {
			HAS(LINK_UP, .yes = false),
			HAS(LINK_EXT_SUBSTATE, .text = "rs-fec-is-not-locked"),
			HAS(FEC_CONFIGURED, .text = "RS"), HAS(MODULE_FEC, .text = "RS"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "rs-fec-is-not-locked",
		.evidence = { THIS(LINK_EXT_SUBSTATE), THIS(LINK_UP), THIS(FEC_CONFIGURED),
			      THIS(MODULE_FEC) },
	},
	{
		.rule = "FEC-MISMATCH", .name = "fires: Fire code finds no lock",
		.base = down, .given = { HAS(LINK_EXT_SUBSTATE, .text = "fc-fec-is-not-locked") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
	},
	{
		.rule = "FEC-MISMATCH", .name = "fires: negotiation says so",
		.base = down,
		.given = { HAS(LINK_EXT_SUBSTATE, .text = "fec-mismatch-during-override") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
	},
	{
		.rule = "FEC-MISMATCH", .name = "fires: the two ends are set apart",
		.base = down,
		.given = {
			HAS(FEC_CONFIGURED, .text = "Off"), HAS(FEC_AUTO, .yes = false),
			PARTNER_HAS(FEC_CONFIGURED, .text = "RS"), PARTNER_HAS(FEC_AUTO, .yes = false),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "set to different FEC",
		.evidence = { THIS(FEC_CONFIGURED), OTHER(FEC_CONFIGURED) },
	},
	{
		.rule = "FEC-MISMATCH", .name = "silent: set alike in one of several",
		.base = down,
		.given = {
			HAS(FEC_CONFIGURED, .text = "Off\nRS"), HAS(FEC_AUTO, .yes = false),
			PARTNER_HAS(FEC_CONFIGURED, .text = "RS"), PARTNER_HAS(FEC_AUTO, .yes = false),
		},
	},
	{
		.rule = "FEC-MISMATCH", .name = "silent: one end chooses by itself",
		.base = down,
		.given = {
			HAS(FEC_CONFIGURED, .text = "Off"), HAS(FEC_AUTO, .yes = true),
			PARTNER_HAS(FEC_CONFIGURED, .text = "RS"), PARTNER_HAS(FEC_AUTO, .yes = false),
		},
	},
	{
		.rule = "FEC-MISMATCH", .name = "silent: another reason",
		.base = down,
		.given = { HAS(LINK_EXT_SUBSTATE, .text = "pcs-did-not-acquire-block-lock") },
	},
	/* Every link that is down shows no FEC in use. */
	{
		.rule = "FEC-MISMATCH", .name = "no data: none in use proves nothing",
		.base = down, .given = { HAS(FEC_ACTIVE, .text = "Off"), HAS(MODULE_FEC, .text = "RS") },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(LINK_EXT_SUBSTATE) },
	},
	{
		.rule = "FEC-MISMATCH", .name = "silent: there is a link after all",
		.base = down,
		.given = {
			HAS(LINK_UP, .yes = true), HAS(FEC_ACTIVE, .text = "RS"),
			HAS(LINK_EXT_SUBSTATE, .text = "rs-fec-is-not-locked"),
		},
	},
	{
		.rule = "FEC-MISMATCH", .name = "no data: a link that knows no FEC",
		.given = { HAS(LINK_UP, .yes = true), LACKS(FEC_ACTIVE, ABSENT) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(FEC_ACTIVE) },
	},

	{
		.rule = "FEC-MODULE", .name = "fires: RS asked for, none in use",
		.base = healthy,
		.given = { HAS(FEC_ACTIVE, .text = "Off"), HAS(MODULE_TYPE, .text = "100GBASE-CR4") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "100GBASE-CR4 asks for FEC RS, in use is Off",
		.evidence = { THIS(FEC_ACTIVE), THIS(MODULE_TYPE) },
	},
	{
		.rule = "FEC-MODULE", .name = "fires: 25G copper of the long kind with Fire code",
		.base = healthy,
		.given = {
			HAS(LINK_SPEED, .num = 25000), HAS(LINK_LANES, .num = 1),
			HAS(FEC_ACTIVE, .text = "BaseR"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "in use is BaseR",
	},
	{
		.rule = "FEC-MODULE", .name = "fires: down, and forced to less",
		.base = down,
		.given = {
			HAS(FEC_AUTO, .yes = false), HAS(FEC_CONFIGURED, .text = "Off"),
			HAS(MODULE_FEC, .text = "RS"), HAS(MODULE_TYPE, .text = "25GBASE-LR"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "less than 25GBASE-LR asks for (RS): the first suspect",
		.evidence = { THIS(FEC_CONFIGURED), THIS(FEC_AUTO) },
	},
	{ .rule = "FEC-MODULE", .name = "silent: what was asked for", .base = healthy },
	{
		.rule = "FEC-MODULE", .name = "silent: more than asked for",
		.base = healthy, .given = { HAS(MODULE_FEC, .text = "BaseR") },
	},
	{
		.rule = "FEC-MODULE", .name = "silent: asks for none and has none",
		.base = healthy,
		.given = { HAS(MODULE_FEC, .text = "Off"), HAS(FEC_ACTIVE, .text = "Off") },
	},
	{
		.rule = "FEC-MODULE", .name = "silent: a 25G module at 10G",
		.base = healthy,
		.given = { HAS(LINK_SPEED, .num = 10000), HAS(LINK_LANES, .num = 1),
			   HAS(FEC_ACTIVE, .text = "Off") },
	},
	{
		.rule = "FEC-MODULE", .name = "silent: a 100G module at 40G",
		.base = healthy,
		.given = { HAS(LINK_SPEED, .num = 40000), HAS(FEC_ACTIVE, .text = "Off") },
	},
	{
		.rule = "FEC-MODULE", .name = "silent: down, and chosen by itself",
		.base = down,
		.given = { HAS(FEC_AUTO, .yes = true), HAS(FEC_CONFIGURED, .text = "Off"),
			   HAS(MODULE_FEC, .text = "RS") },
	},
	{
		.rule = "FEC-MODULE", .name = "silent: down, and set as asked",
		.base = down,
		.given = { HAS(FEC_AUTO, .yes = false), HAS(FEC_CONFIGURED, .text = "Off\nRS"),
			   HAS(MODULE_FEC, .text = "RS") },
	},
	{
		.rule = "FEC-MODULE", .name = "no data: up, what is in use is not told",
		.base = healthy, .given = { LACKS(FEC_ACTIVE, ABSENT) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(FEC_ACTIVE) },
	},
	{
		.rule = "FEC-MODULE", .name = "no data: down, what is set is not told",
		.base = down, .given = { HAS(MODULE_FEC, .text = "RS") },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(FEC_CONFIGURED) },
	},

	{
		.rule = "FEC-UNCORRECTABLE", .name = "fires: blocks lost on a steady link",
		.base = healthy, .given = { HAS(COUNTER_FEC_UNCORRECTABLE, .num = 7) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_THIS, .summary = "7 FEC blocks",
		.evidence = { THIS(COUNTER_FEC_UNCORRECTABLE), THIS(COUNTER_CARRIER_CHANGES),
			      THIS(COUNTER_FEC_CORRECTED), THIS(FEC_ACTIVE), THIS(FEC_BER) },
	},
	{
		.rule = "FEC-UNCORRECTABLE", .name = "fires: pasted twice, and nothing of carrier",
		.given = { HAS(COUNTER_FEC_UNCORRECTABLE, .num = 7), HAS(RUN_WINDOW, .real = 10) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_THIS, .summary = "is not told",
	},
	{
		.rule = "FEC-UNCORRECTABLE", .name = "silent: corrected blocks alone are normal",
		.base = healthy,
	},
	{
		.rule = "FEC-UNCORRECTABLE", .name = "silent: the link came up meanwhile",
		.base = healthy,
		.given = {
			HAS(COUNTER_FEC_UNCORRECTABLE, .num = 7),
			HAS(COUNTER_CARRIER_CHANGES, .num = 1),
		},
	},

	{
		.rule = "FEC-MARGIN", .name = "fires: one lane far above its siblings",
		.base = healthy,
		.given = { HAS(FEC_LANE_CORRECTED_RATE, REALS(40, 90000, 100, 70)) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "lane 2 needs 1286 times the corrections",
		.evidence = { THIS(FEC_LANE_CORRECTED_RATE), THIS(FEC_BER) },
	},
	{
		.rule = "FEC-MARGIN", .name = "fires: a tenth of what RS is made for, no lanes told",
		.base = healthy,
		.given = { HAS(FEC_BER, .real = 1e-5), LACKS(FEC_LANE_CORRECTED_RATE, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "one bit in 1e+05 arrives wrong: 20 %",
	},
	{
		.rule = "FEC-MARGIN", .name = "fires: Fire code mends less",
		.base = healthy,
		.given = { HAS(FEC_ACTIVE, .text = "BaseR"), HAS(LINK_SPEED, .num = 25000),
			   HAS(LINK_LANES, .num = 1), HAS(FEC_BER, .real = 5e-9),
			   LACKS(FEC_LANE_CORRECTED_RATE, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "50 %",
	},
	{
		.rule = "FEC-MARGIN", .name = "silent: a healthy 100G link corrects all the time",
		.base = healthy,
	},
	/* Two lanes of 53 GBd PAM4: one error in a million bits is a good link. */
	{
		.rule = "FEC-MARGIN", .name = "silent: PAM4 never stops correcting",
		.base = healthy,
		.given = { HAS(LINK_SPEED, .num = 200000), HAS(LINK_LANES, .num = 4),
			   HAS(FEC_BER, .real = 1e-5),
			   HAS(FEC_LANE_CORRECTED_RATE, REALS(200000, 700000, 900000, 200000)) },
	},
	{
		.rule = "FEC-MARGIN", .name = "silent: lanes not told at 100G, perhaps PAM4",
		.base = healthy,
		.given = { LACKS(LINK_LANES, ABSENT), HAS(FEC_BER, .real = 1e-5),
			   LACKS(FEC_LANE_CORRECTED_RATE, ABSENT) },
	},
	{
		.rule = "FEC-MARGIN", .name = "silent: a lane that stands out of three perfect ones",
		.base = healthy,
		.given = { HAS(FEC_LANE_CORRECTED_RATE, REALS(0, 0, 5000, 0)) },
	},
	{
		.rule = "FEC-MARGIN", .name = "silent: a lane that tells nothing",
		.base = healthy,
		.given = { HAS(FEC_LANE_CORRECTED_RATE, REALS(NAN, NAN, 90000, NAN)) },
	},
	{
		.rule = "FEC-MARGIN", .name = "silent: the link came up meanwhile",
		.base = healthy,
		.given = { HAS(FEC_BER, .real = 1e-4), HAS(COUNTER_CARRIER_CHANGES, .num = 2) },
	},
	{
		.rule = "FEC-MARGIN", .name = "no data: corrections are not told",
		.base = healthy,
		.given = { LACKS(FEC_BER, ABSENT), LACKS(FEC_LANE_CORRECTED_RATE, ABSENT) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(FEC_BER) },
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-fec", .rules = rules_fec, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
