// SPDX-License-Identifier: GPL-3.0-or-later
/* `ethtool -S IFACE`: names that every driver makes up for itself. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "text/reader.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define NAME_MAX_LEN 80

/* Sorted by name; see data/counters-text.tsv. */
static const struct {
	const char *name;
	enum fact_id total;
} names[] = {
#include "counters-text.inc"
};

static bool known_name(const char *name, enum fact_id *total)
{
	size_t low = 0, high = COUNT(names);

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(name, names[middle].name);

		if (order == 0) {
			*total = names[middle].total;
			return true;
		}
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

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
	enum fact_id total;
	int64_t count;

	do {
		if (!one_pair(&at, name, sizeof(name), &count))
			return false;
		if (known_name(name, &total)) {
			(*hits)++;
			if (s)
				text_count(s, total, count);
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
