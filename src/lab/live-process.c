// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/live-process.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lab/live-control.h"
#include "lab/netns.h"

#define PREFIX "etherdx-"
#define AUTO_NAMES 99
#define STEP_MS 10
#define STOP_MS 5000
#define FDS_MAX 1024

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
	(void)number;
	stop = 1;
}

static void clear(const struct lab_process *process)
{
	for (unsigned int i = 0; i < process->hosts; i++) {
		netns_end(process->netns[i]);
		netns_del(process->netns[i], NULL);
	}
}

static int check_name(const char *name, struct err *err)
{
	size_t len = strlen(name);

	for (const char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c))
			len = 0;
	if (len == 0 || len >= LAB_LIVE_NAME_MAX)
		return err_set(err, -EINVAL, "lab name \"%.40s\": 1 to %d letters and digits are wanted",
			       name, LAB_LIVE_NAME_MAX - 1);
	return 0;
}

/* All or none. */
static int make_namespaces(struct lab_process *process, const struct lab_scene *scene,
			   struct err *err)
{
	process->hosts = 0;
	for (unsigned int i = 0; i < scene->nodes; i++) {
		char *netns = process->netns[process->hosts];
		int rc;

		if (scene->node[i].kind != LAB_HOST)
			continue;
		lab_live_netns(netns, process->name, scene->node[i].name);
		rc = netns_add(netns, err);
		if (rc < 0) {
			clear(process);
			return rc;
		}
		process->hosts++;
	}
	return 0;
}

/* The name is taken by making its namespaces: no two labs get the same. */
static int take_name(struct lab_process *process, const struct lab_scene *scene,
		     const char *name, struct err *err)
{
	struct err tried = { 0 };
	int rc = -EEXIST;

	for (int i = 1; rc == -EEXIST && i <= (name ? 1 : AUTO_NAMES); i++) {
		if (name)
			snprintf(process->name, sizeof(process->name), "%s", name);
		else
			snprintf(process->name, sizeof(process->name), "%d", i);
		tried = (struct err){ 0 };
		rc = make_namespaces(process, scene, &tried);
	}
	if (rc == -EEXIST && name)
		return err_set(err, rc, "lab %s is there already; etherdx lab down %s ends it", name,
			       name);
	return rc < 0 ? err_set(err, rc, "%s", tried.text) : 0;
}

/* Nobody may wait for us: a pipe that we hold open has no end. */
static void let_go(int keep)
{
	int null = open("/dev/null", O_RDWR);

	for (int fd = 0; fd < 3 && null >= 0; fd++)
		dup2(null, fd);
	for (int fd = 3; fd < FDS_MAX; fd++)
		if (fd != keep)
			close(fd);
	if (chdir("/") < 0)
		stop = 1;
}

/* Signals stay blocked but while it sleeps: none is missed. */
static void take_signals(pid_t parent, bool stays)
{
	struct sigaction action = { .sa_handler = on_signal };
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	setsid();
	prctl(PR_SET_NAME, "etherdx-lab");
	if (stays)
		return;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		stop = 1;
}

static void serve(const struct lab_process *process, const struct lab_scene *scene, int ready_fd)
{
	static struct lab_live live;
	struct err err = { 0 };
	int rc = lab_live_init(&live, scene, process->name, &err);

	if (rc < 0 && err.code == 0)
		err_set(&err, rc, "lab: %s", strerror(-rc));
	if (write(ready_fd, &err, sizeof(err)) != (ssize_t)sizeof(err))
		stop = 1;
	close(ready_fd);
	if (rc == 0)
		lab_live_run(&live, &stop);
	lab_live_fini(&live);
	clear(process);
}

/* Its word that all works, or why not. */
static int wait_ready(int fd, struct err *err)
{
	struct err said = { 0 };
	ssize_t len;

	do
		len = read(fd, &said, sizeof(said));
	while (len < 0 && errno == EINTR);
	if (len != (ssize_t)sizeof(said))
		return err_set(err, -EIO, "the process of the lab ended while it was set up");
	return said.code ? err_set(err, said.code, "%s", said.text) : 0;
}

