// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/phyid.h"

#include <stddef.h>

static const struct {
	uint32_t id, mask;
	const char *name;
} rows[] = {
#include "phy-ids.inc"
};

const char *phyid_name(uint32_t id)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if ((id & rows[i].mask) == rows[i].id)
			return rows[i].name;
	return NULL;
}
