// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/probe.h"

#include "facts-help.h"
#include "rule-help.h"
#include "stub-dev.h"

#define MS INT64_C(1000000)
#define GIGABIT "1140 796d 2000 a231 01e1 c1e1 000f 2001 0000 0300 3c00 0 0 0 0 3000"

static const struct given port[] = {
	HAS(PORT_NAME, .text = "stub0"), HAS(PORT_DRIVER, .text = "igb"),
	HAS(HOST_BUS_RATE, .num = 4000), HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 1000),
	HAS(LINK_DUPLEX, .text = "full"), HAS(LINK_AUTONEG, .yes = true),
	HAS(LINK_PORT, .text = "tp"), HAS(PAUSE_AUTONEG, .yes = true),
	HAS(EEE_ACTIVE, .yes = false), HAS(MII_WORDS, .text = GIGABIT),
	HAS(MII_PHY_ADDR, .num = 1), HAS(TOTAL_CRC, .num = 100), HAS(TOTAL_RX_FRAMES, .num = 5000),
	{ .side = SIDE_NONE },
};

static const struct given later[] = {
	HAS(TOTAL_CRC, .num = 107), HAS(TOTAL_RX_FRAMES, .num = 6000), { .side = SIDE_NONE },
};

static const enum fact_group order[] = {
	GROUP_PORT, GROUP_COUNTERS, GROUP_HOST, GROUP_LINK, GROUP_PAUSE, GROUP_EEE, GROUP_FEC,
	GROUP_MODULE, GROUP_MII, GROUP_BOND, GROUP_LOG,
};

struct bench {
	struct sets *first, *again, *sets;
	struct stub *stub;
	struct err err;
	unsigned int closed;
};

static int setup(void **state)
{
	struct bench *b = calloc(1, sizeof(*b));

	assert_non_null(b);
	b->first = sets_new();
	b->again = sets_new();
	b->sets = sets_new();
	help_give(port, &b->first->set[SET_NEAR], &b->first->set[SET_PARTNER]);
	help_give(later, &b->again->set[SET_NEAR], &b->again->set[SET_PARTNER]);
	b->stub = stub_open(b->first, b->again);
	assert_non_null(b->stub);
	b->stub->closed = &b->closed;
	b->stub->read_ns = 10 * MS;
	*state = b;
	return 0;
}

static int teardown(void **state)
{
	struct bench *b = *state;

	dev_close(&b->stub->dev);
	assert_int_equal(b->closed, 1);
	sets_free(b->first);
	sets_free(b->again);
	sets_free(b->sets);
	free(b);
	return 0;
}

static int probe(struct bench *b, int64_t window_ns)
{
	return probe_port(&b->stub->dev, window_ns, b->sets, &b->err);
}

/* Whatever happened, no derived fact is left open. */
static void derived_are_settled(const struct sets *sets)
{
	for (int id = 0; id < FACT_COUNT; id++)
		if (fact_row((enum fact_id)id)->group == GROUP_DERIVED &&
		    facts_get(&sets->set[SET_NEAR], (enum fact_id)id)->state == FACT_UNREAD)
			fail_msg("%s is unread", fact_row((enum fact_id)id)->name);
}

static void groups_are_read_in_order(void **state)
{
	struct bench *b = *state;

	assert_int_equal(probe(b, 5000 * MS), 0);
	assert_int_equal(b->stub->reads, ROWS(order) + 1);
	for (size_t i = 0; i < ROWS(order); i++)
		assert_int_equal(b->stub->group[i], order[i]);
	assert_int_equal(b->stub->group[ROWS(order)], GROUP_COUNTERS);
	assert_int_equal(b->err.code, 0);
	derived_are_settled(b->sets);
}

static void facts_are_derived(void **state)
{
	struct bench *b = *state;
	struct facts *near = &b->sets->set[SET_NEAR];

	assert_int_equal(probe(b, 5000 * MS), 0);
	help_fact_is("told", near, FACT_PORT_NAME, "stub0");
	help_fact_is("medium", near, FACT_LINK_MEDIUM, "base-t");
	help_fact_is("words", near, FACT_AN_HCD, "1000baseT/Full");
	help_fact_is("words", near, FACT_AN_PARTNER_ABLE, "yes");
	help_fact_is("pause", near, FACT_PAUSE_FLOW, "none");
	help_fact_is("vanished", near, FACT_RUN_VANISHED, NULL);
	help_fact_is("before", near, FACT_LINK_FORCED, "absent");
	help_fact_is("delta", near, FACT_COUNTER_CRC, "7 frames");
	help_fact_is("delta", near, FACT_COUNTER_RX_FRAMES, "1000 frames");
	help_fact_is("total", near, FACT_TOTAL_CRC, "107 frames");
	help_fact_is("not told", near, FACT_COUNTER_RUNTS, "absent");
}

