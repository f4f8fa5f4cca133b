// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

/* The catalogue's ids and default severities, as far as they have a rule. */
static const struct {
	const char *id;
	enum severity severity;
	enum step step;
} catalogue[] = {
	{ "HOST-BUS-NARROW", SEV_WARNING, STEP_HOST },
	{ "HOST-DROPS", SEV_WARNING, STEP_HOST },
	{ "LINK-DOWN", SEV_CRITICAL, STEP_CABLE },
	{ "LINK-ADMIN-DOWN", SEV_UNKNOWN, STEP_CABLE },
	{ "LINK-FLAPPING", SEV_WARNING, STEP_CABLE },
	{ "LINK-SPEED-UNKNOWN", SEV_WARNING, STEP_CABLE },
	{ "MODULE-REFUSED", SEV_CRITICAL, STEP_CABLE },
	{ "RX-DARK", SEV_CRITICAL, STEP_CABLE },
	{ "REMOTE-FAULT", SEV_CRITICAL, STEP_CABLE },
	{ "MODULE-OPTICS", SEV_WARNING, STEP_CABLE },
	{ "FEC-MISMATCH", SEV_CRITICAL, STEP_CABLE },
	{ "FEC-MODULE", SEV_WARNING, STEP_CABLE },
	{ "FEC-MARGIN", SEV_WARNING, STEP_CABLE },
	{ "FEC-UNCORRECTABLE", SEV_CRITICAL, STEP_CABLE },
	{ "SPEED-DOWNSHIFT", SEV_WARNING, STEP_NEGOTIATION },
	{ "SPEED-LIMITED-LOCAL", SEV_WARNING, STEP_NEGOTIATION },
	{ "SPEED-LIMITED-PARTNER", SEV_INFO, STEP_NEGOTIATION },
	{ "NO-COMMON-MODE", SEV_CRITICAL, STEP_NEGOTIATION },
	{ "PARALLEL-DETECTION", SEV_WARNING, STEP_NEGOTIATION },
	{ "AUTONEG-OFF", SEV_WARNING, STEP_NEGOTIATION },
	{ "AN-ONE-SIDED", SEV_CRITICAL, STEP_NEGOTIATION },
	{ "AUTONEG-INCOMPLETE", SEV_WARNING, STEP_NEGOTIATION },
	{ "AN-PARALLEL-FAULT", SEV_WARNING, STEP_NEGOTIATION },
	{ "AN-REMOTE-FAULT", SEV_WARNING, STEP_NEGOTIATION },
	{ "AN-JABBER", SEV_WARNING, STEP_CABLE },
	{ "HALF-DUPLEX", SEV_WARNING, STEP_NEGOTIATION },
	{ "DUPLEX-MISMATCH-LIKELY", SEV_WARNING, STEP_NEGOTIATION },
	{ "SOURCES-DISAGREE", SEV_WARNING, STEP_NEGOTIATION },
	{ "MII-SYNTHETIC", SEV_INFO, STEP_CABLE },
	{ "MII-PARTNER-STALE", SEV_INFO, STEP_NEGOTIATION },
	{ "MS-FAULT", SEV_CRITICAL, STEP_NEGOTIATION },
	{ "RECEIVER-MARGINAL", SEV_WARNING, STEP_CABLE },
	{ "PAUSE-NOT-AGREED", SEV_INFO, STEP_NEGOTIATION },
	{ "PAUSE-ONE-WAY", SEV_INFO, STEP_NEGOTIATION },
	{ "PAUSE-STORM", SEV_CRITICAL, STEP_COUNTERS },
	{ "EEE-SUSPECT", SEV_WARNING, STEP_COUNTERS },
	{ "EEE-ACTIVE", SEV_INFO, STEP_NEGOTIATION },
	{ "ERRORS-CRC", SEV_WARNING, STEP_COUNTERS },
	{ "ERRORS-ALIGNMENT", SEV_WARNING, STEP_COUNTERS },
	{ "ERRORS-RUNT", SEV_WARNING, STEP_COUNTERS },
	{ "ERRORS-LENGTH", SEV_WARNING, STEP_COUNTERS },
	{ "ERRORS-SYMBOL", SEV_WARNING, STEP_COUNTERS },
	{ "ERRORS-CARRIER", SEV_WARNING, STEP_COUNTERS },
	{ "ERRORS-LATE-COLLISION", SEV_WARNING, STEP_COUNTERS },
	{ "PARTNER-ERRORS", SEV_WARNING, STEP_COUNTERS },
	{ "COLLISIONS-NORMAL", SEV_INFO, STEP_COUNTERS },
	{ "SWITCH-CUT-THROUGH", SEV_INFO, STEP_TIMING },
	{ "SWITCH-STORE-AND-FORWARD", SEV_INFO, STEP_TIMING },
	{ "SWITCH-CUT-THROUGH-ABOVE", SEV_INFO, STEP_TIMING },
	{ "TIMING-UNDETERMINED", SEV_UNKNOWN, STEP_TIMING },
	{ "DUPLEX-MISMATCH", SEV_CRITICAL, STEP_TRAFFIC },
	{ "DUPLEX-UNDETERMINED", SEV_UNKNOWN, STEP_TRAFFIC },
	{ "STREAM-WRONG-PATH", SEV_UNKNOWN, STEP_TRAFFIC },
	{ "HOST-TOO-NOISY", SEV_UNKNOWN, STEP_TRAFFIC },
	{ "STREAM-LOSS", SEV_WARNING, STEP_TRAFFIC },
	{ "STREAM-SLOW", SEV_WARNING, STEP_TRAFFIC },
	{ "STREAM-ASYMMETRIC", SEV_WARNING, STEP_TRAFFIC },
	{ "STREAM-POLICED", SEV_INFO, STEP_TRAFFIC },
	{ "HOST-LIMITED", SEV_INFO, STEP_TRAFFIC },
	{ "DUPLEX-VIEWS-DIFFER", SEV_CRITICAL, STEP_NEIGHBOR },
	{ "NEIGHBOR-NOT-PARTNER", SEV_WARNING, STEP_NEIGHBOR },
	{ "MTU-MISMATCH", SEV_WARNING, STEP_NEIGHBOR },
	{ "VLAN-MISMATCH", SEV_WARNING, STEP_NEIGHBOR },
	{ "PFC-MISMATCH", SEV_WARNING, STEP_NEIGHBOR },
	{ "STP-NOT-FORWARDING", SEV_WARNING, STEP_NEIGHBOR },
	{ "LACP-UNEXPECTED", SEV_WARNING, STEP_NEIGHBOR },
	{ "NEIGHBOR-NONE", SEV_INFO, STEP_NEIGHBOR },
	{ "NEIGHBOR-MULTIPLE", SEV_WARNING, STEP_NEIGHBOR },
	{ "NEIGHBOR-MALFORMED", SEV_INFO, STEP_NEIGHBOR },
	{ "POE-UNDERPOWERED", SEV_WARNING, STEP_NEIGHBOR },
	{ "BOND-MEMBER-DOWN", SEV_WARNING, STEP_CABLE },
	{ "BOND-MEMBER-SPEED", SEV_WARNING, STEP_NEGOTIATION },
	{ "BOND-AGGREGATOR-SPLIT", SEV_CRITICAL, STEP_NEGOTIATION },
	{ "BOND-NO-PARTNER", SEV_CRITICAL, STEP_NEGOTIATION },
	{ "BOND-UNEVEN", SEV_INFO, STEP_COUNTERS },
	{ "BOND-NO-MONITOR", SEV_WARNING, STEP_CABLE },
	/* Not in the catalogue's first edition. */
	{ "HOST-TX-HANG", SEV_WARNING, STEP_HOST },
	{ "ERRORS-UNDER-LOAD", SEV_WARNING, STEP_TRAFFIC },
	{ "STREAM-HALF-DUPLEX", SEV_INFO, STEP_TRAFFIC },
	{ "STREAM-SHARED-MEDIUM", SEV_INFO, STEP_TRAFFIC },
	{ "PORT-IN-USE", SEV_INFO, STEP_TRAFFIC },
	{ "MAC-DUPLICATE", SEV_CRITICAL, STEP_NEIGHBOR },
	{ "FRAME-LOOP", SEV_WARNING, STEP_NEIGHBOR },
	{ "STREAM-REORDER", SEV_WARNING, STEP_TRAFFIC },
	{ "STREAM-DUPLICATES", SEV_WARNING, STEP_TRAFFIC },
	{ "SPEED-LIMITED-MODULE", SEV_INFO, STEP_NEGOTIATION },
	{ "LINK-DROPPED-BEFORE", SEV_INFO, STEP_CABLE },
	{ "CABLE-FAULT", SEV_CRITICAL, STEP_CABLE },
	{ "CABLE-UNDETERMINED", SEV_UNKNOWN, STEP_CABLE },
	{ "ADVERTISE-LIMITED", SEV_WARNING, STEP_NEGOTIATION },
	{ "TX-DARK", SEV_CRITICAL, STEP_CABLE },
	{ "EEE-VIEWS-DIFFER", SEV_INFO, STEP_NEIGHBOR },
	{ "PAUSE-VIEWS-DIFFER", SEV_INFO, STEP_NEIGHBOR },
};

