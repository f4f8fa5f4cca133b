// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <stdio.h>

#include "test-dev-help.h"

static void give(struct sets *sets, const char *text)
{
	memset(sets, 0, sizeof(*sets));
	help_answer(sets, "kernel log", GROUP_LOG, text, strlen(text));
}

#define HEAD "now 3552600000000 oldest 0\n"
#define DSA "mt7530-mdio mdio-bus:1f lan: "
#define IGC "igc 0000:13:00.0 eth1: "

/* Field case A19: two losses, 57 minutes apart, one renegotiation each. */
static void two_flaps(void **state)
{
	const struct facts *near = near_of(*state);

	give(*state, HEAD
	     "6,1,3549169529898,-;" DSA "Link is Down\n"
	     "6,2,3549172238591,-;" DSA "Link is Up - 1Gbps/Full - flow control rx/tx\n"
	     "6,3,3552592237232,-;" DSA "Link is Down\n"
	     "6,4,3552595115661,-;" DSA "Link is Up - 1Gbps/Full - flow control rx/tx\n");
	assert_fact_num(near, FACT_LOG_FLAPS, 2);
	assert_true(facts_get(near, FACT_LOG_OUTAGE)->real > 2.87 &&
		    facts_get(near, FACT_LOG_OUTAGE)->real < 2.88);
	assert_fact_num(near, FACT_LOG_LAST_FLAP, 7);
	assert_fact_text(near, FACT_LOG_EVENTS, "3549169.5 link-down\n3549172.2 link-up 1000 full\n"
			 "3552592.2 link-down\n3552595.1 link-up 1000 full");
	assert_fact_num(near, FACT_LOG_SPAN, 3552600);
	assert_int_equal(facts_get(near, FACT_LOG_FLAPS)->source, FROM_LOG);
}

static void what_is_no_flap(void **state)
{
	static const struct {
		const char *name, *text;
		int64_t flaps;
	} row[] = {
		{ "nothing", HEAD, 0 },
		{ "the first link", HEAD "6,1,5000000,-;" IGC "NIC Link is Up 1000 Mbps Full Duplex\n", 0 },
		{ "lost and not back", HEAD "6,1,3552500000000,-;" IGC "NIC Link is Down\n", 0 },
		{ "two days ago", HEAD "6,1,3379800000000,-;" IGC "NIC Link is Down\n"
		  "6,2,3379803000000,-;" IGC "NIC Link is Up 1000 Mbps Full Duplex\n", 0 },
		{ "within 60 s of the driver's start", HEAD
		  "6,1,3552500000000,-;igc 0000:13:00.0 eth1: renamed from eth0\n"
		  "6,2,3552510000000,-;" IGC "NIC Link is Down\n"
		  "6,3,3552513000000,-;" IGC "NIC Link is Up 1000 Mbps Full Duplex\n", 0 },
		{ "61 s after it", HEAD
		  "6,1,3552500000000,-;igc 0000:13:00.0 eth1: renamed from eth0\n"
		  "6,2,3552561000000,-;" IGC "NIC Link is Down\n"
		  "6,3,3552563000000,-;" IGC "NIC Link is Up 1000 Mbps Full Duplex\n", 1 },
		{ "set down and up", HEAD
		  "6,1,3552500000000,-;" IGC "Link is Down\n"
		  "6,2,3552503000000,-;" IGC "configuring for phy/rgmii link mode\n"
		  "6,3,3552505000000,-;" IGC "Link is Up - 1Gbps/Full - flow control off\n", 0 },
		{ "enslaved", HEAD
		  "6,1,3552500000000,-;" IGC "Link is Down\n"
		  "6,2,3552503000000,-;bond0: (slave eth1): Enslaving as a backup interface\n"
		  "6,3,3552505000000,-;" IGC "Link is Up - 1Gbps/Full - flow control off\n", 0 },
		{ "a clock that is ahead", "now 100000000 oldest 0\n"
		  "6,1,98000000,-;" IGC "Link is Down\n"
		  "6,2,101000000,-;" IGC "Link is Up - 1Gbps/Full - flow control off\n", 1 },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		give(*state, row[i].text);
		if (facts_num(near_of(*state), FACT_LOG_FLAPS, -1) != row[i].flaps)
			fail_msg("%s: %d", row[i].name,
				 (int)facts_num(near_of(*state), FACT_LOG_FLAPS, -1));
	}
}

