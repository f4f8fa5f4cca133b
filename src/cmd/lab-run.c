// SPDX-License-Identifier: GPL-3.0-or-later
/* Runs a command in the first host of a lab. */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/lab.h"
#include "lab/live-control.h"
#include "lab/netns.h"

#define PATIENCE_NS 3000000000LL
#define STATUS_NOT_FOUND 127
#define STATUS_SIGNAL 128

/* What ETHERDX_LAB_VIA holds: a way into the other host. */
void lab_run_via(const struct lab_process *process, char out[static PATH_MAX])
{
	snprintf(out, PATH_MAX, "ip netns exec %s", process->netns[1]);
}

/* As ip-netns(8) does it: /sys shows the namespace of whoever mounted it. */
static void mount_sysfs(void)
{
	if (unshare(CLONE_NEWNS) < 0 || mount("", "/", "none", MS_SLAVE | MS_REC, NULL) < 0)
		return;
	umount2("/sys", MNT_DETACH);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
}

/* This etherdx first; who called sudo is nobody in there: --via stays root. */
static void set_environment(const struct lab_process *process, const char *self)
{
	static const char *const sudo[] = { "SUDO_USER", "SUDO_UID", "SUDO_GID", "SUDO_COMMAND" };
	const char *path = getenv("PATH"), *slash = strrchr(self, '/');
	char text[3 * PATH_MAX];

	if (slash) {
		snprintf(text, sizeof(text), "%.*s:%s", (int)(slash - self), self,
			 path ? path : "/usr/sbin:/usr/bin:/sbin:/bin");
		setenv("PATH", text, 1);
	}
	for (size_t i = 0; i < sizeof(sudo) / sizeof(sudo[0]); i++)
		unsetenv(sudo[i]);
	lab_run_via(process, text);
	setenv("ETHERDX_LAB_VIA", text, 1);
}

static void start_child(const struct lab_process *process, char **argv, const char *self, int out_fd)
{
	struct err err = { 0 };
	int fd = netns_open(process->netns[0]);

	if (out_fd >= 0)
		dup2(out_fd, STDOUT_FILENO);
	if (fd < 0 || netns_enter(fd, &err) < 0) {
		fprintf(stderr, "etherdx: lab: the host is gone: %s\n", err.text);
		_exit(STATUS_EXIT_UNKNOWN);
	}
	mount_sysfs();
	set_environment(process, self);
	execvp(argv[0], argv);
	fprintf(stderr, "etherdx: lab run: %s: %s\n", argv[0], strerror(errno));
	_exit(STATUS_NOT_FOUND);
}

static void block(sigset_t *old)
{
	static const int number[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD };
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(number) / sizeof(number[0]); i++)
		sigaddset(&set, number[i]);
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, &set, old);
}

/* A signal or a tenth of a second.  0: none but SIGCHLD. */
static int next_signal(bool *from_terminal)
{
	const struct timespec wait = { .tv_nsec = 100000000 };
	siginfo_t info = { 0 };
	sigset_t set;
	int number;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	number = sigtimedwait(&set, &info, &wait);
	*from_terminal = info.si_code == SI_KERNEL;
	return number == SIGCHLD || number < 0 ? 0 : number;
}

/*
 * Until the command has ended.  What comes from the terminal it has got itself;
 * other signals are passed on, and three seconds later it is killed.
 */
static int supervise(struct lab_process *process, pid_t pid, struct err *err)
{
	int64_t deadline_ns = INT64_MAX;
	bool terminal;
	int status, number;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		number = next_signal(&terminal);
		if (process->pid > 0 && waitpid(process->pid, &status, WNOHANG) > 0) {
			process->pid = -1;
			err_set(err, -EIO, "the lab was taken down while its command ran");
			number = SIGTERM;
			terminal = false;
		}
		if (number && !terminal)
			kill(pid, number);
		if (number && deadline_ns == INT64_MAX)
			deadline_ns = clock_now_ns() + PATIENCE_NS;
		if (clock_now_ns() > deadline_ns)
			kill(pid, SIGKILL);
	}
	if (err->code)
		return err->code;
	return WIFSIGNALED(status) ? STATUS_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

int lab_run_once(const struct lab_scene *scene, lab_run_argv *argv_for, void *with, int out_fd,
		 char **validity, struct err *err)
{
	struct lab_process process;
	char self[PATH_MAX] = "etherdx";
	char **argv;
	sigset_t old;
	pid_t pid;
	int rc;

	if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0)
		strcpy(self, "etherdx");
	block(&old);
	rc = lab_process_start(&process, scene, NULL, false, err);
	if (rc < 0) {
		sigprocmask(SIG_SETMASK, &old, NULL);
		return rc;
	}
	argv = argv_for(with, &process, self);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		sigprocmask(SIG_SETMASK, &old, NULL);
		start_child(&process, argv, self, out_fd);
	}
	rc = pid < 0 ? err_set(err, -errno, "cannot fork: %s", strerror(errno)) :
		       supervise(&process, pid, err);
	*validity = process.pid > 0 ? live_control_ask(process.name) : NULL;
	lab_process_stop(&process);
	sigprocmask(SIG_SETMASK, &old, NULL);
	return rc;
}

static char **as_given(void *with, const struct lab_process *process, char *self)
{
	(void)process;
	(void)self;
	return with;
}

int lab_run_given(const struct lab_scene *scene, char **argv, struct err *err)
{
	char *validity;
	int rc = lab_run_once(scene, as_given, argv, -1, &validity, err);

	if (validity)
		lab_show_doubts(stderr, validity, "run it again");
	free(validity);
	return rc;
}
