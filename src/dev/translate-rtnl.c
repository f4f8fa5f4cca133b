// SPDX-License-Identifier: GPL-3.0-or-later
/* RTM_GETLINK: struct ifinfomsg and attributes. */
#include <linux/if.h>
#include <linux/if_arp.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>

#include "dev/attr.h"
#include "dev/translate-private.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define ATTRS (IFLA_PARENT_DEV_BUS_NAME + 1)

bool rtnl_sort(const struct answer *answer, struct ifinfomsg *info, struct attr *tb, size_t count)
{
	const uint8_t *head;
	struct cur c;

	cur_init(&c, answer->bytes, answer->len_bytes);
	head = cur_bytes(&c, sizeof(*info));
	if (!head)
		return false;
	memcpy(info, head, sizeof(*info));
	attrs_sort(c, tb, count);
	return true;
}

static void mac(struct facts *near, enum fact_id id, const struct attr *a)
{
	char text[3 * 32 + 1] = "";

	if (!a->data || a->len_bytes == 0 || a->len_bytes > 32)
		return;
	for (size_t i = 0; i < a->len_bytes; i++)
		sprintf(text + (i ? 3 * i - 1 : 0), "%s%02x", i ? ":" : "", a->data[i]);
	facts_offer_text(near, id, FROM_NETLINK, text);
}

static void kind(struct facts *near, const struct attr *linkinfo, unsigned short type)
{
	struct attr tb[IFLA_INFO_KIND + 1];
	char text[64];

	attrs_sort(attr_inside(linkinfo), tb, COUNT(tb));
	if (!attr_text(&tb[IFLA_INFO_KIND], text, sizeof(text))) {
		if (type == ARPHRD_ETHER)
			strcpy(text, "ethernet");
		else if (type == ARPHRD_LOOPBACK)
			strcpy(text, "loopback");
		else
			snprintf(text, sizeof(text), "type-%u", type);
	}
	facts_offer_text(near, FACT_PORT_KIND, FROM_NETLINK, text);
}

static void master_kind(struct facts *near, const struct attr *linkinfo)
{
	struct attr tb[IFLA_INFO_SLAVE_KIND + 1];
	char text[64];

	attrs_sort(attr_inside(linkinfo), tb, COUNT(tb));
	if (attr_text(&tb[IFLA_INFO_SLAVE_KIND], text, sizeof(text)))
		facts_offer_text(near, FACT_PORT_MASTER_KIND, FROM_NETLINK, text);
}

/* Names that do not fit as a whole are left out rather than cut. */
static void altnames(struct facts *near, const struct attr *list)
{
	const struct fact *fact = facts_get(near, FACT_PORT_ALTNAMES);
	struct cur c = attr_inside(list);
	char name[128];
	struct attr a;
	size_t used;

	while (attr_next(&c, &a)) {
		used = fact->state == FACT_KNOWN ? strlen(fact->text) + 1 : 0;
		if (a.type == IFLA_ALT_IFNAME && attr_text(&a, name, sizeof(name)) &&
		    used + strlen(name) < FACT_TEXT_MAX)
			facts_list_add(near, FACT_PORT_ALTNAMES, FROM_NETLINK, name);
	}
}

void rtnl_port(const struct answer *answer, struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR];
	struct attr tb[ATTRS];
	struct ifinfomsg info;
	char text[64];
	int64_t num;

	if (!rtnl_sort(answer, &info, tb, ATTRS))
		return;
	if (attr_text(&tb[IFLA_IFNAME], text, sizeof(text)))
		facts_offer_text(near, FACT_PORT_NAME, FROM_NETLINK, text);
	if (attr_num(&tb[IFLA_MTU], &num))
		facts_offer_num(near, FACT_PORT_MTU, FROM_NETLINK, num);
	kind(near, &tb[IFLA_LINKINFO], info.ifi_type);
	master_kind(near, &tb[IFLA_LINKINFO]);
	altnames(near, &tb[IFLA_PROP_LIST]);
	mac(near, FACT_PORT_MAC, &tb[IFLA_ADDRESS]);
	mac(near, FACT_PORT_PERM_MAC, &tb[IFLA_PERM_ADDRESS]);
	/* Since Linux 5.14; says it even where /sys shows another namespace. */
	if (tb[IFLA_PARENT_DEV_NAME].data)
		facts_offer_bool(near, FACT_PORT_PHYSICAL, FROM_NETLINK, true);
	if (attr_text(&tb[IFLA_PARENT_DEV_BUS_NAME], text, sizeof(text)))
		facts_offer_text(near, FACT_PORT_BUS, FROM_NETLINK, text);
}

