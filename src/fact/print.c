// SPDX-License-Identifier: GPL-3.0-or-later
/* Facts as one line for people. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fact/fact.h"

struct line {
	char *at;
	size_t left;
};

static void add(struct line *line, const char *sep, const char *text)
{
	int n = snprintf(line->at, line->left, "%s%s", sep, text);
	size_t used = n < 0 ? 0 : (size_t)n;

	if (used >= line->left)
		used = line->left ? line->left - 1 : 0;
	line->at += used;
	line->left -= used;
}

static void print_modes(const struct modes *modes, struct line *line)
{
	const char *sep = "";
	char name[32];

	if (modes_empty(modes))
		add(line, "", "none");
	for (int bit = 0; bit < MODES_BITS; bit++) {
		if (!modes_has(modes, bit))
			continue;
		mode_name(bit, name);
		add(line, sep, name);
		sep = " ";
	}
}

/* Words stand apart by a blank, sentences by a semicolon. */
static void print_list(const char *items, struct line *line)
{
	const char *separator = strchr(items, ' ') ? "; " : " ";
	char item[FACT_TEXT_MAX];

	for (const char *at = items; *at;) {
		int len = (int)strcspn(at, "\n");

		snprintf(item, sizeof(item), "%.*s", len, at);
		add(line, at == items ? "" : separator, item);
		at += len + (at[len] == '\n');
	}
}

static void print_words(const struct words *words, struct line *line)
{
	char word[8];

	for (unsigned int i = 0; i < words->count; i++) {
		snprintf(word, sizeof(word), "%04x", (unsigned int)words->reg[i] & 0xffff);
		add(line, i ? " " : "", words->reg[i] == WORD_UNREADABLE ? "--" : word);
	}
}

static void print_value(const struct fact_row *row, const struct fact *fact, struct line *line)
{
	char number[40];

	switch (row->kind) {
	case KIND_BOOL:
		add(line, "", fact->yes ? "yes" : "no");
		return;
	case KIND_NUM:
		if (row->unit && strcmp(row->unit, "register") == 0) {
			snprintf(number, sizeof(number), "%04" PRIx64, (uint64_t)fact->num);
			add(line, "", number);
			return;
		}
		snprintf(number, sizeof(number), "%" PRId64, fact->num);
		add(line, "", number);
		break;
	case KIND_REAL:
		snprintf(number, sizeof(number), fabs(fact->real) < 999.5 ? "%.3g" : "%.0f", fact->real);
		add(line, "", number);
		break;
	case KIND_TEXT:
		add(line, "", fact->text);
		return;
	case KIND_LIST:
		print_list(fact->text, line);
		return;
	case KIND_MODES:
		print_modes(&fact->modes, line);
		return;
	case KIND_WORDS:
		print_words(&fact->words, line);
		return;
	}
	if (row->unit)
		add(line, " ", row->unit);
}

void fact_print(enum fact_id id, const struct fact *fact, char *out, size_t size)
{
	struct line line = { .at = out, .left = size };

	if (size)
		out[0] = '\0';
	if (fact->state != FACT_KNOWN) {
		add(&line, "", fact_state_name[fact->state]);
		if (fact->error)
			add(&line, ": ", strerror(fact->error));
		return;
	}
	print_value(fact_row(id), fact, &line);
}
