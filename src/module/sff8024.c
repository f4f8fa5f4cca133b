// SPDX-License-Identifier: GPL-3.0-or-later
#include "module/sff8024.h"

#include <stddef.h>

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
