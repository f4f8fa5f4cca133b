// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "dmesg: what lies more than a day back",
		.text =
			"[   20.000000] IPv6: eno1: IPv6 duplicate address fe80::21b:21ff:fe12:3456 used by 00:1b:21:12:34:56 detected!\n"
			"[   50.000000] br0: received packet on eno1 with own address as source address (addr:00:1b:21:12:34:56, vlan:0)\n"
			"[   51.000000] bond0: (slave eno1): An illegal loopback occurred on slave\n"
			"[   52.000000] NETDEV WATCHDOG: eno1 (e1000e): transmit queue 0 timed out\n"
			"[90000.000000] NETDEV WATCHDOG: eno1 (e1000e): transmit queue 0 timed out\n",
		.want = {
			{
				.port = "eno1",
				.near =
					"log.span: 89980 s\n"
					"log.events: 20.0 address-taken; 50.0 own-address; 51.0 lacp-loop; 52.0 tx-hang; 90000.0 tx-hang\n"
					"log.flaps: 0 losses\n"
					"log.tx_hangs: 1 events\n",
			},
		},
	},
	{
		.name = "dmesg: somebody has this port's address",
		.text =
			"[   20.000000] IPv6: eno1: IPv6 duplicate address fe80::21b:21ff:fe12:3456 used by 00:1b:21:12:34:56 detected!\n"
			"[   50.000000] br0: received packet on eno1 with own address as source address (addr:00:1b:21:12:34:56, vlan:0)\n"
			"[   51.000000] bond0: (slave eno1): An illegal loopback occurred on slave\n",
		.want = {
			{
				.port = "eno1",
				.near =
					"log.span: 31 s\n"
					"log.events: 20.0 address-taken; 50.0 own-address; 51.0 lacp-loop\n"
					"log.flaps: 0 losses\n"
					"log.tx_hangs: 0 events\n"
					"log.own_address: 1 events\n"
					"log.own_addresses: 00:1b:21:12:34:56\n"
					"log.address_taken: fe80::21b:21ff:fe12:3456 00:1b:21:12:34:56\n"
					"log.lacp_loop: 1 events\n",
			},
		},
	},
	{
		.name = "dmesg: renamed, slower after",
		.text =
			"[    2.100000] e1000e 0000:00:19.0 eth0: registered PHC clock\n"
			"[    2.500000] e1000e 0000:00:19.0 eno1: renamed from eth0\n"
			"[    5.000000] e1000e 0000:00:19.0 eno1: NIC Link is Up 1000 Mbps Full Duplex, Flow Control: Rx/Tx\n"
			"[    5.100000] usb 1-1: new high-speed USB device\n"
			"[  900.000000] e1000e 0000:00:19.0 eno1: NIC Link is Down\n"
			"[  905.200000] e1000e 0000:00:19.0 eno1: NIC Link is Up 100 Mbps Half Duplex, Flow Control: None\n"
			"[  906.000000] NETDEV WATCHDOG: eno1 (e1000e): transmit queue 0 timed out\n",
		.want = {
			{
				.port = "eno1",
				.near =
					"port.bus_info: 0000:00:19.0\n"
					"log.span: 904 s\n"
					"log.events: 2.5 renamed; 5.0 link-up 1000 full; 900.0 link-down; 905.2 link-up 100 half; 906.0 tx-hang\n"
					"log.flaps: 1 losses\n"
					"log.last_flap: 6 s\n"
					"log.outage: 5.2 s\n"
					"log.flap_speeds: 1000 to 100 Mb/s\n"
					"log.tx_hangs: 1 events\n"
					"link.up: yes\n"
					"link.speed: 100 Mb/s\n"
					"link.duplex: half\n",
			},
		},
	},
	{
		.name = "syslog over a month",
		.text =
			"Nov 30 23:59:58 node7 kernel: igb 0000:01:00.0 eth2: igb: eth2 NIC Link is Up 1000 Mbps Full Duplex, Flow Control: RX\n"
			"Dec  1 00:10:00 node7 kernel: igb 0000:01:00.0 eth2: igb: eth2 NIC Link is Down\n"
			"Dec  1 00:10:03 node7 kernel: igb 0000:01:00.0 eth2: igb: eth2 NIC Link is Up 1000 Mbps Full Duplex, Flow Control: RX\n"
			"Dec  1 00:10:03 node7 sshd[12]: Accepted publickey for root\n",
		.want = {
			{
				.port = "eth2",
				.near =
					"port.bus_info: 0000:01:00.0\n"
					"log.span: 605 s\n"
					"log.events: 23:59:58 link-up 1000 full; 00:10:00 link-down; 00:10:03 link-up 1000 full\n"
					"log.flaps: 1 losses\n"
					"log.last_flap: 3 s\n"
					"log.outage: 3 s\n"
					"log.tx_hangs: 0 events\n"
					"link.up: yes\n"
					"link.speed: 1000 Mb/s\n"
					"link.duplex: full\n",
			},
		},
	},
	{
		.name = "lines without a time",
		.text =
			"eth0: Setting half-duplex based on auto-negotiated partner ability 0000.\n"
			"eth1: Setting 100mbps full-duplex based on auto-negotiated partner ability 41e1.\n"
			"mlx5_core 0000:01:00.0: 126.028 Gb/s available PCIe bandwidth (32.0 GT/s PCIe x4 link)\n"
			"ixgbe 0000:02:00.0: failed to load because an unsupported SFP+ or QSFP module type was detected.\n"
			"eth3: Transmit error, Tx status register 82.\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"link.duplex: half\n"
					"link.autoneg: yes\n"
					"link.medium: base-t\n"
					"an.partner_able: no\n"
					"an.parallel_detection: yes\n",
			},
			{
				.port = "eth1",
				.near =
					"link.duplex: full\n",
				.partner =
					"link.modes.advertised: 10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full\n",
			},
			{
				.port = "0000:01:00.0",
				.near =
					"host.bus_rate: 126028 Mb/s\n"
					"host.bus_limit: 32.0 GT/s PCIe x4 link\n"
					"log.events: pcie-rate 126028\n"
					"log.flaps: 0 losses\n"
					"log.tx_hangs: 0 events\n"
					"log.bus_rate: 126028 Mb/s\n",
			},
			{
				.port = "0000:02:00.0",
				.near =
					"log.events: module-refused\n"
					"log.flaps: 0 losses\n"
					"log.module_refused: failed to load because an unsupported SFP+ or QSFP module type was detected.\n"
					"log.tx_hangs: 0 events\n",
			},
			{
				.port = "eth3",
				.near =
					"log.events: late-collision\n"
					"log.flaps: 0 losses\n"
					"log.tx_hangs: 0 events\n"
					"link.up: yes\n"
					"link.duplex: half\n"
					"total.late_collisions: 1 collisions\n"
					"total.excessive_collisions: 0 frames\n",
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
	return cmocka_run_group_tests_name("text-log", tests, NULL, NULL);
}
