// SPDX-License-Identifier: GPL-3.0-or-later
/* Where each line of `ethtool -m` stands in the memory of a module.  Offsets as in module/. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module/sff8024.h"
#include "text/case-private.h"
#include "text/module-memory.h"

/* How a line is put back. */
enum how {
	HOW_CODE,	/* "0x03 (SFP)": a byte */
	HOW_CODES,	/* "0x00 0x1a": bytes */
	HOW_ASCII,	/* factor: how many bytes */
	HOW_OUI,
	HOW_BYTE,	/* a number with its unit, times factor */
	HOW_WORD,
	HOW_LANES,	/* "None", "[ Yes, No ]": a bit a lane; factor 16: in the upper half */
	HOW_NOTHING,
	HOW_TYPE, HOW_TECHNOLOGY, HOW_LENGTH, HOW_STATE, HOW_REVISION, HOW_SUPPORT,
};

struct row {
	const char *key;	/* with a bracket: up to the word in it */
	enum module_layout layout;
	enum how how;
	enum module_page page;
	unsigned int at;
	double factor;		/* to what the byte holds */
	const char *unit;
	enum fact_id tells;	/* and more by tells_more() */
};

#define NO_FACT FACT_COUNT

static const struct row rows[] = {
	{ "Transceiver codes", LAYOUT_SFP, HOW_CODES, PAGE_LOW, 3, 9, NULL, FACT_MODULE_TYPE },
	{ "Transceiver type", LAYOUT_SFP, HOW_TYPE, PAGE_LOW, 36, 0, NULL, NO_FACT },
	{ "Encoding", LAYOUT_SFP, HOW_NOTHING, PAGE_LOW, 0, 0, NULL, FACT_MODULE_TYPE },
	{ "Connector", LAYOUT_SFP, HOW_CODE, PAGE_LOW, 2, 0, NULL, FACT_MODULE_CONNECTOR },
	{ "Length (SMF", LAYOUT_SFP, HOW_BYTE, PAGE_LOW, 14, 1, "km", NO_FACT },
	{ "Length (SMF", LAYOUT_SFP, HOW_BYTE, PAGE_LOW, 15, 0.01, "m", NO_FACT },
	{ "Length (50um", LAYOUT_SFP, HOW_BYTE, PAGE_LOW, 16, 0.1, "m", NO_FACT },
	{ "Length (OM2", LAYOUT_SFP, HOW_BYTE, PAGE_LOW, 16, 0.1, "m", NO_FACT },
	{ "Length (62.5um", LAYOUT_SFP, HOW_BYTE, PAGE_LOW, 17, 0.1, "m", NO_FACT },
	{ "Length (OM1", LAYOUT_SFP, HOW_BYTE, PAGE_LOW, 17, 0.1, "m", NO_FACT },
	{ "Length (Copper", LAYOUT_SFP, HOW_BYTE, PAGE_LOW, 18, 1, "m", NO_FACT },
	{ "Length (OM3", LAYOUT_SFP, HOW_BYTE, PAGE_LOW, 19, 0.1, "m", NO_FACT },
	{ "Laser wavelength", LAYOUT_SFP, HOW_WORD, PAGE_LOW, 60, 1, "nm", FACT_MODULE_WAVELENGTH },
	{ "Vendor name", LAYOUT_SFP, HOW_ASCII, PAGE_LOW, 20, 16, NULL, FACT_MODULE_VENDOR },
	{ "Vendor OUI", LAYOUT_SFP, HOW_OUI, PAGE_LOW, 37, 0, NULL, FACT_MODULE_OUI },
	{ "Vendor PN", LAYOUT_SFP, HOW_ASCII, PAGE_LOW, 40, 16, NULL, FACT_MODULE_PART },
	{ "Vendor rev", LAYOUT_SFP, HOW_ASCII, PAGE_LOW, 56, 4, NULL, FACT_MODULE_REVISION },
	{ "Option values", LAYOUT_SFP, HOW_CODES, PAGE_LOW, 64, 2, NULL, FACT_MODULE_POWER },
	{ "Vendor SN", LAYOUT_SFP, HOW_ASCII, PAGE_LOW, 68, 16, NULL, FACT_MODULE_SERIAL },
	{ "Date code", LAYOUT_SFP, HOW_ASCII, PAGE_LOW, 84, 8, NULL, FACT_MODULE_DATE },
	{ "Optical diagnostics support", LAYOUT_SFP, HOW_SUPPORT, PAGE_LOW, 92, 0x60, NULL, NO_FACT },
	{ "Alarm/warning flags implemented", LAYOUT_SFP, HOW_SUPPORT, PAGE_LOW, 93, 0x80, NULL,
	  NO_FACT },

	{ "Extended identifier", LAYOUT_QSFP, HOW_CODE, PAGE_HIGH, 129, 0, NULL, FACT_MODULE_POWER },
	{ "Connector", LAYOUT_QSFP, HOW_CODE, PAGE_HIGH, 130, 0, NULL, FACT_MODULE_CONNECTOR },
	{ "Transceiver codes", LAYOUT_QSFP, HOW_CODES, PAGE_HIGH, 131, 8, NULL,
	  FACT_MODULE_TYPE },
	{ "Transceiver type", LAYOUT_QSFP, HOW_TYPE, PAGE_HIGH, 192, 0, NULL, NO_FACT },
	{ "Length (SMF", LAYOUT_QSFP, HOW_BYTE, PAGE_HIGH, 142, 1, "km", NO_FACT },
	{ "Length (OM3", LAYOUT_QSFP, HOW_BYTE, PAGE_HIGH, 143, 0.5, "m", NO_FACT },
	{ "Length (OM2", LAYOUT_QSFP, HOW_BYTE, PAGE_HIGH, 144, 1, "m", NO_FACT },
	{ "Length (OM1", LAYOUT_QSFP, HOW_BYTE, PAGE_HIGH, 145, 1, "m", NO_FACT },
	{ "Length (Copper", LAYOUT_QSFP, HOW_BYTE, PAGE_HIGH, 146, 1, "m", NO_FACT },
	{ "Transmitter technology", LAYOUT_QSFP, HOW_TECHNOLOGY, PAGE_HIGH, 147, 0, NULL,
	  FACT_MODULE_TYPE },
	{ "Laser wavelength", LAYOUT_QSFP, HOW_WORD, PAGE_HIGH, 186, 20, "nm",
	  FACT_MODULE_WAVELENGTH },
	{ "Vendor name", LAYOUT_QSFP, HOW_ASCII, PAGE_HIGH, 148, 16, NULL, FACT_MODULE_VENDOR },
	{ "Vendor OUI", LAYOUT_QSFP, HOW_OUI, PAGE_HIGH, 165, 0, NULL, FACT_MODULE_OUI },
	{ "Vendor PN", LAYOUT_QSFP, HOW_ASCII, PAGE_HIGH, 168, 16, NULL, FACT_MODULE_PART },
	{ "Vendor rev", LAYOUT_QSFP, HOW_ASCII, PAGE_HIGH, 184, 2, NULL, FACT_MODULE_REVISION },
	{ "Vendor SN", LAYOUT_QSFP, HOW_ASCII, PAGE_HIGH, 196, 16, NULL, FACT_MODULE_SERIAL },
	{ "Date code", LAYOUT_QSFP, HOW_ASCII, PAGE_HIGH, 212, 8, NULL, FACT_MODULE_DATE },
	{ "Revision Compliance", LAYOUT_QSFP, HOW_REVISION, PAGE_LOW, 1, 0, NULL,
	  FACT_MODULE_MEMORY },
	{ "Rx loss of signal", LAYOUT_QSFP, HOW_LANES, PAGE_LOW, 3, 1, NULL, FACT_MODULE_RX_LOS },
	{ "Tx loss of signal", LAYOUT_QSFP, HOW_LANES, PAGE_LOW, 3, 16, NULL, FACT_MODULE_TX_LOS },
	{ "Rx loss of lock", LAYOUT_QSFP, HOW_LANES, PAGE_LOW, 5, 1, NULL, FACT_MODULE_RX_LOL },
	{ "Tx loss of lock", LAYOUT_QSFP, HOW_LANES, PAGE_LOW, 5, 16, NULL, FACT_MODULE_TX_LOL },
	{ "Tx fault", LAYOUT_QSFP, HOW_LANES, PAGE_LOW, 4, 1, NULL, FACT_MODULE_TX_FAULT },

	{ "Power class", LAYOUT_CMIS, HOW_BYTE, PAGE_HIGH, 200, 32, "", FACT_MODULE_POWER_CLASS },
	{ "Max power", LAYOUT_CMIS, HOW_BYTE, PAGE_HIGH, 201, 4, "W", FACT_MODULE_POWER },
	{ "Connector", LAYOUT_CMIS, HOW_CODE, PAGE_HIGH, 203, 0, NULL, FACT_MODULE_CONNECTOR },
	{ "Cable assembly length", LAYOUT_CMIS, HOW_LENGTH, PAGE_HIGH, 202, 0.1, "m", NO_FACT },
	{ "Transmitter technology", LAYOUT_CMIS, HOW_CODE, PAGE_HIGH, 212, 0, NULL,
	  FACT_MODULE_MEDIUM },
	{ "Laser wavelength", LAYOUT_CMIS, HOW_WORD, PAGE_1, 138, 20, "nm", FACT_MODULE_WAVELENGTH },
	{ "Length (SMF", LAYOUT_CMIS, HOW_LENGTH, PAGE_1, 132, 0.1, "km", NO_FACT },
	{ "Length (OM5", LAYOUT_CMIS, HOW_BYTE, PAGE_1, 133, 0.5, "m", NO_FACT },
	{ "Length (OM4", LAYOUT_CMIS, HOW_BYTE, PAGE_1, 134, 0.5, "m", NO_FACT },
	{ "Length (OM3", LAYOUT_CMIS, HOW_BYTE, PAGE_1, 135, 0.5, "m", NO_FACT },
	{ "Length (OM2", LAYOUT_CMIS, HOW_BYTE, PAGE_1, 136, 1, "m", NO_FACT },
	{ "Vendor name", LAYOUT_CMIS, HOW_ASCII, PAGE_HIGH, 129, 16, NULL, FACT_MODULE_VENDOR },
	{ "Vendor OUI", LAYOUT_CMIS, HOW_OUI, PAGE_HIGH, 145, 0, NULL, FACT_MODULE_OUI },
	{ "Vendor PN", LAYOUT_CMIS, HOW_ASCII, PAGE_HIGH, 148, 16, NULL, FACT_MODULE_PART },
	{ "Vendor rev", LAYOUT_CMIS, HOW_ASCII, PAGE_HIGH, 164, 2, NULL, FACT_MODULE_REVISION },
	{ "Vendor SN", LAYOUT_CMIS, HOW_ASCII, PAGE_HIGH, 166, 16, NULL, FACT_MODULE_SERIAL },
	{ "Date code", LAYOUT_CMIS, HOW_ASCII, PAGE_HIGH, 182, 8, NULL, FACT_MODULE_DATE },
	{ "Revision compliance", LAYOUT_CMIS, HOW_REVISION, PAGE_LOW, 1, 0, NULL,
	  FACT_MODULE_MEMORY },
	{ "Rx loss of signal", LAYOUT_CMIS, HOW_LANES, PAGE_11, 147, 1, NULL, FACT_MODULE_RX_LOS },
	{ "Tx loss of signal", LAYOUT_CMIS, HOW_LANES, PAGE_11, 136, 1, NULL, FACT_MODULE_TX_LOS },
	{ "Rx loss of lock", LAYOUT_CMIS, HOW_LANES, PAGE_11, 148, 1, NULL, FACT_MODULE_RX_LOL },
	{ "Tx loss of lock", LAYOUT_CMIS, HOW_LANES, PAGE_11, 137, 1, NULL, FACT_MODULE_TX_LOL },
	{ "Tx fault", LAYOUT_CMIS, HOW_LANES, PAGE_11, 135, 1, NULL, FACT_MODULE_TX_FAULT },
	{ "Module State", LAYOUT_CMIS, HOW_STATE, PAGE_LOW, 3, 0, NULL, FACT_MODULE_STATE },
};

