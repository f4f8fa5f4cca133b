/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_TALLY_H
#define STREAM_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "fact/fact.h"
#include "stream/plan.h"

/*
 * What a port's own counters did during a contrast, read between the slots:
 * errors that come only while both ends send are those of a mismatch.
 */
enum tally_counter {
	TALLY_LATE,		/* late collisions */
	TALLY_FCS,		/* FCS and alignment errors, runts and fragments */
	TALLY_COLLISIONS,
	TALLY_RX_FRAMES,
	TALLY_TX_FRAMES,
	TALLY_RX_BYTES,
	TALLY_TX_BYTES,
	TALLY_HOST_DROPS,
	TALLY_COUNTERS,
};

struct tally_reading {
	bool has[TALLY_COUNTERS];
	uint64_t value[TALLY_COUNTERS];
};

struct tally_sum {
	bool has;		/* every reading had it */
	uint64_t total;		/* over the whole test */
	bool attributed;	/* alone and together can be told apart */
	uint64_t alone, together;
};

/*
 * Some drivers fetch their counters now and then.  A rise of many at once says
 * nothing of its slot: this many rises are wanted, or as many as errors.
 */
#define TALLY_RISES_MIN 5

struct tally {
	unsigned int readings;
	bool begun, broken;	/* broken: a counter fell, or one went missing */
	unsigned int next_slot;	/* the first that the last reading has not seen whole */
	struct tally_reading first, last, timely;
	uint64_t alone[TALLY_COUNTERS], together[TALLY_COUNTERS];
	unsigned int rises[TALLY_COUNTERS];
};

/* The totals of a port, as GROUP_COUNTERS has them. */
void tally_read(struct tally_reading *reading, const struct facts *near);

/* Before the first slot that will be sent. */
void tally_begin(struct tally *tally, const struct tally_reading *reading,
		 unsigned int first_slot);

/*
 * A reading after all slots below `slot`.  timely: it was taken while nothing
 * was sent; what is not timely counts only for the total.
 */
void tally_add(struct tally *tally, const struct tally_reading *reading,
	       const struct stream_plan *plan, unsigned int slot, bool timely);

struct tally_sum tally_sum(const struct tally *tally, enum tally_counter counter);

#endif
