// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule/threshold.h"

static const double values[] = {
#define X(name, value) [THRESHOLD_##name] = value,
#include "thresholds.inc"
#undef X
};

double threshold(enum threshold which)
{
	return values[which];
}
