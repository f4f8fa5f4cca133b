// SPDX-License-Identifier: GPL-3.0-or-later
/* Has another station the address of this port, or do its own frames come back? */
#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rule/rule.h"

#define MAC_BYTES 6
#define EUI64_AT 8	/* where the interface identifier begins in an IPv6 address */

/* The members of a bond have one address by design: what one sends another may receive. */
static bool in_bond(const struct facts *f)
{
	return facts_text_is(f, FACT_PORT_MASTER_KIND, "bond") ||
	       facts_text_is(f, FACT_PORT_MASTER_KIND, "team");
}

/*
 * Virtual routers (VRRP by RFC 9568 7.3, HSRP) share one, ipvlan has that of the port
 * below, and a macvtap that of the virtual machine behind it.
 */
static bool shared_by_design(const struct facts *f)
{
	static const char *const kind[] = { "ipvlan", "ipvtap", "macvtap" };
	static const char *const router[] = {
		"00:00:5e:00:01:", "00:00:5e:00:02:", "00:00:0c:07:ac:", "00:00:0c:9f:f",
	};
	const char *mac = facts_text(f, FACT_PORT_MAC);

	for (size_t i = 0; mac && i < sizeof(router) / sizeof(router[0]); i++)
		if (strncmp(mac, router[i], strlen(router[i])) == 0)
			return true;
	for (size_t i = 0; i < sizeof(kind) / sizeof(kind[0]); i++)
		if (facts_text_is(f, FACT_PORT_KIND, kind[i]))
			return true;
	return false;
}

/* Only where all members send and receive: a backup hears the active one by design. */
static bool members_are_one(const struct facts *f)
{
	static const char *const mode[] = { "balance-rr", "balance-xor", "broadcast", "802.3ad" };

	for (size_t i = 0; i < sizeof(mode) / sizeof(mode[0]); i++)
		if (facts_text_is(f, FACT_BOND_MODE, mode[i]))
			return in_bond(f);
	return false;
}

