// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>

#include "test-dev-help.h"

static void give(struct sets *sets, const char *name, enum fact_group group, const char *text)
{
	help_answer(sets, name, group, text, strlen(text));
}

static void device(void **state)
{
	struct sets *sets = *state;

	give(sets, "sysfs device", GROUP_PORT, "");
	assert_true(facts_no(near_of(sets), FACT_PORT_PHYSICAL));
	memset(sets, 0, sizeof(*sets));
	give(sets, "sysfs device", GROUP_PORT, "devices/pci0000:00/0000:00:03.0");
	give(sets, "sysfs driver", GROUP_PORT, "e1000");
	give(sets, "sysfs subsystem", GROUP_PORT, "pci");
	assert_true(facts_yes(near_of(sets), FACT_PORT_PHYSICAL));
	assert_fact_text(near_of(sets), FACT_PORT_DRIVER, "e1000");
	assert_fact_text(near_of(sets), FACT_PORT_BUS, "pci");
}

static void speeds(void **state)
{
	static const struct {
		const char *text;
		int64_t mbps;		/* 0: nothing offered */
	} row[] = {
		{ "1000\n", 1000 },    { "2500", 2500 }, { "-1\n", 0 },	       { "65535\n", 0 },
		{ "4294967295\n", 0 }, { "0\n", 0 },	 { "unknown\n", 0 },   { "", 0 },
		{ "\n", 0 },	       { "100 Mb/s", 0 }, { "99999999999999999999999", 0 },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		memset(*state, 0, sizeof(struct sets));
		give(*state, "sysfs speed", GROUP_LINK, row[i].text);
		if (facts_num(near_of(*state), FACT_LINK_SPEED, 0) != row[i].mbps)
			fail_msg("\"%s\"", row[i].text);
	}
}

static void speed_of_a_port_without(void **state)
{
	help_error(*state, "sysfs speed", GROUP_LINK, -EINVAL);
	assert_int_equal(facts_get(near_of(*state), FACT_LINK_SPEED)->state, FACT_ABSENT);
}

static void duplexes(void **state)
{
	give(*state, "sysfs duplex", GROUP_LINK, "unknown\n");
	assert_unread(near_of(*state), FACT_LINK_DUPLEX);
	give(*state, "sysfs duplex", GROUP_LINK, "half\n");
	assert_fact_text(near_of(*state), FACT_LINK_DUPLEX, "half");
}

static void carrier_counts(void **state)
{
	struct sets *sets = *state;

	give(sets, "sysfs carrier_up_count", GROUP_LINK, "0\n");
	assert_unread(near_of(sets), FACT_LINK_EVER_UP);
	facts_put_bool(&sets->set[SET_NEAR], FACT_LINK_UP, FROM_NETLINK, false);
	give(sets, "sysfs carrier_up_count", GROUP_LINK, "0\n");
	assert_true(facts_no(near_of(sets), FACT_LINK_EVER_UP));
	memset(sets, 0, sizeof(*sets));
	give(sets, "sysfs carrier_up_count", GROUP_LINK, "3\n");
	give(sets, "sysfs carrier_down_count", GROUP_LINK, "4\n");
	assert_true(facts_yes(near_of(sets), FACT_LINK_EVER_UP));
	assert_fact_num(near_of(sets), FACT_LINK_CARRIER_UPS, 3);
	assert_fact_num(near_of(sets), FACT_LINK_CARRIER_DOWNS, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(device),
		WITH_SETS(speeds),
		WITH_SETS(speed_of_a_port_without),
		WITH_SETS(duplexes),
		WITH_SETS(carrier_counts),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-sysfs", tests, NULL, NULL);
}
