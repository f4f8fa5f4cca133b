// SPDX-License-Identifier: GPL-3.0-or-later
#include <linux/ethtool_netlink.h>

#include "test-dev-help.h"

static void send_modes(struct sets *sets, uint32_t speed, uint8_t duplex)
{
	struct nl_msg *msg = help_message();

	nla_put_u32(msg, ETHTOOL_A_LINKMODES_SPEED, speed);
	nla_put_u8(msg, ETHTOOL_A_LINKMODES_DUPLEX, duplex);
	help_send(sets, "netlink linkmodes", GROUP_LINK, msg);
}

static void linkinfo(void **state)
{
	struct nl_msg *msg = help_message();

	nla_put_u8(msg, ETHTOOL_A_LINKINFO_PORT, PORT_FIBRE);
	nla_put_u8(msg, ETHTOOL_A_LINKINFO_TP_MDIX, ETH_TP_MDI_X);
	help_send(*state, "netlink linkinfo", GROUP_LINK, msg);
	assert_fact_text(near_of(*state), FACT_LINK_PORT, "fibre");
	assert_fact_text(near_of(*state), FACT_LINK_MDIX, "mdi-x");
}

static void linkinfo_of_a_driver_that_does_not_know(void **state)
{
	struct nl_msg *msg = help_message();

	nla_put_u8(msg, ETHTOOL_A_LINKINFO_PORT, 77);
	nla_put_u8(msg, ETHTOOL_A_LINKINFO_TP_MDIX, ETH_TP_MDI_INVALID);
	help_send(*state, "netlink linkinfo", GROUP_LINK, msg);
	assert_unread(near_of(*state), FACT_LINK_PORT);
	assert_unread(near_of(*state), FACT_LINK_MDIX);
}

/* Unknown speed has many faces; none of them is a number. */
static void unknown_speeds(void **state)
{
	static const uint32_t speed[] = { 0, 65535, 4294967295U };

	for (size_t i = 0; i < COUNT(speed); i++)
		send_modes(*state, speed[i], 255);
	assert_unread(near_of(*state), FACT_LINK_SPEED);
	assert_unread(near_of(*state), FACT_LINK_DUPLEX);
	assert_unread(near_of(*state), FACT_LINK_AUTONEG);
}

static void known_speed(void **state)
{
	send_modes(*state, 1600000, DUPLEX_FULL);
	assert_fact_num(near_of(*state), FACT_LINK_SPEED, 1600000);
	assert_fact_text(near_of(*state), FACT_LINK_DUPLEX, "full");
	assert_int_equal(facts_get(near_of(*state), FACT_LINK_SPEED)->source, FROM_NETLINK);
}

static void no_speed_while_the_link_is_down(void **state)
{
	struct sets *sets = *state;

	facts_put_bool(&sets->set[SET_NEAR], FACT_LINK_UP, FROM_NETLINK, false);
	send_modes(sets, 1000, DUPLEX_FULL);
	assert_unread(near_of(sets), FACT_LINK_SPEED);
	assert_unread(near_of(sets), FACT_LINK_DUPLEX);
}

static void modes_of_both_ends(void **state)
{
	const uint32_t offered[] = { 0x6008, 0, 0 }, able[] = { 0x62ff, 0, 0 };
	const uint32_t peer[] = { 0x48, 0, 0 };
	struct nl_msg *msg = help_message();
	const struct sets *sets = *state;
	struct modes modes;

	nla_put_u8(msg, ETHTOOL_A_LINKMODES_AUTONEG, 1);
	help_put_bitset(msg, ETHTOOL_A_LINKMODES_OURS, 93, offered, able);
	help_put_bitset(msg, ETHTOOL_A_LINKMODES_PEER, 93, peer, NULL);
	help_send(*state, "netlink linkmodes", GROUP_LINK, msg);
	assert_true(facts_yes(near_of(sets), FACT_LINK_AUTONEG));
	modes = facts_modes(near_of(sets), FACT_LINK_MODES_SUPPORTED);
	assert_int_equal(modes_count(&modes), 11);
	modes = facts_modes(near_of(sets), FACT_LINK_MODES_ADVERTISED);
	assert_int_equal(modes_count(&modes), 3);
	assert_true(modes_has(&modes, MODE_100_FULL) && modes_has(&modes, MODE_PAUSE));
	modes = facts_modes(&sets->set[SET_PARTNER], FACT_LINK_MODES_ADVERTISED);
	assert_int_equal(modes_count(&modes), 2);
	assert_unread(&sets->set[SET_PARTNER], FACT_LINK_MODES_SUPPORTED);
}

