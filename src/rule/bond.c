// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A bond, seen from itself or from one of its members.  Of a member only what
 * is wrong with that member is said; the bond names every one.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rule/rule.h"
#include "rule/threshold.h"

struct item {
	char name[32], value[32];	/* "eth0", "1000 full" */
};

/* The next line "name value" of a list fact; false at the end. */
static bool next(const char **at, struct item *item)
{
	const char *space, *end;

	if (!*at || !**at)
		return false;
	end = *at + strcspn(*at, "\n");
	space = *at + strcspn(*at, " \n");
	snprintf(item->name, sizeof(item->name), "%.*s", (int)(space - *at), *at);
	space += *space == ' ';
	snprintf(item->value, sizeof(item->value), "%.*s", (int)(space < end ? end - space : 0), space);
	*at = *end ? end + 1 : end;
	return true;
}

static bool value_of(const struct facts *f, enum fact_id list, const char *name, struct item *out)
{
	const char *at = facts_text(f, list);

	while (next(&at, out))
		if (strcmp(out->name, name) == 0)
			return true;
	return false;
}

/* The bond itself may name every member, a member only itself. */
static bool speaks_of(const struct link *link, const char *member)
{
	const char *port = facts_text(link->this, FACT_PORT_NAME);
	const char *bond = facts_text(link->this, FACT_BOND_NAME);

	return !port || !bond || strcmp(port, bond) == 0 || strcmp(port, member) == 0;
}

/* "eth0, eth1" */
struct names {
	char text[120];
	unsigned int count;
};

static void add(struct names *names, const char *name)
{
	size_t used = strlen(names->text);

	snprintf(names->text + used, sizeof(names->text) - used, "%s%s", used ? ", " : "", name);
	names->count++;
}

static const char *what_it_is(const struct link *link)
{
	return facts_text_is(link->this, FACT_BOND_KIND, "team") ? "team" : "bond";
}

static bool is_up(const struct link *link, const char *member)
{
	struct item item;

	return !value_of(link->this, FACT_BOND_MEMBERS, member, &item) ||
	       strcmp(item.value, "up") == 0;
}

static void member_down(const struct link *link, struct verdict *v)
{
	const char *at = facts_text(link->this, FACT_BOND_MEMBERS);
	struct names down = { .count = 0 };
	unsigned int left = 0;
	struct item item;

	while (next(&at, &item)) {
		if (strcmp(item.value, "up") == 0)
			left++;
		else if (speaks_of(link, item.name))
			add(&down, item.name);
	}
	if (down.count == 0)
		return;
	v->severity = left == 0 ? SEV_CRITICAL : SEV_WARNING;
	found(v, "the %s has lost %s; %u %s", what_it_is(link), down.text, left,
	      left == 0 ? "members are left: no traffic" :
	      left == 1 ? "member is left: the next loss cuts it off" : "members are left");
	cite(v, SIDE_THIS, FACT_BOND_FAILURES);
}

static int64_t fastest(const char *speeds)
{
	int64_t most = 0;
	struct item item;

	while (next(&speeds, &item))
		if (strtoll(item.value, NULL, 10) > most)
			most = strtoll(item.value, NULL, 10);
	return most;
}

static bool is_half(const struct item *item)
{
	return strstr(item->value, "half");
}

static void member_speed(const struct link *link, struct verdict *v)
{
	const char *speeds = facts_text(link->this, FACT_BOND_SPEEDS), *at = speeds;
	int64_t most = fastest(speeds);
	struct names slow = { .count = 0 };
	struct item item;

	while (next(&at, &item)) {
		char text[72];

		if (!speaks_of(link, item.name) ||
		    (strtoll(item.value, NULL, 10) == most && !is_half(&item)))
			continue;
		snprintf(text, sizeof(text), "%s (%s)", item.name, item.value);
		add(&slow, text);
	}
	if (slow.count == 0)
		return;
	found(v, "not all members run alike: %s, the fastest has %" PRId64 " Mb/s%s", slow.text, most,
	      facts_text_is(link->this, FACT_BOND_MODE, "802.3ad") ?
	      "; LACP does not put them into one aggregator" : "");
	cite(v, SIDE_THIS, FACT_BOND_MODE);
	cite(v, SIDE_THIS, FACT_BOND_AGGREGATORS);
}

