// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/oui.h"

#include <stddef.h>

static const struct {
	uint32_t oui;
	const char *name;
} rows[] = {
#include "lldp-oui.inc"
};

const char *oui_name(uint32_t oui)
{
	size_t low = 0, high = sizeof(rows) / sizeof(rows[0]);

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (rows[mid].oui == oui)
			return rows[mid].name;
		if (rows[mid].oui < oui)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}
