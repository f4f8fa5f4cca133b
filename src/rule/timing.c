// SPDX-License-Identifier: GPL-3.0-or-later
/* What frame timing tells of the switch between two ports. */
#include <string.h>

#include "rule/rule.h"

static double real(const struct facts *path, enum fact_id id)
{
	return facts_get(path, id)->real;
}

static bool is_mode(const struct link *link, const char *mode)
{
	return facts_text_is(link->path, FACT_TIMING_MODE, mode);
}

static void cite_all(struct verdict *v)
{
	static const enum fact_id id[] = {
		FACT_TIMING_K, FACT_TIMING_K_LOW, FACT_TIMING_K_HIGH, FACT_TIMING_LATENCY_FIFO,
		FACT_TIMING_STAMPS,
	};

	for (size_t i = 0; i < sizeof(id) / sizeof(id[0]); i++)
		cite(v, SIDE_PATH, id[i]);
	v->end = v->fix_end = END_OTHER;
}

static void cut_through(const struct link *link, struct verdict *v)
{
	if (!is_mode(link, "cut-through"))
		return;
	cite_all(v);
	if (facts_yes(link->path, FACT_TIMING_BOUND))
		found(v, "cut-through: a longer frame is not held longer (k below %.2f of a frame "
		      "time, a bound without a direct cable)", real(link->path, FACT_TIMING_K_HIGH));
	else
		found(v, "cut-through: a longer frame is not held longer (k = %.2f frame times)",
		      real(link->path, FACT_TIMING_K));
}

static void store_and_forward(const struct link *link, struct verdict *v)
{
	int64_t stages = facts_num(link->path, FACT_TIMING_STAGES, 1);
	const char *also = facts_yes(link->path, FACT_TIMING_RATE_MATCHED) ?
				   "; towards a faster port, so rate-matched is possible too" : "";

	if (!is_mode(link, "store-and-forward"))
		return;
	cite_all(v);
	cite(v, SIDE_PATH, FACT_TIMING_INNER_RATE);
	if (stages > 1)
		found(v, "%d store-and-forward stages in the path: each frame is held %.2f times "
		      "its own length", (int)stages, real(link->path, FACT_TIMING_K));
	else
		found(v, "store-and-forward: the whole frame is in before it goes on (k = %.2f frame "
		      "times)%s", real(link->path, FACT_TIMING_K), also);
}

static void cut_through_above(const struct link *link, struct verdict *v)
{
	if (!is_mode(link, "cut-through-above"))
		return;
	cite_all(v);
	cite(v, SIDE_PATH, FACT_TIMING_THRESHOLD);
	found(v, "cut-through for frames above %.0f bytes; shorter ones are stored whole",
	      real(link->path, FACT_TIMING_THRESHOLD));
}

/* What settles it, the cheapest first. */
static const struct {
	const char *reason;
	struct remedy remedies[REMEDIES_MAX];
} settle[] = {
	{ "no-calibration", {
		{ "measure the direct cable once, by the same command with --direct FILE (a check: etherdx "
		  "timing IFACE --via COMMAND --direct FILE), then use it with --calibration FILE",
		  "service at risk" },
	} },
	{ "interval-too-wide", {
		{ "measure longer: --duration 30", "none" },
		{ "use hardware stamps (ethtool -T IFACE lists what the NIC has)", "none" },
		{ "switch interrupt moderation off: ethtool -C IFACE rx-usecs 0", "none" },
	} },
	{ "eee", {
		{ "switch energy efficient Ethernet off at both ends: ethtool --set-eee IFACE eee off",
		  "link drops" },
	} },
	{ "flooding", {
		{ "let the switch learn the receiver first: send a frame from the receiving port",
		  "none" },
	} },
	{ "speed-mismatch", {
		{ "measure the direct cable at the speed of the link out of the switch: ethtool -s "
		  "IFACE speed N", "link drops" },
		{ "use hardware stamps: a frame's own time is not in them", "none" },
	} },
	{ "settings-differ", {
		{ "measure both with the same settings of both ports", "none" },
	} },
	{ "load", {
		{ "repeat when nothing else is sent to the receiving port; ip -s link show PORT2 "
		  "counts what it gets", "none" },
		{ "measure longer: --duration 30", "none" },
	} },
	{ "clock", {
		{ "use stamps of one clock (--stamps software), or stop what steps the clock", "none" },
	} },
	{ "loss", {
		{ "repeat without other traffic; see the error counters: etherdx check IFACE", "none" },
	} },
	{ "pause", {
		{ "repeat without other traffic, or with pause off: ethtool -A IFACE rx off tx off",
		  "link drops" },
	} },
	{ "too-few-sizes", {
		{ "use three or more frame sizes, from 64 to 1518 bytes", "none" },
	} },
	{ "sizes-too-near", {
		{ "use frame sizes from 64 to 1518 bytes", "none" },
	} },
	{ "no-points", {
		{ "see that both ports are up and in one VLAN: etherdx check", "none" },
	} },
	{ "too-few-probes", {
		{ "measure longer: --duration 30", "none" },
	} },
	{ "between-modes", {
		{ "look at latency by size: etherdx timing ... --plot FILE.svg", "none" },
		{ "measure the direct cable again, with the same settings, right before the switch",
		  "link drops" },
		{ "use hardware stamps (ethtool -T IFACE lists what the NIC has)", "none" },
	} },
	{ "non-linear", {
		{ "look at latency by size: etherdx timing ... --plot FILE.svg", "none" },
		{ "add sizes around the bend, and jumbo frames: ip link set IFACE mtu 9000 on both "
		  "ports, if the switch takes them", "link drops" },
		{ "measure longer, without other traffic: --duration 30", "none" },
	} },
	{ "impossible", {
		{ "measure the direct cable again, at the speed and with the settings that the "
		  "switch leg has", "link drops" },
		{ "use stamps of one clock (--stamps software)", "none" },
	} },
};

