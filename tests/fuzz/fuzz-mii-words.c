// SPDX-License-Identifier: GPL-3.0-or-later
/* Pasted register words to facts to text: whatever is pasted, nothing absurd is concluded. */
#include "standalone.h"

#include <string.h>

#include "fact/fact.h"
#include "mii/facts.h"
#include "mii/words.h"

#define TEXT_MAX 4096

static void check_text(const char *text, size_t size)
{
	FUZZ_CHECK(memchr(text, '\0', size) != NULL);
}

/* In full, and into rooms that are too small. */
static void print_all(const struct facts *f)
{
	static const size_t rooms[] = { 0, 1, 2, 7, 64, TEXT_MAX };
	char text[TEXT_MAX];

	for (int id = 0; id < FACT_COUNT; id++) {
		for (size_t i = 0; i < sizeof(rooms) / sizeof(rooms[0]); i++) {
			fact_print((enum fact_id)id, facts_get(f, (enum fact_id)id), text,
				   rooms[i]);
			if (rooms[i])
				check_text(text, rooms[i]);
		}
	}
	for (unsigned int i = 0; i < f->others; i++) {
		fact_print(f->other[i].id, &f->other[i].fact, text, sizeof(text));
		check_text(text, sizeof(text));
	}
}

static bool one_of(const struct facts *f, enum fact_id id, const char *const *name)
{
	for (; *name; name++)
		if (facts_text_is(f, id, *name))
			return true;
	return !facts_known(f, id);
}

static void check_values(const struct facts *f, bool base_x)
{
	static const char *const duplex[] = { "half", "full", NULL };
	static const char *const flow[] = { "none", "rx", "tx", "both", NULL };
	static const char *const offer[] = { "none", "symmetric", "asymmetric", "both", NULL };
	static const char *const role[] = { "master", "slave", NULL };
	int64_t mbps = facts_num(f, FACT_LINK_SPEED, 10);
	int64_t errors = facts_num(f, FACT_MS_IDLE_ERRORS, 0);

	FUZZ_CHECK(mbps == 10 || mbps == 100 || mbps == 1000);
	FUZZ_CHECK(!base_x || !facts_known(f, FACT_LINK_SPEED) || mbps == 1000);
	FUZZ_CHECK(errors >= 0 && errors <= 255);
	FUZZ_CHECK(one_of(f, FACT_LINK_DUPLEX, duplex));
	FUZZ_CHECK(one_of(f, FACT_PAUSE_FLOW, flow));
	FUZZ_CHECK(one_of(f, FACT_PAUSE_ADVERTISED, offer));
	FUZZ_CHECK(one_of(f, FACT_MS_ROLE, role));
	FUZZ_CHECK(!facts_known(f, FACT_AN_HCD) || mode_bit(facts_text(f, FACT_AN_HCD)) >= 0);
	FUZZ_CHECK(!facts_known(f, FACT_LINK_FORCED) ||
		   mode_bit(facts_text(f, FACT_LINK_FORCED)) >= 0);
}

/* What must not be said together. */
static void check_sense(const struct facts *near, const struct facts *partner, bool base_x)
{
	bool up = facts_yes(near, FACT_LINK_UP), forced = facts_no(near, FACT_LINK_AUTONEG);
	struct modes common = facts_modes(near, FACT_AN_COMMON);

	FUZZ_CHECK(up || !facts_known(near, FACT_LINK_SPEED));
	FUZZ_CHECK(up || !facts_known(near, FACT_LINK_DUPLEX));
	FUZZ_CHECK(up || !facts_known(near, FACT_MS_ROLE));
	FUZZ_CHECK(up || !facts_known(near, FACT_PAUSE_FLOW));
	FUZZ_CHECK(up || !facts_yes(near, FACT_MII_LINK_DROPPED));
	FUZZ_CHECK(!forced || !facts_known(near, FACT_AN_HCD));
	FUZZ_CHECK(!forced || !facts_known(partner, FACT_LINK_MODES_ADVERTISED));
	FUZZ_CHECK(forced || !facts_known(near, FACT_LINK_FORCED));
	FUZZ_CHECK(!facts_yes(near, FACT_MII_PARTNER_STALE) ||
		   !facts_known(partner, FACT_LINK_MODES_ADVERTISED));
	FUZZ_CHECK(!facts_yes(near, FACT_AN_PARALLEL_DETECTION) ||
		   (facts_no(near, FACT_AN_PARTNER_ABLE) && !facts_known(near, FACT_AN_HCD)));
	FUZZ_CHECK(!facts_text_is(near, FACT_LINK_DUPLEX, "half") ||
		   !facts_known(near, FACT_PAUSE_FLOW) ||
		   facts_text_is(near, FACT_PAUSE_FLOW, "none"));
	FUZZ_CHECK(facts_known(near, FACT_AN_HCD) == (modes_hcd(&common) >= 0));
	FUZZ_CHECK(!base_x || !facts_known(near, FACT_MS_CONFIG));
	FUZZ_CHECK(near->others == 0 && partner->others == 0);
}

