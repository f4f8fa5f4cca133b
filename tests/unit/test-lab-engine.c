// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/engine.h"

#include <stdlib.h>

#include "lab-help.h"

#define MANY 2000

static char trace[64];

static void note(struct lab_timer *timer)
{
	strncat(trace, timer->owner, sizeof(trace) - strlen(trace) - 1);
}

static void begin(struct lab *lab, struct lab_timer *timer, int count)
{
	static const char *const name[] = { "a", "b", "c", "d" };

	trace[0] = '\0';
	lab_init(lab);
	for (int i = 0; i < count; i++)
		assert_int_equal(lab_timer_init(lab, &timer[i], note, (void *)name[i]), 0);
}

static void by_time_then_by_arming(void **state)
{
	struct lab lab;
	struct lab_timer timer[4];

	(void)state;
	begin(&lab, timer, 4);
	lab_timer_arm(&lab, &timer[2], 20);
	lab_timer_arm(&lab, &timer[1], 10);
	lab_timer_arm(&lab, &timer[0], 20);
	lab_timer_arm(&lab, &timer[3], 20);
	assert_int_equal(lab_next_ns(&lab), 10);
	lab_run_until(&lab, 19);
	assert_string_equal(trace, "b");
	assert_int_equal(lab.now_ns, 19);
	lab_run_until(&lab, 20);
	assert_string_equal(trace, "bcad");
	assert_true(lab_next_ns(&lab) == LAB_NEVER);
	lab_fini(&lab);
}

static void arming_again_moves(void **state)
{
	struct lab lab;
	struct lab_timer timer[3];

	(void)state;
	begin(&lab, timer, 3);
	lab_timer_arm(&lab, &timer[0], 10);
	lab_timer_arm(&lab, &timer[1], 10);
	lab_timer_arm(&lab, &timer[0], 10);
	lab_timer_arm(&lab, &timer[2], 5);
	lab_timer_arm(&lab, &timer[2], 15);
	lab_run_until(&lab, 100);
	assert_string_equal(trace, "bac");
	lab_fini(&lab);
}

static void cancelling(void **state)
{
	struct lab lab;
	struct lab_timer timer[3];

	(void)state;
	begin(&lab, timer, 3);
	for (int i = 0; i < 3; i++)
		lab_timer_arm(&lab, &timer[i], 10 + i);
	lab_timer_cancel(&lab, &timer[1]);
	lab_timer_cancel(&lab, &timer[1]);
	assert_false(lab_timer_armed(&timer[1]));
	assert_true(lab_timer_armed(&timer[2]));
	lab_run_until(&lab, 100);
	assert_string_equal(trace, "ac");
	assert_false(lab_timer_armed(&timer[2]));
	lab_fini(&lab);
}

static void time_never_runs_back(void **state)
{
	struct lab lab;
	struct lab_timer timer[1];

	(void)state;
	begin(&lab, timer, 1);
	lab_run_until(&lab, 50);
	lab_run_until(&lab, 10);
	assert_int_equal(lab.now_ns, 50);
	lab_timer_arm(&lab, &timer[0], 20);
	assert_int_equal(lab_next_ns(&lab), 50);
	lab_run_until(&lab, 50);
	assert_string_equal(trace, "a");
	lab_fini(&lab);
}

struct chain {
	struct lab *lab;
	int left;
	int64_t fired_ns;
};

static void link_of_chain(struct lab_timer *timer)
{
	struct chain *chain = timer->owner;

	chain->fired_ns = chain->lab->now_ns;
	if (--chain->left)
		lab_timer_arm(chain->lab, timer, chain->lab->now_ns + 7);
}

static void a_timer_arms_itself(void **state)
{
	struct lab lab;
	struct lab_timer timer;
	struct chain chain = { &lab, 5, 0 };

	(void)state;
	lab_init(&lab);
	lab_timer_init(&lab, &timer, link_of_chain, &chain);
	lab_timer_arm(&lab, &timer, 1);
	lab_run_until(&lab, 1000);
	assert_int_equal(chain.left, 0);
	assert_int_equal(chain.fired_ns, 1 + 4 * 7);
	assert_int_equal(lab.fired, 5);
	lab_fini(&lab);
}

struct check_order {
	struct lab *lab;
	int64_t last_ns;
	uint64_t last_sequence;
	unsigned int fired;
};

static void in_order(struct lab_timer *timer)
{
	struct check_order *check = timer->owner;

	assert_int_equal(check->lab->now_ns, timer->at_ns);
	assert_true(timer->at_ns > check->last_ns ||
		    (timer->at_ns == check->last_ns && timer->sequence > check->last_sequence));
	check->last_ns = timer->at_ns;
	check->last_sequence = timer->sequence;
	check->fired++;
}

/* Armed, moved and cancelled at random: what fires does so in order, and nothing is missed. */
static void many(void **state)
{
	struct lab lab;
	struct lab_timer *timer = calloc(MANY, sizeof(*timer));
	struct check_order check = { &lab, -1, 0, 0 };
	struct lab_rng rng;
	unsigned int armed = 0;

	(void)state;
	assert_non_null(timer);
	lab_rng_init(&rng, 1, "timers");
	lab_init(&lab);
	for (int i = 0; i < MANY; i++)
		lab_timer_init(&lab, &timer[i], in_order, &check);
	for (int i = 0; i < 20 * MANY; i++) {
		struct lab_timer *one = &timer[lab_rng_below(&rng, MANY)];

		if (lab_rng_below(&rng, 3) == 0)
			lab_timer_cancel(&lab, one);
		else
			lab_timer_arm(&lab, one, (int64_t)lab_rng_below(&rng, 500));
	}
	for (int i = 0; i < MANY; i++)
		armed += lab_timer_armed(&timer[i]);
	lab_run_until(&lab, 500);
	assert_int_equal(check.fired, armed);
	lab_fini(&lab);
	free(timer);
}

static void frames_are_padded_copied_shared(void **state)
{
	struct lab lab;
	uint8_t bytes[LAB_FRAME_MAX + 1];
	struct lab_frame *frame, *copy;

	(void)state;
	memset(bytes, 0xab, sizeof(bytes));
	lab_init(&lab);
	frame = lab_frame_new(&lab, bytes, 14);
	assert_int_equal(frame->len_bytes, 60);
	assert_int_equal(frame->bytes[13], 0xab);
	assert_int_equal(frame->bytes[14], 0);
	frame->damaged = true;
	copy = lab_frame_dup(&lab, frame);
	assert_true(copy != frame && copy->damaged && copy->len_bytes == 60);
	assert_ptr_equal(lab_frame_get(frame), frame);
	lab_frame_put(&lab, frame);
	assert_null(lab.pool);
	lab_frame_put(&lab, frame);
	assert_ptr_equal(lab.pool, frame);
	assert_ptr_equal(lab_frame_new(&lab, bytes, LAB_FRAME_MAX), frame);
	assert_int_equal(frame->len_bytes, LAB_FRAME_MAX);
	assert_false(frame->damaged);
	assert_null(lab_frame_new(&lab, bytes, LAB_FRAME_MAX + 1));
	lab_frame_put(&lab, NULL);
	lab_fini(&lab);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_time_then_by_arming),
		cmocka_unit_test(arming_again_moves),
		cmocka_unit_test(cancelling),
		cmocka_unit_test(time_never_runs_back),
		cmocka_unit_test(a_timer_arms_itself),
		cmocka_unit_test(many),
		cmocka_unit_test(frames_are_padded_copied_shared),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-engine", tests, NULL, NULL);
}
