// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `ethtool IFACE`: the layouts of ethtool 3 to 7 (ioctl and netlink), whole or
 * in part.  Lists of modes run over several lines, pause and negotiation follow
 * as keys of their own; a list that no other key closed may be cut: not taken.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/reader.h"

enum { LIST_NONE, LIST_SUPPORTED, LIST_ADVERTISED, LIST_PARTNER, LIST_OTHER };
enum { NOTE_PORTS_EMPTY = 1, NOTE_MODES_NONE = 2, NOTE_PORT_OTHER = 4, NOTE_SPEED_NONE = 8 };

/* The section's numbers: notes so far, and the list that the last key belonged to. */
enum { COLUMN_NOTES, COLUMN_LIST };

static const struct {
	enum fact_id id;
	bool partner;
} lists[] = {
	[LIST_SUPPORTED] = { FACT_LINK_MODES_SUPPORTED, false },
	[LIST_ADVERTISED] = { FACT_LINK_MODES_ADVERTISED, false },
	[LIST_PARTNER] = { FACT_LINK_MODES_ADVERTISED, true },
};

/* Names of modes, known or of a kernel to come: "100baseT/Full". */
static bool add_modes(struct text_section *s, const char *text)
{
	char word[64];

	while (text_word(&text, word, sizeof(word))) {
		int bit = mode_bit(word);

		if (bit < 0 && !text_has(word, "base"))
			return false;
		if (bit >= 0 && s->state && s->state < LIST_OTHER)
			modes_add(&s->modes[s->state], bit);
	}
	return true;
}

static bool take_modes(struct text_section *s, const struct text_key *key, const char *value)
{
	s->state = s->column[COLUMN_LIST] = key->arg;
	if (text_same(value, "Not reported")) {
		s->column[COLUMN_LIST] = LIST_NONE;
		s->state = LIST_NONE;
		if (key->arg == LIST_SUPPORTED)
			s->column[COLUMN_NOTES] |= NOTE_MODES_NONE;
		return true;
	}
	return add_modes(s, value);
}

/* Pause and negotiation belong to the list they follow. */
static bool take_pause(struct text_section *s, const struct text_key *key, const char *value)
{
	bool symmetric = text_has(value, "Symmetric"), receive = text_has(value, "Receive-only");

	s->column[COLUMN_LIST] = key->arg;
	if (symmetric)
		modes_add(&s->modes[key->arg], MODE_PAUSE);
	if (receive || text_has(value, "Transmit-only"))
		modes_add(&s->modes[key->arg], MODE_ASYM_PAUSE);
	return symmetric || receive || text_same(value, "No") || text_has(value, "Transmit-only");
}

static bool take_can_negotiate(struct text_section *s, const struct text_key *key,
			       const char *value)
{
	bool yes;

	if (!text_yes_no(value, &yes))
		return false;
	s->column[COLUMN_LIST] = key->arg;
	if (yes)
		modes_add(&s->modes[key->arg], MODE_AUTONEG);
	return true;
}

static bool take_ports(struct text_section *s, const struct text_key *key, const char *value)
{
	(void)key;
	if (*value != '[')
		return false;
	value++;
	if (text_skip(&value, "]"))
		s->column[COLUMN_NOTES] |= NOTE_PORTS_EMPTY;
	return true;
}

static bool take_speed(struct text_section *s, const struct text_key *key, const char *value)
{
	char *unit;
	long long mbps;

	(void)key;
	if (text_has(value, "Unknown")) {
		text_gap(text_near(s), FACT_LINK_SPEED);
		s->column[COLUMN_NOTES] |= NOTE_SPEED_NONE;
		return true;
	}
	/* "1000Mb/s": the unit shows that the number is whole */
	mbps = strtoll(value, &unit, 10);
	if (unit == value || strncmp(unit, "Mb/s", 4) != 0)
		return false;
	text_speed(s, mbps);
	return true;
}

static bool take_duplex(struct text_section *s, const struct text_key *key, const char *value)
{
	(void)key;
	if (text_same(value, "Half") || text_same(value, "Full"))
		facts_offer_text(text_near(s), FACT_LINK_DUPLEX, FROM_PASTE,
				 text_same(value, "Half") ? "half" : "full");
	else if (text_has(value, "Unknown"))
		text_gap(text_near(s), FACT_LINK_DUPLEX);
	else
		return false;
	return true;
}

static bool take_port(struct text_section *s, const struct text_key *key, const char *value)
{
	static const char *const ports[][2] = {
		{ "Twisted Pair", "tp" }, { "AUI", "aui" }, { "BNC", "bnc" }, { "MII", "mii" },
		{ "FIBRE", "fibre" }, { "Direct Attach Copper", "da" }, { "None", "none" },
		{ "Other", "other" },
	};

	for (size_t i = 0; i < sizeof(ports) / sizeof(ports[0]); i++)
		if (text_same(value, ports[i][0]))
			facts_offer_text(text_near(s), FACT_LINK_PORT, FROM_PASTE, ports[i][1]);
	if (text_same(value, "Other"))
		s->column[COLUMN_NOTES] |= NOTE_PORT_OTHER;
	(void)key;
	return true;
}

