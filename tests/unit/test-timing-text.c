// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/estimate.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#include "rule/rule.h"

static void modes_are_the_words_of_the_facts(void **state)
{
	(void)state;
	assert_string_equal(timing_mode_text(TIMING_MODE_UNDETERMINED), "undetermined");
	assert_string_equal(timing_mode_text(TIMING_MODE_CUT_THROUGH), "cut-through");
	assert_string_equal(timing_mode_text(TIMING_MODE_CUT_THROUGH_ABOVE), "cut-through-above");
	assert_string_equal(timing_mode_text(TIMING_MODE_STORE_AND_FORWARD), "store-and-forward");
}

/* Each figure says what it is, and the standard it is by. */
static void figures(void **state)
{
	(void)state;
	for (int i = 0; i < TIMING_FIGURES; i++) {
		const char *text = timing_figure_text((enum timing_figure)i);

		assert_true(*timing_figure_name((enum timing_figure)i) != '\0');
		assert_non_null(strstr(text, "RFC "));
		for (int other = 0; other < i; other++)
			assert_string_not_equal(text, timing_figure_text((enum timing_figure)other));
	}
	assert_non_null(strstr(timing_figure_text(TIMING_FIFO), "RFC 1242"));
	assert_non_null(strstr(timing_figure_text(TIMING_FILO), "RFC 8238"));
	assert_non_null(strstr(timing_figure_text(TIMING_LIFO), "never to be compared"));
}

static void unequal_rates(void **state)
{
	struct timing_setup setup = { .rate_in_mbps = 100, .rate_out_mbps = 1000 };

	(void)state;
	assert_non_null(strstr(timing_rates_text(&setup), "no switch can cut through"));
	setup.rate_in_mbps = 10000;
	assert_non_null(strstr(timing_rates_text(&setup), "slower port"));
	setup.rate_in_mbps = 1000;
	assert_null(timing_rates_text(&setup));
}

static void load(void **state)
{
	struct timing_setup setup = { .other_load = 0.3 };

	(void)state;
	assert_false(timing_is_loaded(&setup));
	setup.load_known = true;
	assert_true(timing_is_loaded(&setup));
	setup.other_load = 0.005;
	assert_false(timing_is_loaded(&setup));
}

/* Every reason has a sentence and a word of its own. */
static void reasons(void **state)
{
	(void)state;
	for (int r = TIMING_REASON_NONE; r <= TIMING_REASON_CLOCK; r++) {
		const char *code = timing_reason_code(r);

		assert_true(*timing_reason_text(r) != '\0' && *code != '\0');
		for (const char *c = code; *c; c++)
			assert_true(islower(*c) || *c == '-');
		for (int other = TIMING_REASON_NONE; other < r; other++) {
			assert_string_not_equal(code, timing_reason_code(other));
			assert_string_not_equal(timing_reason_text(r), timing_reason_text(other));
		}
	}
}

/* The finding has a remedy of its own for each, and not only a plot to look at. */
static void every_reason_has_a_remedy(void **state)
{
	const struct rule *rule = rule_find("TIMING-UNDETERMINED");
	struct sets *sets = sets_new();
	struct facts *path = &sets->set[SET_PATH];
	const struct link link = { &sets->set[SET_NEAR], &sets->set[SET_PARTNER],
				   &sets->set[SET_FAR_PARTNER], &sets->set[SET_FAR], path };

	(void)state;
	facts_put_text(path, FACT_TIMING_MODE, FROM_MEASURED, "undetermined");
	for (int r = TIMING_REASON_NONE + 1; r <= TIMING_REASON_CLOCK; r++) {
		const char *code = timing_reason_code((enum timing_reason)r);
		struct verdict v;

		facts_put_text(path, FACT_TIMING_REASON, FROM_MEASURED, code);
		rule_judge(rule, &link, &v);
		assert_int_equal(v.outcome, OUTCOME_FOUND);
		assert_non_null(strstr(v.summary, code));
		if (v.remedies == rule->remedies)
			fail_msg("%s: no remedy of its own", code);
	}
	sets_free(sets);
}

static void advice(void **state)
{
	(void)state;
	for (int bit = TIMING_SETTLE_MORE_PROBES; bit <= TIMING_SETTLE_PLOT; bit <<= 1) {
		assert_true(*timing_settle_text(bit) != '\0');
		for (int other = TIMING_SETTLE_MORE_PROBES; other < bit; other <<= 1)
			assert_string_not_equal(timing_settle_text(bit),
						timing_settle_text(other));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(modes_are_the_words_of_the_facts),
		cmocka_unit_test(figures),
		cmocka_unit_test(unequal_rates),
		cmocka_unit_test(load),
		cmocka_unit_test(reasons),
		cmocka_unit_test(every_reason_has_a_remedy),
		cmocka_unit_test(advice),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-text", tests, NULL, NULL);
}
