// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/quantile.h"

#include <math.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>

void stat_sort(double *value, size_t n)
{
	gsl_sort(value, 1, n);
}

double stat_quantile(const double *sorted, size_t n, double p)
{
	double rank = ceil(p * (double)n);

	if (n == 0)
		return NAN;
	if (!(rank > 1))
		return sorted[0];
	return sorted[rank < (double)n ? (size_t)rank - 1 : n - 1];
}

double stat_median(double *value, size_t n)
{
	return n ? gsl_stats_median(value, 1, n) : NAN;
}

static uint64_t total_of(const uint32_t *block, size_t n, const uint32_t *weight)
{
	uint64_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += weight[block[i]];
	return total;
}

void stat_quantiles_weighted(double *out, const double *p, size_t quantiles,
			     const double *sorted, const uint32_t *block, size_t n,
			     const uint32_t *weight)
{
	uint64_t total = total_of(block, n, weight), seen = 0;
	size_t i = 0;

	for (size_t q = 0; q < quantiles; q++) {
		double rank = fmax(ceil(p[q] * (double)total), 1);

		while (i < n && (double)(seen + weight[block[i]]) < rank)
			seen += weight[block[i++]];
		out[q] = total > 0 && i < n ? sorted[i] : NAN;
	}
}