/* What a user calls "it came back slow". */
static void it_came_back_slower(void **state)
{
	static const char before[] = HEAD
		"6,1,3552500000000,-;" IGC "NIC Link is Up 1000 Mbps Full Duplex\n"
		"6,2,3552510000000,-;" IGC "NIC Link is Down\n"
		"6,3,3552513000000,-;" IGC "NIC Link is Up 100 Mbps Full Duplex\n";
	char text[1024];

	give(*state, before);
	assert_fact_text(near_of(*state), FACT_LOG_FLAP_SPEEDS, "1000 to 100 Mb/s");
	snprintf(text, sizeof(text), "%s6,4,3552520000000,-;" IGC "NIC Link is Down\n"
		 "6,5,3552523000000,-;" IGC "NIC Link is Up 100 Mbps Full Duplex\n", before);
	give(*state, text);
	assert_fact_num(near_of(*state), FACT_LOG_FLAPS, 2);
	assert_unread(near_of(*state), FACT_LOG_FLAP_SPEEDS);
}

static void own_address_and_loops(void **state)
{
	give(*state, HEAD);
	assert_fact_num(near_of(*state), FACT_LOG_OWN_ADDRESS, 0);
	assert_fact_num(near_of(*state), FACT_LOG_LACP_LOOP, 0);
	assert_unread(near_of(*state), FACT_LOG_OWN_ADDRESSES);
	assert_unread(near_of(*state), FACT_LOG_ADDRESS_TAKEN);
	give(*state, HEAD
	     "4,1,5000000,-;br0: received packet on eth1 with own address as source address "
	     "(addr:02:00:00:00:00:02, vlan:0)\n"
	     "4,2,3552500000000,-;br0: received packet on eth1 with own address as source address "
	     "(addr:02:00:00:00:00:01, vlan:0)\n"
	     "6,3,3552500000001,-;IPv6: eth1: IPv6 duplicate address fe80::1 used by 02:00:00:00:00:01 "
	     "detected!\n"
	     "3,4,3552500000002,-;bond0: (slave eth1): An illegal loopback occurred on slave\n");
	assert_fact_num(near_of(*state), FACT_LOG_OWN_ADDRESS, 1);
	assert_fact_text(near_of(*state), FACT_LOG_OWN_ADDRESSES, "02:00:00:00:00:01");
	assert_fact_num(near_of(*state), FACT_LOG_LACP_LOOP, 1);
	assert_fact_text(near_of(*state), FACT_LOG_ADDRESS_TAKEN, "fe80::1 02:00:00:00:00:01");
	give(*state, HEAD "6,3,1,-;IPv6: eth1: IPv6 duplicate address fe80::1 used by "
	     "02:00:00:00:00:01 detected!\n");
	assert_unread(near_of(*state), FACT_LOG_ADDRESS_TAKEN);
}

static void downshifts(void **state)
{
	static const char phylib[] = HEAD
		"4,1,100000000,-;RTL8211F Gigabit Ethernet r8169-0-300:00: Downshift occurred from "
		"negotiated speed 1Gbps to actual speed 100Mbps, check cabling!\n"
		"6,2,100100000,-;r8169 0000:03:00.0 eth0: Link is Up - 100Mbps/Full - flow control off\n";
	char text[1024];

	give(*state, phylib);
	assert_fact_text(near_of(*state), FACT_LOG_DOWNSHIFT, "from 1000 to 100 Mb/s");
	snprintf(text, sizeof(text), "%s6,3,200000000,-;r8169 0000:03:00.0 eth0: Link is Down\n"
		 "6,4,203000000,-;r8169 0000:03:00.0 eth0: Link is Up - 1Gbps/Full - flow control off\n",
		 phylib);
	give(*state, text);
	assert_unread(near_of(*state), FACT_LOG_DOWNSHIFT);
	give(*state, HEAD "6,2,1,-;r8169 0000:03:00.0 eth0: Link is Up - 100Mbps/Full (downshifted) - "
	     "flow control off\n");
	assert_fact_text(near_of(*state), FACT_LOG_DOWNSHIFT, "to 100 Mb/s");
	give(*state, HEAD "6,2,1,-;" IGC "Link Speed was downgraded by SmartSpeed\n");
	assert_fact_text(near_of(*state), FACT_LOG_DOWNSHIFT, "SmartSpeed of the NIC");
}

