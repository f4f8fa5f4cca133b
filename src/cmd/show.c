// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>

#include "cmd/cmd.h"
#include "cmd/run.h"

struct names {
	char **at;
	int left;
};

/* The next name that can be opened; the first that cannot is the error of the report. */
static int next_port(struct report *report, void *with)
{
	struct names *names = with;

	while (names->left > 0 && !run_interrupted()) {
		struct run_plan plan = { .window_s = 0 };
		struct report one = { .command = report->command };

		run_ports(&plan, 1, names->at, &one, &report->err);
		names->at++;
		names->left--;
		if (one.ports == 0)
			continue;
		report_drop_ports(report);
		report->port = one.port;
		report->ports = one.ports;
		if (one.port[0].err.code)
			err_set(&report->err, one.port[0].err.code, "%s", one.port[0].err.text);
		return 1;
	}
	if (names->left > 0)
		err_set(&report->err, -EINTR, "interrupted; %s and the names behind it were not read",
			*names->at);
	return 0;
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	struct run_plan plan = { .window_s = 0 };
	struct names names = { argv, count };
	int rc;

	(void)options;
	if (count == 0)
		return err_set(err, -EINVAL, "show: which interface?");
	if (count == 1)
		return run_ports(&plan, 1, argv, report, err);
	/* Hundreds of ports are not held at once. */
	rc = output_ports(settings, report, next_port, &names, err);
	report->quiet = true;
	return rc < 0 || !report->err.code ? rc : err_set(err, report->err.code, "%s",
							  report->err.text);
}

const struct command cmd_show = {
	.name = "show",
	.arguments = "[OPTIONS] IFACE...",
	.summary = "the facts of ports, without judgement",
	.help = "Prints every fact with its value, unit and source. Facts that were denied or failed are "
		"listed as such; with -v also those that the port does not have.",
	.run = run,
};
