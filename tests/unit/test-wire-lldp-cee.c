// SPDX-License-Identifier: GPL-3.0-or-later
#include "test-wire-lldp-help.h"

static void groups_pfc_and_applications(void **state)
{
	struct lldp l;
	struct help_frame f = help_lldp(&l,
		"fe1a 001b21 02 "
		"0204 00000001 "			/* control, short */
		"0404 00008000 "			/* priority groups */
		"0606 0000 c0 00 08 08 "		/* PFC on, willing; priority 3; 8 classes */
		"0800 ");				/* applications */
	const struct lldp_dcbx *d = &l.dcbx;

	(void)state;
	help_faults_are(&l.faults, "");
	assert_true(d->cee && d->cee_groups && d->cee_apps && d->cee_pfc_on);
	assert_true(d->cee_pfc.sent && d->cee_pfc.willing);
	assert_int_equal(d->cee_pfc.enabled, 0x08);
	assert_int_equal(d->cee_pfc.classes_able, 8);
	free(f.bytes);
}

static void what_is_wrong(void **state)
{
	static const struct help_lldp_fault row[] = {
		{ "fe08 001b21 02 0609 0000",
		  "TLV 4 (DCBX CEE) at frame byte 35: a field says 9, the limit is 2\n" },
		{ "fe08 001b21 02 0602 0000",
		  "TLV 4 (DCBX CEE) at frame byte 35: a field says 2, the limit is 6\n" },
		{ "fe04 001b21 01", "" },
	};

	(void)state;
	help_lldp_faults(row, ROWS(row));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_pfc_and_applications),
		cmocka_unit_test(what_is_wrong),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
