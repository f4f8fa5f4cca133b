/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_ARRIVAL_H
#define TIMING_ARRIVAL_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Which of the frames that were sent have come, by their numbers from 0: one that
 * comes again after its turn is a duplicate and no stray.  Of the last
 * TIMING_ARRIVAL_KEPT only.  Pure.
 */
#define TIMING_ARRIVAL_KEPT 64

enum timing_arrival {
	TIMING_ARRIVAL_AWAITED,		/* the newest, for the first time */
	TIMING_ARRIVAL_LATE,		/* an older one, for the first time */
	TIMING_ARRIVAL_AGAIN,		/* it has come before */
	TIMING_ARRIVAL_STRANGE,		/* too long ago to know, or not sent yet */
};

struct timing_arrivals {
	uint64_t came;			/* bit n % TIMING_ARRIVAL_KEPT: number n has */
	uint32_t sent;			/* the newest is sent - 1 */
};

void timing_arrivals_sent(struct timing_arrivals *a);	/* the next number is on its way */
enum timing_arrival timing_arrivals_take(struct timing_arrivals *a, uint32_t number);

#endif
