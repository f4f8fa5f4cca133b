// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/transport.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/clock.h"
#include "peer/session.h"
#include "skip-help.h"

#define NS_PER_S 1000000000LL
#define SOME_UID "12345"	/* in no passwd database */
#define SOME_GID "23456"

static int open_command(struct transport **transport, const char *command, struct err *err)
{
	struct transport_plan plan = { .command = command };

	*err = (struct err){ 0 };
	return transport_open(transport, &plan, err);
}

/* All it says. */
static void listen(struct transport *transport, char *out, size_t size)
{
	struct channel channel = transport_channel(transport);
	size_t len = 0;
	ssize_t n;

	while ((n = channel_read(&channel, out + len, size - 1 - len,
				 clock_now_ns() + 30 * NS_PER_S)) > 0)
		len += (size_t)n;
	assert_int_equal(n, 0);
	out[len] = '\0';
}

static void said(const char *command, char *out, size_t size)
{
	struct transport *transport;
	struct err err;

	assert_int_equal(open_command(&transport, command, &err), 0);
	listen(transport, out, size);
	transport_close(transport);
}

static void no_child_is_left(void)
{
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static void the_words_of_the_command(void **state)
{
	struct transport_plan plan = { "echo a  'b  c'", "/opt/etherdx" };
	struct transport *transport;
	struct err err = { 0 };
	char out[256];

	(void)state;
	said("echo", out, sizeof(out));
	assert_string_equal(out, "etherdx agent\n");
	assert_int_equal(transport_open(&transport, &plan, &err), 0);
	listen(transport, out, sizeof(out));
	transport_close(transport);
	assert_string_equal(out, "a b  c /opt/etherdx agent\n");
	no_child_is_left();
}

static void both_directions(void **state)
{
	struct transport *transport;
	struct channel channel;
	struct err err;
	char out[256];

	(void)state;
	assert_int_equal(open_command(&transport, "read word; echo \"<$word>\" #", &err), 0);
	channel = transport_channel(transport);
	assert_int_equal(channel_write(&channel, "hello\n", 6, clock_now_ns() + NS_PER_S), 0);
	listen(transport, out, sizeof(out));
	assert_string_equal(out, "<hello>\n");
	transport_close(transport);
}

static void how_it_ended(void **state)
{
	static const struct {
		const char *command, *text;
		int status;
	} rows[] = {
		{ "exit 7 #", "exit status 7", 7 },
		{ "/nowhere/ssh node2", "exit status 127", 127 },
		{ "kill -9 $$ #", "signal 9", -1 },
	};
	char text[64], out[64];

	(void)state;
	assert_non_null(freopen("/dev/null", "w", stderr));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct transport *transport;
		struct err err;
		int status = 99;

		assert_int_equal(open_command(&transport, rows[i].command, &err), 0);
		listen(transport, out, sizeof(out));
		while (!transport_ended(transport, &status, text, sizeof(text)))
			;
		assert_string_equal(text, rows[i].text);
		assert_int_equal(status, rows[i].status);
		transport_close(transport);
	}
	no_child_is_left();
}

static void what_does_not_end_is_ended(void **state)
{
	static const char *const commands[] = {
		"exec sleep 1000 #",
		"trap '' TERM HUP; echo ready; while :; do sleep 0.1; done #",
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct transport *transport;
		int64_t start_ns;
		struct err err;
		char text[64];
		int status;

		assert_int_equal(open_command(&transport, commands[i], &err), 0);
		assert_false(transport_ended(transport, &status, text, sizeof(text)));
		start_ns = clock_now_ns();
		transport_close(transport);
		assert_true(clock_now_ns() - start_ns < 20 * NS_PER_S);
		no_child_is_left();
	}
}

static bool runs(pid_t pid)
{
	char path[64], state = 'Z';
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	in = fopen(path, "r");
	if (!in)
		return false;
	if (fscanf(in, "%*d (%*[^)]) %c", &state) != 1)
		state = 'Z';
	fclose(in);
	return state != 'Z';
}

/* The command of the shell, not the shell alone, even when it is stopped. */
static void the_command_of_the_shell_is_ended(void **state)
{
	static const char *const commands[] = {
		"sh -c 'echo $$; exec sleep 1000'; : #",
		"sh -c 'echo $$; kill -STOP $$'; : #",
		"sh -c 'trap \"\" TERM; echo $$; while :; do sleep 0.1; done'; : #",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		struct transport *transport;
		struct channel channel;
		struct err err;
		char pid[32] = "";

		assert_int_equal(open_command(&transport, commands[i], &err), 0);
		channel = transport_channel(transport);
		assert_true(channel_read(&channel, pid, sizeof(pid) - 1,
					 clock_now_ns() + 30 * NS_PER_S) > 1);
		transport_close(transport);
		for (int k = 0; k < 500 && runs(atoi(pid)); k++)
			usleep(10000);
		assert_false(runs(atoi(pid)));
		no_child_is_left();
	}
}

