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
		.name = "dmesg: once in 20 hours is no three times a day",
		.text =
			"[ 72000.000000] NETDEV WATCHDOG: eno1 (e1000e): transmit queue 0 timed out\n"
			"[144000.000000] NETDEV WATCHDOG: eno1 (e1000e): transmit queue 0 timed out\n"
			"[216000.000000] NETDEV WATCHDOG: eno1 (e1000e): transmit queue 0 timed out\n",
		.want = {
			{
				.port = "eno1",
				.near =
					"log.span: 144000 s\n"
					"log.events: 72000.0 tx-hang; 144000.0 tx-hang; 216000.0 tx-hang\n"
					"log.flaps: 0 losses\n"
					"log.tx_hangs: 2 events\n",
			},
		},
	},
	{
		.name = "dmesg: stepped down; the PHY has no name of a port",
		.text =
			"[   11.200000] r8169 0000:03:00.0 enp3s0: Link is Up - 1Gbps/Full - flow control rx/tx\n"
			"[ 4401.200000] r8169 0000:03:00.0 enp3s0: Link is Down\n"
			"[ 4404.900000] RTL8211E Gigabit Ethernet r8169-0-300:00: Downshift occurred from negotiated speed 1Gbps to actual speed 100Mbps, check cabling!\n"
			"[ 4405.200000] r8169 0000:03:00.0 enp3s0: Link is Up - 100Mbps/Full - flow control rx/tx\n",
		.want = {
			{
				.port = "enp3s0",
				.near =
					"port.bus_info: 0000:03:00.0\n"
					"log.span: 4394 s\n"
					"log.events: 11.2 link-up 1000 full; 4401.2 link-down; 4404.9 downshift 100; 4405.2 link-up 100 full\n"
					"log.flaps: 1 losses\n"
					"log.last_flap: 4 s\n"
					"log.outage: 4 s\n"
					"log.flap_speeds: 1000 to 100 Mb/s\n"
					"log.downshift: from 1000 to 100 Mb/s\n"
					"link.up: yes\n"
					"link.speed: 100 Mb/s\n"
					"link.duplex: full\n",
			},
		},
	},
	{
		.name = "dmesg: what was said before the link came up is over",
		.text =
			"[  900.000000] i40e 0000:3d:00.0 ens1: NIC Link is Up, 10 Gbps Full Duplex, Flow Control: None\n"
			"[  910.000000] i40e 0000:3d:00.0 ens1: NIC Link is Down\n"
			"[  911.000000] i40e 0000:3d:00.0: Rx/Tx is disabled on this device because an unsupported SFP module type was detected.\n"
			"[  950.000000] i40e 0000:3d:00.0 ens1: NIC Link is Up, 10 Gbps Full Duplex, Flow Control: None\n"
			"[ 8950.000000] i40e 0000:3d:00.0 ens1: NIC Link is Down\n",
		.want = {
			{
				.port = "ens1",
				.near =
					"port.bus_info: 0000:3d:00.0\n"
					"log.span: 8050 s\n"
					"log.events: 900.0 link-up 10000 full; 910.0 link-down; 911.0 module-refused; 950.0 link-up 10000 full; 8950.0 link-down\n"
					"log.flaps: 1 losses\n"
					"log.last_flap: 8040 s\n"
					"log.outage: 40 s\n"
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n",
			},
		},
	},
	{
		.name = "dmesg: a module that does not work",
		.text =
			"[   20.100000] mlx5_core 0000:41:00.0 ens2: Link up\n"
			"[  920.100000] mlx5_core 0000:41:00.0 ens2: Link down\n"
			"[  920.200000] mlx5_core 0000:41:00.0: Port module event[error]: module 0, Cable error, High Temperature\n",
		.want = {
			{
				.port = "ens2",
				.near =
					"port.bus_info: 0000:41:00.0\n"
					"log.span: 900 s\n"
					"log.events: 20.1 link-up; 920.1 link-down; 920.2 module-fault\n"
					"log.flaps: 0 losses\n"
					"log.module_fault: Port module event[error]: module 0, Cable error, High Temperature\n"
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n",
			},
		},
	},
	{
		.name = "dmesg: a bond says that its member was up before",
		.text =
			"[ 6001.000000] bond0: (slave eno1): link status definitely down, disabling slave\n"
			"[ 6003.000000] bond0: (slave eno1): link status definitely up, 1000 Mbps full duplex\n",
		.want = {
			{
				.port = "eno1",
				.near =
					"log.span: 2 s\n"
					"log.events: 6001.0 member-down; 6003.0 member-up 1000 full\n"
					"log.flaps: 1 losses\n"
					"log.last_flap: 2 s\n"
					"log.outage: 2 s\n"
					"link.up: yes\n"
					"link.speed: 1000 Mb/s\n"
					"link.duplex: full\n",
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
					"log.bus_rate: 126028 Mb/s\n",
			},
			{
				.port = "0000:02:00.0",
				.near =
					"log.events: module-refused\n"
					"log.flaps: 0 losses\n"
					"log.module_refused: failed to load because an unsupported SFP+ or QSFP module type was detected.\n",
			},
			{
				.port = "eth3",
				.near =
					"log.events: late-collision\n"
					"log.flaps: 0 losses\n"
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
