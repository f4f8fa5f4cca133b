// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/run.h"

enum { OPT_QUICK, OPT_WAIT, OPT_DURATION, OPT_BUNDLE, OPT_FAIL_ON, OPT_VIA, OPT_PEER_IFACE,
       OPT_REMOTE_ETHERDX };

static const struct opt check_options[] = {
	{ 0, "quick", NULL, "watch counters for 0.5 s", OPT_QUICK },
	{ 0, "duration", "S", "watch counters for S seconds (default 3)", OPT_DURATION },
	{ 0, "wait", "S", "listen for neighbors for S seconds (65 hear all; default: meanwhile)",
	  OPT_WAIT },
	{ 0, "bundle", "FILE", "keep all evidence in FILE", OPT_BUNDLE },
	{ 0, "fail-on", "LEVEL", "warning (default) or critical: warnings then exit 0", OPT_FAIL_ON },
	{ 0, "via", "COMMAND", "look at the far end too: sh -c 'COMMAND etherdx agent' reaches it",
	  OPT_VIA },
	{ 0, "peer-iface", "IFACE", "with --via: the far port (default: the one that hears IFACE)",
	  OPT_PEER_IFACE },
	{ 0, "remote-etherdx", "PATH", "with --via: what to start there instead of etherdx",
	  OPT_REMOTE_ETHERDX },
	TRAFFIC_OPTIONS,
	{ 0, NULL, NULL, NULL, 0 },
};

static int take(int id, const char *value, void *into, struct err *err)
{
	struct run_plan *o = into;

	switch (id) {
	case OPT_QUICK:
		o->window_s = RUN_WINDOW_QUICK_S;
		return 0;
	case OPT_DURATION:
		return opt_number("duration", value, 0.1, 3600, &o->window_s, err);
	case OPT_WAIT:
		return opt_number("wait", value, 0, 3600, &o->listen.wait_s, err);
	case OPT_BUNDLE:
		o->bundle = value;
		return 0;
	case OPT_VIA:
		o->far.via.command = value;
		return 0;
	case OPT_PEER_IFACE:
		o->far.iface = value;
		return 0;
	case OPT_REMOTE_ETHERDX:
		o->far.via.remote_etherdx = value;
		return 0;
	case OPT_FAIL_ON:
		return opt_fail_on(value, &o->fail_on_critical, err);
	}
	return traffic_take(id, value, &o->traffic, err);
}

/* What goes with what. */
static int check_usage(const struct run_plan *plan, int count, struct err *err)
{
	if (plan->far.via.command)
		return count == 1 ? 0 :
		       err_set(err, -EINVAL, "check: --via goes with one interface");
	if (plan->far.iface || plan->far.via.remote_etherdx)
		return err_set(err, -EINVAL,
			       "check: --peer-iface and --remote-etherdx go with --via");
	if (traffic_is_set(&plan->traffic))
		return err_set(err, -EINVAL, "check: --odds, --max-load, --direct, --full and --yes "
			       "go with --via: without a far end nothing is sent");
	return 0;
}

/* In a run over all ports one that never had a cable is no fault. */
static void mark_unused(struct report *report)
{
	for (unsigned int i = 0; i < report->ports; i++) {
		const struct facts *near = &report->port[i].sets->set[SET_NEAR];

		report->port[i].unused = facts_no(near, FACT_LINK_EVER_UP) &&
					 !facts_yes(near, FACT_LINK_UP);
	}
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	struct run_plan *plan = options;
	char near[TRAFFIC_NAME_MAX];
	struct err why = { 0 };
	int rc;

	if (plan->bundle && strcmp(plan->bundle, "-") == 0 && output_on_stdout(settings))
		return err_set(err, -EINVAL, "check: --bundle - and the report cannot both go to "
			       "standard output; give one a file");
	rc = check_usage(plan, count, err);
	if (rc < 0)
		return rc;
	plan->judge = plan->listen.on = plan->listen.daemons = true;
	report->many = count != 1;
	report->fail_on_critical = plan->fail_on_critical;
	run_catch_signals();
	if (plan->far.via.command) {
		/* Without a wire, or the right to send, the two ends are only looked at. */
		rc = traffic_check_port(argv[0], near, &why);
		plan->far.traffic = rc == 0;
		plan->timing = plan->traffic.full;
		plan->traffic.wanted = rc == 0 || rc == -EPERM || rc == -ENETDOWN;
		rc = far_open(&plan->far, near, err);
		if (rc < 0)
			return rc;
	}
	rc = run_ports_or_all(plan, count, argv, report, err);
	far_close(&plan->far);
	if (count == 0)
		mark_unused(report);
	return rc;
}

const struct command cmd_check = {
	.name = "check",
	.arguments = "[OPTIONS] [IFACE...]",
	.summary = "diagnose ports: the main job",
	.help = "Reads what each link agreed on, watches its counters, and names what is wrong with "
		"evidence and remedy. Without IFACE: every physical port. With --via the port at the other "
		"end of the path is looked at in the same window, and traffic at a small load from both ends tells of "
		"a duplex mismatch. Without --via nothing is sent, and without --full no setting is changed.",
	.options = check_options,
	.take = take,
	.new_options = run_plan_new,
	.run = run,
};
