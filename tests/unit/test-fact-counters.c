// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/counters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static struct counter_sum sums[FACT_COUNTERS_COUNT];

static void add(const char *driver, const char *name, int64_t value)
{
	counters_add(driver, name, strlen(name), value, sums);
}

static const struct counter_sum *sum(enum fact_id total)
{
	return &sums[total - FACT_TOTAL_FIRST];
}

static int clear(void **state)
{
	(void)state;
	memset(sums, 0, sizeof(sums));
	return 0;
}

static void fields(void **state)
{
	static const struct {
		const char *driver;
		enum fact_id total;
		enum counter_field field;
	} rows[] = {
		{ "e1000e", FACT_TOTAL_LATE_COLLISIONS, FIELD_FILLED },
		{ "e1000e", FACT_TOTAL_FIFO_OVERRUNS, FIELD_UNSURE },
		{ "r8169", FACT_TOTAL_LATE_COLLISIONS, FIELD_OTHER },
		{ "r8169", FACT_TOTAL_EXCESSIVE_COLLISIONS, FIELD_FILLED },
		{ "tg3", FACT_TOTAL_EXCESSIVE_COLLISIONS, FIELD_OTHER },
		{ "ixgbe", FACT_TOTAL_COLLISIONS, FIELD_OTHER },
		{ "virtio_net", FACT_TOTAL_CRC, FIELD_UNSURE },
		{ "*", FACT_TOTAL_CRC, FIELD_UNSURE },
		{ "", FACT_TOTAL_CRC, FIELD_UNSURE },
		{ NULL, FACT_TOTAL_CRC, FIELD_UNSURE },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++)
		if (counters_field(rows[i].driver, rows[i].total) != rows[i].field)
			fail_msg("row %zu", i);
}

static void names_of_one_total_are_added(void **state)
{
	(void)state;
	add("tg3", "rx_fragments", 3);
	add("tg3", "rx_undersize_packets", 4);
	add("tg3", "tx_late_collisions", 0);
	add("tg3", "rx_ucast_packets", 99);
	assert_int_equal(sum(FACT_TOTAL_RUNTS)->num, 7);
	assert_true(sum(FACT_TOTAL_LATE_COLLISIONS)->known);
	assert_int_equal(sum(FACT_TOTAL_LATE_COLLISIONS)->num, 0);
	assert_false(sum(FACT_TOTAL_CRC)->known);
	add("tg3", "rx_fragments", INT64_MAX);	/* more than fits is not added */
	assert_int_equal(sum(FACT_TOTAL_RUNTS)->num, 7);
}

/* ixgbe exports "collisions" and never fills it: its own rows know. */
static void a_driver_of_the_table_is_judged_by_its_own_rows(void **state)
{
	(void)state;
	add("ixgbe", "tx_late_collisions", 0);
	add("ixgbe", "rx_crc_errors", 0);
	assert_false(sum(FACT_TOTAL_LATE_COLLISIONS)->known);
	assert_false(sum(FACT_TOTAL_CRC)->known);
}

static void others_by_names_that_many_use(void **state)
{
	static const char *const driver[] = { "new_nic", "", NULL };

	(void)state;
	for (size_t i = 0; i < ROWS(driver); i++) {
		clear(NULL);
		add(driver[i], "rx_crc_errors", 5);
		add(driver[i], "rx_fcs_errors", 7);
		add(driver[i], "FrameCheckSequenceErrors", 6);
		add(driver[i], "tx_late_col", 0);
		assert_int_equal(sum(FACT_TOTAL_CRC)->num, 7);
		assert_true(sum(FACT_TOTAL_LATE_COLLISIONS)->known);
		assert_false(sum(FACT_TOTAL_ALIGNMENT)->known);
	}
}

static void names_are_whole(void **state)
{
	(void)state;
	counters_add("new_nic", "rx_crc_errors_phy", strlen("rx_crc_errors_phy"), 5, sums);
	counters_add("new_nic", "rx_crc_error", strlen("rx_crc_error"), 5, sums);
	counters_add("new_nic", "", 0, 5, sums);
	for (size_t i = 0; i < ROWS(sums); i++)
		assert_false(sums[i].known);
}

static int64_t num[COUNTER_NAMES_MAX];

static void seen(const char *name, int64_t value)
{
	int number = counters_name(name, strlen(name));

	assert_true(number >= 0);
	num[number] = value;
}

static int none_seen(void **state)
{
	for (size_t i = 0; i < ROWS(num); i++)
		num[i] = -1;
	return clear(state);
}

static void pasted_names_of_a_driver_are_added(void **state)
{
	(void)state;
	seen("rx_fragments", 3);
	seen("rx_undersize_packets", 4);
	seen("rx_packets", 100);
	counters_pasted("tg3", num, sums);
	assert_int_equal(sum(FACT_TOTAL_RUNTS)->num, 7);
	assert_int_equal(sum(FACT_TOTAL_RX_FRAMES)->num, 100);
	assert_false(sum(FACT_TOTAL_CRC)->known);
}

static void pasted_without_a_driver_the_largest_stands(void **state)
{
	static const char *const driver[] = { "new_nic", "", NULL };

	(void)state;
	seen("rx_fragments", 3);
	seen("rx_undersize_packets", 4);
	seen("port.rx_crc_errors", 0);	/* of i40e */
	for (size_t i = 0; i < ROWS(driver); i++) {
		counters_pasted(driver[i], num, sums);
		assert_int_equal(sum(FACT_TOTAL_RUNTS)->num, 4);
		assert_true(sum(FACT_TOTAL_CRC)->known);
		assert_false(sum(FACT_TOTAL_ALIGNMENT)->known);
	}
}

/* The zero of ixgbe's "collisions" is a constant. */
static void pasted_fields_that_hold_something_else(void **state)
{
	(void)state;
	seen("collisions", 0);
	seen("rx_missed_errors", 5);
	counters_pasted("ixgbe", num, sums);
	assert_false(sum(FACT_TOTAL_COLLISIONS)->known);
	counters_pasted(NULL, num, sums);
	assert_true(sum(FACT_TOTAL_COLLISIONS)->known);
	assert_int_equal(sum(FACT_TOTAL_HOST_DROPS)->num, 5);
}

static void names_have_numbers(void **state)
{
	(void)state;
	assert_int_equal(counters_name("rtnl", 4), -1);
	assert_int_equal(counters_name("none", 4), -1);
	assert_int_equal(counters_name("", 0), -1);
	assert_int_equal(counters_name("rx_crc_errors_phy_", 18), -1);
	assert_int_equal(counters_name("rx_crc_errors", 13), counters_name("rx_crc_errors_phy", 13));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(fields, clear),
		cmocka_unit_test_setup(names_of_one_total_are_added, clear),
		cmocka_unit_test_setup(a_driver_of_the_table_is_judged_by_its_own_rows, clear),
		cmocka_unit_test_setup(others_by_names_that_many_use, clear),
		cmocka_unit_test_setup(names_are_whole, clear),
		cmocka_unit_test_setup(pasted_names_of_a_driver_are_added, none_seen),
		cmocka_unit_test_setup(pasted_without_a_driver_the_largest_stands, none_seen),
		cmocka_unit_test_setup(pasted_fields_that_hold_something_else, none_seen),
		cmocka_unit_test(names_have_numbers),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("fact-counters", tests, NULL, NULL);
}
