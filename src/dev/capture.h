/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_CAPTURE_H
#define DEV_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "wire/eth.h"

/*
 * Frames of the link layer, from a capture file or from a live port.  A file is
 * read once from front to end, so it may be a pipe; memory does not grow with it.
 */
struct capture;

struct capture_frame {
	enum eth_link link;
	const uint8_t *bytes;		/* until the next call */
	size_t len_bytes, wire_bytes;
	int64_t t_ns;			/* since 1970 */
	unsigned int port;		/* which interface of the file it came in at, from 0 */
	bool outgoing;			/* sent by the machine that captured it; not all files tell */
};

/*
 * Does a file begin as pcap or pcapng?  Looks at the first bytes and puts them
 * back, which stdio can while they are in its buffer.
 */
bool capture_begins(FILE *in);

/*
 * pcap or pcapng.  in is taken and closed by capture_close, unless it is stdin;
 * name is for messages.  -EBADMSG: no capture; -EPROTONOSUPPORT: of a link that
 * is neither Ethernet nor Linux cooked.  pcapng can have several interfaces: what
 * came in at one that is neither is left out and counted.
 */
int capture_open_file(struct capture **out, FILE *in, const char *name, struct err *err);

/*
 * Listens for announcements on a port: what is sent to the group addresses of
 * LLDP, STP, slow protocols and their Cisco like, with any tags.  The port joins
 * these groups and is not made promiscuous.  Needs CAP_NET_RAW: -EPERM without;
 * -ENODEV, -ENETDOWN; -EPROTONOSUPPORT: no Ethernet.
 */
int capture_allowed(struct err *err);	/* -EPERM before any port is looked at */
int capture_open_live(struct capture **out, const char *iface, struct err *err);

/* 1 and a frame; 0: the file has ended, or nothing has come by now; -errno: the
 * file breaks off or makes no sense from here, or the port has gone. */
int capture_next(struct capture *c, struct capture_frame *frame, struct err *err);

/* Until a frame is there or that time (base/clock.h) comes.  0 or -EINTR.  Live only. */
int capture_wait_until_ns(struct capture *c, int64_t deadline_ns);

/* Name of an interface of the file; NULL when it has none. */
const char *capture_port_name(const struct capture *c, unsigned int port);

/* Frames of a file that were left out: of interfaces that are no Ethernet. */
uint64_t capture_left_out(const struct capture *c);

/* Frames that this listener lost for want of room; 0 for a file. */
uint64_t capture_dropped(struct capture *c);

void capture_close(struct capture *c);	/* NULL is allowed */

#endif
