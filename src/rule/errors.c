// SPDX-License-Identifier: GPL-3.0-or-later
/* Which errors rose while we looked, and how often? */
#include <inttypes.h>
#include <string.h>

#include "rule/rule.h"
#include "rule/threshold.h"

/* A few errors among few frames are chance; the ratio decides, then the count. */
static bool rising(const struct link *link, enum fact_id errors_id, enum fact_id frames_id,
		   struct verdict *v)
{
	int64_t errors = facts_num(link->this, errors_id, 0);
	int64_t all = facts_num(link->this, frames_id, 0) + errors;
	double ratio = all > 0 ? (double)errors / (double)all : 0;

	if (errors <= 0 || ratio < threshold(THRESHOLD_ERROR_RATIO_WARNING))
		return false;
	if (facts_known(link->this, FACT_RUN_WINDOW) &&
	    ratio >= threshold(THRESHOLD_ERROR_RATIO_CRITICAL) &&
	    (double)errors >= threshold(THRESHOLD_ERROR_FRAMES_CRITICAL))
		v->severity = SEV_CRITICAL;
	return true;
}

static void report(const struct link *link, enum fact_id errors_id, enum fact_id frames_id,
		   const char *what, struct verdict *v)
{
	int64_t errors = facts_num(link->this, errors_id, 0);
	int64_t frames = facts_num(link->this, frames_id, 0);

	if (facts_known(link->this, FACT_RUN_WINDOW))
		found(v, "%" PRId64 " %s in %.1f s, among %" PRId64 " frames", errors, what,
		      facts_get(link->this, FACT_RUN_WINDOW)->real, frames);
	else if (facts_known(link->this, frames_id))
		found(v, "%" PRId64 " %s among %" PRId64 " frames; when is not told (paste the "
		      "counters twice)", errors, what, frames);
	else
		found(v, "%" PRId64 " %s; when is not told", errors, what);
}

/* A frame that was cut off fails its check sequence and ends within a byte: both
 * counters, in equal numbers.  One frame may stand in both. */
static bool cut_off(const struct link *link, struct verdict *v)
{
	int64_t crc = facts_num(link->this, FACT_COUNTER_CRC, 0);
	int64_t odd = facts_num(link->this, FACT_COUNTER_ALIGNMENT, 0);
	int64_t low = crc < odd ? crc : odd, high = crc < odd ? odd : crc;

	if ((double)low < threshold(THRESHOLD_CUT_FRAMES) ||
	    (double)(high - low) > threshold(THRESHOLD_CUT_FRAMES_SHARE) * (double)high)
		return false;
	v->severity = SEV_CRITICAL;
	found(v, "FCS and alignment errors in equal numbers: %" PRId64 " to %" PRId64
	      " frames were cut off on the way, of %" PRId64, high, high + low,
	      facts_num(link->this, FACT_COUNTER_RX_FRAMES, 0));
	cite(v, SIDE_THIS, FACT_COUNTER_ALIGNMENT);
	cite(v, SIDE_THIS, FACT_COUNTER_HOST_DROPS);
	return true;
}

/*
 * A cut-through switch passes on what it received broken.  Errors of code
 * groups, of FEC or in the middle of a byte are made on this cable.
 */
static const char *crc_words(const struct link *link)
{
	static const enum fact_id here[] = { FACT_COUNTER_SYMBOL, FACT_COUNTER_ALIGNMENT,
					     FACT_COUNTER_FEC_UNCORRECTABLE };

	for (size_t i = 0; i < sizeof(here) / sizeof(here[0]); i++)
		if (facts_num(link->this, here[i], 0) > 0)
			return "FCS errors, made on this cable,";
	if (facts_known(link->this, FACT_COUNTER_SYMBOL) ||
	    facts_known(link->this, FACT_COUNTER_FEC_UNCORRECTABLE))
		return "FCS errors without symbol or FEC errors: they may come through a cut-through "
		       "switch from elsewhere,";
	return "FCS errors, on this cable or from beyond a cut-through switch,";
}

