// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/contrast.h"

#include "stream-help.h"
#include "near-help.h"

#define OUT STREAM_NEAR_TO_FAR
#define BACK STREAM_FAR_TO_NEAR

static void what_runs_show(void **state)
{
	static const struct {
		const char *name;
		struct help_run run;
		bool found, known;
		enum stream_dir toward;
		enum contrast_retry retry;
	} row[] = {
		{ "clean", { .one = { 0 } }, .retry = RETRY_UNKNOWN },
		{ "random loss", { .one = { .2, .05 }, .both = { .2, .05 }, .low = { .2, .05 } },
		  .retry = RETRY_UNKNOWN },
		{ "retry, far half", { .both = { .24, 0 }, .low = { .1, 0 } }, true, true, OUT,
		  RETRY_YES },
		{ "retry, near half", { .both = { 0, .31 }, .low = { 0, .13 } }, true, true, BACK,
		  RETRY_YES },
		{ "no retry", { .both = { .24, .14 }, .low = { .1, .07 } }, true, true, OUT,
		  RETRY_NO },
		{ "retry at 10", { .rate_mbps = 10, .both = { 0, .24 }, .low = { 0, .1 } }, true,
		  true, BACK, RETRY_YES },
		{ "as much both ways", { .both = { .24, .24 } }, true, false, OUT, RETRY_UNKNOWN },
		{ "the order turns over", { .load_percent = 90, .both = { .2, .95 } }, true, false,
		  BACK, RETRY_UNKNOWN },
		{ "too small to matter", { .rounds = 1000, .both = { .015, 0 } },
		  .retry = RETRY_UNKNOWN },
		{ "less while both send", { .one = { .3, .3 }, .both = { .1, .1 } },
		  .retry = RETRY_UNKNOWN },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct contrast c = help_contrast(&row[i].run);

		assert_int_equal(c.state, CONTRAST_VALID);
		if (c.found != row[i].found || c.toward_known != row[i].known ||
		    c.retry != row[i].retry || (c.toward_known && c.toward != row[i].toward))
			fail_msg("%s: found %d, toward %d, known %d, retry %d; z %.2f and %.2f",
				 row[i].name, c.found, c.toward, c.toward_known, c.retry,
				 c.dir[0].full.z, c.dir[1].full.z);
	}
}

/* Frames lost in pairs say nothing of the side; the few that are not say all. */
static void losses_in_pairs(void **state)
{
	static struct slot_result slot[HELP_SLOTS_MAX];
	struct help_run run = { .rate_mbps = 10 };
	struct stream_plan plan = help_plan(&run);
	struct contrast_gate gate = { .path_ok = true };
	unsigned int slots = help_slots(&run, slot);
	struct contrast c;

	(void)state;
	for (unsigned int more = 0; more < 2; more++) {
		for (unsigned int i = 0; i < slots; i++) {
			/* 0, 2 or 4 of about 12 each way, one more towards near */
			uint32_t lost = i % 3 * 2;

			if (slot[i].kind != SLOT_BOTH)
				continue;
			slot[i].sent[OUT] = slot[i].sent[BACK] = 12;
			slot[i].received[OUT] = 12 - lost;
			slot[i].received[BACK] = 12 - lost - (lost && more);
		}
		contrast_measure(&c, &plan, slot, slots, &gate);
		assert_true(c.found);
		assert_int_equal(c.toward_known, more);
	}
	assert_int_equal(c.toward, BACK);
}

