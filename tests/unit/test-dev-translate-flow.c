// SPDX-License-Identifier: GPL-3.0-or-later
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <math.h>

#include "test-dev-help.h"

static struct nl_msg *pause_message(void)
{
	struct nl_msg *msg = help_message();
	struct nlattr *nest;

	nla_put_u8(msg, ETHTOOL_A_PAUSE_AUTONEG, 1);
	nla_put_u8(msg, ETHTOOL_A_PAUSE_RX, 1);
	nla_put_u8(msg, ETHTOOL_A_PAUSE_TX, 0);
	nest = nla_nest_start(msg, ETHTOOL_A_PAUSE_STATS);
	nla_put_u64(msg, ETHTOOL_A_PAUSE_STAT_TX_FRAMES, 11);
	nla_put_u64(msg, ETHTOOL_A_PAUSE_STAT_RX_FRAMES, 5000000000);
	nla_nest_end(msg, nest);
	return msg;
}

static void pause_settings(void **state)
{
	help_send(*state, "netlink pause", GROUP_PAUSE, pause_message());
	assert_true(facts_yes(near_of(*state), FACT_PAUSE_AUTONEG));
	assert_true(facts_yes(near_of(*state), FACT_PAUSE_RX));
	assert_true(facts_no(near_of(*state), FACT_PAUSE_TX));
	assert_unread(near_of(*state), FACT_TOTAL_PAUSE_TX);
}

/* A second round overwrites: a counter that moves is no disagreement. */
static void pause_totals(void **state)
{
	struct sets *sets = *state;

	facts_put_num(&sets->set[SET_NEAR], FACT_TOTAL_PAUSE_TX, FROM_NETLINK, 3);
	help_send(sets, "netlink pause", GROUP_COUNTERS, pause_message());
	assert_fact_num(near_of(sets), FACT_TOTAL_PAUSE_TX, 11);
	assert_fact_num(near_of(sets), FACT_TOTAL_PAUSE_RX, 5000000000);
	assert_int_equal(sets->set[SET_NEAR].others, 0);
	assert_unread(near_of(sets), FACT_PAUSE_RX);
}

static void eee(void **state)
{
	const uint32_t ours[] = { 0x28, 0, 0 }, able[] = { 0x28, 0x8000, 0 };
	const uint32_t peer[] = { 0x20, 0, 0 };
	const struct sets *sets = *state;
	struct nl_msg *msg = help_message();
	struct modes modes;

	help_put_bitset(msg, ETHTOOL_A_EEE_MODES_OURS, 93, ours, able);
	help_put_bitset(msg, ETHTOOL_A_EEE_MODES_PEER, 93, peer, NULL);
	nla_put_u8(msg, ETHTOOL_A_EEE_ACTIVE, 1);
	nla_put_u8(msg, ETHTOOL_A_EEE_ENABLED, 1);
	nla_put_u8(msg, ETHTOOL_A_EEE_TX_LPI_ENABLED, 0);
	help_send(*state, "netlink eee", GROUP_EEE, msg);
	assert_true(facts_yes(near_of(sets), FACT_EEE_ACTIVE));
	assert_true(facts_yes(near_of(sets), FACT_EEE_ENABLED));
	assert_true(facts_no(near_of(sets), FACT_EEE_TX_LPI));
	modes = facts_modes(near_of(sets), FACT_EEE_MODES_SUPPORTED);
	assert_int_equal(modes_count(&modes), 3);
	modes = facts_modes(&sets->set[SET_PARTNER], FACT_EEE_MODES_ADVERTISED);
	assert_true(modes_has(&modes, MODE_1000_FULL));
	assert_unread(&sets->set[SET_PARTNER], FACT_LINK_MODES_ADVERTISED);
}

static struct nl_msg *fec_message(void)
{
	const uint64_t corrected[] = { 70, 30, 40 }, uncorrectable[] = { 2 };
	const uint64_t bits_corrected[] = { 99, 44, UINT64_MAX };
	uint32_t bits[3] = { 0, 0, 0 };
	struct nl_msg *msg = help_message();
	struct nlattr *nest;

