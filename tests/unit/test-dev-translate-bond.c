// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/if.h>
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

struct told {
	const char *name;
	const char *slave_kind;		/* "bond", "team" */
	bool up, active;
	uint8_t mii_status;
	int64_t failures, aggregator, actor, partner;	/* -1: left out */
	uint64_t rx, tx;
};

static struct nl_msg *member_message(const struct told *t)
{
	struct ifinfomsg info = { .ifi_index = 7, .ifi_flags = IFF_UP };
	struct rtnl_link_stats64 stats = { .rx_packets = t->rx, .tx_packets = t->tx };
	struct nl_msg *msg = help_message();
	struct nlattr *link, *data;

	assert_int_equal(nlmsg_append(msg, &info, sizeof(info), NLMSG_ALIGNTO), 0);
	nla_put_string(msg, IFLA_IFNAME, t->name);
	nla_put_u32(msg, IFLA_MASTER, 5);
	nla_put_u8(msg, IFLA_CARRIER, t->up);
	nla_put(msg, IFLA_STATS64, sizeof(stats), &stats);
	link = nla_nest_start(msg, IFLA_LINKINFO);
	nla_put_string(msg, IFLA_INFO_SLAVE_KIND, t->slave_kind);
	if (strcmp(t->slave_kind, "bond") == 0) {
		data = nla_nest_start(msg, IFLA_INFO_SLAVE_DATA);
		nla_put_u8(msg, IFLA_BOND_SLAVE_STATE,
			   t->active ? BOND_STATE_ACTIVE : BOND_STATE_BACKUP);
		nla_put_u8(msg, IFLA_BOND_SLAVE_MII_STATUS, t->mii_status);
		nla_put_u32(msg, IFLA_BOND_SLAVE_LINK_FAILURE_COUNT, (uint32_t)t->failures);
		if (t->aggregator >= 0) {
			nla_put_u16(msg, IFLA_BOND_SLAVE_AD_AGGREGATOR_ID, (uint16_t)t->aggregator);
			nla_put_u8(msg, IFLA_BOND_SLAVE_AD_ACTOR_OPER_PORT_STATE, (uint8_t)t->actor);
			nla_put_u16(msg, IFLA_BOND_SLAVE_AD_PARTNER_OPER_PORT_STATE,
				    (uint16_t)t->partner);
		}
		nla_nest_end(msg, data);
	}
	nla_nest_end(msg, link);
	return msg;
}

static struct nl_msg *modes_message(const char *name, uint32_t speed_mbps, uint8_t duplex)
{
	struct nl_msg *msg = help_message();
	struct nlattr *head = nla_nest_start(msg, ETHTOOL_A_LINKMODES_HEADER);

	nla_put_u32(msg, ETHTOOL_A_HEADER_DEV_INDEX, 7);
	nla_put_string(msg, ETHTOOL_A_HEADER_DEV_NAME, name);
	nla_nest_end(msg, head);
	nla_put_u32(msg, ETHTOOL_A_LINKMODES_SPEED, speed_mbps);
	nla_put_u8(msg, ETHTOOL_A_LINKMODES_DUPLEX, duplex);
	return msg;
}

static const struct told lacp_members[] = {
	{ "eth0", "bond", true, true, BOND_LINK_UP, 3, 1, 7, 13, 100, 200 },
	{ "eth1", "bond", false, false, BOND_LINK_DOWN, 0, 2, 63, 61, 0, 9 },
};

/* netlink tells of the members; the file adds what is not told there, and nothing twice. */
static void members_by_netlink(void **state)
{
	struct sets *sets = *state;

	help_send(sets, "rtnl bond", GROUP_BOND, bond_message(BOND_MODE_8023AD, 100, 0, true));
	for (size_t i = 0; i < COUNT(lacp_members); i++)
		help_send(sets, "rtnl member", GROUP_BOND, member_message(&lacp_members[i]));
	help_send(sets, "netlink member", GROUP_BOND, modes_message("eth0", 100, DUPLEX_FULL));
	help_send(sets, "netlink member", GROUP_BOND, modes_message("eth1", 1000, DUPLEX_FULL));
	assert_fact_text(near_of(sets), FACT_BOND_KIND, "bond");
	assert_fact_text(near_of(sets), FACT_BOND_MEMBERS, "eth0 up\neth1 down");
	assert_fact_text(near_of(sets), FACT_BOND_SPEEDS, "eth0 100 full");
	assert_fact_text(near_of(sets), FACT_BOND_FAILURES, "eth0 3\neth1 0");
	assert_fact_text(near_of(sets), FACT_BOND_AGGREGATORS, "eth0 1\neth1 2");
	assert_fact_text(near_of(sets), FACT_BOND_LACP, "eth0 7 13\neth1 63 61");
	assert_unread(near_of(sets), FACT_BOND_ACTIVE);
	give(sets, file);
	assert_fact_text(near_of(sets), FACT_BOND_MEMBERS, "eth0 up\neth1 down");
	assert_fact_text(near_of(sets), FACT_BOND_LACP, "eth0 7 13\neth1 63 61");
	assert_fact_text(near_of(sets), FACT_BOND_CHURNED, "eth0 actor");
	assert_int_equal(facts_get(near_of(sets), FACT_BOND_MEMBERS)->source, FROM_NETLINK);
	assert_int_equal(sets->set[SET_NEAR].others, 0);
}

