// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "-v",
		.text =
			"eth0: autonegotiation failed, link ok\n"
			"  product info: vendor 00:00:00, model 0 rev 0\n"
			"  basic mode:   autonegotiation enabled\n"
			"  basic status: autonegotiation complete, link ok\n"
			"  capabilities: 100baseTx-FD 100baseTx-HD 10baseT-FD 10baseT-HD\n"
			"  advertising:  100baseTx-FD 100baseTx-HD 10baseT-FD 10baseT-HD\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"link.up: yes\n"
					"link.duplex: half\n"
					"link.autoneg: yes\n"
					"link.modes.supported: 10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full\n"
					"link.modes.advertised: 10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full\n"
					"link.medium: base-t\n"
					"an.complete: yes\n"
					"an.partner_able: no\n"
					"an.parallel_detection: yes\n",
			},
		},
	},
	{
		.name = "-v, gigabit: its speed is not believed, the lists are",
		.text =
			"eth0: negotiated 1000baseT-HD flow-control, link ok\n"
			"  basic mode:   autonegotiation enabled\n"
			"  basic status: autonegotiation complete, link ok\n"
			"  capabilities: 1000baseT-FD 100baseTx-FD\n"
			"  advertising:  1000baseT-FD 100baseTx-FD flow-control\n"
			"  link partner: 1000baseT-FD 100baseTx-FD 10baseT-FD flow-control\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"link.up: yes\n"
					"link.autoneg: yes\n"
					"link.modes.supported: 100baseT/Full 1000baseT/Full\n"
					"link.modes.advertised: 100baseT/Full 1000baseT/Full Pause\n"
					"an.complete: yes\n",
				.partner =
					"link.modes.advertised: 10baseT/Full 100baseT/Full 1000baseT/Full Pause\n",
			},
		},
	},
	{
		.name = "-vv",
		.text =
			"eth1: negotiated 1000baseT-HD flow-control, link ok\n"
			"  registers for MII PHY 24:\n"
			"    3000 782d 0041 6800 05e1 45e1 0007 2801\n"
			"    0000 0000 0000 0000 0000 0000 0000 0000\n"
			"    0618 c7b1 0030 4001 40c8 a000 0000 0000\n"
			"    d300 0220 8084 9119 0065 1aab 7fff ffffffff\n"
			"  product info: vendor 00:10:18, model 32 rev 0\n"
			"  basic mode:   autonegotiation enabled\n"
			"  basic status: autonegotiation complete, link ok\n"
			"  capabilities: 100baseTx-FD 100baseTx-HD 10baseT-FD 10baseT-HD\n"
			"  advertising:  100baseTx-FD 100baseTx-HD 10baseT-FD 10baseT-HD flow-control\n"
			"  link partner: 100baseTx-FD 100baseTx-HD 10baseT-FD 10baseT-HD flow-control\n",
		.want = {
			{
				.port = "eth1",
				.near =
					"mii.phy_addr: 24\n"
					"mii.words: 3000 782d 0041 6800 05e1 45e1 0007 2801 0000 0000 0000 0000 0000 0000 0000 0000 0618 c7b1 0030 4001 40c8 a000 0000 0000 d300 0220 8084 9119 0065 1aab 7fff --\n",
			},
		},
	},
	{
		.name = "one line each",
		.text =
			"eth2: 100 Mbit, full duplex, no link\n"
			"eth3: 10 Mbit, half duplex, link ok\n"
			"eth4: no link\n"
			"eth5: negotiated 100baseTx-FD flow-control, link ok\n",
		.want = {
			{
				.port = "eth2",
				.near =
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n"
					"link.autoneg: no\n",
			},
			{
				.port = "eth3",
				.near =
					"link.up: yes\n"
					"link.speed: 10 Mb/s\n"
					"link.duplex: half\n"
					"link.autoneg: no\n",
			},
			{
				.port = "eth4",
				.near =
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n",
			},
			{
				.port = "eth5",
				.near =
					"link.up: yes\n"
					"link.speed: 100 Mb/s\n"
					"link.duplex: full\n"
					"link.autoneg: yes\n",
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
	return cmocka_run_group_tests_name("text-mii-tool", tests, NULL, NULL);
}
