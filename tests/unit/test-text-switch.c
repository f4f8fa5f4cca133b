// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "IOS",
		.text =
			"sw1#show interfaces GigabitEthernet1/0/7\n"
			"GigabitEthernet1/0/7 is up, line protocol is up (connected)\n"
			"  Hardware is Gigabit Ethernet, address is 0011.2233.4407 (bia 0011.2233.4407)\n"
			"  Description: node7 eth0\n"
			"  MTU 1500 bytes, BW 100000 Kbit/sec, DLY 100 usec,\n"
			"     reliability 255/255, txload 1/255, rxload 1/255\n"
			"  Encapsulation ARPA, loopback not set\n"
			"  Keepalive set (10 sec)\n"
			"  Half-duplex, 100Mb/s, media type is 10/100/1000BaseTX\n"
			"  input flow-control is off, output flow-control is unsupported\n"
			"  ARP type: ARPA, ARP Timeout 04:00:00\n"
			"  Last input 00:00:01, output 00:00:00, output hang never\n"
			"  Last clearing of \"show interface\" counters never\n"
			"  Input queue: 0/75/0/0 (size/max/drops/flushes); Total output drops: 3\n"
			"  Queueing strategy: fifo\n"
			"  Output queue: 0/40 (size/max)\n"
			"  5 minute input rate 1000 bits/sec, 2 packets/sec\n"
			"  5 minute output rate 2000 bits/sec, 3 packets/sec\n"
			"     100000 packets input, 12345678 bytes, 0 no buffer\n"
			"     Received 77 broadcasts (66 multicasts)\n"
			"     5 runts, 0 giants, 0 throttles\n"
			"     12 input errors, 7 CRC, 2 frame, 0 overrun, 0 ignored\n"
			"     0 watchdog, 66 multicast, 0 pause input\n"
			"     0 input packets with dribble condition detected\n"
			"     200000 packets output, 23456789 bytes, 0 underruns\n"
			"     4 output errors, 40 collisions, 1 interface resets\n"
			"     0 unknown protocol drops\n"
			"     0 babbles, 31 late collision, 6 deferred\n"
			"     1 lost carrier, 0 no carrier, 0 pause output\n"
			"     0 output buffer failures, 0 output buffers swapped out\n",
		.want = {
			{
				.port = "GigabitEthernet1/0/7",
				.near =
					"link.up: yes\n"
					"link.speed: 100 Mb/s\n"
					"link.duplex: half\n"
					"total.rx_frames: 100000 frames\n"
					"total.tx_frames: 200000 frames\n"
					"total.rx_errors: 12 frames\n"
					"total.tx_errors: 4 frames\n"
					"total.crc: 7 frames\n"
					"total.alignment: 2 frames\n"
					"total.runts: 5 frames\n"
					"total.collisions: 40 collisions\n"
					"total.late_collisions: 31 collisions\n"
					"total.carrier: 1 errors\n"
					"total.pause_tx: 0 frames\n"
					"total.pause_rx: 0 frames\n",
			},
		},
	},
	{
		.name = "what has no cable of its own tells nothing of the port in front",
		.text =
			"GigabitEthernet0/1 is up, line protocol is up (connected)\n"
			"  Full-duplex, 1000Mb/s, media type is 10/100/1000BaseTX\n"
			"     1000 packets input, 64000 bytes\n"
			"Port-channel1 is up, line protocol is up (connected)\n"
			"  Half-duplex, 2000Mb/s, link type is auto, media type is unknown\n"
			"     9 input errors, 7 CRC, 0 frame, 0 overrun, 0 ignored\n"
			"Vlan1 is administratively down, line protocol is down\n"
			"     5 runts\n"
			"mgmt0 is down (Link not connected)\n"
			"     3 output errors, 0 collisions\n"
			"Ethernet1/3 is up\n"
			"  full-duplex, 10 Gb/s\n"
			"loopback0 is up\n"
			"  the port is up and well\n",
		.unknown = 5,
		.want = {
			{
				.port = "GigabitEthernet0/1",
				.near =
					"link.up: yes\n"
					"link.speed: 1000 Mb/s\n"
					"link.duplex: full\n"
					"total.rx_frames: 1000 frames\n",
			},
			{
				.port = "Ethernet1/3",
				.near =
					"link.up: yes\n"
					"link.speed: 10000 Mb/s\n"
					"link.duplex: full\n",
			},
		},
	},
	{
		.name = "NX-OS",
		.text =
			"Ethernet1/14 is up\n"
			"admin state is up, Dedicated Interface\n"
			"  Belongs to Po14\n"
			"  Hardware: 1000/10000/25000 Ethernet, address: 0011.2233.4414 (bia 0011.2233.4414)\n"
			"  MTU 9216 bytes, BW 25000000 Kbit, DLY 10 usec\n"
			"  reliability 255/255, txload 1/255, rxload 1/255\n"
			"  Encapsulation ARPA, medium is broadcast\n"
			"  Port mode is access\n"
			"  full-duplex, 25 Gb/s, media type is 25G\n"
			"  Beacon is turned off\n"
			"  Auto-Negotiation is turned off  FEC mode is Auto\n"
			"    admin fec state is rs-fec, oper fec state is Rs-fec\n"
			"  Auto-mdix is turned off\n"
			"  Input flow-control is off, output flow-control is off\n"
			"  Switchport monitor is off\n"
			"  EtherType is 0x8100\n"
			"  EEE (efficient-ethernet) : n/a\n"
			"  Last link flapped 3d04h\n"
			"  30 seconds input rate 8 bits/sec, 0 packets/sec\n"
			"  RX\n"
			"    900 unicast packets  60 multicast packets  40 broadcast packets\n"
			"    1000 input packets  64000 bytes\n"
			"    0 jumbo packets  0 storm suppression bytes\n"
			"    0 runts  0 giants  9 CRC  0 no buffer\n"
			"    9 input error  0 short frame  0 overrun   0 underrun  0 ignored\n"
			"    0 watchdog  0 bad etype drop  0 bad proto drop  0 if down drop\n"
			"    0 input with dribble  0 input discard\n"
			"    3 Rx pause\n"
			"  TX\n"
			"    2000 output packets  128000 bytes\n"
			"    0 jumbo packets\n"
			"    0 output error  0 collision  0 deferred  0 late collision\n"
			"    0 lost carrier  0 no carrier  0 babble  0 output discard\n"
			"    5 Tx pause\n",
		.want = {
			{
				.port = "Ethernet1/14",
				.near =
					"link.admin_up: yes\n"
					"link.up: yes\n"
					"link.speed: 25000 Mb/s\n"
					"link.duplex: full\n"
					"link.autoneg: no\n"
					"fec.configured: RS\n"
					"fec.auto: no\n"
					"total.rx_frames: 1000 frames\n"
					"total.tx_frames: 2000 frames\n"
					"total.rx_errors: 9 frames\n"
					"total.tx_errors: 0 frames\n"
					"total.crc: 9 frames\n"
					"total.runts: 0 frames\n"
					"total.collisions: 0 collisions\n"
					"total.late_collisions: 0 collisions\n"
					"total.carrier: 0 errors\n"
					"total.pause_tx: 5 frames\n"
					"total.pause_rx: 3 frames\n",
			},
		},
	},
	{
		.name = "EOS",
		.text =
			"Ethernet5 is up, line protocol is up (connected)\n"
			"  Hardware is Ethernet, address is 0011.2233.4405 (bia 0011.2233.4405)\n"
			"  Ethernet MTU 9214 bytes, BW 10000000 kbit\n"
			"  Full-duplex, 10Gb/s, auto negotiation: off, uni-link: n/a\n"
			"  Up 3 days, 4 hours, 2 seconds\n"
			"  Loopback Mode : None\n"
			"  2 link status changes since last clear\n"
			"  5 minutes input rate 1 bps (0.0% with framing overhead), 0 packets/sec\n"
			"     3000 packets input, 192000 bytes\n"
			"     Received 1 broadcasts, 2 multicast\n"
			"     0 runts, 0 giants\n"
			"     4 input errors, 3 CRC, 1 alignment, 2 symbol, 0 input discards\n"
			"     0 PAUSE input\n"
			"     4000 packets output, 256000 bytes\n"
			"     0 output errors, 0 collisions\n"
			"     0 late collision, 0 deferred, 0 output discards\n"
			"     6 PAUSE output\n",
		.want = {
			{
				.port = "Ethernet5",
				.near =
					"link.up: yes\n"
					"link.speed: 10000 Mb/s\n"
					"link.duplex: full\n"
					"link.autoneg: no\n"
					"total.rx_frames: 3000 frames\n"
					"total.tx_frames: 4000 frames\n"
					"total.rx_errors: 4 frames\n"
					"total.tx_errors: 0 frames\n"
					"total.crc: 3 frames\n"
					"total.alignment: 1 frames\n"
					"total.runts: 0 frames\n"
					"total.symbol: 2 errors\n"
					"total.collisions: 0 collisions\n"
					"total.late_collisions: 0 collisions\n"
					"total.carrier_changes: 2 changes\n"
					"total.pause_tx: 6 frames\n"
					"total.pause_rx: 0 frames\n",
			},
		},
	},
	{
		.name = "Junos",
		.text =
			"user@sw> show interfaces ge-0/0/7 extensive\n"
			"Physical interface: ge-0/0/7, Enabled, Physical link is Up\n"
			"  Interface index: 137, SNMP ifIndex: 513, Generation: 140\n"
			"  Link-level type: Ethernet, MTU: 1514, Speed: 1000mbps, BPDU Error: None,\n"
			"  Flow control: Enabled, Auto-negotiation: Enabled, Remote fault: Online\n"
			"  Link-mode: Full-duplex\n"
			"  Input errors:\n"
			"    Errors: 4, Drops: 0, Framing errors: 4, Runts: 1, Policed discards: 0\n"
			"  Output errors:\n"
			"    Carrier transitions: 3, Errors: 0, Drops: 0, Collisions: 0, Aged packets: 0\n"
			"  MAC statistics:                      Receive         Transmit\n"
			"    Total octets                        640000           128000\n"
			"    Total packets                        10000             2000\n"
			"    CRC/Align errors                         4                0\n"
			"    Fragment frames                          3\n",
		.want = {
			{
				.port = "ge-0/0/7",
				.near =
					"link.admin_up: yes\n"
					"link.up: yes\n"
					"link.speed: 1000 Mb/s\n"
					"link.duplex: full\n"
					"link.autoneg: yes\n"
					"total.rx_frames: 10000 frames\n"
					"total.tx_frames: 2000 frames\n"
					"total.crc: 4 frames\n"
					"total.runts: 3 frames\n"
					"total.collisions: 0 collisions\n"
					"total.carrier_changes: 3 changes\n",
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

static void cut_anywhere(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(samples); i++)
		help_text_prefixes(&samples[i], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(cut_anywhere),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-switch", tests, NULL, NULL);
}
