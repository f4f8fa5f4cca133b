// SPDX-License-Identifier: GPL-3.0-or-later
#include "module/sff8024.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static const struct sff_row rows[] = {
#include "sff-8024.inc"
};

const struct sff_row *sff_row(enum sff_table table, unsigned int code)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].table == table && rows[i].code == code)
			return &rows[i];
	return NULL;
}

const struct sff_row *sff_begins(enum sff_table table, const char *text)
{
	const struct sff_row *best = NULL;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].table == table &&
		    strncasecmp(text, rows[i].name, strlen(rows[i].name)) == 0 &&
		    (!best || strlen(rows[i].name) > strlen(best->name)))
			best = &rows[i];
	return best;
}
