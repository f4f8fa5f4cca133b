/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAT_PAIRED_H
#define STAT_PAIRED_H

/*
 * The mean of paired differences and its standard error, as the pairs come in.
 * Each pair has a weight, for pairs that rest on more or fewer observations;
 * with equal weights this is the textbook mean and s/sqrt(n).  Start from { 0 }.
 */
struct stat_paired {
	double weight, weight2;			/* sums of w and w^2 */
	double diff, diff_w2, diff2_w2;		/* sums of w d, w^2 d and w^2 d^2 */
	unsigned int pairs;
};

struct stat_mean {
	double mean;		/* 0 without pairs */
	double se;		/* standard error; infinite with fewer than two pairs */
	double df;		/* degrees of freedom: effective number of pairs (Kish) less one */
	unsigned int pairs;
};

/* A pair whose weight is not above 0, or that is not a number, is left out. */
void stat_paired_add(struct stat_paired *p, double diff, double weight);

struct stat_mean stat_paired_mean(const struct stat_paired *p);

/*
 * By chance alone, how probable is a mean at least this large?  The larger of
 * two answers: Student's, from how the pairs differ among themselves, and the
 * normal one with the standard error that counting gives (se_counted, see
 * stat_pooled_se()).  The first knows bursts, the second does not believe a few
 * pairs that agree by luck.  1 when both standard errors are 0.
 */
double stat_paired_tail(const struct stat_mean *m, double se_counted);

#endif
