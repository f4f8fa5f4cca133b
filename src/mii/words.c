// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/words.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#define WORDS_MIN 2

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int mii_word_parse(int32_t *out, const char *word, size_t len)
{
	int32_t value = 0;

	if ((len == 2 && memcmp(word, "--", 2) == 0) ||
	    (len == 8 && strncasecmp(word, "ffffffff", 8) == 0)) {
		*out = WORD_UNREADABLE;
		return 0;
	}
	if (len == 6 && word[0] == '0' && tolower((unsigned char)word[1]) == 'x') {
		word += 2;
		len -= 2;
	}
	if (len != 4)
		return -EINVAL;
	for (size_t i = 0; i < len; i++) {
		int digit = hex_digit(word[i]);

		if (digit < 0)
			return -EINVAL;
		value = value << 4 | digit;
	}
	*out = value;
	return 0;
}

int mii_words_parse(struct words *out, const char *text, struct err *err)
{
	static const char space[] = " \t\r\n";

	*out = (struct words){ 0 };
	for (text += strspn(text, space); *text; text += strspn(text, space)) {
		size_t len = strcspn(text, space);

		if (out->count == FACT_WORDS_MAX)
			return err_set(err, -EINVAL,
				       "more than %d words; a PHY has registers 0 to 31",
				       FACT_WORDS_MAX);
		if (mii_word_parse(&out->reg[out->count], text, len) < 0)
			return err_set(err, -EINVAL,
				       "word %u, \"%.*s\": not 4 hex digits (-- marks one that could not be read)",
				       out->count, (int)(len > 20 ? 20 : len), text);
		out->count++;
		text += len;
	}
	if (out->count < WORDS_MIN)
		return err_set(err, -EINVAL,
			       "%u word%s; give at least registers 0 and 1 (BMCR and BMSR), better 0 to 15",
			       out->count, out->count == 1 ? "" : "s");
	return 0;
}
