/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_SAMPLE_H
#define TIMING_SAMPLE_H

#include "timing/estimate.h"

/* The points in order: by leg and size, without drift, as many in both legs. */
struct timing_cell {
	double *delay_ns;	/* rising */
	uint32_t *block;	/* of each delay */
	size_t n;
};

struct timing_sample {
	uint32_t size_bytes[TIMING_SIZES_MAX];	/* rising */
	struct timing_cell cell[TIMING_LEGS][TIMING_SIZES_MAX];
	size_t sizes;
	uint32_t blocks[TIMING_LEGS];	/* 0: the leg is missing */
	uint64_t received[TIMING_LEGS];
	double drift_ppb;
	double gap_s;			/* between the middles of the legs */
	double drift_error_ppb;
	unsigned int blocks_dropped;
	unsigned int sizes_dropped;	/* with too few probes beside the others */
	bool clock_fault;		/* negative delays, steps, or a drift of its own per size */
	double *values;			/* owned, like the two below */
	uint32_t *numbers;
	struct timing_point *points;
};

int timing_sample_init(struct timing_sample *s, const struct timing_setup *setup,
		       const struct timing_point *point, size_t points, struct err *err);
void timing_sample_fini(struct timing_sample *s);

#endif
