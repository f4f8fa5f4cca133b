// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/theilsen.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "near-help.h"

static void a_line_is_found(void **state)
{
	static const double x[] = { 64, 512, 1024, 1518 };
	static const double y[] = { 3 + 64 * 8, 3 + 512 * 8, 3 + 1024 * 8, 3 + 1518 * 8 };
	struct stat_line line = stat_theilsen(x, y, 4);

	(void)state;
	is_near(line.slope, 8, 1e-9);
	is_near(line.intercept, 3, 1e-9);
}

/* Two of seven: below 29 %. */
static void wrong_points_change_little(void **state)
{
	static const double x[] = { 1, 2, 3, 4, 5, 6, 7 };
	static const double y[] = { 2, 4, 1e9, 8, 10, -1e9, 14 };
	struct stat_line line = stat_theilsen(x, y, 7);

	(void)state;
	is_near(line.slope, 2, 1e-9);
	is_near(line.intercept, 0, 1e-9);
}

static void order_does_not_matter(void **state)
{
	static const double x[] = { 1, 2, 4, 7 }, y[] = { 1, 3, 4, 9 };
	static const double x2[] = { 7, 1, 4, 2 }, y2[] = { 9, 1, 4, 3 };

	(void)state;
	is_near(stat_theilsen(x, y, 4).slope, stat_theilsen(x2, y2, 4).slope, 1e-9);
	is_near(stat_theilsen(x, y, 4).intercept, stat_theilsen(x2, y2, 4).intercept, 1e-9);
}

static void no_line(void **state)
{
	static const double x[] = { 5, 5, 5 }, y[] = { 1, 2, 3 };

	(void)state;
	assert_true(isnan(stat_theilsen(x, y, 0).slope));
	assert_true(isnan(stat_theilsen(x, y, 1).slope));
	assert_true(isnan(stat_theilsen(x, y, 3).slope));
	assert_true(isnan(stat_theilsen(x, y, 3).intercept));
}

static void what_is_no_number_is_left_out(void **state)
{
	static const double x[] = { 0, 1, 2, 3, INFINITY }, y[] = { 1, NAN, 3, 4, 5 };
	struct stat_line line = stat_theilsen(x, y, 5);

	(void)state;
	is_near(line.slope, 1, 1e-9);
	is_near(line.intercept, 1, 1e-9);
}

static void more_points_than_fit(void **state)
{
	double x[200], y[200];

	(void)state;
	for (int i = 0; i < 200; i++) {
		x[i] = i;
		y[i] = i < STAT_THEILSEN_MAX ? 3 * i : 0;
	}
	is_near(stat_theilsen(x, y, 200).slope, 3, 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_is_found),
		cmocka_unit_test(wrong_points_change_little),
		cmocka_unit_test(order_does_not_matter),
		cmocka_unit_test(no_line),
		cmocka_unit_test(what_is_no_number_is_left_out),
		cmocka_unit_test(more_points_than_fit),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stat-theilsen", tests, NULL, NULL);
}
