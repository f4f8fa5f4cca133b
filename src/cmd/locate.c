// SPDX-License-Identifier: GPL-3.0-or-later
/* Which of all these ports is it?  Its lamp blinks. */
#include <errno.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run.h"
#include "dev/dev.h"

#define DURATION_DEFAULT_S 10
#define DURATION_MAX_S 3600

struct options {
	int duration_s;
};

enum { OPT_DURATION };

static const struct opt locate_options[] = {
	{ 0, "duration", "SECONDS", "blink so long (10)", OPT_DURATION },
	{ 0, NULL, NULL, NULL, 0 },
};

static void *new_options(void)
{
	struct options *o = calloc(1, sizeof(*o));

	if (o)
		o->duration_s = DURATION_DEFAULT_S;
	return o;
}

static int take(int id, const char *value, void *into, struct err *err)
{
	struct options *o = into;

	(void)id;
	return opt_whole("duration", value, 1, DURATION_MAX_S, &o->duration_s, err);
}

static void said(const struct report_port *port, const struct report_style *style, FILE *out)
{
	(void)style;
	fprintf(out, "%s: the lamp blinked for %.0f s\n", port->name, port->duration_s);
}

/* The kernel makes it blink, and stops when the call ends: for a signal, too. */
static int blink(struct dev *dev, const struct settings *settings, int duration_s,
		 struct report_port *port, struct err *err)
{
	int64_t begun_ns = dev_now_ns(dev);
	int rc = dev_read(dev, GROUP_PORT, port->sets, err);

	if (rc < 0)
		return rc;
	/* After the first second it is known that this driver can. */
	rc = dev_blink(dev, 1, err);
	if (rc == 0 && duration_s > 1 && !run_interrupted()) {
		if (settings->verbosity >= 0)
			fprintf(stderr, "etherdx: %s: blinks for %d s; Ctrl-C ends it\n", port->name,
				duration_s);
		rc = dev_blink(dev, (unsigned int)duration_s - 1, err);
	}
	port->duration_s = (double)(dev_now_ns(dev) - begun_ns) / 1e9;
	port->complete = rc == 0 && !run_interrupted();
	return rc == -EINTR ? 0 : rc;
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	const struct options *o = options;
	struct report_port *port;
	struct dev *dev;
	int rc;

	if (count != 1)
		return err_set(err, -EINVAL, "locate: one interface is wanted");
	rc = dev_open(&dev, argv[0], err);
	if (rc < 0)
		return rc;
	report->text = said;
	run_catch_signals();
	port = report_add_port(report, argv[0]);
	rc = port ? blink(dev, settings, o->duration_s, port, err) :
		    err_set(err, -ENOMEM, "out of memory");
	if (rc < 0)
		report_fini(report);
	dev_close(dev);
	return rc;
}

const struct command cmd_locate = {
	.name = "locate",
	.arguments = "[OPTIONS] IFACE",
	.summary = "blink the lamp of a port",
	.help = "Makes the lamp of a port blink, so that it is found at the back of a machine.",
	.options = locate_options,
	.take = take,
	.new_options = new_options,
	.run = run,
};
