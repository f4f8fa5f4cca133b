// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule/judge.h"

#include "rule-help.h"

#include "stream/contrast.h"
#include "stream/verdict.h"

/* A gigabit link as it should be, all that a live port tells. */
static const struct given healthy[] = {
	HAS(PORT_NAME, .text = "eth0"), HAS(PORT_PHYSICAL, .yes = true),
	HAS(PORT_VIRTUAL, .yes = false), HAS(LINK_ADMIN_UP, .yes = true), HAS(LINK_UP, .yes = true),
	HAS(LINK_EVER_UP, .yes = true), HAS(LINK_SPEED, .num = 1000),
	HAS(LINK_DUPLEX, .text = "full"), HAS(LINK_AUTONEG, .yes = true),
	HAS(LINK_MEDIUM, .text = "base-t"), HAS(HOST_BUS_RATE, .num = 4000),
	HAS(LINK_MODES_SUPPORTED, .text = "100baseT/Full 1000baseT/Full Autoneg"),
	HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full 1000baseT/Full Autoneg"),
	HAS(AN_COMMON, .text = "100baseT/Full 1000baseT/Full"), HAS(AN_COMPLETE, .yes = true),
	HAS(AN_PARTNER_ABLE, .yes = true), HAS(AN_PARALLEL_DETECTION, .yes = false),
	HAS(AN_PARALLEL_FAULT, .yes = false), HAS(AN_REMOTE_FAULT, .yes = false),
	HAS(AN_JABBER, .yes = false), HAS(MII_SYNTHETIC, .yes = false),
	HAS(MII_PARTNER_STALE, .yes = false), HAS(MII_LINK_DROPPED, .yes = false),
	HAS(MII_WORDS, .text = "1140 796d"), HAS(MS_FAULT, .yes = false),
	HAS(MS_IDLE_ERRORS, .num = 0), HAS(PAUSE_FLOW, .text = "both"),
	HAS(PAUSE_TX_FRAMES, .num = 0), HAS(PAUSE_RX_FRAMES, .num = 0),
	HAS(EEE_ACTIVE, .yes = false), HAS(RUN_WINDOW, .real = 5),
	PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full 1000baseT/Full Autoneg"),
	PARTNER_HAS(LINK_AUTONEG, .yes = true),
	{ .side = SIDE_NONE },
};

static struct sets *all_is_well(void)
{
	struct sets *sets = sets_new();

	assert_non_null(sets);
	help_give(healthy, &sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++)
		facts_put_num(&sets->set[SET_NEAR], (enum fact_id)(FACT_COUNTER_FIRST + i),
			      FROM_NETLINK, 0);
	return sets;
}

static unsigned int rules_count(void)
{
	unsigned int n = 0;

	while (rule_at(n))
		n++;
	return n;
}

/* Those that are judged once, and not with the far link. */
static unsigned int path_rules_count(void)
{
	const struct rule *rule;
	unsigned int count = 0;

	for (unsigned int n = 0; (rule = rule_at(n)); n++)
		count += rule->of_path;
	return count;
}

static const struct finding *finding_of(const struct judgement *j, const char *id, bool far)
{
	for (unsigned int i = 0; i < j->found_count; i++)
		if (strcmp(j->found[i].rule->id, id) == 0 && j->found[i].far == far)
			return &j->found[i];
	return NULL;
}

static void sums_to(const struct judgement *j, unsigned int links)
{
	assert_int_equal(j->clear_count + j->found_count + j->missing_count,
			 links * rules_count() - (links - 1) * path_rules_count());
}

/* Gravest first, then the near link, then the order of the list. */
static void is_in_order(const struct judgement *j)
{
	for (unsigned int i = 1; i < j->found_count; i++) {
		const struct finding *a = &j->found[i - 1], *b = &j->found[i];

		assert_true(a->verdict.severity >= b->verdict.severity);
		if (a->verdict.severity != b->verdict.severity)
			continue;
		assert_true(a->far <= b->far);
		if (a->far == b->far)
			assert_true(a->order < b->order);
	}
	for (unsigned int i = 0; i < j->found_count; i++)
		assert_ptr_equal(rule_at(j->found[i].order), j->found[i].rule);
}

