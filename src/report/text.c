// SPDX-License-Identifier: GPL-3.0-or-later
/* The ladder for people: marks are words, colour only repeats them. */
#include <errno.h>
#include <inttypes.h>
#include <libsmartcols.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "report/sources.h"
#include "report/steps.h"
#include "report/wrap.h"

#define LABEL_COLUMN 2
#define FACTS_COLUMN 24
#define REASON_COLUMN 13

static const char *const step_label[STEP_COUNT] = {
	[STEP_HOST] = "host",
	[STEP_CABLE] = "cable, PHY",
	[STEP_NEGOTIATION] = "negotiation",
	[STEP_NEIGHBOR] = "neighbor",
	[STEP_COUNTERS] = "counters",
	[STEP_TRAFFIC] = "traffic",
	[STEP_TIMING] = "timing",
};

static const char *color_of(enum step_status status, const struct report_style *style)
{
	if (!style->color)
		return "";
	switch (status) {
	case STATUS_OK:
		return "\033[32m";
	case STATUS_WARNING:
	case STATUS_UNKNOWN:
		return "\033[33m";
	case STATUS_CRITICAL:
		return "\033[31m";
	case STATUS_DENIED:
	case STATUS_NO_DATA:
		break;
	}
	return "\033[2m";
}

static const char *color_end(const struct report_style *style)
{
	return style->color ? "\033[0m" : "";
}

static void title(const struct report_port *port, FILE *out)
{
	static const enum fact_id shown[] = {
		FACT_PORT_DRIVER, FACT_PORT_BUS_INFO, FACT_PORT_MAC, FACT_PORT_ALTNAMES,
	};
	const struct facts *near = &port->sets->set[SET_NEAR], *path = &port->sets->set[SET_PATH];
	char text[FACT_TEXT_MAX];

	fprintf(out, "%s", port->name);
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++) {
		if (!facts_known(near, shown[i]))
			continue;
		fact_print(shown[i], facts_get(near, shown[i]), text, sizeof(text));
		if (text[0])
			fprintf(out, "  %s%s", shown[i] == FACT_PORT_ALTNAMES ? "also " : "", text);
	}
	if (facts_known(&port->sets->set[SET_FAR], FACT_PORT_NAME))
		fprintf(out, "  <->  %s%s", facts_text(&port->sets->set[SET_FAR], FACT_PORT_NAME),
			facts_yes(path, FACT_STREAM_DIRECT) ? " (direct cable, as you say)" : "");
	fputc('\n', out);
}

/* Was the timing step taken?  Most runs leave it out, and it is not shown then. */
static bool has_timing(const struct report_port *port)
{
	const struct facts *path = &port->sets->set[SET_PATH];

	return facts_known(path, FACT_TIMING_MODE) || facts_known(path, FACT_TIMING_NOTES);
}

static void ladder(const struct report_port *port, const struct report_style *style, FILE *out)
{
	char facts[512];

	for (int i = 0; i < STEP_COUNT; i++) {
		enum step step = (enum step)i;
		enum step_status status = step_status(port->judged, step);

		if (step == STEP_TIMING && !has_timing(port))
			continue;
		step_key_facts(port, step, facts, sizeof(facts));
		fprintf(out, "%*s%-12s  %s%-8s%s", LABEL_COLUMN, "", step_label[i],
			color_of(status, style), step_mark(status, step), color_end(style));
		wrap(out, facts, FACTS_COLUMN, FACTS_COLUMN, style->columns);
	}
}

static void evidence(const struct finding *finding, const struct sets *sets,
		     const struct report_style *style, FILE *out)
{
	const struct verdict *v = &finding->verdict;
	const char *word = "because";

	for (unsigned int i = 0; i < v->evidence_count; i++) {
		enum fact_set set = side_set(v->evidence[i].side, finding->far);
		enum fact_id id = v->evidence[i].id;
		const struct fact *fact = facts_get(&sets->set[set], id);
		char value[600], line[800];

		if (fact->state != FACT_KNOWN)
			continue;
		fact_print(id, fact, value, sizeof(value));
		snprintf(line, sizeof(line), "%s: %s (%s, %s)", fact_row(id)->name, value,
			 fact_set_name[set], fact_source_name[fact->source]);
		fprintf(out, "    %-9s", word);
		wrap(out, line, REASON_COLUMN, REASON_COLUMN + 2, style->columns);
		word = "";
	}
}

