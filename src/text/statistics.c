// SPDX-License-Identifier: GPL-3.0-or-later
/* `ethtool -S IFACE`: names that every driver makes up for itself (fact/counters.h). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "fact/counters.h"
#include "text/reader.h"

#define NAME_MAX_LEN 80

/* "rx_crc_errors: 12", "TX Late Collisions: 0", "[0]: rx_ucast_packets: 4": the colon
 * before the number ends the name. */
static bool one_pair(const char **at, char *name, size_t size, int64_t *count)
{
	const char *from = *at + strspn(*at, " \t"), *colon = from;

	while ((colon = strchr(colon, ':'))) {
		const char *value = ++colon;

		if ((*value == ' ' || *value == '\t' || isdigit((unsigned char)*value)) &&
		    text_number(&value, count)) {
			size_t len = (size_t)(colon - from) - 1;

			while (len && from[len - 1] == ' ')
				len--;
			if (len == 0 || len >= size || !isgraph((unsigned char)*from))
				return false;
			memcpy(name, from, len);
			name[len] = '\0';
			*at = value;
			return true;
		}
	}
	return false;
}

/* s NULL: only looks whether the whole line is of that kind. */
static bool all_pairs(struct text_section *s, const char *at, unsigned int *hits)
{
	char name[NAME_MAX_LEN];
	int64_t count;
	int number;

	do {
		if (!one_pair(&at, name, sizeof(name), &count))
			return false;
		number = counters_name(name, strlen(name));
		if (number >= 0) {
			(*hits)++;
			if (s)
				text_count_named(s, number, count);
		}
		at += strspn(at, " \t,;");
	} while (*at);
	return true;
}

static bool begins(struct text_section *s, const struct text_line *line)
{
	s->state = 1;
	return text_same(line->text, "NIC statistics:") ||
	       text_same(line->text, "PHY statistics:");
}

/* Without the head only lines that name a counter of the table are known. */
static bool line(struct text_section *s, const struct text_line *line)
{
	unsigned int hits = 0;

	if (!all_pairs(NULL, line->text, &hits) || (!s->state && !hits))
		return false;
	return all_pairs(s, line->text, &hits);
}

const struct text_reader text_statistics = {
	.name = "statistics",
	.help = "ethtool -S IFACE",
	.headless = true,
	.begins = begins,
	.line = line,
};
