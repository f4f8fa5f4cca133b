// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/bond-file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Two members, one at 100: field case A23, as root sees it. */
static const char lacp[] =
	"Ethernet Channel Bonding Driver: v6.1.0\n"
	"\n"
	"Bonding Mode: IEEE 802.3ad Dynamic link aggregation\n"
	"Transmit Hash Policy: layer2 (0)\n"
	"MII Status: up\n"
	"MII Polling Interval (ms): 100\n"
	"Up Delay (ms): 0\n"
	"\n"
	"802.3ad info\n"
	"LACP active: on\n"
	"LACP rate: fast\n"
	"Active Aggregator Info:\n"
	"\tAggregator ID: 2\n"
	"\tNumber of ports: 1\n"
	"\tActor Key: 9\n"
	"\tPartner Key: 32784\n"
	"\tPartner Mac Address: 00:23:04:00:00:01\n"
	"\n"
	"Slave Interface: eth0\n"
	"MII Status: up\n"
	"Speed: 100 Mbps\n"
	"Duplex: full\n"
	"Link Failure Count: 3\n"
	"Permanent HW addr: 02:00:00:00:00:01\n"
	"Aggregator ID: 1\n"
	"Actor Churn State: churned\n"
	"Partner Churn State: none\n"
	"details actor lacp pdu:\n"
	"    system priority: 65535\n"
	"    port key: 7\n"
	"    port state: 7\n"
	"details partner lacp pdu:\n"
	"    oper key: 32784\n"
	"    port state: 13\n"
	"\n"
	"Slave Interface: eth1\n"
	"MII Status: down\n"
	"Speed: Unknown\n"
	"Duplex: Unknown\n"
	"Link Failure Count: 0\n"
	"Aggregator ID: N/A\n";

static void members_of_lacp(void **state)
{
	struct bond_file b;

	(void)state;
	assert_true(bond_file_read(lacp, strlen(lacp), &b));
	assert_string_equal(b.mode, "802.3ad");
	assert_int_equal(b.miimon_ms, 100);
	assert_int_equal(b.arp_ms, -1);
	assert_int_equal(b.aggregator, 2);
	assert_int_equal(b.ports, 1);
	assert_string_equal(b.partner_mac, "00:23:04:00:00:01");
	assert_int_equal(b.members, 2);
	assert_string_equal(b.member[0].name, "eth0");
	assert_int_equal(b.member[0].up, 1);
	assert_int_equal(b.member[0].speed_mbps, 100);
	assert_string_equal(b.member[0].duplex, "full");
	assert_int_equal(b.member[0].failures, 3);
	assert_int_equal(b.member[0].aggregator, 1);
	assert_true(b.member[0].actor_churned);
	assert_false(b.member[0].partner_churned);
	assert_int_equal(b.member[0].actor_key, 7);
	assert_int_equal(b.member[0].actor_state, 7);
	assert_int_equal(b.member[0].partner_key, 32784);
	assert_int_equal(b.member[0].partner_state, 13);
	assert_int_equal(b.member[1].up, 0);
	assert_int_equal(b.member[1].speed_mbps, 0);
	assert_string_equal(b.member[1].duplex, "");
	assert_int_equal(b.member[1].aggregator, -1);
	assert_int_equal(b.member[1].actor_key, -1);
}

static void active_backup(void **state)
{
	static const char text[] =
		"Bonding Mode: fault-tolerance (active-backup) (fail_over_mac active)\r\n"
		"Primary Slave: None\r\n"
		"Currently Active Slave: enp1s0f0np0\r\n"
		"MII Status: up\r\n"
		"MII Polling Interval (ms): 0\r\n"
		"ARP Polling Interval (ms): 1000\r\n"
		"Slave Interface: enp1s0f0np0\r\n"
		"MII Status: going down\r\n"
		"Speed: 25000 Mbps";
	struct bond_file b;

	(void)state;
	assert_true(bond_file_read(text, strlen(text), &b));
	assert_string_equal(b.mode, "active-backup");
	assert_string_equal(b.active, "enp1s0f0np0");
	assert_int_equal(b.miimon_ms, 0);
	assert_int_equal(b.arp_ms, 1000);
	assert_int_equal(b.aggregator, -1);
	assert_int_equal(b.member[0].up, 0);
	assert_int_equal(b.member[0].speed_mbps, 25000);
}

static void modes(void **state)
{
	static const char *const mode[][2] = {
		{ "load balancing (round-robin)", "balance-rr" },
		{ "load balancing (xor)", "balance-xor" },
		{ "fault-tolerance (broadcast)", "broadcast" },
		{ "transmit load balancing", "balance-tlb" },
		{ "adaptive load balancing", "balance-alb" },
	};
	char text[128];
	struct bond_file b;

	(void)state;
	for (size_t i = 0; i < sizeof(mode) / sizeof(mode[0]); i++) {
		snprintf(text, sizeof(text), "Bonding Mode: %s\nCurrently Active Slave: None\n", mode[i][0]);
		assert_true(bond_file_read(text, strlen(text), &b));
		assert_string_equal(b.mode, mode[i][1]);
		assert_string_equal(b.active, "");
		assert_int_equal(b.members, 0);
	}
}

static void no_bond(void **state)
{
	static const char *const text[] = { "", "\n", ":", "Bonding Mode:", "Bonding Mode: other",
					    "Slave Interface: eth0\nMII Status: up\n" };
	struct bond_file b;

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		assert_false(bond_file_read(text[i], strlen(text[i]), &b));
}

static void more_members_than_fit(void **state)
{
	char text[4096] = "Bonding Mode: load balancing (xor)\n";
	struct bond_file b;

	(void)state;
	for (int i = 0; i < BOND_MEMBERS_MAX + 2; i++)
		sprintf(text + strlen(text), "Slave Interface: eth%d\nSpeed: %d Mbps\n", i, i);
	assert_true(bond_file_read(text, strlen(text), &b));
	assert_int_equal(b.members, BOND_MEMBERS_MAX);
	assert_int_equal(b.member[BOND_MEMBERS_MAX - 1].speed_mbps, BOND_MEMBERS_MAX - 1);
}

static void cut_at_every_byte(void **state)
{
	struct bond_file b;

	(void)state;
	for (size_t len = 0; len <= strlen(lacp); len++) {
		char *text = malloc(len ? len : 1);	/* no NUL behind it */

		memcpy(text, lacp, len);
		bond_file_read(text, len, &b);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_of_lacp),
		cmocka_unit_test(active_backup),
		cmocka_unit_test(modes),
		cmocka_unit_test(no_bond),
		cmocka_unit_test(more_members_than_fit),
		cmocka_unit_test(cut_at_every_byte),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-bond-file", tests, NULL, NULL);
}
