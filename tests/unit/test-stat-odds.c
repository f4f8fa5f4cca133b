// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/odds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "near-help.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static void ratios(void **state)
{
	static const struct {
		double given, given_not, log10_ratio;
	} row[] = { { 1, 0.001, 3 },	 { 0.001, 1, -3 },
		    { 0.5, 0.5, 0 },	 { 0, 0, 0 },
		    { 1, 0, STAT_ODDS_MAX }, { 0, 1, -STAT_ODDS_MAX },
		    { 1, 1e-300, STAT_ODDS_MAX }, { NAN, 1, 0 }, { 1, NAN, 0 } };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		is_near(stat_odds_ratio(row[i].given, row[i].given_not), row[i].log10_ratio, 1e-12);
}

static void probabilities(void **state)
{
	(void)state;
	is_near(stat_odds_probability(0), 0.5, 1e-12);
	is_near(stat_odds_probability(3), 1000.0 / 1001, 1e-12);
	is_near(stat_odds_probability(-3), 1.0 / 1001, 1e-12);
	is_near(stat_odds_probability(NAN), 0.5, 1e-12);
	assert_true(stat_odds_probability(INFINITY) < 1);
	assert_true(stat_odds_probability(-INFINITY) > 0);
	is_near(stat_odds_of_probability(0.5), 0, 1e-12);
	is_near(stat_odds_of_probability(1), STAT_ODDS_MAX, 1e-12);
}

static void there_and_back(void **state)
{
	(void)state;
	for (double odds = -6; odds <= 6; odds += 0.5)
		assert_true(fabs(stat_odds_of_probability(stat_odds_probability(odds)) - odds) <
			    1e-8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ratios),
		cmocka_unit_test(probabilities),
		cmocka_unit_test(there_and_back),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stat-odds", tests, NULL, NULL);
}