/* By hand: 2 rounds of 100 frames; losses 1 and 3 one way, 11 and 23 while both send. */
static void the_arithmetic(void **state)
{
	static const struct slot_result slot[] = {
		{ 0, SLOT_BOTH, .sent = { 100, 100 }, .received = { 89, 100 } },
		{ 0, SLOT_NEAR_TO_FAR, .sent = { 100, 0 }, .received = { 99, 0 } },
		{ 0, SLOT_FAR_TO_NEAR, .sent = { 0, 100 }, .received = { 0, 100 } },
		{ 1, SLOT_NEAR_TO_FAR, .sent = { 100, 0 }, .received = { 97, 0 } },
		{ 1, SLOT_FAR_TO_NEAR, .sent = { 0, 100 }, .received = { 0, 100 } },
		{ 1, SLOT_BOTH, .sent = { 100, 100 }, .received = { 77, 100 } },
	};
	struct contrast_gate gate = { .path_ok = true };
	struct stream_plan plan = help_plan(&(struct help_run){ .rounds = 2, .no_low = true });
	const struct contrast_pair *p;
	struct contrast c;

	(void)state;
	contrast_measure(&c, &plan, slot, ROWS(slot), &gate);
	p = &c.dir[OUT].full;
	assert_int_equal(c.state, CONTRAST_VALID);
	assert_true(p->sent_one == 200 && p->lost_one == 4);
	assert_true(p->sent_both == 200 && p->lost_both == 34);
	is_near(p->diff, 0.15, 1e-12);
	is_near(p->se, 0.05, 1e-12);
	assert_int_equal(p->rounds, 2);
	/* Student with one degree of freedom: 1/2 - atan(3)/pi */
	is_near(p->tail, 0.5 - atan(3) / M_PI, 1e-9);
	assert_true(c.dir[BACK].full.z == 0 && c.dir[BACK].full.diff == 0);
	assert_int_equal(c.dir[OUT].low.rounds, 0);
	assert_false(c.found);
}

static void near_and_far_swapped(void **state)
{
	static const struct help_run row[] = {
		{ .both = { .24, .14 }, .low = { .1, .07 } },
		{ .rate_mbps = 10, .both = { .31, 0 }, .low = { .13, 0 } },
		{ .one = { .05, .2 }, .both = { .05, .2 }, .low = { .05, .2 } },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		static struct slot_result slot[HELP_SLOTS_MAX];
		unsigned int slots = help_slots(&row[i], slot);
		struct stream_plan plan = help_plan(&row[i]);
		struct contrast_gate gate = { .path_ok = true };
		struct contrast a, b;

		contrast_measure(&a, &plan, slot, slots, &gate);
		for (unsigned int s = 0; s < slots; s++) {
			struct slot_result was = slot[s];

			for (int dir = 0; dir < STREAM_DIRS; dir++) {
				slot[s].sent[dir] = was.sent[!dir];
				slot[s].received[dir] = was.received[!dir];
			}
			if (was.kind <= SLOT_FAR_TO_NEAR)
				slot[s].kind = (enum slot_kind)!was.kind;
		}
		contrast_measure(&b, &plan, slot, slots, &gate);
		for (int dir = 0; dir < STREAM_DIRS; dir++)
			assert_memory_equal(&a.dir[dir], &b.dir[!dir], sizeof(a.dir[dir]));
		assert_int_equal(a.found, b.found);
		assert_int_equal(a.toward_known, b.toward_known);
		assert_int_equal(a.retry, b.retry);
		if (a.found)
			assert_int_equal(a.toward, !b.toward);
	}
}

static void missing_and_impossible_slots(void **state)
{
	static struct slot_result slot[HELP_SLOTS_MAX];
	struct help_run run = { .both = { .24, 0 }, .low = { .1, 0 } };
	struct stream_plan plan = help_plan(&run);
	struct contrast_gate gate = { .path_ok = true };
	unsigned int slots = help_slots(&run, slot);
	struct contrast c;

	(void)state;
	slot[0].missing = true;
	slot[5].received[1] = slot[5].sent[1] + 1;
	slot[9].kind = slot[8].kind;
	slot[14].kind = (enum slot_kind)99;
	contrast_measure(&c, &plan, slot, slots, &gate);
	assert_int_equal(c.missing_slots, 1);
	assert_int_equal(c.surplus_slots, 2);
	assert_int_equal(c.state, CONTRAST_VALID);
	assert_true(c.found && c.toward == OUT);
	assert_in_range(c.dir[OUT].full.rounds, plan.rounds - 4, plan.rounds - 1);
}

