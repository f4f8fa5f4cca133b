// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/channel.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"

#define NS_PER_MS 1000000LL

static int left_ms(int64_t deadline_ns)
{
	int64_t ms = (deadline_ns - clock_now_ns() + NS_PER_MS - 1) / NS_PER_MS;

	if (ms <= 0)
		return 0;
	return ms > INT_MAX ? INT_MAX : (int)ms;
}

static int await(const struct channel *channel, int fd, short events, int64_t deadline_ns)
{
	struct pollfd fds[] = {
		{ .fd = fd, .events = events },
		{ .fd = channel->stop_fd, .events = POLLIN },
	};
	int rc = poll(fds, 2, left_ms(deadline_ns));

	if (rc < 0)
		return -errno;
	if (fds[1].revents)
		return -EINTR;
	return rc == 0 ? -ETIMEDOUT : 0;
}

ssize_t channel_read(const struct channel *channel, void *bytes, size_t size_bytes,
		     int64_t deadline_ns)
{
	for (;;) {
		int rc = await(channel, channel->in_fd, POLLIN, deadline_ns);
		ssize_t got;

		if (rc < 0)
			return rc;
		got = read(channel->in_fd, bytes, size_bytes);
		if (got >= 0)
			return got;
		if (errno == ECONNRESET)
			return 0;
		/* Somebody else made it non-blocking, or read what was there. */
		if (errno != EAGAIN)
			return -errno;
	}
}

/* A pipe has no MSG_NOSIGNAL: the signal that a write raised is taken back. */
static ssize_t write_without_signal(int fd, const void *bytes, size_t len_bytes)
{
	static const struct timespec at_once = { 0 };
	sigset_t sigpipe, pending, old;
	ssize_t wrote;
	int error;

	sigemptyset(&sigpipe);
	sigaddset(&sigpipe, SIGPIPE);
	sigpending(&pending);
	sigprocmask(SIG_BLOCK, &sigpipe, &old);
	wrote = write(fd, bytes, len_bytes);
	error = errno;
	if (wrote < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
		sigtimedwait(&sigpipe, NULL, &at_once);
	sigprocmask(SIG_SETMASK, &old, NULL);
	errno = error;
	return wrote;
}

/* After POLLOUT a pipe takes PIPE_BUF bytes without blocking, not more. */
static ssize_t write_some(int fd, const void *bytes, size_t len_bytes)
{
	ssize_t wrote = send(fd, bytes, len_bytes, MSG_DONTWAIT | MSG_NOSIGNAL);

	if (wrote >= 0 || errno != ENOTSOCK)
		return wrote;
	return write_without_signal(fd, bytes, len_bytes < PIPE_BUF ? len_bytes : PIPE_BUF);
}

int channel_write(const struct channel *channel, const void *bytes, size_t len_bytes,
		  int64_t deadline_ns)
{
	const char *from = bytes;

	while (len_bytes > 0) {
		int rc = await(channel, channel->out_fd, POLLOUT, deadline_ns);
		ssize_t wrote;

		if (rc < 0)
			return rc;
		wrote = write_some(channel->out_fd, from, len_bytes);
		if (wrote < 0 && errno == ECONNRESET)
			return -EPIPE;
		if (wrote < 0 && errno != EAGAIN)
			return -errno;
		if (wrote > 0) {
			from += wrote;
			len_bytes -= (size_t)wrote;
		}
	}
	return 0;
}
