// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/paste.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/run.h"
#include "probe/probe.h"

#define CHUNK_BYTES 65536
#define NO_NAME "pasted"
#define WANTED "name a bundle or a file with output of tools"

void paste_fini(struct paste *paste)
{
	text_case_free(paste->text);
	paste->text = NULL;
}

static int begin(struct paste *paste, struct err *err)
{
	if (paste->text)
		return 0;
	paste->text = text_case_new();
	if (!paste->text)
		return err_set(err, -ENOMEM, "out of memory");
	return paste->type ? text_case_force(paste->text, paste->type, err) : 0;
}

/* What is plainly no text, by its first bytes. */
static const char *foreign(const char *head, size_t len)
{
	static const struct {
		const char *bytes, *what;
	} kinds[] = {
		{ "\x28\xb5\x2f\xfd", "compressed" },
		{ "\xfd" "7zX", "compressed" },
		{ "\x1f\x8b\x08\0", "compressed" },
		{ "BZh9", "compressed" },
		{ "PK\x03\x04", "an archive" },
		{ "\x89PNG", "a picture" },
		{ "\xff\xd8\xff\xe0", "a picture" },
		{ "%PDF", "a PDF" },
	};

	for (size_t i = 0; len >= 4 && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (memcmp(head, kinds[i].bytes, kinds[i].bytes[3] ? 4 : 3) == 0)
			return kinds[i].what;
	return NULL;
}

/* blank: what was read of the file before.  Pictures and archives are told by name. */
static int feed(struct paste *paste, const char *name, const char *blank, size_t blanks,
		FILE *file, struct err *err)
{
	static char chunk[CHUNK_BYTES];
	bool first = true;
	size_t got;

	text_case_feed(paste->text, blank, blanks);
	while ((got = fread(chunk, 1, sizeof(chunk), file)) > 0) {
		const char *what = first && !blanks ? foreign(chunk, got) : NULL;

		if (what)
			return err_set(err, -EBADMSG,
				       "%s: it is %s; " WANTED, name, what);
		first = false;
		text_case_feed(paste->text, chunk, got);
	}
	return ferror(file) ? err_set(err, -EIO, "%s: cannot read: %s; " WANTED, name,
				      strerror(errno)) : 0;
}

static int note_source(const char *name, const struct text_file *text, struct report *report,
		       struct err *err)
{
	struct report_source *source = report_add_source(report, name);

	if (!source)
		return err_set(err, -ENOMEM, "out of memory");
	for (unsigned int i = 0; i < text->parts; i++) {
		const struct text_part *part = &text->part[i];
		struct report_lines *lines = &source->part[source->parts++];

		*lines = (struct report_lines){ .what = part->what, .first = part->first,
						.last = part->last };
		snprintf(lines->port, sizeof(lines->port), "%s", part->port);
	}
	for (unsigned int i = 0; i < text->unknowns; i++)
		source->unknown[source->unknowns++] = (struct report_lines){
			.first = text->unknown[i].first, .last = text->unknown[i].last };
	source->more_parts = text->more_parts;
	source->unknown_lines = text->unknown_lines;
	source->cut = text->cut;
	return 0;
}

int paste_file(struct paste *paste, const char *name, const char *blank, size_t blanks,
	       FILE *file, struct report *report, struct err *err)
{
	const struct text_file *text;
	int rc = begin(paste, err);

	if (rc < 0)
		return rc;
	text_case_begin(paste->text);
	rc = feed(paste, name, blank, blanks, file, err);
	text = text_case_end(paste->text);
	if (rc < 0)
		return rc;
	if (text->binary && text->parts == 0)
		return err_set(err, -EBADMSG, "%s: neither a bundle nor text; " WANTED, name);
	if (text->lines == 0)
		return err_set(err, -EBADMSG, "%s: it is empty; " WANTED, name);
	if (text->parts == 0)
		return err_set(err, -EBADMSG,
			       "%s: no bundle, and nothing in its %lu lines is known; " WANTED
			       ", or say what it is with --type", name, text->lines);
	return note_source(name, text, report, err);
}

/* The port of that name in a bundle; else the only one, for what lies beyond its cable. */
static struct report_port *recorded_port(struct report *report, const struct text_port *port)
{
	for (unsigned int i = 0; i < report->ports; i++)
		if (strcmp(report->port[i].name, port->name) == 0)
			return &report->port[i];
	return report->ports == 1 && (port->is_switch || !port->name[0]) ? &report->port[0] : NULL;
}

static struct report_port *make_port(struct report *report, const struct text_port *port)
{
	struct report_port *made = report_add_port(report, port->name[0] ? port->name : NO_NAME);

	if (made && port->name[0])
		facts_offer_text(&made->sets->set[SET_NEAR], FACT_PORT_NAME, FROM_PASTE,
				 port->name);
	return made;
}

/* Totals of a paste: how long they took nobody tells. */
static void counters(struct facts *f)
{
	bool any = false;

	if (facts_known(f, FACT_RUN_WINDOW))
		return;
	probe_counters(f, NULL);
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++)
		any = any || facts_known(f, (enum fact_id)(FACT_COUNTER_FIRST + i));
	if (any)
		facts_offer_bool(f, FACT_RUN_TOTALS, FROM_PASTE, true);
}

