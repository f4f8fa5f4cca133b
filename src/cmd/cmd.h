/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "cmd/opt.h"
#include "cmd/status.h"
#include "report/report.h"

/* Where a report goes. */
struct output {
	const char *format;	/* "text" or "json" */
	const char *file;	/* NULL: standard output */
};

#define OUTPUTS_MAX 8

/* What the global options say. */
struct settings {
	struct output output[OUTPUTS_MAX];
	unsigned int outputs;
	const char *color;	/* auto, always, never */
	int verbosity;
	bool help, version;
};

struct command {
	const char *name;
	const char *arguments;	/* after the name in the usage line */
	const char *summary;	/* one line */
	const char *help;	/* a paragraph under the usage */
	const struct opt *options;
	opt_taker *take;
	void *(*new_options)(void);	/* what take fills; freed by the caller; NULL: none */
	/* arguments: argv[0..count-1].  Returns the exit status, or -errno with
	 * err: -EINVAL is bad usage.  Either way what was learnt is in report. */
	int (*run)(const struct settings *settings, void *options, int count, char **argv,
		   struct report *report, struct err *err);
};

/* Explicit, one file each. */
extern const struct command cmd_check, cmd_show, cmd_neighbor, cmd_mii, cmd_stream, cmd_timing,
	cmd_record, cmd_diagnose, cmd_cable, cmd_locate, cmd_explain, cmd_lab, cmd_agent;

/* NULL-ended, in the order of the overview. */
extern const struct command *const commands[];

int cmd_main(int argc, char **argv);

/* Width of a terminal, COLUMNS, or 80. */
unsigned int output_columns(FILE *out);

/* Is a report in colours wanted there? */
bool output_colored(const struct settings *settings, FILE *out);

/* Prints the report everywhere it was asked for; the exit status by it. */
int output_report(const struct settings *settings, const struct report *report, struct err *err);

/*
 * The same for ports that come one at a time: next makes the only port of the
 * report and returns 1, or 0 after the last.  When nothing came, nothing is
 * printed.  Returns 0, or the -errno of what could not be written.
 */
int output_ports(const struct settings *settings, struct report *report,
		 int (*next)(struct report *report, void *with), void *with, struct err *err);

/* Does a report go to standard output? */
bool output_on_stdout(const struct settings *settings);

/* Parses "json" or "json:FILE". */
int output_add(struct settings *settings, const char *value, struct err *err);

#endif
