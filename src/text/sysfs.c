// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Files below /sys/class/net as `grep .` shows them: "statistics/rx_crc_errors:7",
 * "/sys/class/net/eth0/speed:1000"; and the same with "=", by loops of a shell.  Or one file
 * a time, as `cat FILE` and `head FILE...` do: its name is the section's note.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/reader.h"

static const char root[] = "/sys/class/net/";

/* linux Documentation/ABI/testing/sysfs-class-net-statistics */
static const struct {
	const char *file;
	enum fact_id total;
} counters[] = {
	{ "rx_packets", FACT_TOTAL_RX_FRAMES },
	{ "tx_packets", FACT_TOTAL_TX_FRAMES },
	{ "rx_bytes", FACT_TOTAL_RX_BYTES },
	{ "tx_bytes", FACT_TOTAL_TX_BYTES },
	{ "rx_errors", FACT_TOTAL_RX_ERRORS },
	{ "tx_errors", FACT_TOTAL_TX_ERRORS },
	{ "rx_crc_errors", FACT_TOTAL_CRC },
	{ "rx_frame_errors", FACT_TOTAL_ALIGNMENT },
	{ "rx_length_errors", FACT_TOTAL_LENGTH },
	{ "collisions", FACT_TOTAL_COLLISIONS },
	{ "tx_window_errors", FACT_TOTAL_LATE_COLLISIONS },
	{ "tx_aborted_errors", FACT_TOTAL_EXCESSIVE_COLLISIONS },
	{ "tx_carrier_errors", FACT_TOTAL_CARRIER },
	{ "rx_missed_errors", FACT_TOTAL_HOST_DROPS },
	{ "rx_fifo_errors", FACT_TOTAL_HOST_DROPS },
	{ "rx_over_errors", FACT_TOTAL_HOST_DROPS },
	{ "carrier_changes", FACT_TOTAL_CARRIER_CHANGES },
};

static bool take_counter(struct text_section *s, const char *file, const char *value)
{
	int64_t count;

	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
		if (strcmp(file, counters[i].file) == 0) {
			if (!text_number(&value, &count) || *value)
				return false;
			text_count_most(s, counters[i].total, count);
			return true;
		}
	return false;
}

static bool take_file(struct text_section *s, const char *file, const char *value)
{
	struct facts *near = text_near(s);
	int64_t num;

	if (strcmp(file, "speed") == 0) {
		if (strcmp(value, "-1") == 0)
			num = -1;
		else if (!text_number(&value, &num) || *value)
			return false;
		text_speed(s, num);
	} else if (strcmp(file, "duplex") == 0) {
		if (strcmp(value, "half") == 0 || strcmp(value, "full") == 0)
			facts_offer_text(near, FACT_LINK_DUPLEX, FROM_PASTE, value);
		else
			text_gap(near, FACT_LINK_DUPLEX);
	} else if (strcmp(file, "carrier") == 0) {
		if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
			return false;
		facts_offer_bool(near, FACT_LINK_UP, FROM_PASTE, *value == '1');
	} else if (strcmp(file, "operstate") == 0) {
		facts_offer_text(near, FACT_LINK_OPERSTATE, FROM_PASTE, value);
	} else if (strcmp(file, "mtu") == 0) {
		if (!text_number(&value, &num) || *value)
			return false;
		facts_offer_num(near, FACT_PORT_MTU, FROM_PASTE, num);
	} else if (strcmp(file, "address") == 0) {
		facts_offer_text(near, FACT_PORT_MAC, FROM_PASTE, value);
	} else {
		return take_counter(s, file, value);
	}
	return true;
}

/* "cat: /sys/class/net/eth1/speed: Invalid argument": a port without a link has none. */
static bool take_error(struct text_section *s, const char *text)
{
	const char *at = strstr(text, root);
	char name[20];

	if (!at || !strstr(text, ": Invalid argument"))
		return false;
	at += strlen(root);
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(at, "/"), at);
	if (!text_port_is(s, name))
		return false;
	if (strstr(at, "/speed:"))
		facts_gap(text_near(s), FACT_LINK_SPEED, FACT_FAILED, EINVAL);
	if (strstr(at, "/duplex:"))
		facts_gap(text_near(s), FACT_LINK_DUPLEX, FACT_FAILED, EINVAL);
	return true;
}

static bool read_file(struct text_section *s, const char *text)
{
	size_t len = strcspn(text, ":= \t");
	char path[128], *file;

	if (!text[len] || text[len] == ' ' || len >= sizeof(path))
		return false;
	snprintf(path, sizeof(path), "%.*s", (int)len, text);
	if (strncmp(path, root, strlen(root)) == 0) {
		file = strchr(path + strlen(root), '/');
		if (!file)
			return false;
		*file++ = '\0';
		if (!text_port_is(s, path + strlen(root)))
			return false;
	} else {
		file = path;
	}
	text += len + 1;
	text += strspn(text, " \t");
	if (strncmp(file, "statistics/", 11) == 0)
		return take_counter(s, file + 11, text) || strncmp(file + 11, "rx_", 3) == 0 ||
		       strncmp(file + 11, "tx_", 3) == 0 || strcmp(file + 11, "multicast") == 0;
	if (file == path && strcmp(file, "speed") != 0 && strcmp(file, "duplex") != 0 &&
	    strcmp(file, "carrier") != 0 && strcmp(file, "carrier_changes") != 0)
		return false;
	return take_file(s, file, text) || file != path;
}

/* "==> /sys/class/net/eth1/speed <==" */
static bool begins(struct text_section *s, const struct text_line *line)
{
	const char *text = line->text;
	char path[128], *file;

	if (!text_skip(&text, "==> /sys/class/net/") || !text_word(&text, path, sizeof(path)) ||
	    !text_skip(&text, "<==") || *text)
		return false;
	file = strchr(path, '/');
	if (!file)
		return false;
	*file++ = '\0';
	snprintf(s->note, sizeof(s->note), "%.60s", file);
	return text_port_is(s, path);
}

/* The file's only line. */
static bool read_value(struct text_section *s, const char *text)
{
	char file[sizeof(s->note)];

	if (!s->note[0] || text[strcspn(text, ": ")])
		return false;
	memcpy(file, s->note, sizeof(file));
	s->note[0] = '\0';
	return take_file(s, strncmp(file, "statistics/", 11) == 0 ? file + 11 : file, text);
}

static bool line(struct text_section *s, const struct text_line *line)
{
	return read_value(s, line->text) || read_file(s, line->text) || take_error(s, line->text);
}

const struct text_reader text_sysfs = {
	.name = "sysfs",
	.help = "grep . /sys/class/net/IFACE/statistics/*",
	.fields = true,
	.headless = true,
	.lists = true,
	.begins = begins,
	.line = line,
};
