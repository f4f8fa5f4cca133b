/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_ESTIMATE_H
#define TIMING_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "timing/model.h"

/*
 * From delays of frames of several sizes, with the switch (one leg) and with a
 * direct cable instead (the other), to what the switch does: the difference of
 * the legs is its FIFO latency, the slope of that by tau_in its number of
 * store-and-forward stages k.  Says "undetermined" and why rather than guess.
 *
 * Pure: no clock, no I/O.  The same points, in any order, with the same seed
 * give the same answer.
 */
#define TIMING_SIZES_MAX 64
#define TIMING_BAND 0.35	/* k must be this near a whole number, with its interval */
#define TIMING_CONFIDENCE 0.99
#define TIMING_STAGES_MAX 8
#define TIMING_LOADED 0.01	/* other_load from which a latency is not called idle */

enum timing_leg {
	TIMING_DIRECT,
	TIMING_SWITCH,
};
#define TIMING_LEGS 2

struct timing_point {
	uint32_t size_bytes;	/* with FCS */
	uint32_t block;		/* every size once; consecutive numbers in time */
	uint32_t back_bytes;	/* a round trip: size of the answer; 0: one way (timing/reflect.h) */
	enum timing_leg leg;
	double time_s;		/* when it was sent, from any start; both legs the same clock */
	double delay_ns;
};

/* What the delays are. */
enum timing_values {
	TIMING_VALUES_DELAY,		/* between the hosts' stamps: needs a direct leg */
	TIMING_VALUES_LATENCY,		/* of the switch alone, FIFO */
	TIMING_VALUES_LESS_SERIALISATION,	/* the same less L tau_in: flat is k = 1 */
};

enum timing_eee {
	TIMING_EEE_UNKNOWN,
	TIMING_EEE_OFF,		/* or kept awake */
	TIMING_EEE_ON,
};

/* How the points came about.  { 0 } but the rates: one clock, SFD stamps, nothing noticed. */
struct timing_setup {
	enum timing_values values;
	enum timing_stamps stamps;
	enum timing_eee eee;
	double rate_in_mbps, rate_out_mbps;
	double rate_direct_mbps;	/* 0: the same as rate_out_mbps */
	double resolution_ns;		/* of a stamp */
	double cable_extra_m;		/* cables of the switch leg less that of the direct one */
	uint64_t sent[TIMING_LEGS];	/* 0: loss not known */
	/*
	 * Sender and receiver stamp by different clocks.  The latency is right only
	 * when nobody stepped them between the legs; k is in any case.
	 */
	bool two_clocks;
	bool pause_seen, flooding, settings_differ;
	/* Share of the outgoing link that other frames took meanwhile; known only of live ports. */
	double other_load;
	bool load_known;
	unsigned int replicates;	/* bootstrap; 0: 1000 */
	unsigned int probes_max;	/* per size and leg that the caller will send; 0: 5000 */
	uint64_t seed;
};

enum timing_mode {
	TIMING_MODE_UNDETERMINED,
	TIMING_MODE_CUT_THROUGH,
	TIMING_MODE_CUT_THROUGH_ABOVE,		/* above threshold_bytes, below it stores */
	TIMING_MODE_STORE_AND_FORWARD,		/* `stages` of them */
};

/* Why undetermined. */
enum timing_reason {
	TIMING_REASON_NONE,
	TIMING_REASON_NO_POINTS,
	TIMING_REASON_TOO_FEW_PROBES,
	TIMING_REASON_TOO_FEW_SIZES,
	TIMING_REASON_SIZES_TOO_NEAR,
	TIMING_REASON_NO_CALIBRATION,
	TIMING_REASON_INTERVAL_TOO_WIDE,
	TIMING_REASON_BETWEEN_MODES,
	TIMING_REASON_IMPOSSIBLE,	/* less slope than any device can have */
	TIMING_REASON_NON_LINEAR,
	TIMING_REASON_LOSS,
	TIMING_REASON_PAUSE,
	TIMING_REASON_SPEED_MISMATCH,
	TIMING_REASON_SETTINGS_DIFFER,
	TIMING_REASON_FLOODING,
	TIMING_REASON_EEE,
	TIMING_REASON_LOAD,		/* frames of others held too many back */
	TIMING_REASON_CLOCK,
};

