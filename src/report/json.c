// SPDX-License-Identifier: GPL-3.0-or-later
/* etherdx(8), JSON: one object, keys never renamed. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "fact/json.h"
#include "report/report.h"
#include "report/sources.h"
#include "report/steps.h"

#include "config.h"

static void set_string(json_t *object, const char *key, const char *text)
{
	json_object_set_new(object, key, text_to_json(text, strlen(text)));
}

static json_t *remedies_to_json(const struct finding *finding, const struct report_port *port)
{
	const struct remedy *remedy = finding->verdict.remedies;
	json_t *array = json_array();
	char text[REMEDY_TEXT_MAX];

	for (int i = 0; i < REMEDIES_MAX && remedy[i].text; i++) {
		report_remedy(port, finding, &remedy[i], text);
		json_array_append_new(array, json_pack("{s:s, s:s}", "text", text, "impact",
						       remedy[i].impact));
	}
	return array;
}

static json_t *evidence_to_json(const struct finding *finding, const struct sets *sets)
{
	const struct verdict *v = &finding->verdict;
	json_t *array = json_array();

	for (unsigned int i = 0; i < v->evidence_count; i++) {
		enum fact_set set = side_set(v->evidence[i].side, finding->far);
		enum fact_id id = v->evidence[i].id;
		const struct fact *fact = facts_get(&sets->set[set], id);
		json_t *one;

		if (fact->state != FACT_KNOWN)
			continue;
		one = json_pack("{s:s, s:s, s:s}", "set", fact_set_name[set], "fact",
				fact_row(id)->name, "from", fact_source_name[fact->source]);
		json_object_set_new(one, "value", fact_value_to_json(id, fact));
		json_array_append_new(array, one);
	}
	return array;
}

/* A rule that does not know the end and names no candidates means both of its link. */
static json_t *candidates_to_json(const struct finding *finding)
{
	const struct verdict *v = &finding->verdict;
	unsigned int candidates = v->candidates ? v->candidates : 1 << END_THIS | 1 << END_OTHER;
	json_t *array = json_array();

	for (int end = END_THIS; v->end == END_UNKNOWN && end < END_UNKNOWN; end++)
		if (candidates & 1u << end)
			json_array_append_new(array, json_string(end_name((enum end)end,
									  finding->far)));
	return array;
}

static json_t *finding_to_json(const struct finding *finding, const struct report_port *port)
{
	const struct rule *rule = finding->rule;
	const struct verdict *v = &finding->verdict;
	json_t *object = json_object();

	set_string(object, "id", rule->id);
	set_string(object, "severity", severity_name[v->severity]);
	json_object_set_new(object, "confidence", json_real(v->confidence));
	set_string(object, "calibration", v->confidence < 1 ? rule->calibration :
							      "read, not estimated");
	set_string(object, "step", step_name[v->step]);
	set_string(object, "end", end_name(v->end, finding->far));
	set_string(object, "fix_end", end_name(v->fix_end, finding->far));
	json_object_set_new(object, "candidates", candidates_to_json(finding));
	set_string(object, "summary", v->summary);
	json_object_set_new(object, "remedies", remedies_to_json(finding, port));
	if (rule->avoid)
		set_string(object, "avoid", rule->avoid);
	json_object_set_new(object, "evidence", evidence_to_json(finding, port->sets));
	return object;
}

/* The state of what is missing; the gravest when it is several things. */
static json_t *missing_to_json(const struct finding *finding, const struct sets *sets)
{
	const struct verdict *v = &finding->verdict;
	enum fact_state state = FACT_ABSENT;
	json_t *names = json_array();

	for (unsigned int i = 0; i < v->evidence_count; i++) {
		enum fact_set set = side_set(v->evidence[i].side, finding->far);
		enum fact_id id = v->evidence[i].id;
		const struct fact *fact = facts_get(&sets->set[set], id);

		json_array_append_new(names, json_sprintf("%s/%s", fact_set_name[set],
							  fact_row(id)->name));
		if (fact->state > state)
			state = fact->state;
	}
	return json_pack("{s:s, s:o, s:s}", "id", finding->rule->id, "missing", names, "state",
			 fact_state_name[state]);
}

static json_t *steps_to_json(const struct judgement *j)
{
	json_t *array = json_array();

	for (int i = 0; i < STEP_COUNT; i++)
		json_array_append_new(array, json_pack("{s:s, s:s}", "id", step_name[i], "status",
						       step_status_name(step_status(j, (enum step)i))));
	return array;
}

static void judgement_to_json(json_t *object, const struct report_port *port)
{
	const struct judgement *j = port->judged;
	json_t *found = json_array(), *missing = json_array();

	for (unsigned int i = 0; i < j->found_count; i++)
		json_array_append_new(found, finding_to_json(&j->found[i], port));
	for (unsigned int i = 0; i < j->missing_count; i++)
		json_array_append_new(missing, missing_to_json(&j->missing[i], port->sets));
	json_object_set_new(object, "steps", steps_to_json(j));
	json_object_set_new(object, "findings", found);
	json_object_set_new(object, "no_data", missing);
	json_object_set_new(object, "coverage",
			    json_pack("{s:i, s:i, s:i}", "clear", (int)j->clear_count, "found",
				      (int)j->found_count, "no_data", (int)j->missing_count));
}

