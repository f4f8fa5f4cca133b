// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/c45.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS 4
#define DEVICES1_RESERVED 0xf000
#define SNR_BIAS 0x8000
#define SNR_MAX 127
#define SNR_PER_DB 10.0

#define RXDET_GLOBAL 0x0001
#define SWAP_AB_STRAIGHT 0x0001
#define SWAP_CD_STRAIGHT 0x0002
#define SWAP_REVERSED 0x0f00
#define SWAP_A_REVERSED 0x0100
#define BLOCK_LOCK 0x0001
#define HIGH_BER 0x0002
#define BER_COUNT 0x3f00
#define ERRORED_BLOCKS 0x00ff

#define FLAG(mask, name) { mask, name, NULL, NULL }
#define LATCHED(mask, name) { mask, name, "latched until read", NULL }
#define END { 0, NULL, NULL, NULL }

static const char *const speeds[16] = {
	[0] = "10 Gb/s", [2] = "40 Gb/s", [3] = "100 Gb/s", [4] = "25 Gb/s", [5] = "50 Gb/s",
	[6] = "2.5 Gb/s", [7] = "5 Gb/s",
};

/* 45.2.1.130: bit 0 and 1 say that a couple of pairs is not crossed over. */
static const char *const crossings[4] = {
	"both couples of pairs crossed over", "A and B straight, C and D crossed over",
	"A and B crossed over, C and D straight", "no crossover",
};

static const struct mii_field control[] = {
	FLAG(0x8000, "reset"), FLAG(0x2000, "speed selection, low bit"), FLAG(0x0800, "low power"),
	FLAG(0x0040, "speed selection, high bit"), { 0x003c, "speed", NULL, speeds },
	FLAG(0x0002, "remote loopback"), FLAG(0x0001, "loopback"), END,
};

static const struct mii_field pcs_control[] = {
	FLAG(0x8000, "reset"), FLAG(0x4000, "loopback"), FLAG(0x2000, "speed selection, low bit"),
	FLAG(0x0800, "low power"), FLAG(0x0400, "receive clock may stop in LPI"),
	FLAG(0x0040, "speed selection, high bit"), { 0x003c, "speed", NULL, speeds }, END,
};

static const struct mii_field pma_status[] = {
	FLAG(0x0080, "fault"), { 0x0004, "receive link", "a loss is latched until read", NULL },
	FLAG(0x0002, "can save power"), END,
};

static const struct mii_field pcs_status[] = {
	LATCHED(0x0800, "LPI was sent"), LATCHED(0x0400, "LPI was received"),
	FLAG(0x0200, "sends LPI now"), FLAG(0x0100, "receives LPI now"), FLAG(0x0080, "fault"),
	FLAG(0x0040, "transmit clock may stop"),
	{ 0x0004, "receive link", "a loss is latched until read", NULL },
	FLAG(0x0002, "can save power"), END,
};

static const struct mii_field faults[] = {
	FLAG(0xc000, "device answers (2: yes)"), LATCHED(0x0800, "transmit fault"),
	LATCHED(0x0400, "receive fault"), END,
};

static const struct mii_field signal_detect[] = {
	FLAG(0x0010, "signal on lane 3"), FLAG(0x0008, "signal on lane 2"),
	FLAG(0x0004, "signal on lane 1"), FLAG(0x0002, "signal on lane 0"),
	FLAG(RXDET_GLOBAL, "signal on all lanes"), END,
};

static const struct mii_field info_valid[] = {
	FLAG(0x0001, "the partner's training information is valid"), END,
};

static const struct mii_field swap[] = {
	FLAG(0x0800, "pair D polarity reversed"), FLAG(0x0400, "pair C polarity reversed"),
	FLAG(0x0200, "pair B polarity reversed"), FLAG(SWAP_A_REVERSED, "pair A polarity reversed"),
	{ SWAP_AB_STRAIGHT | SWAP_CD_STRAIGHT, "crossover", NULL, crossings }, END,
};

static const struct mii_field tx_power[] = {
	FLAG(0xe000, "partner's power backoff, 2 dB each"), FLAG(0x1c00, "own power backoff, 2 dB each"),
	FLAG(0x0001, "short reach mode"), END,
};

