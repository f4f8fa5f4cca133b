// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "FEC that is none",
		.text =
			"FEC parameters for eth0:\n"
			"Supported/Configured FEC encodings: Not supported\n"
			"Active FEC encoding: Not supported\n",
		.unknown = 2,
		.want = { { .port = "eth0" } },
	},
	{
		.name = "pause agreed, with frames",
		.text =
			"Pause parameters for eth0:\n"
			"Autonegotiate:\ton\n"
			"RX:\t\ton\n"
			"TX:\t\ton\n"
			"RX negotiated: on\n"
			"TX negotiated: on\n"
			"Statistics:\n"
			"  tx_pause_frames: 12\n"
			"  rx_pause_frames: 0\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"pause.autoneg: yes\n"
					"pause.rx: yes\n"
					"pause.tx: yes\n"
					"pause.flow: both\n"
					"total.pause_tx: 12 frames\n"
					"total.pause_rx: 0 frames\n",
			},
		},
	},
	{
		.name = "pause one way",
		.text =
			"Pause parameters for eth0:\n"
			"Autonegotiate:\ton\n"
			"RX:\t\ton\n"
			"TX:\t\toff\n"
			"RX negotiated: on\n"
			"TX negotiated: off\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"pause.autoneg: yes\n"
					"pause.rx: yes\n"
					"pause.tx: no\n"
					"pause.flow: rx\n",
			},
		},
	},
	{
		.name = "EEE active",
		.text =
			"EEE settings for eth0:\n"
			"\tEEE status: enabled - active\n"
			"\tTx LPI: 17 (us)\n"
			"\tSupported EEE link modes:  100baseT/Full\n"
			"\t                           1000baseT/Full\n"
			"\tAdvertised EEE link modes:  100baseT/Full\n"
			"\tLink partner advertised EEE link modes:  100baseT/Full\n"
			"\t                                         1000baseT/Full\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"eee.enabled: yes\n"
					"eee.active: yes\n"
					"eee.tx_lpi: yes\n"
					"eee.modes.supported: 100baseT/Full 1000baseT/Full\n"
					"eee.modes.advertised: 100baseT/Full\n",
			},
		},
	},
	{
		.name = "EEE off",
		.text =
			"EEE settings for eth1:\n"
			"\tEEE status: disabled\n"
			"\tTx LPI: disabled\n",
		.want = {
			{
				.port = "eth1",
				.near =
					"eee.enabled: no\n"
					"eee.active: no\n"
					"eee.tx_lpi: no\n",
			},
		},
	},
	{
		.name = "RS in use, by lanes",
		.text =
			"FEC parameters for eth2:\n"
			"Supported/Configured FEC encodings: Auto RS BaseR\n"
			"Active FEC encoding: RS\n"
			"Statistics:\n"
			"  corrected_blocks: 71\n"
			"    Lane 0: 40\n"
			"    Lane 1: 31\n"
			"  uncorrectable_blocks: 2\n"
			"    Lane 0: 0\n"
			"    Lane 1: 2\n",
		.want = {
			{
				.port = "eth2",
				.near =
					"fec.configured: RS BaseR\n"
					"fec.auto: yes\n"
					"fec.active: RS\n"
					"fec.lane.corrected: 40 31 blocks\n"
					"total.fec_corrected: 71 blocks\n"
					"total.fec_uncorrectable: 2 blocks\n",
			},
		},
	},
	{
		.name = "none while the link is down",
		.text =
			"FEC parameters for eth3:\n"
			"Configured FEC encodings: Off\n"
			"Active FEC encoding: None\n",
		.want = {
			{
				.port = "eth3",
				.near =
					"fec.configured: Off\n"
					"fec.auto: no\n"
					"fec.active: absent\n",
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
	return cmocka_run_group_tests_name("text-ethtool-flow", tests, NULL, NULL);
}
