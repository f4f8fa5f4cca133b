// SPDX-License-Identifier: GPL-3.0-or-later
/* Both sides of a session: against scripted agents, and against each other. */
#include "peer/session.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/clock.h"
#include "peer/message.h"
#include "peer/probe.h"
#include "peer/server.h"

#define NS_PER_MS 1000000LL
#define GREETING "{\"etherdx\":1,\"version\":\"0.0.1\",\"id\":0,\"result\":{}}\n"
#define HELLO "{\"etherdx\":1,\"id\":1,\"result\":{\"place\":\"far\",\"services\":[\"ports\"]}}\n"

/* Short where something shall be silent; a busy machine makes no difference to the others. */
static const struct peer_limits patient = {
	.first_ns = 30000 * NS_PER_MS, .silence_ns = 30000 * NS_PER_MS,
	.answer_ns = 30000 * NS_PER_MS, .fetch_ns = 30000 * NS_PER_MS,
};
static const struct peer_limits hasty = {
	.first_ns = 200 * NS_PER_MS, .silence_ns = 200 * NS_PER_MS,
	.answer_ns = 600 * NS_PER_MS, .fetch_ns = 500 * NS_PER_MS,
};

static const struct peer_limits brisk = {
	.first_ns = 30000 * NS_PER_MS, .silence_ns = 2000 * NS_PER_MS,
	.answer_ns = 30000 * NS_PER_MS, .fetch_ns = 30000 * NS_PER_MS,
};

typedef void agent(int fd);

struct far {
	struct channel channel;
	pid_t pid;
};

static struct far start(agent *speak)
{
	int fd[2];
	struct far far;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd), 0);
	far.channel = (struct channel){ .in_fd = fd[0], .out_fd = fd[0], .stop_fd = -1 };
	far.pid = fork();
	assert_true(far.pid >= 0);
	if (far.pid == 0) {
		close(fd[0]);
		alarm(60);
		speak(fd[1]);
		_exit(0);
	}
	close(fd[1]);
	return far;
}

