// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/bootstrap.h"

#include <math.h>
#include <string.h>
#include <gsl/gsl_statistics_double.h>

#include "base/splitmix.h"
#include "stat/quantile.h"

/* Neighbouring seeds must not be neighbouring states. */
void stat_draw_init(struct stat_draw *draw, uint64_t seed)
{
	draw->state = seed;
	draw->state = splitmix(&draw->state) ^ splitmix(&draw->state) << 1;
}

/* The upper half of a product: off by less than bound / 2^32, nothing for block numbers. */
uint64_t stat_draw_below(struct stat_draw *draw, uint64_t bound)
{
	return (splitmix(&draw->state) >> 32) * (bound & UINT32_MAX) >> 32;
}

double stat_draw_unit(struct stat_draw *draw)
{
	return ((double)(splitmix(&draw->state) >> 12) + 0.5) * 0x1p-52;
}

void stat_draw_blocks(struct stat_draw *draw, uint32_t *weight, size_t blocks)
{
	memset(weight, 0, blocks * sizeof(*weight));
	for (size_t i = 0; i < blocks; i++)
		weight[stat_draw_below(draw, blocks)]++;
}

struct stat_replicates stat_replicates(double *value, size_t n, double confidence)
{
	struct stat_replicates r = { .low = -INFINITY, .high = INFINITY, .se = INFINITY };

	for (size_t i = 0; i < n; i++)
		if (isfinite(value[i]))
			value[r.n++] = value[i];
	if (r.n < 2)
		return r;
	stat_sort(value, r.n);
	r.low = stat_quantile(value, r.n, (1 - confidence) / 2);
	r.high = stat_quantile(value, r.n, (1 + confidence) / 2);
	r.se = gsl_stats_sd(value, 1, r.n);
	return r;
}
