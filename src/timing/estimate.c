// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/estimate.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stat/bootstrap.h"
#include "stat/quantile.h"
#include "stat/tail.h"
#include "stat/theilsen.h"
#include "timing/verdict.h"

#define REPLICATES 1000
#define TRIALS 200		/* to choose the quantile */
#define QUANTILES 5
#define CABLE_NS_PER_M 5.0
#define SOFTWARE_LATENCY_NS 1000.0	/* a host with a busy CPU was off by that much */
#define BAD_ERRORS 6.0
#define BAD_STAGES 0.1		/* of a stage over the span of sizes, or it does not matter */

static const double quantile[QUANTILES] = { 0, 0.01, 0.05, 0.25, 0.5 };

/* Memory of one run. */
struct work {
	const struct timing_setup *setup;
	struct timing_sample sample;
	struct timing_curve curve;
	double tau_ns;			/* per byte, incoming */
	double span_bytes;
	uint32_t *weight[TIMING_LEGS];	/* how often each block was drawn */
	double *latency;		/* [size][replicate] */
	double *slope, *intercept, *threshold, *above;	/* [replicate] */
	double *trial;			/* [quantile][trial] */
	unsigned int replicates;
	size_t p;			/* index of the quantile */
	double z;
};

/*
 * Systematic errors over the range of sizes, in ns: what direct comparison on
 * a busy host left (software), and what is assumed of hardware.
 */
static double systematic_ns(const struct timing_setup *setup)
{
	double rest = setup->resolution_ns;

	switch (setup->stamps) {
	case TIMING_STAMPS_SFD:
		return rest + 3;
	case TIMING_STAMPS_COMPLETION:
		return rest + 30;
	case TIMING_STAMPS_SOFTWARE:
		return rest + 145;
	}
	return rest;
}

/* What the values have and the switch's latency has not. */
static double not_latency(const struct work *w, double size_bytes)
{
	double ns = CABLE_NS_PER_M * w->setup->cable_extra_m;
	bool bare = !w->sample.blocks[TIMING_DIRECT];

	switch (w->setup->values) {
	case TIMING_VALUES_DELAY:
		if (bare && w->setup->stamps == TIMING_STAMPS_SOFTWARE)
			ns += size_bytes * timing_ns_per_byte(w->setup->rate_out_mbps);
		return ns;
	case TIMING_VALUES_LATENCY:
		return ns;
	case TIMING_VALUES_LESS_SERIALISATION:
		return ns - size_bytes * w->tau_ns;
	}
	return ns;
}

/* Latency of one size by each quantile, with the blocks as drawn. */
static void latencies(const struct work *w, size_t size, const double *p, size_t n, double *out)
{
	double direct[QUANTILES] = { 0 };
	const struct timing_cell *cell = &w->sample.cell[TIMING_DIRECT][size];

	if (w->sample.blocks[TIMING_DIRECT])
		stat_quantiles_weighted(direct, p, n, cell->delay_ns, cell->block, cell->n,
					w->weight[TIMING_DIRECT]);
	cell = &w->sample.cell[TIMING_SWITCH][size];
	stat_quantiles_weighted(out, p, n, cell->delay_ns, cell->block, cell->n,
				w->weight[TIMING_SWITCH]);
	for (size_t i = 0; i < n; i++)
		out[i] -= direct[i] + not_latency(w, w->curve.size_bytes[size]);
}

static void draw(struct work *w, struct stat_draw *rng)
{
	for (int leg = 0; leg < TIMING_LEGS; leg++)
		stat_draw_blocks(rng, w->weight[leg], w->sample.blocks[leg]);
}

static void draw_each_once(struct work *w)
{
	for (int leg = 0; leg < TIMING_LEGS; leg++)
		for (uint32_t i = 0; i < w->sample.blocks[leg]; i++)
			w->weight[leg][i] = 1;
}

/* The quantile with the smallest error of the slope. */
static void choose_quantile(struct work *w, struct stat_draw *rng)
{
	double latency[QUANTILES][TIMING_SIZES_MAX], one[QUANTILES], best = INFINITY;

	for (unsigned int t = 0; t < TRIALS; t++) {
		draw(w, rng);
		for (size_t i = 0; i < w->curve.sizes; i++) {
			latencies(w, i, quantile, QUANTILES, one);
			for (size_t q = 0; q < QUANTILES; q++)
				latency[q][i] = one[q];
		}
		for (size_t q = 0; q < QUANTILES; q++)
			w->trial[q * TRIALS + t] = stat_theilsen(w->curve.size_bytes, latency[q],
								 w->curve.sizes).slope;
	}
	w->p = QUANTILES - 1;
	for (size_t q = QUANTILES; q-- > 0;) {
		double se = stat_replicates(w->trial + q * TRIALS, TRIALS, 0.5).se;

		if (se < best) {
			best = se;
			w->p = q;
		}
	}
}

/* One replicate, or the points themselves: the curve by the chosen quantile. */
static void take_curve(const struct work *w, struct timing_curve *curve)
{
	for (size_t i = 0; i < curve->sizes; i++)
		latencies(w, i, &quantile[w->p], 1, &curve->latency_ns[i]);
}

