// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

/* An SR4 whose readings are all between its limits, and a link over it. */
static const struct given healthy[] = {
	HAS(LINK_ADMIN_UP, .yes = true), HAS(LINK_UP, .yes = true), HAS(LINK_LANES, .num = 4),
	HAS(MODULE_FORM, .text = "QSFP28"), HAS(MODULE_MEMORY, .text = "SFF-8636 2.10"),
	HAS(MODULE_LANES, .num = 4),
	HAS(MODULE_TEMPERATURE, .real = 35),
	HAS(MODULE_THRESHOLDS_TEMPERATURE, REALS(-10, 0, 70, 80)),
	HAS(MODULE_RX_POWER, REALS(-1, -2, -1.5, -2.2)),
	HAS(MODULE_THRESHOLDS_RX_POWER, REALS(-13, -10, 2.4, 3.4)),
	HAS(MODULE_TX_POWER, REALS(0.1, 0.2, -0.3, 0)),
	HAS(MODULE_THRESHOLDS_TX_POWER, REALS(-9, -8, 2.4, 3.4)),
	HAS(MODULE_RX_LOS, .text = ""), HAS(MODULE_TX_FAULT, .text = ""),
	HAS(MODULE_TX_DISABLE, .text = ""),
	{ .side = SIDE_NONE },
};

