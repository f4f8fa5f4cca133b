// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/drive.h"

#include "lab-help.h"

/* A net with traffic on it: flow 0 from a to b, flow 1 back. */
struct run {
	struct lab_net *net;
	struct lab_drive drive;
	unsigned int a, b;
};

static void begin(struct run *run, const char *name, int rate_mbps, enum lab_late late,
		  uint64_t seed)
{
	struct lab_scene scene;
	struct err err = { 0 };

	if (lab_scene_load(&scene, name, &err) < 0 ||
	    lab_scene_apply(&scene, rate_mbps, seed, &err) < 0)
		fail_msg("%s", err.text);
	lab_scene_late(&scene, late);
	run->net = lab_net_new(&scene, &err);
	assert_non_null(run->net);
	assert_int_equal(lab_drive_init(&run->drive, run->net, 8), 0);
	run->a = (unsigned int)lab_scene_port(&scene, "a.eth0");
	run->b = (unsigned int)lab_scene_port(&scene, "b.eth0");
}

static void end(struct run *run)
{
	lab_drive_fini(&run->drive);
	lab_net_free(run->net);
}

static struct lab_flow *add(struct run *run, bool back, enum lab_flow_kind kind, double load,
			    unsigned int len_bytes, int64_t stop_ns)
{
	struct lab_flow_plan plan = {
		.from = back ? run->b : run->a, .to = back ? run->a : run->b, .kind = kind,
		.load = load, .len_bytes = len_bytes, .stop_ns = stop_ns,
	};
	int index = lab_drive_add(&run->drive, &plan);

	assert_true(index >= 0);
	return &run->drive.flow[index];
}

static void rates_of_the_generators(void **state)
{
	static const double load[] = { 0.05, 0.5, 0.9 };

	(void)state;
	for (size_t i = 0; i < ROWS(load); i++) {
		struct run run;
		struct lab_flow *even, *random;
		double want = SECOND_NS / 25920.0 * load[i];	/* 300 bytes at 100 Mb/s */

		begin(&run, "clean", 100, LAB_LATE_DROP, 1);
		even = add(&run, false, LAB_FLOW_CONSTANT, load[i], 300, SECOND_NS);
		random = add(&run, true, LAB_FLOW_POISSON, load[i], 300, SECOND_NS);
		lab_drive_run(&run.drive, 2 * SECOND_NS);
		assert_true(fabs((double)even->offered - want) <= 1);
		assert_true(fabs((double)random->offered - want) < 5 * sqrt(want));
		assert_int_equal(even->received, even->offered);
		assert_int_equal(random->received + random->refused, random->offered);
		assert_true(lab_flow_loss(even) == 0 && lab_flow_loss(random) == 0);
		assert_int_equal(even->bytes_received, 300 * even->received);
		assert_true(even->delay_sum_ns / even->received == 500 + 2496 * 10);
		end(&run);
	}
}

static void a_saturated_line_is_full(void **state)
{
	(void)state;
	for (int rate_mbps = 10; rate_mbps <= 1000; rate_mbps *= 10) {
		struct run run;
		struct lab_flow *flow;
		int64_t stop_ns = SECOND_NS / 10, frame_ns = lab_frame_ns(rate_mbps, 1514);

		begin(&run, "clean", rate_mbps, LAB_LATE_DROP, 1);
		flow = add(&run, false, LAB_FLOW_SATURATE, 0, 1514, stop_ns);
		lab_drive_run(&run.drive, stop_ns);
		assert_int_equal(flow->received,
				 (stop_ns + 96 * lab_bit_ns(rate_mbps) - 500) / frame_ns);
		assert_int_equal(flow->refused, 0);
		end(&run);
	}
}

static void plans_that_are_refused(void **state)
{
	static const struct lab_flow_plan row[] = {
		{ 0, 1, LAB_FLOW_POISSON, 0, 60, 0, 1, 0, 0, 0, 0 },
		{ 0, 1, LAB_FLOW_CONSTANT, -1, 60, 0, 1, 0, 0, 0, 0 },
		{ 0, 1, LAB_FLOW_SATURATE, 0, LAB_FRAME_MAX + 1, 0, 1, 0, 0, 0, 0 },
		{ 0, 0, LAB_FLOW_SATURATE, 0, 60, 0, 1, 0, 0, 0, 0 },
		{ 0, 2, LAB_FLOW_SATURATE, 0, 60, 0, 1, 0, 0, 0, 0 },
		{ 0, 1, LAB_FLOW_ANSWER, 0, 60, 0, 1, 0, 0, 1, 0 },
	};
	struct run run;

	(void)state;
	begin(&run, "clean", 100, LAB_LATE_DROP, 1);
	for (size_t i = 0; i < ROWS(row); i++)
		assert_int_equal(lab_drive_add(&run.drive, &row[i]), -22);
	for (int i = 0; i < 8; i++)
		add(&run, false, LAB_FLOW_CONSTANT, 0.01, 60, 1);
	assert_int_equal(lab_drive_add(&run.drive, &run.drive.flow[0].plan), -28);
	end(&run);
}