/* 45.2.3.10 and 45.2.7.13, the same bits */
static const struct mii_field eee[] = {
	FLAG(0x2000, "100GBASE-R deep sleep"), FLAG(0x1000, "100GBASE-R fast wake"),
	FLAG(0x0200, "40GBASE-R deep sleep"), FLAG(0x0100, "40GBASE-R fast wake"),
	FLAG(0x0040, "10GBASE-KR"), FLAG(0x0020, "10GBASE-KX4"), FLAG(0x0010, "1000BASE-KX"),
	FLAG(0x0008, "10GBASE-T"), FLAG(0x0004, "1000BASE-T"), FLAG(0x0002, "100BASE-TX"), END,
};

static const struct mii_field eee2[] = {
	FLAG(0x0002, "5GBASE-T"), FLAG(0x0001, "2.5GBASE-T"), END,
};

static const struct mii_field pcs_10g_1[] = {
	FLAG(0x1000, "receive link"), FLAG(HIGH_BER, "high bit error ratio"),
	FLAG(BLOCK_LOCK, "block lock"), END,
};

static const struct mii_field pcs_10g_2[] = {
	{ 0x8000, "block lock", "a loss is latched until read", NULL },
	LATCHED(0x4000, "high bit error ratio"),
	{ BER_COUNT, "bad sync headers", "cleared by reading", NULL },
	{ ERRORED_BLOCKS, "errored blocks", "cleared by reading", NULL }, END,
};

static const struct mii_field an_control[] = {
	FLAG(0x8000, "reset"), FLAG(0x2000, "extended next pages"), FLAG(0x1000, "negotiation enabled"),
	FLAG(0x0200, "restart negotiation"), END,
};

static const struct mii_field an_status[] = {
	LATCHED(0x0200, "parallel detection fault"), FLAG(0x0080, "extended next pages agreed"),
	LATCHED(0x0040, "page received"), FLAG(0x0020, "negotiation complete"),
	LATCHED(0x0010, "remote fault"), FLAG(0x0008, "can negotiate"),
	{ 0x0004, "link", "a loss is latched until read", NULL },
	FLAG(0x0001, "partner can negotiate"), END,
};

static const struct mii_field an_10gt_control[] = {
	FLAG(0x8000, "manual master/slave"), FLAG(0x4000, "manual: master"),
	FLAG(0x2000, "multiport device, prefers master"), FLAG(0x1000, "10GBASE-T"),
	FLAG(0x0100, "5GBASE-T"), FLAG(0x0080, "2.5GBASE-T"), FLAG(0x0040, "5GBASE-T fast retrain"),
	FLAG(0x0020, "2.5GBASE-T fast retrain"), FLAG(0x0004, "asks for training reset"),
	FLAG(0x0002, "10GBASE-T fast retrain"), FLAG(0x0001, "loop timing"), END,
};

static const struct mii_field an_10gt_status[] = {
	LATCHED(0x8000, "master/slave fault"), FLAG(0x4000, "master"),
	FLAG(0x2000, "own receiver well"), FLAG(0x1000, "partner's receiver well"),
	FLAG(0x0800, "partner: 10GBASE-T"), FLAG(0x0400, "partner: loop timing"),
	FLAG(0x0200, "partner asks for training reset"), FLAG(0x0040, "partner: 5GBASE-T"),
	FLAG(0x0020, "partner: 2.5GBASE-T"), FLAG(0x0010, "partner: 5GBASE-T fast retrain"),
	FLAG(0x0008, "partner: 2.5GBASE-T fast retrain"),
	FLAG(0x0002, "partner: 10GBASE-T fast retrain"), END,
};

