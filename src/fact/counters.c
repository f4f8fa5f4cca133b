// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/counters.h"

#include <string.h>

static const struct {
	const char *driver;	/* "*": all that have no rows of their own */
	const char *counter;	/* of ethtool -S; "rtnl" and "none": the rtnetlink field */
	enum fact_id total;
	int number;		/* of its name: the first row that has it */
} rows[] = {
#include "counters.inc"
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))
_Static_assert(ROWS <= COUNTER_NAMES_MAX, "a name has the number of a row");

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

static bool is_field(size_t row)
{
	return strcmp(rows[row].counter, "rtnl") == 0 || strcmp(rows[row].counter, "none") == 0;
}

int counters_name(const char *name, size_t len)
{
	for (size_t i = 0; i < ROWS; i++)
		if (strlen(rows[i].counter) == len && strncmp(rows[i].counter, name, len) == 0 &&
		    !is_field(i))
			return rows[i].number;
	return -1;
}

/* The counter is one of that driver; NULL: of any. */
static bool is_of(size_t row, const char *driver)
{
	return !is_field(row) && (!driver || strcmp(rows[row].driver, driver) == 0);
}

static int64_t value_of(size_t row, const int64_t num[static COUNTER_NAMES_MAX])
{
	return num[rows[row].number];
}

static void add_up(const char *driver, const int64_t num[static COUNTER_NAMES_MAX],
		   struct counter_sum sums[static FACT_COUNTERS_COUNT])
{
	for (size_t i = 0; i < ROWS; i++) {
		struct counter_sum *sum = &sums[rows[i].total - FACT_TOTAL_FIRST];

		if (!is_of(i, driver) || value_of(i, num) < 0)
			continue;
		sum->known = true;
		if (sum->num <= INT64_MAX - value_of(i, num))
			sum->num += value_of(i, num);
	}
}

/* The largest of the names, for totals that nothing told yet. */
static void fill_up(const char *driver, const char *without,
		    const int64_t num[static COUNTER_NAMES_MAX],
		    struct counter_sum sums[static FACT_COUNTERS_COUNT])
{
	struct counter_sum most[FACT_COUNTERS_COUNT] = { 0 };

	for (size_t i = 0; i < ROWS; i++) {
		struct counter_sum *sum = &most[rows[i].total - FACT_TOTAL_FIRST];

		if (!is_of(i, driver) || value_of(i, num) < 0 ||
		    counters_field(without, rows[i].total) == FIELD_OTHER)
			continue;
		if (!sum->known || sum->num < value_of(i, num))
			sum->num = value_of(i, num);
		sum->known = true;
	}
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++)
		if (!sums[i].known)
			sums[i] = most[i];
}

void counters_pasted(const char *driver, const int64_t num[static COUNTER_NAMES_MAX],
		     struct counter_sum sums[static FACT_COUNTERS_COUNT])
{
	bool own = has_rows(driver);

	memset(sums, 0, sizeof(*sums) * FACT_COUNTERS_COUNT);
	if (own)
		add_up(driver, num, sums);
	fill_up(own ? "rtnl" : NULL, driver, num, sums);
}