static void operstate(struct facts *near, const struct attr *a)
{
	/* RFC 2863 ifOperStatus as in net/core/net-sysfs.c */
	static const struct value_name names[] = {
		{ IF_OPER_UNKNOWN, "unknown" },	      { IF_OPER_NOTPRESENT, "notpresent" },
		{ IF_OPER_DOWN, "down" },	      { IF_OPER_LOWERLAYERDOWN, "lowerlayerdown" },
		{ IF_OPER_TESTING, "testing" },	      { IF_OPER_DORMANT, "dormant" },
		{ IF_OPER_UP, "up" },
	};
	const char *name;
	char text[32];
	int64_t num;

	if (!attr_num(a, &num))
		return;
	name = value_name(names, COUNT(names), num);
	snprintf(text, sizeof(text), "state-%d", (int)num);
	facts_offer_text(near, FACT_LINK_OPERSTATE, FROM_NETLINK, name ? name : text);
}

/*
 * A carrier that is on and never changed is what every device starts with; a
 * driver that does not watch its link (ne2k-pci) leaves it so.  Only the
 * driver's own answer (LINKSTATE) tells then.
 */
static void carrier(struct facts *near, bool admin_up, const struct attr *tb)
{
	int64_t on, changes = -1, ups = -1;

	if (attr_num(&tb[IFLA_CARRIER_UP_COUNT], &ups) && ups > 0)
		facts_offer_bool(near, FACT_LINK_EVER_UP, FROM_NETLINK, true);
	if (!attr_num(&tb[IFLA_CARRIER], &on))
		return;
	attr_num(&tb[IFLA_CARRIER_CHANGES], &changes);
	if (!admin_up || !on)
		facts_offer_bool(near, FACT_LINK_UP, FROM_NETLINK, false);
	else if (changes != 0)
		facts_offer_bool(near, FACT_LINK_UP, FROM_NETLINK, true);
	if (!on && ups == 0)
		facts_offer_bool(near, FACT_LINK_EVER_UP, FROM_NETLINK, false);
	else if (on && admin_up && changes != 0)
		facts_offer_bool(near, FACT_LINK_EVER_UP, FROM_NETLINK, true);
}

void rtnl_state(const struct answer *answer, struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR];
	struct attr tb[ATTRS];
	struct ifinfomsg info;
	int64_t num;

	if (!rtnl_sort(answer, &info, tb, ATTRS))
		return;
	facts_offer_bool(near, FACT_LINK_ADMIN_UP, FROM_NETLINK, info.ifi_flags & IFF_UP);
	operstate(near, &tb[IFLA_OPERSTATE]);
	carrier(near, info.ifi_flags & IFF_UP, tb);
	if (attr_num(&tb[IFLA_CARRIER_UP_COUNT], &num))
		facts_offer_num(near, FACT_LINK_CARRIER_UPS, FROM_NETLINK, num);
	if (attr_num(&tb[IFLA_CARRIER_DOWN_COUNT], &num))
		facts_offer_num(near, FACT_LINK_CARRIER_DOWNS, FROM_NETLINK, num);
}

static void offer_answer(const struct answer *answer, struct sets *sets, enum fact_id id)
{
	char text[64];

	if (answer_text(answer, text, sizeof(text)))
		facts_offer_text(&sets->set[SET_NEAR], id, FROM_NETLINK, text);
}

void rtnl_master(const struct answer *answer, struct sets *sets)
{
	offer_answer(answer, sets, FACT_PORT_MASTER);
}

void rtnl_lower(const struct answer *answer, struct sets *sets)
{
	offer_answer(answer, sets, FACT_PORT_LOWER);
}