static const char *const impacts[] = { "none", "link drops", "service at risk" };

static unsigned int impact_rank(const char *impact)
{
	unsigned int rank = 0;

	while (rank < ROWS(impacts) && strcmp(impacts[rank], impact) != 0)
		rank++;
	return rank;
}

static void catalogue_is_kept(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(catalogue); i++) {
		const struct rule *rule = rule_find(catalogue[i].id);

		if (!rule)
			fail_msg("no rule %s", catalogue[i].id);
		assert_string_equal(rule->id, catalogue[i].id);
		if (rule->severity != catalogue[i].severity || rule->step != catalogue[i].step)
			fail_msg("%s: %s in step %s", rule->id, severity_name[rule->severity],
				 step_name[rule->step]);
	}
}

static void every_rule_is_in_the_catalogue(void **state)
{
	const struct rule *rule;
	unsigned int n;

	(void)state;
	for (n = 0; (rule = rule_at(n)); n++) {
		size_t i = 0;

		while (i < ROWS(catalogue) && strcmp(catalogue[i].id, rule->id) != 0)
			i++;
		if (i == ROWS(catalogue))
			fail_msg("%s is not in the table", rule->id);
	}
	assert_int_equal(n, ROWS(catalogue));
	assert_null(rule_at(n + 1));
	assert_null(rule_at(100000));
}

