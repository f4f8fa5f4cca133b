// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/c45.h"

#include <linux/mdio.h>

#include "facts-help.h"

/* Each field is one run of bits, highest first, and no bit stands twice. */
static void fields_do_not_overlap(void **state)
{
	(void)state;
	for (size_t i = 0; i < c45_regs_count; i++) {
		const struct mii_field *field = c45_regs[i].fields;
		unsigned int seen = 0, last = 16;

		for (; field && field->mask; field++) {
			unsigned int low = (unsigned int)__builtin_ctz(field->mask);
			unsigned int run = field->mask >> low;

			if (seen & field->mask || run & (run + 1) || low >= last)
				fail_msg("%u.%u: %s", c45_regs[i].mmd, c45_regs[i].reg, field->name);
			seen |= field->mask;
			last = low;
		}
	}
}

static void rows_are_sorted_and_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < c45_regs_count; i++) {
		assert_non_null(c45_regs[i].name);
		if (i)
			assert_true(c45_regs[i - 1].mmd < c45_regs[i].mmd ||
				    (c45_regs[i - 1].mmd == c45_regs[i].mmd &&
				     c45_regs[i - 1].reg < c45_regs[i].reg));
	}
}

static const struct c45_reg *row_of(unsigned int mmd, unsigned int reg)
{
	for (size_t i = 0; i < c45_regs_count; i++)
		if (c45_regs[i].mmd == mmd && c45_regs[i].reg == reg)
			return &c45_regs[i];
	fail_msg("no row for %u.%u", mmd, reg);
	return NULL;
}

/* Numbers and bits against linux/mdio.h. */
static void masks_are_the_kernel_s(void **state)
{
	static const struct {
		unsigned int mmd, reg;
		uint16_t mask;
		const char *name;
	} rows[] = {
		{ MDIO_MMD_PMAPMD, MDIO_PMA_RXDET, MDIO_PMD_RXDET_GLOBAL, "signal on all lanes" },
		{ MDIO_MMD_PMAPMD, MDIO_PMA_RXDET, MDIO_PMD_RXDET_3, "signal on lane 3" },
		{ MDIO_MMD_PMAPMD, MDIO_PMA_10GBT_SWAPPOL, MDIO_PMA_10GBT_SWAPPOL_DREV,
		  "pair D polarity reversed" },
		{ MDIO_MMD_PMAPMD, MDIO_PMA_10GBT_TXPWR, MDIO_PMA_10GBT_TXPWR_SHORT,
		  "short reach mode" },
		{ MDIO_MMD_PCS, MDIO_PCS_10GBRT_STAT1, MDIO_PCS_10GBRT_STAT1_BLKLK, "block lock" },
		{ MDIO_MMD_PCS, MDIO_PCS_10GBRT_STAT2, MDIO_PCS_10GBRT_STAT2_BER, "bad sync headers" },
		{ MDIO_MMD_PCS, MDIO_PCS_10GBRT_STAT2, MDIO_PCS_10GBRT_STAT2_ERR, "errored blocks" },
		{ MDIO_MMD_AN, MDIO_STAT1, MDIO_AN_STAT1_LPABLE, "partner can negotiate" },
		{ MDIO_MMD_AN, MDIO_STAT1, MDIO_AN_STAT1_PAGE, "page received" },
		{ MDIO_MMD_AN, MDIO_AN_10GBT_CTRL, MDIO_AN_10GBT_CTRL_ADV10G, "10GBASE-T" },
		{ MDIO_MMD_AN, MDIO_AN_10GBT_CTRL, MDIO_AN_10GBT_CTRL_ADV2_5G, "2.5GBASE-T" },
		{ MDIO_MMD_AN, MDIO_AN_10GBT_STAT, MDIO_AN_10GBT_STAT_MSFLT, "master/slave fault" },
		{ MDIO_MMD_AN, MDIO_AN_10GBT_STAT, MDIO_AN_10GBT_STAT_LP5G, "partner: 5GBASE-T" },
		{ MDIO_MMD_AN, MDIO_AN_EEE_ADV, MDIO_EEE_1000T, "1000BASE-T" },
		{ MDIO_MMD_AN, MDIO_AN_EEE_LPABLE, MDIO_EEE_10GT, "10GBASE-T" },
		{ MDIO_MMD_AN, MDIO_AN_EEE_LPABLE2, MDIO_EEE_2_5GT, "2.5GBASE-T" },
	};

	(void)state;
	assert_int_equal(PMA_10GT_SNR, MDIO_PMA_10GBT_SNR);
	assert_int_equal(C45_DEVICES1, MDIO_DEVS1);
	assert_int_equal(PCS_EEE_WAKE_ERRORS, MDIO_PCS_EEE_WK_ERR);
	for (size_t i = 0; i < ROWS(rows); i++) {
		const struct mii_field *field = row_of(rows[i].mmd, rows[i].reg)->fields;

		while (field->mask && field->mask != rows[i].mask)
			field++;
		if (!field->mask || strcmp(field->name, rows[i].name) != 0)
			fail_msg("%u.%u, %s", rows[i].mmd, rows[i].reg, rows[i].name);
	}
}

