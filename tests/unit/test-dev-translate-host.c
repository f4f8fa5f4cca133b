// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <linux/ethtool_netlink.h>

#include "test-dev-help.h"

static void give(struct sets *sets, const char *name, const char *text)
{
	help_answer(sets, name, GROUP_HOST, text, strlen(text));
}

static void pcie(void **state)
{
	static const struct {
		const char *text;
		int64_t mbps;		/* 0: absent */
		const char *limit;
	} row[] = {
		{ "0000:00:19.0\t2.5 GT/s PCIe\t1\n", 2000, "2.5 GT/s x1 at 0000:00:19.0" },
		{ "0000:00:19.0\t2.5 GT/s\t1\n", 2000, "2.5 GT/s x1 at 0000:00:19.0" },
		{ "0000:01:00.0\t32.0 GT/s PCIe\t4\n0000:00:01.0\t32.0 GT/s PCIe\t4\n", 126028,
		  "32.0 GT/s x4 at 0000:01:00.0" },
		{ "0000:03:00.0\t16.0 GT/s PCIe\t16\n0000:02:00.0\t8 GT/s\t4\n"
		  "0000:00:01.0\t16.0 GT/s PCIe\t16\n", 31504, "8 GT/s x4 at 0000:02:00.0" },
		{ "0000:03:00.0\t64.0 GT/s PCIe\t16\n", 968000, "64.0 GT/s x16 at 0000:03:00.0" },
		{ "10000:e1:00.0\t5.0 GT/s PCIe\t2\n", 8000, "5.0 GT/s x2 at 10000:e1:00.0" },
		{ "0000:00:03.0\tUnknown\t0\n", 0, NULL },
		{ "0000:00:03.0\tUnknown speed\t63\n0000:00:01.0\t8.0 GT/s PCIe\t255\n", 0, NULL },
		{ "0000:00:03.0\t7.5 GT/s PCIe\t1\n", 0, NULL },
		{ "0000:00:03.0\t2.5 GT/s PCIe", 0, NULL },
		{ "\t\t\n\n1", 0, NULL },
		{ "", 0, NULL },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		memset(*state, 0, sizeof(struct sets));
		give(*state, "sysfs pcie", row[i].text);
		if (facts_num(near_of(*state), FACT_HOST_BUS_RATE, 0) != row[i].mbps)
			fail_msg("%s: %d", row[i].text,
				 (int)facts_num(near_of(*state), FACT_HOST_BUS_RATE, 0));
		if (row[i].limit)
			assert_fact_text(near_of(*state), FACT_HOST_BUS_LIMIT, row[i].limit);
		else
			assert_unread(near_of(*state), FACT_HOST_BUS_LIMIT);
	}
}

