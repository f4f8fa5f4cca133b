/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_HELP_H
#define STREAM_HELP_H

/* What the tests of the stream share: runs made of shares of loss, without chance. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "stream/contrast.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))
#define HELP_SLOTS_MAX 4096

/* Loss by direction (enum stream_dir) and sort of slot. */
struct help_run {
	unsigned int rate_mbps;		/* 0: 100 */
	unsigned int rounds;		/* 0: as usual */
	unsigned int load_percent;	/* 0: as usual */
	double one[2], both[2], low[2];
	bool no_low, no_both;
	struct contrast_gate gate;	/* path_ok is set unless wrong_path */
	bool wrong_path;
};

static inline struct stream_plan help_plan(const struct help_run *run)
{
	struct stream_plan plan;

	stream_plan_init(&plan, run->rate_mbps ? run->rate_mbps : 100,
			 run->load_percent ? run->load_percent : STREAM_LOAD_PERCENT, 42, NULL);
	if (run->rounds)
		plan.rounds = (uint16_t)run->rounds;
	plan.low = !run->no_low;
	return plan;
}

static inline const double *help_loss(const struct help_run *run, enum slot_kind kind)
{
	switch (kind) {
	case SLOT_NEAR_TO_FAR:
	case SLOT_FAR_TO_NEAR:
		return run->one;
	case SLOT_BOTH:
		return run->both;
	case SLOT_BOTH_LOW:
		return run->low;
	}
	return run->one;
}

/* The lost frames of all slots so far come to the share, as near as whole frames can. */
static inline unsigned int help_slots(const struct help_run *run, struct slot_result *slot)
{
	struct stream_plan plan = help_plan(run);
	double owed[SLOT_KINDS][STREAM_DIRS] = { { 0 } };
	unsigned int slots = stream_plan_slots(&plan);

	assert_true(slots <= HELP_SLOTS_MAX);
	for (unsigned int i = 0; i < slots; i++) {
		enum slot_kind kind = stream_plan_kind(&plan, i);

		slot[i] = (struct slot_result){ .round = stream_plan_round(&plan, i), .kind = kind,
						.missing = run->no_both && kind == SLOT_BOTH };
		for (int dir = 0; dir < STREAM_DIRS; dir++) {
			uint32_t sent = stream_plan_times(&plan, i, (enum stream_dir)dir, NULL, 0);
			uint32_t lost;

			owed[kind][dir] += sent * help_loss(run, kind)[dir];
			lost = (uint32_t)lround(owed[kind][dir]);
			owed[kind][dir] -= lost;
			slot[i].sent[dir] = sent;
			slot[i].received[dir] = lost < sent ? sent - lost : 0;
		}
	}
	return slots;
}

static inline struct contrast help_contrast(const struct help_run *run)
{
	static struct slot_result slot[HELP_SLOTS_MAX];
	struct stream_plan plan = help_plan(run);
	struct contrast_gate gate = run->gate;
	struct contrast c;
	unsigned int slots = help_slots(run, slot);

	gate.path_ok = !run->wrong_path;
	contrast_measure(&c, &plan, slot, slots, &gate);
	return c;
}

#endif
