// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `show interfaces` of a switch: IOS, NX-OS and EOS write "12 CRC", Junos "CRC/Align
 * errors   12   0".  The port is that of the switch: it becomes the partner of
 * the only host port of a case, or is judged as a port of its own.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/reader.h"

/* What stands behind a number.  Longer phrases first: "late collision" is no "collision". */
static const struct {
	const char *words;
	enum fact_id total;
} phrases[] = {
	{ "late collision", FACT_TOTAL_LATE_COLLISIONS },
	{ "collision", FACT_TOTAL_COLLISIONS },
	{ "runt", FACT_TOTAL_RUNTS },
	{ "CRC", FACT_TOTAL_CRC },
	{ "alignment", FACT_TOTAL_ALIGNMENT },
	{ "frame", FACT_TOTAL_ALIGNMENT },
	{ "symbol", FACT_TOTAL_SYMBOL },
	{ "input error", FACT_TOTAL_RX_ERRORS },
	{ "output error", FACT_TOTAL_TX_ERRORS },
	{ "lost carrier", FACT_TOTAL_CARRIER },
	{ "packets input", FACT_TOTAL_RX_FRAMES },
	{ "input packets", FACT_TOTAL_RX_FRAMES },
	{ "packets output", FACT_TOTAL_TX_FRAMES },
	{ "output packets", FACT_TOTAL_TX_FRAMES },
	{ "link status change", FACT_TOTAL_CARRIER_CHANGES },
	{ "pause input", FACT_TOTAL_PAUSE_RX },
	{ "rx pause", FACT_TOTAL_PAUSE_RX },
	{ "pause output", FACT_TOTAL_PAUSE_TX },
	{ "tx pause", FACT_TOTAL_PAUSE_TX },
};

/* "12 CRC", "0 late collision", "3 input errors": one or many. */
static bool phrase_fits(const char *text, const char *words)
{
	if (!text_skip(&text, words))
		return false;
	text += *text == 's';
	return !*text || *text == ' ' || *text == ',' || *text == '(';
}

/* A line of such items, by commas or wide gaps; none known is fine. */
static bool items(struct text_section *s, const char *at)
{
	bool any = false;

	while (*at) {
		size_t len = strcspn(at, ",");
		const char *gap = strstr(at, "  ");
		const char *item = at;
		int64_t count;

		if (gap && (size_t)(gap - at) < len)
			len = (size_t)(gap - at);
		if (text_number(&item, &count)) {
			any = true;
			item += strspn(item, " ");
			for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++)
				if (phrase_fits(item, phrases[i].words)) {
					text_count(s, phrases[i].total, count);
					break;
				}
		}
		at += len;
		at += strspn(at, ", \t");
	}
	return any;
}

/* "100Mb/s", "10 Gb/s", "1000Mbps", "1000mbps", "1Gbps"; 0: none, or "auto". */
static int64_t rate(const char *text)
{
	char *end;
	double num = strtod(text, &end);

	end += *end == ' ';
	if (end == text || !(num > 0) || num > 1e7)
		return 0;
	if (tolower((unsigned char)end[1]) != 'b' || (end[2] != '/' && end[2] != 'p') ||
	    !(end[3] == 's'))
		return 0;
	if (tolower((unsigned char)*end) == 'g')
		return (int64_t)(num * 1000 + 0.5);
	return tolower((unsigned char)*end) == 'm' ? (int64_t)(num + 0.5) : 0;
}

/* "Full-duplex, 100Mb/s, media type is ...", "Auto-duplex, Auto-speed": what was agreed. */
static bool duplex_line(struct text_section *s, const char *text)
{
	struct facts *near = text_near(s);
	const char *comma;

	if (text_skip(&text, "Full-duplex") || text_skip(&text, "Full Duplex"))
		facts_offer_text(near, FACT_LINK_DUPLEX, FROM_PASTE, "full");
	else if (text_skip(&text, "Half-duplex") || text_skip(&text, "Half Duplex"))
		facts_offer_text(near, FACT_LINK_DUPLEX, FROM_PASTE, "half");
	else if (!text_skip(&text, "Auto-duplex") && !text_skip(&text, "auto-duplex"))
		return false;
	if (*text == ' ' && text_skip(&text, "("))	/* EOS: "Full-duplex (auto)" */
		text += strcspn(text, ",");
	for (comma = text; comma; comma = strchr(comma, ',')) {
		comma += *comma == ',';
		comma += strspn(comma, " ");
		if (rate(comma)) {
			facts_offer_num(near, FACT_LINK_SPEED, FROM_PASTE, rate(comma));
			break;
		}
	}
	if (text_has(text, "auto negotiation: on"))
		facts_offer_bool(near, FACT_LINK_AUTONEG, FROM_PASTE, true);
	else if (text_has(text, "auto negotiation: off"))
		facts_offer_bool(near, FACT_LINK_AUTONEG, FROM_PASTE, false);
	return true;
}

