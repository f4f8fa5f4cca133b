/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TIMING_STAMPING_H
#define TIMING_STAMPING_H

#include "dev/guard.h"
#include "dev/stamp.h"

/*
 * Hardware stamping of the ports of a measurement.  It is a setting of the port,
 * for every program on it (linux Documentation/networking/timestamping.rst 3.1):
 * where it is on already somebody uses it, and it is not ours to change or to
 * rely on.
 */
struct timing_stamping {
	struct {
		const char *name;	/* the caller's */
		struct stamp_config wanted, before;
	} port[2];
	unsigned int ports;
	struct guard guard;
};

/*
 * The port stamps nothing of `what` in hardware.  ptp_would_do: but frames in the shape
 * of PTP.  -EOPNOTSUPP, with the cause "no-hardware-stamps".
 */
int timing_stamping_none(const char *name, const char *what, bool ptp_would_do, struct err *err);

/*
 * port[].name, port[].wanted and ports are the caller's.  All is put back by
 * timing_stamping_off(), which takes what a failure left, or by the guard if we are
 * killed.  Failures have a cause: -EBUSY "stamps-in-use"; -EPERM "denied";
 * -EOPNOTSUPP "no-stamps", the driver does not do it; others: no guard.
 */
int timing_stamping_on(struct timing_stamping *s, struct err *err);
void timing_stamping_off(struct timing_stamping *s);

#endif
