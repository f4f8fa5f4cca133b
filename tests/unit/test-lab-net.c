// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/net.h"

#include "lab-help.h"

static struct lab_net *make(const char *name, int rate_mbps, uint64_t seed)
{
	struct lab_scene scene;
	struct err err = { 0 };
	struct lab_net *net = NULL;

	if (lab_scene_load(&scene, name, &err) == 0 &&
	    lab_scene_apply(&scene, rate_mbps, seed, &err) == 0)
		net = lab_net_new(&scene, &err);
	if (!net)
		fail_msg("%s: %s", name, err.text);
	return net;
}

static unsigned int count;
static int64_t last_ns;

static void deliver(void *owner, int64_t at_ns, const uint8_t *bytes, size_t len_bytes)
{
	(void)owner;
	(void)bytes;
	(void)len_bytes;
	count++;
	last_ns = at_ns;
}

static void cross(struct lab_net *net, const char *from, const char *to, unsigned int len_bytes)
{
	static const uint8_t bytes[LAB_FRAME_MAX] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };

	count = 0;
	lab_net_port(net, to)->deliver = deliver;
	assert_int_equal(lab_send(lab_net_port(net, from), net->lab.now_ns, bytes, len_bytes), 0);
	lab_run_until(&net->lab, net->lab.now_ns + SECOND_NS);
	assert_int_equal(count, 1);
}

/* A frame crosses every scene at every rate it has, and comes when it should. */
static void every_scene_carries_a_frame(void **state)
{
	struct lab_scene scene;
	struct err err = { 0 };

	(void)state;
	for (unsigned int i = 0; i < lab_scene_count; i++) {
		assert_int_equal(lab_scene_load(&scene, lab_scenes[i].name, &err), 0);
		for (unsigned int r = 0; r < scene.rates; r++) {
			struct lab_net *net = make(scene.name, scene.rates_mbps[r], 3);
			int64_t least_ns = 500 + 2496 * lab_bit_ns(scene.rates_mbps[r]);

			cross(net, "a.eth0", "b.eth0", 300);
			assert_true(last_ns >= least_ns && last_ns < 2 * least_ns + 12000000);
			lab_net_free(net);
		}
	}
}

/* How much longer a long frame takes than a short one. */
static int64_t longer_ns(const struct lab_scene *scene)
{
	struct err err = { 0 };
	struct lab_net *net = lab_net_new(scene, &err);
	int64_t short_ns;

	assert_non_null(net);
	cross(net, "a.eth0", "a.eth1", 60);
	short_ns = last_ns;
	cross(net, "a.eth0", "a.eth1", 1514);
	lab_net_free(net);
	return last_ns - short_ns - SECOND_NS;
}

/* What is to be found out by timing frames, from the model itself: frame times at the way in. */
static void stages_of_the_scenes(void **state)
{
	static const struct {
		const char *scene;
		int64_t stages;
	} row[] = {
		{ "store-and-forward", 1 }, { "two-stages", 2 },   { "cut-through-14", 0 },
		{ "slow-to-fast", 1 },	    { "fast-to-slow", 1 },
	};
	struct lab_scene scene;
	struct err err = { 0 };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		assert_int_equal(lab_scene_load(&scene, row[i].scene, &err), 0);
		for (unsigned int r = 0; r < scene.rates; r++) {
			int64_t through_ns, frame_ns = 8 * 1454 * lab_bit_ns(scene.rates_mbps[r]);

			assert_int_equal(lab_scene_apply(&scene, scene.rates_mbps[r], 1, &err), 0);
			through_ns = longer_ns(&scene);
			assert_int_equal(lab_scene_loop(&scene, &err), 0);
			assert_int_equal(through_ns - longer_ns(&scene), row[i].stages * frame_ns);
			assert_int_equal(lab_scene_load(&scene, row[i].scene, &err), 0);
		}
	}
}

/* The load goes to its port once time has begun, as much of it as was said. */
static void loads(void **state)
{
	struct lab_net *net = make("loaded-egress", 100, 1);
	struct lab_port *to = lab_net_port(net, "a.eth1");
	static const uint8_t hello[60] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
					   0x02, 'e', 'd', 'x', 1, 1 };
	double frame_ns = (double)lab_frame_ns(100, 1514);

	(void)state;
	count = 0;
	to->deliver = deliver;
	lab_net_port(net, "a.eth0")->deliver = deliver;
	lab_run_until(&net->lab, SECOND_NS);
	assert_int_equal(count, 0);
	assert_int_equal(lab_send(to, SECOND_NS, hello, sizeof(hello)), 0);
	lab_net_start(net, SECOND_NS + 1000000);
	count = 0;
	lab_run_until(&net->lab, 11 * SECOND_NS);
	/* exponential gaps: the deviation of a count is its root */
	assert_true(fabs(count - 3e9 / frame_ns) < 5 * sqrt(3e9 / frame_ns));
	assert_int_equal(net->load[0].refused, 0);
	lab_net_free(net);
}

static void ports_by_name(void **state)
{
	struct lab_net *net = make("cut-through", 100, 1);

	(void)state;
	assert_non_null(lab_net_port(net, "a.eth0"));
	assert_non_null(lab_net_port(net, "a.eth1"));
	assert_null(lab_net_port(net, "sw.1"));
	assert_null(lab_net_port(net, "c.eth0"));
	assert_int_equal(lab_net_mac(net, (unsigned int)lab_scene_port(&net->scene, "sw.2"))
				 ->setup.queue_frames, 128);
	assert_int_equal(lab_net_counters(net, 0)->tx_frames, 0);
	lab_net_free(net);
	lab_net_free(NULL);
}

/* What the scene says has reached the elements. */
static void settings_reach_their_elements(void **state)
{
	struct lab_net *net = make("lossy-cable", 1000, 1);

	(void)state;
	assert_true(net->wire[0].way[0].frame_loss == 0.01);
	assert_true(net->wire[0].way[1].frame_loss == 0.01);
	lab_net_free(net);
	net = make("policer", 10, 1);
	assert_int_equal(lab_net_port(net, "b.eth0")->policer.rate_bps, 5000000);
	assert_int_equal(lab_net_port(net, "a.eth0")->policer.rate_bps, 0);
	lab_net_free(net);
	net = make("slow-host", 100, 1);
	assert_int_equal(lab_net_port(net, "b.eth0")->stall.period_ns, 100000000);
	assert_int_equal(lab_net_port(net, "a.eth0")->stall.period_ns, 0);
	lab_net_free(net);
	net = make("switched-mismatch-far", 100, 1);
	assert_int_equal(lab_net_mac(net, 2)->setup.duplex, LAB_HALF);
	assert_int_equal(lab_net_mac(net, 3)->setup.duplex, LAB_FULL);
	lab_net_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_scene_carries_a_frame),
		cmocka_unit_test(stages_of_the_scenes),
		cmocka_unit_test(loads),
		cmocka_unit_test(ports_by_name),
		cmocka_unit_test(settings_reach_their_elements),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-net", tests, NULL, NULL);
}
