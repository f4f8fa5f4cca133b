// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The bond or team that the port is, or belongs to: RTM_GETLINK of it and of its
 * members; /proc/net/bonding for what is not told there.
 */
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/if.h>
#include <linux/if_bonding.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>

#include "dev/attr.h"
#include "dev/translate-private.h"
#include "text/bond-facts.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct facts *near_of(struct sets *sets)
{
	return &sets->set[SET_NEAR];
}

/* IFLA_BOND_AD_INFO: not there while no aggregator is active. */
static void ad_info(struct facts *near, const struct attr *nest)
{
	struct attr tb[IFLA_BOND_AD_INFO_PARTNER_MAC + 1];
	const uint8_t *mac;
	char text[20];
	int64_t num;

	attrs_sort(attr_inside(nest), tb, COUNT(tb));
	if (attr_num(&tb[IFLA_BOND_AD_INFO_AGGREGATOR], &num))
		facts_offer_num(near, FACT_BOND_AGGREGATOR, FROM_NETLINK, num);
	mac = tb[IFLA_BOND_AD_INFO_PARTNER_MAC].data;
	if (!mac || tb[IFLA_BOND_AD_INFO_PARTNER_MAC].len_bytes != 6)
		return;
	snprintf(text, sizeof(text), "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1], mac[2], mac[3],
		 mac[4], mac[5]);
	facts_offer_text(near, FACT_BOND_PARTNER_MAC, FROM_NETLINK, text);
}

void rtnl_bond(const struct answer *answer, struct sets *sets)
{
	static const struct value_name modes[] = {
		{ BOND_MODE_ROUNDROBIN, "balance-rr" }, { BOND_MODE_ACTIVEBACKUP, "active-backup" },
		{ BOND_MODE_XOR, "balance-xor" },	{ BOND_MODE_BROADCAST, "broadcast" },
		{ BOND_MODE_8023AD, "802.3ad" },	{ BOND_MODE_TLB, "balance-tlb" },
		{ BOND_MODE_ALB, "balance-alb" },
	};
	struct attr tb[IFLA_LINKINFO + 1], info[IFLA_INFO_DATA + 1], bond[IFLA_BOND_AD_INFO + 1];
	struct facts *near = near_of(sets);
	int64_t num, arp_ms = 0;
	const char *mode;
	struct cur c;
	char text[64];

	cur_init(&c, answer->bytes, answer->len_bytes);
	if (!cur_bytes(&c, sizeof(struct ifinfomsg)))
		return;
	attrs_sort(c, tb, COUNT(tb));
	if (attr_text(&tb[IFLA_IFNAME], text, sizeof(text)))
		facts_offer_text(near, FACT_BOND_NAME, FROM_NETLINK, text);
	attrs_sort(attr_inside(&tb[IFLA_LINKINFO]), info, COUNT(info));
	if (attr_text(&info[IFLA_INFO_KIND], text, sizeof(text)))
		facts_offer_text(near, FACT_BOND_KIND, FROM_NETLINK, text);
	attrs_sort(attr_inside(&info[IFLA_INFO_DATA]), bond, COUNT(bond));
	mode = attr_num(&bond[IFLA_BOND_MODE], &num) ? value_name(modes, COUNT(modes), num) : NULL;
	if (mode)
		facts_offer_text(near, FACT_BOND_MODE, FROM_NETLINK, mode);
	attr_num(&bond[IFLA_BOND_ARP_INTERVAL], &arp_ms);
	if (attr_num(&bond[IFLA_BOND_MIIMON], &num))
		bond_monitor_fact(near, FROM_NETLINK, num, arp_ms);
	ad_info(near, &bond[IFLA_BOND_AD_INFO]);
}

static int64_t num_or(const struct attr *a, int64_t if_absent)
{
	int64_t num;

	return attr_num(a, &num) ? num : if_absent;
}

/* Name and attributes of a member; false: none. */
static bool sort_member(const struct answer *answer, struct ifinfomsg *info, struct attr *tb,
			char *name)
{
	return rtnl_sort(answer, info, tb, IFLA_CARRIER + 1) &&
	       attr_text(&tb[IFLA_IFNAME], name, BOND_NAME_MAX);
}

