// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "LACP, one member at 100",
		.text =
			"$ cat /proc/net/bonding/bond0\n"
			"Ethernet Channel Bonding Driver: v5.15.0-91-generic\n"
			"\n"
			"Bonding Mode: IEEE 802.3ad Dynamic link aggregation\n"
			"Transmit Hash Policy: layer3+4 (1)\n"
			"MII Status: up\n"
			"MII Polling Interval (ms): 100\n"
			"Up Delay (ms): 0\n"
			"Down Delay (ms): 0\n"
			"Peer Notification Delay (ms): 0\n"
			"\n"
			"802.3ad info\n"
			"LACP active: on\n"
			"LACP rate: fast\n"
			"Min links: 0\n"
			"Aggregator selection policy (ad_select): stable\n"
			"System priority: 65535\n"
			"System MAC address: 02:00:00:00:00:01\n"
			"Active Aggregator Info:\n"
			"\tAggregator ID: 2\n"
			"\tNumber of ports: 1\n"
			"\tActor Key: 9\n"
			"\tPartner Key: 32784\n"
			"\tPartner Mac Address: 02:00:00:00:00:99\n"
			"\n"
			"Slave Interface: eth0\n"
			"MII Status: up\n"
			"Speed: 100 Mbps\n"
			"Duplex: full\n"
			"Link Failure Count: 3\n"
			"Permanent HW addr: 02:00:00:00:00:02\n"
			"Slave queue ID: 0\n"
			"Aggregator ID: 1\n"
			"Actor Churn State: churned\n"
			"Partner Churn State: none\n"
			"Actor Churned Count: 1\n"
			"Partner Churned Count: 0\n"
			"details actor lacp pdu:\n"
			"    system priority: 65535\n"
			"    system mac address: 02:00:00:00:00:01\n"
			"    port key: 7\n"
			"    port priority: 255\n"
			"    port number: 1\n"
			"    port state: 7\n"
			"details partner lacp pdu:\n"
			"    system priority: 32768\n"
			"    system mac address: 02:00:00:00:00:99\n"
			"    oper key: 32784\n"
			"    port priority: 32768\n"
			"    port number: 12\n"
			"    port state: 13\n"
			"\n"
			"Slave Interface: eth1\n"
			"MII Status: up\n"
			"Speed: 1000 Mbps\n"
			"Duplex: full\n"
			"Link Failure Count: 0\n"
			"Permanent HW addr: 02:00:00:00:00:03\n"
			"Slave queue ID: 0\n"
			"Aggregator ID: 2\n"
			"Actor Churn State: none\n"
			"Partner Churn State: none\n"
			"Actor Churned Count: 0\n"
			"Partner Churned Count: 0\n"
			"details actor lacp pdu:\n"
			"    system priority: 65535\n"
			"    system mac address: 02:00:00:00:00:01\n"
			"    port key: 9\n"
			"    port priority: 255\n"
			"    port number: 2\n"
			"    port state: 63\n"
			"details partner lacp pdu:\n"
			"    system priority: 32768\n"
			"    system mac address: 02:00:00:00:00:99\n"
			"    oper key: 32784\n"
			"    port priority: 32768\n"
			"    port number: 13\n"
			"    port state: 63\n",
		.want = {
			{
				.port = "bond0",
				.near =
					"port.physical: no\n"
					"bond.name: bond0\n"
					"bond.mode: 802.3ad\n"
					"bond.monitor: mii 100 ms\n"
					"bond.members: eth0 up; eth1 up\n"
					"bond.speeds: eth0 100 full; eth1 1000 full\n"
					"bond.failures: eth0 3; eth1 0\n"
					"bond.aggregator: 2\n"
					"bond.aggregators: eth0 1; eth1 2\n"
					"bond.lacp: eth0 7 13; eth1 63 63\n"
					"bond.churned: eth0 actor\n"
					"bond.partner_mac: 02:00:00:00:00:99\n",
			},
		},
	},
};

static void reads(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(samples); i++)
		help_text_sample(&samples[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-bonding", tests, NULL, NULL);
}
