// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/verdict.h"

#include <math.h>

#define LOSS_MAX 0.01
#define SPAN_MIN_BYTES 500
#define PROBES_MIN 10
#define PROBES_MAX 5000
#define SIZES_MIN 4		/* fewer cannot show a threshold */
#define SIZES_POINTS 3		/* fewer give no confidence */
#define ABOVE_MIN 3
#define BIC_MIN 6.0
#define BIC_LONGEST 18.0	/* one size in error is no threshold */
#define SMALL 0.15		/* a slope of this many stages is none, whatever the BIC says */
#define FLAT_HIGH 0.25		/* a threshold of 500 bytes has 0.3: it must not pass for none */
#define FEW_FLAT 0.1		/* with few sizes a threshold hides in a small slope */
#define FEW_STAGE 0.1
#define INNER_MIN 0.1		/* of a stage above a whole number that is worth a word */
#define MODERATION_NS 20000
#define MARGIN 1.2		/* of probes, beyond what the width needs */
#define ROOM_MIN 0.05

static void refuse(struct timing_estimate *e, enum timing_reason reason, unsigned int settle)
{
	e->mode = TIMING_MODE_UNDETERMINED;
	e->reason = reason;
	e->settle |= settle;
}

static void say(struct timing_estimate *e, enum timing_mode mode, unsigned int stages)
{
	e->mode = mode;
	e->stages = stages;
}

static bool points_form(const struct timing_setup *setup)
{
	return setup->values != TIMING_VALUES_DELAY;
}

static bool too_much_loss(const struct timing_evidence *v)
{
	for (int leg = 0; leg < TIMING_LEGS; leg++) {
		double sent = (double)v->setup->sent[leg];

		if (sent > 0 && (double)v->sample->received[leg] < (1 - LOSS_MAX) * sent)
			return true;
	}
	return v->sample->sizes_dropped > 0;
}

/* What makes the numbers wrong, whatever they are. */
static bool gate(struct timing_estimate *e, const struct timing_evidence *v)
{
	const struct timing_setup *s = v->setup;
	double direct = s->rate_direct_mbps;

	if (v->sample->clock_fault)
		refuse(e, TIMING_REASON_CLOCK, TIMING_SETTLE_ONE_CLOCK);
	else if (too_much_loss(v))
		refuse(e, TIMING_REASON_LOSS, TIMING_SETTLE_QUIET_LINK);
	else if (s->pause_seen)
		refuse(e, TIMING_REASON_PAUSE, TIMING_SETTLE_QUIET_LINK);
	else if (s->stamps == TIMING_STAMPS_SOFTWARE && direct > 0 && direct != s->rate_out_mbps)
		refuse(e, TIMING_REASON_SPEED_MISMATCH, TIMING_SETTLE_SAME_SETTINGS |
		       TIMING_SETTLE_HARDWARE_STAMPS);
	else if (s->settings_differ)
		refuse(e, TIMING_REASON_SETTINGS_DIFFER, TIMING_SETTLE_SAME_SETTINGS);
	else if (s->flooding)
		refuse(e, TIMING_REASON_FLOODING, TIMING_SETTLE_LEARNING);
	else if (s->eee == TIMING_EEE_ON)
		refuse(e, TIMING_REASON_EEE, TIMING_SETTLE_EEE_OFF);
	return e->reason != TIMING_REASON_NONE;
}

/* Whether there is enough to say anything. */
static bool enough(struct timing_estimate *e, const struct timing_evidence *v)
{
	const struct timing_curve *c = v->curve;

	if (c->sizes == 0) {
		refuse(e, TIMING_REASON_NO_POINTS, TIMING_SETTLE_MORE_PROBES);
	} else if (c->sizes < 2) {
		refuse(e, TIMING_REASON_TOO_FEW_SIZES, TIMING_SETTLE_MORE_SIZES);
	} else if (c->size_bytes[c->sizes - 1] - c->size_bytes[0] < SPAN_MIN_BYTES) {
		refuse(e, TIMING_REASON_SIZES_TOO_NEAR, TIMING_SETTLE_MORE_SIZES);
	} else if (!points_form(v->setup) && v->probes < PROBES_MIN) {
		refuse(e, TIMING_REASON_TOO_FEW_PROBES, TIMING_SETTLE_MORE_PROBES);
		e->probes_more = PROBES_MIN - v->probes;
	}
	return e->reason == TIMING_REASON_NONE;
}