static bool put_byte(struct text_module *m, const struct row *row, const char *value)
{
	double number;

	if (!text_real(&value, &number) ||
	    (!m->bare && (!text_skip(&value, row->unit) || *value)))
		return false;
	number = round(number * row->factor);
	/* CMIS counts classes from 1, its byte from 0. */
	if (row->tells == FACT_MODULE_POWER_CLASS)
		number -= row->factor;
	if (!(number >= 0 && number <= UINT8_MAX))
		return false;
	*text_module_at(m, row->page, row->at) = (uint8_t)number;
	return true;
}

/* One after the other; a line that was cut is not taken.  Of nine old ones print eight. */
static bool put_codes(struct text_module *m, const struct row *row, const char *value,
		      unsigned int most)
{
	unsigned int count = 0;

	for (; count < most; count++) {
		char *end;
		unsigned long code = strtoul(value, &end, m->bare ? 10 : 16);

		if (end == value || code > UINT8_MAX)
			break;
		*text_module_at(m, row->page, row->at + count) = (uint8_t)code;
		value = end;
	}
	return count == most || count == 8;
}

/* What is no letter ethtool shows as '_': behind the text these are zeros. */
static bool put_ascii(struct text_module *m, const struct row *row, const char *value)
{
	size_t len = strlen(value);

	while (len && value[len - 1] == '_')
		len--;
	if (len > (size_t)row->factor)
		return false;
	memcpy(text_module_at(m, row->page, row->at), value, len);
	return true;
}

