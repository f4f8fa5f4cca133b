// SPDX-License-Identifier: GPL-3.0-or-later
/* Is there a link, does it stay, and why not? */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rule/lanes.h"
#include "rule/neighbor.h"
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

static const struct remedy fec_remedies[] = {
	{ "compare FEC of both ends (ethtool --show-fec IFACE, the switch port): 25G optics and longer "
	  "DAC want RS", "none" },
	{ "compare the forced speed of both ends, and see that the partner is on", "none" },
	{ "set the same FEC at both ends, and keep it where a reboot does not lose it", "link drops" },
	{ NULL, NULL },
};

static const struct remedy light_remedies[] = {
	{ "see that the partner is on, its port is set up, and its module sends light", "none" },
	{ "check the fibre: plugged at both ends, strands not crossed, connectors clean", "link drops" },
	{ NULL, NULL },
};

static const struct remedy lower_remedies[] = {
	{ "set up the interface it stands on: ip link set LOWER up", "none" },
	{ "check that one: etherdx check LOWER", "none" },
	{ NULL, NULL },
};

/* What the driver's word for it means (linux include/uapi/linux/ethtool.h). */
static const struct {
	const char *state, *substate;	/* substate NULL: any */
	const char *words;
} down_words[] = {
	{ "no-cable", NULL, "no cable or module is plugged, as the driver sees it" },
	{ "autoneg", "no-partner-detected", "nobody answers in negotiation" },
	{ "autoneg", "no-partner-detected-during-force-mode", "the forced mode finds no partner" },
	{ "autoneg", "fec-mismatch-during-override", "the two ends use different FEC" },
	{ "autoneg", "no-hcd", "the two ends offer no mode in common" },
	{ "autoneg", NULL, "negotiation does not end" },
	{ "link-training-failure", NULL, "link training fails" },
	{ "logical-mismatch", "fc-fec-is-not-locked", "a signal is there, FEC finds no blocks in it" },
	{ "logical-mismatch", "rs-fec-is-not-locked", "a signal is there, FEC finds no blocks in it" },
	{ "logical-mismatch", NULL, "a signal is there that is not understood: speed or FEC" },
	{ "bad-signal-integrity", "serdes-alos", "no signal arrives" },
	{ "bad-signal-integrity", NULL, "the signal is too bad" },
	{ "cable-issue", "unsupported-cable", "the driver refuses the module or cable" },
	{ "eeprom-issue", NULL, "the memory of the module can not be read" },
	{ "power-budget-exceeded", NULL, "the module wants more power than the slot gives" },
	{ "overheat", NULL, "too hot" },
	{ "module", NULL, "the module does not become ready" },
};

static const char *words_of(const char *state, const char *substate)
{
	for (size_t i = 0; i < sizeof(down_words) / sizeof(down_words[0]); i++)
		if (strcmp(down_words[i].state, state) == 0 &&
		    (!down_words[i].substate ||
		     (substate && strcmp(down_words[i].substate, substate) == 0)))
			return down_words[i].words;
	return "the driver says";
}

/* Forced, at a speed or over a medium that knows FEC. */
static bool fec_is_suspect(const struct facts *f, const char *substate)
{
	return substate && strcmp(substate, "no-partner-detected-during-force-mode") == 0 &&
	       (facts_known(f, FACT_FEC_CONFIGURED) || facts_known(f, FACT_MODULE_FEC));
}

static void driver_says(const struct link *link, const char *state, struct verdict *v)
{
	const char *substate = facts_text(link->this, FACT_LINK_EXT_SUBSTATE);
	bool fec = fec_is_suspect(link->this, substate);

	cite(v, SIDE_THIS, FACT_LINK_EXT_STATE);
	cite(v, SIDE_THIS, FACT_LINK_EXT_SUBSTATE);
	if (fec) {
		cite(v, SIDE_THIS, FACT_LINK_AUTONEG);
		cite(v, SIDE_THIS, FACT_FEC_CONFIGURED);
		cite(v, SIDE_THIS, FACT_MODULE_FEC);
		v->remedies = fec_remedies;
	}
	found(v, "no link: %s (%s)%s", words_of(state, substate), substate ? substate : state,
	      fec ? "; different FEC at the two ends is the first suspect, then speed" : "");
}

/* What the module shows, where the driver names no reason; false: nothing that would explain it. */
static bool module_shows(const struct link *link, struct verdict *v)
{
	struct lanes dark = lanes_rx_dark(link->this);
	char where[64];

	if (dark.set && (lanes_all(&dark) || !lanes_shared(link->this, dark.count))) {
		cite(v, SIDE_THIS, FACT_MODULE_RX_POWER);
		cite(v, SIDE_THIS, FACT_MODULE_RX_LOS);
		v->remedies = light_remedies;
		lanes_name(&dark, where, sizeof(where));
		found(v, "no link: no light arrives%s%s", where[0] ? " on " : "", where);
		return true;
	}
	if (!facts_text_is(link->this, FACT_MODULE_STATE, "low-power") &&
	    !facts_text_is(link->this, FACT_MODULE_STATE, "fault"))
		return false;
	cite(v, SIDE_THIS, FACT_MODULE_STATE);
	cite(v, SIDE_THIS, FACT_MODULE_POWER_MODE);
	found(v, "no link: the module is not ready, its state is %s",
	      facts_text(link->this, FACT_MODULE_STATE));
	return true;
}

