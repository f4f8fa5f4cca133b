// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule/judge.h"

#include <stdlib.h>

static bool anything_known(const struct facts *f)
{
	for (int id = 0; id < FACT_COUNT; id++)
		if (facts_known(f, (enum fact_id)id))
			return true;
	return false;
}

static bool denied(const struct sets *sets, const struct finding *missing)
{
	const struct verdict *v = &missing->verdict;

	for (unsigned int i = 0; i < v->evidence_count; i++) {
		const struct facts *f = &sets->set[side_set(v->evidence[i].side, missing->far)];

		if (facts_get(f, v->evidence[i].id)->state == FACT_DENIED)
			return true;
	}
	return false;
}

static void keep(struct judgement *j, const struct sets *sets, const struct finding *finding)
{
	enum step step = finding->verdict.step;

	switch (finding->verdict.outcome) {
	case OUTCOME_CLEAR:
		j->clear_count++;
		break;
	case OUTCOME_FOUND:
		if (j->found_count < FINDINGS_MAX)
			j->found[j->found_count++] = *finding;
		if (finding->verdict.severity > j->worst)
			j->worst = finding->verdict.severity;
		break;
	case OUTCOME_NO_DATA:
		if (j->missing_count < FINDINGS_MAX)
			j->missing[j->missing_count++] = *finding;
		if (!finding->far && denied(sets, finding))
			j->step_denied[step] = true;
		return;
	}
	if (!finding->far && !(finding->rule->says_little &&
			       finding->verdict.outcome == OUTCOME_CLEAR))
		j->step_seen[step] = true;
}

static void judge_link(const struct sets *sets, bool far, struct judgement *out)
{
	struct link link = {
		.this = &sets->set[side_set(SIDE_THIS, far)],
		.other = &sets->set[side_set(SIDE_OTHER, far)],
		.far_partner = &sets->set[side_set(SIDE_FAR_PARTNER, far)],
		.far = &sets->set[side_set(SIDE_FAR, far)],
		.path = &sets->set[side_set(SIDE_PATH, far)],
	};
	struct finding finding = { .far = far };

	for (unsigned int n = 0; (finding.rule = rule_at(n)); n++) {
		if (far && finding.rule->of_path)
			continue;
		finding.order = n;
		rule_judge(finding.rule, &link, &finding.verdict);
		keep(out, sets, &finding);
	}
}

static int by_weight(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;

	if (x->verdict.severity != y->verdict.severity)
		return x->verdict.severity > y->verdict.severity ? -1 : 1;
	if (x->far != y->far)
		return x->far ? 1 : -1;
	return (int)x->order - (int)y->order;
}

/*
 * "No fault found" needs something that was looked at: whether there is a link,
 * and on a real port at least its speed or its duplex.
 */
static bool too_little_known(const struct facts *near)
{
	/* A capture tells of the partner alone: then its word is what was looked for. */
	if (facts_get(near, FACT_LINK_UP)->state == FACT_UNREAD &&
	    facts_known(near, FACT_NEIGHBOR_HEARD))
		return false;
	if (!facts_known(near, FACT_LINK_UP))
		return true;
	return facts_yes(near, FACT_LINK_UP) && !facts_yes(near, FACT_PORT_VIRTUAL) &&
	       !facts_known(near, FACT_LINK_SPEED) && !facts_known(near, FACT_LINK_DUPLEX);
}

void judge(const struct sets *sets, struct judgement *out)
{
	*out = (struct judgement){ .worst = SEV_INFO };
	judge_link(sets, false, out);
	if (anything_known(&sets->set[SET_FAR]))
		judge_link(sets, true, out);
	qsort(out->found, out->found_count, sizeof(out->found[0]), by_weight);
	/* Without a link nothing was agreed: silence about that proves nothing. */
	if (facts_no(&sets->set[SET_NEAR], FACT_LINK_UP))
		out->step_seen[STEP_NEGOTIATION] = false;
	/* Frames that came through both ways tell more than a driver could. */
	if (facts_text_is(&sets->set[SET_PATH], FACT_STREAM_DUPLEX_OUTCOME, "clean"))
		return;
	/* A run that looked at a path only was not asked for a link, and a test answers for itself. */
	if (!anything_known(&sets->set[SET_NEAR]) && anything_known(&sets->set[SET_PATH]))
		out->undecided = false;
	else
		out->undecided = too_little_known(&sets->set[SET_NEAR]) ||
				 /* No rule had anything to look at: that is no "ok". */
				 out->clear_count + out->found_count == 0;
	if (anything_known(&sets->set[SET_FAR]) && too_little_known(&sets->set[SET_FAR]))
		out->undecided = true;
}
