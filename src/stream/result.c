// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/result.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"

#define HEX_DIGITS 16
#define FRAMES_MAX 1000000	/* of a slot: more is no count */

static const char *const ended_name[] = {
	[STREAM_DONE] = "done",
	[STREAM_NO_ANSWER] = "no answer",
	[STREAM_NO_CARRIER] = "no carrier",
	[STREAM_STOPPED] = "stopped",
};

#define ENDED_NAMES (sizeof(ended_name) / sizeof(ended_name[0]))

static const char *const counter_name[TALLY_COUNTERS] = {
	[TALLY_LATE] = "late",
	[TALLY_FCS] = "fcs",
	[TALLY_COLLISIONS] = "collisions",
	[TALLY_RX_FRAMES] = "rx_frames",
	[TALLY_TX_FRAMES] = "tx_frames",
	[TALLY_RX_BYTES] = "rx_bytes",
	[TALLY_TX_BYTES] = "tx_bytes",
	[TALLY_HOST_DROPS] = "host_drops",
};

int stream_result_init(struct stream_result *result, unsigned int slots)
{
	*result = (struct stream_result){ .ended = STREAM_NO_ANSWER };
	result->sent = calloc(slots + 1u, sizeof(*result->sent));
	result->received = calloc(slots + 1u, sizeof(*result->received));
	return result->sent && result->received ? 0 : -ENOMEM;
}

void stream_result_fini(struct stream_result *result)
{
	free(result->sent);
	free(result->received);
	result->sent = result->received = NULL;
}

int stream_job_check(const struct stream_job *job, struct err *err)
{
	int rc = stream_plan_check(&job->plan, err);
	int64_t slots;

	if (rc < 0)
		return rc;
	slots = (int64_t)stream_plan_slots(&job->plan) - job->first_slot;
	if (slots <= 0)
		return err_set(err, -EINVAL, "plan of the stream: it begins with slot %u of %u",
			       job->first_slot, stream_plan_slots(&job->plan));
	if (slots * stream_plan_slot_ns(&job->plan) > STREAM_ATTEMPT_MAX_NS)
		return err_set(err, -EINVAL, "plan of the stream: longer than %g s",
			       STREAM_ATTEMPT_MAX_NS / 1e9);
	return 0;
}

bool stream_mac_parse(const char *text, uint8_t mac[static STREAM_MAC_BYTES])
{
	unsigned int byte[STREAM_MAC_BYTES];
	int end = 0;

	if (!text || sscanf(text, "%2x:%2x:%2x:%2x:%2x:%2x%n", &byte[0], &byte[1], &byte[2],
			    &byte[3], &byte[4], &byte[5], &end) != STREAM_MAC_BYTES || text[end])
		return false;
	for (int i = 0; i < STREAM_MAC_BYTES; i++)
		mac[i] = (uint8_t)byte[i];
	return true;
}

void stream_mac_print(const uint8_t mac[static STREAM_MAC_BYTES], char out[static 18])
{
	snprintf(out, 18, "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1], mac[2], mac[3], mac[4],
		 mac[5]);
}

json_t *stream_hex_to_json(uint64_t number)
{
	char text[HEX_DIGITS + 1];

	snprintf(text, sizeof(text), "%0*" PRIx64, HEX_DIGITS, number);
	return json_string(text);
}

bool stream_hex_from_json(const json_t *text, uint64_t *number)
{
	const char *s = json_string_value(text);

	if (!s || strlen(s) != HEX_DIGITS || strspn(s, "0123456789abcdef") != HEX_DIGITS)
		return false;
	*number = strtoull(s, NULL, 16);
	return true;
}

json_t *stream_job_to_json(const struct stream_job *job)
{
	const struct stream_plan *plan = &job->plan;
	json_t *object;
	char mac[18];

	stream_mac_print(job->peer_mac, mac);
	object = json_pack("{s:o, s:o, s:i, s:i, s:i, s:i, s:b, s:i, s:i, s:s}",
			 "token", stream_hex_to_json(job->token), "seed", stream_hex_to_json(plan->seed),
			 "rate_mbps", plan->rate_mbps, "load_percent", plan->load_percent,
			 "frame_bytes", plan->frame_bytes, "rounds", plan->rounds,
			 "low", plan->low, "first_slot", (int)job->first_slot,
			 "leg", (int)job->dir, "peer_mac", mac);
	if (object && job->udp)
		json_object_set_new(object, "udp",
				    json_pack("{s:s, s:s, s:i}", "own", job->own, "peer", job->peer,
					      "peer_port", (int)job->peer_port));
	return object;
}