/* A bond says of its member whether it is up; of a team's it is the carrier. */
void rtnl_member(const struct answer *answer, struct sets *sets)
{
	struct attr tb[IFLA_CARRIER + 1], link[IFLA_INFO_SLAVE_DATA + 1];
	struct attr own[IFLA_BOND_SLAVE_AD_PARTNER_OPER_PORT_STATE + 1];
	struct facts *near = near_of(sets);
	struct bond_member m = BOND_MEMBER_UNKNOWN;
	struct ifinfomsg info;
	int64_t num;

	if (!sort_member(answer, &info, tb, m.name))
		return;
	attrs_sort(attr_inside(&tb[IFLA_LINKINFO]), link, COUNT(link));
	attrs_sort(attr_inside(&link[IFLA_INFO_SLAVE_DATA]), own, COUNT(own));
	if (attr_num(&own[IFLA_BOND_SLAVE_MII_STATUS], &num))
		m.up = num == BOND_LINK_UP;
	else if (attr_num(&tb[IFLA_CARRIER], &num))
		m.up = num && info.ifi_flags & IFF_UP;
	m.failures = num_or(&own[IFLA_BOND_SLAVE_LINK_FAILURE_COUNT], -1);
	m.aggregator = num_or(&own[IFLA_BOND_SLAVE_AD_AGGREGATOR_ID], -1);
	m.actor_state = num_or(&own[IFLA_BOND_SLAVE_AD_ACTOR_OPER_PORT_STATE], -1);
	m.partner_state = num_or(&own[IFLA_BOND_SLAVE_AD_PARTNER_OPER_PORT_STATE], -1);
	bond_member_facts(&m, near, FROM_NETLINK);
	if (facts_text_is(near, FACT_BOND_MODE, "active-backup") &&
	    num_or(&own[IFLA_BOND_SLAVE_STATE], -1) == BOND_STATE_ACTIVE)
		facts_offer_text(near, FACT_BOND_ACTIVE, FROM_NETLINK, m.name);
}

/* ETHTOOL_MSG_LINKMODES_GET of a member: its name stands in the header. */
void netlink_member(const struct answer *answer, struct sets *sets)
{
	struct attr tb[ETHTOOL_A_LINKMODES_DUPLEX + 1], head[ETHTOOL_A_HEADER_DEV_NAME + 1];
	struct facts *near = near_of(sets);
	struct bond_member m = BOND_MEMBER_UNKNOWN;
	int64_t duplex;
	char line[BOND_NAME_MAX + 8];
	struct cur c;

	cur_init(&c, answer->bytes, answer->len_bytes);
	attrs_sort(c, tb, COUNT(tb));
	attrs_sort(attr_inside(&tb[ETHTOOL_A_LINKMODES_HEADER]), head, COUNT(head));
	if (!attr_text(&head[ETHTOOL_A_HEADER_DEV_NAME], m.name, sizeof(m.name)) ||
	    !attr_num(&tb[ETHTOOL_A_LINKMODES_SPEED], &m.speed_mbps))
		return;
	/* Drivers leave the speed of the last link. */
	snprintf(line, sizeof(line), "%s down", m.name);
	if (facts_list_has(near, FACT_BOND_MEMBERS, line) || m.speed_mbps == UINT16_MAX ||
	    m.speed_mbps >= UINT32_MAX)
		return;
	duplex = num_or(&tb[ETHTOOL_A_LINKMODES_DUPLEX], DUPLEX_UNKNOWN);
	snprintf(m.duplex, sizeof(m.duplex), "%s",
		 duplex == DUPLEX_FULL ? "full" : duplex == DUPLEX_HALF ? "half" : "");
	bond_member_facts(&m, near, FROM_NETLINK);
}

void rtnl_member_frames(const struct answer *answer, struct sets *sets)
{
	struct rtnl_link_stats64 stats = { 0 };
	struct attr tb[IFLA_CARRIER + 1];
	struct ifinfomsg info;
	char name[BOND_NAME_MAX], line[BOND_NAME_MAX + 24];
	size_t len;

	if (!sort_member(answer, &info, tb, name) || !tb[IFLA_STATS64].data)
		return;
	len = tb[IFLA_STATS64].len_bytes;
	memcpy(&stats, tb[IFLA_STATS64].data, len < sizeof(stats) ? len : sizeof(stats));
	snprintf(line, sizeof(line), "%s %llu", name, (unsigned long long)stats.rx_packets);
	facts_list_add(near_of(sets), FACT_BOND_RX_TOTALS, FROM_NETLINK, line);
	snprintf(line, sizeof(line), "%s %llu", name, (unsigned long long)stats.tx_packets);
	facts_list_add(near_of(sets), FACT_BOND_TX_TOTALS, FROM_NETLINK, line);
}

void proc_bonding(const struct answer *answer, struct sets *sets)
{
	struct bond_file bond;

	if (bond_file_read((const char *)answer->bytes, answer->len_bytes, &bond))
		bond_facts(&bond, near_of(sets), FROM_PROC);
}
