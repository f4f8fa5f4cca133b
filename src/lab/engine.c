// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void lab_init(struct lab *lab)
{
	memset(lab, 0, sizeof(*lab));
}

void lab_fini(struct lab *lab)
{
	while (lab->newest) {
		struct lab_frame *frame = lab->newest;

		lab->newest = frame->older;
		free(frame);
	}
	free(lab->heap);
	memset(lab, 0, sizeof(*lab));
}

/* The heap has room for every timer there is, so arming cannot fail. */
int lab_timer_init(struct lab *lab, struct lab_timer *timer,
		   void (*fire)(struct lab_timer *timer), void *owner)
{
	*timer = (struct lab_timer){ .fire = fire, .owner = owner, .slot = -1 };
	if (lab->known == lab->size) {
		unsigned int size = lab->size ? 2 * lab->size : 32;
		struct lab_timer **heap = reallocarray(lab->heap, size, sizeof(*heap));

		if (!heap)
			return -ENOMEM;
		lab->heap = heap;
		lab->size = size;
	}
	lab->known++;
	return 0;
}

static bool before(const struct lab_timer *a, const struct lab_timer *b)
{
	return a->at_ns < b->at_ns || (a->at_ns == b->at_ns && a->sequence < b->sequence);
}

static void place(struct lab *lab, unsigned int slot, struct lab_timer *timer)
{
	lab->heap[slot] = timer;
	timer->slot = (int)slot;
}

static void rise(struct lab *lab, unsigned int slot, struct lab_timer *timer)
{
	for (; slot > 0 && before(timer, lab->heap[(slot - 1) / 2]); slot = (slot - 1) / 2)
		place(lab, slot, lab->heap[(slot - 1) / 2]);
	place(lab, slot, timer);
}

static void sink(struct lab *lab, unsigned int slot, struct lab_timer *timer)
{
	for (;;) {
		unsigned int child = 2 * slot + 1;

		if (child + 1 < lab->armed && before(lab->heap[child + 1], lab->heap[child]))
			child++;
		if (child >= lab->armed || before(timer, lab->heap[child]))
			break;
		place(lab, slot, lab->heap[child]);
		slot = child;
	}
	place(lab, slot, timer);
}

void lab_timer_cancel(struct lab *lab, struct lab_timer *timer)
{
	unsigned int slot = (unsigned int)timer->slot;
	struct lab_timer *last;

	if (timer->slot < 0)
		return;
	timer->slot = -1;
	last = lab->heap[--lab->armed];
	if (last == timer)
		return;
	if (slot > 0 && before(last, lab->heap[(slot - 1) / 2]))
		rise(lab, slot, last);
	else
		sink(lab, slot, last);
}

void lab_timer_arm(struct lab *lab, struct lab_timer *timer, int64_t at_ns)
{
	lab_timer_cancel(lab, timer);
	timer->at_ns = at_ns > lab->now_ns ? at_ns : lab->now_ns;
	timer->sequence = lab->sequence++;
	rise(lab, lab->armed++, timer);
}

bool lab_timer_armed(const struct lab_timer *timer)
{
	return timer->slot >= 0;
}

int64_t lab_next_ns(const struct lab *lab)
{
	return lab->armed ? lab->heap[0]->at_ns : LAB_NEVER;
}

void lab_run_until(struct lab *lab, int64_t until_ns)
{
	while (lab->armed && lab->heap[0]->at_ns <= until_ns) {
		struct lab_timer *timer = lab->heap[0];

		lab_timer_cancel(lab, timer);
		lab->now_ns = timer->at_ns;
		lab->fired++;
		timer->fire(timer);
	}
	if (until_ns > lab->now_ns)
		lab->now_ns = until_ns;
}

static struct lab_frame *blank_frame(struct lab *lab)
{
	struct lab_frame *frame = lab->pool;

	if (frame) {
		lab->pool = frame->next;
		return frame;
	}
	frame = malloc(sizeof(*frame));
	if (!frame)
		return NULL;
	frame->older = lab->newest;
	lab->newest = frame;
	return frame;
}

struct lab_frame *lab_frame_new(struct lab *lab, const void *bytes, size_t len_bytes)
{
	struct lab_frame *frame = len_bytes <= LAB_FRAME_MAX ? blank_frame(lab) : NULL;

	if (!frame)
		return NULL;
	frame->next = NULL;
	frame->refs = 1;
	frame->damaged = false;
	if (len_bytes)
		memcpy(frame->bytes, bytes, len_bytes);
	if (len_bytes < LAB_FRAME_MIN) {
		memset(frame->bytes + len_bytes, 0, LAB_FRAME_MIN - len_bytes);
		len_bytes = LAB_FRAME_MIN;
	}
	frame->len_bytes = (unsigned int)len_bytes;
	return frame;
}

struct lab_frame *lab_frame_dup(struct lab *lab, const struct lab_frame *frame)
{
	struct lab_frame *copy = lab_frame_new(lab, frame->bytes, frame->len_bytes);

	if (copy)
		copy->damaged = frame->damaged;
	return copy;
}

struct lab_frame *lab_frame_get(struct lab_frame *frame)
{
	frame->refs++;
	return frame;
}

void lab_frame_put(struct lab *lab, struct lab_frame *frame)
{
	if (!frame || --frame->refs > 0)
		return;
	frame->next = lab->pool;
	lab->pool = frame;
}
