// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * mii-diag and tulip-diag: their register words are the evidence; what they
 * conclude (gigabit unknown, half duplex "OK") is not used.  mii-diag v2.11,
 * tulip-diag v2.08.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "text/reader.h"

static bool phy(struct text_section *s, const char **at)
{
	int64_t address;
	const char *from = *at;

	if (!text_skip(&from, "#") || !text_number(&from, &address))
		return false;
	facts_offer_num(text_near(s), FACT_MII_PHY_ADDR, FROM_PASTE, address);
	*at = from;
	return true;
}

/* " MII PHY #1 transceiver registers:", with the words below; each PHY once. */
static bool registers(struct text_section *s, const char *at)
{
	if (!text_skip(&at, "MII PHY ") || !phy(s, &at) || !text_skip(&at, "transceiver registers"))
		return false;
	s->words.count = 0;
	s->state = 1;
	return true;
}

/* "Basic registers of MII PHY #1:  1000 782d 7810 0000 01e1 41e1 0001 0000." */
static bool basic(struct text_section *s, const char *at)
{
	if (!text_skip(&at, "Basic registers of MII PHY ") || !phy(s, &at) || *at != ':')
		return false;
	s->words.count = 0;
	return text_add_words(&s->words, at + 1);
}

static bool default_interface(struct text_section *s, const char *text)
{
	const char *open = strchr(text, '\'');
	char name[16];
	size_t len;

	if (!text_skip(&text, "Using the default interface") || !open)
		return false;
	len = strcspn(open + 1, "'");
	if (len == 0 || len >= sizeof(name))
		return false;
	snprintf(name, sizeof(name), "%.*s", (int)len, open + 1);
	return text_port_is(s, name);
}

static bool banner(const char *text)
{
	static const char *const start[] = { "mii-diag.c:", "tulip-diag.c:", "libmii.c:", "Index #",
					     "http://www.scyld.com/diag" };

	for (size_t i = 0; i < sizeof(start) / sizeof(start[0]); i++)
		if (strncmp(text, start[i], strlen(start[i])) == 0)
			return true;
	return false;
}

static bool begins(struct text_section *s, const struct text_line *line)
{
	return banner(line->text) || default_interface(s, line->text) || basic(s, line->text) ||
	       registers(s, line->text);
}

/* Sentences that these tools print around the words. */
static bool sentence(const char *text)
{
	static const char *const start[] = {
		"The autonegotiated", "Basic mode control register", "Basic mode status register",
		"You have link beat", "Your link partner", "End of basic transceiver",
		"Link status:", "This transceiver is capable of", "Able to perform",
		"I'm advertising", "Advertising", "Vendor ID is", "MII PHY found at address",
		"Chip Index", "Port selection is", "Transmit started", "Transmit stopped",
		"The Rx process", "The Tx process", "The transmit threshold", "The transmit unit",
		"The receive unit", "Use '-a'", "or '-aa'", "Comet duplex", "EEPROM",
		"Internal autonegotiation state", "Negotiation", "Speed fixed", "Restarted",
		"No MII transceivers", "* ",
	};

	for (size_t i = 0; i < sizeof(start) / sizeof(start[0]); i++)
		if (text_skip(&text, start[i]))
			return true;
	return false;
}

static bool line(struct text_section *s, const struct text_line *line)
{
	if (s->state && text_add_words(&s->words, line->text))
		return true;
	return sentence(line->text);
}

const struct text_reader text_mii_diag = {
	.name = "mii-diag",
	.help = "mii-diag, tulip-diag -m",
	.begins = begins,
	.line = line,
	.ends = text_put_words,
};
