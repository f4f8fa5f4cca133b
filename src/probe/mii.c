// SPDX-License-Identifier: GPL-3.0-or-later
/* Hands the words to mii/, with what the driver is known to make up. */
#include <string.h>

#include "mii/facts.h"
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

static const char *driver_says(const struct facts *near)
{
	for (size_t i = 0; i < sizeof(quirks) / sizeof(quirks[0]); i++) {
		if (!facts_text_is(near, FACT_PORT_DRIVER, quirks[i].driver) ||
		    quirks[i].effect != QUIRK_MII_SYNTHETIC)
			continue;
		if (quirks[i].when == WHEN_ALWAYS || facts_no(near, FACT_LINK_UP))
			return quirks[i].words;
	}
	return NULL;
}

/* No words: what they would have told is missing for the same reason. */
static void no_words(struct facts *near)
{
	const struct fact *words = facts_get(near, FACT_MII_WORDS);

	for (const enum fact_id *id = mii_fact_ids; *id != FACT_COUNT; id++)
		facts_gap(near, *id, words->state, words->error);
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

	if (!facts_known(near, FACT_MII_WORDS)) {
		no_words(near);
		return;
	}
	dump.words = facts_get(near, FACT_MII_WORDS)->words;
	mii_facts(&dump, near, &sets->set[SET_PARTNER]);
	for (const enum fact_id *id = mii_fact_ids; *id != FACT_COUNT; id++)
		facts_gap(near, *id, FACT_ABSENT, 0);
}
