// SPDX-License-Identifier: GPL-3.0-or-later
/* What follows from the modes that the driver tells of both ends? */
#include <string.h>

#include "mii/resolve.h"
#include "probe/probe.h"

static const char *medium_name(enum mode_medium medium)
{
	switch (medium) {
	case MEDIUM_BASE_T:
		return "base-t";
	case MEDIUM_BASE_X:
		return "base-x";
	case MEDIUM_BACKPLANE:
		return "backplane";
	case MEDIUM_OPTICS:
		return "optics";
	case MEDIUM_T1:
		return "t1";
	case MEDIUM_NONE:
		break;
	}
	return NULL;
}

/* The connector decides where it is one; else what the port can do at best. */
void probe_link_medium(struct facts *near)
{
	const char *port = facts_text(near, FACT_LINK_PORT), *medium;
	struct modes able = facts_modes(near, FACT_LINK_MODES_SUPPORTED);
	const struct mode_row *best = mode_row(modes_hcd(&able));
	const struct fact *source = facts_get(near, FACT_LINK_PORT);

	if (facts_yes(near, FACT_PORT_VIRTUAL))
		return;
	medium = best ? medium_name(best->medium) : NULL;
	if (port && strcmp(port, "tp") == 0)
		medium = best && best->medium == MEDIUM_T1 ? "t1" : "base-t";
	else if (port && strcmp(port, "da") == 0)
		medium = "backplane";
	else if (port && strcmp(port, "fibre") == 0 && !(best && best->medium == MEDIUM_BASE_X))
		medium = "optics";
	if (!medium)
		return;
	if (source->state != FACT_KNOWN)
		source = facts_get(near, FACT_LINK_MODES_SUPPORTED);
	facts_put_text(near, FACT_LINK_MEDIUM, source->source, medium);
}

/*
 * phylib and the mii library show a sensed partner as one half-duplex mode
 * without the Autoneg bit (28.2.3.1): seen without any register.
 */
static bool looks_sensed(const struct facts *near, const struct modes *peer)
{
	struct modes peer_modes = modes_only(peer);
	const struct mode_row *row = mode_row(modes_hcd(&peer_modes));

	return facts_yes(near, FACT_LINK_UP) && facts_text_is(near, FACT_LINK_DUPLEX, "half") &&
	       facts_text_is(near, FACT_LINK_MEDIUM, "base-t") &&
	       !modes_has(peer, MODE_AUTONEG) && modes_count(&peer_modes) == 1 && !row->full &&
	       row->speed_mbps == facts_num(near, FACT_LINK_SPEED, -1);
}

void probe_link_common(struct facts *near, const struct facts *partner)
{
	struct modes own = facts_modes(near, FACT_LINK_MODES_ADVERTISED);
	struct modes peer = facts_modes(partner, FACT_LINK_MODES_ADVERTISED);
	enum fact_source from = facts_get(partner, FACT_LINK_MODES_ADVERTISED)->source;
	struct modes common = modes_and(&own, &peer);
	int hcd;

	if (!facts_yes(near, FACT_LINK_AUTONEG) || facts_yes(near, FACT_MII_SYNTHETIC) ||
	    facts_yes(near, FACT_MII_PARTNER_STALE) || modes_empty(&own) || modes_empty(&peer))
		return;
	if (modes_has(&peer, MODE_AUTONEG))
		facts_offer_bool(near, FACT_AN_PARTNER_ABLE, from, true);
	if (!facts_known(near, FACT_AN_PARALLEL_DETECTION) && looks_sensed(near, &peer)) {
		facts_put_bool(near, FACT_AN_PARALLEL_DETECTION, from, true);
		facts_offer_bool(near, FACT_AN_PARTNER_ABLE, from, false);
	}
	if (facts_known(near, FACT_AN_COMMON) || facts_no(near, FACT_AN_PARTNER_ABLE))
		return;
	common = modes_only(&common);
	facts_offer_modes(near, FACT_AN_COMMON, from, &common);
	hcd = modes_hcd(&common);
	if (hcd >= 0)
		facts_offer_text(near, FACT_AN_HCD, from, mode_row(hcd)->name);
}

static unsigned int configured_flow(const struct facts *near)
{
	return (facts_yes(near, FACT_PAUSE_RX) ? FLOW_RX : 0) |
	       (facts_yes(near, FACT_PAUSE_TX) ? FLOW_TX : 0);
}

/* Without pause negotiation, what is configured is what happens. */
void probe_pause(struct facts *near, struct facts *partner)
{
	struct modes own = facts_modes(near, FACT_LINK_MODES_ADVERTISED);
	struct modes peer = facts_modes(partner, FACT_LINK_MODES_ADVERTISED);
	enum fact_source from = facts_get(partner, FACT_LINK_MODES_ADVERTISED)->source;
	unsigned int ours = pause_offer_of_modes(&own), theirs = pause_offer_of_modes(&peer);

	if (!facts_yes(near, FACT_LINK_UP))
		return;
	if (facts_no(near, FACT_PAUSE_AUTONEG) && facts_known(near, FACT_PAUSE_RX)) {
		bool half = facts_text_is(near, FACT_LINK_DUPLEX, "half");	/* 31B.1: full only */

		facts_put_text(near, FACT_PAUSE_FLOW, facts_get(near, FACT_PAUSE_RX)->source,
			       pause_flow_name(half ? 0 : configured_flow(near)));
		return;
	}
	if (facts_known(near, FACT_PAUSE_FLOW) || !facts_known(near, FACT_AN_COMMON))
		return;
	facts_offer_text(near, FACT_PAUSE_ADVERTISED, from, pause_offer_name(ours));
	facts_offer_text(partner, FACT_PAUSE_ADVERTISED, from, pause_offer_name(theirs));
	if (facts_known(near, FACT_LINK_DUPLEX))
		facts_offer_text(near, FACT_PAUSE_FLOW, from,
				 facts_text_is(near, FACT_LINK_DUPLEX, "full") ?
					 pause_flow_name(pause_resolve(ours, theirs)) : "none");
}
