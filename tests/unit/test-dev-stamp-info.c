// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/stamp-info.h"

#include <errno.h>
#include <linux/net_tstamp.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>

#include "test-dev-help.h"

/* Attributes of the reply, include/uapi/linux/ethtool_netlink_generated.h of Linux 6.15. */
enum { HEADER = 1, TIMESTAMPING, TX_TYPES, RX_FILTERS, PHC_INDEX, STATS, PROVIDER, SOURCE, PHYINDEX,
       OF_TOMORROW = 23 };

#define SOFT (SOF_TIMESTAMPING_TX_SOFTWARE | SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE)
#define HARD (SOF_TIMESTAMPING_TX_HARDWARE | SOF_TIMESTAMPING_RX_HARDWARE | \
	      SOF_TIMESTAMPING_RAW_HARDWARE)
#define ONLY_PTP (1u << HWTSTAMP_FILTER_NONE | 1u << HWTSTAMP_FILTER_PTP_V2_EVENT)
#define ANY (ONLY_PTP | 1u << HWTSTAMP_FILTER_ALL)
#define ON (1u << HWTSTAMP_TX_OFF | 1u << HWTSTAMP_TX_ON)

static void put_header(struct nl_msg *msg)
{
	struct nlattr *nest = nla_nest_start(msg, HEADER);

	nla_put_u32(msg, 1, 2);
	nla_put_string(msg, 2, "eth0");
	nla_nest_end(msg, nest);
}

/* The kernel leaves out a set without bits, and a clock that is not there. */
static struct nl_msg *reply(uint32_t flags, uint32_t tx_types, uint32_t rx_filters, int clock)
{
	struct nl_msg *msg = help_message();

	put_header(msg);
	help_put_bitset(msg, TIMESTAMPING, 17, &flags, NULL);
	if (tx_types)
		help_put_bitset(msg, TX_TYPES, 4, &tx_types, NULL);
	if (rx_filters)
		help_put_bitset(msg, RX_FILTERS, 16, &rx_filters, NULL);
	if (clock >= 0)
		nla_put_u32(msg, PHC_INDEX, (uint32_t)clock);
	return msg;
}

static void put_provider(struct nl_msg *msg, uint32_t index, uint32_t qualifier)
{
	struct nlattr *nest = nla_nest_start(msg, PROVIDER);

	nla_put_u32(msg, 1, index);
	nla_put_u32(msg, 2, qualifier);
	nla_nest_end(msg, nest);
}

/* Reads what is in the message, from a block of its own, and frees the message. */
static struct stamp_caps caps_of(struct nl_msg *msg)
{
	size_t len = (size_t)nlmsg_datalen(nlmsg_hdr(msg));
	uint8_t *bytes = malloc(len + 1);
	struct stamp_info info;
	struct stamp_caps caps;

	assert_non_null(bytes);
	memcpy(bytes, nlmsg_data(nlmsg_hdr(msg)), len);
	stamp_info_parse(&info, bytes, len);
	stamp_info_caps(&info, &caps);
	free(bytes);
	nlmsg_free(msg);
	return caps;
}

static void assert_caps(const struct stamp_caps *caps, bool software, bool tx, bool rx, int clock)
{
	assert_int_equal(caps->software, software);
	assert_int_equal(caps->hardware_tx, tx);
	assert_int_equal(caps->hardware_rx, rx);
	assert_int_equal(caps->clock, clock);
}

/* e1000e and igc: both kinds, of any frame. */
static void any_frame(void **state)
{
	struct stamp_caps caps = caps_of(reply(SOFT | HARD, ON, ANY, 0));

	(void)state;
	assert_caps(&caps, true, true, true, 0);
	assert_false(caps.completion);
	assert_int_equal(caps.ptp_filter, HWTSTAMP_FILTER_ALL);
	assert_int_equal(stamp_filter(&caps, false), HWTSTAMP_FILTER_ALL);
}

/* tg3 and i40e: what comes is stamped when it is PTP. */
static void ptp_frames_only(void **state)
{
	struct stamp_caps caps = caps_of(reply(SOFT | HARD, ON, ONLY_PTP, 3));

	(void)state;
	assert_caps(&caps, true, true, false, 3);
	assert_true(caps.ptp_filter != HWTSTAMP_FILTER_NONE && caps.ptp_filter != HWTSTAMP_FILTER_ALL);
	assert_int_equal(stamp_filter(&caps, false), HWTSTAMP_FILTER_NONE);
	assert_int_equal(stamp_filter(&caps, true), caps.ptp_filter);
}

/* A clock alone, or flags without RAW_HARDWARE, give no stamps. */
static void not_hardware(void **state)
{
	struct stamp_caps software = caps_of(reply(SOFT, 0, 0, -1));
	struct stamp_caps cooked = caps_of(reply(SOFT | (HARD & ~SOF_TIMESTAMPING_RAW_HARDWARE), ON,
						 ANY, 1));
	struct stamp_caps off = caps_of(reply(HARD, 1u << HWTSTAMP_TX_OFF, ANY, 1));

	(void)state;
	assert_caps(&software, true, false, false, -1);
	assert_int_equal(software.ptp_filter, HWTSTAMP_FILTER_NONE);
	assert_int_equal(cooked.ptp_filter, HWTSTAMP_FILTER_NONE);
	assert_caps(&cooked, true, false, false, 1);
	assert_caps(&off, false, false, true, 1);
}