static bool put_oui(struct text_module *m, const struct row *row, const char *value)
{
	uint8_t *at = text_module_at(m, row->page, row->at);

	return sscanf(value, m->bare ? "%hhu:%hhu:%hhu" : "%2hhx:%2hhx:%2hhx", &at[0], &at[1],
		      &at[2]) == 3;
}

/*
 * "[ Yes, No, No, No ]", lane 1 first; "None" or, in JSON, a lone false.  Mail
 * clients cut lines of this length: without its end the list says nothing.
 */
static bool put_lanes(struct text_module *m, const struct row *row, const char *value)
{
	unsigned int lane = 0, mask = 0;
	char word[8];

	if (!text_skip(&value, "["))
		return text_same(value, "None") || text_same(value, "No");
	for (; text_word(&value, word, sizeof(word)) && *word != ']'; lane++) {
		bool on;

		word[strcspn(word, ",")] = '\0';
		if (lane == MODULE_CMIS_LANES || !text_yes_no(word, &on))
			return false;
		mask |= (unsigned int)on << lane;
	}
	if (lane == 0 || *word != ']')
		return false;
	*text_module_at(m, row->page, row->at) |= (uint8_t)(mask * (unsigned int)row->factor);
	return true;
}

/* "100G Ethernet: 100G Base-CR4 ...": a code of SFF-8024 table 4-4; all others are bits of the codes. */
static bool put_type(struct text_module *m, const struct row *row, const char *value)
{
	const struct sff_row *ext = sff_begins(SFF_ETHTOOL, value);
	const char *colon = strstr(value, ": ");

	if (!ext && colon)
		ext = sff_begins(SFF_ETHTOOL, colon + 2);
	if (ext)
		*text_module_at(m, row->page, row->at) = ext->code;
	return true;
}