static void crc(const struct link *link, struct verdict *v)
{
	if (!rising(link, FACT_COUNTER_CRC, FACT_COUNTER_RX_FRAMES, v))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	if (cut_off(link, v))
		return;
	report(link, FACT_COUNTER_CRC, FACT_COUNTER_RX_FRAMES, crc_words(link), v);
	cite(v, SIDE_THIS, FACT_COUNTER_ALIGNMENT);
	cite(v, SIDE_THIS, FACT_COUNTER_SYMBOL);
	cite(v, SIDE_THIS, FACT_COUNTER_FEC_UNCORRECTABLE);
}

static void alignment(const struct link *link, struct verdict *v)
{
	if (!rising(link, FACT_COUNTER_ALIGNMENT, FACT_COUNTER_RX_FRAMES, v))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	report(link, FACT_COUNTER_ALIGNMENT, FACT_COUNTER_RX_FRAMES, "alignment errors", v);
	cite(v, SIDE_THIS, FACT_COUNTER_CRC);
}

static void runts(const struct link *link, struct verdict *v)
{
	if (rising(link, FACT_COUNTER_RUNTS, FACT_COUNTER_RX_FRAMES, v))
		report(link, FACT_COUNTER_RUNTS, FACT_COUNTER_RX_FRAMES, "runts", v);
}

static void length(const struct link *link, struct verdict *v)
{
	if (!rising(link, FACT_COUNTER_LENGTH, FACT_COUNTER_RX_FRAMES, v))
		return;
	report(link, FACT_COUNTER_LENGTH, FACT_COUNTER_RX_FRAMES, "length errors", v);
	cite(v, SIDE_THIS, FACT_COUNTER_RUNTS);
	cite(v, SIDE_THIS, FACT_PORT_MTU);
}

static void symbol(const struct link *link, struct verdict *v)
{
	if (rising(link, FACT_COUNTER_SYMBOL, FACT_COUNTER_RX_FRAMES, v))
		report(link, FACT_COUNTER_SYMBOL, FACT_COUNTER_RX_FRAMES, "symbol errors", v);
}

/* When the link itself went in the window, frames on their way went with it. */
static void carrier(const struct link *link, struct verdict *v)
{
	if (!rising(link, FACT_COUNTER_CARRIER, FACT_COUNTER_TX_FRAMES, v))
		return;
	report(link, FACT_COUNTER_CARRIER, FACT_COUNTER_TX_FRAMES, "carrier errors", v);
	if (facts_num(link->this, FACT_COUNTER_CARRIER_CHANGES, 0) > 0) {
		v->severity = SEV_INFO;
		cite(v, SIDE_THIS, FACT_COUNTER_CARRIER_CHANGES);
	}
	cite(v, SIDE_THIS, FACT_LINK_DUPLEX);
}

static void late_collision(const struct link *link, struct verdict *v)
{
	if (facts_num(link->this, FACT_COUNTER_LATE_COLLISIONS, 0) <= 0)
		return;
	v->fix_end = END_OTHER;
	report(link, FACT_COUNTER_LATE_COLLISIONS, FACT_COUNTER_TX_FRAMES, "late collisions", v);
	cite(v, SIDE_THIS, FACT_LINK_DUPLEX);
}

static void collisions_normal(const struct link *link, struct verdict *v)
{
	if (facts_num(link->this, FACT_COUNTER_COLLISIONS, 0) <= 0 ||
	    facts_num(link->this, FACT_COUNTER_LATE_COLLISIONS, 0) > 0 ||
	    !facts_text_is(link->this, FACT_LINK_DUPLEX, "half"))
		return;
	report(link, FACT_COUNTER_COLLISIONS, FACT_COUNTER_TX_FRAMES,
	       "collisions, none of them late", v);
}

/* What this end sent arrives broken there: this end's own counters stay clean.  SONiC tells
 * errors of all sorts in one sum. */
static void partner_errors(const struct link *link, struct verdict *v)
{
	bool sum = !facts_known(link->other, FACT_COUNTER_CRC);
	int64_t errors = facts_num(link->other, sum ? FACT_COUNTER_RX_ERRORS : FACT_COUNTER_CRC, 0);
	int64_t frames = facts_num(link->other, FACT_COUNTER_RX_FRAMES, 0);

	if (errors <= 0 ||
	    (double)errors < threshold(THRESHOLD_ERROR_RATIO_WARNING) * (double)(frames + errors))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	found(v, "the partner counts %" PRId64 " %s among %" PRId64 " frames from this end", errors,
	      sum ? "receive errors" : "FCS errors", frames);
	cite(v, SIDE_OTHER, FACT_COUNTER_ALIGNMENT);
	cite(v, SIDE_OTHER, FACT_COUNTER_RUNTS);
	cite(v, SIDE_OTHER, FACT_LINK_DUPLEX);
	cite(v, SIDE_THIS, FACT_COUNTER_CRC);
}

