// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Tables of all ports of a switch: `show interfaces status` of IOS, NX-OS and EOS, and
 * `show interfaces status` and `counters` of SONiC.  Cells are found below the heads, because
 * names and descriptions may hold spaces.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/reader.h"

enum { TABLE_STATUS = 1, TABLE_COUNTERS, TABLE_SONIC };

/* Columns of SONiC's status that tell something. */
enum { SONIC_OTHER, SONIC_SPEED, SONIC_FEC, SONIC_OPER, SONIC_ADMIN };

/* What stands behind "Status": "a-full", "full"; "a-100", "100", "10G", "auto". */
static bool take_duplex(struct text_section *s, const char *word)
{
	bool agreed = strncmp(word, "a-", 2) == 0;

	word += agreed ? 2 : 0;
	if (text_same(word, "full") || text_same(word, "half")) {
		facts_offer_text(text_near(s), FACT_LINK_DUPLEX, FROM_PASTE,
				 text_same(word, "full") ? "full" : "half");
		return true;
	}
	return text_same(word, "auto");
}

static bool take_speed(struct text_section *s, const char *word)
{
	bool agreed = strncmp(word, "a-", 2) == 0;
	char *end;
	double num;

	word += agreed ? 2 : 0;
	if (text_same(word, "auto"))
		return true;
	num = strtod(word, &end);
	if (end == word || !(num > 0) || num > 1e6 ||
	    (*end && !text_same(end, "G") && !text_same(end, "M")))
		return false;
	text_speed(s, (int64_t)(num * (toupper((unsigned char)*end) == 'G' ? 1000 : 1)));
	/* Without "a-" speed or duplex is set by hand. */
	facts_offer_bool(text_near(s), FACT_LINK_AUTONEG, FROM_PASTE, agreed);
	return true;
}

static bool status_head(const char *text)
{
	return text_skip(&text, "Port") && text_has(text, "Status") && text_has(text, "Duplex") &&
	       text_has(text, "Speed");
}

static bool is_port(const char *word)
{
	return isalpha((unsigned char)word[0]) && strpbrk(word, "0123456789") &&
	       strlen(word) < 32;
}

/* SONiC: "Interface Lanes Speed MTU FEC Alias Vlan Oper Admin Type": releases differ in some. */
static bool sonic_head(struct text_section *s, const char *text)
{
	static const char *const names[] = { [SONIC_SPEED] = "Speed", [SONIC_FEC] = "FEC",
					     [SONIC_OPER] = "Oper", [SONIC_ADMIN] = "Admin" };
	char name[16];

	if (!text_skip(&text, "Interface ") || !text_has(text, "Lanes") || !text_has(text, "Oper"))
		return false;
	while (text_word(&text, name, sizeof(name)) && strcmp(name, "Type") != 0 &&
	       s->columns < sizeof(s->column) / sizeof(s->column[0])) {
		for (int i = SONIC_SPEED; i <= SONIC_ADMIN; i++)
			if (strcmp(name, names[i]) == 0)
				s->column[s->columns] = i;
		s->columns++;
	}
	s->state = TABLE_SONIC;
	return true;
}

/* "rs", "fc", "none": what is set; "auto" and "N/A" are no word. */
static void take_fec(struct text_section *s, const char *word)
{
	static const char *const fec[][2] = { { "rs", "RS" }, { "fc", "BaseR" }, { "none", "Off" } };

	for (size_t i = 0; i < sizeof(fec) / sizeof(fec[0]); i++)
		if (strcmp(word, fec[i][0]) == 0) {
			facts_list_add(text_near(s), FACT_FEC_CONFIGURED, FROM_PASTE, fec[i][1]);
			facts_offer_bool(text_near(s), FACT_FEC_AUTO, FROM_PASTE, false);
		}
}

static bool sonic_row(struct text_section *s, const char *text)
{
	char port[40], cell[64], *unit;
	double speed = 0;
	bool up = false;

	if (!text_word(&text, port, sizeof(port)) || !is_port(port) || !text_port_is(s, port))
		return false;
	for (unsigned int i = 0; i < s->columns && text_word(&text, cell, sizeof(cell)); i++) {
		if (s->column[i] == SONIC_SPEED) {
			speed = strtod(cell, &unit);
			speed = speed > 0 && speed < 1e6 ? speed * (*unit == 'G' ? 1000 : 1) : 0;
		} else if (s->column[i] == SONIC_FEC) {
			take_fec(s, cell);
		} else if (s->column[i] == SONIC_OPER) {
			up = strcmp(cell, "up") == 0;
			facts_offer_bool(text_near(s), FACT_LINK_UP, FROM_PASTE, up);
		} else if (s->column[i] == SONIC_ADMIN) {
			facts_offer_bool(text_near(s), FACT_LINK_ADMIN_UP, FROM_PASTE,
					 strcmp(cell, "up") == 0);
		}
	}
	/* What is set stands there without a link as well. */
	if (up)
		text_speed(s, (int64_t)speed);
	return true;
}