static void remedies(const struct finding *finding, const struct report_port *port,
		     const struct report_style *style, FILE *out)
{
	const struct remedy *remedy = finding->verdict.remedies;
	char line[512], text[REMEDY_TEXT_MAX];

	for (int i = 0; i < REMEDIES_MAX && remedy[i].text; i++) {
		report_remedy(port, finding, &remedy[i], text);
		snprintf(line, sizeof(line), "%d. %s (impact: %s)", i + 1, text,
			 remedy[i].impact);
		fprintf(out, "    %-9s", i ? "" : "do");
		wrap(out, line, REASON_COLUMN, REASON_COLUMN + 3, style->columns);
	}
	if (finding->rule->avoid) {
		fprintf(out, "    %-9s", "not");
		wrap(out, finding->rule->avoid, REASON_COLUMN, REASON_COLUMN, style->columns);
	}
}

/* "near", "near or far-partner"; with no end excluded "path". */
static void end_text(const struct finding *finding, char *out, size_t size)
{
	const struct verdict *v = &finding->verdict;
	unsigned int all = (1u << END_UNKNOWN) - 1;
	size_t used = 0;

	snprintf(out, size, "%s", v->end == END_UNKNOWN && v->candidates == all ?
					 "path" : end_name(v->end, finding->far));
	if (v->end != END_UNKNOWN || v->candidates == all)
		return;
	for (int end = END_THIS; end < END_UNKNOWN; end++)
		if (v->candidates & 1u << end)
			used += (size_t)snprintf(out + used, size - used, "%s%s", used ? " or " : "",
						 end_name((enum end)end, finding->far));
}

static void one_finding(const struct finding *finding, const struct report_port *port,
			const struct report_style *style, FILE *out)
{
	const struct verdict *v = &finding->verdict;
	enum step_status status = v->severity == SEV_CRITICAL ? STATUS_CRITICAL :
				  v->severity == SEV_INFO ? STATUS_OK : STATUS_WARNING;
	char line[400], percent[PERCENT_TEXT_MAX], where[64];

	fprintf(out, "\n  %s%s  %s%s", color_of(status, style), finding->rule->id,
		severity_name[v->severity], color_end(style));
	if (v->confidence < 1) {
		report_percent(v->confidence, percent);
		fprintf(out, "  %s (%s)", percent, finding->rule->calibration);
	}
	end_text(finding, where, sizeof(where));
	snprintf(line, sizeof(line), "%s (%s)", v->summary, where);
	fprintf(out, "\n    ");
	wrap(out, line, 4, 4, style->columns);
	evidence(finding, port->sets, style, out);
	if (v->severity != SEV_INFO || style->verbosity > 0)
		remedies(finding, port, style, out);
}

/* Without a window the change of a counter is its total: once is enough. */
static bool said_already(const struct facts *f, int id)
{
	return id >= (int)FACT_TOTAL_FIRST && id < FACT_COUNT && !facts_known(f, FACT_RUN_WINDOW);
}

static void all_facts(const struct sets *sets, const struct report_style *style, FILE *out)
{
	char value[1600], line[1700];

	for (int set = 0; set < SET_COUNT; set++) {
		const struct facts *f = &sets->set[set];

		for (int id = 0; id < FACT_COUNT; id++) {
			const struct fact *fact = facts_get(f, (enum fact_id)id);
			const struct fact *other = facts_other(f, (enum fact_id)id);

			if (fact->state == FACT_UNREAD || said_already(f, id) ||
			    (fact->state == FACT_ABSENT && style->verbosity <= 0))
				continue;
			fact_print((enum fact_id)id, fact, value, sizeof(value));
			fprintf(out, "  %-8s %-26s ", fact_set_name[set],
				fact_row((enum fact_id)id)->name);
			snprintf(line, sizeof(line), fact->state == FACT_KNOWN ? "%s (%s)" : "%s",
				 value, fact_source_name[fact->source]);
			wrap(out, line, 38, 38, style->columns);
			if (!other)
				continue;
			fact_print((enum fact_id)id, other, value, sizeof(value));
			fprintf(out, "%38s", "");
			snprintf(line, sizeof(line), "but %s (%s)", value,
				 fact_source_name[other->source]);
			wrap(out, line, 38, 38, style->columns);
		}
	}
}

