// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run.h"

enum { OPT_BUNDLE, OPT_ANONYMIZE, OPT_DURATION };

static const struct opt record_options[] = {
	{ 0, "bundle", "FILE", "where to write, - is standard output (required)", OPT_BUNDLE },
	{ 0, "anonymize", NULL, "replace addresses and names that identify the site", OPT_ANONYMIZE },
	{ 0, "duration", "S", "watch counters for S seconds (default 3)", OPT_DURATION },
	{ 0, NULL, NULL, NULL, 0 },
};

static int take(int id, const char *value, void *into, struct err *err)
{
	struct run_plan *o = into;

	switch (id) {
	case OPT_BUNDLE:
		o->bundle = value;
		return 0;
	case OPT_ANONYMIZE:
		o->anonymize = true;
		return 0;
	case OPT_DURATION:
		return opt_number("duration", value, 0.1, 3600, &o->window_s, err);
	}
	return -EINVAL;
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	struct run_plan *plan = options;
	int rc;

	(void)settings;
	if (!plan->bundle)
		return err_set(err, -EINVAL, "record: --bundle FILE is missing");
	plan->listen.on = plan->listen.daemons = true;
	rc = run_ports_or_all(plan, count, argv, report, err);
	report->quiet = true;
	for (unsigned int i = 0; i < report->ports && rc == 0; i++)
		if (report->port[i].err.code)
			rc = err_set(err, report->port[i].err.code, "%s", report->port[i].err.text);
	return rc;
}

const struct command cmd_record = {
	.name = "record",
	.arguments = "--bundle FILE [OPTIONS] [IFACE...]",
	.summary = "write all evidence to a file, without judging",
	.help = "Writes one JSON file with everything the kernel said and every fact: etherdx diagnose "
		"judges it anywhere, any time. Without IFACE: every physical port.",
	.options = record_options,
	.take = take,
	.new_options = run_plan_new,
	.run = run,
};
