// SPDX-License-Identifier: GPL-3.0-or-later
/* Did the two ends negotiate, and did it end well? */
#include <inttypes.h>

#include "rule/rule.h"

static bool base_t(const struct link *link)
{
	return facts_text_is(link->this, FACT_LINK_MEDIUM, "base-t");
}

static void no_common_mode(const struct link *link, struct verdict *v)
{
	struct modes common = facts_modes(link->this, FACT_AN_COMMON);
	struct modes peer = facts_modes(link->other, FACT_LINK_MODES_ADVERTISED);

	peer = modes_only(&peer);
	if (!facts_no(link->this, FACT_LINK_UP) || !facts_yes(link->this, FACT_LINK_AUTONEG) ||
	    modes_empty(&peer) || !modes_empty(&common))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	found(v, "both ends negotiate and have no mode in common: no link can come");
	cite(v, SIDE_THIS, FACT_LINK_MODES_ADVERTISED);
}

static void parallel_detection(const struct link *link, struct verdict *v)
{
	if (!facts_yes(link->this, FACT_AN_PARALLEL_DETECTION))
		return;
	v->end = END_OTHER;
	v->fix_end = END_OTHER;
	found(v, "the partner does not negotiate: speed was sensed, half duplex is a guess");
	cite(v, SIDE_THIS, FACT_LINK_DUPLEX);
	cite(v, SIDE_THIS, FACT_AN_PARTNER_ABLE);
	cite(v, SIDE_THIS, FACT_MII_WORDS);
}

static const struct remedy off_at_gigabit[] = {
	{ "turn negotiation on at both ends: 1000BASE-T and faster need it", "link drops" },
	{ NULL, NULL },
};

static void autoneg_off(const struct link *link, struct verdict *v)
{
	struct modes able = facts_modes(link->this, FACT_LINK_MODES_SUPPORTED);
	int64_t speed_mbps = facts_num(link->this, FACT_LINK_SPEED, 0);

	/* A port that cannot negotiate did not turn it off. */
	if (!facts_no(link->this, FACT_LINK_AUTONEG) || !base_t(link) ||
	    facts_yes(link->this, FACT_PORT_VIRTUAL) ||
	    (facts_known(link->this, FACT_LINK_MODES_SUPPORTED) &&
	     !modes_has(&able, MODE_AUTONEG)))
		return;
	cite(v, SIDE_THIS, FACT_LINK_FORCED);
	cite(v, SIDE_THIS, FACT_LINK_SPEED);
	if (speed_mbps >= 1000) {
		v->remedies = off_at_gigabit;
		found(v, "negotiation is off at %" PRId64
		      " Mb/s, where it is part of the standard: what happens is up to the driver",
		      speed_mbps);
		return;
	}
	found(v, "negotiation is off: a partner that negotiates falls to half duplex");
}

static void one_sided(const struct link *link, struct verdict *v)
{
	bool this = facts_yes(link->this, FACT_LINK_AUTONEG);
	bool other = facts_yes(link->other, FACT_LINK_AUTONEG);

	/* An announcement heard over a link proves it up at both ends. */
	if (facts_yes(link->this, FACT_LINK_UP) &&
	    facts_get(link->other, FACT_LINK_AUTONEG)->source == FROM_LLDP)
		return;
	if (this == other || (!facts_text_is(link->this, FACT_LINK_MEDIUM, "base-x") &&
			      !facts_text_is(link->this, FACT_LINK_MEDIUM, "backplane")))
		return;
	v->end = this ? END_OTHER : END_THIS;
	v->fix_end = v->end;
	found(v, "one end negotiates, the other is forced: the forced end has link, the other none");
	cite(v, SIDE_THIS, FACT_LINK_UP);
}

static void incomplete(const struct link *link, struct verdict *v)
{
	if (!facts_yes(link->this, FACT_LINK_AUTONEG) || !facts_yes(link->this, FACT_LINK_UP) ||
	    !facts_no(link->this, FACT_AN_COMPLETE))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	found(v, "the link is up but negotiation did not complete: nothing sure was heard of the "
	      "partner");
	cite(v, SIDE_THIS, FACT_AN_PARTNER_ABLE);
	cite(v, SIDE_THIS, FACT_MII_WORDS);
}

static void parallel_fault(const struct link *link, struct verdict *v)
{
	if (!facts_yes(link->this, FACT_AN_PARALLEL_FAULT))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_OTHER;
	found(v, "parallel detection failed: the signal was taken for more than one technology, or "
	      "none");
	cite(v, SIDE_THIS, FACT_MII_ANER_FIRST);
}

static void an_remote_fault(const struct link *link, struct verdict *v)
{
	if (!facts_yes(link->this, FACT_AN_REMOTE_FAULT))
		return;
	v->end = END_OTHER;
	v->fix_end = END_UNKNOWN;
	found(v, "the partner signals a fault in negotiation");
	cite(v, SIDE_THIS, FACT_MII_WORDS);
}

static void jabber(const struct link *link, struct verdict *v)
{
	if (!facts_yes(link->this, FACT_AN_JABBER))
		return;
	found(v, "jabber: the PHY saw this end send far longer than a frame can be");
	cite(v, SIDE_THIS, FACT_MII_WORDS);
}

