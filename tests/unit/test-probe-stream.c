// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/stream.h"

#include <errno.h>
#include <stdlib.h>

#include "stream-help.h"

/* A run as the two ends would have reported it; all counters saw everything. */
struct scene {
	struct stream_run run;
	struct sets *sets;
	struct stream_wish wish;
	struct stream_judged judged;
};

static void count(struct stream_side *side, uint64_t sent, uint64_t received)
{
	*side = (struct stream_side){ .known = true, .sent = sent, .received = received };
	for (int i = 0; i < TALLY_COUNTERS; i++)
		side->count[i] = (struct tally_sum){ .has = true, .attributed = true };
	side->count[TALLY_TX_FRAMES].total = sent;
	side->count[TALLY_RX_FRAMES].total = received;
	side->count[TALLY_TX_BYTES].total = sent * STREAM_FRAME_BYTES;
	side->count[TALLY_RX_BYTES].total = received * STREAM_FRAME_BYTES;
}

static struct scene scene_of(const struct help_run *help)
{
	struct scene s = { .sets = sets_new() };
	uint64_t sent[STREAM_DIRS] = { 0 }, received[STREAM_DIRS] = { 0 };

	s.run.plan = help_plan(help);
	s.run.slot = calloc(HELP_SLOTS_MAX, sizeof(*s.run.slot));
	s.run.slots = help_slots(help, s.run.slot);
	s.run.ended = STREAM_DONE;
	s.run.duration_s = (double)stream_plan_duration_ns(&s.run.plan) / 1e9;
	for (unsigned int i = 0; i < s.run.slots; i++)
		for (int dir = 0; dir < STREAM_DIRS; dir++) {
			sent[dir] += s.run.slot[i].sent[dir];
			received[dir] += s.run.slot[i].received[dir];
		}
	count(&s.run.near, sent[0], received[1]);
	count(&s.run.far, sent[1], received[0]);
	return s;
}

static const struct facts *tell(struct scene *s)
{
	stream_judge(&s->judged, &s->run, NULL, s->sets, &s->wish);
	stream_contrast_facts(s->sets, &s->run, &s->judged, &s->wish);
	stream_settle(s->sets, 0);
	return &s->sets->set[SET_PATH];
}

static void scene_fini(struct scene *s)
{
	stream_run_fini(&s->run);
	sets_free(s->sets);
}

static void a_mismatch(void **state)
{
	struct help_run help = { .both = { 0, .24 }, .low = { 0, .11 } };
	struct scene s = scene_of(&help);
	const struct facts *path, *near = &s.sets->set[SET_NEAR];

	(void)state;
	s.run.near.count[TALLY_LATE] = (struct tally_sum){ true, 120, true, 0, 120 };
	s.run.near.lateness_p99_ns = 140000;
	path = tell(&s);
	assert_true(facts_text_is(path, FACT_STREAM_STATE, "valid"));
	assert_true(facts_text_is(path, FACT_STREAM_DUPLEX_OUTCOME, "mismatch"));
	assert_true(facts_text_is(path, FACT_STREAM_DUPLEX_HALF_ENDS, "near"));
	assert_int_equal(facts_get(path, FACT_STREAM_DIRECT)->state, FACT_ABSENT);
	assert_true(facts_text_is(path, FACT_STREAM_CARRIED, "frames"));
	assert_int_equal(facts_num(path, FACT_STREAM_RATE, 0), 100);
	assert_true(fabs(facts_get(path, FACT_STREAM_CONTRAST_FAR_TO_NEAR)->real - .24) < .01);
	assert_true(fabs(facts_get(path, FACT_STREAM_CONTRAST_NEAR_TO_FAR)->real) < .001);
	assert_true(facts_get(path, FACT_STREAM_CONTRAST_Z)->real > 4);
	assert_true(fabs(facts_get(path, FACT_STREAM_LATENESS_P99)->real - 140) < 1);
	assert_int_equal(facts_num(near, FACT_STREAM_LATE_TOGETHER, -1), 120);
	assert_int_equal(facts_num(near, FACT_STREAM_LATE_ALONE, -1), 0);
	assert_int_equal(facts_get(path, FACT_STREAM_TCP_TX)->state, FACT_ABSENT);
	scene_fini(&s);
}

