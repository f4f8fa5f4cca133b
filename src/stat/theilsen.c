// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/theilsen.h"

#include <math.h>

#include "stat/quantile.h"

#define PAIRS_MAX (STAT_THEILSEN_MAX * (STAT_THEILSEN_MAX - 1) / 2)

static double slope_of(const double *x, const double *y, size_t n)
{
	double slope[PAIRS_MAX];
	size_t pairs = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			if (x[i] != x[j] && isfinite(x[i] + y[i]) && isfinite(x[j] + y[j]))
				slope[pairs++] = (y[j] - y[i]) / (x[j] - x[i]);
	return stat_median(slope, pairs);
}

struct stat_line stat_theilsen(const double *x, const double *y, size_t n)
{
	struct stat_line line;
	double rest[STAT_THEILSEN_MAX];
	size_t used = 0;

	if (n > STAT_THEILSEN_MAX)
		n = STAT_THEILSEN_MAX;
	line.slope = slope_of(x, y, n);
	for (size_t i = 0; i < n; i++)
		if (isfinite(x[i] + y[i]))
			rest[used++] = y[i] - line.slope * x[i];
	line.intercept = isfinite(line.slope) ? stat_median(rest, used) : NAN;
	return line;
}
