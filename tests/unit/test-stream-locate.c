// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/locate.h"

#include "stream-help.h"

#define NEAR_SIDE { .both = { 0, .24 }, .low = { 0, .1 } }
#define FAR_SIDE { .both = { .24, 0 }, .low = { .1, 0 } }
#define NO_SIDE { .both = { .24, .24 }, .low = { .1, .1 } }
#define ALL (MAC_NEAR | MAC_NEAR_PARTNER | MAC_FAR_PARTNER | MAC_FAR)
#define LATE { .has_late = true, .late_together = 30 }
#define NO_LATE { .has_late = true }
#define FCS { .has_fcs = true, .fcs_together = 30 }
#define BUSY { .has_collisions = true, .has_late = true, .collisions = 400 }
#define MUTE { 0 }

/* In the order near, near partner, far partner, far. */
static void the_half_end(void **state)
{
	static const struct {
		const char *name;
		struct help_run run;
		bool direct;
		struct mac_evidence mac[PATH_MACS];
		unsigned int ends;
	} row[] = {
		{ "near side", NEAR_SIDE, false, { MUTE }, MAC_NEAR | MAC_FAR_PARTNER },
		{ "far side", FAR_SIDE, false, { MUTE }, MAC_FAR | MAC_NEAR_PARTNER },
		{ "side not known", NO_SIDE, false, { MUTE }, ALL },
		{ "direct, near", NEAR_SIDE, true, { MUTE }, MAC_NEAR },
		{ "direct, far", FAR_SIDE, true, { MUTE }, MAC_FAR },
		{ "direct, side not known", NO_SIDE, true, { MUTE }, MAC_NEAR | MAC_FAR },
		{ "near counts late", NEAR_SIDE, false, { LATE }, MAC_NEAR },
		{ "near counts late, one astray", NEAR_SIDE, false,
		  { { .has_late = true, .late_alone = 1, .late_together = 30 }, MUTE, MUTE, FCS },
		  MAC_NEAR },
		{ "near counts late, nobody knows when, and says full", NEAR_SIDE, false,
		  { { .late_unsplit = 200, .duplex = DUPLEX_FULL } }, MAC_NEAR },
		{ "near counts late, far gets fragments", NEAR_SIDE, false,
		  { LATE, MUTE, MUTE, FCS }, MAC_NEAR },
		{ "near could count late", NEAR_SIDE, false, { NO_LATE }, MAC_FAR_PARTNER },
		{ "far gets fragments", NEAR_SIDE, false, { MUTE, MUTE, MUTE, FCS },
		  MAC_FAR_PARTNER },
		{ "near partner gets fragments", NEAR_SIDE, false, { MUTE, FCS }, MAC_NEAR },
		{ "far counts late", FAR_SIDE, false, { MUTE, MUTE, MUTE, LATE }, MAC_FAR },
		{ "far could count late", FAR_SIDE, false, { MUTE, MUTE, MUTE, NO_LATE },
		  MAC_NEAR_PARTNER },
		{ "counters decide alone", NO_SIDE, false, { MUTE, MUTE, LATE }, MAC_FAR_PARTNER },
		{ "direct, far gets fragments", NO_SIDE, true, { MUTE, MUTE, MUTE, FCS },
		  MAC_NEAR },
		{ "counters contradict", NEAR_SIDE, false, { MUTE, LATE },
		  MAC_NEAR | MAC_FAR_PARTNER },
		{ "errors at any time", NEAR_SIDE, false,
		  { MUTE, MUTE, MUTE, { .has_fcs = true, .fcs_alone = 9, .fcs_together = 9 } },
		  MAC_NEAR | MAC_FAR_PARTNER },
		{ "its own word", NEAR_SIDE, false, { { .duplex = DUPLEX_HALF } }, MAC_NEAR },
		{ "says full, and never collides", NEAR_SIDE, false,
		  { { .duplex = DUPLEX_FULL, .has_collisions = true } }, MAC_FAR_PARTNER },
		{ "says full, that is all", NEAR_SIDE, false, { { .duplex = DUPLEX_FULL } },
		  MAC_NEAR | MAC_FAR_PARTNER },
		{ "says full, and collides", NEAR_SIDE, false,
		  { { .duplex = DUPLEX_FULL, .has_collisions = true, .collisions = 9 } }, MAC_NEAR },
		{ "both say full and never collide", NEAR_SIDE, false,
		  { { .duplex = DUPLEX_FULL, .has_collisions = true }, MUTE,
		    { .duplex = DUPLEX_FULL, .has_collisions = true } },
		  MAC_NEAR | MAC_FAR_PARTNER },
		{ "collides", NEAR_SIDE, false, { { .has_collisions = true, .collisions = 9 } },
		  MAC_NEAR },
		{ "counts late, says full", NEAR_SIDE, false,
		  { { .has_late = true, .late_together = 30, .duplex = DUPLEX_FULL } }, MAC_NEAR },
		{ "the half end sees broken frames too", NO_SIDE, true,
		  { { .has_late = true, .late_together = 30, .has_fcs = true, .fcs_together = 9 },
		    MUTE, MUTE, FCS }, MAC_NEAR },
		{ "legal half here, the mismatch beyond", NEAR_SIDE, false,
		  { { .has_late = true, .duplex = DUPLEX_HALF } }, MAC_FAR_PARTNER },
		{ "says half, and a cut-through switch hands fragments on", NEAR_SIDE, false,
		  { { .duplex = DUPLEX_HALF }, MUTE, MUTE, FCS }, MAC_NEAR },
		{ "a lie", NEAR_SIDE, false, { LATE, MUTE, { .duplex = DUPLEX_HALF } }, MAC_NEAR },
		{ "nobody is left", NEAR_SIDE, false, { NO_LATE, NO_LATE, NO_LATE, NO_LATE },
		  MAC_NEAR | MAC_FAR_PARTNER },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct contrast c = help_contrast(&row[i].run);
		struct duplex_evidence e = { .contrast = &c, .direct = row[i].direct };
		unsigned int ends;

		memcpy(e.mac, row[i].mac, sizeof(e.mac));
		ends = locate_half_ends(&e);
		if (ends != row[i].ends)
			fail_msg("%s: %x, want %x", row[i].name, ends, row[i].ends);
	}
}

