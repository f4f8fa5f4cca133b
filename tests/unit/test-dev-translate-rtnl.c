// SPDX-License-Identifier: GPL-3.0-or-later
#include <linux/if.h>
#include <linux/if_arp.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "test-dev-help.h"

static struct nl_msg *message(unsigned short type, unsigned int flags)
{
	struct ifinfomsg info = { .ifi_type = type, .ifi_index = 3, .ifi_flags = flags };
	struct nl_msg *msg = help_message();

	assert_int_equal(nlmsg_append(msg, &info, sizeof(info), NLMSG_ALIGNTO), 0);
	return msg;
}

static void put_altnames(struct nl_msg *msg, const char *const *name, size_t count)
{
	struct nlattr *nest = nla_nest_start(msg, IFLA_PROP_LIST);

	for (size_t i = 0; i < count; i++)
		nla_put_string(msg, IFLA_ALT_IFNAME, name[i]);
	nla_nest_end(msg, nest);
}

static struct nl_msg *port_message(void)
{
	static const char *const altnames[] = { "enp58s0u1u1",
						"someotherveryveryveryverylongnamevm-eth0" };
	const uint8_t mac[] = { 0, 0x11, 0x22, 0xaa, 0xbb, 0xcc };
	struct nl_msg *msg = message(ARPHRD_ETHER, IFF_UP);

	nla_put_string(msg, IFLA_IFNAME, "iface6789012345");
	nla_put_u32(msg, IFLA_MTU, 9000);
	nla_put(msg, IFLA_ADDRESS, sizeof(mac), mac);
	nla_put(msg, IFLA_PERM_ADDRESS, sizeof(mac), mac);
	put_altnames(msg, altnames, COUNT(altnames));
	return msg;
}

static void port(void **state)
{
	help_send(*state, "rtnl link", GROUP_PORT, port_message());
	assert_fact_text(near_of(*state), FACT_PORT_NAME, "iface6789012345");
	assert_fact_num(near_of(*state), FACT_PORT_MTU, 9000);
	assert_fact_text(near_of(*state), FACT_PORT_KIND, "ethernet");
	assert_fact_text(near_of(*state), FACT_PORT_MAC, "00:11:22:aa:bb:cc");
	assert_fact_text(near_of(*state), FACT_PORT_PERM_MAC, "00:11:22:aa:bb:cc");
	assert_fact_text(near_of(*state), FACT_PORT_ALTNAMES,
			 "enp58s0u1u1\nsomeotherveryveryveryverylongnamevm-eth0");
	assert_unread(near_of(*state), FACT_PORT_PHYSICAL);
}

static void port_on_a_bus(void **state)
{
	struct nl_msg *msg = message(ARPHRD_ETHER, 0);

	nla_put_string(msg, IFLA_PARENT_DEV_NAME, "0000:03:00.0");
	nla_put_string(msg, IFLA_PARENT_DEV_BUS_NAME, "pci");
	help_send(*state, "rtnl link", GROUP_PORT, msg);
	assert_true(facts_yes(near_of(*state), FACT_PORT_PHYSICAL));
	assert_fact_text(near_of(*state), FACT_PORT_BUS, "pci");
}

static void kinds(void **state)
{
	struct sets *sets = *state;
	struct nl_msg *msg = message(ARPHRD_ETHER, 0);
	struct nlattr *nest = nla_nest_start(msg, IFLA_LINKINFO);

	nla_put_string(msg, IFLA_INFO_KIND, "bond");
	nla_nest_end(msg, nest);
	help_send(sets, "rtnl link", GROUP_PORT, msg);
	assert_fact_text(near_of(sets), FACT_PORT_KIND, "bond");
	sets->set[SET_NEAR].item[FACT_PORT_KIND].state = FACT_UNREAD;
	help_send(sets, "rtnl link", GROUP_PORT, message(ARPHRD_LOOPBACK, 0));
	assert_fact_text(near_of(sets), FACT_PORT_KIND, "loopback");
	sets->set[SET_NEAR].item[FACT_PORT_KIND].state = FACT_UNREAD;
	help_send(sets, "rtnl link", GROUP_PORT, message(ARPHRD_INFINIBAND, 0));
	assert_fact_text(near_of(sets), FACT_PORT_KIND, "type-32");
}

static void under_a_team(void **state)
{
	struct nl_msg *msg = message(ARPHRD_ETHER, 0);
	struct nlattr *nest = nla_nest_start(msg, IFLA_LINKINFO);

	nla_put_string(msg, IFLA_INFO_SLAVE_KIND, "team");
	nla_nest_end(msg, nest);
	help_send(*state, "rtnl link", GROUP_PORT, msg);
	assert_fact_text(near_of(*state), FACT_PORT_MASTER_KIND, "team");
	assert_fact_text(near_of(*state), FACT_PORT_KIND, "ethernet");
}

