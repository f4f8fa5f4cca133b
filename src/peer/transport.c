// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

#define NS_PER_MS 1000000LL
#define LOOK_MS 5		/* between two looks whether it has ended */
#define END_BY_ITSELF_MS 500	/* after its standard input was closed */
#define END_TERMINATED_MS 1000
#define END_KILLED_MS 500
#define DEPTH_MAX 8
#define END_SEEN_MS 500		/* its output was closed: it ends now, or never */

struct transport {
	pid_t pid;	/* 0: reaped */
	int to_fd, from_fd;
	int wait_status;
};

/* Who called sudo. */
struct caller {
	bool known;
	uid_t uid;
	gid_t gid;
	char *name, *home, *shell;	/* NULL: not in the passwd database */
	gid_t *groups;
	int group_count;
};

static void caller_fini(struct caller *caller)
{
	free(caller->name);
	free(caller->home);
	free(caller->shell);
	free(caller->groups);
}

/* -EINVAL: set, but no number of a user or group. */
static int id_from_env(const char *name, unsigned int *id, struct err *err)
{
	const char *text = getenv(name);
	unsigned long number;
	char *end;

	if (!text)
		return -ENOENT;
	errno = 0;
	number = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || number >= UINT32_MAX)
		return err_set(err, -EINVAL, "%s=%s: not a number of a user; unset it", name, text);
	*id = (unsigned int)number;
	return 0;
}

static int take_groups(struct caller *caller)
{
	int room = 64;

	for (;;) {
		gid_t *more = realloc(caller->groups, (size_t)room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		caller->groups = more;
		caller->group_count = room;
		if (!caller->name) {
			caller->groups[0] = caller->gid;
			caller->group_count = 1;
			return 0;
		}
		if (getgrouplist(caller->name, caller->gid, more, &caller->group_count) >= 0)
			return 0;
		room = caller->group_count > room ? caller->group_count : 2 * room;
	}
}

/* Nobody but root can become somebody else, and then must: never root by mistake. */
static int caller_find(struct caller *caller, struct err *err)
{
	const struct passwd *pw;
	int rc = geteuid() == 0 ? id_from_env("SUDO_UID", &caller->uid, err) : -ENOENT;

	if (rc < 0 || caller->uid == 0)
		return rc == -ENOENT ? 0 : rc;
	pw = getpwuid(caller->uid);
	rc = id_from_env("SUDO_GID", &caller->gid, err);
	if (rc == -ENOENT && !pw)
		return err_set(err, -EINVAL, "SUDO_UID=%u: no such user, and no SUDO_GID; unset it",
			       caller->uid);
	if (rc == -EINVAL)
		return rc;
	if (rc == -ENOENT)
		caller->gid = pw->pw_gid;
	if (pw) {
		caller->name = strdup(pw->pw_name);
		caller->home = strdup(pw->pw_dir);
		caller->shell = strdup(pw->pw_shell);
		if (!caller->name || !caller->home || !caller->shell)
			return err_set(err, -ENOMEM, "out of memory");
	}
	if (take_groups(caller) < 0)
		return err_set(err, -ENOMEM, "out of memory");
	caller->known = true;
	return 0;
}

static int become(const struct caller *caller)
{
	if (!caller->known)
		return 0;
	if (setgroups((size_t)caller->group_count, caller->groups) < 0 ||
	    setresgid(caller->gid, caller->gid, caller->gid) < 0 ||
	    setresuid(caller->uid, caller->uid, caller->uid) < 0)
		return -errno;
	if (caller->name && (setenv("HOME", caller->home, 1) < 0 ||
			     setenv("USER", caller->name, 1) < 0 ||
			     setenv("LOGNAME", caller->name, 1) < 0 ||
			     setenv("SHELL", caller->shell, 1) < 0))
		return -errno;
	return 0;
}

/* Pipes, and a third one for the errno of a start that failed. */
enum { TO, FROM, FATE, PIPES };

struct pipes {
	int end[PIPES][2];	/* to read from, to write to; -1: closed */
};

static void close_end(struct pipes *pipes, int which, int side)
{
	if (pipes->end[which][side] >= 0)
		close(pipes->end[which][side]);
	pipes->end[which][side] = -1;
}

static void pipes_close(struct pipes *pipes)
{
	for (int i = 0; i < PIPES; i++) {
		close_end(pipes, i, 0);
		close_end(pipes, i, 1);
	}
}

/* Above the standard descriptors, which somebody may have closed. */
static int lift(int *fd)
{
	int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	int error = errno;

	close(*fd);
	*fd = lifted;
	return lifted < 0 ? -error : 0;
}

static int pipes_open(struct pipes *pipes)
{
	int rc = 0;

	*pipes = (struct pipes){ { { -1, -1 }, { -1, -1 }, { -1, -1 } } };
	for (int i = 0; i < PIPES && rc == 0; i++) {
		if (pipe2(pipes->end[i], O_CLOEXEC) < 0)
			rc = -errno;
		for (int side = 0; side < 2 && rc == 0; side++)
			rc = lift(&pipes->end[i][side]);
	}
	if (rc < 0)
		pipes_close(pipes);
	return rc;
}

/* In the child: returns only when it failed. */
static int start(const struct pipes *pipes, const struct caller *caller, const char *line)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, plain = { .sa_handler = SIG_DFL };
	sigset_t none;
	int rc;

	sigemptyset(&none);
	sigaction(SIGINT, &ignore, NULL);
	sigaction(SIGPIPE, &plain, NULL);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (dup2(pipes->end[TO][0], STDIN_FILENO) < 0 ||
	    dup2(pipes->end[FROM][1], STDOUT_FILENO) < 0)
		return -errno;
	rc = become(caller);
	if (rc < 0)
		return rc;
	execl("/bin/sh", "sh", "-c", line, (char *)NULL);
	return -errno;
}

