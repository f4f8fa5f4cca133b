// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/tcp-result.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stream/result.h"

#define NS_PER_MS 1000000LL
#define ETHERNET_BYTES (8 + 14 + 4 + 12)
#define TCP_BYTES 32	/* with the time stamp option */
#define PACE_MAX_BPS 1000000000LL

static const char *const state_text[] = {
	[TCP_VALID] = "valid",
	[TCP_NO_ADDRESS] = "no common address",
	[TCP_NO_CONNECTION] = "no connection",
	[TCP_NO_ANSWER] = "no answer",
	[TCP_STOPPED] = "interrupted",
	[TCP_NO_CARRIER] = "carrier lost",
};

#define STATES (sizeof(state_text) / sizeof(state_text[0]))

const char *tcp_state_text(enum tcp_state state)
{
	return state_text[state];
}

bool tcp_sends(bool far, enum tcp_phase phase)
{
	return phase == TCP_BOTH || (phase == TCP_BACK) == far;
}

int64_t tcp_phase_start_ns(const struct tcp_job *job, enum tcp_phase phase)
{
	int64_t ms = 0;

	for (int i = 0; i < (int)phase; i++)
		ms += job->phase_ms[i] + job->gap_ms;
	return ms * NS_PER_MS;
}

int64_t tcp_job_duration_ns(const struct tcp_job *job)
{
	return tcp_phase_start_ns(job, TCP_BOTH) +
	       (job->phase_ms[TCP_BOTH] + job->gap_ms) * NS_PER_MS;
}

double tcp_limit_bps(double rate_bps, unsigned int mtu_bytes, bool v6)
{
	unsigned int headers = (v6 ? 40 : 20) + TCP_BYTES;

	if (mtu_bytes <= headers)
		return 0;
	return rate_bps * (mtu_bytes - headers) / (mtu_bytes + ETHERNET_BYTES);
}

json_t *tcp_job_to_json(const struct tcp_job *job)
{
	return json_pack("{s:o, s:I, s:[i, i, i], s:i}", "token", stream_hex_to_json(job->token),
			 "pace_bps", (json_int_t)job->pace_bps,
			 "phase_ms", (int)job->phase_ms[0], (int)job->phase_ms[1],
			 (int)job->phase_ms[2], "gap_ms", (int)job->gap_ms);
}

static bool take(const json_t *number, json_int_t max, uint64_t *out)
{
	json_int_t value = json_integer_value(number);

	*out = (uint64_t)value;
	return json_is_integer(number) && value >= 0 && value <= max;
}

/* Far: whoever gets a job by message is. */
int tcp_job_from_json(struct tcp_job *job, const json_t *object, struct err *err)
{
	const json_t *phases = json_object_get(object, "phase_ms");
	struct tcp_job read = { .far = true };
	uint64_t ms = 0;
	const char *bad = NULL;

	if (!stream_hex_from_json(json_object_get(object, "token"), &read.token))
		bad = "token";
	else if (!take(json_object_get(object, "pace_bps"), PACE_MAX_BPS, &read.pace_bps))
		bad = "pace_bps";
	for (size_t i = 0; i < TCP_PHASES && !bad; i++) {
		if (!take(json_array_get(phases, i), TCP_PHASE_MAX_MS, &ms) || ms == 0)
			bad = "phase_ms";
		read.phase_ms[i] = (uint32_t)ms;
	}
	if (!bad && !take(json_object_get(object, "gap_ms"), TCP_PHASE_MAX_MS, &ms))
		bad = "gap_ms";
	read.gap_ms = (uint32_t)ms;
	if (bad)
		return err_set(err, -EINVAL, "plan of TCP: \"%s\" is missing or wrong", bad);
	*job = read;
	return 0;
}

static json_t *phase_to_json(const struct tcp_result *r, int phase)
{
	json_t *object = json_pack("{s:f, s:I, s:I, s:I}",
				   "received_bps", r->received_bps[phase],
				   "segments", (json_int_t)r->segments[phase],
				   "resent", (json_int_t)r->resent[phase],
				   "acks", (json_int_t)r->acks[phase]);

	if (r->has_order) {
		json_object_set_new(object, "reordered", json_integer((json_int_t)r->reordered[phase]));
		json_object_set_new(object, "doubled", json_integer((json_int_t)r->doubled[phase]));
	}
	return object;
}

json_t *tcp_result_to_json(const struct tcp_result *r)
{
	json_t *phases = json_array();

	for (int i = 0; i < TCP_PHASES; i++)
		json_array_append_new(phases, phase_to_json(r, i));
	return json_pack("{s:s, s:o, s:b, s:s}", "state", state_text[r->state], "phases", phases,
			 "host_limited", r->host_limited, "congestion", r->congestion);
}

static bool phase_from_json(struct tcp_result *r, int phase, const json_t *object)
{
	const json_t *bps = json_object_get(object, "received_bps");

	/* An older far end does not tell. */
	r->has_order &= take(json_object_get(object, "reordered"), INT64_MAX, &r->reordered[phase]) &&
			take(json_object_get(object, "doubled"), INT64_MAX, &r->doubled[phase]);
	r->received_bps[phase] = json_number_value(bps);
	return json_is_number(bps) && isfinite(r->received_bps[phase]) &&
	       r->received_bps[phase] >= 0 &&
	       take(json_object_get(object, "segments"), INT64_MAX, &r->segments[phase]) &&
	       take(json_object_get(object, "resent"), INT64_MAX, &r->resent[phase]) &&
	       take(json_object_get(object, "acks"), INT64_MAX, &r->acks[phase]);
}

int tcp_result_from_json(struct tcp_result *result, const json_t *object, struct err *err)
{
	const json_t *phases = json_object_get(object, "phases");
	const char *state = json_string_value(json_object_get(object, "state"));
	const char *congestion = json_string_value(json_object_get(object, "congestion"));
	struct tcp_result read = { .state = (enum tcp_state)STATES, .has_order = true };
	bool ok = true;

	for (size_t i = 0; state && i < STATES; i++)
		if (strcmp(state, state_text[i]) == 0)
			read.state = (enum tcp_state)i;
	for (int i = 0; i < TCP_PHASES; i++)
		ok &= phase_from_json(&read, i, json_array_get(phases, (size_t)i));
	if (!ok || (size_t)read.state == STATES)
		return err_set(err, -EPROTO, "the far end's figures of TCP make no sense");
	read.host_limited = json_is_true(json_object_get(object, "host_limited"));
	snprintf(read.congestion, sizeof(read.congestion), "%s", congestion ? congestion : "");
	*result = read;
	return 0;
}
