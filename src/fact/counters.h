/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FACT_COUNTERS_H
#define FACT_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fact/ids.h"

/*
 * What a driver counts, and under which name: data/counters.tsv, for a live port
 * and for pasted `ethtool -S`.  A field of
 * rtnl_link_stats64 is 0 both when nothing went wrong and when the driver never
 * fills it; these tables tell the two apart.  driver is the name that
 * ETHTOOL_GDRVINFO gives; NULL: not known.
 */
enum counter_field {
	FIELD_UNSURE,	/* the table does not know: a zero proves nothing */
	FIELD_FILLED,	/* a zero is a zero */
	FIELD_OTHER,	/* holds something else or a constant: never to be read */
};

/* The rtnetlink field of that total (FACT_TOTAL_...). */
enum counter_field counters_field(const char *driver, enum fact_id total);

/*
 * The totals that counters of `ethtool -S` add up to, by FACT_TOTAL_... less
 * FACT_TOTAL_FIRST.  A total of which the driver has no counter stays unknown.
 */
struct counter_sum {
	bool known;
	int64_t num;
};

/*
 * Adds the counter of that name (len bytes) to its total, if it belongs to one.
 * Of a driver that is not in the table the largest of several stands.
 */
void counters_add(const char *driver, const char *name, size_t len, int64_t value,
		  struct counter_sum sums[static FACT_COUNTERS_COUNT]);

/*
 * Pasted counters: the driver may be told later than they, or never.  So each
 * name is kept until then, under its number; -1: no driver has a counter of that
 * name.
 */
#define COUNTER_NAMES_MAX 512
int counters_name(const char *name, size_t len);

/*
 * The totals of the names that were seen (others: negative).  A driver with rows
 * of its own is judged by these and adds up; without one a name means what it
 * means to all drivers, and the largest of several stands.  What no counter tells
 * a repeated field of rtnl_link_stats64 does.
 */
void counters_pasted(const char *driver, const int64_t num[static COUNTER_NAMES_MAX],
		     struct counter_sum sums[static FACT_COUNTERS_COUNT]);

#endif
