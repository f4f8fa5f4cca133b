// SPDX-License-Identifier: GPL-3.0-or-later
/* Who is at the other end of the cable, and in which state is its port? */
#include <inttypes.h>
#include <string.h>

#include "rule/neighbor.h"
#include "rule/threshold.h"

static void lacp(const struct link *link, struct verdict *v)
{
	enum fact_state master = facts_get(link->this, FACT_PORT_MASTER)->state;
	const char *kind = facts_text(link->this, FACT_PORT_MASTER_KIND);
	bool bridged = kind && strcmp(kind, "bridge") == 0;

	/* Open vSwitch has bonds of its own, below what the kernel tells. */
	if (master == FACT_KNOWN && !bridged)
		return;
	if (master != FACT_ABSENT && !bridged) {
		no_data(v, SIDE_THIS, FACT_PORT_MASTER);
		return;
	}
	v->end = v->fix_end = END_UNKNOWN;
	found(v, "the switch port sends LACP (system %s), and this port is in no bond%s",
	      facts_text(link->other, FACT_LACP_SYSTEM), bridged ? ", but in a bridge" : "");
	cite(v, SIDE_THIS, FACT_PORT_MASTER_KIND);
	cite(v, SIDE_OTHER, FACT_LACP_STATE);
	cite(v, SIDE_OTHER, FACT_LACP_KEY);
}

static void stp(const struct link *link, struct verdict *v)
{
	const char *state = facts_text(link->other, FACT_STP_STATE);
	int64_t waited = facts_num(link->other, FACT_STP_WAITED, 0);

	if (strcmp(state, "forwarding") == 0 && waited == 0)
		return;
	v->end = v->fix_end = END_OTHER;
	found(v, "the switch port is %s and was not forwarding in %" PRId64 " BPDUs%s: it is no edge "
	      "port, and passes nothing for up to 30 s after link-up", state, waited,
	      facts_yes(link->other, FACT_STP_PROPOSAL) ?
		      ", asking for an agreement that no host gives" : "");
	cite(v, SIDE_OTHER, FACT_STP_WAITED);
	cite(v, SIDE_OTHER, FACT_STP_ROLE);
	cite(v, SIDE_OTHER, FACT_STP_PROPOSAL);
	cite(v, SIDE_OTHER, FACT_STP_BRIDGE);
}

static const struct remedy agent_ice[] = {
	{ "look: ethtool --show-priv-flags IFACE, fw-lldp-agent", "none" },
	{ "ethtool --set-priv-flags IFACE fw-lldp-agent off, listen again; only if no DCB runs on this "
	  "port", "service at risk" },
	{ .text = NULL },
};

static const struct remedy agent_i40e[] = {
	{ "look: ethtool --show-priv-flags IFACE, disable-fw-lldp", "none" },
	{ "ethtool --set-priv-flags IFACE disable-fw-lldp on, listen again; only if no DCB runs on this "
	  "port", "service at risk" },
	{ .text = NULL },
};

static const struct remedy agent_mlx5[] = {
	{ "look: mlxconfig query, LLDP_NB_RX_MODE_P1 and LLDP_NB_DCBX_P1", "none" },
	{ "set LLDP_NB_RX_MODE_P1 to 0 with mlxconfig and reset the firmware; only if no DCB runs on "
	  "this port", "service at risk" },
	{ .text = NULL },
};

static const struct {
	const char *driver;
	const struct remedy *remedies;
} agents[] = { { "ice", agent_ice }, { "i40e", agent_i40e }, { "mlx5_core", agent_mlx5 } };

static void by_agent(const struct link *link, struct verdict *v)
{
	const char *driver = facts_text(link->this, FACT_PORT_DRIVER);

	for (size_t i = 0; driver && i < sizeof(agents) / sizeof(agents[0]); i++)
		if (strcmp(agents[i].driver, driver) == 0)
			v->remedies = agents[i].remedies;
	v->severity = SEV_WARNING;
	found(v, "no announcement reached the host in %.0f s; the NIC's own LLDP agent (%s) %s",
	      facts_get(link->this, FACT_NEIGHBOR_LISTENED)->real, driver ? driver : "firmware",
	      facts_text_is(link->this, FACT_NEIGHBOR_AGENT, "on") ?
		      "is on and keeps them to itself" : "may keep them to itself");
	cite(v, SIDE_THIS, FACT_NEIGHBOR_AGENT);
	cite(v, SIDE_THIS, FACT_PORT_DRIVER);
}

