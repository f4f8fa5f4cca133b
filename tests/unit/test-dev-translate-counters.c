// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <stdio.h>

#include "test-dev-help.h"

static void driver(struct sets *sets, const char *name)
{
	facts_put_text(&sets->set[SET_NEAR], FACT_PORT_DRIVER, FROM_IOCTL, name);
}

static void text(struct sets *sets, const char *ask, const char *bytes)
{
	help_answer(sets, ask, GROUP_COUNTERS, bytes, strlen(bytes));
}

static struct nl_msg *link_message(const struct rtnl_link_stats64 *stats, size_t len)
{
	struct ifinfomsg info = { .ifi_index = 3 };
	struct nl_msg *msg = help_message();

	assert_int_equal(nlmsg_append(msg, &info, sizeof(info), NLMSG_ALIGNTO), 0);
	nla_put_u32(msg, IFLA_CARRIER_CHANGES, 16);
	nla_put(msg, IFLA_STATS64, (int)len, stats);
	return msg;
}

static struct nl_msg *some_of_each(size_t len)
{
	const struct rtnl_link_stats64 s = {
		.rx_packets = 1, .tx_packets = 2, .rx_bytes = 3, .tx_bytes = 4, .rx_errors = 5,
		.tx_errors = 6, .rx_dropped = 777, .collisions = 8, .rx_length_errors = 9,
		.rx_over_errors = 10, .rx_crc_errors = 11, .rx_frame_errors = 12,
		.rx_fifo_errors = 30, .rx_missed_errors = 20, .tx_aborted_errors = 13,
		.tx_carrier_errors = 14, .tx_window_errors = 15,
	};

	return link_message(&s, len);
}

static void totals(void **state)
{
	static const struct {
		enum fact_id id;
		int64_t num;
	} row[] = {
		{ FACT_TOTAL_RX_FRAMES, 1 }, { FACT_TOTAL_TX_FRAMES, 2 },
		{ FACT_TOTAL_RX_BYTES, 3 },  { FACT_TOTAL_TX_BYTES, 4 },
		{ FACT_TOTAL_RX_ERRORS, 5 }, { FACT_TOTAL_TX_ERRORS, 6 },
		{ FACT_TOTAL_COLLISIONS, 8 }, { FACT_TOTAL_LENGTH, 9 },
		{ FACT_TOTAL_CRC, 11 },	     { FACT_TOTAL_ALIGNMENT, 12 },
		{ FACT_TOTAL_EXCESSIVE_COLLISIONS, 13 }, { FACT_TOTAL_CARRIER, 14 },
		{ FACT_TOTAL_LATE_COLLISIONS, 15 }, { FACT_TOTAL_CARRIER_CHANGES, 16 },
		{ FACT_TOTAL_HOST_DROPS, 30 }, { FACT_TOTAL_FIFO_OVERRUNS, 30 },
	};

	help_send(*state, "rtnl link", GROUP_COUNTERS,
		  some_of_each(sizeof(struct rtnl_link_stats64)));
	for (size_t i = 0; i < COUNT(row); i++)
		assert_fact_num(near_of(*state), row[i].id, row[i].num);
	assert_unread(near_of(*state), FACT_TOTAL_RUNTS);
	assert_unread(near_of(*state), FACT_TOTAL_SYMBOL);
}

/* Before Linux 4.6 the structure had two fields less; bytes never said are no zeros. */
static void short_totals(void **state)
{
	help_send(*state, "rtnl link", GROUP_COUNTERS,
		  some_of_each(offsetof(struct rtnl_link_stats64, rx_crc_errors)));
	assert_fact_num(near_of(*state), FACT_TOTAL_LENGTH, 9);
	assert_unread(near_of(*state), FACT_TOTAL_CRC);
	assert_unread(near_of(*state), FACT_TOTAL_LATE_COLLISIONS);
	assert_fact_num(near_of(*state), FACT_TOTAL_HOST_DROPS, 10);
}

