// SPDX-License-Identifier: GPL-3.0-or-later
/* The far end: started by --via, it speaks on standard input and output, and prints nothing. */
#include <errno.h>
#include <linux/capability.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/agent-stream.h"
#include "cmd/agent-timing.h"
#include "cmd/cmd.h"
#include "cmd/neighbor.h"
#include "dev/dev.h"
#include "dev/name.h"
#include "dev/port-use.h"
#include "fact/json.h"
#include "peer/ports.h"
#include "peer/probe.h"
#include "peer/server.h"
#include "probe/probe.h"

#define NS_PER_S 1e9

static int serve_ports(struct server *server, const json_t *with, json_t **result,
		       struct err *err)
{
	json_t *ports = ports_list();

	(void)server;
	(void)with;
	if (!ports)
		return err_set(err, -ENOMEM, "out of memory");
	*result = json_object();
	json_object_set_new(*result, "ports", ports);
	return 0;
}

int agent_take_iface(const json_t *with, const char **iface, struct err *err)
{
	*iface = json_string_value(json_object_get(with, "iface"));
	if (!*iface)
		return err_set(err, -EINVAL, "\"iface\" is missing: which interface?");
	if (strncmp(*iface, "bundle:", strlen("bundle:")) == 0)
		return err_set(err, -EINVAL, "%s: an agent opens interfaces only, no files",
			       *iface);
	switch (name_kind(*iface)) {
	case NAME_BAD:
	case NAME_TOO_LONG:
		return err_set(err, -EINVAL, "%s: no interface can have this name", *iface);
	case NAME_ONLY_ALTNAME:
	case NAME_ANY:
		return 0;
	}
	return -EINVAL;
}

static int take_window(const json_t *with, double *window_s, struct err *err)
{
	const json_t *number = json_object_get(with, "window_s");

	*window_s = json_number_value(number);
	if ((number && !json_is_number(number)) || !isfinite(*window_s) || *window_s < 0 ||
	    *window_s > PEER_WINDOW_MAX_S)
		return err_set(err, -EINVAL, "probe: \"window_s\": a number from 0 to %g is wanted",
			       PEER_WINDOW_MAX_S);
	return 0;
}

/* A port that is watched, perhaps over several requests. */
struct look {
	struct dev *dev;	/* NULL: none */
	struct sets *sets;
	struct probe *probe;
	struct listener *listener;
	char iface[128];
};

/* What "watch" began.  Of this session; a session is a process. */
static struct look watched;

/* What was heard goes into the facts. */
static void listen_end(struct look *look)
{
	struct report_port heard = { .sets = look->sets };

	if (!look->listener)
		return;
	listen_finish(look->listener, true, &heard);
	look->listener = NULL;
	free(heard.neighbor);
}

static void look_close(struct look *look)
{
	listen_end(look);
	dev_close(look->dev);
	sets_free(look->sets);
	free(look->probe);
	*look = (struct look){ .dev = NULL };
}

/* A port that vanished is told in the facts, and no error. */
static int look_open(struct look *look, const char *iface, struct err *incomplete,
		     struct err *err)
{
	static const struct listen_plan plan = { .on = true };
	int rc = dev_open(&look->dev, iface, err);

	if (rc < 0)
		return rc;
	snprintf(look->iface, sizeof(look->iface), "%s", iface);
	look->sets = sets_new();
	look->probe = calloc(1, sizeof(*look->probe));
	rc = look->sets && look->probe ?
	     probe_begin(look->probe, look->dev, look->sets, incomplete) : -ENOMEM;
	if (rc != -ENOMEM) {
		look->listener = listen_begin(&plan, look->sets, NULL);
		return 0;
	}
	look_close(look);
	return err_set(err, rc, "out of memory");
}

/* The window ends early when the near end wants it so, or is gone. */
static void look_end(struct server *server, struct look *look, int64_t window_ns,
		     struct err *incomplete)
{
	int64_t left_ns = look->probe->start_ns + window_ns - dev_now_ns(look->dev);
	int rc, waited = 0;

	if (incomplete->code)
		return;
	if (window_ns > 0)
		waited = server_wait_until_ns(server, clock_now_ns() + left_ns);
	rc = probe_finish(look->probe, look->dev, waited < 0 ? 1 : window_ns, look->sets,
			  incomplete);
	if (rc == 0 && waited < 0)
		err_set(incomplete, -EINTR, "the window ended early, counters were watched for a "
			"shorter time");
	listen_end(look);
}

static json_t *probed(const char *iface, const struct sets *sets, const struct err *incomplete)
{
	const char *name = facts_text(&sets->set[SET_NEAR], FACT_PORT_NAME);
	json_t *object = json_object();

	if (!name)
		name = iface;
	json_object_set_new(object, "iface", text_to_json(name, strlen(name)));
	json_object_set_new(object, "facts", sets_to_json(sets));
	if (incomplete->code)
		json_object_set_new(object, "incomplete",
				    text_to_json(incomplete->text, strlen(incomplete->text)));
	return object;
}

