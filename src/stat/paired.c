// SPDX-License-Identifier: GPL-3.0-or-later
#include "stat/paired.h"

#include <math.h>

#include "stat/tail.h"

void stat_paired_add(struct stat_paired *p, double diff, double weight)
{
	double w2 = weight * weight;

	if (!isfinite(diff) || !isfinite(weight) || weight <= 0)
		return;
	p->pairs++;
	p->weight += weight;
	p->weight2 += w2;
	p->diff += weight * diff;
	p->diff_w2 += w2 * diff;
	p->diff2_w2 += w2 * diff * diff;
}

struct stat_mean stat_paired_mean(const struct stat_paired *p)
{
	struct stat_mean m = { .se = INFINITY, .pairs = p->pairs };
	double squares, n = p->pairs;

	if (p->pairs == 0)
		return m;
	m.mean = p->diff / p->weight;
	if (p->pairs < 2)
		return m;
	squares = p->diff2_w2 - 2 * m.mean * p->diff_w2 + m.mean * m.mean * p->weight2;
	m.se = sqrt(fmax(squares, 0) * n / (n - 1)) / p->weight;
	m.df = fmax(p->weight * p->weight / p->weight2 - 1, 0);
	return m;
}

static double ratio(double mean, double se)
{
	return se > 0 ? mean / se : mean > 0 ? INFINITY : 0;
}

double stat_paired_tail(const struct stat_mean *m, double se_counted)
{
	if (m->pairs == 0 || (m->se == 0 && se_counted == 0))
		return 1;
	return fmax(stat_t_tail(ratio(m->mean, m->se), m->df),
		    stat_normal_tail(ratio(m->mean, se_counted)));
}
