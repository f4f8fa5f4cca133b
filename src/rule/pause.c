// SPDX-License-Identifier: GPL-3.0-or-later
/* Flow control and sleep: what was agreed, and does it hurt? */
#include <inttypes.h>
#include <string.h>

#include "rule/rule.h"
#include "rule/threshold.h"

static bool wanted(const struct link *link)
{
	const char *offer = facts_text(link->this, FACT_PAUSE_ADVERTISED);

	if (facts_known(link->this, FACT_PAUSE_RX) || facts_known(link->this, FACT_PAUSE_TX))
		return facts_yes(link->this, FACT_PAUSE_RX) || facts_yes(link->this, FACT_PAUSE_TX);
	return offer && strcmp(offer, "none") != 0;
}

static bool drops(const struct link *link)
{
	return facts_known(link->this, FACT_RUN_WINDOW) &&
	       facts_num(link->this, FACT_COUNTER_HOST_DROPS, 0) > 0;
}

static bool bus_is_slower(const struct link *link)
{
	int64_t bus_mbps = facts_num(link->this, FACT_HOST_BUS_RATE, INT64_MAX);

	return bus_mbps < facts_num(link->this, FACT_LINK_SPEED, 0);
}

static void harden(const struct link *link, struct verdict *v)
{
	if (drops(link)) {
		v->severity = SEV_WARNING;
		cite(v, SIDE_THIS, FACT_COUNTER_HOST_DROPS);
	}
}

static void not_agreed(const struct link *link, struct verdict *v)
{
	if (!facts_text_is(link->this, FACT_PAUSE_FLOW, "none") || !wanted(link) ||
	    facts_text_is(link->this, FACT_LINK_DUPLEX, "half"))
		return;
	v->end = END_OTHER;
	v->fix_end = END_OTHER;
	found(v, "pause is wanted here and not agreed: the partner does not offer it");
	cite(v, SIDE_THIS, FACT_PAUSE_RX);
	cite(v, SIDE_THIS, FACT_PAUSE_TX);
	cite(v, SIDE_THIS, FACT_PAUSE_ADVERTISED);
	cite(v, SIDE_OTHER, FACT_PAUSE_ADVERTISED);
	harden(link, v);
	if (bus_is_slower(link)) {
		v->severity = SEV_WARNING;
		cite(v, SIDE_THIS, FACT_HOST_BUS_RATE);
	}
}

static void one_way(const struct link *link, struct verdict *v)
{
	const char *flow = facts_text(link->this, FACT_PAUSE_FLOW);

	if (strcmp(flow, "rx") != 0 && strcmp(flow, "tx") != 0)
		return;
	found(v, "pause works one way only: this end %s",
	      strcmp(flow, "rx") == 0 ? "obeys, but cannot ask" : "may ask, but does not obey");
	cite(v, SIDE_OTHER, FACT_PAUSE_ADVERTISED);
	harden(link, v);
}

/* Share of the time that so many pause frames can hold a port. */
static double stopped_share(int64_t frames, double window_s, int64_t speed_mbps)
{
	double hold_s = threshold(THRESHOLD_PAUSE_QUANTA_BITS) / ((double)speed_mbps * 1e6);

	return window_s > 0 ? (double)frames * hold_s / window_s : 0;
}

/* With xon frames in between, many pause frames need not stop anything: only
 * when they outnumber the frames that still pass is it a storm. */
static void storm(const struct link *link, struct verdict *v)
{
	double window_s = facts_get(link->this, FACT_RUN_WINDOW)->real;
	double limit = threshold(THRESHOLD_PAUSE_STOPPED_SHARE);
	int64_t speed_mbps = facts_num(link->this, FACT_LINK_SPEED, 0);
	int64_t in = facts_num(link->this, FACT_PAUSE_RX_FRAMES, 0);
	int64_t out = facts_num(link->this, FACT_PAUSE_TX_FRAMES, 0);

	if (speed_mbps <= 0)
		return;
	if (stopped_share(in, window_s, speed_mbps) >= limit &&
	    in > facts_num(link->this, FACT_COUNTER_TX_FRAMES, 0)) {
		v->end = END_OTHER;
		v->fix_end = END_OTHER;
		found(v, "%" PRId64 " pause frames in %.1f s came in and stop this port", in, window_s);
	} else if (stopped_share(out, window_s, speed_mbps) >= limit &&
		   out > facts_num(link->this, FACT_COUNTER_RX_FRAMES, 0)) {
		found(v, "this port sent %" PRId64 " pause frames in %.1f s and stops its partner", out,
		      window_s);
	}
}

