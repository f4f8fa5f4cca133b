// SPDX-License-Identifier: GPL-3.0-or-later
/* Is the link as fast as its ends can be, and who limits it? */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rule/rule.h"

static bool link_up(const struct link *link)
{
	return facts_yes(link->this, FACT_LINK_UP);
}

static const struct remedy cooling[] = {
	{ "look after the air flow of the NIC: fans, slot, neighbours", "none" },
	{ "when it is cool: ethtool -r IFACE", "link drops" },
	{ NULL, NULL },
};

static void downshift(const struct link *link, struct verdict *v)
{
	struct modes common = facts_modes(link->this, FACT_AN_COMMON);
	int64_t speed_mbps = facts_num(link->this, FACT_LINK_SPEED, 0);
	const char *logged = facts_text(link->this, FACT_LOG_DOWNSHIFT);
	bool hot = logged && strstr(logged, "overheated");

	if (!link_up(link))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	if (modes_top_mbps(&common) > speed_mbps && !hot)
		found(v, "both ends offer %d Mb/s, the link runs at %" PRId64
		      ": the PHY stepped down, often for a bad pair", modes_top_mbps(&common),
		      speed_mbps);
	else if (logged)
		found(v, "the link runs at %" PRId64 " Mb/s; the kernel log says that the PHY stepped "
		      "down (%s)%s", speed_mbps, logged, hot ? "" : ", often for a bad pair");
	else if (!facts_known(link->this, FACT_AN_COMMON))
		no_data(v, SIDE_THIS, FACT_AN_COMMON);
	if (v->outcome != OUTCOME_FOUND)
		return;
	if (hot)
		v->remedies = cooling;
	cite(v, SIDE_THIS, FACT_AN_COMMON);
	cite(v, SIDE_THIS, FACT_AN_HCD);
	cite(v, SIDE_OTHER, FACT_LINK_MODES_ADVERTISED);
	cite(v, SIDE_THIS, FACT_LOG_DOWNSHIFT);
}

/* Modes of another medium can not be had by this cable. */
static struct modes same_medium(const struct modes *m, const struct modes *in_use)
{
	const struct mode_row *used = mode_row(modes_hcd(in_use));
	struct modes out = { 0 };

	for (int bit = 0; bit < MODES_BITS; bit++) {
		const struct mode_row *row = modes_has(m, bit) ? mode_row(bit) : NULL;

		if (row && used && row->kind == MODE_IS_MODE && row->medium == used->medium)
			modes_add(&out, bit);
	}
	return out;
}

static bool offers_speed(const struct modes *own, int speed_mbps)
{
	for (int bit = 0; bit < MODES_BITS; bit++) {
		const struct mode_row *row = modes_has(own, bit) ? mode_row(bit) : NULL;

		if (row && row->kind == MODE_IS_MODE && row->speed_mbps == speed_mbps)
			return true;
	}
	return false;
}

/* Without the modes of speeds that are offered anyhow, in the other duplex or lanes. */
static struct modes new_speeds(const struct modes *held, const struct modes *own)
{
	struct modes out = { 0 };

	for (int bit = 0; bit < MODES_BITS; bit++) {
		const struct mode_row *row = modes_has(held, bit) ? mode_row(bit) : NULL;

		if (row && !offers_speed(own, row->speed_mbps))
			modes_add(&out, bit);
	}
	return out;
}

static void limited_local(const struct link *link, struct verdict *v)
{
	struct modes able = facts_modes(link->this, FACT_LINK_MODES_SUPPORTED);
	struct modes own = facts_modes(link->this, FACT_LINK_MODES_ADVERTISED);
	struct modes peer = facts_modes(link->other, FACT_LINK_MODES_ADVERTISED);
	bool peer_known = facts_known(link->other, FACT_LINK_MODES_ADVERTISED) &&
			  !facts_yes(link->this, FACT_MII_SYNTHETIC);
	struct modes held = modes_minus(&able, &own);
	struct modes common = modes_and(&own, &peer);
	int top_mbps;

	held = peer_known ? modes_and(&held, &peer) : same_medium(&held, &own);
	held = new_speeds(&held, &own);
	top_mbps = modes_top_mbps(&held);
	if (!link_up(link) || !facts_yes(link->this, FACT_LINK_AUTONEG) ||
	    top_mbps <= facts_num(link->this, FACT_LINK_SPEED, 0) ||
	    top_mbps <= modes_top_mbps(&common))
		return;
	if (peer_known) {
		found(v, "this end can %d Mb/s and the partner offers it, but this end does not offer it",
		      top_mbps);
		cite(v, SIDE_OTHER, FACT_LINK_MODES_ADVERTISED);
		return;
	}
	v->severity = SEV_INFO;
	found(v, "this end can %d Mb/s and does not offer it; what the partner offers is not known",
	      top_mbps);
}