static void an_interrupt_does_not_reach_it(void **state)
{
	char out[64];

	(void)state;
	said("kill -INT $$; echo still here #", out, sizeof(out));
	assert_string_equal(out, "still here\n");
}

static void an_empty_command(void **state)
{
	struct transport *transport;
	struct err err;

	(void)state;
	assert_int_equal(open_command(&transport, " \t", &err), -EINVAL);
	assert_non_null(strstr(err.text, "--via"));
	assert_null(transport);
}

static void it_runs_as_who_called_sudo(void **state)
{
	char out[256];

	(void)state;
	setenv("SUDO_UID", SOME_UID, 1);
	setenv("SUDO_GID", SOME_GID, 1);
	setenv("SSH_AUTH_SOCK", "/run/agent.sock", 1);
	said("id -u; id -g; id -G; echo $SSH_AUTH_SOCK #", out, sizeof(out));
	assert_string_equal(out, SOME_UID "\n" SOME_GID "\n" SOME_GID "\n/run/agent.sock\n");
	setenv("SUDO_UID", "0", 1);
	said("id -u #", out, sizeof(out));
	assert_string_equal(out, "0\n");
	unsetenv("SUDO_UID");
	unsetenv("SUDO_GID");
	unsetenv("SSH_AUTH_SOCK");
}

static void home_of_who_called_sudo(void **state)
{
	char out[256];

	(void)state;
	setenv("SUDO_UID", "65534", 1);
	said("test \"$HOME\" = \"$(getent passwd 65534 | cut -d: -f6)\" && id -u && echo $USER #",
	     out, sizeof(out));
	unsetenv("SUDO_UID");
	assert_string_equal(out, "65534\nnobody\n");
}

/* Never root by mistake. */
static void a_wrong_sudo_uid_is_refused(void **state)
{
	static const char *const wrong[] = { "", "x", "-1", "4294967295", "99999999999999", "7x" };
	struct transport *transport;
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		setenv("SUDO_UID", wrong[i], 1);
		assert_int_equal(open_command(&transport, "echo", &err), -EINVAL);
	}
	setenv("SUDO_UID", SOME_UID, 1);
	assert_int_equal(open_command(&transport, "echo", &err), -EINVAL);
	assert_non_null(strstr(err.text, "SUDO_GID"));
	unsetenv("SUDO_UID");
	no_child_is_left();
}

static void a_session_tells_why_there_is_none(void **state)
{
	static const struct {
		const char *command, *words;
	} rows[] = {
		{ "/nowhere/ssh node2", "--remote-etherdx" },
		{ "exit 255 #", "no connection" },
		{ "echo Denied.; exit 1 #", "exit status 1, last words \"Denied.\"" },
	};

	(void)state;
	assert_non_null(freopen("/dev/null", "w", stderr));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct transport_plan plan = { .command = rows[i].command };
		struct err err = { 0 };
		struct peer *peer;

		assert_int_equal(peer_open(&peer, &plan, &err), -EPIPE);
		if (!strstr(err.text, rows[i].words))
			fail_msg("row %zu: %s", i, err.text);
		assert_null(peer);
		no_child_is_left();
	}
}

int main(void)
{
	const bool root = geteuid() == 0;
	const bool children = access("/proc/thread-self/children", R_OK) == 0;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_words_of_the_command),
		cmocka_unit_test(both_directions),
		cmocka_unit_test(how_it_ended),
		cmocka_unit_test(what_does_not_end_is_ended),
		unit_test_if(children, the_command_of_the_shell_is_ended,
			     "this kernel does not tell children"),
		cmocka_unit_test(an_interrupt_does_not_reach_it),
		cmocka_unit_test(an_empty_command),
		unit_test_if(root, it_runs_as_who_called_sudo, "needs root"),
		unit_test_if(root, home_of_who_called_sudo, "needs root"),
		unit_test_if(root, a_wrong_sudo_uid_is_refused, "needs root"),
		cmocka_unit_test(a_session_tells_why_there_is_none),
	};

	unsetenv("SUDO_UID");
	unsetenv("SUDO_GID");
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("peer-transport", tests, NULL, NULL);
}