static void devices(void **state)
{
	static const struct {
		int32_t word;
		bool plausible;
	} rows[] = {
		{ 0x008a, true }, { 0x009a, true }, { 0x008b, true }, { 0x0002, true },
		{ 0, false }, { 0xffff, false }, { WORD_UNREADABLE, false }, { 0x0088, false },
		/* Register 5 of clause 22: acknowledged, sensed, without acknowledge, 1000BASE-X. */
		{ 0x45e1, false }, { 0xc1e1, false }, { 0x0081, false }, { 0x0021, false },
		{ 0x05e1, false }, { 0x41a0, false }, { 0x01a0, false }, { 0x10008a, false },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++)
		if (c45_devices_plausible(rows[i].word) != rows[i].plausible)
			fail_msg("%04x", (unsigned int)rows[i].word);
}

static void snr(void **state)
{
	double db = 0;

	(void)state;
	assert_true(c45_snr_db(0x8000, &db));
	assert_true(db == 0);
	assert_true(c45_snr_db(0x8000 + 127, &db));
	assert_true(db > 12.69 && db < 12.71);
	assert_true(c45_snr_db(0x8000 - 5, &db));
	assert_true(db > -0.51 && db < -0.49);
	assert_false(c45_snr_db(0x8000 + 128, &db));
	assert_false(c45_snr_db(0, &db));
	assert_false(c45_snr_db(0xffff, &db));
	assert_false(c45_snr_db(WORD_UNREADABLE, &db));
}

static void put_words(struct facts *f, enum fact_id id, const char *lines)
{
	facts_put_text(f, id, FROM_MII, "");
	snprintf(f->item[id].text, sizeof(f->item[id].text), "%s", lines);
}

/* A 10GBASE-T PHY whose pair B is weak, with EEE, on a crossed cable. */
static void ten_gigabit(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near, *partner;

	(void)state;
	assert_non_null(sets);
	near = &sets->set[SET_NEAR];
	partner = &sets->set[SET_PARTNER];
	facts_put_bool(near, FACT_LINK_UP, FROM_NETLINK, true);
	facts_put_num(near, FACT_LINK_SPEED, FROM_NETLINK, 10000);
	facts_put_num(near, FACT_MII_C45_PACKAGE, FROM_MII, 0xc000008a);
	put_words(near, FACT_MII_C45_PMA, "1 0006\n10 0001\n130 0a01\n133 8028\n134 7ffd\n135 8029\n"
		  "136 8027\n137 8020\n138 7ff0\n139 8021\n140 8022");
	put_words(near, FACT_MII_C45_PCS, "22 0003\n32 1001\n33 8402");
	put_words(near, FACT_MII_C45_AN, "60 000e\n61 0006\n62 0001\n63 0003");
	c45_facts(near, partner);
	help_fact_is("10G", near, FACT_MII_C45_DEVICES, "PMA/PMD; PCS; AN; vendor 1; vendor 2");
	help_fact_is("10G", near, FACT_MII_SIGNAL_DETECT, "yes");
	help_fact_is("10G", near, FACT_MII_POLARITY_REVERSED, "B; D");
	help_fact_is("10G", near, FACT_MII_CROSSOVER, "A and B straight, C and D crossed over");
	help_fact_is("10G", near, FACT_MII_SNR_MARGIN, "-0.3 dB");
	help_fact_is("10G", near, FACT_MII_SNR_MARGIN_LEAST, "-1.6 dB");
	help_fact_is("10G", near, FACT_MII_BLOCK_LOCK, "yes");
	help_fact_is("10G", near, FACT_MII_HIGH_BER, "no");
	help_fact_is("10G", near, FACT_MII_BER_COUNT, "4 headers");
	help_fact_is("10G", near, FACT_MII_ERRORED_BLOCKS, "2 blocks");
	help_fact_is("10G", near, FACT_EEE_WAKE_ERRORS, "3 errors");
	help_fact_is("10G", near, FACT_EEE_MODES_ADVERTISED,
		     "100baseT/Full 1000baseT/Full 10000baseT/Full 2500baseT/Full");
	help_fact_is("10G", partner, FACT_EEE_MODES_ADVERTISED,
		     "100baseT/Full 1000baseT/Full 2500baseT/Full 5000baseT/Full");
	sets_free(sets);
}

