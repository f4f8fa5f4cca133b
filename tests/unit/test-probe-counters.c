// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/probe.h"

#include <errno.h>

#include "facts-help.h"

#define ABSENT (-1)
#define DENIED (-2)
#define FAILED (-3)
#define UNREAD (-4)
#define ZERO (-5)	/* absent, but the field was there */

static void put_total(struct facts *f, enum fact_id id, int64_t value)
{
	const struct fact zero = { .state = FACT_ABSENT, .source = FROM_NETLINK };

	if (value == ZERO)
		facts_put(f, id, &zero);
	else if (value >= 0)
		facts_put_num(f, id, FROM_SYSFS, value);
	else if (value != UNREAD)
		facts_gap(f, id, value == ABSENT ? FACT_ABSENT :
			  value == DENIED ? FACT_DENIED : FACT_FAILED, value == FAILED ? EIO : 0);
}

/* One counter, before and after. */
static const struct {
	const char *name;
	int64_t before, after;
	const char *delta;
} rows[] = {
	{ "rose", 100, 140, "40 frames" },
	{ "stood still", 100, 100, "0 frames" },
	{ "from zero", 0, 7, "7 frames" },
	{ "beyond 32 bits", INT64_C(4294967290), INT64_C(4294967300), "10 frames" },
	{ "the driver was reset", 100, 30, "30 frames" },
	{ "reset to nothing", 100, 0, "0 frames" },
	{ "32 bits came round", INT64_C(4294967290), 4, "10 frames" },
	{ "32 bits from the last quarter to the first", INT64_C(3300000000), 900000000,
	  "1894967296 frames" },
	{ "a large one was reset", INT64_C(3000000000), 7, "7 frames" },
	{ "beyond 32 bits none comes round", INT64_C(4294967296), 4, "4 frames" },
	{ "part of a sum was reset", 100, 80, "failed: Numerical result out of range" },
	{ "part of a large sum was reset", INT64_C(90000000000), INT64_C(50000000000),
	  "failed: Numerical result out of range" },
	{ "netlink had a zero that nobody vouches for", ZERO, 5, "5 frames" },
	{ "and has it still", ZERO, ZERO, "absent" },
	{ "gone afterwards", 100, ABSENT, "absent" },
	{ "came only afterwards", ABSENT, 100, "absent" },
	{ "never there", ABSENT, ABSENT, "absent" },
	{ "denied", DENIED, DENIED, "denied" },
	{ "denied afterwards", 100, DENIED, "denied" },
	{ "denied before", DENIED, 100, "denied" },
	{ "failed afterwards", 100, FAILED, "failed: Input/output error" },
	{ "failed before", FAILED, 100, "failed: Input/output error" },
	{ "not asked before", UNREAD, 100, "unread" },
};

static void the_rise(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct sets *sets = sets_new();
		struct facts *near = &sets->set[SET_NEAR], *before = &sets->set[SET_FAR];

		put_total(near, FACT_TOTAL_CRC, rows[i].after);
		put_total(before, FACT_TOTAL_CRC, rows[i].before);
		probe_counters(near, before);
		help_fact_is(rows[i].name, near, FACT_COUNTER_CRC,
			     strcmp(rows[i].delta, "unread") == 0 ? NULL : rows[i].delta);
		if (facts_known(near, FACT_COUNTER_CRC))
			assert_int_equal(facts_get(near, FACT_COUNTER_CRC)->source, FROM_SYSFS);
		sets_free(sets);
	}
}

static void without_a_window_totals_stand(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR];

	(void)state;
	put_total(near, FACT_TOTAL_CRC, 140);
	put_total(near, FACT_TOTAL_RUNTS, DENIED);
	put_total(near, FACT_TOTAL_ALIGNMENT, ABSENT);
	probe_counters(near, NULL);
	help_fact_is("total", near, FACT_COUNTER_CRC, "140 frames");
	help_fact_is("denied", near, FACT_COUNTER_RUNTS, "denied");
	help_fact_is("absent", near, FACT_COUNTER_ALIGNMENT, "absent");
	assert_int_equal(facts_get(near, FACT_COUNTER_LENGTH)->state, FACT_UNREAD);
	sets_free(sets);
}

/* Each goes to its own, and totals stay what they are. */
static void every_counter_has_its_delta(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR], *before = &sets->set[SET_FAR];

	(void)state;
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++) {
		put_total(before, (enum fact_id)(FACT_TOTAL_FIRST + i), 1000);
		put_total(near, (enum fact_id)(FACT_TOTAL_FIRST + i), 1001 + i);
	}
	probe_counters(near, before);
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++) {
		const char *delta = fact_row((enum fact_id)(FACT_COUNTER_FIRST + i))->name;
		const char *total = fact_row((enum fact_id)(FACT_TOTAL_FIRST + i))->name;

		assert_string_equal(strchr(delta, '.'), strchr(total, '.'));
		assert_int_equal(facts_num(near, (enum fact_id)(FACT_COUNTER_FIRST + i), -1),
				 1 + i);
		assert_int_equal(facts_num(near, (enum fact_id)(FACT_TOTAL_FIRST + i), -1),
				 1001 + i);
	}
	sets_free(sets);
}

static void pause_frames_are_the_rise(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR], *before = &sets->set[SET_FAR];

	(void)state;
	put_total(before, FACT_TOTAL_PAUSE_TX, 5);
	put_total(near, FACT_TOTAL_PAUSE_TX, 8);
	put_total(before, FACT_TOTAL_PAUSE_RX, ABSENT);
	put_total(near, FACT_TOTAL_PAUSE_RX, ABSENT);
	probe_counters(near, before);
	help_fact_is("tx", near, FACT_PAUSE_TX_FRAMES, "3 frames");
	help_fact_is("rx", near, FACT_PAUSE_RX_FRAMES, "absent");
	sets_free(sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_rise),
		cmocka_unit_test(without_a_window_totals_stand),
		cmocka_unit_test(every_counter_has_its_delta),
		cmocka_unit_test(pause_frames_are_the_rise),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("probe-counters", tests, NULL, NULL);
}
