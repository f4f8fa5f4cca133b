// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/cable.h"

#include <linux/ethtool_netlink.h>

#include "test-dev-help.h"

#define IFINDEX 7

static struct nl_msg *message(uint32_t ifindex, uint8_t status)
{
	struct nl_msg *msg = help_message();
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_CABLE_TEST_NTF_HEADER);

	nla_put_u32(msg, ETHTOOL_A_HEADER_DEV_INDEX, ifindex);
	nla_put_string(msg, ETHTOOL_A_HEADER_DEV_NAME, "eth0");
	nla_nest_end(msg, nest);
	nla_put_u8(msg, ETHTOOL_A_CABLE_TEST_NTF_STATUS, status);
	return msg;
}

/* source 0: a kernel that does not tell it. */
static void put_result(struct nl_msg *msg, uint8_t pair, uint8_t code, uint32_t source)
{
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_CABLE_NEST_RESULT);

	nla_put_u8(msg, ETHTOOL_A_CABLE_RESULT_PAIR, pair);
	nla_put_u8(msg, ETHTOOL_A_CABLE_RESULT_CODE, code);
	if (source)
		nla_put_u32(msg, 3, source);
	nla_nest_end(msg, nest);
}

static void put_length(struct nl_msg *msg, uint8_t pair, uint32_t cm)
{
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_CABLE_NEST_FAULT_LENGTH);

	nla_put_u8(msg, ETHTOOL_A_CABLE_FAULT_LENGTH_PAIR, pair);
	nla_put_u32(msg, ETHTOOL_A_CABLE_FAULT_LENGTH_CM, cm);
	nla_nest_end(msg, nest);
}

static void put_s16(struct nl_msg *msg, int type, int16_t value)
{
	nla_put(msg, type, sizeof(value), &value);
}

static void put_amplitude(struct nl_msg *msg, uint8_t pair, int16_t mv)
{
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_CABLE_TDR_NEST_AMPLITUDE);

	nla_put_u8(msg, ETHTOOL_A_CABLE_AMPLITUDE_PAIR, pair);
	put_s16(msg, ETHTOOL_A_CABLE_AMPLITUDE_mV, mv);
	nla_nest_end(msg, nest);
}

/* From exact buffers; frees the message. */
static bool take(struct cable_test *test, bool tdr, struct nl_msg *msg)
{
	struct nlmsghdr *head = nlmsg_hdr(msg);
	size_t len = (size_t)nlmsg_datalen(head);
	uint8_t *bytes = malloc(len ? len : 1);
	bool rc;

	assert_non_null(bytes);
	memcpy(bytes, nlmsg_data(head), len);
	rc = cable_take(test, IFINDEX, tdr, bytes, len);
	free(bytes);
	nlmsg_free(msg);
	return rc;
}

static struct cable_test *fresh(void)
{
	static struct cable_test test;

	cable_init(&test);
	return &test;
}

/* What Marvell's driver sends: a start, then everything at once. */
static struct nl_msg *completed(void)
{
	struct nl_msg *msg = message(IFINDEX, ETHTOOL_A_CABLE_TEST_NTF_STATUS_COMPLETED);
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_CABLE_TEST_NTF_NEST);

	put_result(msg, 0, CABLE_OK, 0);
	put_result(msg, 1, CABLE_OPEN, CABLE_FROM_TDR);
	put_length(msg, 1, 1234);
	put_result(msg, 2, CABLE_SHORT, CABLE_FROM_TDR);
	put_length(msg, 2, 320);
	put_result(msg, 3, CABLE_CROSS_SHORT, CABLE_FROM_TDR);
	nla_nest_end(msg, nest);
	return msg;
}

static void started_then_completed(void **state)
{
	struct cable_test *test = fresh();

	(void)state;
	assert_true(take(test, false, message(IFINDEX, ETHTOOL_A_CABLE_TEST_NTF_STATUS_STARTED)));
	assert_false(test->completed);
	assert_true(take(test, false, completed()));
	assert_true(test->completed);
	assert_int_equal(test->pair[0].code, CABLE_OK);
	assert_int_equal(test->pair[0].fault_cm, -1);
	assert_int_equal(test->pair[0].source, CABLE_FROM_UNKNOWN);
	assert_int_equal(test->pair[1].code, CABLE_OPEN);
	assert_int_equal(test->pair[1].fault_cm, 1234);
	assert_int_equal(test->pair[1].source, CABLE_FROM_TDR);
	assert_int_equal(test->pair[2].fault_cm, 320);
	assert_int_equal(test->pair[3].code, CABLE_CROSS_SHORT);
}

