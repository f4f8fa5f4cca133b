// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/live-record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void nothing_delivered(void **state)
{
	struct lab_lateness late = { 0 };

	(void)state;
	assert_int_equal(lab_lateness_ns(&late, 0.5), 0);
	assert_true(lab_valid(0, &late));
}

/* Never too low, and at most an eighth too high, from 1 ns to an hour. */
static void a_single_value(void **state)
{
	(void)state;
	for (int64_t ns = 0; ns < 3600000000000LL; ns = ns * 9 / 8 + 1) {
		struct lab_lateness late = { 0 };

		lab_lateness_add(&late, ns);
		late.max_ns = INT64_MAX;
		assert_true(lab_lateness_ns(&late, 0.99) > ns);
		assert_true(lab_lateness_ns(&late, 0.99) <= ns + ns / 8 + 1);
	}
}

static void shares(void **state)
{
	struct lab_lateness late = { 0 };

	(void)state;
	for (int i = 0; i < 1000; i++)
		lab_lateness_add(&late, i < 980 ? 1000 : 5000000);
	assert_in_range(lab_lateness_ns(&late, 0.5), 1000, 1125);
	assert_in_range(lab_lateness_ns(&late, 0.98), 1000, 1125);
	assert_int_equal(lab_lateness_ns(&late, 0.99), 5000000);
	assert_int_equal(late.max_ns, 5000000);
	assert_false(lab_valid(0, &late));
}

static void beyond_all_buckets(void **state)
{
	struct lab_lateness late = { 0 };

	(void)state;
	lab_lateness_add(&late, INT64_MAX);
	lab_lateness_add(&late, -1);
	assert_int_equal(late.count, 2);
	assert_int_equal(late.max_ns, INT64_MAX);
	assert_true(lab_lateness_ns(&late, 1) > 0);
}

static void steal(void **state)
{
	struct lab_cpu from, to;
	struct lab_lateness late = { 0 };

	(void)state;
	assert_true(lab_cpu_parse(&from, "cpu  100 10 50 800 20 5 5 10 90 0\ncpu0 1 2\n"));
	assert_int_equal(from.total, 1000);
	assert_int_equal(from.steal, 10);
	assert_true(lab_cpu_parse(&to, "cpu  150 10 50 900 20 5 5 60 90 0\n"));
	assert_true(lab_cpu_steal(&from, &to) > 0.249 && lab_cpu_steal(&from, &to) < 0.251);
	assert_false(lab_valid(lab_cpu_steal(&from, &to), &late));
	assert_true(lab_cpu_steal(&from, &from) == 0);
	assert_true(lab_cpu_steal(&to, &from) == 0);
}

static void other_stat_files(void **state)
{
	struct lab_cpu cpu;

	(void)state;
	assert_false(lab_cpu_parse(&cpu, ""));
	assert_false(lab_cpu_parse(&cpu, "cpu0 1 2 3 4 5 6 7 8 9 10\n"));
	assert_false(lab_cpu_parse(&cpu, "cpu  1 2 3 4 5 6 7\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_delivered),
		cmocka_unit_test(a_single_value),
		cmocka_unit_test(shares),
		cmocka_unit_test(beyond_all_buckets),
		cmocka_unit_test(steal),
		cmocka_unit_test(other_stat_files),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-live-record", tests, NULL, NULL);
}