static bool within(const struct timing_value *k, double low, double high)
{
	return k->low > low && k->high < high;
}

/*
 * The hinge is tried first: one straight line through it looks like half a
 * stage.  One small size that is low by chance is no hinge: two must lie below
 * the threshold for sure.
 */
static bool is_threshold(const struct timing_evidence *v)
{
	const struct timing_hinge *h = &v->fits.hinge;

	return h->below >= 2 && h->above >= ABOVE_MIN &&
	       v->threshold_bytes.low > v->curve->size_bytes[1] &&
	       h->bic + BIC_MIN <= v->fits.line_bic && h->bic + BIC_MIN <= v->fits.flat_bic &&
	       h->bic + BIC_MIN <= v->fits.stages_bic &&
	       within(&v->k_above, -TIMING_BAND, TIMING_BAND);
}

/*
 * A transmitter that starts to wake when the frame arrives hides its size for
 * as long as waking takes: flat, but never shorter than that.  Without a direct
 * leg the delay between the hosts is what the latency cannot exceed.
 */
static bool may_be_waking(const struct timing_estimate *e, const struct timing_evidence *v)
{
	double wake = timing_eee_wake_ns(v->setup->rate_out_mbps);
	double latency = v->setup->two_clocks ? INFINITY : v->curve->latency_ns[0];

	if (e->calibrated)
		latency = e->sizes ? e->size[0].latency_ns.high : 0;
	return v->setup->eee == TIMING_EEE_UNKNOWN && wake > 0 && latency >= wake;
}

static bool is_flat(const struct timing_evidence *v)
{
	const struct timing_fits *f = &v->fits;
	bool few = v->curve->sizes < SIZES_MIN;
	double low = few ? -FEW_FLAT : -TIMING_BAND, high = few ? FEW_FLAT : FLAT_HIGH;

	return within(&v->k, low, high) &&
	       (fmin(f->flat_bic, f->hinge.bic) < f->line_bic + BIC_MIN ||
		within(&v->k, -SMALL, SMALL));
}

/* A threshold looks likely and is not sure: neither verdict would be honest. */
static bool may_be_threshold(const struct timing_evidence *v)
{
	const struct timing_hinge *h = &v->fits.hinge;

	return h->below >= 2 && h->bic + BIC_MIN <= v->fits.flat_bic;
}

/* Nearly all sizes are stored, and the longest seem not to be: a threshold among them. */
static bool may_cut_the_longest(const struct timing_evidence *v)
{
	const struct timing_hinge *h = &v->fits.hinge;

	return h->bic + BIC_LONGEST <= fmin(v->fits.line_bic, v->fits.stages_bic);
}

/* Whole stages around k; 0 when none fits.  A rate-matched port has less than a whole one. */
static unsigned int stages_of(const struct timing_evidence *v)
{
	const struct timing_setup *s = v->setup;
	double least = timing_least_stages(s->rate_in_mbps, s->rate_out_mbps) - TIMING_BAND;
	bool few = v->curve->sizes < SIZES_MIN;

	for (int n = 1; n <= TIMING_STAGES_MAX; n++) {
		double low = n - (few ? FEW_STAGE : TIMING_BAND);

		if (n == 1 && least > TIMING_BAND)
			low = fmin(low, least);
		else if (n == 1 && s->rate_in_mbps < s->rate_out_mbps)
			low = fmin(low, TIMING_BAND);
		if (within(&v->k, low, n + TIMING_BAND))
			return (unsigned int)n;
	}
	return 0;
}

