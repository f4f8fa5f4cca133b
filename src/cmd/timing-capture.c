// SPDX-License-Identifier: GPL-3.0-or-later
/* Delays from what somebody captured on both sides of a switch. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cmd/timing.h"
#include "timing/capture.h"
#include "timing/kept.h"

static int refuse(struct err *err, int rc, const char *cause)
{
	err->cause = cause;
	return rc;
}

/* What was set aside, and what the clocks are. */
static void note_match(struct timing_run *run, const struct timing_capture_plan *plan,
		       const struct timing_matched *m)
{
	if (m->resolution_ns > 1)
		timing_note(run, "the stamps are whole microseconds: no nanoseconds were captured "
			    "(tcpdump --time-stamp-precision nano)");
	if (m->two_clocks)
		timing_note(run, "the captures have clocks of their own; the first is taken for the "
			    "sending side");
	else if (plan->file[1])
		timing_note(run, "%s is the sending side", plan->file[m->swapped]);
	if (m->many)
		timing_note(run, "%u times a frame was there too often; these were left out",
			    (unsigned int)m->many);
	if (m->alone)
		timing_note(run, "%u frames were seen on the sending side only", (unsigned int)m->alone);
	if (m->other)
		timing_note(run, "%u frames of other senders were left out", (unsigned int)m->other);
	if (m->rare)
		timing_note(run, "%u frames of sizes that came fewer than %d times were left out",
			    (unsigned int)m->rare, TIMING_MATCH_SIZE_MIN);
}

static int use_calibration(struct timing_run *run, const struct timing_capture_plan *plan,
			   struct err *err)
{
	struct timing_setup *setup = &run->setup;
	struct timing_point *all;
	struct timing_kept kept;
	int rc = timing_kept_load(&kept, plan->calibration, false, err);

	if (rc == 0 && kept.stamps != setup->stamps)
		rc = refuse(err, err_set(err, -EBADMSG, "%s: was taken with other stamps; choose with "
					 "--stamps", plan->calibration), "stamps-differ");
	all = rc == 0 ? realloc(run->point, (run->points + kept.count) * sizeof(*all)) : NULL;
	if (rc == 0 && !all)
		rc = err_set(err, -ENOMEM, "out of memory");
	if (all) {
		run->point = all;
		memcpy(all + run->points, kept.point, kept.count * sizeof(*all));
		run->points += kept.count;
		setup->rate_direct_mbps = kept.rate_out_mbps;
		setup->sent[TIMING_DIRECT] = kept.sent;
		setup->two_clocks = setup->two_clocks || kept.two_clocks;
		timing_note(run, "direct cable of %s, %zu frames", kept.taken, kept.count);
	}
	timing_kept_fini(&kept);
	return rc;
}

static int keep_direct(struct timing_run *run, const struct timing_capture_plan *plan, struct err *err)
{
	const struct timing_setup *setup = &run->setup;
	struct timing_kept kept = {
		.stamps = setup->stamps, .two_clocks = setup->two_clocks,
		.rate_in_mbps = setup->rate_in_mbps, .rate_out_mbps = setup->rate_out_mbps,
		.resolution_ns = setup->resolution_ns, .sent = setup->sent[TIMING_SWITCH],
		.from = { .moderation_us = -1 }, .to = { .moderation_us = -1 },
		.point = run->point, .count = run->points,
	};

	for (size_t i = 0; i < run->points; i++)
		run->point[i].leg = TIMING_DIRECT;
	clock_utc_text(time(NULL), kept.taken);
	return timing_kept_save(&kept, plan->direct, err);
}

static void take_setup(struct timing_run *run, const struct timing_capture_plan *plan,
		       const struct timing_matched *m)
{
	struct timing_setup *setup = &run->setup;
	bool hardware = plan->stamps == TIMING_WANT_HARDWARE;

	run->input = "capture";
	setup->values = TIMING_VALUES_DELAY;
	setup->stamps = hardware ? TIMING_STAMPS_SFD : TIMING_STAMPS_SOFTWARE;
	setup->two_clocks = m->two_clocks || hardware;
	setup->sent[TIMING_SWITCH] = m->sent;
	if (m->resolution_ns > setup->resolution_ns)
		setup->resolution_ns = m->resolution_ns;
	snprintf(run->accuracy, sizeof(run->accuracy), "%s stamps, %g ns; say --stamps hardware if a NIC "
		 "took both", hardware ? "hardware" : "software", setup->resolution_ns);
}

int timing_from_capture(const struct timing_capture_plan *plan, struct timing_run *run, struct err *err)
{
	struct timing_matched matched = { .point = NULL };
	struct timing_seen *seen;
	size_t count;
	int rc = timing_capture_read(&seen, &count, plan->file, err);

	if (rc < 0)
		return refuse(err, rc, "no-capture");
	rc = timing_match(&matched, seen, count, plan->file[1] ? 2 : 1, err);
	free(seen);
	run->point = matched.point;
	run->points = matched.count;
	if (rc < 0)
		return rc;
	take_setup(run, plan, &matched);
	note_match(run, plan, &matched);
	if (plan->direct)
		return keep_direct(run, plan, err);
	if (plan->calibration)
		rc = use_calibration(run, plan, err);
	return rc < 0 ? rc : timing_estimate(&run->estimate, &run->setup, run->point, run->points, err);
}
