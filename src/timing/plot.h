/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_PLOT_H
#define TIMING_PLOT_H

#include <stdio.h>

#include "timing/estimate.h"

/*
 * Latency by size beside what a cut-through and a store-and-forward switch with
 * the same latency at the smallest size would have.
 */
struct timing_plot {
	double size_bytes[TIMING_SIZES_MAX];	/* rising */
	struct timing_value latency_ns[TIMING_SIZES_MAX];
	unsigned int sizes;
	double intercept_ns, ns_per_byte;	/* the fit */
	double tau_ns;				/* a byte on the incoming link */
	double threshold_bytes;			/* where the fit bends, NaN: nowhere */
};

/* False: there is no latency by size to be shown. */
bool timing_plot_take(struct timing_plot *plot, const struct timing_setup *setup,
		      const struct timing_estimate *e);

/* What the fit has at a size. */
double timing_plot_fit_ns(const struct timing_plot *plot, double size_bytes);

/*
 * As text: `columns` wide (40 and more), `rows` of it points.  * measured, c and s
 * what cut-through and store-and-forward would give.
 */
#define TIMING_PLOT_ROWS 12
void timing_plot_text(const struct timing_plot *plot, unsigned int columns, FILE *out);

/* A program for gnuplot(1) that writes file as SVG; -EINVAL: a name it cannot take. */
int timing_plot_gnuplot(const struct timing_plot *plot, const char *title, const char *file, FILE *out);

#endif
