// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/cur.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const uint8_t bytes[] = { 0x81, 0x92, 0xa3, 0xb4, 0xc5, 0xd6, 0xe7, 0xf8 };

static void numbers_are_big_endian(void **state)
{
	struct cur c;

	(void)state;
	cur_init(&c, bytes, sizeof(bytes));
	assert_int_equal(cur_left(&c), 8);
	assert_int_equal(cur_u8(&c), 0x81);
	assert_int_equal(cur_be16(&c), 0x92a3);
	assert_true(cur_be32(&c) == 0xb4c5d6e7);
	assert_int_equal(cur_left(&c), 1);
	assert_int_equal(cur_u8(&c), 0xf8);
	assert_int_equal(cur_left(&c), 0);
	assert_false(c.short_read);
}

/* The bytes lie at the end of a block of their own, so that a sanitizer sees a step beyond. */
static void short_reads_give_zero_and_empty_the_rest(void **state)
{
	static const struct {
		size_t have, want;
	} row[] = { { 0, 1 }, { 0, 2 }, { 1, 2 }, { 0, 4 }, { 1, 4 }, { 2, 4 }, { 3, 4 } };

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		uint8_t *block = malloc(row[i].have + 1);
		struct cur c;

		assert_non_null(block);
		memset(block, 0xff, row[i].have + 1);
		cur_init(&c, block + 1, row[i].have);
		if (row[i].want == 1)
			assert_int_equal(cur_u8(&c), 0);
		else if (row[i].want == 2)
			assert_int_equal(cur_be16(&c), 0);
		else
			assert_int_equal(cur_be32(&c), 0);
		assert_true(c.short_read);
		assert_int_equal(cur_left(&c), 0);
		assert_int_equal(cur_u8(&c), 0);
		assert_true(c.short_read);
		free(block);
	}
}

static void the_flag_stays(void **state)
{
	struct cur c;

	(void)state;
	cur_init(&c, bytes, 3);
	assert_null(cur_bytes(&c, 4));
	assert_non_null(cur_bytes(&c, 0));
	assert_true(c.short_read);
	cur_init(&c, bytes, 3);
	assert_false(c.short_read);
}

static void bytes_are_borrowed(void **state)
{
	struct cur c;

	(void)state;
	cur_init(&c, bytes, sizeof(bytes));
	assert_ptr_equal(cur_bytes(&c, 0), bytes);
	assert_ptr_equal(cur_bytes(&c, 3), bytes);
	assert_ptr_equal(cur_bytes(&c, 5), bytes + 3);
	assert_false(c.short_read);
	assert_null(cur_bytes(&c, 1));
	assert_true(c.short_read);
}

static void a_length_near_the_top_does_not_wrap(void **state)
{
	struct cur c;

	(void)state;
	cur_init(&c, bytes, sizeof(bytes));
	assert_null(cur_bytes(&c, SIZE_MAX));
	assert_true(c.short_read);
	assert_int_equal(cur_left(&c), 0);
}

static void what_is_taken_cannot_be_left(void **state)
{
	struct cur c, sub;

	(void)state;
	cur_init(&c, bytes, sizeof(bytes));
	sub = cur_take(&c, 3);
	assert_int_equal(cur_left(&sub), 3);
	assert_int_equal(cur_left(&c), 5);
	assert_int_equal(cur_be16(&sub), 0x8192);
	assert_int_equal(cur_be16(&sub), 0);
	assert_true(sub.short_read);
	assert_false(c.short_read);
	assert_int_equal(cur_u8(&c), 0xb4);
}

static void taking_too_much_gives_an_empty_cursor(void **state)
{
	struct cur c, sub;

	(void)state;
	cur_init(&c, bytes, 4);
	sub = cur_take(&c, 5);
	assert_int_equal(cur_left(&sub), 0);
	assert_true(sub.short_read);
	assert_true(c.short_read);
	assert_int_equal(cur_left(&c), 0);
	assert_int_equal(cur_be32(&sub), 0);
}

static void nothing_at_all(void **state)
{
	struct cur c;

	(void)state;
	cur_init(&c, NULL, 0);
	assert_int_equal(cur_left(&c), 0);
	assert_int_equal(cur_u8(&c), 0);
	assert_true(c.short_read);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_big_endian),
		cmocka_unit_test(short_reads_give_zero_and_empty_the_rest),
		cmocka_unit_test(the_flag_stays),
		cmocka_unit_test(bytes_are_borrowed),
		cmocka_unit_test(a_length_near_the_top_does_not_wrap),
		cmocka_unit_test(what_is_taken_cannot_be_left),
		cmocka_unit_test(taking_too_much_gives_an_empty_cursor),
		cmocka_unit_test(nothing_at_all),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("base-cur", tests, NULL, NULL);
}
