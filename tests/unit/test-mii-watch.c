// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/watch.h"

#include "facts-help.h"

#define MS 1000000

/* A look as a test writes it; first: register 1 as latched, NULL: as in words. */
struct given {
	int64_t t_ms;
	const char *words;	/* registers 0 to 10, -- where unread */
	int32_t first;		/* 0: the same as the second reading */
	int carrier;
	const char *events;	/* "name: text", one a line */
};

static struct mii_look look_of(const struct given *g)
{
	struct mii_look look = { .t_ns = g->t_ms * MS, .carrier = g->carrier };

	assert_int_equal(mii_words_parse(&look.words, g->words, NULL), 0);
	for (unsigned int i = look.words.count; i < FACT_WORDS_MAX; i++)
		look.words.reg[i] = WORD_UNREADABLE;
	look.bmsr_first = g->first ? g->first : look.words.reg[1];
	return look;
}

static void play(struct mii_watch *watch, const char *name, const struct given *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct mii_event event[MII_EVENTS_MAX];
		struct mii_look look = look_of(&rows[i]);
		unsigned int events = mii_watch_step(watch, &look, event);
		char have[2000] = "", where[80];

		for (unsigned int k = 0; k < events; k++) {
			size_t used = strlen(have);

			snprintf(have + used, sizeof(have) - used, "%s: %s\n",
				 mii_event_name(event[k].kind), event[k].text);
		}
		snprintf(where, sizeof(where), "%s, at %d ms", name, (int)rows[i].t_ms);
		help_same(where, "events", have, rows[i].events);
	}
}

/* A cable pulled and put back: 1000BASE-T with all its steps. */
static void gigabit_cable_pulled(void **state)
{
	static const struct given rows[] = {
		{ 0, "1140 796d 0141 0cc2 0de1 c5e1 000d 2001 0000 0200 7800", 0, -1,
		  "state: link up at 1000baseT/Full, highest common mode; negotiation complete\n" },
		{ 100, "1140 796d 0141 0cc2 0de1 c5e1 000d 2001 0000 0200 7800", 0, -1, "" },
		{ 200, "1140 7949 0141 0cc2 0de1 0000 0004 2001 0000 0200 4000", 0, 0,
		  "link-lost: status 7949\n"
		  "negotiation-restarted: no longer complete\n"
		  "partner-changed: -next page, -acknowledge, -pause, -100BASE-TX full duplex, "
		  "-100BASE-TX half duplex, -10BASE-T full duplex, -10BASE-T half duplex, "
		  "selector: 0x0, -partner can next pages, -partner can negotiate, "
		  "-partner: 1000BASE-T full duplex\n"
		  "receiver-changed: -own receiver well, -partner's receiver well\n"
		  "carrier: the kernel says down\n" },
		{ 1200, "1140 7949 0141 0cc2 0de1 c5e1 000f 2001 0000 0200 4800", 0, 0,
		  "page-received: register 5 reads c5e1\n"
		  "partner-changed: +next page, +acknowledge, +pause, +100BASE-TX full duplex, "
		  "+100BASE-TX half duplex, +10BASE-T full duplex, +10BASE-T half duplex, "
		  "selector: IEEE 802.3, +partner can next pages, +partner can negotiate, "
		  "+partner: 1000BASE-T full duplex\n" },
		{ 1700, "1140 796d 0141 0cc2 0de1 c5e1 000d 2001 0000 0200 7803", 0x7949, 1,
		  "negotiation-complete: 1000baseT/Full, highest common mode\n"
		  "link-up: at 1000baseT/Full, highest common mode\n"
		  "receiver-changed: +own receiver well, +partner's receiver well\n"
		  "idle-errors: 3 since the last look\n"
		  "carrier: the kernel says up\n" },
	};
	struct mii_watch watch = { .base_x = false };

	(void)state;
	play(&watch, "gigabit", rows, ROWS(rows));
	mii_watch_end(&watch, 2000 * MS);
	assert_int_equal(watch.looks, 5);
	assert_int_equal(watch.link_losses, 1);
	assert_int_equal(watch.restarts, 1);
	assert_int_equal(watch.pages, 1);
	assert_int_equal(watch.down_ns, 1500 * MS);
	assert_int_equal(watch.longest_down_ns, 1500 * MS);
	assert_true(mii_watch_link(&watch));
}