const struct c45_reg c45_regs[] = {
	{ MMD_PMA, C45_CONTROL, "PMA/PMD control 1", control },
	{ MMD_PMA, C45_STATUS, "PMA/PMD status 1", pma_status },
	{ MMD_PMA, 8, "PMA/PMD status 2", faults },
	{ MMD_PMA, PMA_SIGNAL_DETECT, "receive signal detect", signal_detect },
	{ MMD_PMA, 129, "10GBASE-T status", info_valid },
	{ MMD_PMA, PMA_10GT_SWAP, "10GBASE-T pair swap and polarity", swap },
	{ MMD_PMA, 131, "10GBASE-T transmit power", tx_power },
	{ MMD_PMA, PMA_10GT_SNR, "SNR operating margin, pair A", NULL },
	{ MMD_PMA, PMA_10GT_SNR + 1, "SNR operating margin, pair B", NULL },
	{ MMD_PMA, PMA_10GT_SNR + 2, "SNR operating margin, pair C", NULL },
	{ MMD_PMA, PMA_10GT_SNR + 3, "SNR operating margin, pair D", NULL },
	{ MMD_PMA, PMA_10GT_SNR + 4, "least SNR margin, pair A", NULL },
	{ MMD_PMA, PMA_10GT_SNR + 5, "least SNR margin, pair B", NULL },
	{ MMD_PMA, PMA_10GT_SNR + 6, "least SNR margin, pair C", NULL },
	{ MMD_PMA, PMA_10GT_SNR + 7, "least SNR margin, pair D", NULL },
	{ MMD_PCS, C45_CONTROL, "PCS control 1", pcs_control },
	{ MMD_PCS, C45_STATUS, "PCS status 1", pcs_status },
	{ MMD_PCS, 8, "PCS status 2", faults },
	{ MMD_PCS, 20, "EEE ability", eee },
	{ MMD_PCS, PCS_EEE_WAKE_ERRORS, "EEE wake errors", NULL },
	{ MMD_PCS, PCS_10G_STATUS1, "10G PCS status 1", pcs_10g_1 },
	{ MMD_PCS, PCS_10G_STATUS2, "10G PCS status 2", pcs_10g_2 },
	{ MMD_AN, C45_CONTROL, "negotiation control", an_control },
	{ MMD_AN, C45_STATUS, "negotiation status", an_status },
	{ MMD_AN, 16, "own base page", NULL },
	{ MMD_AN, 19, "partner's base page", NULL },
	{ MMD_AN, AN_10GT_CONTROL, "10GBASE-T negotiation control", an_10gt_control },
	{ MMD_AN, AN_10GT_STATUS, "10GBASE-T negotiation status", an_10gt_status },
	{ MMD_AN, AN_EEE_OFFER, "EEE offer", eee },
	{ MMD_AN, AN_EEE_PARTNER, "partner's EEE offer", eee },
	{ MMD_AN, AN_EEE_OFFER2, "EEE offer 2", eee2 },
	{ MMD_AN, AN_EEE_PARTNER2, "partner's EEE offer 2", eee2 },
};

const size_t c45_regs_count = sizeof(c45_regs) / sizeof(c45_regs[0]);

_Static_assert(sizeof(c45_regs) / sizeof(c45_regs[0]) <= C45_WORDS_MAX, "C45_WORDS_MAX");

const enum fact_id c45_fact_ids[] = {
	FACT_MII_C45_DEVICES, FACT_MII_SIGNAL_DETECT, FACT_MII_POLARITY_REVERSED, FACT_MII_CROSSOVER,
	FACT_MII_SNR_MARGIN, FACT_MII_SNR_MARGIN_LEAST, FACT_MII_SNR_PAIRS, FACT_MII_BLOCK_LOCK,
	FACT_MII_HIGH_BER, FACT_MII_BER_COUNT, FACT_MII_ERRORED_BLOCKS, FACT_EEE_WAKE_ERRORS,
	FACT_COUNT
};

bool c45_devices_plausible(int32_t devices1)
{
	return devices1 >= 0 && devices1 <= UINT16_MAX && !(devices1 & DEVICES1_RESERVED) &&
	       devices1 & 1 << MMD_PMA;
}

bool c45_snr_db(int32_t word, double *db)
{
	int32_t tenths = word - SNR_BIAS;

	if (word < 0 || tenths < -SNR_MAX || tenths > SNR_MAX)
		return false;
	*db = (double)tenths / SNR_PER_DB;
	return true;
}

enum fact_id c45_fact_of(enum mmd mmd)
{
	if (mmd == MMD_PMA)
		return FACT_MII_C45_PMA;
	return mmd == MMD_PCS ? FACT_MII_C45_PCS : FACT_MII_C45_AN;
}

