/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_LOAD_H
#define LAB_LOAD_H

#include "lab/port.h"

/*
 * Frames that no host sends: a port of the emulated network puts them on its
 * wire by itself, with exponential gaps, so that a link that others measure is
 * not idle.  EtherType 0x88B6, IEEE 802 local experimental 2: nobody takes them
 * for his own.
 */
#define LAB_LOAD_ETHERTYPE 0x88b6
#define LAB_LOAD_MAC_BYTES 6

struct lab_load_setup {
	uint8_t to[LAB_LOAD_MAC_BYTES], from[LAB_LOAD_MAC_BYTES];
	double share;			/* of the line, preamble and gap included; above 0 */
	unsigned int size_bytes;	/* with FCS, from 64 */
};

struct lab_load {
	struct lab_port *port;
	struct lab_timer timer;
	struct lab_rng rng;
	double gap_ns, next_ns;
	unsigned int len_bytes;
	uint8_t bytes[LAB_FRAME_MAX];
	uint64_t offered, refused;	/* refused: of these, the queue was full */
};

/* In place.  Sends nothing yet.  The name is that of its random numbers.  0, -EINVAL, -ENOMEM. */
int lab_load_init(struct lab_load *load, struct lab_port *port, const struct lab_load_setup *setup,
		  uint64_t seed, const char *name);

/* From now on. */
void lab_load_start(struct lab_load *load);

#endif
