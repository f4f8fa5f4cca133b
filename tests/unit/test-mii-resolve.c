// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/resolve.h"

#include "facts-help.h"

#define NO 0
#define SYM PAUSE_SYM
#define ASM PAUSE_ASM
#define ALL (PAUSE_SYM | PAUSE_ASM)
#define RXTX (FLOW_RX | FLOW_TX)

/* IEEE 802.3 Table 28B-3, row by row, the don't-cares written out. */
static void pause_by_the_table(void **state)
{
	static const struct {
		unsigned int ours, peer, flow;
	} row[] = {
		{ .ours = NO, .peer = NO, .flow = NO },	  { .ours = NO, .peer = ASM, .flow = NO },
		{ .ours = NO, .peer = SYM, .flow = NO },  { .ours = NO, .peer = ALL, .flow = NO },
		{ .ours = ASM, .peer = NO, .flow = NO },  { .ours = ASM, .peer = ASM, .flow = NO },
		{ .ours = ASM, .peer = SYM, .flow = NO },
		{ .ours = ASM, .peer = ALL, .flow = FLOW_TX },
		{ .ours = SYM, .peer = NO, .flow = NO },  { .ours = SYM, .peer = ASM, .flow = NO },
		{ .ours = SYM, .peer = SYM, .flow = RXTX },
		{ .ours = SYM, .peer = ALL, .flow = RXTX },
		{ .ours = ALL, .peer = NO, .flow = NO },
		{ .ours = ALL, .peer = ASM, .flow = FLOW_RX },
		{ .ours = ALL, .peer = SYM, .flow = RXTX },
		{ .ours = ALL, .peer = ALL, .flow = RXTX },
	};

	(void)state;
	assert_int_equal(ROWS(row), 16);
	for (size_t i = 0; i < ROWS(row); i++)
		if (pause_resolve(row[i].ours, row[i].peer) != row[i].flow)
			fail_msg("we offer %s, the partner %s: %s",
				 pause_offer_name(row[i].ours), pause_offer_name(row[i].peer),
				 pause_flow_name(pause_resolve(row[i].ours, row[i].peer)));
}

/* What one end sends the other obeys. */
static void pause_seen_from_the_other_end(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < 16; i++) {
		unsigned int near = pause_resolve(i & 3, i >> 2), far = pause_resolve(i >> 2,
		i & 3);

		assert_int_equal(!(near & FLOW_TX), !(far & FLOW_RX));
		assert_int_equal(!(near & FLOW_RX), !(far & FLOW_TX));
	}
}

static void pause_names(void **state)
{
	static const char *const offer[] = { "none", "symmetric", "asymmetric", "both" };
	static const char *const flow[] = { "none", "rx", "tx", "both" };

	(void)state;
	for (unsigned int i = 0; i < 4; i++) {
		assert_string_equal(pause_offer_name(i), offer[i]);
		assert_string_equal(pause_flow_name(i), flow[i]);
	}
}

static void pause_in_a_set_of_modes(void **state)
{
	struct modes m = { { 0 } };

	(void)state;
	modes_add(&m, MODE_100_FULL);
	assert_int_equal(pause_offer_of_modes(&m), NO);
	modes_add(&m, MODE_ASYM_PAUSE);
	assert_int_equal(pause_offer_of_modes(&m), ASM);
	modes_add(&m, MODE_PAUSE);
	assert_int_equal(pause_offer_of_modes(&m), ALL);
	m = (struct modes){ { 0 } };
	modes_add(&m, MODE_PAUSE);
	assert_int_equal(pause_offer_of_modes(&m), SYM);
}

enum page { OWN, PARTNER, BASE_X, ABLE, ABLE_X };

static struct modes modes_of_page(enum page page, uint16_t word, uint16_t second)
{
	switch (page) {
	case OWN:
		return mii_modes_own(word, second);
	case PARTNER:
		return mii_modes_partner(word, second);
	case BASE_X:
		return mii_modes_base_x(word);
	case ABLE:
		return mii_modes_able(word, second, false);
	case ABLE_X:
		return mii_modes_able(word, second, true);
	}
	return (struct modes){ { 0 } };
}

