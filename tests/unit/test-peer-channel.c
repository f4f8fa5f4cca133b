// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/channel.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/clock.h"

#define NS_PER_MS 1000000LL

/* Both ends of one stream: what is written to out_fd is read from in_fd. */
static struct channel loop(bool with_socket)
{
	int fd[2];

	if (with_socket)
		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
	else
		assert_int_equal(pipe(fd), 0);
	return (struct channel){ .in_fd = fd[0], .out_fd = fd[1], .stop_fd = -1 };
}

static int64_t in_ms(int ms)
{
	return clock_now_ns() + ms * NS_PER_MS;
}

static void what_is_written_is_read(void **state)
{
	(void)state;
	for (int with_socket = 0; with_socket < 2; with_socket++) {
		struct channel channel = loop(with_socket);
		char got[8];

		assert_int_equal(channel_write(&channel, "word", 4, in_ms(1000)), 0);
		assert_int_equal(channel_read(&channel, got, sizeof(got), in_ms(1000)), 4);
		assert_memory_equal(got, "word", 4);
		assert_int_equal(channel_read(&channel, got, sizeof(got), in_ms(20)), -ETIMEDOUT);
		close(channel.out_fd);
		assert_int_equal(channel_read(&channel, got, sizeof(got), in_ms(1000)), 0);
		close(channel.in_fd);
	}
}

/* More than the buffers hold, which nobody reads: no call hangs. */
static void a_write_has_its_deadline(void **state)
{
	size_t len = 8 << 20;
	char *much = calloc(1, len);

	(void)state;
	for (int with_socket = 0; with_socket < 2; with_socket++) {
		struct channel channel = loop(with_socket);

		assert_int_equal(channel_write(&channel, much, len, in_ms(50)), -ETIMEDOUT);
		close(channel.in_fd);
		close(channel.out_fd);
	}
	free(much);
}

/* The signal's default would end this test. */
static void a_closed_end_raises_no_signal(void **state)
{
	sigset_t pending;

	(void)state;
	for (int with_socket = 0; with_socket < 2; with_socket++) {
		struct channel channel = loop(with_socket);

		close(channel.in_fd);
		assert_int_equal(channel_write(&channel, "word", 4, in_ms(1000)), -EPIPE);
		sigpending(&pending);
		assert_false(sigismember(&pending, SIGPIPE));
		close(channel.out_fd);
	}
}

static void stop_ends_every_call(void **state)
{
	struct channel channel = loop(false), stop = loop(false);
	char got[8];

	(void)state;
	assert_int_equal(channel_write(&stop, "x", 1, in_ms(1000)), 0);
	channel.stop_fd = stop.in_fd;
	assert_int_equal(channel_read(&channel, got, sizeof(got), in_ms(5000)), -EINTR);
	assert_int_equal(channel_write(&channel, "word", 4, in_ms(5000)), -EINTR);
	close(channel.in_fd);
	close(channel.out_fd);
	close(stop.in_fd);
	close(stop.out_fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(a_write_has_its_deadline),
		cmocka_unit_test(a_closed_end_raises_no_signal),
		cmocka_unit_test(stop_ends_every_call),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("peer-channel", tests, NULL, NULL);
}