static void a_healthy_link_has_no_finding(void **state)
{
	struct sets *sets = all_is_well();
	struct judgement j;

	(void)state;
	judge(sets, &j);
	if (j.found_count)
		fail_msg("%s: %s", j.found[0].rule->id, j.found[0].verdict.summary);
	assert_int_equal(j.worst, SEV_INFO);
	assert_false(j.undecided);
	/* No module, no FEC, no extended state from the driver.  No cable test, nobody listened.  No
	 * traffic, no bond, no kernel log, no counters of the partner. */
	assert_int_equal(j.missing_count, 11 + 14 + path_rules_count() + 2 + 8);
	assert_false(j.step_seen[STEP_TRAFFIC]);
	sums_to(&j, 1);
	sets_free(sets);
}

static void nothing_known_is_not_ok(void **state)
{
	struct sets *sets = sets_new();
	struct judgement j;

	(void)state;
	judge(sets, &j);
	assert_int_equal(j.found_count, 0);
	assert_int_equal(j.clear_count, 0);
	assert_int_equal(j.missing_count, rules_count());
	assert_true(j.undecided);
	for (int i = 0; i < STEP_COUNT; i++) {
		assert_false(j.step_seen[i]);
		assert_false(j.step_denied[i]);
	}
	sets_free(sets);
}

/* Forced full, broken frames, drops at the host: three weights. */
static void gravest_first(void **state)
{
	struct sets *sets = all_is_well();
	struct facts *near = &sets->set[SET_NEAR];
	struct judgement j;

	(void)state;
	facts_put_num(near, FACT_LINK_SPEED, FROM_NETLINK, 100);
	facts_put_bool(near, FACT_LINK_AUTONEG, FROM_NETLINK, false);
	facts_put_num(near, FACT_COUNTER_RX_FRAMES, FROM_NETLINK, 1000000);
	facts_put_num(near, FACT_COUNTER_CRC, FROM_NETLINK, 50);
	facts_put_num(near, FACT_COUNTER_RUNTS, FROM_NETLINK, 50);
	facts_put_num(near, FACT_COUNTER_HOST_DROPS, FROM_NETLINK, 500);
	facts_put_bool(near, FACT_EEE_ACTIVE, FROM_NETLINK, true);
	judge(sets, &j);
	is_in_order(&j);
	sums_to(&j, 1);
	assert_int_equal(j.worst, SEV_CRITICAL);
	assert_string_equal(j.found[0].rule->id, "DUPLEX-MISMATCH-LIKELY");
	assert_string_equal(j.found[1].rule->id, "HOST-DROPS");
	assert_string_equal(j.found[j.found_count - 1].rule->id, "EEE-ACTIVE");
	sets_free(sets);
}

static void far_is_judged_when_it_is_known(void **state)
{
	struct sets *sets = all_is_well();
	struct facts *far = &sets->set[SET_FAR];
	struct judgement j;

	(void)state;
	facts_put_bool(&sets->set[SET_NEAR], FACT_AN_JABBER, FROM_MII, true);
	facts_put_bool(far, FACT_AN_PARALLEL_DETECTION, FROM_PEER, true);
	facts_put_bool(far, FACT_LINK_UP, FROM_PEER, false);
	judge(sets, &j);
	sums_to(&j, 2);
	is_in_order(&j);
	assert_non_null(finding_of(&j, "LINK-DOWN", true));
	assert_null(finding_of(&j, "LINK-DOWN", false));
	assert_non_null(finding_of(&j, "PARALLEL-DETECTION", true));
	assert_string_equal(j.found[0].rule->id, "LINK-DOWN");
	assert_string_equal(j.found[1].rule->id, "AN-JABBER");
	assert_false(j.found[1].far);
	assert_string_equal(j.found[2].rule->id, "PARALLEL-DETECTION");
	assert_true(j.found[2].far);
	sets_free(sets);
}

/* One fact is enough, whichever it is. */
static void one_fact_of_far_is_enough(void **state)
{
	(void)state;
	for (int id = 0; id < FACT_COUNT; id += FACT_COUNT - 1) {
		struct sets *sets = all_is_well();
		struct judgement j;

		facts_put_text(&sets->set[SET_FAR], (enum fact_id)id, FROM_PEER, "");
		judge(sets, &j);
		sums_to(&j, 2);
		sets_free(sets);
	}
}

