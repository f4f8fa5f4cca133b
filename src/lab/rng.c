// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/rng.h"

#include <math.h>

#include "base/splitmix.h"

/* FNV-1a, 64 bits. */
static uint64_t hash_text(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325ULL;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3ULL;
	return hash;
}

/* The seed is mixed before the name comes in: neighbouring seeds share nothing. */
void lab_rng_init(struct lab_rng *rng, uint64_t seed, const char *stream)
{
	uint64_t state = splitmix(&seed) ^ hash_text(stream);

	for (int i = 0; i < 4; i++)
		rng->state[i] = splitmix(&state);
}

static uint64_t turn(uint64_t word, int bits)
{
	return word << bits | word >> (64 - bits);
}

uint64_t lab_rng_next(struct lab_rng *rng)
{
	uint64_t *s = rng->state;
	uint64_t result = turn(s[1] * 5, 7) * 9, carry = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= carry;
	s[3] = turn(s[3], 45);
	return result;
}

/* Numbers below 2^64 mod bound are thrown away, or small results came up more often. */
uint64_t lab_rng_below(struct lab_rng *rng, uint64_t bound)
{
	uint64_t uneven, number;

	if (bound == 0)
		return 0;
	uneven = -bound % bound;
	do
		number = lab_rng_next(rng);
	while (number < uneven);
	return number % bound;
}

double lab_rng_unit(struct lab_rng *rng)
{
	return (double)(lab_rng_next(rng) >> 11) * 0x1p-53;
}

bool lab_rng_chance(struct lab_rng *rng, double probability)
{
	return lab_rng_unit(rng) < probability;
}

double lab_rng_exponential(struct lab_rng *rng, double mean)
{
	return -mean * log1p(-lab_rng_unit(rng));
}
