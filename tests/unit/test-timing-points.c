// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "timing/points.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static int parse(struct timing_points *p, const char *text, struct err *err)
{
	*err = (struct err){ 0 };
	return timing_points_parse(p, text, strlen(text), 1, "file", err);
}

/* Every way to write 64 bytes, 3170 ns and 1518 bytes, 7120 ns. */
static void test_forms(void **state)
{
	static const char *const text[] = {
		"64 3170\n1518 7120\n",
		"64 3170\n1518 7120",
		"64 3170\r\n\r\n1518 7120\r\n",
		"  64\t3170  # small\n# a comment\n\n1518,7120\n",
		"64:3170\n1518;7120\n",
		"64 | 3170\n1518 : 7120\n",
		"64 B 3170 ns\n1518bytes 7120ns\n",
		"64 3.17us\n1518 7.12 \xc2\xb5s\n",
		"size delay_us\n64 3.17\n1518 7.12\n",
		"size (bytes), latency (us)\n64, 3.17\n1518, 7.12\n",
		"# size delay[us]\n64 3.17\n1518 7.12\n",
		"delay_ns size\n3170 64\n7120 1518\n",
		"3.17us 64\n7.12us 1518\n",
		"bytes seconds\n64 3.17e-6\n1518 .00000712\n",
		"us\n64 3.17\nms\n1518 0.00712\n",
		"64 3170 switch\n1518 7120 through\n",
		"# the sniffer has an error of 20 ns\n64 3170\n1518 7120\n",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(text); i++) {
		struct timing_points p;
		struct err err;

		if (parse(&p, text[i], &err) != 0)
			fail_msg("`%s': %s", text[i], err.text);
		assert_int_equal(p.count, 2);
		assert_int_equal(p.point[0].size_bytes, 64);
		assert_int_equal(p.point[1].size_bytes, 1518);
		if (p.point[0].delay_ns < 3169.999 || p.point[0].delay_ns > 3170.001 ||
		    p.point[1].delay_ns < 7119.999 || p.point[1].delay_ns > 7120.001)
			fail_msg("`%s': %g and %g ns", text[i], p.point[0].delay_ns,
				 p.point[1].delay_ns);
		assert_int_equal(p.point[0].leg, TIMING_SWITCH);
		assert_false(p.direct);
		timing_points_fini(&p);
	}
}

static void test_bad_lines(void **state)
{
	static const struct {
		const char *text, *says;
	} rows[] = {
		{ "64 3170\n1518\n", "line 2, \"1518\"" },
		{ "64 3170 9\n", "line 1" },
		{ "64 3170\n\nhello\n", "line 3, \"hello\"" },
		{ "64 x3170\n", "\"64 x3170\"" },
		{ "64 0x10\n", "line 1" },
		{ "64 nan\n", "line 1" },
		{ "64 inf\n", "line 1" },
		{ "64 3170 bogus\n", "line 1" },
		{ "0 3170\n", "line 1" },
		{ "-64 3170\n", "line 1" },
		{ "64.5 3170\n", "line 1" },
		{ "70000 3170\n", "line 1" },
		{ "64us 3170us\n", "line 1" },
		{ "64 1e30\n", "line 1" },
		{ "64 1e999\n", "line 1" },
		{ "64 3170\nx 1\ny 2\nz 3\n", "line 2, \"x 1\": a size and a delay are wanted, as in "
		  "\"64 3170 ns\"; 2 more" },
		{ "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n", "...\"" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct timing_points p;
		struct err err;

		assert_int_equal(parse(&p, rows[i].text, &err), -EBADMSG);
		if (!strstr(err.text, rows[i].says))
			fail_msg("`%s' is not in `%s'", rows[i].says, err.text);
		timing_points_fini(&p);
	}
}

static void test_nothing(void **state)
{
	static const char *const text[] = { "", "\n\n", "# nothing\n", "size delay\n", " \t\r\n" };

	(void)state;
	for (size_t i = 0; i < ROWS(text); i++) {
		struct timing_points p;
		struct err err;

		assert_int_equal(parse(&p, text[i], &err), -ENODATA);
		timing_points_fini(&p);
	}
}

static void test_blocks_legs_and_resolution(void **state)
{
	struct timing_points p;
	struct err err;

	(void)state;
	assert_int_equal(parse(&p, "64 1000 direct\n64 2000\n512 3000\n64 2001 switch\n"
			       "64 1.01us cable\n", &err), 0);
	assert_int_equal(p.count, 5);
	assert_true(p.direct);
	assert_int_equal(p.point[0].leg, TIMING_DIRECT);
	assert_int_equal(p.point[0].block, 0);
	assert_int_equal(p.point[1].block, 0);
	assert_int_equal(p.point[2].block, 0);
	assert_int_equal(p.point[3].block, 1);
	assert_int_equal(p.point[4].leg, TIMING_DIRECT);
	assert_int_equal(p.point[4].block, 1);
	assert_true(p.resolution_ns > 0.999 && p.resolution_ns < 1.001);
	timing_points_fini(&p);
	assert_int_equal(parse(&p, "us\n64 12\n128 13\n", &err), 0);
	assert_true(p.resolution_ns > 999 && p.resolution_ns < 1001);
	timing_points_fini(&p);
	assert_int_equal(parse(&p, "64 1.5e3\n", &err), 0);
	assert_true(p.resolution_ns > 99 && p.resolution_ns < 101);
	timing_points_fini(&p);
}

static void test_default_unit(void **state)
{
	struct timing_points p;

	(void)state;
	assert_int_equal(timing_points_parse(&p, "64 3", 4, 1000, "f", NULL), 0);
	assert_true(p.point[0].delay_ns == 3000);
	timing_points_fini(&p);
	assert_true(timing_unit_ns("us", 2) == 1e3);
	assert_true(timing_unit_ns("usx", 3) == 0);
	assert_true(timing_unit_ns("", 0) == 0);
}

/* Any bytes: none is read beyond the end, and there is an answer. */
static void test_any_bytes(void **state)
{
	unsigned int seed = 1;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		static const char some[] = "0123456789.e-+ \t\n\r,;:#usnmBdelaysize\xc2\xb5";
		char *text = malloc(64);
		struct timing_points p;
		size_t len = (size_t)rand_r(&seed) % 64;

		assert_non_null(text);
		for (size_t j = 0; j < len; j++)
			text[j] = some[(size_t)rand_r(&seed) % sizeof(some)];
		text[len] = '\0';
		timing_points_parse(&p, text, len, 1, "file", NULL);
		timing_points_fini(&p);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_bad_lines),
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_blocks_legs_and_resolution),
		cmocka_unit_test(test_default_unit),
		cmocka_unit_test(test_any_bytes),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-points", tests, NULL, NULL);
}