/* What would settle it: a set of these. */
enum timing_settle {
	TIMING_SETTLE_MORE_PROBES = 1 << 0,	/* probes_more of them */
	TIMING_SETTLE_HARDWARE_STAMPS = 1 << 1,
	TIMING_SETTLE_JUMBO = 1 << 2,
	TIMING_SETTLE_EEE_OFF = 1 << 3,
	TIMING_SETTLE_MODERATION_OFF = 1 << 4,
	TIMING_SETTLE_DIRECT_LEG = 1 << 5,
	TIMING_SETTLE_MORE_SIZES = 1 << 6,
	TIMING_SETTLE_QUIET_LINK = 1 << 7,	/* nothing else on it, no pause, no loss */
	TIMING_SETTLE_SAME_SETTINGS = 1 << 8,	/* speed and NIC settings as on the other leg */
	TIMING_SETTLE_LEARNING = 1 << 9,	/* let the switch learn the receiver's address */
	TIMING_SETTLE_ONE_CLOCK = 1 << 10,	/* stamps of one clock, or one that nobody steps */
	TIMING_SETTLE_PLOT = 1 << 11,		/* a person looks at latency by size */
};

/* A value with its interval, NaN if there is none. */
struct timing_value {
	double value, low, high;
};

struct timing_size {
	uint32_t size_bytes;
	unsigned int probes;		/* in each leg */
	struct timing_value latency_ns;	/* FIFO, extra cable taken off */
	double variation_ns;		/* 99 % quantile less least, in the switch leg */
};

struct timing_estimate {
	enum timing_mode mode;
	enum timing_reason reason;
	unsigned int settle;		/* enum timing_settle */
	unsigned int stages;		/* of TIMING_MODE_STORE_AND_FORWARD */
	struct timing_value k;		/* above the threshold, if there is one */
	struct timing_value slope_ns_per_byte;
	struct timing_value intercept_ns;	/* latency at size 0 */
	struct timing_value threshold_bytes;
	struct timing_size size[TIMING_SIZES_MAX];
	unsigned int sizes;
	double quantile;		/* what stands for a size */
	double drift_ppb;		/* of the clocks, that was taken off */
	double inner_mbps;		/* a slower copy inside: the slope above k stages; or 0 */
	double systematic_ns_per_byte;	/* part of the intervals that no number of probes mends */
	unsigned int blocks_dropped;	/* with a step of the clock */
	bool calibrated;
	bool bound_only;		/* cut-through by an upper bound, without a direct leg */
	bool rate_matched;		/* faster outgoing port: may be rate-matched as well */
	bool few_sizes;			/* three or more sizes would give confidence */
	/*
	 * Sequential rule: settled means that more probes change nothing.  Otherwise
	 * send probes_more per size and leg and ask again.
	 */
	bool settled;
	unsigned int probes_more;
};

/* Fails with -ENOMEM, or -EINVAL for rates or points that cannot be and too many sizes. */
int timing_estimate(struct timing_estimate *e, const struct timing_setup *setup,
		    const struct timing_point *point, size_t points, struct err *err);

const char *timing_mode_text(enum timing_mode mode);		/* as in the facts */
const char *timing_reason_text(enum timing_reason reason);
const char *timing_reason_code(enum timing_reason reason);	/* one word, for JSON */
const char *timing_settle_text(enum timing_settle settle);

/* What unequal rates mean for the result: a sentence; NULL: they are equal. */
const char *timing_rates_text(const struct timing_setup *setup);

/*
 * Latencies and their definitions: what is meant, and the standard that says so.
 * RFC 2544 26.2 and RFC 8238 2.1 want the definition in every report.
 */
enum timing_figure { TIMING_FIFO, TIMING_FILO, TIMING_LIFO, TIMING_VARIATION };
#define TIMING_FIGURES 4

const char *timing_figure_name(enum timing_figure figure);	/* as the report's columns have it */
const char *timing_figure_text(enum timing_figure figure);

bool timing_is_loaded(const struct timing_setup *setup);

#endif