static void limited_partner(const struct link *link, struct verdict *v)
{
	struct modes own = facts_modes(link->this, FACT_LINK_MODES_ADVERTISED);
	struct modes peer = facts_modes(link->other, FACT_LINK_MODES_ADVERTISED);
	int own_mbps = modes_top_mbps(&own), peer_mbps = modes_top_mbps(&peer);

	/* A link faster than the partner's words: they do not tell all. */
	if (!link_up(link) || !facts_yes(link->this, FACT_LINK_AUTONEG) || peer_mbps >= own_mbps ||
	    peer_mbps == 0 || facts_num(link->this, FACT_LINK_SPEED, 0) > peer_mbps ||
	    facts_yes(link->this, FACT_MII_SYNTHETIC) ||
	    facts_yes(link->this, FACT_AN_PARALLEL_DETECTION))
		return;
	v->end = END_OTHER;
	v->fix_end = END_OTHER;
	found(v, "the partner offers at most %d Mb/s, this end %d: %d is the right outcome",
	      peer_mbps, own_mbps, peer_mbps);
}

#define MODULE_MBPS_MAX 1e7

/*
 * What a module can, by the names of its types (data/sff-8024.tsv): "10GBASE-SR",
 * "1000BASE-SX", "4 x 10GBASE-SR", "25G AOC"; the fastest of several; 0: not told.
 */
static int64_t module_mbps(const char *type)
{
	int64_t most = 0;

	while (type && *type) {
		char *unit;
		double speed = strtod(type, &unit), times = 1;

		if (unit != type && strncmp(unit, " x ", 3) == 0) {
			times = speed;
			speed = strtod(unit + 3, &unit);
		}
		if (unit != type && (*unit == 'G' || strncmp(unit, "BASE", 4) == 0))
			speed *= times * (*unit == 'G' ? 1000 : 1);
		else
			speed = 0;
		if (speed > (double)most && speed < MODULE_MBPS_MAX)
			most = (int64_t)speed;
		type = strstr(type, ", ");
		type = type ? type + 2 : NULL;
	}
	return most;
}

static void limited_module(const struct link *link, struct verdict *v)
{
	struct modes able = facts_modes(link->this, FACT_LINK_MODES_SUPPORTED);
	const char *type = facts_text(link->this, FACT_MODULE_TYPE);
	const char *memory = facts_text(link->this, FACT_MODULE_MEMORY);
	int64_t module = module_mbps(type);

	/* CMIS names what it was set to, not the most that it can. */
	if (module == 0 || (memory && strncmp(memory, "CMIS", 4) == 0)) {
		no_data(v, SIDE_THIS, FACT_MODULE_TYPE);
		return;
	}
	if (!link_up(link) || facts_num(link->this, FACT_LINK_SPEED, 0) != module ||
	    modes_top_mbps(&able) <= module)
		return;
	found(v, "the module (%.80s) can %" PRId64 " Mb/s, the port %d: the module is the limit", type,
	      module, modes_top_mbps(&able));
	cite(v, SIDE_THIS, FACT_MODULE_PART);
}

/* One mode alone can be met only by a partner that offers just that one. */
static void advertise_limited(const struct link *link, struct verdict *v)
{
	struct modes able = facts_modes(link->this, FACT_LINK_MODES_SUPPORTED);
	struct modes own = facts_modes(link->this, FACT_LINK_MODES_ADVERTISED);
	const struct mode_row *row;

	able = same_medium(&able, &own);
	own = modes_only(&own);
	if (!facts_yes(link->this, FACT_LINK_AUTONEG) || modes_count(&own) != 1 ||
	    modes_count(&able) < 2)
		return;
	row = mode_row(modes_hcd(&own));
	if (!facts_no(link->this, FACT_AN_PARTNER_ABLE) && link_up(link))
		v->severity = SEV_INFO;
	found(v, "only %s is offered of %d modes this end can: a partner that cannot negotiate can "
	      "never match", row->name, modes_count(&able));
	cite(v, SIDE_THIS, FACT_AN_PARTNER_ABLE);
}

