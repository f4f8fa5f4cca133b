/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RULE_HELP_H
#define RULE_HELP_H

/*
 * Rules are tested with facts written by hand: a row names what each end is
 * known for and what the rule has to make of it.  The rows are checked against
 * the rule list, so a rule without rows fails its program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rule/judge.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

/* One fact of one end; which member holds the value follows from its kind. */
struct given {
	enum side side;			/* SIDE_NONE ends a list */
	enum fact_id id;
	enum fact_state state;
	bool second;			/* another answer beside the first, from the registers */
	bool yes;
	int64_t num;
	double real;
	const char *text;		/* text; items a line; names of modes; register words */
};

#define HAS(fact, ...) \
	{ .side = SIDE_THIS, .id = FACT_##fact, .state = FACT_KNOWN, __VA_ARGS__ }
#define PARTNER_HAS(fact, ...) \
	{ .side = SIDE_OTHER, .id = FACT_##fact, .state = FACT_KNOWN, __VA_ARGS__ }
#define AT(where, fact, ...) \
	{ .side = SIDE_##where, .id = FACT_##fact, .state = FACT_KNOWN, __VA_ARGS__ }
#define AT_LACKS(where, fact, why) \
	{ .side = SIDE_##where, .id = FACT_##fact, .state = FACT_##why }
#define PATH_HAS(fact, ...) AT(PATH, fact, __VA_ARGS__)
#define ALSO(fact, ...) \
	{ .side = SIDE_THIS, .id = FACT_##fact, .state = FACT_KNOWN, .second = true, __VA_ARGS__ }
#define LACKS(fact, why) { .side = SIDE_THIS, .id = FACT_##fact, .state = FACT_##why }
#define PARTNER_LACKS(fact, why) { .side = SIDE_OTHER, .id = FACT_##fact, .state = FACT_##why }

#define GIVEN_MAX 16

struct rule_case {
	const char *rule, *name;
	const struct given *base;	/* known before, NULL: nothing */
	struct given given[GIVEN_MAX];
	enum outcome outcome;
	bool never_found;		/* clear or no data: both are right */
	bool never_critical;		/* whatever the outcome */
	enum severity severity;
	double confidence;		/* 0: certain */
	enum end end, fix_end;
	unsigned int candidates;	/* 1 << enum end */
	enum step step;			/* 0: the rule's */
	const char *summary;		/* has to stand in it */
	const char *remedy;		/* has to stand in the first one */
	/* Found: has to be among what is cited.  No data: exactly what is missing. */
	struct need evidence[EVIDENCE_MAX];
};

struct rule_needs {
	const char *rule;
	struct need needs[NEEDS_MAX + 1];
};

struct rule_tests {
	const char *name;
	const struct rule *rules;
	const struct rule_needs *needs;
	size_t needs_count;
	const struct rule_case *cases;
	size_t cases_count;
};

static const struct rule_tests *help_rules;	/* of this program */

static inline struct words help_words(const char *text)
{
	struct words words = { 0 };
	int used;

	while (words.count < FACT_WORDS_MAX &&
	       sscanf(text, "%x%n", (unsigned int *)&words.reg[words.count], &used) == 1) {
		words.count++;
		text += used;
	}
	return words;
}

static inline struct modes help_modes(const char *text)
{
	struct modes modes = { 0 };

	while (*text) {
		char name[32];
		size_t len = strcspn(text, " ");

		snprintf(name, sizeof(name), "%.*s", (int)len, text);
		if (mode_bit(name) < 0)
			fail_msg("no such mode: %s", name);
		modes_add(&modes, mode_bit(name));
		text += len + (text[len] == ' ');
	}
	return modes;
}

static inline struct fact help_fact(const struct given *g)
{
	struct fact fact = { .state = g->state };
	const char *text = g->text ? g->text : "";

	if (g->state != FACT_KNOWN)
		return fact;
	fact.source = g->second ? FROM_MII : FROM_NETLINK;
	switch (fact_row(g->id)->kind) {
	case KIND_BOOL:
		fact.yes = g->yes;
		break;
	case KIND_NUM:
		fact.num = g->num;
		break;
	case KIND_REAL:
		fact.real = g->real;
		break;
	case KIND_TEXT:
	case KIND_LIST:
		snprintf(fact.text, sizeof(fact.text), "%s", text);
		break;
	case KIND_MODES:
		fact.modes = help_modes(text);
		break;
	case KIND_WORDS:
		fact.words = help_words(text);
		break;
	}
	return fact;
}

static inline void help_put(const struct given *g, struct facts *f)
{
	struct fact fact = help_fact(g);

	if (g->second)
		facts_offer(f, g->id, &fact);
	else
		facts_put(f, g->id, &fact);
}

/* Puts a list of the two ends of a link into this and other. */
static inline void help_give(const struct given *g, struct facts *this, struct facts *other)
{
	for (; g && g->side != SIDE_NONE; g++)
		if (g->side == SIDE_THIS || g->side == SIDE_OTHER)
			help_put(g, g->side == SIDE_OTHER ? other : this);
}

/* Puts a list of any ends into the sets, as seen from the near link. */
static inline void help_give_all(const struct given *g, struct sets *sets)
{
	for (; g && g->side != SIDE_NONE; g++)
		help_put(g, &sets->set[side_set(g->side, false)]);
}

/* The facts of a row, seen from the near link.  To be freed. */
static inline struct sets *help_case_sets(const struct rule_case *c)
{
	struct sets *sets = sets_new();

	assert_non_null(sets);
	help_give_all(c->base, sets);
	help_give_all(c->given, sets);
	return sets;
}

static inline struct link help_link(const struct sets *sets)
{
	return (struct link){
		.this = &sets->set[SET_NEAR],
		.other = &sets->set[SET_PARTNER],
		.far_partner = &sets->set[SET_FAR_PARTNER],
		.far = &sets->set[SET_FAR],
		.path = &sets->set[SET_PATH],
	};
}

static inline void help_judge(const char *id, const struct sets *sets, struct verdict *v)
{
	const struct link link = help_link(sets);
	const struct rule *rule = rule_find(id);

	if (!rule)
		fail_msg("no rule %s", id);
	rule_judge(rule, &link, v);
}

static inline bool help_cites(const struct verdict *v, const struct need *need)
{
	for (unsigned int i = 0; i < v->evidence_count; i++)
		if (v->evidence[i].side == need->side && v->evidence[i].id == need->id)
			return true;
	return false;
}

static inline unsigned int help_needs_count(const struct need *need)
{
	unsigned int count = 0;

	while (need[count].side != SIDE_NONE)
		count++;
	return count;
}

static inline void help_all_cited(const struct need *need, const struct verdict *v)
{
	for (; need->side != SIDE_NONE; need++)
		if (!help_cites(v, need) &&
		    !(need->or_id && help_cites(v, &(struct need){ .side = need->side,
								   .id = need->or_id })))
			fail_msg("%s %s is not cited", fact_set_name[side_set(need->side, false)],
				 fact_row(need->id)->name);
}

static inline void help_no_data(const struct need *missing, const struct verdict *v)
{
	if (v->outcome != OUTCOME_NO_DATA)
		fail_msg("%s is missing, and there is a verdict: %s", fact_row(missing->id)->name,
			 v->outcome == OUTCOME_FOUND ? v->summary : "clear");
	help_all_cited(missing, v);
	assert_int_equal(v->evidence_count, help_needs_count(missing));
}

static inline void help_found(const struct rule_case *c, const struct verdict *v)
{
	double confidence = c->confidence > 0 ? c->confidence : 1;

	assert_string_equal(severity_name[v->severity], severity_name[c->severity]);
	if (v->confidence < confidence - 1e-9 || v->confidence > confidence + 1e-9)
		fail_msg("confidence: have %g, want %g", v->confidence, confidence);
	assert_int_equal(v->end, c->end);
	assert_int_equal(v->fix_end, c->fix_end);
	assert_int_equal(v->candidates, c->candidates);
	assert_int_equal(v->step, c->step ? c->step : rule_find(c->rule)->step);
	if (!strstr(v->summary, c->summary ? c->summary : ""))
		fail_msg("`%s' is not in `%s'", c->summary, v->summary);
	assert_true(strlen(v->summary) > 10);
	assert_true(strlen(v->summary) + 1 < sizeof(v->summary));
	assert_non_null(v->remedies);
	assert_non_null(v->remedies[0].text);
	assert_non_null(v->remedies[0].impact);
	if (!strstr(v->remedies[0].text, c->remedy ? c->remedy : ""))
		fail_msg("`%s' is not in `%s'", c->remedy, v->remedies[0].text);
	help_all_cited(c->evidence, v);
	if (!rule_find(c->rule)->one_is_enough)
		help_all_cited(rule_find(c->rule)->needs, v);
}

static inline void help_rule_case(void **state)
{
	const struct rule_case *c = *state;
	struct sets *sets = help_case_sets(c);
	struct verdict v;

	help_judge(c->rule, sets, &v);
	if (c->never_critical)
		assert_false(v.outcome == OUTCOME_FOUND && v.severity == SEV_CRITICAL);
	else if (c->never_found)
		assert_int_not_equal(v.outcome, OUTCOME_FOUND);
	else if (c->outcome == OUTCOME_NO_DATA)
		help_no_data(c->evidence, &v);
	else
		assert_int_equal(v.outcome, c->outcome);
	if (c->outcome == OUTCOME_FOUND)
		help_found(c, &v);
	sets_free(sets);
}

static inline bool help_plain(const struct rule_case *c, enum outcome outcome)
{
	return c->outcome == outcome && !c->never_found && !c->never_critical;
}

/* The first row in which the rule fires. */
static inline const struct rule_case *help_fires(const char *rule)
{
	for (size_t i = 0; i < help_rules->cases_count; i++)
		if (strcmp(help_rules->cases[i].rule, rule) == 0 &&
		    help_plain(&help_rules->cases[i], OUTCOME_FOUND))
			return &help_rules->cases[i];
	fail_msg("%s: no row in which it fires", rule);
	return NULL;
}

/* Where the rule would fire, but what it needs is missing, for any reason. */
static inline void help_rule_needs(void **state)
{
	const struct rule_needs *row = *state;
	struct sets *sets = help_case_sets(help_fires(row->rule));
	bool all = !rule_find(row->rule)->one_is_enough;
	struct verdict v;

	for (const struct need *need = row->needs; all && need->side != SIDE_NONE; need++) {
		struct facts *f = &sets->set[side_set(need->side, false)];
		const struct need one[] = { *need, { .side = SIDE_NONE } };
		struct fact kept = f->item[need->id];

		for (int i = FACT_UNREAD; i < FACT_KNOWN; i++) {
			f->item[need->id].state = (enum fact_state)i;
			help_judge(row->rule, sets, &v);
			help_no_data(one, &v);
		}
		f->item[need->id] = kept;
	}
	for (const struct need *need = row->needs; need->side != SIDE_NONE; need++)
		sets->set[side_set(need->side, false)].item[need->id].state = FACT_ABSENT;
	help_judge(row->rule, sets, &v);
	help_no_data(row->needs, &v);
	sets_free(sets);
}

/* Every rule of the list has a row for each of its outcomes. */
static inline void help_rules_are_covered(void **state)
{
	(void)state;
	for (const struct rule *rule = help_rules->rules; rule->id; rule++) {
		unsigned int fires = 0, silent = 0, no_data = 0;

		for (size_t i = 0; i < help_rules->cases_count; i++) {
			const struct rule_case *c = &help_rules->cases[i];

			if (strcmp(c->rule, rule->id) != 0)
				continue;
			fires += help_plain(c, OUTCOME_FOUND);
			silent += help_plain(c, OUTCOME_CLEAR);
		}
		for (size_t i = 0; i < help_rules->needs_count; i++)
			no_data += strcmp(help_rules->needs[i].rule, rule->id) == 0 &&
				   help_rules->needs[i].needs[0].side != SIDE_NONE;
		if (!fires || !silent || no_data != 1)
			fail_msg("%s: %u rows in which it fires, %u silent, %u of its needs",
				 rule->id, fires, silent, no_data);
	}
}

/* And no row is of a rule that stands elsewhere. */
static inline void help_rows_are_of_the_list(void **state)
{
	(void)state;
	for (size_t i = 0; i < help_rules->cases_count; i++) {
		const struct rule *rule = help_rules->rules;

		while (rule->id && strcmp(rule->id, help_rules->cases[i].rule) != 0)
			rule++;
		if (!rule->id)
			fail_msg("%s is not in this list", help_rules->cases[i].rule);
	}
}

static inline int help_rule_main(const struct rule_tests *t)
{
	size_t count = t->cases_count + t->needs_count + 2, n = 0;
	struct CMUnitTest tests[count];
	char (*names)[128] = calloc(count, sizeof(*names));
	int failed;

	assert_non_null(names);
	help_rules = t;
	memset(tests, 0, sizeof(tests));
	for (size_t i = 0; i < t->cases_count; i++, n++) {
		snprintf(names[n], sizeof(names[n]), "%s: %s", t->cases[i].rule, t->cases[i].name);
		tests[n].test_func = help_rule_case;
		tests[n].initial_state = (void *)&t->cases[i];
	}
	for (size_t i = 0; i < t->needs_count; i++, n++) {
		snprintf(names[n], sizeof(names[n]), "%s: no data", t->needs[i].rule);
		tests[n].test_func = help_rule_needs;
		tests[n].initial_state = (void *)&t->needs[i];
	}
	snprintf(names[n], sizeof(names[n]), "every rule is covered");
	tests[n++].test_func = help_rules_are_covered;
	snprintf(names[n], sizeof(names[n]), "every row is of this list");
	tests[n++].test_func = help_rows_are_of_the_list;
	for (size_t i = 0; i < n; i++)
		tests[i].name = names[i];
	cmocka_set_message_output(CM_OUTPUT_TAP);
	failed = cmocka_run_group_tests_name(t->name, tests, NULL, NULL);
	free(names);
	return failed;
}

#endif
