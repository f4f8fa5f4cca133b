// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/tcp-result.h"

#include <errno.h>
#include <math.h>

#include "stream-help.h"

static const struct tcp_job usual = { .token = 77, .pace_bps = 20000000,
				      .phase_ms = { 400, 500, 600 }, .gap_ms = 100 };

static void phases(void **state)
{
	(void)state;
	assert_true(tcp_sends(false, TCP_OUT) && !tcp_sends(true, TCP_OUT));
	assert_true(!tcp_sends(false, TCP_BACK) && tcp_sends(true, TCP_BACK));
	assert_true(tcp_sends(false, TCP_BOTH) && tcp_sends(true, TCP_BOTH));
	assert_int_equal(tcp_phase_start_ns(&usual, TCP_OUT), 0);
	assert_int_equal(tcp_phase_start_ns(&usual, TCP_BOTH), 1100000000);
	assert_int_equal(tcp_job_duration_ns(&usual), 1800000000);
}

/* 1448 of 1538 bytes over IPv4, 1428 over IPv6. */
static void the_limit(void **state)
{
	(void)state;
	assert_true(fabs(tcp_limit_bps(1e8, 1500, false) - 1e8 * 1448 / 1538) < 1);
	assert_true(fabs(tcp_limit_bps(1e8, 1500, true) - 1e8 * 1428 / 1538) < 1);
	assert_true(tcp_limit_bps(1e8, 52, false) == 0);
}

static void a_job_comes_back(void **state)
{
	json_t *object = tcp_job_to_json(&usual);
	struct tcp_job back;

	(void)state;
	assert_int_equal(tcp_job_from_json(&back, object, NULL), 0);
	assert_true(back.far && back.token == 77 && back.pace_bps == 20000000 && back.gap_ms == 100);
	assert_memory_equal(back.phase_ms, usual.phase_ms, sizeof(usual.phase_ms));
	json_decref(object);
}

static void jobs_that_are_none(void **state)
{
	static const char *const row[][2] = {
		{ "token", "77" }, { "pace_bps", "-1" }, { "pace_bps", "1000000001" },
		{ "phase_ms", "[400, 400]" }, { "phase_ms", "[400, 0, 400]" },
		{ "phase_ms", "[400, 400, 5001]" }, { "gap_ms", "\"1\"" }, { "gap_ms", "9999" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		json_t *object = tcp_job_to_json(&usual);
		struct err err = { 0 };
		struct tcp_job back;

		json_object_set_new(object, row[i][0],
				    json_loads(row[i][1], JSON_DECODE_ANY, NULL));
		if (tcp_job_from_json(&back, object, &err) != -EINVAL ||
		    !strstr(err.text, row[i][0]))
			fail_msg("%s %s: %s", row[i][0], row[i][1], err.text);
		json_decref(object);
	}
}

static void a_result_comes_back(void **state)
{
	struct tcp_result r = {
		.state = TCP_VALID, .received_bps = { 0, 9.5e6, 1e6 }, .segments = { 100, 0, 50 },
		.resent = { 1, 0, 25 }, .acks = { 50, 0, 3 }, .host_limited = true,
		.congestion = "cubic", .has_order = true, .reordered = { 7, 0, 8 },
		.doubled = { 1, 0, 2 },
	}, back = { 0 };
	json_t *object = tcp_result_to_json(&r);

	(void)state;
	assert_int_equal(tcp_result_from_json(&back, object, NULL), 0);
	assert_memory_equal(back.received_bps, r.received_bps, sizeof(r.received_bps));
	assert_memory_equal(back.segments, r.segments, sizeof(r.segments));
	assert_memory_equal(back.resent, r.resent, sizeof(r.resent));
	assert_memory_equal(back.acks, r.acks, sizeof(r.acks));
	assert_memory_equal(back.reordered, r.reordered, sizeof(r.reordered));
	assert_memory_equal(back.doubled, r.doubled, sizeof(r.doubled));
	assert_true(back.state == TCP_VALID && back.host_limited && back.has_order);
	assert_string_equal(back.congestion, "cubic");
	json_object_set_new(object, "state", json_string("fine"));
	assert_int_equal(tcp_result_from_json(&back, object, NULL), -EPROTO);
	json_object_set_new(object, "state", json_string("valid"));
	json_object_set_new(json_array_get(json_object_get(object, "phases"), 2), "resent",
			    json_integer(-1));
	assert_int_equal(tcp_result_from_json(&back, object, NULL), -EPROTO);
	json_decref(object);
	assert_int_equal(tcp_result_from_json(&back, NULL, NULL), -EPROTO);
}

static void every_state_comes_back(void **state)
{
	static const struct {
		enum tcp_state state;
		const char *text;
	} row[] = {
		{ TCP_VALID, "valid" }, { TCP_NO_ADDRESS, "no common address" },
		{ TCP_NO_CONNECTION, "no connection" }, { TCP_NO_ANSWER, "no answer" },
		{ TCP_STOPPED, "interrupted" }, { TCP_NO_CARRIER, "carrier lost" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct tcp_result r = { .state = row[i].state, .congestion = "reno" }, back = { 0 };
		json_t *object = tcp_result_to_json(&r);

		assert_int_equal(tcp_result_from_json(&back, object, NULL), 0);
		assert_int_equal(back.state, row[i].state);
		assert_string_equal(tcp_state_text(back.state), row[i].text);
		json_decref(object);
	}
}

/* A far end, or a kernel, that does not know of it. */
static void no_word_of_the_order(void **state)
{
	struct tcp_result r = { .state = TCP_VALID, .congestion = "reno" }, back = { 0 };
	json_t *object = tcp_result_to_json(&r);

	(void)state;
	assert_int_equal(tcp_result_from_json(&back, object, NULL), 0);
	assert_false(back.has_order);
	json_decref(object);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(phases),
		cmocka_unit_test(the_limit),
		cmocka_unit_test(a_job_comes_back),
		cmocka_unit_test(jobs_that_are_none),
		cmocka_unit_test(a_result_comes_back),
		cmocka_unit_test(every_state_comes_back),
		cmocka_unit_test(no_word_of_the_order),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stream-tcp-result", tests, NULL, NULL);
}
