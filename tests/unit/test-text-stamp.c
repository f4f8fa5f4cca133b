// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "text/stamp.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static void since_boot(void **state)
{
	static const char *const lines[] = {
		"[   12.500000] text", "[12.500000] text", "<6>[   12.500000] text",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(lines); i++) {
		struct text_stamp stamp;

		assert_true(text_stamp_read(lines[i], &stamp));
		assert_true(stamp.since_boot);
		assert_true(stamp.s == 12.5);
	}
}

static double seconds_between(const char *from, const char *to)
{
	struct text_stamp a, b;

	assert_true(text_stamp_read(from, &a));
	assert_true(text_stamp_read(to, &b));
	assert_false(a.since_boot || b.since_boot);
	return b.s - a.s;
}

static void dates(void **state)
{
	(void)state;
	assert_true(seconds_between("Nov 30 23:59:58 h k: x", "Dec  1 00:00:01 h k: x") == 3);
	assert_true(seconds_between("Feb 28 00:00:00 h k: x", "Mar  1 00:00:00 h k: x") == 2 * 86400);
	assert_true(seconds_between("2025-12-31T23:59:59.500+0100 h k: x",
				    "2026-01-01T00:00:00.000+0100 h k: x") == 0.5);
	assert_true(seconds_between("2100-02-28 00:00:00 x", "2100-03-01 00:00:00 x") == 86400);
	assert_true(seconds_between("[Mon Nov 30 12:00:00 2026] x", "[Mon Nov 30 13:01:01 2026] x") ==
		    3661);
}

static void no_stamp(void **state)
{
	static const char *const lines[] = {
		"", "[", "[x]", "[12] x", "[1.5 x", "Nov", "Nov 31 x", "Nov 32 12:00:00 x",
		"Nov 30 24:00:00 x", "Nov 30 12:60:00 x", "Foo 30 12:00:00 x", "2026-13-01T00:00:00 x",
		"2026-11-30", "2026-11-30X12:00:00", "[Mon Foo 30 12:00:00 2026] x", "3: eth0: x",
		"[1e300] x", "[Mon", "November 30 12:00:00",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(lines); i++) {
		struct text_stamp stamp;

		if (text_stamp_read(lines[i], &stamp))
			fail_msg("`%s' has a time: %g", lines[i], stamp.s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(since_boot),
		cmocka_unit_test(dates),
		cmocka_unit_test(no_stamp),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-stamp", tests, NULL, NULL);
}
