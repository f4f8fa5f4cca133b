// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/plan.h"

#include <errno.h>

#include "base/splitmix.h"

#define PREAMBLE_FCS_GAP_BYTES (8 + 4 + 12)
#define GAPS_MAX 10		/* an exponential gap is cut at this many means */
#define EXTRA_ROUNDS_MAX 4
#define ROUNDS_MIN 4		/* with fewer nobody knows how rounds differ */
#define ORDER_STREAM 2		/* beside the two directions */

/* Numbers of their own for each slot and direction: any slot can be worked out alone. */
static uint64_t numbers_of(uint64_t seed, unsigned int index, unsigned int stream)
{
	uint64_t state = seed;

	state = splitmix(&state) ^ (uint64_t)stream << 32 ^ index;
	return splitmix(&state);
}

/*
 * An exponential number with mean 1 in units of 2^-32.  Von Neumann's method
 * (1951) only compares: no logarithm whose last digit differs between libraries.
 */
static uint64_t draw_exponential(uint64_t *state)
{
	for (uint64_t whole = 0; whole < GAPS_MAX; whole++) {
		uint32_t first = (uint32_t)(splitmix(state) >> 32), last = first, next;
		unsigned int length = 1;

		while (next = (uint32_t)(splitmix(state) >> 32), length++, next < last)
			last = next;
		if (length % 2 == 0)
			return whole << 32 | first;
	}
	return (uint64_t)GAPS_MAX << 32;
}

int64_t stream_load_bps(unsigned int rate_mbps, unsigned int load_percent)
{
	int64_t bps = (int64_t)rate_mbps * 10000 * load_percent;

	return bps < STREAM_LOAD_BPS_MAX ? bps : STREAM_LOAD_BPS_MAX;
}

static unsigned int rounds_of(unsigned int rate_mbps, unsigned int load_percent)
{
	unsigned int rounds = rate_mbps == 10 ? 37 : 24;
	unsigned int more = (STREAM_LOAD_PERCENT + load_percent - 1) / load_percent;

	return rounds * (more < EXTRA_ROUNDS_MAX ? more : EXTRA_ROUNDS_MAX);
}

int stream_plan_init(struct stream_plan *plan, unsigned int rate_mbps, unsigned int load_percent,
		     uint64_t seed, struct err *err)
{
	if (rate_mbps != 10 && rate_mbps != 100)
		return err_set(err, -EDOM,
			       "%u Mb/s: the duplex test is for ports of 10 and 100 Mb/s",
			       rate_mbps);
	if (load_percent < 1 || load_percent > 100)
		return err_set(err, -EINVAL, "load of %u %%: give 1 to 100", load_percent);
	*plan = (struct stream_plan){
		.seed = seed,
		.rate_mbps = (uint16_t)rate_mbps,
		.load_percent = (uint16_t)load_percent,
		.frame_bytes = STREAM_FRAME_BYTES,
		.rounds = (uint16_t)rounds_of(rate_mbps, load_percent),
		.low = true,
	};
	return 0;
}

int stream_plan_check(const struct stream_plan *plan, struct err *err)
{
	if (plan->rate_mbps != 10 && plan->rate_mbps != 100)
		return err_set(err, -EINVAL, "plan of the stream: rate %u Mb/s", plan->rate_mbps);
	if (plan->load_percent < 1 || plan->load_percent > 100)
		return err_set(err, -EINVAL, "plan of the stream: load %u %%", plan->load_percent);
	if (plan->frame_bytes < 60 || plan->frame_bytes > 1514)
		return err_set(err, -EINVAL, "plan of the stream: frames of %u bytes",
			       plan->frame_bytes);
	if (plan->rounds < 1 || plan->rounds > STREAM_ROUNDS_MAX)
		return err_set(err, -EINVAL, "plan of the stream: %u rounds", plan->rounds);
	return 0;
}

bool stream_plan_extend(struct stream_plan *plan)
{
	if (plan->rounds > STREAM_ROUNDS_MAX / 2)
		return false;
	plan->rounds = (uint16_t)(plan->rounds * 2);
	return true;
}

int64_t stream_plan_slot_ns(const struct stream_plan *plan)
{
	return plan->rate_mbps == 10 ? 20000000 : 10000000;
}

