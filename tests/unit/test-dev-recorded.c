// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "dev/dev.h"
#include "test-dev-help.h"

#define SECOND INT64_C(1000000000)

struct recording {
	struct sets *sets, *out;
	struct answers answers;
	struct dev *dev;
};

static void add_text(struct recording *r, const char *name, unsigned int round, int64_t t_ns,
		     const char *text)
{
	struct answer answer = { .group = GROUP_LINK, .round = round, .t_ns = t_ns,
				 .bytes = (uint8_t *)(uintptr_t)text, .len_bytes = strlen(text) };

	strcpy(answer.name, name);
	assert_int_equal(answers_add(&r->answers, &answer), 0);
}

static int setup(void **state)
{
	struct recording *r = calloc(1, sizeof(*r));

	r->sets = sets_new();
	r->out = sets_new();
	*state = r;
	return dev_open_recorded(&r->dev, r->sets, &r->answers, NULL);
}

static int teardown(void **state)
{
	struct recording *r = *state;

	dev_close(r->dev);
	answers_fini(&r->answers);
	sets_free(r->sets);
	sets_free(r->out);
	free(r);
	return 0;
}

/* What a zero of rtnetlink means hangs on the driver, which another group told. */
static void counters_know_the_driver(void **state)
{
	struct recording *r = *state;
	struct answer answer = { .name = "ioctl stats", .group = GROUP_COUNTERS };
	static char text[] = "align_errors: 0\ntx_late_collisions: 0\n";

	facts_put_text(&r->sets->set[SET_NEAR], FACT_PORT_DRIVER, FROM_IOCTL, "r8169");
	answer.bytes = (uint8_t *)text;
	answer.len_bytes = strlen(text);
	assert_int_equal(answers_add(&r->answers, &answer), 0);
	assert_int_equal(dev_read(r->dev, GROUP_PORT, r->out, NULL), 0);
	assert_int_equal(dev_read(r->dev, GROUP_COUNTERS, r->out, NULL), 0);
	assert_fact_num(near_of(r->out), FACT_TOTAL_ALIGNMENT, 0);
	assert_int_equal(facts_get(near_of(r->out), FACT_TOTAL_LATE_COLLISIONS)->state,
			 FACT_ABSENT);
}

static void facts_only(void **state)
{
	struct recording *r = *state;
	struct facts *near = &r->sets->set[SET_NEAR];

	facts_put_num(near, FACT_LINK_SPEED, FROM_NETLINK, 100);
	facts_offer_num(near, FACT_LINK_SPEED, FROM_MII, 10);
	facts_put_num(near, FACT_PORT_MTU, FROM_NETLINK, 1500);
	facts_gap(near, FACT_LINK_SQI, FACT_DENIED, 0);
	assert_int_equal(dev_read(r->dev, GROUP_LINK, r->out, NULL), 0);
	assert_fact_num(near_of(r->out), FACT_LINK_SPEED, 100);
	assert_fact_num(near_of(r->out), FACT_LINK_SPEED, 100);
	assert_int_equal(facts_other(near_of(r->out), FACT_LINK_SPEED)->num, 10);
	assert_unread(near_of(r->out), FACT_PORT_MTU);
	assert_int_equal(facts_get(near_of(r->out), FACT_LINK_SQI)->state, FACT_DENIED);
	assert_int_equal(facts_get(near_of(r->out), FACT_LINK_DUPLEX)->state, FACT_ABSENT);
	assert_int_equal(dev_now_ns(r->dev), 0);
}

/* Read twice, the second answer is not told twice over. */
static void others_do_not_grow(void **state)
{
	struct recording *r = *state;

	facts_put_num(&r->sets->set[SET_NEAR], FACT_LINK_SPEED, FROM_NETLINK, 100);
	facts_offer_num(&r->sets->set[SET_NEAR], FACT_LINK_SPEED, FROM_MII, 10);
	dev_read(r->dev, GROUP_LINK, r->out, NULL);
	dev_read(r->dev, GROUP_LINK, r->out, NULL);
	assert_int_equal(r->out->set[SET_NEAR].others, 1);
}

/* The answers are translated anew and beat what an older version made of them. */
static void answers_win(void **state)
{
	struct recording *r = *state;
	struct facts *near = &r->sets->set[SET_NEAR];

	facts_put_num(near, FACT_LINK_SPEED, FROM_SYSFS, 65535);
	facts_put_text(near, FACT_LINK_DUPLEX, FROM_NETLINK, "full");
	facts_put_text(near, FACT_LINK_PORT, FROM_PASTE, "tp");
	add_text(r, "sysfs speed", 0, SECOND, "100");
	dev_read(r->dev, GROUP_LINK, r->out, NULL);
	assert_fact_num(near_of(r->out), FACT_LINK_SPEED, 100);
	assert_int_equal(facts_get(near_of(r->out), FACT_LINK_DUPLEX)->state, FACT_ABSENT);
	assert_fact_text(near_of(r->out), FACT_LINK_PORT, "tp");
	assert_int_equal(dev_now_ns(r->dev), SECOND);
}

