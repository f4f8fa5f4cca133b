// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/verdict.h"

#include "stream-help.h"

#define SLOW .rate_mbps = 10
#define RETRY_FAR .both = { .24, 0 }, .low = { .10, 0 }
#define RETRY_NEAR .both = { 0, .24 }, .low = { 0, .10 }

static struct duplex_verdict judge(const struct duplex_evidence *e)
{
	struct duplex_verdict v;

	duplex_judge(&v, e, DUPLEX_ODDS);
	assert_true(v.probability > 0 && v.probability < 1);
	return v;
}

static struct duplex_verdict judge_run(const struct help_run *run)
{
	struct contrast c = help_contrast(run);

	return judge(&(struct duplex_evidence){ .contrast = &c, .direct = true });
}

static void the_contrast_alone(void **state)
{
	static const struct {
		const char *name;
		struct help_run run;
		enum duplex_outcome outcome;
		unsigned int looks;
	} row[] = {
		{ "retry, far", { RETRY_FAR }, DUPLEX_MISMATCH, 0 },
		{ "retry, near", { RETRY_NEAR }, DUPLEX_MISMATCH, 0 },
		{ "no retry", { .both = { .24, .14 }, .low = { .1, .07 } }, DUPLEX_MISMATCH, 0 },
		{ "retry at 10", { SLOW, RETRY_FAR }, DUPLEX_MISMATCH, 0 },
		{ "no retry at 10", { SLOW, .both = { .18, .31 }, .low = { .09, .13 } },
		  DUPLEX_MISMATCH, 0 },
		{ "mismatch and loss", { .one = { .05, .05 }, .both = { .28, .05 },
		  .low = { .145, .05 } }, DUPLEX_MISMATCH, LOOK_RANDOM_LOSS },
		{ "clean", { .one = { 0 } }, DUPLEX_CLEAN, 0 },
		{ "clean at 10", { SLOW }, DUPLEX_CLEAN, 0 },
		{ "loss of 1 %", { .one = { .01, 0 }, .both = { .01, 0 }, .low = { .01, 0 } },
		  DUPLEX_CLEAN, LOOK_RANDOM_LOSS },
		{ "loss of 20 %", { .one = { .2, .2 }, .both = { .2, .2 }, .low = { .2, .2 } },
		  DUPLEX_CLEAN, LOOK_RANDOM_LOSS },
		{ "policer", { .one = { .25, 0 }, .both = { .25, 0 } }, DUPLEX_CLEAN,
		  LOOK_POLICER },
		{ "shared medium", { .both = { .25, .25 } }, DUPLEX_UNDETERMINED,
		  LOOK_SHARED_MEDIUM },
		{ "half load not tried", { RETRY_FAR, .no_low = true }, DUPLEX_UNDETERMINED, 0 },
		{ "no slot with both", { .no_both = true, .low = { .1, 0 } },
		  DUPLEX_UNDETERMINED, 0 },
		{ "two rounds at 10", { SLOW, .rounds = 2 }, DUPLEX_UNDETERMINED, 0 },
		{ "a little more while both", { .rounds = 200, .both = { .03, 0 } },
		  DUPLEX_UNDETERMINED, LOOK_SHARED_MEDIUM },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct duplex_verdict v = judge_run(&row[i].run);

		if (v.outcome != row[i].outcome || v.look_alikes != row[i].looks)
			fail_msg("%s: %s, odds 10^%.2f, look-alikes %x", row[i].name,
				 duplex_outcome_text(v.outcome), v.posterior_log10, v.look_alikes);
	}
}

/* Whatever spoils a run, it says nothing, for or against. */
static void runs_that_are_not_valid(void **state)
{
	static const struct help_run row[] = {
		{ RETRY_FAR, .wrong_path = true },
		{ RETRY_FAR, .gate = { .lateness_p99_ns = 5000000 } },
		{ RETRY_FAR, .gate = { .steal_share = 0.2 } },
		{ RETRY_FAR, .gate = { .host_drops = 3 } },
		{ RETRY_FAR, .gate = { .ambient_share = { 0.7, 0 } } },
		{ .wrong_path = true },
		{ .gate = { .host_drops = 3 } },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct duplex_verdict v = judge_run(&row[i]);

		assert_int_equal(v.outcome, DUPLEX_UNDETERMINED);
		assert_false(v.item[ITEM_CONTRAST].known);
		assert_false(v.extend);
		assert_int_equal(v.half_ends, 0);
		assert_true(v.posterior_log10 == v.prior_log10);
		assert_true(!(v.look_alikes & LOOK_SLOW_HOST) == !row[i].gate.host_drops);
	}
}

