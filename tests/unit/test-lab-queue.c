// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/queue.h"

#include "lab-help.h"

static void first_in_first_out(void **state)
{
	struct lab lab;
	struct lab_queue queue;
	struct lab_frame *frame[7];

	(void)state;
	lab_init(&lab);
	assert_int_equal(lab_queue_init(&queue, 3), 0);
	assert_null(lab_queue_first(&queue));
	assert_null(lab_queue_take(&queue));
	for (int i = 0; i < 7; i++)
		frame[i] = help_frame(&lab, 60);
	for (int i = 0; i < 3; i++)
		assert_true(lab_queue_put(&queue, i, frame[i]));
	assert_false(lab_queue_put(&queue, 3, frame[3]));
	for (int i = 0; i < 4; i++) {
		assert_ptr_equal(lab_queue_first(&queue), frame[i]);
		assert_ptr_equal(lab_queue_take(&queue), frame[i]);
		assert_true(lab_queue_put(&queue, i, frame[i + 3]));
		lab_frame_put(&lab, frame[i]);
	}
	assert_int_equal(queue.used, 3);
	lab_queue_fini(&lab, &queue);
	lab_fini(&lab);
}

struct sink {
	struct lab *lab;
	int64_t at_ns[8];
	struct lab_frame *frame[8];
	unsigned int count;
};

static void arrives(void *owner, struct lab_frame *frame)
{
	struct sink *sink = owner;

	assert_in_range(sink->count, 0, 7);
	sink->at_ns[sink->count] = sink->lab->now_ns;
	sink->frame[sink->count++] = frame;
	lab_frame_put(sink->lab, frame);
}

/* Frames keep their order: one that is due earlier waits for the one ahead. */
static void a_line_keeps_time_and_order(void **state)
{
	static const int64_t due_ns[] = { 10, 30, 20, 30, 40 }, out_ns[] = { 10, 30, 30, 30, 40 };
	struct lab lab;
	struct lab_line line;
	struct lab_frame *frame[5];
	struct sink sink = { .lab = &lab };

	(void)state;
	lab_init(&lab);
	assert_int_equal(lab_line_init(&line, &lab, 5, arrives, &sink), 0);
	for (int i = 0; i < 5; i++) {
		frame[i] = help_frame(&lab, 60);
		assert_true(lab_line_put(&line, due_ns[i], frame[i]));
	}
	lab_run_until(&lab, 29);
	assert_int_equal(sink.count, 1);
	lab_run_until(&lab, 100);
	assert_int_equal(sink.count, 5);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(sink.at_ns[i], out_ns[i]);
		assert_ptr_equal(sink.frame[i], frame[i]);
	}
	lab_line_fini(&line);
	lab_fini(&lab);
}

static void a_line_is_full(void **state)
{
	struct lab lab;
	struct lab_line line;
	struct lab_frame *frame;
	struct sink sink = { .lab = &lab };

	(void)state;
	lab_init(&lab);
	lab_run_until(&lab, 50);
	lab_line_init(&line, &lab, 1, arrives, &sink);
	assert_true(lab_line_put(&line, 20, help_frame(&lab, 60)));
	frame = help_frame(&lab, 60);
	assert_false(lab_line_put(&line, 60, frame));
	assert_int_equal(frame->refs, 1);
	lab_frame_put(&lab, frame);
	lab_run_until(&lab, 50);
	assert_int_equal(sink.at_ns[0], 50);
	assert_true(lab_line_put(&line, 90, help_frame(&lab, 60)));
	lab_line_fini(&line);
	lab_fini(&lab);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_in_first_out),
		cmocka_unit_test(a_line_keeps_time_and_order),
		cmocka_unit_test(a_line_is_full),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-queue", tests, NULL, NULL);
}
