// SPDX-License-Identifier: GPL-3.0-or-later
/* What the other end of a traffic test sends: plans and results, as JSON of any shape. */
#include "standalone.h"

#include <jansson.h>
#include <math.h>

#include "stream/result.h"
#include "stream/tcp-result.h"

static void check_job(const json_t *object)
{
	struct err err = { 0 };
	struct stream_job job;
	int64_t ns;

	if (stream_job_from_json(&job, object, &err) < 0) {
		FUZZ_CHECK(err.code < 0 && err.text[0]);
		return;
	}
	ns = stream_plan_slot_ns(&job.plan) * (stream_plan_slots(&job.plan) - job.first_slot);
	FUZZ_CHECK(job.first_slot < stream_plan_slots(&job.plan));
	FUZZ_CHECK(ns > 0 && ns <= STREAM_ATTEMPT_MAX_NS);
	FUZZ_CHECK(stream_plan_times(&job.plan, job.first_slot, job.dir, NULL, 0) <=
		   STREAM_SLOT_FRAMES_MAX);
}

static void check_result(const json_t *object)
{
	struct stream_plan plan;
	struct slot_result slot[96];
	struct stream_result r;
	struct err err = { 0 };

	FUZZ_CHECK(stream_plan_init(&plan, 100, 20, 1, NULL) == 0 &&
		   stream_plan_slots(&plan) == 96);
	if (stream_result_from_json(&r, object, 96, &err) < 0) {
		FUZZ_CHECK(err.code < 0 && err.text[0]);
		return;
	}
	FUZZ_CHECK(r.slots <= 96 && r.ended <= STREAM_STOPPED);
	FUZZ_CHECK(r.steal >= 0 && r.steal <= 1 && r.lateness_p99_ns >= 0);
	stream_result_join(slot, &plan, 0, &r, &r);
	stream_result_fini(&r);
}

static void check_tcp(const json_t *object)
{
	struct tcp_result r;
	struct tcp_job job;

	if (tcp_job_from_json(&job, object, NULL) == 0)
		FUZZ_CHECK(tcp_job_duration_ns(&job) <= 6 * TCP_PHASE_MAX_MS * 1000000LL);
	if (tcp_result_from_json(&r, object, NULL) == 0)
		for (int i = 0; i < TCP_PHASES; i++)
			FUZZ_CHECK(isfinite(r.received_bps[i]) && r.received_bps[i] >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *object = json_loadb((const char *)data, size, JSON_ALLOW_NUL, NULL);

	check_job(object);
	check_result(object);
	check_tcp(object);
	json_decref(object);
	return 0;
}
