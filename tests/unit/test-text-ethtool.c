// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "ethtool 6, gigabit",
		.text =
			"Settings for enp3s0:\n"
			"\tSupported ports: [ TP\t MII ]\n"
			"\tSupported link modes:   10baseT/Half 10baseT/Full\n"
			"\t                        100baseT/Half 100baseT/Full\n"
			"\t                        1000baseT/Full\n"
			"\tSupported pause frame use: Symmetric Receive-only\n"
			"\tSupports auto-negotiation: Yes\n"
			"\tSupported FEC modes: Not reported\n"
			"\tAdvertised link modes:  10baseT/Half 10baseT/Full\n"
			"\t                        100baseT/Half 100baseT/Full\n"
			"\t                        1000baseT/Full\n"
			"\tAdvertised pause frame use: Symmetric\n"
			"\tAdvertised auto-negotiation: Yes\n"
			"\tAdvertised FEC modes: Not reported\n"
			"\tLink partner advertised link modes:  100baseT/Half 100baseT/Full\n"
			"\t                                     1000baseT/Full\n"
			"\tLink partner advertised pause frame use: Symmetric Receive-only\n"
			"\tLink partner advertised auto-negotiation: Yes\n"
			"\tLink partner advertised FEC modes: Not reported\n"
			"\tSpeed: 1000Mb/s\n"
			"\tDuplex: Full\n"
			"\tAuto-negotiation: on\n"
			"\tmaster-slave cfg: preferred slave\n"
			"\tmaster-slave status: slave\n"
			"\tPort: Twisted Pair\n"
			"\tPHYAD: 0\n"
			"\tTransceiver: external\n"
			"\tMDI-X: off (auto)\n"
			"\tSupports Wake-on: pumbg\n"
			"\tWake-on: d\n"
			"\tSQI: 5/7\n"
			"\tLink detected: yes\n"
			"\tLink Down Events: 3\n",
		.want = {
			{
				.port = "enp3s0",
				.near =
					"link.up: yes\n"
					"link.ever_up: yes\n"
					"link.speed: 1000 Mb/s\n"
					"link.duplex: full\n"
					"link.autoneg: yes\n"
					"link.port: tp\n"
					"link.mdix: mdi\n"
					"link.sqi: 5\n"
					"link.sqi_max: 7\n"
					"link.ext_down_count: 3 events\n"
					"link.modes.supported: 10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full 1000baseT/Full Autoneg Pause Asym_Pause\n"
					"link.modes.advertised: 10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full 1000baseT/Full Autoneg Pause\n"
					"ms.config: preferred-slave\n"
					"ms.role: slave\n"
					"ms.fault: no\n",
				.partner =
					"link.modes.advertised: 100baseT/Half 100baseT/Full 1000baseT/Full Autoneg Pause Asym_Pause\n",
			},
		},
	},
	{
		.name = "ethtool 3, 65535 and 255",
		.text =
			"Settings for eth0:\n"
			"\tSupported ports: [ TP ]\n"
			"\tSupported link modes:   10baseT/Half 10baseT/Full\n"
			"\t                        100baseT/Half 100baseT/Full\n"
			"\t                        1000baseT/Full\n"
			"\tSupports auto-negotiation: Yes\n"
			"\tAdvertised link modes:  100baseT/Full\n"
			"\tAdvertised auto-negotiation: No\n"
			"\tSpeed: 65535Mb/s\n"
			"\tDuplex: Unknown! (255)\n"
			"\tPort: Twisted Pair\n"
			"\tPHYAD: 1\n"
			"\tTransceiver: internal\n"
			"\tAuto-negotiation: off\n"
			"\tSupports Wake-on: pumbag\n"
			"\tWake-on: g\n"
			"\tCurrent message level: 0x00000001 (1)\n"
			"\t\t\t       drv\n"
			"\tLink detected: no\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n"
					"link.autoneg: no\n"
					"link.port: tp\n"
					"link.modes.supported: 10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full 1000baseT/Full Autoneg\n"
					"link.modes.advertised: 100baseT/Full\n",
			},
		},
	},
	{
		.name = "quoted in a mail, tabs eaten, CRLF",
		.text =
			"> Settings for eth0:\r\n"
			"> Supported ports: [ TP ]\r\n"
			"> Supported link modes:   10baseT/Half 10baseT/Full\r\n"
			"> 100baseT/Half 100baseT/Full\r\n"
			"> 1000baseT/Full\r\n"
			"> Supports auto-negotiation: Yes\r\n"
			"> Advertised link modes:  100baseT/Full\r\n"
			"> Advertised auto-negotiation: No\r\n"
			"> Speed: 65535Mb/s\r\n"
			"> Duplex: Unknown! (255)\r\n"
			"> Port: Twisted Pair\r\n"
			"> PHYAD: 1\r\n"
			"> Transceiver: internal\r\n"
			"> Auto-negotiation: off\r\n"
			"> Supports Wake-on: pumbag\r\n"
			"> Wake-on: g\r\n"
			"> Current message level: 0x00000001 (1)\r\n"
			"> drv\r\n"
			"> Link detected: no\r\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n"
					"link.autoneg: no\n"
					"link.port: tp\n"
					"link.modes.supported: 10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full 1000baseT/Full Autoneg\n"
					"link.modes.advertised: 100baseT/Full\n",
			},
		},
	},
	{
		.name = "why there is no link",
		.text =
			"Settings for eth2:\n"
			"\tSupported ports: [ FIBRE ]\n"
			"\tSpeed: Unknown!\n"
			"\tDuplex: Unknown! (255)\n"
			"\tAuto-negotiation: off\n"
			"\tPort: Direct Attach Copper\n"
			"\tLink detected: no (Autoneg, No partner detected)\n",
		.want = {
			{
				.port = "eth2",
				.near =
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n"
					"link.autoneg: no\n"
					"link.port: da\n"
					"link.ext_state: autoneg\n"
					"link.ext_substate: no-partner-detected\n",
			},
		},
	},
	{
		.name = "half a paste",
		.text =
			"\tSpeed: 100Mb/s\n"
			"\tDuplex: Full\n"
			"\tAuto-negotiation: on\n"
			"\tLink detected: yes\n",
		.want = {
			{
				.port = "",
				.near =
					"link.up: yes\n"
					"link.ever_up: yes\n"
					"link.speed: 100 Mb/s\n"
					"link.duplex: full\n"
					"link.autoneg: yes\n",
			},
		},
	},
	{
		.name = "several keys a line, virtual",
		.text =
			"  Supported ports: [ ]  Speed: Unknown!  Duplex: Unknown! (255)  Port: Other  Link detected: yes\n"
			"  Supported link modes: Not reported\n",
		.want = {
			{
				.port = "",
				.near =
					"port.physical: no\n"
					"port.virtual: yes\n"
					"link.up: yes\n"
					"link.ever_up: yes\n"
					"link.speed: absent\n"
					"link.duplex: absent\n"
					"link.port: other\n",
			},
		},
	},
	{
		.name = "master and slave, a mode to come",
		.text =
			"Settings for end0:\n"
			"\tAdvertised link modes:  1000baseT/Full 77base7/Full\n"
			"\t                        2500baseT/Full\n"
			"\tAdvertised pause frame use: Transmit-only\n"
			"\tmaster-slave cfg: forced master\n"
			"\tmaster-slave status: resolution error\n"
			"\tMDI-X: on (forced)\n"
			"\tLanes: 4\n"
			"\tLink detected: no (No cable)\n",
		.want = {
			{
				.port = "end0",
				.near =
					"link.up: no\n"
					"link.speed: absent\n"
					"link.duplex: absent\n"
					"link.lanes: 4\n"
					"link.mdix: mdi-x\n"
					"link.ext_state: no-cable\n"
					"link.modes.advertised: 1000baseT/Full Asym_Pause 2500baseT/Full\n"
					"ms.config: forced-master\n"
					"ms.fault: yes\n",
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

/* A list of modes that the next key does not close may go on. */
static void an_open_list_is_not_taken(void **state)
{
	static const char text[] = "Settings for eth0:\n\tSupported link modes: 10baseT/Half\n";
	struct text_file file;
	struct text_case *c;

	(void)state;
	c = help_text_read(text, &file);
	assert_int_equal(file.unknown_lines, 0);
	help_fact_is("open list", &text_case_port(c, 0)->sets->set[SET_NEAR],
		     FACT_LINK_MODES_SUPPORTED, NULL);
	text_case_free(c);
}

static void no_speed_without_its_unit(void **state)
{
	static const char *const lines[] = {
		"Speed: 100", "Speed: -1Mb/s", "Speed: 4294967295Mb/s", "Speed: 65535Mb/s",
		"Speed: 0Mb/s", "Speed: fast", "Speed: 1e3Mb/s", "Speed: 99999999999999999999Mb/s",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(lines); i++) {
		char text[128];
		struct text_file file;
		struct text_case *c;

		snprintf(text, sizeof(text), "Settings for eth0:\n\t%s\n\tLink detected: yes\n",
			 lines[i]);
		c = help_text_read(text, &file);
		help_fact_is(lines[i], &help_text_port(c, "eth0")->sets->set[SET_NEAR],
			     FACT_LINK_SPEED, facts_get(&help_text_port(c, "eth0")->sets->set[SET_NEAR],
							FACT_LINK_SPEED)->state == FACT_ABSENT ?
							      "absent" : NULL);
		text_case_free(c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(an_open_list_is_not_taken),
		cmocka_unit_test(no_speed_without_its_unit),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-ethtool", tests, NULL, NULL);
}