/* Only the latch tells of it. */
static void link_lost_between_two_looks(void **state)
{
	static const struct given rows[] = {
		{ 0, "3100 782d 02a8 0154 05e1 45e1 0001", 0x7829, -1,
		  "state: link up at 100baseT/Full, highest common mode (it was lost since register 1 "
		  "was last read); negotiation complete\n" },
		{ 100, "3100 782d 02a8 0154 05e1 45e1 0001", 0x7829, -1,
		  "link-lost: and back within 100 ms: only the latched bit tells\n"
		  "link-up: at 100baseT/Full, highest common mode\n" },
		{ 200, "3100 782d 02a8 0154 05e1 45e1 0001", 0, -1, "" },
	};
	struct mii_watch watch = { .base_x = false };

	(void)state;
	play(&watch, "blip", rows, ROWS(rows));
	assert_int_equal(watch.link_losses, 1);
	assert_int_equal(watch.down_ns, 0);
}

static void partner_that_is_forced(void **state)
{
	static const struct given rows[] = {
		{ 0, "3100 7809 02a8 0154 05e1 0000 0000", 0, -1,
		  "state: link down; negotiation not complete\n" },
		{ 600, "3100 782d 02a8 0154 05e1 0081 0010", 0, -1,
		  "partner-changed: +100BASE-TX half duplex, selector: IEEE 802.3\n"
		  "fault: parallel detection fault\n"
		  "negotiation-complete: 100baseT/Half, sensed: the partner does not negotiate\n"
		  "link-up: at 100baseT/Half, sensed: the partner does not negotiate\n" },
		{ 700, "3100 782d 02a8 0154 05e1 0081 0000", 0, -1,
		  "fault-gone: parallel detection fault\n" },
		{ 800, "2100 780d 02a8 0154 05e1 0081 0000", 0, -1,
		  "control-changed: -negotiation enabled\n" },
		{ 900, "2100 7809 02a8 0154 05e1 0081 0000", 0, -1, "link-lost: status 7809\n" },
		{ 1000, "2100 780d 02a8 0154 05e1 0081 0000", 0, -1,
		  "link-up: at 100baseT/Full, forced\n" },
	};
	struct mii_watch watch = { .base_x = false };

	(void)state;
	play(&watch, "forced partner", rows, ROWS(rows));
	assert_int_equal(watch.down_ns, 700 * MS);
	assert_int_equal(watch.longest_down_ns, 600 * MS);
}

static void restart_by_the_bit(void **state)
{
	static const struct given rows[] = {
		{ 0, "3000 782d 02a8 0154 05e1 45e1 0001", 0, -1,
		  "state: link up at 100baseT/Full, highest common mode; negotiation complete\n" },
		{ 100, "3200 782d 02a8 0154 0461 45e1 0001", 0, -1,
		  "offer-changed: -100BASE-TX full duplex, -100BASE-TX half duplex\n"
		  "negotiation-restarted: restart bit of register 0\n"
		  "negotiation-complete: 10baseT/Full, highest common mode\n" },
		{ 200, "3200 782d 02a8 0154 0461 45e1 0001", 0, -1, "" },
	};
	struct mii_watch watch = { .base_x = false };

	(void)state;
	play(&watch, "restart", rows, ROWS(rows));
	assert_int_equal(watch.restarts, 1);
}

/* What cannot be read is no lost link. */
static void a_phy_that_stops_to_answer(void **state)
{
	static const struct given rows[] = {
		{ 0, "-- --", 0, -1, "unreadable: the PHY gives no answer\n" },
		{ 100, "ffff ffff", 0, -1, "" },
		{ 200, "3000 782d 02a8 0154 05e1 45e1 0001", 0, -1,
		  "readable: the PHY answers\n"
		  "state: link up at 100baseT/Full, highest common mode; negotiation complete\n" },
		{ 300, "-- --", 0, -1, "unreadable: the PHY gives no answer\n" },
		{ 400, "-- --", 0, -1, "" },
		{ 500, "3000 782d 02a8 0154 05e1 45e1 0001", 0, -1, "readable: the PHY answers\n" },
	};
	struct mii_watch watch = { .base_x = false };

	(void)state;
	play(&watch, "silent PHY", rows, ROWS(rows));
	assert_int_equal(watch.link_losses, 0);
	assert_int_equal(watch.looks, 6);
}

