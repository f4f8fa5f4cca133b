// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule/rule.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct rule *const subjects[] = {
	rules_host, rules_link, rules_speed, rules_autoneg, rules_duplex, rules_mii, rules_pause,
	rules_errors, rules_bond,
};

const char *const severity_name[SEV_COUNT] = {
	[SEV_INFO] = "info",
	[SEV_UNKNOWN] = "unknown",
	[SEV_WARNING] = "warning",
	[SEV_CRITICAL] = "critical",
};

const char *const step_name[STEP_COUNT] = {
	[STEP_HOST] = "host",
	[STEP_CABLE] = "cable",
	[STEP_NEGOTIATION] = "negotiation",
	[STEP_NEIGHBOR] = "neighbor",
	[STEP_COUNTERS] = "counters",
	[STEP_TRAFFIC] = "traffic",
	[STEP_TIMING] = "timing",
};

const struct rule *rule_at(unsigned int n)
{
	for (size_t i = 0; i < sizeof(subjects) / sizeof(subjects[0]); i++)
		for (const struct rule *rule = subjects[i]; rule->id; rule++)
			if (n-- == 0)
				return rule;
	return NULL;
}

const struct rule *rule_find(const char *id)
{
	const struct rule *rule;

	for (unsigned int n = 0; (rule = rule_at(n)); n++)
		if (strcasecmp(rule->id, id) == 0)
			return rule;
	return NULL;
}

void found(struct verdict *v, const char *fmt, ...)
{
	va_list ap;

	v->outcome = OUTCOME_FOUND;
	va_start(ap, fmt);
	vsnprintf(v->summary, sizeof(v->summary), fmt, ap);
	va_end(ap);
}

void cite(struct verdict *v, enum side side, enum fact_id id)
{
	for (unsigned int i = 0; i < v->evidence_count; i++)
		if (v->evidence[i].side == side && v->evidence[i].id == id)
			return;
	if (v->evidence_count < EVIDENCE_MAX)
		v->evidence[v->evidence_count++] = (struct need){ .side = side, .id = id };
}

void no_data(struct verdict *v, enum side side, enum fact_id id)
{
	if (v->outcome != OUTCOME_NO_DATA) {
		v->outcome = OUTCOME_NO_DATA;
		v->evidence_count = 0;
	}
	cite(v, side, id);
}

static const struct facts *facts_of(const struct link *link, enum side side)
{
	return side == SIDE_OTHER ? link->other : link->this;
}

static bool instead(const struct link *link, const struct need *need)
{
	return need->or_id && facts_known(facts_of(link, need->side), need->or_id);
}

void rule_judge(const struct rule *rule, const struct link *link, struct verdict *v)
{
	*v = (struct verdict){
		.severity = rule->severity,
		.confidence = 1,
		.end = END_THIS,
		.fix_end = END_THIS,
		.remedies = rule->remedies,
	};
	for (const struct need *need = rule->needs; need->side != SIDE_NONE; need++)
		if (!facts_known(facts_of(link, need->side), need->id) && !instead(link, need))
			no_data(v, need->side, need->id);
	if (v->outcome == OUTCOME_NO_DATA)
		return;
	for (const struct need *need = rule->needs; need->side != SIDE_NONE; need++)
		cite(v, need->side, facts_known(facts_of(link, need->side), need->id) ?
				    need->id : need->or_id);
	rule->judge(link, v);
}