static void no_evidence_is_no_verdict(void **state)
{
	struct duplex_evidence e = { .prior = PRIOR_NONE };
	struct duplex_verdict v;

	(void)state;
	v = judge(&e);
	assert_int_equal(v.outcome, DUPLEX_UNDETERMINED);
	assert_true(fabs(v.probability - 1e-3) < 1e-9);
	duplex_judge(&v, &e, 1);
	assert_int_equal(v.outcome, DUPLEX_UNDETERMINED);
	e.prior = PRIOR_HALF_SENSED;
	v = judge(&e);
	assert_true(fabs(v.probability - 0.4) < 1e-9);
	assert_int_equal(v.outcome, DUPLEX_UNDETERMINED);
}

static void tcp(void **state)
{
	static const struct {
		const char *name;
		struct tcp_evidence tcp;
		double both, acks;		/* decimal logarithm of the ratio; NAN: not known */
		bool both_counts, acks_count;
	} row[] = {
		{ "mismatch", { true, 94e6, { 41e6, 14e6 }, { 40e6, 4e4 }, false, { 0 } }, 1.602,
		  NAN, true, false },
		{ "healthy", { true, 94e6, { 94e6, 94e6 }, { 90e6, 88e6 }, true, { .5, .5 } },
		  -0.987, NAN, true, false },
		{ "between", { true, 9.4e6, { 4.4e6, 1.5e6 }, { 3.8e6, 0.62e6 }, false, { 0 } }, 0,
		  NAN, true, false },
		{ "slow one way too", { true, 94e6, { 2e6, 1e6 }, { 1e6, 1e4 }, false, { 0 } }, NAN,
		  NAN, false, false },
		{ "vanished acknowledgements", { true, 94e6, { 79e6, 44e6 }, { 80e6, 0 }, true,
		  { .001, .4 } }, 1.602, 1.699, false, true },
		{ "few, but slow", { true, 94e6, { 30e6, 30e6 }, { 30e6, 20e6 }, true,
		  { .001, .4 } }, -0.987, NAN, true, false },
		{ "not measured", { false, 94e6, { 41e6, 14e6 }, { 0, 0 }, true, { 0, 0 } }, NAN,
		  NAN, false, false },
		{ "no limit", { true, 0, { 41e6, 14e6 }, { 0, 0 }, true, { 0, 0 } }, NAN, NAN,
		  false, false },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct duplex_evidence e = { .tcp = row[i].tcp };
		struct duplex_verdict v = judge(&e);
		const struct duplex_weight *both = &v.item[ITEM_TCP_BOTH];
		const struct duplex_weight *acks = &v.item[ITEM_ACKS];

		if (both->known != !isnan(row[i].both) || acks->known != !isnan(row[i].acks) ||
		    (both->known && fabs(both->log10_ratio - row[i].both) > 0.01) ||
		    (acks->known && fabs(acks->log10_ratio - row[i].acks) > 0.01) ||
		    both->counted != row[i].both_counts || acks->counted != row[i].acks_count)
			fail_msg("%s: %.3f and %.3f", row[i].name, both->log10_ratio,
				 acks->log10_ratio);
		/* TCP alone finds nothing and clears nothing. */
		assert_int_equal(v.outcome, DUPLEX_UNDETERMINED);
	}
}

