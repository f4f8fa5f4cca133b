/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MII_WORDS_H
#define MII_WORDS_H

#include "base/err.h"
#include "fact/fact.h"

/*
 * Reads register words as people paste them: 4-digit hex from register 0 on,
 * white space between, "--" or "ffffffff" for one that could not be read.
 * Returns 0, or -EINVAL with the word that is wrong: bad hex, fewer than the 2
 * registers every PHY has, more than 32.
 */
int mii_words_parse(struct words *out, const char *text, struct err *err);

/* One such word into a register value or WORD_UNREADABLE; 0 or -EINVAL. */
int mii_word_parse(int32_t *out, const char *word, size_t len);

#endif
