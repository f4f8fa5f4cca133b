// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/scene.h"

#include <stdio.h>
#include <stdlib.h>

#include "lab-help.h"
#include "lab/net.h"

static const char *const all_scenes[] = {
	"clean", "cut-through", "cut-through-14", "cut-through-threshold", "duplex-mismatch",
	"duplex-mismatch-far", "fast-to-slow", "half-duplex", "loaded-egress", "lossy-cable",
	"policer", "slow-host", "slow-to-fast", "store-and-forward", "switched-mismatch-far",
	"switched-mismatch-far-partner", "switched-mismatch-near",
	"switched-mismatch-near-partner", "two-stages",
};

static void load(struct lab_scene *scene, const char *name)
{
	struct err err = { 0 };

	if (lab_scene_load(scene, name, &err) < 0)
		fail_msg("%s: %s", name, err.text);
}

static void every_scene_is_there_and_read(void **state)
{
	(void)state;
	assert_int_equal(lab_scene_count, ROWS(all_scenes));
	for (size_t i = 0; i < ROWS(all_scenes); i++) {
		struct lab_scene scene;

		load(&scene, all_scenes[i]);
		assert_string_equal(scene.name, all_scenes[i]);
		assert_true(scene.summary[0] != '\0');
		assert_true(lab_scene_port(&scene, "a.eth0") >= 0);
		assert_true(lab_scene_port(&scene, "b.eth0") >= 0);
		assert_string_equal(scene.node[0].name, "a");
		assert_string_equal(scene.node[1].name, "b");
		assert_int_equal(scene.rate_mbps, 100);
		assert_int_equal(scene.seed, 1);
		assert_false(scene.hidden);
	}
}

static const struct lab_scene_port *port(const struct lab_scene *scene, const char *name)
{
	int index = lab_scene_port(scene, name);

	assert_true(index >= 0);
	return &scene->port[index];
}