/* Of made-up words nothing but that, and the identifier. */
static void check_synthetic(const struct facts *near, const struct facts *partner)
{
	for (int id = 0; id < FACT_COUNT; id++) {
		FUZZ_CHECK(!facts_known(partner, (enum fact_id)id));
		if (id == FACT_MII_SYNTHETIC || id == FACT_MII_SYNTHETIC_WHY ||
		    id == FACT_MII_PHY_ID || id == FACT_MII_PHY_NAME)
			continue;
		FUZZ_CHECK(!facts_known(near, (enum fact_id)id));
	}
	FUZZ_CHECK(facts_known(near, FACT_MII_SYNTHETIC_WHY));
}

static bool unread(const struct words *words, unsigned int reg)
{
	return reg >= words->count || words->reg[reg] == WORD_UNREADABLE ||
	       words->reg[reg] == 0xffff;
}

/* What could not be read is no offer of nothing. */
static void check_gaps(const struct words *words, const struct facts *near,
		       const struct facts *partner)
{
	if (unread(words, 0) || unread(words, 1))
		FUZZ_CHECK(!facts_known(near, FACT_LINK_UP));
	if (unread(words, 4))
		FUZZ_CHECK(!facts_known(near, FACT_LINK_MODES_ADVERTISED));
	if (unread(words, 5))
		FUZZ_CHECK(!facts_known(partner, FACT_LINK_MODES_ADVERTISED));
	if (unread(words, 4) || unread(words, 5))
		FUZZ_CHECK(!facts_known(near, FACT_AN_COMMON));
	if (unread(words, 10))
		FUZZ_CHECK(!facts_known(near, FACT_MS_ROLE));
}

static void read_words(const struct mii_dump *dump)
{
	struct sets *sets = sets_new();
	struct facts *near, *partner;

	if (!sets)
		return;
	near = &sets->set[SET_NEAR];
	partner = &sets->set[SET_PARTNER];
	mii_facts(dump, near, partner);
	FUZZ_CHECK(facts_known(near, FACT_MII_SYNTHETIC));
	if (facts_yes(near, FACT_MII_SYNTHETIC)) {
		check_synthetic(near, partner);
	} else {
		check_values(near, dump->base_x);
		check_values(partner, dump->base_x);
		check_sense(near, partner, dump->base_x);
		check_gaps(&dump->words, near, partner);
	}
	print_all(near);
	print_all(partner);
	sets_free(sets);
}

static void read_both_ways(const struct words *words)
{
	struct mii_dump dump = { .words = *words, .bmsr_first = WORD_UNREADABLE, .phy_addr = -1 };

	for (int base_x = 0; base_x < 2; base_x++) {
		dump.base_x = base_x;
		dump.bmsr_first = WORD_UNREADABLE;
		dump.phy_addr = -1;
		read_words(&dump);
		dump.bmsr_first = words->reg[words->count - 1];
		dump.phy_addr = words->reg[0] & 63;
		read_words(&dump);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct err err = { 0 };
	struct words words;

	if (!text)
		return 0;
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	if (mii_words_parse(&words, text, &err) < 0) {
		FUZZ_CHECK(err.code < 0 && err.text[0]);
		check_text(err.text, sizeof(err.text));
	} else {
		struct fact fact = { .state = FACT_KNOWN };
		char line[TEXT_MAX];

		FUZZ_CHECK(words.count >= 2 && words.count <= FACT_WORDS_MAX);
		for (unsigned int i = 0; i < words.count; i++)
			FUZZ_CHECK(words.reg[i] >= WORD_UNREADABLE && words.reg[i] <= 0xffff);
		read_both_ways(&words);
		/* What is printed can be pasted. */
		fact.words = words;
		fact_print(FACT_MII_WORDS, &fact, line, sizeof(line));
		FUZZ_CHECK(mii_words_parse(&fact.words, line, NULL) == 0);
		FUZZ_CHECK(fact.words.count == words.count);
		FUZZ_CHECK(memcmp(fact.words.reg, words.reg, sizeof(words.reg)) == 0);
	}
	free(text);
	return 0;
}
