// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/port-use.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <stdio.h>

#include "test-dev-help.h"

/* A message in its own block, so that a sanitizer sees one byte too many. */
static uint8_t *block_of(struct nl_msg *msg, size_t *len)
{
	uint8_t *block;

	*len = (size_t)nlmsg_datalen(nlmsg_hdr(msg));
	block = malloc(*len);
	assert_non_null(block);
	memcpy(block, nlmsg_data(nlmsg_hdr(msg)), *len);
	nlmsg_free(msg);
	return block;
}

static struct nl_msg *link_message(int index, unsigned int lower, unsigned int master,
				   const char *kind)
{
	struct ifinfomsg head = { .ifi_index = index };
	struct nl_msg *msg = help_message();
	struct nlattr *nest;

	nlmsg_append(msg, &head, sizeof(head), NLMSG_ALIGNTO);
	if (lower)
		nla_put_u32(msg, IFLA_LINK, lower);
	if (master)
		nla_put_u32(msg, IFLA_MASTER, master);
	nest = nla_nest_start(msg, IFLA_LINKINFO);
	nla_put_string(msg, IFLA_INFO_KIND, kind);
	nla_nest_end(msg, nest);
	return msg;
}

static struct use_link parsed_link(struct nl_msg *msg)
{
	struct use_link link;
	size_t len;
	uint8_t *block = block_of(msg, &len);

	assert_true(use_link_parse(&link, block, len));
	for (size_t cut = 0; cut < len; cut++) {
		struct use_link any;
		uint8_t *part = malloc(cut ? cut : 1);

		assert_non_null(part);
		memcpy(part, block, cut);
		assert_int_equal(use_link_parse(&any, part, cut), cut >= sizeof(struct ifinfomsg));
		free(part);
	}
	free(block);
	return link;
}

static void links(void **state)
{
	struct nl_msg *away = link_message(9, 3, 0, "vlan");
	struct use_link link;

	(void)state;
	link = parsed_link(link_message(7, 3, 0, "vlan"));
	assert_int_equal(link.index, 7);
	assert_int_equal(link.lower, 3);
	assert_int_equal(link.master, 0);
	link = parsed_link(link_message(3, 0, 5, "dummy"));
	assert_int_equal(link.lower, 0);
	assert_int_equal(link.master, 5);
	link = parsed_link(link_message(8, 3, 0, "veth"));
	assert_int_equal(link.lower, 0);
	nla_put_s32(away, IFLA_LINK_NETNSID, 0);
	link = parsed_link(away);
	assert_int_equal(link.lower, 0);
}

/* eth0 (2) in bond0 (5) under vlan (6) in br0 (7); eth1 (3) under another vlan (8). */
static void what_stands_on_a_port(void **state)
{
	static const struct use_link all[] = {
		{ 7, 0, 0 }, { 8, 3, 0 }, { 6, 5, 7 }, { 5, 0, 0 }, { 2, 0, 5 }, { 3, 0, 0 },
	};
	struct use_stack stack;

	(void)state;
	use_stack_build(&stack, 2, all, COUNT(all));
	assert_int_equal(stack.count, 4);
	assert_true(use_stack_has(&stack, 2) && use_stack_has(&stack, 5) &&
		    use_stack_has(&stack, 6) && use_stack_has(&stack, 7));
	assert_false(use_stack_has(&stack, 3) || use_stack_has(&stack, 8));
	use_stack_build(&stack, 3, all, COUNT(all));
	assert_int_equal(stack.count, 2);
	use_stack_build_down(&stack, 6, all, COUNT(all));
	assert_int_equal(stack.count, 3);
	assert_true(use_stack_has(&stack, 6) && use_stack_has(&stack, 5) && use_stack_has(&stack, 2));
	use_stack_build_down(&stack, 2, all, COUNT(all));
	assert_int_equal(stack.count, 1);
	/* What no dump knows stands for itself. */
	use_stack_build(&stack, 99, all, COUNT(all));
	assert_int_equal(stack.count, 1);
}