/* Words of 0 are those of a PHY that has no such thing; without link the counts run through noise. */
static void nothing_firm(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near;

	(void)state;
	assert_non_null(sets);
	near = &sets->set[SET_NEAR];
	facts_put_bool(near, FACT_LINK_UP, FROM_NETLINK, false);
	facts_put_num(near, FACT_MII_C45_PACKAGE, FROM_MII, 0x8a);
	put_words(near, FACT_MII_C45_PMA, "10 0000\n130 0000\n133 0000\n134 8000\n135 8000\n136 8000");
	put_words(near, FACT_MII_C45_PCS, "32 0002\n33 3fff");
	put_words(near, FACT_MII_C45_AN, "60 ffff\nnonsense\n\n61");
	c45_facts(near, &sets->set[SET_PARTNER]);
	help_fact_is("down", near, FACT_MII_SIGNAL_DETECT, "no");
	help_fact_is("down", near, FACT_MII_POLARITY_REVERSED, NULL);
	help_fact_is("down", near, FACT_MII_SNR_MARGIN, NULL);
	help_fact_is("down", near, FACT_MII_BLOCK_LOCK, NULL);
	help_fact_is("down", near, FACT_MII_BER_COUNT, NULL);
	help_fact_is("down", near, FACT_EEE_MODES_ADVERTISED, NULL);
	sets_free(sets);
}

/* A 10GBASE-T PHY that runs at 1 Gb/s: its margins are left over or nothing at all. */
static void a_slower_link(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near;

	(void)state;
	assert_non_null(sets);
	near = &sets->set[SET_NEAR];
	facts_put_bool(near, FACT_LINK_UP, FROM_NETLINK, true);
	facts_put_num(near, FACT_LINK_SPEED, FROM_NETLINK, 1000);
	facts_put_num(near, FACT_MII_C45_PACKAGE, FROM_MII, 0x8a);
	put_words(near, FACT_MII_C45_PMA, "133 8000\n134 8000\n135 8000\n136 8000");
	put_words(near, FACT_MII_C45_PCS, "22 0007\n32 0002");
	c45_facts(near, &sets->set[SET_PARTNER]);
	help_fact_is("1 Gb/s", near, FACT_MII_SNR_MARGIN, NULL);
	help_fact_is("1 Gb/s", near, FACT_MII_HIGH_BER, NULL);
	help_fact_is("1 Gb/s", near, FACT_EEE_WAKE_ERRORS, "7 errors");
	sets_free(sets);
}

static void without_clause_45(void **state)
{
	struct sets *sets = sets_new();

	(void)state;
	assert_non_null(sets);
	c45_facts(&sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
	for (const enum fact_id *id = c45_fact_ids; *id != FACT_COUNT; id++)
		help_fact_is("none", &sets->set[SET_NEAR], *id, NULL);
	sets_free(sets);
}

/* As a fact and back; all registers of a device have room in one. */
static void words_there_and_back(void **state)
{
	static const enum mmd mmds[] = { MMD_PMA, MMD_PCS, MMD_AN };
	struct c45_words in, out;

	(void)state;
	for (size_t i = 0; i < C45_WORDS_MAX; i++) {
		in.word[i] = i < c45_regs_count ? (int32_t)(0xff00 + i) : WORD_UNREADABLE;
		out.word[i] = WORD_UNREADABLE;
	}
	in.word[3] = WORD_UNREADABLE;
	for (size_t i = 0; i < ROWS(mmds); i++) {
		struct fact list = { .state = FACT_KNOWN };

		c45_words_to_fact(&in, mmds[i], &list);
		c45_words_from_text(&out, mmds[i], list.text);
	}
	assert_memory_equal(in.word, out.word, sizeof(in.word));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_do_not_overlap),
		cmocka_unit_test(rows_are_sorted_and_named),
		cmocka_unit_test(masks_are_the_kernel_s),
		cmocka_unit_test(devices),
		cmocka_unit_test(snr),
		cmocka_unit_test(ten_gigabit),
		cmocka_unit_test(nothing_firm),
		cmocka_unit_test(a_slower_link),
		cmocka_unit_test(without_clause_45),
		cmocka_unit_test(words_there_and_back),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
