// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <linux/ethtool_netlink.h>

#include "module/image.h"
#include "test-dev-help.h"

static struct nl_msg *power_message(uint8_t policy, uint8_t mode)
{
	struct nl_msg *msg = help_message();

	nla_put_u8(msg, ETHTOOL_A_MODULE_POWER_MODE_POLICY, policy);
	nla_put_u8(msg, ETHTOOL_A_MODULE_POWER_MODE, mode);
	return msg;
}

static void power(void **state)
{
	help_send(*state, "netlink module power", GROUP_MODULE,
		  power_message(ETHTOOL_MODULE_POWER_MODE_POLICY_AUTO,
				ETHTOOL_MODULE_POWER_MODE_LOW));
	assert_fact_text(near_of(*state), FACT_MODULE_POWER_POLICY, "auto");
	assert_fact_text(near_of(*state), FACT_MODULE_POWER_MODE, "low");
}

static void unknown_power(void **state)
{
	help_send(*state, "netlink module power", GROUP_MODULE, power_message(9, 0));
	assert_unread(near_of(*state), FACT_MODULE_POWER_POLICY);
	assert_unread(near_of(*state), FACT_MODULE_POWER_MODE);
	help_send_cut("netlink module power", GROUP_MODULE, power_message(1, 2));
}

/* The bytes go to module/; which way they came is the source. */
static void memory(void **state)
{
	uint8_t id[MODULE_PART_MAX] = { 0x03, 0, 0x07, 0x10 };
	const struct module_part part = { .i2c = 0x50, .len_bytes = MODULE_PART_MAX, .bytes = id };
	uint8_t bytes[MODULE_PART_HEAD + MODULE_PART_MAX];
	size_t len = module_part_put(bytes, &part);

	help_answer(*state, "ioctl module", GROUP_MODULE, bytes, len);
	assert_fact_text(near_of(*state), FACT_MODULE_TYPE, "10GBASE-SR");
	assert_int_equal(facts_get(near_of(*state), FACT_MODULE_TYPE)->source, FROM_IOCTL);
	memset(*state, 0, sizeof(struct sets));
	help_answer(*state, "netlink module", GROUP_MODULE, bytes, len);
	assert_int_equal(facts_get(near_of(*state), FACT_MODULE_TYPE)->source, FROM_NETLINK);
	for (size_t cut = 0; cut < len; cut++)
		help_answer(*state, "netlink module", GROUP_MODULE, bytes, cut);
}

static void why_there_is_none(void **state)
{
	static const struct {
		int error;
		enum fact_state state;
	} row[] = {
		{ -EOPNOTSUPP, FACT_ABSENT }, { -ENODEV, FACT_ABSENT }, { -EPERM, FACT_DENIED },
		{ -EIO, FACT_FAILED },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		memset(*state, 0, sizeof(struct sets));
		help_error(*state, "netlink module", GROUP_MODULE, row[i].error);
		assert_int_equal(facts_get(near_of(*state), FACT_MODULE_FORM)->state, row[i].state);
		assert_int_equal(facts_get(near_of(*state), FACT_MODULE_RX_POWER)->state,
				 row[i].state);
		assert_unread(near_of(*state), FACT_MODULE_POWER_MODE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(power),	WITH_SETS(unknown_power),
		WITH_SETS(memory),	WITH_SETS(why_there_is_none),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-module", tests, NULL, NULL);
}