static void a_refused_module(void **state)
{
	static const char refused[] = HEAD "3,1,1000000,-;i40e 0000:3b:00.0: Rx/Tx is disabled on this "
		"device because an unsupported SFP module type was detected.\n";
	char text[512];

	give(*state, refused);
	assert_fact_text(near_of(*state), FACT_LOG_MODULE_REFUSED, "Rx/Tx is disabled on this device "
			 "because an unsupported SFP module type was detected.");
	snprintf(text, sizeof(text), "%s6,2,9000000,-;i40e 0000:3b:00.0 ens2: NIC Link is Up, 10 Gbps "
		 "Full Duplex, Flow Control: None\n", refused);
	give(*state, text);
	assert_unread(near_of(*state), FACT_LOG_MODULE_REFUSED);
}

static void a_module_that_does_not_work(void **state)
{
	static const char fault[] = HEAD "3,1,1000000,-;mlx5_core 0000:41:00.0: Port module event[error]: "
		"module 0, Cable error, Power budget exceeded\n";
	char text[512];

	give(*state, fault);
	assert_fact_text(near_of(*state), FACT_LOG_MODULE_FAULT, "Port module event[error]: module 0, "
			 "Cable error, Power budget exceeded");
	snprintf(text, sizeof(text), "%s6,2,9000000,-;mlx5_core 0000:41:00.0 eth1: Link up\n", fault);
	give(*state, text);
	assert_unread(near_of(*state), FACT_LOG_MODULE_FAULT);
}

static void the_rest(void **state)
{
	give(*state, HEAD
	     "4,1,3552500000000,-;NETDEV WATCHDOG: eth1 (igc): transmit queue 0 timed out\n"
	     "4,2,5000000,-;NETDEV WATCHDOG: eth1 (igc): transmit queue 0 timed out\n"
	     "3,3,3552501000000,-;Generic PHY r8169-0-300:00: Master/Slave resolution failed\n"
	     "4,4,3552502000000,-;mlx5_core 0000:01:00.0: 126.028 Gb/s available PCIe bandwidth "
	     "(32.0 GT/s PCIe x4 link)\n");
	assert_fact_num(near_of(*state), FACT_LOG_TX_HANGS, 1);
	assert_true(facts_yes(near_of(*state), FACT_LOG_MS_FAULT));
	assert_fact_num(near_of(*state), FACT_LOG_BUS_RATE, 126028);
}

/* Of more events than fit the newest stay, and whole. */
static void many_events(void **state)
{
	char text[8192] = HEAD;
	const char *events;

	for (int i = 0; i < 40; i++)
		sprintf(text + strlen(text), "6,%d,%d000000,-;" IGC "Link is Down\n", i, 1000 + i);
	give(*state, text);
	events = facts_text(near_of(*state), FACT_LOG_EVENTS);
	assert_non_null(events);
	assert_memory_equal(events + strlen(events) - 16, "1039.0 link-down", 16);
	assert_int_equal(strspn(events, "0123456789"), 4);
	assert_true(strlen(events) > 200);
}

static void broken_answers(void **state)
{
	static const char *const text[] = { "", "\n", "now", "now 5", "now x oldest 5\n",
					    "6,1,5,-;eth0: link down\n" };

	for (size_t i = 0; i < COUNT(text); i++) {
		give(*state, text[i]);
		assert_unread(near_of(*state), FACT_LOG_FLAPS);
	}
	help_error(*state, "kernel log", GROUP_LOG, -EPERM);
	assert_int_equal(facts_get(near_of(*state), FACT_LOG_FLAPS)->state, FACT_DENIED);
}

static void cut_at_every_byte(void **state)
{
	static const char text[] = HEAD
		"6,1,3549169529898,-;" DSA "Link is Down\n"
		"6,2,3549172238591,-;" DSA "Link is Up - 1Gbps/Full - flow control rx/tx\n";

	for (size_t len = 0; len < strlen(text); len++)
		help_answer(*state, "kernel log", GROUP_LOG, text, len);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(two_flaps),
		WITH_SETS(what_is_no_flap),
		WITH_SETS(it_came_back_slower),
		WITH_SETS(own_address_and_loops),
		WITH_SETS(downshifts),
		WITH_SETS(a_refused_module),
		WITH_SETS(a_module_that_does_not_work),
		WITH_SETS(the_rest),
		WITH_SETS(many_events),
		WITH_SETS(broken_answers),
		WITH_SETS(cut_at_every_byte),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-log", tests, NULL, NULL);
}
