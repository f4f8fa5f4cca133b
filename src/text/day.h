/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_DAY_H
#define TEXT_DAY_H

#include <stdint.h>

/*
 * How often something stood in a log within a day before its end, whatever the
 * length of the log: counted by the hour, so an hour at the start of that day may
 * be left out.  Times are seconds on the log's clock; negative: the line had none,
 * and always counts.  All zero: nothing yet.
 */
#define TEXT_DAY_HOURS 24

struct text_day {
	struct text_hour {
		int64_t hour;
		unsigned int count;
		double longest_s;
	} hour[TEXT_DAY_HOURS], timeless;
	double last_s;			/* when it stood there last; negative: not told */
};

/* Once more; lasted_s: how long, negative if that is not known. */
void text_day_add(struct text_day *day, double at_s, double lasted_s);

unsigned int text_day_count(const struct text_day *day, double end_s);
double text_day_longest(const struct text_day *day, double end_s);	/* negative: not known */

#endif
