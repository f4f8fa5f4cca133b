/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_TIMING_H
#define CMD_TIMING_H

#include <jansson.h>

#include "cmd/far.h"
#include "report/report.h"
#include "timing/estimate.h"

#define TIMING_NOTES_MAX 24
#define TIMING_NOTE_BYTES 200

/* One measurement, from wherever it came. */
struct timing_run {
	struct timing_setup setup;
	struct timing_estimate estimate;
	bool round_trip;		/* estimate is of the way there, and this of the way back */
	struct timing_setup back_setup;
	struct timing_estimate back;
	struct timing_point *point;	/* owned */
	size_t points;
	const char *input;		/* "points", "capture", "live" or "round-trip" */
	char accuracy[160];		/* how exact a delay is, and why; for people */
	char port[2][TIMING_NOTE_BYTES];	/* how each port was set; for people, "": not known */
	unsigned int third_ports;	/* that were looked at for flooded frames */
	uint64_t flooded;		/* frames that came there */
	char note[TIMING_NOTES_MAX][TIMING_NOTE_BYTES];	/* what else has to be known */
	unsigned int notes;
	double seconds;			/* that the frames took; 0: not known */
	const char *plot;		/* an SVG goes there, NULL: none */
	const char *kept;		/* the direct leg went there, and nothing is judged */
	bool incomplete;		/* somebody stopped it */
};

enum timing_want { TIMING_WANT_BEST, TIMING_WANT_HARDWARE, TIMING_WANT_SOFTWARE };

/* Two ports of this host; or one, and one of the far end. */
struct timing_live_plan {
	const char *from, *to;
	struct far_plan far;
	const char *direct, *calibration;	/* files, NULL: not asked for */
	enum timing_want stamps;
	bool ptp;			/* frames in the shape of PTP */
	double duration_s;
	void (*progress)(const char *what, double done_s, double of_s);	/* NULL: none */
};

/*
 * Measures.  run->setup has the rates that were said, or 0; sets gets the facts
 * of both ports, near and far.  Errors name their cause for programs.
 */
int timing_live(struct timing_live_plan *plan, struct timing_run *run, struct sets *sets,
		struct err *err);

/* The same with the port of a far end that answers; sets gets near and far. */
int timing_via(struct timing_live_plan *plan, struct timing_run *run, struct sets *sets,
	       struct err *err);

/*
 * The same in a session that is open, which it closes: for a moment, and only the
 * facts of the path are kept.  What stood in the way is a note there, no error.
 */
void timing_beside(struct far_plan *far, const char *iface, struct sets *sets);

/* One capture of both ports, or two captures of a side each. */
struct timing_capture_plan {
	const char *file[2];
	const char *direct, *calibration;
	enum timing_want stamps;
};

int timing_from_capture(const struct timing_capture_plan *plan, struct timing_run *run, struct err *err);

void timing_note(struct timing_run *run, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* An SVG.  -ENOENT: no gnuplot; -ENODATA: nothing to draw. */
int timing_write_plot(const struct timing_run *run, const char *name, const char *file, struct err *err);

/* Printed in place of the ladder; port->measured is the run. */
void timing_text(const struct report_port *port, const struct report_style *style, FILE *out);

/* The key "timing": settings, definitions, every size, every point.  NULL without memory. */
json_t *timing_to_json(const struct timing_run *run);

/* "3.17 us": with so many digits that three count. */
void timing_ns_text(double ns, char out[static 24]);

#endif
