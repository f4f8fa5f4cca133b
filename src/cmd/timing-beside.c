// SPDX-License-Identifier: GPL-3.0-or-later
/* Frame timing as a part of a check: its facts, and why there are none. */
#include <errno.h>
#include <stdlib.h>

#include "cmd/timing.h"
#include "probe/probe.h"

#define BESIDE_S 0.6	/* enough for what a path without a measured cable can show */

void timing_beside(struct far_plan *far, const char *iface, struct sets *sets)
{
	struct timing_live_plan plan = { .from = iface, .far = *far, .duration_s = BESIDE_S };
	struct timing_run *run = calloc(1, sizeof(*run));
	struct facts *path = &sets->set[SET_PATH];
	struct sets *own = sets_new();	/* the check has read both ports itself */
	struct err err = { 0 };
	int rc = run && own ? timing_via(&plan, run, own, &err) : err_set(&err, -ENOMEM, "out of memory");

	*far = plan.far;
	for (unsigned int i = 0; rc == 0 && i < run->notes; i++)
		facts_list_add(path, FACT_TIMING_NOTES, FROM_MEASURED, run->note[i]);
	if (rc == 0)
		probe_timing(path, &run->setup, &run->estimate);
	else
		facts_list_add(path, FACT_TIMING_NOTES, FROM_MEASURED, err.text);
	if (run)
		free(run->point);
	free(run);
	sets_free(own);
}
