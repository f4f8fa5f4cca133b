// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/run.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/timing.h"
#include "config.h"
#include "dev/dev.h"
#include "probe/probe.h"

#define NS_PER_S 1e9
#define LOOK_NS 100000000LL

struct job {
	struct dev *dev;
	struct probe *probe;
	struct listener *listener;
	unsigned int port;	/* index in the report */
	int64_t begun_ns;
	struct traffic traffic;
};

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
	(void)number;
	interrupted = 1;
}

void run_catch_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESETHAND };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

bool run_interrupted(void)
{
	return interrupted;
}

int run_judge(struct report_port *port, struct err *err)
{
	port->judged = calloc(1, sizeof(*port->judged));
	if (!port->judged)
		return err_set(err, -ENOMEM, "out of memory");
	judge(port->sets, port->judged);
	return 0;
}

void *run_plan_new(void)
{
	struct run_plan *plan = calloc(1, sizeof(*plan));

	if (plan)
		plan->window_s = RUN_WINDOW_DEFAULT_S;
	return plan;
}

static int begin(struct job *job, const char *name, const struct run_plan *plan,
		 struct report *report, struct err *err)
{
	struct report_port *port;
	int rc = dev_open(&job->dev, name, err);

	if (rc < 0)
		return rc;
	port = report_add_port(report, name);
	job->probe = calloc(1, sizeof(*job->probe));
	if (!port || !job->probe)
		return err_set(err, -ENOMEM, "out of memory");
	job->port = report->ports - 1;
	job->begun_ns = clock_now_ns();
	if (plan->all_words)
		dev_want_all_words(job->dev);
	rc = probe_begin(job->probe, job->dev, port->sets, &port->err);
	if (strncmp(name, "bundle:", strlen("bundle:")) != 0)
		job->listener = listen_begin(&plan->listen, port->sets,
					     plan->listen.stop_early ? &port->err : NULL);
	return rc;
}

/*
 * In short sleeps: a signal that comes between a look at the flag and the sleep
 * after it must not cost the whole window.
 */
static void wait_for_window(struct job *job, int64_t window_ns)
{
	int64_t end_ns = job->probe->start_ns + window_ns, at_ns;
	int rc = 0;

	while (rc == 0 && !interrupted && (at_ns = dev_now_ns(job->dev)) < end_ns)
		rc = dev_wait_until_ns(job->dev, at_ns + LOOK_NS < end_ns ? at_ns + LOOK_NS : end_ns);
}

static void finish(struct job *job, struct run_plan *plan, struct report *report,
		   struct err *err)
{
	struct report_port *port = &report->port[job->port];
	const char *name = facts_text(&port->sets->set[SET_NEAR], FACT_PORT_NAME);

	/* Once interrupted, nobody waits any more: the window ends now. */
	if (port->err.code == 0)
		wait_for_window(job, (int64_t)(plan->window_s * NS_PER_S));
	if (port->err.code == 0)
		probe_finish(job->probe, job->dev,
			     interrupted && plan->window_s > 0 ? 1 :
								 (int64_t)(plan->window_s * NS_PER_S),
			     port->sets, &port->err);
	if (plan->then && port->err.code == 0)
		plan->then(job->dev, port, plan->with, &port->err);
	listen_finish(job->listener, interrupted, port);
	if (plan->far.peer)
		far_finish(&plan->far, interrupted, port->sets, &port->err);
	traffic_facts(&job->traffic, port->sets);
	if (plan->far.peer && plan->timing && job->traffic.rc == 0 && !interrupted)
		timing_beside(&plan->far, name ? name : port->name, port->sets);
	if (interrupted && plan->window_s > 0)
		err_set(&port->err, -EINTR, "interrupted; counters were watched for a shorter time");
	port->complete = port->err.code == 0;
	port->duration_s = (double)(clock_now_ns() - job->begun_ns) / NS_PER_S;
	if (name)
		snprintf(port->name, sizeof(port->name), "%s", name);
	if (plan->judge)
		run_judge(port, err);
}

static void fill_host(struct bundle *bundle)
{
	struct utsname uts;

	snprintf(bundle->version, sizeof(bundle->version), "%s", PACKAGE_VERSION);
	bundle->recorded = time(NULL);
	if (uname(&uts) < 0)
		return;
	snprintf(bundle->host, sizeof(bundle->host), "%.*s", (int)sizeof(bundle->host) - 1,
		 uts.nodename);
	snprintf(bundle->kernel, sizeof(bundle->kernel), "%.15s %.70s", uts.sysname, uts.release);
}

