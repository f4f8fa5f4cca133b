// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/job.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static const struct timing_job job = {
	.token = 0xfedcba9876543210, .mac = { 2, 0, 0, 0xaa, 0xbb, 1 }, .stamps = TIMING_JOB_HARDWARE,
	.tap = true, .ptp = true, .duration_s = 93,
};

static void plan_is_what_was_sent(void **state)
{
	json_t *json = timing_job_to_json(&job);
	struct timing_job got;

	(void)state;
	assert_int_equal(timing_job_from_json(&got, json, NULL), 0);
	assert_true(got.token == job.token && got.tap && got.ptp && got.duration_s == 93);
	assert_memory_equal(got.mac, job.mac, sizeof(got.mac));
	assert_int_equal(got.stamps, TIMING_JOB_HARDWARE);
	json_decref(json);
}

static void bad_plans(void **state)
{
	static const struct {
		const char *key, *value;
	} row[] = {
		{ "token", "\"1\"" }, { "token", NULL }, { "mac", NULL }, { "mac", "\"02:00\"" },
		{ "mac", "\"02:00:00:00:00:01x\"" }, { "mac", "\"ff:ff:ff:ff:ff:ff\"" }, { "mac", "7" },
		{ "stamps", "\"sundial\"" }, { "stamps", NULL }, { "duration_s", NULL },
		{ "duration_s", "0" }, { "duration_s", "-1" }, { "duration_s", "1e9" },
		{ "duration_s", "\"3\"" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		json_t *json = timing_job_to_json(&job);
		struct timing_job got;
		struct err err = { 0 };

		json_object_del(json, row[i].key);
		if (row[i].value)
			json_object_set_new(json, row[i].key,
					    json_loads(row[i].value, JSON_DECODE_ANY, NULL));
		if (timing_job_from_json(&got, json, &err) != -EINVAL ||
		    !strstr(err.text, row[i].key))
			fail_msg("%s %s: %s", row[i].key, row[i].value, err.text);
		json_decref(json);
	}
	assert_int_equal(timing_job_from_json(&(struct timing_job){ 0 }, NULL, NULL), -EINVAL);
}

static void port_is_what_was_told(void **state)
{
	const struct timing_job_port port = { .mac = { 2, 1, 2, 3, 4, 5 }, .hardware = true,
					      .completion = true, .ptp = true, .adaptive = true,
					      .moderation_us = 50 };
	json_t *json = timing_job_port_to_json(&port);
	struct timing_job_port got;

	(void)state;
	assert_int_equal(timing_job_port_from_json(&got, json, NULL), 0);
	assert_memory_equal(got.mac, port.mac, sizeof(got.mac));
	assert_true(got.hardware && got.completion && got.ptp && got.adaptive && !got.tap);
	assert_int_equal(got.moderation_us, 50);
	json_object_del(json, "moderation_us");
	json_object_del(json, "ptp");	/* as of an older agent */
	assert_int_equal(timing_job_port_from_json(&got, json, NULL), 0);
	assert_true(got.moderation_us == -1 && !got.ptp);
	json_object_del(json, "mac");
	assert_int_equal(timing_job_port_from_json(&got, json, NULL), -EPROTO);
	json_decref(json);
}

/* Rows in any order, twice, or of numbers that nobody sent: each trip gets its own. */
static void heard(void **state)
{
	const struct timing_heard rows[] = {
		{ 12, 1796053200123456789, 1796053200123556789 }, { 10, 100, 0 }, { 99, 1, 2 },
		{ 12, 5, 6 }, { 3, 7, 8 },
	};
	struct timing_heard_sum told = { .heard = 5, .duplicates = 2, .more = true,
					 .down = true, .why = "the port went down",
					 .window_ns = 3000000000, .rx_bytes = 5000000000 },
				got;
	struct timing_trip trip[] = { { .number = 10 }, { .number = 11 }, { .number = 12 } };
	json_t *json = timing_heard_to_json(rows, ROWS(rows), &told);
	uint32_t next = 4;

	(void)state;
	assert_int_equal(timing_heard_from_json(trip, ROWS(trip), &got, &next, json, NULL), 0);
	assert_true(got.heard == 5 && got.duplicates == 2 && got.more);
	assert_string_equal(got.why, told.why);
	assert_true(got.down && got.window_ns == 3000000000 && got.rx_bytes == 5000000000);
	assert_int_equal(next, 100);
	assert_true(trip[0].arrived && trip[0].arrived_ns == 100 && trip[0].answered_ns == 0);
	assert_false(trip[1].arrived);
	assert_true(trip[2].arrived_ns == 1796053200123456789 &&
		    trip[2].answered_ns == 1796053200123556789);
	json_decref(json);
	/* More than nothing would be asked for ever. */
	json = timing_heard_to_json(rows, 0, &told);
	assert_int_equal(timing_heard_from_json(NULL, 0, &got, &next, json, NULL), 0);
	assert_false(got.more);
	json_decref(json);
}

static void bad_rows(void **state)
{
	static const char *const text[] = {
		"{}", "{\"rows\":7}", "{\"rows\":[7]}", "{\"rows\":[[1,2]]}", "{\"rows\":[[1,2,\"3\"]]}",
		"{\"rows\":[[-1,2,3]]}", "{\"rows\":[[4294967295,2,3]]}", "{\"rows\":[[1.5,2,3]]}",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(text); i++) {
		json_t *json = json_loads(text[i], 0, NULL);
		struct timing_trip trip = { .number = 1 };
		struct timing_heard_sum sum;
		uint32_t next = 0;

		assert_non_null(json);
		if (timing_heard_from_json(&trip, 1, &sum, &next, json, NULL) != -EPROTO || trip.arrived)
			fail_msg("`%s' is taken", text[i]);
		json_decref(json);
	}
}

/* A full answer fits a message of 1 MiB, whatever the clocks say. */
static void rows_fit_a_message(void **state)
{
	static struct timing_heard rows[TIMING_JOB_ROWS];
	struct timing_heard_sum sum = { .heard = UINT32_MAX, .duplicates = UINT32_MAX };
	json_t *json;
	char *text;

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++)
		rows[i] = (struct timing_heard){ UINT32_MAX - 1, INT64_MIN, INT64_MIN };
	json = timing_heard_to_json(rows, ROWS(rows), &sum);
	text = json_dumps(json, 0);
	assert_non_null(text);
	assert_true(strlen(text) < (1u << 20) - 4096);
	free(text);
	json_decref(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plan_is_what_was_sent),
		cmocka_unit_test(bad_plans),
		cmocka_unit_test(port_is_what_was_told),
		cmocka_unit_test(heard),
		cmocka_unit_test(bad_rows),
		cmocka_unit_test(rows_fit_a_message),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-job", tests, NULL, NULL);
}
