/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAT_TAIL_H
#define STAT_TAIL_H

/*
 * Upper tails: how probable a value at least this large is by chance alone.
 * Unit: probability, 0...1.  A NaN gives 1: what is not a number proves nothing.
 */
double stat_normal_tail(double z);

/* Student's t.  Without a degree of freedom (df <= 0) every value is possible: 1. */
double stat_t_tail(double t, double df);

/* The z whose normal tail this is, limited to -STAT_Z_MAX...STAT_Z_MAX. */
#define STAT_Z_MAX 37.0

double stat_z_of_tail(double tail);

#endif