static bool flag_line(struct text_section *s, const char *text)
{
	static const struct {
		const char *start;
		enum fact_id id;
		bool yes;
	} flags[] = {
		{ "Auto-Negotiation is turned on", FACT_LINK_AUTONEG, true },
		{ "Auto-Negotiation is turned off", FACT_LINK_AUTONEG, false },
		{ "admin state is up", FACT_LINK_ADMIN_UP, true },
		{ "admin state is down", FACT_LINK_ADMIN_UP, false },
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (text_skip(&text, flags[i].start)) {
			facts_offer_bool(text_near(s), flags[i].id, FROM_PASTE, flags[i].yes);
			return true;
		}
	return false;
}

/* NX-OS: "admin fec state is rs-fec, oper fec state is Rs-fec": what is set. */
static bool fec_line(struct text_section *s, const char *text)
{
	static const char *const fec[][2] = { { "rs-", "RS" }, { "fc-", "BaseR" }, { "off", "Off" } };

	if (!text_skip(&text, "admin fec state is "))
		return false;
	for (size_t i = 0; i < sizeof(fec) / sizeof(fec[0]); i++)
		if (strncasecmp(text, fec[i][0], 3) == 0) {
			facts_list_add(text_near(s), FACT_FEC_CONFIGURED, FROM_PASTE, fec[i][1]);
			facts_offer_bool(text_near(s), FACT_FEC_AUTO, FROM_PASTE, false);
		}
	return true;
}

/* IOS: "GigabitEthernet1/0/1 is up, line protocol is up (connected)"; NX-OS: "Ethernet1/1 is up". */
static bool ios_head(struct text_section *s, const char *text)
{
	char name[64];

	if (!text_word(&text, name, sizeof(name)) || !isupper((unsigned char)name[0]) ||
	    !strpbrk(name, "0123456789") || !text_skip(&text, "is "))
		return false;
	if (!strchr(name, '/') && strncmp(name, "Ethernet", 8) != 0)
		return false;
	if (text_skip(&text, "administratively down")) {
		if (!text_port_is(s, name))
			return false;
		facts_offer_bool(text_near(s), FACT_LINK_ADMIN_UP, FROM_PASTE, false);
		facts_offer_bool(text_near(s), FACT_LINK_UP, FROM_PASTE, false);
		return true;
	}
	if (!text_skip(&text, "up") && !text_skip(&text, "down"))
		return false;
	if (!text_port_is(s, name))
		return false;
	facts_offer_bool(text_near(s), FACT_LINK_UP, FROM_PASTE, strncmp(text - 2, "up", 2) == 0 &&
			 !text_has(text, "line protocol is down"));
	return true;
}

/* "Vlan1 is up, line protocol is up", "port-channel14 is up", "mgmt0 is down (...)": no port
 * with a cable of its own, and what follows is not of the port in front. */
static bool other_head(struct text_section *s, const char *text)
{
	char name[64];

	if (!text_word(&text, name, sizeof(name)) || !isalpha((unsigned char)name[0]) ||
	    !isdigit((unsigned char)name[strlen(name) - 1]) || !text_skip(&text, "is ") ||
	    !(text_skip(&text, "up") || text_skip(&text, "down") ||
	      text_skip(&text, "administratively down")))
		return false;
	text += strspn(text, " ");
	if (*text && *text != '(' && strncmp(text, ", line protocol is ", 19) != 0)
		return false;
	text_port_none(s);
	return true;
}

/* Junos: "Physical interface: ge-0/0/0, Enabled, Physical link is Up" */
static bool junos_head(struct text_section *s, const char *text)
{
	char name[64];
	size_t len;

	if (!text_skip(&text, "Physical interface: "))
		return false;
	len = strcspn(text, ", ");
	if (len == 0 || len >= sizeof(name))
		return false;
	snprintf(name, sizeof(name), "%.*s", (int)len, text);
	if (!text_port_is(s, name))
		return false;
	facts_offer_bool(text_near(s), FACT_LINK_ADMIN_UP, FROM_PASTE, text_has(text, "Enabled"));
	if (text_has(text, "Physical link is Up"))
		facts_offer_bool(text_near(s), FACT_LINK_UP, FROM_PASTE, true);
	else if (text_has(text, "Physical link is Down"))
		facts_offer_bool(text_near(s), FACT_LINK_UP, FROM_PASTE, false);
	s->state = 1;
	return true;
}

static bool begins(struct text_section *s, const struct text_line *line)
{
	return ios_head(s, line->text) || junos_head(s, line->text) || other_head(s, line->text);
}

/* "Framing errors: 0", "Runts: 3", "Collisions: 0" among commas; two columns below MAC statistics. */
static const struct {
	const char *key;
	enum fact_id total;
} junos_keys[] = {
	{ "Framing errors:", FACT_TOTAL_CRC },
	{ "Runts:", FACT_TOTAL_RUNTS },
	{ "Collisions:", FACT_TOTAL_COLLISIONS },
	{ "Carrier transitions:", FACT_TOTAL_CARRIER_CHANGES },
	{ "Fragment frames", FACT_TOTAL_RUNTS },
};

static void junos_words(struct text_section *s, const char *text)
{
	struct facts *near = text_near(s);
	const char *at = strstr(text, "Speed: ");
	bool full = text_has(text, "Full-duplex");

	if (at && rate(at + 7))
		facts_offer_num(near, FACT_LINK_SPEED, FROM_PASTE, rate(at + 7));
	if (full || text_has(text, "Half-duplex"))
		facts_offer_text(near, FACT_LINK_DUPLEX, FROM_PASTE, full ? "full" : "half");
	if (text_has(text, "Auto-negotiation: Enabled"))
		facts_offer_bool(near, FACT_LINK_AUTONEG, FROM_PASTE, true);
	else if (text_has(text, "Auto-negotiation: Disabled"))
		facts_offer_bool(near, FACT_LINK_AUTONEG, FROM_PASTE, false);
}

static bool junos_line(struct text_section *s, const char *text)
{
	const char *at = text;
	int64_t rx, tx;

	junos_words(s, text);
	if (text_skip(&at, "Total packets") && text_number(&at, &rx) && text_number(&at, &tx)) {
		text_count(s, FACT_TOTAL_RX_FRAMES, rx);
		text_count(s, FACT_TOTAL_TX_FRAMES, tx);
	}
	for (size_t i = 0; i < sizeof(junos_keys) / sizeof(junos_keys[0]); i++) {
		at = strstr(text, junos_keys[i].key);
		if (!at)
			continue;
		at += strlen(junos_keys[i].key);
		if (text_number(&at, &rx))
			text_count_most(s, junos_keys[i].total, rx);
	}
	return strchr(text, ':') || strpbrk(text, "0123456789");
}

/* Lines of these outputs that tell nothing of ours. */
static bool other(const char *text)
{
	static const char *const start[] = {
		"Hardware is", "Hardware:", "MTU ", "reliability", "Encapsulation", "Keepalive",
		"input flow-control", "ARP type", "Last input", "Last clearing", "Input queue",
		"Queueing strategy", "Output queue", "Description:", "Internet address", "Port mode",
		"Beacon is", "Rate mode", "EtherType", "Switchport", "EEE", "Last link flapped",
		"Load-Interval", "RX", "TX", "30 seconds", "300 seconds", "5 minute", "Received",
		"Dedicated Interface", "Input flow-control", "Loopback Mode", "Ethernet MTU", "Up ",
		"Down ", "Watchdog", "Members in this channel", "Time since last",
		"Belongs to", "Auto-mdix", "input rate",
	};

	for (size_t i = 0; i < sizeof(start) / sizeof(start[0]); i++)
		if (text_skip(&text, start[i]))
			return true;
	return false;
}

static bool line(struct text_section *s, const struct text_line *line)
{
	if (!text_named(s))
		return false;
	if (s->state)
		return junos_line(s, line->text);
	return duplex_line(s, line->text) || flag_line(s, line->text) || fec_line(s, line->text) ||
	       items(s, line->text) || other(line->text);
}

const struct text_reader text_switch = {
	.name = "switch",
	.help = "show interfaces: IOS, NX-OS, EOS, Junos",
	.is_switch = true,
	.begins = begins,
	.line = line,
};