static void nothing_was_seen(void **state)
{
	struct mii_watch watch = { .base_x = false };

	(void)state;
	mii_watch_end(&watch, MS);
	assert_int_equal(watch.down_ns, 0);
	assert_false(mii_watch_link(&watch));
}

/* Registers 9 and 10 of a PHY without BMSR bit 8 read as anything. */
static void registers_that_do_not_exist(void **state)
{
	static const struct given rows[] = {
		{ 0, "3000 782d 02a8 0154 05e1 45e1 0001 0000 0000 0000 0000", 0, -1,
		  "state: link up at 100baseT/Full, highest common mode; negotiation complete\n" },
		{ 100, "3000 782d 02a8 0154 05e1 45e1 0001 0000 0000 ffff f8ff", 0, -1, "" },
	};
	struct mii_watch watch = { .base_x = false };

	(void)state;
	play(&watch, "no registers 9 and 10", rows, ROWS(rows));
}

static void base_x(void **state)
{
	static const struct given rows[] = {
		{ 0, "1140 0149 0141 0cc2 01a0 0000 0000", 0, -1,
		  "state: link down; negotiation not complete\n" },
		{ 100, "1140 016d 0141 0cc2 01a0 41a0 0003", 0, -1,
		  "page-received: register 5 reads 41a0\n"
		  "partner-changed: +acknowledge, pause: both, +1000BASE-X full duplex, "
		  "+partner can negotiate\n"
		  "negotiation-complete: 1000baseX/Full, highest common mode\n"
		  "link-up: at 1000baseX/Full, highest common mode\n" },
	};
	struct mii_watch watch = { .base_x = true };

	(void)state;
	play(&watch, "1000BASE-X", rows, ROWS(rows));
}

/* Any words: at most one event of a kind, each with a text. */
static void any_words(void **state)
{
	static const uint16_t pattern[] = { 0, 0xffff, 0x5555, 0xaaaa, 0x7fff, 0x8000, 0x796d };
	struct mii_watch watch = { .base_x = false };
	unsigned int n = 0;

	(void)state;
	for (size_t a = 0; a < ROWS(pattern); a++)
		for (size_t b = 0; b < ROWS(pattern); b++) {
			struct mii_look look = { .t_ns = MS * (n + 1), .carrier = n & 1 };
			struct mii_event event[MII_EVENTS_MAX];
			unsigned int count, seen = 0;

			look.words.count = FACT_WORDS_MAX;
			for (unsigned int reg = 0; reg < FACT_WORDS_MAX; reg++)
				look.words.reg[reg] = pattern[reg & 1 ? a : b];
			look.bmsr_first = pattern[b];
			n++;
			count = mii_watch_step(&watch, &look, event);
			assert_in_range(count, 0, MII_EVENTS_MAX);
			for (unsigned int i = 0; i < count; i++) {
				assert_false(seen & 1U << event[i].kind);
				assert_true(event[i].text[0]);
				seen |= 1U << event[i].kind;
			}
		}
}

static void every_kind_has_a_name(void **state)
{
	(void)state;
	for (int kind = 0; kind < MII_EVENT_COUNT; kind++)
		assert_non_null(mii_event_name((enum mii_event_kind)kind));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gigabit_cable_pulled),
		cmocka_unit_test(link_lost_between_two_looks),
		cmocka_unit_test(partner_that_is_forced),
		cmocka_unit_test(restart_by_the_bit),
		cmocka_unit_test(a_phy_that_stops_to_answer),
		cmocka_unit_test(nothing_was_seen),
		cmocka_unit_test(registers_that_do_not_exist),
		cmocka_unit_test(base_x),
		cmocka_unit_test(any_words),
		cmocka_unit_test(every_kind_has_a_name),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