static int run_line(struct transport *transport, struct pipes *pipes, const struct caller *caller,
		    const char *line, struct err *err)
{
	int failed = 0;

	transport->pid = fork();
	if (transport->pid < 0)
		return err_set(err, -errno, "cannot start '%s': %s", line, strerror(errno));
	if (transport->pid == 0) {
		failed = start(pipes, caller, line);
		if (write(pipes->end[FATE][1], &failed, sizeof(failed)) < 0)
			_exit(126);
		_exit(127);
	}
	close_end(pipes, TO, 0);
	close_end(pipes, FROM, 1);
	close_end(pipes, FATE, 1);
	while (read(pipes->end[FATE][0], &failed, sizeof(failed)) < 0 && errno == EINTR)
		;
	if (failed)
		return err_set(err, failed, "cannot start '%s'%s: %s", line,
			       caller->known ? " as the user of SUDO_UID" : "", strerror(-failed));
	return 0;
}

static int transport_start(struct transport *transport, const struct transport_plan *plan,
			   struct err *err)
{
	struct caller caller = { 0 };
	struct pipes pipes;
	char *line = NULL;
	int rc = caller_find(&caller, err);

	if (rc == 0)
		rc = pipes_open(&pipes);
	if (rc < 0) {
		caller_fini(&caller);
		return err_set(err, rc, "cannot make pipes: %s", strerror(-rc));
	}
	if (asprintf(&line, "%s %s agent", plan->command,
		     plan->remote_etherdx ? plan->remote_etherdx : "etherdx") < 0)
		line = NULL;
	rc = line ? run_line(transport, &pipes, &caller, line, err) :
		    err_set(err, -ENOMEM, "out of memory");
	if (rc == 0) {
		transport->to_fd = pipes.end[TO][1];
		transport->from_fd = pipes.end[FROM][0];
		pipes.end[TO][1] = pipes.end[FROM][0] = -1;
	}
	pipes_close(&pipes);
	free(line);
	caller_fini(&caller);
	return rc;
}

int transport_open(struct transport **out, const struct transport_plan *plan, struct err *err)
{
	struct transport *transport;
	int rc;

	*out = NULL;
	if (!plan->command[strspn(plan->command, " \t\n")])
		return err_set(err, -EINVAL, "--via: a command is missing, such as 'ssh node2'");
	transport = calloc(1, sizeof(*transport));
	if (!transport)
		return err_set(err, -ENOMEM, "out of memory");
	transport->to_fd = transport->from_fd = -1;
	rc = transport_start(transport, plan, err);
	if (rc < 0) {
		transport_close(transport);
		return rc;
	}
	*out = transport;
	return 0;
}

/* True when it has ended and was reaped. */
static bool reap(struct transport *transport, int wait_ms)
{
	int64_t until_ns = clock_now_ns() + wait_ms * NS_PER_MS;

	while (transport->pid > 0) {
		pid_t pid = waitpid(transport->pid, &transport->wait_status, WNOHANG);

		if (pid == transport->pid || (pid < 0 && errno == ECHILD))
			transport->pid = 0;
		else if (clock_now_ns() >= until_ns)
			return false;
		else
			clock_wait_until_ns(clock_now_ns() + LOOK_MS * NS_PER_MS);
	}
	return true;
}

/*
 * A shell that got a signal leaves its command behind, and a process group of
 * its own would cut that off from the terminal: so the children are looked up,
 * where the kernel tells them (CONFIG_PROC_CHILDREN).  Children come first, as
 * their parent holds their numbers.  Returns how many there were.
 */
static unsigned int signal_children(pid_t pid, int number, unsigned int depth)
{
	unsigned int count = 0;
	char path[64];
	FILE *in;
	int child;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)pid, (int)pid);
	in = depth > 0 ? fopen(path, "re") : NULL;
	while (in && fscanf(in, "%d", &child) == 1) {
		signal_children(child, number, depth - 1);
		kill(child, number);
		kill(child, SIGCONT);
		count++;
	}
	if (in)
		fclose(in);
	return count;
}

void transport_close(struct transport *transport)
{
	if (!transport)
		return;
	if (transport->to_fd >= 0)
		close(transport->to_fd);
	if (transport->from_fd >= 0)
		close(transport->from_fd);
	/* The shell ends when its command does. */
	if (!reap(transport, END_BY_ITSELF_MS) &&
	    signal_children(transport->pid, SIGTERM, DEPTH_MAX) == 0)
		kill(transport->pid, SIGTERM);
	if (!reap(transport, END_TERMINATED_MS)) {
		signal_children(transport->pid, SIGKILL, DEPTH_MAX);
		kill(transport->pid, SIGKILL);
	}
	reap(transport, END_KILLED_MS);
	free(transport);
}

struct channel transport_channel(const struct transport *transport)
{
	return (struct channel){ .in_fd = transport->from_fd, .out_fd = transport->to_fd,
				 .stop_fd = -1 };
}

bool transport_ended(struct transport *transport, int *exit_status, char *text, size_t size)
{
	if (!reap(transport, END_SEEN_MS))
		return false;
	*exit_status = WIFEXITED(transport->wait_status) ? WEXITSTATUS(transport->wait_status) : -1;
	if (*exit_status >= 0)
		snprintf(text, size, "exit status %d", *exit_status);
	else
		snprintf(text, size, "signal %d", WTERMSIG(transport->wait_status));
	return true;
}