static bool take(const json_t *object, const char *key, uint16_t *out)
{
	const json_t *number = json_object_get(object, key);
	json_int_t value = json_integer_value(number);

	*out = (uint16_t)value;
	return json_is_integer(number) && value >= 0 && value <= UINT16_MAX;
}

static bool take_address(const json_t *object, const char *key, char out[static 48])
{
	const char *text = json_string_value(json_object_get(object, key));

	return text && snprintf(out, 48, "%s", text) < 48;
}

static bool take_udp(struct stream_job *job, const json_t *udp)
{
	job->udp = udp != NULL;
	return !udp || (take_address(udp, "own", job->own) && take_address(udp, "peer", job->peer) &&
			take(udp, "peer_port", &job->peer_port));
}

int stream_job_from_json(struct stream_job *job, const json_t *object, struct err *err)
{
	struct stream_job read = { .token = 0 };
	uint16_t leg = 0, first = 0;
	const char *bad = NULL;

	if (!stream_hex_from_json(json_object_get(object, "token"), &read.token))
		bad = "token";
	else if (!stream_hex_from_json(json_object_get(object, "seed"), &read.plan.seed))
		bad = "seed";
	else if (!take(object, "rate_mbps", &read.plan.rate_mbps))
		bad = "rate_mbps";
	else if (!take(object, "load_percent", &read.plan.load_percent))
		bad = "load_percent";
	else if (!take(object, "frame_bytes", &read.plan.frame_bytes))
		bad = "frame_bytes";
	else if (!take(object, "rounds", &read.plan.rounds))
		bad = "rounds";
	else if (!json_is_boolean(json_object_get(object, "low")))
		bad = "low";
	else if (!take(object, "first_slot", &first))
		bad = "first_slot";
	else if (!take(object, "leg", &leg) || leg >= STREAM_DIRS)
		bad = "leg";
	else if (!stream_mac_parse(json_string_value(json_object_get(object, "peer_mac")),
				   read.peer_mac))
		bad = "peer_mac";
	else if (!take_udp(&read, json_object_get(object, "udp")))
		bad = "udp";
	if (bad)
		return err_set(err, -EINVAL, "plan of the stream: \"%s\" is missing or wrong", bad);
	read.plan.low = json_is_true(json_object_get(object, "low"));
	read.first_slot = first;
	read.dir = (enum stream_dir)leg;
	*job = read;
	return stream_job_check(job, err);
}

uint64_t stream_token(void)
{
	uint64_t token = 0;

	if (getrandom(&token, sizeof(token), 0) != sizeof(token))
		token = (uint64_t)clock_now_ns() * 0x9e3779b97f4a7c15ULL;
	return token;
}

static json_t *counts_to_json(const uint32_t *count, unsigned int slots)
{
	json_t *array = json_array();

	for (unsigned int i = 0; i < slots; i++)
		json_array_append_new(array, count[i] == STREAM_SLOT_LATE ?
						     json_null() : json_integer(count[i]));
	return array;
}

static json_t *sum_to_json(const struct tally_sum *sum)
{
	json_t *object;

	if (!sum->has)
		return json_null();
	object = json_pack("{s:I}", "total", (json_int_t)sum->total);
	if (sum->attributed) {
		json_object_set_new(object, "alone", json_integer((json_int_t)sum->alone));
		json_object_set_new(object, "together", json_integer((json_int_t)sum->together));
	}
	return object;
}

json_t *stream_result_to_json(const struct stream_result *result)
{
	json_t *counts = json_object();

	for (int i = 0; i < TALLY_COUNTERS; i++)
		json_object_set_new(counts, counter_name[i], sum_to_json(&result->count[i]));
	return json_pack("{s:s, s:I, s:o, s:o, s:I, s:f, s:I, s:s, s:o}",
			 "ended", ended_name[result->ended], "frames", (json_int_t)result->frames,
			 "sent", counts_to_json(result->sent, result->slots),
			 "received", counts_to_json(result->received, result->slots),
			 "lateness_p99_ns", (json_int_t)result->lateness_p99_ns,
			 "steal", result->steal, "host_drops", (json_int_t)result->host_drops,
			 "priority", result->priority, "counters", counts);
}

/* A whole number from 0 to max; false: none. */
static bool count_of(const json_t *number, json_int_t max, uint64_t *out)
{
	json_int_t value = json_integer_value(number);

	*out = (uint64_t)value;
	return json_is_integer(number) && value >= 0 && value <= max;
}

static bool counts_from_json(const json_t *array, uint32_t *count, unsigned int slots)
{
	for (unsigned int i = 0; i < slots; i++) {
		const json_t *item = json_array_get(array, i);
		uint64_t number = STREAM_SLOT_LATE;

		if (!json_is_null(item) && !count_of(item, FRAMES_MAX, &number))
			return false;
		count[i] = (uint32_t)number;
	}
	return true;
}

