// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "two rows and a name",
		.text =
			"eth0: 1040 796d 0007 0572 01e1 45e1 0005 2801\n"
			"      0000 0300 4000 0000 0000 0000 0000 3000\n",
		.want = {
			{
				.port = "eth0",
				.near =
					"mii.words: 1040 796d 0007 0572 01e1 45e1 0005 2801 0000 0300 4000 0000 0000 0000 0000 3000\n",
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
	return cmocka_run_group_tests_name("text-words", tests, NULL, NULL);
}
