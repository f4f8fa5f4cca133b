/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_PCAPNG_H
#define DEV_PCAPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/*
 * Blocks of pcapng (draft-ietf-opsawg-pcapng).  libpcap reads the format, but
 * not which interface a frame came in at or whether it went out, and refuses
 * files whose interfaces have several link types.  One block is held at a time.
 */
#define PCAPNG_INTERFACES_MAX 64
#define PCAPNG_NAME_MAX 32

struct pcapng;

struct pcapng_frame {
	unsigned int port;		/* over all sections, from 0 */
	uint16_t link_type;		/* LINKTYPE_... */
	const uint8_t *bytes;		/* until the next call */
	size_t len_bytes, wire_bytes;
	int64_t t_ns;			/* 0 in a simple packet block, which has no time */
	bool outgoing;
};

/* in is borrowed.  -EBADMSG: it does not begin with a section; -ENOMEM. */
int pcapng_open(struct pcapng **out, FILE *in, const char *name, struct err *err);

/* 1 and a frame; 0 at the end; -EBADMSG: it breaks off, or a length is impossible. */
int pcapng_next(struct pcapng *p, struct pcapng_frame *frame, struct err *err);

/* Name of the interface as the capture has it; NULL: none, or not that many. */
const char *pcapng_port_name(const struct pcapng *p, unsigned int port);

void pcapng_close(struct pcapng *p);	/* NULL is allowed */

#endif
