// SPDX-License-Identifier: GPL-3.0-or-later
/* What a cable test of the PHY found. */
#include <inttypes.h>
#include <string.h>

#include "rule/rule.h"

/* The list on one line. */
static void join(const char *lines, char *out, size_t size)
{
	size_t used = 0;

	out[0] = '\0';
	for (; *lines && used + 3 < size; lines++) {
		if (*lines == '\n') {
			out[used++] = ';';
			out[used++] = ' ';
		} else {
			out[used++] = *lines;
		}
	}
	out[used] = '\0';
}

static void fault(const struct link *link, struct verdict *v)
{
	const char *faults = facts_text(link->this, FACT_CABLE_FAULTS);
	char text[160];

	if (facts_num(link->this, FACT_CABLE_PAIRS_FAULTY, 0) == 0)
		return;
	join(faults ? faults : "see evidence", text, sizeof(text));
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	found(v, "the cable is faulty: pair %s", text);
	cite(v, SIDE_THIS, FACT_CABLE_PAIRS);
	cite(v, SIDE_THIS, FACT_CABLE_FAULT_DISTANCE);
	cite(v, SIDE_THIS, FACT_CABLE_SOURCE);
}

/* A pair with a fault decides; those that told nothing add nothing then. */
static void undecided(const struct link *link, struct verdict *v)
{
	int64_t pairs = facts_num(link->this, FACT_CABLE_PAIRS_UNDECIDED, 0);

	if (pairs == 0 || facts_num(link->this, FACT_CABLE_PAIRS_FAULTY, 0) > 0)
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	found(v, "the cable test could not judge %" PRId64 " pair%s", pairs, pairs == 1 ? "" : "s");
	cite(v, SIDE_THIS, FACT_CABLE_PAIRS);
}

const struct rule rules_cable[] = {
	{
		.id = "CABLE-FAULT", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "The cable test found a pair that is open, shorted, or of another impedance. "
			 "Open is also what a plug that is out and a far port that is switched off look "
			 "like; then every pair is open at the same distance.",
		.source = "include/uapi/linux/ethtool_netlink.h, ETHTOOL_A_CABLE_RESULT_CODE_*",
		.needs = { THIS(CABLE_PAIRS_FAULTY) },
		.remedies = {
			{ "see that the cable is plugged in at the other end and the far port is on", "none" },
			{ "change the cable, or its plug at the distance told", "link drops" },
			{ "test again: etherdx cable IFACE", "link drops" },
		},
		.judge = fault,
	},
	{
		.id = "CABLE-UNDETERMINED", .severity = SEV_UNKNOWN, .step = STEP_CABLE,
		.means = "The cable test ran, and some pairs have no result: noise on the pair, often from "
			 "a far port that keeps negotiating, a cable out of the measuring range, or a PHY that "
			 "did not say.",
		.source = "include/uapi/linux/ethtool_netlink.h, ETHTOOL_A_CABLE_RESULT_CODE_*",
		.says_little = true,
		.needs = { THIS(CABLE_PAIRS_UNDECIDED), THIS(CABLE_PAIRS_FAULTY) },
		.remedies = {
			{ "switch the far port off, or pull the cable there, and test again", "link drops" },
		},
		.judge = undecided,
	},
	{ .id = NULL },
};
