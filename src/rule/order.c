// SPDX-License-Identifier: GPL-3.0-or-later
/* Do segments of TCP arrive in order, and once? */
#include <inttypes.h>

#include "rule/stream.h"
#include "rule/threshold.h"

/* What the sender of one direction counted. */
struct counts {
	enum fact_id segments, resent, reordered, doubled;
	const char *way;
};

static const struct counts ways[] = {
	{ FACT_STREAM_TCP_SEGMENTS_TX, FACT_STREAM_TCP_RESENT_TX, FACT_STREAM_TCP_REORDERED_TX,
	  FACT_STREAM_TCP_DOUBLED_TX, "toward the far end" },
	{ FACT_STREAM_TCP_SEGMENTS_RX, FACT_STREAM_TCP_RESENT_RX, FACT_STREAM_TCP_REORDERED_RX,
	  FACT_STREAM_TCP_DOUBLED_RX, "toward this end" },
};

static double count(const struct link *link, enum fact_id id)
{
	return (double)facts_num(link->path, id, 0);
}

/* So many, and such a share of all, that it is no chance. */
static bool many(const struct link *link, const struct counts *c, enum fact_id id)
{
	double n = count(link, id);

	return n >= threshold(THRESHOLD_ORDER_SEGMENTS) &&
	       n >= threshold(THRESHOLD_ORDER_RATIO) * count(link, c->segments);
}

/* Segments overtake each other, and what was sent again was there already. */
static bool is_reordered(const struct link *link, const struct counts *c)
{
	return many(link, c, c->reordered) &&
	       2 * count(link, c->doubled) >= count(link, c->resent);
}

/* More arrive twice than were sent twice, and none overtook another. */
static bool is_doubled(const struct link *link, const struct counts *c)
{
	return many(link, c, c->doubled) && count(link, c->doubled) > 2 * count(link, c->resent) &&
	       10 * count(link, c->reordered) < count(link, c->doubled);
}

static const struct counts *first(const struct link *link,
				  bool (*shows)(const struct link *link, const struct counts *c))
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		if (shows(link, &ways[i]))
			return &ways[i];
	return NULL;
}

static void cite_all(const struct counts *c, struct verdict *v)
{
	cite(v, SIDE_PATH, c->segments);
	cite(v, SIDE_PATH, c->resent);
	cite(v, SIDE_PATH, c->reordered);
	cite(v, SIDE_PATH, c->doubled);
}

static void reorder(const struct link *link, struct verdict *v)
{
	const struct counts *c = first(link, is_reordered);

	if (!c)
		return;
	stream_anywhere(link, v);
	v->confidence = 0.9;
	found(v, "segments %s overtake each other: %.0f of %.0f; TCP takes that for loss and slows down",
	      c->way, count(link, c->reordered), count(link, c->segments));
	cite_all(c, v);
	cite(v, SIDE_THIS, FACT_BOND_MODE);
	cite(v, SIDE_FAR, FACT_BOND_MODE);
}

static void duplicates(const struct link *link, struct verdict *v)
{
	const struct counts *c = first(link, is_doubled);

	if (!c)
		return;
	stream_anywhere(link, v);
	v->confidence = 0.9;
	found(v, "segments %s arrive twice: %.0f of %.0f, and only %.0f were sent again", c->way,
	      count(link, c->doubled), count(link, c->segments), count(link, c->resent));
	cite_all(c, v);
}

const struct rule rules_order[] = {
	{
		.id = "STREAM-REORDER", .severity = SEV_WARNING, .step = STEP_TRAFFIC,
		.means = "Segments of one TCP stream overtake each other on the way. TCP takes a gap for "
			 "loss, sends again what was only late, and slows down. Frames of one stream are "
			 "spread over several links: a bond in round-robin mode, or a switch that "
			 "balances frame by frame.",
		.source = "linux tcp_info reord_seen and dsack_dups; RFC 2883; RFC 4737",
		.calibration = "emulated paths",
		.of_path = true,
		.needs = { PATH(STREAM_TCP_REORDERED_TX), PATH(STREAM_TCP_REORDERED_RX),
			   PATH(STREAM_TCP_DOUBLED_TX), PATH(STREAM_TCP_DOUBLED_RX) },
		.remedies = {
			{ "look at the mode of bonds at both ends: balance-rr does that", "none" },
			{ "spread by flow: ip link set BOND type bond mode 802.3ad xmit_hash_policy layer3+4, "
			  "and per flow at the switch", "link drops" },
		},
		.judge = reorder,
	},
	{
		.id = "STREAM-DUPLICATES", .severity = SEV_WARNING, .step = STEP_TRAFFIC,
		.means = "Segments arrive twice that were sent once: a loop in the network, a mirror port "
			 "that feeds frames back, or a bond in broadcast mode.",
		.source = "linux tcp_info dsack_dups and total_retrans; RFC 2883",
		.calibration = "emulated paths",
		.of_path = true,
		.needs = { PATH(STREAM_TCP_REORDERED_TX), PATH(STREAM_TCP_REORDERED_RX),
			   PATH(STREAM_TCP_DOUBLED_TX), PATH(STREAM_TCP_DOUBLED_RX) },
		.remedies = {
			{ "look at the mode of bonds at both ends: broadcast does that", "none" },
			{ "look for mirror (SPAN) ports whose target leads back into the network", "none" },
			{ "look for a loop: FRAME-LOOP, and ports of the switch that learn the same "
			  "addresses", "none" },
		},
		.judge = duplicates,
	},
	{ .id = NULL },
};