void c45_words_to_fact(const struct c45_words *words, enum mmd mmd, struct fact *list)
{
	char line[16];

	for (size_t i = 0; i < c45_regs_count; i++) {
		if (c45_regs[i].mmd != mmd || words->word[i] == WORD_UNREADABLE)
			continue;
		snprintf(line, sizeof(line), "%u %04x", c45_regs[i].reg, (unsigned int)words->word[i]);
		fact_list_add(list, line);
	}
}

static void put_word(struct c45_words *words, enum mmd mmd, unsigned long reg, unsigned long word)
{
	for (size_t i = 0; i < c45_regs_count; i++)
		if (c45_regs[i].mmd == mmd && c45_regs[i].reg == reg && word <= UINT16_MAX)
			words->word[i] = (int32_t)word;
}

void c45_words_from_text(struct c45_words *words, enum mmd mmd, const char *lines)
{
	for (; lines && *lines; lines += strcspn(lines, "\n"), lines += *lines == '\n') {
		char *end;
		unsigned long reg = strtoul(lines, &end, 10);

		if (end != lines && *end == ' ')
			put_word(words, mmd, reg, strtoul(end + 1, NULL, 16));
	}
}

static int32_t word_of(const struct c45_words *words, enum mmd mmd, unsigned int reg)
{
	for (size_t i = 0; i < c45_regs_count; i++)
		if (c45_regs[i].mmd == mmd && c45_regs[i].reg == reg)
			return words->word[i];
	return WORD_UNREADABLE;
}

/* ffff is what a bus without an answer reads. */
static bool read_word(const struct c45_words *words, enum mmd mmd, unsigned int reg, uint16_t *out)
{
	int32_t word = word_of(words, mmd, reg);

	*out = (uint16_t)word;
	return word != WORD_UNREADABLE && word != UINT16_MAX;
}

static void devices(struct facts *near)
{
	static const char *const names[32] = {
		[0] = "clause 22", [1] = "PMA/PMD", [2] = "WIS", [3] = "PCS", [4] = "PHY XS",
		[5] = "DTE XS", [6] = "TC", [7] = "AN", [8] = "PMA 1", [9] = "PMA 2", [10] = "PMA 3",
		[11] = "PMA 4", [29] = "clause 22 extension", [30] = "vendor 1", [31] = "vendor 2",
	};
	uint32_t bits = (uint32_t)facts_num(near, FACT_MII_C45_PACKAGE, 0);

	for (int i = 0; i < 32; i++)
		if (bits >> i & 1 && names[i])
			facts_list_add(near, FACT_MII_C45_DEVICES, FROM_MII, names[i]);
}

/* Signal on the lanes, and how the cable is wired. */
static void medium(const struct c45_words *words, struct facts *near)
{
	static const char *const pair[PAIRS] = { "A", "B", "C", "D" };
	uint16_t word;

	if (read_word(words, MMD_PMA, PMA_SIGNAL_DETECT, &word))
		facts_put_bool(near, FACT_MII_SIGNAL_DETECT, FROM_MII, word & RXDET_GLOBAL);
	/* 0 is also what a PHY says that is no 10GBASE-T. */
	if (!read_word(words, MMD_PMA, PMA_10GT_SWAP, &word) || !word)
		return;
	for (int i = 0; i < PAIRS; i++)
		if (word & SWAP_A_REVERSED << i)
			facts_list_add(near, FACT_MII_POLARITY_REVERSED, FROM_MII, pair[i]);
	facts_put_text(near, FACT_MII_CROSSOVER, FROM_MII,
		       crossings[word & (SWAP_AB_STRAIGHT | SWAP_CD_STRAIGHT)]);
}

/* The worst of the pairs; all of them or none. */
static bool worst(const struct c45_words *words, unsigned int first, double db[PAIRS], double *out)
{
	for (unsigned int i = 0; i < PAIRS; i++) {
		if (!c45_snr_db(word_of(words, MMD_PMA, first + i), &db[i]))
			return false;
		if (i == 0 || db[i] < *out)
			*out = db[i];
	}
	return true;
}

