/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAT_THEILSEN_H
#define STAT_THEILSEN_H

#include <stddef.h>

/*
 * A straight line through points of which up to 29 % may be wrong: the slope is
 * the median of the slopes of all pairs (Theil, 1950; Sen, "Estimates of the
 * regression coefficient based on Kendall's tau", 1968), the intercept the
 * median of y - slope x.
 */
#define STAT_THEILSEN_MAX 64	/* points; more are not looked at */

struct stat_line {
	double slope, intercept;	/* NaN without two different x */
};

/* Points whose x or y is not finite are left out.  Allocates nothing. */
struct stat_line stat_theilsen(const double *x, const double *y, size_t n);

#endif
