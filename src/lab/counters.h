/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_COUNTERS_H
#define LAB_COUNTERS_H

#include <stdint.h>

/*
 * What a NIC counts of its own side, in the sense of IEEE 802.3 30.3.1.1;
 * bytes are without preamble and FCS, as Linux has them.  C(field).
 */
#define LAB_COUNTERS(C) \
	C(tx_frames)		/* sent whole */ \
	C(tx_bytes) \
	C(rx_frames)		/* received with a good FCS */ \
	C(rx_bytes) \
	C(collisions)		/* each one, late ones too */ \
	C(single_collisions)	/* frames sent whole after one collision */ \
	C(multiple_collisions)	/* the same after more than one */ \
	C(late_collisions) \
	C(excessive_collisions)	/* frames given up after the last attempt */ \
	C(tx_aborted)		/* frames given up, for whatever reason */ \
	C(deferred)		/* frames sent at first attempt, but had to wait for the line */ \
	C(fcs_errors)		/* 64 bytes and more, whole bytes, wrong FCS */ \
	C(alignment_errors)	/* the same with bits left over */ \
	C(fragments)		/* 9 to 63 bytes, wrong FCS */ \
	C(tiny)			/* up to 8 bytes: most NICs see nothing at all */ \
	C(carrier_errors)	/* frames sent into a cable that was out */ \
	C(carrier_changes) \
	C(rx_missed)		/* good frames the host had no room for */

struct lab_counters {
#define C(field) uint64_t field;
	LAB_COUNTERS(C)
#undef C
};

#endif
