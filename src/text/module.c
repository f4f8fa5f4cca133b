// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `ethtool -m IFACE`: SFF-8079 and SFF-8472 (SFP), SFF-8636 (QSFP) and CMIS, in the
 * words of ethtool 3 to 7.
 */
#include <stdlib.h>
#include <string.h>

#include "text/case-private.h"
#include "text/module-memory.h"

/* "Vendor name              : Example"; false: no such line. */
static bool split(const char *text, char *key, size_t size, const char **value)
{
	const char *colon = strchr(text, ':');
	size_t len = colon ? (size_t)(colon - text) : 0;

	while (len && (text[len - 1] == ' ' || text[len - 1] == '\t'))
		len--;
	/* Only ethtool has space in front of the colon. */
	if (len == 0 || len >= size || text + len == colon)
		return false;
	memcpy(key, text, len);
	key[len] = '\0';
	*value = colon + 1 + strspn(colon + 1, " \t");
	return true;
}

static bool begins(struct text_section *s, const struct text_line *line)
{
	char key[64], *end;
	const char *value;

	if (strncmp(line->text, "Identifier", 10) != 0 ||
	    !split(line->text, key, sizeof(key), &value) || strcmp(key, "Identifier") != 0 ||
	    strncmp(value, "0x", 2) != 0)
		return false;
	s->column[0] = (int)strtoul(value, &end, 16);
	return s->column[0] <= UINT8_MAX && *end == ' ';
}

static void opened(struct text_section *s, const struct text_line *line)
{
	(void)line;
	s->state = 1;
	text_module_begin(s, (unsigned int)s->column[0], false);
}

static bool line(struct text_section *s, const struct text_line *line)
{
	char key[64];
	const char *value;

	/* A command line alone opens a section, too: without the Identifier there is no layout. */
	if (!s->state || !split(line->text, key, sizeof(key), &value))
		return false;
	/* Half a line may say something else. */
	if (!line->open)
		text_module_take(s, key, value);
	return true;
}

static void ends(struct text_section *s)
{
	if (s->state)
		text_module_end(s);
}

const struct text_reader text_module = {
	.name = "module",
	.help = "ethtool -m IFACE",
	.begins = begins,
	.opened = opened,
	.line = line,
	.ends = ends,
};
