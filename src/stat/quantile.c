// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/quantile.h"

#include <math.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>

#include "stat/bootstrap.h"

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

/*
 * The quantile of a resample is the value whose index is the same order
 * statistic of n uniform draws; that is drawn at once.
 */
double stat_quantile_se(const double *sorted, size_t n, double p, unsigned int replicates,
			uint64_t seed)
{
	size_t rank = (size_t)fmin(fmax(ceil(p * (double)n), 1), (double)n);
	double sum = 0, sum2 = 0, mean;
	struct stat_draw draw;

	if (n == 0 || replicates < 2)
		return INFINITY;
	stat_draw_init(&draw, seed);
	for (unsigned int r = 0; r < replicates; r++) {
		double u = stat_draw_order(&draw, rank, n);
		double diff = sorted[(size_t)fmin(u * (double)n, (double)n - 1)] - sorted[rank - 1];

		sum += diff;
		sum2 += diff * diff;
	}
	mean = sum / replicates;
	return sqrt(fmax(sum2 / replicates - mean * mean, 0) * replicates / (replicates - 1.0));
}
