// SPDX-License-Identifier: GPL-3.0-or-later
/* `ethtool -a`, `--show-eee` and `--show-fec`: what is set, and what was agreed. */
#include <stdio.h>
#include <string.h>

#include "text/reader.h"

/* "Pause parameters for eth0:": the head of these outputs. */
static bool head(struct text_section *s, const char *text, const char *start)
{
	char name[20];
	size_t len;

	if (!text_skip(&text, start) || !text_word(&text, name, sizeof(name)) || *text)
		return false;
	len = strlen(name);
	if (name[len - 1] != ':')
		return false;
	name[len - 1] = '\0';
	return text_port_is(s, name);
}

static bool take_total(struct text_section *s, const struct text_key *key, const char *value)
{
	int64_t count;

	if (!text_number(&value, &count) || *value)
		return false;
	text_count(s, key->id, count);
	return true;
}

/* Both directions are told on lines of their own; with both the flow is known. */
enum { NEGOTIATED_RX, NEGOTIATED_TX };

static bool take_negotiated(struct text_section *s, const struct text_key *key, const char *value)
{
	static const char *const flow[] = { "none", "rx", "tx", "both" };
	bool yes;

	if (!text_yes_no(value, &yes))
		return false;
	s->column[key->arg] = yes ? 2 : 1;
	if (s->column[NEGOTIATED_RX] && s->column[NEGOTIATED_TX])
		facts_offer_text(text_near(s), FACT_PAUSE_FLOW, FROM_PASTE,
				 flow[(s->column[NEGOTIATED_RX] == 2) +
				      2 * (s->column[NEGOTIATED_TX] == 2)]);
	return true;
}

static const struct text_key pause_keys[] = {
	{ "Autonegotiate", text_take_bool, FACT_PAUSE_AUTONEG, 0 },
	{ "RX negotiated", take_negotiated, 0, NEGOTIATED_RX },
	{ "TX negotiated", take_negotiated, 0, NEGOTIATED_TX },
	{ "RX", text_take_bool, FACT_PAUSE_RX, 0 },
	{ "TX", text_take_bool, FACT_PAUSE_TX, 0 },
	{ "Statistics", text_take_nothing, 0, 0 },
	{ "tx_pause_frames", take_total, FACT_TOTAL_PAUSE_TX, 0 },
	{ "rx_pause_frames", take_total, FACT_TOTAL_PAUSE_RX, 0 },
	{ NULL, NULL, 0, 0 },
};

static bool pause_begins(struct text_section *s, const struct text_line *line)
{
	return head(s, line->text, "Pause parameters for ");
}

static bool pause_line(struct text_section *s, const struct text_line *line)
{
	return text_take_key(s, pause_keys, line->text);
}

const struct text_reader text_pause = {
	.name = "pause",
	.help = "ethtool -a IFACE",
	.begins = pause_begins,
	.line = pause_line,
};

/* "enabled - active", "enabled - inactive", "disabled", "not supported" */
static bool take_eee_status(struct text_section *s, const struct text_key *key, const char *value)
{
	struct facts *near = text_near(s);
	bool enabled = strncmp(value, "enabled", 7) == 0, known = true;

	(void)key;
	if (text_same(value, "enabled - active"))
		facts_offer_bool(near, FACT_EEE_ACTIVE, FROM_PASTE, true);
	else if (text_same(value, "enabled - inactive") || text_same(value, "disabled"))
		facts_offer_bool(near, FACT_EEE_ACTIVE, FROM_PASTE, false);
	else
		known = text_same(value, "not supported");
	if (known && !text_same(value, "not supported"))
		facts_offer_bool(near, FACT_EEE_ENABLED, FROM_PASTE, enabled);
	return known;
}

/* "disabled", or a time: "17 (us)" */
static bool take_lpi(struct text_section *s, const struct text_key *key, const char *value)
{
	int64_t us;

	(void)key;
	if (text_same(value, "disabled"))
		facts_offer_bool(text_near(s), FACT_EEE_TX_LPI, FROM_PASTE, false);
	else if (text_number(&value, &us) && text_skip(&value, "(us)"))
		facts_offer_bool(text_near(s), FACT_EEE_TX_LPI, FROM_PASTE, true);
	else
		return false;
	return true;
}

enum { LIST_NONE, LIST_SUPPORTED, LIST_ADVERTISED, LIST_PARTNER };

static bool add_modes(struct text_section *s, const char *text)
{
	char word[64];

	while (text_word(&text, word, sizeof(word))) {
		int bit = mode_bit(word);

		if (bit < 0 && !text_has(word, "base"))
			return false;
		if (bit >= 0)
			modes_add(&s->modes[s->state], bit);
	}
	return true;
}

static bool take_eee_modes(struct text_section *s, const struct text_key *key, const char *value)
{
	s->state = key->arg;
	return text_same(value, "Not reported") || add_modes(s, value);
}

