// SPDX-License-Identifier: GPL-3.0-or-later
/* How many frames did each member of the bond carry while we looked? */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/probe.h"

/* The number behind that name in a list "name number"; -1: no such name. */
static int64_t number_of(const char *list, const char *name, size_t len)
{
	for (const char *at = list; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
		if (strncmp(at, name, len) == 0 && at[len] == ' ')
			return strtoll(at + len, NULL, 10);
	return -1;
}

/* A member that came meanwhile, or whose counter was reset, has no number. */
static void rises(struct facts *near, const struct facts *before, enum fact_id totals,
		  enum fact_id frames)
{
	const struct fact *now = facts_get(near, totals);
	const char *then = facts_text(before, totals);
	struct fact list = { .state = FACT_KNOWN, .source = now->source };

	if (now->state != FACT_KNOWN || !then) {
		facts_gap(near, frames, now->state == FACT_KNOWN ? FACT_ABSENT : now->state, now->error);
		return;
	}
	for (const char *at = now->text; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
		size_t len = strcspn(at, " ");
		int64_t start = number_of(then, at, len);
		int64_t rise = strtoll(at + len, NULL, 10) - start;
		char line[64];

		snprintf(line, sizeof(line), "%.*s %" PRId64, (int)len, at, rise);
		if (start >= 0 && rise >= 0)
			fact_list_add(&list, line);
	}
	if (list.text[0])
		facts_put(near, frames, &list);
}

void probe_bond(struct facts *near, const struct facts *before)
{
	rises(near, before, FACT_BOND_TX_TOTALS, FACT_BOND_TX_FRAMES);
	rises(near, before, FACT_BOND_RX_TOTALS, FACT_BOND_RX_FRAMES);
}