/* The same, and no link. */
static const struct given down[] = {
	HAS(LINK_ADMIN_UP, .yes = true), HAS(LINK_UP, .yes = false),
	HAS(MODULE_FORM, .text = "QSFP28"), HAS(MODULE_MEMORY, .text = "SFF-8636 2.10"),
	HAS(MODULE_LANES, .num = 4),
	HAS(MODULE_RX_POWER, REALS(-1, -2, -1.5, -2.2)),
	HAS(MODULE_THRESHOLDS_RX_POWER, REALS(-13, -10, 2.4, 3.4)),
	HAS(MODULE_TX_POWER, REALS(0.1, 0.2, -0.3, 0)),
	HAS(MODULE_THRESHOLDS_TX_POWER, REALS(-9, -8, 2.4, 3.4)),
	HAS(MODULE_RX_LOS, .text = ""), HAS(MODULE_TX_FAULT, .text = ""),
	HAS(MODULE_TX_DISABLE, .text = ""),
	{ .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "MODULE-REFUSED", { THIS(LINK_UP), THIS(LOG_MODULE_REFUSED), THIS(LOG_MODULE_FAULT) } },
	{ "RX-DARK", { THIS(LINK_UP) } },
	{ "TX-DARK", { THIS(LINK_UP) } },
	{ "REMOTE-FAULT", { THIS(LINK_EXT_SUBSTATE) } },
	{ "MODULE-OPTICS", { THIS(MODULE_MEMORY) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "MODULE-REFUSED", .name = "fires: cable not supported",
		.base = down,
		.given = {
			HAS(LINK_EXT_STATE, .text = "cable-issue"),
			HAS(LINK_EXT_SUBSTATE, .text = "unsupported-cable"),
			HAS(MODULE_VENDOR, .text = "Maker"), HAS(MODULE_PART, .text = "P-1"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "refused",
		.remedy = "maker's list",
		.evidence = { THIS(LINK_EXT_STATE), THIS(LINK_EXT_SUBSTATE), THIS(MODULE_VENDOR),
			      THIS(MODULE_PART) },
	},
	{
		.rule = "MODULE-REFUSED", .name = "fires: the module's memory",
		.base = down, .given = { HAS(LINK_EXT_STATE, .text = "eeprom-issue") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "memory",
		.remedy = "unplug",
	},
	{
		.rule = "MODULE-REFUSED", .name = "fires: more power than there is",
		.base = down, .given = { HAS(LINK_EXT_STATE, .text = "power-budget-exceeded") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "power",
		.remedy = "how much power",
	},
	{
		.rule = "MODULE-REFUSED", .name = "fires: too hot",
		.base = down, .given = { HAS(LINK_EXT_STATE, .text = "overheat") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .remedy = "air flow",
	},
	{
		.rule = "MODULE-REFUSED", .name = "fires: CMIS, not ready",
		.base = down,
		.given = {
			HAS(LINK_EXT_STATE, .text = "module"),
			HAS(LINK_EXT_SUBSTATE, .text = "cmis-module-is-not-in-moduleready-state"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "ready",
	},
	{
		.rule = "MODULE-REFUSED", .name = "fires: CMIS, the module failed",
		.base = down, .given = { HAS(MODULE_STATE, .text = "fault") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "failed",
		.evidence = { THIS(MODULE_STATE) },
	},
	{
		.rule = "MODULE-REFUSED", .name = "fires: CMIS, what was asked is refused",
		.base = down,
		.given = {
			HAS(MODULE_STATE, .text = "ready"),
			HAS(MODULE_CONFIG, .text = "accepted\nrejected-application\nundefined"),
			HAS(MODULE_HOST, .text = "400GAUI-8 C2M"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "(rejected-application)",
		.evidence = { THIS(MODULE_CONFIG), THIS(MODULE_HOST) },
	},
	{
		.rule = "MODULE-REFUSED", .name = "fires: by the kernel log",
		.given = {
			HAS(LINK_UP, .yes = false), LACKS(LINK_EXT_STATE, ABSENT),
			HAS(LOG_MODULE_REFUSED, .text = "an unsupported SFP+ module type was detected"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "refused",
		.evidence = { THIS(LOG_MODULE_REFUSED) },
	},
	{
		.rule = "MODULE-REFUSED", .name = "fires: a log is all there is",
		.given = {
			LACKS(LINK_UP, ABSENT), LACKS(LINK_EXT_STATE, ABSENT),
			HAS(LOG_MODULE_REFUSED, .text = "an unsupported SFP+ module type was detected"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "refused",
		.evidence = { THIS(LOG_MODULE_REFUSED) },
	},
	{
		.rule = "MODULE-REFUSED", .name = "fires: a fault in the log is all there is",
		.given = {
			LACKS(LINK_UP, ABSENT),
			HAS(LOG_MODULE_FAULT, .text = "Port module event[error]: module 0, Cable error, "
						      "Power budget exceeded"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "more power than",
		.remedy = "how much power", .evidence = { THIS(LOG_MODULE_FAULT) },
	},
	{
		.rule = "MODULE-REFUSED", .name = "fires: too hot, by the log",
		.base = down,
		.given = { HAS(LOG_MODULE_FAULT, .text = "Cable error, High Temperature") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "too hot",
		.remedy = "air flow", .evidence = { THIS(LOG_MODULE_FAULT) },
	},
	{
		.rule = "MODULE-REFUSED", .name = "silent: a fault in the log, and there is a link",
		.given = {
			HAS(LINK_UP, .yes = true),
			HAS(LOG_MODULE_FAULT, .text = "module transmit fault indicated"),
		},
	},
	{
		.rule = "MODULE-REFUSED", .name = "silent: it was in the log, and there is a link",
		.given = {
			HAS(LINK_UP, .yes = true),
			HAS(LOG_MODULE_REFUSED, .text = "an unsupported SFP+ module type was detected"),
		},
	},
	{
		.rule = "MODULE-REFUSED", .name = "silent: another trouble with the cable",
		.base = down,
		.given = {
			HAS(LINK_EXT_STATE, .text = "cable-issue"),
			HAS(LINK_EXT_SUBSTATE, .text = "cable-test-failure"),
		},
	},
	{
		.rule = "MODULE-REFUSED", .name = "silent: no cable",
		.base = down, .given = { HAS(LINK_EXT_STATE, .text = "no-cable") },
	},
	{
		.rule = "MODULE-REFUSED", .name = "silent: CMIS, all is well",
		.base = down,
		.given = { HAS(MODULE_STATE, .text = "ready"),
			   HAS(MODULE_CONFIG, .text = "accepted\naccepted") },
	},
	{ .rule = "MODULE-REFUSED", .name = "silent: a link over it", .base = healthy },
	{
		.rule = "MODULE-REFUSED", .name = "fires: by the kernel log",
		.base = down,
		.given = { HAS(LOG_MODULE_REFUSED, .text = "an unsupported SFP+ module type was detected") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "by the kernel log",
		.remedy = "maker's list", .evidence = { THIS(LOG_MODULE_REFUSED) },
	},
	{
		.rule = "MODULE-REFUSED", .name = "no data: neither driver nor module tell",
		.base = down,
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(LINK_EXT_STATE) },
	},
	{
		.rule = "MODULE-REFUSED", .name = "no data: a port without a cage",
		.given = { HAS(LINK_UP, .yes = true) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(MODULE_FORM) },
	},

	{
		.rule = "RX-DARK", .name = "fires: one lane of four",
		.base = down,
		.given = { HAS(MODULE_RX_POWER, REALS(-1, -40, -1.5, -2.2)),
			   HAS(MODULE_RX_LOS, .text = "2") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "nothing arrives on lane 2, the others receive",
		.evidence = { THIS(MODULE_RX_POWER), THIS(MODULE_RX_LOS), THIS(MODULE_TX_POWER) },
	},
	{
		.rule = "RX-DARK", .name = "fires: all lanes",
		.base = down, .given = { HAS(MODULE_RX_POWER, REALS(-40, -40, -36.9, -40)) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "nothing arrives here on all 4 lanes",
	},
	{
		.rule = "RX-DARK", .name = "fires: an SFP",
		.base = down,
		.given = { HAS(MODULE_LANES, .num = 1), HAS(MODULE_RX_POWER, REALS(-40)) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "nothing arrives here: fibre broken",
	},
	{
		.rule = "RX-DARK", .name = "fires: the module tells LOS and no power",
		.base = down,
		.given = { HAS(MODULE_LANES, .num = 1), LACKS(MODULE_RX_POWER, ABSENT),
			   HAS(MODULE_RX_LOS, .text = "1") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "nothing arrives here",
	},
	{
		.rule = "RX-DARK", .name = "fires: the port's own receiver says so",
		.given = { HAS(LINK_UP, .yes = false), HAS(LINK_EXT_SUBSTATE, .text = "serdes-alos") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "nothing arrives here",
		.evidence = { THIS(LINK_EXT_SUBSTATE) },
	},
	{
		.rule = "RX-DARK", .name = "silent: a flag that is held from before",
		.base = down, .given = { HAS(MODULE_RX_LOS, .text = "1\n2\n3\n4") },
	},
	{
		.rule = "RX-DARK", .name = "silent: lanes of other ports in one cage",
		.base = down,
		.given = { HAS(LINK_LANES, .num = 1), HAS(MODULE_RX_POWER, REALS(-1, -40, -40, -40)) },
	},
	{
		.rule = "RX-DARK", .name = "silent: a lane that nobody uses, and a link",
		.base = healthy, .given = { HAS(MODULE_RX_POWER, REALS(-1, -40, -40, -40)) },
	},
	{
		.rule = "RX-DARK", .name = "silent: not set up",
		.base = down,
		.given = { HAS(LINK_ADMIN_UP, .yes = false), HAS(MODULE_RX_POWER, REALS(-40)) },
	},
	{
		.rule = "RX-DARK", .name = "no data: a link, and no module that tells",
		.given = { HAS(LINK_UP, .yes = true) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(MODULE_RX_POWER) },
	},
	{
		.rule = "RX-DARK", .name = "no data: no module tells",
		.given = { HAS(LINK_UP, .yes = false) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(MODULE_RX_POWER) },
	},

	{
		.rule = "TX-DARK", .name = "fires: a failed laser",
		.base = down,
		.given = { HAS(MODULE_TX_FAULT, .text = "3"),
			   HAS(MODULE_TX_POWER, REALS(0, 0, -40, 0)) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "sends nothing on lane 3: the module reports a failed laser",
		.remedy = "unplug",
		.evidence = { THIS(MODULE_TX_FAULT), THIS(MODULE_TX_POWER) },
	},
	{
		.rule = "TX-DARK", .name = "fires: switched off",
		.base = down, .given = { HAS(MODULE_TX_DISABLE, .text = "1\n2\n3\n4") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "on all 4 lanes: the laser is switched off", .remedy = "ip link set",
	},
	{
		.rule = "TX-DARK", .name = "fires: dark without a word",
		.base = down,
		.given = { HAS(MODULE_LANES, .num = 1), HAS(MODULE_TX_POWER, REALS(-40)),
			   LACKS(MODULE_TX_FAULT, ABSENT), LACKS(MODULE_TX_DISABLE, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "this end sends nothing: the laser is dark",
	},
	{ .rule = "TX-DARK", .name = "silent: light leaves", .base = down },
	{
		.rule = "TX-DARK", .name = "silent: some lanes of a shared cage",
		.base = down,
		.given = { HAS(LINK_LANES, .num = 1), HAS(MODULE_TX_DISABLE, .text = "3\n4") },
	},
	{
		.rule = "TX-DARK", .name = "silent: the interface is not set up",
		.base = down,
		.given = { HAS(LINK_ADMIN_UP, .yes = false),
			   HAS(MODULE_TX_DISABLE, .text = "1\n2\n3\n4") },
	},
	{
		.rule = "TX-DARK", .name = "no data: no module tells",
		.given = { HAS(LINK_UP, .yes = false) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(MODULE_TX_POWER) },
	},

	/* ETHTOOL_LINK_EXT_SUBSTATE_LT_REMOTE_FAULT, by the name the port gives it. */
	{
		.rule = "REMOTE-FAULT", .name = "fires: the kernel's remote fault in training",
		.given = {
			HAS(LINK_UP, .yes = false),
			HAS(LINK_EXT_STATE, .text = "link-training-failure"),
			HAS(LINK_EXT_SUBSTATE, .text = "remote-side-is-not-ready-yet"),
			HAS(MODULE_TX_POWER, REALS(-1, -1)),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_OTHER,
		.evidence = { THIS(LINK_EXT_SUBSTATE), THIS(LINK_UP), THIS(MODULE_TX_POWER) },
	},
	{
		.rule = "REMOTE-FAULT", .name = "silent: nothing arrives here",
		.given = {
			HAS(LINK_EXT_STATE, .text = "bad-signal-integrity"),
			HAS(LINK_EXT_SUBSTATE, .text = "serdes-alos"),
		},
	},
	{
		.rule = "REMOTE-FAULT", .name = "silent: no light that could have brought the news",
		.given = {
			HAS(LINK_UP, .yes = false), HAS(MODULE_RX_POWER, REALS(-40, -40)),
			HAS(LINK_EXT_SUBSTATE, .text = "remote-side-is-not-ready-yet"),
		},
	},
	{
		.rule = "REMOTE-FAULT", .name = "silent: our own training fails",
		.given = {
			HAS(LINK_EXT_STATE, .text = "link-training-failure"),
			HAS(LINK_EXT_SUBSTATE, .text = "kr-frame-lock-not-acquired"),
		},
	},

	{
		.rule = "MODULE-OPTICS", .name = "fires: ethtool -m is all there is: nobody knows whether the lane is used",
		.given = {
			HAS(MODULE_MEMORY, .text = "SFF-8472"), HAS(MODULE_RX_POWER, REALS(-21)),
			HAS(MODULE_THRESHOLDS_RX_POWER, REALS(-20, -18, -1, 0)),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "below the module's alarm limit",
		.evidence = { THIS(MODULE_RX_POWER), THIS(MODULE_THRESHOLDS_RX_POWER) },
	},
	{
		.rule = "MODULE-OPTICS", .name = "no data: no light, and nobody knows whether there should be",
		.given = {
			HAS(MODULE_MEMORY, .text = "SFF-8472"), HAS(MODULE_LANES, .num = 1),
			HAS(MODULE_RX_POWER, REALS(-40)),
			HAS(MODULE_THRESHOLDS_RX_POWER, REALS(-20, -18, -1, 0)),
		},
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(LINK_UP) },
	},
	{
		.rule = "MODULE-OPTICS", .name = "fires: heat is everybody's",
		.given = {
			HAS(MODULE_MEMORY, .text = "SFF-8472"), HAS(MODULE_TEMPERATURE, .real = 90),
			HAS(MODULE_THRESHOLDS_TEMPERATURE, REALS(-10, -5, 75, 80)),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .summary = "temperature",
	},
	{
		.rule = "MODULE-OPTICS", .name = "fires: little light, a warning",
		.base = healthy, .given = { HAS(MODULE_RX_POWER, REALS(-1, -2, -11.5, -2.2)) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "light received on lane 3 -11.50 dBm, below the module's warning limit of "
			   "-10.00",
		.evidence = { THIS(MODULE_RX_POWER), THIS(MODULE_THRESHOLDS_RX_POWER), THIS(LINK_UP) },
	},
	{
		.rule = "MODULE-OPTICS", .name = "fires: an alarm, and more",
		.base = healthy,
		.given = { HAS(MODULE_RX_POWER, REALS(-1, -11, -14.5, -2.2)),
			   HAS(MODULE_TEMPERATURE, .real = 75) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "on lane 3 -14.50 dBm, below the module's alarm limit of -13.00; 2 more",
	},
	{
		.rule = "MODULE-OPTICS", .name = "fires: too hot",
		.base = healthy, .given = { HAS(MODULE_TEMPERATURE, .real = 80.5) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL,
		.summary = "temperature 80.50 C, above the module's alarm limit of 80.00",
	},
	{
		.rule = "MODULE-OPTICS", .name = "fires: too much light on one lane of an SFP",
		.base = healthy,
		.given = { HAS(MODULE_LANES, .num = 1), HAS(LINK_LANES, .num = 1),
			   HAS(MODULE_RX_POWER, REALS(3)), LACKS(MODULE_TX_POWER, ABSENT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "light received 3.00 dBm",
	},
	{
		.rule = "MODULE-OPTICS", .name = "fires: only a warning where lanes are shared",
		.base = healthy,
		.given = { HAS(LINK_LANES, .num = 1),
			   HAS(MODULE_RX_POWER, REALS(-1, -2, -14.5, -2.2)) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "alarm limit",
	},
	{ .rule = "MODULE-OPTICS", .name = "silent: all between their limits", .base = healthy },
	{
		.rule = "MODULE-OPTICS", .name = "silent: a lane nobody uses",
		.base = healthy, .given = { HAS(MODULE_RX_POWER, REALS(-1, -2, -40, -2.2)) },
	},
	{
		.rule = "MODULE-OPTICS", .name = "silent: no light at all is RX-DARK",
		.base = down, .given = { HAS(MODULE_RX_POWER, REALS(-40, -40, -40, -40)) },
	},
	{
		.rule = "MODULE-OPTICS", .name = "silent: a lane without a reading",
		.base = healthy, .given = { HAS(MODULE_RX_POWER, REALS(-1, NAN, -1, -2)) },
	},
	{
		.rule = "MODULE-OPTICS", .name = "silent: a laser that is switched off",
		.base = healthy,
		.given = { HAS(MODULE_TX_POWER, REALS(0, 0, -20, 0)),
			   HAS(MODULE_TX_DISABLE, .text = "3") },
	},
	{
		.rule = "MODULE-OPTICS", .name = "silent: the interface is not set up",
		.base = down,
		.given = { HAS(LINK_ADMIN_UP, .yes = false),
			   HAS(MODULE_TX_POWER, REALS(-20, -20, -20, -20)) },
	},
	{
		.rule = "MODULE-OPTICS", .name = "silent: CMIS, the lanes are not in use",
		.base = healthy,
		.given = { HAS(MODULE_DATA_PATH, .text = "deactivated\ndeactivated"),
			   HAS(MODULE_TX_POWER, REALS(-20, -20, -20, -20)) },
	},
	{
		.rule = "MODULE-OPTICS", .name = "silent: limits that were never written",
		.base = healthy,
		.given = { HAS(MODULE_THRESHOLDS_RX_POWER, REALS(NAN, NAN, NAN, NAN)),
			   HAS(MODULE_RX_POWER, REALS(-14, -14, -14, -14)) },
	},
	{
		.rule = "MODULE-OPTICS", .name = "no data: a cable that measures nothing",
		.given = { HAS(LINK_UP, .yes = true), HAS(MODULE_MEMORY, .text = "SFF-8636") },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(MODULE_TEMPERATURE) },
	},
	{
		.rule = "MODULE-OPTICS", .name = "no data: readings without limits",
		.given = { HAS(LINK_UP, .yes = true), HAS(MODULE_MEMORY, .text = "SFF-8472"),
			   HAS(MODULE_TEMPERATURE, .real = 30) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(MODULE_THRESHOLDS_TEMPERATURE) },
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-module", .rules = rules_module, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
