/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SPLITMIX_H
#define BASE_SPLITMIX_H

#include <stdint.h>

/*
 * splitmix64 (Steele, Lea and Flood, OOPSLA 2014): the next 64 random bits of a
 * state that may be any number.  The same on every machine.
 */
uint64_t splitmix(uint64_t *state);

#endif
