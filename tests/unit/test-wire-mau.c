// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/mau.h"

#include "test-wire-eth-help.h"

static void some_rows(void **state)
{
	static const struct mau row[] = {
		{ 5, "10BASE-T", 10, MAU_DUPLEX_UNKNOWN, 0x6000 },
		{ 10, "10BASE-T", 10, MAU_HALF, 0x4000 },
		{ 15, "100BASE-TX", 100, MAU_HALF, 0x0800 },
		{ 16, "100BASE-TX", 100, MAU_FULL, 0x0400 },
		{ 22, "1000BASE-X", 1000, MAU_FULL, 0x0004 },
		{ 29, "1000BASE-T", 1000, MAU_HALF, 0x0002 },
		{ 30, "1000BASE-T", 1000, MAU_FULL, 0x0001 },
		{ 54, "10GBASE-T", 10000, MAU_FULL, 0 },
		{ 103, "2.5GBASE-T", 2500, MAU_FULL, 0 },
		{ 140, "400GBASE-ER8", 400000, MAU_FULL, 0 },
		{ 143, "10BASE-T1S multidrop", 10, MAU_HALF, 0 },
		{ 144, "10BASE-T1S", 10, MAU_FULL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		const struct mau *m = mau_row(row[i].number);

		assert_non_null(m);
		assert_string_equal(m->name, row[i].name);
		assert_int_equal(m->speed_mbps, row[i].speed_mbps);
		assert_int_equal(m->duplex, row[i].duplex);
		assert_int_equal(m->pmd, row[i].pmd);
	}
}

/* 1 to 144 without a gap; half duplex nowhere above 1000 Mb/s. */
static void the_whole_table(void **state)
{
	(void)state;
	for (unsigned int n = 1; n <= 144; n++) {
		const struct mau *m = mau_row(n);

		assert_non_null(m);
		assert_int_equal(m->number, n);
		assert_true(m->speed_mbps > 0 && m->name[0]);
		assert_true(m->speed_mbps <= 1000 || m->duplex == MAU_FULL);
	}
	assert_null(mau_row(0));
	assert_null(mau_row(145));
	assert_null(mau_row(0xffff));
}

static void names_of_duplex(void **state)
{
	(void)state;
	assert_string_equal(mau_duplex_name(MAU_HALF), "half");
	assert_string_equal(mau_duplex_name(MAU_FULL), "full");
	assert_string_equal(mau_duplex_name(MAU_DUPLEX_UNKNOWN), "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(some_rows),
		cmocka_unit_test(the_whole_table),
		cmocka_unit_test(names_of_duplex),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
