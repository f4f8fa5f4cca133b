// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/verdict.h"

#include <math.h>
#include <stddef.h>

#include "stat/odds.h"
#include "stat/proportion.h"
#include "stat/tail.h"
#include "stream/locate.h"

#define SEEN 0.999		/* no miss in 1000 runs of the model, twice */
#define MISSED 0.001
#define DILUTED 0.01		/* a mismatch that shows far less than it should */
#define NO_CHANCE 1e-7		/* what else might make a contrast, unknown to us */
/* A medium that both ways share, with room for one way and not for two: rarer than a mismatch. */
#define SHARED 1e-4
#define LOW_Z 3.0
#define CLEAN_RATIO -2.0	/* the contrast itself must weigh this much for "clean" */
#define COUNTER_MISSED 0.01
#define LATE_FRAMES_MIN 400	/* a mismatch loses above 70 of them at the usual load */
#define FULL_SPEED 0.25
#define TCP_WEAK 0.05
#define TCP_FAIR 0.15
#define ACKS_LOST 0.1
#define SURE_MOST 0.99999	/* no weight is known well enough for more */

/* Odds before: unknown ports of 10 and 100 Mb/s, and ports with the classic sign. */
static double prior_of(enum duplex_prior prior)
{
	switch (prior) {
	case PRIOR_NONE:
		return 1e-3;
	case PRIOR_HALF_SENSED:
		return 0.4;
	}
	return 1e-3;
}

static void weigh(struct duplex_weight *w, double given_mismatch, double given_not)
{
	*w = (struct duplex_weight){
		.known = true,
		.counted = true,
		.given_mismatch = given_mismatch,
		.given_not = given_not,
		.log10_ratio = stat_odds_ratio(given_mismatch, given_not),
	};
}

/* The half end may be at either end: the mean over both, so that near and far can be swapped. */
static double fit_of_either(const struct contrast *c)
{
	double fit = 0;

	for (int dir = 0; dir < STREAM_DIRS; dir++)
		fit += contrast_fit(c, &c->dir[dir].full, c->load_share) / STREAM_DIRS;
	return fmin(fmax(fit, MISSED), SEEN);
}

/* Two directions were looked at: twice the chance. */
static double chance_of(const struct contrast_pair *p)
{
	return p->diff > CONTRAST_MIN ? fmin(2 * p->tail, 1) : 1;
}

/*
 * A contrast that stands out, in one direction.  Besides chance there is the
 * shared medium; at half the load it has none, whereas a mismatch has half of
 * it, and there it counts only that it is there.
 */
static void weigh_found(struct duplex_weight *w, const struct contrast *c,
			const struct contrast_dir *d)
{
	double given = fmin(fmax(contrast_fit(c, &d->full, c->load_share), DILUTED), SEEN);
	double shared = SHARED;

	if (d->low.rounds >= 2) {
		if (d->low.z < LOW_Z)
			given *= fmax(contrast_fit(c, &d->low, c->load_share / 2), MISSED);
		shared *= chance_of(&d->low);
	}
	weigh(w, given, fmin(chance_of(&d->full) + shared + NO_CHANCE, 1));
}

/* The direction that says more; the other may be that of a half end that does not retry. */
static void weigh_stronger(struct duplex_weight *w, const struct contrast *c)
{
	for (int dir = 0; dir < STREAM_DIRS; dir++) {
		struct duplex_weight one;

		if (!contrast_stands_out(&c->dir[dir].full))
			continue;
		weigh_found(&one, c, &c->dir[dir]);
		if (!w->known || one.log10_ratio > w->log10_ratio)
			*w = one;
	}
}

static double chance_of_either(const struct contrast *c)
{
	return fmin(chance_of(&c->dir[STREAM_NEAR_TO_FAR].full),
		    chance_of(&c->dir[STREAM_FAR_TO_NEAR].full));
}

