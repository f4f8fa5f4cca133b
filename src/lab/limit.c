// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/limit.h"

#include <errno.h>

#include "lab/engine.h"

#define UNITS_A_BIT 1000000000LL
#define RATE_MAX_BPS 100000000000LL
#define BURST_MAX_BYTES 1000000000LL

int lab_policer_init(struct lab_policer *policer, int64_t rate_bps, int64_t burst_bytes)
{
	*policer = (struct lab_policer){ .rate_bps = rate_bps };
	if (rate_bps == 0)
		return 0;
	if (rate_bps < 0 || rate_bps > RATE_MAX_BPS || burst_bytes > BURST_MAX_BYTES ||
	    burst_bytes < LAB_FRAME_MAX + LAB_FCS_BYTES)
		return -EINVAL;
	policer->burst_bits = 8 * burst_bytes;
	policer->tokens = policer->burst_bits * UNITS_A_BIT;
	return 0;
}

static void fill(struct lab_policer *policer, int64_t at_ns)
{
	int64_t gone_ns = at_ns - policer->filled_ns;
	int64_t missing = policer->burst_bits * UNITS_A_BIT - policer->tokens;

	policer->filled_ns = at_ns;
	if (gone_ns > missing / policer->rate_bps)
		policer->tokens += missing;
	else
		policer->tokens += gone_ns * policer->rate_bps;
}

bool lab_policer_pass(struct lab_policer *policer, int64_t at_ns, unsigned int len_bytes)
{
	int64_t cost = 8LL * (len_bytes + LAB_FCS_BYTES) * UNITS_A_BIT;

	if (policer->rate_bps != 0) {
		fill(policer, at_ns);
		if (policer->tokens < cost) {
			policer->dropped++;
			return false;
		}
		policer->tokens -= cost;
	}
	policer->passed++;
	return true;
}

/* Work is not begun in a stall; what a stall cuts into is done that much later. */
static int64_t work(const struct lab_stall *stall, int64_t start_ns, int64_t work_ns)
{
	int64_t in_period_ns;

	if (stall->period_ns == 0)
		return start_ns + work_ns;
	in_period_ns = (start_ns - stall->phase_ns) % stall->period_ns;
	if (in_period_ns < 0)
		in_period_ns += stall->period_ns;
	if (in_period_ns < stall->stall_ns) {
		start_ns += stall->stall_ns - in_period_ns;
		in_period_ns = stall->stall_ns;
	}
	if (in_period_ns + work_ns <= stall->period_ns)
		return start_ns + work_ns;
	work_ns -= stall->period_ns - in_period_ns;
	start_ns += stall->period_ns - in_period_ns;
	return start_ns + stall->stall_ns + work_ns;
}

int64_t lab_stall_done(struct lab_stall *stall, int64_t ready_ns)
{
	if (stall->done_ns > ready_ns)
		ready_ns = stall->done_ns;
	stall->done_ns = work(stall, ready_ns, stall->service_ns);
	return stall->done_ns;
}