/* A zero is known where the driver fills the field, absent where nobody knows. */
static void zeros(void **state)
{
	static const struct {
		const char *driver;
		enum fact_state late, crc, frames, drops;
	} row[] = {
		{ "e1000e", FACT_KNOWN, FACT_KNOWN, FACT_KNOWN, FACT_KNOWN },
		{ "r8169", FACT_UNREAD, FACT_KNOWN, FACT_KNOWN, FACT_KNOWN },
		{ "virtio_net", FACT_ABSENT, FACT_ABSENT, FACT_KNOWN, FACT_ABSENT },
		{ NULL, FACT_ABSENT, FACT_ABSENT, FACT_KNOWN, FACT_ABSENT },
	};
	const struct rtnl_link_stats64 none = { 0 };

	for (size_t i = 0; i < COUNT(row); i++) {
		struct sets *sets = *state;

		memset(sets, 0, sizeof(*sets));
		if (row[i].driver)
			driver(sets, row[i].driver);
		help_send(sets, "rtnl link", GROUP_COUNTERS, link_message(&none, sizeof(none)));
		if (facts_get(near_of(sets), FACT_TOTAL_LATE_COLLISIONS)->state != row[i].late ||
		    facts_get(near_of(sets), FACT_TOTAL_CRC)->state != row[i].crc ||
		    facts_get(near_of(sets), FACT_TOTAL_RX_FRAMES)->state != row[i].frames ||
		    facts_get(near_of(sets), FACT_TOTAL_HOST_DROPS)->state != row[i].drops)
			fail_msg("%s", row[i].driver ? row[i].driver : "no driver");
	}
}

/* tg3 puts discards into tx_aborted_errors: no excessive collisions. */
static void a_field_with_something_else_is_not_read(void **state)
{
	const struct rtnl_link_stats64 s = { .tx_aborted_errors = 9 };

	driver(*state, "tg3");
	help_send(*state, "rtnl link", GROUP_COUNTERS, link_message(&s, sizeof(s)));
	assert_unread(near_of(*state), FACT_TOTAL_EXCESSIVE_COLLISIONS);
	text(*state, "ioctl stats", "tx_excessive_collisions: 4\n");
	assert_fact_num(near_of(*state), FACT_TOTAL_EXCESSIVE_COLLISIONS, 4);
	assert_int_equal(facts_get(near_of(*state), FACT_TOTAL_EXCESSIVE_COLLISIONS)->source,
			 FROM_IOCTL);
}

static void counters_by_name(void **state)
{
	struct sets *sets = *state;

	driver(sets, "lan78xx");
	text(sets, "ioctl stats", "RX FCS Errors: 5\nTX Late Collisions: 0\n"
	     "RX Undersize Frame Errors: 2\nRx Fragment Errors: 3\nTX Single Collisions: 10\n"
	     "TX Multiple Collisions: 20");
	assert_fact_num(near_of(sets), FACT_TOTAL_CRC, 5);
	assert_fact_num(near_of(sets), FACT_TOTAL_LATE_COLLISIONS, 0);
	assert_fact_num(near_of(sets), FACT_TOTAL_RUNTS, 5);
	assert_fact_num(near_of(sets), FACT_TOTAL_COLLISIONS, 30);
	assert_unread(near_of(sets), FACT_TOTAL_ALIGNMENT);
	assert_int_equal(sets->set[SET_NEAR].others, 0);
}

/* Not in the table: `ethtool -S` turns the zero of rtnetlink into a zero. */
static void a_name_confirms_a_zero(void **state)
{
	const struct rtnl_link_stats64 none = { 0 };

	driver(*state, "new_nic");
	help_send(*state, "rtnl link", GROUP_COUNTERS, link_message(&none, sizeof(none)));
	text(*state, "ioctl stats", "rx_crc_errors: 0\n");
	assert_fact_num(near_of(*state), FACT_TOTAL_CRC, 0);
	assert_int_equal(facts_get(near_of(*state), FACT_TOTAL_LATE_COLLISIONS)->state,
			 FACT_ABSENT);
}

static void broken_lines(void **state)
{
	static const char *const lines[] = {
		"", "\n", "\n\n", ":", ": ", ": 5", "rx_crc_errors", "rx_crc_errors:",
		"rx_crc_errors: ", "rx_crc_errors:5", "rx_crc_errors: -5", "rx_crc_errors: 5x",
		"rx_crc_errors: 99999999999999999999", "rx_crc_errors: 9223372036854775808",
	};

	for (size_t i = 0; i < COUNT(lines); i++) {
		text(*state, "ioctl stats", lines[i]);
		assert_unread(near_of(*state), FACT_TOTAL_CRC);
	}
}

