// SPDX-License-Identifier: GPL-3.0-or-later
/* One end of a cable half duplex, the other full: shown by traffic, or told by both ends. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rule/rule.h"
#include "rule/threshold.h"

enum setting { SETTING_UNKNOWN, SETTING_FORCED, SETTING_NEGOTIATES };

static enum side side_of(enum end end)
{
	return (enum side)(end + 1);
}

static bool direct(const struct link *link)
{
	return facts_yes(link->path, FACT_STREAM_DIRECT);
}

/* The other end of the cable.  Without a switch this end and the far end have one. */
static enum end opposite(const struct link *link, enum end end)
{
	if (direct(link) && (end == END_THIS || end == END_FAR))
		return (enum end)(END_FAR - end);
	return (enum end)(end ^ 1);
}

static const char *const end_words[] = {
	[END_THIS] = "this end",
	[END_OTHER] = "the partner of this end",
	[END_FAR_PARTNER] = "the partner of the far end",
	[END_FAR] = "the far end",
};

#define NAME_MAX 100

/* "its partner sw-rack3 Fa0/7": the other end of a cable of which one end was just named. */
static void other_name(const struct link *link, enum end half, enum end full,
		       char out[static NAME_MAX])
{
	const struct facts *f = facts_of(link, side_of(full));
	const char *system = facts_text(f, FACT_NEIGHBOR_SYSTEM);
	const char *port = facts_text(f, FACT_NEIGHBOR_PORT);
	bool beside = (half == END_THIS && full == END_OTHER) ||
		      (half == END_FAR && full == END_FAR_PARTNER);

	snprintf(out, NAME_MAX, "%s%s%.40s%s%.30s", beside ? "its partner" : end_words[full],
		 system ? " " : "", system ? system : "", system && port ? " " : "",
		 system && port ? port : "");
}

/* Its own word, or what its partner heard. */
static enum setting setting_of(const struct link *link, enum end end)
{
	const struct facts *own = facts_of(link, side_of(end));
	const struct facts *partner = facts_of(link, side_of(opposite(link, end)));

	if (facts_known(own, FACT_LINK_AUTONEG))
		return facts_yes(own, FACT_LINK_AUTONEG) ? SETTING_NEGOTIATES : SETTING_FORCED;
	if (facts_yes(partner, FACT_AN_PARALLEL_DETECTION))
		return SETTING_FORCED;
	return facts_yes(partner, FACT_AN_PARTNER_ABLE) ? SETTING_NEGOTIATES : SETTING_UNKNOWN;
}

#define ON "turn autonegotiation on at "
#define NEAR_COMMAND "ethtool -s IFACE autoneg on"
#define FAR_COMMAND "ethtool -s FAR_IFACE autoneg on"
#define SWITCH " (switch port: speed auto, duplex auto)"
#define STRAIGHT "if the cable goes straight there, that is "
#define LAST \
	{ "if the mismatch stays: the same at the other end of that cable", "link drops" }, \
	{ "only if an end cannot negotiate: force both to the same speed and full duplex", \
	  "link drops" }, \
	{ NULL, NULL }

/* By the end to change. */
static const struct remedy negotiate_at[][REMEDIES_MAX] = {
	[END_THIS] = { { ON "this end: " NEAR_COMMAND, "link drops" }, LAST },
	[END_OTHER] = { { ON "the partner of this end" SWITCH, "link drops" },
			{ STRAIGHT "the far end: " FAR_COMMAND, "link drops" }, LAST },
	[END_FAR_PARTNER] = { { ON "the partner of the far end" SWITCH, "link drops" },
			      { STRAIGHT "this end: " NEAR_COMMAND, "link drops" }, LAST },
	[END_FAR] = { { ON "the far end: " FAR_COMMAND, "link drops" }, LAST },
};

/* The first step leaves both half duplex, the second full: no mismatch between. */
static const struct remedy both_forced[REMEDIES_MAX] = {
	{ ON "both ends of the cable, first at the full-duplex one (" NEAR_COMMAND
	  "; switch port: speed auto, duplex auto)", "link drops" },
	{ "only if an end cannot negotiate: force both to the same speed and full duplex",
	  "link drops" },
	{ NULL, NULL },
};

/* The forced end causes it; when the words do not tell who that is, the full one is suspected. */
static void whom_to_fix(const struct link *link, struct verdict *v)
{
	enum end full = opposite(link, v->end);
	enum setting of_half = setting_of(link, v->end), of_full = setting_of(link, full);

	v->fix_end = of_half == SETTING_FORCED ||
		     (of_half == SETTING_UNKNOWN && of_full == SETTING_NEGOTIATES) ? v->end : full;
	if (of_half == SETTING_FORCED && of_full == SETTING_FORCED)
		v->remedies = both_forced;
	else if (of_half != of_full)
		v->remedies = negotiate_at[v->fix_end];
}

