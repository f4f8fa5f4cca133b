// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/line.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ESC 0x1b
#define BEL 0x07
#define IFACE_MAX 15

/* Length of a terminal's control sequence at raw (ECMA-48, 5.4 and 5.6), at least 1. */
static size_t control_len(const char *raw, size_t len)
{
	size_t at = 2;

	if (len < 2)
		return len;
	if (raw[1] == '[') {
		while (at < len && !(raw[at] >= 0x40 && raw[at] <= 0x7e))
			at++;
		return at < len ? at + 1 : len;
	}
	if (raw[1] == ']') {
		while (at < len && raw[at] != BEL && raw[at] != ESC)
			at++;
		return at < len ? at + 1 : len;
	}
	return raw[1] == '(' || raw[1] == ')' ? (len < 3 ? len : 3) : 2;
}

/* Colours go, a backspace takes what it overstrikes, U+00A0 becomes a space. */
static size_t plain(const char *raw, size_t len, char *out)
{
	size_t used = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)raw[i];

		if (byte == ESC) {
			i += control_len(raw + i, len - i) - 1;
		} else if (byte == '\b') {
			used -= used > 0;
		} else if (byte == '\r') {
			/* What a terminal wrote over; at the end it is half of CRLF. */
			if (i + 1 < len && raw[i + 1] != '\r')
				used = 0;
		} else if (byte == 0xc2 && i + 1 < len && (unsigned char)raw[i + 1] == 0xa0) {
			out[used++] = ' ';
			i++;
		} else if (byte >= ' ' || byte == '\t') {
			out[used++] = raw[i];
		}
	}
	out[used] = '\0';
	return used;
}

/* "> > text" of a mail; a lone ">" too. */
static const char *unquoted(const char *text)
{
	const char *at = text + strspn(text, " \t");

	while (*at == '>' && (at[1] == ' ' || at[1] == '>' || at[1] == '\t' || !at[1]))
		text = at += 1 + strspn(at + 1, " ");
	return text;
}

void text_line_clean(struct text_line *line, const char *raw, size_t len_bytes)
{
	const char *start;
	size_t len;

	line->too_long = len_bytes >= sizeof(line->text);
	line->indent = 0;
	line->text[0] = '\0';
	if (line->too_long)
		return;
	plain(raw, len_bytes, line->text);
	start = unquoted(line->text);
	line->indent = (unsigned int)strspn(start, " \t");
	start += line->indent;
	len = strlen(start);
	while (len && isspace((unsigned char)start[len - 1]))
		len--;
	memmove(line->text, start, len);
	line->text[len] = '\0';
}

const char *text_unnumbered(const char *text, unsigned long *number)
{
	size_t digits = strspn(text, "0123456789"), gap;
	const char *at = text + digits;

	if (digits == 0 || digits > 9)
		return NULL;
	*number = strtoul(text, NULL, 10);
	at += *at == ':' || *at == '|' || *at == '.';
	gap = strspn(at, " \t");
	return gap && at[gap] ? at + gap : NULL;
}

bool text_skip(const char **at, const char *word)
{
	const char *from = *at + strspn(*at, " \t");

	if (strncasecmp(from, word, strlen(word)) != 0)
		return false;
	*at = from + strlen(word);
	return true;
}

static bool ends_number(char c)
{
	return !isalnum((unsigned char)c) && c != '_' && c != '.' && c != '-';
}

bool text_number(const char **at, int64_t *out)
{
	const char *from = *at + strspn(*at, " \t");
	int64_t value = 0;

	if (!isdigit((unsigned char)*from))
		return false;
	for (; isdigit((unsigned char)*from); from++)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, *from - '0', &value))
			return false;
	if (!ends_number(*from) && !(*from == '.' && !isdigit((unsigned char)from[1])))
		return false;
	*out = value;
	*at = from;
	return true;
}

bool text_real(const char **at, double *out)
{
	const char *from = *at + strspn(*at, " \t");
	size_t sign = *from == '-' || *from == '+';
	char *end;

	/* Only what a person would write: strtod takes hex and names too. */
	if (!isdigit((unsigned char)from[sign]) ||
	    strncasecmp(from + sign, "0x", 2) == 0)
		return false;
	*out = strtod(from, &end);
	if (end == from || !isfinite(*out))
		return false;
	*at = end;
	return true;
}

bool text_word(const char **at, char *out, size_t size)
{
	const char *from = *at + strspn(*at, " \t");
	size_t len = strcspn(from, " \t");

	if (len == 0 || len >= size)
		return false;
	memcpy(out, from, len);
	out[len] = '\0';
	*at = from + len;
	return true;
}

const char *text_value(const char *text, const char *key)
{
	const char *at = text;

	if (!text_skip(&at, key) || !text_skip(&at, ":"))
		return NULL;
	return at + strspn(at, " \t");
}

bool text_same(const char *a, const char *b)
{
	return strcasecmp(a, b) == 0;
}

bool text_has(const char *text, const char *part)
{
	return strcasestr(text, part) != NULL;
}

bool text_is_iface(const char *name)
{
	size_t len = strlen(name);

	if (len == 0 || len > IFACE_MAX || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return false;
	for (; *name; name++)
		if (*name == '/' || *name == ':' || !isgraph((unsigned char)*name))
			return false;
	return true;
}
