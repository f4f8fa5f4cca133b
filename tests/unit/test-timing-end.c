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
#include <cmocka.h>

#include "base/clock.h"

#define PATIENCE_NS 200000000
#define SHORT_BYTES 64
#define LONG_BYTES 1518		/* more than the queue ever takes */

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
	const struct timing_port port = { .name = "testa", .mac = { 2, 0, 0, 0, 0, 1 } };
	const uint8_t to[ETH_MAC_BYTES] = { 2, 0, 0, 0, 0, 2 };
	struct timing_end end;

	(void)state;
	assert_int_equal(timing_end_open(&end, &port, true, 7, STAMP_SOFTWARE, false, NULL), 0);
	for (uint32_t n = 0; n < 8; n += 2) {
		assert_int_equal(timing_end_send(&end, to, SHORT_BYTES, n, 0, NULL), 0);
		assert_int_equal(stamped(&end), n);
		assert_int_equal(timing_end_send(&end, to, LONG_BYTES, n + 1, 0, NULL), -ENOBUFS);
	}
	timing_end_close(&end);
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
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_full_queue) };

	if (!make_port()) {
		puts("1..0 # SKIP no network namespace, veth or tbf here");
		return 0;
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
