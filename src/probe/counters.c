// SPDX-License-Identifier: GPL-3.0-or-later
/* How much did each counter rise while we looked? */
#include <errno.h>

#include "probe/probe.h"

#define WRAP_32 (INT64_C(1) << 32)

/*
 * The rise of a total that fell.  A counter of 32 bits came round when it was
 * in its last quarter and is in its first now.  A driver that was reset counts
 * from 0.  Less than half gone is neither: -1, nothing is known of the rise.
 */
static int64_t rise_of_fallen(int64_t start, int64_t end)
{
	if (start < WRAP_32 && start >= WRAP_32 / 4 * 3 && end < WRAP_32 / 4)
		return WRAP_32 - start + end;
	return end <= start / 2 ? end : -1;
}

/* Absent, but netlink had a zero in that field: it started from there (put_field()). */
static bool started_from_zero(const struct fact *start)
{
	return start->state == FACT_ABSENT && start->source == FROM_NETLINK;
}

static void one(struct facts *near, const struct facts *before, enum fact_id total,
		enum fact_id delta)
{
	const struct fact *end = facts_get(near, total);
	const struct fact *start = before ? facts_get(before, total) : NULL;
	const struct fact *gap = end->state != FACT_KNOWN ? end : NULL;
	int64_t rise = end->num;

	if (!gap && start && start->state != FACT_KNOWN && !started_from_zero(start))
		gap = start;
	if (gap) {
		facts_gap(near, delta, gap->state, gap->error);
		return;
	}
	if (start && start->state == FACT_KNOWN)
		rise = end->num >= start->num ? end->num - start->num :
						rise_of_fallen(start->num, end->num);
	if (rise < 0)
		facts_gap(near, delta, FACT_FAILED, ERANGE);
	else
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
