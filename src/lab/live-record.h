/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_LIVE_RECORD_H
#define LAB_LIVE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

/*
 * How well the machine kept up with the wire.  The model is exact however late
 * it runs; what a host sees of it is not.  Pure.
 */

/* Eight buckets an octave: a percentile is at most an eighth too high. */
#define LAB_LATE_BUCKETS (8 * 40)

struct lab_lateness {
	uint64_t count, bucket[LAB_LATE_BUCKETS];
	int64_t max_ns;
};

void lab_lateness_add(struct lab_lateness *lateness, int64_t late_ns);

/* Below that are so many of all, 0 to 1; 0 without any. */
int64_t lab_lateness_ns(const struct lab_lateness *lateness, double share);

/* The first line of /proc/stat: time of all CPUs, and what the hypervisor took. */
struct lab_cpu {
	uint64_t total, steal;
};

bool lab_cpu_parse(struct lab_cpu *cpu, const char *text);
double lab_cpu_steal(const struct lab_cpu *from, const struct lab_cpu *to);	/* 0 to 1 */

/*
 * Steal and the 99th percentile below which throughput was measured right, in
 * 240 TCP runs and 3.6 million deliveries on two shared cores.
 */
#define LAB_VALID_STEAL 0.05
#define LAB_VALID_LATE_NS 1000000

bool lab_valid(double steal, const struct lab_lateness *lateness);

#endif