/* Bulk from a to b with a window of 160 frames; every second one is answered after 40 us. */
static double bulk(struct run *run, int64_t seconds)
{
	const struct lab_flow_plan data = {
		.from = run->a, .to = run->b, .kind = LAB_FLOW_SATURATE, .len_bytes = 1514,
		.stop_ns = seconds * SECOND_NS, .window_frames = 160,
	}, answer = {
		.from = run->b, .to = run->a, .kind = LAB_FLOW_ANSWER, .len_bytes = 66,
		.stop_ns = seconds * SECOND_NS, .of = 0, .every = 2, .think_ns = 40000,
	};

	assert_int_equal(lab_drive_add(&run->drive, &data), 0);
	assert_int_equal(lab_drive_add(&run->drive, &answer), 1);
	lab_drive_run(&run->drive, seconds * SECOND_NS);
	return (double)run->drive.flow[0].received * 1448 * 8 / (double)(seconds * 1000000);
}

static void a_window_is_kept(void **state)
{
	const struct lab_flow_plan plan = {
		.from = 0, .to = 1, .kind = LAB_FLOW_SATURATE, .len_bytes = 1514,
		.stop_ns = SECOND_NS, .window_frames = 5,
	};
	struct run run;

	(void)state;
	begin(&run, "clean", 100, LAB_LATE_DROP, 1);
	assert_int_equal(lab_drive_add(&run.drive, &plan), 0);
	lab_drive_run(&run.drive, SECOND_NS);
	assert_int_equal(run.drive.flow[0].received, 5);	/* and nobody answers */
	end(&run);
}

/* Payload of a bulk transfer at 100 Mb/s; with full duplex the line rate, 94.15. */
static void throughput_of_a_bulk_transfer(void **state)
{
	struct run run;
	double full, half;

	(void)state;
	begin(&run, "clean", 100, LAB_LATE_DROP, 1);
	full = bulk(&run, 2);
	assert_in_range(run.drive.flow[1].offered, run.drive.flow[0].received / 2 - 1,
			run.drive.flow[0].received / 2);
	end(&run);
	assert_true(full > 94.0 && full < 94.15);
	begin(&run, "half-duplex", 100, LAB_LATE_DROP, 1);
	half = bulk(&run, 2);
	for (unsigned int i = 0; i < 2; i++) {
		assert_true(lab_net_counters(run.net, i)->collisions > 100);
		assert_int_equal(lab_net_counters(run.net, i)->late_collisions, 0);
		assert_int_equal(lab_net_counters(run.net, i)->fcs_errors, 0);
	}
	end(&run);
	assert_true(half > 80 && half < 93);
}

static const char *const mismatches[] = {
	"duplex-mismatch", "duplex-mismatch-far", "switched-mismatch-near",
	"switched-mismatch-near-partner", "switched-mismatch-far", "switched-mismatch-far-partner",
};

/* Two-way traffic, every scene with a mismatch: late collisions at the half end and nowhere else,
 * broken frames at its partner and nowhere else. */
static void counters_point_at_the_half_end(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(mismatches); i++)
		for (int late = LAB_LATE_DROP; late <= LAB_LATE_RETRY; late++) {
			struct run run;

			begin(&run, mismatches[i], 100, (enum lab_late)late, 1);
			add(&run, false, LAB_FLOW_POISSON, 0.2, 1514, SECOND_NS);
			add(&run, true, LAB_FLOW_POISSON, 0.2, 1514, SECOND_NS);
			lab_drive_run(&run.drive, 2 * SECOND_NS);
			for (unsigned int k = 0; k < run.net->scene.ports; k++) {
				const struct lab_scene_port *port = &run.net->scene.port[k];
				const struct lab_counters *count = lab_net_counters(run.net, k);

				assert_int_equal(count->late_collisions > 10,
						 port->duplex == LAB_HALF);
				assert_int_equal(count->collisions > 0, port->duplex == LAB_HALF);
				assert_int_equal(count->fcs_errors + count->alignment_errors > 10,
						 !port->autoneg);
				assert_int_equal(count->fcs_errors > 0, !port->autoneg);
			}
			end(&run);
		}
}

