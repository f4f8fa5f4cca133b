// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/odds.h"

#include <math.h>

static double limited(double log10_odds)
{
	return fmax(-STAT_ODDS_MAX, fmin(log10_odds, STAT_ODDS_MAX));
}

double stat_odds_ratio(double given, double given_not)
{
	if (isnan(given) || isnan(given_not) || (given <= 0 && given_not <= 0))
		return 0;
	if (given_not <= 0)
		return STAT_ODDS_MAX;
	return given <= 0 ? -STAT_ODDS_MAX : limited(log10(given) - log10(given_not));
}

double stat_odds_of_probability(double probability)
{
	return stat_odds_ratio(probability, 1 - probability);
}

double stat_odds_probability(double log10_odds)
{
	if (isnan(log10_odds))
		return 0.5;
	return 1 / (1 + pow(10, -limited(log10_odds)));
}
