// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/own-ports.h"

#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "test-dev-help.h"

static const uint8_t mac[ETH_MAC_BYTES] = { 0x52, 0x54, 0, 0x12, 0x34, 0x56 };
static const uint8_t other[ETH_MAC_BYTES] = { 0x52, 0x54, 0, 0x99, 0x99, 0x99 };

static struct nl_msg *message(const char *name, const uint8_t *address, int address_bytes,
			      unsigned int flags)
{
	struct ifinfomsg head = { .ifi_index = 7, .ifi_flags = flags };
	struct nl_msg *msg = help_message();

	nlmsg_append(msg, &head, sizeof(head), NLMSG_ALIGNTO);
	nla_put_string(msg, IFLA_IFNAME, name);
	nla_put(msg, IFLA_ADDRESS, address_bytes, address);
	return msg;
}

static struct nl_msg *of_chip(struct nl_msg *msg, const char *kind)
{
	struct nlattr *nest = nla_nest_start(msg, IFLA_LINKINFO);

	nla_put_string(msg, IFLA_INFO_KIND, kind);
	nla_nest_end(msg, nest);
	nla_put(msg, IFLA_PHYS_SWITCH_ID, 4, "\1\2\3\4");
	return msg;
}

/* Every shorter form, too, each in its own block, so that a sanitizer sees one byte too many. */
static bool parse(struct own_link *link, struct nl_msg *msg)
{
	size_t len = (size_t)nlmsg_datalen(nlmsg_hdr(msg));
	bool whole = false;

	for (size_t cut = 0; cut <= len; cut++) {
		uint8_t *block = malloc(cut ? cut : 1);

		assert_non_null(block);
		memcpy(block, nlmsg_data(nlmsg_hdr(msg)), cut);
		whole = own_link_parse(link, block, cut);
		assert_false(whole && cut < sizeof(struct ifinfomsg));
		free(block);
	}
	nlmsg_free(msg);
	return whole;
}

static void links(void **state)
{
	struct own_link link;

	(void)state;
	assert_true(parse(&link, message("eth0", mac, ETH_MAC_BYTES, IFF_UP)));
	assert_string_equal(link.name, "eth0");
	assert_memory_equal(link.mac, mac, ETH_MAC_BYTES);
	assert_true(link.up && !link.chip && !link.dsa);
	assert_true(parse(&link, of_chip(message("lan1", mac, ETH_MAC_BYTES, 0), "dsa")));
	assert_true(!link.up && link.chip && link.dsa);
	assert_true(parse(&link, of_chip(message("swp1", mac, ETH_MAC_BYTES, IFF_UP), "x")));
	assert_true(link.chip && !link.dsa);
	assert_false(parse(&link, message("ib0", mac, 4, IFF_UP)));
}

/*
 * eth0 (2) is the conduit of lan1 (3), lan2 (4) and lan3 (5, down); lan1 is in br0 (6)
 * with a VLAN (7) on top; eth1 (8) has another address.
 */
static void ports_of_a_switch(void **state)
{
	static const struct use_link tie[] = { { 2, 0, 0 }, { 3, 2, 6 }, { 4, 2, 0 }, { 5, 2, 0 },
					       { 6, 0, 0 }, { 7, 6, 0 }, { 8, 0, 0 } };
	struct own_link link[] = {
		{ .name = "eth0", .up = true },
		{ .name = "lan1", .up = true, .chip = true, .dsa = true },
		{ .name = "lan2", .up = true, .chip = true, .dsa = true },
		{ .name = "lan3", .chip = true, .dsa = true },
		{ .name = "br0", .up = true },
		{ .name = "br0.7", .up = true },
		{ .name = "eth1", .up = true },
	};
	struct own_ports ports;

	(void)state;
	for (size_t i = 0; i < COUNT(link); i++)
		memcpy(link[i].mac, i == 6 ? other : mac, ETH_MAC_BYTES);
	own_ports_find(&ports, 3, mac, tie, link, COUNT(link));
	assert_int_equal(ports.list.state, FACT_KNOWN);
	assert_string_equal(ports.list.text, "lan2");
	assert_true(ports.chip && !ports.conduit);
	own_ports_find(&ports, 2, mac, tie, link, COUNT(link));
	assert_true(ports.conduit && !ports.chip);
	own_ports_find(&ports, 8, other, tie, link, COUNT(link));
	assert_int_equal(ports.list.state, FACT_KNOWN);
	assert_string_equal(ports.list.text, "");
	assert_false(ports.conduit || ports.chip);
	/* What a bridge sends leaves by its ports. */
	own_ports_find(&ports, 6, mac, tie, link, COUNT(link));
	assert_string_equal(ports.list.text, "lan2");
	assert_true(own_ports_in_stack(&ports, 3) && own_ports_in_stack(&ports, 7));
	assert_false(own_ports_in_stack(&ports, 4));
	/* Seen from another network namespace: all that is up there. */
	own_ports_find(&ports, 0, mac, tie, link, COUNT(link));
	assert_string_equal(ports.list.text, "eth0\nlan1\nlan2\nbr0\nbr0.7");
	assert_false(ports.conduit || ports.chip);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links),
		cmocka_unit_test(ports_of_a_switch),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-own-ports", tests, NULL, NULL);
}