int64_t stream_plan_guard_ns(const struct stream_plan *plan)
{
	return stream_plan_slot_ns(plan) / 5;
}

int64_t stream_plan_duration_ns(const struct stream_plan *plan)
{
	return stream_plan_slot_ns(plan) * stream_plan_slots(plan);
}

int64_t stream_plan_frame_ns(const struct stream_plan *plan)
{
	return (plan->frame_bytes + PREAMBLE_FCS_GAP_BYTES) * 8 * (1000 / plan->rate_mbps);
}

static unsigned int kinds(const struct stream_plan *plan)
{
	return plan->low ? SLOT_KINDS : SLOT_KINDS - 1;
}

void stream_plan_last(struct stream_plan *plan, int64_t duration_ns)
{
	int64_t round_ns = stream_plan_slot_ns(plan) * kinds(plan);
	int64_t rounds = (duration_ns + round_ns / 2) / round_ns;

	if (rounds < ROUNDS_MIN)
		rounds = ROUNDS_MIN;
	plan->rounds = rounds < STREAM_ROUNDS_MAX ? (uint16_t)rounds : STREAM_ROUNDS_MAX;
}

unsigned int stream_plan_slots(const struct stream_plan *plan)
{
	return plan->rounds * kinds(plan);
}

unsigned int stream_plan_round(const struct stream_plan *plan, unsigned int slot)
{
	return slot / kinds(plan);
}

/* Fisher and Yates; the remainder of 64 bits is even enough for four. */
enum slot_kind stream_plan_kind(const struct stream_plan *plan, unsigned int slot)
{
	enum slot_kind order[SLOT_KINDS] = { SLOT_NEAR_TO_FAR, SLOT_FAR_TO_NEAR, SLOT_BOTH,
					     SLOT_BOTH_LOW };
	uint64_t state = numbers_of(plan->seed, stream_plan_round(plan, slot), ORDER_STREAM);

	for (unsigned int left = kinds(plan); left > 1; left--) {
		unsigned int pick = (unsigned int)(splitmix(&state) % left);
		enum slot_kind kind = order[pick];

		order[pick] = order[left - 1];
		order[left - 1] = kind;
	}
	return order[slot % kinds(plan)];
}

bool slot_sends(enum slot_kind kind, enum stream_dir dir)
{
	switch (kind) {
	case SLOT_NEAR_TO_FAR:
		return dir == STREAM_NEAR_TO_FAR;
	case SLOT_FAR_TO_NEAR:
		return dir == STREAM_FAR_TO_NEAR;
	case SLOT_BOTH:
	case SLOT_BOTH_LOW:
		return true;
	}
	return false;
}

/* The mean pause between frames, so that frames and pauses together make the load. */
static int64_t pause_ns(const struct stream_plan *plan, enum slot_kind kind)
{
	int64_t parts = kind == SLOT_BOTH_LOW ? 200 : 100;

	return stream_plan_frame_ns(plan) * (parts - plan->load_percent) / plan->load_percent;
}

unsigned int stream_plan_times(const struct stream_plan *plan, unsigned int slot,
			       enum stream_dir dir, int64_t *at_ns, unsigned int max)
{
	int64_t slot_ns = stream_plan_slot_ns(plan), guard_ns = stream_plan_guard_ns(plan);
	int64_t frame_ns = stream_plan_frame_ns(plan), at = slot_ns * slot + guard_ns / 2;
	int64_t end = at + slot_ns - guard_ns - frame_ns;
	enum slot_kind kind = stream_plan_kind(plan, slot);
	uint64_t mean_ns = (uint64_t)pause_ns(plan, kind);
	uint64_t state = numbers_of(plan->seed, slot, dir);
	unsigned int frames = 0;

	if (!slot_sends(kind, dir))
		return 0;
	/* The longest mean pause is 0.25 s: 2^28 ns, ten of it in parts of 2^-32 fit 64 bits. */
	while (at += (int64_t)(draw_exponential(&state) * mean_ns >> 32), at <= end) {
		if (frames < max)
			at_ns[frames] = at;
		frames++;
		at += frame_ns;
	}
	return frames;
}
