// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * How often is the contrast with its decision wrong?  Frames are lost by
 * chance, slot by slot, with the rates that a bit-exact model of both MACs gave
 * for links with a mismatch, and for what looks like one.  Nothing but the
 * contrast is looked at, and nothing is known before.  An undetermined run is
 * extended up to three times, as a real one.
 *
 * Usage: contrast-rates [RUNS [SEED]].  Prints TAP, one test a row: misses and
 * false alarms at most 0.1 %, the wrong half end at most 1 %.  The intervals are
 * Clopper and Pearson's, 95 %.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "stat/proportion.h"
#include "stream/contrast.h"
#include "stream/plan.h"
#include "stream/verdict.h"

#define EXTENSIONS_MAX 3
#define PLANS 64
#define SLOTS_MAX 2048
#define ERRORS_MAX 0.001
#define WRONG_END_MAX 0.01

/* Loss by direction: towards the half end, and away from it. */
struct scene {
	const char *name;
	bool mismatch;
	double one[2], both[2], low[2];
	double spread;			/* deviation of the rates from slot to slot */
	double burst_ms, burst_loss;	/* mean length, loss inside, in both directions */
	double gap_ms;			/* mean time between bursts */
	double missing;			/* share of slots that nobody reported */
	double ambient_share;
	enum duplex_prior prior;
};

#define MODEL_LOW .one = { 0, 0 }, .mismatch = true

static const struct scene scenes[] = {
	{ "mismatch, retry, 0.24", MODEL_LOW, .both = { .24, 0 }, .low = { .10, 0 } },
	{ "mismatch, retry, 0.31", MODEL_LOW, .both = { .31, 0 }, .low = { .13, 0 } },
	{ "mismatch, no retry, 0.24 and 0.14", MODEL_LOW, .both = { .24, .14 },
	  .low = { .10, .07 } },
	{ "mismatch, no retry, 0.31 and 0.18", MODEL_LOW, .both = { .31, .18 },
	  .low = { .13, .09 } },
	{ "mismatch, slots that differ", MODEL_LOW, .both = { .27, 0 }, .low = { .115, 0 },
	  .spread = 0.08 },
	{ "mismatch, one slot in ten missing", MODEL_LOW, .both = { .24, 0 }, .low = { .10, 0 },
	  .missing = 0.1 },
	{ "mismatch and 5 % random loss", .mismatch = true, .one = { .05, .05 },
	  .both = { .278, .05 }, .low = { .145, .05 } },
	{ "mismatch and 20 % other traffic", .mismatch = true, .one = { .22, 0 },
	  .both = { .40, 0 }, .low = { .31, 0 }, .ambient_share = 0.2 },
	{ "mismatch after the classic sign", MODEL_LOW, .both = { .24, 0 }, .low = { .10, 0 },
	  .prior = PRIOR_HALF_SENSED },
	{ .name = "clean" },
	{ .name = "clean after the classic sign", .prior = PRIOR_HALF_SENSED },
	{ "random loss 1 %", .one = { .01, .01 }, .both = { .01, .01 }, .low = { .01, .01 } },
	{ "random loss 5 %", .one = { .05, .05 }, .both = { .05, .05 }, .low = { .05, .05 } },
	{ "random loss 20 %", .one = { .2, .2 }, .both = { .2, .2 }, .low = { .2, .2 } },
	{ "random loss 20 % in one direction", .one = { .2, 0 }, .both = { .2, 0 },
	  .low = { .2, 0 } },
	{ "random loss 5 % after the classic sign", .one = { .05, .05 }, .both = { .05, .05 },
	  .low = { .05, .05 }, .prior = PRIOR_HALF_SENSED },
	{ .name = "bursts of 30 ms", .burst_ms = 30, .burst_loss = 0.5, .gap_ms = 570 },
	{ .name = "bursts of 200 ms", .burst_ms = 200, .burst_loss = 0.5, .gap_ms = 1800 },
	{ "policer at 15 %", .one = { .25, 0 }, .both = { .25, 0 }, .low = { 0, 0 } },
	{ "policer at 15 %, both directions", .one = { .25, .25 }, .both = { .25, .25 },
	  .low = { 0, 0 } },
	{ "congested switch", .one = { .4, 0 }, .both = { .4, 0 }, .low = { .3, 0 },
	  .spread = 0.1 },
	{ "shared medium with room for 30 %", .both = { .25, .25 }, .low = { 0, 0 } },
	{ "shared medium with room for 36 %, uneven", .both = { .15, .05 }, .low = { 0, 0 } },
	{ "legal half duplex", .both = { .001, .001 }, .low = { 0, 0 } },
};

