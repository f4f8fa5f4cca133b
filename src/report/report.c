// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct report_port *report_add_port(struct report *report, const char *name)
{
	struct report_port *all, *port;

	all = realloc(report->port, (report->ports + 1) * sizeof(*all));
	if (!all)
		return NULL;
	report->port = all;
	port = &all[report->ports];
	*port = (struct report_port){ .sets = sets_new(), .started = time(NULL) };
	if (!port->sets)
		return NULL;
	snprintf(port->name, sizeof(port->name), "%s", name);
	report->ports++;
	return port;
}

void report_drop_ports(struct report *report)
{
	for (unsigned int i = 0; i < report->ports; i++) {
		sets_free(report->port[i].sets);
		free(report->port[i].judged);
		json_decref(report->port[i].extra);
		free(report->port[i].neighbor);
	}
	free(report->port);
	report->port = NULL;
	report->ports = 0;
}

void report_fini(struct report *report)
{
	report_drop_ports(report);
	free(report->source);
	report->source = NULL;
	report->sources = 0;
}

static enum report_verdict of_severity(enum severity worst)
{
	switch (worst) {
	case SEV_CRITICAL:
		return VERDICT_CRITICAL;
	case SEV_WARNING:
		return VERDICT_WARNING;
	case SEV_UNKNOWN:
		return VERDICT_UNKNOWN;
	case SEV_INFO:
	case SEV_COUNT:
		break;
	}
	return VERDICT_OK;
}

enum report_verdict report_port_verdict(const struct report_port *port)
{
	enum report_verdict verdict = port->judged ? of_severity(port->judged->worst) : VERDICT_OK;

	if (verdict != VERDICT_OK)
		return verdict;
	if (port->err.code || (port->judged && port->judged->undecided))
		return VERDICT_UNKNOWN;
	return VERDICT_OK;
}

enum report_verdict report_verdict(const struct report *report)
{
	enum report_verdict worst = report->err.code ? VERDICT_UNKNOWN : VERDICT_OK;
	unsigned int used = 0;

	for (unsigned int i = 0; i < report->ports; i++) {
		enum report_verdict verdict = report_port_verdict(&report->port[i]);

		if (report->port[i].unused)
			continue;
		used++;
		if (verdict > worst)
			worst = verdict;
	}
	return used ? worst : VERDICT_UNKNOWN;
}

const char *report_verdict_name(enum report_verdict verdict)
{
	static const char *const name[] = {
		[VERDICT_OK] = "ok",
		[VERDICT_UNKNOWN] = "unknown",
		[VERDICT_WARNING] = "warning",
		[VERDICT_CRITICAL] = "critical",
	};

	return name[verdict];
}

const char *report_verdict_word(enum report_verdict verdict)
{
	static const char *const word[] = {
		[VERDICT_OK] = "OK",
		[VERDICT_UNKNOWN] = "UNKNOWN",
		[VERDICT_WARNING] = "WARN",
		[VERDICT_CRITICAL] = "FAIL",
	};

	return word[verdict];
}

void report_percent(double share, char out[static PERCENT_TEXT_MAX])
{
	int digits = share < 0.99 ? 0 : share < 0.999 ? 1 : 2;
	double scale = 100 * pow(10, digits);

	/* A share that is a whole number of steps, but for its binary form, stays one. */
	snprintf(out, PERCENT_TEXT_MAX, "%.*f %%", digits,
		 fmin(floor(share * scale + 1e-6), scale - 1) * 100 / scale);
}

bool report_has_traffic(const struct report_port *port)
{
	const struct facts *path = &port->sets->set[SET_PATH];

	return facts_known(path, FACT_STREAM_STATE) || facts_known(path, FACT_STREAM_TCP_STATE);
}

void report_remedy(const struct report_port *port, const struct finding *finding,
		   const struct remedy *remedy, char out[static REMEDY_TEXT_MAX])
{
	static const char mark[] = "IFACE", before[] = "FAR_";
	const char *near = facts_text(&port->sets->set[SET_NEAR], FACT_PORT_NAME);
	const char *far = facts_text(&port->sets->set[SET_FAR], FACT_PORT_NAME);
	const char *at = remedy->text, *hit;
	int prefix = (int)strlen(before);
	size_t used = 0;

	if (finding->far)
		near = NULL;
	while ((hit = strstr(at, mark))) {
		bool of_far = hit - at >= prefix && strncmp(hit - prefix, before, strlen(before)) == 0;
		const char *name = of_far ? far : near;

		used += (size_t)snprintf(out + used, REMEDY_TEXT_MAX - used, "%.*s%s",
					 (int)(hit - at) - (of_far ? prefix : 0), at,
					 name ? name : mark);
		if (used >= REMEDY_TEXT_MAX)
			return;
		at = hit + strlen(mark);
	}
	snprintf(out + used, REMEDY_TEXT_MAX - used, "%s", at);
}
