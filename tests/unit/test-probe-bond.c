// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/probe.h"

#include "facts-help.h"

static void rises(void **state)
{
	static const struct {
		const char *before, *after, *frames;	/* NULL: not known */
	} row[] = {
		{ "eth0 100\neth1 200", "eth0 150\neth1 200", "eth0 50\neth1 0" },
		{ "eth0 100", "eth0 150\neth1 200", "eth0 50" },
		{ "eth0 100\neth1 200", "eth0 7\neth1 201", "eth1 1" },
		{ "eth1 5\neth10 100", "eth10 105\neth1 6", "eth10 5\neth1 1" },
		{ NULL, "eth0 150", NULL },
		{ "eth0 150", NULL, NULL },
		{ "eth0 1", "eth1 2", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct sets *sets = sets_new();
		struct facts *near = &sets->set[SET_NEAR], *before = &sets->set[SET_FAR];
		const char *frames;

		if (row[i].before)
			facts_put_text(before, FACT_BOND_TX_TOTALS, FROM_SYSFS, "");
		if (row[i].before)
			strcpy(before->item[FACT_BOND_TX_TOTALS].text, row[i].before);
		if (row[i].after)
			facts_put_text(near, FACT_BOND_TX_TOTALS, FROM_SYSFS, "");
		if (row[i].after)
			strcpy(near->item[FACT_BOND_TX_TOTALS].text, row[i].after);
		probe_bond(near, before);
		frames = facts_text(near, FACT_BOND_TX_FRAMES);
		if (!row[i].frames != !frames || (frames && strcmp(frames, row[i].frames) != 0))
			fail_msg("row %zu: %s", i, frames ? frames : "nothing");
		sets_free(sets);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(rises) };

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("probe-bond", tests, NULL, NULL);
}
