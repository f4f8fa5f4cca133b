// SPDX-License-Identifier: GPL-3.0-or-later
/* Other ports with one address: the answers of the system, taken apart. */
#include "dev/own-ports.h"

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "dev/attr.h"

bool own_link_parse(struct own_link *link, const uint8_t *msg, size_t len_bytes)
{
	struct attr tb[IFLA_PHYS_SWITCH_ID + 1], info[IFLA_INFO_KIND + 1];
	struct ifinfomsg head;
	char kind[16];
	struct cur c;

	*link = (struct own_link){ .up = false };
	if (len_bytes < sizeof(head))
		return false;
	cur_init(&c, msg, len_bytes);
	memcpy(&head, cur_bytes(&c, sizeof(head)), sizeof(head));
	attrs_sort(c, tb, IFLA_PHYS_SWITCH_ID + 1);
	attrs_sort(attr_inside(&tb[IFLA_LINKINFO]), info, IFLA_INFO_KIND + 1);
	if (!attr_text(&tb[IFLA_IFNAME], link->name, sizeof(link->name)) ||
	    tb[IFLA_ADDRESS].len_bytes != ETH_MAC_BYTES)
		return false;
	memcpy(link->mac, tb[IFLA_ADDRESS].data, ETH_MAC_BYTES);
	link->up = head.ifi_flags & IFF_UP;
	link->chip = tb[IFLA_PHYS_SWITCH_ID].len_bytes > 0;
	link->dsa = attr_text(&info[IFLA_INFO_KIND], kind, sizeof(kind)) &&
		    strcmp(kind, "dsa") == 0;
	return true;
}

bool own_ports_in_stack(const struct own_ports *ports, unsigned int index)
{
	return use_stack_has(&ports->above, index) || use_stack_has(&ports->below, index);
}

void own_ports_find(struct own_ports *ports, unsigned int port,
		    const uint8_t mac[static ETH_MAC_BYTES], const struct use_link *tie,
		    const struct own_link *link, size_t links)
{
	*ports = (struct own_ports){ .list = { .state = FACT_KNOWN, .source = FROM_NETLINK } };
	use_stack_build(&ports->above, port, tie, links);
	use_stack_build_down(&ports->below, port, tie, links);
	for (size_t i = 0; i < links; i++) {
		ports->chip |= tie[i].index == port && link[i].chip;
		ports->conduit |= tie[i].lower == port && link[i].dsa;
		if (link[i].up && !own_ports_in_stack(ports, tie[i].index) &&
		    memcmp(link[i].mac, mac, ETH_MAC_BYTES) == 0)
			fact_list_add(&ports->list, link[i].name);
	}
}
