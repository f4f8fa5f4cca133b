// SPDX-License-Identifier: GPL-3.0-or-later
/* Register words alone: "3100 782d 02a8 0154 05e1 45e1 0007 0000", eight a line. */
#include "mii/words.h"

#include <stdio.h>
#include <string.h>

#include "text/reader.h"

#define WORDS_A_LINE 8

bool text_add_words(struct words *words, const char *text)
{
	struct words all = *words;
	char word[16];

	while (text[strspn(text, " \t.")]) {
		if (all.count == FACT_WORDS_MAX || !text_word(&text, word, sizeof(word)))
			return false;
		word[strcspn(word, ".,;")] = '\0';
		if (mii_word_parse(&all.reg[all.count], word, strlen(word)) < 0)
			return false;
		all.count++;
	}
	*words = all;
	return true;
}

void text_put_words(struct text_section *s)
{
	struct fact fact = { .state = FACT_KNOWN, .source = FROM_PASTE };
	const struct fact *former = facts_get(text_near(s), FACT_MII_WORDS);
	bool longer = former->state == FACT_KNOWN && former->words.count < s->words.count;
	int32_t bmsr = former->words.reg[1];

	if (s->words.count < 2)
		return;
	fact.words = s->words;
	/* mii-diag reads the first eight, then all. */
	if (longer && bmsr != s->words.reg[1] && bmsr != WORD_UNREADABLE)
		facts_put_num(text_near(s), FACT_MII_BMSR_FIRST, FROM_PASTE, bmsr);
	if (longer)
		facts_put(text_near(s), FACT_MII_WORDS, &fact);
	else
		facts_offer(text_near(s), FACT_MII_WORDS, &fact);
	s->words.count = 0;
}

/* "eth0: 1040 796d ...": whose words they are. */
static const char *take_label(struct text_section *s, const char *text)
{
	size_t len = strcspn(text, ": \t");
	char name[16];

	if (text[len] != ':' || len == 0 || len >= sizeof(name))
		return text;
	snprintf(name, sizeof(name), "%.*s", (int)len, text);
	if (strpbrk(name, "0123456789"))
		text_port_is(s, name);
	return text + len + 1;
}

/* A full row of them is nothing else; the rest may be shorter. */
static bool line(struct text_section *s, const struct text_line *line)
{
	const char *colon = strchr(line->text, ':');
	struct words words = { .count = 0 };

	if (s->words.count)
		return text_add_words(&s->words, line->text);
	if (!text_add_words(&words, colon ? colon + 1 : line->text) ||
	    words.count < WORDS_A_LINE)
		return false;
	return text_add_words(&s->words, take_label(s, line->text));
}

const struct text_reader text_words = {
	.name = "words",
	.help = "MII register words, eight a line",
	.headless = true,
	.line = line,
	.ends = text_put_words,
};
