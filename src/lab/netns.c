// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/netns.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define END_STEPS 100	/* of 20 ms; the second half is less polite */

static void path_of(const char *name, char out[static PATH_MAX])
{
	snprintf(out, PATH_MAX, NETNS_DIR "/%s", name);
}

int netns_open(const char *name)
{
	char path[PATH_MAX];
	int fd;

	if (name)
		path_of(name, path);
	fd = open(name ? path : "/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int netns_enter(int fd, struct err *err)
{
	if (setns(fd, CLONE_NEWNET) < 0)
		return err_set(err, -errno, "cannot enter a network namespace: %s; run as root",
			       strerror(errno));
	return 0;
}

/* A mount made here must be seen by everybody who looks below /run/netns. */
static int share_dir(struct err *err)
{
	if (mkdir(NETNS_DIR, 0755) < 0 && errno != EEXIST)
		return err_set(err, -errno, NETNS_DIR ": cannot make it: %s; run as root",
			       strerror(errno));
	if (mount("", NETNS_DIR, "none", MS_SHARED | MS_REC, NULL) == 0)
		return 0;
	if (errno == EINVAL && mount(NETNS_DIR, NETNS_DIR, "none", MS_BIND | MS_REC, NULL) == 0 &&
	    mount("", NETNS_DIR, "none", MS_SHARED | MS_REC, NULL) == 0)
		return 0;
	return err_set(err, -errno, NETNS_DIR ": cannot share it: %s; run as root",
		       strerror(errno));
}

/* Leaves this thread in the new namespace; the caller goes back. */
static int make(const char *path, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0);

	if (fd < 0)
		return err_set(err, -errno, "%s: cannot make it: %s", path, strerror(errno));
	close(fd);
	if (unshare(CLONE_NEWNET) == 0 &&
	    mount("/proc/thread-self/ns/net", path, "none", MS_BIND, NULL) == 0)
		return 0;
	err_set(err, -errno, "cannot make a network namespace: %s; run as root", strerror(errno));
	unlink(path);
	return err ? err->code : -EPERM;
}

int netns_add(const char *name, struct err *err)
{
	char path[PATH_MAX];
	int home, rc;

	rc = share_dir(err);
	if (rc < 0)
		return rc;
	home = netns_open(NULL);
	if (home < 0)
		return err_set(err, home, "no network namespace of our own: %s", strerror(-home));
	path_of(name, path);
	rc = make(path, err);
	if (setns(home, CLONE_NEWNET) < 0 && rc == 0)
		rc = err_set(err, -errno, "cannot go back to the first namespace: %s",
			     strerror(errno));
	close(home);
	return rc;
}

int netns_del(const char *name, struct err *err)
{
	char path[PATH_MAX];

	path_of(name, path);
	umount2(path, MNT_DETACH);
	if (unlink(path) < 0 && errno != ENOENT)
		return err_set(err, -errno, "%s: cannot remove it: %s", path, strerror(errno));
	return 0;
}

static bool lives_in(const char *pid, const struct stat *netns)
{
	char path[64];
	struct stat own;

	snprintf(path, sizeof(path), "/proc/%.20s/ns/net", pid);
	return stat(path, &own) == 0 && own.st_dev == netns->st_dev && own.st_ino == netns->st_ino;
}

/* How many there were. */
static unsigned int signal_all(const struct stat *netns, int number)
{
	DIR *proc = opendir("/proc");
	unsigned int count = 0;
	struct dirent *entry;

	while (proc && (entry = readdir(proc))) {
		pid_t pid = (pid_t)atoi(entry->d_name);

		if (pid <= 0 || pid == getpid() || !lives_in(entry->d_name, netns))
			continue;
		kill(pid, number);
		count++;
	}
	if (proc)
		closedir(proc);
	return count;
}

void netns_end(const char *name)
{
	const struct timespec step = { .tv_nsec = 20000000 };
	char path[PATH_MAX];
	struct stat netns;

	path_of(name, path);
	if (stat(path, &netns) < 0)
		return;
	for (int i = 0; i < END_STEPS; i++) {
		if (signal_all(&netns, i < END_STEPS / 2 ? SIGTERM : SIGKILL) == 0)
			return;
		nanosleep(&step, NULL);
	}
}

int netns_within(const char *name, int (*work)(void *arg, struct err *err), void *arg,
		 struct err *err)
{
	int home = netns_open(NULL), there = netns_open(name), rc;

	if (home < 0 || there < 0) {
		rc = err_set(err, home < 0 ? home : there, "%s: no such network namespace", name);
	} else {
		rc = netns_enter(there, err);
		if (rc == 0) {
			rc = work(arg, err);
			if (setns(home, CLONE_NEWNET) < 0)
				rc = err_set(err, -errno, "cannot leave %s: %s", name,
					     strerror(errno));
		}
	}
	if (home >= 0)
		close(home);
	if (there >= 0)
		close(there);
	return rc;
}
