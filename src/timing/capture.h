/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_CAPTURE_H
#define TIMING_CAPTURE_H

#include "timing/match.h"

/*
 * All frames of one or two capture files, pcap or pcapng, Ethernet or Linux
 * cooked, with nanoseconds where they have them.  The array is the caller's to
 * free.  -EBADMSG: no capture, another link, or too little kept of each frame.
 */
int timing_capture_read(struct timing_seen **seen, size_t *count, const char *const file[2],
			struct err *err);

#endif