/* Advertising nothing is a setting (negotiation off); supporting nothing is no answer. */
static void empty_sets(void **state)
{
	const uint32_t none[] = { 0, 0, 0 }, able[] = { 0x2f, 0, 0 };
	struct nl_msg *msg = help_message();
	const struct sets *sets = *state;

	help_put_bitset(msg, ETHTOOL_A_LINKMODES_OURS, 93, none, none);
	help_put_bitset(msg, ETHTOOL_A_LINKMODES_PEER, 93, none, NULL);
	help_send(*state, "netlink linkmodes", GROUP_LINK, msg);
	assert_unread(near_of(sets), FACT_LINK_MODES_SUPPORTED);
	assert_unread(near_of(sets), FACT_LINK_MODES_ADVERTISED);
	assert_unread(&sets->set[SET_PARTNER], FACT_LINK_MODES_ADVERTISED);

	msg = help_message();
	help_put_bitset(msg, ETHTOOL_A_LINKMODES_OURS, 93, none, able);
	help_send(*state, "netlink linkmodes", GROUP_LINK, msg);
	assert_true(facts_known(near_of(sets), FACT_LINK_MODES_ADVERTISED));
}

static void send_master_slave(struct sets *sets, uint8_t config, uint8_t role)
{
	struct nl_msg *msg = help_message();

	nla_put_u8(msg, ETHTOOL_A_LINKMODES_MASTER_SLAVE_CFG, config);
	nla_put_u8(msg, ETHTOOL_A_LINKMODES_MASTER_SLAVE_STATE, role);
	nla_put_u32(msg, ETHTOOL_A_LINKMODES_LANES, 4);
	nla_put_u8(msg, ETHTOOL_A_LINKMODES_RATE_MATCHING, RATE_MATCH_PAUSE);
	help_send(sets, "netlink linkmodes", GROUP_LINK, msg);
}

static void master_and_slave(void **state)
{
	send_master_slave(*state, MASTER_SLAVE_CFG_SLAVE_PREFERRED, MASTER_SLAVE_STATE_SLAVE);
	assert_fact_text(near_of(*state), FACT_MS_CONFIG, "preferred-slave");
	assert_fact_text(near_of(*state), FACT_MS_ROLE, "slave");
	assert_true(facts_no(near_of(*state), FACT_MS_FAULT));
	assert_fact_num(near_of(*state), FACT_LINK_LANES, 4);
	assert_fact_text(near_of(*state), FACT_LINK_RATE_MATCHING, "pause");
}

static void master_slave_conflict(void **state)
{
	send_master_slave(*state, MASTER_SLAVE_CFG_MASTER_FORCE, MASTER_SLAVE_STATE_ERR);
	assert_fact_text(near_of(*state), FACT_MS_CONFIG, "forced-master");
	assert_true(facts_yes(near_of(*state), FACT_MS_FAULT));
	assert_unread(near_of(*state), FACT_MS_ROLE);
}

static void master_slave_unsupported(void **state)
{
	send_master_slave(*state, MASTER_SLAVE_CFG_UNSUPPORTED, MASTER_SLAVE_STATE_UNKNOWN);
	assert_unread(near_of(*state), FACT_MS_CONFIG);
	assert_unread(near_of(*state), FACT_MS_ROLE);
	assert_unread(near_of(*state), FACT_MS_FAULT);
}