static void a_clean_path(void **state)
{
	struct help_run help = { .one = { 0, 0 } };
	struct scene s = scene_of(&help);
	const struct facts *path;

	(void)state;
	s.wish.direct = true;
	path = tell(&s);
	assert_true(facts_text_is(path, FACT_STREAM_DUPLEX_OUTCOME, "clean"));
	assert_true(facts_text_is(path, FACT_STREAM_DUPLEX_HALF_ENDS, ""));
	assert_true(facts_text_is(path, FACT_STREAM_LOOK_ALIKES, ""));
	assert_true(facts_yes(path, FACT_STREAM_DIRECT));
	assert_int_equal(facts_get(path, FACT_STREAM_DIRECT)->source, FROM_PASTE);
	assert_true(facts_get(path, FACT_STREAM_DUPLEX_PROBABILITY)->real < .001);
	scene_fini(&s);
}

/* The user's word against what was seen; then a port of a switch is a candidate as without it. */
static void no_direct_cable(void **state)
{
	static const struct {
		int64_t near_mbps, far_mbps;
		bool udp, direct;
	} row[] = {
		{ 100, 100, false, true }, { 100, 0, false, true }, { 100, 10, false, false },
		{ 100, 100, true, false },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct help_run help = { .both = { 0, .24 }, .low = { 0, .11 } };
		struct scene s = scene_of(&help);
		const struct facts *path;

		s.wish.direct = true;
		s.run.udp = row[i].udp;
		s.run.near.count[TALLY_LATE].has = s.run.far.count[TALLY_LATE].has = false;
		facts_put_num(&s.sets->set[SET_NEAR], FACT_LINK_SPEED, FROM_NETLINK,
			      row[i].near_mbps);
		if (row[i].far_mbps)
			facts_put_num(&s.sets->set[SET_FAR], FACT_LINK_SPEED, FROM_NETLINK,
				      row[i].far_mbps);
		path = tell(&s);
		assert_true(facts_text_is(path, FACT_STREAM_DUPLEX_OUTCOME, "mismatch"));
		assert_int_equal(facts_yes(path, FACT_STREAM_DIRECT), row[i].direct);
		assert_int_equal(facts_no(path, FACT_STREAM_DIRECT), !row[i].direct);
		assert_int_equal(facts_list_has(path, FACT_STREAM_DUPLEX_HALF_ENDS, "far-partner"),
				 !row[i].direct);
		scene_fini(&s);
	}
}

static void a_bad_cable(void **state)
{
	struct help_run help = { .one = { .05, 0 }, .both = { .05, 0 }, .low = { .05, 0 } };
	struct scene s = scene_of(&help);
	const struct facts *path = tell(&s);

	(void)state;
	assert_true(facts_text_is(path, FACT_STREAM_STATE, "valid"));
	assert_true(facts_text_is(path, FACT_STREAM_LOOK_ALIKES, "random loss, as of a bad cable"));
	assert_true(fabs(facts_get(path, FACT_STREAM_LOSS_NEAR_TO_FAR)->real - .05) < .005);
	scene_fini(&s);
}

enum spoil {
	PATH_TX, PATH_RX, LATE, LATE_TOGETHER, STEAL, DROPS, PORT_DROPS, OTHERS, FAR_SILENT, NOBODY, CARRIER, STOPPED,
	FEW,
};