/* Both ends of the slowest link, as built: who is to blame? */
static void why_the_bus_is_slow(void **state)
{
	static const struct {
		const char *text, *cause, *card, *slot;
	} row[] = {
		{ "0000:01:00.0\t8.0 GT/s PCIe\t4\t8.0 GT/s PCIe\t8\n"
		  "0000:00:01.0\t8.0 GT/s PCIe\t4\t16.0 GT/s PCIe\t4\n", "slot",
		  "8.0 GT/s x8", "16.0 GT/s x4" },
		{ "0000:01:00.0\t5.0 GT/s PCIe\t8\t8.0 GT/s PCIe\t8\n"
		  "0000:00:01.0\t5.0 GT/s PCIe\t8\t5.0 GT/s PCIe\t16\n", "slot",
		  "8.0 GT/s x8", "5.0 GT/s x16" },
		{ "0000:01:00.0\t8.0 GT/s PCIe\t4\t8.0 GT/s PCIe\t4\n"
		  "0000:00:01.0\t8.0 GT/s PCIe\t4\t16.0 GT/s PCIe\t16\n", "card",
		  "8.0 GT/s x4", "16.0 GT/s x16" },
		{ "0000:01:00.0\t8.0 GT/s PCIe\t1\t8.0 GT/s PCIe\t8\n"
		  "0000:00:01.0\t8.0 GT/s PCIe\t1\t8.0 GT/s PCIe\t8\n", "fewer-lanes-trained",
		  "8.0 GT/s x8", "8.0 GT/s x8" },
		{ "0000:01:00.0\t2.5 GT/s PCIe\t8\t8.0 GT/s PCIe\t8\n"
		  "0000:00:01.0\t2.5 GT/s PCIe\t8\t8.0 GT/s PCIe\t8\n", "slower-trained",
		  "8.0 GT/s x8", "8.0 GT/s x8" },
		/* the second link of the path, behind a switch */
		{ "0000:03:00.0\t8.0 GT/s PCIe\t8\t8.0 GT/s PCIe\t8\n"
		  "0000:02:01.0\t8.0 GT/s PCIe\t8\t8.0 GT/s PCIe\t8\n"
		  "0000:01:00.0\t8.0 GT/s PCIe\t4\t8.0 GT/s PCIe\t16\n"
		  "0000:00:01.0\t8.0 GT/s PCIe\t4\t8.0 GT/s PCIe\t4\n", "slot",
		  "8.0 GT/s x16", "8.0 GT/s x4" },
		{ "0000:01:00.0\t8.0 GT/s PCIe\t4\tUnknown\t255\n"
		  "0000:00:01.0\t8.0 GT/s PCIe\t4\t8.0 GT/s PCIe\t4\n", NULL, NULL,
		  "8.0 GT/s x4" },
		{ "0000:01:00.0\t8.0 GT/s PCIe\t4\t8.0 GT/s PCIe\t8\n", NULL, NULL, NULL },
	};
	static const enum fact_id id[] = { FACT_HOST_BUS_CAUSE, FACT_HOST_BUS_CARD,
					   FACT_HOST_BUS_SLOT };

	for (size_t i = 0; i < COUNT(row); i++) {
		const char *want[] = { row[i].cause, row[i].card, row[i].slot };

		memset(*state, 0, sizeof(struct sets));
		give(*state, "sysfs pcie", row[i].text);
		for (size_t k = 0; k < COUNT(id); k++)
			if (want[k])
				assert_fact_text(near_of(*state), id[k], want[k]);
			else
				assert_unread(near_of(*state), id[k]);
	}
}

static void usb(void **state)
{
	static const struct {
		const char *text;
		int64_t mbps;
		const char *limit;
	} row[] = {
		{ "1-1.1\t480\n1-1\t480\nusb1\t480\n", 425, "USB 480 Mb/s at 1-1.1" },
		{ "2-1\t5000\nusb2\t10000\n", 4000, "USB 5000 Mb/s at 2-1" },
		{ "2-1\t10000\n1-1\t12\n", 9, "USB 12 Mb/s at 1-1" },
		{ "2-1\t1.5\n", 0, NULL }, { "2-1\t-5\n", 0, NULL }, { "\t\n", 0, NULL }, { "", 0, NULL },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		memset(*state, 0, sizeof(struct sets));
		give(*state, "sysfs usb", row[i].text);
		assert_int_equal(facts_num(near_of(*state), FACT_HOST_BUS_RATE, 0), row[i].mbps);
		if (row[i].limit)
			assert_fact_text(near_of(*state), FACT_HOST_BUS_LIMIT, row[i].limit);
	}
}

static void numa(void **state)
{
	give(*state, "sysfs numa_node", "-1\n");
	give(*state, "sysfs numa_node", "x");
	assert_unread(near_of(*state), FACT_HOST_NUMA_NODE);
	give(*state, "sysfs numa_node", "1\n");
	assert_fact_num(near_of(*state), FACT_HOST_NUMA_NODE, 1);
}

static struct nl_msg *rings_message(void)
{
	struct nl_msg *msg = help_message();

	nla_put_u32(msg, ETHTOOL_A_RINGS_RX_MAX, 4096);
	nla_put_u32(msg, ETHTOOL_A_RINGS_TX_MAX, 8192);
	nla_put_u32(msg, ETHTOOL_A_RINGS_RX, 256);
	nla_put_u32(msg, ETHTOOL_A_RINGS_TX, 512);
	return msg;
}

static struct nl_msg *channels_message(void)
{
	struct nl_msg *msg = help_message();

	nla_put_u32(msg, ETHTOOL_A_CHANNELS_RX_MAX, 0);
	nla_put_u32(msg, ETHTOOL_A_CHANNELS_COMBINED_MAX, 8);
	nla_put_u32(msg, ETHTOOL_A_CHANNELS_RX_COUNT, 1);
	nla_put_u32(msg, ETHTOOL_A_CHANNELS_COMBINED_COUNT, 3);
	return msg;
}

static struct nl_msg *coalesce_message(void)
{
	struct nl_msg *msg = help_message();

