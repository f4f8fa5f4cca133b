// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/day.h"

#include <stdbool.h>

#define HOUR_S 3600

static void add(struct text_hour *hour, double lasted_s)
{
	if (hour->count++ == 0 || lasted_s > hour->longest_s)
		hour->longest_s = lasted_s;
}

void text_day_add(struct text_day *day, double at_s, double lasted_s)
{
	int64_t hour = (int64_t)(at_s / HOUR_S);
	struct text_hour *slot = at_s < 0 ? &day->timeless : &day->hour[hour % TEXT_DAY_HOURS];

	if (slot->hour != hour && at_s >= 0)
		*slot = (struct text_hour){ .hour = hour };
	add(slot, lasted_s);
	day->last_s = at_s;
}

/* The day of a log without times is all of it. */
static bool within(const struct text_hour *hour, double end_s)
{
	return hour->count &&
	       (end_s < 0 || hour->hour > (int64_t)(end_s / HOUR_S) - TEXT_DAY_HOURS);
}

unsigned int text_day_count(const struct text_day *day, double end_s)
{
	unsigned int count = day->timeless.count;

	for (int i = 0; i < TEXT_DAY_HOURS; i++)
		if (within(&day->hour[i], end_s))
			count += day->hour[i].count;
	return count;
}

double text_day_longest(const struct text_day *day, double end_s)
{
	double longest_s = day->timeless.count ? day->timeless.longest_s : -1;

	for (int i = 0; i < TEXT_DAY_HOURS; i++)
		if (within(&day->hour[i], end_s) && day->hour[i].longest_s > longest_s)
			longest_s = day->hour[i].longest_s;
	return longest_s;
}
