// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/keep.h"

#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <string.h>

#include "dev/attr.h"
#include "fact/fact.h"

struct list {
	const uint16_t *type;
	size_t count;
};

static const uint16_t link_types[] = {
	IFLA_IFNAME,
	IFLA_ADDRESS,
	IFLA_MTU,
	IFLA_LINK,
	IFLA_MASTER,
	IFLA_OPERSTATE,
	IFLA_STATS64,
	IFLA_CARRIER,
	IFLA_CARRIER_CHANGES,
	IFLA_CARRIER_UP_COUNT,
	IFLA_CARRIER_DOWN_COUNT,
	IFLA_PERM_ADDRESS,
	IFLA_PARENT_DEV_NAME,
	IFLA_PARENT_DEV_BUS_NAME,
	IFLA_LINK_NETNSID,
};
static const uint16_t bond_types[] = {
	IFLA_BOND_MODE, IFLA_BOND_MIIMON, IFLA_BOND_ARP_INTERVAL, IFLA_BOND_AD_INFO,
};
static const uint16_t member_types[] = {
	IFLA_IFNAME, IFLA_MASTER, IFLA_CARRIER, IFLA_STATS64,
};
static const uint16_t bond_member_types[] = {
	IFLA_BOND_SLAVE_STATE,
	IFLA_BOND_SLAVE_MII_STATUS,
	IFLA_BOND_SLAVE_LINK_FAILURE_COUNT,
	IFLA_BOND_SLAVE_AD_AGGREGATOR_ID,
	IFLA_BOND_SLAVE_AD_ACTOR_OPER_PORT_STATE,
	IFLA_BOND_SLAVE_AD_PARTNER_OPER_PORT_STATE,
};
static const uint16_t prop_types[] = { IFLA_ALT_IFNAME };

#define LIST(array) ((struct list){ array, sizeof(array) / sizeof((array)[0]) })

static bool listed(struct list list, uint16_t type)
{
	for (size_t i = 0; i < list.count; i++)
		if (list.type[i] == type)
			return true;
	return false;
}

static uint8_t *put(uint8_t *at, const struct attr *a)
{
	struct nlattr nla = { .nla_len = (uint16_t)(NLA_HDRLEN + a->len_bytes),
			      .nla_type = a->type };

	memcpy(at, &nla, sizeof(nla));
	memcpy(at + NLA_HDRLEN, a->data, a->len_bytes);
	memset(at + NLA_HDRLEN + a->len_bytes, 0, NLA_ALIGN(a->len_bytes) - a->len_bytes);
	return at + NLA_HDRLEN + NLA_ALIGN(a->len_bytes);
}

/* No more than a list fact holds: what is not a fact must not travel either. */
static uint8_t *put_listed(uint8_t *at, struct cur c, struct list list)
{
	size_t used = 0;
	struct attr a;

	while (attr_next(&c, &a)) {
		size_t len = strnlen((const char *)a.data, a.len_bytes);

		if (!listed(list, a.type) || used + (used ? 1 : 0) + len >= FACT_TEXT_MAX)
			continue;
		used += len + (used ? 1 : 0);
		at = put(at, &a);
	}
	return at;
}

static uint8_t *put_nest(uint8_t *at, const struct attr *nest, struct list list)
{
	uint8_t *end = put_listed(at + NLA_HDRLEN, attr_inside(nest), list);
	struct nlattr nla = { .nla_len = (uint16_t)(end - at),
			      .nla_type = nest->type | NLA_F_NESTED };

	memcpy(at, &nla, sizeof(nla));
	return end;
}

/* type: IFLA_INFO_KIND or IFLA_INFO_SLAVE_KIND */
static bool is_bond(const struct attr *linkinfo, uint16_t type)
{
	struct attr tb[IFLA_INFO_SLAVE_KIND + 1];
	char kind[32];

	attrs_sort(attr_inside(linkinfo), tb, IFLA_INFO_SLAVE_KIND + 1);
	return attr_text(&tb[type], kind, sizeof(kind)) && strcmp(kind, "bond") == 0;
}

