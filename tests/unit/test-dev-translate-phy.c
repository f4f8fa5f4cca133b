// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <linux/ethtool.h>

#include "test-dev-help.h"

/* As the kernel answers: the head, then the value in host byte order. */
static void tunable(struct sets *sets, const char *name, uint32_t len, uint16_t value, size_t given)
{
	struct ethtool_tunable head = { .cmd = ETHTOOL_PHY_GTUNABLE, .len = len };
	uint8_t bytes[sizeof(head) + sizeof(value)], one = (uint8_t)value;

	memcpy(bytes, &head, sizeof(head));
	if (len == 1)
		memcpy(bytes + sizeof(head), &one, sizeof(one));
	else
		memcpy(bytes + sizeof(head), &value, sizeof(value));
	help_answer(sets, name, GROUP_LINK, bytes, given < sizeof(bytes) ? given : sizeof(bytes));
}

#define HEAD sizeof(struct ethtool_tunable)

static void downshift(void **state)
{
	for (size_t len = 0; len <= HEAD; len++)
		tunable(*state, "ioctl phy downshift", 1, 5, len);
	assert_unread(near_of(*state), FACT_PHY_DOWNSHIFT);
	tunable(*state, "ioctl phy downshift", 1, 5, HEAD + 1);
	assert_fact_num(near_of(*state), FACT_PHY_DOWNSHIFT, 5);
}

/* A length that is neither one byte nor two is no value. */
static void odd_lengths(void **state)
{
	tunable(*state, "ioctl phy downshift", 0, 5, HEAD + 2);
	tunable(*state, "ioctl phy downshift", 3, 5, HEAD + 2);
	tunable(*state, "ioctl phy downshift", 0xffffffff, 5, HEAD + 2);
	assert_unread(near_of(*state), FACT_PHY_DOWNSHIFT);
}

static void values_have_words(void **state)
{
	static const struct {
		const char *name;
		enum fact_id id;
		uint32_t len;
		uint16_t value;
		const char *text;
	} row[] = {
		{ "ioctl phy fast_link_down", FACT_PHY_FAST_LINK_DOWN, 1, 0xff, "off" },
		{ "ioctl phy fast_link_down", FACT_PHY_FAST_LINK_DOWN, 1, 0, "on" },
		{ "ioctl phy fast_link_down", FACT_PHY_FAST_LINK_DOWN, 1, 20, "20 ms" },
		{ "ioctl phy energy_detect", FACT_PHY_ENERGY_DETECT, 2, 0, "off" },
		{ "ioctl phy energy_detect", FACT_PHY_ENERGY_DETECT, 2, 0xffff, "on" },
		{ "ioctl phy energy_detect", FACT_PHY_ENERGY_DETECT, 2, 0xfffe, "silent" },
		{ "ioctl phy energy_detect", FACT_PHY_ENERGY_DETECT, 2, 1000, "1000 ms" },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		memset(*state, 0, sizeof(struct sets));
		tunable(*state, row[i].name, row[i].len, row[i].value, HEAD + row[i].len);
		assert_fact_text(near_of(*state), row[i].id, row[i].text);
	}
	help_error(*state, "ioctl phy downshift", GROUP_LINK, -EOPNOTSUPP);
	assert_int_equal(facts_get(near_of(*state), FACT_PHY_DOWNSHIFT)->state, FACT_ABSENT);
}

static size_t put_stats(uint8_t *out, uint32_t count, const char *const *name, const uint64_t *value)
{
	size_t used = sizeof(count);

	memcpy(out, &count, sizeof(count));
	for (uint32_t i = 0; i < count; i++, used += ETH_GSTRING_LEN) {
		memset(out + used, 0, ETH_GSTRING_LEN);
		memcpy(out + used, name[i], strnlen(name[i], ETH_GSTRING_LEN));
	}
	memcpy(out + used, value, count * sizeof(*value));
	return used + count * sizeof(*value);
}

static void statistics(void **state)
{
	/* The second name fills its field to the last byte. */
	static const char *const name[] = { "phy_receive_errors_copper",
					    "phy_remote_receiver_errors_of_32" };
	static const uint64_t value[] = { 3, UINT64_MAX };
	uint8_t bytes[200];
	size_t len = put_stats(bytes, 2, name, value);

	for (size_t cut = 0; cut < len; cut++)
		help_answer(*state, "ioctl phystats", GROUP_MII, bytes, cut);
	assert_unread(near_of(*state), FACT_PHY_STATISTICS);
	help_answer(*state, "ioctl phystats", GROUP_MII, bytes, len);
	assert_fact_text(near_of(*state), FACT_PHY_STATISTICS,
			 "phy_receive_errors_copper 3\n"
			 "phy_remote_receiver_errors_of_32 18446744073709551615");
}

/* A count that promises more than there is. */
static void a_count_that_lies(void **state)
{
	static const uint32_t counts[] = { 2, 1000, 0x7fffffff, 0xffffffff };
	static const char *const name[] = { "a" };
	static const uint64_t value[] = { 1 };
	uint8_t bytes[100];
	size_t len = put_stats(bytes, 1, name, value);

	for (size_t i = 0; i < COUNT(counts); i++) {
		memcpy(bytes, &counts[i], sizeof(counts[i]));
		help_answer(*state, "ioctl phystats", GROUP_MII, bytes, len);
		assert_unread(near_of(*state), FACT_PHY_STATISTICS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(downshift),	WITH_SETS(odd_lengths),	WITH_SETS(values_have_words),
		WITH_SETS(statistics),	WITH_SETS(a_count_that_lies),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-phy", tests, NULL, NULL);
}