/* A gap is not knowledge. */
static void far_is_left_out_while_unknown(void **state)
{
	struct sets *sets = all_is_well();
	struct judgement j;

	(void)state;
	facts_gap(&sets->set[SET_FAR], FACT_LINK_UP, FACT_DENIED, 0);
	facts_put_bool(&sets->set[SET_FAR_PARTNER], FACT_LINK_AUTONEG, FROM_LLDP, true);
	judge(sets, &j);
	sums_to(&j, 1);
	for (unsigned int i = 0; i < j.missing_count; i++)
		assert_false(j.missing[i].far);
	sets_free(sets);
}

/* far stands to far_partner as near to partner, and to nobody else. */
static void each_link_has_its_own_ends(void **state)
{
	struct sets *sets = sets_new();
	struct judgement j;

	(void)state;
	facts_put_bool(&sets->set[SET_FAR], FACT_LINK_AUTONEG, FROM_PEER, true);
	facts_put_text(&sets->set[SET_FAR], FACT_LINK_MEDIUM, FROM_PEER, "base-x");
	facts_put_bool(&sets->set[SET_PARTNER], FACT_LINK_AUTONEG, FROM_LLDP, false);
	judge(sets, &j);
	assert_null(finding_of(&j, "AN-ONE-SIDED", true));
	assert_null(finding_of(&j, "AN-ONE-SIDED", false));
	facts_put_bool(&sets->set[SET_FAR_PARTNER], FACT_LINK_AUTONEG, FROM_LLDP, false);
	judge(sets, &j);
	assert_non_null(finding_of(&j, "AN-ONE-SIDED", true));
	assert_null(finding_of(&j, "AN-ONE-SIDED", false));
	sets_free(sets);
}

static void ends_have_names(void **state)
{
	(void)state;
	assert_string_equal(end_name(END_THIS, false), "near");
	assert_string_equal(end_name(END_OTHER, false), "near-partner");
	assert_string_equal(end_name(END_THIS, true), "far");
	assert_string_equal(end_name(END_OTHER, true), "far-partner");
	assert_string_equal(end_name(END_UNKNOWN, false), "unknown");
	assert_string_equal(end_name(END_UNKNOWN, true), "unknown");
	assert_string_equal(end_name(END_FAR, false), "far");
	assert_string_equal(end_name(END_FAR_PARTNER, false), "far-partner");
	assert_string_equal(end_name(END_FAR, true), "near");
	assert_string_equal(end_name(END_FAR_PARTNER, true), "near-partner");
	assert_int_equal(side_set(SIDE_FAR, false), SET_FAR);
	assert_int_equal(side_set(SIDE_FAR, true), SET_NEAR);
	assert_int_equal(side_set(SIDE_FAR_PARTNER, false), SET_FAR_PARTNER);
	assert_int_equal(side_set(SIDE_FAR_PARTNER, true), SET_PARTNER);
	assert_int_equal(side_set(SIDE_PATH, false), SET_PATH);
	assert_int_equal(side_set(SIDE_PATH, true), SET_PATH);
	assert_int_equal(side_set(SIDE_THIS, false), SET_NEAR);
	assert_int_equal(side_set(SIDE_OTHER, false), SET_PARTNER);
	assert_int_equal(side_set(SIDE_THIS, true), SET_FAR);
	assert_int_equal(side_set(SIDE_OTHER, true), SET_FAR_PARTNER);
}

/* What makes an "ok" of the link itself. */
static const struct {
	const char *name;
	struct given given[GIVEN_MAX];
	bool undecided;
} undecided_rows[] = {
	{ "up alone", { HAS(LINK_UP, .yes = true) }, true },
	{ "up and speed", { HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100) }, false },
	{ "up and duplex", { HAS(LINK_UP, .yes = true), HAS(LINK_DUPLEX, .text = "full") }, false },
	{ "speed without link", { HAS(LINK_SPEED, .num = 100) }, true },
	{ "down", { HAS(LINK_UP, .yes = false) }, false },
	{ "up, virtual", { HAS(LINK_UP, .yes = true), HAS(PORT_VIRTUAL, .yes = true) }, false },
	{ "up, real", { HAS(LINK_UP, .yes = true), HAS(PORT_VIRTUAL, .yes = false) }, true },
	{ "virtual alone", { HAS(PORT_VIRTUAL, .yes = true) }, true },
	{ "denied", { LACKS(LINK_UP, DENIED) }, true },
};

