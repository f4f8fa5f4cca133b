// SPDX-License-Identifier: GPL-3.0-or-later
/* SIOCGMIIPHY and SIOCGMIIREG. */
#include <errno.h>
#include <linux/mii.h>
#include <string.h>

#include "base/cur.h"
#include "dev/mii-words.h"
#include "dev/translate-private.h"
#include "mii/c45.h"

/* First and last reading of each register; WORD_UNREADABLE: none. */
struct readings {
	int32_t first[FACT_WORDS_MAX], last[FACT_WORDS_MAX];
	bool again[FACT_WORDS_MAX];
	unsigned int count;		/* highest register asked for, plus one */
	unsigned int good;
	int error;			/* positive errno of the first failure */
};

void mii_phy(const struct answer *answer, struct sets *sets)
{
	struct mii_ioctl_data mii;

	if (!answer->bytes || answer->len_bytes < sizeof(mii))
		return;
	memcpy(&mii, answer->bytes, sizeof(mii));
	facts_offer_num(&sets->set[SET_NEAR], FACT_MII_PHY_ADDR, FROM_MII, mii.phy_id);
}

static void note(struct readings *r, unsigned int reg, bool failed, uint16_t value)
{
	if (reg >= FACT_WORDS_MAX)
		return;
	if (reg >= r->count)
		r->count = reg + 1;
	if (failed) {
		if (!r->error)
			r->error = value;
		return;
	}
	r->good++;
	r->again[reg] = r->first[reg] != WORD_UNREADABLE;
	if (!r->again[reg])
		r->first[reg] = value;
	r->last[reg] = value;
}

static void take(const struct answer *answer, struct readings *r)
{
	unsigned int reg, failed;
	uint16_t value;
	struct cur c;

	for (unsigned int i = 0; i < FACT_WORDS_MAX; i++)
		r->first[i] = r->last[i] = WORD_UNREADABLE;
	cur_init(&c, answer->bytes, answer->len_bytes);
	while (cur_left(&c) >= MII_READING_BYTES) {
		reg = cur_u8(&c);
		failed = cur_u8(&c);
		value = cur_be16(&c);
		note(r, reg, failed, value);
	}
}

static void offer_first(struct facts *near, enum fact_id id, const struct readings *r,
			unsigned int reg)
{
	if (r->again[reg])
		facts_offer_num(near, id, FROM_MII, r->first[reg]);
}

void mii_words(const struct answer *answer, struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR];
	struct fact fact = { .state = FACT_KNOWN, .source = FROM_MII };
	struct readings r = { .error = 0 };
	enum fact_state state;

	take(answer, &r);
	if (r.good == 0) {
		state = fact_state_of(-r.error);
		facts_gap(near, FACT_MII_WORDS, state, state == FACT_FAILED ? r.error : 0);
		return;
	}
	fact.words.count = r.count;
	memcpy(fact.words.reg, r.last, sizeof(r.last));
	facts_offer(near, FACT_MII_WORDS, &fact);
	if (r.first[MII_REG_BMSR] != WORD_UNREADABLE)
		facts_offer_num(near, FACT_MII_BMSR_FIRST, FROM_MII, r.first[MII_REG_BMSR]);
	offer_first(near, FACT_MII_ANER_FIRST, &r, MII_REG_ANER);
	offer_first(near, FACT_MII_GSTAT_FIRST, &r, MII_REG_GSTAT);
}

struct c45_reading {
	unsigned int mmd, reg;
	bool failed;
	uint16_t word;
};

static bool c45_next(struct cur *c, struct c45_reading *r)
{
	if (cur_left(c) < C45_READING_BYTES)
		return false;
	r->mmd = cur_u8(c);
	r->failed = cur_u8(c);
	r->reg = cur_be16(c);
	r->word = cur_be16(c);
	return true;
}

static void c45_note(struct c45_words *words, const struct c45_reading *r)
{
	for (size_t i = 0; i < c45_regs_count; i++)
		if (c45_regs[i].mmd == r->mmd && c45_regs[i].reg == r->reg && !r->failed)
			words->word[i] = r->word;
}

static void c45_offer(struct facts *near, const struct c45_words *words, enum mmd mmd)
{
	struct fact fact = { .state = FACT_KNOWN, .source = FROM_MII };

	c45_words_to_fact(words, mmd, &fact);
	if (fact.text[0])
		facts_offer(near, c45_fact_of(mmd), &fact);
}

void mii_c45(const struct answer *answer, struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR];
	struct c45_words words = { .devices = 0 };
	struct c45_reading r;
	struct cur c;

	for (size_t i = 0; i < C45_WORDS_MAX; i++)
		words.word[i] = WORD_UNREADABLE;
	cur_init(&c, answer->bytes, answer->len_bytes);
	if (!c45_next(&c, &r) || r.mmd != MMD_PMA || r.reg != C45_DEVICES1 || r.failed ||
	    !c45_devices_plausible(r.word))
		return;
	words.devices = r.word;
	while (c45_next(&c, &r)) {
		if (r.mmd == MMD_PMA && r.reg == C45_DEVICES2 && !r.failed)
			words.devices |= (uint32_t)r.word << 16;
		else
			c45_note(&words, &r);
	}
	facts_offer_num(near, FACT_MII_C45_PACKAGE, FROM_MII, words.devices);
	c45_offer(near, &words, MMD_PMA);
	c45_offer(near, &words, MMD_PCS);
	c45_offer(near, &words, MMD_AN);
}