static void a_ring_of_links_ends(void **state)
{
	static const struct use_link ring[] = { { 2, 3, 0 }, { 3, 2, 2 } };
	struct use_link many[USE_LINKS_MAX + 20];
	struct use_stack stack;

	(void)state;
	use_stack_build(&stack, 2, ring, COUNT(ring));
	assert_int_equal(stack.count, 2);
	for (unsigned int i = 0; i < COUNT(many); i++)
		many[i] = (struct use_link){ .index = i + 10, .lower = 2 };
	use_stack_build(&stack, 2, many, COUNT(many));
	assert_int_equal(stack.count, USE_LINKS_MAX);
}

static struct nl_msg *route_message(unsigned int bits, unsigned int type, unsigned int oif)
{
	struct rtmsg head = { .rtm_family = AF_INET, .rtm_dst_len = (unsigned char)bits,
			      .rtm_type = (unsigned char)type };
	struct nl_msg *msg = help_message();

	nlmsg_append(msg, &head, sizeof(head), NLMSG_ALIGNTO);
	if (oif)
		nla_put_u32(msg, RTA_OIF, oif);
	return msg;
}

static bool parsed_route(struct use_route *route, struct nl_msg *msg)
{
	size_t len;
	uint8_t *block = block_of(msg, &len);
	bool unicast = use_route_parse(route, block, len);

	for (size_t cut = 0; cut < len; cut++) {
		struct use_route any;
		uint8_t *part = malloc(cut ? cut : 1);

		assert_non_null(part);
		memcpy(part, block, cut);
		use_route_parse(&any, part, cut);
		free(part);
	}
	free(block);
	return unicast;
}

static void routes(void **state)
{
	struct rtnexthop hop[] = {
		{ .rtnh_len = sizeof(hop[0]), .rtnh_ifindex = 3 },
		{ .rtnh_len = sizeof(hop[0]), .rtnh_ifindex = 4 },
	};
	struct nl_msg *several = route_message(0, RTN_UNICAST, 0);
	struct nl_msg *broken = route_message(0, RTN_UNICAST, 0);
	struct use_route route;

	(void)state;
	assert_true(parsed_route(&route, route_message(0, RTN_UNICAST, 2)));
	assert_true(route.is_default && route.hops == 1 && route.oif[0] == 2);
	assert_true(parsed_route(&route, route_message(24, RTN_UNICAST, 2)));
	assert_false(route.is_default);
	assert_false(parsed_route(&route, route_message(0, RTN_UNREACHABLE, 1)));
	nla_put(several, RTA_MULTIPATH, sizeof(hop), hop);
	assert_true(parsed_route(&route, several));
	assert_true(route.hops == 2 && route.oif[0] == 3 && route.oif[1] == 4);
	hop[0].rtnh_len = 0;
	nla_put(broken, RTA_MULTIPATH, sizeof(hop), hop);
	assert_true(parsed_route(&route, broken));
	assert_int_equal(route.hops, 1);
}

static const char *as_text(const struct use_address *address)
{
	static char text[INET6_ADDRSTRLEN];

	return inet_ntop(address->family, address->bytes, text, sizeof(text));
}