/* SONiC: "IFACE STATE RX_OK RX_BPS ... RX_ERR RX_DRP RX_OVR TX_OK ..." */
static bool counters_head(struct text_section *s, const char *text)
{
	char name[16];

	if (!text_skip(&text, "IFACE") || !text_has(text, "RX_OK"))
		return false;
	s->columns = 0;
	while (text_word(&text, name, sizeof(name)) &&
	       s->columns < sizeof(s->column) / sizeof(s->column[0])) {
		static const struct {
			const char *name;
			int total;
		} totals[] = {
			{ "RX_OK", FACT_TOTAL_RX_FRAMES }, { "RX_ERR", FACT_TOTAL_RX_ERRORS },
			{ "TX_OK", FACT_TOTAL_TX_FRAMES }, { "TX_ERR", FACT_TOTAL_TX_ERRORS },
		};
		int total = -1;

		for (size_t i = 0; i < sizeof(totals) / sizeof(totals[0]); i++)
			if (strcmp(name, totals[i].name) == 0)
				total = totals[i].total;
		s->column[s->columns++] = total;
	}
	s->state = TABLE_COUNTERS;
	return true;
}

static bool begins(struct text_section *s, const struct text_line *line)
{
	if (status_head(line->text)) {
		s->state = TABLE_STATUS;
		return true;
	}
	return counters_head(s, line->text) || sonic_head(s, line->text);
}

/* The state is the word from which the others are counted. */
static bool status_row(struct text_section *s, const char *text)
{
	static const struct {
		const char *word;
		int up;		/* -1: does not tell */
	} states[] = {
		{ "connected", 1 }, { "notconnect", 0 }, { "notconnec", 0 }, { "disabled", 0 },
		{ "err-disabled", 0 }, { "errdisabled", 0 }, { "inactive", 0 }, { "sfpAbsent", 0 },
		{ "xcvrAbsen", 0 },
	};
	char port[40], word[40], duplex[40], speed[40];
	int up = -1;

	if (!text_word(&text, port, sizeof(port)) || !is_port(port))
		return false;
	while (up < 0 && text_word(&text, word, sizeof(word)))
		for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
			if (strcmp(word, states[i].word) == 0)
				up = states[i].up;
	/* VLAN, duplex, speed */
	if (up < 0 || !text_word(&text, word, sizeof(word)) ||
	    !text_word(&text, duplex, sizeof(duplex)) || !text_word(&text, speed, sizeof(speed)) ||
	    !text_port_is(s, port))
		return false;
	facts_offer_bool(text_near(s), FACT_LINK_UP, FROM_PASTE, up);
	return take_duplex(s, duplex) && take_speed(s, speed);
}

/* "1,234" with commas, "0.00 B/s" and "N/A" between. */
static bool counters_row(struct text_section *s, const char *text)
{
	char port[40], cell[40];

	if (!text_word(&text, port, sizeof(port)) || !is_port(port) || !text_port_is(s, port))
		return false;
	for (unsigned int i = 0; i < s->columns && text_word(&text, cell, sizeof(cell)); i++) {
		int64_t count = 0;
		bool whole = true;

		if (i == 0)
			facts_offer_bool(text_near(s), FACT_LINK_UP, FROM_PASTE, strcmp(cell, "U") == 0);
		for (const char *c = cell; *c; c++) {
			whole = whole && (isdigit((unsigned char)*c) || *c == ',') && count < INT64_MAX / 20;
			if (isdigit((unsigned char)*c))
				count = count * 10 + (*c - '0');
		}
		if (whole && s->column[i] >= 0)
			text_count(s, (enum fact_id)s->column[i], count);
		/* A rate has its unit as a word of its own. */
		text_skip(&text, "B/s");
		text_skip(&text, "KB/s");
		text_skip(&text, "MB/s");
	}
	return true;
}

static bool line(struct text_section *s, const struct text_line *line)
{
	if (strspn(line->text, "- ") == strlen(line->text))
		return true;
	if (line->open)
		return false;
	if (s->state == TABLE_SONIC)
		return sonic_row(s, line->text);
	return s->state == TABLE_STATUS ? status_row(s, line->text) :
	       s->state == TABLE_COUNTERS && counters_row(s, line->text);
}

const struct text_reader text_switch_status = {
	.name = "switch-status",
	.help = "show interfaces status; SONiC: show interfaces status, counters",
	.lists = true,
	.is_switch = true,
	.begins = begins,
	.line = line,
};
