// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "net-tools 1.60",
		.text =
			"eth0      Link encap:Ethernet  HWaddr 02:50:DA:00:00:01\n"
			"          inet addr:192.0.2.7  Bcast:192.0.2.255  Mask:255.255.255.0\n"
			"          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n"
			"          RX packets:7611 errors:0 dropped:0 overruns:5 frame:3\n"
			"          TX packets:7479 errors:1 dropped:0 overruns:0 carrier:2\n"
			"          collisions:4847 txqueuelen:1000\n"
			"          RX bytes:5083492 (4.8 MiB)  TX bytes:862943 (842.7 KiB)\n"
			"          Interrupt:11 Base address:0xd000\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"port.mac: 02:50:da:00:00:01\n"
					"port.mtu: 1500 bytes\n"
					"link.admin_up: yes\n"
					"link.up: yes\n"
					"total.rx_frames: 7611 frames\n"
					"total.tx_frames: 7479 frames\n"
					"total.rx_bytes: 5083492 bytes\n"
					"total.tx_bytes: 862943 bytes\n"
					"total.rx_errors: 0 frames\n"
					"total.tx_errors: 1 frames\n"
					"total.alignment: 3 frames\n"
					"total.collisions: 4847 collisions\n"
					"total.carrier: 2 errors\n"
					"total.host_drops: 5 frames\n",
			},
		},
	},
	{
		.name = "net-tools 2",
		.text =
			"eth1: flags=4099<UP,BROADCAST,MULTICAST>  mtu 1400\n"
			"        ether 02:50:da:00:00:02  txqueuelen 1000  (Ethernet)\n"
			"        RX packets 60  bytes 6634 (6.4 KiB)\n"
			"        RX errors 4  dropped 1  overruns 2  frame 3\n"
			"        TX packets 61  bytes 6635 (6.4 KiB)\n"
			"        TX errors 5  dropped 0 overruns 0  carrier 6  collisions 7\n"
			"        device memory 0xf7c00000-f7cfffff\n",
		.want = {
			{
				.port = "eth1",
				.near =
					"port.mac: 02:50:da:00:00:02\n"
					"port.mtu: 1400 bytes\n"
					"link.admin_up: yes\n"
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n"
					"total.rx_frames: 60 frames\n"
					"total.tx_frames: 61 frames\n"
					"total.rx_bytes: 6634 bytes\n"
					"total.tx_bytes: 6635 bytes\n"
					"total.rx_errors: 4 frames\n"
					"total.tx_errors: 5 frames\n"
					"total.alignment: 3 frames\n"
					"total.collisions: 7 collisions\n"
					"total.carrier: 6 errors\n"
					"total.host_drops: 2 frames\n",
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
	return cmocka_run_group_tests_name("text-ifconfig", tests, NULL, NULL);
}
