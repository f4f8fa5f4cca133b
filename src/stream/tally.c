// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/tally.h"

static const struct {
	enum fact_id id[3];
	unsigned int ids;
} source[TALLY_COUNTERS] = {
	[TALLY_LATE] = { { FACT_TOTAL_LATE_COLLISIONS }, 1 },
	[TALLY_FCS] = { { FACT_TOTAL_CRC, FACT_TOTAL_ALIGNMENT, FACT_TOTAL_RUNTS }, 3 },
	[TALLY_COLLISIONS] = { { FACT_TOTAL_COLLISIONS }, 1 },
	[TALLY_RX_FRAMES] = { { FACT_TOTAL_RX_FRAMES }, 1 },
	[TALLY_TX_FRAMES] = { { FACT_TOTAL_TX_FRAMES }, 1 },
	[TALLY_RX_BYTES] = { { FACT_TOTAL_RX_BYTES }, 1 },
	[TALLY_TX_BYTES] = { { FACT_TOTAL_TX_BYTES }, 1 },
	[TALLY_HOST_DROPS] = { { FACT_TOTAL_HOST_DROPS }, 1 },
};

/* A sum needs its first; the others are missing with many drivers. */
void tally_read(struct tally_reading *reading, const struct facts *near)
{
	*reading = (struct tally_reading){ { false }, { 0 } };
	for (int i = 0; i < TALLY_COUNTERS; i++) {
		reading->has[i] = facts_known(near, source[i].id[0]);
		for (unsigned int k = 0; k < source[i].ids; k++)
			reading->value[i] += (uint64_t)facts_num(near, source[i].id[k], 0);
	}
}

void tally_begin(struct tally *tally, const struct tally_reading *reading,
		 unsigned int first_slot)
{
	*tally = (struct tally){ .readings = 1, .begun = true, .next_slot = first_slot };
	tally->first = tally->last = tally->timely = *reading;
}

static bool is_together(const struct stream_plan *plan, unsigned int slot)
{
	enum slot_kind kind = stream_plan_kind(plan, slot);

	return slot_sends(kind, STREAM_NEAR_TO_FAR) && slot_sends(kind, STREAM_FAR_TO_NEAR);
}

/* Whether the slots between two timely readings are of one sort, and of which. */
static bool of_one_sort(const struct stream_plan *plan, unsigned int from, unsigned int to,
			bool *together)
{
	*together = is_together(plan, from);
	for (unsigned int slot = from + 1; slot < to; slot++)
		if (is_together(plan, slot) != *together)
			return false;
	return true;
}

static void attribute(struct tally *tally, const struct tally_reading *now, bool together)
{
	for (int i = 0; i < TALLY_COUNTERS; i++) {
		uint64_t rise = now->value[i] - tally->timely.value[i];

		if (together)
			tally->together[i] += rise;
		else
			tally->alone[i] += rise;
		tally->rises[i] += rise > 0;
	}
}

static bool goes_on(const struct tally_reading *from, const struct tally_reading *to)
{
	for (int i = 0; i < TALLY_COUNTERS; i++)
		if (from->has[i] != to->has[i] || to->value[i] < from->value[i])
			return false;
	return true;
}

void tally_add(struct tally *tally, const struct tally_reading *reading,
	       const struct stream_plan *plan, unsigned int slot, bool timely)
{
	bool together;

	tally->broken |= !tally->begun || !goes_on(&tally->last, reading);
	tally->readings++;
	tally->last = *reading;
	if (tally->broken || !timely || slot <= tally->next_slot)
		return;
	if (of_one_sort(plan, tally->next_slot, slot, &together))
		attribute(tally, reading, together);
	tally->timely = *reading;
	tally->next_slot = slot;
}

struct tally_sum tally_sum(const struct tally *tally, enum tally_counter counter)
{
	struct tally_sum sum = { .has = tally->begun && !tally->broken &&
					tally->first.has[counter] };
	uint64_t seen;

	if (!sum.has)
		return sum;
	sum.total = tally->last.value[counter] - tally->first.value[counter];
	sum.alone = tally->alone[counter];
	sum.together = tally->together[counter];
	seen = sum.alone + sum.together;
	sum.attributed = 2 * seen >= sum.total &&
			 tally->rises[counter] >= (seen < TALLY_RISES_MIN ? seen : TALLY_RISES_MIN);
	return sum;
}