/* Old ones print the byte, new ones its upper half. */
static bool put_technology(struct text_module *m, const struct row *row, const char *value)
{
	uint8_t *at = text_module_at(m, row->page, row->at);

	if (!put_codes(m, row, value, 1))
		return false;
	if (*at < 0x10)
		*at = (uint8_t)(*at << 4);
	return true;
}

/* Six bits and a power of ten: CMIS tables 8-33 and 8-46. */
static bool put_length(struct text_module *m, const struct row *row, const char *value)
{
	unsigned int power = 0;
	double number;

	if (!text_real(&value, &number) || (!m->bare && (!text_skip(&value, row->unit) || *value)))
		return false;
	for (number /= row->factor; number > 63.5 && power < 3; power++)
		number /= 10;
	if (!(number >= 0 && number <= 63.5))
		return false;
	*text_module_at(m, row->page, row->at) = (uint8_t)(power << 6 | (unsigned int)lround(number));
	return true;
}

/* "Rev. 4.0" of CMIS; "SFF-8636 Rev 2.5/2.6/2.7" of QSFP, by SFF-8636 table 6-3. */
static bool put_revision(struct text_module *m, const struct row *row, const char *value)
{
	static const char *const revisions[] = {
		"", "SFF-8436", "", "SFF-8636 Rev 1.3", "SFF-8636 Rev 1.4", "SFF-8636 Rev 1.5",
		"SFF-8636 Rev 2.0", "SFF-8636 Rev 2.5",
	};
	uint8_t *at = text_module_at(m, row->page, row->at);
	unsigned int major, minor;

	if (m->layout == LAYOUT_CMIS) {
		if (sscanf(value, "Rev. %2u.%2u", &major, &minor) != 2 || major > 15 || minor > 15)
			return false;
		*at = (uint8_t)(major << 4 | minor);
		return true;
	}
	for (uint8_t i = 1; i < sizeof(revisions) / sizeof(revisions[0]); i++)
		if (revisions[i][0] && text_skip(&value, revisions[i]))
			*at = i;
	return true;
}

