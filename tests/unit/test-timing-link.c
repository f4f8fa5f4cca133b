// SPDX-License-Identifier: GPL-3.0-or-later
/* In a network namespace of its own; the ports are a veth pair, their queues are tbf. */
#include "timing/link.h"

#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/clock.h"

#define LONG_BYTES 1518
#define SOON_NS 1000000

static void no_namespace(void **state)
{
	(void)state;
	puts("# SKIP no network namespace, veth or tbf here");
}

static void open_link(struct timing_link *link, const char *queue)
{
	const struct timing_port from = { .name = "testa", .mac = { 2, 0, 0, 0, 0, 1 } };
	const struct timing_port to = { .name = "testb", .mac = { 2, 0, 0, 0, 0, 2 } };
	char command[200];

	snprintf(command, sizeof(command), "tc qdisc replace dev testa root tbf %s", queue);
	assert_int_equal(system(command), 0);
	assert_int_equal(timing_link_open(link, &from, &to, STAMP_SOFTWARE, false, false, NULL), 0);
}

/*
 * 12 ms a frame, and room for one that waits: nobody waits for the arrivals, so the
 * queue is full again and again.  No frame is given up, and each has its own stamp.
 */
static void full_for_a_moment(void **state)
{
	struct timing_flight flight;
	struct timing_link link;

	(void)state;
	open_link(&link, "rate 1mbit burst 1600 limit 3000");
	for (int i = 0; i < 8; i++)
		assert_int_equal(timing_link_fly(&link, LONG_BYTES, SOON_NS, &flight, NULL), 0);
	assert_true(link.refused > 0);
	assert_int_equal(link.sent, 8);
	assert_int_equal(timing_link_fly(&link, LONG_BYTES, 200 * SOON_NS, &flight, NULL), 0);
	assert_true(flight.left && flight.came && flight.left_ns <= flight.came_ns);
	timing_link_close(&link);
}

/* What is full for good is said, with what to look at. */
static void full_for_good(void **state)
{
	int64_t begun_ns = clock_now_ns();
	struct timing_flight flight;
	struct timing_link link;
	struct err err = { 0 };

	(void)state;
	open_link(&link, "rate 100mbit burst 500 limit 10000");
	assert_int_equal(timing_link_fly(&link, LONG_BYTES, SOON_NS, &flight, &err), -ENOBUFS);
	assert_true(clock_now_ns() - begun_ns < 5000000000LL);
	assert_non_null(strstr(err.text, "testa: its queue of frames to send stays full"));
	assert_non_null(strstr(err.text, "tc -s qdisc show dev testa"));
	assert_int_equal(link.sent, 0);
	timing_link_close(&link);
}

static bool make_ports(void)
{
	return (unshare(CLONE_NEWNET) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0) &&
	       system("{ ip link add testa address 02:00:00:00:00:01 type veth peer name testb address "
		      "02:00:00:00:00:02 && ip link set testa up && ip link set testb up && "
		      "tc qdisc replace dev testa root tbf rate 1mbit burst 1600 limit 3000; } "
		      ">/dev/null 2>&1") == 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(full_for_a_moment),
		cmocka_unit_test(full_for_good),
	};
	const struct CMUnitTest skipped[] = { cmocka_unit_test(no_namespace) };

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return make_ports() ? cmocka_run_group_tests(tests, NULL, NULL) :
			      cmocka_run_group_tests(skipped, NULL, NULL);
}