static int copy_answers(struct answers *to, const struct answers *from)
{
	int rc = 0;

	for (size_t i = 0; from && i < from->count && rc == 0; i++)
		rc = answers_add(to, &from->item[i]);
	return rc;
}

static int save(const struct run_plan *plan, const struct job *jobs, unsigned int count,
		const struct report *report, struct err *err)
{
	struct bundle *bundle = bundle_new();
	int rc = bundle ? 0 : -ENOMEM;

	if (bundle)
		fill_host(bundle);
	for (unsigned int i = 0; i < count && rc == 0; i++) {
		const struct report_port *port = &report->port[jobs[i].port];
		struct bundle_port *kept = bundle_add_port(bundle, port->name);

		if (kept)
			*kept->facts = *port->sets;
		rc = kept ? copy_answers(&kept->answers, dev_answers(jobs[i].dev)) : -ENOMEM;
	}
	if (rc == 0 && plan->anonymize)
		rc = bundle_anonymize(bundle);
	if (rc == 0)
		rc = bundle_save(bundle, plan->bundle, err);
	bundle_free(bundle);
	return rc < 0 ? err_set(err, rc, "out of memory") : 0;
}

static void close_jobs(struct job *jobs, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		dev_close(jobs[i].dev);
		free(jobs[i].probe);
		traffic_fini(&jobs[i].traffic);
	}
	free(jobs);
}

/* What is left of the window once the traffic is over; 0 would mean: counters read once. */
static double left_s(const struct job *job, double window_s)
{
	double gone_s = (double)(clock_now_ns() - job->begun_ns) / NS_PER_S;

	return window_s > gone_s + 0.001 ? window_s - gone_s : 0.001;
}

/* The far port is watched from before the traffic to after it. */
static int begin_far(struct job *job, struct run_plan *plan, struct report *report,
		     struct err *err)
{
	struct report_port *port = &report->port[job->port];
	const char *name = facts_text(&port->sets->set[SET_NEAR], FACT_PORT_NAME);
	struct err why = { 0 };
	int rc;

	if (!plan->traffic.wanted)
		return far_begin(&plan->far, plan->window_s, err);
	rc = far_watch(&plan->far, port->sets, err);
	if (rc < 0)
		return rc;
	rc = traffic_run(&job->traffic, &plan->traffic, &plan->far, name ? name : port->name,
			 port->sets, &why);
	if (rc == -EPIPE || rc == -ETIMEDOUT || rc == -EPROTO)
		return err_set(err, rc, "%s", why.text);
	if (rc < 0 && (plan->traffic.required || rc == -EBUSY || traffic_has_begun(&job->traffic)))
		err_set(&port->err, rc, "%s", why.text);
	return far_begin(&plan->far, left_s(job, plan->window_s), err);
}

/* A far end that failed under way: the last line of the port must not say that all is well. */
static void tell_far(struct report_port *port, const struct err *err)
{
	if (port->err.code)
		return;
	port->err = *err;
	port->complete = false;
}

int run_ports(struct run_plan *plan, int count, char **names, struct report *report,
	      struct err *err)
{
	struct job *jobs = calloc((size_t)count, sizeof(*jobs));
	struct err far_err = { 0 };
	unsigned int begun = 0;
	int rc = 0;

	if (!jobs)
		return err_set(err, -ENOMEM, "out of memory");
	run_catch_signals();
	for (int i = 0; i < count; i++) {
		int one = begin(&jobs[begun], names[i], plan, report, err);

		/* A port that vanished while it was read is reported all the same. */
		if (jobs[begun].probe)
			begun++;
		else
			dev_close(jobs[begun].dev);
		if (one < 0 && one != -ENODEV && rc == 0)
			rc = one;
	}
	if (plan->far.peer && begun && rc == 0) {
		rc = begin_far(&jobs[0], plan, report, err);
		if (rc < 0) {
			far_err = *err;
			far_close(&plan->far);
		}
	}
	for (unsigned int i = 0; i < begun; i++)
		finish(&jobs[i], plan, report, err);
	if (far_err.code)
		tell_far(&report->port[jobs[0].port], &far_err);
	if (err->code && rc == 0)
		rc = err->code;
	if (plan->bundle && begun) {
		struct err save_err = { 0 };
		int saved = save(plan, jobs, begun, report, &save_err);

		if (saved < 0 && rc == 0)
			rc = err_set(err, saved, "%s", save_err.text);
	}
	close_jobs(jobs, begun);
	return rc;
}