static void other_sources_stay_beside(void **state)
{
	struct recording *r = *state;

	facts_put_num(&r->sets->set[SET_NEAR], FACT_LINK_SPEED, FROM_NETLINK, 100);
	facts_offer_num(&r->sets->set[SET_NEAR], FACT_LINK_SPEED, FROM_MII, 10);
	add_text(r, "sysfs speed", 0, 1, "1000");
	dev_read(r->dev, GROUP_LINK, r->out, NULL);
	assert_fact_num(near_of(r->out), FACT_LINK_SPEED, 1000);
	assert_int_equal(r->out->set[SET_NEAR].others, 1);
	assert_int_equal(facts_other(near_of(r->out), FACT_LINK_SPEED)->num, 10);
}

static void rounds_and_time(void **state)
{
	struct recording *r = *state;

	add_text(r, "sysfs speed", 0, 2 * SECOND, "10");
	add_text(r, "sysfs speed", 1, 7 * SECOND, "100");
	dev_read(r->dev, GROUP_LINK, r->out, NULL);
	assert_fact_num(near_of(r->out), FACT_LINK_SPEED, 10);
	assert_int_equal(dev_now_ns(r->dev), 2 * SECOND);
	assert_int_equal(dev_wait_until_ns(r->dev, 4 * SECOND), 0);
	assert_int_equal(dev_now_ns(r->dev), 4 * SECOND);
	assert_int_equal(dev_wait_until_ns(r->dev, SECOND), 0);
	assert_int_equal(dev_now_ns(r->dev), 4 * SECOND);
	dev_read(r->dev, GROUP_LINK, r->out, NULL);
	assert_fact_num(near_of(r->out), FACT_LINK_SPEED, 100);
	assert_int_equal(dev_now_ns(r->dev), 7 * SECOND);
	assert_ptr_equal(dev_answers(r->dev), &r->answers);
	dev_want_all_words(r->dev);
}

static void derived_facts_are_copied(void **state)
{
	struct recording *r = *state;

	facts_put_num(&r->sets->set[SET_NEAR], FACT_COUNTER_CRC, FROM_NETLINK, 12);
	dev_read(r->dev, GROUP_DERIVED, r->out, NULL);
	assert_fact_num(near_of(r->out), FACT_COUNTER_CRC, 12);
}

/* A recording of before there was the group does not say that the port has no such thing. */
static void a_group_that_nobody_asked_for(void **state)
{
	struct recording *r = *state;

	dev_read(r->dev, GROUP_MODULE, r->out, NULL);
	assert_unread(near_of(r->out), FACT_MODULE_FORM);
	facts_put_text(&r->sets->set[SET_NEAR], FACT_MODULE_FORM, FROM_NETLINK, "SFP");
	dev_read(r->dev, GROUP_MODULE, r->out, NULL);
	assert_fact_text(near_of(r->out), FACT_MODULE_FORM, "SFP");
	assert_int_equal(facts_get(near_of(r->out), FACT_MODULE_TYPE)->state, FACT_ABSENT);
}

static void without_answers(void **state)
{
	struct sets *sets = sets_new(), *out = sets_new();
	struct dev *dev;

	(void)state;
	assert_int_equal(dev_open_recorded(&dev, sets, NULL, NULL), 0);
	assert_int_equal(dev_read(dev, GROUP_LINK, out, NULL), 0);
	assert_null(dev_answers(dev));
	dev_close(dev);
	sets_free(sets);
	sets_free(out);
}

static void a_file_that_is_not_there(void **state)
{
	struct err err = { 0 };
	struct dev *dev;

	(void)state;
	assert_int_equal(dev_open(&dev, "bundle:/nonexistent/bundle.json", &err), -ENOENT);
	assert_null(dev);
	assert_int_equal(err.code, -ENOENT);
	assert_non_null(strstr(err.text, "/nonexistent/bundle.json"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(counters_know_the_driver, setup, teardown),
		cmocka_unit_test_setup_teardown(facts_only, setup, teardown),
		cmocka_unit_test_setup_teardown(others_do_not_grow, setup, teardown),
		cmocka_unit_test_setup_teardown(answers_win, setup, teardown),
		cmocka_unit_test_setup_teardown(other_sources_stay_beside, setup, teardown),
		cmocka_unit_test_setup_teardown(rounds_and_time, setup, teardown),
		cmocka_unit_test_setup_teardown(derived_facts_are_copied, setup, teardown),
		cmocka_unit_test_setup_teardown(a_group_that_nobody_asked_for, setup, teardown),
		cmocka_unit_test(without_answers),
		cmocka_unit_test(a_file_that_is_not_there),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-recorded", tests, NULL, NULL);
}
