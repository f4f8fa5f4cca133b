// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"


#define NS_PER_S 1000000000LL

int64_t clock_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

int clock_wait_until_ns(int64_t deadline_ns)
{
	/* The clock begins at 0: what lies before is past. */
	int64_t ns = deadline_ns < 0 ? 0 : deadline_ns;
	struct timespec until = { .tv_sec = ns / NS_PER_S, .tv_nsec = ns % NS_PER_S };

	return -clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

void clock_utc_text(time_t when, char out[static 24])
{
	struct tm tm = { 0 };

	if (!gmtime_r(&when, &tm) || strftime(out, 24, "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
		out[0] = '\0';
}
