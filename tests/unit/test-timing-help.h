/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_TIMING_HELP_H
#define TEST_TIMING_HELP_H

/* Delays as a switch, the hosts and their stamps would give them, with everything known. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "stat/bootstrap.h"
#include "timing/estimate.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

struct noise {
	double normal_ns;		/* deviation of a stamp pair */
	double exponential_ns;		/* mean of the host's delay */
	double uniform_ns;		/* waiting for a tick: moderation, USB frames */
	double outliers, outlier_ns;	/* share, mean of their exponential */
	double round_ns;		/* resolution of the stamps */
};

struct made {
	struct timing_device device;
	struct timing_host host;
	struct noise noise;
	struct timing_setup setup;
	const uint32_t *size_bytes;
	size_t sizes;
	uint32_t blocks;
	double drift_ppb, offset_ns;
	double wake_ns;			/* of an outgoing port that sleeps: F is at least this */
	double lost;			/* share, in the switch leg */
	double busy, busy_ns;		/* share that waits for other frames there, up to so long */
	bool no_direct;
};

static const uint32_t default_sizes[] = {
	64, 128, 225, 387, 512, 548, 710, 871, 1024, 1280, 1518,
};
static const uint32_t jumbo_sizes[] = {
	64, 128, 225, 387, 512, 548, 710, 871, 1024, 1280, 1518, 2048, 4096, 6000, 9018,
};

static inline double draw_normal(struct stat_draw *d)
{
	return sqrt(-2 * log(stat_draw_unit(d))) * cos(2 * M_PI * stat_draw_unit(d));
}

static inline double draw_noise(struct stat_draw *d, const struct noise *n)
{
	double ns = n->normal_ns * draw_normal(d) - n->exponential_ns * log(stat_draw_unit(d)) +
		    n->uniform_ns * stat_draw_unit(d);

	if (stat_draw_unit(d) < n->outliers)
		ns -= n->outlier_ns * log(stat_draw_unit(d));
	return ns;
}

static inline double draw_delay(struct stat_draw *d, const struct made *m, enum timing_leg leg,
				double size_bytes, double time_s)
{
	struct timing_device device = m->device;
	double ns, latency;

	if (leg == TIMING_DIRECT)
		device.stages = 0;
	latency = timing_latency_ns(&device, size_bytes);
	ns = timing_delay_ns(&device, &m->host, size_bytes);
	if (leg == TIMING_SWITCH)
		ns += fmax(m->wake_ns + device.latency_ns - latency, 0);
	if (leg == TIMING_SWITCH && m->busy > 0 && stat_draw_unit(d) < m->busy)
		ns += m->busy_ns * stat_draw_unit(d);
	ns += draw_noise(d, &m->noise) + m->offset_ns + m->drift_ppb * time_s;
	return m->noise.round_ns > 0 ? m->noise.round_ns * floor(ns / m->noise.round_ns) : ns;
}

/* Sizes in random order within a block, gaps of 0.5 to 1.5 ms. */
static inline void draw_block(struct stat_draw *d, const struct made *m, enum timing_leg leg,
			      uint32_t block, double *time_s, struct timing_point *out, size_t *n)
{
	size_t order[TIMING_SIZES_MAX];

	for (size_t i = 0; i < m->sizes; i++) {
		size_t j = stat_draw_below(d, i + 1);

		order[i] = order[j];
		order[j] = i;
	}
	for (size_t i = 0; i < m->sizes; i++) {
		uint32_t size = m->size_bytes[order[i]];

		*time_s += 1e-3 * (0.5 + stat_draw_unit(d));
		if (leg == TIMING_SWITCH && stat_draw_unit(d) < m->lost)
			continue;
		out[(*n)++] = (struct timing_point){
			.size_bytes = size, .block = block, .leg = leg, .time_s = *time_s,
			.delay_ns = draw_delay(d, m, leg, size, *time_s),
		};
	}
}

/* Caller frees.  The legs run direct, switch, with 5 s to plug between them. */
static inline struct timing_point *make_points(struct made *m, uint64_t seed, size_t *n)
{
	struct timing_point *p = calloc(2 * m->sizes * m->blocks, sizeof(*p));
	struct stat_draw d;
	double time_s = 0;

	if (!p)
		abort();
	*n = 0;
	stat_draw_init(&d, seed);
	for (uint32_t b = 0; b < m->blocks && !m->no_direct; b++)
		draw_block(&d, m, TIMING_DIRECT, b, &time_s, p, n);
	time_s += 5;
	for (uint32_t b = 0; b < m->blocks; b++)
		draw_block(&d, m, TIMING_SWITCH, b, &time_s, p, n);
	m->setup.rate_in_mbps = m->device.rate_in_mbps;
	m->setup.rate_out_mbps = m->device.rate_out_mbps;
	m->setup.stamps = m->host.stamps;
	m->setup.resolution_ns = m->noise.round_ns;
	m->setup.sent[TIMING_DIRECT] = m->no_direct ? 0 : m->sizes * m->blocks;
	m->setup.sent[TIMING_SWITCH] = m->sizes * m->blocks;
	m->setup.seed = seed;
	return p;
}

#endif
