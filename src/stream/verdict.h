/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_VERDICT_H
#define STREAM_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include "stream/contrast.h"

/*
 * Is there a duplex mismatch, and at which MAC?  Each piece of evidence has the
 * probability of what was seen given a mismatch and given none; their ratios
 * multiply with the odds before, and evidence of one origin counts once.
 */

/* The four MACs of a path, as bits.  On a direct cable only near and far exist. */
enum path_mac {
	MAC_NEAR = 1,
	MAC_NEAR_PARTNER = 2,
	MAC_FAR_PARTNER = 4,
	MAC_FAR = 8,
};

#define PATH_MACS 4

enum duplex_word { DUPLEX_UNKNOWN, DUPLEX_HALF, DUPLEX_FULL };

/*
 * What one MAC counted.  Alone: while one end sent, or none; together: while
 * both did.  A counter that the driver does not export says nothing when it is 0.
 */
struct mac_evidence {
	bool has_late, has_fcs, has_collisions;
	uint64_t late_alone, late_together;
	uint64_t late_unsplit;			/* instead of these two, where readings came too late */
	uint64_t fcs_alone, fcs_together;	/* FCS and alignment errors, fragments */
	uint64_t collisions;
	enum duplex_word duplex;		/* what it says of itself; it may lie */
};

/* TCP at full speed, goodput in b/s by direction; index: enum stream_dir. */
struct tcp_evidence {
	bool measured;
	double limit_bps;			/* what TCP can carry at this rate */
	double alone_bps[STREAM_DIRS], both_bps[STREAM_DIRS];
	bool has_acks;
	double acks_per_segment[STREAM_DIRS];	/* one way, by direction of the data */
};

/* What the link itself tells, before any traffic. */
enum duplex_prior {
	PRIOR_NONE,		/* one in a thousand */
	PRIOR_HALF_SENSED,	/* half duplex, and the partner does not negotiate: 0.4 */
};

struct duplex_evidence {
	enum duplex_prior prior;
	const struct contrast *contrast;	/* borrowed; NULL: not run */
	struct tcp_evidence tcp;
	struct mac_evidence mac[PATH_MACS];	/* in the order of enum path_mac */
	/* Share of the frames that a MAC received while both sent; 0: half of them. */
	double share_together;
	bool direct;				/* proven: no switch between */
	bool host_limited;			/* receive window or CPU was the limit */
};

#define DUPLEX_ODDS 1000

enum duplex_outcome { DUPLEX_UNDETERMINED, DUPLEX_CLEAN, DUPLEX_MISMATCH };

enum duplex_item {
	ITEM_CONTRAST,
	ITEM_LATE,		/* late collisions, only while both send */
	ITEM_FCS,		/* broken-off frames, only while both send */
	ITEM_TCP_BOTH,		/* the weaker direction of two-way TCP */
	ITEM_ACKS,		/* acknowledgements that vanish */
};

#define DUPLEX_ITEMS 5

struct duplex_weight {
	bool known;			/* there was something to look at */
	bool counted;			/* false: evidence of the same origin weighed more */
	double given_mismatch, given_not;
	double log10_ratio;		/* above 0 for a mismatch; 0 when not known */
};

/* Other causes that the evidence shows, as bits. */
enum duplex_look_alike {
	LOOK_RANDOM_LOSS = 1,	/* loss that does not ask who else sends */
	LOOK_POLICER = 2,	/* loss one way that ends at half the load */
	LOOK_SLOW_HOST = 4,
	LOOK_LEGAL_HALF = 8,	/* collisions, none late, and no loss that a mismatch makes */
	LOOK_SHARED_MEDIUM = 16,	/* loss only when the sum is large */
};

struct duplex_verdict {
	enum duplex_outcome outcome;
	double prior_log10, posterior_log10;	/* odds for a mismatch */
	double probability;			/* of a mismatch; never 0 or 1 */
	struct duplex_weight item[DUPLEX_ITEMS];
	unsigned int half_ends;		/* enum path_mac: one, or the candidates; 0: no sign */
	unsigned int look_alikes;	/* enum duplex_look_alike */
	bool extend;			/* a longer contrast may decide */
	bool extend_end;		/* a mismatch; a longer contrast may name the side */
};

/*
 * A mismatch is said at odds of at least `odds` to 1, "clean" at 1 to `odds` and
 * with a contrast that could have shown one.  Odds below 1 are taken as
 * DUPLEX_ODDS.
 */
void duplex_judge(struct duplex_verdict *v, const struct duplex_evidence *e, double odds);

const char *duplex_outcome_text(enum duplex_outcome outcome);
const char *duplex_look_alike_text(enum duplex_look_alike look);

#endif