/* What crosses toward the half end is lost when both send, and not when one does. */
static void contrast_of_one_way_and_both(void **state)
{
	static const struct {
		const char *scene;
		double least, most;	/* loss from b to a, both sending less one */
	} row[] = {
		{ "clean", 0, 0 },	     { "half-duplex", -0.001, 0.001 },
		{ "lossy-cable", -0.01, 0.01 }, { "policer", -0.001, 0.001 },
		{ "slow-host", -0.01, 0.01 }, { "duplex-mismatch", 0.15, 0.35 },
		{ "switched-mismatch-near", 0.15, 0.35 }, { "store-and-forward", 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		double loss[2];

		for (int both = 0; both < 2; both++) {
			struct run run;
			struct lab_flow *flow;

			begin(&run, row[i].scene, 100, LAB_LATE_RETRY, 1);
			flow = add(&run, true, LAB_FLOW_POISSON, 0.2, 300, SECOND_NS);
			if (both)
				add(&run, false, LAB_FLOW_POISSON, 0.2, 300, SECOND_NS);
			lab_drive_run(&run.drive, 2 * SECOND_NS);
			loss[both] = lab_flow_loss(flow);
			end(&run);
		}
		if (loss[1] - loss[0] < row[i].least || loss[1] - loss[0] > row[i].most)
			fail_msg("%s: %.4f one way, %.4f both", row[i].scene, loss[0], loss[1]);
	}
}

/* One more flow, of its own random numbers, on other wires: the others see nothing of it. */
static void streams_are_apart(void **state)
{
	struct lab_counters count[3];

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct run run;

		begin(&run, "duplex-mismatch", 100, LAB_LATE_DROP, i == 2 ? 8 : 7);
		add(&run, false, LAB_FLOW_POISSON, 0.2, 300, SECOND_NS / 5);
		add(&run, true, LAB_FLOW_POISSON, 0.2, 300, SECOND_NS / 5);
		if (i == 1) {	/* draws nothing before the others have ended */
			struct lab_flow_plan plan = run.drive.flow[0].plan;

			plan.start_ns = SECOND_NS;
			plan.stop_ns = 2 * SECOND_NS;
			assert_int_equal(lab_drive_add(&run.drive, &plan), 2);
		}
		lab_drive_run(&run.drive, SECOND_NS / 2);
		count[i] = *lab_net_counters(run.net, run.a);
		end(&run);
	}
	assert_memory_equal(&count[0], &count[1], sizeof(count[0]));
	assert_memory_not_equal(&count[0], &count[2], sizeof(count[0]));
}

/* Loss on the one way changes nothing on the other. */
static void loss_one_way_leaves_the_other_alone(void **state)
{
	uint64_t received[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct run run;
		struct lab_flow *flow;

		begin(&run, "lossy-cable", 100, LAB_LATE_DROP, 1);
		if (i)
			lab_way_loss(&run.net->wire[0].way[0], 0.5, 1e-5);
		add(&run, false, LAB_FLOW_POISSON, 0.5, 300, SECOND_NS);
		flow = add(&run, true, LAB_FLOW_POISSON, 0.5, 300, SECOND_NS);
		lab_drive_run(&run.drive, 2 * SECOND_NS);
		received[i] = flow->received;
		help_binomial("lossy", (double)(flow->offered - flow->refused - flow->received),
			      (double)(flow->offered - flow->refused), 0.01);
		end(&run);
	}
	assert_int_equal(received[0], received[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates_of_the_generators),
		cmocka_unit_test(a_saturated_line_is_full),
		cmocka_unit_test(plans_that_are_refused),
		cmocka_unit_test(a_window_is_kept),
		cmocka_unit_test(throughput_of_a_bulk_transfer),
		cmocka_unit_test(counters_point_at_the_half_end),
		cmocka_unit_test(contrast_of_one_way_and_both),
		cmocka_unit_test(streams_are_apart),
		cmocka_unit_test(loss_one_way_leaves_the_other_alone),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-drive", tests, NULL, NULL);
}
