// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/contrast.h"

#include <math.h>

#include "stat/paired.h"
#include "stat/proportion.h"
#include "stat/tail.h"

#define STEAL_SHARE_MAX 0.05
#define AMBIENT_SHARE_MAX 0.5
#define EXPECTED_OF_LOAD 0.9
#define AWAY_OF_TOWARD 0.5	/* without retry the other way loses about 0.6 as much */
#define SIDE_Z 3.0
#define SIDE_APART 0.2		/* the directions differ by this much of the larger, or more */
#define SIDE_ODDS 100.0
#define SIDE_ROUNDS_MIN 6
#define SIDE_LOAD_MAX 0.35	/* 0.3 keeps the order, 0.9 has turned it over */

struct round {
	const struct slot_result *of[SLOT_KINDS];
};

/* A comparison while it is being added up. */
struct sum {
	struct contrast_pair *out;
	struct stat_paired paired;
};

static bool usable(struct contrast *c, const struct slot_result *slot)
{
	bool surplus = false;

	for (int dir = 0; dir < STREAM_DIRS; dir++)
		surplus |= slot->received[dir] > slot->sent[dir];
	c->missing_slots += slot->missing;
	c->surplus_slots += !slot->missing && surplus;
	return !slot->missing && !surplus && slot->kind < SLOT_KINDS;
}

/* The slots of the next round.  Returns how many entries it took. */
static size_t take_round(struct contrast *c, struct round *r, const struct slot_result *slot,
			 size_t slots)
{
	size_t taken = 0;

	*r = (struct round){ { NULL } };
	for (; taken < slots && slot[taken].round == slot[0].round; taken++) {
		const struct slot_result *s = &slot[taken];

		if (!usable(c, s))
			continue;
		if (r->of[s->kind])
			c->surplus_slots++;
		else
			r->of[s->kind] = s;
	}
	return taken;
}

static bool comparable(const struct slot_result *one, const struct slot_result *both, int dir)
{
	return one && both && one->sent[dir] > 0 && both->sent[dir] > 0;
}

/* The weight is what counting gives: the inverse of 1/n + 1/m. */
static void add_pair(struct sum *sum, const struct slot_result *one,
		     const struct slot_result *both, int dir)
{
	double n, m;

	if (!comparable(one, both, dir))
		return;
	n = one->sent[dir];
	m = both->sent[dir];
	sum->out->sent_one += one->sent[dir];
	sum->out->lost_one += one->sent[dir] - one->received[dir];
	sum->out->sent_both += both->sent[dir];
	sum->out->lost_both += both->sent[dir] - both->received[dir];
	stat_paired_add(&sum->paired, one->received[dir] / n - both->received[dir] / m,
			n * m / (n + m));
}

static double loss(const struct slot_result *slot, int dir)
{
	return 1 - (double)slot->received[dir] / slot->sent[dir];
}

/*
 * How far the directions are apart, slot by slot: a late collision often costs
 * a frame each way, and what is common to both falls out.
 */
static void add_apart(struct stat_paired *apart, const struct round *r)
{
	const struct slot_result *both = r->of[SLOT_BOTH];
	double diff[STREAM_DIRS], frames = 0;

	for (int dir = 0; dir < STREAM_DIRS; dir++) {
		if (!comparable(r->of[dir], both, dir))
			return;
		diff[dir] = loss(both, dir) - loss(r->of[dir], dir);
		frames += both->sent[dir];
	}
	stat_paired_add(apart, diff[STREAM_NEAR_TO_FAR] - diff[STREAM_FAR_TO_NEAR], frames);
}

static void finish_pair(struct sum *sum)
{
	struct contrast_pair *p = sum->out;
	struct stat_mean mean = stat_paired_mean(&sum->paired);
	double counted = stat_pooled_se(p->lost_one, p->sent_one, p->lost_both, p->sent_both);

	p->rounds = mean.pairs;
	p->diff = mean.mean;
	p->se = fmax(mean.se, counted);
	p->tail = stat_paired_tail(&mean, counted);
	p->z = p->diff == 0 || p->rounds < 2 ? 0 : stat_z_of_tail(p->tail);
}

static struct stat_mean compare(struct contrast *c, const struct slot_result *slot, size_t slots)
{
	struct stat_paired apart = { .pairs = 0 };
	struct sum full[STREAM_DIRS], low[STREAM_DIRS];
	struct round r;

	for (int dir = 0; dir < STREAM_DIRS; dir++) {
		full[dir] = (struct sum){ .out = &c->dir[dir].full };
		low[dir] = (struct sum){ .out = &c->dir[dir].low };
	}
	for (size_t at = 0; at < slots;) {
		at += take_round(c, &r, slot + at, slots - at);
		for (int dir = 0; dir < STREAM_DIRS; dir++) {
			add_pair(&full[dir], r.of[dir], r.of[SLOT_BOTH], dir);
			add_pair(&low[dir], r.of[dir], r.of[SLOT_BOTH_LOW], dir);
		}
		add_apart(&apart, &r);
	}
	for (int dir = 0; dir < STREAM_DIRS; dir++) {
		finish_pair(&full[dir]);
		finish_pair(&low[dir]);
	}
	return stat_paired_mean(&apart);
}

