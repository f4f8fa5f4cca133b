// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/proportion.h"

#include <math.h>
#include <gsl/gsl_cdf.h>

#include "stat/tail.h"

static uint64_t at_most(uint64_t hits, uint64_t n)
{
	return hits < n ? hits : n;
}

double stat_share(uint64_t hits, uint64_t n)
{
	return n ? (double)at_most(hits, n) / (double)n : 0;
}

double stat_pooled_se(uint64_t hits_a, uint64_t n_a, uint64_t hits_b, uint64_t n_b)
{
	double a = (double)n_a, b = (double)n_b, p;

	if (n_a == 0 || n_b == 0)
		return INFINITY;
	p = ((double)at_most(hits_a, n_a) + (double)at_most(hits_b, n_b)) / (a + b);
	return sqrt(p * (1 - p) * (1 / a + 1 / b));
}

struct stat_interval stat_wilson(uint64_t hits, uint64_t n, double confidence)
{
	double z = stat_z_of_tail((1 - confidence) / 2), count = (double)n;
	double p = stat_share(hits, n), scale, centre, half;

	if (n == 0)
		return (struct stat_interval){ 0, 1 };
	scale = 1 + z * z / count;
	centre = (p + z * z / (2 * count)) / scale;
	half = z * sqrt(p * (1 - p) / count + z * z / (4 * count * count)) / scale;
	return (struct stat_interval){
		.low = hits == 0 ? 0 : fmax(centre - half, 0),
		.high = hits >= n ? 1 : fmin(centre + half, 1),
	};
}

/* At least `hits` of n is the regularized incomplete beta function. */
double stat_binomial_tail(uint64_t hits, uint64_t n, double share)
{
	if (hits == 0 || isnan(share) || share >= 1)
		return 1;
	if (hits > n || share <= 0)
		return 0;
	return gsl_cdf_beta_P(share, (double)hits, (double)(n - hits) + 1);
}

/*
 * The share for which at least `hits` of n have this tail.  Halving cannot
 * fail; gsl_cdf_beta_Pinv() ends the program when it does not converge.
 */
static double share_of_tail(uint64_t hits, uint64_t n, double tail)
{
	double low = 0, high = 1;

	for (int step = 0; step < 60; step++) {
		double middle = (low + high) / 2;

		if (stat_binomial_tail(hits, n, middle) < tail)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

struct stat_interval stat_clopper_pearson(uint64_t hits, uint64_t n, double confidence)
{
	double tail = (1 - confidence) / 2;

	if (n == 0)
		return (struct stat_interval){ 0, 1 };
	hits = at_most(hits, n);
	return (struct stat_interval){
		.low = hits ? share_of_tail(hits, n, tail) : 0,
		.high = hits < n ? share_of_tail(hits + 1, n, 1 - tail) : 1,
	};
}
