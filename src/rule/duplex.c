// SPDX-License-Identifier: GPL-3.0-or-later
/* Half or full, and do both ends think so? */
#include <inttypes.h>

#include "rule/rule.h"

static bool half(const struct link *link)
{
	return facts_yes(link->this, FACT_LINK_UP) &&
	       facts_text_is(link->this, FACT_LINK_DUPLEX, "half");
}

static void half_duplex(const struct link *link, struct verdict *v)
{
	if (!half(link))
		return;
	found(v, "the link runs half duplex: one end at a time may send");
	cite(v, SIDE_THIS, FACT_LINK_SPEED);
	cite(v, SIDE_THIS, FACT_AN_HCD);
}

/* Without a window counters are totals: they may be of long ago. */
static bool watched(const struct link *link)
{
	return facts_known(link->this, FACT_RUN_WINDOW);
}

/* The half end defers and sees the other break in late. */
static void likely_here(const struct link *link, struct verdict *v)
{
	int64_t late = facts_num(link->this, FACT_COUNTER_LATE_COLLISIONS, 0);

	if (late > 0 && watched(link)) {
		v->severity = SEV_CRITICAL;
		v->confidence = 0.9;
		found(v, "half duplex here with %" PRId64
		      " late collisions: the partner sends without waiting, as a full-duplex port does",
		      late);
		cite(v, SIDE_THIS, FACT_COUNTER_LATE_COLLISIONS);
		return;
	}
	late = facts_num(link->this, FACT_TOTAL_LATE_COLLISIONS, 0);
	if (late == 0)
		return;
	v->confidence = 0.5;
	found(v, "half duplex here, and %" PRId64
	      " late collisions since the driver came up: the partner may be full duplex", late);
	cite(v, SIDE_THIS, FACT_TOTAL_LATE_COLLISIONS);
}

/* The forced full end receives what the half end had to break off. */
static void likely_there(const struct link *link, struct verdict *v)
{
	int64_t crc = facts_num(link->this, FACT_COUNTER_CRC, 0);
	int64_t fragments = facts_num(link->this, FACT_COUNTER_RUNTS, 0) +
			    facts_num(link->this, FACT_COUNTER_ALIGNMENT, 0);

	if (!facts_no(link->this, FACT_LINK_AUTONEG) || crc == 0 || fragments == 0)
		return;
	v->end = END_OTHER;
	v->severity = watched(link) ? SEV_CRITICAL : SEV_WARNING;
	v->confidence = watched(link) ? 0.7 : 0.5;
	found(v, "forced full duplex here, and broken-off frames arrive (%" PRId64
	      " FCS errors): the partner seems to have fallen to half duplex", crc);
	cite(v, SIDE_THIS, FACT_LINK_AUTONEG);
	cite(v, SIDE_THIS, FACT_COUNTER_CRC);
	cite(v, SIDE_THIS, FACT_COUNTER_ALIGNMENT);
	cite(v, SIDE_THIS, FACT_COUNTER_RUNTS);
}

/* Traffic has shown the mismatch, or that there is none: a guess adds nothing. */
static bool decided(const struct link *link)
{
	return facts_text_is(link->path, FACT_STREAM_DUPLEX_OUTCOME, "mismatch") ||
	       facts_text_is(link->path, FACT_STREAM_DUPLEX_OUTCOME, "clean");
}

static void mismatch_likely(const struct link *link, struct verdict *v)
{
	if (decided(link))
		return;
	if (!facts_yes(link->this, FACT_LINK_UP) || facts_num(link->this, FACT_LINK_SPEED, 0) >= 1000)
		return;
	if (half(link)) {
		v->fix_end = END_OTHER;
		likely_here(link, v);
		cite(v, SIDE_THIS, FACT_AN_PARALLEL_DETECTION);
	} else {
		likely_there(link, v);
	}
}

const struct rule rules_duplex[] = {
	{
		.id = "HALF-DUPLEX", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "The link runs half duplex. Legitimate on a hub or an old device; on a switch it "
			 "costs throughput and hides a forced partner.",
		.source = "IEEE 802.3 clause 4",
		.avoid = "forcing full duplex here alone",
		.needs = { THIS(LINK_UP), THIS(LINK_DUPLEX) },
		.remedies = {
			{ "turn negotiation on at both ends, full duplex offered", "link drops" },
			{ "replace a hub by a switch", "link drops" },
		},
		.judge = half_duplex,
	},
	{
		.id = "DUPLEX-MISMATCH-LIKELY", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "Passive evidence that one end runs half and the other full duplex: late "
			 "collisions on a half-duplex port, or FCS errors together with fragments on a "
			 "port forced to full. Critical when they rise while watched. Silent when traffic "
			 "has decided.",
		.source = "IEEE 802.3 clause 4; Shalunov and Carlson, PAM 2005",
		.calibration = "field reports, not measured",
		.avoid = "forcing one end alone; replacing the cable first",
		.needs = { THIS(LINK_UP), THIS(LINK_DUPLEX), THIS_OR(LINK_SPEED, RUN_TOTALS),
			   THIS(COUNTER_LATE_COLLISIONS) },
		.remedies = {
			{ "turn negotiation on at the forced end", "link drops" },
			{ "only if it cannot: force both ends to the same speed and duplex", "link drops" },
		},
		.judge = mismatch_likely,
	},
	{ .id = NULL },
};
