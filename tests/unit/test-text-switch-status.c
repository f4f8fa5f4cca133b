// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "IOS, show interfaces status",
		.text =
			"sw1#show interfaces status\n"
			"Port      Name               Status       Vlan       Duplex  Speed Type\n"
			"Gi1/0/7   node7 eth0         connected    12         a-full  a-100 10/100/1000BaseTX\n"
			"Gi1/0/8                      connected    trunk        half    100 10/100/1000BaseTX\n"
			"Gi1/0/9   spare              notconnect   1            auto   auto 10/100/1000BaseTX\n"
			"Te1/1/1   uplink             connected    trunk        full    10G SFP-10GBase-SR\n",
		.want = {
			{
				.port = "Gi1/0/7",
				.near =
					"link.up: yes\n"
					"link.speed: 100 Mb/s\n"
					"link.duplex: full\n"
					"link.autoneg: yes\n",
			},
			{
				.port = "Gi1/0/8",
				.near =
					"link.up: yes\n"
					"link.speed: 100 Mb/s\n"
					"link.duplex: half\n"
					"link.autoneg: no\n",
			},
			{
				.port = "Te1/1/1",
				.near =
					"link.up: yes\n"
					"link.speed: 10000 Mb/s\n"
					"link.duplex: full\n"
					"link.autoneg: no\n",
			},
		},
	},
	{
		.name = "SONiC, show interfaces status",
		.text =
			"admin@sonic:~$ show interfaces status\n"
			"  Interface            Lanes    Speed    MTU    FEC    Alias    Vlan    Oper    Admin             Type    Asym PFC\n"
			"-----------  ---------------  -------  -----  -----  -------  ------  ------  -------  ---------------  ----------\n"
			"  Ethernet0      65,66,67,68     100G   9100     rs     etp1   trunk      up       up   QSFP28 or later        off\n"
			"  Ethernet4      69,70,71,72     100G   9100    N/A     etp2  routed      up       up   QSFP28 or later        off\n",
		.want = {
			{
				.port = "Ethernet0",
				.near =
					"link.admin_up: yes\n"
					"link.up: yes\n"
					"link.speed: 100000 Mb/s\n"
					"fec.configured: RS\n"
					"fec.auto: no\n",
			},
			{
				.port = "Ethernet4",
				.near =
					"link.admin_up: yes\n"
					"link.up: yes\n"
					"link.speed: 100000 Mb/s\n",
			},
		},
	},
	{
		.name = "SONiC before it told FEC and VLAN; the host's port is down, so is its partner",
		.text =
			"Settings for eth0:\n"
			"\tLink detected: no\n"
			"admin@sonic:~$ show interfaces status\n"
			"  Interface        Lanes    Speed    MTU    Alias    Oper    Admin    Type    Asym PFC\n"
			"-----------  -----------  -------  -----  -------  ------  -------  ------  ----------\n"
			"  Ethernet0        65,66      50G   9100     etp1      up       up  QSFP28         off\n"
			"  Ethernet4           69      25G   9100     etp2    down       up   SFP28         off\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n",
				.partner =
					"link.admin_up: yes\n"
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n",
			},
		},
	},
	{
		.name = "SONiC, show interfaces counters",
		.text =
			"admin@sonic:~$ show interfaces counters\n"
			"    IFACE    STATE     RX_OK    RX_BPS    RX_UTIL    RX_ERR    RX_DRP    RX_OVR     TX_OK    TX_BPS    TX_UTIL    TX_ERR    TX_DRP    TX_OVR\n"
			"---------  -------  --------  --------  ---------  --------  --------  --------  --------  --------  ---------  --------  --------  --------\n"
			"Ethernet0        U   471,729  0.52 B/s      0.00%         5        12         0   472,262  1.10 B/s      0.00%         0         0         0\n"
			"Ethernet4        D         0  0.00 B/s      0.00%         0         0         0         0  0.00 B/s      0.00%         0         0         0\n",
		.want = {
			{
				.port = "Ethernet0",
				.near =
					"link.up: yes\n"
					"total.rx_frames: 471729 frames\n"
					"total.tx_frames: 472262 frames\n"
					"total.rx_errors: 5 frames\n"
					"total.tx_errors: 0 frames\n",
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
	return cmocka_run_group_tests_name("text-switch-status", tests, NULL, NULL);
}