/* Every prefix of a run is judged, and none says more than it can. */
static void runs_that_were_cut_short(void **state)
{
	static struct slot_result slot[HELP_SLOTS_MAX];
	struct help_run run = { .both = { .24, 0 }, .low = { .1, 0 } };
	struct stream_plan plan = help_plan(&run);
	struct contrast_gate gate = { .path_ok = true };
	unsigned int slots = help_slots(&run, slot);
	struct contrast c;

	(void)state;
	for (unsigned int n = 0; n <= slots; n++) {
		contrast_measure(&c, &plan, slot, n, &gate);
		if (n < SLOT_KINDS + 2)
			assert_int_equal(c.state, CONTRAST_TOO_FEW);
		if (n >= 2 * SLOT_KINDS)
			assert_int_equal(c.state, CONTRAST_VALID);
		if (n <= 2 * SLOT_KINDS)
			assert_false(c.found);
	}
	assert_true(c.found);
}

static void the_gate(void **state)
{
	static const struct {
		struct help_run run;
		enum contrast_state state;
	} row[] = {
		{ { .gate = { .lateness_p99_ns = 1000000 } }, CONTRAST_VALID },
		{ { .gate = { .lateness_p99_ns = 1000001 } }, CONTRAST_HOST_LATE },
		{ { .rate_mbps = 10, .gate = { .lateness_p99_ns = 2000000 } }, CONTRAST_VALID },
		{ { .rate_mbps = 10, .gate = { .lateness_p99_ns = 2000001 } }, CONTRAST_HOST_LATE },
		{ { .gate = { .steal_share = 0.05 } }, CONTRAST_VALID },
		{ { .gate = { .steal_share = 0.06 } }, CONTRAST_HOST_LATE },
		{ { .gate = { .steal_share = NAN } }, CONTRAST_HOST_LATE },
		{ { .gate = { .host_drops = 1 } }, CONTRAST_HOST_DROPS },
		{ { .gate = { .ambient_share = { 0.4, 0.1 } } }, CONTRAST_VALID },
		{ { .gate = { .ambient_share = { 0.1, 0.6 } } }, CONTRAST_BUSY },
		{ { .wrong_path = true, .gate = { .host_drops = 1 } }, CONTRAST_WRONG_PATH },
		{ { .no_both = true }, CONTRAST_TOO_FEW },
		{ { .rounds = 1 }, CONTRAST_TOO_FEW },
		{ { .rounds = 2 }, CONTRAST_VALID },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct contrast c = help_contrast(&row[i].run);

		if (c.state != row[i].state)
			fail_msg("row %zu: %s", i, contrast_state_text(c.state));
	}
	for (int s = CONTRAST_VALID; s <= CONTRAST_TOO_FEW; s++)
		assert_true(strlen(contrast_state_text((enum contrast_state)s)) > 0);
}

/* Loss and other traffic hide a mismatch; more frames find it in spite of them. */
static void what_a_mismatch_would_show(void **state)
{
	struct help_run run = { .rounds = 8 };
	struct contrast c = help_contrast(&run);
	double before = 1;

	(void)state;
	is_near(contrast_expected(&c, &c.dir[OUT].full, 0.2), 0.18, 1e-12);
	run.one[OUT] = run.both[OUT] = 0.5;
	c = help_contrast(&run);
	is_near(contrast_expected(&c, &c.dir[OUT].full, 0.2), 0.09, 2e-3);
	run = (struct help_run){ .gate = { .ambient_share = { 0.25, 0 } } };
	c = help_contrast(&run);
	is_near(contrast_expected(&c, &c.dir[OUT].full, 0.2), 0.09, 1e-12);
	for (unsigned int rounds = 1; rounds <= 32; rounds *= 2) {
		double fit;

		run = (struct help_run){ .rate_mbps = 10, .rounds = rounds };
		c = help_contrast(&run);
		fit = contrast_fit(&c, &c.dir[OUT].full, 0.2);
		if (rounds < 2)
			assert_true(fit == 1);
		else
			assert_true(fit < before);
		before = fit;
	}
	assert_true(before < 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_runs_show),
		cmocka_unit_test(losses_in_pairs),
		cmocka_unit_test(the_arithmetic),
		cmocka_unit_test(near_and_far_swapped),
		cmocka_unit_test(missing_and_impossible_slots),
		cmocka_unit_test(runs_that_were_cut_short),
		cmocka_unit_test(the_gate),
		cmocka_unit_test(what_a_mismatch_would_show),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stream-contrast", tests, NULL, NULL);
}
