/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "base/err.h"
#include "fact/fact.h"
#include "rule/judge.h"

/* What a run found, for one renderer a file: text.c and json.c. */
struct report_port {
	char name[64];
	char origin[128];	/* bundle it comes from, empty: live */
	struct sets *sets;	/* owned; NULL when the port could not be opened */
	struct facts *neighbor;	/* owned: what each speaker on the link says of itself */
	unsigned int neighbors;
	struct judgement *judged;	/* owned; NULL: facts only (show) */
	struct err err;		/* why the run is not complete */
	time_t started;
	double duration_s;
	bool complete;
	json_t *extra;		/* owned: keys of this command in the JSON object; NULL: none */
	const void *measured;	/* what preface prints beside facts; borrowed, NULL */
	char result[160];	/* stands in the verdict line when all is well; may be empty */
	bool unused;		/* never cabled, in a run over all ports: not counted */
};

/* Lines of a pasted file, and what they were taken for. */
struct report_lines {
	const char *what;	/* "ethtool"; NULL: not understood */
	char port[64];		/* empty: not named */
	unsigned long first, last;
};

#define REPORT_LINES_MAX 64

struct report_source {
	char file[128];
	struct report_lines part[REPORT_LINES_MAX], unknown[REPORT_LINES_MAX];
	unsigned int parts, more_parts, unknowns;
	unsigned long unknown_lines;
	bool cut;	/* the last line has no end and was not used */
};

/* A remedy with IFACE and FAR_IFACE replaced by the ports' names, where they have one. */
#define REMEDY_TEXT_MAX 400
void report_remedy(const struct report_port *port, const struct finding *finding,
		   const struct remedy *remedy, char out[static REMEDY_TEXT_MAX]);

/* "90 %", "99.1 %", "99.98 %": cut, not rounded, so never more than is known. */
#define PERCENT_TEXT_MAX 16
void report_percent(double share, char out[static PERCENT_TEXT_MAX]);

/* Traffic was sent, whatever came of it. */
bool report_has_traffic(const struct report_port *port);

/* How text is laid out. */
struct report_style {
	bool color;
	unsigned int columns;	/* at least 40 */
	int verbosity;		/* -1: the verdict line only; 1: all facts, all no data */
};

struct report {
	const char *command;
	struct report_port *port;
	unsigned int ports;
	struct report_source *source;	/* pasted files, owned */
	unsigned int sources;
	bool many;		/* a list of ports, even if of one */
	bool quiet;		/* nothing to print: the command's result went elsewhere */
	bool fail_on_critical;	/* warnings count as ok in the exit status */
	/* Text printed in place of the ladder, NULL: the ladder. */
	void (*preface)(const struct report_port *port, const struct report_style *style,
			FILE *out);
	/* The whole text in place of title, ladder and verdict; NULL: these. */
	void (*text)(const struct report_port *port, const struct report_style *style, FILE *out);
	struct err err;		/* the run as a whole failed */
};

enum report_verdict { VERDICT_OK, VERDICT_UNKNOWN, VERDICT_WARNING, VERDICT_CRITICAL };

/* Appends an empty port with sets; NULL without memory.  Others move. */
struct report_port *report_add_port(struct report *report, const char *name);
void report_fini(struct report *report);

/* Appends a file in which nothing is understood so far; NULL without memory. */
struct report_source *report_add_source(struct report *report, const char *file);

enum report_verdict report_port_verdict(const struct report_port *port);
enum report_verdict report_verdict(const struct report *report);
const char *report_verdict_name(enum report_verdict verdict);	/* ok, unknown, warning, critical */
const char *report_verdict_word(enum report_verdict verdict);	/* OK, UNKNOWN, WARN, FAIL */

/* Frees the ports: the report can take others. */
void report_drop_ports(struct report *report);

int report_json(const struct report *report, FILE *out, struct err *err);
int report_text(const struct report *report, const struct report_style *style, FILE *out,
		struct err *err);

/*
 * A list of ports, one at a time, for more than memory should hold: facts without
 * judgement.  The first of them begins the list; complete and verdict end it.
 */
int report_json_port(const struct report *report, const struct report_port *port, bool first,
		     FILE *out, struct err *err);
int report_json_end(const struct report *report, bool complete, FILE *out, struct err *err);

#endif
