/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* CLOCK_MONOTONIC in nanoseconds. */
int64_t clock_now_ns(void);

/* Sleeps until that time.  Returns 0, or -EINTR when a signal ended it. */
int clock_wait_until_ns(int64_t deadline_ns);

/* UTC in the form 2026-11-30T12:00:00Z; empty when a year does not fit. */
void clock_utc_text(time_t when, char out[static 24]);

#endif