/* A driver that does not stamp what it sends. */
static void received_only(void **state)
{
	struct stamp_caps caps = caps_of(reply(SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE,
					       0, 0, -1));

	(void)state;
	assert_caps(&caps, false, false, false, -1);
}

static void providers(void **state)
{
	struct nl_msg *precise = reply(SOFT | HARD, ON, ANY, 2);
	struct nl_msg *approximate = reply(SOFT | HARD, ON, ANY, 2);
	struct stamp_caps caps;

	(void)state;
	put_provider(precise, 2, 0);
	put_provider(approximate, 2, 1);
	caps = caps_of(precise);
	assert_caps(&caps, true, true, true, 2);
	assert_false(caps.completion);
	caps = caps_of(approximate);
	assert_true(caps.completion);
}

/* Statistics, the PHY that stamps, and what a kernel to come may add. */
static void others_are_skipped(void **state)
{
	struct nl_msg *msg = reply(SOFT | HARD, ON, ANY, 0);
	struct nlattr *nest = nla_nest_start(msg, STATS);
	struct stamp_caps caps;

	(void)state;
	nla_put_u64(msg, 1, 5);
	nla_nest_end(msg, nest);
	put_provider(msg, 0, 0);
	nla_put_u32(msg, SOURCE, 2);
	nla_put_u32(msg, PHYINDEX, 1);
	nla_put_string(msg, OF_TOMORROW, "what nobody knows today");
	caps = caps_of(msg);
	assert_caps(&caps, true, true, true, 0);
	assert_false(caps.completion);
}

/* The form with a list of bits, for those who do not ask for the compact one. */
static void list_of_bits(void **state)
{
	static const uint32_t bit[] = { 0, 2, 6 };
	struct nl_msg *msg = help_message();
	struct nlattr *set = nla_nest_start(msg, TIMESTAMPING), *bits, *one;
	struct stamp_info info;

	(void)state;
	nla_put_flag(msg, 1);
	bits = nla_nest_start(msg, 3);
	for (size_t i = 0; i < COUNT(bit); i++) {
		one = nla_nest_start(msg, 1);
		nla_put_u32(msg, 1, bit[i]);
		nla_put_string(msg, 2, "hardware-transmit");
		nla_nest_end(msg, one);
	}
	nla_nest_end(msg, bits);
	nla_nest_end(msg, set);
	stamp_info_parse(&info, nlmsg_data(nlmsg_hdr(msg)), (size_t)nlmsg_datalen(nlmsg_hdr(msg)));
	assert_int_equal(info.flags, HARD);
	nlmsg_free(msg);
}

/* Of a shorter message only less is known; no byte behind it is read. */
static void cut_anywhere(void **state)
{
	struct nl_msg *msg = reply(SOFT | HARD, ON, ANY, 0);
	size_t whole;

	(void)state;
	put_provider(msg, 0, 1);
	whole = (size_t)nlmsg_datalen(nlmsg_hdr(msg));
	for (size_t len = 0; len < whole; len++) {
		uint8_t *bytes = malloc(len ? len : 1);
		struct stamp_info info;
		struct stamp_caps caps;

		assert_non_null(bytes);
		memcpy(bytes, nlmsg_data(nlmsg_hdr(msg)), len);
		stamp_info_parse(&info, bytes, len);
		stamp_info_caps(&info, &caps);
		assert_true((info.flags & ~(uint32_t)(SOFT | HARD)) == 0);
		assert_false(caps.completion);
		free(bytes);
	}
	nlmsg_free(msg);
}

/* Kernels before 5.6, and some built without it, have no ethtool netlink. */
static bool kernel_has_netlink(void)
{
	struct nl_sock *sock = nl_socket_alloc();
	bool has = sock && genl_connect(sock) == 0 && genl_ctrl_resolve(sock, "ethtool") >= 0;

	nl_socket_free(sock);
	return has;
}

/* Both ways to ask give the same, of a port that every machine has. */
static void netlink_and_ioctl(void **state)
{
	static const char *const from[] = { "ioctl", "netlink,ioctl", "netlink" };
	size_t ways = kernel_has_netlink() ? COUNT(from) : COUNT(from) - 1;
	struct stamp_caps caps;
	struct err err = { 0 };

	(void)state;
	for (size_t i = 0; i < ways; i++) {
		setenv("ETHERDX_SOURCES", from[i], 1);
		assert_int_equal(stamp_caps(&caps, "lo", &err), 0);
		assert_caps(&caps, true, false, false, -1);
	}
	setenv("ETHERDX_SOURCES", "sysfs", 1);
	assert_int_equal(stamp_caps(&caps, "lo", &err), 0);
	assert_caps(&caps, false, false, false, -1);
	unsetenv("ETHERDX_SOURCES");
	assert_int_equal(stamp_caps(&caps, "nosuch0", &err), -ENODEV);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_frame),
		cmocka_unit_test(ptp_frames_only),
		cmocka_unit_test(not_hardware),
		cmocka_unit_test(received_only),
		cmocka_unit_test(providers),
		cmocka_unit_test(others_are_skipped),
		cmocka_unit_test(list_of_bits),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(netlink_and_ioctl),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-stamp-info", tests, NULL, NULL);
}
