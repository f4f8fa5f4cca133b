// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `ip -s -s link` and `ip -d link`.  Counters stand below the names of their
 * columns, and the columns differ: iproute2 before 5.10 has "overrun" where
 * later ones have "missed" (ip/ipaddress.c).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/reader.h"

enum { TABLE_NONE, TABLE_RX, TABLE_TX, TABLE_RX_ERRORS, TABLE_TX_ERRORS };
enum { NO_COUNTER = -1 };

static const struct {
	const char *name;
	int table;
	int total;
} columns[] = {
	{ "bytes", TABLE_RX, FACT_TOTAL_RX_BYTES },
	{ "packets", TABLE_RX, FACT_TOTAL_RX_FRAMES },
	{ "errors", TABLE_RX, FACT_TOTAL_RX_ERRORS },
	{ "dropped", TABLE_RX, NO_COUNTER },
	{ "overrun", TABLE_RX, FACT_TOTAL_HOST_DROPS },
	{ "missed", TABLE_RX, FACT_TOTAL_HOST_DROPS },
	{ "mcast", TABLE_RX, NO_COUNTER },
	{ "compressed", TABLE_RX, NO_COUNTER },
	{ "bytes", TABLE_TX, FACT_TOTAL_TX_BYTES },
	{ "packets", TABLE_TX, FACT_TOTAL_TX_FRAMES },
	{ "errors", TABLE_TX, FACT_TOTAL_TX_ERRORS },
	{ "dropped", TABLE_TX, NO_COUNTER },
	{ "carrier", TABLE_TX, FACT_TOTAL_CARRIER },
	{ "collsns", TABLE_TX, FACT_TOTAL_COLLISIONS },
	{ "compressed", TABLE_TX, NO_COUNTER },
	{ "length", TABLE_RX_ERRORS, FACT_TOTAL_LENGTH },
	{ "crc", TABLE_RX_ERRORS, FACT_TOTAL_CRC },
	{ "frame", TABLE_RX_ERRORS, FACT_TOTAL_ALIGNMENT },
	{ "fifo", TABLE_RX_ERRORS, FACT_TOTAL_HOST_DROPS },
	{ "missed", TABLE_RX_ERRORS, FACT_TOTAL_HOST_DROPS },
	{ "overrun", TABLE_RX_ERRORS, FACT_TOTAL_HOST_DROPS },
	{ "nohandler", TABLE_RX_ERRORS, NO_COUNTER },
	{ "aborted", TABLE_TX_ERRORS, FACT_TOTAL_EXCESSIVE_COLLISIONS },
	{ "fifo", TABLE_TX_ERRORS, NO_COUNTER },
	{ "window", TABLE_TX_ERRORS, FACT_TOTAL_LATE_COLLISIONS },
	{ "heartbt", TABLE_TX_ERRORS, NO_COUNTER },
	{ "heartbeat", TABLE_TX_ERRORS, NO_COUNTER },
	{ "transns", TABLE_TX_ERRORS, FACT_TOTAL_CARRIER_CHANGES },
};

static int column_of(const char *name, int table)
{
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		if (columns[i].table == table && strcmp(columns[i].name, name) == 0)
			return (int)i;
	return -1;
}

/* "RX errors:  length    crc   frame": all names known, or the line is none. */
static bool table_head(struct text_section *s, const char *text)
{
	char name[16];

	s->state = TABLE_NONE;
	s->columns = 0;
	if (text_skip(&text, "RX errors:"))
		s->state = TABLE_RX_ERRORS;
	else if (text_skip(&text, "TX errors:"))
		s->state = TABLE_TX_ERRORS;
	else if (text_skip(&text, "RX:"))
		s->state = TABLE_RX;
	else if (text_skip(&text, "TX:"))
		s->state = TABLE_TX;
	while (s->state && text_word(&text, name, sizeof(name))) {
		int column = column_of(name, s->state);

		if (column < 0 || s->columns == sizeof(s->column) / sizeof(s->column[0])) {
			s->state = TABLE_NONE;
			return false;
		}
		s->column[s->columns++] = column;
	}
	return s->state != TABLE_NONE && s->columns > 0;
}

static bool table_row(struct text_section *s, const char *text)
{
	int64_t num[sizeof(s->column) / sizeof(s->column[0])];
	unsigned int have = 0;

	while (have < s->columns && text_number(&text, &num[have]))
		have++;
	if (have != s->columns || *text)
		return false;
	for (unsigned int i = 0; i < have; i++)
		if (columns[s->column[i]].total != NO_COUNTER)
			text_count_most(s, (enum fact_id)columns[s->column[i]].total, num[i]);
	s->state = TABLE_NONE;
	return true;
}

static bool has_flag(const char *flags, const char *flag)
{
	size_t len = strlen(flag);

	for (const char *hit = strstr(flags, flag); hit; hit = strstr(hit + 1, flag))
		if ((hit[-1] == '<' || hit[-1] == ',') && (hit[len] == '>' || hit[len] == ','))
			return true;
	return false;
}