static void too_little_is_undecided(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(undecided_rows); i++) {
		struct sets *sets = sets_new();
		struct judgement j;

		help_give(undecided_rows[i].given, &sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
		judge(sets, &j);
		if (j.undecided != undecided_rows[i].undecided)
			fail_msg("%s", undecided_rows[i].name);
		sets_free(sets);
	}
}

/* The far end decides nothing of the near link. */
/* Both ends were asked for: a far end that tells nothing of its link is no "ok". */
static void a_silent_far_end_is_undecided(void **state)
{
	struct sets *sets = sets_new();
	struct judgement j;

	(void)state;
	help_give(healthy, &sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
	facts_put_text(&sets->set[SET_FAR], FACT_PORT_NAME, FROM_NETLINK, "eth0");
	judge(sets, &j);
	assert_true(j.undecided);
	help_give(healthy, &sets->set[SET_FAR], &sets->set[SET_FAR_PARTNER]);
	judge(sets, &j);
	assert_false(j.undecided);
	sets_free(sets);
}

static void far_alone_is_undecided(void **state)
{
	struct sets *sets = sets_new();
	struct judgement j;

	(void)state;
	help_give(healthy, &sets->set[SET_FAR], &sets->set[SET_FAR_PARTNER]);
	judge(sets, &j);
	assert_true(j.undecided);
	for (int i = 0; i < STEP_COUNT; i++)
		assert_false(j.step_seen[i]);
	sets_free(sets);
}

static void a_step_is_seen_by_any_rule_with_data(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR];
	struct judgement j;

	(void)state;
	facts_put_bool(near, FACT_LINK_UP, FROM_NETLINK, true);
	facts_put_num(near, FACT_COUNTER_CRC, FROM_NETLINK, 0);
	judge(sets, &j);
	assert_true(j.step_seen[STEP_CABLE]);
	assert_false(j.step_seen[STEP_HOST]);
	assert_false(j.step_seen[STEP_NEGOTIATION]);
	assert_false(j.step_seen[STEP_COUNTERS]);
	/* Found counts as seen, too. */
	facts_put_bool(near, FACT_AN_PARALLEL_DETECTION, FROM_MII, true);
	judge(sets, &j);
	assert_true(j.step_seen[STEP_NEGOTIATION]);
	sets_free(sets);
}

/* Without a link nothing was agreed, and a rule that found nothing of it proves nothing. */
static void without_link_negotiation_is_not_seen(void **state)
{
	struct sets *sets = all_is_well();
	struct judgement j;

	(void)state;
	judge(sets, &j);
	assert_true(j.step_seen[STEP_NEGOTIATION]);
	facts_put_bool(&sets->set[SET_NEAR], FACT_LINK_UP, FROM_NETLINK, false);
	judge(sets, &j);
	assert_false(j.step_seen[STEP_NEGOTIATION]);
	assert_true(j.step_seen[STEP_CABLE]);
	sets_free(sets);
}

/* "It is set up" proves nothing of the cable; "it is not" tells enough. */
static void what_says_little_does_not_count(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR];
	struct judgement j;

	(void)state;
	facts_put_bool(near, FACT_LINK_ADMIN_UP, FROM_NETLINK, true);
	judge(sets, &j);
	assert_int_equal(j.clear_count, 1);
	assert_false(j.step_seen[STEP_CABLE]);
	facts_put_bool(near, FACT_LINK_ADMIN_UP, FROM_NETLINK, false);
	judge(sets, &j);
	assert_true(j.step_seen[STEP_CABLE]);
	sets_free(sets);
}