	nla_put_u32(msg, ETHTOOL_A_COALESCE_RX_USECS, 50);
	nla_put_u32(msg, ETHTOOL_A_COALESCE_TX_USECS, 0);
	nla_put_u8(msg, ETHTOOL_A_COALESCE_USE_ADAPTIVE_RX, 1);
	return msg;
}

static struct nl_msg *features_message(void)
{
	static const char *const names[] = { "rx-gro", "highdma", "tx-tcp-segmentation" };
	struct nl_msg *msg = help_message();
	struct nlattr *set = nla_nest_start(msg, ETHTOOL_A_FEATURES_ACTIVE), *bits, *bit;

	nla_put_flag(msg, ETHTOOL_A_BITSET_NOMASK);
	bits = nla_nest_start(msg, ETHTOOL_A_BITSET_BITS);
	for (size_t i = 0; i < COUNT(names); i++) {
		bit = nla_nest_start(msg, ETHTOOL_A_BITSET_BITS_BIT);
		nla_put_u32(msg, ETHTOOL_A_BITSET_BIT_INDEX, (uint32_t)i);
		nla_put_string(msg, ETHTOOL_A_BITSET_BIT_NAME, names[i]);
		nla_nest_end(msg, bit);
	}
	nla_nest_end(msg, bits);
	nla_nest_end(msg, set);
	return msg;
}

static void settings(void **state)
{
	help_send(*state, "netlink rings", GROUP_HOST, rings_message());
	help_send(*state, "netlink channels", GROUP_HOST, channels_message());
	help_send(*state, "netlink coalesce", GROUP_HOST, coalesce_message());
	help_send(*state, "netlink features", GROUP_HOST, features_message());
	assert_fact_num(near_of(*state), FACT_HOST_RING_RX, 256);
	assert_fact_num(near_of(*state), FACT_HOST_RING_RX_MAX, 4096);
	assert_fact_num(near_of(*state), FACT_HOST_RING_TX, 512);
	assert_fact_num(near_of(*state), FACT_HOST_RING_TX_MAX, 8192);
	assert_fact_num(near_of(*state), FACT_HOST_RX_CHANNELS, 4);
	assert_fact_num(near_of(*state), FACT_HOST_RX_CHANNELS_MAX, 8);
	assert_fact_num(near_of(*state), FACT_HOST_RX_USECS, 50);
	assert_fact_num(near_of(*state), FACT_HOST_TX_USECS, 0);
	assert_true(facts_yes(near_of(*state), FACT_HOST_RX_ADAPTIVE));
	assert_fact_text(near_of(*state), FACT_HOST_OFFLOADS, "rx-gro\ntx-tcp-segmentation");
}

static void errors(void **state)
{
	help_error(*state, "netlink rings", GROUP_HOST, -EOPNOTSUPP);
	help_error(*state, "netlink features", GROUP_HOST, -EPERM);
	help_error(*state, "sysfs pcie", GROUP_HOST, -EIO);
	assert_int_equal(facts_get(near_of(*state), FACT_HOST_RING_RX)->state, FACT_ABSENT);
	assert_int_equal(facts_get(near_of(*state), FACT_HOST_OFFLOADS)->state, FACT_DENIED);
	assert_int_equal(facts_get(near_of(*state), FACT_HOST_BUS_CAUSE)->state, FACT_FAILED);
}

static void cut_at_every_byte(void **state)
{
	static const char text[] = "0000:01:00.0\t8.0 GT/s PCIe\t4\t8.0 GT/s PCIe\t8\n"
				   "0000:00:01.0\t8.0 GT/s PCIe\t4\t16.0 GT/s PCIe\t4\n";

	for (size_t len = 0; len < strlen(text); len++) {
		help_answer(*state, "sysfs pcie", GROUP_HOST, text, len);
		help_answer(*state, "sysfs usb", GROUP_HOST, text, len);
	}
	help_send_cut("netlink rings", GROUP_HOST, rings_message());
	help_send_cut("netlink channels", GROUP_HOST, channels_message());
	help_send_cut("netlink coalesce", GROUP_HOST, coalesce_message());
	help_send_cut("netlink features", GROUP_HOST, features_message());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(pcie),
		WITH_SETS(why_the_bus_is_slow),
		WITH_SETS(usb),
		WITH_SETS(numa),
		WITH_SETS(settings),
		WITH_SETS(errors),
		WITH_SETS(cut_at_every_byte),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-host", tests, NULL, NULL);
}
