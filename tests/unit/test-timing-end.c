// SPDX-License-Identifier: GPL-3.0-or-later
/* In a network namespace of its own; the port is one of a veth pair. */
#include "timing/end.h"

#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/clock.h"
#include "wire/probe.h"

#define PATIENCE_NS 200000000
#define SHORT_BYTES 64
#define LONG_BYTES 1518		/* more than the queue ever takes */

static const struct timing_port near = { .name = "testa", .mac = { 2, 0, 0, 0, 0, 1 } };
static const struct timing_port far = { .name = "testb", .mac = { 2, 0, 0, 0, 0, 2 } };

static uint32_t stamped(struct timing_end *end)
{
	struct timing_event event;

	assert_int_equal(timing_end_next(end, clock_now_ns() + PATIENCE_NS, &event), 1);
	assert_int_equal(event.kind, TIMING_EVENT_LEFT);
	return event.number;
}

/* A frame that the queue refuses takes none of the stamps of those after it. */
static void a_full_queue(void **state)
{
	struct timing_end end = { .port = near, .answers = true, .token = 7 };
	const uint8_t *to = far.mac;

	(void)state;
	assert_int_equal(timing_end_open(&end, NULL), 0);
	for (uint32_t n = 0; n < 8; n += 2) {
		assert_int_equal(timing_end_send(&end, to, SHORT_BYTES, n, 0, NULL), 0);
		assert_int_equal(stamped(&end), n);
		assert_int_equal(timing_end_send(&end, to, LONG_BYTES, n + 1, 0, NULL), -ENOBUFS);
	}
	timing_end_close(&end);
}

/* What comes in at testb, without a word of who sent it. */
static int listener(uint16_t ethertype)
{
	int fd = stamp_listen_open(far.name, ethertype, NULL);

	assert_true(fd >= 0);
	return fd;
}

/* There and back in either shape; the other EtherType is not on the wire. */
static void both_shapes(void **state)
{
	(void)state;
	for (int ptp = 0; ptp < 2; ptp++) {
		struct timing_end from = { .port = near, .ptp = ptp, .token = 7 };
		struct timing_end to = { .port = far, .ptp = ptp, .answers = true, .token = 7 };
		int own = listener(probe_ethertype(ptp)), other = listener(probe_ethertype(!ptp));
		uint8_t frame[SHORT_BYTES];
		struct timing_event event;
		int64_t t_ns;

		assert_int_equal(timing_end_open(&from, NULL), 0);
		assert_int_equal(timing_end_open(&to, NULL), 0);
		assert_int_equal(timing_end_send(&from, far.mac, SHORT_BYTES, 3, 1518, NULL), 0);
		assert_int_equal(timing_end_next(&to, clock_now_ns() + PATIENCE_NS, &event), 1);
		assert_true(event.kind == TIMING_EVENT_CAME && event.number == 3 && event.word == 1518);
		assert_memory_equal(event.from, near.mac, ETH_MAC_BYTES);
		assert_int_equal(stamp_arrival(own, frame, sizeof(frame), &t_ns), SHORT_BYTES - 4);
		assert_int_equal(stamp_arrival(other, frame, sizeof(frame), &t_ns), -EAGAIN);
		assert_int_equal(timing_end_send(&to, event.from, SHORT_BYTES, 3, 0, NULL), 0);
		assert_int_equal(stamped(&from), 3);
		assert_int_equal(timing_end_next(&from, clock_now_ns() + PATIENCE_NS, &event), 1);
		assert_true(event.kind == TIMING_EVENT_CAME && event.number == 3);
		timing_end_close(&from);
		timing_end_close(&to);
		close(own);
		close(other);
	}
}

static bool make_port(void)
{
	return (unshare(CLONE_NEWNET) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0) &&
	       system("{ ip link add testa type veth peer name testb && ip link set testa up && "
		      "ip link set testb up && "
		      "tc qdisc add dev testa root tbf rate 100mbit burst 500 limit 10000; } "
		      ">/dev/null 2>&1") == 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_full_queue), cmocka_unit_test(both_shapes) };

	if (!make_port()) {
		puts("1..0 # SKIP no network namespace, veth or tbf here");
		return 0;
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