static bool put_row(struct text_module *m, const struct row *row, const char *value)
{
	uint8_t *at = text_module_at(m, row->page, row->at);

	switch (row->how) {
	case HOW_CODE:
		return put_codes(m, row, value, 1);
	case HOW_CODES:
		if (!put_codes(m, row, value, (unsigned int)row->factor))
			return false;
		/* The ninth of an SFP, in new ones, is byte 36. */
		if (m->layout == LAYOUT_SFP && row->at == 3)
			*text_module_at(m, PAGE_LOW, 36) = *text_module_at(m, PAGE_LOW, 11);
		return true;
	case HOW_ASCII:
		return put_ascii(m, row, value);
	case HOW_OUI:
		return put_oui(m, row, value);
	case HOW_BYTE:
		return put_byte(m, row, value);
	case HOW_WORD:
		return text_module_number(m, value, row->unit, row->factor, row->page, row->at);
	case HOW_LANES:
		return put_lanes(m, row, value);
	case HOW_NOTHING:
		return true;
	case HOW_TYPE:
		return put_type(m, row, value);
	case HOW_TECHNOLOGY:
		return put_technology(m, row, value);
	case HOW_LENGTH:
		return put_length(m, row, value);
	case HOW_STATE:
		if (!put_codes(m, row, value, 1))
			return false;
		*at = (uint8_t)(*at << 1);
		return true;
	case HOW_REVISION:
		return put_revision(m, row, value);
	case HOW_SUPPORT:
		*at |= text_same(value, "Yes") ? (uint8_t)row->factor : 0;
		return true;
	}
	return false;
}

/* What hangs on the bytes of that line as well. */
static void tells_more(struct text_module *m, enum fact_id id)
{
	text_module_seen(m, id);
	if (id == FACT_MODULE_VENDOR)	/* the lengths stand in front of it */
		text_module_seen(m, FACT_MODULE_REACH);
	if (id == FACT_MODULE_POWER && m->layout != LAYOUT_CMIS)
		text_module_seen(m, FACT_MODULE_POWER_CLASS);
	if (id != FACT_MODULE_TYPE)
		return;
	text_module_seen(m, FACT_MODULE_MEDIUM);
	text_module_seen(m, FACT_MODULE_FEC);
	text_module_seen(m, FACT_MODULE_LANES);
}

/* "Length (OM3)" is "Length (OM3 50um)" of old ones; "(SMF,km)" of all but the newest. */
static bool same_key(const char *row, const char *key)
{
	return strchr(row, '(') ? text_skip(&key, row) && strchr(" ,)", *key) : text_same(row, key);
}

void text_module_take(struct text_section *s, const char *key, const char *value)
{
	struct text_module *m = &s->of->module;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].layout != m->layout || !same_key(rows[i].key, key) ||
		    !put_row(m, &rows[i], value))
			continue;
		if (rows[i].tells != NO_FACT)
			tells_more(m, rows[i].tells);
		return;
	}
	if (m->layout != LAYOUT_NONE)
		text_module_monitor(m, key, value);
}
