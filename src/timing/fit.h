/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_FIT_H
#define TIMING_FIT_H

#include <stddef.h>

#include "timing/estimate.h"

/*
 * Models of latency by size, fitted by least squares with the errors as
 * weights and compared by BIC (Schwarz, "Estimating the dimension of a model",
 * 1978): chi-square plus ln(sizes) for each free number.  Lower is better.
 */
struct timing_curve {
	double size_bytes[TIMING_SIZES_MAX];	/* rising */
	double latency_ns[TIMING_SIZES_MAX];
	double error_ns[TIMING_SIZES_MAX];	/* above 0 */
	size_t sizes;
};

/* intercept + tau min(size, threshold): stores what is shorter, cuts through above. */
struct timing_hinge {
	double intercept_ns, threshold_bytes;
	double bic;
	size_t below, above;	/* sizes up to the threshold, and longer ones */
};

struct timing_fits {
	double flat_bic;	/* cut-through */
	double line_bic;	/* any slope */
	double stages_bic;	/* the best whole number of stages, from 1 */
	struct timing_hinge hinge;
};

double timing_fit_slope_bic(const struct timing_curve *curve, double ns_per_byte);
double timing_fit_line_bic(const struct timing_curve *curve);

/* The best threshold between two sizes of the curve; ns_per_byte is that of the incoming rate. */
struct timing_hinge timing_fit_hinge(const struct timing_curve *curve, double ns_per_byte);

struct timing_fits timing_fit(const struct timing_curve *curve, double ns_per_byte);

#endif