static void sum_from_json(struct tally_sum *sum, const json_t *object)
{
	sum->has = count_of(json_object_get(object, "total"), INT64_MAX, &sum->total);
	sum->attributed = sum->has &&
			  count_of(json_object_get(object, "alone"), INT64_MAX, &sum->alone) &&
			  count_of(json_object_get(object, "together"), INT64_MAX, &sum->together);
}

static bool ended_from_json(const json_t *text, enum stream_ended *ended)
{
	const char *name = json_string_value(text);

	for (size_t i = 0; name && i < ENDED_NAMES; i++)
		if (strcmp(name, ended_name[i]) == 0) {
			*ended = (enum stream_ended)i;
			return true;
		}
	return false;
}

static bool read_result(struct stream_result *result, const json_t *object, unsigned int slots)
{
	const json_t *sent = json_object_get(object, "sent");
	const json_t *received = json_object_get(object, "received");
	const json_t *counts = json_object_get(object, "counters");
	const char *priority = json_string_value(json_object_get(object, "priority"));
	uint64_t late_ns;

	if (json_array_size(sent) > slots || json_array_size(received) != json_array_size(sent))
		return false;
	result->slots = (unsigned int)json_array_size(sent);
	for (int i = 0; i < TALLY_COUNTERS; i++)
		sum_from_json(&result->count[i], json_object_get(counts, counter_name[i]));
	snprintf(result->priority, sizeof(result->priority), "%s", priority ? priority : "");
	result->steal = json_number_value(json_object_get(object, "steal"));
	if (!ended_from_json(json_object_get(object, "ended"), &result->ended) ||
	    !count_of(json_object_get(object, "frames"), INT64_MAX, &result->frames) ||
	    !count_of(json_object_get(object, "lateness_p99_ns"), INT64_MAX, &late_ns) ||
	    !count_of(json_object_get(object, "host_drops"), INT64_MAX, &result->host_drops) ||
	    !(result->steal >= 0 && result->steal <= 1))
		return false;
	result->lateness_p99_ns = (int64_t)late_ns;
	return counts_from_json(sent, result->sent, result->slots) &&
	       counts_from_json(received, result->received, result->slots);
}

int stream_result_from_json(struct stream_result *result, const json_t *object,
			    unsigned int slots, struct err *err)
{
	if (stream_result_init(result, slots) < 0) {
		stream_result_fini(result);
		return err_set(err, -ENOMEM, "out of memory");
	}
	if (read_result(result, object, slots))
		return 0;
	stream_result_fini(result);
	return err_set(err, -EPROTO, "the far end's counts of the stream make no sense");
}

/* What the near end knows by itself of the i-th slot from first_slot on. */
static void join_alone(struct slot_result *slot, const struct stream_plan *plan,
		       unsigned int number, const struct stream_result *near, unsigned int i)
{
	slot->missing = near->ended != STREAM_DONE || near->sent[i] == STREAM_SLOT_LATE;
	if (slot->missing)
		return;
	slot->sent[STREAM_FAR_TO_NEAR] = stream_plan_times(plan, number, STREAM_FAR_TO_NEAR, NULL, 0);
	slot->received[STREAM_FAR_TO_NEAR] = near->received[i];
}

static void join_both(struct slot_result *slot, const struct stream_result *near,
		      const struct stream_result *far, unsigned int i)
{
	slot->missing = i >= near->slots || i >= far->slots || near->sent[i] == STREAM_SLOT_LATE ||
			far->sent[i] == STREAM_SLOT_LATE;
	if (slot->missing)
		return;
	slot->sent[STREAM_NEAR_TO_FAR] = near->sent[i];
	slot->sent[STREAM_FAR_TO_NEAR] = far->sent[i];
	slot->received[STREAM_NEAR_TO_FAR] = far->received[i];
	slot->received[STREAM_FAR_TO_NEAR] = near->received[i];
}

void stream_result_join(struct slot_result *out, const struct stream_plan *plan,
			unsigned int first_slot, const struct stream_result *near,
			const struct stream_result *far)
{
	for (unsigned int i = 0; first_slot + i < stream_plan_slots(plan); i++) {
		struct slot_result *slot = &out[first_slot + i];

		*slot = (struct slot_result){
			.round = stream_plan_round(plan, first_slot + i),
			.kind = stream_plan_kind(plan, first_slot + i),
		};
		if (far)
			join_both(slot, near, far, i);
		else
			join_alone(slot, plan, first_slot + i, near, i);
	}
}
