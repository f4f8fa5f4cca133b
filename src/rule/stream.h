/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RULE_STREAM_H
#define RULE_STREAM_H

#include "rule/rule.h"

/* What traffic showed is somewhere on the path: each end of it is a candidate. */
void stream_anywhere(const struct link *link, struct verdict *v);

#endif
