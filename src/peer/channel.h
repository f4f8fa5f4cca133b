/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PEER_CHANNEL_H
#define PEER_CHANNEL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A byte stream in both directions: pipes, or one socket twice.  No call
 * blocks beyond its deadline (CLOCK_MONOTONIC, as clock_now_ns), none raises
 * SIGPIPE, and the descriptors stay blocking: they may be shared with others.
 */
struct channel {
	int in_fd, out_fd;	/* borrowed */
	int stop_fd;		/* readable: every call ends with -EINTR; -1: none */
};

/* What is there, at least one byte; 0 at the end of the stream; -ETIMEDOUT;
 * -EINTR after a signal; others as read() has them. */
ssize_t channel_read(const struct channel *channel, void *bytes, size_t size_bytes,
		     int64_t deadline_ns);

/* All of it: 0, -ETIMEDOUT, -EINTR, -EPIPE when nobody reads there any more. */
int channel_write(const struct channel *channel, const void *bytes, size_t len_bytes,
		  int64_t deadline_ns);

#endif
