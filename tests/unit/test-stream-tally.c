// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/tally.h"

#include "stream-help.h"

/* A port whose late collisions are what the test says, and whose other counters are known. */
static struct tally_reading reading_of(uint64_t late)
{
	struct tally_reading r = { .value = { [TALLY_LATE] = late } };

	for (int i = 0; i < TALLY_COUNTERS; i++)
		r.has[i] = true;
	return r;
}

static bool together(const struct stream_plan *plan, unsigned int slot)
{
	enum slot_kind kind = stream_plan_kind(plan, slot);

	return kind == SLOT_BOTH || kind == SLOT_BOTH_LOW;
}

/* A reading after each slot; the counter rises by so much in slots of each sort. */
static void run(struct tally *t, const struct stream_plan *plan, unsigned int each_together,
		unsigned int each_alone)
{
	struct tally_reading r = reading_of(100);

	tally_begin(t, &r, 0);
	for (unsigned int slot = 0; slot < stream_plan_slots(plan); slot++) {
		r.value[TALLY_LATE] += together(plan, slot) ? each_together : each_alone;
		tally_add(t, &r, plan, slot + 1, true);
	}
}

static void errors_find_their_slots(void **state)
{
	struct help_run usual = { 0 };
	struct stream_plan plan = help_plan(&usual);
	struct tally_sum sum;
	struct tally t;

	(void)state;
	run(&t, &plan, 3, 0);
	sum = tally_sum(&t, TALLY_LATE);
	assert_true(sum.has && sum.attributed);
	assert_int_equal(sum.total, 3 * 2 * plan.rounds);
	assert_int_equal(sum.together, sum.total);
	assert_int_equal(sum.alone, 0);
	run(&t, &plan, 1, 1);
	sum = tally_sum(&t, TALLY_LATE);
	assert_int_equal(sum.together, 2 * plan.rounds);
	assert_int_equal(sum.alone, 2 * plan.rounds);
}

static void no_errors(void **state)
{
	struct help_run usual = { 0 };
	struct stream_plan plan = help_plan(&usual);
	struct tally_sum sum;
	struct tally t;

	(void)state;
	run(&t, &plan, 0, 0);
	sum = tally_sum(&t, TALLY_LATE);
	assert_true(sum.has && sum.attributed);
	assert_int_equal(sum.total + sum.alone + sum.together, 0);
}

/* Readings that were late, or that saw slots of both sorts at once. */
static void what_is_not_sure_is_left_out(void **state)
{
	struct help_run usual = { 0 };
	struct stream_plan plan = help_plan(&usual);
	struct tally_reading r = reading_of(0);
	unsigned int slots = stream_plan_slots(&plan);
	struct tally_sum sum;
	struct tally t;

	(void)state;
	tally_begin(&t, &r, 0);
	r.value[TALLY_LATE] = 50;
	tally_add(&t, &r, &plan, 1, false);
	tally_add(&t, &r, &plan, slots, true);
	sum = tally_sum(&t, TALLY_LATE);
	assert_true(sum.has);
	assert_false(sum.attributed);
	assert_int_equal(sum.total, 50);
	assert_int_equal(sum.alone + sum.together, 0);
}

/* A driver that fetches its counters once a second: one rise of many. */
static void a_driver_that_lags(void **state)
{
	static const struct {
		unsigned int rise;
		bool attributed;
	} row[] = { { 1, true }, { 2, false }, { 40, false } };
	struct help_run usual = { 0 };
	struct stream_plan plan = help_plan(&usual);

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct tally_reading r = reading_of(7);
		struct tally t;

		tally_begin(&t, &r, 0);
		for (unsigned int slot = 0; slot < stream_plan_slots(&plan); slot++) {
			if (slot == 30)
				r.value[TALLY_LATE] += row[i].rise;
			tally_add(&t, &r, &plan, slot + 1, true);
		}
		assert_int_equal(tally_sum(&t, TALLY_LATE).total, row[i].rise);
		assert_int_equal(tally_sum(&t, TALLY_LATE).attributed, row[i].attributed);
	}
}

static void counters_that_fall_or_go(void **state)
{
	struct help_run usual = { 0 };
	struct stream_plan plan = help_plan(&usual);
	struct tally_reading r = reading_of(9);
	struct tally t = { .readings = 0 };

	(void)state;
	assert_false(tally_sum(&t, TALLY_LATE).has);
	tally_begin(&t, &r, 0);
	r.value[TALLY_LATE] = 8;
	tally_add(&t, &r, &plan, 1, true);
	assert_false(tally_sum(&t, TALLY_LATE).has);
	r = reading_of(9);
	tally_begin(&t, &r, 0);
	r.has[TALLY_FCS] = false;
	tally_add(&t, &r, &plan, 1, true);
	assert_false(tally_sum(&t, TALLY_LATE).has);
}

/* An extension: the slots before were seen by an earlier tally. */
static void a_later_beginning(void **state)
{
	struct help_run usual = { 0 };
	struct stream_plan plan = help_plan(&usual);
	struct tally_reading r = reading_of(0);
	struct tally t;

	(void)state;
	tally_begin(&t, &r, 40);
	r.value[TALLY_LATE] = 1;
	tally_add(&t, &r, &plan, 40, true);
	assert_int_equal(tally_sum(&t, TALLY_LATE).alone + tally_sum(&t, TALLY_LATE).together, 0);
	tally_add(&t, &r, &plan, 41, true);
	assert_int_equal(tally_sum(&t, TALLY_LATE).alone + tally_sum(&t, TALLY_LATE).together, 1);
}

static void out_of_facts(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR];
	struct tally_reading r;

	(void)state;
	tally_read(&r, near);
	assert_false(r.has[TALLY_FCS]);
	facts_put_num(near, FACT_TOTAL_CRC, FROM_NETLINK, 5);
	facts_put_num(near, FACT_TOTAL_RUNTS, FROM_NETLINK, 7);
	facts_put_num(near, FACT_TOTAL_LATE_COLLISIONS, FROM_NETLINK, 3);
	tally_read(&r, near);
	assert_true(r.has[TALLY_FCS] && r.has[TALLY_LATE]);
	assert_false(r.has[TALLY_COLLISIONS]);
	assert_int_equal(r.value[TALLY_FCS], 12);
	assert_int_equal(r.value[TALLY_LATE], 3);
	sets_free(sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_find_their_slots),
		cmocka_unit_test(no_errors),
		cmocka_unit_test(what_is_not_sure_is_left_out),
		cmocka_unit_test(a_driver_that_lags),
		cmocka_unit_test(counters_that_fall_or_go),
		cmocka_unit_test(a_later_beginning),
		cmocka_unit_test(out_of_facts),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stream-tally", tests, NULL, NULL);
}
