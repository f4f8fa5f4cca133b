/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_RNG_H
#define LAB_RNG_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Random numbers of one element of the lab: xoshiro256** (Blackman and Vigna,
 * "Scrambled linear pseudorandom number generators", 2021), seeded by
 * splitmix64.  Each element has a stream of its own, made from the seed of the
 * run and the element's name: an element that is added, or draws more often,
 * changes no number of another.
 *
 * GSL has no streams by name, puts each generator on the heap, and a run must
 * give the same numbers with every version of every library; so this is ours.
 */
struct lab_rng {
	uint64_t state[4];
};

void lab_rng_init(struct lab_rng *rng, uint64_t seed, const char *stream);
uint64_t lab_rng_next(struct lab_rng *rng);

/* A whole number in [0, bound), each equally likely; 0 for bound 0. */
uint64_t lab_rng_below(struct lab_rng *rng, uint64_t bound);

/* In [0, 1), a multiple of 2^-53. */
double lab_rng_unit(struct lab_rng *rng);

/* True with this probability.  Draws one number whatever the probability is. */
bool lab_rng_chance(struct lab_rng *rng, double probability);

/* Exponential with this mean: the gaps of a Poisson process. */
double lab_rng_exponential(struct lab_rng *rng, double mean);

#endif
