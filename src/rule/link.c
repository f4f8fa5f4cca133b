// SPDX-License-Identifier: GPL-3.0-or-later
/* Is there a link, does it stay, and why not? */
#include <inttypes.h>
#include <string.h>

#include "rule/rule.h"
#include "rule/threshold.h"

static const struct remedy forced_remedies[] = {
	{ "see how the far end is set, and whether it is a hub (full duplex is wrong there)",
	  "none" },
	{ "turn negotiation on at both ends: ethtool -s IFACE autoneg on", "link drops" },
	{ "only if the far end cannot negotiate: force it to the same speed and duplex",
	  "link drops" },
	{ NULL, NULL },
};

static const char *down_because(const struct link *link, struct verdict *v)
{
	const char *state = facts_text(link->this, FACT_LINK_EXT_STATE);

	if (state) {
		cite(v, SIDE_THIS, FACT_LINK_EXT_STATE);
		cite(v, SIDE_THIS, FACT_LINK_EXT_SUBSTATE);
		return state;
	}
	if (facts_known(link->this, FACT_LINK_FORCED)) {
		cite(v, SIDE_THIS, FACT_LINK_FORCED);
		cite(v, SIDE_THIS, FACT_LINK_AUTONEG);
		v->remedies = forced_remedies;
		return "negotiation is off and the forced mode finds no partner of its kind";
	}
	if (facts_no(link->this, FACT_LINK_EVER_UP)) {
		cite(v, SIDE_THIS, FACT_LINK_EVER_UP);
		return "it never had carrier since the driver came up";
	}
	if (facts_yes(link->this, FACT_LINK_AUTONEG) && facts_known(link->this, FACT_MII_WORDS) &&
	    !facts_yes(link->this, FACT_AN_PARTNER_ABLE)) {
		cite(v, SIDE_THIS, FACT_MII_WORDS);
		return "the partner is silent: no cable, partner off or down";
	}
	return "no carrier";
}

static void link_down(const struct link *link, struct verdict *v)
{
	if (!facts_no(link->this, FACT_LINK_UP) || facts_no(link->this, FACT_LINK_ADMIN_UP))
		return;
	cite(v, SIDE_THIS, FACT_LINK_ADMIN_UP);
	found(v, "no link: %s", down_because(link, v));
}

static void admin_down(const struct link *link, struct verdict *v)
{
	if (facts_no(link->this, FACT_LINK_ADMIN_UP))
		found(v, "the interface is not set up: nothing can be said of the link");
}

/* Every driver starts with one change, to no carrier: a port whose first link
 * comes while it is watched does not flap. */
static bool flaps_now(const struct link *link, int64_t *changes)
{
	*changes = facts_num(link->this, FACT_COUNTER_CARRIER_CHANGES, 0);
	return facts_known(link->this, FACT_RUN_WINDOW) &&
	       (double)*changes >= threshold(THRESHOLD_CARRIER_CHANGES_FLAP) &&
	       facts_num(link->this, FACT_TOTAL_CARRIER_CHANGES, INT64_MAX) - *changes > 1;
}

static void flapping(const struct link *link, struct verdict *v)
{
	int64_t logged = facts_num(link->this, FACT_LOG_FLAPS, 0), changes;

	if (flaps_now(link, &changes)) {
		cite(v, SIDE_THIS, FACT_COUNTER_CARRIER_CHANGES);
		cite(v, SIDE_THIS, FACT_RUN_WINDOW);
		cite(v, SIDE_THIS, FACT_TOTAL_CARRIER_CHANGES);
		found(v, "carrier changed %" PRId64 " times in %.1f s", changes,
		      facts_get(link->this, FACT_RUN_WINDOW)->real);
	} else if ((double)logged >= threshold(THRESHOLD_LOG_FLAPS)) {
		cite(v, SIDE_THIS, FACT_LOG_FLAPS);
		found(v, "the link was lost and came back %" PRId64 " times within a day, last %.0f s "
		      "ago, for %.1f s at most", logged,
		      facts_known(link->this, FACT_LOG_LAST_FLAP) ?
			      facts_get(link->this, FACT_LOG_LAST_FLAP)->real : 0,
		      facts_known(link->this, FACT_LOG_OUTAGE) ?
			      facts_get(link->this, FACT_LOG_OUTAGE)->real : 0);
	} else if (!facts_known(link->this, FACT_COUNTER_CARRIER_CHANGES)) {
		no_data(v, SIDE_THIS, FACT_COUNTER_CARRIER_CHANGES);
	} else if (!facts_known(link->this, FACT_RUN_WINDOW)) {
		no_data(v, SIDE_THIS, FACT_RUN_WINDOW);
	}
	if (v->outcome == OUTCOME_FOUND)
		cite(v, SIDE_THIS, FACT_LOG_EVENTS);
}

