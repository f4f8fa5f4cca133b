/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FACTS_HELP_H
#define FACTS_HELP_H

/* What the tests of facts share: whole sets compared as text, words as people paste them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "fact/fact.h"
#include "mii/facts.h"
#include "mii/words.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

/* Everything that is not unread, one "name: value" a line, in the order of the ids. */
static inline void help_dump(const struct facts *f, char *out, size_t size)
{
	size_t used = 0;

	out[0] = '\0';
	for (int id = 0; id < FACT_COUNT; id++) {
		const struct fact *fact = facts_get(f, (enum fact_id)id);
		char value[2 * FACT_TEXT_MAX];

		if (fact->state == FACT_UNREAD)
			continue;
		fact_print((enum fact_id)id, fact, value, sizeof(value));
		used += (size_t)snprintf(out + used, size - used, "%s: %s\n",
					 fact_row((enum fact_id)id)->name, value);
		assert_true(used < size);
	}
}

/* The second answers, in the order they came. */
static inline void help_dump_others(const struct facts *f, char *out, size_t size)
{
	size_t used = 0;

	out[0] = '\0';
	for (unsigned int i = 0; i < f->others; i++) {
		char value[2 * FACT_TEXT_MAX];

		fact_print(f->other[i].id, &f->other[i].fact, value, sizeof(value));
		used += (size_t)snprintf(out + used, size - used, "%s: %s\n",
					 fact_row(f->other[i].id)->name, value);
		assert_true(used < size);
	}
}

/* Fails with the first line that differs. */
static inline void help_same(const char *name, const char *what, const char *have,
			     const char *want)
{
	while (*have && *want && strcspn(have, "\n") == strcspn(want, "\n") &&
	       memcmp(have, want, strcspn(have, "\n")) == 0) {
		have += strcspn(have, "\n") + 1;
		want += strcspn(want, "\n") + 1;
	}
	if (*have || *want)
		fail_msg("%s: %s: have `%.*s', want `%.*s'", name, what,
			 (int)strcspn(have, "\n"), have, (int)strcspn(want, "\n"), want);
}

/* The set holds these facts and no other. */
static inline void help_facts_are(const char *name, const char *what, const struct facts *f,
				  const char *want)
{
	char have[8192];

	help_dump(f, have, sizeof(have));
	help_same(name, what, have, want ? want : "");
}

/* One fact as printed; NULL: nobody may know it. */
static inline void help_fact_is(const char *name, const struct facts *f, enum fact_id id,
				const char *want)
{
	char have[2 * FACT_TEXT_MAX];

	if (!want) {
		if (facts_known(f, id))
			fail_msg("%s: %s is known", name, fact_row(id)->name);
		return;
	}
	fact_print(id, facts_get(f, id), have, sizeof(have));
	if (strcmp(have, want) != 0)
		fail_msg("%s: %s: have `%s', want `%s'", name, fact_row(id)->name, have, want);
}

/* Words in, facts out. */
struct mii_case {
	const char *name;		/* NULL: the words will do */
	const char *words;
	const char *bmsr_first;		/* NULL: read once */
	int phy_addr;
	bool base_x;
	const char *driver_says;
	int driver_mbps;		/* what netlink said before; 0: nothing */
	const char *driver_duplex;	/* NULL: nothing */
	bool not_set_up, no_carrier;	/* nor that */
	const char *near, *partner, *others;	/* all there is, as help_dump() writes it */
};

static inline const char *help_case_name(const struct mii_case *c)
{
	return c->name ? c->name : c->words;
}

/* The near and partner sets of a reading.  To be freed. */
static inline struct sets *help_mii_sets(const struct mii_case *c)
{
	struct mii_dump dump = { .bmsr_first = WORD_UNREADABLE, .phy_addr = c->phy_addr,
				 .base_x = c->base_x, .driver_says = c->driver_says };
	struct sets *sets = sets_new();
	struct err err = { 0 };

	assert_non_null(sets);
	if (mii_words_parse(&dump.words, c->words, &err) < 0)
		fail_msg("%s: %s", help_case_name(c), err.text);
	if (c->bmsr_first)
		assert_int_equal(mii_word_parse(&dump.bmsr_first, c->bmsr_first,
						strlen(c->bmsr_first)), 0);
	if (c->driver_mbps)
		facts_put_num(&sets->set[SET_NEAR], FACT_LINK_SPEED, FROM_NETLINK, c->driver_mbps);
	if (c->driver_duplex)
		facts_put_text(&sets->set[SET_NEAR], FACT_LINK_DUPLEX, FROM_NETLINK,
			       c->driver_duplex);
	if (c->not_set_up)
		facts_put_bool(&sets->set[SET_NEAR], FACT_LINK_ADMIN_UP, FROM_NETLINK, false);
	if (c->not_set_up || c->no_carrier)
		facts_put_bool(&sets->set[SET_NEAR], FACT_LINK_UP, FROM_NETLINK, false);
	mii_facts(&dump, &sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
	return sets;
}

/* The whole case: both sets and the second answers, nothing missing, nothing more. */
static inline void help_mii_case(const struct mii_case *c)
{
	struct sets *sets = help_mii_sets(c);
	char others[1024];

	help_facts_are(help_case_name(c), "near", &sets->set[SET_NEAR], c->near);
	help_facts_are(help_case_name(c), "partner", &sets->set[SET_PARTNER], c->partner);
	help_dump_others(&sets->set[SET_NEAR], others, sizeof(others));
	help_same(help_case_name(c), "others", others, c->others ? c->others : "");
	assert_int_equal(sets->set[SET_PARTNER].others, 0);
	sets_free(sets);
}

#endif
