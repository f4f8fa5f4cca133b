// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/tail.h"

#include <math.h>
#include <gsl/gsl_cdf.h>

double stat_normal_tail(double z)
{
	return isnan(z) ? 1 : gsl_cdf_ugaussian_Q(z);
}

double stat_t_tail(double t, double df)
{
	if (isnan(t) || isnan(df) || df <= 0)
		return 1;
	if (isinf(t))
		return t > 0 ? 0 : 1;
	return isinf(df) ? gsl_cdf_ugaussian_Q(t) : gsl_cdf_tdist_Q(t, df);
}

double stat_z_of_tail(double tail)
{
	if (isnan(tail) || tail >= stat_normal_tail(-STAT_Z_MAX))
		return -STAT_Z_MAX;
	if (tail <= stat_normal_tail(STAT_Z_MAX))
		return STAT_Z_MAX;
	return gsl_cdf_ugaussian_Qinv(tail);
}