static void spoil(struct scene *s, enum spoil what)
{
	struct stream_run *run = &s->run;

	switch (what) {
	case PATH_TX:
		run->near.count[TALLY_TX_FRAMES].total = 10;
		return;
	case PATH_RX:
		run->far.count[TALLY_RX_FRAMES].total = 10;
		return;
	case LATE:
		run->far.lateness_p99_ns = 30000000;
		for (unsigned int i = 0; i < run->slots; i++)
			run->slot[i].missing = i % 8 != 0 && i > 8;
		return;
	case LATE_TOGETHER:
		run->near.lateness_p99_ns = 30000000;
		for (unsigned int i = 0; i < run->slots; i++)
			run->slot[i].missing = run->slot[i].kind == SLOT_BOTH;
		return;
	case STEAL:
		run->near.steal = .06;
		return;
	case DROPS:
		run->far.host_drops = 1;
		return;
	case PORT_DROPS:
		run->near.count[TALLY_HOST_DROPS].total = 1;
		return;
	case OTHERS:
		run->near.count[TALLY_RX_BYTES].total += 9000000;
		return;
	case FAR_SILENT:
		run->far.known = false;
		for (unsigned int i = 0; i < run->slots; i++)
			run->slot[i].missing = true;
		return;
	case NOBODY:
		run->near.received = run->far.received = 0;
		return;
	case CARRIER:
		run->ended = STREAM_NO_CARRIER;
		return;
	case STOPPED:
		run->ended = STREAM_STOPPED;
		return;
	case FEW:
		run->slots = 4;
		return;
	}
}