static const struct remedy listen_below[] = {
	{ "listen on the port itself: etherdx neighbor PORT", "none" },
	{ .text = NULL },
};

/* Frames to the groups of 802.1Q 8.6.3 end at the port: a bridge hands them up to nobody. */
static bool stands_above(const struct link *link, struct verdict *v)
{
	const char *kind = facts_text(link->this, FACT_PORT_KIND);
	bool is_bridge = kind && strcmp(kind, "bridge") == 0;

	if (!is_bridge && (!kind || strcmp(kind, "vlan") != 0))
		return false;
	v->remedies = listen_below;
	found(v, "no announcement reached this %s in %.0f s: they are for %s", is_bridge ? "bridge" : "VLAN",
	      facts_get(link->this, FACT_NEIGHBOR_LISTENED)->real,
	      is_bridge ? "its ports, and a bridge hands none up" : "the port below, and come untagged");
	cite(v, SIDE_THIS, FACT_PORT_KIND);
	cite(v, SIDE_THIS, FACT_PORT_LOWER);
	return true;
}

static void none(const struct link *link, struct verdict *v)
{
	const struct fact *listened = facts_get(link->this, FACT_NEIGHBOR_LISTENED);
	const char *agent = facts_text(link->this, FACT_NEIGHBOR_AGENT);

	if (facts_num(link->this, FACT_NEIGHBOR_COUNT, 0) > 0)
		return;
	if (listened->real < threshold(THRESHOLD_NEIGHBOR_WAIT) ||
	    facts_no(link->this, FACT_LINK_UP)) {
		no_data(v, SIDE_THIS, FACT_NEIGHBOR_LIST);
		return;
	}
	v->end = v->fix_end = END_UNKNOWN;
	cite(v, SIDE_THIS, FACT_NEIGHBOR_HEARD);
	cite(v, SIDE_THIS, FACT_PORT_MASTER);
	if (stands_above(link, v))
		return;
	if (agent && strcmp(agent, "off") != 0) {
		by_agent(link, v);
		return;
	}
	found(v, "nobody announced itself by LLDP or CDP in %.0f s: the other end does not speak them, "
	      "or something between keeps them", listened->real);
}

static void multiple(const struct link *link, struct verdict *v)
{
	int64_t count = facts_num(link->this, FACT_NEIGHBOR_COUNT, 0);

	if (count == 0) {
		no_data(v, SIDE_THIS, FACT_NEIGHBOR_LIST);
		return;
	}
	if (count < 2)
		return;
	v->end = v->fix_end = END_UNKNOWN;
	found(v, "%" PRId64 " devices announce themselves on one link: something between forwards "
	      "their frames, or this is seen from outside both ends", count);
	cite(v, SIDE_THIS, FACT_NEIGHBOR_LIST);
}

static void malformed(const struct link *link, struct verdict *v)
{
	const char *list = facts_text(link->this, FACT_NEIGHBOR_MALFORMED);

	if (!list[0])
		return;
	v->end = v->fix_end = END_OTHER;
	found(v, "an announcement breaks the standard: %.*s", (int)strcspn(list, "\n"), list);
}

static void underpowered(const struct link *link, struct verdict *v)
{
	int64_t wanted = facts_num(link->other, FACT_POWER_WANTED, 0);
	int64_t given = facts_num(link->other, FACT_POWER_GIVEN, 0);

	if (given >= wanted)
		return;
	v->end = v->fix_end = END_OTHER;
	found(v, "%.60s %.60s gives %.1f W, %.1f W are asked for", name_of(link->other),
	      port_of(link->other), (double)given / 1000, (double)wanted / 1000);
	cite(v, SIDE_OTHER, FACT_POWER_ROLE);
	cite(v, SIDE_OTHER, FACT_POWER_CLASS);
}

