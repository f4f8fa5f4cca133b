/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_STAMP_H
#define TEXT_STAMP_H

#include <stdbool.h>

/*
 * The time in front of a log line, in seconds on a clock of the log's own: only
 * differences mean something.  "[ 12.34]" counts from boot; "Nov 30 12:00:00"
 * (RFC 3164), "2026-11-30T12:00:00.1+0100" (RFC 3339) and "[Mon Nov 30 12:00:00
 * 2026]" (dmesg -T) from a date; zones are not looked at.  False: no stamp.
 */
struct text_stamp {
	bool since_boot;
	double s;
};

bool text_stamp_read(const char *line, struct text_stamp *out);

#endif