static void without_a_contrast(void **state)
{
	struct help_run run = NEAR_SIDE;
	struct contrast c;
	struct duplex_evidence e = { .direct = false };

	(void)state;
	assert_int_equal(locate_half_ends(&e), ALL);
	e.mac[3] = (struct mac_evidence)LATE;
	assert_int_equal(locate_half_ends(&e), MAC_FAR);
	run.gate.host_drops = 1;
	c = help_contrast(&run);
	e = (struct duplex_evidence){ .contrast = &c };
	assert_int_equal(locate_half_ends(&e), ALL);
}

static void look_alikes(void **state)
{
	static const struct {
		const char *name;
		struct help_run run;
		struct mac_evidence mac[PATH_MACS];
		bool direct, host_limited;
		unsigned int looks;
	} row[] = {
		{ .name = "nothing" },
		{ "one frame lost", { .one = { .0005, 0 } }, { MUTE }, false, false, 0 },
		{ "cable", { .one = { .01, 0 }, .both = { .01, 0 }, .low = { .01, 0 } }, { MUTE },
		  false, false, LOOK_RANDOM_LOSS },
		{ "policer", { .one = { 0, .25 }, .both = { 0, .25 } }, { MUTE }, false, false,
		  LOOK_POLICER },
		{ "half load not tried", { .one = { 0, .25 }, .both = { 0, .25 }, .no_low = true },
		  { MUTE }, false, false, LOOK_RANDOM_LOSS },
		{ "host", { .one = { 0 } }, { MUTE }, false, true, LOOK_SLOW_HOST },
		{ "host drops", { .gate = { .host_drops = 1 }, .one = { .1, .1 } }, { MUTE }, false,
		  false, LOOK_SLOW_HOST },
		{ "legal, near cable", { .one = { 0 } }, { BUSY, BUSY }, false, false,
		  LOOK_LEGAL_HALF },
		{ "legal, direct", { .one = { 0 } }, { BUSY, MUTE, MUTE, BUSY }, true, false,
		  LOOK_LEGAL_HALF },
		{ "legal, the partner is silent", { .one = { 0 } }, { BUSY }, false, false,
		  LOOK_LEGAL_HALF },
		{ "late ones are not counted", { .one = { 0 } },
		  { { .has_collisions = true, .collisions = 400 } }, false, false, 0 },
		{ "one was late", { .one = { 0 } },
		  { { .has_collisions = true, .collisions = 400, .has_late = true, .late_alone = 1 } },
		  false, false, 0 },
		{ "not a valid run", { .gate = { .steal_share = .9 }, .one = { 0 } }, { BUSY }, false,
		  false, 0 },
		{ "shared", { .both = { .25, .25 } }, { MUTE }, false, false, LOOK_SHARED_MEDIUM },
		{ "mismatch", NEAR_SIDE, { BUSY }, false, false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct contrast c = help_contrast(&row[i].run);
		struct duplex_evidence e = { .contrast = &c, .direct = row[i].direct,
					     .host_limited = row[i].host_limited };
		unsigned int looks;

		memcpy(e.mac, row[i].mac, sizeof(e.mac));
		looks = locate_look_alikes(&e);
		if (looks != row[i].looks)
			fail_msg("%s: %x, want %x", row[i].name, looks, row[i].looks);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_half_end),
		cmocka_unit_test(without_a_contrast),
		cmocka_unit_test(look_alikes),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stream-locate", tests, NULL, NULL);
}
