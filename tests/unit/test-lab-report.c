// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/report.h"

#include "facts-help.h"

/* What our own reader of registers makes of a port's report. */
static void read_port(const struct lab_scene *scene, unsigned int port, struct facts *near,
		      struct facts *partner)
{
	struct mii_dump dump = { .words.count = 16, .bmsr_first = WORD_UNREADABLE, .phy_addr = 1 };
	struct lab_report report;

	memset(near, 0, sizeof(*near));
	memset(partner, 0, sizeof(*partner));
	lab_report(scene, port, &report);
	for (int i = 0; i < 16; i++)
		dump.words.reg[i] = report.mii[i];
	mii_facts(&dump, near, partner);
	/* The words say what the report says. */
	assert_false(facts_yes(near, FACT_MII_SYNTHETIC));
	assert_true(facts_yes(near, FACT_LINK_UP));
	assert_int_equal(facts_num(near, FACT_LINK_SPEED, 0), report.speed_mbps);
	assert_string_equal(facts_text(near, FACT_LINK_DUPLEX), report.full ? "full" : "half");
	assert_int_equal(facts_yes(near, FACT_LINK_AUTONEG), report.autoneg);
	assert_int_equal(near->others, 0);
}

static void load(struct lab_scene *scene, const char *name, int rate_mbps)
{
	struct err err = { 0 };

	if (lab_scene_load(scene, name, &err) < 0 ||
	    lab_scene_apply(scene, rate_mbps, 1, &err) < 0)
		fail_msg("%s", err.text);
}

/* Every port of every scene, at every rate it has: the truth, to the last word. */
static void truth_of_every_port(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < lab_scene_count; i++) {
		struct lab_scene scene;
		struct facts near, partner;

		load(&scene, lab_scenes[i].name, 0);
		for (unsigned int k = 0; k < scene.rates * scene.ports; k++) {
			const struct lab_scene_port *port = &scene.port[k % scene.ports];
			const struct lab_scene_wire *wire = &scene.wire[port->wire];
			bool peer = scene.port[wire->port[!port->end]].autoneg;

			lab_scene_apply(&scene, scene.rates_mbps[k / scene.ports], 1, NULL);
			read_port(&scene, k % scene.ports, &near, &partner);
			assert_int_equal(facts_num(&near, FACT_LINK_SPEED, 0),
					 lab_scene_wire_rate_mbps(&scene, wire));
			assert_string_equal(facts_text(&near, FACT_LINK_DUPLEX),
					    port->duplex == LAB_FULL ? "full" : "half");
			assert_int_equal(facts_yes(&near, FACT_LINK_AUTONEG), port->autoneg);
			assert_int_equal(facts_known(&near, FACT_LINK_FORCED), !port->autoneg);
			if (port->autoneg) {
				assert_int_equal(facts_yes(&near, FACT_AN_PARTNER_ABLE), peer);
				assert_int_equal(facts_yes(&near, FACT_AN_PARALLEL_DETECTION),
						 !peer);
				assert_true(facts_yes(&near, FACT_AN_COMPLETE));
			}
		}
	}
}

static void hidden_reports_show_nothing(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < lab_scene_count; i++) {
		struct lab_scene scene, clean;
		struct lab_report report, innocent;

		load(&scene, lab_scenes[i].name, 0);
		scene.hidden = true;
		for (unsigned int k = 0; k < scene.ports; k++) {
			const struct lab_scene_wire *wire = &scene.wire[scene.port[k].wire];
			struct facts near, partner;

			load(&clean, "clean", lab_scene_wire_rate_mbps(&scene, wire));
			read_port(&scene, k, &near, &partner);
			assert_string_equal(facts_text(&near, FACT_LINK_DUPLEX), "full");
			assert_true(facts_yes(&near, FACT_LINK_AUTONEG));
			assert_true(facts_no(&near, FACT_AN_PARALLEL_DETECTION));
			/* not a bit differs from a port where nothing is wrong */
			lab_report(&scene, k, &report);
			lab_report(&clean, scene.port[k].end, &innocent);
			assert_memory_equal(report.mii, innocent.mii, sizeof(report.mii));
		}
	}
}

/* A few by the word, as they would stand in a bug report. */
static void some_by_the_word(void **state)
{
	static const struct {
		const char *scene;
		int rate_mbps;
		unsigned int port;
		uint16_t bmcr, bmsr, anar, anlpar, aner;
	} row[] = {
		{ "clean", 100, 0, 0x3100, 0x786d, 0x01e1, 0x41e1, 0x0001 },
		{ "clean", 10, 0, 0x1100, 0x186d, 0x0061, 0x4061, 0x0001 },
		{ "duplex-mismatch", 100, 0, 0x3000, 0x786d, 0x01e1, 0x0080, 0x0000 },
		{ "duplex-mismatch", 100, 1, 0x2100, 0x784d, 0x01e1, 0x0000, 0x0000 },
		{ "half-duplex", 100, 0, 0x3000, 0x786d, 0x01e1, 0x40a1, 0x0001 },
		{ "half-duplex", 100, 1, 0x3000, 0x786d, 0x00a1, 0x41e1, 0x0001 },
		{ "clean", 1000, 0, 0x1140, 0x796d, 0x01e1, 0x41e1, 0x000d },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct lab_scene scene;
		struct lab_report report;

		load(&scene, row[i].scene, row[i].rate_mbps);
		lab_report(&scene, row[i].port, &report);
		assert_int_equal(report.mii[0], row[i].bmcr);
		assert_int_equal(report.mii[1], row[i].bmsr);
		assert_int_equal(report.mii[4], row[i].anar);
		assert_int_equal(report.mii[5], row[i].anlpar);
		assert_int_equal(report.mii[6], row[i].aner);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(truth_of_every_port),
		cmocka_unit_test(hidden_reports_show_nothing),
		cmocka_unit_test(some_by_the_word),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-report", tests, NULL, NULL);
}
