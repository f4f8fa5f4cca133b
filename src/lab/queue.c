// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int lab_queue_init(struct lab_queue *queue, unsigned int size_frames)
{
	*queue = (struct lab_queue){ .size = size_frames ? size_frames : 1 };
	queue->slot = calloc(queue->size, sizeof(*queue->slot));
	return queue->slot ? 0 : -ENOMEM;
}

void lab_queue_fini(struct lab *lab, struct lab_queue *queue)
{
	while (queue->used)
		lab_frame_put(lab, lab_queue_take(queue));
	free(queue->slot);
	memset(queue, 0, sizeof(*queue));
}

bool lab_queue_put(struct lab_queue *queue, int64_t due_ns, struct lab_frame *frame)
{
	unsigned int at = queue->head + queue->used;

	if (queue->used == queue->size)
		return false;
	if (at >= queue->size)
		at -= queue->size;
	queue->slot[at] = (struct lab_queued){ due_ns, frame };
	queue->used++;
	return true;
}

struct lab_frame *lab_queue_first(const struct lab_queue *queue)
{
	return queue->used ? queue->slot[queue->head].frame : NULL;
}

struct lab_frame *lab_queue_take(struct lab_queue *queue)
{
	struct lab_frame *frame = lab_queue_first(queue);

	if (!frame)
		return NULL;
	queue->used--;
	if (++queue->head == queue->size)
		queue->head = 0;
	return frame;
}

static void next_is_due(struct lab_timer *timer)
{
	struct lab_line *line = timer->owner;
	struct lab_frame *frame = lab_queue_take(&line->queue);

	if (line->queue.used)
		lab_timer_arm(line->lab, timer, line->queue.slot[line->queue.head].due_ns);
	line->out(line->owner, frame);
}

int lab_line_init(struct lab_line *line, struct lab *lab, unsigned int size_frames,
		  void (*out)(void *owner, struct lab_frame *frame), void *owner)
{
	*line = (struct lab_line){ .lab = lab, .out = out, .owner = owner };
	if (lab_timer_init(lab, &line->timer, next_is_due, line) < 0)
		return -ENOMEM;
	return lab_queue_init(&line->queue, size_frames);
}

void lab_line_fini(struct lab_line *line)
{
	if (!line->lab)
		return;
	lab_timer_cancel(line->lab, &line->timer);
	lab_queue_fini(line->lab, &line->queue);
}

bool lab_line_put(struct lab_line *line, int64_t due_ns, struct lab_frame *frame)
{
	if (due_ns < line->lab->now_ns)
		due_ns = line->lab->now_ns;
	if (!lab_queue_put(&line->queue, due_ns, frame))
		return false;
	if (line->queue.used == 1)
		lab_timer_arm(line->lab, &line->timer, due_ns);
	return true;
}
