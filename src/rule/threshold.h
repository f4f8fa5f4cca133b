/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RULE_THRESHOLD_H
#define RULE_THRESHOLD_H

/* The rows of data/thresholds.tsv. */
enum threshold {
#define X(name, value) THRESHOLD_##name,
#include "thresholds.inc"
#undef X
};

double threshold(enum threshold which);

#endif