/* Nothing follows from these: there is a state, and no verdict. */
static void runs_that_prove_nothing(void **state)
{
	static const struct {
		enum spoil what;
		const char *says;
	} row[] = {
		{ PATH_TX, "wrong path" }, { PATH_RX, "wrong path" }, { LATE, "host too late" },
		{ LATE_TOGETHER, "host too late" }, { STEAL, "host too late" }, { DROPS, "host drops" }, { PORT_DROPS, "host drops" },
		{ OTHERS, "others send" }, { FAR_SILENT, "no answer" }, { NOBODY, "no answer" },
		{ CARRIER, "carrier lost" }, { STOPPED, "interrupted" }, { FEW, "too few" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct help_run help = { .both = { 0, .24 }, .low = { 0, .11 } };
		struct scene s = scene_of(&help);
		const struct facts *path;

		spoil(&s, row[i].what);
		path = tell(&s);
		if (!facts_text_is(path, FACT_STREAM_STATE, row[i].says))
			fail_msg("%s: %s", row[i].says, facts_text(path, FACT_STREAM_STATE));
		assert_int_equal(facts_get(path, FACT_STREAM_DUPLEX_OUTCOME)->state, FACT_ABSENT);
		assert_true(s.judged.verdict.outcome != DUPLEX_MISMATCH);
		scene_fini(&s);
	}
}

/* The far end never told what it saw: the near end's half stands, and the state says so. */
static void one_end_alone(void **state)
{
	struct help_run help = { .both = { 0, .24 }, .low = { 0, .11 } };
	struct scene s = scene_of(&help);
	const struct facts *path;

	(void)state;
	s.run.far = (struct stream_side){ .known = false };
	for (unsigned int i = 0; i < s.run.slots; i++)
		s.run.slot[i].sent[STREAM_NEAR_TO_FAR] =
			s.run.slot[i].received[STREAM_NEAR_TO_FAR] = 0;
	path = tell(&s);
	assert_true(facts_text_is(path, FACT_STREAM_STATE, "no answer"));
	assert_true(facts_text_is(path, FACT_STREAM_DUPLEX_OUTCOME, "mismatch"));
	assert_int_equal(facts_get(path, FACT_STREAM_LOSS_NEAR_TO_FAR)->state, FACT_ABSENT);
	scene_fini(&s);
	help = (struct help_run){ .one = { 0, 0 } };
	s = scene_of(&help);
	s.run.far = (struct stream_side){ .known = false };
	for (unsigned int i = 0; i < s.run.slots; i++)
		s.run.slot[i].sent[STREAM_NEAR_TO_FAR] =
			s.run.slot[i].received[STREAM_NEAR_TO_FAR] = 0;
	assert_true(facts_text_is(tell(&s), FACT_STREAM_DUPLEX_OUTCOME, "undetermined"));
	scene_fini(&s);
}

/* A few late slots were left out: what is left counts. */
static void some_late_slots(void **state)
{
	struct help_run help = { .both = { 0, .24 }, .low = { 0, .11 } };
	struct scene s = scene_of(&help);

	(void)state;
	s.run.far.lateness_p99_ns = 30000000;
	s.run.slot[5].missing = s.run.slot[40].missing = true;
	assert_true(facts_text_is(tell(&s), FACT_STREAM_DUPLEX_OUTCOME, "mismatch"));
	scene_fini(&s);
}

/* Counters that a driver does not have prove no path wrong, and make no facts. */
static void ports_without_counters(void **state)
{
	struct help_run help = { .both = { 0, .24 }, .low = { 0, .11 } };
	struct scene s = scene_of(&help);
	const struct facts *path;

	(void)state;
	for (int i = 0; i < TALLY_COUNTERS; i++)
		s.run.near.count[i] = s.run.far.count[i] = (struct tally_sum){ .has = false };
	path = tell(&s);
	assert_true(facts_text_is(path, FACT_STREAM_DUPLEX_OUTCOME, "mismatch"));
	assert_true(facts_text_is(path, FACT_STREAM_DUPLEX_HALF_ENDS, "near\nfar-partner"));
	assert_int_equal(facts_get(&s.sets->set[SET_NEAR], FACT_STREAM_LATE_ALONE)->state,
			 FACT_ABSENT);
	scene_fini(&s);
}

/* What the ports say of themselves is evidence, too. */
static void the_word_of_the_ports(void **state)
{
	struct help_run help = { .both = { .24, 0 }, .low = { .11, 0 } };
	struct scene s = scene_of(&help);
	struct facts *far = &s.sets->set[SET_FAR];

	(void)state;
	for (int i = 0; i < TALLY_COUNTERS; i++)
		s.run.far.count[i].has = false;
	facts_put_text(far, FACT_LINK_DUPLEX, FROM_NETLINK, "half");
	facts_put_bool(far, FACT_AN_PARTNER_ABLE, FROM_MII, false);
	assert_true(facts_text_is(tell(&s), FACT_STREAM_DUPLEX_HALF_ENDS, "far"));
	assert_true(s.judged.verdict.prior_log10 > -1);
	scene_fini(&s);
}

static void tcp(void **state)
{
	struct tcp_run run = {
		.asked = true, .state = TCP_VALID, .job = { .pace_bps = 20000000 },
		.near = { .received_bps = { 0, 19.6e6, 0.4e6 }, .segments = { 100, 0, 100 },
			  .resent = { 0, 0, 21 }, .acks = { 50, 0, 0 }, .congestion = "cubic", .has_order = true,
			  .reordered = { 3, 0, 4 }, .doubled = { 1, 0, 5 } },
		.far = { .received_bps = { 19.2e6, 0, 14.25e6 }, .segments = { 0, 200, 100 },
			 .resent = { 0, 2, 10 }, .acks = { 0, 100, 0 }, .congestion = "reno" },
	};
	struct sets *sets = sets_new();
	struct facts *path = &sets->set[SET_PATH];
	struct tcp_evidence e;

	(void)state;
	stream_tcp_facts(sets, &run, 1e8);
	assert_true(facts_text_is(path, FACT_STREAM_TCP_STATE, "valid"));
	assert_true(facts_get(path, FACT_STREAM_TCP_TX)->real == 19.2);
	assert_true(facts_get(path, FACT_STREAM_TCP_RX)->real == 19.6);
	assert_true(facts_get(path, FACT_STREAM_TCP_BIDIR_TX)->real == 14.25);
	assert_true(facts_get(path, FACT_STREAM_TCP_BIDIR_RX)->real == 0.4);
	assert_true(facts_get(path, FACT_STREAM_TCP_LIMIT)->real == 94.15);
	assert_true(facts_get(path, FACT_STREAM_TCP_PACED)->real == 20);
	assert_true(facts_get(path, FACT_STREAM_TCP_RETRANS_TX)->real == 0);
	assert_true(facts_get(path, FACT_STREAM_TCP_RETRANS_RX)->real == 0.01);
	assert_true(facts_get(path, FACT_STREAM_TCP_BIDIR_RETRANS_TX)->real == 0.21);
	assert_int_equal(facts_num(path, FACT_STREAM_TCP_SEGMENTS_TX, -1), 200);
	assert_int_equal(facts_num(path, FACT_STREAM_TCP_RESENT_TX, -1), 21);
	assert_int_equal(facts_num(path, FACT_STREAM_TCP_REORDERED_TX, -1), 7);
	assert_int_equal(facts_num(path, FACT_STREAM_TCP_DOUBLED_TX, -1), 6);
	assert_int_equal(facts_num(path, FACT_STREAM_TCP_SEGMENTS_RX, -1), 300);
	assert_false(facts_known(path, FACT_STREAM_TCP_REORDERED_RX));
	assert_true(facts_text_is(path, FACT_STREAM_TCP_CONGESTION, "cubic, far reno"));
	assert_true(facts_no(path, FACT_STREAM_TCP_HOST_LIMITED));
	run.far.host_limited = true;
	stream_tcp_facts(sets, &run, 1e8);
	assert_true(facts_yes(path, FACT_STREAM_TCP_HOST_LIMITED));
	run.job.pace_bps = 400000;
	stream_tcp_facts(sets, &run, 1e8);
	assert_true(facts_no(path, FACT_STREAM_TCP_HOST_LIMITED));
	run.far.host_limited = false;
	run.job.pace_bps = 20000000;
	assert_false(stream_tcp_evidence(&run, 1e8, 1500).measured);
	run.job.pace_bps = 0;
	e = stream_tcp_evidence(&run, 1e8, 1500);
	assert_true(e.measured && e.has_acks && e.alone_bps[STREAM_NEAR_TO_FAR] == 19.2e6 &&
		    e.both_bps[STREAM_FAR_TO_NEAR] == 0.4e6 && e.acks_per_segment[0] == 0.5);
	run.state = TCP_NO_CONNECTION;
	assert_false(stream_tcp_evidence(&run, 1e8, 1500).measured);
	sets_free(sets);
}

/* Not measured is a gap with its reason; not asked is nothing at all. */
static void gaps(void **state)
{
	struct tcp_run none = { .asked = true, .state = TCP_NO_ADDRESS }, not_asked = { 0 };
	struct sets *sets = sets_new();
	const struct facts *path = &sets->set[SET_PATH];

	(void)state;
	stream_tcp_facts(sets, &not_asked, 1e8);
	assert_int_equal(facts_get(path, FACT_STREAM_TCP_STATE)->state, FACT_UNREAD);
	stream_tcp_facts(sets, &none, 1e8);
	assert_true(facts_text_is(path, FACT_STREAM_TCP_STATE, "no common address"));
	stream_settle(sets, -EPERM);
	assert_int_equal(facts_get(path, FACT_STREAM_STATE)->state, FACT_DENIED);
	assert_int_equal(facts_get(path, FACT_STREAM_TCP_TX)->state, FACT_DENIED);
	assert_int_equal(facts_get(&sets->set[SET_FAR], FACT_STREAM_FCS_ALONE)->state, FACT_DENIED);
	assert_int_equal(facts_get(&sets->set[SET_FAR], FACT_STREAM_STATE)->state, FACT_UNREAD);
	sets_free(sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mismatch),
		cmocka_unit_test(a_clean_path),
		cmocka_unit_test(no_direct_cable),
		cmocka_unit_test(a_bad_cable),
		cmocka_unit_test(runs_that_prove_nothing),
		cmocka_unit_test(one_end_alone),
		cmocka_unit_test(some_late_slots),
		cmocka_unit_test(ports_without_counters),
		cmocka_unit_test(the_word_of_the_ports),
		cmocka_unit_test(tcp),
		cmocka_unit_test(gaps),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("probe-stream", tests, NULL, NULL);
}
