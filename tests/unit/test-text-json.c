// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "--show-fec, -S --all-groups, -I -a",
		.text =
			"[ {\n"
			"        \"ifname\": \"eth0\",\n"
			"        \"config\": [ \"RS\",\"BaseR\" ],\n"
			"        \"active\": [ \"RS\" ],\n"
			"        \"statistics\": {\n"
			"            \"corrected_blocks\": { \"total\": 40, \"lanes\": [ 20,20 ] },\n"
			"            \"uncorrectable_blocks\": { \"total\": 3 }\n"
			"        }\n"
			"    } ]\n"
			"[ {\n"
			"        \"ifname\": \"eth0\",\n"
			"        \"eth-mac\": { \"FramesReceivedOK\": 7, \"FrameCheckSequenceErrors\": 44,\n"
			"                     \"LateCollisions\": -1 },\n"
			"        \"statistics\": { \"tx_pause_frames\": 5, \"rx_pause_frames\": 0 }\n"
			"    } ]\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"fec.configured: RS BaseR\n"
					"fec.auto: no\n"
					"fec.active: RS\n"
					"total.crc: 44 frames\n"
					"total.pause_tx: 5 frames\n"
					"total.pause_rx: 0 frames\n"
					"total.fec_corrected: 40 blocks\n"
					"total.fec_uncorrectable: 3 blocks\n",
			},
		},
	},
	{
		.name = "ethtool --json",
		.text =
			"[ {\n"
			"        \"ifname\": \"eth0\",\n"
			"        \"supported-ports\": [ \"TP\" ],\n"
			"        \"supported-link-modes\": [ \"10baseT/Half\",\"100baseT/Full\",\"1000baseT/Full\" ],\n"
			"        \"supported-pause-frame-use\": \"Symmetric Receive-only\",\n"
			"        \"supports-auto-negotiation\": true,\n"
			"        \"advertised-link-modes\": [ \"100baseT/Full\",\"1000baseT/Full\" ],\n"
			"        \"advertised-pause-frame-use\": \"Symmetric\",\n"
			"        \"advertised-auto-negotiation\": true,\n"
			"        \"link-partner-advertised-link-modes\": [ \"100baseT/Full\" ],\n"
			"        \"link-partner-advertised-auto-negotiation\": true,\n"
			"        \"speed\": 100,\n"
			"        \"duplex\": \"Full\",\n"
			"        \"auto-negotiation\": true,\n"
			"        \"port\": \"Twisted Pair\",\n"
			"        \"link-detected\": true\n"
			"    } ]\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"link.up: yes\n"
					"link.ever_up: yes\n"
					"link.speed: 100 Mb/s\n"
					"link.duplex: full\n"
					"link.autoneg: yes\n"
					"link.port: tp\n"
					"link.modes.supported: 10baseT/Half 100baseT/Full 1000baseT/Full Autoneg Pause Asym_Pause\n"
					"link.modes.advertised: 100baseT/Full 1000baseT/Full Autoneg Pause\n",
				.partner =
					"link.modes.advertised: 100baseT/Full Autoneg\n",
			},
		},
	},
	{
		.name = "ethtool --json -a",
		.text =
			"[ {\n"
			"        \"ifname\": \"eth1\",\n"
			"        \"autonegotiate\": true,\n"
			"        \"rx\": true,\n"
			"        \"tx\": true,\n"
			"        \"negotiated\": {\n"
			"            \"rx\": true,\n"
			"            \"tx\": false\n"
			"        }\n"
			"    } ]\n",
		.want = {
			{
				.port = "eth1",
				.near =
					"pause.autoneg: yes\n"
					"pause.rx: yes\n"
					"pause.tx: yes\n"
					"pause.flow: rx\n",
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

static void no_speed(void **state)
{
	static const char text[] = "[ {\n\"ifname\": \"eth0\",\n\"speed\": 4294967295,\n"
				   "\"link-detected\": true\n} ]\n";
	struct text_file file;
	struct text_case *c = help_text_read(text, &file);

	(void)state;
	help_fact_is("json", &help_text_port(c, "eth0")->sets->set[SET_NEAR], FACT_LINK_SPEED, "absent");
	text_case_free(c);
}

/* The command above it opens a section, too; a second array begins where the first ends. */
static void one_after_the_other(void **state)
{
	static const char text[] = "$ ethtool --json eth0\n[ {\n\"ifname\": \"eth0\",\n\"speed\": 100\n} ]\n"
				   "[ {\n\"ifname\": \"eth1\",\n\"speed\": 1000\n} ]\n";
	struct text_file file;
	struct text_case *c = help_text_read(text, &file);

	(void)state;
	help_fact_is("first", &help_text_port(c, "eth0")->sets->set[SET_NEAR], FACT_LINK_SPEED,
		     "100 Mb/s");
	help_fact_is("second", &help_text_port(c, "eth1")->sets->set[SET_NEAR], FACT_LINK_SPEED,
		     "1000 Mb/s");
	text_case_free(c);
}

static void json_of_others(void **state)
{
	static const char *const texts[] = { "[]\n", "[ {\n} ]\n", "[ {\n\"a\": 1\n} ]\n", "[ {\nx\n",
					     "[ {\n} ]\n]\n", "[ {\n\"ifname\": 7\n} ]\n" };

	(void)state;
	for (size_t i = 0; i < ROWS(texts); i++) {
		struct text_file file;
		struct text_case *c = help_text_read(texts[i], &file);

		assert_int_equal(help_text_port(c, "") ? help_text_ports(c) : 1, 1);
		text_case_free(c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(no_speed),
		cmocka_unit_test(one_after_the_other),
		cmocka_unit_test(json_of_others),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-json", tests, NULL, NULL);
}
