// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/job.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const stamps_name[] = {
	[TIMING_JOB_BEST] = "auto",
	[TIMING_JOB_HARDWARE] = "hardware",
	[TIMING_JOB_SOFTWARE] = "software",
};

static json_t *mac_to_json(const uint8_t mac[ETH_MAC_BYTES])
{
	return json_sprintf("%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1], mac[2], mac[3], mac[4],
			    mac[5]);
}

static bool mac_from_json(uint8_t mac[ETH_MAC_BYTES], const json_t *json)
{
	const char *text = json_string_value(json);
	unsigned int byte[ETH_MAC_BYTES];
	int end = 0;

	if (!text || sscanf(text, "%2x:%2x:%2x:%2x:%2x:%2x%n", &byte[0], &byte[1], &byte[2],
			    &byte[3], &byte[4], &byte[5], &end) != ETH_MAC_BYTES || text[end])
		return false;
	for (int i = 0; i < ETH_MAC_BYTES; i++)
		mac[i] = (uint8_t)byte[i];
	return (mac[0] & 1) == 0;
}

static bool stamps_from_json(enum timing_job_stamps *stamps, const json_t *json)
{
	const char *name = json_string_value(json);

	for (size_t i = 0; name && i < sizeof(stamps_name) / sizeof(stamps_name[0]); i++)
		if (strcmp(stamps_name[i], name) == 0) {
			*stamps = (enum timing_job_stamps)i;
			return true;
		}
	return false;
}

/* A JSON integer has a sign; the bits are the same. */
json_t *timing_job_to_json(const struct timing_job *job)
{
	return json_pack("{s:I, s:o, s:s, s:b, s:b, s:f}", "token", (json_int_t)job->token, "mac",
			 mac_to_json(job->mac), "stamps", stamps_name[job->stamps], "tap", job->tap,
			 "ptp", job->ptp, "duration_s", job->duration_s);
}

int timing_job_from_json(struct timing_job *job, const json_t *json, struct err *err)
{
	const json_t *token = json_object_get(json, "token");
	const char *bad = NULL;

	*job = (struct timing_job){
		.token = (uint64_t)json_integer_value(token),
		.tap = json_is_true(json_object_get(json, "tap")),
		.ptp = json_is_true(json_object_get(json, "ptp")),
		.duration_s = json_number_value(json_object_get(json, "duration_s")),
	};
	if (!json_is_integer(token))
		bad = "token";
	else if (!mac_from_json(job->mac, json_object_get(json, "mac")))
		bad = "mac";
	else if (!stamps_from_json(&job->stamps, json_object_get(json, "stamps")))
		bad = "stamps";
	else if (!(job->duration_s > 0) || !(job->duration_s <= TIMING_JOB_DURATION_MAX_S))
		bad = "duration_s";
	return bad ? err_set(err, -EINVAL, "plan of frame timing: \"%s\" is missing or wrong", bad) : 0;
}

json_t *timing_job_port_to_json(const struct timing_job_port *port)
{
	return json_pack("{s:o, s:b, s:b, s:b, s:b, s:b, s:i}", "mac", mac_to_json(port->mac),
			 "hardware", port->hardware, "completion", port->completion, "tap",
			 port->tap, "ptp", port->ptp, "adaptive", port->adaptive, "moderation_us",
			 port->moderation_us);
}

int timing_job_port_from_json(struct timing_job_port *port, const json_t *json, struct err *err)
{
	const json_t *moderation = json_object_get(json, "moderation_us");

	*port = (struct timing_job_port){
		.hardware = json_is_true(json_object_get(json, "hardware")),
		.completion = json_is_true(json_object_get(json, "completion")),
		.tap = json_is_true(json_object_get(json, "tap")),
		.ptp = json_is_true(json_object_get(json, "ptp")),
		.adaptive = json_is_true(json_object_get(json, "adaptive")),
		.moderation_us = json_is_integer(moderation) ? (int)json_integer_value(moderation) : -1,
	};
	if (mac_from_json(port->mac, json_object_get(json, "mac")))
		return 0;
	return err_set(err, -EPROTO, "an answer without the address of its port");
}

json_t *timing_heard_to_json(const struct timing_heard *heard, size_t count,
			     const struct timing_heard_sum *sum)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(rows, json_pack("[I, I, I]", (json_int_t)heard[i].number,
						      (json_int_t)heard[i].arrived_ns,
						      (json_int_t)heard[i].answered_ns));
	return json_pack("{s:I, s:I, s:b, s:b, s:s, s:I, s:I, s:[s,s,s], s:o}", "heard",
			 (json_int_t)sum->heard, "duplicates", (json_int_t)sum->duplicates, "more",
			 sum->more, "down", sum->down, "why", sum->why, "window_ns",
			 (json_int_t)sum->window_ns, "rx_bytes", (json_int_t)sum->rx_bytes,
			 "columns", "number", "arrived_ns", "answered_ns", "rows", rows);
}

static int by_number(const void *key, const void *element)
{
	const uint32_t *number = key;
	const struct timing_trip *trip = element;

	return (*number > trip->number) - (*number < trip->number);
}

static bool take_row(struct timing_trip *trip, size_t trips, uint32_t *next, const json_t *row)
{
	struct timing_trip *t;
	json_int_t value[3];
	uint32_t number;

	for (size_t i = 0; i < 3; i++) {
		const json_t *item = json_array_get(row, i);

		if (!json_is_integer(item))
			return false;
		value[i] = json_integer_value(item);
	}
	if (value[0] < 0 || value[0] >= UINT32_MAX)
		return false;
	number = (uint32_t)value[0];
	if (number >= *next)
		*next = number + 1;
	t = trips ? bsearch(&number, trip, trips, sizeof(*trip), by_number) : NULL;
	/* An answer that is fetched twice says the same. */
	if (t && !t->arrived) {
		t->arrived = true;
		t->arrived_ns = value[1];
		t->answered_ns = value[2];
	}
	return true;
}

int timing_heard_from_json(struct timing_trip *trip, size_t trips, struct timing_heard_sum *sum,
			   uint32_t *next, const json_t *json, struct err *err)
{
	const json_t *rows = json_object_get(json, "rows"), *row;
	const char *why = json_string_value(json_object_get(json, "why"));
	size_t i;

	*sum = (struct timing_heard_sum){
		.heard = (uint64_t)json_integer_value(json_object_get(json, "heard")),
		.duplicates = (uint64_t)json_integer_value(json_object_get(json, "duplicates")),
		.more = json_is_true(json_object_get(json, "more")),
		.down = json_is_true(json_object_get(json, "down")),
		.window_ns = json_integer_value(json_object_get(json, "window_ns")),
		.rx_bytes = (uint64_t)json_integer_value(json_object_get(json, "rx_bytes")),
	};
	snprintf(sum->why, sizeof(sum->why), "%s", why ? why : "");
	if (!json_is_array(rows))
		return err_set(err, -EPROTO, "an answer without what was heard");
	json_array_foreach(rows, i, row)
		if (!take_row(trip, trips, next, row))
			return err_set(err, -EPROTO, "row %zu of what was heard cannot be read", i);
	/* Or the same would be asked for ever. */
	sum->more = sum->more && i > 0;
	return 0;
}
