/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_POINTS_H
#define TIMING_POINTS_H

#include "timing/estimate.h"

/*
 * Points that somebody measured, as text: a frame size and a delay on each
 * line, apart by blanks, a comma, a semicolon, a colon or a bar:
 *
 *	# switch P, 1000BASE-SX
 *	size  delay_us
 *	64    3.17
 *	1518  7.12 us  direct
 *
 * Sizes are bytes with the FCS.  A unit may follow its number, or stand in the
 * header: a line without numbers, or a comment that names size and delay.  The
 * header may also say that the delay stands first.  A third word tells the leg,
 * "direct" or "switch" (the default).
 */
struct timing_points {
	struct timing_point *point;	/* owned; the n-th of a size and leg is of block n */
	size_t count;
	double resolution_ns;		/* the last digit of the finest delay */
	bool direct;			/* some are of the direct leg */
};

/*
 * Reads all lines.  unit_ns: of delays without one, until a header says another.
 * -EBADMSG: a line that cannot be read; the message names it and counts others.
 * -ENODATA: no points.  -ENOMEM.  name stands in messages.
 */
int timing_points_parse(struct timing_points *out, const char *text, size_t len_bytes,
			double unit_ns, const char *name, struct err *err);
void timing_points_fini(struct timing_points *points);

/* "ns", "us", "ms", "s" and their longer names: its nanoseconds, or 0. */
double timing_unit_ns(const char *word, size_t len);

#endif