static bool take_mdix(struct text_section *s, const struct text_key *key, const char *value)
{
	(void)key;
	if (strncmp(value, "on", 2) == 0)
		facts_offer_text(text_near(s), FACT_LINK_MDIX, FROM_PASTE, "mdi-x");
	else if (strncmp(value, "off", 3) == 0)
		facts_offer_text(text_near(s), FACT_LINK_MDIX, FROM_PASTE, "mdi");
	return true;
}

static bool take_ms_config(struct text_section *s, const struct text_key *key, const char *value)
{
	static const char *const configs[][2] = {
		{ "preferred master", "preferred-master" }, { "preferred slave", "preferred-slave" },
		{ "forced master", "forced-master" }, { "forced slave", "forced-slave" },
	};

	(void)key;
	for (size_t i = 0; i < sizeof(configs) / sizeof(configs[0]); i++)
		if (text_same(value, configs[i][0]))
			facts_offer_text(text_near(s), FACT_MS_CONFIG, FROM_PASTE, configs[i][1]);
	return true;
}

static bool take_ms_status(struct text_section *s, const struct text_key *key, const char *value)
{
	(void)key;
	if (text_same(value, "master") || text_same(value, "slave")) {
		facts_offer_text(text_near(s), FACT_MS_ROLE, FROM_PASTE,
				 text_same(value, "master") ? "master" : "slave");
		facts_offer_bool(text_near(s), FACT_MS_FAULT, FROM_PASTE, false);
	} else if (text_has(value, "resolution error")) {
		facts_offer_bool(text_near(s), FACT_MS_FAULT, FROM_PASTE, true);
	}
	return true;
}

