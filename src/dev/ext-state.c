// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/ext-state.h"

#include <inttypes.h>
#include <linux/ethtool.h>
#include <stddef.h>
#include <stdio.h>

/* Linux 7.0 (bnxt), include/uapi/linux/ethtool.h */
#define EXT_STATE_OTP_SPEED_VIOLATION 11
#define EXT_STATE_BMC_REQUEST_DOWN 12

#define SUBSTATES_MAX 7		/* numbers start at 1 */

struct state {
	const char *name;
	const char *substate[SUBSTATES_MAX];
};

static const struct state states[] = {
	[ETHTOOL_LINK_EXT_STATE_AUTONEG] = {
		.name = "autoneg",
		.substate = {
			[1] = "no-partner-detected",
			[2] = "ack-not-received",
			[3] = "next-page-exchange-failed",
			[4] = "no-partner-detected-during-force-mode",
			[5] = "fec-mismatch-during-override",
			[6] = "no-hcd",
		},
	},
	[ETHTOOL_LINK_EXT_STATE_LINK_TRAINING_FAILURE] = {
		.name = "link-training-failure",
		.substate = {
			[1] = "kr-frame-lock-not-acquired",
			[2] = "kr-link-inhibit-timeout",
			[3] = "kr-link-partner-did-not-set-receiver-ready",
			[4] = "remote-side-is-not-ready-yet",
		},
	},
	[ETHTOOL_LINK_EXT_STATE_LINK_LOGICAL_MISMATCH] = {
		.name = "logical-mismatch",
		.substate = {
			[1] = "pcs-did-not-acquire-block-lock",
			[2] = "pcs-did-not-acquire-am-lock",
			[3] = "pcs-did-not-get-align-status",
			[4] = "fc-fec-is-not-locked",
			[5] = "rs-fec-is-not-locked",
		},
	},
	[ETHTOOL_LINK_EXT_STATE_BAD_SIGNAL_INTEGRITY] = {
		.name = "bad-signal-integrity",
		.substate = {
			[1] = "large-number-of-physical-errors",
			[2] = "unsupported-rate",
			[3] = "serdes-reference-clock-lost",
			[4] = "serdes-alos",
		},
	},
	[ETHTOOL_LINK_EXT_STATE_NO_CABLE] = { .name = "no-cable" },
	[ETHTOOL_LINK_EXT_STATE_CABLE_ISSUE] = {
		.name = "cable-issue",
		.substate = {
			[1] = "unsupported-cable",
			[2] = "cable-test-failure",
		},
	},
	[ETHTOOL_LINK_EXT_STATE_EEPROM_ISSUE] = { .name = "eeprom-issue" },
	[ETHTOOL_LINK_EXT_STATE_CALIBRATION_FAILURE] = { .name = "calibration-failure" },
	[ETHTOOL_LINK_EXT_STATE_POWER_BUDGET_EXCEEDED] = { .name = "power-budget-exceeded" },
	[ETHTOOL_LINK_EXT_STATE_OVERHEAT] = { .name = "overheat" },
	[ETHTOOL_LINK_EXT_STATE_MODULE] = {
		.name = "module",
		.substate = { [1] = "cmis-module-is-not-in-moduleready-state" },
	},
	[EXT_STATE_OTP_SPEED_VIOLATION] = { .name = "otp-speed-violation" },
	[EXT_STATE_BMC_REQUEST_DOWN] = { .name = "bmc-request-down" },
};

static const struct state *state_of(int64_t num)
{
	if (num < 0 || (size_t)num >= sizeof(states) / sizeof(states[0]))
		return NULL;
	return &states[num];
}

void ext_state_name(int64_t state, char out[static EXT_STATE_NAME_MAX])
{
	const struct state *row = state_of(state);

	if (row)
		snprintf(out, EXT_STATE_NAME_MAX, "%s", row->name);
	else
		snprintf(out, EXT_STATE_NAME_MAX, "state-%" PRId64, state);
}

void ext_substate_name(int64_t state, int64_t substate, char out[static EXT_STATE_NAME_MAX])
{
	const struct state *row = state_of(state);

	if (row && substate > 0 && substate < SUBSTATES_MAX && row->substate[substate])
		snprintf(out, EXT_STATE_NAME_MAX, "%s", row->substate[substate]);
	else
		snprintf(out, EXT_STATE_NAME_MAX, "substate-%" PRId64, substate);
}