static void a_step_is_denied_by_lack_of_privilege(void **state)
{
	struct sets *sets = sets_new();
	struct judgement j;

	(void)state;
	facts_gap(&sets->set[SET_NEAR], FACT_AN_JABBER, FACT_DENIED, 0);
	facts_gap(&sets->set[SET_NEAR], FACT_HOST_BUS_RATE, FACT_ABSENT, 0);
	facts_gap(&sets->set[SET_NEAR], FACT_COUNTER_CRC, FACT_FAILED, 5);
	judge(sets, &j);
	assert_true(j.step_denied[STEP_CABLE]);
	assert_false(j.step_denied[STEP_HOST]);
	assert_false(j.step_denied[STEP_NEGOTIATION]);
	assert_false(j.step_denied[STEP_COUNTERS]);
	/* The partner's words can be denied as well; the far end's are another's. */
	facts_gap(&sets->set[SET_PARTNER], FACT_LINK_AUTONEG, FACT_DENIED, 0);
	facts_gap(&sets->set[SET_FAR], FACT_COUNTER_CRC, FACT_DENIED, 0);
	facts_put_bool(&sets->set[SET_FAR], FACT_LINK_UP, FROM_PEER, true);
	judge(sets, &j);
	assert_true(j.step_denied[STEP_NEGOTIATION]);
	assert_false(j.step_denied[STEP_COUNTERS]);
	sets_free(sets);
}

/* unknown outweighs info, and info does not change the verdict. */
static void worst_of_all(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR];
	struct judgement j;

	(void)state;
	facts_put_bool(near, FACT_EEE_ACTIVE, FROM_NETLINK, true);
	judge(sets, &j);
	assert_int_equal(j.found_count, 1);
	assert_int_equal(j.worst, SEV_INFO);
	facts_put_bool(near, FACT_LINK_ADMIN_UP, FROM_NETLINK, false);
	judge(sets, &j);
	assert_int_equal(j.worst, SEV_UNKNOWN);
	facts_put_bool(near, FACT_AN_JABBER, FROM_MII, true);
	judge(sets, &j);
	assert_int_equal(j.worst, SEV_WARNING);
	is_in_order(&j);
	sets_free(sets);
}

static struct sets *mismatch_is_shown(void)
{
	static const struct given shown[] = {
		PATH_HAS(STREAM_STATE, .text = "valid"),
		PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "mismatch"),
		PATH_HAS(STREAM_DUPLEX_PROBABILITY, .real = .9995),
		PATH_HAS(STREAM_DIRECT, .yes = true), PATH_HAS(STREAM_DUPLEX_HALF_ENDS, .text = "far"),
		HAS(LINK_SPEED, .num = 100), HAS(LINK_AUTONEG, .yes = false),
		HAS(COUNTER_CRC, .num = 50), HAS(COUNTER_RUNTS, .num = 50),
		HAS(COUNTER_RX_FRAMES, .num = 10000), AT(FAR, LINK_UP, .yes = true),
		AT(FAR, LINK_SPEED, .num = 100), AT(FAR, LINK_DUPLEX, .text = "half"),
		AT(FAR, COUNTER_LATE_COLLISIONS, .num = 40), AT(FAR, RUN_WINDOW, .real = 5),
		{ .side = SIDE_NONE },
	};
	struct sets *sets = all_is_well();

	help_give_all(shown, sets);
	return sets;
}

/* What traffic has shown comes first; a guess from counters adds nothing to it. */
static void what_traffic_shows_comes_first(void **state)
{
	struct sets *sets = mismatch_is_shown();
	struct judgement j;

	(void)state;
	judge(sets, &j);
	sums_to(&j, 2);
	is_in_order(&j);
	assert_string_equal(j.found[0].rule->id, "DUPLEX-MISMATCH");
	assert_null(finding_of(&j, "DUPLEX-MISMATCH", true));
	assert_null(finding_of(&j, "DUPLEX-MISMATCH-LIKELY", false));
	assert_null(finding_of(&j, "DUPLEX-MISMATCH-LIKELY", true));
	assert_non_null(finding_of(&j, "AUTONEG-OFF", false));
	assert_non_null(finding_of(&j, "HALF-DUPLEX", true));
	assert_true(j.step_seen[STEP_TRAFFIC]);
	sets_free(sets);
}

/* Without the traffic the same evidence is a guess, at each end. */
static void without_traffic_it_is_a_guess(void **state)
{
	struct sets *sets = mismatch_is_shown();
	struct judgement j;

	(void)state;
	sets->set[SET_PATH] = (struct facts){ 0 };
	judge(sets, &j);
	assert_null(finding_of(&j, "DUPLEX-MISMATCH", false));
	assert_null(finding_of(&j, "DUPLEX-UNDETERMINED", false));
	assert_non_null(finding_of(&j, "DUPLEX-MISMATCH-LIKELY", false));
	assert_non_null(finding_of(&j, "DUPLEX-MISMATCH-LIKELY", true));
	assert_false(j.step_seen[STEP_TRAFFIC]);
	sets_free(sets);
}

