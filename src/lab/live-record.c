// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/live-record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* 0 to 7 have a bucket each, then each octave has eight. */
static unsigned int bucket_of(uint64_t ns)
{
	unsigned int octave = 0;

	while (ns >> octave >= 16)
		octave++;
	return 8 * octave + (unsigned int)(ns >> octave);
}

static int64_t end_of(unsigned int bucket)
{
	unsigned int octave = bucket < 16 ? 0 : bucket / 8 - 1;

	return ((int64_t)(bucket - 8 * octave) + 1) << octave;
}

void lab_lateness_add(struct lab_lateness *lateness, int64_t late_ns)
{
	unsigned int bucket = bucket_of(late_ns < 0 ? 0 : (uint64_t)late_ns);

	if (bucket >= LAB_LATE_BUCKETS)
		bucket = LAB_LATE_BUCKETS - 1;
	lateness->bucket[bucket]++;
	lateness->count++;
	if (late_ns > lateness->max_ns)
		lateness->max_ns = late_ns;
}

int64_t lab_lateness_ns(const struct lab_lateness *lateness, double share)
{
	uint64_t below = 0;

	for (unsigned int i = 0; i < LAB_LATE_BUCKETS; i++) {
		below += lateness->bucket[i];
		if (below && (double)below >= share * (double)lateness->count)
			return end_of(i) < lateness->max_ns ? end_of(i) : lateness->max_ns;
	}
	return 0;
}

bool lab_cpu_parse(struct lab_cpu *cpu, const char *text)
{
	/* user nice system idle iowait irq softirq steal; guests are in user and nice. */
	uint64_t t[8];

	if (strncmp(text, "cpu ", 4) != 0 ||
	    sscanf(text + 4, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
		   " %" SCNu64 " %" SCNu64, &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6],
		   &t[7]) != 8)
		return false;
	*cpu = (struct lab_cpu){ .steal = t[7] };
	for (int i = 0; i < 8; i++)
		cpu->total += t[i];
	return true;
}

double lab_cpu_steal(const struct lab_cpu *from, const struct lab_cpu *to)
{
	if (to->total <= from->total || to->steal <= from->steal)
		return 0;
	return (double)(to->steal - from->steal) / (double)(to->total - from->total);
}

bool lab_valid(double steal, const struct lab_lateness *lateness)
{
	return steal < LAB_VALID_STEAL && lab_lateness_ns(lateness, 0.99) < LAB_VALID_LATE_NS;
}