static const struct text_key eee_keys[] = {
	{ "EEE status", take_eee_status, 0, 0 },
	{ "Tx LPI", take_lpi, 0, 0 },
	{ "Supported EEE link modes", take_eee_modes, 0, LIST_SUPPORTED },
	{ "Advertised EEE link modes", take_eee_modes, 0, LIST_ADVERTISED },
	{ "Link partner advertised EEE link modes", take_eee_modes, 0, LIST_PARTNER },
	{ NULL, NULL, 0, 0 },
};

static bool eee_begins(struct text_section *s, const struct text_line *line)
{
	return head(s, line->text, "EEE settings for ");
}

static bool eee_line(struct text_section *s, const struct text_line *line)
{
	int list = s->state;

	if (text_take_key(s, eee_keys, line->text)) {
		/* The next list shows that the one before is whole. */
		if (list && s->state != list)
			s->columns |= 1U << list;
		return true;
	}
	return list && add_modes(s, line->text);
}

static void eee_ends(struct text_section *s)
{
	if (s->columns & 1U << LIST_SUPPORTED && !modes_empty(&s->modes[LIST_SUPPORTED]))
		facts_offer_modes(text_near(s), FACT_EEE_MODES_SUPPORTED, FROM_PASTE,
				  &s->modes[LIST_SUPPORTED]);
	if (s->columns & 1U << LIST_ADVERTISED && !modes_empty(&s->modes[LIST_SUPPORTED]))
		facts_offer_modes(text_near(s), FACT_EEE_MODES_ADVERTISED, FROM_PASTE,
				  &s->modes[LIST_ADVERTISED]);
}

const struct text_reader text_eee = {
	.name = "eee",
	.help = "ethtool --show-eee IFACE",
	.headless = true,
	.begins = eee_begins,
	.line = eee_line,
	.ends = eee_ends,
};

static bool take_fec_set(struct text_section *s, const struct text_key *key, const char *value)
{
	static const char *const encodings[] = { "None", "Off", "RS", "BaseR", "LLRS" };
	bool is_auto = false;
	char word[16];

	(void)key;
	while (text_word(&value, word, sizeof(word))) {
		size_t i = 0;

		while (i < sizeof(encodings) / sizeof(encodings[0]) && !text_same(word, encodings[i]))
			i++;
		if (text_same(word, "Auto"))
			is_auto = true;
		else if (i == sizeof(encodings) / sizeof(encodings[0]))
			return false;
		else
			facts_list_add(text_near(s), FACT_FEC_CONFIGURED, FROM_PASTE, word);
	}
	facts_offer_bool(text_near(s), FACT_FEC_AUTO, FROM_PASTE, is_auto);
	return !*value;
}

/* "None" stands for a link that is down as well: it is no word on what is set. */
static bool take_fec_active(struct text_section *s, const struct text_key *key, const char *value)
{
	static const char *const encodings[] = { "Off", "RS", "BaseR", "LLRS" };

	(void)key;
	for (size_t i = 0; i < sizeof(encodings) / sizeof(encodings[0]); i++)
		if (text_same(value, encodings[i])) {
			facts_offer_text(text_near(s), FACT_FEC_ACTIVE, FROM_PASTE, encodings[i]);
			return true;
		}
	if (!text_same(value, "None"))
		return false;
	text_gap(text_near(s), FACT_FEC_ACTIVE);
	return true;
}

/* The sum, and that its lanes follow. */
static bool take_corrected(struct text_section *s, const struct text_key *key, const char *value)
{
	s->state = 1;
	return take_total(s, key, value);
}

static const struct text_key fec_keys[] = {
	{ "Supported/Configured FEC encodings", take_fec_set, 0, 0 },
	{ "Configured FEC encodings", take_fec_set, 0, 0 },
	{ "Active FEC encoding", take_fec_active, 0, 0 },
	{ "Active FEC encodings", take_fec_active, 0, 0 },
	{ "Statistics", text_take_nothing, 0, 0 },
	{ "corrected_blocks", take_corrected, FACT_TOTAL_FEC_CORRECTED, 0 },
	{ "uncorrectable_blocks", take_total, FACT_TOTAL_FEC_UNCORRECTABLE, 0 },
	{ "corrected_bits", text_take_nothing, 0, 0 },
	{ NULL, NULL, 0, 0 },
};

static bool fec_begins(struct text_section *s, const struct text_line *line)
{
	return head(s, line->text, "FEC parameters for ");
}

/* Statistics by lane stand below their sum. */
static bool fec_lane(struct text_section *s, const char *text)
{
	int64_t lane, blocks;

	if (!text_skip(&text, "Lane ") || !text_number(&text, &lane) || *text++ != ':' ||
	    !text_number(&text, &blocks))
		return false;
	if (s->state && lane >= 0 && lane < FACT_REALS_MAX)
		text_count_lane(s, (unsigned int)lane, blocks);
	return true;
}

static bool fec_line(struct text_section *s, const struct text_line *line)
{
	int corrected = s->state;

	if (fec_lane(s, line->text))
		return true;
	s->state = 0;
	if (text_take_key(s, fec_keys, line->text))
		return true;
	s->state = corrected;
	return false;
}

const struct text_reader text_fec = {
	.name = "fec",
	.help = "ethtool --show-fec IFACE",
	.begins = fec_begins,
	.line = fec_line,
};
