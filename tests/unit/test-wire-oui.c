// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/oui.h"

#include "test-wire-eth-help.h"

static void names(void **state)
{
	(void)state;
	assert_string_equal(oui_name(0x00000c), "Cisco");
	assert_string_equal(oui_name(0x000ecf), "PROFIBUS/PROFINET");
	assert_string_equal(oui_name(0x0080c2), "IEEE 802.1");
	assert_string_equal(oui_name(0x00120f), "IEEE 802.3");
	assert_string_equal(oui_name(0xa42305), "ONOS");
	assert_null(oui_name(0));
	assert_null(oui_name(0xffffff));
	assert_null(oui_name(0x000143));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(names) };

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("wire/oui", tests, NULL, NULL);
}