/* The active one; where nobody tells it, that of the first member that is up. */
static int64_t active_aggregator(const struct link *link)
{
	const char *at = facts_text(link->this, FACT_BOND_AGGREGATORS);
	struct item item;

	if (facts_known(link->this, FACT_BOND_AGGREGATOR))
		return facts_num(link->this, FACT_BOND_AGGREGATOR, -1);
	while (next(&at, &item))
		if (is_up(link, item.name))
			return strtoll(item.value, NULL, 10);
	return -1;
}

static bool speeds_differ(const struct link *link)
{
	const char *at = facts_text(link->this, FACT_BOND_SPEEDS);
	char first[32] = "";
	struct item item;

	while (next(&at, &item)) {
		if (first[0] && strcmp(first, item.value) != 0)
			return true;
		memcpy(first, item.value, sizeof(first));
	}
	return false;
}

static bool nobody_answers(const struct link *link)
{
	return facts_text_is(link->this, FACT_BOND_PARTNER_MAC, "00:00:00:00:00:00");
}

static void aggregator_split(const struct link *link, struct verdict *v)
{
	const char *at = facts_text(link->this, FACT_BOND_AGGREGATORS);
	int64_t active = active_aggregator(link);
	struct names apart = { .count = 0 };
	struct item item;

	/* Without LACP at the other end every member stands alone: BOND-NO-PARTNER. */
	if (!facts_text_is(link->this, FACT_BOND_MODE, "802.3ad") || nobody_answers(link))
		return;
	while (next(&at, &item))
		if (strtoll(item.value, NULL, 10) != active && is_up(link, item.name) &&
		    speaks_of(link, item.name))
			add(&apart, item.name);
	if (apart.count == 0)
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	found(v, "%s %s up and carries nothing: not in aggregator %" PRId64 " with the others; %s",
	      apart.text, apart.count == 1 ? "is" : "are", active, speeds_differ(link) ?
	      "speeds differ: find out why first" :
	      "another switch, or no LACP, at its other end");
	cite(v, SIDE_THIS, FACT_BOND_SPEEDS);
	cite(v, SIDE_THIS, FACT_BOND_CHURNED);
	cite(v, SIDE_THIS, FACT_BOND_LACP);
}

static void no_partner(const struct link *link, struct verdict *v)
{
	const char *members = facts_text(link->this, FACT_BOND_MEMBERS);

	if (!facts_text_is(link->this, FACT_BOND_MODE, "802.3ad") ||
	    !nobody_answers(link) ||
	    (members && !strstr(members, " up")))
		return;
	v->end = END_OTHER;
	v->fix_end = END_OTHER;
	found(v, "nobody at the other end speaks LACP: one member carries everything");
	cite(v, SIDE_THIS, FACT_BOND_MEMBERS);
}

/* The busiest of the members that could carry as much; false: fewer than two, or too few frames. */
static bool busiest(const struct link *link, enum fact_id frames, struct item *most, int64_t *share)
{
	const char *at = facts_text(link->this, frames);
	int64_t all = 0, highest = -1, n;
	unsigned int able = 0;
	struct item item;

	while (next(&at, &item)) {
		n = strtoll(item.value, NULL, 10);
		able += is_up(link, item.name);
		all += n;
		if (n > highest) {
			highest = n;
			*most = item;
		}
	}
	if (able < 2 || (double)all < threshold(THRESHOLD_BOND_FRAMES))
		return false;
	*share = 100 * highest / all;
	return (double)highest >= threshold(THRESHOLD_BOND_SHARE) * (double)all;
}

/* Round robin has no excuse; a hash sends each pair of hosts over one member. */
static void uneven(const struct link *link, struct verdict *v)
{
	bool round_robin = facts_text_is(link->this, FACT_BOND_MODE, "balance-rr");
	int64_t sent = 0, received = 0;
	struct item out, in;
	bool tx, rx;

	if (facts_text_is(link->this, FACT_BOND_MODE, "active-backup") ||
	    facts_text_is(link->this, FACT_BOND_MODE, "broadcast"))
		return;
	tx = busiest(link, FACT_BOND_TX_FRAMES, &out, &sent);
	rx = busiest(link, FACT_BOND_RX_FRAMES, &in, &received);
	if (!tx && !rx)
		return;
	v->severity = tx && round_robin ? SEV_WARNING : SEV_INFO;
	v->fix_end = tx ? END_THIS : END_OTHER;
	if (tx)
		found(v, "%s sends %" PRId64 " %% of the bond's frames%s", out.name, sent, round_robin ?
		      ": round robin should share them" : ": few pairs of hosts, or too coarse a hash");
	else
		found(v, "%s receives %" PRId64 " %% of the bond's frames: the switch chooses so",
		      in.name, received);
}