#define SCENES (sizeof(scenes) / sizeof(scenes[0]))

/* What the plans of one rate send: worked out once, drawn from by the runs. */
struct sending {
	struct stream_plan plan[PLANS];
	uint16_t frames[PLANS][SLOTS_MAX][STREAM_DIRS];
};

struct tally {
	uint64_t runs, outcome[DUPLEX_MISMATCH + 1], at_once, extensions;
	uint64_t end_named, end_wrong;
};

static void plans_make(struct sending *s, unsigned int rate_mbps, uint64_t seed)
{
	for (unsigned int i = 0; i < PLANS; i++) {
		struct stream_plan *plan = &s->plan[i], whole;

		stream_plan_init(plan, rate_mbps, STREAM_LOAD_PERCENT, seed + i, NULL);
		whole = *plan;
		for (int n = 0; n < EXTENSIONS_MAX; n++)
			stream_plan_extend(&whole);
		for (unsigned int slot = 0; slot < stream_plan_slots(&whole); slot++)
			for (int dir = 0; dir < STREAM_DIRS; dir++)
				s->frames[i][slot][dir] = (uint16_t)stream_plan_times(
					&whole, slot, (enum stream_dir)dir, NULL, 0);
	}
}

/* The share of this slot that lies in bursts; *left_ms until the state turns. */
static double burst_share(gsl_rng *rng, const struct scene *s, double slot_ms, bool *on,
			  double *left_ms)
{
	double inside_ms = 0, rest_ms = slot_ms;

	if (s->burst_ms == 0)
		return 0;
	while (rest_ms > 0) {
		double step_ms = *left_ms < rest_ms ? *left_ms : rest_ms;

		inside_ms += *on ? step_ms : 0;
		rest_ms -= step_ms;
		*left_ms -= step_ms;
		if (*left_ms <= 0) {
			*on = !*on;
			*left_ms = gsl_ran_exponential(rng, *on ? s->burst_ms : s->gap_ms);
		}
	}
	return inside_ms / slot_ms;
}

static const double *rates_of(const struct scene *s, enum slot_kind kind)
{
	switch (kind) {
	case SLOT_NEAR_TO_FAR:
	case SLOT_FAR_TO_NEAR:
		return s->one;
	case SLOT_BOTH:
		return s->both;
	case SLOT_BOTH_LOW:
		return s->low;
	}
	return s->one;
}

static double spread_rate(gsl_rng *rng, double rate, double spread)
{
	if (spread == 0 || rate == 0)
		return rate;
	rate += gsl_ran_gaussian(rng, spread);
	return rate < 0 ? 0 : rate > 1 ? 1 : rate;
}

/* All slots of the longest run.  `toward` is the direction that leads to the half end. */
static void slots_draw(gsl_rng *rng, const struct scene *s, const struct sending *sending,
		       unsigned int pick, enum stream_dir toward, struct slot_result *slot,
		       unsigned int slots)
{
	const struct stream_plan *plan = &sending->plan[pick];
	double slot_ms = (double)stream_plan_slot_ns(plan) / 1e6, left_ms = 0;
	bool on = s->burst_ms > 0 && gsl_rng_uniform(rng) > s->burst_ms / (s->burst_ms + s->gap_ms);

	for (unsigned int i = 0; i < slots; i++) {
		enum slot_kind kind = stream_plan_kind(plan, i);
		double burst = burst_share(rng, s, slot_ms, &on, &left_ms);

		slot[i] = (struct slot_result){ .round = stream_plan_round(plan, i), .kind = kind,
						.missing = gsl_rng_uniform(rng) < s->missing };
		for (int dir = 0; dir < STREAM_DIRS; dir++) {
			unsigned int sent = sending->frames[pick][i][dir];
			double rate = rates_of(s, kind)[dir == (int)toward ? 0 : 1];

			rate = spread_rate(rng, rate, s->spread);
			rate = 1 - (1 - rate) * (1 - burst * s->burst_loss);
			slot[i].sent[dir] = sent;
			slot[i].received[dir] = sent - gsl_ran_binomial(rng, rate, sent);
		}
	}
}