static void dropped(const struct link *link, struct verdict *v)
{
	if (!facts_yes(link->this, FACT_MII_LINK_DROPPED))
		return;
	found(v, "the link was lost since the status register was last read, and is back");
	cite(v, SIDE_THIS, FACT_MII_BMSR_FIRST);
}

static const struct remedy nothing_to_do[] = {
	{ "nothing to do", "none" },
	{ NULL, NULL },
};

static void speed_unknown(const struct link *link, struct verdict *v)
{
	if (!facts_yes(link->this, FACT_LINK_UP) || facts_known(link->this, FACT_LINK_SPEED))
		return;
	if (facts_get(link->this, FACT_LINK_SPEED)->state == FACT_DENIED ||
	    facts_get(link->this, FACT_LINK_SPEED)->state == FACT_UNREAD) {
		no_data(v, SIDE_THIS, FACT_LINK_SPEED);
		return;
	}
	if (facts_no(link->this, FACT_PORT_PHYSICAL) || facts_yes(link->this, FACT_PORT_VIRTUAL)) {
		v->severity = SEV_INFO;
		v->remedies = nothing_to_do;
		found(v, "carrier without a speed: a virtual port has none of its own");
		return;
	}
	found(v, "carrier without a speed: bonds and monitors will misjudge this port");
}

static void module_refused(const struct link *link, struct verdict *v)
{
	bool told = facts_text_is(link->this, FACT_LINK_EXT_SUBSTATE, "unsupported-cable");

	if (facts_yes(link->this, FACT_LINK_UP))
		return;
	if (told || facts_known(link->this, FACT_LOG_MODULE_REFUSED)) {
		found(v, "the driver refused the module or cable");
		cite(v, SIDE_THIS, FACT_LINK_EXT_STATE);
		cite(v, SIDE_THIS, FACT_LINK_EXT_SUBSTATE);
		cite(v, SIDE_THIS, FACT_LOG_MODULE_REFUSED);
	} else if (!facts_known(link->this, FACT_LINK_EXT_SUBSTATE)) {
		no_data(v, SIDE_THIS, FACT_LINK_EXT_SUBSTATE);
	}
}

static void remote_fault(const struct link *link, struct verdict *v)
{
	if (!facts_text_is(link->this, FACT_LINK_EXT_SUBSTATE, "remote-side-is-not-ready-yet"))
		return;
	v->end = END_OTHER;
	v->fix_end = END_THIS;
	found(v, "the far side reports a fault in what it receives from here");
	cite(v, SIDE_THIS, FACT_LINK_UP);
}

static void fec_mismatch(const struct link *link, struct verdict *v)
{
	const char *substate = facts_text(link->this, FACT_LINK_EXT_SUBSTATE);

	if (facts_yes(link->this, FACT_LINK_UP) ||
	    (!strstr(substate, "fec-not-locked") && !strstr(substate, "fec-is-not-locked") &&
	     !strstr(substate, "fec-mismatch")))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	found(v, "the two ends do not use the same FEC (%s)", substate);
	cite(v, SIDE_THIS, FACT_FEC_CONFIGURED);
	cite(v, SIDE_THIS, FACT_FEC_ACTIVE);
}

static void fec_uncorrectable(const struct link *link, struct verdict *v)
{
	int64_t lost = facts_num(link->this, FACT_COUNTER_FEC_UNCORRECTABLE, 0);

	if (lost == 0 || facts_num(link->this, FACT_COUNTER_CARRIER_CHANGES, 0) != 0)
		return;
	v->end = END_UNKNOWN;
	found(v, "%" PRId64 " FEC blocks were lost while carrier was steady: frames are dropped",
	      lost);
	cite(v, SIDE_THIS, FACT_COUNTER_FEC_CORRECTED);
	cite(v, SIDE_THIS, FACT_FEC_ACTIVE);
}