const struct rule rules_neighbor[] = {
	{
		.id = "LACP-UNEXPECTED", .severity = SEV_WARNING, .step = STEP_NEIGHBOR,
		.means = "The switch port sends LACP and this port is in no bond. Many switches keep such a "
			 "port out of use, or send half of the traffic to another port.",
		.source = "IEEE 802.1AX-2020 6.4.2.3",
		.needs = { OTHER(LACP_SYSTEM) },
		.remedies = {
			{ "put this port into the bond it was cabled for", "service at risk" },
			{ "take LACP off the switch port", "service at risk" },
		},
		.judge = lacp,
	},
	{
		.id = "STP-NOT-FORWARDING", .severity = SEV_WARNING, .step = STEP_NEIGHBOR,
		.means = "The switch port is in a spanning tree, not set as an edge port, and not forwarding "
			 "yet. A host behind it hears nothing for up to 30 s after each link-up: DHCP and "
			 "network boot time out.",
		.source = "IEEE 802.1D-2004 17.20.4 and 17.19.6",
		.needs = { OTHER(STP_STATE) },
		.remedies = {
			{ "set the switch port as an edge port (portfast, admin-edge) with BPDU guard", "none" },
		},
		.judge = stp,
	},
	{
		.id = "NEIGHBOR-NONE", .severity = SEV_INFO, .step = STEP_NEIGHBOR,
		.means = "Nobody announced itself in 65 s: LLDP comes every 30 s, CDP every 60. A warning "
			 "when the NIC has an LLDP agent of its own that takes the frames before the host "
			 "sees them. Before 65 s there is no verdict.",
		.source = "IEEE 802.1AB-2016 9.2.5.7; lldpd issue 444 (E810)",
		.avoid = "stopping a NIC's LLDP agent while DCB runs: lossless classes stop with it",
		.says_little = true,
		.needs = { THIS(NEIGHBOR_COUNT), THIS(NEIGHBOR_LISTENED) },
		.remedies = {
			{ "turn LLDP on at the switch port", "none" },
			{ "look for a small switch or converter between: it may keep the frames", "none" },
		},
		.judge = none,
	},
	{
		.id = "NEIGHBOR-MULTIPLE", .severity = SEV_WARNING, .step = STEP_NEIGHBOR,
		.means = "Several devices announce themselves at the same time on what should be a link of "
			 "two ends. A hub, a small switch or a mirror port stands between, or the capture "
			 "was taken where both ends are heard. None of them is taken for the switch port "
			 "unless all others are hosts.",
		.source = "IEEE 802.1AB-2016 7.1 (group addresses), 9.2.7.7",
		.needs = { THIS(NEIGHBOR_COUNT) },
		.remedies = {
			{ "follow the cable: find what joins these devices", "none" },
			{ "in a capture of both ends: name this end's address with --own", "none" },
		},
		.judge = multiple,
	},
	{
		.id = "NEIGHBOR-MALFORMED", .severity = SEV_INFO, .step = STEP_NEIGHBOR,
		.means = "An announcement breaks the standard; it was decoded as far as possible. Other "
			 "listeners may drop it.",
		.source = "IEEE 802.1AB-2016 8.2 and 9.2.7.7",
		.says_little = true,
		.needs = { THIS(NEIGHBOR_MALFORMED) },
		.remedies = { { "tell the maker of that device: byte and rule are named", "none" } },
		.judge = malformed,
	},
	{
		.id = "POE-UNDERPOWERED", .severity = SEV_WARNING, .step = STEP_NEIGHBOR,
		.means = "The switch allocates less power than the device at the end of the cable asks for.",
		.source = "IEEE 802.3-2022 79.3.2.5 and 79.3.2.6",
		.needs = { OTHER(POWER_WANTED), OTHER(POWER_GIVEN) },
		.remedies = {
			{ "raise the power limit of the switch port", "none" },
			{ "move the device to a port or switch with more power", "link drops" },
		},
		.judge = underpowered,
	},
	{ .id = NULL },
};
