// SPDX-License-Identifier: GPL-3.0-or-later
/* What a path between two ports of this host and one to another host have in common. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "cmd/run.h"
#include "cmd/timing-live.h"

#define GAP_S 0.0005
#define BLOCKS_MIN 30
#define MTU_PLAIN 1500

struct timing_plan timing_common_plan(const struct timing_live_plan *live, const struct facts *from,
				    const struct facts *to)
{
	struct timing_plan plan = {
		.leg = live->direct ? TIMING_DIRECT : TIMING_SWITCH,
		.duration_s = live->duration_s, .gap_s = GAP_S, .blocks_min = BLOCKS_MIN,
		.seed = (uint64_t)clock_now_ns(), .stop = run_interrupted, .progress = live->progress,
	};
	int64_t mtu_from = facts_num(from, FACT_PORT_MTU, MTU_PLAIN);
	int64_t mtu_to = facts_num(to, FACT_PORT_MTU, MTU_PLAIN);

	timing_plan_sizes(&plan, (unsigned int)(mtu_from < mtu_to ? mtu_from : mtu_to));
	return plan;
}

bool timing_port_of_lab(const struct facts *f)
{
	return facts_get(f, FACT_PORT_VIRTUAL)->source == FROM_LAB;
}

enum timing_eee timing_common_eee(const struct facts *from, const struct facts *to)
{
	const struct facts *const of[] = { from, to };
	enum timing_eee eee = TIMING_EEE_OFF;

	for (int i = 0; i < 2; i++) {
		if (facts_yes(of[i], FACT_EEE_ACTIVE))
			return TIMING_EEE_ON;
		if (!facts_known(of[i], FACT_EEE_ACTIVE) && !timing_port_of_lab(of[i]))
			eee = TIMING_EEE_UNKNOWN;
	}
	return eee;
}

int timing_common_check(const struct timing_live_plan *plan, bool direct, const char *from,
		      const char *to, struct err *err)
{
	if (plan->direct && !direct)
		return timing_refuse(err, err_set(err, -EBADMSG, "--direct: no frame that bridges keep to "
						   "themselves came from %s to %s: they are not joined by "
						   "a cable", from, to), "not-direct");
	if (!plan->direct && !plan->calibration && direct)
		return timing_refuse(err, err_set(err, -EBADMSG, "%s and %s: a direct cable, no switch between "
						   "(a frame that bridges keep to themselves came through); "
						   "keep it with --direct FILE", from, to),
				     "direct-cable");
	return 0;
}

int timing_common_check_latency(const struct timing_run *run, const struct timing_live_plan *plan,
			      bool direct, const char *from, const char *to, struct err *err)
{
	const struct timing_estimate *e = &run->estimate;

	if (!direct || e->mode != TIMING_MODE_CUT_THROUGH || !e->sizes ||
	    e->size[0].latency_ns.low > 0)
		return 0;
	return timing_refuse(err, err_set(err, -EBADMSG, "%s and %s: a direct cable, no switch between (no "
					   "latency beyond that of %s)", from, to, plan->calibration),
			     "direct-cable");
}

/* RFC 8238 4 wants it said. */
void timing_common_note_accuracy(struct timing_run *run, enum timing_stamps stamps, bool tap,
				 const char *where)
{
	const char *kind = NULL, *allowed = NULL;

	switch (stamps) {
	case TIMING_STAMPS_SFD:
		kind = "hardware stamps at the start-of-frame delimiter";
		allowed = "3 ns over the sizes";
		break;
	case TIMING_STAMPS_COMPLETION:
		kind = "hardware stamps at completion";
		allowed = "30 ns over the sizes";
		break;
	case TIMING_STAMPS_SOFTWARE:
		kind = tap ? "software stamps (sent: packet tap)" : "software stamps (sent: driver)";
		allowed = "145 ns over the sizes and 1 us of latency";
		break;
	}
	snprintf(run->accuracy, sizeof(run->accuracy), "%s%s; %s are allowed for", kind, where, allowed);
}

/* A calibration beside a cable may be meant, but has to be known. */
void timing_common_note(struct timing_run *run, const struct timing_live_plan *plan,
		      const struct timing_setup *setup, bool direct)
{
	if (plan->ptp)
		timing_note(run, "the frames had the shape of PTP (EtherType 0x88F7); a switch that serves PTP "
			    "may treat them in its own way");
	if (setup->eee == TIMING_EEE_UNKNOWN && setup->rate_in_mbps >= 100)
		timing_note(run, "the drivers do not tell whether the ports sleep (EEE)");
	if (direct && !plan->direct)
		timing_note(run, "a frame that bridges keep to themselves came through: a cable, or a "
			    "switch that forwards more than it should");
}
