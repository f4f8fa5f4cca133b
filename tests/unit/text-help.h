/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_HELP_H
#define TEXT_HELP_H

/* What the tests of readers share: text in, facts of each port out; and every prefix of the text. */
#include <errno.h>

#include "facts-help.h"
#include "text/case.h"

struct text_want {
	const char *port;	/* NULL ends a list; "": not named */
	const char *near, *partner;	/* all there is, as help_dump() writes it; NULL: nothing */
};

struct text_sample {
	const char *name, *text;
	unsigned long unknown;	/* lines not understood */
	struct text_want want[6];
};

/* In pieces, as files are read. */
static inline struct text_case *help_text_feed(const char *text, size_t len, const char *kind,
					       struct text_file *file)
{
	struct text_case *c = text_case_new();
	struct err err = { 0 };

	assert_non_null(c);
	if (kind)
		assert_int_equal(text_case_force(c, kind, &err), 0);
	text_case_begin(c);
	for (size_t at = 0; at < len; at += 61)
		text_case_feed(c, text + at, len - at < 61 ? len - at : 61);
	*file = *text_case_end(c);
	return c;
}

static inline struct text_case *help_text_read(const char *text, struct text_file *file)
{
	struct text_case *c = help_text_feed(text, strlen(text), NULL, file);
	int rc = text_case_finish(c, NULL, 0, NULL);

	assert_true(rc == 0 || rc == -ENODATA);
	return c;
}

static inline const struct text_port *help_text_port(const struct text_case *c, const char *name)
{
	const struct text_port *port;

	for (unsigned int i = 0; (port = text_case_port(c, i)); i++)
		if (strcmp(port->name, name) == 0)
			return port;
	return NULL;
}

static inline unsigned int help_text_ports(const struct text_case *c)
{
	unsigned int count = 0;

	while (text_case_port(c, count))
		count++;
	return count;
}

static inline void help_text_sample(const struct text_sample *sample)
{
	struct text_file file;
	struct text_case *c = help_text_read(sample->text, &file);
	unsigned int ports = 0;

	for (; ports < 6 && sample->want[ports].port; ports++) {
		const struct text_want *want = &sample->want[ports];
		const struct text_port *port = help_text_port(c, want->port);

		if (!port)
			fail_msg("%s: no port `%s'", sample->name, want->port);
		help_facts_are(sample->name, want->port, &port->sets->set[SET_NEAR], want->near);
		help_facts_are(sample->name, "partner", &port->sets->set[SET_PARTNER],
			       want->partner);
	}
	if (help_text_ports(c) != ports || file.unknown_lines != sample->unknown)
		fail_msg("%s: %u ports, %lu lines not understood", sample->name, help_text_ports(c),
			 file.unknown_lines);
	text_case_free(c);
}

/* A value that is known of the prefix is that of the whole, or there is none. */
static inline void help_same_or_unknown(const char *name, size_t len, const struct facts *part,
					const struct facts *all, enum fact_id id)
{
	if (facts_known(part, id) &&
	    (!facts_known(all, id) || !fact_equal(fact_row(id)->kind, facts_get(part, id),
						  facts_get(all, id))))
		fail_msg("%s, cut at byte %zu: another %s", name, len, fact_row(id)->name);
}

/*
 * Cut at any byte, the text tells no other speed, duplex, modes or words than whole.  A
 * log is a history: until is where its last word on the link begins.
 */
static inline void help_text_prefixes(const struct text_sample *sample, size_t from)
{
	static const enum fact_id never[] = {
		FACT_LINK_SPEED, FACT_LINK_DUPLEX, FACT_LINK_MODES_SUPPORTED,
		FACT_LINK_MODES_ADVERTISED, FACT_FEC_ACTIVE, FACT_PAUSE_FLOW, FACT_HOST_BUS_RATE,
	};
	struct text_file file;
	struct text_case *all = help_text_read(sample->text, &file);

	for (size_t len = from; len < strlen(sample->text); len++) {
		struct text_case *c = help_text_feed(sample->text, len, NULL, &file);
		const struct text_port *port;

		text_case_finish(c, NULL, 0, NULL);
		for (unsigned int i = 0; (port = text_case_port(c, i)); i++) {
			const struct text_port *whole = help_text_port(all, port->name);

			for (size_t k = 0; whole && k < ROWS(never); k++) {
				help_same_or_unknown(sample->name, len, &port->sets->set[SET_NEAR],
						     &whole->sets->set[SET_NEAR], never[k]);
				help_same_or_unknown(sample->name, len,
						     &port->sets->set[SET_PARTNER],
						     &whole->sets->set[SET_PARTNER], never[k]);
			}
		}
		text_case_free(c);
	}
	text_case_free(all);
}

#endif
