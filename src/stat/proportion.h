/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAT_PROPORTION_H
#define STAT_PROPORTION_H

#include <stdint.h>

/* Shares of counts: `hits` of `n`.  More hits than n count as n. */
struct stat_interval {
	double low, high;	/* 0...1 */
};

/* hits/n, or 0 without any. */
double stat_share(uint64_t hits, uint64_t n);

/*
 * Standard error of the difference of two shares when both are the same in
 * truth: sqrt(p (1 - p) (1/n_a + 1/n_b)) with p from both together.  Infinite
 * when either is empty.
 */
double stat_pooled_se(uint64_t hits_a, uint64_t n_a, uint64_t hits_b, uint64_t n_b);

/*
 * Two-sided intervals; confidence inside 0...1, as 0.95.  0...1 for n of 0.
 * Wilson (1927) is right on average; Clopper and Pearson (1934) never covers
 * less than it says, and is what a claim about an error rate needs.
 */
struct stat_interval stat_wilson(uint64_t hits, uint64_t n, double confidence);
struct stat_interval stat_clopper_pearson(uint64_t hits, uint64_t n, double confidence);

/* How probable are at least `hits` of n when each comes with this share? */
double stat_binomial_tail(uint64_t hits, uint64_t n, double share);

#endif
