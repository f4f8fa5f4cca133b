/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAT_ODDS_H
#define STAT_ODDS_H

/*
 * Odds of a statement against its opposite, as decimal logarithms: 3 is
 * 1000 to 1 for it, 0 is even, -3 is 1000 to 1 against.  Evidence that does not
 * depend on other evidence adds up.
 */
#define STAT_ODDS_MAX 15.0	/* nothing is surer: a double has no more digits beside 1 */

/* Log of the likelihood ratio; 0 when both are 0: what cannot happen says nothing. */
double stat_odds_ratio(double given, double given_not);

double stat_odds_of_probability(double probability);
double stat_odds_probability(double log10_odds);

#endif
