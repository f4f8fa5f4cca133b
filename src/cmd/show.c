// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>

#include "cmd/cmd.h"
#include "cmd/run.h"

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	struct run_plan plan = { .window_s = 0 };

	(void)settings;
	(void)options;
	if (count == 0)
		return err_set(err, -EINVAL, "show: which interface?");
	report->many = count != 1;
	return run_ports(&plan, count, argv, report, err);
}

const struct command cmd_show = {
	.name = "show",
	.arguments = "[OPTIONS] IFACE...",
	.summary = "the facts of ports, without judgement",
	.help = "Prints every fact with its value, unit and source. Facts that were denied or failed are "
		"listed as such; with -v also those that the port does not have.",
	.run = run,
};
