// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/name.h"

#include <net/if.h>
#include <string.h>

#define ALTNAME_ROOM 128	/* ALTIFNAMSIZ, include/uapi/linux/if.h */

enum name_kind name_kind(const char *name)
{
	size_t len = strlen(name);

	if (len == 0 || strpbrk(name, "/ \t\n\v\f\r"))
		return NAME_BAD;
	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return NAME_BAD;
	if (len >= ALTNAME_ROOM)
		return NAME_TOO_LONG;
	if (len >= IFNAMSIZ || strpbrk(name, ":\xa0"))
		return NAME_ONLY_ALTNAME;
	return NAME_ANY;
}
