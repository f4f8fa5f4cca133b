// SPDX-License-Identifier: GPL-3.0-or-later
/* What a live lab says of itself, as text. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "cmd/lab.h"

#define LABEL_WIDTH 22
#define COLUMN_WIDTH 14

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "?";
}

static double number_of(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

static bool any(json_t *ports, const char *counter)
{
	const char *name;
	json_t *port;

	json_object_foreach(ports, name, port)
		if (json_integer_value(json_object_get(port, counter)) != 0)
			return true;
	return false;
}

static void counter_row(FILE *out, json_t *ports, const char *counter)
{
	const char *name;
	json_t *port, *value;

	fprintf(out, "  %-*s", LABEL_WIDTH, counter);
	json_object_foreach(ports, name, port) {
		value = json_object_get(port, counter);
		if (json_is_integer(value))
			fprintf(out, " %*" JSON_INTEGER_FORMAT, COLUMN_WIDTH, json_integer_value(value));
		else
			fprintf(out, " %*s", COLUMN_WIDTH, "-");
	}
	fputc('\n', out);
}

static void heads(FILE *out, json_t *ports)
{
	const char *name;
	json_t *port;

	fprintf(out, "\n  %-*s", LABEL_WIDTH, "");
	json_object_foreach(ports, name, port)
		fprintf(out, " %*s", COLUMN_WIDTH, name);
	fprintf(out, "\n  %-*s", LABEL_WIDTH, "duplex");
	json_object_foreach(ports, name, port)
		fprintf(out, " %*s", COLUMN_WIDTH, text_of(port, "duplex"));
	fputc('\n', out);
}

static void counters(FILE *out, json_t *ports, bool all)
{
	static const char *const counter[] = {
#define C(field) #field,
		LAB_COUNTERS(C)
#undef C
		"policed", "not_delivered",
	};

	heads(out, ports);
	for (size_t i = 0; i < sizeof(counter) / sizeof(counter[0]); i++)
		if (all || any(ports, counter[i]))
			counter_row(out, ports, counter[i]);
}

static void validity(FILE *out, const json_t *v)
{
	fprintf(out, "\n  %s: steal %.1f %%, delivered late: half below %.0f us, 99 %% below %.0f us, "
		"most %.0f us, of %.0f frames; %.0f stalls; priority %s\n",
		json_is_true(json_object_get(v, "valid")) ? "valid" : "NOT VALID, too busy a machine",
		100 * number_of(v, "steal"), number_of(v, "late_p50_us"), number_of(v, "late_p99_us"),
		number_of(v, "late_max_us"), number_of(v, "deliveries"), number_of(v, "stalls"),
		text_of(v, "priority"));
}

int lab_show_text(FILE *out, const char *json, bool all, struct err *err)
{
	json_t *lab = json_loads(json, 0, NULL);

	if (!lab)
		return err_set(err, -EBADMSG, "the lab's answer makes no sense; is it of another version?");
	fprintf(out, "lab %s: %s, %.0f Mb/s, report %s, seed %.0f, up %.0f s\n", text_of(lab, "lab"),
		text_of(lab, "scene"), number_of(lab, "rate_mbps"), text_of(lab, "report"),
		number_of(lab, "seed"), number_of(lab, "seconds"));
	counters(out, json_object_get(lab, "ports"), all);
	validity(out, json_object_get(lab, "validity"));
	json_decref(lab);
	return 0;
}

void lab_show_doubts(FILE *out, const char *json, const char *then)
{
	json_t *lab = json_loads(json, 0, NULL);
	const json_t *v = json_object_get(lab, "validity");

	if (lab && json_is_false(json_object_get(v, "valid")))
		fprintf(out, "etherdx: lab: this machine was too busy for a true wire (steal %.1f %%, 99 %% "
			"of the frames less than %.1f ms late); %s\n",
			100 * number_of(v, "steal"), number_of(v, "late_p99_us") / 1e3, then);
	json_decref(lab);
}