/* While one end sends no mismatch breaks frames, while both do it does; nor is a rest of a
 * collision an error. */
static void under_load(const struct link *link, struct verdict *v)
{
	const char *outcome = facts_text(link->path, FACT_STREAM_DUPLEX_OUTCOME);
	int64_t broken = facts_num(link->this, FACT_STREAM_FCS_ALONE, 0);
	int64_t frames = facts_num(link->path, FACT_STREAM_FRAMES, 0);

	if (outcome && strcmp(outcome, "clean") == 0)
		broken += facts_num(link->this, FACT_STREAM_FCS_TOGETHER, 0);
	if (broken == 0 || facts_num(link->this, FACT_STREAM_COLLISIONS, 0) > 0 ||
	    (outcome && strcmp(outcome, "mismatch") == 0) ||
	    (double)broken < threshold(THRESHOLD_ERROR_RATIO_WARNING) * (double)frames)
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	found(v, "%" PRId64 " broken frames arrived while the test sent %" PRId64 " frames", broken,
	      frames);
	cite(v, SIDE_THIS, FACT_STREAM_FCS_TOGETHER);
	cite(v, SIDE_THIS, FACT_COUNTER_CRC);
	cite(v, SIDE_THIS, FACT_COUNTER_SYMBOL);
	cite(v, SIDE_THIS, FACT_COUNTER_FEC_UNCORRECTABLE);
	cite(v, SIDE_PATH, FACT_STREAM_LOAD);
}

/* Over a window, or totals that somebody pasted because they are his evidence: a port
 * that only runs for long is not judged by what was long ago. */