static void snr(const struct c45_words *words, struct facts *near)
{
	double db[PAIRS], low = 0;
	char line[32];

	if (worst(words, PMA_10GT_SNR, db, &low)) {
		facts_offer_real(near, FACT_MII_SNR_MARGIN, FROM_MII, low);
		for (int i = 0; i < PAIRS; i++) {
			snprintf(line, sizeof(line), "%c: %.1f dB", 'A' + i, db[i]);
			facts_list_add(near, FACT_MII_SNR_PAIRS, FROM_MII, line);
		}
	}
	if (worst(words, PMA_10GT_SNR + PAIRS, db, &low))
		facts_offer_real(near, FACT_MII_SNR_MARGIN_LEAST, FROM_MII, low);
}

static void coding(const struct c45_words *words, struct facts *near)
{
	uint16_t word;

	if (read_word(words, MMD_PCS, PCS_10G_STATUS1, &word)) {
		facts_put_bool(near, FACT_MII_BLOCK_LOCK, FROM_MII, word & BLOCK_LOCK);
		facts_put_bool(near, FACT_MII_HIGH_BER, FROM_MII, word & HIGH_BER);
	}
	if (read_word(words, MMD_PCS, PCS_10G_STATUS2, &word)) {
		facts_offer_num(near, FACT_MII_BER_COUNT, FROM_MII, (word & BER_COUNT) >> 8);
		facts_offer_num(near, FACT_MII_ERRORED_BLOCKS, FROM_MII, word & ERRORED_BLOCKS);
	}
}

static void eee_modes(const struct c45_words *words, unsigned int reg, unsigned int reg2,
		      struct facts *f)
{
	static const struct {
		bool second;
		uint16_t mask;
		const char *mode;
	} row[] = {
		{ false, 0x0002, "100baseT/Full" }, { false, 0x0004, "1000baseT/Full" },
		{ false, 0x0008, "10000baseT/Full" }, { false, 0x0010, "1000baseKX/Full" },
		{ false, 0x0020, "10000baseKX4/Full" }, { false, 0x0040, "10000baseKR/Full" },
		{ true, 0x0001, "2500baseT/Full" }, { true, 0x0002, "5000baseT/Full" },
	};
	struct modes modes = { 0 };
	uint16_t word, word2;

	if (facts_known(f, FACT_EEE_MODES_ADVERTISED) || !read_word(words, MMD_AN, reg, &word))
		return;
	if (!read_word(words, MMD_AN, reg2, &word2))
		word2 = 0;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		if ((row[i].second ? word2 : word) & row[i].mask)
			modes_add(&modes, mode_bit(row[i].mode));
	facts_offer_modes(f, FACT_EEE_MODES_ADVERTISED, FROM_MII, &modes);
}

void c45_facts(struct facts *near, struct facts *partner)
{
	static const enum mmd mmds[] = { MMD_PMA, MMD_PCS, MMD_AN };
	struct c45_words words;
	uint16_t wake_errors;

	if (!facts_known(near, FACT_MII_C45_PACKAGE))
		return;
	for (size_t i = 0; i < C45_WORDS_MAX; i++)
		words.word[i] = WORD_UNREADABLE;
	for (size_t i = 0; i < sizeof(mmds) / sizeof(mmds[0]); i++)
		c45_words_from_text(&words, mmds[i], facts_text(near, c45_fact_of(mmds[i])));
	devices(near);
	medium(&words, near);
	if (read_word(&words, MMD_PCS, PCS_EEE_WAKE_ERRORS, &wake_errors))
		facts_offer_num(near, FACT_EEE_WAKE_ERRORS, FROM_MII, wake_errors);
	/* Without link these run through noise, and on a slower one they are left over. */
	if (facts_yes(near, FACT_LINK_UP) && facts_num(near, FACT_LINK_SPEED, 0) >= 2500) {
		snr(&words, near);
		coding(&words, near);
	}
	eee_modes(&words, AN_EEE_OFFER, AN_EEE_OFFER2, near);
	eee_modes(&words, AN_EEE_PARTNER, AN_EEE_PARTNER2, partner);
}