/* Below CONTRAST_Z a difference speaks against a mismatch or not at all. */
static void weigh_contrast(struct duplex_verdict *v, const struct contrast *c)
{
	struct duplex_weight *w = &v->item[ITEM_CONTRAST];

	if (!c || c->state != CONTRAST_VALID)
		return;
	if (c->found) {
		weigh_stronger(w, c);
		return;
	}
	weigh(w, fit_of_either(c), fmax(chance_of_either(c), MISSED));
	w->log10_ratio = fmin(w->log10_ratio, 0);
}

/*
 * Errors only while both send.  Those of a bad cable come at any time: chance
 * puts all of k into the right slots with share^k.
 */
static double in_right_slots(uint64_t alone, uint64_t together, double share)
{
	return stat_binomial_tail(together, alone + together, share);
}

static void weigh_counter(struct duplex_weight *w, double chance)
{
	double given_not = fmax(chance, COUNTER_MISSED * (1 - COUNTER_MISSED));

	weigh(w, 1 - COUNTER_MISSED, fmin(given_not, 1 - COUNTER_MISSED));
}

/* Enough frames crossed each other for late collisions to come. */
static bool exposed(const struct contrast *c)
{
	if (!c || c->state != CONTRAST_VALID)
		return false;
	for (int dir = 0; dir < STREAM_DIRS; dir++)
		if (c->dir[dir].full.sent_both < LATE_FRAMES_MIN)
			return false;
	return true;
}

static double share_together(const struct duplex_evidence *e)
{
	return e->share_together > 0 && e->share_together < 1 ? e->share_together : 0.5;
}

static void weigh_late(struct duplex_verdict *v, const struct duplex_evidence *e)
{
	unsigned int macs = locate_macs(e->direct);
	double chance = 1;
	bool all = true;

	for (int mac = 0; mac < PATH_MACS; mac++) {
		const struct mac_evidence *m = &e->mac[mac];

		if (!(macs & 1u << mac))
			continue;
		all &= m->has_late && m->late_alone + m->late_together == 0;
		if (m->has_late)
			chance = fmin(chance, in_right_slots(m->late_alone, m->late_together,
							     share_together(e)));
	}
	if (all && exposed(e->contrast))
		weigh(&v->item[ITEM_LATE], COUNTER_MISSED, 1 - COUNTER_MISSED);
	else if (chance < 1)
		weigh_counter(&v->item[ITEM_LATE], chance);
}

/* Without errors nothing is said: many MACs do not count what is shorter than 64 bytes. */
static void weigh_fcs(struct duplex_verdict *v, const struct duplex_evidence *e)
{
	unsigned int macs = locate_macs(e->direct);
	double chance = 1;

	for (int mac = 0; mac < PATH_MACS; mac++) {
		const struct mac_evidence *m = &e->mac[mac];

		if ((macs & 1u << mac) && m->has_fcs)
			chance = fmin(chance, in_right_slots(m->fcs_alone, m->fcs_together,
							     share_together(e)));
	}
	if (chance < 1)
		weigh_counter(&v->item[ITEM_FCS], chance);
}

/*
 * The weaker direction: below 0.05 of the limit in 157 of 160 mismatched runs of
 * the model.  Heavy loss and policers do that too, so one way must have been
 * fast.  At 10 Mb/s real TCP had up to 0.2: between the marks nothing is said.
 */
static void weigh_tcp(struct duplex_verdict *v, const struct tcp_evidence *t)
{
	double weak, alone = fmax(t->alone_bps[0], t->alone_bps[1]);

	if (!t->measured || !(t->limit_bps > 0) || !(alone > FULL_SPEED * t->limit_bps))
		return;
	weak = fmin(t->both_bps[0], t->both_bps[1]) / t->limit_bps;
	if (weak < TCP_WEAK)
		weigh(&v->item[ITEM_TCP_BOTH], 0.98, 0.0245);
	else if (weak >= TCP_FAIR)
		weigh(&v->item[ITEM_TCP_BOTH], 0.1, 0.97);
	else
		weigh(&v->item[ITEM_TCP_BOTH], 0.5, 0.5);
}