static void addresses(void **state)
{
	static const struct {
		const char *given, *want;
	} row[] = {
		{ "10.0.0.1", "10.0.0.1" }, { "2001:db8::1", "2001:db8::1" },
		{ "::ffff:192.0.2.7", "192.0.2.7" }, { "server", NULL }, { "", NULL },
		{ "10.0.0", NULL }, { "fe80::1%eth0", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct use_address address;

		assert_int_equal(use_address_parse(&address, row[i].given), row[i].want != NULL);
		if (row[i].want)
			assert_string_equal(as_text(&address), row[i].want);
	}
}

#define LOCAL_DISK "36 35 98:0 / / rw,noatime shared:1 - ext4 /dev/sda1 rw,errors=continue\n"

static void mounts(void **state)
{
	static const struct {
		const char *line, *type, *where, *server;
	} row[] = {
		{ "300 36 0:60 / /home rw,relatime shared:140 - nfs4 nfs1:/export/home "
		  "rw,vers=4.2,rsize=1048576,clientaddr=10.0.0.5,local_lock=none,addr=10.0.0.1\n",
		  "nfs4", "/home", "10.0.0.1" },
		{ "301 36 0:61 / /old rw - nfs nfs2:/old rw,mountaddr=10.9.9.9,addr=10.0.0.2\n", "nfs",
		  "/old", "10.0.0.2" },
		{ "302 36 0:62 / /six rw - nfs4 [2001:db8::5]:/x rw,addr=2001:db8::5\n", "nfs4", "/six",
		  "2001:db8::5" },
		{ "303 36 0:63 / /win rw,relatime - cifs //files/share "
		  "rw,vers=3.1.1,addr=192.0.2.9,file_mode=0755\n", "cifs", "/win", "192.0.2.9" },
		{ "304 36 0:64 / /ceph rw - ceph 10.1.0.1:6789,10.1.0.2:6789:/ rw,name=admin\n", "ceph",
		  "/ceph", "10.1.0.1" },
		{ "305 36 0:65 / /ceph6 rw - ceph [2001:db8::7]:6789:/ rw,name=a\n", "ceph", "/ceph6",
		  "2001:db8::7" },
		{ "306 36 0:66 / /ceph2 rw - ceph user@fsid.cephfs=/ "
		  "rw,mon_addr=10.1.0.3:6789/10.1.0.4:6789\n", "ceph", "/ceph2", "10.1.0.3" },
		{ "307 36 0:67 / /g rw - fuse.glusterfs g1:/vol0 rw,user_id=0\n", "fuse.glusterfs", "/g",
		  "g1" },
		{ "308 36 0:68 / /l rw - lustre 10.2.0.1@tcp:/fs rw\n", "lustre", "/l", "10.2.0.1" },
		{ "309 36 0:69 / /p rw - 9p 10.3.0.1 rw,trans=tcp,port=564\n", "9p", "/p", "10.3.0.1" },
		{ "310 36 0:70 / /v rw - 9p hostshare rw,trans=virtio\n", NULL, NULL, NULL },
		{ LOCAL_DISK, NULL, NULL, NULL },
		{ "311 36 0:71 / /proc rw - proc proc rw,addr=10.0.0.1\n", NULL, NULL, NULL },
		{ "312 36 0:72 / /n rw - nfs4 nfs1:/x rw,vers=4.2\n", NULL, NULL, NULL },
		{ "", NULL, NULL, NULL },
		{ " - nfs4 a rw,addr=10.0.0.1", NULL, NULL, NULL },
		{ "1 2 3", NULL, NULL, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct use_mount mount;

		if (use_mount_parse(&mount, row[i].line) != (row[i].type != NULL))
			fail_msg("row %zu: %s", i, row[i].line);
		if (!row[i].type)
			continue;
		assert_string_equal(mount.type, row[i].type);
		assert_string_equal(mount.where, row[i].where);
		assert_string_equal(mount.server, row[i].server);
	}
}

static void a_long_mount_is_cut(void **state)
{
	struct use_mount mount;
	char line[4096] = "1 2 0:1 / /";

	(void)state;
	memset(line + strlen(line), 'x', 1000);
	strcat(line, " rw - nfs4 a:/b rw,addr=10.0.0.1\n");
	assert_true(use_mount_parse(&mount, line));
	assert_int_equal(strlen(mount.where), sizeof(mount.where) - 1);
}

/* The kernel prints each 32-bit word in the order of the host. */
static void tcp_line(char *out, size_t size, unsigned int port, const char *peer, unsigned int st)
{
	uint8_t bytes[16];
	uint32_t word[4];
	bool v6 = strchr(peer, ':');

	assert_int_equal(inet_pton(v6 ? AF_INET6 : AF_INET, peer, bytes), 1);
	memcpy(word, bytes, sizeof(word));
	if (v6)
		snprintf(out, size, "   1: 00000000000000000000000000000000:%04X "
			 "%08X%08X%08X%08X:C350 %02X 00000000:00000000 02:000A 0 0 1\n", port, word[0],
			 word[1], word[2], word[3], st);
	else
		snprintf(out, size, "   0: 0500000A:%04X %08X:C350 %02X 00000000:00000000 02:000A 0 0 1\n",
			 port, word[0], st);
}

static void tcp_sessions(void **state)
{
	struct use_address peer;
	char line[256];

	(void)state;
	tcp_line(line, sizeof(line), 22, "10.0.0.9", 1);
	assert_true(use_tcp_parse(&peer, line));
	assert_string_equal(as_text(&peer), "10.0.0.9");
	tcp_line(line, sizeof(line), 22, "2001:db8::9", 1);
	assert_true(use_tcp_parse(&peer, line));
	assert_string_equal(as_text(&peer), "2001:db8::9");
	tcp_line(line, sizeof(line), 22, "::ffff:10.0.0.9", 1);
	assert_true(use_tcp_parse(&peer, line));
	assert_string_equal(as_text(&peer), "10.0.0.9");
	tcp_line(line, sizeof(line), 22, "10.0.0.9", 10);
	assert_false(use_tcp_parse(&peer, line));	/* listens */
	tcp_line(line, sizeof(line), 80, "10.0.0.9", 1);
	assert_false(use_tcp_parse(&peer, line));
	assert_false(use_tcp_parse(&peer, "  sl  local_address rem_address   st tx_queue rx_queue\n"));
	assert_false(use_tcp_parse(&peer, "   0: 0500000A:0016 0A:C350 01\n"));
	assert_false(use_tcp_parse(&peer, ""));
}

static void ssh_connections(void **state)
{
	struct use_address peer;
	char scope[16];

	(void)state;
	assert_true(use_ssh_parse(&peer, scope, sizeof(scope), "10.0.0.9 50000 10.0.0.5 22"));
	assert_string_equal(as_text(&peer), "10.0.0.9");
	assert_string_equal(scope, "");
	assert_true(use_ssh_parse(&peer, scope, sizeof(scope), "fe80::2%eth1 50000 fe80::1%eth1 22"));
	assert_string_equal(scope, "eth1");
	assert_false(use_ssh_parse(&peer, scope, sizeof(scope), "UNKNOWN 65535 UNKNOWN 65535"));
	assert_false(use_ssh_parse(&peer, scope, sizeof(scope), ""));
	assert_false(use_ssh_parse(&peer, scope, sizeof(scope),
				   "0123456789012345678901234567890123456789012345678901234567 1"));
}

static void ambient(void **state)
{
	static const struct port_bytes before = { .t_ns = 1000, .rx = 500, .tx = 7 };
	struct port_bytes after = { .t_ns = 1000 + 1000000000, .rx = 500 + 1250000, .tx = 7 + 2500000 };

	(void)state;
	/* 20 Mb in a second on 100 Mb/s */
	assert_true(use_ambient_share(&before, &after, 100) > .1999);
	assert_true(use_ambient_share(&before, &after, 100) < .2001);
	assert_true(use_ambient_share(&before, &after, 1000) < .0201);
	assert_false(use_ambient_share(&before, &after, 0) > 0);
	assert_false(use_ambient_share(&after, &after, 100) > 0);
	after.rx = 3;	/* a counter that began anew */
	assert_false(use_ambient_share(&before, &after, 100) > 0);
}

static void ambient_is_a_fact_with_a_speed(void **state)
{
	static const struct port_bytes before = { .t_ns = 0 },
				       after = { .t_ns = 1000000000, .tx = 1250000 };
	struct facts *near = &((struct sets *)*state)->set[SET_NEAR];

	port_use_ambient(near, &before, &after);
	assert_unread(near, FACT_PORT_AMBIENT);
	facts_put_num(near, FACT_LINK_SPEED, FROM_NETLINK, 100);
	port_use_ambient(near, &before, &after);
	assert_true(facts_real(near, FACT_PORT_AMBIENT, 0) > .099);
}

static void consent(void **state)
{
	struct facts *near = &((struct sets *)*state)->set[SET_NEAR];
	char why[100];

	assert_true(port_use_wants_consent(near, why, sizeof(why)));
	assert_non_null(strstr(why, "could not be read"));
	facts_put_bool(near, FACT_PORT_DEFAULT_ROUTE, FROM_HOST, false);
	facts_put_bool(near, FACT_PORT_SESSION, FROM_HOST, false);
	facts_put_text(near, FACT_PORT_NETFS, FROM_HOST, "");
	assert_false(port_use_wants_consent(near, why, sizeof(why)));
	assert_string_equal(why, "");
	facts_offer_real(near, FACT_PORT_AMBIENT, FROM_MEASURED, .31);
	assert_true(port_use_wants_consent(near, why, sizeof(why)));
	assert_string_equal(why, "other traffic takes 31 % of it");
	facts_put_bool(near, FACT_PORT_SESSION, FROM_HOST, true);
	assert_true(port_use_wants_consent(near, why, sizeof(why)));
	assert_string_equal(why, "it carries an ssh session");
	facts_list_add(near, FACT_PORT_NETFS, FROM_HOST, "nfs4 /home");
	facts_list_add(near, FACT_PORT_NETFS, FROM_HOST, "cifs /win");
	assert_true(port_use_wants_consent(near, why, sizeof(why)));
	assert_string_equal(why, "it carries a network file system (nfs4 /home)");
	facts_put_bool(near, FACT_PORT_DEFAULT_ROUTE, FROM_HOST, true);
	assert_true(port_use_wants_consent(near, why, sizeof(why)));
	assert_string_equal(why, "it carries the default route");
}

/* The loopback of any machine: no default route, no server behind it. */
static void a_live_port(void **state)
{
	struct facts *near = &((struct sets *)*state)->set[SET_NEAR];
	struct port_bytes bytes = { 0 };
	struct err err = { 0 };

	assert_int_equal(port_use_read(near, "no-such-port", &err), -ENODEV);
	assert_non_null(strstr(err.text, "no-such-port"));
	assert_int_equal(port_use_read(near, "lo", &err), 0);
	assert_true(facts_no(near, FACT_PORT_DEFAULT_ROUTE));
	assert_int_equal(facts_get(near, FACT_PORT_NETFS)->state, FACT_KNOWN);
	assert_int_equal(facts_get(near, FACT_PORT_SESSION)->state, FACT_KNOWN);
	assert_int_equal(port_bytes_read(&bytes, "lo"), 0);
	assert_true(bytes.t_ns > 0);
	assert_int_equal(port_bytes_read(&bytes, "no-such-port"), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links),
		cmocka_unit_test(what_stands_on_a_port),
		cmocka_unit_test(a_ring_of_links_ends),
		cmocka_unit_test(routes),
		cmocka_unit_test(addresses),
		cmocka_unit_test(mounts),
		cmocka_unit_test(a_long_mount_is_cut),
		cmocka_unit_test(tcp_sessions),
		cmocka_unit_test(ssh_connections),
		cmocka_unit_test(ambient),
		WITH_SETS(ambient_is_a_fact_with_a_speed),
		WITH_SETS(consent),
		WITH_SETS(a_live_port),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-port-use", tests, NULL, NULL);
}