/* Each bit of each page alone, then all others together. */
static void bits_of_the_pages(void **state)
{
	static const struct {
		enum page page;
		uint16_t word, second;
		const char *modes;
	} row[] = {
		{ OWN, 0, 0, "none" },
		{ OWN, 0x0020, 0, "10baseT/Half" },	  { OWN, 0x0040, 0, "10baseT/Full" },
		{ OWN, 0x0080, 0, "100baseT/Half" },	  { OWN, 0x0100, 0, "100baseT/Full" },
		{ OWN, 0x0200, 0, "100baseT4" },	  { OWN, 0x0400, 0, "Pause" },
		{ OWN, 0x0800, 0, "Asym_Pause" },	  { OWN, 0, 0x0100, "1000baseT/Half" },
		{ OWN, 0, 0x0200, "1000baseT/Full" },	  { OWN, 0xf01f, 0xfcff, "none" },
		{ PARTNER, 0x0020, 0, "10baseT/Half" },	  { PARTNER, 0x0040, 0, "10baseT/Full" },
		{ PARTNER, 0x0080, 0, "100baseT/Half" },  { PARTNER, 0x0100, 0, "100baseT/Full" },
		{ PARTNER, 0x0200, 0, "100baseT4" },	  { PARTNER, 0x0400, 0, "Pause" },
		{ PARTNER, 0x0800, 0, "Asym_Pause" },	  { PARTNER, 0, 0x0400, "1000baseT/Half" },
		{ PARTNER, 0, 0x0800, "1000baseT/Full" }, { PARTNER, 0xf01f, 0xf3ff, "none" },
		{ BASE_X, 0x0020, 0, "1000baseX/Full" },  { BASE_X, 0x0040, 0, "1000baseX/Half" },
		{ BASE_X, 0x0080, 0, "Pause" },		  { BASE_X, 0x0100, 0, "Asym_Pause" },
		{ BASE_X, 0xfe1f, 0, "none" },
		{ ABLE, 0x8000, 0, "100baseT4" },	  { ABLE, 0x4000, 0, "100baseT/Full" },
		{ ABLE, 0x2000, 0, "100baseT/Half" },	  { ABLE, 0x1000, 0, "10baseT/Full" },
		{ ABLE, 0x0800, 0, "10baseT/Half" },	  { ABLE, 0x0400, 0, "100baseT2/Full" },
		{ ABLE, 0x0200, 0, "100baseT2/Half" },	  { ABLE, 0x0008, 0, "Autoneg" },
		{ ABLE, 0x01f7, 0xcfff, "none" },	  { ABLE, 0, 0x2000, "1000baseT/Full" },
		{ ABLE, 0, 0x1000, "1000baseT/Half" },	  { ABLE_X, 0x0008, 0, "Autoneg" },
		{ ABLE_X, 0, 0x8000, "1000baseX/Full" },  { ABLE_X, 0, 0x4000, "1000baseX/Half" },
		{ ABLE_X, 0x01f7, 0x3fff, "none" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct fact fact = { .state = FACT_KNOWN };
		char have[256];

		fact.modes = modes_of_page(row[i].page, row[i].word, row[i].second);
		fact_print(FACT_AN_COMMON, &fact, have, sizeof(have));
		if (strcmp(have, row[i].modes) != 0)
			fail_msg("page %d, %04x %04x: have %s, want %s", row[i].page, row[i].word,
				 row[i].second, have, row[i].modes);
	}
}

/* Table 22-7: bits 6 and 13 select the speed; both set is reserved. */
static void modes_that_are_forced(void **state)
{
	static const struct {
		uint16_t bmcr;
		bool base_x;
		int mode;
	} row[] = {
		{ .bmcr = 0x0000, .mode = MODE_10_HALF },
		{ .bmcr = 0x0100, .mode = MODE_10_FULL },
		{ .bmcr = 0x2000, .mode = MODE_100_HALF },
		{ .bmcr = 0x2100, .mode = MODE_100_FULL },
		{ .bmcr = 0x0040, .mode = MODE_1000_HALF },
		{ .bmcr = 0x0140, .mode = MODE_1000_FULL },
		{ .bmcr = 0x2040, .mode = -1 },		    { .bmcr = 0x2140, .mode = -1 },
		{ .bmcr = 0xceb0, .mode = MODE_10_HALF },
		{ .bmcr = 0x0040, .base_x = true, .mode = MODE_1000X_HALF },
		{ .bmcr = 0x0140, .base_x = true, .mode = MODE_1000X_FULL },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		if (mii_mode_forced(row[i].bmcr, row[i].base_x) != row[i].mode)
			fail_msg("%04x: %d", row[i].bmcr,
				 mii_mode_forced(row[i].bmcr, row[i].base_x));
}

/* 28.2.3.1: parallel detection puts one bit there, for half duplex, and T4 for T4. */
static void modes_that_are_sensed(void **state)
{
	static const struct {
		uint16_t anlpar;
		int mode;
	} row[] = {
		{ .anlpar = 0x0020, .mode = MODE_10_HALF },
		{ .anlpar = 0x0021, .mode = MODE_10_HALF },
		{ .anlpar = 0x0080, .mode = MODE_100_HALF },
		{ .anlpar = 0x0081, .mode = MODE_100_HALF },
		{ .anlpar = 0x0200, .mode = MODE_100_T4 },   { .anlpar = 0x0000, .mode = -1 },
		{ .anlpar = 0x0001, .mode = -1 },	     { .anlpar = 0x0040, .mode = -1 },
		{ .anlpar = 0x0100, .mode = -1 },	     { .anlpar = 0x00a0, .mode = -1 },
		{ .anlpar = 0x0220, .mode = -1 },	     { .anlpar = 0x01e1, .mode = -1 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		if (mii_mode_sensed(row[i].anlpar) != row[i].mode)
			fail_msg("%04x: %d", row[i].anlpar, mii_mode_sensed(row[i].anlpar));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pause_by_the_table),
		cmocka_unit_test(pause_seen_from_the_other_end),
		cmocka_unit_test(pause_names),
		cmocka_unit_test(pause_in_a_set_of_modes),
		cmocka_unit_test(bits_of_the_pages),
		cmocka_unit_test(modes_that_are_forced),
		cmocka_unit_test(modes_that_are_sensed),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("mii-resolve", tests, NULL, NULL);
}
