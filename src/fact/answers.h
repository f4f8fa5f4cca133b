/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FACT_ANSWERS_H
#define FACT_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

#include "fact/ids.h"

/*
 * What the kernel said, byte for byte, before anybody read a meaning into it.
 * A bundle carries these, so that a translator mended later tells the truth
 * about an old recording.  Counters are asked twice; round tells which time.
 */
struct answer {
	char name[64];		/* "netlink linkmodes": the key of its translator */
	enum fact_group group;
	unsigned int round;	/* 0: first time the group was read */
	int64_t t_ns;		/* since the port was opened */
	int error;		/* 0, or a negative errno instead of bytes */
	uint8_t *bytes;		/* owned by the list */
	size_t len_bytes;
};

struct answers {
	struct answer *item;
	size_t count, room;
};

/* bytes are copied; NULL for an error.  Returns 0 or -ENOMEM. */
int answers_add(struct answers *a, const struct answer *answer);
void answers_fini(struct answers *a);

#endif