static void say_stages(struct timing_estimate *e, const struct timing_evidence *v,
		       unsigned int stages)
{
	const struct timing_setup *s = v->setup;
	double extra = v->k.value - stages;

	say(e, TIMING_MODE_STORE_AND_FORWARD, stages);
	e->rate_matched = stages == 1 && s->rate_in_mbps < s->rate_out_mbps;
	if (v->k.low > stages + INNER_MIN)
		e->inner_mbps = s->rate_in_mbps / extra;
}

static void say_flat(struct timing_estimate *e, const struct timing_evidence *v)
{
	if (v->setup->rate_in_mbps < v->setup->rate_out_mbps)
		refuse(e, TIMING_REASON_IMPOSSIBLE, TIMING_SETTLE_SAME_SETTINGS |
		       TIMING_SETTLE_ONE_CLOCK);
	else if (may_be_waking(e, v))
		refuse(e, TIMING_REASON_EEE, TIMING_SETTLE_EEE_OFF);
	else
		say(e, TIMING_MODE_CUT_THROUGH, 0);
}

/* The distance of k to the nearer edge of the band it may be in. */
static double room_of(const struct timing_evidence *v)
{
	double whole = fmax(round(v->k.value), 0);

	if (whole == 0 && v->k.value > FLAT_HIGH - TIMING_BAND)
		return fmin(FLAT_HIGH - v->k.value, TIMING_BAND + v->k.value);
	return TIMING_BAND - fabs(v->k.value - whole);
}

static unsigned int finer_stamps(const struct timing_evidence *v)
{
	unsigned int settle = TIMING_SETTLE_JUMBO;

	if (v->setup->stamps != TIMING_STAMPS_SFD)
		settle |= TIMING_SETTLE_HARDWARE_STAMPS;
	if (v->setup->stamps == TIMING_STAMPS_SOFTWARE && v->moderation_ns > MODERATION_NS)
		settle |= TIMING_SETTLE_MODERATION_OFF;
	return settle;
}

/* The width falls with the root of the number of probes, but for its systematic part. */
static void ask_more(struct timing_estimate *e, const struct timing_evidence *v)
{
	double half = (v->k.high - v->k.low) / 2 - v->k_systematic;
	double room = fmax(room_of(v), ROOM_MIN) - v->k_systematic;
	double max = v->setup->probes_max ? v->setup->probes_max : PROBES_MAX;
	double need = MARGIN * v->probes * (half / room) * (half / room);

	if (room > 0 && isfinite(need) && need <= max) {
		e->settle |= TIMING_SETTLE_MORE_PROBES;
		e->probes_more = (unsigned int)fmax(ceil(need - v->probes), PROBES_MIN);
	} else {
		e->settle |= finer_stamps(v);
	}
}

/* More probes help while the systematic part is the smaller one. */
static void ask_for_threshold(struct timing_estimate *e, const struct timing_evidence *v)
{
	unsigned int max = v->setup->probes_max ? v->setup->probes_max : PROBES_MAX;

	refuse(e, TIMING_REASON_NON_LINEAR, TIMING_SETTLE_PLOT | finer_stamps(v));
	if ((v->k.high - v->k.low) / 2 < 2 * v->k_systematic || 2 * v->probes > max)
		return;
	e->settle |= TIMING_SETTLE_MORE_PROBES;
	e->probes_more = v->probes;
}

static bool is_wide(const struct timing_evidence *v)
{
	return !(v->k.high - v->k.low < 2 * TIMING_BAND) ||
	       (room_of(v) > 0 && (v->k.high - v->k.low) / 2 > room_of(v));
}

static void explain(struct timing_estimate *e, const struct timing_evidence *v)
{
	bool few = v->curve->sizes < SIZES_MIN;
	bool bent = v->bad_sizes > 1 || v->fits.hinge.bic + BIC_MIN <= v->fits.line_bic;

	if (is_wide(v)) {
		refuse(e, TIMING_REASON_INTERVAL_TOO_WIDE, 0);
		ask_more(e, v);
	} else if (v->k.high < -TIMING_BAND) {
		refuse(e, TIMING_REASON_IMPOSSIBLE, TIMING_SETTLE_SAME_SETTINGS |
		       TIMING_SETTLE_ONE_CLOCK);
	} else if (few) {
		refuse(e, TIMING_REASON_TOO_FEW_SIZES, TIMING_SETTLE_MORE_SIZES);
	} else if (bent) {
		refuse(e, TIMING_REASON_NON_LINEAR, TIMING_SETTLE_PLOT | TIMING_SETTLE_MORE_SIZES);
	} else {
		refuse(e, TIMING_REASON_BETWEEN_MODES, TIMING_SETTLE_PLOT);
	}
}

