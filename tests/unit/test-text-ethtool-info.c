// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "driver, rings and time stamps",
		.text =
			"$ ethtool -i eth0\n"
			"driver: lan78xx\n"
			"version: 6.1.21\n"
			"firmware-version: \n"
			"expansion-rom-version: \n"
			"bus-info: usb-3f980000.usb-1.1.1\n"
			"supports-statistics: yes\n"
			"supports-test: no\n"
			"supports-eeprom-access: yes\n"
			"supports-register-dump: yes\n"
			"supports-priv-flags: no\n"
			"$ ethtool -g eth0\n"
			"Ring parameters for eth0:\n"
			"Pre-set maximums:\n"
			"RX:\t\t4096\n"
			"TX:\t\t4096\n"
			"$ ethtool -T eth0\n"
			"Time stamping parameters for eth0:\n"
			"Capabilities:\n"
			"\tsoftware-transmit\n"
			"\tsoftware-receive\n"
			"PTP Hardware Clock: none\n"
			"Hardware Transmit Timestamp Modes: none\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"port.physical: yes\n"
					"port.driver: lan78xx\n"
					"port.driver_version: 6.1.21\n"
					"port.bus_info: usb-3f980000.usb-1.1.1\n",
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
	return cmocka_run_group_tests_name("text-ethtool-info", tests, NULL, NULL);
}
