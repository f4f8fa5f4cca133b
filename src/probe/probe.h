/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROBE_PROBE_H
#define PROBE_PROBE_H

#include "base/err.h"
#include "dev/dev.h"
#include "fact/fact.h"
#include "timing/estimate.h"

/*
 * Reads everything one port can tell, in an order that does not steal events
 * from the kernel: counters and driver facts first, latched registers once
 * after them, counters again when the window has passed.
 *
 * window_ns: how long counters are watched; 0 reads them once, and then
 * counter.* are the totals.  Returns 0; -EINTR when a signal ended the window
 * (facts stand, the window is as long as it was); -ENODEV when the interface
 * vanished (facts so far stand, run.vanished is set); -ENOMEM.
 */
int probe_port(struct dev *dev, int64_t window_ns, struct sets *sets, struct err *err);

/* The same in two halves, so that many ports share one window. */
struct probe {
	int64_t start_ns;	/* on the port's clock: when counters were first read */
	struct facts before;	/* the near facts then */
};

int probe_begin(struct probe *probe, struct dev *dev, struct sets *sets, struct err *err);
int probe_finish(struct probe *probe, struct dev *dev, int64_t window_ns, struct sets *sets,
		 struct err *err);

/* What follows from facts already there, without a device. */
void probe_derive(struct sets *sets);

/* The computing parts, in the order probe_port calls them.  Pure. */
void probe_link_medium(struct facts *near);
void probe_mii(struct sets *sets, bool base_x);
void probe_link_common(struct facts *near, const struct facts *partner);
void probe_pause(struct facts *near, struct facts *partner);

/* counter.* from totals read before and after; before NULL: the totals. */
void probe_counters(struct facts *near, const struct facts *before);

/* timing.* from what was estimated; what has no value becomes absent.  Pure. */
void probe_timing(struct facts *path, const struct timing_setup *setup,
		  const struct timing_estimate *e);

#endif
