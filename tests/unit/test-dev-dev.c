// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/dev-private.h"

#include <errno.h>

#include "test-dev-help.h"

static int closed;

static void stub_close(struct dev *dev)
{
	(void)dev;
	closed++;
}

static int stub_read(struct dev *dev, enum fact_group group, struct sets *sets, struct err *err)
{
	(void)dev;
	(void)sets;
	return err_set(err, -ENODEV, "group %d", group);
}

/* The smallest backend that is still legal. */
static void empty_slots(void **state)
{
	static const struct dev_ops ops = {
		.name = "stub",
		.close = stub_close,
		.read = stub_read,
	};
	struct dev dev = { .ops = &ops };
	struct err err = { 0 };

	(void)state;
	assert_int_equal(dev_read(&dev, GROUP_HOST, NULL, &err), -ENODEV);
	assert_string_equal(err.text, "group 1");
	assert_int_equal(dev_now_ns(&dev), 0);
	assert_int_equal(dev_wait_until_ns(&dev, 1), -EOPNOTSUPP);
	assert_null(dev_answers(&dev));
	dev_want_all_words(&dev);
	dev_close(&dev);
	assert_int_equal(closed, 1);
	dev_close(NULL);
}

static void names_that_can_not_be(void **state)
{
	static const struct {
		const char *name;
		int code;
		const char *says;
	} row[] = {
		{ "", -EINVAL, "\"\": not an interface name" },
		{ "a b", -EINVAL, "\"a b\": not an interface name" },
		{ "..", -EINVAL, "\"..\": not an interface name" },
		{ "etherdx-none", -ENODEV, "etherdx-none: no such interface (have: " },
		{ "etherdx:none", -ENODEV, "etherdx:none: no such interface (have: " },
		{ "iface67890123456", -ENODEV,
		  "iface67890123456: too long for an interface name (15 bytes at most) and no such "
		  "altname (have: " },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct err err = { 0 };
		struct dev *dev;

		assert_int_equal(dev_open(&dev, row[i].name, &err), row[i].code);
		assert_null(dev);
		if (strncmp(err.text, row[i].says, strlen(row[i].says)) != 0)
			fail_msg("%s", err.text);
	}
}

/* The one interface every network namespace has. */
static void loopback(void **state)
{
	struct err err = { 0 };
	struct dev *dev;

	assert_int_equal(dev_open(&dev, "lo", &err), 0);
	assert_int_equal(dev_read(dev, GROUP_PORT, *state, &err), 0);
	assert_fact_text(near_of(*state), FACT_PORT_NAME, "lo");
	assert_fact_text(near_of(*state), FACT_PORT_KIND, "loopback");
	assert_int_equal(dev_read(dev, GROUP_LINK, *state, &err), 0);
	assert_false(facts_known(near_of(*state), FACT_LINK_SPEED));
	assert_int_equal(dev_read(dev, GROUP_COUNTERS, *state, &err), 0);
	assert_true(facts_known(near_of(*state), FACT_TOTAL_RX_FRAMES));
	assert_int_equal(dev_answers(dev)->item[0].round, 0);
	assert_int_equal(dev_read(dev, GROUP_DERIVED, *state, &err), 0);
	assert_true(dev_now_ns(dev) > 0);
	dev_close(dev);
}

static void limited_sources(void **state)
{
	struct err err = { 0 };
	struct dev *dev;

	setenv("ETHERDX_SOURCES", "sysfs,netlnk", 1);
	assert_int_equal(dev_open(&dev, "lo", &err), -EINVAL);
	assert_non_null(strstr(err.text, "netlnk is no source"));
	setenv("ETHERDX_SOURCES", "", 1);
	assert_int_equal(dev_open(&dev, "lo", NULL), 0);
	for (int group = 0; group < GROUP_COUNT; group++)
		assert_int_equal(dev_read(dev, (enum fact_group)group, *state, NULL), 0);
	for (size_t i = 0; i < dev_answers(dev)->count; i++)
		assert_string_equal(dev_answers(dev)->item[i].name, "rtnl link");
	dev_close(dev);
	unsetenv("ETHERDX_SOURCES");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_slots),
		cmocka_unit_test(names_that_can_not_be),
		WITH_SETS(loopback),
		WITH_SETS(limited_sources),
	};

	unsetenv("ETHERDX_SOURCES");
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-dev", tests, NULL, NULL);
}