static void no_rate_matching_is_no_answer(void **state)
{
	struct nl_msg *msg = help_message();

	nla_put_u8(msg, ETHTOOL_A_LINKMODES_RATE_MATCHING, RATE_MATCH_NONE);
	help_send(*state, "netlink linkmodes", GROUP_LINK, msg);
	assert_unread(near_of(*state), FACT_LINK_RATE_MATCHING);
}

static struct nl_msg *linkstate_message(void)
{
	struct nl_msg *msg = help_message();

	nla_put_u8(msg, ETHTOOL_A_LINKSTATE_LINK, 0);
	nla_put_u32(msg, ETHTOOL_A_LINKSTATE_SQI, 5);
	nla_put_u32(msg, ETHTOOL_A_LINKSTATE_SQI_MAX, 7);
	nla_put_u8(msg, ETHTOOL_A_LINKSTATE_EXT_STATE, ETHTOOL_LINK_EXT_STATE_AUTONEG);
	nla_put_u8(msg, ETHTOOL_A_LINKSTATE_EXT_SUBSTATE,
		   ETHTOOL_LINK_EXT_SUBSTATE_AN_ACK_NOT_RECEIVED);
	nla_put_u32(msg, 7, 12);	/* ETHTOOL_A_LINKSTATE_EXT_DOWN_CNT */
	nla_put_u32(msg, 8, 1);		/* of a kernel to come */
	return msg;
}

static void linkstate(void **state)
{
	help_send(*state, "netlink linkstate", GROUP_LINK, linkstate_message());
	assert_true(facts_no(near_of(*state), FACT_LINK_UP));
	assert_unread(near_of(*state), FACT_LINK_EVER_UP);
	assert_fact_num(near_of(*state), FACT_LINK_SQI, 5);
	assert_fact_num(near_of(*state), FACT_LINK_SQI_MAX, 7);
	assert_fact_text(near_of(*state), FACT_LINK_EXT_STATE, "autoneg");
	assert_fact_text(near_of(*state), FACT_LINK_EXT_SUBSTATE, "ack-not-received");
	assert_fact_num(near_of(*state), FACT_LINK_EXT_DOWN_COUNT, 12);
}

/* The driver's word beats the carrier flag, and the flag's stays beside it. */
static void linkstate_beats_carrier(void **state)
{
	struct sets *sets = *state;
	struct nl_msg *msg = help_message();

	facts_put_bool(&sets->set[SET_NEAR], FACT_LINK_UP, FROM_NETLINK, false);
	facts_put_bool(&sets->set[SET_NEAR], FACT_LINK_EVER_UP, FROM_NETLINK, true);
	nla_put_u8(msg, ETHTOOL_A_LINKSTATE_LINK, 1);
	help_send(sets, "netlink linkstate", GROUP_LINK, msg);
	assert_true(facts_yes(near_of(sets), FACT_LINK_UP));
	assert_non_null(facts_other(near_of(sets), FACT_LINK_UP));
	assert_null(facts_other(near_of(sets), FACT_LINK_EVER_UP));
}

static void cut_at_every_byte(void **state)
{
	const uint32_t bits[] = { 0xff, 0, 0 };
	struct nl_msg *msg = help_message();

	(void)state;
	help_put_bitset(msg, ETHTOOL_A_LINKMODES_OURS, 93, bits, bits);
	nla_put_u32(msg, ETHTOOL_A_LINKMODES_SPEED, 100);
	help_send_cut("netlink linkmodes", GROUP_LINK, msg);
	help_send_cut("netlink linkstate", GROUP_LINK, linkstate_message());
}

/* Attributes that no kernel has today, before, between and after those that are known. */
static void put_newer(struct nl_msg *msg)
{
	struct nlattr *nest = nla_nest_start(msg, 60);

	nla_put_u32(msg, 1, 0x12345678);
	nla_nest_end(msg, nest);
	nla_put(msg, 61, 0, "");
	nla_put_string(msg, 16383, "of a kernel to come");
}

