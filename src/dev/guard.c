// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define FDS_MAX 1024

/* Nobody may wait for us: a pipe of theirs that we hold has no end. */
static void watch(int fd, void (*restore)(void *what), void *what)
{
	char byte;
	ssize_t len;

	setsid();
	prctl(PR_SET_NAME, "etherdx-guard");
	for (int i = 0; i < FDS_MAX; i++)
		if (i != fd)
			close(i);
	do
		len = read(fd, &byte, 1);
	while (len > 0 || (len < 0 && errno == EINTR));
	restore(what);
	_exit(0);
}

int guard_start(struct guard *guard, void (*restore)(void *what), void *what, struct err *err)
{
	sigset_t all, old;
	int fds[2];

	*guard = (struct guard){ .fd = -1 };
	if (pipe2(fds, O_CLOEXEC) < 0)
		return err_set(err, -errno, "no pipe for the guard of settings: %s", strerror(errno));
	/* Blocked before it is born: no signal is early enough. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &old);
	guard->pid = fork();
	if (guard->pid == 0) {
		close(fds[1]);
		watch(fds[0], restore, what);
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	close(fds[0]);
	if (guard->pid < 0) {
		int code = -errno;

		close(fds[1]);
		return err_set(err, code, "no process for the guard of settings: %s", strerror(-code));
	}
	guard->fd = fds[1];
	return 0;
}

void guard_end(struct guard *guard)
{
	if (guard->fd < 0)
		return;
	close(guard->fd);
	while (waitpid(guard->pid, NULL, 0) < 0 && errno == EINTR)
		;
	*guard = (struct guard){ .fd = -1 };
}
