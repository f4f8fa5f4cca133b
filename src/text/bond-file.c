// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/bond-file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Which part of the file a line is in: its words mean other things there. */
enum part { PART_BOND, PART_AGGREGATOR, PART_MEMBER, PART_ACTOR, PART_PARTNER };

struct reading {
	struct bond_file *out;
	struct bond_member *member;	/* NULL: more than fit, or none yet */
	enum part part;
};

/* The value, if the line is "key: value" with that key. */
static const char *value_of(const char *line, const char *key)
{
	size_t len = strlen(key);

	line += strspn(line, " \t");
	if (strncasecmp(line, key, len) != 0 || line[len] != ':')
		return NULL;
	return line + len + 1 + strspn(line + len + 1, " \t");
}

static bool take_num(const char *line, const char *key, int64_t *num)
{
	const char *value = value_of(line, key);
	char *end;
	long long n;

	if (!value)
		return false;
	n = strtoll(value, &end, 10);
	if (end != value && n >= 0)
		*num = n;
	return true;
}

static bool take_word(const char *line, const char *key, char *out, size_t size)
{
	const char *value = value_of(line, key);

	if (!value)
		return false;
	snprintf(out, size, "%.*s", (int)strcspn(value, " \t("), value);
	return true;
}

/* Names of drivers/net/bonding/bond_main.c, and those that iproute2 gives them. */
static void take_mode(const char *value, struct bond_file *out)
{
	static const char *const names[][2] = {
		{ "load balancing (round-robin)", "balance-rr" },
		{ "fault-tolerance (active-backup)", "active-backup" },
		{ "load balancing (xor)", "balance-xor" },
		{ "fault-tolerance (broadcast)", "broadcast" },
		{ "IEEE 802.3ad", "802.3ad" },
		{ "802.3ad", "802.3ad" },
		{ "transmit load balancing", "balance-tlb" },
		{ "adaptive load balancing", "balance-alb" },
	};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strncmp(value, names[i][0], strlen(names[i][0])) == 0)
			snprintf(out->mode, sizeof(out->mode), "%s", names[i][1]);
}

static void begin_member(struct reading *r, const char *name)
{
	r->part = PART_MEMBER;
	r->member = NULL;
	if (r->out->members == BOND_MEMBERS_MAX)
		return;
	r->member = &r->out->member[r->out->members++];
	*r->member = (struct bond_member)BOND_MEMBER_UNKNOWN;
	snprintf(r->member->name, BOND_NAME_MAX, "%.*s", (int)strcspn(name, " \t"), name);
}

static void take_member(struct bond_member *m, const char *line)
{
	const char *value;

	if ((value = value_of(line, "MII Status")))
		m->up = strcmp(value, "up") == 0;
	else if ((value = value_of(line, "Actor Churn State")))
		m->actor_churned = strcmp(value, "churned") == 0;
	else if ((value = value_of(line, "Partner Churn State")))
		m->partner_churned = strcmp(value, "churned") == 0;
	else if (!take_num(line, "Speed", &m->speed_mbps) &&
		 !take_num(line, "Link Failure Count", &m->failures) &&
		 !take_num(line, "Aggregator ID", &m->aggregator) &&
		 take_word(line, "Duplex", m->duplex, sizeof(m->duplex)) &&
		 strcmp(m->duplex, "full") != 0 && strcmp(m->duplex, "half") != 0)
		m->duplex[0] = '\0';
}

static void take_bond(struct bond_file *out, const char *line)
{
	const char *value = value_of(line, "Bonding Mode");

	if (value)
		take_mode(value, out);
	else if (!take_word(line, "Currently Active Slave", out->active, sizeof(out->active)) &&
		 !take_num(line, "MII Polling Interval (ms)", &out->miimon_ms))
		take_num(line, "ARP Polling Interval (ms)", &out->arp_ms);
	if (strcmp(out->active, "None") == 0)
		out->active[0] = '\0';
}

static void take_aggregator(struct bond_file *out, const char *line)
{
	if (!take_num(line, "Aggregator ID", &out->aggregator) &&
	    !take_num(line, "Number of ports", &out->ports))
		take_word(line, "Partner Mac Address", out->partner_mac, sizeof(out->partner_mac));
}

static void take_line(struct reading *r, const char *line)
{
	const char *name = value_of(line, "Slave Interface");

	if (name)
		begin_member(r, name);
	else if (value_of(line, "Active Aggregator Info"))
		r->part = PART_AGGREGATOR;
	else if (value_of(line, "details actor lacp pdu"))
		r->part = PART_ACTOR;
	else if (value_of(line, "details partner lacp pdu"))
		r->part = PART_PARTNER;
	else if (r->part == PART_BOND)
		take_bond(r->out, line);
	else if (r->part == PART_AGGREGATOR)
		take_aggregator(r->out, line);
	else if (r->member && r->part == PART_MEMBER)
		take_member(r->member, line);
	else if (r->member && r->part == PART_ACTOR && !take_num(line, "port key", &r->member->actor_key))
		take_num(line, "port state", &r->member->actor_state);
	else if (r->member && r->part == PART_PARTNER &&
		 !take_num(line, "oper key", &r->member->partner_key))
		take_num(line, "port state", &r->member->partner_state);
}

bool bond_file_read(const char *text, size_t len_bytes, struct bond_file *out)
{
	struct reading r = { .out = out };
	char line[256];

	*out = (struct bond_file){ .miimon_ms = -1, .arp_ms = -1, .aggregator = -1, .ports = -1 };
	for (size_t at = 0, len; at < len_bytes; at += len + 1) {
		const char *end = memchr(text + at, '\n', len_bytes - at);

		len = end ? (size_t)(end - text) - at : len_bytes - at;
		snprintf(line, sizeof(line), "%.*s", (int)(len < sizeof(line) ? len : sizeof(line)),
			 text + at);
		line[strcspn(line, "\r")] = '\0';
		take_line(&r, line);
	}
	return out->mode[0] != '\0';
}
