// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/counters.h"

#include <string.h>

static const struct {
	const char *driver;	/* "*": all that have no rows of their own */
	const char *counter;	/* of ethtool -S; "rtnl" and "none": the rtnetlink field */
	enum fact_id total;
} rows[] = {
#include "counters.inc"
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

static bool has_rows(const char *driver)
{
	for (size_t i = 0; driver && i < ROWS; i++)
		if (strcmp(rows[i].driver, driver) == 0)
			return true;
	return false;
}

enum counter_field counters_field(const char *driver, enum fact_id total)
{
	for (size_t i = 0; driver && i < ROWS; i++) {
		if (rows[i].total != total || strcmp(rows[i].driver, driver) != 0)
			continue;
		if (strcmp(rows[i].counter, "rtnl") == 0)
			return FIELD_FILLED;
		if (strcmp(rows[i].counter, "none") == 0)
			return FIELD_OTHER;
	}
	return FIELD_UNSURE;
}

void counters_add(const char *driver, const char *name, size_t len, int64_t value,
		  struct counter_sum sums[static FACT_COUNTERS_COUNT])
{
	bool own = has_rows(driver);

	for (size_t i = 0; i < ROWS; i++) {
		struct counter_sum *sum = &sums[rows[i].total - FACT_TOTAL_FIRST];

		if (strlen(rows[i].counter) != len || strncmp(rows[i].counter, name, len) != 0 ||
		    strcmp(rows[i].driver, own ? driver : "*") != 0)
			continue;
		/* Two names of an unknown driver may be one counter: the largest stands. */
		if (own && sum->num <= INT64_MAX - value)
			sum->num += value;
		else if (!own && sum->num < value)
			sum->num = value;
		sum->known = true;
	}
}