const struct rule rules_link[] = {
	{
		.id = "LINK-DOWN", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "The interface is up and has no carrier. The summary names the cause when the "
			 "driver, the registers or the history tell one.",
		.source = "IEEE 802.3 22.2.4.2.13; linux ethtool extended link states",
		.needs = { THIS(LINK_UP) },
		.remedies = {
			{ "check that the cable is in, at both ends, and the partner is on and set up",
			  "none" },
			{ "try another cable and another port", "link drops" },
		},
		.judge = link_down,
	},
	{
		.id = "LINK-ADMIN-DOWN", .severity = SEV_UNKNOWN, .step = STEP_CABLE,
		.says_little = true,
		.means = "The interface is not set up, so the PHY may be off and nothing is known of the "
			 "link.",
		.source = "linux include/uapi/linux/if.h, IFF_UP",
		.needs = { THIS(LINK_ADMIN_UP) },
		.remedies = {
			{ "ip link set IFACE up, then check again", "none" },
		},
		.judge = admin_down,
	},
	{
		.id = "LINK-FLAPPING", .severity = SEV_WARNING, .step = STEP_CABLE,
		.means = "Carrier was lost and came back while the port was watched, or several times "
			 "within a day by the kernel log; not what a start of the driver, a set-up or "
			 "a bond did. The cause is not proven by that.",
		.source = "linux Documentation/ABI/testing/sysfs-class-net, carrier_changes; kernel log",
		.needs = { THIS(LINK_UP) },
		.remedies = {
			{ "reseat or change the cable, then the port", "link drops" },
			{ "turn EEE off at both ends and watch again", "link drops" },
			{ "update firmware of NIC and switch", "service at risk" },
		},
		.judge = flapping,
	},
	{
		.id = "LINK-DROPPED-BEFORE", .severity = SEV_INFO, .step = STEP_CABLE,
		.means = "Register 1 holds a loss of link until it is read: the first reading showed one, "
			 "the second did not. When it happened is not known.",
		.source = "IEEE 802.3 22.2.4.2.13",
		.needs = { THIS(MII_LINK_DROPPED) },
		.remedies = {
			{ "read again in a while: if it comes back, look for LINK-FLAPPING", "none" },
		},
		.judge = dropped,
	},
	{
		.id = "LINK-SPEED-UNKNOWN", .severity = SEV_WARNING, .step = STEP_CABLE,
		.means = "There is carrier, and no source tells a speed. On a virtual port that is normal.",
		.source = "field reports: bonding counts such a port as healthy",
		.needs = { THIS(LINK_UP), THIS(PORT_PHYSICAL) },
		.remedies = {
			{ "reseat cable or module; if it stays, update driver and firmware", "link drops" },
		},
		.judge = speed_unknown,
	},
	{
		.id = "MODULE-REFUSED", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "The driver knows the plugged module or cable and refuses to use it.",
		.source = "linux include/uapi/linux/ethtool.h, extended link states; kernel log of ixgbe, "
			  "i40e, ice, bnxt_en, mlx5_core, phylink",
		.needs = { THIS_OR(LINK_UP, LOG_MODULE_REFUSED) },
		.remedies = {
			{ "use a module on the NIC maker's list, or one coded for it", "link drops" },
			{ "the driver's switch for unlisted modules, then reload it", "service at risk" },
		},
		.judge = module_refused,
	},
	{
		.id = "REMOTE-FAULT", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "The partner receives nothing it can use from this end and says so.",
		.source = "IEEE 802.3 46.3.4; linux ethtool extended link states",
		.needs = { THIS(LINK_EXT_SUBSTATE) },
		.remedies = {
			{ "compare FEC and speed of both ends", "none" },
			{ "check this end's transmitter: module, fibre polarity, cleanliness", "link drops" },
		},
		.judge = remote_fault,
	},
	{
		.id = "FEC-MISMATCH", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "The link stays down because the two ends use different forward error "
			 "correction.",
		.source = "IEEE 802.3 clauses 74, 91, 108; linux ethtool extended link states",
		.needs = { THIS(LINK_EXT_SUBSTATE), THIS(LINK_UP) },
		.remedies = {
			{ "compare both ends: ethtool --show-fec IFACE, and the switch port", "none" },
			{ "set the same FEC at both ends: ethtool --show-fec, ethtool --set-fec; RS for "
			  "25G optics and longer DAC", "link drops" },
		},
		.judge = fec_mismatch,
	},
	{
		.id = "FEC-UNCORRECTABLE", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "More errors arrive than FEC can correct, and frames are lost. Corrected blocks "
			 "alone are normal.",
		.source = "IEEE 802.3 30.5.1.1.18",
		.needs = { THIS(COUNTER_FEC_UNCORRECTABLE), THIS(COUNTER_CARRIER_CHANGES),
			   THIS(RUN_WINDOW) },
		.remedies = {
			{ "clean or change the fibre or cable, then the module", "link drops" },
			{ "a stronger FEC (RS) at both ends, if a weaker one is in use", "link drops" },
		},
		.judge = fec_uncorrectable,
	},
	{ .id = NULL },
};