static void attributes_of_a_newer_kernel(void **state)
{
	struct nl_msg *msg = help_message();

	put_newer(msg);
	nla_put_u32(msg, ETHTOOL_A_LINKMODES_SPEED, 1000);
	put_newer(msg);
	nla_put_u8(msg, ETHTOOL_A_LINKMODES_DUPLEX, DUPLEX_FULL);
	put_newer(msg);
	help_send(*state, "netlink linkmodes", GROUP_LINK, msg);
	assert_fact_num(near_of(*state), FACT_LINK_SPEED, 1000);
	assert_fact_text(near_of(*state), FACT_LINK_DUPLEX, "full");

	msg = help_message();
	put_newer(msg);
	nla_put_u8(msg, ETHTOOL_A_LINKINFO_PORT, PORT_TP);
	put_newer(msg);
	help_send(*state, "netlink linkinfo", GROUP_LINK, msg);
	assert_fact_text(near_of(*state), FACT_LINK_PORT, "tp");

	msg = help_message();
	put_newer(msg);
	nla_put_u8(msg, ETHTOOL_A_LINKSTATE_LINK, 1);
	put_newer(msg);
	help_send(*state, "netlink linkstate", GROUP_LINK, msg);
	assert_true(facts_yes(near_of(*state), FACT_LINK_UP));

	msg = help_message();
	put_newer(msg);
	nla_put_u8(msg, ETHTOOL_A_PAUSE_AUTONEG, 1);
	put_newer(msg);
	help_send(*state, "netlink pause", GROUP_PAUSE, msg);
	assert_true(facts_yes(near_of(*state), FACT_PAUSE_AUTONEG));
}

static void supported_is(struct sets *sets, unsigned int bits, const uint32_t *word,
			 const char *names)
{
	struct nl_msg *msg = help_message();
	char text[600];

	memset(sets, 0, sizeof(*sets));
	help_put_bitset(msg, ETHTOOL_A_LINKMODES_OURS, bits, word, word);
	help_send(sets, "netlink linkmodes", GROUP_LINK, msg);
	fact_print(FACT_LINK_MODES_SUPPORTED, facts_get(near_of(sets), FACT_LINK_MODES_SUPPORTED), text,
		   sizeof(text));
	assert_string_equal(text, names);
}

/* Of older and newer kernels; names come from data/link-modes.tsv, not from the build's headers. */
static void bitmaps_of_other_kernels(void **state)
{
	static const uint32_t old[] = { 0x28 }, now[] = { 0x20, 0, 0, 0x30000000 },
		newer[] = { 0x20, 0, 0, 0xc0000000, 0x80000001 },
		far[16] = { [0] = 0x20, [15] = 0xffffffff };

	supported_is(*state, 32, old, "100baseT/Full 1000baseT/Full");
	supported_is(*state, 31, old, "100baseT/Full 1000baseT/Full");
	supported_is(*state, 126, now, "1000baseT/Full 1600000baseDR8_2/Full 25000baseLR/Full");
	supported_is(*state, 160, newer, "1000baseT/Full bit126 bit127 bit128 bit159");
	supported_is(*state, 512, far, "1000baseT/Full");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(linkinfo),
		WITH_SETS(linkinfo_of_a_driver_that_does_not_know),
		WITH_SETS(unknown_speeds),
		WITH_SETS(known_speed),
		WITH_SETS(no_speed_while_the_link_is_down),
		WITH_SETS(modes_of_both_ends),
		WITH_SETS(empty_sets),
		WITH_SETS(master_and_slave),
		WITH_SETS(master_slave_conflict),
		WITH_SETS(master_slave_unsupported),
		WITH_SETS(no_rate_matching_is_no_answer),
		WITH_SETS(linkstate),
		WITH_SETS(linkstate_beats_carrier),
		cmocka_unit_test(cut_at_every_byte),
		WITH_SETS(attributes_of_a_newer_kernel),
		WITH_SETS(bitmaps_of_other_kernels),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-netlink", tests, NULL, NULL);
}