const struct rule rules_speed[] = {
	{
		.id = "SPEED-DOWNSHIFT", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "Both ends offer a faster common mode than the one in use: the PHY gave up "
			 "on it, or the driver said so in the kernel log. A gigabit link needs four "
			 "good pairs, 100 Mb/s only two.",
		.source = "IEEE 802.3 28B.3; PHY makers' downshift; linux drivers/net/phy/phy-core.c",
		.needs = { THIS(LINK_UP), THIS(LINK_SPEED) },
		.remedies = {
			{ "change the cable and the jack; look for a broken pair with a cable test",
			  "link drops" },
			{ "try another switch port", "link drops" },
		},
		.judge = downshift,
	},
	{
		.id = "SPEED-LIMITED-LOCAL", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "This end supports a faster mode that it does not offer, and the partner offers "
			 "it: either a limit was set here, or the PHY withdrew the mode after failed "
			 "training. Without a known partner offer it is only worth knowing.",
		.source = "IEEE 802.3 28.2.4.1.3 and 40.5.1.1",
		.avoid = "blaming the switch: it offers the mode",
		.needs = { THIS(LINK_UP), THIS(LINK_SPEED), THIS(LINK_AUTONEG),
			   THIS(LINK_MODES_SUPPORTED), THIS(LINK_MODES_ADVERTISED) },
		.remedies = {
			{ "look for a speed limit set by driver, device tree (max-speed) or network manager",
			  "none" },
			{ "offer all modes again: ethtool -s IFACE autoneg on advertise MASK", "link drops" },
			{ "if nothing limits it, test all four pairs: some PHYs withdraw gigabit after "
			  "failed training", "link drops" },
		},
		.judge = limited_local,
	},
	{
		.id = "SPEED-LIMITED-PARTNER", .severity = SEV_INFO, .step = STEP_NEGOTIATION,
		.means = "The partner offers less than this end, so the link is as fast as it can be.",
		.source = "IEEE 802.3 28B.3",
		.needs = { THIS(LINK_UP), THIS(LINK_AUTONEG), THIS(LINK_MODES_ADVERTISED),
			   OTHER(LINK_MODES_ADVERTISED) },
		.remedies = {
			{ "if the partner can do more, look at the speed set on its port", "none" },
		},
		.judge = limited_partner,
	},
	{
		.id = "SPEED-LIMITED-MODULE", .severity = SEV_INFO, .step = STEP_NEGOTIATION,
		.means = "The port could be faster than the module or cable in it, and the link runs as "
			 "fast as that can. Neither cable faults nor settings are behind it.",
		.source = "SFF-8024 table 4-4; SFF-8472 bytes 3 and 6",
		.needs = { THIS(LINK_UP), THIS(LINK_SPEED), THIS(LINK_MODES_SUPPORTED),
			   THIS(MODULE_TYPE) },
		.remedies = {
			{ "if more is wanted: a module of the port's speed, at both ends", "link drops" },
		},
		.judge = limited_module,
	},
	{
		.id = "ADVERTISE-LIMITED", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "Negotiation is on but offers a single mode. With a partner that negotiates that "
			 "is a choice; one that does not is sensed as half duplex and may match no "
			 "offered mode.",
		.source = "IEEE 802.3 28.2.3.1",
		.avoid = "forcing this end alone to full duplex",
		.needs = { THIS(LINK_AUTONEG), THIS(LINK_UP), THIS(LINK_MODES_SUPPORTED),
			   THIS(LINK_MODES_ADVERTISED) },
		.remedies = {
			{ "find what cut the offer: network manager, boot script, driver option", "none" },
			{ "offer all modes again: ethtool -s IFACE autoneg on advertise MASK; an ssh "
			  "session over this port may end", "link drops" },
		},
		.judge = advertise_limited,
	},
	{ .id = NULL },
};
