// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/attr.h"

#include "test-dev-help.h"

static struct cur payload(struct nl_msg *msg)
{
	struct cur c;

	cur_init(&c, nlmsg_data(nlmsg_hdr(msg)), (size_t)nlmsg_datalen(nlmsg_hdr(msg)));
	return c;
}

static void numbers_of_every_size(void **state)
{
	struct nl_msg *msg = help_message();
	struct attr tb[6];
	int64_t num;

	(void)state;
	nla_put_u8(msg, 1, 0xfe);
	nla_put_u16(msg, 2, 0xfffe);
	nla_put_u32(msg, 3, 0xfffffffe);
	nla_put_u64(msg, 4, INT64_MAX);
	nla_put_u64(msg, 5, UINT64_MAX);
	attrs_sort(payload(msg), tb, COUNT(tb));
	assert_true(attr_num(&tb[1], &num) && num == 0xfe);
	assert_true(attr_num(&tb[2], &num) && num == 0xfffe);
	assert_true(attr_num(&tb[3], &num) && num == 0xfffffffe);
	assert_true(attr_num(&tb[4], &num) && num == INT64_MAX);
	assert_false(attr_num(&tb[5], &num));
	assert_false(attr_num(&tb[0], &num));
	nlmsg_free(msg);
}

static void odd_sizes_are_no_numbers(void **state)
{
	const uint8_t bytes[8] = { 0 };
	int64_t num;

	(void)state;
	for (size_t len = 0; len <= 8; len++) {
		struct attr a = { .data = bytes, .len_bytes = len };

		assert_int_equal(attr_num(&a, &num), len == 1 || len == 2 || len == 4 || len == 8);
	}
}

static void text_ends_at_nul_or_at_the_attribute(void **state)
{
	struct attr a = { .data = (const uint8_t *)"eth0\0x", .len_bytes = 6 };
	char out[5], small[4];

	(void)state;
	assert_true(attr_text(&a, out, sizeof(out)));
	assert_string_equal(out, "eth0");
	a.len_bytes = 3;
	assert_true(attr_text(&a, out, sizeof(out)));
	assert_string_equal(out, "eth");
	a.len_bytes = 4;
	assert_false(attr_text(&a, small, sizeof(small)));	/* never cut */
	a.len_bytes = 0;
	assert_false(attr_text(&a, out, sizeof(out)));
	a.data = NULL;
	assert_false(attr_text(&a, out, sizeof(out)));
}

static void flags_are_no_part_of_the_type(void **state)
{
	struct nl_msg *msg = help_message();
	struct attr tb[3];

	(void)state;
	nla_put_u8(msg, 2 | (1 << 15), 7);
	attrs_sort(payload(msg), tb, COUNT(tb));
	assert_non_null(tb[2].data);
	nlmsg_free(msg);
}

static void malformed_ends_the_list(void **state)
{
	static const uint8_t too_short[] = { 3, 0, 1, 0, 0, 0 };
	static const uint8_t too_long[] = { 9, 0, 1, 0, 5, 5, 5, 5 };
	static const uint8_t zero[] = { 0, 0, 1, 0 };
	static const uint8_t half[] = { 8, 0 };
	static const uint8_t unpadded[] = { 5, 0, 1, 0, 5 };
	struct attr a;
	struct cur c;

	(void)state;
	cur_init(&c, too_short, sizeof(too_short));
	assert_false(attr_next(&c, &a));
	cur_init(&c, too_long, sizeof(too_long));
	assert_false(attr_next(&c, &a));
	cur_init(&c, zero, sizeof(zero));
	assert_false(attr_next(&c, &a));
	cur_init(&c, half, sizeof(half));
	assert_false(attr_next(&c, &a));
	cur_init(&c, unpadded, sizeof(unpadded));
	assert_true(attr_next(&c, &a));
	assert_int_equal(a.data[0], 5);
	assert_false(attr_next(&c, &a));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_of_every_size),
		cmocka_unit_test(odd_sizes_are_no_numbers),
		cmocka_unit_test(text_ends_at_nul_or_at_the_attribute),
		cmocka_unit_test(flags_are_no_part_of_the_type),
		cmocka_unit_test(malformed_ends_the_list),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-attr", tests, NULL, NULL);
}
