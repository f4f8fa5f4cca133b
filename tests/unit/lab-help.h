/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_HELP_H
#define LAB_HELP_H

/* What the tests of the lab share: two MACs on a wire, frames, bounds of a count. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "lab/mac.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))
#define SECOND_NS 1000000000LL

/* A wire with a MAC at each end, and what each of them handed up. */
struct help_end {
	struct lab_mac mac;
	unsigned int good, bad;
	int64_t last_ns;
};

struct help_pair {
	struct lab lab;
	struct lab_wire wire;
	struct help_end end[2];
};

static inline void help_good(void *owner, struct lab_frame *frame)
{
	struct help_end *end = owner;

	(void)frame;
	end->good++;
	end->last_ns = end->mac.lab->now_ns;
}

static inline void help_bad(void *owner)
{
	struct help_end *end = owner;

	end->bad++;
}

/* In place: the elements point at each other. */
static inline void help_pair_init(struct help_pair *pair, int rate_mbps, enum lab_duplex first,
				  enum lab_duplex second, enum lab_late late, uint64_t seed)
{
	const enum lab_duplex duplex[2] = { first, second };

	lab_init(&pair->lab);
	for (int i = 0; i < 2; i++)
		assert_int_equal(lab_way_init(&pair->wire.way[i], &pair->lab, rate_mbps, 500, seed,
					      i ? "wire 1" : "wire 0"), 0);
	for (int i = 0; i < 2; i++) {
		struct help_end *end = &pair->end[i];
		struct lab_mac_setup setup = { duplex[i], late, 64 };
		struct lab_mac_user user = { .good = help_good, .bad = help_bad, .owner = end };

		end->good = end->bad = 0;
		end->last_ns = -1;
		assert_int_equal(lab_mac_init(&end->mac, &pair->lab, &setup, &pair->wire.way[i],
					      &pair->wire.way[!i], seed, i ? "mac 1" : "mac 0"), 0);
		lab_mac_use(&end->mac, &user);
	}
}

static inline void help_pair_fini(struct help_pair *pair)
{
	for (int i = 0; i < 2; i++) {
		lab_mac_fini(&pair->end[i].mac);
		lab_way_fini(&pair->wire.way[i]);
	}
	lab_fini(&pair->lab);
}

static inline struct lab_frame *help_frame(struct lab *lab, unsigned int len_bytes)
{
	static const uint8_t zeros[LAB_FRAME_MAX];
	struct lab_frame *frame = lab_frame_new(lab, zeros, len_bytes);

	assert_non_null(frame);
	return frame;
}

/* Runs to at_ns, then gives the MAC a frame. */
static inline void help_send(struct help_pair *pair, int end, int64_t at_ns, unsigned int len_bytes)
{
	lab_run_until(&pair->lab, at_ns);
	assert_true(lab_mac_send(&pair->end[end].mac, help_frame(&pair->lab, len_bytes)));
}

/*
 * Is a count of n tries of probability p within five standard deviations?  By
 * the normal bound that fails by chance less than once in a million; the seeds
 * are fixed, so a failure stays.
 */
static inline void help_binomial(const char *what, double have, double n, double p)
{
	double width = 5 * sqrt(n * p * (1 - p)) + 1;

	if (fabs(have - n * p) > width)
		fail_msg("%s: have %.0f of %.0f, want %.1f +- %.1f", what, have, n, n * p, width);
}

#endif
