// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/mau.h"

#include <stddef.h>

static const struct mau rows[] = {
#include "mau.inc"
};

const struct mau *mau_row(unsigned int number)
{
	size_t low = 0, high = sizeof(rows) / sizeof(rows[0]);

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (rows[mid].number == number)
			return &rows[mid];
		if (rows[mid].number < number)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

const char *mau_duplex_name(enum mau_duplex duplex)
{
	switch (duplex) {
	case MAU_DUPLEX_UNKNOWN:
		break;
	case MAU_HALF:
		return "half";
	case MAU_FULL:
		return "full";
	}
	return "unknown";
}