/* Traffic follows: who else needs this port is told, too. */
static int serve_watch(struct server *server, const json_t *with, json_t **result,
		       struct err *err)
{
	struct err incomplete = { 0 }, ignored = { 0 };
	const char *iface;
	int rc = agent_take_iface(with, &iface, err);

	(void)server;
	look_close(&watched);
	if (rc == 0)
		rc = look_open(&watched, iface, &incomplete, err);
	if (rc < 0)
		return rc;
	port_use_read(&watched.sets->set[SET_NEAR], iface, &ignored);
	*result = probed(iface, watched.sets, &incomplete);
	return 0;
}

/* Goes on with what "watch" began, or begins now. */
static int serve_probe(struct server *server, const json_t *with, json_t **result,
		       struct err *err)
{
	struct err incomplete = { 0 };
	struct look look = watched;
	int64_t window_ns;
	const char *iface;
	double window_s = 0;
	int rc = agent_take_iface(with, &iface, err);

	if (rc == 0)
		rc = take_window(with, &window_s, err);
	if (rc < 0)
		return rc;
	window_ns = (int64_t)(window_s * NS_PER_S);
	if (look.dev && strcmp(look.iface, iface) == 0) {
		watched = (struct look){ .dev = NULL };
		window_ns += dev_now_ns(look.dev) - look.probe->start_ns;
	} else {
		look = (struct look){ .dev = NULL };
		rc = look_open(&look, iface, &incomplete, err);
	}
	if (rc < 0)
		return rc;
	look_end(server, &look, window_ns, &incomplete);
	*result = probed(iface, look.sets, &incomplete);
	look_close(&look);
	return 0;
}

static const struct service services[] = {
	{ "ports", serve_ports },
	{ "probe", serve_probe },
	{ "watch", serve_watch },
	{ "hear", serve_hear },
	{ "heard", serve_heard },
	{ "stream", serve_stream },
	{ "stream_result", serve_stream_result },
	{ "tcp", serve_tcp },
	{ "tcp_result", serve_tcp_result },
	{ "timing", serve_timing },
	{ "timing_result", serve_timing_result },
	{ NULL, NULL },
};

/* An end by signal is seen at once, between two messages and in a window. */
static int stop_fd_open(void)
{
	static const int numbers[] = { SIGTERM, SIGHUP, SIGINT };
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		struct sigaction old;

		/* Whoever started it may want to be interrupted without it. */
		if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaddset(&set, numbers[i]);
	}
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC);
}

/* Of root's capabilities, what reading a port and the kernel's log and sending on time need. */
static void drop_privileges(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
	static const __u32 keep[_LINUX_CAPABILITY_U32S_3] = {
		CAP_TO_MASK(CAP_NET_ADMIN) | CAP_TO_MASK(CAP_NET_RAW) | CAP_TO_MASK(CAP_SYS_NICE),
		CAP_TO_MASK(CAP_SYSLOG),
	};

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (syscall(SYS_capget, &head, data) < 0)
		return;
	for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
		data[i].effective &= keep[i];
		data[i].permitted &= keep[i];
		data[i].inheritable = 0;
	}
	syscall(SYS_capset, &head, data);
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	struct channel channel = { .in_fd = STDIN_FILENO, .out_fd = STDOUT_FILENO };
	int rc;

	(void)options;
	(void)report;
	if (count > 0)
		return err_set(err, -EINVAL, "agent: %s: it takes no arguments", argv[0]);
	if (settings->outputs > 0)
		return err_set(err, -EINVAL, "agent: it makes no report; leave out -o and --json");
	if (isatty(STDIN_FILENO) || isatty(STDOUT_FILENO))
		return err_set(err, -ENOTTY, "agent: it speaks with another etherdx, not with a "
			       "terminal; it is started by --via (ssh without -t)");
	/* A name server that is silent must not look like a silent far end. */
	setenv("RES_OPTIONS", "timeout:1 attempts:1", 0);
	drop_privileges();
	channel.stop_fd = stop_fd_open();
	rc = server_run(&channel, services, &server_limits_default, err);
	agent_stream_fini();
	agent_timing_fini();
	look_close(&watched);
	close(channel.stop_fd);
	/* The near end was told why, and says it: one message is enough. */
	return rc < 0 ? STATUS_EXIT_UNKNOWN : STATUS_EXIT_OK;
}

const struct command cmd_agent = {
	.name = "agent",
	.arguments = "[--help]",
	.summary = "the far end, started by --via",
	.help = "Answers another etherdx on standard input and output: which ports there are, and "
		"the facts of one of them; and does this end's part of a traffic test and of frame timing. "
		"Started by --via at the other host; it listens nowhere, and ends with its session.",
	.run = run,
};