/* Only a half end that sends again after a late collision shows this: its absence says nothing. */
static void weigh_acks(struct duplex_verdict *v, const struct tcp_evidence *t)
{
	if (!t->measured || !t->has_acks || !(t->limit_bps > 0))
		return;
	for (int dir = 0; dir < STREAM_DIRS; dir++)
		if (t->acks_per_segment[dir] < ACKS_LOST &&
		    t->alone_bps[dir] > 0.5 * t->limit_bps)
			weigh(&v->item[ITEM_ACKS], 0.98, 0.0196);
}

/* Both come of the same collisions of data with acknowledgements: the larger counts. */
static void cap_tcp(struct duplex_verdict *v)
{
	struct duplex_weight *both = &v->item[ITEM_TCP_BOTH], *acks = &v->item[ITEM_ACKS];

	if (!both->known || !acks->known)
		return;
	if (fabs(both->log10_ratio) < fabs(acks->log10_ratio))
		both->counted = false;
	else
		acks->counted = false;
}

static bool speaks(const struct duplex_weight *w, double at_least)
{
	return w->known && w->log10_ratio >= at_least;
}

/* The sum of all weights is not enough: something must have been seen on the wire. */
static void conclude(struct duplex_verdict *v, double odds)
{
	double limit = log10(odds >= 1 ? odds : DUPLEX_ODDS);
	const struct duplex_weight *contrast = &v->item[ITEM_CONTRAST];

	v->posterior_log10 = v->prior_log10;
	for (int item = 0; item < DUPLEX_ITEMS; item++)
		if (v->item[item].counted)
			v->posterior_log10 += v->item[item].log10_ratio;
	v->probability = fmin(fmax(stat_odds_probability(v->posterior_log10), 1 - SURE_MOST),
			      SURE_MOST);
	if (v->posterior_log10 >= limit &&
	    (speaks(contrast, 0) || speaks(&v->item[ITEM_LATE], 1) ||
	     speaks(&v->item[ITEM_FCS], 1)))
		v->outcome = DUPLEX_MISMATCH;
	else if (v->posterior_log10 <= -limit && contrast->known &&
		 contrast->log10_ratio <= CLEAN_RATIO)
		v->outcome = DUPLEX_CLEAN;
}

void duplex_judge(struct duplex_verdict *v, const struct duplex_evidence *e, double odds)
{
	*v = (struct duplex_verdict){
		.prior_log10 = stat_odds_of_probability(prior_of(e->prior)),
	};
	weigh_contrast(v, e->contrast);
	weigh_late(v, e);
	weigh_fcs(v, e);
	weigh_tcp(v, &e->tcp);
	weigh_acks(v, &e->tcp);
	cap_tcp(v);
	conclude(v, odds);
	if (v->outcome != DUPLEX_CLEAN && v->posterior_log10 > v->prior_log10)
		v->half_ends = locate_half_ends(e);
	v->look_alikes = locate_look_alikes(e);
	v->extend = v->outcome == DUPLEX_UNDETERMINED && v->item[ITEM_CONTRAST].known &&
		    !(v->look_alikes & LOOK_SHARED_MEDIUM);
	v->extend_end = v->outcome == DUPLEX_MISMATCH && v->item[ITEM_CONTRAST].known &&
			!e->contrast->toward_known && (v->half_ends & (v->half_ends - 1));
}

const char *duplex_outcome_text(enum duplex_outcome outcome)
{
	switch (outcome) {
	case DUPLEX_UNDETERMINED:
		return "undetermined";
	case DUPLEX_CLEAN:
		return "clean";
	case DUPLEX_MISMATCH:
		return "mismatch";
	}
	return "";
}

const char *duplex_look_alike_text(enum duplex_look_alike look)
{
	switch (look) {
	case LOOK_RANDOM_LOSS:
		return "random loss, as of a bad cable";
	case LOOK_POLICER:
		return "a policer or a full queue";
	case LOOK_SLOW_HOST:
		return "a slow host";
	case LOOK_LEGAL_HALF:
		return "half duplex at both ends";
	case LOOK_SHARED_MEDIUM:
		return "a medium that both directions share";
	}
	return "";
}
