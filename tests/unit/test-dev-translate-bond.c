// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <linux/if_bonding.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "test-dev-help.h"

static struct nl_msg *bond_message(uint8_t mode, uint32_t miimon, uint32_t arp, bool active)
{
	static const uint8_t mac[6] = { 0, 0x23, 4, 0, 0, 1 };
	struct ifinfomsg info = { .ifi_index = 5 };
	struct nl_msg *msg = help_message();
	struct nlattr *link, *data, *ad;

	assert_int_equal(nlmsg_append(msg, &info, sizeof(info), NLMSG_ALIGNTO), 0);
	nla_put_string(msg, IFLA_IFNAME, "bond0");
	link = nla_nest_start(msg, IFLA_LINKINFO);
	nla_put_string(msg, IFLA_INFO_KIND, "bond");
	data = nla_nest_start(msg, IFLA_INFO_DATA);
	nla_put_u8(msg, IFLA_BOND_MODE, mode);
	nla_put_u32(msg, IFLA_BOND_MIIMON, miimon);
	nla_put_u32(msg, IFLA_BOND_ARP_INTERVAL, arp);
	if (active) {
		ad = nla_nest_start(msg, IFLA_BOND_AD_INFO);
		nla_put_u16(msg, IFLA_BOND_AD_INFO_AGGREGATOR, 2);
		nla_put(msg, IFLA_BOND_AD_INFO_PARTNER_MAC, sizeof(mac), mac);
		nla_nest_end(msg, ad);
	}
	nla_nest_end(msg, data);
	nla_nest_end(msg, link);
	return msg;
}

static const char file[] =
	"Bonding Mode: IEEE 802.3ad Dynamic link aggregation\n"
	"MII Status: up\n"
	"MII Polling Interval (ms): 100\n"
	"Active Aggregator Info:\n"
	"\tAggregator ID: 2\n"
	"\tPartner Mac Address: 00:23:04:00:00:01\n"
	"Slave Interface: eth0\n"
	"MII Status: up\n"
	"Speed: 100 Mbps\n"
	"Duplex: full\n"
	"Link Failure Count: 3\n"
	"Aggregator ID: 1\n"
	"Actor Churn State: churned\n"
	"details actor lacp pdu:\n"
	"    port state: 7\n"
	"details partner lacp pdu:\n"
	"    port state: 13\n"
	"Slave Interface: eth1\n"
	"MII Status: down\n"
	"Speed: 1000 Mbps\n"
	"Duplex: full\n"
	"Link Failure Count: 0\n"
	"Aggregator ID: 2\n";

static void give(struct sets *sets, const char *text)
{
	help_answer(sets, "proc bonding", GROUP_BOND, text, strlen(text));
}

static void the_bond_itself(void **state)
{
	help_send(*state, "rtnl bond", GROUP_BOND, bond_message(BOND_MODE_8023AD, 100, 0, true));
	assert_fact_text(near_of(*state), FACT_BOND_NAME, "bond0");
	assert_fact_text(near_of(*state), FACT_BOND_MODE, "802.3ad");
	assert_fact_text(near_of(*state), FACT_BOND_MONITOR, "mii 100 ms");
	assert_fact_num(near_of(*state), FACT_BOND_AGGREGATOR, 2);
	assert_fact_text(near_of(*state), FACT_BOND_PARTNER_MAC, "00:23:04:00:00:01");
	assert_unread(near_of(*state), FACT_PORT_NAME);
}

