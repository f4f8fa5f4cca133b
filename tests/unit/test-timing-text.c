// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/estimate.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static void modes_are_the_words_of_the_facts(void **state)
{
	(void)state;
	assert_string_equal(timing_mode_text(TIMING_MODE_UNDETERMINED), "undetermined");
	assert_string_equal(timing_mode_text(TIMING_MODE_CUT_THROUGH), "cut-through");
	assert_string_equal(timing_mode_text(TIMING_MODE_CUT_THROUGH_ABOVE), "cut-through-above");
	assert_string_equal(timing_mode_text(TIMING_MODE_STORE_AND_FORWARD), "store-and-forward");
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
		cmocka_unit_test(reasons),
		cmocka_unit_test(advice),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-text", tests, NULL, NULL);
}