/* The half end negotiates, its partner is full and forced, every other port is full. */
static void mismatches_are_where_they_belong(void **state)
{
	static const struct {
		const char *scene, *half, *full;
	} row[] = {
		{ "duplex-mismatch", "a.eth0", "b.eth0" },
		{ "duplex-mismatch-far", "b.eth0", "a.eth0" },
		{ "switched-mismatch-near", "a.eth0", "sw.1" },
		{ "switched-mismatch-near-partner", "sw.1", "a.eth0" },
		{ "switched-mismatch-far", "b.eth0", "sw.2" },
		{ "switched-mismatch-far-partner", "sw.2", "b.eth0" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct lab_scene scene;
		unsigned int halves = 0, forced = 0;

		load(&scene, row[i].scene);
		for (unsigned int k = 0; k < scene.ports; k++) {
			halves += scene.port[k].duplex == LAB_HALF;
			forced += !scene.port[k].autoneg;
		}
		assert_int_equal(halves, 1);
		assert_int_equal(forced, 1);
		assert_int_equal(port(&scene, row[i].half)->duplex, LAB_HALF);
		assert_false(port(&scene, row[i].full)->autoneg);
		assert_int_equal(port(&scene, row[i].half)->wire, port(&scene, row[i].full)->wire);
	}
}

static void switches_are_what_they_say(void **state)
{
	static const struct {
		const char *scene;
		enum lab_switch_mode mode;
		unsigned int begin_bytes;
	} row[] = {
		{ "store-and-forward", LAB_STORE_AND_FORWARD, 0 },
		{ "cut-through", LAB_CUT_THROUGH, 64 },
		{ "cut-through-14", LAB_CUT_THROUGH, 14 },
		{ "cut-through-threshold", LAB_THRESHOLD, 560 },
		{ "loaded-egress", LAB_CUT_THROUGH, 64 },
		{ "slow-to-fast", LAB_CUT_THROUGH, 64 },
		{ "fast-to-slow", LAB_STORE_AND_FORWARD, 0 },
		{ "switched-mismatch-far", LAB_STORE_AND_FORWARD, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct lab_scene scene;

		load(&scene, row[i].scene);
		assert_int_equal(scene.node[2].kind, LAB_SWITCH);
		assert_int_equal(scene.node[2].mode, row[i].mode);
		assert_int_equal(scene.node[2].begin_bytes, row[i].begin_bytes);
		assert_true(scene.node[2].latency_ns > 0);
		assert_int_equal(lab_scene_port(&scene, "a.eth1") >= 0, i < 7);
	}
}

static void rates(void **state)
{
	static const struct {
		const char *scene;
		int rate_mbps;
		const char *error;	/* NULL: taken */
	} row[] = {
		{ "clean", 10, NULL }, { "clean", 100, NULL }, { "clean", 1000, NULL },
		{ "cut-through", 1000, NULL }, { "duplex-mismatch", 10, NULL },
		{ "slow-to-fast", 10, NULL }, { "fast-to-slow", 1000, NULL },
		{ "slow-to-fast", 1000,
		  "scene slow-to-fast: rate 1000 Mb/s is not offered, only 100, 10" },
		{ "clean", 2500, "scene clean: rate 2500 Mb/s is not offered, only 100, 10, 1000" },
		{ "half-duplex", 1000, "scene half-duplex, line 5: half duplex at 1000 Mb/s is "
				       "not modelled (a.eth0)" },
		{ "half-duplex", 40,
		  "scene half-duplex: rate 40 Mb/s is not offered, only 100, 10" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct lab_scene scene;
		struct err err = { 0 };
		int rc;

		load(&scene, row[i].scene);
		rc = lab_scene_apply(&scene, row[i].rate_mbps, 99, &err);
		assert_int_equal(rc, row[i].error ? -22 : 0);
		assert_string_equal(err.text, row[i].error ? row[i].error : "");
		if (rc == 0)
			assert_true(scene.rate_mbps == row[i].rate_mbps && scene.seed == 99);
	}
}

/* The words of a scene end where they should. */
static void everything_a_scene_can_say(void **state)
{
	static const char text[] =
		"# a comment\n"
		"\n"
		"summary  two # hosts\n"
		"rates 100   # and another comment\n"
		"report hidden\n"
		"host left latency 20us service 5us stall 1.5ms every 20ms ring 7\r\n"
		"host right\n"
		"switch s threshold 560 latency 4us\n"
		"switch t learning off\n"
		"wire left.eth0 s.1 delay 25ns\n"
		"wire s.2 t.1 rate 10\n"
		"wire right.eth0 t.2\n"
		"wire right.eth1 t.3 rate x10\n"
		"wire right.eth2 t.4 rate /10 delay 1us\n"
		"port left.eth0 queue 64 late retry police 12.5% burst 3000\n"
		"port t.1 autoneg off\n"
		"port s.2 duplex half late drop\n"
		"loss s.2 t.1 frames 1% bits 1e-6\n"
		"load left.eth0 right.eth1 12.5% bytes 64\n"
		"load right.eth2 left.eth0 0.5\n"
		"loss t.1 s.2 bits 0.25";
	struct lab_scene scene;
	struct err err = { 0 };
	const struct lab_node *left = &scene.node[0];

	(void)state;
	if (lab_scene_parse(&scene, "all", text, &err) < 0)
		fail_msg("%s", err.text);
	assert_string_equal(scene.summary, "two ");
	assert_int_equal(scene.rates, 1);
	assert_int_equal(scene.rate_mbps, 100);
	assert_true(scene.hidden);
	assert_int_equal(left->latency_ns, 20000);
	assert_int_equal(left->stall.service_ns, 5000);
	assert_int_equal(left->stall.stall_ns, 1500000);
	assert_int_equal(left->stall.period_ns, 20000000);
	assert_int_equal(left->ring_frames, 7);
	assert_int_equal(scene.node[2].mode, LAB_THRESHOLD);
	assert_int_equal(scene.wire[0].delay_ns, 25);
	assert_int_equal(scene.wire[2].delay_ns, 500);
	assert_int_equal(lab_scene_wire_rate_mbps(&scene, &scene.wire[1]), 10);
	assert_int_equal(lab_scene_wire_rate_mbps(&scene, &scene.wire[2]), 100);
	assert_int_equal(lab_scene_wire_rate_mbps(&scene, &scene.wire[3]), 1000);
	assert_int_equal(lab_scene_wire_rate_mbps(&scene, &scene.wire[4]), 10);
	assert_int_equal(scene.wire[4].delay_ns, 1000);
	assert_true(scene.node[3].floods && !scene.node[2].floods);
	assert_int_equal(scene.loads, 2);
	assert_string_equal(scene.port[scene.load[0].from].name, "left.eth0");
	assert_string_equal(scene.port[scene.load[0].to].name, "right.eth1");
	assert_true(scene.load[0].share == 0.125 && scene.load[0].size_bytes == 64);
	assert_true(scene.load[1].share == 0.5 && scene.load[1].size_bytes == 1518);
	assert_int_equal(port(&scene, "left.eth0")->queue_frames, 64);
	assert_int_equal(port(&scene, "left.eth0")->late, LAB_LATE_RETRY);
	assert_true(port(&scene, "left.eth0")->police_share == 0.125);
	assert_int_equal(port(&scene, "left.eth0")->police_burst_bytes, 3000);
	assert_int_equal(port(&scene, "right.eth0")->queue_frames, 32);
	assert_int_equal(port(&scene, "t.2")->queue_frames, 128);
	assert_true(scene.wire[1].frame_loss[0] == 0.01 && scene.wire[1].frame_loss[1] == 0);
	assert_true(scene.wire[1].bit_loss[0] == 1e-6 && scene.wire[1].bit_loss[1] == 0.25);
	lab_scene_late(&scene, LAB_LATE_RETRY);
	assert_int_equal(port(&scene, "s.2")->late, LAB_LATE_RETRY);
}

#define TWO "host a\nhost b\nwire a.eth0 b.eth0\n"

static void wrong_lines_are_named(void **state)
{
	static const struct {
		const char *text, *error;
	} row[] = {
		{ "hosst a\n", "line 1: hosst: unknown word" },
		{ "\n# x\nhost\n", "line 3: host needs a value" },
		{ "host a b\n", "line 1: a host has no b" },
		{ "host a.b\n", "line 1: a.b is no name: letters, digits, - and _" },
		{ "host a\nhost a\n", "line 2: a is there already (line 1)" },
		{ "host a latency 5\n",
		  "line 1: latency: 5 is not a time of up to 10 s with a unit (500ns, 20us, 5ms)" },
		{ "host a latency -5us\n",
		  "line 1: latency: -5us is not a time of up to 10 s with a unit (500ns, "
		  "20us, 5ms)" },
		{ "host a latency nanns\n",
		  "line 1: latency: nanns is not a time of up to 10 s with a unit "
		  "(500ns, 20us, 5ms)" },
		{ "host a latency\n", "line 1: latency needs a value" },
		{ "host a stall 5ms\n", "line 1: stall needs a value" },
		{ "host a stall 5ms each 9ms\n",
		  "line 1: stall TIME every TIME is wanted, not each" },
		{ "host a ring 0\n", "line 1: ring: 0 is not a whole number from 1 to 65536" },
		{ "host a ring 7x\n", "line 1: ring: 7x is not a whole number from 1 to 65536" },
		{ "switch s fast\n", "line 1: a switch has no fast" },
		{ "switch s cut-through 13\n",
		  "line 1: cut-through: 13 is not a whole number from 14 to 1522" },
		{ "switch s latency 1s\n", "line 1: a switch has a latency of up to 10 ms" },
		{ "rates 10 40\n", "line 1: rates: 40: up to three of 10, 100, 1000 are wanted" },
		{ "rates\n", "line 1: rates needs a value" },
		{ "report maybe\n", "line 1: report: maybe is neither true nor hidden" },
		{ "report true true\n", "line 1: true: nothing is wanted after that" },
		{ "wire a.eth0 b.eth0\n", "line 1: a.eth0: there is no host or switch a above" },
		{ "host a\nwire a b\n", "line 2: a is no port: NODE.NAME is wanted, as a.eth0" },
		{ "host a\nwire a. b.x\n",
		  "line 2: a. is no port: NODE.NAME is wanted, as a.eth0" },
		{ TWO "wire a.eth0 b.eth1\n", "line 4: a.eth0 has a wire already" },
		{ "host a\nhost b\nwire a.x b.y rate 40\n",
		  "line 3: rate: 10, 100 or 1000 is wanted" },
		{ "host a\nhost b\nwire a.x b.y rate x20\n",
		  "line 3: rate: 10, 100 or 1000 is wanted" },
		{ "host a\nhost b\nwire a.x b.y rate x\n",
		  "line 3: rate:  is not a whole number from 10 to 1000" },
		{ "rates 100 10\n" "host a\nhost b\nwire a.x b.y rate /10\n",
		  "line 4: at a rate of 10 Mb/s it would have none of 10, 100, 1000" },
		{ "switch s learning maybe\n", "line 1: learning: maybe is neither on nor off" },
		{ "host a\nhost b\nwire a.x b.y length 3\n", "line 3: a wire has no length" },
		{ TWO "port a.eth1 duplex half\n", "line 4: no wire above ends at a.eth1" },
		{ TWO "port a.eth0 duplex both\n",
		  "line 4: duplex: both is neither half nor full" },
		{ TWO "port a.eth0 speed 10\n", "line 4: a port has no speed" },
		{ TWO "port a.eth0 police 2 burst 9000\n",
		  "line 4: police: 2 is not a share from 0 to 1 or 0% to 100%" },
		{ TWO "port a.eth0 police 2% burst 9\n",
		  "line 4: burst: 9 is not a whole number from 1526 to 1000000000" },
		{ TWO "loss a.eth0 b.eth0 frames 101%\n",
		  "line 4: frames: 101% is not a share from 0 to 1 or 0% to 100%" },
		{ TWO "loss a.eth0 b.eth0 bytes 1%\n",
		  "line 4: loss is of frames or bits, not bytes" },
		{ TWO "load a.eth0\n", "line 4: load needs a value" },
		{ TWO "load a.eth0 b.eth0 0\n", "line 4: a load of nothing is none" },
		{ TWO "load a.eth0 b.eth0 101%\n",
		  "line 4: load: 101% is not a share from 0 to 1 or 0% to 100%" },
		{ TWO "load a.eth0 b.eth0 1% frames 9\n", "line 4: a load has no frames" },
		{ TWO "load a.eth0 b.eth0 1% bytes 63\n",
		  "line 4: bytes: 63 is not a whole number from 64 to 1526" },
		{ TWO "switch s\nwire s.1 a.eth1\nload s.1 b.eth0 1%\n",
		  "line 6: s.1 is no port of a host" },
		{ TWO "loss a.eth0 a.eth0\n",
		  "line 4: a.eth0 and a.eth0 are not the ends of one wire" },
		{ TWO "port a.eth0 duplex half\n",
		  "line 3: a.eth0 and b.eth0 negotiate: they would agree on one duplex" },
		{ TWO "port a.eth0 autoneg off\n",
		  "line 3: b.eth0 negotiates, its partner does not: it would take half duplex" },
		{ "host a\nhost b\nwire a.x a.y\n", "line 2: b has no wire" },
		{ TWO "wire a.x a.y\n", "line 4: both ends are at a" },
		{ TWO "switch s\n", "line 4: s has no wire" },
		{ "host a stall 5ms every 5ms\n" "host b\nwire a.x b.x\n",
		  "line 1: a stall must leave time for a frame in its period" },
		{ TWO "switch s\nswitch t\nwire s.1 t.1\nwire s.2 t.2\n",
		  "line 7: this wire closes a ring of switches" },
		{ "rates 1000\n" TWO "port a.eth0 autoneg off\nport b.eth0 autoneg off\n",
		  "line 4: 1000 Mb/s needs negotiation (a.eth0)" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct lab_scene scene;
		struct err err = { 0 };
		char want[512];

		assert_int_equal(lab_scene_parse(&scene, "x", row[i].text, &err), -22);
		snprintf(want, sizeof(want), "scene x, %s", row[i].error);
		assert_string_equal(err.text, want);
	}
}

/* Too much of anything; a scene that is no network. */
static void limits(void **state)
{
	char text[4096] = "", word[64];
	struct lab_scene scene;
	struct err err = { 0 };

	(void)state;
	for (int i = 0; i < 9; i++) {
		snprintf(word, sizeof(word), "host h%d\n", i);
		strcat(text, word);
	}
	assert_int_equal(lab_scene_parse(&scene, "x", text, &err), -22);
	assert_string_equal(err.text, "scene x, line 9: more than 8 hosts and switches");
	strcpy(text, TWO);
	for (int i = 1; i < 13; i++) {
		snprintf(word, sizeof(word), "wire a.e%d b.e%d\n", i, i);
		strcat(text, word);
	}
	err.code = 0;
	assert_int_equal(lab_scene_parse(&scene, "x", text, &err), -22);
	assert_string_equal(err.text, "scene x, line 15: more than 12 wires");
	strcpy(text, TWO);
	for (int i = 0; i < 5; i++)
		strcat(text, "load a.eth0 b.eth0 1%\n");
	err.code = 0;
	assert_int_equal(lab_scene_parse(&scene, "x", text, &err), -22);
	assert_string_equal(err.text, "scene x, line 8: more than 4 loads");
	memset(text, 'x', 300);
	text[300] = '\0';
	err.code = 0;
	assert_int_equal(lab_scene_parse(&scene, "x", text, &err), -22);
	assert_string_equal(err.text, "scene x, line 1: the line is longer than 255 bytes");
	for (int i = 0; i < 50; i++)
		memcpy(text + 2 * i, "x ", 3);
	err.code = 0;
	assert_int_equal(lab_scene_parse(&scene, "x", text, &err), -22);
	assert_string_equal(err.text, "scene x, line 1: the line has more than 24 words");
	err.code = 0;
	assert_int_equal(lab_scene_parse(&scene, "x", "", &err), -22);
	assert_string_equal(err.text, "scene x: two hosts are needed, it has 0");
}

static void an_unknown_scene(void **state)
{
	struct lab_scene scene;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(lab_scene_load(&scene, "no-such", &err), -2);
	assert_non_null(strstr(err.text, "there is no scene no-such; there are clean, "));
	assert_non_null(strstr(err.text, "switched-mismatch-near-partner"));
}

static void bypassing_the_switch(void **state)
{
	static const char *const switched[] = { "store-and-forward", "cut-through",
						"switched-mismatch-near" };
	struct lab_scene scene;
	struct err err = { 0 };

	(void)state;
	for (size_t i = 0; i < ROWS(switched); i++) {
		load(&scene, switched[i]);
		assert_int_equal(lab_scene_apply(&scene, 10, 5, &err), 0);
		assert_int_equal(lab_scene_direct(&scene, &err), 0);
		assert_int_equal(scene.nodes, 2);
		assert_int_equal(scene.ports, 2);
		assert_int_equal(scene.wires, 1);
		assert_string_equal(scene.port[scene.wire[0].port[1]].name, "b.eth0");
		assert_int_equal(scene.rate_mbps, 10);
	}
	load(&scene, "clean");
	assert_int_equal(lab_scene_direct(&scene, &err), -22);
	assert_string_equal(err.text, "scene clean: there is no switch between the hosts");
}

/* The direct cable of a host's own two ports. */
static void looping_the_first_host(void **state)
{
	static const char *const timed[] = { "store-and-forward", "cut-through", "two-stages",
					     "cut-through-threshold", "loaded-egress" };
	struct lab_scene scene;
	struct err err = { 0 };

	(void)state;
	for (size_t i = 0; i < ROWS(timed); i++) {
		struct lab_net *net;

		load(&scene, timed[i]);
		assert_int_equal(lab_scene_apply(&scene, 1000, 5, &err), 0);
		assert_true(lab_scene_has_loop(&scene));
		assert_int_equal(lab_scene_loop(&scene, &err), 0);
		assert_int_equal(scene.ports, 2);
		assert_int_equal(scene.wires, 1);
		assert_int_equal(scene.nodes, 2);
		assert_string_equal(scene.port[scene.wire[0].port[0]].name, "a.eth0");
		assert_string_equal(scene.port[scene.wire[0].port[1]].name, "a.eth1");
		assert_string_equal(scene.node[scene.port[1].node].name, "a");
		assert_int_equal(scene.rate_mbps, 1000);
		net = lab_net_new(&scene, &err);
		assert_non_null(net);
		lab_net_free(net);
	}
	load(&scene, "slow-to-fast");	/* as fast as the second port receives in either case */
	assert_int_equal(lab_scene_loop(&scene, &err), 0);
	assert_int_equal(lab_scene_wire_rate_mbps(&scene, &scene.wire[0]), 1000);
	load(&scene, "loaded-egress");	/* and nothing else on it */
	assert_int_equal(scene.loads, 1);
	assert_int_equal(lab_scene_loop(&scene, &err), 0);
	assert_int_equal(scene.loads, 0);
	load(&scene, "clean");
	assert_false(lab_scene_has_loop(&scene));
	assert_int_equal(lab_scene_loop(&scene, &err), -22);
}

/* Of every host's port an address of its own, as hosts and their ports come. */
static void addresses(void **state)
{
	static const struct {
		const char *port;
		uint8_t mac[LAB_MAC_BYTES];
	} row[] = {
		{ "a.eth0", { 0x02, 'e', 'd', 'x', 0, 1 } },
		{ "a.eth1", { 0x02, 'e', 'd', 'x', 1, 1 } },
		{ "b.eth0", { 0x02, 'e', 'd', 'x', 0, 2 } },
	};
	struct lab_scene scene;

	(void)state;
	load(&scene, "two-stages");
	for (size_t i = 0; i < ROWS(row); i++) {
		uint8_t mac[LAB_MAC_BYTES];

		lab_scene_mac(&scene, (unsigned int)lab_scene_port(&scene, row[i].port), mac);
		assert_memory_equal(mac, row[i].mac, LAB_MAC_BYTES);
	}
}

/* Cut off anywhere, or with a byte changed, a scene is read or refused, and no more. */
static void damaged_texts(void **state)
{
	struct lab_rng rng;

	(void)state;
	lab_rng_init(&rng, 1, "damage");
	for (unsigned int i = 0; i < lab_scene_count; i++) {
		size_t len = strlen(lab_scenes[i].text);

		for (size_t n = 0; n < 2 * len; n++) {
			char *text = strndup(lab_scenes[i].text, n < len ? n : len);
			struct lab_scene scene;
			struct err err = { 0 };

			assert_non_null(text);
			if (n >= len)
				text[n - len] = (char)(1 + lab_rng_below(&rng, 255));
			if (lab_scene_parse(&scene, "x", text, &err) < 0)
				assert_true(err.text[0] != '\0');
			free(text);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_scene_is_there_and_read),
		cmocka_unit_test(mismatches_are_where_they_belong),
		cmocka_unit_test(switches_are_what_they_say),
		cmocka_unit_test(rates),
		cmocka_unit_test(everything_a_scene_can_say),
		cmocka_unit_test(wrong_lines_are_named),
		cmocka_unit_test(limits),
		cmocka_unit_test(an_unknown_scene),
		cmocka_unit_test(bypassing_the_switch),
		cmocka_unit_test(looping_the_first_host),
		cmocka_unit_test(addresses),
		cmocka_unit_test(damaged_texts),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-scene", tests, NULL, NULL);
}
