// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * mii-tool, with -v and -vv.  What it concludes is weak: it knows no register
 * 6, takes 1000 half before full, and shows gigabit only where 10 full is common
 * too (net-tools 2.10 mii-tool.c).  With the words of -vv nothing else is needed.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "text/reader.h"

enum { LIST_ABLE, LIST_OWN, LIST_PEER };

static const struct {
	const char *name;
	int bit;
} modes[] = {
	{ "1000baseT-FD", MODE_1000_FULL }, { "1000baseT-HD", MODE_1000_HALF },
	{ "100baseT4", MODE_100_T4 },	    { "100baseTx-FD", MODE_100_FULL },
	{ "100baseTx-HD", MODE_100_HALF },  { "10baseT-FD", MODE_10_FULL },
	{ "10baseT-HD", MODE_10_HALF },
};

static int bit_of(const char *name)
{
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (text_same(modes[i].name, name))
			return modes[i].bit;
	return -1;
}

static bool read_list(const char *text, struct modes *out)
{
	char word[32];

	while (text_word(&text, word, sizeof(word))) {
		int bit = bit_of(word);

		word[strcspn(word, ",")] = '\0';
		/* In lists it is bit 10; in the first line not always. */
		if (text_same(word, "flow-control"))
			bit = MODE_PAUSE;
		if (bit < 0)
			return false;
		modes_add(out, bit);
	}
	return true;
}

static void speed(struct text_section *s, int mbps, bool full)
{
	facts_put_num(text_weak(s), FACT_LINK_SPEED, FROM_PASTE, mbps);
	facts_put_text(text_weak(s), FACT_LINK_DUPLEX, FROM_PASTE, full ? "full" : "half");
}

/* "100 Mbit, full duplex, link ok" */
static bool forced(struct text_section *s, const char **at)
{
	int64_t mbps;

	if (!text_number(at, &mbps) || !text_skip(at, "Mbit, "))
		return false;
	if (text_skip(at, "full duplex"))
		speed(s, (int)mbps, true);
	else if (text_skip(at, "half duplex"))
		speed(s, (int)mbps, false);
	else
		return false;
	facts_put_bool(text_weak(s), FACT_LINK_AUTONEG, FROM_PASTE, false);
	return true;
}

/* "negotiated 100baseTx-FD flow-control, link ok"; its gigabit is not believed. */
static bool negotiated(struct text_section *s, const char **at)
{
	const struct mode_row *row;
	char word[32];

	if (!text_skip(at, "negotiated"))
		return false;
	facts_put_bool(text_weak(s), FACT_LINK_AUTONEG, FROM_PASTE, true);
	if (!text_word(at, word, sizeof(word)))
		return true;
	word[strcspn(word, ",")] = '\0';
	row = mode_row(bit_of(word));
	if (row && row->speed_mbps < 1000)
		speed(s, row->speed_mbps, row->full);
	return true;
}

static bool no_partner(struct text_section *s, const char **at)
{
	struct facts *weak = text_weak(s);

	if (!text_skip(at, "autonegotiation failed"))
		return false;
	facts_put_bool(weak, FACT_LINK_AUTONEG, FROM_PASTE, true);
	if (!text_has(*at, "link ok"))
		return true;
	/* Link, own negotiation on, nothing heard: 28.2.3.1 */
	facts_put_bool(weak, FACT_AN_PARTNER_ABLE, FROM_PASTE, false);
	facts_put_bool(weak, FACT_AN_PARALLEL_DETECTION, FROM_PASTE, true);
	facts_put_text(weak, FACT_LINK_DUPLEX, FROM_PASTE, "half");
	facts_put_text(weak, FACT_LINK_MEDIUM, FROM_PASTE, "base-t");
	return true;
}

static bool link_word(struct text_section *s, const char *text)
{
	if (text_has(text, "link ok"))
		facts_put_bool(text_weak(s), FACT_LINK_UP, FROM_PASTE, true);
	else if (text_has(text, "no link"))
		facts_put_bool(text_weak(s), FACT_LINK_UP, FROM_PASTE, false);
	else
		return false;
	return true;
}

