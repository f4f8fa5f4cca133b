// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* Names of field reports, then the edges of dev_valid_name(). */
static void table(void **state)
{
	static const struct {
		const char *name;
		enum name_kind kind;
	} row[] = {
		{ "enx001122334455", NAME_ANY },
		{ "enx001122334455.20", NAME_ONLY_ALTNAME },
		{ "iface6789012345", NAME_ANY },
		{ "iface67890123456", NAME_ONLY_ALTNAME },
		{ "eth0.312", NAME_ANY },
		{ "enp0s31f6", NAME_ANY },
		{ "enp58s0u1u1", NAME_ANY },
		{ "someotherveryveryveryverylongnamevm-eth0", NAME_ONLY_ALTNAME },
		{ "a", NAME_ANY },
		{ "...", NAME_ANY },
		{ ".", NAME_BAD },
		{ "..", NAME_BAD },
		{ "", NAME_BAD },
		{ "a/b", NAME_BAD },
		{ "../eth0", NAME_BAD },
		{ "a b", NAME_BAD },
		{ "eth0\n", NAME_BAD },
		{ "\teth0", NAME_BAD },
		{ "eth0:1", NAME_ONLY_ALTNAME },
		{ "net\xa0" "card", NAME_ONLY_ALTNAME },
		{ "\xc3\xa9th0", NAME_ANY },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		if (name_kind(row[i].name) != row[i].kind)
			fail_msg("%s: kind %d", row[i].name, name_kind(row[i].name));
}

static void the_longest(void **state)
{
	char name[130];

	(void)state;
	memset(name, 'x', sizeof(name));
	name[127] = '\0';
	assert_int_equal(name_kind(name), NAME_ONLY_ALTNAME);
	name[127] = 'x';
	name[128] = '\0';
	assert_int_equal(name_kind(name), NAME_TOO_LONG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table),
		cmocka_unit_test(the_longest),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-name", tests, NULL, NULL);
}