	bits[ETHTOOL_LINK_MODE_FEC_RS_BIT / 32] |= 1U << ETHTOOL_LINK_MODE_FEC_RS_BIT % 32;
	bits[ETHTOOL_LINK_MODE_FEC_LLRS_BIT / 32] |= 1U << ETHTOOL_LINK_MODE_FEC_LLRS_BIT % 32;
	help_put_bitset(msg, ETHTOOL_A_FEC_MODES, 93, bits, NULL);
	nla_put_u8(msg, ETHTOOL_A_FEC_AUTO, 1);
	nla_put_u32(msg, ETHTOOL_A_FEC_ACTIVE, ETHTOOL_LINK_MODE_FEC_RS_BIT);
	nest = nla_nest_start(msg, ETHTOOL_A_FEC_STATS);
	nla_put(msg, ETHTOOL_A_FEC_STAT_CORRECTED, sizeof(corrected), corrected);
	nla_put(msg, ETHTOOL_A_FEC_STAT_UNCORR, sizeof(uncorrectable), uncorrectable);
	nla_put(msg, ETHTOOL_A_FEC_STAT_CORR_BITS, sizeof(bits_corrected), bits_corrected);
	nla_nest_end(msg, nest);
	return msg;
}

static void fec(void **state)
{
	help_send(*state, "netlink fec", GROUP_FEC, fec_message());
	assert_fact_text(near_of(*state), FACT_FEC_CONFIGURED, "RS\nLLRS");
	assert_true(facts_yes(near_of(*state), FACT_FEC_AUTO));
	assert_fact_text(near_of(*state), FACT_FEC_ACTIVE, "RS");
}

static void fec_off(void **state)
{
	uint32_t bits[3] = { 0, 1U << (ETHTOOL_LINK_MODE_FEC_NONE_BIT - 32), 0 };
	struct nl_msg *msg = help_message();

	help_put_bitset(msg, ETHTOOL_A_FEC_MODES, 93, bits, NULL);
	nla_put_u32(msg, ETHTOOL_A_FEC_ACTIVE, ETHTOOL_LINK_MODE_FEC_NONE_BIT);
	help_send(*state, "netlink fec", GROUP_FEC, msg);
	assert_fact_text(near_of(*state), FACT_FEC_CONFIGURED, "Off");
	assert_fact_text(near_of(*state), FACT_FEC_ACTIVE, "Off");
}

/* The first of the array is the sum over the lanes that follow. */
static void fec_totals(void **state)
{
	help_send(*state, "netlink fec", GROUP_COUNTERS, fec_message());
	assert_fact_num(near_of(*state), FACT_TOTAL_FEC_CORRECTED, 70);
	assert_fact_num(near_of(*state), FACT_TOTAL_FEC_UNCORRECTABLE, 2);
	assert_unread(near_of(*state), FACT_FEC_ACTIVE);
}

static void fec_lanes(void **state)
{
	struct reals lanes;

	help_send(*state, "netlink fec", GROUP_COUNTERS, fec_message());
	lanes = facts_reals(near_of(*state), FACT_FEC_LANE_CORRECTED);
	assert_int_equal(lanes.count, 2);
	assert_true(fabs(lanes.at[0] - 30) < 1e-9 && fabs(lanes.at[1] - 40) < 1e-9);
	/* A sum without lanes. */
	assert_unread(near_of(*state), FACT_FEC_LANE_UNCORRECTABLE);
	assert_fact_num(near_of(*state), FACT_FEC_CORRECTED_BITS, 99);
	lanes = facts_reals(near_of(*state), FACT_FEC_LANE_CORRECTED_BITS);
	assert_int_equal(lanes.count, 2);
	assert_true(isnan(lanes.at[1]));
	/* Read again: the later stands. */
	help_send(*state, "netlink fec", GROUP_COUNTERS, fec_message());
	assert_int_equal(near_of(*state)->others, 0);
}

static void cut_at_every_byte(void **state)
{
	(void)state;
	help_send_cut("netlink pause", GROUP_COUNTERS, pause_message());
	help_send_cut("netlink fec", GROUP_FEC, fec_message());
	help_send_cut("netlink fec", GROUP_COUNTERS, fec_message());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(pause_settings), WITH_SETS(pause_totals),
		WITH_SETS(eee),		   WITH_SETS(fec),
		WITH_SETS(fec_off),	   WITH_SETS(fec_totals),
		WITH_SETS(fec_lanes),
		cmocka_unit_test(cut_at_every_byte),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-flow", tests, NULL, NULL);
}