/* The kind, whose member it is, and what is read of a bond itself or (member) of a bond's member. */
static uint8_t *put_linkinfo(uint8_t *at, const struct attr *nest, bool member)
{
	struct nlattr nla = { .nla_type = nest->type | NLA_F_NESTED };
	struct cur c = attr_inside(nest);
	uint8_t *end = at + NLA_HDRLEN;
	struct attr a;

	while (attr_next(&c, &a)) {
		if (a.type == IFLA_INFO_KIND || a.type == IFLA_INFO_SLAVE_KIND)
			end = put(end, &a);
		else if (a.type == IFLA_INFO_DATA && is_bond(nest, IFLA_INFO_KIND))
			end = put_nest(end, &a, LIST(bond_types));
		else if (a.type == IFLA_INFO_SLAVE_DATA && member && is_bond(nest, IFLA_INFO_SLAVE_KIND))
			end = put_nest(end, &a, LIST(bond_member_types));
	}
	nla.nla_len = (uint16_t)(end - at);
	memcpy(at, &nla, sizeof(nla));
	return end;
}

/* Lines of /proc/net/bonding that are read; the others tell addresses of members and targets. */
bool keep_bond_line(const char *line)
{
	static const char *const keys[] = {
		"Bonding Mode:", "Currently Active Slave:", "MII Status:", "MII Polling Interval (ms):",
		"ARP Polling Interval (ms):", "Active Aggregator Info:", "Aggregator ID:",
		"Number of ports:", "Partner Mac Address:", "Slave Interface:", "Speed:", "Duplex:",
		"Link Failure Count:", "Actor Churn State:", "Partner Churn State:",
		"details actor lacp pdu:", "details partner lacp pdu:", "port key:", "oper key:",
		"port state:",
	};

	line += strspn(line, " \t");
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strncmp(line, keys[i], strlen(keys[i])) == 0)
			return true;
	return false;
}

static size_t keep(const uint8_t *msg, size_t len_bytes, bool member, uint8_t *out)
{
	struct cur c;
	struct attr a;
	const uint8_t *head;
	uint8_t *at = out;

	cur_init(&c, msg, len_bytes);
	head = cur_bytes(&c, sizeof(struct ifinfomsg));
	if (!head)
		return 0;
	memcpy(at, head, sizeof(struct ifinfomsg));
	at += sizeof(struct ifinfomsg);
	while (attr_next(&c, &a)) {
		if (a.type == IFLA_LINKINFO)
			at = put_linkinfo(at, &a, member);
		else if (a.type == IFLA_PROP_LIST && !member)
			at = put_nest(at, &a, LIST(prop_types));
		else if (listed(member ? LIST(member_types) : LIST(link_types), a.type))
			at = put(at, &a);
	}
	return (size_t)(at - out);
}

size_t keep_link(const uint8_t *msg, size_t len_bytes, uint8_t *out)
{
	return keep(msg, len_bytes, false, out);
}

size_t keep_member(const uint8_t *msg, size_t len_bytes, uint8_t *out)
{
	return keep(msg, len_bytes, true, out);
}

/* "[3]: rx_bytes", "rx_queue_0_packets", "tx-12.bytes", "ch4_events", "queue_2_rx_cnt" */
bool keep_stat(const char *name)
{
	static const char *const unit[] = { "rx_queue", "tx_queue", "queue", "rxq", "txq", "rx", "tx",
					    "ch", "cpu" };

	for (size_t i = 0; i < sizeof(unit) / sizeof(unit[0]); i++) {
		size_t len = strlen(unit[i]);

		if (strncmp(name, unit[i], len) != 0)
			continue;
		len += name[len] == '_' || name[len] == '-';
		if (name[len] >= '0' && name[len] <= '9')
			return false;
	}
	return name[0] && name[0] != '[';
}
