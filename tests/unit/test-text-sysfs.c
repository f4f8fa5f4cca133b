// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "cat, a file a time",
		.text =
			"$ cat /sys/class/net/eth1/speed\n"
			"100\n"
			"$ cat /sys/class/net/eth1/duplex\n"
			"half\n"
			"$ cat /sys/class/net/eth1/statistics/rx_crc_errors\n"
			"55\n"
			"$ cat /sys/class/net/eth1/carrier_changes\n"
			"8\n"
			"9\n"
			"$ ls /sys/class/net\n"
			"1000\n",
		.unknown = 3,
		.want = {
			{
				.port = "eth1",
				.near =
					"link.speed: 100 Mb/s\n"
					"link.duplex: half\n"
					"total.crc: 55 frames\n"
					"total.carrier_changes: 8 changes\n",
			},
		},
	},
	{
		.name = "head of several files",
		.text =
			"==> /sys/class/net/eth1/carrier <==\n"
			"1\n"
			"\n"
			"==> /sys/class/net/eth1/speed <==\n"
			"-1\n"
			"\n"
			"==> /sys/class/net/eth2/speed <==\n"
			"1000\n",
		.want = {
			{
				.port = "eth1",
				.near =
					"link.up: yes\n"
					"link.speed: absent\n",
			},
			{
				.port = "eth2",
				.near =
					"link.speed: 1000 Mb/s\n",
			},
		},
	},
	{
		.name = "a grep over one port, and an error",
		.text =
			"$ grep . /sys/class/net/eth0/* /sys/class/net/eth0/statistics/*\n"
			"/sys/class/net/eth0/address:02:fc:00:00:00:01\n"
			"/sys/class/net/eth0/carrier:1\n"
			"/sys/class/net/eth0/carrier_changes:4\n"
			"/sys/class/net/eth0/duplex:half\n"
			"/sys/class/net/eth0/mtu:1500\n"
			"/sys/class/net/eth0/operstate:up\n"
			"/sys/class/net/eth0/speed:10\n"
			"/sys/class/net/eth0/statistics/collisions:5\n"
			"/sys/class/net/eth0/statistics/multicast:0\n"
			"/sys/class/net/eth0/statistics/rx_crc_errors:7\n"
			"/sys/class/net/eth0/statistics/rx_fifo_errors:3\n"
			"/sys/class/net/eth0/statistics/rx_missed_errors:8\n"
			"/sys/class/net/eth0/statistics/rx_packets:1000\n"
			"/sys/class/net/eth0/statistics/tx_window_errors:2\n"
			"cat: /sys/class/net/eth1/speed: Invalid argument\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"port.mac: 02:fc:00:00:00:01\n"
					"port.mtu: 1500 bytes\n"
					"link.up: yes\n"
					"link.operstate: up\n"
					"link.speed: 10 Mb/s\n"
					"link.duplex: half\n"
					"total.rx_frames: 1000 frames\n"
					"total.crc: 7 frames\n"
					"total.collisions: 5 collisions\n"
					"total.late_collisions: 2 collisions\n"
					"total.host_drops: 8 frames\n"
					"total.carrier_changes: 4 changes\n",
			},
		},
	},
	{
		.name = "inside the folder",
		.text =
			"speed:-1\n"
			"duplex:unknown\n"
			"statistics/rx_bytes:10\n"
			"statistics/rx_dropped:11\n",
		.want = {
			{
				.port = "",
				.near =
					"link.speed: absent\n"
					"link.duplex: absent\n"
					"total.rx_bytes: 10 bytes\n",
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
	return cmocka_run_group_tests_name("text-sysfs", tests, NULL, NULL);
}