static json_t *head(const struct report *report)
{
	return json_pack("{s:s, s:s, s:s}", "schema", "etherdx/1", "version", PACKAGE_VERSION,
			 "command", report->command);
}

static json_t *neighbors_to_json(const struct report_port *port)
{
	json_t *array = json_array();

	for (unsigned int i = 0; i < port->neighbors; i++)
		json_array_append_new(array, facts_to_json(&port->neighbor[i]));
	return array;
}

static void port_into(json_t *object, const struct report_port *port, const struct err *failed)
{
	char when[24];

	clock_utc_text(port->started, when);
	set_string(object, "interface", port->name);
	if (port->origin[0])
		set_string(object, "bundle", port->origin);
	set_string(object, "started", when);
	json_object_set_new(object, "duration_s", json_real(round(port->duration_s * 1000) / 1000));
	json_object_set_new(object, "complete", json_boolean(port->complete && !failed->code));
	set_string(object, "verdict", report_verdict_name(
		failed->code && report_port_verdict(port) == VERDICT_OK ? VERDICT_UNKNOWN :
									  report_port_verdict(port)));
	if (port->unused)
		json_object_set_new(object, "unused", json_true());
	if (port->err.code || failed->code)
		set_string(object, "error", port->err.code ? port->err.text : failed->text);
	if (port->err.cause || failed->cause)
		set_string(object, "cause", port->err.cause ? port->err.cause : failed->cause);
	json_object_set_new(object, "facts", sets_to_json(port->sets));
	if (port->neighbor)
		json_object_set_new(object, "neighbors", neighbors_to_json(port));
	if (port->judged)
		judgement_to_json(object, port);
	if (port->extra)
		json_object_update(object, port->extra);
}

static json_t *many_to_json(const struct report *report)
{
	static const struct err none;
	json_t *object = head(report), *ports = json_array();
	bool complete = report->err.code == 0;

	for (unsigned int i = 0; i < report->ports; i++) {
		json_t *port = head(report);

		port_into(port, &report->port[i], &none);
		json_array_append_new(ports, port);
		complete = complete && report->port[i].complete;
	}
	json_object_set_new(object, "complete", json_boolean(complete));
	set_string(object, "verdict", report_verdict_name(report_verdict(report)));
	if (report->err.code)
		set_string(object, "error", report->err.text);
	json_object_set_new(object, "ports", ports);
	return object;
}

#define JSON_STYLE (JSON_INDENT(2) | JSON_REAL_PRECISION(6))

static int cannot_write(struct err *err)
{
	return err_set(err, -EIO, "cannot write the report: %s", strerror(errno));
}

/* A part of a larger object: its lines stand further right. */
static int print_inside(const json_t *part, const char *indent, FILE *out, struct err *err)
{
	char *text = json_dumps(part, JSON_STYLE), *at = text;

	if (!text)
		return err_set(err, -ENOMEM, "out of memory");
	for (size_t len; *at; at += len) {
		len = strcspn(at, "\n");
		fwrite(at, 1, len, out);
		if (at[len])
			fprintf(out, "\n%s", indent);
		len += at[len] == '\n';
	}
	free(text);
	return ferror(out) ? cannot_write(err) : 0;
}

int report_json_port(const struct report *report, const struct report_port *port, bool first,
		     FILE *out, struct err *err)
{
	static const struct err none;
	json_t *object = head(report);
	int rc;

	fprintf(out, first ? "{\n  \"schema\": \"etherdx/1\",\n  \"version\": \"%s\",\n"
			     "  \"command\": \"%s\",\n  \"ports\": [\n    " :
			     ",\n    ", PACKAGE_VERSION, report->command);
	port_into(object, port, &none);
	rc = print_inside(object, "    ", out, err);
	json_decref(object);
	return rc;
}

int report_json_end(const struct report *report, bool complete, FILE *out, struct err *err)
{
	json_t *text = report->err.code ? text_to_json(report->err.text, strlen(report->err.text)) :
					  NULL;

	fprintf(out, "\n  ],\n  \"complete\": %s,\n  \"verdict\": \"%s\"",
		complete ? "true" : "false",
		report_verdict_name(complete ? VERDICT_OK : VERDICT_UNKNOWN));
	if (text) {
		fprintf(out, ",\n  \"error\": ");
		json_dumpf(text, out, JSON_ENCODE_ANY);
		json_decref(text);
	}
	return fputs("\n}\n", out) == EOF || fflush(out) == EOF ? cannot_write(err) : 0;
}

static json_t *failed_to_json(const struct report *report)
{
	json_t *object = head(report);

	json_object_set_new(object, "complete", json_false());
	set_string(object, "verdict", report_verdict_name(VERDICT_UNKNOWN));
	set_string(object, "error", report->err.text);
	if (report->err.cause)
		set_string(object, "cause", report->err.cause);
	return object;
}

int report_json(const struct report *report, FILE *out, struct err *err)
{
	json_t *object;
	int rc;

	if (report->many)
		object = many_to_json(report);
	else if (report->ports == 0)
		object = failed_to_json(report);
	else
		port_into(object = head(report), &report->port[0], &report->err);
	if (report->sources)
		json_object_set_new(object, "sources", sources_json(report));
	rc = json_dumpf(object, out, JSON_STYLE);
	json_decref(object);
	return rc < 0 || fputc('\n', out) == EOF || fflush(out) == EOF ? cannot_write(err) : 0;
}
