// SPDX-License-Identifier: GPL-3.0-or-later
/* How much did each counter rise while we looked? */
#include "probe/probe.h"

static void one(struct facts *near, const struct facts *before, enum fact_id total,
		enum fact_id delta)
{
	const struct fact *end = facts_get(near, total);
	const struct fact *start = before ? facts_get(before, total) : NULL;
	int64_t rise = end->num;

	const struct fact *gap = end->state != FACT_KNOWN ? end :
				 start && start->state != FACT_KNOWN ? start : NULL;

	if (gap) {
		facts_gap(near, delta, gap->state, gap->error);
		return;
	}
	if (start)
		rise -= start->num;
	/* A driver that was reset in between starts from 0 again. */
	if (rise < 0)
		rise = end->num;
	facts_put_num(near, delta, end->source, rise);
}

static void copy(struct facts *near, enum fact_id to, enum fact_id from)
{
	facts_put(near, to, facts_get(near, from));
}

void probe_counters(struct facts *near, const struct facts *before)
{
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++)
		one(near, before, (enum fact_id)(FACT_TOTAL_FIRST + i),
		    (enum fact_id)(FACT_COUNTER_FIRST + i));
	copy(near, FACT_PAUSE_TX_FRAMES, FACT_COUNTER_PAUSE_TX);
	copy(near, FACT_PAUSE_RX_FRAMES, FACT_COUNTER_PAUSE_RX);
}
