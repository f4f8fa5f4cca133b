// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/answers.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void bytes_are_copied(void **state)
{
	uint8_t bytes[] = { 1, 0, 0xff };
	struct answer answer = { .name = "netlink linkmodes", .group = GROUP_LINK, .round = 1,
				 .t_ns = 1234567890123, .bytes = bytes, .len_bytes = 3 };
	struct answers a = { 0 };

	(void)state;
	assert_int_equal(answers_add(&a, &answer), 0);
	bytes[0] = 9;
	strcpy(answer.name, "another");
	assert_int_equal(a.count, 1);
	assert_string_equal(a.item[0].name, "netlink linkmodes");
	assert_int_equal(a.item[0].group, GROUP_LINK);
	assert_int_equal(a.item[0].round, 1);
	assert_true(a.item[0].t_ns == 1234567890123);
	assert_int_equal(a.item[0].error, 0);
	assert_int_equal(a.item[0].len_bytes, 3);
	assert_ptr_not_equal(a.item[0].bytes, bytes);
	assert_memory_equal(a.item[0].bytes, "\x01\x00\xff", 3);
	answers_fini(&a);
}

static void a_text_answer_is_a_string(void **state)
{
	struct answer answer = { .name = "sysfs carrier", .bytes = (uint8_t *)"1\nrest",
				 .len_bytes = 2 };
	struct answers a = { 0 };

	(void)state;
	assert_int_equal(answers_add(&a, &answer), 0);
	assert_string_equal((const char *)a.item[0].bytes, "1\n");
	answers_fini(&a);
}

static void an_error_has_no_bytes(void **state)
{
	struct answer answer = { .name = "netlink fec", .error = -EOPNOTSUPP };
	struct answers a = { 0 };

	(void)state;
	assert_int_equal(answers_add(&a, &answer), 0);
	assert_int_equal(a.item[0].error, -EOPNOTSUPP);
	assert_int_equal(a.item[0].len_bytes, 0);
	assert_string_equal((const char *)a.item[0].bytes, "");
	answers_fini(&a);
}

static void the_list_grows_in_order(void **state)
{
	struct answers a = { 0 };

	(void)state;
	for (unsigned int i = 0; i < 200; i++) {
		uint8_t byte = (uint8_t)i;
		struct answer answer = { .round = i, .bytes = &byte, .len_bytes = 1 };

		snprintf(answer.name, sizeof(answer.name), "answer %u", i);
		assert_int_equal(answers_add(&a, &answer), 0);
		assert_true(a.count <= a.room);
	}
	assert_int_equal(a.count, 200);
	for (unsigned int i = 0; i < 200; i++) {
		char name[64];

		snprintf(name, sizeof(name), "answer %u", i);
		assert_string_equal(a.item[i].name, name);
		assert_int_equal(a.item[i].round, i);
		assert_int_equal(a.item[i].bytes[0], i);
	}
	answers_fini(&a);
}

static void fini_leaves_an_empty_list(void **state)
{
	struct answer answer = { .name = "one" };
	struct answers a = { 0 };

	(void)state;
	answers_fini(&a);
	assert_int_equal(answers_add(&a, &answer), 0);
	answers_fini(&a);
	assert_null(a.item);
	assert_int_equal(a.count, 0);
	assert_int_equal(a.room, 0);
	assert_int_equal(answers_add(&a, &answer), 0);
	assert_int_equal(a.count, 1);
	answers_fini(&a);
}

/* Under a sanitizer too an impossible size is an answer, not the end. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/* No machine has this much: the list is as it was. */
static void without_memory(void **state)
{
	struct answer one = { .name = "one" };
	struct answer huge = { .name = "huge", .bytes = (uint8_t *)"", .len_bytes = SIZE_MAX / 4 };
	struct answers a = { 0 };

	(void)state;
	assert_int_equal(answers_add(&a, &one), 0);
	assert_int_equal(answers_add(&a, &huge), -ENOMEM);
	assert_int_equal(a.count, 1);
	assert_string_equal(a.item[0].name, "one");
	answers_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_are_copied),
		cmocka_unit_test(a_text_answer_is_a_string),
		cmocka_unit_test(an_error_has_no_bytes),
		cmocka_unit_test(the_list_grows_in_order),
		cmocka_unit_test(fini_leaves_an_empty_list),
		cmocka_unit_test(without_memory),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("fact-answers", tests, NULL, NULL);
}