/* Two pastes that contradict each other: whoever pasted them knows which is newer. */
static void contradictions(const struct report_port *port)
{
	const struct facts *near = &port->sets->set[SET_NEAR];

	for (unsigned int i = 0; i < near->others; i++) {
		const struct fact *first = facts_get(near, near->other[i].id);
		const struct fact *other = &near->other[i].fact;
		char one[96], two[96];

		if (first->source != FROM_PASTE || other->source != FROM_PASTE)
			continue;
		fact_print(near->other[i].id, first, one, sizeof(one));
		fact_print(near->other[i].id, other, two, sizeof(two));
		fprintf(stderr, "etherdx: %s: %s is told twice, %s and %s; the first is judged\n",
			port->name, fact_row(near->other[i].id)->name, one, two);
	}
}

/* What FEC corrected between two pastes. */
static void fec_rates(struct facts *near, const struct text_port *told)
{
	struct facts *before = calloc(1, sizeof(*before));

	if (!before)
		return;
	facts_offer_reals(before, FACT_FEC_LANE_CORRECTED, FROM_PASTE, &told->fec.first);
	probe_fec(near, before);
	free(before);
}

static int one_port(const struct paste *paste, const struct text_port *told, struct report *report,
		    unsigned int recorded, struct err *err)
{
	struct report_port *port = recorded ? recorded_port(report, told) : NULL;
	bool joins = port != NULL;
	struct facts *near;

	if (!port)
		port = make_port(report, told);
	if (!port)
		return err_set(err, -ENOMEM, "out of memory");
	near = &port->sets->set[SET_NEAR];
	if (joins && told->is_switch) {
		facts_join(&port->sets->set[SET_PARTNER], &told->sets->set[SET_NEAR]);
	} else {
		facts_join(near, &told->sets->set[SET_NEAR]);
		facts_join(&port->sets->set[SET_PARTNER], &told->sets->set[SET_PARTNER]);
	}
	if (!joins)
		counters(near);
	counters(&port->sets->set[SET_PARTNER]);
	if (!joins)
		fec_rates(near, told);
	probe_derive(port->sets);
	contradictions(port);
	port->complete = port->err.code == 0;
	if (paste->window_s > 0 && !joins)
		port->duration_s = paste->window_s;
	free(port->judged);
	return run_judge(port, err);
}

int paste_finish(struct paste *paste, struct report *report, struct err *err)
{
	unsigned int recorded = report->ports;
	const struct text_port *port;
	int rc;

	if (!paste->text)
		return 0;
	rc = text_case_finish(paste->text, paste->iface, paste->window_s, err);
	if (rc == -ENODATA)
		return err_set(err, -EBADMSG, "%s: nothing in it tells of a link; " WANTED,
			       report->sources ? report->source[0].file : "text");
	for (unsigned int i = 0; rc == 0 && (port = text_case_port(paste->text, i)); i++)
		rc = one_port(paste, port, report, recorded, err);
	if (rc == 0 && *text_case_also(paste->text))
		fprintf(stderr, "etherdx: also listed, not judged:%s (--iface NAME judges one)\n",
			text_case_also(paste->text));
	return rc;
}
