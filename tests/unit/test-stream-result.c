// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/result.h"

#include <errno.h>

#include "stream-help.h"

static struct stream_job job_of(void)
{
	struct stream_job job = { .token = 0xfedcba9876543210ULL, .dir = STREAM_FAR_TO_NEAR,
				  .first_slot = 96, .peer_mac = { 2, 0, 0, 0xab, 0, 1 } };

	assert_int_equal(stream_plan_init(&job.plan, 100, 20, UINT64_MAX, NULL), 0);
	assert_true(stream_plan_extend(&job.plan));
	return job;
}

static void a_job_comes_back(void **state)
{
	struct stream_job job = job_of(), back;
	json_t *object = stream_job_to_json(&job);

	(void)state;
	assert_int_equal(stream_job_from_json(&back, object, NULL), 0);
	assert_memory_equal(&back.plan, &job.plan, sizeof(job.plan));
	assert_true(back.token == job.token && back.first_slot == 96);
	assert_int_equal(back.dir, STREAM_FAR_TO_NEAR);
	assert_memory_equal(back.peer_mac, job.peer_mac, sizeof(job.peer_mac));
	json_decref(object);
}

/* What a far end is told may be anything; the error names the key. */
static void jobs_that_are_none(void **state)
{
	static const struct {
		const char *key, *value;	/* JSON */
		const char *says;
	} row[] = {
		{ "token", "\"12\"", "token" },
		{ "token", "\"fedcba987654321g\"", "token" },
		{ "seed", "7", "seed" },
		{ "rate_mbps", "1000", "rate 1000" },
		{ "rate_mbps", "\"100\"", "rate_mbps" },
		{ "load_percent", "101", "load 101" },
		{ "load_percent", "0", "load 0" },
		{ "load_percent", "-1", "load_percent" },
		{ "frame_bytes", "59", "59 bytes" },
		{ "frame_bytes", "65596", "frame_bytes" },
		{ "rounds", "1025", "1025 rounds" },
		{ "rounds", "1024", "longer than" },
		{ "low", "1", "low" },
		{ "first_slot", "192", "slot 192 of 192" },
		{ "leg", "2", "leg" },
		{ "peer_mac", "\"02:00:00:00:00\"", "peer_mac" },
		{ "peer_mac", "\"02:00:00:00:00:01x\"", "peer_mac" },
		{ "peer_mac", "null", "peer_mac" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct stream_job job = job_of(), back = { .token = 1 };
		json_t *object = stream_job_to_json(&job);
		struct err err = { 0 };

		json_object_set_new(object, row[i].key,
				    json_loads(row[i].value, JSON_DECODE_ANY, NULL));
		if (stream_job_from_json(&back, object, &err) != -EINVAL ||
		    !strstr(err.text, row[i].says))
			fail_msg("%s %s: %s", row[i].key, row[i].value, err.text);
		json_decref(object);
	}
	assert_int_equal(stream_job_from_json(&(struct stream_job){ 0 }, NULL, NULL), -EINVAL);
}

static struct stream_result result_of(unsigned int slots)
{
	struct stream_result r;

	assert_int_equal(stream_result_init(&r, slots), 0);
	r.ended = STREAM_DONE;
	r.slots = slots;
	for (unsigned int i = 0; i < slots; i++) {
		r.sent[i] = 10 + i;
		r.received[i] = i;
	}
	return r;
}

static void a_result_comes_back(void **state)
{
	struct stream_result r = result_of(3), back;
	json_t *object;

	(void)state;
	r.sent[1] = STREAM_SLOT_LATE;
	r.frames = 99;
	r.lateness_p99_ns = 123456;
	r.steal = 0.25;
	r.host_drops = 4;
	strcpy(r.priority, "fifo");
	r.count[TALLY_LATE] = (struct tally_sum){ true, 9, true, 1, 8 };
	r.count[TALLY_RX_BYTES] = (struct tally_sum){ .has = true, .total = 1ULL << 40 };
	object = stream_result_to_json(&r);
	assert_int_equal(stream_result_from_json(&back, object, 4, NULL), 0);
	assert_int_equal(back.slots, 3);
	assert_memory_equal(back.sent, r.sent, 3 * sizeof(*r.sent));
	assert_memory_equal(back.received, r.received, 3 * sizeof(*r.received));
	assert_memory_equal(back.count, r.count, sizeof(r.count));
	assert_true(back.ended == STREAM_DONE && back.frames == 99 && back.host_drops == 4 &&
		    back.lateness_p99_ns == 123456 && back.steal == 0.25);
	assert_string_equal(back.priority, "fifo");
	json_decref(object);
	stream_result_fini(&r);
	stream_result_fini(&back);
}

static void results_that_are_none(void **state)
{
	static const char *const row[][2] = {
		{ "ended", "\"well\"" }, { "ended", "null" }, { "sent", "[1, 2]" },
		{ "sent", "[1, 2, 3, 4, 5]" }, { "sent", "[1, -2, 3]" }, { "received", "[0, 1, \"\"]" },
		{ "received", "[0, 1, 4294967296]" }, { "steal", "1.5" }, { "steal", "-1" },
		{ "host_drops", "-1" }, { "lateness_p99_ns", "1.5" }, { "frames", "null" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct stream_result r = result_of(3), back;
		json_t *object = stream_result_to_json(&r);

		json_object_set_new(object, row[i][0],
				    json_loads(row[i][1], JSON_DECODE_ANY, NULL));
		if (stream_result_from_json(&back, object, 4, NULL) != -EPROTO)
			fail_msg("%s %s", row[i][0], row[i][1]);
		json_decref(object);
		stream_result_fini(&r);
	}
}

static void both_ends_make_slots(void **state)
{
	struct stream_job job = job_of();
	unsigned int slots = stream_plan_slots(&job.plan) - job.first_slot;
	struct slot_result *slot = calloc(stream_plan_slots(&job.plan), sizeof(*slot));
	struct stream_result near = result_of(slots), far = result_of(slots - 1);

	(void)state;
	near.sent[1] = far.sent[2] = STREAM_SLOT_LATE;
	stream_result_join(slot, &job.plan, job.first_slot, &near, &far);
	assert_int_equal(slot[0].sent[0], 0);	/* of the earlier attempt: untouched */
	slot += job.first_slot;
	assert_int_equal(slot[3].round, stream_plan_round(&job.plan, job.first_slot + 3));
	assert_int_equal(slot[3].kind, stream_plan_kind(&job.plan, job.first_slot + 3));
	assert_false(slot[0].missing || slot[3].missing);
	assert_true(slot[1].missing && slot[2].missing && slot[slots - 1].missing);
	near.sent[5] = 50;
	near.received[5] = 51;
	far.sent[5] = 60;
	far.received[5] = 61;
	stream_result_join(slot - job.first_slot, &job.plan, job.first_slot, &near, &far);
	assert_int_equal(slot[5].sent[STREAM_NEAR_TO_FAR], 50);
	assert_int_equal(slot[5].received[STREAM_NEAR_TO_FAR], 61);
	assert_int_equal(slot[5].sent[STREAM_FAR_TO_NEAR], 60);
	assert_int_equal(slot[5].received[STREAM_FAR_TO_NEAR], 51);
	slot -= job.first_slot;
	near.ended = STREAM_DONE;
	stream_result_join(slot, &job.plan, job.first_slot, &near, NULL);
	slot += job.first_slot;
	assert_true(slot[1].missing && !slot[5].missing);
	assert_int_equal(slot[5].sent[STREAM_NEAR_TO_FAR], 0);
	assert_int_equal(slot[5].sent[STREAM_FAR_TO_NEAR],
			 stream_plan_times(&job.plan, job.first_slot + 5, STREAM_FAR_TO_NEAR, NULL,
					   0));
	assert_int_equal(slot[5].received[STREAM_FAR_TO_NEAR], 51);
	near.ended = STREAM_NO_ANSWER;
	stream_result_join(slot - job.first_slot, &job.plan, job.first_slot, &near, NULL);
	assert_true(slot[5].missing);
	free(slot - job.first_slot);
	stream_result_fini(&near);
	stream_result_fini(&far);
}

static void addresses(void **state)
{
	uint8_t mac[STREAM_MAC_BYTES];
	char text[18];

	(void)state;
	assert_true(stream_mac_parse("02:ab:00:ff:10:01", mac));
	stream_mac_print(mac, text);
	assert_string_equal(text, "02:ab:00:ff:10:01");
	assert_false(stream_mac_parse("02:ab:00:ff:10", mac));
	assert_false(stream_mac_parse("", mac));
	assert_false(stream_mac_parse(NULL, mac));
	assert_true(stream_token() != stream_token());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_job_comes_back),
		cmocka_unit_test(jobs_that_are_none),
		cmocka_unit_test(a_result_comes_back),
		cmocka_unit_test(results_that_are_none),
		cmocka_unit_test(both_ends_make_slots),
		cmocka_unit_test(addresses),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stream-result", tests, NULL, NULL);
}
