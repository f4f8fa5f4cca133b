/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_MODEL_H
#define TIMING_MODEL_H

#include <stdbool.h>

/*
 * What a switch adds to the time of a frame, by its size.
 *
 * Sizes count the FCS and not the preamble, times run from start-of-frame
 * delimiter to start-of-frame delimiter: FIFO latency, "first bit in, first bit
 * out" (RFC 1242 3.8 for bit forwarding devices, RFC 8238 2).  A frame of L
 * bytes ends L * 8 / rate after its delimiter, exactly.
 */
enum timing_kind {
	TIMING_CUT_THROUGH,		/* starts after a fixed part of the frame */
	TIMING_STORE_AND_FORWARD,	/* starts when the whole frame is in */
	TIMING_THRESHOLD,		/* starts after threshold_bytes or the whole frame */
};

/* A switch, or `stages` equal ones in a row with links of the outgoing rate between them. */
struct timing_device {
	enum timing_kind kind;
	unsigned int stages;		/* 1 or more; 0 is no switch: a direct cable */
	double threshold_bytes;		/* of TIMING_THRESHOLD */
	double rate_in_mbps, rate_out_mbps;
	double latency_ns;		/* what does not depend on the size, of each stage */
};

/* Where stamps are taken, and what the hosts add. */
enum timing_stamps {
	TIMING_STAMPS_SFD,		/* hardware, at the start-of-frame delimiter */
	TIMING_STAMPS_COMPLETION,	/* hardware, when the NIC has finished the frame */
	TIMING_STAMPS_SOFTWARE,		/* before the first bit leaves, after the last has come */
};

struct timing_host {
	enum timing_stamps stamps;
	double fixed_ns;
	double per_byte_ns;		/* fetching and writing the frame: 0 or more */
};

/* Serialisation: 8 ns/byte at 1000 Mb/s. */
double timing_ns_per_byte(double rate_mbps);

/*
 * FIFO latency.  Towards a faster port no switch can start before
 * L (tau_in - tau_out), or the frame ran dry: at a faster port even an ideal
 * cut-through device has a slope.
 */
double timing_latency_ns(const struct timing_device *device, double size_bytes);

/* Between both stamps, with the device between the hosts. */
double timing_delay_ns(const struct timing_device *device, const struct timing_host *host,
		       double size_bytes);

/* Least stages k (slope by tau_in) that any device can show: 1 - in/out, or 0. */
double timing_least_stages(double rate_in_mbps, double rate_out_mbps);

/* Time a sleeping transmitter needs (IEEE 802.3 Table 78-4), by its rate; 0 if none is known. */
double timing_eee_wake_ns(double rate_mbps);

#endif