/* No raw answer tells of these: they stand, and so do their gaps. */
static bool is_measured(enum fact_group group)
{
	return group == GROUP_NEIGHBOR || group == GROUP_CABLE || group == GROUP_USE ||
	       group == GROUP_STREAM || group == GROUP_TIMING;
}

/*
 * What came from elsewhere than this port's kernel stands as recorded; the rest
 * is read again from the raw answers, if there are any.
 */
static bool read_again(enum fact_id id, enum fact_source source)
{
	return !is_measured(fact_row(id)->group) &&
	       (source == FROM_NETLINK || source == FROM_IOCTL || source == FROM_MII ||
		source == FROM_SYSFS || source == FROM_PROC || source == FROM_NOWHERE);
}

/* A second answer of a neighbor (LLDP and CDP can contradict each other) stays. */
static void forget_others(struct facts *f)
{
	unsigned int kept = 0;

	for (unsigned int i = 0; i < f->others; i++)
		if (!read_again(f->other[i].id, f->other[i].fact.source))
			f->other[kept++] = f->other[i];
	f->others = kept;
}

static void take_facts(struct sets *to, const struct sets *from, bool replay)
{
	*to = *from;
	for (int set = SET_NEAR; replay && set <= SET_PARTNER; set++) {
		forget_others(&to->set[set]);
		for (int id = 0; id < FACT_COUNT; id++)
			if (read_again((enum fact_id)id, to->set[set].item[id].source))
				to->set[set].item[id] = (struct fact){ 0 };
	}
}

static bool has_window(const struct answers *answers)
{
	for (size_t i = 0; i < answers->count; i++)
		if (answers->item[i].group == GROUP_COUNTERS && answers->item[i].round > 0)
			return true;
	return false;
}

static int replay(const struct bundle_port *recorded, struct report_port *port)
{
	struct dev *dev = NULL;
	int rc = dev_open_recorded(&dev, recorded->facts, &recorded->answers, &port->err);

	if (rc < 0)
		return rc;
	rc = probe_port(dev, has_window(&recorded->answers) ? 1 : 0, port->sets, &port->err);
	dev_close(dev);
	return rc;
}

static int judge_recorded(const struct bundle_port *recorded, struct report_port *port,
			  struct err *err)
{
	bool raw = recorded->answers.count > 0;

	take_facts(port->sets, recorded->facts, raw);
	if (raw)
		replay(recorded, port);
	else
		probe_derive(port->sets);
	if (facts_known(&port->sets->set[SET_NEAR], FACT_RUN_WINDOW))
		port->duration_s = port->sets->set[SET_NEAR].item[FACT_RUN_WINDOW].real;
	port->complete = port->err.code == 0;
	return run_judge(port, err);
}

static int has_no_such(const struct bundle *bundle, const char *file, const char *only, struct err *err)
{
	char names[200] = "";

	for (unsigned int i = 0; i < bundle->ports && strlen(names) < sizeof(names) - 1; i++)
		snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s", i ? ", " : "",
			 bundle->port[i].name);
	return err_set(err, -ENODATA, "%s: no port %s in it, but %s", file, only, names);
}

int run_bundle(const struct bundle *bundle, const char *file, const char *only, struct report *report,
	       struct err *err)
{
	unsigned int judged = 0;

	for (unsigned int i = 0; i < bundle->ports; i++) {
		const struct bundle_port *recorded = &bundle->port[i];
		struct report_port *port;

		if (only && strcmp(recorded->name, only) != 0)
			continue;
		port = report_add_port(report, recorded->name);
		if (!port)
			return err_set(err, -ENOMEM, "out of memory");
		snprintf(port->origin, sizeof(port->origin), "%s", file);
		port->started = bundle->recorded;
		if (judge_recorded(recorded, port, err) < 0)
			return -ENOMEM;
		judged++;
	}
	return judged ? 0 : has_no_such(bundle, file, only, err);
}