/* From just after the first counters to just after the last. */
static void the_window_is_the_ports_own_time(void **state)
{
	struct bench *b = *state;
	double window_s;

	assert_int_equal(probe(b, 5000 * MS), 0);
	/* PORT and COUNTERS took 20 ms; the window begins there. */
	assert_true(b->stub->waited_for_ns == 5020 * MS);
	assert_int_equal(b->stub->waits, 1);
	window_s = facts_get(&b->sets->set[SET_NEAR], FACT_RUN_WINDOW)->real;
	assert_true(window_s > 5.0099 && window_s < 5.0101);
	assert_int_equal(facts_get(&b->sets->set[SET_NEAR], FACT_RUN_WINDOW)->source,
			 FROM_MEASURED);
}

static void without_a_window_counters_are_read_once(void **state)
{
	struct bench *b = *state;
	struct facts *near = &b->sets->set[SET_NEAR];

	assert_int_equal(probe(b, 0), 0);
	assert_int_equal(b->stub->reads, ROWS(order));
	assert_int_equal(b->stub->waits, 0);
	help_fact_is("window", near, FACT_RUN_WINDOW, "absent");
	help_fact_is("total", near, FACT_COUNTER_CRC, "100 frames");
	derived_are_settled(b->sets);
}

static void a_signal_ends_the_window(void **state)
{
	struct bench *b = *state;
	struct facts *near = &b->sets->set[SET_NEAR];
	double window_s;

	b->stub->wait_rc = -EINTR;
	b->stub->wait_ends_ns = 1020 * MS;
	assert_int_equal(probe(b, 5000 * MS), -EINTR);
	assert_int_equal(b->err.code, -EINTR);
	window_s = facts_get(near, FACT_RUN_WINDOW)->real;
	assert_true(window_s > 1.0099 && window_s < 1.0101);
	help_fact_is("delta", near, FACT_COUNTER_CRC, "7 frames");
	help_fact_is("words", near, FACT_AN_HCD, "1000baseT/Full");
	help_fact_is("vanished", near, FACT_RUN_VANISHED, NULL);
	derived_are_settled(b->sets);
}

static void base_x_comes_from_the_medium(void **state)
{
	struct bench *b = *state;
	struct facts *told = &b->first->set[SET_NEAR];
	struct modes able = help_modes("1000baseX/Full");
	struct fact words = { .state = FACT_KNOWN, .source = FROM_IOCTL,
			      .words = help_words("1140 796d 2000 a231 0020 4020 0001") };

	facts_put_text(told, FACT_LINK_PORT, FROM_IOCTL, "fibre");
	facts_offer_modes(told, FACT_LINK_MODES_SUPPORTED, FROM_NETLINK, &able);
	facts_put(told, FACT_MII_WORDS, &words);
	assert_int_equal(probe(b, 0), 0);
	help_fact_is("medium", &b->sets->set[SET_NEAR], FACT_LINK_MEDIUM, "base-x");
	help_fact_is("words", &b->sets->set[SET_NEAR], FACT_AN_HCD, "1000baseX/Full");
}

/* No registers: what netlink tells of both ends is resolved, pause as well. */
static void without_words_the_driver_is_heard(void **state)
{
	struct bench *b = *state;
	struct modes modes = help_modes("100baseT/Full 1000baseT/Full Autoneg Pause");
	struct facts *told = &b->first->set[SET_NEAR];

	facts_offer_modes(told, FACT_LINK_MODES_ADVERTISED, FROM_NETLINK, &modes);
	facts_offer_modes(&b->first->set[SET_PARTNER], FACT_LINK_MODES_ADVERTISED, FROM_NETLINK,
			  &modes);
	told->item[FACT_MII_WORDS].state = FACT_ABSENT;
	assert_int_equal(probe(b, 0), 0);
	help_fact_is("common", &b->sets->set[SET_NEAR], FACT_AN_HCD, "1000baseT/Full");
	help_fact_is("pause", &b->sets->set[SET_NEAR], FACT_PAUSE_FLOW, "both");
	help_fact_is("pause", &b->sets->set[SET_PARTNER], FACT_PAUSE_ADVERTISED, "symmetric");
}

/* What nobody told of the partner is missing for the reason the words are. */
static void the_partner_is_settled(void **state)
{
	struct bench *b = *state;
	struct facts *partner = &b->sets->set[SET_PARTNER];

	b->first->set[SET_NEAR].item[FACT_MII_WORDS].state = FACT_DENIED;
	assert_int_equal(probe(b, 0), 0);
	help_fact_is("denied", partner, FACT_LINK_MODES_ADVERTISED, "denied");
	help_fact_is("denied", partner, FACT_PAUSE_ADVERTISED, "denied");
	help_fact_is("no register has it", partner, FACT_LINK_AUTONEG, "absent");
	memset(b->sets, 0, sizeof(*b->sets));
	b->first->set[SET_NEAR].item[FACT_MII_WORDS].state = FACT_ABSENT;
	assert_int_equal(probe(b, 0), 0);
	help_fact_is("absent", partner, FACT_LINK_MODES_ADVERTISED, "absent");
	help_fact_is("absent", partner, FACT_PAUSE_ADVERTISED, "absent");
}

