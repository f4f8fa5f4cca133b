// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "iproute2 6, -s -s -d",
		.text =
			"4: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1400 qdisc pfifo_fast master bond0 state UP mode DEFAULT group default qlen 1000\n"
			"    link/ether 02:fc:00:00:00:01 brd ff:ff:ff:ff:ff:ff permaddr 02:fc:00:00:00:02 parentbus pci parentdev 0000:00:19.0\n"
			"    RX:  bytes packets errors dropped  missed   mcast\n"
			"    1178453917   25958     12       3       4       0\n"
			"    RX errors:  length    crc   frame    fifo overrun\n"
			"                     1      9       2       6       5\n"
			"    TX:  bytes packets errors dropped carrier collsns\n"
			"        967210   13763     20       0      11      30\n"
			"    TX errors: aborted   fifo  window heartbt transns\n"
			"                     7      0      13       0       2\n"
			"    altname enp0s25\n"
			"    altname lan\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"port.altnames: enp0s25 lan\n"
					"port.physical: yes\n"
					"port.bus: pci\n"
					"port.bus_info: 0000:00:19.0\n"
					"port.mac: 02:fc:00:00:00:01\n"
					"port.perm_mac: 02:fc:00:00:00:02\n"
					"port.mtu: 1400 bytes\n"
					"port.master: bond0\n"
					"link.admin_up: yes\n"
					"link.up: yes\n"
					"total.rx_frames: 25958 frames\n"
					"total.tx_frames: 13763 frames\n"
					"total.rx_bytes: 1178453917 bytes\n"
					"total.tx_bytes: 967210 bytes\n"
					"total.rx_errors: 12 frames\n"
					"total.tx_errors: 20 frames\n"
					"total.crc: 9 frames\n"
					"total.alignment: 2 frames\n"
					"total.length: 1 frames\n"
					"total.collisions: 30 collisions\n"
					"total.late_collisions: 13 collisions\n"
					"total.excessive_collisions: 7 frames\n"
					"total.carrier: 11 errors\n"
					"total.host_drops: 6 frames\n"
					"total.carrier_changes: 2 changes\n",
			},
		},
	},
	{
		.name = "iproute2 3",
		.text =
			"2: eth0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc mq state DOWN qlen 1000\n"
			"    link/ether 02:fc:00:00:00:01 brd ff:ff:ff:ff:ff:ff\n"
			"    RX: bytes  packets  errors  dropped overrun mcast\n"
			"    5083492    7611     0       0       8       12\n"
			"    RX errors: length  crc     frame   fifo    missed\n"
			"               0        0       0       3       4\n"
			"    TX: bytes  packets  errors  dropped carrier collsns\n"
			"    862943     7479     0       0       0       4847\n"
			"    TX errors: aborted fifo   window heartbeat\n"
			"               1        0       2       0\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"port.mac: 02:fc:00:00:00:01\n"
					"port.mtu: 1500 bytes\n"
					"link.admin_up: yes\n"
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n"
					"total.rx_frames: 7611 frames\n"
					"total.tx_frames: 7479 frames\n"
					"total.rx_bytes: 5083492 bytes\n"
					"total.tx_bytes: 862943 bytes\n"
					"total.rx_errors: 0 frames\n"
					"total.tx_errors: 0 frames\n"
					"total.crc: 0 frames\n"
					"total.alignment: 0 frames\n"
					"total.length: 0 frames\n"
					"total.collisions: 4847 collisions\n"
					"total.late_collisions: 2 collisions\n"
					"total.excessive_collisions: 1 frames\n"
					"total.carrier: 0 errors\n"
					"total.host_drops: 8 frames\n",
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

/* Numbers that do not fill the columns belong to something else. */
static void a_row_fits_its_head_or_is_none(void **state)
{
	static const char text[] =
		"2: eth0: <BROADCAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP\n"
		"    RX:  bytes packets errors dropped  missed   mcast\n"
		"          1.2G   25958     12       3       4       0\n"
		"    TX:  bytes packets errors dropped carrier collsns\n"
		"            10     200      3       4\n";
	struct text_file file;
	struct text_case *c;

	(void)state;
	c = help_text_read(text, &file);
	assert_int_equal(file.unknown_lines, 2);
	help_fact_is("row", &help_text_port(c, "eth0")->sets->set[SET_NEAR], FACT_TOTAL_RX_FRAMES,
		     NULL);
	help_fact_is("row", &help_text_port(c, "eth0")->sets->set[SET_NEAR], FACT_TOTAL_TX_FRAMES,
		     NULL);
	text_case_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(a_row_fits_its_head_or_is_none),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-ip-link", tests, NULL, NULL);
}