static void no_monitor(const struct link *link, struct verdict *v)
{
	if (facts_text_is(link->this, FACT_BOND_MONITOR, "none"))
		found(v, "the bond does not watch its members: a lost link is never noticed");
}

const struct rule rules_bond[] = {
	{
		.id = "BOND-MEMBER-DOWN", .severity = SEV_WARNING, .step = STEP_CABLE,
		.means = "A member of the bond or team has no link, so the bond has less rate or no spare. "
			 "Critical when none is left.",
		.source = "linux Documentation/networking/bonding.rst",
		.needs = { THIS(BOND_MEMBERS) },
		.remedies = {
			{ "check that member: etherdx check MEMBER", "none" },
			{ "look at its cable and at the switch port", "none" },
		},
		.judge = member_down,
	},
	{
		.id = "BOND-MEMBER-SPEED", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "The members of a bond or team run at different speeds, or one runs half duplex. LACP "
			 "gives them different keys, and only one aggregator carries traffic; other "
			 "modes lose frames on the slow one.",
		.source = "IEEE 802.1AX 6.3.5; linux drivers/net/bonding/bond_3ad.c",
		.avoid = "changing LACP timers: they are not why the keys differ",
		.needs = { THIS(BOND_SPEEDS) },
		.remedies = {
			{ "find out why that member linked slower: etherdx check MEMBER", "none" },
			{ "change its cable, then its port", "link drops" },
		},
		.judge = member_speed,
	},
	{
		.id = "BOND-AGGREGATOR-SPLIT", .severity = SEV_CRITICAL, .step = STEP_NEGOTIATION,
		.means = "Members of one LACP bond stand in several aggregators. Only one of these "
			 "carries traffic: the others are idle though their links are up.",
		.source = "IEEE 802.1AX 6.4.14; linux Documentation/networking/bonding.rst",
		.needs = { THIS(BOND_MODE), THIS(BOND_AGGREGATORS) },
		.remedies = {
			{ "compare speeds and duplex of the members first", "none" },
			{ "look where each cable ends: one switch, or an MLAG pair with one system id",
			  "none" },
			{ "put the switch ports into one channel group with LACP on", "link drops" },
		},
		.judge = aggregator_split,
	},
	{
		.id = "BOND-NO-PARTNER", .severity = SEV_CRITICAL, .step = STEP_NEGOTIATION,
		.means = "The bond runs LACP and hears none: the switch ports are in no channel group, or "
			 "in a static one.",
		.source = "IEEE 802.1AX 6.4.2; linux Documentation/networking/bonding.rst",
		.needs = { THIS(BOND_MODE), THIS(BOND_PARTNER_MAC) },
		.remedies = {
			{ "set the switch ports to LACP, active or passive", "link drops" },
			{ "or use a mode that needs no help of the switch, such as active-backup",
			  "service at risk" },
		},
		.judge = no_partner,
	},
	{
		.id = "BOND-UNEVEN", .severity = SEV_INFO, .step = STEP_COUNTERS,
		.means = "Nearly all frames of the window went over one member though others are up. "
			 "Normal with one partner or few; a warning under round robin.",
		.source = "linux Documentation/networking/bonding.rst, xmit_hash_policy",
		.calibration = "a judgement, not measured",
		.needs = { THIS(BOND_MODE), THIS(BOND_TX_FRAMES), THIS(BOND_RX_FRAMES),
			   THIS(RUN_WINDOW) },
		.remedies = {
			{ "hash over ports as well: ip link set BOND type bond xmit_hash_policy layer3+4",
			  "none" },
			{ "set the same at the switch for what it sends", "none" },
		},
		.judge = uneven,
	},
	{
		.id = "BOND-NO-MONITOR", .severity = SEV_WARNING, .step = STEP_CABLE,
		.means = "Neither miimon nor an ARP monitor is set: the bond goes on to send into a "
			 "dead link.",
		.source = "linux Documentation/networking/bonding.rst, miimon",
		.needs = { THIS(BOND_MONITOR) },
		.remedies = {
			{ "set it: ip link set BOND type bond miimon 100", "none" },
		},
		.judge = no_monitor,
	},
	{ .id = NULL },
};
