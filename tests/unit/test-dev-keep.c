// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/keep.h"

#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "dev/attr.h"
#include "test-dev-help.h"

static struct nl_msg *link_message(void)
{
	struct ifinfomsg info = { .ifi_index = 7 };
	struct nl_msg *msg = help_message();
	struct nlattr *nest, *data;

	nlmsg_append(msg, &info, sizeof(info), NLMSG_ALIGNTO);
	nla_put_string(msg, IFLA_IFNAME, "eth0");
	nla_put_string(msg, IFLA_IFALIAS, "rack 12, customer ACME");
	nla_put_u32(msg, IFLA_MTU, 1500);
	nest = nla_nest_start(msg, IFLA_LINKINFO);
	nla_put_string(msg, IFLA_INFO_KIND, "vlan");
	data = nla_nest_start(msg, IFLA_INFO_DATA);
	nla_put_u16(msg, 1, 4000);
	nla_nest_end(msg, data);
	nla_nest_end(msg, nest);
	nest = nla_nest_start(msg, IFLA_PROP_LIST);
	nla_put_string(msg, IFLA_ALT_IFNAME, "first");
	nla_put_string(msg, IFLA_ALT_IFNAME, "second");
	nla_nest_end(msg, nest);
	nest = nla_nest_start(msg, IFLA_AF_SPEC);
	nla_put_u32(msg, 2, 1);
	nla_nest_end(msg, nest);
	nla_put_string(msg, IFLA_QDISC, "fq");
	return msg;
}

static void only_what_is_translated(void **state)
{
	struct nl_msg *msg = link_message();
	size_t len = (size_t)nlmsg_datalen(nlmsg_hdr(msg)), kept;
	uint8_t *out = malloc(len);
	struct attr tb[IFLA_PERM_ADDRESS + 1], info[IFLA_INFO_MAX + 1], a;
	struct cur c;

	(void)state;
	kept = keep_link(nlmsg_data(nlmsg_hdr(msg)), len, out);
	assert_true(kept > sizeof(struct ifinfomsg) && kept < len);
	assert_int_equal(((struct ifinfomsg *)(void *)out)->ifi_index, 7);
	cur_init(&c, out + sizeof(struct ifinfomsg), kept - sizeof(struct ifinfomsg));
	attrs_sort(c, tb, COUNT(tb));
	assert_string_equal((const char *)tb[IFLA_IFNAME].data, "eth0");
	assert_non_null(tb[IFLA_MTU].data);
	assert_null(tb[IFLA_IFALIAS].data);
	assert_null(tb[IFLA_AF_SPEC].data);
	assert_null(tb[IFLA_QDISC].data);
	attrs_sort(attr_inside(&tb[IFLA_LINKINFO]), info, COUNT(info));
	assert_string_equal((const char *)info[IFLA_INFO_KIND].data, "vlan");
	assert_null(info[IFLA_INFO_DATA].data);
	c = attr_inside(&tb[IFLA_PROP_LIST]);
	assert_true(attr_next(&c, &a));
	assert_string_equal((const char *)a.data, "first");
	assert_true(attr_next(&c, &a));
	assert_string_equal((const char *)a.data, "second");
	free(out);
	nlmsg_free(msg);
}

static void cut_at_every_byte(void **state)
{
	struct nl_msg *msg = link_message();
	size_t full = (size_t)nlmsg_datalen(nlmsg_hdr(msg));

	(void)state;
	for (size_t len = 0; len <= full; len++) {
		uint8_t *in = malloc(len ? len : 1);
		uint8_t *out = malloc(NLMSG_ALIGN(len) + 1);

		memcpy(in, nlmsg_data(nlmsg_hdr(msg)), len);
		assert_true(keep_link(in, len, out) <= NLMSG_ALIGN(len));
		free(in);
		free(out);
	}
	nlmsg_free(msg);
}

/* Of a bond four settings; of its member that it is one, and nothing of its keys. */
static void what_is_read_of_a_bond(void **state)
{
	struct ifinfomsg info = { .ifi_index = 3 };
	struct nl_msg *msg = nlmsg_alloc_simple(0, 0);
	struct nlattr *link, *data;
	struct attr tb[IFLA_LINKINFO + 1], kept[IFLA_INFO_SLAVE_DATA + 1], bond[64];
	uint8_t out[512];
	struct cur c;
	size_t len;

	(void)state;
	nlmsg_append(msg, &info, sizeof(info), NLMSG_ALIGNTO);
	link = nla_nest_start(msg, IFLA_LINKINFO);
	nla_put_string(msg, IFLA_INFO_KIND, "bond");
	data = nla_nest_start(msg, IFLA_INFO_DATA);
	nla_put_u8(msg, IFLA_BOND_MODE, 4);
	nla_put_u32(msg, IFLA_BOND_ARP_IP_TARGET, 0x01020304);
	nla_put_u32(msg, IFLA_BOND_MIIMON, 100);
	nla_nest_end(msg, data);
	nla_put_string(msg, IFLA_INFO_SLAVE_KIND, "bridge");
	nla_put_u32(msg, IFLA_INFO_SLAVE_DATA, 7);
	nla_nest_end(msg, link);
	len = keep_link(nlmsg_data(nlmsg_hdr(msg)), (size_t)nlmsg_datalen(nlmsg_hdr(msg)), out);
	cur_init(&c, out, len);
	cur_bytes(&c, sizeof(info));
	attrs_sort(c, tb, IFLA_LINKINFO + 1);
	attrs_sort(attr_inside(&tb[IFLA_LINKINFO]), kept, IFLA_INFO_SLAVE_DATA + 1);
	assert_non_null(kept[IFLA_INFO_SLAVE_KIND].data);
	assert_null(kept[IFLA_INFO_SLAVE_DATA].data);
	attrs_sort(attr_inside(&kept[IFLA_INFO_DATA]), bond, 64);
	assert_non_null(bond[IFLA_BOND_MODE].data);
	assert_non_null(bond[IFLA_BOND_MIIMON].data);
	assert_null(bond[IFLA_BOND_ARP_IP_TARGET].data);
	nlmsg_free(msg);
}

