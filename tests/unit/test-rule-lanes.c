// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule/lanes.h"

#include <math.h>

#include "facts-help.h"

static struct facts f;

static int clean(void **state)
{
	(void)state;
	memset(&f, 0, sizeof(f));
	return 0;
}

static void give(enum fact_id id, unsigned int count, double a, double b, double c)
{
	struct reals reals = { { a, b, c }, count };
	struct fact fact = { .state = FACT_KNOWN, .source = FROM_NETLINK, .reals = reals };

	facts_put(&f, id, &fact);
}

static void a_reading_beats_a_flag(void **state)
{
	struct lanes lanes;

	(void)state;
	facts_put_num(&f, FACT_MODULE_LANES, FROM_NETLINK, 3);
	facts_list_add(&f, FACT_MODULE_RX_LOS, FROM_NETLINK, "1");
	facts_list_add(&f, FACT_MODULE_RX_LOS, FROM_NETLINK, "3");
	lanes = lanes_rx_dark(&f);
	assert_int_equal(lanes.count, 3);
	assert_int_equal(lanes.set, 5);
	give(FACT_MODULE_RX_POWER, 3, -2, -30, NAN);
	lanes = lanes_rx_dark(&f);
	assert_int_equal(lanes.set, 6);
	assert_false(lanes_all(&lanes));
	give(FACT_MODULE_RX_POWER, 2, -40, -33, 0);
	lanes = lanes_rx_dark(&f);
	assert_int_equal(lanes.count, 2);
	assert_true(lanes_all(&lanes));
}

static void nothing_told_is_no_lane(void **state)
{
	struct lanes lanes = lanes_rx_dark(&f);

	(void)state;
	assert_int_equal(lanes.count, 0);
	assert_false(lanes_all(&lanes));
	lanes = lanes_tx_dark(&f);
	assert_false(lanes_all(&lanes));
	facts_list_add(&f, FACT_MODULE_RX_LOS, FROM_NETLINK, "1");
	lanes = lanes_of(&f, FACT_MODULE_RX_LOS);
	assert_int_equal(lanes.count, 0);
	facts_put_num(&f, FACT_MODULE_LANES, FROM_NETLINK, 4000);
	lanes = lanes_of(&f, FACT_MODULE_RX_LOS);
	assert_int_equal(lanes.count, 0);
}

static void sent(void **state)
{
	struct lanes lanes;

	(void)state;
	give(FACT_MODULE_TX_POWER, 3, -40, -29.9, NAN);
	lanes = lanes_tx_dark(&f);
	assert_int_equal(lanes.set, 1);
}

static void shared(void **state)
{
	(void)state;
	assert_false(lanes_shared(&f, 4));
	facts_put_num(&f, FACT_LINK_LANES, FROM_NETLINK, 4);
	assert_false(lanes_shared(&f, 4));
	assert_false(lanes_shared(&f, 1));
	facts_put_num(&f, FACT_LINK_LANES, FROM_NETLINK, 2);
	assert_true(lanes_shared(&f, 4));
}

static void names(void **state)
{
	static const struct {
		struct lanes lanes;
		const char *name;
	} row[] = {
		{ { 1, 1 }, "" }, { { 4, 2 }, "lane 2" }, { { 4, 5 }, "lanes 1,3" },
		{ { 4, 15 }, "all 4 lanes" }, { { 16, 0x8001 }, "lanes 1,16" },
	};
	char name[64];

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		lanes_name(&row[i].lanes, name, sizeof(name));
		assert_string_equal(name, row[i].name);
	}
	lanes_name(&(struct lanes){ 16, 0xfffe }, name, 8);
	assert_int_equal(strlen(name), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_reading_beats_a_flag, clean),
		cmocka_unit_test_setup(nothing_told_is_no_lane, clean),
		cmocka_unit_test_setup(sent, clean),
		cmocka_unit_test_setup(shared, clean),
		cmocka_unit_test_setup(names, clean),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("rule-lanes", tests, NULL, NULL);
}
