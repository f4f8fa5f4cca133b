// SPDX-License-Identifier: GPL-3.0-or-later
/* Nothing here depends on how fast the machine is: only what must come before what. */
#include "base/clock.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <cmocka.h>

#define NS_PER_S 1000000000LL
#define UNTOUCHED 0x7f

static int64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

static void now_is_the_monotonic_clock(void **state)
{
	int64_t before = monotonic_ns();
	int64_t now = clock_now_ns();
	int64_t after = monotonic_ns();

	(void)state;
	assert_true(before <= now);
	assert_true(now <= after);
}

static void waits_until_the_time(void **state)
{
	int64_t deadline_ns = clock_now_ns() + 3000000;

	(void)state;
	assert_int_equal(clock_wait_until_ns(deadline_ns), 0);
	assert_true(clock_now_ns() >= deadline_ns);
}

/* Deadlines are made by subtraction too: one before the clock's own start is just past. */
static void the_past_is_no_wait(void **state)
{
	static const int64_t past[] = { 0, 1, -1, -NS_PER_S, -5 * NS_PER_S - 1 };

	(void)state;
	for (size_t i = 0; i < sizeof(past) / sizeof(past[0]); i++)
		assert_int_equal(clock_wait_until_ns(past[i]), 0);
	assert_int_equal(clock_wait_until_ns(clock_now_ns()), 0);
}

static void on_alarm(int signal_number)
{
	(void)signal_number;
}

/* The timer goes on ticking, so that one tick before the wait does no harm. */
static void a_signal_ends_the_wait(void **state)
{
	struct sigaction act = { .sa_handler = on_alarm }, old;
	struct itimerval tick = { .it_interval.tv_usec = 5000, .it_value.tv_usec = 5000 };
	struct itimerval off = { .it_value.tv_usec = 0 };
	int rc;

	(void)state;
	assert_int_equal(sigaction(SIGALRM, &act, &old), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &tick, NULL), 0);
	rc = clock_wait_until_ns(clock_now_ns() + 60 * NS_PER_S);
	assert_int_equal(setitimer(ITIMER_REAL, &off, NULL), 0);
	assert_int_equal(sigaction(SIGALRM, &old, NULL), 0);
	assert_int_equal(rc, -EINTR);
}

static void utc_texts(void **state)
{
	static const struct {
		time_t when;
		const char *text;
	} row[] = {
		{ .when = 0, .text = "1970-01-01T00:00:00Z" },
		{ .when = 951782399, .text = "2000-02-28T23:59:59Z" },
		{ .when = 951782400, .text = "2000-02-29T00:00:00Z" },
		{ .when = 1796040000, .text = "2026-11-30T12:00:00Z" },
		{ .when = 2147483647, .text = "2038-01-19T03:14:07Z" },
		{ .when = -1, .text = "1969-12-31T23:59:59Z" },
#if __SIZEOF_LONG__ == 8
		{ .when = 31494784780800, .text = "1000000-01-01T00:00:00Z" },
#endif
	};
	char text[24];

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		clock_utc_text(row[i].when, text);
		assert_string_equal(text, row[i].text);
	}
}

/* A bundle may carry any number; the text ends inside its field all the same. */
static void any_time_gives_a_string(void **state)
{
	static const int64_t when[] = {
		253402300800,		/* the year 10 000 */
		31494784780800,		/* 1 000 000: its text just fits */
		315507352780800,	/* 10 000 000: it does not */
		31556889864403199, 67768036191676799, -67768040609740800, INT64_MAX, INT64_MIN,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(when) / sizeof(when[0]); i++) {
		struct {
			char text[24], guard[8];
		} box;

		memset(&box, UNTOUCHED, sizeof(box));
		clock_utc_text((time_t)when[i], box.text);
		if (!memchr(box.text, '\0', sizeof(box.text)))
			fail_msg("row %zu: no end within 24 bytes", i);
		assert_int_equal(box.guard[0], UNTOUCHED);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(now_is_the_monotonic_clock),
		cmocka_unit_test(waits_until_the_time),
		cmocka_unit_test(the_past_is_no_wait),
		cmocka_unit_test(a_signal_ends_the_wait),
		cmocka_unit_test(utc_texts),
		cmocka_unit_test(any_time_gives_a_string),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("base-clock", tests, NULL, NULL);
}
