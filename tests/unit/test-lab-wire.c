// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/wire.h"

#include "lab-help.h"

/* The arithmetic of 802.3: 9.6 us, 960 ns and 96 ns of gap; 14,880 frames a second at 10 Mb/s. */
static void durations_are_exact(void **state)
{
	static const struct {
		int rate_mbps;
		unsigned int len_bytes;
		int64_t bits, ns;
	} row[] = {
		{ 10, 60, 576, 67200 },		{ 100, 60, 576, 6720 },
		{ 1000, 60, 576, 672 },		{ 10, 1514, 12208, 1230400 },
		{ 100, 1514, 12208, 123040 },	{ 1000, 1514, 12208, 12304 },
		{ 100, 1, 576, 6720 },		{ 100, 61, 584, 6800 },
	};

	(void)state;
	assert_int_equal(lab_bit_ns(10), 100);
	assert_int_equal(lab_bit_ns(100), 10);
	assert_int_equal(lab_bit_ns(1000), 1);
	assert_int_equal(lab_bit_ns(2500), 0);
	assert_int_equal(lab_bit_ns(0), 0);
	for (size_t i = 0; i < ROWS(row); i++) {
		assert_int_equal(lab_frame_bits(row[i].len_bytes), row[i].bits);
		assert_int_equal(lab_frame_ns(row[i].rate_mbps, row[i].len_bytes), row[i].ns);
	}
}

struct ear_log {
	struct lab *lab;
	int starts, ends, links;
	int64_t start_ns, end_ns, bits;
	bool aborted, up;
	uint64_t damaged;
};

static void start(void *owner, struct lab_signal *signal)
{
	struct ear_log *log = owner;

	(void)signal;
	log->starts++;
	log->start_ns = log->lab->now_ns;
}

static void end(void *owner, struct lab_signal *signal)
{
	struct ear_log *log = owner;

	log->ends++;
	log->end_ns = log->lab->now_ns;
	log->bits = signal->bits;
	log->aborted = signal->aborted;
	log->damaged += signal->damaged;
}

static void link_up(void *owner, bool up)
{
	struct ear_log *log = owner;

	log->links++;
	log->up = up;
}

static void begin(struct lab *lab, struct lab_way *way, struct ear_log *log, int64_t delay_ns)
{
	const struct lab_ear ear = { start, end, link_up, log };

	lab_init(lab);
	*log = (struct ear_log){ .lab = lab };
	assert_int_equal(lab_way_init(way, lab, 100, delay_ns, 1, "way"), 0);
	lab_way_hear(way, &ear);
}

static void heard_after_the_delay(void **state)
{
	struct lab lab;
	struct lab_way way;
	struct ear_log log;
	struct lab_frame *frame;
	struct lab_signal *signal;

	(void)state;
	begin(&lab, &way, &log, 500);
	frame = help_frame(&lab, 60);
	lab_run_until(&lab, 1000);
	signal = lab_way_start(&way, frame);
	lab_run_until(&lab, 1000 + 320);
	lab_way_end(signal, 32, true);
	lab_run_until(&lab, 5000);
	assert_int_equal(log.start_ns, 1500);
	assert_int_equal(log.end_ns, 1820);
	assert_int_equal(log.bits, 32);
	assert_true(log.aborted);
	assert_int_equal(frame->refs, 1);
	assert_int_equal(way.frames, 0);
	lab_frame_put(&lab, frame);
	lab_way_fini(&way);
	lab_fini(&lab);
}

/* 100 us of cable hold many short signals at once; none may be mixed up. */
static void many_on_the_way(void **state)
{
	struct lab lab;
	struct lab_way way;
	struct ear_log log;
	struct lab_frame *frame;

	(void)state;
	begin(&lab, &way, &log, 100000);
	frame = help_frame(&lab, 60);
	for (int i = 0; i < 1000; i++) {
		struct lab_signal *signal;

		lab_run_until(&lab, i * 1920LL);
		signal = lab_way_start(&way, frame);
		lab_run_until(&lab, i * 1920LL + 960);
		lab_way_end(signal, 96, true);
	}
	lab_run_until(&lab, SECOND_NS);
	assert_int_equal(log.starts, 1000);
	assert_int_equal(log.ends, 1000);
	assert_int_equal(log.end_ns, 999 * 1920 + 960 + 100000);
	assert_int_equal(frame->refs, 1);
	lab_frame_put(&lab, frame);
	lab_way_fini(&way);
	lab_fini(&lab);
}