/* Going down or coming back is not up. */
static void states_of_a_member(void **state)
{
	static const struct {
		uint8_t status;
		const char *text;
	} row[] = { { BOND_LINK_UP, "eth0 up" }, { BOND_LINK_FAIL, "eth0 down" },
		    { BOND_LINK_DOWN, "eth0 down" }, { BOND_LINK_BACK, "eth0 down" } };

	for (size_t i = 0; i < COUNT(row); i++) {
		struct told t = lacp_members[0];

		memset(*state, 0, sizeof(struct sets));
		t.mii_status = row[i].status;
		t.aggregator = -1;
		help_send(*state, "rtnl member", GROUP_BOND, member_message(&t));
		assert_fact_text(near_of(*state), FACT_BOND_MEMBERS, row[i].text);
		assert_unread(near_of(*state), FACT_BOND_AGGREGATORS);
	}
	memset(*state, 0, sizeof(struct sets));
	help_send(*state, "rtnl bond", GROUP_BOND, bond_message(BOND_MODE_ACTIVEBACKUP, 100, 0, false));
	for (size_t i = 0; i < COUNT(lacp_members); i++)
		help_send(*state, "rtnl member", GROUP_BOND, member_message(&lacp_members[i]));
	assert_fact_text(near_of(*state), FACT_BOND_ACTIVE, "eth0");
}

static void a_team(void **state)
{
	static const struct told members[] = { { "eth0", "team", true, .rx = 1, .tx = 2 },
					       { "eth1", "team", false, .rx = 3, .tx = 4 } };
	struct ifinfomsg info = { .ifi_index = 5 };
	struct nl_msg *msg = help_message();
	struct nlattr *link;

	assert_int_equal(nlmsg_append(msg, &info, sizeof(info), NLMSG_ALIGNTO), 0);
	nla_put_string(msg, IFLA_IFNAME, "team0");
	link = nla_nest_start(msg, IFLA_LINKINFO);
	nla_put_string(msg, IFLA_INFO_KIND, "team");
	nla_nest_end(msg, link);
	help_send(*state, "rtnl bond", GROUP_BOND, msg);
	for (size_t i = 0; i < COUNT(members); i++)
		help_send(*state, "rtnl member", GROUP_BOND, member_message(&members[i]));
	help_send(*state, "netlink member", GROUP_BOND, modes_message("eth0", 10000, DUPLEX_FULL));
	help_send(*state, "netlink member", GROUP_BOND, modes_message("eth2", UINT32_MAX, 255));
	assert_fact_text(near_of(*state), FACT_BOND_NAME, "team0");
	assert_fact_text(near_of(*state), FACT_BOND_KIND, "team");
	assert_unread(near_of(*state), FACT_BOND_MODE);
	assert_unread(near_of(*state), FACT_BOND_MONITOR);
	assert_unread(near_of(*state), FACT_BOND_FAILURES);
	assert_fact_text(near_of(*state), FACT_BOND_MEMBERS, "eth0 up\neth1 down");
	assert_fact_text(near_of(*state), FACT_BOND_SPEEDS, "eth0 10000 full");
}

static void frames_of_members(void **state)
{
	for (size_t i = 0; i < COUNT(lacp_members); i++)
		help_send(*state, "rtnl member", GROUP_COUNTERS, member_message(&lacp_members[i]));
	assert_fact_text(near_of(*state), FACT_BOND_RX_TOTALS, "eth0 100\neth1 0");
	assert_fact_text(near_of(*state), FACT_BOND_TX_TOTALS, "eth0 200\neth1 9");
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
	help_send_cut("rtnl member", GROUP_BOND, member_message(&lacp_members[0]));
	help_send_cut("rtnl member", GROUP_COUNTERS, member_message(&lacp_members[0]));
	help_send_cut("netlink member", GROUP_BOND, modes_message("eth0", 100, DUPLEX_FULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(the_bond_itself),
		WITH_SETS(monitors),
		WITH_SETS(its_members),
		WITH_SETS(the_file_alone),
		WITH_SETS(members_by_netlink),
		WITH_SETS(states_of_a_member),
		WITH_SETS(a_team),
		WITH_SETS(frames_of_members),
		WITH_SETS(errors),
		WITH_SETS(cut_at_every_byte),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-bond", tests, NULL, NULL);
}
