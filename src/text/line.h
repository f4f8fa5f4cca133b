/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_LINE_H
#define TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * One line of what somebody pasted, freed of what mail, forums, terminals and
 * editors add: colours, overstrikes, carriage returns, "> " quotes, no-break
 * spaces, indentation.  Longer lines are not read at all: half of one could
 * say something else.
 */
#define TEXT_LINE_MAX 4096

struct text_line {
	char text[TEXT_LINE_MAX];	/* no white space at either end; tabs stand as they are */
	unsigned int indent;		/* what was taken off in front */
	unsigned long number;		/* in its file, from 1 */
	bool too_long;	/* or otherwise not to be read */
	bool open;	/* the last of a file and without an end: it may be cut in the middle */
};

/* Fills text, indent and too_long from the bytes of one line. */
void text_line_clean(struct text_line *line, const char *raw, size_t len_bytes);

/* "  12  text", "12: text", "12| text": the text behind the number, or NULL. */
const char *text_unnumbered(const char *text, unsigned long *number);

/* Small steps over a line.  All move *at only when they succeed. */
bool text_skip(const char **at, const char *word);	/* word, case ignored */
bool text_number(const char **at, int64_t *out);	/* whole, no sign, nothing glued to it */
bool text_real(const char **at, double *out);		/* with sign and fraction */
bool text_word(const char **at, char *out, size_t size);	/* up to white space; must fit */

/* "Key: value": the value, or NULL.  Case and space around the colon do not matter. */
const char *text_value(const char *text, const char *key);

bool text_same(const char *a, const char *b);		/* case ignored */
bool text_has(const char *text, const char *part);	/* case ignored */

/* Could it be an interface?  1 to 15 bytes, no space, '/', ':' (net/core/dev.c). */
bool text_is_iface(const char *name);

#endif