/* Sizes that leave the line mean something else; a waking transmitter holds back small frames. */
static bool bent_line(struct timing_estimate *e, const struct timing_evidence *v)
{
	if (v->bad_sizes < 2)
		return false;
	if (v->first_high && v->setup->eee == TIMING_EEE_UNKNOWN)
		refuse(e, TIMING_REASON_EEE, TIMING_SETTLE_EEE_OFF);
	else
		refuse(e, TIMING_REASON_NON_LINEAR, TIMING_SETTLE_PLOT);
	return true;
}

static void decide(struct timing_estimate *e, const struct timing_evidence *v)
{
	bool may_cut = v->setup->rate_in_mbps >= v->setup->rate_out_mbps;
	unsigned int stages = stages_of(v);

	if (may_cut && is_threshold(v)) {
		e->k = v->k_above;
		e->threshold_bytes = v->threshold_bytes;
		if (may_be_waking(e, v))
			refuse(e, TIMING_REASON_EEE, TIMING_SETTLE_EEE_OFF);
		else
			say(e, TIMING_MODE_CUT_THROUGH_ABOVE, 0);
	} else if (stages > 0) {
		if (may_cut && may_cut_the_longest(v))
			refuse(e, TIMING_REASON_NON_LINEAR, TIMING_SETTLE_PLOT |
			       TIMING_SETTLE_MORE_SIZES | TIMING_SETTLE_JUMBO);
		else if (!bent_line(e, v))
			say_stages(e, v, stages);
	} else if (is_flat(v)) {
		if (may_cut && may_be_threshold(v))
			ask_for_threshold(e, v);
		else
			say_flat(e, v);
	} else {
		explain(e, v);
	}
}

/* Host costs are never below 0, so the slope without a direct leg bounds k from above. */
static void decide_bound(struct timing_estimate *e, const struct timing_evidence *v)
{
	bool bound = v->setup->stamps != TIMING_STAMPS_COMPLETION &&
		     v->setup->rate_in_mbps >= v->setup->rate_out_mbps &&
		     v->k.high < TIMING_BAND && v->k.high > -TIMING_BAND &&
		     v->curve->sizes >= SIZES_MIN;

	e->k.low = NAN;
	if (bound && !may_be_waking(e, v)) {
		say(e, TIMING_MODE_CUT_THROUGH, 0);
		e->bound_only = true;
	} else if (bound) {
		refuse(e, TIMING_REASON_EEE, TIMING_SETTLE_EEE_OFF | TIMING_SETTLE_DIRECT_LEG);
	} else {
		refuse(e, TIMING_REASON_NO_CALIBRATION, TIMING_SETTLE_DIRECT_LEG);
	}
}

void timing_verdict(struct timing_estimate *e, const struct timing_evidence *v)
{
	e->k = v->k;
	e->few_sizes = v->curve->sizes < SIZES_POINTS;
	/*
	 * What makes the numbers wrong comes first; without any there is nothing to be
	 * wrong, unless the steps of a clock took them all.
	 */
	if (((v->curve->sizes == 0 && !v->sample->clock_fault) || !gate(e, v)) && enough(e, v)) {
		if (e->calibrated)
			decide(e, v);
		else
			decide_bound(e, v);
	}
	if (e->mode != TIMING_MODE_UNDETERMINED && e->few_sizes)
		e->settle |= TIMING_SETTLE_MORE_SIZES;
	if (e->mode == TIMING_MODE_UNDETERMINED && timing_is_loaded(v->setup))
		e->settle |= TIMING_SETTLE_QUIET_LINK;
	e->settled = e->probes_more == 0;
}
