// SPDX-License-Identifier: GPL-3.0-or-later
/* Numbers that other implementations of splitmix64 give. */
#include "base/splitmix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void known_numbers(void **state)
{
	static const uint64_t of_0[] = { 0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f };
	static const uint64_t of_1234567[] = { 6457827717110365317u, 3203168211198807973u,
					       9817491932198370423u, 4593380528125082431u };
	uint64_t zero = 0, other = 1234567;

	(void)state;
	for (size_t i = 0; i < sizeof(of_0) / sizeof(of_0[0]); i++)
		assert_true(splitmix(&zero) == of_0[i]);
	for (size_t i = 0; i < sizeof(of_1234567) / sizeof(of_1234567[0]); i++)
		assert_true(splitmix(&other) == of_1234567[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_numbers),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("base-splitmix", tests, NULL, NULL);
}
