// SPDX-License-Identifier: GPL-3.0-or-later
#include "facts-help.h"
#include "text/bond-facts.h"

static void monitors(void **state)
{
	static const struct {
		int64_t miimon_ms, arp_ms;
		const char *want;
	} row[] = {
		{ 100, 0, "mii 100 ms" }, { 0, 200, "arp 200 ms" }, { 0, 0, "none" },
		{ -1, -1, NULL }, { -1, 0, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct sets *sets = sets_new();

		bond_monitor_fact(&sets->set[SET_NEAR], FROM_PASTE, row[i].miimon_ms, row[i].arp_ms);
		help_fact_is("monitor", &sets->set[SET_NEAR], FACT_BOND_MONITOR, row[i].want);
		sets_free(sets);
	}
}

static void members(void **state)
{
	struct bond_file bond = {
		.mode = "active-backup", .active = "eth1", .miimon_ms = 100, .aggregator = -1,
		.members = 2,
		.member = {
			{ .name = "eth0", .up = 0, .failures = 3, .aggregator = -1, .actor_state = -1,
			  .partner_state = -1 },
			{ .name = "eth1", .up = 1, .speed_mbps = 1000, .duplex = "full", .failures = -1,
			  .aggregator = -1, .actor_state = 63, .partner_state = 61,
			  .partner_churned = true },
		},
	};
	struct sets *sets = sets_new();

	(void)state;
	bond_facts(&bond, &sets->set[SET_NEAR], FROM_PASTE);
	help_facts_are("bond", "near", &sets->set[SET_NEAR],
		       "bond.mode: active-backup\n"
		       "bond.monitor: mii 100 ms\n"
		       "bond.members: eth0 down; eth1 up\n"
		       "bond.speeds: eth1 1000 full\n"
		       "bond.failures: eth0 3\n"
		       "bond.active: eth1\n"
		       "bond.lacp: eth1 63 61\n"
		       "bond.churned: eth1 partner\n");
	assert_int_equal(facts_get(&sets->set[SET_NEAR], FACT_BOND_MODE)->source, FROM_PASTE);
	sets_free(sets);
}

/* Who tells first of the members tells all of them, in his order. */
static void a_second_source_adds_nothing(void **state)
{
	struct bond_member one = BOND_MEMBER_UNKNOWN, two = BOND_MEMBER_UNKNOWN;
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR];

	(void)state;
	strcpy(one.name, "eth1");
	strcpy(two.name, "eth0");
	one.up = two.up = 1;
	two.partner_churned = true;
	bond_member_facts(&one, near, FROM_NETLINK);
	bond_member_facts(&two, near, FROM_NETLINK);
	bond_member_facts(&two, near, FROM_PROC);
	help_fact_is("twice", near, FACT_BOND_MEMBERS, "eth1 up; eth0 up");
	help_fact_is("twice", near, FACT_BOND_CHURNED, "eth0 partner");
	*near = (struct facts){ .others = 0 };
	bond_member_facts(&one, near, FROM_NETLINK);
	bond_member_facts(&two, near, FROM_PROC);
	help_fact_is("more", near, FACT_BOND_MEMBERS, "eth1 up");
	help_fact_is("more", near, FACT_BOND_CHURNED, "eth0 partner");
	sets_free(sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(monitors),
		cmocka_unit_test(members),
		cmocka_unit_test(a_second_source_adds_nothing),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-bond-facts", tests, NULL, NULL);
}
