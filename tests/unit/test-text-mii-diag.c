// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "-v",
		.text =
			"mii-diag.c:v2.11 3/21/2005 Donald Becker (becker@scyld.com)\n"
			" http://www.scyld.com/diag/index.html\n"
			"Using the default interface 'eth0'.\n"
			"Basic registers of MII PHY #24:  3000 7809 0040 6177 05e1 0000 0000 0000.\n"
			" Basic mode control register 0x3000: Auto-negotiation enabled.\n"
			" You have link beat, and everything is working OK.\n"
			"   End of basic transceiver information.\n"
			"\n"
			" MII PHY #24 transceiver registers:\n"
			"   3000 780d 0040 6177 05e1 0000 0000 0000\n"
			"   0000 0000 0000 0000 0000 0000 0000 0000\n"
			"   1000 4321 0000 0004 0000 0126 0200 0000\n"
			"   0037 000c 0f00 ff40 0027 0000 0000 000b.\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"mii.phy_addr: 24\n"
					"mii.words: 3000 780d 0040 6177 05e1 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 1000 4321 0000 0004 0000 0126 0200 0000 0037 000c 0f00 ff40 0027 0000 0000 000b\n"
					"mii.bmsr_first: 7809\n",
			},
		},
	},
	{
		.name = "tulip-diag -m",
		.text =
			"tulip-diag.c:v2.18 11/12/2003 Donald Becker (becker@scyld.com)\n"
			" http://www.scyld.com/diag/index.html\n"
			"Index #1: Found a Digital DS21143 Tulip adapter at 0x1080.\n"
			" Port selection is MII, full-duplex.\n"
			" Transmit started, Receive started.\n"
			"  The Rx process state is 'Waiting for packets'.\n"
			"  The Tx process state is 'Idle'.\n"
			"  The transmit threshold is 128.\n"
			" MII PHY found at address 1, status 0x782d.\n"
			" MII PHY #1 transceiver registers:\n"
			"   3100 782d 7810 0000 01e1 45e1 0001 0000\n"
			"   0000 0000 0000 0000 0000 0000 0000 0000.\n",
		.want = {
			{
				.port = "",
				.near =
					"mii.phy_addr: 1\n"
					"mii.words: 3100 782d 7810 0000 01e1 45e1 0001 0000 0000 0000 0000 0000 0000 0000 0000 0000\n",
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
	return cmocka_run_group_tests_name("text-mii-diag", tests, NULL, NULL);
}