/* Many ports share one window: each half by itself. */
static void in_two_halves(void **state)
{
	struct bench *b = *state;
	struct facts *near = &b->sets->set[SET_NEAR];
	struct probe *halves = malloc(sizeof(*halves));

	assert_non_null(halves);
	assert_int_equal(probe_begin(halves, &b->stub->dev, b->sets, &b->err), 0);
	assert_int_equal(b->stub->reads, ROWS(order));
	assert_true(halves->start_ns == 20 * MS);
	help_fact_is("derived", near, FACT_AN_HCD, "1000baseT/Full");
	help_fact_is("not yet", near, FACT_COUNTER_CRC, NULL);
	assert_int_equal(probe_finish(halves, &b->stub->dev, 5000 * MS, b->sets, &b->err), 0);
	help_fact_is("delta", near, FACT_COUNTER_CRC, "7 frames");
	assert_int_equal(b->stub->waits, 1);
	derived_are_settled(b->sets);
	free(halves);
}

/* One run, the n-th read of which fails. */
static void fail_at(struct bench *b, unsigned int n, int fail_rc, int64_t window_ns)
{
	struct facts *near = &b->sets->set[SET_NEAR];

	b->stub->reads = 0;
	b->stub->now_ns = 0;
	b->stub->fail_at = n;
	b->stub->fail_rc = fail_rc;
	b->err = (struct err){ 0 };
	memset(b->sets, 0, sizeof(*b->sets));
	assert_int_equal(probe(b, window_ns), fail_rc);
	assert_int_equal(b->stub->reads, n);
	assert_int_equal(b->err.code, fail_rc);
	derived_are_settled(b->sets);
	assert_int_equal(facts_yes(near, FACT_RUN_VANISHED), fail_rc == -ENODEV);
	/* What was read before stands. */
	assert_int_equal(facts_known(near, FACT_PORT_NAME), n > 1);
	assert_int_equal(facts_known(near, FACT_TOTAL_CRC), n > 2);
	assert_int_equal(facts_known(near, FACT_LINK_SPEED), n > 4);
	assert_int_equal(facts_known(near, FACT_AN_HCD), n > 9);
	/* But without a second look nothing rose. */
	assert_false(facts_known(near, FACT_COUNTER_CRC));
	assert_false(facts_known(near, FACT_RUN_WINDOW));
}

static void the_port_vanishes_at_any_read(void **state)
{
	struct bench *b = *state;

	for (unsigned int n = 1; n <= ROWS(order) + 1; n++)
		fail_at(b, n, -ENODEV, 5000 * MS);
	for (unsigned int n = 1; n <= ROWS(order); n++)
		fail_at(b, n, -ENODEV, 0);
}

static void memory_runs_out_at_any_read(void **state)
{
	struct bench *b = *state;

	for (unsigned int n = 1; n <= ROWS(order) + 1; n++)
		fail_at(b, n, -ENOMEM, 5000 * MS);
}

/* A port that vanished during the wait is seen by the read after it. */
static void vanished_and_interrupted(void **state)
{
	struct bench *b = *state;

	b->stub->wait_rc = -EINTR;
	fail_at(b, ROWS(order) + 1, -ENODEV, 5000 * MS);
}

static void without_err_it_works_too(void **state)
{
	struct bench *b = *state;

	b->stub->fail_at = 3;
	b->stub->fail_rc = -ENODEV;
	assert_int_equal(probe_port(&b->stub->dev, 0, b->sets, NULL), -ENODEV);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(groups_are_read_in_order, setup, teardown),
		cmocka_unit_test_setup_teardown(facts_are_derived, setup, teardown),
		cmocka_unit_test_setup_teardown(the_window_is_the_ports_own_time, setup, teardown),
		cmocka_unit_test_setup_teardown(without_a_window_counters_are_read_once, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_signal_ends_the_window, setup, teardown),
		cmocka_unit_test_setup_teardown(base_x_comes_from_the_medium, setup, teardown),
		cmocka_unit_test_setup_teardown(without_words_the_driver_is_heard, setup, teardown),
		cmocka_unit_test_setup_teardown(the_partner_is_settled, setup, teardown),
		cmocka_unit_test_setup_teardown(in_two_halves, setup, teardown),
		cmocka_unit_test_setup_teardown(the_port_vanishes_at_any_read, setup, teardown),
		cmocka_unit_test_setup_teardown(memory_runs_out_at_any_read, setup, teardown),
		cmocka_unit_test_setup_teardown(vanished_and_interrupted, setup, teardown),
		cmocka_unit_test_setup_teardown(without_err_it_works_too, setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("probe-probe", tests, NULL, NULL);
}