static void put_stat(struct nl_msg *msg, int stat, uint64_t value)
{
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_STATS_GRP_STAT);

	nla_put_u64(msg, stat, value);
	nla_nest_end(msg, nest);
}

static struct nlattr *begin_group(struct nl_msg *msg, uint32_t id)
{
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_STATS_GRP);

	nla_put_u32(msg, ETHTOOL_A_STATS_GRP_ID, id);
	return nest;
}

static struct nl_msg *stats_message(void)
{
	struct nl_msg *msg = help_message();
	struct nlattr *group = begin_group(msg, ETHTOOL_STATS_ETH_PHY);

	put_stat(msg, ETHTOOL_A_STATS_ETH_PHY_5_SYM_ERR, 7);
	nla_nest_end(msg, group);
	group = begin_group(msg, ETHTOOL_STATS_ETH_MAC);
	put_stat(msg, ETHTOOL_A_STATS_ETH_MAC_6_FCS_ERR, 0);
	put_stat(msg, ETHTOOL_A_STATS_ETH_MAC_3_SINGLE_COL, 10);
	put_stat(msg, ETHTOOL_A_STATS_ETH_MAC_4_MULTI_COL, 20);
	put_stat(msg, ETHTOOL_A_STATS_ETH_MAC_10_LATE_COL, 3);
	put_stat(msg, ETHTOOL_A_STATS_ETH_MAC_23_IR_LEN_ERR, 1);
	put_stat(msg, ETHTOOL_A_STATS_ETH_MAC_25_TOO_LONG_ERR, 2);
	put_stat(msg, ETHTOOL_A_STATS_ETH_MAC_2_TX_PKT, 999);
	nla_nest_end(msg, group);
	group = begin_group(msg, ETHTOOL_STATS_RMON);
	put_stat(msg, ETHTOOL_A_STATS_RMON_UNDERSIZE, 4);
	put_stat(msg, ETHTOOL_A_STATS_RMON_FRAG, 5);
	put_stat(msg, ETHTOOL_A_STATS_RMON_JABBER, 6);
	nla_nest_end(msg, group);
	return msg;
}

static void standard_groups(void **state)
{
	driver(*state, "r8169");
	text(*state, "ioctl stats", "align_errors: 5\ntx_single_collisions: 1\n");
	help_send(*state, "netlink stats", GROUP_COUNTERS, stats_message());
	assert_fact_num(near_of(*state), FACT_TOTAL_SYMBOL, 7);
	assert_fact_num(near_of(*state), FACT_TOTAL_CRC, 0);
	assert_fact_num(near_of(*state), FACT_TOTAL_COLLISIONS, 30);
	assert_fact_num(near_of(*state), FACT_TOTAL_LATE_COLLISIONS, 3);
	assert_fact_num(near_of(*state), FACT_TOTAL_LENGTH, 3);
	assert_fact_num(near_of(*state), FACT_TOTAL_RUNTS, 9);
	assert_fact_num(near_of(*state), FACT_TOTAL_ALIGNMENT, 5);
	assert_unread(near_of(*state), FACT_TOTAL_CARRIER);
}

/* The groups are there and empty: the driver counts none of it. */
static void empty_groups(void **state)
{
	struct nl_msg *msg = help_message();

	nla_nest_end(msg, begin_group(msg, ETHTOOL_STATS_ETH_MAC));
	help_send(*state, "netlink stats", GROUP_COUNTERS, msg);
	assert_unread(near_of(*state), FACT_TOTAL_CRC);
	help_error(*state, "netlink stats", GROUP_COUNTERS, -EOPNOTSUPP);
	assert_int_equal(facts_get(near_of(*state), FACT_TOTAL_SYMBOL)->state, FACT_ABSENT);
}

static void errors_keep_what_is_known(void **state)
{
	help_send(*state, "netlink stats", GROUP_COUNTERS, stats_message());
	help_error(*state, "ioctl stats", GROUP_COUNTERS, -EPERM);
	assert_fact_num(near_of(*state), FACT_TOTAL_RUNTS, 9);
	assert_int_equal(facts_get(near_of(*state), FACT_TOTAL_RING_EMPTY)->state, FACT_DENIED);
}

