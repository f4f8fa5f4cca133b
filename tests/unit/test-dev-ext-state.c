// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/ext-state.h"

#include <linux/ethtool.h>

#include "test-dev-help.h"

static void states(void **state)
{
	static const struct {
		int64_t num;
		const char *name;
	} row[] = {
		{ ETHTOOL_LINK_EXT_STATE_AUTONEG, "autoneg" },
		{ ETHTOOL_LINK_EXT_STATE_LINK_TRAINING_FAILURE, "link-training-failure" },
		{ ETHTOOL_LINK_EXT_STATE_LINK_LOGICAL_MISMATCH, "logical-mismatch" },
		{ ETHTOOL_LINK_EXT_STATE_NO_CABLE, "no-cable" },
		{ ETHTOOL_LINK_EXT_STATE_MODULE, "module" },
		{ 11, "otp-speed-violation" },
		{ 12, "bmc-request-down" },
		{ 13, "state-13" },
		{ 255, "state-255" },
		{ -1, "state--1" },
	};
	char out[EXT_STATE_NAME_MAX];

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		ext_state_name(row[i].num, out);
		assert_string_equal(out, row[i].name);
	}
}

static void substates(void **state)
{
	static const struct {
		int64_t num, sub;
		const char *name;
	} row[] = {
		{ ETHTOOL_LINK_EXT_STATE_AUTONEG,
		  ETHTOOL_LINK_EXT_SUBSTATE_AN_NO_PARTNER_DETECTED, "no-partner-detected" },
		{ ETHTOOL_LINK_EXT_STATE_AUTONEG, ETHTOOL_LINK_EXT_SUBSTATE_AN_NO_HCD, "no-hcd" },
		{ ETHTOOL_LINK_EXT_STATE_LINK_TRAINING_FAILURE,
		  ETHTOOL_LINK_EXT_SUBSTATE_LT_REMOTE_FAULT, "remote-side-is-not-ready-yet" },
		{ ETHTOOL_LINK_EXT_STATE_LINK_LOGICAL_MISMATCH,
		  ETHTOOL_LINK_EXT_SUBSTATE_LLM_RS_FEC_IS_NOT_LOCKED, "rs-fec-is-not-locked" },
		{ ETHTOOL_LINK_EXT_STATE_BAD_SIGNAL_INTEGRITY,
		  ETHTOOL_LINK_EXT_SUBSTATE_BSI_SERDES_ALOS, "serdes-alos" },
		{ ETHTOOL_LINK_EXT_STATE_CABLE_ISSUE,
		  ETHTOOL_LINK_EXT_SUBSTATE_CI_CABLE_TEST_FAILURE, "cable-test-failure" },
		{ ETHTOOL_LINK_EXT_STATE_AUTONEG, 0, "substate-0" },
		{ ETHTOOL_LINK_EXT_STATE_AUTONEG, 7, "substate-7" },
		{ ETHTOOL_LINK_EXT_STATE_NO_CABLE, 1, "substate-1" },
		{ 200, 3, "substate-3" },
		{ ETHTOOL_LINK_EXT_STATE_AUTONEG, INT64_MAX, "substate-9223372036854775807" },
	};
	char out[EXT_STATE_NAME_MAX];

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		ext_substate_name(row[i].num, row[i].sub, out);
		assert_string_equal(out, row[i].name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(states),
		cmocka_unit_test(substates),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-ext-state", tests, NULL, NULL);
}