/* A fact holds 255 bytes; a name that does not fit is left out, not cut. */
static void altnames_are_never_cut(void **state)
{
	char one[121], two[121], three[121];
	const char *const name[] = { one, two, three, "short" };
	struct nl_msg *msg = message(ARPHRD_ETHER, 0);
	char want[FACT_TEXT_MAX];

	memset(one, 'a', 120);
	memset(two, 'b', 120);
	memset(three, 'c', 120);
	one[120] = two[120] = three[120] = '\0';
	put_altnames(msg, name, COUNT(name));
	help_send(*state, "rtnl link", GROUP_PORT, msg);
	snprintf(want, sizeof(want), "%s\n%s\nshort", one, two);
	assert_fact_text(near_of(*state), FACT_PORT_ALTNAMES, want);
}

struct carrier_case {
	const char *name;
	unsigned int flags;
	int carrier, changes, ups;	/* -1: attribute missing */
	enum fact_state up_state;
	bool up;
	enum fact_state ever_state;
	bool ever;
};

static void send_carrier(struct sets *sets, const struct carrier_case *c)
{
	struct nl_msg *msg = message(ARPHRD_ETHER, c->flags);

	if (c->carrier >= 0)
		nla_put_u8(msg, IFLA_CARRIER, (uint8_t)c->carrier);
	if (c->changes >= 0)
		nla_put_u32(msg, IFLA_CARRIER_CHANGES, (uint32_t)c->changes);
	if (c->ups >= 0)
		nla_put_u32(msg, IFLA_CARRIER_UP_COUNT, (uint32_t)c->ups);
	help_send(sets, "rtnl link", GROUP_LINK, msg);
}

static void carrier(void **state)
{
	static const struct carrier_case row[] = {
		{ "up", IFF_UP, 1, 2, 1, FACT_KNOWN, true, FACT_KNOWN, true },
		{ "cable pulled", IFF_UP, 0, 3, 1, FACT_KNOWN, false, FACT_KNOWN, true },
		{ "never cabled", IFF_UP, 0, 1, 0, FACT_KNOWN, false, FACT_KNOWN, false },
		{ "nobody watches (ne2k-pci)", IFF_UP, 1, 0, 0, FACT_UNREAD, false, FACT_UNREAD,
		  false },
		{ "admin down, flag left on", 0, 1, 4, 2, FACT_KNOWN, false, FACT_KNOWN, true },
		{ "admin down by default", 0, 1, 0, 0, FACT_KNOWN, false, FACT_UNREAD, false },
		{ "no counts, down", IFF_UP, 0, -1, -1, FACT_KNOWN, false, FACT_UNREAD, false },
		{ "no counts, carrier", IFF_UP, 1, -1, -1, FACT_KNOWN, true, FACT_KNOWN, true },
		{ "nothing said", IFF_UP, -1, -1, -1, FACT_UNREAD, false, FACT_UNREAD, false },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct sets *sets = *state;
		const struct fact *up = facts_get(near_of(sets), FACT_LINK_UP);
		const struct fact *ever = facts_get(near_of(sets), FACT_LINK_EVER_UP);

		memset(sets, 0, sizeof(*sets));
		send_carrier(sets, &row[i]);
		if (up->state != row[i].up_state || ever->state != row[i].ever_state ||
		    up->yes != row[i].up || ever->yes != row[i].ever)
			fail_msg("%s: up %d %d, ever %d %d", row[i].name, up->state, up->yes,
				 ever->state, ever->yes);
	}
}

static void state_words(void **state)
{
	struct nl_msg *msg = message(ARPHRD_ETHER, IFF_UP);

	nla_put_u8(msg, IFLA_OPERSTATE, IF_OPER_LOWERLAYERDOWN);
	nla_put_u32(msg, IFLA_CARRIER_UP_COUNT, 4);
	nla_put_u32(msg, IFLA_CARRIER_DOWN_COUNT, 5);
	help_send(*state, "rtnl link", GROUP_LINK, msg);
	assert_true(facts_yes(near_of(*state), FACT_LINK_ADMIN_UP));
	assert_fact_text(near_of(*state), FACT_LINK_OPERSTATE, "lowerlayerdown");
	assert_fact_num(near_of(*state), FACT_LINK_CARRIER_UPS, 4);
	assert_fact_num(near_of(*state), FACT_LINK_CARRIER_DOWNS, 5);
}

static void names_of_others(void **state)
{
	help_answer(*state, "rtnl master", GROUP_PORT, "bond0", 5);
	help_answer(*state, "rtnl lower", GROUP_PORT, "eth0", 4);
	assert_fact_text(near_of(*state), FACT_PORT_MASTER, "bond0");
	assert_fact_text(near_of(*state), FACT_PORT_LOWER, "eth0");
}

static void cut_at_every_byte(void **state)
{
	(void)state;
	help_send_cut("rtnl link", GROUP_PORT, port_message());
	help_send_cut("rtnl link", GROUP_LINK, port_message());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(port),
		WITH_SETS(port_on_a_bus),
		WITH_SETS(kinds),
		WITH_SETS(under_a_team),
		WITH_SETS(altnames_are_never_cut),
		WITH_SETS(carrier),
		WITH_SETS(state_words),
		WITH_SETS(names_of_others),
		cmocka_unit_test(cut_at_every_byte),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-rtnl", tests, NULL, NULL);
}
