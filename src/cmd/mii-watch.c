// SPDX-License-Identifier: GPL-3.0-or-later
/* A negotiation as it goes: a line for each change. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cmd/mii.h"
#include "cmd/run.h"
#include "dev/dev.h"
#include "mii/watch.h"
#include "probe/probe.h"
#include "report/wrap.h"

#define LOOK_EVERY_NS 100000000LL
#define NS_PER_S 1e9
#define EVENTS_MAX 10000
#define TEXT_COLUMN 34

struct run {
	const struct settings *settings;
	const struct report_port *port;
	struct mii_watch watch;
	json_t *events;
	bool live;		/* lines go to standard output as they come */
	int64_t begun_ns, end_ns;	/* on the port's clock; no end: INT64_MAX */
};

static void print_event(FILE *out, double t_s, const char *name, const char *text,
			unsigned int columns)
{
	fprintf(out, "%10.3f  %-21s ", t_s, name);
	wrap(out, text, TEXT_COLUMN, TEXT_COLUMN, columns);
}

static void note(struct run *run, int64_t t_ns, const struct mii_event *event)
{
	double t_s = (double)(t_ns - run->begun_ns) / NS_PER_S;
	const char *name = mii_event_name(event->kind);

	if (json_array_size(run->events) < EVENTS_MAX)
		json_array_append_new(run->events,
				      json_pack("{s:f, s:s, s:s}", "t_s", round(t_s * 1000) / 1000,
						"event", name, "text", event->text));
	if (!run->live)
		return;
	print_event(stdout, t_s, name, event->text, output_columns(stdout));
	fflush(stdout);
}

static void warn(const struct run *run)
{
	const struct facts *near = &run->port->sets->set[SET_NEAR];
	const char *why = facts_text(near, FACT_MII_SYNTHETIC_WHY);

	if (run->settings->verbosity < 0)
		return;
	fprintf(stderr, "etherdx: %s: reading consumes the latched bits of registers 1, 6 and 10: "
		"while this runs, other tools and the driver may miss short losses\n",
		run->port->name);
	if (facts_yes(near, FACT_MII_SYNTHETIC))
		fprintf(stderr, "etherdx: %s: the registers are made up by the driver (%s): nothing "
			"firm follows from their changes\n", run->port->name, why ? why : "known for it");
}

/* Until the time is over, a signal comes or the port goes. */
static int follow(struct run *run, struct dev *dev, struct err *err)
{
	struct mii_event event[MII_EVENTS_MAX];
	struct mii_look look;
	int64_t now_ns = dev_now_ns(dev), next_ns = now_ns;
	unsigned int count;
	int rc = 0;

	while (rc == 0 && !run_interrupted() && now_ns < run->end_ns) {
		rc = dev_look(dev, next_ns < run->end_ns ? next_ns : run->end_ns, &look, err);
		now_ns = dev_now_ns(dev);
		next_ns = now_ns + LOOK_EVERY_NS;
		if (rc < 0)
			break;
		if (run->watch.looks == 0)
			warn(run);
		count = mii_watch_step(&run->watch, &look, event);
		for (unsigned int i = 0; i < count; i++)
			note(run, look.t_ns, &event[i]);
	}
	mii_watch_end(&run->watch, now_ns);
	return rc == -EINTR ? 0 : rc;
}

static json_t *summary(const struct run *run)
{
	const struct mii_watch *w = &run->watch;

	return json_pack("{s:i, s:i, s:f, s:f, s:i, s:i, s:b, s:b}", "looks", (int)w->looks,
			 "link_losses", (int)w->link_losses, "down_s",
			 round((double)w->down_ns / 1e6) / 1000, "longest_down_s",
			 round((double)w->longest_down_ns / 1e6) / 1000, "restarts",
			 (int)w->restarts, "pages", (int)w->pages, "link_up",
			 (int)mii_watch_link(w), "events_cut",
			 json_array_size(run->events) == EVENTS_MAX);
}