static void no_data_list(const struct report_port *port, const struct report_style *style,
			 FILE *out)
{
	const struct judgement *j = port->judged;
	char line[600];

	for (unsigned int i = 0; i < j->missing_count; i++) {
		const struct finding *missing = &j->missing[i];
		enum fact_set set = side_set(missing->verdict.evidence[0].side, missing->far);
		enum fact_id id = missing->verdict.evidence[0].id;

		snprintf(line, sizeof(line), "no data: %s needs %s/%s (%s)", missing->rule->id,
			 fact_set_name[set], fact_row(id)->name,
			 fact_state_name[facts_get(&port->sets->set[set], id)->state]);
		fprintf(out, "  ");
		wrap(out, line, 2, 4, style->columns);
	}
}

static const struct finding *gravest(const struct report_port *port)
{
	const struct judgement *j = port->judged;

	return j->found_count && j->found[0].verdict.severity > SEV_INFO ? &j->found[0] : NULL;
}

static void coverage(const struct report_port *port, char *out, size_t size)
{
	const struct judgement *j = port->judged;
	unsigned int seen = j->clear_count + j->found_count;

	if (port->measured) {
		snprintf(out, size, "%u of %u rules had data", seen, seen + j->missing_count);
		return;
	}
	snprintf(out, size, "%s; %u of %u rules had data%s",
		 facts_known(&port->sets->set[SET_FAR], FACT_PORT_NAME) ? "both ends" : "one end", seen,
		 seen + j->missing_count, report_has_traffic(port) ? "" : "; traffic not tested");
}

static void verdict_line(const struct report_port *port, const struct report_style *style,
			 FILE *out)
{
	enum report_verdict verdict = report_port_verdict(port);
	const struct finding *worst = gravest(port);
	unsigned int columns = style->verbosity < 0 ? UINT_MAX : style->columns;
	char line[1200], covered[128], remedy[REMEDY_TEXT_MAX] = "", sure[24] = "";

	coverage(port, covered, sizeof(covered));
	if (worst && worst->verdict.confidence < 1) {
		char percent[PERCENT_TEXT_MAX];

		report_percent(worst->verdict.confidence, percent);
		snprintf(sure, sizeof(sure), " (%s)", percent);
	}
	if (worst && worst->verdict.remedies[0].text)
		report_remedy(port, worst, &worst->verdict.remedies[0], remedy);
	/* What was found stands although it is not all; what was not decided has its reason in err. */
	if (port->err.code && !(worst && worst->verdict.severity >= SEV_WARNING))
		snprintf(line, sizeof(line), "%s: %s: incomplete: %s (%s)", port->name,
			 report_verdict_word(verdict), port->err.text, covered);
	else if (worst)
		snprintf(line, sizeof(line), "%s: %s: %s%s: %s%s%s%s%s (%s)", port->name,
			 report_verdict_word(verdict), worst->rule->id, sure, worst->verdict.summary,
			 remedy[0] ? "; " : "", remedy, port->err.code ? "; incomplete: " : "",
			 port->err.code ? port->err.text : "", covered);
	else if (verdict == VERDICT_UNKNOWN)
		snprintf(line, sizeof(line), "%s: UNKNOWN: too little is told about the link (%s)",
			 port->name, covered);
	else
		snprintf(line, sizeof(line), "%s: OK%s%s (%s)", port->name,
			 port->result[0] ? ": " : "", port->result, covered);
	wrap(out, line, 0, 6, columns);
}

static void findings(const struct report_port *port, const struct report_style *style, FILE *out)
{
	for (unsigned int i = 0; i < port->judged->found_count; i++)
		one_finding(&port->judged->found[i], port, style, out);
	if (port->judged->found_count)
		fputc('\n', out);
}

static void only_facts(const struct report_port *port, const struct report_style *style,
		       FILE *out)
{
	title(port, out);
	all_facts(port->sets, style, out);
	if (port->err.code)
		fprintf(out, "%s: incomplete: %s\n", port->name, port->err.text);
}

static void judged_port(const struct report *report, const struct report_port *port,
			const struct report_style *style, FILE *out)
{
	title(port, out);
	fputc('\n', out);
	if (report->preface)
		report->preface(port, style, out);
	else
		ladder(port, style, out);
	findings(port, style, out);
	if (!port->judged->found_count)
		fputc('\n', out);
	if (style->verbosity <= 0)
		return;
	all_facts(port->sets, style, out);
	no_data_list(port, style, out);
	fputc('\n', out);
}