static void eee_suspect(const struct link *link, struct verdict *v)
{
	int64_t changes = facts_num(link->this, FACT_COUNTER_CARRIER_CHANGES, 0);
	int64_t crc = facts_num(link->this, FACT_COUNTER_CRC, 0);
	bool flaps = (double)changes >= threshold(THRESHOLD_CARRIER_CHANGES_FLAP) ||
		     (double)facts_num(link->this, FACT_LOG_FLAPS, 0) >=
			     threshold(THRESHOLD_LOG_FLAPS);

	if (!facts_yes(link->this, FACT_EEE_ACTIVE) || (!flaps && crc == 0))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	found(v, "EEE is active while the link %s: worth trying without",
	      crc ? "loses frames" : "flaps");
	cite(v, SIDE_THIS, FACT_COUNTER_CRC);
	cite(v, SIDE_THIS, FACT_LOG_FLAPS);
	cite(v, SIDE_THIS, FACT_EEE_TX_LPI);
}

static void eee_active(const struct link *link, struct verdict *v)
{
	if (!facts_yes(link->this, FACT_EEE_ACTIVE))
		return;
	found(v, "Energy Efficient Ethernet is agreed by both ends and active");
	cite(v, SIDE_THIS, FACT_EEE_TX_LPI);
}

const struct rule rules_pause[] = {
	{
		.id = "PAUSE-NOT-AGREED", .severity = SEV_INFO, .step = STEP_NEGOTIATION,
		.means = "Pause frames are wanted at this end and the partner does not take part. A fault "
			 "only where the receiver cannot take line rate: then it drops bursts.",
		.source = "IEEE 802.3 Table 28B-3 and clause 31B",
		.avoid = "global pause on a fabric that runs RoCE with PFC",
		.needs = { THIS(PAUSE_FLOW) },
		.remedies = {
			{ "if the host drops frames: shape the sender", "none" },
			{ "or enable flow control on the switch port", "link drops" },
		},
		.judge = not_agreed,
	},
	{
		.id = "PAUSE-ONE-WAY", .severity = SEV_INFO, .step = STEP_NEGOTIATION,
		.means = "Pause was resolved in one direction, by asymmetric offers or by setting.",
		.source = "IEEE 802.3 Table 28B-3",
		.needs = { THIS(PAUSE_FLOW) },
		.remedies = {
			{ "if drops show: offer symmetric pause at both ends", "link drops" },
		},
		.judge = one_way,
	},
	{
		.id = "PAUSE-STORM", .severity = SEV_CRITICAL, .step = STEP_COUNTERS,
		.means = "Pause frames come at a rate that stops the port, and more of them than of other "
			 "frames. The sender of the pause frames is the slow or hung one.",
		.source = "IEEE 802.3 31B.2",
		.needs = { THIS(PAUSE_TX_FRAMES), THIS(PAUSE_RX_FRAMES), THIS(LINK_SPEED),
			   THIS(COUNTER_TX_FRAMES), THIS(COUNTER_RX_FRAMES), THIS(RUN_WINDOW) },
		.remedies = {
			{ "look at the sender of the pause frames: hung host, full receive ring",
			  "none" },
			{ "turn pause off at one end until it is mended", "link drops" },
		},
		.judge = storm,
	},
	{
		.id = "EEE-SUSPECT", .severity = SEV_WARNING, .step = STEP_COUNTERS,
		.means = "EEE is active and the link flaps, now or by the kernel log, or loses frames. It "
			 "is a suspect, not a proven cause.",
		.source = "IEEE 802.3 clause 78; field reports",
		.calibration = "field reports, not measured",
		.needs = { THIS(EEE_ACTIVE), THIS(COUNTER_CARRIER_CHANGES), THIS(COUNTER_CRC),
			   THIS(RUN_WINDOW) },
		.remedies = {
			{ "ethtool --set-eee IFACE eee off at either end, then watch again", "link drops" },
			{ "driver and firmware update; then turn EEE on again", "service at risk" },
		},
		.judge = eee_suspect,
	},
	{
		.id = "EEE-ACTIVE", .severity = SEV_INFO, .step = STEP_NEGOTIATION,
		.means = "Both ends agreed on Energy Efficient Ethernet. Normal; it adds microseconds of "
			 "wake time.",
		.source = "IEEE 802.3 clause 78",
		.needs = { THIS(EEE_ACTIVE) },
		.remedies = { { "nothing to do", "none" } },
		.judge = eee_active,
	},
	{ .id = NULL },
};