/* Of another port nothing that tells whose it is: no address, no alternative name. */
static void what_is_read_of_a_member(void **state)
{
	static const uint8_t mac[6] = { 2, 0, 0, 0, 0, 1 };
	struct ifinfomsg info = { .ifi_index = 7 };
	struct nl_msg *msg = nlmsg_alloc_simple(0, 0);
	struct nlattr *link, *data;
	struct attr tb[IFLA_PERM_ADDRESS + 1], kept[IFLA_INFO_SLAVE_DATA + 1], own[16];
	uint8_t out[512];
	struct cur c;
	size_t len;

	(void)state;
	nlmsg_append(msg, &info, sizeof(info), NLMSG_ALIGNTO);
	nla_put_string(msg, IFLA_IFNAME, "eth0");
	nla_put_u32(msg, IFLA_MASTER, 5);
	nla_put(msg, IFLA_ADDRESS, sizeof(mac), mac);
	nla_put(msg, IFLA_PERM_ADDRESS, sizeof(mac), mac);
	link = nla_nest_start(msg, IFLA_PROP_LIST);
	nla_put_string(msg, IFLA_ALT_IFNAME, "enp1s0");
	nla_nest_end(msg, link);
	link = nla_nest_start(msg, IFLA_LINKINFO);
	nla_put_string(msg, IFLA_INFO_SLAVE_KIND, "bond");
	data = nla_nest_start(msg, IFLA_INFO_SLAVE_DATA);
	nla_put_u8(msg, IFLA_BOND_SLAVE_MII_STATUS, 0);
	nla_put(msg, IFLA_BOND_SLAVE_PERM_HWADDR, sizeof(mac), mac);
	nla_nest_end(msg, data);
	nla_nest_end(msg, link);
	len = keep_member(nlmsg_data(nlmsg_hdr(msg)), (size_t)nlmsg_datalen(nlmsg_hdr(msg)), out);
	cur_init(&c, out, len);
	cur_bytes(&c, sizeof(info));
	attrs_sort(c, tb, IFLA_PERM_ADDRESS + 1);
	assert_non_null(tb[IFLA_IFNAME].data);
	assert_non_null(tb[IFLA_MASTER].data);
	assert_null(tb[IFLA_ADDRESS].data);
	assert_null(tb[IFLA_PERM_ADDRESS].data);
	assert_null(tb[IFLA_PROP_LIST].data);
	attrs_sort(attr_inside(&tb[IFLA_LINKINFO]), kept, IFLA_INFO_SLAVE_DATA + 1);
	attrs_sort(attr_inside(&kept[IFLA_INFO_SLAVE_DATA]), own, 16);
	assert_non_null(own[IFLA_BOND_SLAVE_MII_STATUS].data);
	assert_null(own[IFLA_BOND_SLAVE_PERM_HWADDR].data);
	/* Of the port itself it is not read. */
	len = keep_link(nlmsg_data(nlmsg_hdr(msg)), (size_t)nlmsg_datalen(nlmsg_hdr(msg)), out);
	cur_init(&c, out, len);
	cur_bytes(&c, sizeof(info));
	attrs_sort(c, tb, IFLA_PERM_ADDRESS + 1);
	attrs_sort(attr_inside(&tb[IFLA_LINKINFO]), kept, IFLA_INFO_SLAVE_DATA + 1);
	assert_null(kept[IFLA_INFO_SLAVE_DATA].data);
	nlmsg_free(msg);
}

static void lines_of_a_bond(void **state)
{
	(void)state;
	assert_true(keep_bond_line("Slave Interface: eth0\n"));
	assert_true(keep_bond_line("\tPartner Mac Address: 00:23:04:00:00:01\n"));
	assert_true(keep_bond_line("    port state: 61\n"));
	assert_false(keep_bond_line("Permanent HW addr: 02:00:00:00:00:01\n"));
	assert_false(keep_bond_line("    system mac address: 02:00:00:00:00:01\n"));
	assert_false(keep_bond_line("ARP IP target/s (n.n.n.n form): 10.0.0.1\n"));
	assert_false(keep_bond_line("\n"));
	assert_false(keep_bond_line(""));
}

static void counters_of_queues_are_left_out(void **state)
{
	static const char *const kept[] = {
		"rx_crc_errors", "tx_abort_late_coll", "port.rx_crc_errors", "RX FCS Errors", "rx",
		"tx_", "channels", "queue_stopped", "IEEE_rx_crc", "rx_queues",
	};
	static const char *const left[] = {
		"", "[0]: rx_ucast_packets", "rx_queue_0_packets", "tx_queue_12_bytes", "rx-0.packets",
		"tx12_bytes", "ch3_events", "queue_2_tx_cnt", "rx0_cqe", "txq3_drops", "cpu0_rx",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(kept); i++)
		if (!keep_stat(kept[i]))
			fail_msg("%s was left out", kept[i]);
	for (size_t i = 0; i < COUNT(left); i++)
		if (keep_stat(left[i]))
			fail_msg("%s was kept", left[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_what_is_translated),
		cmocka_unit_test(cut_at_every_byte),
		cmocka_unit_test(what_is_read_of_a_bond),
		cmocka_unit_test(what_is_read_of_a_member),
		cmocka_unit_test(lines_of_a_bond),
		cmocka_unit_test(counters_of_queues_are_left_out),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-keep", tests, NULL, NULL);
}