static void tally_run(struct tally *t, const struct duplex_verdict *v, enum stream_dir toward,
		      unsigned int extensions)
{
	unsigned int right = toward == STREAM_FAR_TO_NEAR ? MAC_NEAR : MAC_FAR;

	t->runs++;
	t->outcome[v->outcome]++;
	t->extensions += extensions;
	t->at_once += extensions == 0 && v->outcome != DUPLEX_UNDETERMINED;
	if (v->outcome != DUPLEX_MISMATCH)
		return;
	t->end_named += v->half_ends == MAC_NEAR || v->half_ends == MAC_FAR;
	t->end_wrong += !(v->half_ends & right);
}

static void run_one(struct tally *t, gsl_rng *rng, const struct scene *s,
		    const struct sending *sending)
{
	unsigned int pick = (unsigned int)gsl_rng_uniform_int(rng, PLANS), extensions = 0;
	enum stream_dir toward = t->runs % 2 ? STREAM_FAR_TO_NEAR : STREAM_NEAR_TO_FAR;
	struct stream_plan plan = sending->plan[pick];
	struct contrast_gate gate = { .path_ok = true,
				      .ambient_share = { s->ambient_share, s->ambient_share } };
	struct slot_result slot[SLOTS_MAX];
	struct duplex_verdict v;
	struct contrast c;
	struct duplex_evidence e = { .prior = s->prior, .contrast = &c, .direct = true };

	slots_draw(rng, s, sending, pick, toward, slot,
		   stream_plan_slots(&plan) << EXTENSIONS_MAX);
	for (;;) {
		contrast_measure(&c, &plan, slot, stream_plan_slots(&plan), &gate);
		duplex_judge(&v, &e, DUPLEX_ODDS);
		if (!v.extend || extensions == EXTENSIONS_MAX || !stream_plan_extend(&plan))
			break;
		extensions++;
	}
	tally_run(t, &v, toward, extensions);
}

static void print_share(const char *what, uint64_t hits, uint64_t n)
{
	struct stat_interval in = stat_clopper_pearson(hits, n, 0.95);

	printf("#   %-22s %6" PRIu64 " of %" PRIu64 " = %.3f %% (%.3f to %.3f)\n", what, hits, n,
	       100 * stat_share(hits, n), 100 * in.low, 100 * in.high);
}

/* Returns whether the row meets its targets. */
static bool report(unsigned int number, const struct scene *s, unsigned int rate_mbps,
		   const struct tally *t)
{
	uint64_t alarms = t->outcome[DUPLEX_MISMATCH], missed = t->runs - alarms;
	bool ok = stat_share(s->mismatch ? missed : alarms, t->runs) <= ERRORS_MAX &&
		  (!s->mismatch || stat_share(t->end_wrong, alarms) <= WRONG_END_MAX);

	printf("%sok %u - %u Mb/s: %s\n", ok ? "" : "not ", number, rate_mbps, s->name);
	if (s->mismatch) {
		print_share("not found", missed, t->runs);
		print_share("called clean", t->outcome[DUPLEX_CLEAN], t->runs);
		print_share("wrong half end", t->end_wrong, alarms);
		print_share("half end not named", alarms - t->end_named, alarms);
	} else {
		print_share("false alarms", alarms, t->runs);
		print_share("undetermined", t->outcome[DUPLEX_UNDETERMINED], t->runs);
	}
	print_share("decided at once", t->at_once, t->runs);
	fflush(stdout);
	return ok;
}

int main(int argc, char **argv)
{
	static const unsigned int rates[] = { 100, 10 };
	static struct sending sending;
	uint64_t runs = argc > 1 ? strtoull(argv[1], NULL, 0) : 20000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	unsigned int number = 0, failed = 0;

	if (!rng)
		return 1;
	gsl_rng_set(rng, (unsigned long)seed);
	printf("1..%zu\n# %" PRIu64 " runs a row, seed %" PRIu64 "\n", 2 * SCENES, runs, seed);
	for (int r = 0; r < 2; r++) {
		plans_make(&sending, rates[r], seed);
		printf("# %u Mb/s: %.2f s, extended at most %d times\n", rates[r],
		       (double)stream_plan_duration_ns(&sending.plan[0]) / 1e9, EXTENSIONS_MAX);
		for (size_t i = 0; i < SCENES; i++) {
			struct tally t = { .runs = 0 };

			while (t.runs < runs)
				run_one(&t, rng, &scenes[i], &sending);
			failed += !report(++number, &scenes[i], rates[r], &t);
		}
	}
	gsl_rng_free(rng);
	return failed > 0;
}