/* Errors at any time are a cable; the same errors only while both send are not. */
static void counters(void **state)
{
	static const struct {
		struct mac_evidence near, far;
		double late, fcs;		/* NAN: not known */
	} row[] = {
		{ { .has_late = true, .late_together = 40 }, { .has_fcs = false }, 2, NAN },
		{ { .has_late = true, .late_together = 40 },
		  { .has_fcs = true, .fcs_together = 38 }, 2, 2 },
		{ { .has_late = false, .late_together = 40 }, { .has_fcs = false }, NAN, NAN },
		{ { .has_late = true, .late_alone = 20, .late_together = 20 }, { .has_fcs = false },
		  0.25, NAN },
		{ { .has_fcs = true, .fcs_together = 1 }, { .has_fcs = false }, NAN, 0.3 },
		{ { .has_fcs = true, .fcs_alone = 400, .fcs_together = 420 }, { .has_fcs = false },
		  NAN, 0.6 },
		{ { .has_late = true }, { .has_late = true }, NAN, NAN },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct duplex_evidence e = { .direct = true, .mac = { row[i].near, { 0 }, { 0 },
								      row[i].far } };
		struct duplex_verdict v = judge(&e);
		const struct duplex_weight *late = &v.item[ITEM_LATE], *fcs = &v.item[ITEM_FCS];

		if (late->known != !isnan(row[i].late) || fcs->known != !isnan(row[i].fcs) ||
		    (late->known && fabs(late->log10_ratio - row[i].late) > 0.05) ||
		    (fcs->known && fabs(fcs->log10_ratio - row[i].fcs) > 0.05))
			fail_msg("row %zu: %.3f and %.3f", i, late->log10_ratio, fcs->log10_ratio);
	}
}

/* Late collisions that could have been counted and were not: only where frames crossed. */
static void counters_that_stay_at_zero(void **state)
{
	struct help_run run = { .one = { 0 } };
	struct contrast c = help_contrast(&run);
	struct duplex_evidence e = { .contrast = &c, .direct = true,
				     .mac = { { .has_late = true }, { 0 }, { 0 },
					      { .has_late = true } } };
	struct duplex_verdict v = judge(&e);

	(void)state;
	assert_true(fabs(v.item[ITEM_LATE].log10_ratio + 2) < 0.01);
	e.direct = false;
	assert_false(judge(&e).item[ITEM_LATE].known);
	e.direct = true;
	e.mac[3].has_late = false;
	assert_false(judge(&e).item[ITEM_LATE].known);
}

static void evidence_adds_up(void **state)
{
	struct help_run run = { SLOW, RETRY_NEAR, .rounds = 8 };
	struct contrast c = help_contrast(&run);
	struct duplex_evidence e = { .contrast = &c };
	struct duplex_verdict alone = judge(&e), all;
	double sum;

	(void)state;
	e.mac[0] = (struct mac_evidence){ .has_late = true, .late_together = 30 };
	e.tcp = (struct tcp_evidence){ .measured = true, .limit_bps = 9.4e6,
				       .alone_bps = { 8e6, 4e6 }, .both_bps = { 5e6, 1e5 },
				       .has_acks = true, .acks_per_segment = { .01, .5 } };
	all = judge(&e);
	assert_int_equal(alone.outcome, DUPLEX_UNDETERMINED);
	assert_true(alone.extend);
	assert_int_equal(all.outcome, DUPLEX_MISMATCH);
	assert_int_equal(all.half_ends, MAC_NEAR);
	sum = all.prior_log10;
	for (int i = 0; i < DUPLEX_ITEMS; i++)
		sum += all.item[i].counted ? all.item[i].log10_ratio : 0;
	assert_true(fabs(sum - all.posterior_log10) < 1e-9);
}

static void odds_move_the_marks(void **state)
{
	struct help_run clean = { .one = { 0 } }, sick = { RETRY_FAR };
	struct contrast c = help_contrast(&clean), m = help_contrast(&sick);
	struct duplex_evidence e = { .contrast = &c };
	struct duplex_verdict v;

	(void)state;
	duplex_judge(&v, &e, 1e9);
	assert_int_equal(v.outcome, DUPLEX_UNDETERMINED);
	duplex_judge(&v, &e, 1e5);
	assert_int_equal(v.outcome, DUPLEX_CLEAN);
	e.contrast = &m;
	duplex_judge(&v, &e, 1e9);
	assert_int_equal(v.outcome, DUPLEX_UNDETERMINED);
	assert_true(v.extend);
	duplex_judge(&v, &e, 0);
	assert_int_equal(v.outcome, DUPLEX_MISMATCH);
	duplex_judge(&v, &e, NAN);
	assert_int_equal(v.outcome, DUPLEX_MISMATCH);
}

