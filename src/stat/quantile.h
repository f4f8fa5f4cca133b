/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAT_QUANTILE_H
#define STAT_QUANTILE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Quantiles of a sample.  Those of sorted samples are the inverse of the
 * empirical distribution (type 1 of Hyndman and Fan, 1996): always a value that
 * was seen, 0 is the least.  NaN when the sample is empty.
 */
void stat_sort(double *value, size_t n);
double stat_quantile(const double *sorted, size_t n, double p);

/* The usual median, the mean of the middle two.  Changes the order of the values. */
double stat_median(double *value, size_t n);

/*
 * Quantiles of a sample whose values count as often as their block was drawn
 * (see stat/bootstrap.h).  p rises; one walk gives them all.
 */
void stat_quantiles_weighted(double *out, const double *p, size_t quantiles,
			     const double *sorted, const uint32_t *block, size_t n,
			     const uint32_t *weight);

#endif
