/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_NEIGHBOR_H
#define CMD_NEIGHBOR_H

#include <stdbool.h>

#include "base/err.h"
#include "fact/fact.h"
#include "report/report.h"
#include "wire/neighbor.h"

/* neighbor-file.c: captures read back, one report port for each link in them. */
struct neighbor_files {
	const uint8_t *own;	/* frames from this address are this end's; NULL: none known */
	bool judge;
};

/* file: "-" is standard input.  What was read before an error is in the report. */
int neighbor_read(const char *file, const struct neighbor_files *how, struct report *report,
		  struct err *err);
int neighbor_read_stream(FILE *in, const char *name, const struct neighbor_files *how,
			 struct report *report, struct err *err);

/* The facts of each speaker alive, for the report.  0 or -ENOMEM. */
int neighbor_details(const struct neighbors *n, int64_t now_ns, struct report_port *port);

/* listen.c: a listener on a live port while other probes run. */
struct listen_plan {
	bool on;
	bool daemons;		/* ask lldpd and networkd first */
	bool stop_early;	/* as soon as a neighbor has told all of its link */
	double wait_s;		/* since it was opened; 0: what came meanwhile */
};

struct listener;

/* NULL: there is none, and why is in the facts (and in err, which is no error of a check). */
struct listener *listen_begin(const struct listen_plan *plan, struct sets *sets, struct err *err);

/* Waits, decodes, fills the facts and closes.  NULL is allowed. */
void listen_finish(struct listener *l, bool hurry, struct report_port *port);

#endif