static void facts_of_a_faulty_cable(void **state)
{
	struct cable_test *test = fresh();
	struct sets *sets = *state;
	struct facts *near = &sets->set[SET_NEAR];

	take(test, false, completed());
	cable_facts(test, near);
	assert_fact_text(near, FACT_CABLE_PAIRS,
			 "A: ok\nB: open at 12.34 m\nC: short within the pair at 3.20 m\n"
			 "D: short to another pair");
	assert_fact_text(near, FACT_CABLE_FAULTS,
			 "B: open at 12.34 m\nC: short within the pair at 3.20 m\n"
			 "D: short to another pair");
	assert_fact_num(near, FACT_CABLE_PAIRS_OK, 1);
	assert_fact_num(near, FACT_CABLE_PAIRS_FAULTY, 3);
	assert_fact_num(near, FACT_CABLE_PAIRS_UNDECIDED, 0);
	assert_true(facts_get(near, FACT_CABLE_FAULT_DISTANCE)->real > 3.19 &&
		    facts_get(near, FACT_CABLE_FAULT_DISTANCE)->real < 3.21);
	assert_fact_text(near, FACT_CABLE_SOURCE, "tdr");
}

/* Codes that came later, and one that nobody knows yet. */
static void newer_codes(void **state)
{
	struct cable_test *test = fresh();
	struct sets *sets = *state;
	struct facts *near = &sets->set[SET_NEAR];
	struct nl_msg *msg = message(IFINDEX, ETHTOOL_A_CABLE_TEST_NTF_STATUS_COMPLETED);
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_CABLE_TEST_NTF_NEST);

	put_result(msg, 0, CABLE_IMPEDANCE, CABLE_FROM_ALCD);
	put_result(msg, 1, CABLE_NOISE, 0);
	put_result(msg, 2, CABLE_RESOLUTION, 9);
	put_result(msg, 3, 200, 0);
	put_result(msg, 4, CABLE_OPEN, 0);	/* no such pair */
	nla_put_u32(msg, 77, 1);		/* no such attribute */
	nla_nest_end(msg, nest);
	take(test, false, msg);
	cable_facts(test, near);
	assert_fact_text(near, FACT_CABLE_PAIRS,
			 "A: impedance mismatch\nB: too noisy to measure\n"
			 "C: out of measuring range\nD: code 200");
	assert_fact_num(near, FACT_CABLE_PAIRS_FAULTY, 1);
	assert_fact_num(near, FACT_CABLE_PAIRS_UNDECIDED, 3);
	assert_fact_text(near, FACT_CABLE_SOURCE, "alcd");
	assert_int_equal(facts_get(near, FACT_CABLE_FAULT_DISTANCE)->state, FACT_UNREAD);
}

/* Nothing told is no "ok". */
static void a_test_that_told_nothing(void **state)
{
	struct sets *sets = *state;
	struct cable_test *test = fresh();

	assert_true(take(test, false, message(IFINDEX, ETHTOOL_A_CABLE_TEST_NTF_STATUS_COMPLETED)));
	cable_facts(test, &sets->set[SET_NEAR]);
	for (int id = 0; id < FACT_COUNT; id++)
		assert_int_equal(facts_get(near_of(sets), (enum fact_id)id)->state, FACT_UNREAD);
}

static void another_port_s_test(void **state)
{
	struct cable_test *test = fresh();

	(void)state;
	assert_false(take(test, false, message(IFINDEX + 1, ETHTOOL_A_CABLE_TEST_NTF_STATUS_COMPLETED)));
	assert_false(test->completed);
	assert_false(take(test, false, help_message()));
}