static long long count_of(const json_t *watch, const char *key)
{
	return json_integer_value(json_object_get(watch, key));
}

static void print_summary(const struct report_port *port, const struct report_style *style,
			  FILE *out)
{
	const json_t *watch = json_object_get(port->extra, "watch");
	char line[400];

	snprintf(line, sizeof(line), "%s: watched for %.1f s, %lld looks: %lld link losses, down for "
		 "%.1f s (longest %.1f s), %lld restarts of negotiation, %lld pages; the link is %s",
		 port->name, port->duration_s, count_of(watch, "looks"), count_of(watch, "link_losses"),
		 json_number_value(json_object_get(watch, "down_s")),
		 json_number_value(json_object_get(watch, "longest_down_s")),
		 count_of(watch, "restarts"), count_of(watch, "pages"),
		 json_is_true(json_object_get(watch, "link_up")) ? "up" : "down");
	wrap(out, line, 0, 6, style->columns);
}

/* On standard output the events stand already. */
static void watch_text(const struct report_port *port, const struct report_style *style, FILE *out)
{
	const json_t *events = json_object_get(port->extra, "events");

	for (size_t i = 0; out != stdout && i < json_array_size(events); i++) {
		const json_t *event = json_array_get(events, i);

		print_event(out, json_number_value(json_object_get(event, "t_s")),
			    json_string_value(json_object_get(event, "event")),
			    json_string_value(json_object_get(event, "text")), style->columns);
	}
	print_summary(port, style, out);
}

static bool text_on_stdout(const struct settings *settings)
{
	for (unsigned int i = 0; i < settings->outputs; i++)
		if (!settings->output[i].file)
			return strcmp(settings->output[i].format, "text") == 0;
	return settings->outputs == 0;
}

/* What the port is, before its registers are read over and over. */
static int begin(struct run *run, struct dev *dev, struct report_port *port, struct err *err)
{
	struct probe *probe = calloc(1, sizeof(*probe));
	int rc = probe ? probe_begin(probe, dev, port->sets, err) : -ENOMEM;

	free(probe);
	if (rc < 0)
		return err_set(err, rc, "out of memory");
	run->watch.base_x = facts_text_is(&port->sets->set[SET_NEAR], FACT_LINK_MEDIUM, "base-x");
	return 0;
}

static int watch_port(struct run *run, struct dev *dev, double duration_s, struct report *report,
		      struct err *err)
{
	struct report_port *port = &report->port[0];
	int rc = begin(run, dev, port, err);

	if (rc < 0)
		return rc;
	run->port = port;
	run->begun_ns = dev_now_ns(dev);
	run->end_ns = duration_s > 0 ? run->begun_ns + (int64_t)(duration_s * NS_PER_S) : INT64_MAX;
	rc = follow(run, dev, err);
	port->duration_s = (double)(dev_now_ns(dev) - run->begun_ns) / NS_PER_S;
	port->complete = rc == 0 && !(run_interrupted() && duration_s > 0);
	port->extra = json_pack("{s:O, s:o}", "events", run->events, "watch", summary(run));
	if (rc < 0 && run->watch.looks)
		port->err = *err;
	return rc;
}

int mii_watch_run(const struct settings *settings, const char *name, double duration_s,
		  struct report *report, struct err *err)
{
	struct run run = { .settings = settings, .events = json_array(),
			   .live = settings->verbosity >= 0 && text_on_stdout(settings) };
	struct dev *dev;
	int rc = dev_open(&dev, name, err);

	if (rc < 0 || !run.events || !report_add_port(report, name)) {
		rc = rc < 0 ? rc : err_set(err, -ENOMEM, "out of memory");
	} else {
		report->text = watch_text;
		run_catch_signals();
		rc = watch_port(&run, dev, duration_s, report, err);
	}
	/* Nothing was seen: that is a refusal, not a report. */
	if (rc < 0 && !run.watch.looks)
		report_fini(report);
	json_decref(run.events);
	dev_close(dev);
	return rc;
}
