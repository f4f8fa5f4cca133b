// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "lo and eth0",
		.text =
			"Inter-|   Receive                                                |  Transmit\n"
			" face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n"
			"    lo:    6634      60    0    0    0     0          0         0     6634      60    0    0    0     0       0          0\n"
			"  eth0:1178453917   25958    5    6    7     8          9        10   967210   13763   11   12   13    14      15         16\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"total.rx_frames: 25958 frames\n"
					"total.tx_frames: 13763 frames\n"
					"total.rx_bytes: 1178453917 bytes\n"
					"total.tx_bytes: 967210 bytes\n"
					"total.rx_errors: 5 frames\n"
					"total.tx_errors: 11 frames\n"
					"total.collisions: 14 collisions\n"
					"total.host_drops: 7 frames\n",
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
	return cmocka_run_group_tests_name("text-proc-net-dev", tests, NULL, NULL);
}
