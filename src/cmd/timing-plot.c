// SPDX-License-Identifier: GPL-3.0-or-later
/* An SVG by gnuplot, when there is one. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/timing.h"
#include "timing/plot.h"

extern char **environ;

/* Starts gnuplot with a pipe to it; what it says goes where messages go. */
static int start(pid_t *pid, FILE **to)
{
	char *const argv[] = { (char *)(uintptr_t)"gnuplot", NULL };
	posix_spawn_file_actions_t actions;
	int fds[2], rc;

	if (pipe2(fds, O_CLOEXEC) < 0)
		return -errno;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fds[0], STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
	rc = posix_spawnp(pid, "gnuplot", &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(fds[0]);
	*to = rc == 0 ? fdopen(fds[1], "w") : NULL;
	if (!*to)
		close(fds[1]);
	return -rc;
}

int timing_write_plot(const struct timing_run *run, const char *name, const char *file, struct err *err)
{
	struct timing_plot plot;
	char title[200];
	FILE *to = NULL;
	pid_t pid = -1;
	int status = 0, rc;

	if (!timing_plot_take(&plot, &run->setup, &run->estimate))
		return err_set(err, -ENODATA, "--plot %s: there is no latency by size to draw", file);
	signal(SIGPIPE, SIG_IGN);
	rc = start(&pid, &to);
	if (rc == -ENOENT)
		return err_set(err, rc, "--plot %s: gnuplot is not installed; nothing was drawn", file);
	if (rc < 0 || !to)
		return err_set(err, rc < 0 ? rc : -EIO, "--plot %s: gnuplot cannot be started", file);
	snprintf(title, sizeof(title), "%.80s: %s, k = %.2f", name, timing_mode_text(run->estimate.mode),
		 run->estimate.k.value);
	rc = timing_plot_gnuplot(&plot, title, file, to);
	fclose(to);
	waitpid(pid, &status, 0);
	if (rc < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0 || access(file, R_OK) < 0)
		return err_set(err, -EIO, "--plot %s: gnuplot could not write it", file);
	return 0;
}
