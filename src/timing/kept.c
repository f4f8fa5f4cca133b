// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/kept.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA "etherdx-timing-leg/1"
#define POINTS_MAX 10000000

static const char *const stamps_name[] = {
	[TIMING_STAMPS_SFD] = "hardware",
	[TIMING_STAMPS_COMPLETION] = "completion",
	[TIMING_STAMPS_SOFTWARE] = "software",
};

struct timing_kept_port timing_kept_port(const struct facts *f, int moderation_us)
{
	struct timing_kept_port port = { .moderation_us = moderation_us < 0 ? -1 : moderation_us };

	snprintf(port.mac, sizeof(port.mac), "%.63s", facts_text(f, FACT_PORT_MAC) ?: "");
	snprintf(port.driver, sizeof(port.driver), "%.63s", facts_text(f, FACT_PORT_DRIVER) ?: "");
	return port;
}

bool timing_kept_differs(const struct timing_kept_port *then, const struct timing_kept_port *now)
{
	return strcmp(then->mac, now->mac) != 0 || strcmp(then->driver, now->driver) != 0 ||
	       then->moderation_us != now->moderation_us;
}

static json_t *port_to_json(const struct timing_kept_port *port)
{
	return json_pack("{s:s, s:s, s:i}", "mac", port->mac, "driver", port->driver,
			 "moderation_us", port->moderation_us);
}

static json_t *points_to_json(const struct timing_kept *kept)
{
	json_t *array = json_array();

	for (size_t i = 0; i < kept->count; i++) {
		const struct timing_point *p = &kept->point[i];

		json_t *row = json_pack("[i, i, f, f]", (int)p->size_bytes, (int)p->block, p->time_s,
					p->delay_ns);

		if (kept->trips)
			json_array_append_new(row, json_integer((json_int_t)p->back_bytes));
		json_array_append_new(array, row);
	}
	return array;
}

static int refuse(struct err *err, int rc, const char *cause)
{
	if (err)
		err->cause = cause;
	return rc;
}

int timing_kept_save(const struct timing_kept *kept, const char *file, struct err *err)
{
	json_t *root = json_pack("{s:s, s:s, s:s, s:b, s:f, s:f, s:f, s:I, s:o, s:o, s:[s,s,s,s], s:o}",
		"schema", SCHEMA, "taken", kept->taken, "stamps", stamps_name[kept->stamps],
		"two_clocks", kept->two_clocks, "rate_in_mbps", kept->rate_in_mbps,
		"rate_out_mbps", kept->rate_out_mbps, "resolution_ns", kept->resolution_ns, "sent",
		(json_int_t)kept->sent, "from", port_to_json(&kept->from), "to",
		port_to_json(&kept->to), "columns", "size_bytes", "block", "time_s", "delay_ns",
		"points", points_to_json(kept));
	int rc;

	if (root && kept->trips)
		json_array_append_new(json_object_get(root, "columns"), json_string("back_bytes"));
	errno = 0;
	rc = root ? json_dump_file(root, file, JSON_COMPACT | JSON_REAL_PRECISION(17)) : -1;
	json_decref(root);
	if (rc < 0)
		return refuse(err, err_set(err, errno ? -errno : -EIO, "%s: cannot be written: %s; name a "
					   "file where you may write", file, strerror(errno ? errno : EIO)),
			      "cannot-write");
	return 0;
}

static void take_text(char out[static TIMING_KEPT_TEXT], const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	snprintf(out, TIMING_KEPT_TEXT, "%s", text ? text : "");
}

static void take_port(struct timing_kept_port *port, const json_t *object)
{
	take_text(port->mac, object, "mac");
	take_text(port->driver, object, "driver");
	port->moderation_us = (int)json_integer_value(json_object_get(object, "moderation_us"));
}

static bool take_stamps(struct timing_kept *kept, const json_t *root)
{
	const char *name = json_string_value(json_object_get(root, "stamps"));

	for (size_t i = 0; name && i < sizeof(stamps_name) / sizeof(stamps_name[0]); i++)
		if (strcmp(stamps_name[i], name) == 0) {
			kept->stamps = (enum timing_stamps)i;
			return true;
		}
	return false;
}