static struct nl_msg *reflections(unsigned int samples)
{
	struct nl_msg *msg = message(IFINDEX, ETHTOOL_A_CABLE_TEST_NTF_STATUS_COMPLETED);
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_CABLE_TEST_TDR_NTF_NEST), *inner;

	inner = nla_nest_start(msg, ETHTOOL_A_CABLE_TDR_NEST_PULSE);
	put_s16(msg, ETHTOOL_A_CABLE_PULSE_mV, 1000);
	nla_nest_end(msg, inner);
	inner = nla_nest_start(msg, ETHTOOL_A_CABLE_TDR_NEST_STEP);
	nla_put_u32(msg, ETHTOOL_A_CABLE_STEP_FIRST_DISTANCE, 100);
	nla_put_u32(msg, ETHTOOL_A_CABLE_STEP_LAST_DISTANCE, 500);
	nla_put_u32(msg, ETHTOOL_A_CABLE_STEP_STEP_DISTANCE, 80);
	nla_nest_end(msg, inner);
	for (unsigned int i = 0; i < samples; i++) {
		put_amplitude(msg, 0, (int16_t)(-10 * (int)i));
		put_amplitude(msg, 3, 7);
	}
	put_amplitude(msg, 9, 1);
	nla_nest_end(msg, nest);
	return msg;
}

static void raw_reflections(void **state)
{
	struct cable_test *test = fresh();

	(void)state;
	assert_true(take(test, true, reflections(5)));
	assert_true(test->completed && test->tdr);
	assert_int_equal(test->pulse_mv, 1000);
	assert_int_equal(test->first_cm, 100);
	assert_int_equal(test->last_cm, 500);
	assert_int_equal(test->step_cm, 80);
	assert_int_equal(test->pair[0].samples, 5);
	assert_int_equal(test->pair[0].mv[4], -40);
	assert_int_equal(test->pair[1].samples, 0);
	assert_int_equal(test->pair[3].mv[0], 7);
	assert_int_equal(test->lost_samples, 1);
}

/* The attributes of the two notifications have the same numbers. */
static void a_result_is_no_reflection(void **state)
{
	struct cable_test *test = fresh();

	(void)state;
	take(test, true, completed());
	assert_int_equal(test->pair[1].code, -1);
	cable_init(test);
	take(test, false, reflections(5));
	assert_int_equal(test->pair[0].samples, 0);
}

static void more_samples_than_room(void **state)
{
	struct cable_test *test = fresh();

	(void)state;
	for (int i = 0; i < 70; i++)
		take(test, true, reflections(30));
	assert_int_equal(test->pair[0].samples, CABLE_SAMPLES_MAX);
	assert_int_equal(test->lost_samples, 70 + 2 * (70 * 30 - CABLE_SAMPLES_MAX));
}

static void every_shorter_form(void **state)
{
	struct nl_msg *msg[2] = { completed(), reflections(3) };

	(void)state;
	for (int tdr = 0; tdr < 2; tdr++) {
		struct nlmsghdr *head = nlmsg_hdr(msg[tdr]);

		for (size_t len = 0; len < (size_t)nlmsg_datalen(head); len++) {
			struct cable_test *test = fresh();
			uint8_t *bytes = malloc(len ? len : 1);

			assert_non_null(bytes);
			memcpy(bytes, nlmsg_data(head), len);
			cable_take(test, IFINDEX, tdr, bytes, len);
			free(bytes);
		}
		nlmsg_free(msg[tdr]);
	}
}

static void names(void **state)
{
	char name[CABLE_NAME_MAX];

	(void)state;
	cable_code_name(-5, name);
	assert_string_equal(name, "code -5");
	cable_code_name(CABLE_RESOLUTION + 1, name);
	assert_string_equal(name, "code 8");
	cable_code_name(CABLE_UNSPEC, name);
	assert_string_equal(name, "not told");
	for (int code = -1; code < 300; code++)
		assert_int_equal(cable_code_fault(code), code == CABLE_OPEN || code == CABLE_SHORT ||
							 code == CABLE_CROSS_SHORT ||
							 code == CABLE_IMPEDANCE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(started_then_completed),
		WITH_SETS(facts_of_a_faulty_cable),
		WITH_SETS(newer_codes),
		WITH_SETS(a_test_that_told_nothing),
		cmocka_unit_test(another_port_s_test),
		cmocka_unit_test(raw_reflections),
		cmocka_unit_test(a_result_is_no_reflection),
		cmocka_unit_test(more_samples_than_room),
		cmocka_unit_test(every_shorter_form),
		cmocka_unit_test(names),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
