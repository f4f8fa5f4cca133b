// SPDX-License-Identifier: GPL-3.0-or-later
/* /proc/net/dev: eight columns received, eight sent (linux net/core/net-procfs.c). */
#include <stdio.h>
#include <string.h>

#include "text/reader.h"

#define COLUMNS 16
#define NO_COUNTER (-1)

static const int totals[COLUMNS] = {
	FACT_TOTAL_RX_BYTES, FACT_TOTAL_RX_FRAMES, FACT_TOTAL_RX_ERRORS, NO_COUNTER,
	FACT_TOTAL_HOST_DROPS,
	/* "frame" is the sum of length, over, crc and frame errors. */
	NO_COUNTER, NO_COUNTER, NO_COUNTER,
	FACT_TOTAL_TX_BYTES, FACT_TOTAL_TX_FRAMES, FACT_TOTAL_TX_ERRORS, NO_COUNTER, NO_COUNTER,
	FACT_TOTAL_COLLISIONS,
	/* "carrier" is the sum of carrier, aborted, window and heartbeat errors. */
	NO_COUNTER, NO_COUNTER,
};

static bool begins(struct text_section *s, const struct text_line *line)
{
	(void)s;
	return strncmp(line->text, "Inter-|", 7) == 0 ||
	       (strncmp(line->text, "face |", 6) == 0 && text_has(line->text, "compressed"));
}

static bool line(struct text_section *s, const struct text_line *line)
{
	const char *at = strrchr(line->text, ':');
	int64_t num[COLUMNS];
	char name[16];

	if (!at || at == line->text || (size_t)(at - line->text) >= sizeof(name))
		return false;
	snprintf(name, sizeof(name), "%.*s", (int)(at - line->text), line->text);
	at++;
	for (unsigned int i = 0; i < COLUMNS; i++)
		if (!text_number(&at, &num[i]))
			return false;
	if (*at || !text_port_is(s, name))
		return false;
	if (strcmp(name, "lo") == 0)
		facts_offer_text(text_near(s), FACT_PORT_KIND, FROM_PASTE, "loopback");
	for (unsigned int i = 0; i < COLUMNS; i++)
		if (totals[i] != NO_COUNTER)
			text_count(s, (enum fact_id)totals[i], num[i]);
	return true;
}

const struct text_reader text_proc_net_dev = {
	.name = "proc-net-dev",
	.help = "/proc/net/dev",
	.fields = true,
	.headless = true,
	.lists = true,
	.begins = begins,
	.line = line,
};