/* Half a guard of lateness is what the plan forgives. */
static enum contrast_state state_of(const struct contrast *c, const struct stream_plan *plan,
				    const struct contrast_gate *gate)
{
	if (!gate->path_ok)
		return CONTRAST_WRONG_PATH;
	if (gate->lateness_p99_ns > stream_plan_guard_ns(plan) / 2 ||
	    !(gate->steal_share <= STEAL_SHARE_MAX))
		return CONTRAST_HOST_LATE;
	if (gate->host_drops)
		return CONTRAST_HOST_DROPS;
	if (!(c->ambient_share <= AMBIENT_SHARE_MAX))
		return CONTRAST_BUSY;
	for (int dir = 0; dir < STREAM_DIRS; dir++)
		if (c->dir[dir].full.rounds >= 2)
			return CONTRAST_VALID;
	return CONTRAST_TOO_FEW;
}

bool contrast_stands_out(const struct contrast_pair *p)
{
	return p->diff > CONTRAST_MIN && p->z > CONTRAST_Z;
}

/*
 * Which direction loses more, and by enough?  The odds of two normal
 * distributions of the same width, one on either side of 0; near 0 neither fits.
 */
static void find_side(struct contrast *c, const struct stat_mean *apart)
{
	const struct contrast_pair *out = &c->dir[STREAM_NEAR_TO_FAR].full;
	const struct contrast_pair *back = &c->dir[STREAM_FAR_TO_NEAR].full;
	double least = SIDE_APART * fmax(out->diff, back->diff);

	c->found = contrast_stands_out(out) || contrast_stands_out(back);
	c->toward = out->diff >= back->diff ? STREAM_NEAR_TO_FAR : STREAM_FAR_TO_NEAR;
	if (apart->pairs >= SIDE_ROUNDS_MIN && apart->mean != 0)
		c->toward = apart->mean > 0 ? STREAM_NEAR_TO_FAR : STREAM_FAR_TO_NEAR;
	c->toward_known = c->found && c->load_share <= SIDE_LOAD_MAX &&
			  apart->pairs >= SIDE_ROUNDS_MIN && fabs(apart->mean) > least / 4 &&
			  2 * least * fabs(apart->mean) > log(SIDE_ODDS) * apart->se * apart->se;
}

static void find_retry(struct contrast *c)
{
	const struct contrast_pair *toward = &c->dir[c->toward].full;
	const struct contrast_pair *away = &c->dir[!c->toward].full;

	if (!c->found || !c->toward_known)
		return;
	if (contrast_stands_out(away))
		c->retry = RETRY_NO;
	else if (away->diff + SIDE_Z * away->se < AWAY_OF_TOWARD * toward->diff)
		c->retry = RETRY_YES;
}

void contrast_measure(struct contrast *c, const struct stream_plan *plan,
		      const struct slot_result *slot, size_t slots,
		      const struct contrast_gate *gate)
{
	struct stat_mean apart;

	*c = (struct contrast){
		.load_share = plan->load_percent / 100.0,
		.ambient_share = fmax(gate->ambient_share[STREAM_NEAR_TO_FAR],
				      gate->ambient_share[STREAM_FAR_TO_NEAR]),
	};
	apart = compare(c, slot, slots);
	c->state = state_of(c, plan, gate);
	find_side(c, &apart);
	find_retry(c);
}

double contrast_expected(const struct contrast *c, const struct contrast_pair *pair,
			 double load_share)
{
	double visible = fmax(1 - 2 * c->ambient_share, 0);

	return EXPECTED_OF_LOAD * load_share * visible *
	       (1 - stat_share(pair->lost_one, pair->sent_one));
}

double contrast_fit(const struct contrast *c, const struct contrast_pair *pair,
		    double load_share)
{
	double expected = contrast_expected(c, pair, load_share), counted;
	double one = stat_share(pair->lost_one, pair->sent_one), both = fmin(one + expected, 1);

	if (pair->rounds < 2)
		return 1;
	counted = sqrt(one * (1 - one) / (double)pair->sent_one +
		       both * (1 - both) / (double)pair->sent_both);
	if (pair->diff >= expected)
		return 1;
	return 2 * stat_normal_tail((expected - pair->diff) / fmax(pair->se, counted));
}

const char *contrast_state_text(enum contrast_state state)
{
	switch (state) {
	case CONTRAST_VALID:
		return "valid";
	case CONTRAST_WRONG_PATH:
		return "wrong path";
	case CONTRAST_HOST_LATE:
		return "host too late";
	case CONTRAST_HOST_DROPS:
		return "host drops";
	case CONTRAST_BUSY:
		return "others send";
	case CONTRAST_TOO_FEW:
		return "too few";
	}
	return "";
}
