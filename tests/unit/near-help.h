/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_NEAR_HELP_H
#define TEST_NEAR_HELP_H

/* Numbers that are not exact. Include after cmocka. */
#include <math.h>

/* A NaN is near nothing. */
static inline void is_near(double have, double want, double within)
{
	if (!(fabs(have - want) <= within))
		fail_msg("have %.12g, want %.12g (give or take %g)", have, want, within);
}

#endif
