// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * How often is the timing estimator wrong?  Generated delays, row by row of the
 * error budget: stamps and hosts that are known, switches of each mode in turn.
 * Each row has its rates, and says how many probes it takes.
 *
 * Usage: timing-coverage [CASES [SEED]].  Prints TAP, one test a row: the 99 %
 * interval of k covers the truth in at least 98 % of the cases, wrong verdicts
 * are at most 0.1 %.  For rows that should be determined, undetermined ones are
 * at most 2 %.  A miss counts when chance does not explain it (binomial, 99 %).
 */
#include <inttypes.h>
#include <stdio.h>

#include "../unit/test-timing-help.h"
#include "stat/proportion.h"

#define COVERED_MIN 0.98
#define WRONG_MAX 0.001
#define UNDETERMINED_MAX 0.02
#define SURE 0.99

struct row {
	const char *name;
	double rate_in_mbps, rate_out_mbps;
	enum timing_stamps stamps;
	struct noise noise;
	uint32_t blocks;
	bool jumbo, two_clocks;
	bool undetermined;	/* as the budget says, at least often */
	bool coarse;		/* stamps too rough for a threshold, not for the rest */
};

#define SFD_8 .stamps = TIMING_STAMPS_SFD, .noise = { .normal_ns = 8 }, .two_clocks = true
#define SFD_20 .stamps = TIMING_STAMPS_SFD, .noise = { .normal_ns = 20 }, .two_clocks = true
#define COMPLETION .stamps = TIMING_STAMPS_COMPLETION, .noise = { .normal_ns = 200 }
#define TUNED .stamps = TIMING_STAMPS_SOFTWARE, \
	.noise = { .exponential_ns = 1000, .outliers = 0.02, .outlier_ns = 100000 }
#define MODERATED .stamps = TIMING_STAMPS_SOFTWARE, \
	.noise = { .exponential_ns = 1000, .uniform_ns = 50000, .outliers = 0.05, \
		   .outlier_ns = 100000 }
#define USB .stamps = TIMING_STAMPS_SOFTWARE, \
	.noise = { .exponential_ns = 2000, .uniform_ns = 125000, .outliers = 0.02, \
		   .outlier_ns = 200000 }
#define MICRO .stamps = TIMING_STAMPS_SOFTWARE, \
	.noise = { .exponential_ns = 1000, .outliers = 0.02, .outlier_ns = 100000, \
		   .round_ns = 1000 }
#define RATE(mbps) .rate_in_mbps = mbps, .rate_out_mbps = mbps
#define RATES(in, out) .rate_in_mbps = in, .rate_out_mbps = out

static const struct row rows[] = {
	{ "SFD 8 ns, 1G, 20 probes", RATE(1000), SFD_8, .blocks = 20 },
	{ "SFD 8 ns, 10G, 20 probes", RATE(10000), SFD_8, .blocks = 20 },
	{ "SFD 8 ns, 100G, 50 probes", RATE(100000), SFD_8, .blocks = 50 },
	{ "SFD 20 ns, 10G, 50 probes", RATE(10000), SFD_20, .blocks = 50 },
	{ "SFD 20 ns, 25G, 200 probes", RATE(25000), SFD_20, .blocks = 200 },
	{ "completion 200 ns, 1G, 200 probes", RATE(1000), COMPLETION, .blocks = 200 },
	{ "completion 200 ns, 10G, 200 probes", RATE(10000), COMPLETION, .blocks = 200 },
	{ "completion 200 ns, 100G, 200 probes", RATE(100000), COMPLETION, .blocks = 200,
	  .undetermined = true },
	{ "tuned software, 100M, 20 probes", RATE(100), TUNED, .blocks = 20 },
	{ "tuned software, 1G, 50 probes", RATE(1000), TUNED, .blocks = 50 },
	{ "tuned software, 1G, 200 probes", RATE(1000), TUNED, .blocks = 200 },
	{ "tuned software, 10G, 200 probes", RATE(10000), TUNED, .blocks = 200 },
	{ "tuned software, 25G, 200 probes", RATE(25000), TUNED, .blocks = 200,
	  .undetermined = true },
	{ "tuned software, 25G, jumbo", RATE(25000), TUNED, .blocks = 200, .jumbo = true,
	  .coarse = true },
	{ "microsecond stamps, 1G, 200 probes", RATE(1000), MICRO, .blocks = 200,
	  .coarse = true },
	{ "moderated software, 100M, 200 probes", RATE(100), MODERATED, .blocks = 200 },
	{ "moderated software, 1G, 1000 probes", RATE(1000), MODERATED, .blocks = 1000 },
	{ "moderated software, 2.5G, 200 probes", RATE(2500), MODERATED, .blocks = 200,
	  .undetermined = true },
	{ "USB, 100M, 200 probes", RATE(100), USB, .blocks = 200 },
	{ "USB, 1G, 200 probes", RATE(1000), USB, .blocks = 200, .undetermined = true },
	{ "SFD 8 ns, 10G to 1G", RATES(10000, 1000), SFD_8, .blocks = 50 },
	{ "tuned software, 1G to 10G", RATES(1000, 10000), TUNED, .blocks = 200 },
};

/* What is between the hosts, in turn. */
static const struct {
	enum timing_kind kind;
	unsigned int stages;
	double threshold_bytes;
	enum timing_mode mode;
} devices[] = {
	{ TIMING_CUT_THROUGH, 1, 0, TIMING_MODE_CUT_THROUGH },
	{ TIMING_STORE_AND_FORWARD, 1, 0, TIMING_MODE_STORE_AND_FORWARD },
	{ TIMING_STORE_AND_FORWARD, 2, 0, TIMING_MODE_STORE_AND_FORWARD },
	{ TIMING_THRESHOLD, 1, 560, TIMING_MODE_CUT_THROUGH_ABOVE },
};