static const char softnet[] =
	"0007403b 00000002 00000010 00000000 00000000 00000000 00000000 00000000 00000000\n"
	"00082437 0000000a 00000001 00000000 00000000 00000000 00000000 00000000 00000000\n";

static void drops_of_the_host(void **state)
{
	text(*state, "proc softnet_stat", softnet);
	assert_fact_num(near_of(*state), FACT_TOTAL_SOFTNET_DROPS, 12);
	assert_fact_num(near_of(*state), FACT_TOTAL_SOFTNET_SQUEEZED, 17);
}

static void no_drops_out_of_nothing(void **state)
{
	static const char *const bad[] = { "", "\n", "00000001", "1 2", "1 x 3", "1 2 123456789a",
					   "1  \n 2 ", "ffffffffffffffffff 1 2" };

	for (size_t i = 0; i < COUNT(bad); i++) {
		text(*state, "proc softnet_stat", bad[i]);
		assert_unread(near_of(*state), FACT_TOTAL_SOFTNET_DROPS);
	}
	help_error(*state, "proc softnet_stat", GROUP_COUNTERS, -ENOENT);
	assert_int_equal(facts_get(near_of(*state), FACT_TOTAL_SOFTNET_SQUEEZED)->state,
			 FACT_ABSENT);
}

static const char snmp[] =
	"Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors\n"
	"Udp: 279 1 60 281 50 7\n";

static void drops_of_sockets(void **state)
{
	text(*state, "proc snmp", snmp);
	assert_fact_num(near_of(*state), FACT_TOTAL_SOCKET_DROPS, 50);
	text(*state, "proc snmp6", "Udp6RcvbufErrors                \t5\n");
	assert_fact_num(near_of(*state), FACT_TOTAL_SOCKET_DROPS, 55);
}

static void no_sockets_out_of_nothing(void **state)
{
	static const char *const bad[] = {
		"", "Udp:", "Udp: RcvbufErrors", "Udp: RcvbufErrors\n", "Udp: RcvbufErrors\nUdp:",
		"Udp: RcvbufErrors\nUdp: x", "Udp: A RcvbufErrors\nUdp: 1",
		"Udp: RcvbufErrorsX\nUdp: 1",
	};

	for (size_t i = 0; i < COUNT(bad); i++) {
		text(*state, "proc snmp", bad[i]);
		assert_unread(near_of(*state), FACT_TOTAL_SOCKET_DROPS);
	}
	text(*state, "proc snmp6", "Udp6RcvbufErrors");
	text(*state, "proc snmp6", "Udp6RcvbufErrors -1");
	assert_unread(near_of(*state), FACT_TOTAL_SOCKET_DROPS);
}

static void cut_text(const char *ask, const char *whole)
{
	struct sets *sets = sets_new();

	for (size_t len = 0; len < strlen(whole); len++)
		help_answer(sets, ask, GROUP_COUNTERS, whole, len);
	sets_free(sets);
}

static void cut_at_every_byte(void **state)
{
	(void)state;
	help_send_cut("rtnl link", GROUP_COUNTERS, some_of_each(sizeof(struct rtnl_link_stats64)));
	help_send_cut("netlink stats", GROUP_COUNTERS, stats_message());
	cut_text("ioctl stats", "rx_crc_errors: 5\nTX Late Collisions: 7\n");
	cut_text("proc softnet_stat", softnet);
	cut_text("proc snmp", snmp);
	cut_text("proc snmp6", "Udp6RcvbufErrors                \t5\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(totals),
		WITH_SETS(short_totals),
		WITH_SETS(zeros),
		WITH_SETS(a_field_with_something_else_is_not_read),
		WITH_SETS(counters_by_name),
		WITH_SETS(a_name_confirms_a_zero),
		WITH_SETS(broken_lines),
		WITH_SETS(standard_groups),
		WITH_SETS(empty_groups),
		WITH_SETS(errors_keep_what_is_known),
		WITH_SETS(drops_of_the_host),
		WITH_SETS(no_drops_out_of_nothing),
		WITH_SETS(drops_of_sockets),
		WITH_SETS(no_sockets_out_of_nothing),
		cmocka_unit_test(cut_at_every_byte),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-counters", tests, NULL, NULL);
}
