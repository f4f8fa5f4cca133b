/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RULE_RULE_H
#define RULE_RULE_H

#include <stdbool.h>

#include "fact/fact.h"

/*
 * A rule is a table row with a pure function over facts.  It sees no device,
 * no clock and no output.  FINDINGS lists: etherdx-findings(7), made from
 * these rows.
 */
enum severity { SEV_INFO, SEV_UNKNOWN, SEV_WARNING, SEV_CRITICAL, SEV_COUNT };
enum outcome { OUTCOME_CLEAR, OUTCOME_FOUND, OUTCOME_NO_DATA };

/* The steps of the ladder, from the bottom up. */
enum step { STEP_HOST, STEP_CABLE, STEP_NEGOTIATION, STEP_NEIGHBOR, STEP_COUNTERS, STEP_TRAFFIC,
	    STEP_TIMING, STEP_COUNT };

/* Where the wrong state is: an end of the path, seen from the link that is judged. */
enum end { END_THIS, END_OTHER, END_FAR_PARTNER, END_FAR, END_UNKNOWN };

/* Whose fact: an end's, in the order of enum end, or the path's. */
enum side { SIDE_NONE, SIDE_THIS, SIDE_OTHER, SIDE_FAR_PARTNER, SIDE_FAR, SIDE_PATH, SIDE_COUNT };

/* One fact of one side of the link, or another of that side in its place. */
struct need {
	enum side side;		/* SIDE_NONE ends a list */
	enum fact_id id;
	enum fact_id or_id;	/* 0 (port.name): none will do in its place */
};

#define THIS(fact) { .side = SIDE_THIS, .id = FACT_##fact }
#define THIS_OR(fact, other) { .side = SIDE_THIS, .id = FACT_##fact, .or_id = FACT_##other }
#define OTHER(fact) { .side = SIDE_OTHER, .id = FACT_##fact }
#define OTHER_OR(fact, other) { .side = SIDE_OTHER, .id = FACT_##fact, .or_id = FACT_##other }
#define FAR_PARTNER(fact) { .side = SIDE_FAR_PARTNER, .id = FACT_##fact }
#define FAR(fact) { .side = SIDE_FAR, .id = FACT_##fact }
#define PATH(fact) { .side = SIDE_PATH, .id = FACT_##fact }

#define NEEDS_MAX 8
#define EVIDENCE_MAX 32
#define REMEDIES_MAX 5

struct remedy {
	const char *text;	/* NULL ends a list */
	const char *impact;	/* "none", "link drops", "service at risk" */
};

/*
 * A link: the port and its cable partner.  Where it is one of two on a path, the
 * ends of the other, and what was measured between: all unread otherwise.
 */
struct link {
	const struct facts *this, *other, *far_partner, *far, *path;
};

struct rule;

struct verdict {
	enum outcome outcome;
	enum severity severity;
	enum step step;
	double confidence;		/* 0..1 */
	enum end end, fix_end;
	unsigned int candidates;	/* 1 << enum end; used when end is unknown */
	const struct remedy *remedies;	/* up to REMEDIES_MAX, in order */
	char summary[240];
	struct need evidence[EVIDENCE_MAX];	/* found: what it stands on; no data: what is missing */
	unsigned int evidence_count;
};

struct rule {
	const char *id;			/* "HALF-DUPLEX": stable for ever */
	enum severity severity;		/* default; a verdict may soften or harden it */
	enum step step;
	const char *means;		/* whole sentences for explain and the page */
	const char *source;		/* standard and clause, kernel header, paper */
	const char *calibration;	/* what a confidence below 1 rests on; NULL: read, not estimated */
	const char *avoid;		/* what not to do and why, NULL: nothing */
	bool says_little;		/* a clear outcome proves nothing about its step */
	bool of_path;			/* judged once, from the near link */
	bool one_is_enough;		/* of the needs; otherwise all */
	struct need needs[NEEDS_MAX];	/* known, or there is no verdict */
	struct remedy remedies[REMEDIES_MAX];
	/* Called with outcome CLEAR, evidence = the known needs, and the row's defaults. */
	void (*judge)(const struct link *link, struct verdict *v);
};

/* The subjects; each array ends with a row without id. */
extern const struct rule rules_link[], rules_speed[], rules_autoneg[], rules_mismatch[],
	rules_duplex[], rules_mii[], rules_cable[], rules_pause[], rules_views[], rules_neighbor[],
	rules_address[], rules_host[], rules_errors[], rules_stream[], rules_order[], rules_timing[], rules_module[], rules_fec[],
	rules_bond[];

/* All rules in order, n from 0; NULL after the last. */
const struct rule *rule_at(unsigned int n);
const struct rule *rule_find(const char *id);	/* NULL: no such finding */

extern const char *const severity_name[SEV_COUNT];
extern const char *const step_name[STEP_COUNT];

/* "near", "near-partner", "far", "far-partner" or "unknown"; far: seen from the far link. */
const char *end_name(enum end end, bool far);
enum fact_set side_set(enum side side, bool far);

/* For those who write rules. */
void found(struct verdict *v, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void cite(struct verdict *v, enum side side, enum fact_id id);	/* only if it adds something */
const struct facts *facts_of(const struct link *link, enum side side);
/* Instead of a verdict: this fact was missing after all. */
void no_data(struct verdict *v, enum side side, enum fact_id id);

/* One rule on one link: checks needs, then judges. */
void rule_judge(const struct rule *rule, const struct link *link, struct verdict *v);

#endif
