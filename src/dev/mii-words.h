/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_MII_WORDS_H
#define DEV_MII_WORDS_H

#include <stdint.h>

/*
 * The answer "mii words": readings of clause 22 registers in the order they
 * were made, four bytes each, any number of them, a register more than once:
 *
 *	byte 0		register, 0 to 31
 *	byte 1		0: read; 1: the read failed
 *	byte 2, 3	the word, or the positive errno; big-endian
 *
 * It has no host byte order: words of a PHY come off the wire that way round.
 */
#define MII_READING_BYTES 4

static inline void mii_reading_put(uint8_t out[static MII_READING_BYTES], unsigned int reg,
				   int rc_or_word)
{
	unsigned int word = (unsigned int)(rc_or_word < 0 ? -rc_or_word : rc_or_word);

	out[0] = (uint8_t)reg;
	out[1] = rc_or_word < 0;
	out[2] = (uint8_t)(word >> 8);
	out[3] = (uint8_t)word;
}

#endif
