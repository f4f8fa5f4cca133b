// SPDX-License-Identifier: GPL-3.0-or-later
/* Hands the words to mii/, with what the driver is known to make up. */
#include <string.h>

#include "mii/c45.h"
#include "mii/facts.h"
#include "mii/reg.h"
#include "probe/probe.h"

enum quirk_when { WHEN_ALWAYS, WHEN_LINK_DOWN };
enum quirk_effect { QUIRK_MII_SYNTHETIC };

static const struct {
	const char *driver;
	enum quirk_when when;
	enum quirk_effect effect;
	const char *words;
} quirks[] = {
#include "quirks.inc"
};

/* The driver may make words up before the kernel knows of the loss: they show no link then. */
static bool no_link(const struct facts *near)
{
	const struct fact *words = facts_get(near, FACT_MII_WORDS);

	return facts_no(near, FACT_LINK_UP) ||
	       (words->state == FACT_KNOWN && words->words.reg[MII_REG_BMSR] >= 0 &&
		!(words->words.reg[MII_REG_BMSR] & BMSR_LINK));
}

static const char *driver_says(const struct facts *near)
{
	for (size_t i = 0; i < sizeof(quirks) / sizeof(quirks[0]); i++) {
		if (!facts_text_is(near, FACT_PORT_DRIVER, quirks[i].driver) ||
		    quirks[i].effect != QUIRK_MII_SYNTHETIC)
			continue;
		if (quirks[i].when == WHEN_ALWAYS || no_link(near))
			return quirks[i].words;
	}
	return NULL;
}

/* What the words would have told is missing for the reason they are; what they
 * did not tell although they are there does not exist. */
static void gaps(struct facts *near, const enum fact_id *id, const struct fact *words)
{
	enum fact_state state = words->state == FACT_KNOWN ? FACT_ABSENT : words->state;

	for (; *id != FACT_COUNT; id++)
		facts_gap(near, *id, state, words->error);
}

void probe_mii(struct sets *sets, bool base_x)
{
	struct facts *near = &sets->set[SET_NEAR];
	struct mii_dump dump = {
		.bmsr_first = (int32_t)facts_num(near, FACT_MII_BMSR_FIRST, WORD_UNREADABLE),
		.gstat_first = (int32_t)facts_num(near, FACT_MII_GSTAT_FIRST, WORD_UNREADABLE),
		.phy_addr = (int)facts_num(near, FACT_MII_PHY_ADDR, -1),
		.base_x = base_x,
		.driver_says = driver_says(near),
	};

	if (facts_known(near, FACT_MII_WORDS)) {
		dump.words = facts_get(near, FACT_MII_WORDS)->words;
		mii_facts(&dump, near, &sets->set[SET_PARTNER]);
	}
	if (!facts_yes(near, FACT_MII_SYNTHETIC))
		c45_facts(near, &sets->set[SET_PARTNER]);
	gaps(near, mii_fact_ids, facts_get(near, FACT_MII_WORDS));
	gaps(near, c45_fact_ids, facts_get(near, FACT_MII_C45_PACKAGE));
}