/* A VLAN and its like have no cable; the lower end of a veth or netkit is its partner. */
static bool stands_on(const struct link *link, struct verdict *v)
{
	const char *lower = facts_text(link->this, FACT_PORT_LOWER);

	if (!lower || !facts_no(link->this, FACT_PORT_PHYSICAL) ||
	    facts_text_is(link->this, FACT_PORT_KIND, "veth") ||
	    facts_text_is(link->this, FACT_PORT_KIND, "netkit"))
		return false;
	cite(v, SIDE_THIS, FACT_PORT_LOWER);
	cite(v, SIDE_THIS, FACT_LINK_OPERSTATE);
	v->remedies = lower_remedies;
	found(v, "no link: %s, on which it stands, has none or is not set up", lower);
	return true;
}

/* Its last line about this port: "1234.5 cable-unplugged". */
static bool last_event_is(const struct facts *f, const char *event)
{
	const char *events = facts_text(f, FACT_LOG_EVENTS);
	const char *last = events ? strrchr(events, '\n') : NULL;

	last = last ? last + 1 : events;
	return last && strstr(last, event);
}

/* Of what the log tells since the link was last up; NULL: nothing that explains it. */
static const char *log_says(const struct link *link, struct verdict *v)
{
	if (facts_known(link->this, FACT_LOG_MODULE_REFUSED)) {
		cite(v, SIDE_THIS, FACT_LOG_MODULE_REFUSED);
		return "the driver refused the module or cable, by the kernel log";
	}
	if (facts_known(link->this, FACT_LOG_MODULE_FAULT)) {
		cite(v, SIDE_THIS, FACT_LOG_MODULE_FAULT);
		return "the module or cable does not work, by the kernel log";
	}
	if (last_event_is(link->this, "cable-unplugged")) {
		cite(v, SIDE_THIS, FACT_LOG_EVENTS);
		return "the cable or module was unplugged, by the kernel log";
	}
	if (facts_yes(link->this, FACT_LOG_MS_FAULT)) {
		cite(v, SIDE_THIS, FACT_LOG_MS_FAULT);
		return "the two ends could not settle who is master, by the kernel log";
	}
	return NULL;
}

static const char *down_because(const struct link *link, struct verdict *v)
{
	const char *logged = log_says(link, v);

	if (logged)
		return logged;
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
	    !facts_yes(link->this, FACT_MII_SYNTHETIC) &&
	    !facts_yes(link->this, FACT_AN_PARTNER_ABLE)) {
		cite(v, SIDE_THIS, FACT_MII_WORDS);
		return "the partner is silent: no cable, partner off or down";
	}
	return "no carrier";
}

/* Somebody (lldpd) remembers who was there before. */
static void name_neighbor(const struct link *link, struct verdict *v)
{
	const struct fact *port = facts_get(link->other, FACT_NEIGHBOR_PORT);
	size_t used = strlen(v->summary);

	if (port->state != FACT_KNOWN || (port->source != FROM_LLDP && port->source != FROM_CDP))
		return;
	snprintf(v->summary + used, sizeof(v->summary) - used, "; last heard there: %.40s %.40s",
		 name_of(link->other), port_of(link->other));
	cite(v, SIDE_OTHER, FACT_NEIGHBOR_SYSTEM);
	cite(v, SIDE_OTHER, FACT_NEIGHBOR_PORT);
}

static void link_down(const struct link *link, struct verdict *v)
{
	const char *state = facts_text(link->this, FACT_LINK_EXT_STATE);

	if (!facts_no(link->this, FACT_LINK_UP) || facts_no(link->this, FACT_LINK_ADMIN_UP))
		return;
	cite(v, SIDE_THIS, FACT_LINK_ADMIN_UP);
	if (state)
		driver_says(link, state, v);
	else if (!stands_on(link, v) && !module_shows(link, v))
		found(v, "no link: %s", down_because(link, v));
	name_neighbor(link, v);
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
	const char *speeds = facts_text(link->this, FACT_LOG_FLAP_SPEEDS);

	if (flaps_now(link, &changes)) {
		cite(v, SIDE_THIS, FACT_COUNTER_CARRIER_CHANGES);
		cite(v, SIDE_THIS, FACT_RUN_WINDOW);
		cite(v, SIDE_THIS, FACT_TOTAL_CARRIER_CHANGES);
		found(v, "carrier changed %" PRId64 " times in %.1f s", changes,
		      facts_get(link->this, FACT_RUN_WINDOW)->real);
	} else if ((double)logged >= threshold(THRESHOLD_LOG_FLAPS)) {
		cite(v, SIDE_THIS, FACT_LOG_FLAPS);
		cite(v, SIDE_THIS, FACT_LOG_FLAP_SPEEDS);
		found(v, "the link was lost and came back %" PRId64 " times within a day, last %" PRId64
		      " s ago, for %.1f s at most%s%s", logged,
		      facts_num(link->this, FACT_LOG_LAST_FLAP, 0),
		      facts_real(link->this, FACT_LOG_OUTAGE, 0), speeds ? "; speed then: " : "",
		      speeds ? speeds : "");
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
	{ .id = NULL },
};
