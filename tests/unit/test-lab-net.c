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

/* A frame crosses every scene at every rate it has, and comes when it should. */
static void every_scene_carries_a_frame(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < lab_scene_count; i++)
		for (int rate_mbps = 10; rate_mbps <= 100; rate_mbps *= 10) {
			static const uint8_t bytes[300] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
			struct lab_net *net = make(lab_scenes[i].name, rate_mbps, 3);
			struct lab_port *far = lab_net_port(net, "b.eth0");
			int64_t bit_ns = lab_bit_ns(rate_mbps), least_ns = 500 + 2496 * bit_ns;

			count = 0;
			far->deliver = deliver;
			assert_int_equal(lab_send(lab_net_port(net, "a.eth0"), 0, bytes, 300), 0);
			lab_run_until(&net->lab, SECOND_NS);
			assert_int_equal(count, 1);
			assert_true(last_ns >= least_ns && last_ns < 2 * least_ns + 12000000);
			lab_net_free(net);
		}
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
		cmocka_unit_test(ports_by_name),
		cmocka_unit_test(settings_reach_their_elements),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-net", tests, NULL, NULL);
}
