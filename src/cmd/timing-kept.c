// SPDX-License-Identifier: GPL-3.0-or-later
/* A direct cable that was kept, in front of what is measured now. */
#include <errno.h>

#include "cmd/timing-live.h"

int timing_kept_use(struct timing_run *run, struct timing_setup *setup, struct timing_taken *taken,
		    const struct timing_kept *now, const char *file, double *rate_in_mbps,
		    struct err *err)
{
	struct timing_kept kept;
	int rc = timing_kept_load(&kept, file, now->trips, err);

	if (rc == 0 && kept.stamps != setup->stamps)
		rc = timing_refuse(err, err_set(err, -EBADMSG, "%s: was taken with other stamps; take it anew "
						 "with --direct, or choose with --stamps", file),
				   "stamps-differ");
	if (rc < 0) {
		timing_kept_fini(&kept);
		return rc;
	}
	setup->settings_differ = timing_kept_differs(&kept.from, &now->from) ||
				 timing_kept_differs(&kept.to, &now->to);
	if (setup->settings_differ)
		timing_note(run, "%s was taken with other ports or another interrupt moderation", file);
	setup->rate_direct_mbps = kept.rate_out_mbps;
	if (rate_in_mbps)
		*rate_in_mbps = kept.rate_in_mbps;
	setup->sent[TIMING_DIRECT] = kept.sent;
	taken->point = kept.point;
	taken->count = taken->room = kept.count;
	timing_note(run, "direct cable of %s, %zu frames", kept.taken, kept.count);
	return 0;
}
