// SPDX-License-Identifier: GPL-3.0-or-later
#include "test-wire-lldp-help.h"

static void everything(void **state)
{
	struct lldp l;
	struct help_frame f = help_lldp(&l,
		"fe07 0012bb 01 0033 04 "
		"fe08 0012bb 02 01 41 91 6e "	/* voice, tagged, VLAN 200, priority 5, DSCP 46 */
		"fe08 0012bb 02 05 80 00 00 "	/* softphone, not known */
		"fe05 0012bb 03 01 "
		"fe07 0012bb 04 13 0041 "	/* PSE, primary, priority 3, 6.5 W */
		"fe05 0012bb 05 41 fe05 0012bb 06 42 fe05 0012bb 07 43 fe05 0012bb 08 44 "
		"fe05 0012bb 09 45 fe05 0012bb 0a 46 fe04 0012bb 0b ");
	const struct lldp_med *m = &l.med;

	(void)state;
	help_faults_are(&l.faults, "");
	assert_true(m->sent && m->located && m->has_power);
	assert_int_equal(m->capabilities, 0x33);
	assert_int_equal(m->device_class, 4);
	assert_int_equal(m->policies, 2);
	assert_int_equal(m->policy[0].application, 1);
	assert_true(m->policy[0].tagged && !m->policy[0].unknown);
	assert_int_equal(m->policy[0].vlan, 200);
	assert_int_equal(m->policy[0].priority, 5);
	assert_int_equal(m->policy[0].dscp, 46);
	assert_true(m->policy[1].unknown);
	assert_int_equal(m->power_type, 0);
	assert_int_equal(m->power_source, 1);
	assert_int_equal(m->power_priority, 3);
	assert_int_equal(m->power, 65);
	help_text_is(&m->hardware, "A");
	help_text_is(&m->firmware, "B");
	help_text_is(&m->software, "C");
	help_text_is(&m->serial, "D");
	help_text_is(&m->maker, "E");
	help_text_is(&m->model, "F");
	help_text_is(&m->asset, "");
	free(f.bytes);
}

static void what_is_wrong(void **state)
{
	static const struct help_lldp_fault row[] = {
		{ "fe06 0012bb 01 0033",
		  "TLV 4 (MED capabilities) at frame byte 35: 2 bytes, at least 3 needed\n" },
		{ "fe07 0012bb 02 014191",
		  "TLV 4 (MED network policy) at frame byte 35: 3 bytes, at least 4 needed\n" },
		{ "fe25 0012bb 08 30303030303030303030303030303030"
		  "3030303030303030303030303030303030",
		  "TLV 4 (MED serial number) at frame byte 35: 33 bytes, at most 32 allowed\n" },
	};

	(void)state;
	help_lldp_faults(row, ROWS(row));
}

static void more_policies_than_the_list_holds(void **state)
{
	char tlvs[1024] = "";
	size_t used = 0;
	struct help_frame f;
	struct lldp l;

	(void)state;
	for (int i = 0; i < LLDP_POLICIES_MAX + 2; i++)
		used += (size_t)snprintf(tlvs + used, sizeof(tlvs) - used,
					 "fe08 0012bb 02 %02x 4191ae ", i);
	f = help_lldp(&l, tlvs);
	assert_int_equal(l.med.policies, LLDP_POLICIES_MAX);
	assert_int_equal(l.med.policies_left_out, 2);
	free(f.bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything),
		cmocka_unit_test(what_is_wrong),
		cmocka_unit_test(more_policies_than_the_list_holds),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