static bool begins(struct text_section *s, const struct text_line *line)
{
	size_t len = strcspn(line->text, ": \t");
	const char *at = line->text + len + 1;
	char name[16];

	if (line->text[len] != ':' || len >= sizeof(name))
		return false;
	if (!text_has(at, "link ok") && !text_has(at, "no link"))
		return false;
	snprintf(name, sizeof(name), "%.*s", (int)len, line->text);
	at += strspn(at, " ");
	if (strncmp(at, "negotiated", 10) != 0 && strncmp(at, "autonegotiation ", 16) != 0 &&
	    !isdigit((unsigned char)*at) && !text_same(at, "no link"))
		return false;
	if (!text_port_is(s, name) || !link_word(s, at))
		return false;
	return forced(s, &at) || negotiated(s, &at) || no_partner(s, &at) ||
	       text_skip(&at, "autonegotiation restarted") || text_skip(&at, "no link");
}

static bool take_mode(struct text_section *s, const struct text_key *key, const char *value)
{
	(void)key;
	if (text_has(value, "autonegotiation enabled"))
		facts_put_bool(text_weak(s), FACT_LINK_AUTONEG, FROM_PASTE, true);
	else if (text_has(value, "Mbit"))
		facts_put_bool(text_weak(s), FACT_LINK_AUTONEG, FROM_PASTE, false);
	return true;
}

static bool take_status(struct text_section *s, const struct text_key *key, const char *value)
{
	(void)key;
	if (!link_word(s, value))
		return false;
	facts_put_bool(text_weak(s), FACT_AN_COMPLETE, FROM_PASTE,
		       text_has(value, "autonegotiation complete"));
	if (text_has(value, "remote fault"))
		facts_put_bool(text_weak(s), FACT_AN_REMOTE_FAULT, FROM_PASTE, true);
	return true;
}

static bool take_list(struct text_section *s, const struct text_key *key, const char *value)
{
	struct fact fact = { .state = FACT_KNOWN, .source = FROM_PASTE };

	if (text_skip(&value, "no autonegotiation,")) {
		facts_put_bool(text_weak(s), FACT_AN_PARTNER_ABLE, FROM_PASTE, false);
		return true;
	}
	if (!*value || !read_list(value, &fact.modes))
		return false;
	if (key->arg == LIST_PEER)
		s->modes[LIST_PEER] = fact.modes;
	else
		facts_put(text_weak(s), key->id, &fact);
	return true;
}

static const struct text_key keys[] = {
	{ "product info", text_take_nothing, 0, 0 },
	{ "basic mode", take_mode, 0, 0 },
	{ "basic status", take_status, 0, 0 },
	{ "capabilities", take_list, FACT_LINK_MODES_SUPPORTED, LIST_ABLE },
	{ "advertising", take_list, FACT_LINK_MODES_ADVERTISED, LIST_OWN },
	{ "link partner", take_list, FACT_LINK_MODES_ADVERTISED, LIST_PEER },
	{ NULL, NULL, 0, 0 },
};

static bool registers_head(struct text_section *s, const char *at)
{
	int64_t address;

	if (!text_skip(&at, "registers for MII PHY ") || !text_number(&at, &address) || *at != ':')
		return false;
	facts_offer_num(text_near(s), FACT_MII_PHY_ADDR, FROM_PASTE, address);
	s->state = 1;
	return true;
}

static bool line(struct text_section *s, const struct text_line *line)
{
	/* A list may be cut between two of its names. */
	if (line->open && text_has(line->text, "base"))
		return false;
	if (registers_head(s, line->text))
		return true;
	return (s->state && text_add_words(&s->words, line->text)) ||
	       text_take_key(s, keys, line->text);
}

static void ends(struct text_section *s)
{
	if (!s->words.count && !modes_empty(&s->modes[LIST_PEER]))
		facts_offer_modes(text_partner(s), FACT_LINK_MODES_ADVERTISED, FROM_PASTE,
				  &s->modes[LIST_PEER]);
	text_put_words(s);
}

const struct text_reader text_mii_tool = {
	.name = "mii-tool",
	.help = "mii-tool IFACE, -v, -vv",
	.begins = begins,
	.line = line,
	.ends = ends,
};