static void monitors(void **state)
{
	static const struct {
		uint32_t miimon, arp;
		const char *text;
	} row[] = { { 0, 0, "none" }, { 0, 1000, "arp 1000 ms" }, { 50, 0, "mii 50 ms" } };

	for (size_t i = 0; i < COUNT(row); i++) {
		memset(*state, 0, sizeof(struct sets));
		help_send(*state, "rtnl bond", GROUP_BOND,
			  bond_message(BOND_MODE_ACTIVEBACKUP, row[i].miimon, row[i].arp, false));
		assert_fact_text(near_of(*state), FACT_BOND_MONITOR, row[i].text);
		assert_fact_text(near_of(*state), FACT_BOND_MODE, "active-backup");
		assert_unread(near_of(*state), FACT_BOND_PARTNER_MAC);
	}
	memset(*state, 0, sizeof(struct sets));
	give(*state, "Bonding Mode: load balancing (xor)\nMII Polling Interval (ms): 0\n");
	assert_fact_text(near_of(*state), FACT_BOND_MONITOR, "none");
}

/* Both sources tell the same: nothing disagrees. */
static void its_members(void **state)
{
	struct sets *sets = *state;

	help_send(sets, "rtnl bond", GROUP_BOND, bond_message(BOND_MODE_8023AD, 100, 0, true));
	give(sets, file);
	assert_int_equal(sets->set[SET_NEAR].others, 0);
	assert_fact_text(near_of(sets), FACT_BOND_MEMBERS, "eth0 up\neth1 down");
	assert_fact_text(near_of(sets), FACT_BOND_SPEEDS, "eth0 100 full");
	assert_fact_text(near_of(sets), FACT_BOND_FAILURES, "eth0 3\neth1 0");
	assert_fact_text(near_of(sets), FACT_BOND_AGGREGATORS, "eth0 1\neth1 2");
	assert_fact_text(near_of(sets), FACT_BOND_LACP, "eth0 7 13");
	assert_fact_text(near_of(sets), FACT_BOND_CHURNED, "eth0 actor");
	assert_unread(near_of(sets), FACT_BOND_ACTIVE);
}

static void the_file_alone(void **state)
{
	give(*state, "Bonding Mode: fault-tolerance (active-backup)\n"
	     "Currently Active Slave: eth1\nMII Polling Interval (ms): 0\n"
	     "ARP Polling Interval (ms): 500\n");
	assert_fact_text(near_of(*state), FACT_BOND_ACTIVE, "eth1");
	assert_fact_text(near_of(*state), FACT_BOND_MODE, "active-backup");
	assert_fact_text(near_of(*state), FACT_BOND_MONITOR, "arp 500 ms");
	assert_unread(near_of(*state), FACT_BOND_MEMBERS);
}

static void frames_of_members(void **state)
{
	static const char text[] = "eth0\t100\t200\neth1\t0\t18446744073709551615\nx\neth2\t1";

	help_answer(*state, "sysfs bond_frames", GROUP_COUNTERS, text, strlen(text));
	assert_fact_text(near_of(*state), FACT_BOND_RX_TOTALS, "eth0 100\neth1 0");
	assert_memory_equal(facts_text(near_of(*state), FACT_BOND_TX_TOTALS), "eth0 200\neth1 ", 14);
	for (size_t len = 0; len < strlen(text); len++)
		help_answer(*state, "sysfs bond_frames", GROUP_COUNTERS, text, len);
}

static void errors(void **state)
{
	help_error(*state, "proc bonding", GROUP_BOND, -ENOENT);
	help_error(*state, "rtnl bond", GROUP_BOND, -EPERM);
	assert_int_equal(facts_get(near_of(*state), FACT_BOND_MEMBERS)->state, FACT_ABSENT);
	assert_int_equal(facts_get(near_of(*state), FACT_BOND_MODE)->state, FACT_DENIED);
}

static void cut_at_every_byte(void **state)
{
	for (size_t len = 0; len < strlen(file); len++)
		help_answer(*state, "proc bonding", GROUP_BOND, file, len);
	help_send_cut("rtnl bond", GROUP_BOND, bond_message(BOND_MODE_8023AD, 100, 0, true));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(the_bond_itself),
		WITH_SETS(monitors),
		WITH_SETS(its_members),
		WITH_SETS(the_file_alone),
		WITH_SETS(frames_of_members),
		WITH_SETS(errors),
		WITH_SETS(cut_at_every_byte),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-bond", tests, NULL, NULL);
}