/* The half end is not known: the only forced end of the cables that it may be on. */
static void whom_to_fix_of_many(const struct link *link, struct verdict *v)
{
	unsigned int forced = 0;

	for (enum end end = END_THIS; end < END_UNKNOWN; end++) {
		unsigned int on_cable = 1u << end | 1u << opposite(link, end);

		if ((v->candidates & on_cable) && setting_of(link, end) == SETTING_FORCED)
			forced |= 1u << end;
	}
	v->fix_end = END_UNKNOWN;
	for (enum end end = END_THIS; end < END_UNKNOWN; end++)
		if (forced == 1u << end) {
			v->fix_end = end;
			v->remedies = negotiate_at[end];
		}
}

static void cite_known(const struct link *link, struct verdict *v, enum side side,
		       enum fact_id id)
{
	if (facts_known(facts_of(link, side), id))
		cite(v, side, id);
}

/* What an end says and counted. */
static void cite_end(const struct link *link, struct verdict *v, enum end end)
{
	static const enum fact_id counted[] = {
		FACT_STREAM_LATE_TOGETHER, FACT_STREAM_FCS_TOGETHER, FACT_STREAM_COLLISIONS,
		FACT_COUNTER_LATE_COLLISIONS, FACT_COUNTER_CRC,
	};
	const struct facts *f = facts_of(link, side_of(end));

	cite_known(link, v, side_of(end), FACT_LINK_DUPLEX);
	cite_known(link, v, side_of(end), FACT_LINK_AUTONEG);
	if (facts_yes(f, FACT_AN_PARALLEL_DETECTION))
		cite(v, side_of(end), FACT_AN_PARALLEL_DETECTION);
	for (size_t i = 0; i < sizeof(counted) / sizeof(counted[0]); i++)
		if (facts_num(f, counted[i], 0) > 0)
			cite(v, side_of(end), counted[i]);
}

static void cite_measured(const struct link *link, struct verdict *v)
{
	static const enum fact_id measured[] = {
		FACT_STREAM_CONTRAST_NEAR_TO_FAR, FACT_STREAM_CONTRAST_FAR_TO_NEAR,
		FACT_STREAM_LOSS_NEAR_TO_FAR, FACT_STREAM_LOSS_FAR_TO_NEAR,
		FACT_STREAM_DUPLEX_HALF_ENDS,
	};

	for (size_t i = 0; i < sizeof(measured) / sizeof(measured[0]); i++)
		cite_known(link, v, SIDE_PATH, measured[i]);
	if (direct(link))
		cite(v, SIDE_PATH, FACT_STREAM_DIRECT);
	for (enum end end = END_THIS; end < END_UNKNOWN; end++)
		cite_end(link, v, end);
}

static void candidates(const struct link *link, struct verdict *v)
{
	unsigned int all = direct(link) ? 1u << END_THIS | 1u << END_FAR : (1u << END_UNKNOWN) - 1;

	for (enum end end = END_THIS; end < END_UNKNOWN; end++)
		if (facts_list_has(link->path, FACT_STREAM_DUPLEX_HALF_ENDS, end_name(end, false)))
			v->candidates |= 1u << end;
	if (!(v->candidates & all))
		v->candidates = all;
	v->end = END_UNKNOWN;
	for (enum end end = END_THIS; end < END_UNKNOWN; end++)
		if (v->candidates == 1u << end)
			v->end = end;
}

static const char *what_was_seen(const struct link *link)
{
	double contrast = fmax(facts_real(link->path, FACT_STREAM_CONTRAST_NEAR_TO_FAR, 0),
			       facts_real(link->path, FACT_STREAM_CONTRAST_FAR_TO_NEAR, 0));

	return contrast > threshold(THRESHOLD_CONTRAST_MIN) ?
		       "frames are lost only while both ends send" :
		       "collisions and broken frames come only while both ends send";
}

/* Of each pair both lose in the same direction; without a switch they are one port. */
static bool one_port_perhaps(unsigned int candidates)
{
	return candidates == (1u << END_THIS | 1u << END_FAR_PARTNER) ||
	       candidates == (1u << END_FAR | 1u << END_OTHER);
}

static void found_many(struct verdict *v)
{
	char names[160] = "";

	for (enum end end = END_THIS; end < END_UNKNOWN; end++) {
		size_t used = strlen(names);

		if (v->candidates & 1u << end)
			snprintf(names + used, sizeof(names) - used, "%s%s", used ? " or " : "",
				 end_words[end]);
	}
	found(v, "a cable has one end half duplex and the other full; the half end is %s%s", names,
	      one_port_perhaps(v->candidates) ? " (one port if no switch is between)" : "");
}

