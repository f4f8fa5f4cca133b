/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAT_BOOTSTRAP_H
#define STAT_BOOTSTRAP_H

#include <stddef.h>
#include <stdint.h>

/*
 * Block bootstrap (Efron, 1979; Kuensch, 1989): whole blocks are drawn with
 * replacement, so what values of a block have in common stays together.  The
 * draws follow from the seed alone, on every machine: base/splitmix.h.
 */
struct stat_draw {
	uint64_t state;
};

void stat_draw_init(struct stat_draw *draw, uint64_t seed);
uint64_t stat_draw_below(struct stat_draw *draw, uint64_t bound);
double stat_draw_unit(struct stat_draw *draw);	/* inside (0, 1) */

/* How often each block was drawn when as many are drawn as there are. */
void stat_draw_blocks(struct stat_draw *draw, uint32_t *weight, size_t blocks);

struct stat_replicates {
	double low, high;	/* percentile interval */
	double se;		/* standard deviation; infinite with fewer than two */
	size_t n;		/* replicates that are finite numbers */
};

/* Sorts the values, those that are not finite go.  confidence inside 0...1. */
struct stat_replicates stat_replicates(double *value, size_t n, double confidence);

#endif
