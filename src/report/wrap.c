// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/wrap.h"

#include <string.h>

/* "20 %" is one word. */
static unsigned int word(const char *text)
{
	size_t len = strcspn(text, " ");

	if (text[len] == ' ' && text[len + 1] == '%')
		len += 1 + strcspn(text + len + 1, " ");
	return (unsigned int)len;
}

void wrap(FILE *out, const char *text, unsigned int column, unsigned int indent,
	  unsigned int columns)
{
	unsigned int at = column, begun = 0;

	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		unsigned int len = word(text);

		if (begun && at + 1 + len > columns) {
			fprintf(out, "\n%*s", (int)indent, "");
			at = indent;
		} else if (begun) {
			fputc(' ', out);
			at++;
		}
		fprintf(out, "%.*s", (int)len, text);
		at += len;
		begun = 1;
		text += len;
	}
	fputc('\n', out);
}
