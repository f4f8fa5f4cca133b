// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule/rule.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct rule *const subjects[] = {
	rules_host, rules_link, rules_module, rules_fec, rules_speed, rules_autoneg, rules_mismatch,
	rules_duplex, rules_mii, rules_cable, rules_pause, rules_views, rules_neighbor, rules_address,
	rules_errors, rules_stream, rules_order, rules_timing, rules_bond,
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

const char *end_name(enum end end, bool far)
{
	static const char *const name[][2] = {
		[END_THIS] = { "near", "far" },
		[END_OTHER] = { "near-partner", "far-partner" },
		[END_FAR_PARTNER] = { "far-partner", "near-partner" },
		[END_FAR] = { "far", "near" },
		[END_UNKNOWN] = { "unknown", "unknown" },
	};

	return name[end][far];
}

enum fact_set side_set(enum side side, bool far)
{
	static const enum fact_set set[SIDE_COUNT][2] = {
		[SIDE_THIS] = { SET_NEAR, SET_FAR },
		[SIDE_OTHER] = { SET_PARTNER, SET_FAR_PARTNER },
		[SIDE_FAR_PARTNER] = { SET_FAR_PARTNER, SET_PARTNER },
		[SIDE_FAR] = { SET_FAR, SET_NEAR },
		[SIDE_PATH] = { SET_PATH, SET_PATH },
	};

	return set[side][far];
}

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

const struct facts *facts_of(const struct link *link, enum side side)
{
	const struct facts *const of[SIDE_COUNT] = {
		[SIDE_THIS] = link->this,
		[SIDE_OTHER] = link->other,
		[SIDE_FAR_PARTNER] = link->far_partner,
		[SIDE_FAR] = link->far,
		[SIDE_PATH] = link->path,
	};

	return of[side];
}

void rule_judge(const struct rule *rule, const struct link *link, struct verdict *v)
{
	struct verdict none = { .outcome = OUTCOME_NO_DATA };

	*v = (struct verdict){
		.severity = rule->severity,
		.step = rule->step,
		.confidence = 1,
		.end = END_THIS,
		.fix_end = END_THIS,
		.remedies = rule->remedies,
	};
	for (const struct need *need = rule->needs; need->side != SIDE_NONE; need++) {
		const struct facts *f = facts_of(link, need->side);

		if (facts_known(f, need->id))
			cite(v, need->side, need->id);
		else if (need->or_id && facts_known(f, need->or_id))
			cite(v, need->side, need->or_id);
		else
			cite(&none, need->side, need->id);
	}
	if (rule->one_is_enough ? v->evidence_count > 0 : none.evidence_count == 0)
		rule->judge(link, v);
	else
		for (unsigned int i = 0; i < none.evidence_count; i++)
			no_data(v, none.evidence[i].side, none.evidence[i].id);
}