static void by_traffic(const struct link *link, struct verdict *v)
{
	char other[NAME_MAX];
	bool lies;

	if (!facts_known(link->path, FACT_STREAM_DUPLEX_PROBABILITY)) {
		no_data(v, SIDE_PATH, FACT_STREAM_DUPLEX_PROBABILITY);
		return;
	}
	/* Less than even odds is no mismatch, whatever a recording says. */
	v->confidence = fmin(fmax(facts_real(link->path, FACT_STREAM_DUPLEX_PROBABILITY, 0), 0.5),
			     threshold(THRESHOLD_MISMATCH_CONFIDENCE_MOST));
	cite_measured(link, v);
	candidates(link, v);
	if (v->end == END_UNKNOWN) {
		whom_to_fix_of_many(link, v);
		found_many(v);
		return;
	}
	whom_to_fix(link, v);
	lies = facts_text_is(facts_of(link, side_of(v->end)), FACT_LINK_DUPLEX, "full");
	other_name(link, v->end, opposite(link, v->end), other);
	found(v, "%s is half duplex%s, %s is full: %s", end_words[v->end],
	      lies ? " though it says full" : "", other, what_was_seen(link));
}

/* Two ends of one link have one speed; half duplex at 1000 Mb/s is a word of the driver only. */
static bool of_one_link(const struct facts *a, const struct facts *b)
{
	int64_t speed_mbps = facts_num(a, FACT_LINK_SPEED, 0);

	return !facts_no(a, FACT_LINK_UP) && !facts_no(b, FACT_LINK_UP) && speed_mbps < 1000 &&
	       facts_num(b, FACT_LINK_SPEED, speed_mbps) == speed_mbps;
}

/* Whether both ends were heard. */
static bool by_words(const struct link *link, struct verdict *v, enum end a, enum end b)
{
	const struct facts *of_a = facts_of(link, side_of(a)), *of_b = facts_of(link, side_of(b));
	bool half = facts_text_is(of_a, FACT_LINK_DUPLEX, "half");
	char other[NAME_MAX];

	if (!facts_known(of_a, FACT_LINK_DUPLEX) || !facts_known(of_b, FACT_LINK_DUPLEX))
		return false;
	if (half == facts_text_is(of_b, FACT_LINK_DUPLEX, "half") || !of_one_link(of_a, of_b))
		return true;
	v->end = half ? a : b;
	whom_to_fix(link, v);
	cite_end(link, v, a);
	cite_end(link, v, b);
	other_name(link, v->end, half ? b : a, other);
	found(v, "%s says half duplex, %s says full", end_words[v->end], other);
	return true;
}

static void by_any_words(const struct link *link, struct verdict *v)
{
	static const enum end pair[][2] = {
		{ END_THIS, END_FAR }, { END_THIS, END_OTHER }, { END_FAR, END_FAR_PARTNER },
	};
	bool heard = false;

	v->step = STEP_NEGOTIATION;
	for (size_t i = direct(link) ? 0 : 1; i < 3 && v->outcome != OUTCOME_FOUND; i++)
		heard |= by_words(link, v, pair[i][0], pair[i][1]);
	if (!heard && !facts_known(link->path, FACT_STREAM_DUPLEX_OUTCOME)) {
		no_data(v, SIDE_PATH, FACT_STREAM_DUPLEX_OUTCOME);
		no_data(v, SIDE_THIS, FACT_LINK_DUPLEX);
	}
}

/* What was measured outweighs what was said. */
static void mismatch(const struct link *link, struct verdict *v)
{
	if (facts_text_is(link->path, FACT_STREAM_DUPLEX_OUTCOME, "mismatch"))
		by_traffic(link, v);
	else if (!facts_text_is(link->path, FACT_STREAM_DUPLEX_OUTCOME, "clean"))
		by_any_words(link, v);
}

const struct rule rules_mismatch[] = {
	{
		.id = "DUPLEX-MISMATCH", .severity = SEV_CRITICAL, .step = STEP_TRAFFIC,
		.means = "One end of a cable runs half duplex and the other full. The full end sends "
			 "whenever it likes; the half end takes that for collisions, breaks frames off, "
			 "and gives up. Small traffic passes, load in both directions does not. Shown by "
			 "loss that comes only while both ends send, or by the words of both ends of "
			 "one link. Nearly always one end is forced and the other negotiates.",
		.source = "IEEE 802.3 28.2.3.1 and clause 4; Shalunov and Carlson, PAM 2005",
		.calibration = "emulated links",
		.avoid = "forcing the half-duplex end alone to full: it looks repaired, and comes back "
			 "with the next replacement; replacing the cable",
		.of_path = true, .one_is_enough = true,
		.needs = { PATH(STREAM_DUPLEX_OUTCOME), OTHER(LINK_DUPLEX), FAR_PARTNER(LINK_DUPLEX) },
		.remedies = {
			{ "compare both ends of the cable: speed, duplex, and whether negotiation is on "
			  "(ethtool IFACE; the same at the far end; the switch's port status)", "none" },
			{ ON "the end where it is off; if both say it is on, off and on again at the "
			  "full-duplex end", "link drops" },
			{ "only if an end cannot negotiate: force both to the same speed and full duplex",
			  "link drops" },
		},
		.judge = mismatch,
	},
	{ .id = NULL },
};