/* The slope over the sizes from the threshold on, in stages. */
static double stages_above(const struct work *w, const struct timing_curve *c, size_t below)
{
	if (c->sizes - below < 3)
		return NAN;
	return stat_theilsen(c->size_bytes + below, c->latency_ns + below,
			     c->sizes - below).slope / w->tau_ns;
}

static void replicate_latency(struct work *w, struct stat_draw *rng)
{
	struct timing_curve c = w->curve;

	for (unsigned int r = 0; r < w->replicates; r++) {
		struct stat_line line;

		draw(w, rng);
		take_curve(w, &c);
		line = stat_theilsen(c.size_bytes, c.latency_ns, c.sizes);
		w->slope[r] = line.slope;
		w->intercept[r] = line.intercept;
		for (size_t i = 0; i < c.sizes; i++)
			w->latency[i * w->replicates + r] = c.latency_ns[i];
	}
}

static void replicate_hinge(struct work *w, const struct timing_hinge *hinge)
{
	struct timing_curve c = w->curve;

	for (unsigned int r = 0; r < w->replicates; r++) {
		for (size_t i = 0; i < c.sizes; i++)
			c.latency_ns[i] = w->latency[i * w->replicates + r];
		w->threshold[r] = timing_fit_hinge(&c, w->tau_ns).threshold_bytes;
		w->above[r] = stages_above(w, &c, hinge->below);
	}
}

/* The wider of the percentile and the normal interval, and what is systematic. */
static struct timing_value interval(const struct work *w, double value, double *replicate,
				    double systematic)
{
	struct stat_replicates r = stat_replicates(replicate, w->replicates, TIMING_CONFIDENCE);

	if (!isfinite(value))
		return (struct timing_value){ NAN, NAN, NAN };
	return (struct timing_value){
		.value = value,
		.low = fmin(r.low, value - w->z * r.se) - systematic,
		.high = fmax(r.high, value + w->z * r.se) + systematic,
	};
}

static struct timing_value divided(struct timing_value v, double by)
{
	return (struct timing_value){ v.value / by, v.low / by, v.high / by };
}

static double latency_systematic(const struct work *w)
{
	double ns = systematic_ns(w->setup);

	if (w->setup->stamps == TIMING_STAMPS_SOFTWARE)
		ns += SOFTWARE_LATENCY_NS;
	return ns + w->z * w->sample.drift_error_ppb * fabs(w->sample.gap_s);
}

static double variation(const struct timing_cell *cell)
{
	return cell->n ? stat_quantile(cell->delay_ns, cell->n, 0.99) - cell->delay_ns[0] : 0;
}

/* Latency by size, and the errors that the fits weigh with. */
static void fill_sizes(struct timing_estimate *e, struct work *w)
{
	double floor_ns = systematic_ns(w->setup) / w->z;

	e->sizes = (unsigned int)w->curve.sizes;
	for (size_t i = 0; i < w->curve.sizes; i++) {
		double *replicate = w->latency + i * w->replicates;
		double se;

		e->size[i] = (struct timing_size){
			.size_bytes = w->sample.size_bytes[i],
			.probes = (unsigned int)w->sample.cell[TIMING_SWITCH][i].n,
			.variation_ns = variation(&w->sample.cell[TIMING_SWITCH][i]),
			.latency_ns = interval(w, w->curve.latency_ns[i], replicate,
					       latency_systematic(w)),
		};
		if (!e->calibrated)
			e->size[i].latency_ns = (struct timing_value){ NAN, NAN, NAN };
		se = stat_replicates(replicate, w->replicates, TIMING_CONFIDENCE).se;
		w->curve.error_ns[i] = hypot(isfinite(se) ? se : 0, floor_ns);
	}
}

static void find_bad_sizes(struct timing_evidence *v, const struct work *w,
			   const struct stat_line *line)
{
	const struct timing_curve *c = &w->curve;

	for (size_t i = 0; i < c->sizes; i++) {
		double off = c->latency_ns[i] - line->intercept - line->slope * c->size_bytes[i];
		double limit = fmax(BAD_ERRORS * c->error_ns[i],
				    BAD_STAGES * w->tau_ns * w->span_bytes);

		if (fabs(off) <= limit)
			continue;
		v->bad_sizes++;
		v->first_high |= i == 0 && off > 0;
	}
}

static void count_probes(struct timing_evidence *v, const struct work *w)
{
	v->probes = w->sample.sizes ? UINT32_MAX : 0;
	for (size_t i = 0; i < w->sample.sizes; i++) {
		const struct timing_cell *cell = &w->sample.cell[TIMING_SWITCH][i];

		if (cell->n < v->probes)
			v->probes = (unsigned int)cell->n;
		for (int leg = 0; leg < TIMING_LEGS; leg++)
			v->moderation_ns = fmax(v->moderation_ns,
						variation(&w->sample.cell[leg][i]));
	}
}