struct tally {
	uint64_t cases, linear, covered, wrong, undetermined;
	uint64_t reason[TIMING_REASON_CLOCK + 1];
	double error_sum;	/* |k - truth| */
};

static struct made make(const struct row *row, size_t device, uint64_t seed)
{
	struct stat_draw d;

	stat_draw_init(&d, ~seed);
	return (struct made){
		.device = {
			.kind = devices[device].kind, .stages = devices[device].stages,
			.threshold_bytes = devices[device].threshold_bytes,
			.rate_in_mbps = row->rate_in_mbps, .rate_out_mbps = row->rate_out_mbps,
			.latency_ns = 300 + 4000 * stat_draw_unit(&d),
		},
		.host = {
			.stamps = row->stamps, .fixed_ns = 5000 + 3000 * stat_draw_unit(&d),
			.per_byte_ns = row->stamps == TIMING_STAMPS_SFD ? 0 : stat_draw_unit(&d),
		},
		.noise = row->noise,
		.setup = { .two_clocks = row->two_clocks, .eee = TIMING_EEE_OFF },
		.size_bytes = row->jumbo ? jumbo_sizes : default_sizes,
		.sizes = row->jumbo ? ROWS(jumbo_sizes) : ROWS(default_sizes),
		.blocks = row->blocks,
		.drift_ppb = row->two_clocks ? 1e5 * (2 * stat_draw_unit(&d) - 1) : 0,
		.offset_ns = row->two_clocks ? 1e9 * stat_draw_unit(&d) : 0,
	};
}

static double true_stages(const struct made *m)
{
	double from = timing_latency_ns(&m->device, 64), to = timing_latency_ns(&m->device, 1518);

	return (to - from) / 1454 / timing_ns_per_byte(m->device.rate_in_mbps);
}

static bool is_wrong(const struct timing_estimate *e, const struct made *m, size_t device)
{
	if (e->mode == TIMING_MODE_UNDETERMINED)
		return false;
	if (m->device.rate_in_mbps < m->device.rate_out_mbps)
		return e->mode != TIMING_MODE_STORE_AND_FORWARD;
	return e->mode != devices[device].mode ||
	       (e->mode == TIMING_MODE_STORE_AND_FORWARD &&
		e->stages != devices[device].stages);
}

static void run(struct tally *t, const struct row *row, uint64_t seed)
{
	size_t device = t->cases % ROWS(devices), n;
	struct made m = make(row, device, seed);
	struct timing_estimate e;
	struct timing_point *point;

	/* Unequal rates of two stages are two numbers, not one k. */
	if (m.device.rate_in_mbps != m.device.rate_out_mbps)
		m.device.stages = 1;
	point = make_points(&m, seed, &n);
	if (timing_estimate(&e, &m.setup, point, n, NULL) < 0)
		abort();
	free(point);
	t->cases++;
	t->undetermined += e.mode == TIMING_MODE_UNDETERMINED &&
			   !(row->coarse && m.device.kind == TIMING_THRESHOLD);
	t->reason[e.reason]++;
	if (is_wrong(&e, &m, m.device.stages == devices[device].stages ? device : 1)) {
		t->wrong++;
		printf("# wrong: device %zu seed %" PRIu64 ": %s, k %.3f (%.3f to %.3f)\n",
		       device, seed, timing_mode_text(e.mode), e.k.value, e.k.low, e.k.high);
	}
	if (m.device.kind == TIMING_THRESHOLD)
		return;
	t->linear++;
	t->covered += e.k.low <= true_stages(&m) && true_stages(&m) <= e.k.high;
	t->error_sum += fabs(e.k.value - true_stages(&m));
}

/* More than `share` of them, and not by chance? */
static bool exceeds(uint64_t hits, uint64_t n, double share)
{
	return stat_binomial_tail(hits, n, share) < 1 - SURE;
}

static bool report(const struct row *row, const struct tally *t, size_t number)
{
	bool bad = exceeds(t->linear - t->covered, t->linear, 1 - COVERED_MIN) ||
		   exceeds(t->wrong, t->cases, WRONG_MAX) ||
		   (!row->undetermined && exceeds(t->undetermined, t->cases, UNDETERMINED_MAX));

	printf("%s %zu - %s\n", bad ? "not ok" : "ok", number, row->name);
	printf("# covered %.2f %%, wrong %" PRIu64 ", undetermined %.1f %%, mean |k - truth| %.4f, "
	       "%" PRIu64 " cases\n", 100 * stat_share(t->covered, t->linear), t->wrong,
	       100 * stat_share(t->undetermined, t->cases),
	       t->linear ? t->error_sum / (double)t->linear : 0, t->cases);
	for (int r = TIMING_REASON_NONE + 1; r <= TIMING_REASON_CLOCK; r++)
		if (t->reason[r])
			printf("# %s: %" PRIu64 "\n", timing_reason_code(r), t->reason[r]);
	fflush(stdout);
	return !bad;
}

int main(int argc, char **argv)
{
	uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : 400;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	bool ok = true;

	printf("1..%zu\n", ROWS(rows));
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct tally t = { .cases = 0 };

		while (t.cases < cases)
			run(&t, &rows[i], seed + 1000003 * i + t.cases);
		ok &= report(&rows[i], &t, i + 1);
	}
	return ok ? 0 : 1;
}