const struct rule rules_autoneg[] = {
	{
		.id = "NO-COMMON-MODE", .severity = SEV_CRITICAL, .step = STEP_NEGOTIATION,
		.means = "Both ends negotiate, hear each other, and offer no mode in common.",
		.source = "IEEE 802.3 28B.3; linux extended state autoneg, no HCD",
		.needs = { THIS(LINK_UP), THIS(LINK_AUTONEG), THIS(AN_COMMON),
			   OTHER(LINK_MODES_ADVERTISED) },
		.remedies = {
			{ "offer all modes again at the end that was limited: ethtool -s IFACE autoneg on "
			  "advertise MASK", "link drops" },
			{ "the same on the switch port (speed auto)", "link drops" },
		},
		.judge = no_common_mode,
	},
	{
		.id = "PARALLEL-DETECTION", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "The partner sends no negotiation at 10 or 100 Mb/s. Its speed was sensed; half "
			 "duplex is what the standard then assumes. Right for a hub; if the partner is "
			 "forced to full duplex, the link has a duplex mismatch.",
		.source = "IEEE 802.3 28.2.3.1",
		.avoid = "forcing this end alone to full duplex: right only by luck, and wrong again "
			 "after the next replacement",
		.needs = { THIS(AN_PARALLEL_DETECTION) },
		.remedies = {
			{ "let the partner negotiate (switch port: speed auto, duplex auto)", "link drops" },
			{ "if the partner is a hub, all is well at half duplex; a switch is better",
			  "link drops" },
		},
		.judge = parallel_detection,
	},
	{
		.id = "AUTONEG-OFF", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "Negotiation is switched off here on a twisted pair port. At 10 and 100 Mb/s a "
			 "partner that negotiates falls to half duplex; at 1000 Mb/s and above "
			 "negotiation is part of the standard.",
		.source = "IEEE 802.3 28.2.3.1 and 40.5.1",
		.avoid = "turning it on while the partner is forced: that makes the mismatch; look at "
			 "both ends first",
		.needs = { THIS(LINK_AUTONEG), THIS(LINK_MEDIUM) },
		.remedies = {
			{ "see how the partner is set", "none" },
			{ "if it negotiates: ethtool -s IFACE autoneg on", "link drops" },
			{ "if it is forced: turn negotiation on at both ends, this end last",
			  "link drops" },
			{ "only if one end cannot negotiate: force both to the same speed and duplex",
			  "link drops" },
		},
		.judge = autoneg_off,
	},
	{
		.id = "AN-ONE-SIDED", .severity = SEV_CRITICAL, .step = STEP_NEGOTIATION,
		.means = "On 1000BASE-X and backplanes one end negotiates and the other is forced: the "
			 "forced end shows a link, the other none.",
		.source = "IEEE 802.3 37.2 and 73",
		.needs = { THIS(LINK_AUTONEG), OTHER(LINK_AUTONEG), THIS(LINK_MEDIUM) },
		.remedies = {
			{ "set both ends alike, negotiation on", "link drops" },
		},
		.judge = one_sided,
	},
	{
		.id = "AUTONEG-INCOMPLETE", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "Negotiation is on and the link is up, but the PHY does not report completion.",
		.source = "IEEE 802.3 22.2.4.2.10",
		.avoid = "forcing 100/full at one end only",
		.needs = { THIS(LINK_AUTONEG), THIS(LINK_UP), THIS(AN_COMPLETE) },
		.remedies = {
			{ "see what the partner's port is set to, and let it negotiate", "link drops" },
			{ "try another partner: if it is the same with several, suspect this port's PHY or "
			  "driver", "link drops" },
		},
		.judge = incomplete,
	},
	{
		.id = "AN-PARALLEL-FAULT", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "Register 6 bit 4: the PHY could not decide what a partner that does not "
			 "negotiate sends. Judged on the second reading where there is one.",
		.source = "IEEE 802.3 28.2.4.1.5",
		.needs = { THIS(AN_PARALLEL_FAULT) },
		.remedies = {
			{ "let the partner negotiate", "link drops" },
			{ "try another cable", "link drops" },
		},
		.judge = parallel_fault,
	},
	{
		.id = "AN-REMOTE-FAULT", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "The partner sets the remote fault bit: it has trouble with what it receives, or "
			 "is being shut down. The latched bit is judged on the second reading.",
		.source = "IEEE 802.3 28.2.1.2.4 and 37.2.1.5",
		.needs = { THIS(AN_REMOTE_FAULT) },
		.remedies = {
			{ "look at the partner's receive side: its log and counters", "none" },
			{ "change the cable", "link drops" },
		},
		.judge = an_remote_fault,
	},
	{
		.id = "AN-JABBER", .severity = SEV_WARNING, .step = STEP_CABLE,
		.means = "Register 1 bit 1: the PHY cut off a transmission that was far too long. Judged "
			 "on the second reading.",
		.source = "IEEE 802.3 22.2.4.2.14",
		.needs = { THIS(AN_JABBER) },
		.remedies = {
			{ "replace the NIC if it stays after a driver reload", "service at risk" },
		},
		.judge = jabber,
	},
	{ .id = NULL },
};
