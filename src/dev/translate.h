/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_TRANSLATE_H
#define DEV_TRANSLATE_H

#include "fact/answers.h"
#include "fact/fact.h"

/*
 * From a kernel's answer to facts.  Pure: what is live, recorded or fuzzed is
 * told by the same code.  An answer that nobody knows is left alone; one that
 * is too short or malformed gives what could be read.
 */

/*
 * Translates all answers of that group and round, in the order they came, then
 * settles the group: what no answer gave is absent, denied or failed by the
 * errors met.  Returns the number of answers seen.
 */
unsigned int translate(const struct answers *answers, enum fact_group group, unsigned int round,
		       struct sets *sets);

/* One answer; used by translate() and by tests and fuzzers. */
void translate_answer(const struct answer *answer, struct sets *sets);

#endif
