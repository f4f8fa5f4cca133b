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
static const uint16_t info_types[] = { IFLA_INFO_KIND };
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

size_t keep_link(const uint8_t *msg, size_t len_bytes, uint8_t *out)
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
			at = put_nest(at, &a, LIST(info_types));
		else if (a.type == IFLA_PROP_LIST)
			at = put_nest(at, &a, LIST(prop_types));
		else if (listed(LIST(link_types), a.type))
			at = put(at, &a);
	}
	return (size_t)(at - out);
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