/* Everything that needs two sizes at least. */
static void measure(struct timing_estimate *e, struct timing_evidence *v, struct work *w)
{
	double systematic = systematic_ns(w->setup) / w->span_bytes;
	struct timing_hinge *hinge = &v->fits.hinge;
	struct stat_draw rng;
	struct stat_line line;

	stat_draw_init(&rng, w->setup->seed);
	choose_quantile(w, &rng);
	draw_each_once(w);
	take_curve(w, &w->curve);
	replicate_latency(w, &rng);
	line = stat_theilsen(w->curve.size_bytes, w->curve.latency_ns, w->curve.sizes);
	e->quantile = quantile[w->p];
	e->systematic_ns_per_byte = systematic;
	e->slope_ns_per_byte = interval(w, line.slope, w->slope, systematic);
	e->intercept_ns = interval(w, line.intercept, w->intercept, latency_systematic(w));
	v->k = divided(e->slope_ns_per_byte, w->tau_ns);
	v->k_systematic = systematic / w->tau_ns;
	/* The hinge needs the replicates in their order; fill_sizes() sorts them. */
	for (size_t i = 0; i < w->curve.sizes; i++)
		w->curve.error_ns[i] = 1;
	*hinge = timing_fit_hinge(&w->curve, w->tau_ns);
	replicate_hinge(w, hinge);
	fill_sizes(e, w);
	v->threshold_bytes = interval(w, hinge->threshold_bytes, w->threshold,
				      systematic_ns(w->setup) / w->tau_ns);
	v->k_above = interval(w, stages_above(w, &w->curve, hinge->below), w->above,
			      systematic_ns(w->setup) / w->tau_ns /
			      (w->curve.size_bytes[w->curve.sizes - 1] -
			       w->curve.size_bytes[hinge->below]));
	v->fits = timing_fit(&w->curve, w->tau_ns);
	find_bad_sizes(v, w, &line);
}

static int work_alloc(struct work *w, struct err *err)
{
	size_t n = w->replicates;

	for (int leg = 0; leg < TIMING_LEGS; leg++)
		w->weight[leg] = calloc(w->sample.blocks[leg] + 1u, sizeof(*w->weight[leg]));
	w->latency = calloc(n * (w->sample.sizes + 1), sizeof(*w->latency));
	w->slope = calloc(4 * n, sizeof(*w->slope));
	w->trial = calloc(QUANTILES * TRIALS, sizeof(*w->trial));
	if (!w->weight[0] || !w->weight[1] || !w->latency || !w->slope || !w->trial)
		return err_set(err, -ENOMEM, "no memory for %zu replicates", n);
	w->intercept = w->slope + n;
	w->threshold = w->slope + 2 * n;
	w->above = w->slope + 3 * n;
	return 0;
}

static void work_fini(struct work *w)
{
	for (int leg = 0; leg < TIMING_LEGS; leg++)
		free(w->weight[leg]);
	free(w->latency);
	free(w->slope);
	free(w->trial);
	timing_sample_fini(&w->sample);
}

static void estimate(struct timing_estimate *e, struct work *w)
{
	const struct timing_value none = { NAN, NAN, NAN };
	struct timing_evidence v = {
		.setup = w->setup, .sample = &w->sample, .curve = &w->curve,
		.k = none, .k_above = none, .threshold_bytes = none,
	};
	struct timing_sample *s = &w->sample;

	*e = (struct timing_estimate){
		.k = none, .slope_ns_per_byte = none, .intercept_ns = none,
		.threshold_bytes = none,
		.drift_ppb = s->drift_ppb,
		.blocks_dropped = s->blocks_dropped,
		.calibrated = s->blocks[TIMING_DIRECT] > 0 ||
			      w->setup->values != TIMING_VALUES_DELAY,
	};
	w->curve.sizes = s->blocks[TIMING_SWITCH] ? s->sizes : 0;
	for (size_t i = 0; i < w->curve.sizes; i++)
		w->curve.size_bytes[i] = s->size_bytes[i];
	count_probes(&v, w);
	if (w->curve.sizes > 1) {
		w->span_bytes = w->curve.size_bytes[w->curve.sizes - 1] -
				w->curve.size_bytes[0];
		measure(e, &v, w);
	}
	timing_verdict(e, &v);
}

int timing_estimate(struct timing_estimate *e, const struct timing_setup *setup,
		    const struct timing_point *point, size_t points, struct err *err)
{
	struct work w = {
		.setup = setup,
		.tau_ns = timing_ns_per_byte(setup->rate_in_mbps),
		.replicates = setup->replicates ? setup->replicates : REPLICATES,
		.z = stat_z_of_tail((1 - TIMING_CONFIDENCE) / 2),
	};
	int ret;

	if (!(setup->rate_in_mbps > 0) || !(setup->rate_out_mbps > 0))
		return err_set(err, -EINVAL, "the rates of both ports must be known");
	ret = timing_sample_init(&w.sample, setup, point, points, err);
	if (ret == 0)
		ret = work_alloc(&w, err);
	if (ret == 0)
		estimate(e, &w);
	work_fini(&w);
	return ret;
}