#define WATCHED(counter, frames) \
	{ THIS(COUNTER_##counter), THIS(COUNTER_##frames), THIS_OR(RUN_WINDOW, RUN_TOTALS) }

const struct rule rules_errors[] = {
	{
		.id = "ERRORS-CRC", .severity = SEV_WARNING, .step = STEP_COUNTERS,
		.means = "Frames arrive with a wrong check sequence. On this cable, or from elsewhere: a "
			 "cut-through switch passes them on. Without symbol, alignment or FEC errors "
			 "here, look beyond this cable.",
		.source = "IEEE 802.3 30.3.1.1.6",
		.avoid = "replacing this cable at once when a cut-through switch may have brought them",
		.needs = WATCHED(CRC, RX_FRAMES),
		.remedies = {
			{ "look whether the switch counts FCS errors on another port: then they come from "
			  "there", "none" },
			{ "check duplex of both ends", "none" },
			{ "change the cable or module, then the port", "link drops" },
		},
		.judge = crc,
	},
	{
		.id = "ERRORS-ALIGNMENT", .severity = SEV_WARNING, .step = STEP_COUNTERS,
		.means = "Frames end in the middle of a byte: cut off on the way, by a bad contact or a "
			 "collision that this end did not see.",
		.source = "IEEE 802.3 30.3.1.1.7",
		.needs = WATCHED(ALIGNMENT, RX_FRAMES),
		.remedies = {
			{ "check duplex of both ends", "none" },
			{ "change the cable and look at the connectors", "link drops" },
		},
		.judge = alignment,
	},
	{
		.id = "ERRORS-RUNT", .severity = SEV_WARNING, .step = STEP_COUNTERS,
		.means = "Frames shorter than 64 bytes arrive: rests of collisions, or a broken sender.",
		.source = "IEEE 802.3 4.2.4.2.2",
		.needs = WATCHED(RUNTS, RX_FRAMES),
		.remedies = {
			{ "check duplex of both ends", "none" },
		},
		.judge = runts,
	},
	{
		.id = "ERRORS-LENGTH", .severity = SEV_WARNING, .step = STEP_COUNTERS,
		.means = "Frames arrive whose length field or size is wrong, or larger than this end "
			 "takes.",
		.source = "IEEE 802.3 30.3.1.1.23 to 25",
		.needs = WATCHED(LENGTH, RX_FRAMES),
		.remedies = {
			{ "compare the MTU of all ports of the segment", "none" },
			{ "look for VLAN tags that this end does not expect", "none" },
		},
		.judge = length,
	},
	{
		.id = "ERRORS-SYMBOL", .severity = SEV_WARNING, .step = STEP_COUNTERS,
		.means = "The PHY receives code groups that do not exist: this cable, module or "
			 "transmitter is at fault, nothing beyond it.",
		.source = "IEEE 802.3 30.3.2.1.5",
		.needs = WATCHED(SYMBOL, RX_FRAMES),
		.remedies = {
			{ "change the cable or module, then the port", "link drops" },
		},
		.judge = symbol,
	},
	{
		.id = "ERRORS-CARRIER", .severity = SEV_WARNING, .step = STEP_COUNTERS,
		.means = "Carrier was lost or absent while sending. Only worth knowing when the link "
			 "itself was lost meanwhile: then look for LINK-FLAPPING.",
		.source = "IEEE 802.3 30.3.1.1.13",
		.needs = WATCHED(CARRIER, TX_FRAMES),
		.remedies = {
			{ "check duplex of both ends", "none" },
			{ "change the cable", "link drops" },
		},
		.judge = carrier,
	},
	{
		.id = "ERRORS-LATE-COLLISION", .severity = SEV_WARNING, .step = STEP_COUNTERS,
		.means = "Collisions after the slot time: on a cable of legal length only a partner that "
			 "sends without waiting does that. It runs full duplex.",
		.source = "IEEE 802.3 30.3.1.1.10",
		.avoid = "changing the cable first",
		.needs = { THIS(COUNTER_LATE_COLLISIONS), THIS_OR(COUNTER_TX_FRAMES, RUN_TOTALS),
			   THIS_OR(RUN_WINDOW, RUN_TOTALS) },
		.remedies = {
			{ "turn negotiation on at the end forced to full duplex", "link drops" },
			{ "on a hub: find the station forced to full duplex; replace the hub by a switch",
			  "link drops" },
		},
		.judge = late_collision,
	},
	{
		.id = "PARTNER-ERRORS", .severity = SEV_WARNING, .step = STEP_COUNTERS,
		.means = "The port at the other end of the cable counts frames with a wrong check "
			 "sequence. They broke on the way from here; what this end counts can be clean.",
		.source = "IEEE 802.3 30.3.1.1.6",
		.needs = { OTHER_OR(COUNTER_CRC, COUNTER_RX_ERRORS), OTHER(COUNTER_RX_FRAMES),
			   OTHER_OR(RUN_WINDOW, RUN_TOTALS) },
		.remedies = {
			{ "check duplex of both ends", "none" },
			{ "change the cable or module, then the port of this end", "link drops" },
		},
		.judge = partner_errors,
	},
	{
		.id = "ERRORS-UNDER-LOAD", .severity = SEV_WARNING, .step = STEP_TRAFFIC,
		.means = "The port received broken frames or fragments while the traffic test ran, and no "
			 "duplex mismatch or half duplex explains them. The test's own frames bring out "
			 "what an idle link hides.",
		.source = "IEEE 802.3 30.3.1.1.6; 40.1.1 for what a good link keeps",
		.avoid = "forcing speed or duplex",
		.needs = { THIS(STREAM_FCS_ALONE), PATH(STREAM_FRAMES) },
		.remedies = {
			{ "look whether the switch counts FCS errors on another port: then they come from "
			  "there", "none" },
			{ "change the cable or module, then the port", "link drops" },
		},
		.judge = under_load,
	},
	{
		.id = "COLLISIONS-NORMAL", .severity = SEV_INFO, .step = STEP_COUNTERS,
		.means = "Collisions on half duplex, even many, are how it works, as long as none is late.",
		.source = "IEEE 802.3 clause 4",
		.needs = { THIS(COUNTER_COLLISIONS), THIS(COUNTER_LATE_COLLISIONS), THIS(LINK_DUPLEX),
			   THIS_OR(RUN_WINDOW, RUN_TOTALS) },
		.remedies = { { "nothing to do", "none" } },
		.judge = collisions_normal,
	},
	{ .id = NULL },
};