static void take_flags(struct text_section *s, const char *flags)
{
	struct facts *near = text_near(s);
	bool up = has_flag(flags, "UP"), carrier = has_flag(flags, "LOWER_UP");

	facts_offer_bool(near, FACT_LINK_ADMIN_UP, FROM_PASTE, up);
	if (!up || carrier || has_flag(flags, "NO-CARRIER"))
		facts_offer_bool(near, FACT_LINK_UP, FROM_PASTE, up && carrier);
}

/* A number or word behind its name: "mtu 1500", "master bond0". */
static void take_after(struct text_section *s, const char *text, const char *name, enum fact_id id)
{
	const char *at = strstr(text, name);
	char word[64];
	int64_t num;

	if (!at)
		return;
	at += strlen(name);
	if (fact_row(id)->kind == KIND_NUM) {
		if (text_number(&at, &num))
			facts_offer_num(text_near(s), id, FROM_PASTE, num);
	} else if (text_word(&at, word, sizeof(word))) {
		facts_offer_text(text_near(s), id, FROM_PASTE, word);
	}
}

/* "4: eth0.5@eth0: <BROADCAST,UP,LOWER_UP> mtu 1500 ..."; the number may be gone. */
static bool begins(struct text_section *s, const struct text_line *line)
{
	const char *flags = strstr(line->text, ": <"), *name = line->text, *at;
	char word[40];
	size_t len;

	if (!flags || !strchr(flags, '>') || !strstr(flags, "> mtu "))
		return false;
	len = strspn(name, "0123456789");
	if (len && name[len] == ':')
		name += len + 1 + strspn(name + len + 1, " ");
	len = (size_t)(flags - name);
	if (name >= flags || len >= sizeof(word))
		return false;
	snprintf(word, sizeof(word), "%.*s", (int)len, name);
	at = strchr(word, '@');
	if (at)
		word[at - word] = '\0';
	if (!text_port_is(s, word))
		return false;
	if (at && strcmp(at + 1, "NONE") != 0 && strncmp(at + 1, "if", 2) != 0)
		facts_offer_text(text_near(s), FACT_PORT_LOWER, FROM_PASTE, at + 1);
	take_flags(s, flags + 2);
	take_after(s, flags, "> mtu ", FACT_PORT_MTU);
	take_after(s, flags, " master ", FACT_PORT_MASTER);
	return true;
}

/* "link/ether 02:fc:.. brd ff:.. promiscuity 0 ... parentbus pci parentdev 0000:00:19.0" */
static bool address(struct text_section *s, const char *text)
{
	char kind[32], mac[64];

	if (!text_skip(&text, "link/") || !text_word(&text, kind, sizeof(kind)))
		return false;
	/* What "ether" is, a port or a bridge, only -d tells. */
	if (strcmp(kind, "ether") != 0)
		facts_offer_text(text_near(s), FACT_PORT_KIND, FROM_PASTE, kind);
	if (text_word(&text, mac, sizeof(mac)) && strchr(mac, ':'))
		facts_offer_text(text_near(s), FACT_PORT_MAC, FROM_PASTE, mac);
	take_after(s, text, " permaddr ", FACT_PORT_PERM_MAC);
	take_after(s, text, " parentbus ", FACT_PORT_BUS);
	take_after(s, text, " parentdev ", FACT_PORT_BUS_INFO);
	if (strstr(text, " parentdev "))
		facts_offer_bool(text_near(s), FACT_PORT_PHYSICAL, FROM_PASTE, true);
	return true;
}

/* Lines that -d and addresses add. */
static bool detail(struct text_section *s, const char *text)
{
	static const char *const start[] = {
		"inet ", "inet6 ", "valid_lft ", "altname ", "alias ", "vlan ", "bond ", "bond_slave ",
		"bridge ", "bridge_slave ", "veth ", "dummy ", "vf ", "vxlan ", "macvlan ", "team ",
		"tun ", "prog/xdp ", "openvswitch",
	};

	if (strncmp(text, "altname ", 8) == 0)
		facts_list_add(text_near(s), FACT_PORT_ALTNAMES, FROM_PASTE,
			       text + 8 + strspn(text + 8, " "));
	for (size_t i = 0; i < sizeof(start) / sizeof(start[0]); i++)
		if (strncmp(text, start[i], strlen(start[i])) == 0)
			return true;
	return false;
}

static bool line(struct text_section *s, const struct text_line *line)
{
	const char *text = line->text;

	if (s->state && table_row(s, text))
		return true;
	return table_head(s, text) || address(s, text) ||
	       ((text_named(s) || s->columns) && detail(s, text));
}

const struct text_reader text_ip_link = {
	.name = "ip-link",
	.help = "ip -s -s link, ip -d link, ip address",
	.fields = true,
	.headless = true,
	.lists = true,
	.begins = begins,
	.line = line,
};