static bool take_point(struct timing_point *out, const json_t *row, bool trip)
{
	json_int_t size = json_integer_value(json_array_get(row, 0));
	json_int_t block = json_integer_value(json_array_get(row, 1));
	json_int_t back = json_integer_value(json_array_get(row, 4));

	if (json_array_size(row) != 4u + trip || back < trip || back > UINT16_MAX || size < 1 ||
	    size > UINT16_MAX || block < 0 || block > UINT32_MAX || !json_is_number(json_array_get(row, 2)) ||
	    !json_is_number(json_array_get(row, 3)))
		return false;
	*out = (struct timing_point){
		.size_bytes = (uint32_t)size, .block = (uint32_t)block, .leg = TIMING_DIRECT,
		.back_bytes = (uint32_t)back,
		.time_s = json_number_value(json_array_get(row, 2)),
		.delay_ns = json_number_value(json_array_get(row, 3)),
	};
	return true;
}

static int take_points(struct timing_kept *kept, const json_t *array)
{
	size_t count = json_array_size(array);

	if (count == 0 || count > POINTS_MAX)
		return -EBADMSG;
	kept->point = calloc(count, sizeof(*kept->point));
	if (!kept->point)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		if (!take_point(&kept->point[kept->count++], json_array_get(array, i), kept->trips))
			return -EBADMSG;
	return 0;
}

static int take(struct timing_kept *kept, const json_t *root)
{
	const char *schema = json_string_value(json_object_get(root, "schema"));
	char text[TIMING_KEPT_TEXT];

	if (!schema || strcmp(schema, SCHEMA) != 0 || !take_stamps(kept, root))
		return -EBADMSG;
	/* A column more makes a round trip. */
	kept->trips = json_array_size(json_object_get(root, "columns")) == 5;
	take_text(text, root, "taken");
	snprintf(kept->taken, sizeof(kept->taken), "%.23s", text);
	kept->two_clocks = json_is_true(json_object_get(root, "two_clocks"));
	kept->rate_in_mbps = json_number_value(json_object_get(root, "rate_in_mbps"));
	kept->rate_out_mbps = json_number_value(json_object_get(root, "rate_out_mbps"));
	kept->resolution_ns = json_number_value(json_object_get(root, "resolution_ns"));
	kept->sent = (uint64_t)json_integer_value(json_object_get(root, "sent"));
	take_port(&kept->from, json_object_get(root, "from"));
	take_port(&kept->to, json_object_get(root, "to"));
	if (!(kept->rate_in_mbps > 0) || !(kept->rate_out_mbps > 0))
		return -EBADMSG;
	return take_points(kept, json_object_get(root, "points"));
}

int timing_kept_load(struct timing_kept *kept, const char *file, bool trips, struct err *err)
{
	json_error_t where;
	json_t *root;
	FILE *in = fopen(file, "re");
	int rc;

	*kept = (struct timing_kept){ .point = NULL };
	if (!in)
		return refuse(err, err_set(err, -errno, "%s: %s; etherdx timing ... --direct %s makes it",
					   file, strerror(errno), file), "no-calibration");
	root = json_loadf(in, 0, &where);
	fclose(in);
	rc = root ? take(kept, root) : -EBADMSG;
	json_decref(root);
	if (rc == -EBADMSG)
		err_set(err, rc, "%s: is no direct leg that etherdx kept; make it with --direct", file);
	if (rc == 0 && kept->trips != trips)
		rc = err_set(err, -EBADMSG, "%s: was taken %s; take it anew with --direct", file,
			     kept->trips ? "with a far end (--via), there and back" :
			     "one way, without a far end");
	if (rc == -ENOMEM)
		return err_set(err, rc, "no memory for the points of %s", file);
	return rc < 0 ? refuse(err, rc, "no-calibration") : 0;
}

void timing_kept_fini(struct timing_kept *kept)
{
	free(kept->point);
	*kept = (struct timing_kept){ .point = NULL };
}
