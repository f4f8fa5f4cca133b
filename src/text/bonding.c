// SPDX-License-Identifier: GPL-3.0-or-later
/* /proc/net/bonding/BOND in a paste: collected line by line, read as a whole. */
#include <stdio.h>
#include <string.h>

#include "text/bond-facts.h"
#include "text/case-private.h"

/* Room for the head, which is put in front at the end. */
#define HEAD_MAX 64

static bool begins(struct text_section *s, const struct text_line *line)
{
	if (strncmp(line->text, "Ethernet Channel Bonding Driver:", 32) != 0)
		return false;
	s->of->kept_len = 0;
	s->state = 1;
	return true;
}

static bool belongs(const char *text)
{
	return strchr(text, ':') || text_same(text, "802.3ad info") ||
	       strncmp(text, "bond ", 5) == 0;
}

static bool line(struct text_section *s, const struct text_line *line)
{
	struct text_case *c = s->of;
	size_t len = strlen(line->text);

	if (!s->state || !belongs(line->text) || c->kept_len + len + HEAD_MAX > sizeof(c->kept))
		return false;
	memcpy(c->kept + c->kept_len, line->text, len);
	c->kept_len += len;
	c->kept[c->kept_len++] = '\n';
	return true;
}

static void ends(struct text_section *s)
{
	static const char head[] = "Ethernet Channel Bonding Driver: v\n";
	struct text_case *c = s->of;
	struct facts *near = text_near(s);
	struct bond_file bond;

	if (!c->kept_len)
		return;
	memmove(c->kept + strlen(head), c->kept, c->kept_len);
	memcpy(c->kept, head, strlen(head));
	if (bond_file_read(c->kept, c->kept_len + strlen(head), &bond)) {
		s->port->meant = true;
		bond_facts(&bond, near, FROM_PASTE);
		facts_offer_bool(near, FACT_PORT_PHYSICAL, FROM_PASTE, false);
		if (text_named(s))
			facts_offer_text(near, FACT_BOND_NAME, FROM_PASTE, s->port->name);
	}
	c->kept_len = 0;
}

const struct text_reader text_bonding = {
	.name = "bonding",
	.help = "/proc/net/bonding/BOND",
	.begins = begins,
	.line = line,
	.ends = ends,
};