int lab_process_start(struct lab_process *process, const struct lab_scene *scene,
		      const char *name, bool stays, struct err *err)
{
	pid_t parent = getpid();
	int ready[2], rc;

	*process = (struct lab_process){ .pid = -1 };
	if (name && check_name(name, err) < 0)
		return -EINVAL;
	if (pipe2(ready, O_CLOEXEC) < 0)
		return err_set(err, -errno, "no pipe: %s", strerror(errno));
	rc = take_name(process, scene, name, err);
	if (rc == 0) {
		process->pid = fork();
		if (process->pid == 0) {
			let_go(ready[1]);
			take_signals(parent, stays);
			serve(process, scene, ready[1]);
			_exit(0);
		}
		if (process->pid < 0)
			rc = err_set(err, -errno, "cannot fork: %s", strerror(errno));
	}
	close(ready[1]);
	if (rc == 0)
		rc = wait_ready(ready[0], err);
	close(ready[0]);
	if (rc < 0)
		lab_process_stop(process);
	return rc;
}

static void step(void)
{
	const struct timespec time = { .tv_nsec = STEP_MS * 1000000 };

	nanosleep(&time, NULL);
}

/* A killed one has cleared nothing; one that ended by itself did, and the name may
 * be another's by now. */
void lab_process_stop(struct lab_process *process)
{
	int status = 1;
	pid_t done = 0;

	if (process->pid > 0) {
		kill(process->pid, SIGTERM);
		for (int ms = 0; ms < STOP_MS && done == 0; ms += STEP_MS) {
			done = waitpid(process->pid, &status, WNOHANG);
			if (done == 0)
				step();
		}
		if (done == 0) {
			kill(process->pid, SIGKILL);
			waitpid(process->pid, &status, 0);
		}
	}
	if (status != 0)
		clear(process);
	process->pid = -1;
	process->hosts = 0;
}

/* "etherdx-NAME-HOST"; NAME has no dash. */
static bool name_of(const char *netns, char out[static LAB_LIVE_NAME_MAX])
{
	size_t len;

	if (strncmp(netns, PREFIX, strlen(PREFIX)) != 0)
		return false;
	netns += strlen(PREFIX);
	len = strcspn(netns, "-");
	if (netns[len] != '-' || len == 0 || len >= LAB_LIVE_NAME_MAX)
		return false;
	snprintf(out, LAB_LIVE_NAME_MAX, "%.*s", (int)len, netns);
	return true;
}

static void find_namespaces(struct lab_process *process)
{
	DIR *dir = opendir(NETNS_DIR);
	char name[LAB_LIVE_NAME_MAX];
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) && process->hosts < LAB_NODES)
		if (name_of(entry->d_name, name) && strcmp(name, process->name) == 0)
			snprintf(process->netns[process->hosts++], LAB_LIVE_NETNS_MAX, "%.63s",
				 entry->d_name);
	if (dir)
		closedir(dir);
}

/* Not our child, so it may stay a zombie: only a pidfd tells that it has ended. */
static void end_other(pid_t pid)
{
	struct pollfd wait = { .fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN };

	kill(pid, SIGTERM);
	if (wait.fd < 0) {
		for (int ms = 0; ms < STOP_MS && kill(pid, 0) == 0; ms += STEP_MS)
			step();
		return;
	}
	if (poll(&wait, 1, STOP_MS) == 0)
		kill(pid, SIGKILL);
	close(wait.fd);
}

int lab_process_down(const char *name, struct err *err)
{
	struct lab_process process = { .pid = -1 };
	pid_t pid;

	if (check_name(name, err) < 0)
		return -EINVAL;
	snprintf(process.name, sizeof(process.name), "%s", name);
	pid = live_control_pid(name);
	find_namespaces(&process);
	if (pid < 0 && process.hosts == 0)
		return err_set(err, -ENOENT, "there is no lab %s; etherdx lab show tells what there is", name);
	if (pid > 0)
		end_other(pid);
	clear(&process);
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strverscmp(a, b);
}

unsigned int lab_process_names(char names[][LAB_LIVE_NAME_MAX], unsigned int max)
{
	DIR *dir = opendir(NETNS_DIR);
	unsigned int count = 0, kept = 0;
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) && count < max)
		count += name_of(entry->d_name, names[count]);
	if (dir)
		closedir(dir);
	qsort(names, count, LAB_LIVE_NAME_MAX, by_name);
	for (unsigned int i = 0; i < count; i++)
		if (i == 0 || strcmp(names[i], names[kept - 1]) != 0)
			memmove(names[kept++], names[i], LAB_LIVE_NAME_MAX);
	return kept;
}
