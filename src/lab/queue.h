/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_QUEUE_H
#define LAB_QUEUE_H

#include "lab/engine.h"

/*
 * A ring of frames with the time each is due; of fixed size.  It holds a
 * reference of each frame in it, and hands that on with the frame.
 */
struct lab_queue {
	struct lab_queued {
		int64_t due_ns;
		struct lab_frame *frame;
	} *slot;
	unsigned int head, used, size;
};

int lab_queue_init(struct lab_queue *queue, unsigned int size_frames);	/* 0 or -ENOMEM */
void lab_queue_fini(struct lab *lab, struct lab_queue *queue);

/* Takes the reference and returns true; false when full: then it stays the caller's. */
bool lab_queue_put(struct lab_queue *queue, int64_t due_ns, struct lab_frame *frame);
struct lab_frame *lab_queue_first(const struct lab_queue *queue);	/* borrowed, NULL: empty */
struct lab_frame *lab_queue_take(struct lab_queue *queue);	/* the caller's, NULL: empty */

/*
 * A line that frames come out of, in the order they went in, each at its own
 * time: a latency.  `out` gets the reference.
 */
struct lab_line {
	struct lab *lab;
	struct lab_queue queue;
	struct lab_timer timer;
	void (*out)(void *owner, struct lab_frame *frame);
	void *owner;
};

int lab_line_init(struct lab_line *line, struct lab *lab, unsigned int size_frames,
		  void (*out)(void *owner, struct lab_frame *frame), void *owner);
void lab_line_fini(struct lab_line *line);

/* Not before now, and not before the frame ahead; takes the reference unless full. */
bool lab_line_put(struct lab_line *line, int64_t due_ns, struct lab_frame *frame);

#endif