/* The words of ethtool are the names of the facts with spaces (dev/ext-state.h). */
static void ext_word(char *out, size_t size, const char *words, size_t len)
{
	size_t used = 0;

	for (size_t i = 0; i < len && used + 1 < size; i++) {
		char c = words[i] == ' ' ? '-' : words[i];

		out[used++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
	}
	out[used] = '\0';
}

/* "no (Autoneg, No partner detected)": old ones give only the second. */
static void take_reason(struct text_section *s, const char *open)
{
	const char *close = strrchr(open, ')'), *comma = strchr(open, ',');
	char word[96];

	if (!close)
		return;
	if (comma && comma < close) {
		ext_word(word, sizeof(word), open + 1, (size_t)(comma - open - 1));
		facts_offer_text(text_near(s), FACT_LINK_EXT_STATE, FROM_PASTE, word);
		open = comma + strspn(comma + 1, " ");
		ext_word(word, sizeof(word), open + 1, (size_t)(close - open - 1));
		facts_offer_text(text_near(s), FACT_LINK_EXT_SUBSTATE, FROM_PASTE, word);
		return;
	}
	ext_word(word, sizeof(word), open + 1, (size_t)(close - open - 1));
	facts_offer_text(text_near(s), FACT_LINK_EXT_STATE, FROM_PASTE, word);
	if (strncmp(word, "no-partner-detected", 19) == 0)
		facts_offer_text(text_near(s), FACT_LINK_EXT_SUBSTATE, FROM_PASTE, word);
}

static bool take_link(struct text_section *s, const struct text_key *key, const char *value)
{
	bool up = text_same(value, "yes"), down = strncmp(value, "no", 2) == 0 &&
						   (!value[2] || value[2] == ' ');

	(void)key;
	if (!up && !down)
		return false;
	facts_offer_bool(text_near(s), FACT_LINK_UP, FROM_PASTE, up);
	if (up)
		facts_offer_bool(text_near(s), FACT_LINK_EVER_UP, FROM_PASTE, true);
	if (down && strchr(value, '('))
		take_reason(s, strchr(value, '('));
	return true;
}

static bool take_number(struct text_section *s, const struct text_key *key, const char *value)
{
	int64_t num;

	if (!text_number(&value, &num))
		return false;
	facts_offer_num(text_near(s), key->id, FROM_PASTE, num);
	return true;
}

static bool take_sqi(struct text_section *s, const struct text_key *key, const char *value)
{
	int64_t max;

	if (!take_number(s, key, value))
		return false;
	value = strchr(value, '/');
	if (value && value++ && text_number(&value, &max))
		facts_offer_num(text_near(s), FACT_LINK_SQI_MAX, FROM_PASTE, max);
	return true;
}

static const struct text_key keys[] = {
	{ "Supported ports", take_ports, 0, 0 },
	{ "Supported link modes", take_modes, 0, LIST_SUPPORTED },
	{ "Supported pause frame use", take_pause, 0, LIST_SUPPORTED },
	{ "Supports auto-negotiation", take_can_negotiate, 0, LIST_SUPPORTED },
	{ "Supported FEC modes", text_take_nothing, 0, 0 },
	{ "Advertised link modes", take_modes, 0, LIST_ADVERTISED },
	{ "Advertised pause frame use", take_pause, 0, LIST_ADVERTISED },
	{ "Advertised auto-negotiation", take_can_negotiate, 0, LIST_ADVERTISED },
	{ "Advertised FEC modes", text_take_nothing, 0, 0 },
	{ "Link partner advertised link modes", take_modes, 0, LIST_PARTNER },
	{ "Link partner advertised pause frame use", take_pause, 0, LIST_PARTNER },
	{ "Link partner advertised auto-negotiation", take_can_negotiate, 0, LIST_PARTNER },
	{ "Link partner advertised FEC modes", text_take_nothing, 0, 0 },
	{ "Speed", take_speed, FACT_LINK_SPEED, 0 },
	{ "Lanes", take_number, FACT_LINK_LANES, 0 },
	{ "Duplex", take_duplex, FACT_LINK_DUPLEX, 0 },
	{ "Auto-negotiation", text_take_bool, FACT_LINK_AUTONEG, 0 },
	{ "master-slave cfg", take_ms_config, 0, 0 },
	{ "master-slave status", take_ms_status, 0, 0 },
	{ "Port", take_port, FACT_LINK_PORT, 0 },
	{ "PHYAD", text_take_nothing, 0, 0 },
	{ "Transceiver", text_take_nothing, 0, 0 },
	{ "MDI-X", take_mdix, FACT_LINK_MDIX, 0 },
	{ "Supports Wake-on", text_take_nothing, 0, 0 },
	{ "Wake-on", text_take_nothing, 0, 0 },
	{ "SecureOn password", text_take_nothing, 0, 0 },
	{ "Current message level", text_take_nothing, 0, 0 },
	{ "Link detected", take_link, FACT_LINK_UP, 0 },
	{ "SQI", take_sqi, FACT_LINK_SQI, 0 },
	{ "Link Down Events", take_number, FACT_LINK_EXT_DOWN_COUNT, 0 },
	{ NULL, NULL, 0, 0 },
};

static bool begins(struct text_section *s, const struct text_line *line)
{
	static const char head[] = "Settings for ";
	char name[64];
	size_t len;

	if (strncmp(line->text, head, strlen(head)) != 0)
		return false;
	snprintf(name, sizeof(name), "%.60s", line->text + strlen(head));
	len = strlen(name);
	if (len == 0 || name[len - 1] != ':')
		return false;
	name[len - 1] = '\0';
	return text_port_is(s, name);
}

/* The names of "Current message level" stand on a line of their own. */
static bool message_level(const char *text)
{
	return strncmp(text, "drv ", 4) == 0 || strcmp(text, "drv") == 0;
}

static bool line(struct text_section *s, const struct text_line *line)
{
	int open = s->state, list = s->column[COLUMN_LIST];

	s->state = s->column[COLUMN_LIST] = LIST_NONE;
	if (text_take_key(s, keys, line->text)) {
		if (list && list != s->column[COLUMN_LIST])
			s->columns |= 1U << list;
		return true;
	}
	s->state = open;
	s->column[COLUMN_LIST] = list;
	if (open)
		return add_modes(s, line->text);
	return message_level(line->text) || text_same(line->text, "No data available");
}

/*
 * Neither connector nor modes nor speed: a port made up by hypervisor or
 * kernel (virtio_net, tun, veth).  No driver of a real port says so little.
 */
static void looks_virtual(struct text_section *s)
{
	int all = NOTE_PORTS_EMPTY | NOTE_MODES_NONE | NOTE_PORT_OTHER | NOTE_SPEED_NONE;

	if ((s->column[COLUMN_NOTES] & all) != all)
		return;
	facts_put_bool(text_weak(s), FACT_PORT_VIRTUAL, FROM_PASTE, true);
	facts_put_bool(text_weak(s), FACT_PORT_PHYSICAL, FROM_PASTE, false);
}

static void ends(struct text_section *s)
{
	for (int list = LIST_SUPPORTED; list <= LIST_PARTNER; list++) {
		struct facts *f = lists[list].partner ? text_partner(s) : text_near(s);

		if (s->columns & 1U << list)
			facts_offer_modes(f, lists[list].id, FROM_PASTE, &s->modes[list]);
	}
	looks_virtual(s);
	/* Half a paste: while negotiating, a speed comes with a link only. */
	if (facts_yes(text_near(s), FACT_LINK_AUTONEG) && facts_known(text_near(s), FACT_LINK_SPEED))
		facts_put_bool(text_weak(s), FACT_LINK_UP, FROM_PASTE, true);
}

const struct text_reader text_ethtool = {
	.name = "ethtool",
	.help = "ethtool IFACE",
	.headless = true,
	.begins = begins,
	.line = line,
	.ends = ends,
};