static uint64_t damaged_of(int frames, unsigned int len_bytes, double frame_loss, double bit_loss)
{
	struct lab lab;
	struct lab_way way;
	struct ear_log log;
	struct lab_frame *frame;

	begin(&lab, &way, &log, 0);
	lab_way_loss(&way, frame_loss, bit_loss);
	frame = help_frame(&lab, len_bytes);
	for (int i = 0; i < frames; i++) {
		lab_way_end(lab_way_start(&way, frame), lab_frame_bits(len_bytes), false);
		lab_run_until(&lab, lab.now_ns);
	}
	assert_int_equal(way.frames, frames);
	assert_int_equal(way.damaged, log.damaged);
	lab_frame_put(&lab, frame);
	lab_way_fini(&way);
	lab_fini(&lab);
	return log.damaged;
}

static void loss_by_frame(void **state)
{
	static const double p[] = { 0, 0.001, 0.01, 0.3, 1 };
	int n = 50000;

	(void)state;
	for (size_t i = 0; i < ROWS(p); i++) {
		help_binomial("short", (double)damaged_of(n, 60, p[i], 0), n, p[i]);
		help_binomial("long", (double)damaged_of(n, 1514, p[i], 0), n, p[i]);
	}
}

/* A frame is whole when all its bits are: long frames suffer more. */
static void loss_by_bit(void **state)
{
	static const double p[] = { 1e-7, 1e-6, 1e-5, 1e-4 };
	static const unsigned int len_bytes[] = { 60, 300, 1514 };
	int n = 50000;

	(void)state;
	for (size_t i = 0; i < ROWS(p); i++)
		for (size_t k = 0; k < ROWS(len_bytes); k++)
			help_binomial("by bit", (double)damaged_of(n, len_bytes[k], 0, p[i]), n,
				      1 - pow(1 - p[i], 8 * (len_bytes[k] + 4)));
}

static void cable_out(void **state)
{
	struct lab lab;
	struct lab_wire wire;
	struct ear_log log[2];
	struct lab_frame *frame;
	struct lab_signal *signal;

	(void)state;
	begin(&lab, &wire.way[0], &log[0], 500);
	assert_int_equal(lab_way_init(&wire.way[1], &lab, 100, 500, 1, "back"), 0);
	log[1] = (struct ear_log){ .lab = &lab };
	lab_way_hear(&wire.way[1], &(struct lab_ear){ start, end, link_up, &log[1] });
	frame = help_frame(&lab, 60);
	signal = lab_way_start(&wire.way[0], frame);
	lab_run_until(&lab, 600);
	lab_wire_cut(&wire, true);
	lab_wire_cut(&wire, true);
	lab_way_end(signal, 576, false);
	lab_way_end(lab_way_start(&wire.way[1], frame), 576, false);
	lab_run_until(&lab, 10000);
	assert_int_equal(log[0].ends, 1);
	assert_true(log[0].aborted);
	assert_int_equal(log[1].starts + log[1].ends, 0);
	lab_wire_cut(&wire, false);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(log[i].links, 2);
		assert_true(log[i].up);
		lab_way_fini(&wire.way[i]);
	}
	lab_frame_put(&lab, frame);
	lab_fini(&lab);
}

static void refused(void **state)
{
	struct lab lab;
	struct lab_way way;

	(void)state;
	lab_init(&lab);
	assert_int_equal(lab_way_init(&way, &lab, 2500, 500, 1, "way"), -22);
	assert_int_equal(lab_way_init(&way, &lab, 100, -1, 1, "way"), -22);
	lab_way_fini(&way);
	lab_fini(&lab);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(durations_are_exact),
		cmocka_unit_test(heard_after_the_delay),
		cmocka_unit_test(many_on_the_way),
		cmocka_unit_test(loss_by_frame),
		cmocka_unit_test(loss_by_bit),
		cmocka_unit_test(cable_out),
		cmocka_unit_test(refused),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-wire", tests, NULL, NULL);
}
