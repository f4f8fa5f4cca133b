/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_TIMING_H
#define CMD_TIMING_H

#include <jansson.h>

#include "report/report.h"
#include "timing/estimate.h"

#define TIMING_NOTES_MAX 12
#define TIMING_NOTE_BYTES 200

/* One measurement, from wherever it came. */
struct timing_run {
	struct timing_setup setup;
	struct timing_estimate estimate;
	struct timing_point *point;	/* owned */
	size_t points;
	const char *input;		/* "points", "capture" or "live" */
	char accuracy[120];		/* how exact a delay is, and why; for people */
	char note[TIMING_NOTES_MAX][TIMING_NOTE_BYTES];	/* what else has to be known */
	unsigned int notes;
};

void timing_note(struct timing_run *run, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Printed in place of the ladder; port->measured is the run. */
void timing_text(const struct report_port *port, const struct report_style *style, FILE *out);

/* The key "timing": settings, definitions, every size, every point.  NULL without memory. */
json_t *timing_to_json(const struct timing_run *run);

/* "3.17 us": with so many digits that three count. */
void timing_ns_text(double ns, char out[static 24]);

#endif
