// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/run.h"

#define DURATION_MIN_S 0.5
#define DURATION_MAX_S 12.0	/* no plan of an attempt may last longer */

enum { OPT_VIA, OPT_TEST, OPT_PEER_IFACE, OPT_REMOTE_ETHERDX, OPT_DURATION, OPT_BUNDLE, OPT_FAIL_ON };

static const struct opt stream_options[] = {
	{ 0, "via", "COMMAND", "sh -c 'COMMAND etherdx agent' reaches the far end (required)", OPT_VIA },
	{ 0, "test", "NAME", "duplex (default): one way against both ways, and a short TCP stream",
	  OPT_TEST },
	{ 0, "peer-iface", "IFACE", "the far port (default: the one that hears IFACE)",
	  OPT_PEER_IFACE },
	{ 0, "remote-etherdx", "PATH", "what to start there instead of etherdx",
	  OPT_REMOTE_ETHERDX },
	{ 0, "duration", "S", "seconds of the contrast (default: as many as needed)", OPT_DURATION },
	TRAFFIC_OPTIONS,
	{ 0, "bundle", "FILE", "keep all evidence in FILE", OPT_BUNDLE },
	{ 0, "fail-on", "LEVEL", "warning (default) or critical: warnings then exit 0", OPT_FAIL_ON },
	{ 0, NULL, NULL, NULL, 0 },
};

static int take_test(const char *value, struct err *err)
{
	if (strcmp(value, "duplex") == 0)
		return 0;
	return err_set(err, -EINVAL, "--test %s: no such test (have: duplex)", value);
}

static int take(int id, const char *value, void *into, struct err *err)
{
	struct run_plan *o = into;

	switch (id) {
	case OPT_VIA:
		o->far.via.command = value;
		return 0;
	case OPT_TEST:
		return take_test(value, err);
	case OPT_PEER_IFACE:
		o->far.iface = value;
		return 0;
	case OPT_REMOTE_ETHERDX:
		o->far.via.remote_etherdx = value;
		return 0;
	case OPT_DURATION:
		return opt_number("duration", value, DURATION_MIN_S, DURATION_MAX_S,
				  &o->traffic.duration_s, err);
	case OPT_BUNDLE:
		o->bundle = value;
		return 0;
	case OPT_FAIL_ON:
		return opt_fail_on(value, &o->fail_on_critical, err);
	}
	return traffic_take(id, value, &o->traffic, err);
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	struct run_plan *plan = options;
	char near[TRAFFIC_NAME_MAX];
	int rc;

	if (plan->bundle && strcmp(plan->bundle, "-") == 0 && output_on_stdout(settings))
		return err_set(err, -EINVAL, "stream: --bundle - and the report cannot both go to "
			       "standard output; give one a file");
	if (!plan->far.via.command)
		return err_set(err, -EINVAL, "stream: --via COMMAND is missing: traffic needs a far end");
	if (count != 1)
		return err_set(err, -EINVAL, "stream: name one interface");
	plan->judge = true;
	plan->window_s = RUN_WINDOW_QUICK_S;
	plan->traffic.wanted = plan->traffic.required = plan->far.traffic = true;
	rc = traffic_check_port(argv[0], near, err);
	if (rc < 0)
		return rc;
	report->fail_on_critical = plan->fail_on_critical;
	run_catch_signals();
	rc = far_open(&plan->far, near, err);
	if (rc < 0)
		return rc;
	rc = run_ports(plan, 1, argv, report, err);
	far_close(&plan->far);
	return rc;
}

const struct command cmd_stream = {
	.name = "stream",
	.arguments = "IFACE --via COMMAND [OPTIONS]",
	.summary = "traffic between two ends: the duplex test",
	.help = "Sends a few seconds of frames at a small load from both ends of a path, one way and both "
		"ways, and tells from what is lost, and when, whether a duplex mismatch is on it and "
		"where. Needs CAP_NET_RAW at both ends.",
	.options = stream_options,
	.take = take,
	.new_options = run_plan_new,
	.run = run,
};
