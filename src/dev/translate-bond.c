// SPDX-License-Identifier: GPL-3.0-or-later
/* The bond that the port is, or belongs to: RTM_GETLINK of it and /proc/net/bonding. */
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
	attrs_sort(attr_inside(&info[IFLA_INFO_DATA]), bond, COUNT(bond));
	mode = attr_num(&bond[IFLA_BOND_MODE], &num) ? value_name(modes, COUNT(modes), num) : NULL;
	if (mode)
		facts_offer_text(near, FACT_BOND_MODE, FROM_NETLINK, mode);
	attr_num(&bond[IFLA_BOND_ARP_INTERVAL], &arp_ms);
	if (attr_num(&bond[IFLA_BOND_MIIMON], &num))
		bond_monitor_fact(near, FROM_NETLINK, num, arp_ms);
	ad_info(near, &bond[IFLA_BOND_AD_INFO]);
}

/* "eth0<tab>frames received<tab>sent", a line each. */
void sysfs_bond_frames(const struct answer *answer, struct sets *sets)
{
	const char *text = (const char *)answer->bytes;
	struct facts *near = near_of(sets);
	char line[96], name[BOND_NAME_MAX];
	unsigned long long rx, tx;

	for (size_t at = 0, len; at < answer->len_bytes; at += len + 1) {
		const char *end = memchr(text + at, '\n', answer->len_bytes - at);

		len = (end ? (size_t)(end - text) : answer->len_bytes) - at;
		snprintf(line, sizeof(line), "%.*s", (int)len, text + at);
		if (sscanf(line, "%15[^\t]\t%19llu\t%19llu", name, &rx, &tx) != 3)
			continue;
		snprintf(line, sizeof(line), "%s %llu", name, rx);
		facts_list_add(near, FACT_BOND_RX_TOTALS, FROM_SYSFS, line);
		snprintf(line, sizeof(line), "%s %llu", name, tx);
		facts_list_add(near, FACT_BOND_TX_TOTALS, FROM_SYSFS, line);
	}
}

void proc_bonding(const struct answer *answer, struct sets *sets)
{
	struct bond_file bond;

	if (bond_file_read((const char *)answer->bytes, answer->len_bytes, &bond))
		bond_facts(&bond, near_of(sets), FROM_PROC);
}