static void clean_traffic_outweighs_old_counters(void **state)
{
	struct sets *sets = mismatch_is_shown();
	struct judgement j;

	(void)state;
	facts_put_text(&sets->set[SET_PATH], FACT_STREAM_DUPLEX_OUTCOME, FROM_MEASURED, "clean");
	judge(sets, &j);
	assert_null(finding_of(&j, "DUPLEX-MISMATCH", false));
	assert_null(finding_of(&j, "DUPLEX-MISMATCH-LIKELY", false));
	assert_null(finding_of(&j, "DUPLEX-MISMATCH-LIKELY", true));
	sets_free(sets);
}

/* A driver that tells nothing, and frames that came through. */
static void clean_traffic_is_enough(void **state)
{
	struct sets *sets = sets_new();
	struct judgement j;

	(void)state;
	facts_put_bool(&sets->set[SET_NEAR], FACT_LINK_UP, FROM_NETLINK, true);
	facts_put_text(&sets->set[SET_FAR], FACT_PORT_NAME, FROM_PEER, "eth1");
	facts_put_text(&sets->set[SET_PATH], FACT_STREAM_DUPLEX_OUTCOME, FROM_MEASURED,
		       "undetermined");
	judge(sets, &j);
	assert_true(j.undecided);
	facts_put_text(&sets->set[SET_PATH], FACT_STREAM_DUPLEX_OUTCOME, FROM_MEASURED, "clean");
	judge(sets, &j);
	assert_false(j.undecided);
	sets_free(sets);
}

/* A test that was asked for and decided nothing is no "ok". */
static void a_test_without_a_result_is_unknown(void **state)
{
	static const char *const why[] = { "wrong path", "host too late", "host drops", "others send",
					   "too few", "no answer", "carrier lost", "interrupted" };

	(void)state;
	for (size_t i = 0; i < ROWS(why); i++) {
		struct sets *sets = all_is_well();
		struct judgement j;

		facts_put_text(&sets->set[SET_PATH], FACT_STREAM_STATE, FROM_MEASURED, why[i]);
		judge(sets, &j);
		if (j.worst != SEV_UNKNOWN)
			fail_msg("%s: %s", why[i], severity_name[j.worst]);
		sets_free(sets);
	}
}