/* Its own aggregator is the one in use: the others send nothing, and hear what this one sends. */
static bool aggregator_in_use(const struct facts *f)
{
	const char *name = facts_text(f, FACT_PORT_NAME), *at = facts_text(f, FACT_BOND_AGGREGATORS);
	size_t len = strlen(name);

	for (; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
		if (strncmp(at, name, len) == 0 && at[len] == ' ')
			return strtoll(at + len, NULL, 10) ==
			       facts_num(f, FACT_BOND_AGGREGATOR, 0);
	return false;
}

/* Frames that this member heard of another one. */
static int64_t from_members(const struct facts *f, struct verdict *v)
{
	static const enum fact_id lacp[] = { FACT_PORT_NAME, FACT_BOND_AGGREGATOR,
					     FACT_BOND_AGGREGATORS };
	int64_t count = members_are_one(f) ? facts_num(f, FACT_NEIGHBOR_OWN_ELSEWHERE, 0) : 0;

	if (count == 0 || !facts_text_is(f, FACT_BOND_MODE, "802.3ad"))
		return count;
	for (size_t i = 0; i < sizeof(lacp) / sizeof(lacp[0]); i++)
		if (!facts_known(f, lacp[i])) {
			no_data(v, SIDE_THIS, lacp[i]);
			return 0;
		}
	return aggregator_in_use(f) ? count : 0;
}

static const char *address_of(const struct facts *f)
{
	return facts_text(f, in_bond(f) ? FACT_PORT_PERM_MAC : FACT_PORT_MAC);
}

#define NO_ADDRESS "00:00:00:00:00:00"	/* of a loopback */

/* Both ends of the path told theirs. */
static bool both_alike(const struct link *link, struct verdict *v)
{
	const char *near = address_of(link->this), *far = address_of(link->far);

	if (!near || !far || strcmp(near, far) != 0 || strcmp(near, NO_ADDRESS) == 0 ||
	    shared_by_design(link->this) || shared_by_design(link->far))
		return false;
	v->end = v->fix_end = END_UNKNOWN;
	v->candidates = 1u << END_THIS | 1u << END_FAR;
	found(v, "this port and the far one have the same address, %s", near);
	cite(v, SIDE_THIS, FACT_PORT_MAC);
	cite(v, SIDE_FAR, FACT_PORT_MAC);
	cite(v, SIDE_THIS, FACT_PORT_PERM_MAC);
	cite(v, SIDE_FAR, FACT_PORT_PERM_MAC);
	return true;
}

static bool mac_of(const char *text, uint8_t mac[static MAC_BYTES])
{
	return sscanf(text, "%2hhx:%2hhx:%2hhx:%2hhx:%2hhx:%2hhx", &mac[0], &mac[1], &mac[2],
		      &mac[3], &mac[4], &mac[5]) == MAC_BYTES;
}

/*
 * Was the IPv6 address made of this hardware address (RFC 4291 appendix A)?  Then
 * whoever has it too has most likely the hardware address too.
 */
static bool made_of(const char *address, const char *mac_text)
{
	uint8_t at[16], mac[MAC_BYTES];
	char text[INET6_ADDRSTRLEN];

	snprintf(text, sizeof(text), "%.*s", (int)strcspn(address, " "), address);
	if (!mac_text || !mac_of(mac_text, mac) || inet_pton(AF_INET6, text, at) != 1)
		return false;
	mac[0] ^= 2;
	return memcmp(at + EUI64_AT, mac, 3) == 0 && at[11] == 0xff && at[12] == 0xfe &&
	       memcmp(at + 13, mac + 3, 3) == 0;
}

/* "fe80::1 02:00:00:00:00:01": the second word is not always told. */
static bool taken(const struct facts *f)
{
	const char *told = facts_text(f, FACT_LOG_ADDRESS_TAKEN), *own = address_of(f);
	const char *by = told ? strchr(told, ' ') : NULL;

	if (!told)
		return false;
	if (by && own)
		return strcmp(by + 1, own) == 0;
	return made_of(told, by ? by + 1 : own);
}

/*
 * Bridge and bond name the port alone, and the log is that of the whole machine: of a
 * port that is in none they mean one of the same name in another network namespace.
 */
static int64_t told_by_master(const struct facts *f, enum fact_id events)
{
	return facts_get(f, FACT_PORT_MASTER)->state == FACT_ABSENT ? 0 : facts_num(f, events, 0);
}

/* In a loop what was sent before anybody watched looks foreign when it first comes by. */
static bool loops(const struct facts *f)
{
	return facts_num(f, FACT_NEIGHBOR_OWN_BACK, 0) >= facts_num(f, FACT_NEIGHBOR_OWN_FOREIGN, 0);
}

static void say_at(struct verdict *v, enum side side, const char *what)
{
	bool far = side == SIDE_FAR;

	v->end = far ? END_FAR : END_THIS;
	v->fix_end = END_UNKNOWN;
	found(v, "another station uses the address of %s: %s", far ? "the far port" : "this port",
	      what);
}

static void say_unsure(struct verdict *v, enum side side, const char *what)
{
	v->severity = SEV_WARNING;
	v->confidence = 0.5;
	say_at(v, side, what);
	cite(v, side, FACT_PORT_MASTER);
}

/*
 * A bridge tells of every address of its own: that of another of its ports, too.
 * One line alone may be of the moment in which a cable was moved.
 */
static void say_logged(struct verdict *v, enum side side, const struct facts *f)
{
	const char *heard = facts_text(f, FACT_LOG_OWN_ADDRESSES), *own = facts_text(f, FACT_PORT_MAC);

	say_unsure(v, side, "the bridge received it as a sender, by the kernel log; a loop looks the "
		   "same");
	if (heard && own && !strstr(heard, own))
		found(v, "the bridge of %s received its own address %.17s as a sender, by the kernel "
		      "log: another station uses it, or there is a loop",
		      side == SIDE_FAR ? "the far port" : "this port", heard);
	if (facts_num(f, FACT_LOG_OWN_ADDRESS, 0) == 1)
		v->severity = SEV_INFO;
	cite(v, side, FACT_LOG_OWN_ADDRESS);
	cite(v, side, FACT_LOG_OWN_ADDRESSES);
}

/*
 * Who else of this host may have sent such frames unseen?  Those of a bridge, Open
 * vSwitch or failover have the address of one port and leave by any, a switch chip
 * sends by itself, and into other network namespaces only root looks.
 */
static void other_sender(const struct facts *f, char *out, size_t size)
{
	const char *master = facts_text(f, FACT_PORT_MASTER);
	const char *same = facts_text(f, FACT_NEIGHBOR_OWN_PORTS);

	out[0] = '\0';
	if (same && *same)
		snprintf(out, size, "; %.*s of this host has it, too", (int)strcspn(same, "\n"), same);
	else if (master && !facts_text_is(f, FACT_PORT_MASTER_KIND, "vrf"))
		snprintf(out, size, "; what another port of %s sent looks the same", master);
	else if (facts_yes(f, FACT_NEIGHBOR_OWN_CHIP))
		snprintf(out, size, "; the switch chip may have sent them by another port");
	else if (facts_get(f, FACT_NEIGHBOR_OWN_PORTS)->state == FACT_DENIED)
		snprintf(out, size, "; a port in another network namespace may have, which root can see");
}

static void say_foreign(struct verdict *v, enum side side, const struct facts *f)
{
	char other[120], what[240];

	other_sender(f, other, sizeof(other));
	snprintf(what, sizeof(what), "%" PRId64 " frames with it came in that the port did not "
		 "send%s", facts_num(f, FACT_NEIGHBOR_OWN_FOREIGN, 0), other);
	(other[0] ? say_unsure : say_at)(v, side, what);
	cite(v, side, FACT_NEIGHBOR_OWN_FOREIGN);
	cite(v, side, FACT_NEIGHBOR_LISTENED);
	cite(v, side, FACT_NEIGHBOR_OWN_PORTS);
	cite(v, side, FACT_NEIGHBOR_OWN_CHIP);
}

/* No other station: the switch learns the address now at one port of this host, now at the other. */
static void say_elsewhere(struct verdict *v, enum side side, const struct facts *f)
{
	v->severity = SEV_INFO;
	v->end = side == SIDE_FAR ? END_FAR : END_THIS;
	v->fix_end = END_UNKNOWN;
	found(v, "two ports of this host stand in one segment with one address: %" PRId64 " frames that "
	      "another one sent came in", facts_num(f, FACT_NEIGHBOR_OWN_ELSEWHERE, 0));
	cite(v, side, FACT_NEIGHBOR_OWN_ELSEWHERE);
	cite(v, side, FACT_NEIGHBOR_OWN_PORTS);
}

/* What came in on one of the two ports. */
static bool seen_at(const struct link *link, enum side side, struct verdict *v)
{
	const struct facts *f = facts_of(link, side);

	if (shared_by_design(f))
		return false;
	if (!loops(f)) {
		say_foreign(v, side, f);
	} else if (taken(f)) {
		/* Before Linux 4.10 (RFC 7527) an echo looks the same; later ones tell by whom. */
		(strchr(facts_text(f, FACT_LOG_ADDRESS_TAKEN), ' ') ? say_at : say_unsure)(
			v, side, "IPv6 found its own address taken by it, by the kernel log");
		cite(v, side, FACT_LOG_ADDRESS_TAKEN);
	} else if (told_by_master(f, FACT_LOG_OWN_ADDRESS) > 0) {
		say_logged(v, side, f);
	} else if (!in_bond(f) && facts_num(f, FACT_NEIGHBOR_OWN_ELSEWHERE, 0) > 0) {
		say_elsewhere(v, side, f);
	} else {
		return false;
	}
	cite(v, side, FACT_PORT_MAC);
	return true;
}

static void mac_duplicate(const struct link *link, struct verdict *v)
{
	if (!both_alike(link, v) && !seen_at(link, SIDE_THIS, v))
		seen_at(link, SIDE_FAR, v);
}

static void frame_loop(const struct link *link, struct verdict *v)
{
	int64_t back = facts_num(link->this, FACT_NEIGHBOR_OWN_BACK, 0);
	int64_t members = from_members(link->this, v);
	bool veth = facts_text_is(link->this, FACT_PORT_KIND, "veth");
	int64_t lacp = told_by_master(link->this, FACT_LOG_LACP_LOOP);

	v->end = v->fix_end = END_UNKNOWN;
	if (back > 0 && loops(link->this)) {
		if (veth)
			v->severity = SEV_INFO;
		found(v, "%" PRId64 " frames that this port sent came back to it%s", back,
		      veth ? "; a bridge port in hairpin mode does that by design" : "");
		cite(v, SIDE_THIS, FACT_NEIGHBOR_OWN_BACK);
	} else if (members > 0) {
		found(v, "%" PRId64 " frames that another member of the bond sent came back to this one",
		      members);
		cite(v, SIDE_THIS, FACT_NEIGHBOR_OWN_ELSEWHERE);
	} else if (lacp > 0) {
		found(v, "LACP frames of this port came back to it, by the kernel log");
		cite(v, SIDE_THIS, FACT_LOG_LACP_LOOP);
	} else {
		return;
	}
	cite(v, SIDE_THIS, FACT_PORT_MASTER);
}

const struct rule rules_address[] = {
	{
		.id = "MAC-DUPLICATE", .severity = SEV_CRITICAL, .step = STEP_NEIGHBOR,
		.means = "Two stations have one hardware address. The switch sends their frames now to one "
			 "and now to the other: connections of both stall and break off. Seen when both "
			 "ends of a path tell the same address, when frames with this port's address "
			 "come in that no port of this host was seen to send (a warning where another port "
			 "may have sent them unseen: of a bridge, of a switch chip, or one with the same "
			 "address), when IPv6 finds its address taken by it, or, as "
			 "a warning, when a bridge of this host receives its own address as a sender (a "
			 "remark where the log has one such line). "
			 "Virtual routers (VRRP, HSRP), ipvlan and macvtap share one by design. A "
			 "remark where both stations are ports of this host: those of a switch chip "
			 "(DSA) often have one address, which does no harm in different segments. Some NICs "
			 "(i40e, ice) drop such frames before the host sees them.",
		.source = "IEEE 802-2014 8.2: addresses are unique; linux net/bridge/br_fdb.c, "
			  "net/ipv6/addrconf.c; RFC 7527",
		.calibration = "field reports, not measured",
		.avoid = "work on the cable: it is not at fault",
		.of_path = true, .one_is_enough = true, .says_little = true,
		.needs = { THIS(NEIGHBOR_OWN_FOREIGN), THIS(LOG_OWN_ADDRESS),
			   THIS(LOG_ADDRESS_TAKEN), FAR(PORT_MAC),
			   FAR(NEIGHBOR_OWN_FOREIGN), FAR(LOG_OWN_ADDRESS) },
		.remedies = {
			{ "ask the switch where the address is: show mac address-table address MAC, several "
			  "times; it moves between the two ports", "none" },
			{ "compare the address in use with the one burned in (ethtool -P IFACE): a set one "
			  "that was copied with a system image is to be taken out", "none" },
			{ "give one of the two another address: ip link set IFACE address MAC",
			  "link drops" },
		},
		.judge = mac_duplicate,
	},
	{
		.id = "FRAME-LOOP", .severity = SEV_WARNING, .step = STEP_NEIGHBOR,
		.means = "Frames that this port sent come back to it: two switch ports are joined by a "
			 "cable, a port loops back, or two members of a bond stand in a switch that "
			 "knows of no bond. Broadcasts then go round, and every station slows down. "
			 "With LACP only the aggregator in use counts: a member at another switch hears "
			 "it by design. "
			 "Nothing but a remark on a veth: container bridges in hairpin mode send frames "
			 "back by design.",
		.source = "IEEE 802.1Q-2022 clause 13 (what spanning tree is there for); linux "
			  "drivers/net/bonding/bond_3ad.c",
		.one_is_enough = true, .says_little = true,
		.needs = { THIS(NEIGHBOR_OWN_BACK), THIS(LOG_LACP_LOOP) },
		.remedies = {
			{ "look at the rates of broadcasts on the switch, and which ports learn the same "
			  "addresses", "none" },
			{ "for a bond: put its switch ports into one channel group", "link drops" },
			{ "turn spanning tree or loop detection on at the switch", "service at risk" },
			{ "unplug cables that join two ports of one switch", "service at risk" },
		},
		.judge = frame_loop,
	},
	{ .id = NULL },
};
