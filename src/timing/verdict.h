/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_VERDICT_H
#define TIMING_VERDICT_H

#include "timing/fit.h"
#include "timing/sample.h"

/* What was measured, for the decision. */
struct timing_evidence {
	const struct timing_setup *setup;
	const struct timing_sample *sample;
	const struct timing_curve *curve;
	struct timing_fits fits;
	struct timing_value k;			/* over all sizes */
	struct timing_value k_above;		/* over the sizes above the hinge, or NaN */
	struct timing_value threshold_bytes;
	double k_systematic;			/* part of the width of k's interval */
	double moderation_ns;			/* 99 % quantile less least, the larger leg */
	unsigned int probes;			/* per size and leg, the least */
	size_t bad_sizes;			/* off the line by more than errors and matter */
	bool first_high;			/* the smallest size is one of them, and above */
};

/* Fills mode, reason, settle, stages, k, threshold_bytes, the marks and the sequential rule. */
void timing_verdict(struct timing_estimate *e, const struct timing_evidence *v);

#endif