/* What the agent made of it: its exit status, or -1. */
static int end(struct far *far)
{
	int status;

	close(far->channel.in_fd);
	assert_int_equal(waitpid(far->pid, &status, 0), far->pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int open_far(struct peer **peer, struct far *far, const struct peer_limits *limits,
		    struct err *err)
{
	*err = (struct err){ 0 };
	return peer_open_channel(peer, &far->channel, "node2", limits, err);
}

static void say(int fd, const char *text)
{
	size_t len = strlen(text);

	if (send(fd, text, len, MSG_NOSIGNAL) != (ssize_t)len)
		_exit(9);
}

/* Waits for a line with these words. */
static void hear(int fd, const char *words)
{
	char line[4096];
	size_t len = 0;

	do {
		if (len + 1 == sizeof(line) || read(fd, line + len, 1) != 1)
			_exit(8);
	} while (line[len++] != '\n');
	line[len] = '\0';
	if (!strstr(line, words))
		_exit(7);
}

static void hear_end(int fd)
{
	char byte;

	while (read(fd, &byte, 1) == 1)
		;
}

static void begin(int fd)
{
	say(fd, GREETING);
	hear(fd, "\"do\":\"hello\"");
	say(fd, HELLO);
}

/* Agents that behave. */

static void right_agent(int fd)
{
	begin(fd);
	hear(fd, "\"id\":2,\"do\":\"ports\"");
	say(fd, "{\"etherdx\":1,\"id\":2,\"result\":{\"ports\":[{\"name\":\"eth7\"}]}}\n");
	hear(fd, "\"do\":\"other\"");
	say(fd, "{\"etherdx\":1,\"id\":3,\"error\":"
		"{\"code\":\"EOPNOTSUPP\",\"text\":\"no other\"}}\n");
	hear(fd, "\"do\":\"bye\"");
}

static void the_right_agent(void **state)
{
	struct far far = start(right_agent);
	struct peer *peer;
	struct err err;
	json_t *result;

	(void)state;
	assert_int_equal(open_far(&peer, &far, &patient, &err), 0);
	assert_string_equal(peer_name(peer), "far end 'node2'");
	assert_string_equal(peer_version(peer), "0.0.1");
	assert_true(peer_offers(peer, "ports"));
	assert_false(peer_offers(peer, "probe"));
	assert_false(peer_is_here(peer));
	assert_int_equal(peer_ports(peer, &result, &err), 0);
	assert_int_equal(json_array_size(result), 1);
	json_decref(result);
	assert_int_equal(peer_ask(peer, "other", NULL, 0, &result, &err), -EOPNOTSUPP);
	assert_string_equal(err.text, "far end 'node2': no other");
	assert_null(result);
	peer_close(peer);
	assert_int_equal(end(&far), 0);
}

static void banner_agent(int fd)
{
	say(fd, "** Welcome **\r\nLast login: Mon\n\n");
	say(fd, "{\"no\":\"agent\"}\n$ ");
	begin(fd);
	hear_end(fd);
}

static void a_banner_comes_first(void **state)
{
	struct far far = start(banner_agent);
	struct peer *peer;
	struct err err;

	(void)state;
	assert_int_equal(open_far(&peer, &far, &patient, &err), 0);
	peer_close(peer);
	assert_int_equal(end(&far), 0);
}

static void slow_agent(int fd)
{
	static const char *const text[] = { "hi\n" GREETING, HELLO };

	for (size_t i = 0; i < 2; i++) {
		for (const char *at = text[i]; *at; at++) {
			send(fd, at, 1, MSG_NOSIGNAL);
			usleep(500);
		}
		hear(fd, "");
	}
}

static void bytes_one_at_a_time(void **state)
{
	struct far far = start(slow_agent);
	struct peer *peer;
	struct err err;

	(void)state;
	assert_int_equal(open_far(&peer, &far, &patient, &err), 0);
	peer_close(peer);
	assert_int_equal(end(&far), 0);
}

/* Agents that do not. */

static void newer_agent(int fd)
{
	say(fd, "Welcome\n{\"etherdx\":2,\"version\":\"7.0\",\"hello\":[]}\n");
	hear_end(fd);
}

static void garbage_agent(int fd)
{
	begin(fd);
	say(fd, "Segmentation fault\n");
	hear_end(fd);
}

static void echo_agent(int fd)
{
	char byte;

	say(fd, GREETING);
	while (read(fd, &byte, 1) == 1)
		send(fd, &byte, 1, MSG_NOSIGNAL);
}

static void no_agent(int fd)
{
	say(fd, "Welcome\nsh: 1: etherdx: not found\n");
}

static void dying_agent(int fd)
{
	say(fd, GREETING);
	hear(fd, "hello");
	say(fd, "{\"etherdx\":1,\"id\":1,\"res");
}

static void early_agent(int fd)
{
	say(fd, GREETING);
	hear(fd, "hello");
	say(fd, "{\"etherdx\":1,\"id\":2,\"result\":{}}\n");
	hear_end(fd);
}

static void ending_agent(int fd)
{
	say(fd, GREETING);
	hear(fd, "hello");
	say(fd, "{\"etherdx\":1,\"id\":0,\"error\":{\"code\":\"ETIMEDOUT\",\"text\":\"I go\"}}\n");
	hear_end(fd);
}

static void long_agent(int fd)
{
	size_t len = 2 * MESSAGE_MAX_BYTES;
	char *line = malloc(len);
	ssize_t n;

	begin(fd);
	memset(line, 'x', len);
	for (size_t at = 0; at < len; at += (size_t)n) {
		n = send(fd, line + at, len - at, MSG_NOSIGNAL);
		if (n <= 0)
			break;
	}
	hear_end(fd);
}

static void chatty_agent(int fd)
{
	char line[1024];

	memset(line, '-', sizeof(line));
	line[sizeof(line) - 1] = '\n';
	for (int i = 0; i < 80; i++)
		send(fd, line, sizeof(line), MSG_NOSIGNAL);
	hear_end(fd);
}

static void one_clear_error(void **state)
{
	static const struct {
		agent *speak;
		int code;
		const char *words;
	} rows[] = {
		{ newer_agent, -EPROTONOSUPPORT, "protocol 2 (etherdx 7.0)" },
		{ garbage_agent, -EPROTO, "not JSON" },
		{ echo_agent, -EPROTO, "ssh without -t" },
		{ no_agent, -EPIPE, "last words \"sh: 1: etherdx: not found\"" },
		{ dying_agent, -EPIPE, "before it answered" },
		{ early_agent, -EPROTO, "nobody asked for" },
		{ ending_agent, -ETIMEDOUT, "I go" },
		{ long_agent, -EMSGSIZE, "more than 1048576 bytes" },
		{ chatty_agent, -EPROTO, "no message of an etherdx agent" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct far far = start(rows[i].speak);
		struct peer *peer;
		json_t *result = NULL;
		struct err err;
		int rc = open_far(&peer, &far, &patient, &err);

		if (rc == 0)
			rc = peer_ask(peer, "ports", NULL, 0, &result, &err);
		if (rc != rows[i].code || !strstr(err.text, rows[i].words))
			fail_msg("row %zu: %d %s", i, rc, err.text);
		assert_memory_equal(err.text, "far end 'node2': ", strlen("far end 'node2': "));
		peer_close(peer);
		end(&far);
	}
}

static void silent_agent(int fd)
{
	say(fd, "Password:");
	hear_end(fd);
}

static void deaf_agent(int fd)
{
	begin(fd);
	hear_end(fd);
}

/* A byte now and then is no answer. */
static void dripping_agent(int fd)
{
	begin(fd);
	while (send(fd, "{", 1, MSG_NOSIGNAL) == 1)
		usleep(50000);
}

static void silence_is_given_up(void **state)
{
	static const struct {
		agent *speak;
		const char *words;
	} rows[] = {
		{ silent_agent, "last words \"Password:\"" },
		{ deaf_agent, "given up" },
		{ dripping_agent, "given up" },
	};
	struct peer_limits limits = hasty;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct far far = start(rows[i].speak);
		struct peer *peer;
		json_t *result;
		struct err err;
		int rc;

		limits.first_ns = i == 0 ? brisk.silence_ns : patient.first_ns;
		rc = open_far(&peer, &far, &limits, &err);
		if (rc == 0)
			rc = peer_ask(peer, "ports", NULL, 0, &result, &err);
		assert_int_equal(rc, -ETIMEDOUT);
		if (!strstr(err.text, rows[i].words))
			fail_msg("row %zu: %s", i, err.text);
		peer_close(peer);
		end(&far);
	}
}

static void working_agent(int fd)
{
	begin(fd);
	hear(fd, "\"do\":\"probe\"");
	sleep(3);
	say(fd, "{\"etherdx\":1,\"id\":2,\"result\":{\"facts\":{\"near\":{\"link.speed\":"
	    "{\"value\":100,\"unit\":\"Mb/s\",\"from\":\"mii\"}},\"partner\":{\"link.autoneg\":"
	    "{\"state\":\"absent\"}}}}}\n");
	hear_end(fd);
}

static void a_test_may_be_silent(void **state)
{
	struct far far = start(working_agent);
	struct facts *facts = calloc(2, sizeof(*facts));
	struct peer *peer;
	struct err err;
	json_t *result;

	(void)state;
	assert_int_equal(open_far(&peer, &far, &brisk, &err), 0);
	assert_int_equal(peer_probe_start(peer, "eth0", 30, &err), 0);
	assert_int_equal(peer_ask(peer, "ports", NULL, 0, &result, &err), -EBUSY);
	err = (struct err){ 0 };
	assert_int_equal(peer_probe_finish(peer, &facts[0], &facts[1], &err), 0);
	assert_int_equal(facts_num(&facts[0], FACT_LINK_SPEED, 0), 100);
	assert_int_equal(facts_get(&facts[0], FACT_LINK_SPEED)->source, FROM_MII);
	assert_int_equal(facts_get(&facts[1], FACT_LINK_AUTONEG)->state, FACT_ABSENT);
	peer_close(peer);
	free(facts);
	end(&far);
}

static void watching_agent(int fd)
{
	begin(fd);
	hear(fd, "\"do\":\"watch\",\"with\":{\"iface\":\"eth0\"}");
	say(fd, "{\"etherdx\":1,\"id\":2,\"result\":{\"facts\":{\"near\":{\"link.speed\":"
	    "{\"value\":10,\"unit\":\"Mb/s\",\"from\":\"mii\"}}}}}\n");
	hear(fd, "\"do\":\"watch\"");
	say(fd, "{\"etherdx\":1,\"id\":3,\"result\":{}}\n");
}

static void a_port_is_watched(void **state)
{
	struct far far = start(watching_agent);
	struct facts *facts = calloc(2, sizeof(*facts));
	struct peer *peer;
	struct err err;

	(void)state;
	assert_int_equal(open_far(&peer, &far, &brisk, &err), 0);
	assert_false(peer_gone(peer));
	assert_int_equal(peer_watch(peer, "eth0", &facts[0], &facts[1], &err), 0);
	assert_int_equal(facts_num(&facts[0], FACT_LINK_SPEED, 0), 10);
	assert_int_equal(peer_watch(peer, "eth0", &facts[0], &facts[1], &err), -EPROTO);
	for (int i = 0; i < 500 && !peer_gone(peer); i++)
		usleep(10000);
	assert_true(peer_gone(peer));
	peer_close(peer);
	free(facts);
	end(&far);
}

static void late_agent(int fd)
{
	begin(fd);
	hear(fd, "\"id\":2,\"do\":\"result\"");
	say(fd, "{\"etherdx\":1,\"id\":2,\"error\":{\"code\":\"EAGAIN\",\"text\":\"not yet\"}}\n");
	hear(fd, "\"id\":3,\"do\":\"result\"");
	hear(fd, "\"id\":4,\"do\":\"result\"");
	say(fd, "{\"etherdx\":1,\"id\":3,\"result\":{\"answer\":42}}\n");
	say(fd, "{\"etherdx\":1,\"id\":4,\"result\":{\"answer\":42}}\n");
	hear(fd, "\"id\":5,\"do\":\"ports\"");
	say(fd, "{\"etherdx\":1,\"id\":5,\"result\":{\"ports\":[]}}\n");
	hear_end(fd);
}

static void results_are_asked_for_again(void **state)
{
	struct far far = start(late_agent);
	struct peer *peer;
	json_t *result;
	struct err err;

	(void)state;
	assert_int_equal(open_far(&peer, &far, &brisk, &err), 0);
	assert_int_equal(peer_fetch(peer, "result", NULL, &result, &err), 0);
	assert_int_equal(json_integer_value(json_object_get(result, "answer")), 42);
	json_decref(result);
	/* The second answer to the same question is not taken for this one. */
	assert_int_equal(peer_ports(peer, &result, &err), 0);
	json_decref(result);
	peer_close(peer);
	end(&far);
}

static void results_are_given_up_in_the_end(void **state)
{
	struct peer_limits limits = brisk;
	struct far far = start(deaf_agent);
	struct peer *peer;
	json_t *result;
	struct err err;

	(void)state;
	limits.fetch_ns = 100 * NS_PER_MS;
	assert_int_equal(open_far(&peer, &far, &limits, &err), 0);
	assert_int_equal(peer_fetch(peer, "result", NULL, &result, &err), -ETIMEDOUT);
	assert_null(result);
	peer_close(peer);
	end(&far);
}

/* The two sides against each other. */

static int handle_echo(struct server *server, const json_t *with, json_t **result,
		       struct err *err)
{
	(void)server;
	(void)err;
	*result = json_deep_copy(with);
	return 0;
}

static int handle_wait(struct server *server, const json_t *with, json_t **result,
		       struct err *err)
{
	int rc = server_wait_until_ns(server, clock_now_ns() + 20000 * NS_PER_MS);

	(void)with;
	(void)err;
	*result = json_pack("{s:i}", "waited", rc);
	return 0;
}

static int handle_huge(struct server *server, const json_t *with, json_t **result,
		       struct err *err)
{
	char *text = malloc(MESSAGE_MAX_BYTES);

	(void)server;
	(void)with;
	(void)err;
	memset(text, 'x', MESSAGE_MAX_BYTES);
	*result = json_object();
	json_object_set_new(*result, "text", json_stringn(text, MESSAGE_MAX_BYTES));
	free(text);
	return 0;
}

static int handle_fail(struct server *server, const json_t *with, json_t **result,
		       struct err *err)
{
	(void)server;
	(void)with;
	(void)result;
	(void)err;
	return -ENODEV;
}

static const struct service services[] = {
	{ "echo", handle_echo }, { "wait", handle_wait }, { "huge", handle_huge },
	{ "fail", handle_fail }, { NULL, NULL },
};

static void serve_with(int fd, const struct server_limits *limits)
{
	struct channel channel = { .in_fd = fd, .out_fd = fd, .stop_fd = -1 };
	struct err err = { 0 };
	int rc = server_run(&channel, services, limits, &err);

	_exit(rc < 0 ? 3 : 0);
}

static void true_agent(int fd)
{
	serve_with(fd, &server_limits_default);
}

static void short_agent(int fd)
{
	struct server_limits limits = server_limits_default;

	limits.idle_ns = 2000 * NS_PER_MS;
	limits.requests = 4;
	serve_with(fd, &limits);
}

static void both_sides(void **state)
{
	struct far far = start(true_agent);
	json_t *with = json_pack("{s:[i,i]}", "numbers", 1, 2), *result;
	struct peer *peer;
	struct err err;

	(void)state;
	assert_int_equal(open_far(&peer, &far, &patient, &err), 0);
	assert_true(peer_is_here(peer));
	assert_true(peer_offers(peer, "wait"));
	assert_int_equal(peer_ask(peer, "echo", with, 0, &result, &err), 0);
	assert_true(json_equal(with, result));
	json_decref(with);
	json_decref(result);
	assert_int_equal(peer_ask(peer, "nothing", NULL, 0, &result, &err), -EOPNOTSUPP);
	assert_non_null(strstr(err.text, "(have: hello bye echo wait huge fail)"));
	err = (struct err){ 0 };
	assert_int_equal(peer_ask(peer, "huge", NULL, 0, &result, &err), -EMSGSIZE);
	err = (struct err){ 0 };
	assert_int_equal(peer_ask(peer, "fail", NULL, 0, &result, &err), -ENODEV);
	assert_non_null(strstr(err.text, "fail: No such device"));
	peer_close(peer);
	assert_int_equal(end(&far), 0);
}

static void a_test_can_be_hurried(void **state)
{
	struct far far = start(true_agent);
	int64_t start_ns = clock_now_ns();
	struct peer *peer;
	json_t *result;
	struct err err;

	(void)state;
	assert_int_equal(open_far(&peer, &far, &patient, &err), 0);
	assert_int_equal(peer_hurry(peer, &err), 0);
	assert_int_equal(peer_send(peer, "wait", NULL, 20000 * NS_PER_MS, &err), 0);
	assert_int_equal(peer_hurry(peer, &err), 0);
	assert_int_equal(peer_receive(peer, &result, &err), 0);
	assert_int_equal(json_integer_value(json_object_get(result, "waited")), -EINTR);
	json_decref(result);
	err = (struct err){ 0 };
	assert_int_equal(peer_fetch_or_hurry(peer, "wait", NULL, true, &result, &err), 0);
	assert_int_equal(json_integer_value(json_object_get(result, "waited")), -EINTR);
	json_decref(result);
	assert_true(clock_now_ns() - start_ns < 15000 * NS_PER_MS);
	peer_close(peer);
	assert_int_equal(end(&far), 0);
}

static void a_near_end_that_leaves_ends_a_test(void **state)
{
	struct far far = start(true_agent);
	int64_t start_ns = clock_now_ns();
	struct peer *peer;
	struct err err;

	(void)state;
	assert_int_equal(open_far(&peer, &far, &patient, &err), 0);
	assert_int_equal(peer_send(peer, "wait", NULL, 0, &err), 0);
	peer_close(peer);
	assert_int_equal(end(&far), 0);
	assert_true(clock_now_ns() - start_ns < 15000 * NS_PER_MS);
}

/* What the agent says before it ends, in answer to raw text. */
static int talk(agent *speak, const char *text, char *said, size_t size)
{
	struct far far = start(speak);
	size_t len = 0;
	ssize_t n;

	if (*text)
		assert_int_equal(write(far.channel.out_fd, text, strlen(text)), strlen(text));
	while ((n = read(far.channel.in_fd, said + len, size - 1 - len)) > 0)
		len += (size_t)n;
	said[len] = '\0';
	return end(&far);
}

#define ASK(id, service) "{\"etherdx\":1,\"id\":" #id ",\"do\":\"" service "\"}\n"
#define OTHER_PROTOCOL "{\"etherdx\":9,\"version\":\"9.1\",\"id\":1}\n"

static void the_agent_ends_with_a_reason(void **state)
{
	static const struct {
		agent *speak;
		const char *text, *words;
		int status;
	} rows[] = {
		{ short_agent, "", "nothing was asked for", 0 },
		{ short_agent, ASK(1, "echo"), "nothing was asked for", 0 },
		{ true_agent, ASK(5, "bye"), "\"id\":5,\"result\"", 0 },
		{ true_agent, "GET / HTTP/1.0\n", "not JSON", 3 },
		{ true_agent, ASK(0, "echo"), "ids begin with 1", 3 },
		{ true_agent, "{\"etherdx\":1,\"id\":1,\"result\":{}}\n", "which asks nothing", 3 },
		{ true_agent, OTHER_PROTOCOL, "(etherdx 9.1) speaks protocol 9", 3 },
		{ true_agent, OTHER_PROTOCOL, "the agent is older", 3 },
		{ short_agent, ASK(1, "echo") ASK(2, "echo") ASK(3, "echo") ASK(4, "echo")
			       ASK(5, "echo"), "more than 4 requests", 3 },
		{ true_agent, ASK(1, "wait") ASK(2, "echo") ASK(3, "bye"),
		  "\"code\":\"EBUSY\"", 0 },
		{ true_agent, ASK(1, "wait") "no JSON\n", "not JSON", 3 },
		{ true_agent, ASK(1, "wait") ASK(0, "echo"), "ids begin with 1", 3 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char said[8192];
		int status = talk(rows[i].speak, rows[i].text, said, sizeof(said));

		if (status != rows[i].status || !strstr(said, rows[i].words))
			fail_msg("row %zu: %d %s", i, status, said);
		assert_memory_equal(said, MESSAGE_BEGINS, strlen(MESSAGE_BEGINS));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_right_agent),
		cmocka_unit_test(a_banner_comes_first),
		cmocka_unit_test(bytes_one_at_a_time),
		cmocka_unit_test(one_clear_error),
		cmocka_unit_test(silence_is_given_up),
		cmocka_unit_test(a_test_may_be_silent),
		cmocka_unit_test(a_port_is_watched),
		cmocka_unit_test(results_are_asked_for_again),
		cmocka_unit_test(results_are_given_up_in_the_end),
		cmocka_unit_test(both_sides),
		cmocka_unit_test(a_test_can_be_hurried),
		cmocka_unit_test(a_near_end_that_leaves_ends_a_test),
		cmocka_unit_test(the_agent_ends_with_a_reason),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("peer-session", tests, NULL, NULL);
}
