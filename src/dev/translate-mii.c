// SPDX-License-Identifier: GPL-3.0-or-later
/* SIOCGMIIPHY and SIOCGMIIREG. */
#include <errno.h>
#include <linux/mii.h>
#include <string.h>

#include "base/cur.h"
#include "dev/mii-words.h"
#include "dev/translate-private.h"
#include "mii/reg.h"

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
