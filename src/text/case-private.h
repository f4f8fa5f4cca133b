/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_CASE_PRIVATE_H
#define TEXT_CASE_PRIVATE_H

#include "text/case.h"
#include "text/module-memory.h"
#include "text/reader.h"

struct text_case {
	struct text_port *port[TEXT_PORTS_MAX];	/* the first has no name */
	unsigned int ports;
	bool no_memory;
	char also[256];

	const struct text_reader *forced;
	struct text_file file;
	struct text_section section;	/* reader NULL: none is open */
	struct text_port *last;		/* the last port that a head named, NULL: none */
	unsigned long serial;
	bool unknown_between;		/* a line was not understood since the last part */
	double log_end_s;		/* the last time that stood in a log, 0: none */
	unsigned long numbered;		/* the last line number that stood in the text, 0: none */

	char kept[16384];	/* lines of a section that is read as a whole */
	size_t kept_len;
	struct text_module module;	/* of the section that reads one */

	struct text_line line;
	char raw[TEXT_LINE_MAX];
	size_t raw_len;
	bool raw_over;
};

/* The port of that name, made if it is new; NULL: too many, or no memory. */
struct text_port *text_port_get(struct text_case *c, const char *name);

#endif
