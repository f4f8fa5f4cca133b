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

/*
 * The answer "mii c45": readings of clause 45 registers, six bytes each:
 *
 *	byte 0		device, 1 to 31
 *	byte 1		0: read; 1: the read failed
 *	byte 2, 3	register
 *	byte 4, 5	the word, or the positive errno; big-endian, both
 *
 * The first is register 1.5, which tells whether there is clause 45 at all.
 */
#define C45_READING_BYTES 6

static inline void c45_reading_put(uint8_t out[static C45_READING_BYTES], unsigned int mmd,
				   unsigned int reg, int rc_or_word)
{
	unsigned int word = (unsigned int)(rc_or_word < 0 ? -rc_or_word : rc_or_word);

	out[0] = (uint8_t)mmd;
	out[1] = rc_or_word < 0;
	out[2] = (uint8_t)(reg >> 8);
	out[3] = (uint8_t)reg;
	out[4] = (uint8_t)(word >> 8);
	out[5] = (uint8_t)word;
}

#endif
