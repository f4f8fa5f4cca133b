// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/err.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void fills_and_returns_the_code(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(err_set(&err, -ENODEV, "%s: no such interface (have: %d)", "eth9", 2),
			 -ENODEV);
	assert_int_equal(err.code, -ENODEV);
	assert_string_equal(err.text, "eth9: no such interface (have: 2)");
}

static void the_first_cause_stands(void **state)
{
	struct err err = { 0 };

	(void)state;
	err_set(&err, -EPERM, "the cause");
	assert_int_equal(err_set(&err, -EIO, "what followed from it"), -EIO);
	assert_int_equal(err.code, -EPERM);
	assert_string_equal(err.text, "the cause");
}

static void null_is_allowed(void **state)
{
	(void)state;
	assert_int_equal(err_set(NULL, -ENOMEM, "nobody %s", "listens"), -ENOMEM);
}

static void long_text_is_cut(void **state)
{
	struct {
		struct err err;
		char guard[8];
	} box = { .guard = "guarded" };
	char want[sizeof(box.err.text)];
	char text[2 * sizeof(box.err.text)];

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	memset(want, 'x', sizeof(want) - 1);
	want[sizeof(want) - 1] = '\0';
	err_set(&box.err, -EINVAL, "%s", text);
	assert_string_equal(box.err.text, want);
	assert_string_equal(box.guard, "guarded");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fills_and_returns_the_code),
		cmocka_unit_test(the_first_cause_stands),
		cmocka_unit_test(null_is_allowed),
		cmocka_unit_test(long_text_is_cut),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("base-err", tests, NULL, NULL);
}
