// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/neighbor-daemon.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

#define FRAME_MAX_BYTES 9216
#define ANSWER_MAX_BYTES (1024 * 1024)
#define PATIENCE_NS INT64_C(3000000000)
#define NS_PER_MS 1000000

extern char **environ;

/* Each namespace has files of its own in /proc, and unlike ns/net they are for everybody to see. */
bool daemon_is_here(pid_t pid)
{
	struct stat here, there;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/net/dev", (int)pid);
	return stat("/proc/thread-self/net/dev", &here) == 0 && stat(path, &there) == 0 &&
	       here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

static size_t le64(const uint8_t *at)
{
	uint64_t n = 0;

	for (int i = 7; i >= 0; i--)
		n = n << 8 | at[i];
	return n > SIZE_MAX ? SIZE_MAX : (size_t)n;
}

int networkd_read(const char *folder, unsigned int ifindex,
		  void (*take)(void *into, const uint8_t *frame, size_t len_bytes), void *into)
{
	uint8_t head[8], frame[FRAME_MAX_BYTES];
	char path[4096];
	int count = 0;
	FILE *in;

	snprintf(path, sizeof(path), "%s/%u", folder, ifindex);
	in = fopen(path, "re");
	if (!in)
		return -errno;
	while (fread(head, 1, sizeof(head), in) == sizeof(head)) {
		size_t len_bytes = le64(head);

		if (len_bytes > sizeof(frame) || fread(frame, 1, len_bytes, in) != len_bytes)
			break;
		take(into, frame, len_bytes);
		count++;
	}
	fclose(in);
	return count;
}

/* Debian and upstream's default. */
static const char *socket_path(void)
{
	static const char *const usual[] = { "/run/lldpd.socket", "/var/run/lldpd.socket",
					     "/run/lldpd/lldpd.socket" };
	const char *named = getenv("ETHERDX_LLDPD_SOCKET");

	if (named)
		return access(named, F_OK) == 0 ? named : NULL;
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (access(usual[i], F_OK) == 0)
			return usual[i];
	return NULL;
}

/* Who listens there; one that has sent itself into the background since is not found. */
static pid_t listener_of(const char *path)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	struct ucred who = { .pid = 0 };
	socklen_t len = sizeof(who);

	snprintf(to.sun_path, sizeof(to.sun_path), "%s", path);
	if (fd < 0)
		return 0;
	if (connect(fd, (struct sockaddr *)&to, sizeof(to)) < 0 ||
	    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) < 0)
		who.pid = 0;
	close(fd);
	return who.pid;
}

static bool listens_here(const char *path)
{
	pid_t pid;

	if (getenv("ETHERDX_LLDPD_SOCKET"))
		return true;
	pid = listener_of(path);
	return daemon_is_here(pid <= 0 || (kill(pid, 0) < 0 && errno == ESRCH) ? FIRST_PROCESS : pid);
}

static int start(const char *socket, const char *iface, int out, pid_t *pid)
{
	const char *const argv[] = { "lldpcli", "-u", socket, "-f", "json0", "show", "neighbors",
				     "ports", iface, "details", NULL };
	posix_spawn_file_actions_t actions;
	int rc;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	rc = posix_spawnp(pid, argv[0], &actions, NULL, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return -rc;
}

/* Everything until the end, in a block that is ended by NUL. */
static int read_answer(int in, char **out)
{
	int64_t deadline_ns = clock_now_ns() + PATIENCE_NS;
	char *text = malloc(ANSWER_MAX_BYTES + 1);
	size_t used = 0;
	int rc = text ? 0 : -ENOMEM;

	while (rc == 0 && used < ANSWER_MAX_BYTES) {
		struct pollfd fd = { .fd = in, .events = POLLIN };
		int64_t left_ns = deadline_ns - clock_now_ns();
		ssize_t got;

		if (left_ns <= 0 || poll(&fd, 1, (int)(left_ns / NS_PER_MS) + 1) <= 0) {
			rc = -ETIMEDOUT;
			break;
		}
		got = read(in, text + used, ANSWER_MAX_BYTES - used);
		if (got <= 0)
			break;
		used += (size_t)got;
	}
	if (rc < 0) {
		free(text);
		return rc;
	}
	text[used] = '\0';
	*out = text;
	return 0;
}

/* Its own child, by its number: one that hangs is ended. */
static bool ended_well(pid_t pid, bool hangs)
{
	int status = 0;

	if (hangs)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int lldpd_ask(const char *iface, char **out)
{
	const char *socket = socket_path();
	pid_t pid;
	int ends[2], rc;

	if (!socket)
		return -ENOENT;
	if (!listens_here(socket))
		return -EXDEV;
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	rc = start(socket, iface, ends[1], &pid);
	close(ends[1]);
	if (rc == 0) {
		rc = read_answer(ends[0], out);
		if (!ended_well(pid, rc < 0) && rc == 0) {
			free(*out);
			rc = -EIO;
		}
	}
	close(ends[0]);
	return rc;
}