/* The same rates with twice the rounds never leave less sure, of either. */
static void more_data_is_not_less_sure(void **state)
{
	static const struct help_run rates[] = {
		{ RETRY_FAR }, { SLOW, RETRY_NEAR },
		{ .both = { .31, .18 }, .low = { .13, .09 } },
		{ SLOW, .both = { .31, .18 }, .low = { .13, .09 } },
		{ .one = { .05, .05 }, .both = { .28, .05 }, .low = { .145, .05 } },
		{ .one = { 0 } }, { SLOW },
		{ .one = { .05, .05 }, .both = { .05, .05 }, .low = { .05, .05 } },
		{ SLOW, .one = { .2, .2 }, .both = { .2, .2 }, .low = { .2, .2 } },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rates); i++) {
		double sign = i < 5 ? 1 : -1, before = -100;

		for (unsigned int rounds = 4; rounds <= 512; rounds *= 2) {
			struct help_run run = rates[i];
			struct duplex_verdict v;

			run.rounds = rounds;
			v = judge_run(&run);
			/* Too few rounds lean to "clean", never as far as to say it. */
			if (rounds > 8 && sign * v.posterior_log10 < before - 0.02)
				fail_msg("row %zu, %u rounds: 10^%.3f after 10^%.3f", i, rounds,
					 v.posterior_log10, sign * before);
			assert_int_not_equal(v.outcome, sign > 0 ? DUPLEX_CLEAN : DUPLEX_MISMATCH);
			before = sign * v.posterior_log10;
		}
	}
}

static unsigned int swapped_ends(unsigned int macs)
{
	unsigned int other = 0;

	for (int mac = 0; mac < PATH_MACS; mac++)
		other |= (macs >> mac & 1) << (PATH_MACS - 1 - mac);
	return other;
}

static void near_and_far_swapped(void **state)
{
	static const struct help_run runs[] = {
		{ RETRY_FAR }, { SLOW, .both = { .31, .18 }, .low = { .13, .09 } },
		{ SLOW, RETRY_FAR, .rounds = 6 }, { .one = { .25, 0 }, .both = { .25, 0 } },
		{ .both = { .25, .05 } },
	};

	(void)state;
	for (size_t i = 0; i < 2 * ROWS(runs); i++) {
		struct help_run run = runs[i / 2];
		struct contrast a = help_contrast(&run), b = a;
		struct duplex_evidence e = { .contrast = &a, .direct = i % 2 }, f = e;
		struct duplex_verdict v, w;

		b.dir[0] = a.dir[1];
		b.dir[1] = a.dir[0];
		b.toward = (enum stream_dir)!a.toward;
		f.contrast = &b;
		e.mac[0] = f.mac[3] = (struct mac_evidence){ .has_late = true,
							     .collisions = 3 };
		e.mac[1] = f.mac[2] = (struct mac_evidence){ .has_fcs = true, .fcs_together = 9 };
		v = judge(&e);
		w = judge(&f);
		assert_int_equal(v.outcome, w.outcome);
		assert_true(v.posterior_log10 == w.posterior_log10);
		assert_int_equal(v.look_alikes, w.look_alikes);
		assert_int_equal(v.half_ends, swapped_ends(w.half_ends));
	}
}

static void everything_has_a_name(void **state)
{
	(void)state;
	for (int i = 0; i <= DUPLEX_MISMATCH; i++)
		assert_true(strlen(duplex_outcome_text((enum duplex_outcome)i)) > 0);
	for (int i = 1; i <= LOOK_SHARED_MEDIUM; i *= 2)
		assert_true(strlen(duplex_look_alike_text((enum duplex_look_alike)i)) > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_contrast_alone),
		cmocka_unit_test(runs_that_are_not_valid),
		cmocka_unit_test(no_evidence_is_no_verdict),
		cmocka_unit_test(tcp),
		cmocka_unit_test(counters),
		cmocka_unit_test(counters_that_stay_at_zero),
		cmocka_unit_test(evidence_adds_up),
		cmocka_unit_test(odds_move_the_marks),
		cmocka_unit_test(more_data_is_not_less_sure),
		cmocka_unit_test(near_and_far_swapped),
		cmocka_unit_test(everything_has_a_name),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stream-verdict", tests, NULL, NULL);
}