static void undetermined(const struct link *link, struct verdict *v)
{
	const char *reason = facts_text(link->path, FACT_TIMING_REASON);

	if (!is_mode(link, "undetermined"))
		return;
	if (!reason) {
		no_data(v, SIDE_PATH, FACT_TIMING_REASON);
		return;
	}
	cite(v, SIDE_PATH, FACT_TIMING_REASON);
	cite(v, SIDE_PATH, FACT_TIMING_SETTLE);
	/* Beside a traffic test it was an extra, and nobody waits for its answer. */
	if (facts_known(link->path, FACT_STREAM_STATE) ||
	    facts_known(link->path, FACT_STREAM_TCP_STATE))
		v->severity = SEV_INFO;
	cite_all(v);
	v->end = v->fix_end = END_THIS;
	for (size_t i = 0; i < sizeof(settle) / sizeof(settle[0]); i++)
		if (strcmp(settle[i].reason, reason) == 0)
			v->remedies = settle[i].remedies;
	found(v, "frame timing could not decide: %.60s", reason);
}

#define SOURCE "RFC 1242 3.8, RFC 8238 2 (latency by kind of device); method: etherdx-timing(8)"

const struct rule rules_timing[] = {
	{
		.id = "SWITCH-CUT-THROUGH", .severity = SEV_INFO, .step = STEP_TIMING,
		.means = "The switch sends a frame on before it has all of it: the delay that it adds "
			 "does not grow with the frame. The result is that of the pair of ports, "
			 "speeds and kind of frame that was tested. Frames with a bad FCS pass such "
			 "a switch, so FCS errors may come from a link behind it.",
		.source = SOURCE,
		.of_path = true,
		.needs = { PATH(TIMING_MODE), PATH(TIMING_STAGES) },
		.remedies = {
			{ "nothing to do; look for the source of FCS errors behind the switch too", "none" },
		},
		.judge = cut_through,
	},
	{
		.id = "SWITCH-STORE-AND-FORWARD", .severity = SEV_INFO, .step = STEP_TIMING,
		.means = "The switch has the whole frame before it sends it on: the delay that it adds "
			 "grows by the frame's own time on the incoming link, once a stage. The "
			 "result is that of the pair of ports, speeds and kind of frame that was "
			 "tested.",
		.source = SOURCE,
		.of_path = true,
		.needs = { PATH(TIMING_MODE), PATH(TIMING_STAGES) },
		.remedies = {
			{ "nothing to do; where latency counts, see whether the switch offers "
			  "cut-through and both ports run at the same speed", "none" },
		},
		.judge = store_and_forward,
	},
	{
		.id = "SWITCH-CUT-THROUGH-ABOVE", .severity = SEV_INFO, .step = STEP_TIMING,
		.means = "The switch stores short frames whole and cuts through longer ones: the delay "
			 "that it adds grows with the frame up to a threshold, and not above.",
		.source = SOURCE ", 2.2",
		.of_path = true,
		.needs = { PATH(TIMING_MODE), PATH(TIMING_STAGES) },
		.remedies = {
			{ "nothing to do; the threshold may be configurable", "none" },
		},
		.judge = cut_through_above,
	},
	{
		.id = "TIMING-UNDETERMINED", .severity = SEV_UNKNOWN, .step = STEP_TIMING,
		.means = "Frames were timed and no mode of the switch follows from it. The reason is one "
			 "word, and what would settle it is named. Nothing is concluded.",
		.source = SOURCE,
		.of_path = true,
		.needs = { PATH(TIMING_MODE) },
		.remedies = {
			{ "look at latency by size: etherdx timing ... --plot FILE.svg", "none" },
		},
		.judge = undetermined,
	},
	{ .id = NULL },
};
