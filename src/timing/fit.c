// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/fit.h"

#include <math.h>

/* Weighted mean of latency - slope size over some sizes, and chi-square about it. */
struct level {
	double weight, mean, chi2;
};

static struct level level_of(const struct timing_curve *c, size_t from, size_t to, double slope)
{
	struct level l = { .weight = 0 };

	for (size_t i = from; i < to; i++) {
		double rest = c->latency_ns[i] - slope * c->size_bytes[i];
		double weight = 1 / (c->error_ns[i] * c->error_ns[i]);
		double diff = rest - l.mean;

		l.weight += weight;
		l.mean += diff * weight / l.weight;
		l.chi2 += weight * diff * (rest - l.mean);
	}
	return l;
}

static double penalty(const struct timing_curve *c, int numbers)
{
	return numbers * log((double)c->sizes);
}

double timing_fit_slope_bic(const struct timing_curve *c, double ns_per_byte)
{
	return level_of(c, 0, c->sizes, ns_per_byte).chi2 + penalty(c, 1);
}

double timing_fit_line_bic(const struct timing_curve *c)
{
	struct level mean = level_of(c, 0, c->sizes, 0);
	double sum_x = 0, xx = 0, xy = 0, middle;

	for (size_t i = 0; i < c->sizes; i++)
		sum_x += c->size_bytes[i] / (c->error_ns[i] * c->error_ns[i]);
	middle = sum_x / mean.weight;
	for (size_t i = 0; i < c->sizes; i++) {
		double x = c->size_bytes[i] - middle;
		double weight = 1 / (c->error_ns[i] * c->error_ns[i]);

		xx += weight * x * x;
		xy += weight * x * (c->latency_ns[i] - mean.mean);
	}
	if (!(xx > 0))
		return INFINITY;
	return level_of(c, 0, c->sizes, xy / xx).chi2 + penalty(c, 2);
}

/*
 * With the threshold between sizes `below - 1` and `below` both parts are
 * fitted alone.  When their difference puts the threshold outside, it is at
 * one of these two sizes, and the parts share one level.
 */
static struct timing_hinge hinge_at(const struct timing_curve *c, size_t below, double tau)
{
	struct level low = level_of(c, 0, below, tau), high = level_of(c, below, c->sizes, 0);
	double threshold = (high.mean - low.mean) / tau;
	double inside = fmin(fmax(threshold, c->size_bytes[below - 1]), c->size_bytes[below]);
	double shared = (low.weight * low.mean + high.weight * (high.mean - tau * inside)) /
			(low.weight + high.weight);
	double off_low = inside == threshold ? 0 : shared - low.mean;
	double off_high = inside == threshold ? 0 : shared + tau * inside - high.mean;

	return (struct timing_hinge){
		.intercept_ns = inside == threshold ? low.mean : shared,
		.threshold_bytes = inside,
		.bic = low.chi2 + low.weight * off_low * off_low + high.chi2 +
		       high.weight * off_high * off_high + penalty(c, 2),
		.below = below,
		.above = c->sizes - below,
	};
}

struct timing_hinge timing_fit_hinge(const struct timing_curve *c, double ns_per_byte)
{
	struct timing_hinge best = { .bic = INFINITY };

	for (size_t below = 1; below < c->sizes; below++) {
		struct timing_hinge hinge = hinge_at(c, below, ns_per_byte);

		if (hinge.bic < best.bic)
			best = hinge;
	}
	return best;
}

struct timing_fits timing_fit(const struct timing_curve *c, double ns_per_byte)
{
	struct timing_fits fits = {
		.flat_bic = timing_fit_slope_bic(c, 0),
		.line_bic = timing_fit_line_bic(c),
		.stages_bic = INFINITY,
		.hinge = timing_fit_hinge(c, ns_per_byte),
	};

	for (int n = 1; n <= TIMING_STAGES_MAX; n++)
		fits.stages_bic = fmin(fits.stages_bic, timing_fit_slope_bic(c, n * ns_per_byte));
	return fits;
}
