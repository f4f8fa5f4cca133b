/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RULE_JUDGE_H
#define RULE_JUDGE_H

#include "rule/rule.h"

/*
 * All rules on all links of a run.  near is judged with partner, and far with
 * far_partner when anything is known of the far end.  Rules of the path are
 * judged once, with near.
 */
struct finding {
	const struct rule *rule;
	struct verdict verdict;
	bool far;		/* of the far link */
	unsigned int order;	/* the rule's place in the list */
};

#define FINDINGS_MAX 256

struct judgement {
	struct finding found[FINDINGS_MAX];	/* gravest first, then by step */
	unsigned int found_count;
	struct finding missing[FINDINGS_MAX];	/* no data; evidence lists what is missing */
	unsigned int missing_count;
	unsigned int clear_count;
	bool step_seen[STEP_COUNT];	/* a rule of the step had data (near link) */
	bool step_denied[STEP_COUNT];	/* one had none for lack of privilege */
	enum severity worst;	/* SEV_INFO: nothing above info */
	bool undecided;		/* of a link that was asked for too little is known for an "ok" */
};

void judge(const struct sets *sets, struct judgement *out);

#endif