static void one_port(const struct report *report, const struct report_port *port,
		     const struct report_style *style, FILE *out)
{
	if (report->text) {
		report->text(port, style, out);
		return;
	}
	if (!port->judged) {
		only_facts(port, style, out);
		return;
	}
	if (style->verbosity >= 0)
		judged_port(report, port, style, out);
	verdict_line(port, style, out);
}

static int table_row(struct libscols_table *table, const struct report_port *port)
{
	const struct finding *worst = port->judged ? gravest(port) : NULL;
	struct libscols_line *line = scols_table_new_line(table, NULL);
	const struct facts *near = &port->sets->set[SET_NEAR];
	char link[48], rules[32] = "-", note[512];
	const char *word = report_verdict_word(report_port_verdict(port));

	if (!line)
		return -ENOMEM;
	link_word(near, link, sizeof(link));
	snprintf(note, sizeof(note), "%s", worst ? worst->rule->id :
					   port->err.code ? port->err.text : "");
	if (port->judged)
		snprintf(rules, sizeof(rules), "%u of %u rules",
			 port->judged->clear_count + port->judged->found_count,
			 port->judged->clear_count + port->judged->found_count +
				 port->judged->missing_count);
	scols_line_set_data(line, 0, port->name);
	scols_line_set_data(line, 1, port->unused ? "unused" : word);
	scols_line_set_data(line, 2, port->unused ? "never cabled" : link);
	scols_line_set_data(line, 3, rules);
	scols_line_set_data(line, 4, port->unused ? "" : note);
	return 0;
}

static int list_ports(const struct report *report, const struct report_style *style, FILE *out)
{
	struct libscols_table *table = scols_new_table();
	int rc = table ? 0 : -ENOMEM;

	if (!table)
		return rc;
	scols_table_enable_noheadings(table, 1);
	scols_table_enable_minout(table, 1);
	scols_table_set_stream(table, out);
	scols_table_set_termforce(table, SCOLS_TERMFORCE_ALWAYS);
	scols_table_set_termwidth(table, style->columns);
	for (int i = 0; i < 4; i++)
		scols_table_new_column(table, NULL, 0, 0);
	scols_table_new_column(table, NULL, 0.5, SCOLS_FL_TRUNC);
	for (unsigned int i = 0; i < report->ports && rc == 0; i++)
		rc = table_row(table, &report->port[i]);
	if (rc == 0)
		rc = scols_print_table(table);
	scols_unref_table(table);
	return rc;
}

static void node_line(const struct report *report, const struct report_style *style, FILE *out)
{
	unsigned int count[VERDICT_CRITICAL + 1] = { 0 }, unused = 0;
	bool traffic = false;
	char line[200];

	for (unsigned int i = 0; i < report->ports; i++)
		if (report->port[i].unused)
			unused++;
		else
			count[report_port_verdict(&report->port[i])]++;
	for (unsigned int i = 0; i < report->ports; i++)
		traffic |= report_has_traffic(&report->port[i]);
	snprintf(line, sizeof(line), "node: %s (%u critical, %u warning, %u unknown, %u ok, "
		 "%u unused%s)", report_verdict_word(report_verdict(report)),
		 count[VERDICT_CRITICAL], count[VERDICT_WARNING], count[VERDICT_UNKNOWN],
		 count[VERDICT_OK], unused, traffic ? "" : "; traffic not tested");
	wrap(out, line, 0, 6, style->verbosity < 0 ? UINT_MAX : style->columns);
}

static int many_ports(const struct report *report, const struct report_style *style, FILE *out)
{
	int rc = 0;

	for (unsigned int i = 0; i < report->ports && style->verbosity >= 0; i++) {
		const struct report_port *port = &report->port[i];

		if (port->judged && !port->unused &&
		    (gravest(port) || style->verbosity > 0)) {
			one_port(report, port, style, out);
			fputc('\n', out);
		}
	}
	if (style->verbosity >= 0) {
		rc = list_ports(report, style, out);
		fputc('\n', out);
	}
	node_line(report, style, out);
	return rc;
}

int report_text(const struct report *report, const struct report_style *style, FILE *out,
		struct err *err)
{
	int rc = 0;

	sources_text(report, style, out);
	if (report->many && report->ports && report->port[0].judged)
		rc = many_ports(report, style, out);
	else
		for (unsigned int i = 0; i < report->ports; i++)
			one_port(report, &report->port[i], style, out);
	if (rc < 0 || fflush(out) == EOF)
		return err_set(err, -EIO, "cannot write the report: %s", strerror(errno));
	return 0;
}
