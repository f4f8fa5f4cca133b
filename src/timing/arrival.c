// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/arrival.h"

static uint64_t bit_of(uint32_t number)
{
	return (uint64_t)1 << number % TIMING_ARRIVAL_KEPT;
}

void timing_arrivals_sent(struct timing_arrivals *a)
{
	a->came &= ~bit_of(a->sent);
	a->sent++;
}

enum timing_arrival timing_arrivals_take(struct timing_arrivals *a, uint32_t number)
{
	uint32_t age = a->sent - 1 - number;

	if (number >= a->sent || age >= TIMING_ARRIVAL_KEPT)
		return TIMING_ARRIVAL_STRANGE;
	if (a->came & bit_of(number))
		return TIMING_ARRIVAL_AGAIN;
	a->came |= bit_of(number);
	return age == 0 ? TIMING_ARRIVAL_AWAITED : TIMING_ARRIVAL_LATE;
}