/* The words of the verdict over the traffic are those that the rules look for. */
static void look_alikes_are_known_by_their_words(void **state)
{
	static const struct {
		enum duplex_look_alike look;
		const char *rule;
	} row[] = {
		{ LOOK_RANDOM_LOSS, "STREAM-LOSS" },
		{ LOOK_POLICER, "STREAM-POLICED" },
		{ LOOK_SLOW_HOST, "HOST-LIMITED" },
		{ LOOK_LEGAL_HALF, "STREAM-HALF-DUPLEX" },
		{ LOOK_SHARED_MEDIUM, "STREAM-SHARED-MEDIUM" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct sets *sets = all_is_well();
		struct facts *path = &sets->set[SET_PATH];
		struct judgement j;

		facts_put_text(path, FACT_STREAM_STATE, FROM_MEASURED,
			       contrast_state_text(CONTRAST_VALID));
		facts_put_text(path, FACT_STREAM_DUPLEX_OUTCOME, FROM_MEASURED,
			       duplex_outcome_text(DUPLEX_CLEAN));
		facts_list_add(path, FACT_STREAM_LOOK_ALIKES, FROM_MEASURED,
			       duplex_look_alike_text(row[i].look));
		judge(sets, &j);
		assert_int_equal(j.found_count, 1);
		assert_string_equal(j.found[0].rule->id, row[i].rule);
		sets_free(sets);
	}
}

static void room_for_two_links(void **state)
{
	(void)state;
	assert_true(2 * rules_count() - path_rules_count() <= FINDINGS_MAX);
}

/* As a capture in which nobody spoke. */
static void nothing_judged_is_not_ok(void **state)
{
	struct sets *sets = sets_new();
	static struct judgement j;

	(void)state;
	assert_non_null(sets);
	facts_put_num(&sets->set[SET_NEAR], FACT_NEIGHBOR_DROPPED, FROM_MEASURED, 0);
	facts_put_text(&sets->set[SET_NEAR], FACT_PORT_NAME, FROM_MEASURED, "file");
	judge(sets, &j);
	assert_int_equal(j.clear_count + j.found_count, 0);
	assert_true(j.undecided);
	sets_free(sets);
}

/* A run that looked at a path only is not asked for a link, and its rules are judged once. */
static void a_path_alone_is_enough(void **state)
{
	static const struct given path[] = {
		PATH_HAS(TIMING_MODE, .text = "cut-through"), PATH_HAS(TIMING_STAGES, .num = 0),
		PATH_HAS(TIMING_K, .real = 0), { .side = SIDE_NONE },
	};
	struct sets *sets = sets_new();
	static struct judgement j;

	(void)state;
	assert_non_null(sets);
	help_give_all(path, sets);
	judge(sets, &j);
	assert_false(j.undecided);
	sums_to(&j, 1);
	assert_non_null(finding_of(&j, "SWITCH-CUT-THROUGH", false));
	help_give(healthy, &sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
	help_give(healthy, &sets->set[SET_FAR], &sets->set[SET_FAR_PARTNER]);
	judge(sets, &j);
	assert_non_null(finding_of(&j, "SWITCH-CUT-THROUGH", false));
	assert_null(finding_of(&j, "SWITCH-CUT-THROUGH", true));
	sums_to(&j, 2);
	sets_free(sets);
}

/* Only a neighbor that was heard was there; a pasted switch port is told of, not heard. */
static void who_was_there(void **state)
{
	static const struct {
		enum fact_source from;
		bool named;
	} row[] = { { FROM_LLDP, true }, { FROM_CDP, true }, { FROM_PASTE, false } };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct sets *sets = sets_new();
		struct verdict v;

		assert_non_null(sets);
		facts_put_bool(&sets->set[SET_NEAR], FACT_LINK_UP, FROM_NETLINK, false);
		facts_put_text(&sets->set[SET_PARTNER], FACT_NEIGHBOR_SYSTEM, row[i].from, "sw1");
		facts_put_text(&sets->set[SET_PARTNER], FACT_NEIGHBOR_PORT, row[i].from, "Fa0/7");
		help_judge("LINK-DOWN", sets, &v);
		assert_int_equal(strstr(v.summary, "; last heard there: sw1 Fa0/7") != NULL,
				 row[i].named);
		sets_free(sets);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_healthy_link_has_no_finding),
		cmocka_unit_test(nothing_known_is_not_ok),
		cmocka_unit_test(gravest_first),
		cmocka_unit_test(far_is_judged_when_it_is_known),
		cmocka_unit_test(one_fact_of_far_is_enough),
		cmocka_unit_test(far_is_left_out_while_unknown),
		cmocka_unit_test(each_link_has_its_own_ends),
		cmocka_unit_test(ends_have_names),
		cmocka_unit_test(too_little_is_undecided),
		cmocka_unit_test(a_silent_far_end_is_undecided),
		cmocka_unit_test(far_alone_is_undecided),
		cmocka_unit_test(a_step_is_seen_by_any_rule_with_data),
		cmocka_unit_test(without_link_negotiation_is_not_seen),
		cmocka_unit_test(what_says_little_does_not_count),
		cmocka_unit_test(a_step_is_denied_by_lack_of_privilege),
		cmocka_unit_test(worst_of_all),
		cmocka_unit_test(what_traffic_shows_comes_first),
		cmocka_unit_test(without_traffic_it_is_a_guess),
		cmocka_unit_test(clean_traffic_outweighs_old_counters),
		cmocka_unit_test(clean_traffic_is_enough),
		cmocka_unit_test(a_test_without_a_result_is_unknown),
		cmocka_unit_test(look_alikes_are_known_by_their_words),
		cmocka_unit_test(room_for_two_links),
		cmocka_unit_test(nothing_judged_is_not_ok),
		cmocka_unit_test(a_path_alone_is_enough),
		cmocka_unit_test(who_was_there),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("rule-judge", tests, NULL, NULL);
}