static void ids_are_unique_and_well_spelled(void **state)
{
	const struct rule *a, *b;

	(void)state;
	for (unsigned int n = 0; (a = rule_at(n)); n++) {
		size_t len = strlen(a->id);

		if (len == 0 || strspn(a->id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") != len ||
		    a->id[0] == '-' || a->id[len - 1] == '-')
			fail_msg("`%s' is misspelled", a->id);
		for (unsigned int k = 0; k < n && (b = rule_at(k)); k++)
			if (strcasecmp(a->id, b->id) == 0)
				fail_msg("%s is there twice", a->id);
	}
}

static void rows_are_complete(void **state)
{
	const struct rule *rule;

	(void)state;
	for (unsigned int n = 0; (rule = rule_at(n)); n++) {
		size_t len = rule->means ? strlen(rule->means) : 0;

		if (len < 20 || rule->means[len - 1] != '.')
			fail_msg("%s: means is no whole sentence", rule->id);
		if (!rule->source || !rule->source[0])
			fail_msg("%s: no source", rule->id);
		if (!rule->judge || rule->needs[0].side == SIDE_NONE)
			fail_msg("%s: nothing to judge by", rule->id);
		assert_true(rule->severity < SEV_COUNT);
		assert_true(rule->step < STEP_COUNT);
		assert_true(!rule->avoid || rule->avoid[0]);
		assert_true(!rule->calibration || rule->calibration[0]);
		/* The last of each list has to end it. */
		assert_int_equal(rule->needs[NEEDS_MAX - 1].side, SIDE_NONE);
		assert_null(rule->remedies[REMEDIES_MAX - 1].text);
	}
}

static void remedies_have_an_impact(void **state)
{
	const struct rule *rule;

	(void)state;
	for (unsigned int n = 0; (rule = rule_at(n)); n++) {
		if (!rule->remedies[0].text)
			fail_msg("%s: no remedy", rule->id);
		for (const struct remedy *r = rule->remedies; r->text; r++)
			if (!r->text[0] || !r->impact || impact_rank(r->impact) == ROWS(impacts))
				fail_msg("%s: impact `%s'", rule->id, r->impact ? r->impact : "");
	}
}

/* Cheapest and safest first. */
static void remedies_come_safest_first(void **state)
{
	const struct rule *rule;
	char bad[512] = "";

	(void)state;
	for (unsigned int n = 0; (rule = rule_at(n)); n++)
		for (const struct remedy *r = rule->remedies; r->text && r[1].text; r++)
			if (impact_rank(r->impact) > impact_rank(r[1].impact)) {
				size_t used = strlen(bad);

				snprintf(bad + used, sizeof(bad) - used, " %s", rule->id);
				break;
			}
	if (bad[0])
		fail_msg("a safer remedy comes later:%s", bad);
}

static void find_takes_any_case(void **state)
{
	const struct rule *rule;

	(void)state;
	for (unsigned int n = 0; (rule = rule_at(n)); n++)
		assert_ptr_equal(rule_find(rule->id), rule);
	assert_ptr_equal(rule_find("half-duplex"), rule_find("HALF-DUPLEX"));
	assert_ptr_equal(rule_find("Half-Duplex"), rule_find("HALF-DUPLEX"));
	assert_non_null(rule_find("half-duplex"));
	assert_null(rule_find("HALF-DUPLE"));
	assert_null(rule_find("HALF-DUPLEXX"));
	assert_null(rule_find(""));
}

static void names(void **state)
{
	(void)state;
	assert_string_equal(severity_name[SEV_INFO], "info");
	assert_string_equal(severity_name[SEV_UNKNOWN], "unknown");
	assert_string_equal(severity_name[SEV_WARNING], "warning");
	assert_string_equal(severity_name[SEV_CRITICAL], "critical");
	assert_true(SEV_INFO < SEV_UNKNOWN && SEV_UNKNOWN < SEV_WARNING &&
		    SEV_WARNING < SEV_CRITICAL);
	assert_string_equal(step_name[STEP_HOST], "host");
	assert_string_equal(step_name[STEP_CABLE], "cable");
	assert_string_equal(step_name[STEP_NEGOTIATION], "negotiation");
	assert_string_equal(step_name[STEP_NEIGHBOR], "neighbor");
	assert_string_equal(step_name[STEP_COUNTERS], "counters");
	assert_string_equal(step_name[STEP_TRAFFIC], "traffic");
	assert_string_equal(step_name[STEP_TIMING], "timing");
}

/* Two rules of the test's own: what the engine gives to a row. */
static struct verdict seen;

static void note(const struct link *link, struct verdict *v)
{
	(void)link;
	seen = *v;
	cite(v, SIDE_THIS, FACT_LINK_UP);
	cite(v, SIDE_THIS, FACT_LINK_SPEED);
	cite(v, SIDE_THIS, FACT_LINK_SPEED);
	cite(v, SIDE_OTHER, FACT_LINK_SPEED);
	found(v, "%d %s", 42, "words");
}

static void give_up(const struct link *link, struct verdict *v)
{
	(void)link;
	no_data(v, SIDE_THIS, FACT_LINK_SPEED);
	no_data(v, SIDE_OTHER, FACT_LINK_SPEED);
}

static const struct rule notes = {
	.id = "NOTES", .severity = SEV_WARNING, .judge = note,
	.needs = { THIS(LINK_UP), OTHER(LINK_UP) }, .remedies = { { "nothing", "none" } },
};

static const struct rule gives_up = {
	.id = "GIVES-UP", .severity = SEV_WARNING, .judge = give_up,
	.needs = { THIS(LINK_UP), OTHER(LINK_UP) },
};

static const struct given both_up[] = {
	HAS(LINK_UP, .yes = true), PARTNER_HAS(LINK_UP, .yes = true), { .side = SIDE_NONE },
};

static void engine(const struct rule *rule, struct verdict *v)
{
	struct sets *sets = sets_new();
	const struct link link = help_link(sets);

	help_give(both_up, &sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
	rule_judge(rule, &link, v);
	sets_free(sets);
}

static void a_rule_is_called_with_its_defaults(void **state)
{
	struct verdict v;

	(void)state;
	engine(&notes, &v);
	assert_int_equal(seen.outcome, OUTCOME_CLEAR);
	assert_int_equal(seen.severity, SEV_WARNING);
	assert_true(seen.confidence >= 1 && seen.confidence <= 1);
	assert_int_equal(seen.end, END_THIS);
	assert_int_equal(seen.fix_end, END_THIS);
	assert_ptr_equal(seen.remedies, notes.remedies);
	assert_int_equal(seen.evidence_count, 2);
	assert_int_equal(v.outcome, OUTCOME_FOUND);
	assert_string_equal(v.summary, "42 words");
}

static void a_fact_is_cited_once(void **state)
{
	static const struct need want[] = { THIS(LINK_UP), OTHER(LINK_UP), THIS(LINK_SPEED),
					    OTHER(LINK_SPEED), { .side = SIDE_NONE } };
	struct verdict v;

	(void)state;
	engine(&notes, &v);
	help_all_cited(want, &v);
	assert_int_equal(v.evidence_count, 4);
}

static void evidence_has_an_end(void **state)
{
	struct verdict v = { .outcome = OUTCOME_FOUND };

	(void)state;
	for (int id = 0; id < 2 * EVIDENCE_MAX; id++)
		cite(&v, SIDE_THIS, (enum fact_id)id);
	assert_int_equal(v.evidence_count, EVIDENCE_MAX);
	assert_int_equal(v.evidence[EVIDENCE_MAX - 1].id, EVIDENCE_MAX - 1);
}

static void a_rule_may_give_up(void **state)
{
	static const struct need want[] = { THIS(LINK_SPEED), OTHER(LINK_SPEED),
					    { .side = SIDE_NONE } };
	struct verdict v;

	(void)state;
	engine(&gives_up, &v);
	help_no_data(want, &v);
}

static void a_long_summary_is_cut(void **state)
{
	struct verdict v = { .outcome = OUTCOME_CLEAR };
	char text[2 * sizeof(v.summary)];

	(void)state;
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	found(&v, "%s", text);
	assert_int_equal(strlen(v.summary), sizeof(v.summary) - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(catalogue_is_kept),
		cmocka_unit_test(every_rule_is_in_the_catalogue),
		cmocka_unit_test(ids_are_unique_and_well_spelled),
		cmocka_unit_test(rows_are_complete),
		cmocka_unit_test(remedies_have_an_impact),
		cmocka_unit_test(remedies_come_safest_first),
		cmocka_unit_test(find_takes_any_case),
		cmocka_unit_test(names),
		cmocka_unit_test(a_rule_is_called_with_its_defaults),
		cmocka_unit_test(a_fact_is_cited_once),
		cmocka_unit_test(evidence_has_an_end),
		cmocka_unit_test(a_rule_may_give_up),
		cmocka_unit_test(a_long_summary_is_cut),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("rule-rule", tests, NULL, NULL);
}
