// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/bitset.h"

#include <linux/ethtool_netlink.h>

#include "test-dev-help.h"

/* The only attribute of the message, read as a bit set; frees the message. */
static struct bitset read_and_free(struct nl_msg *msg)
{
	struct bitset out;
	struct attr a;
	struct cur c;

	cur_init(&c, nlmsg_data(nlmsg_hdr(msg)), (size_t)nlmsg_datalen(nlmsg_hdr(msg)));
	assert_true(attr_next(&c, &a));
	out = bitset_read(&a);
	nlmsg_free(msg);
	return out;
}

static void compact(void **state)
{
	const uint32_t value[] = { 0x0000002f, 0, 0x20000000 };
	const uint32_t mask[] = { 0x000020ff, 1, 0x30000000 };
	struct nl_msg *msg = help_message();
	struct bitset set;

	(void)state;
	help_put_bitset(msg, 2, 94, value, mask);
	set = read_and_free(msg);
	assert_int_equal(modes_count(&set.value), 6);
	assert_true(modes_has(&set.value, 93));
	assert_int_equal(modes_count(&set.mask), 12);
	assert_true(modes_has(&set.mask, 32));
}

static void shorter_than_ours(void **state)
{
	const uint32_t value[] = { 0x28 };
	struct nl_msg *msg = help_message();
	struct bitset set;

	(void)state;
	help_put_bitset(msg, 2, 32, value, NULL);
	set = read_and_free(msg);
	assert_int_equal(modes_count(&set.value), 2);
	assert_true(modes_empty(&set.mask));
}

/* A kernel to come with 512 modes: what we can hold is right, the rest is left out. */
static void longer_than_ours(void **state)
{
	uint32_t value[16];
	struct nl_msg *msg = help_message();
	struct bitset set;

	(void)state;
	memset(value, 0, sizeof(value));
	value[4] = 1;
	value[15] = 0x80000000;
	help_put_bitset(msg, 2, 512, value, value);
	set = read_and_free(msg);
	assert_int_equal(modes_count(&set.value), 1);
	assert_true(modes_has(&set.value, 128));
	assert_true(modes_has(&set.mask, 128));
}

static void bits_past_the_size_are_none(void **state)
{
	const uint32_t value[] = { 0xffffffff };
	struct nl_msg *msg = help_message();
	struct bitset set;

	(void)state;
	help_put_bitset(msg, 2, 6, value, value);
	set = read_and_free(msg);
	assert_int_equal(modes_count(&set.value), 6);
	assert_int_equal(modes_count(&set.mask), 6);
}

static void put_bit(struct nl_msg *msg, int index, const char *name, int on)
{
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_BITSET_BITS_BIT);

	if (index >= 0)
		nla_put_u32(msg, ETHTOOL_A_BITSET_BIT_INDEX, (uint32_t)index);
	if (name)
		nla_put_string(msg, ETHTOOL_A_BITSET_BIT_NAME, name);
	if (on)
		nla_put_flag(msg, ETHTOOL_A_BITSET_BIT_VALUE);
	nla_nest_end(msg, nest);
}

static struct bitset list_of_bits(int no_mask)
{
	struct nl_msg *msg = help_message();
	struct nlattr *nest = nla_nest_start(msg, 2), *bits;

	if (no_mask)
		nla_put_flag(msg, ETHTOOL_A_BITSET_NOMASK);
	nla_put_u32(msg, ETHTOOL_A_BITSET_SIZE, 93);
	bits = nla_nest_start(msg, ETHTOOL_A_BITSET_BITS);
	put_bit(msg, 3, "100baseT/Full", 1);
	put_bit(msg, 5, "1000baseT/Full", 0);
	put_bit(msg, -1, "10baseT/Half", 1);
	put_bit(msg, -1, "no such mode", 1);
	put_bit(msg, 4000, NULL, 1);
	nla_nest_end(msg, bits);
	nla_nest_end(msg, nest);
	return read_and_free(msg);
}

static void a_list_of_bits(void **state)
{
	struct bitset set = list_of_bits(0);

	(void)state;
	assert_int_equal(modes_count(&set.value), 2);
	assert_true(modes_has(&set.value, 3) && modes_has(&set.value, 0));
	assert_int_equal(modes_count(&set.mask), 3);
}

static void a_list_without_mask(void **state)
{
	struct bitset set = list_of_bits(1);

	(void)state;
	assert_int_equal(modes_count(&set.value), 3);
	assert_true(modes_empty(&set.mask));
}

static void nothing_there(void **state)
{
	struct attr a = { .data = NULL };
	struct bitset set = bitset_read(&a);

	(void)state;
	assert_true(modes_empty(&set.value) && modes_empty(&set.mask));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compact),
		cmocka_unit_test(shorter_than_ours),
		cmocka_unit_test(longer_than_ours),
		cmocka_unit_test(bits_past_the_size_are_none),
		cmocka_unit_test(a_list_of_bits),
		cmocka_unit_test(a_list_without_mask),
		cmocka_unit_test(nothing_there),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-bitset", tests, NULL, NULL);
}
