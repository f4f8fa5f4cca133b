// SPDX-License-Identifier: GPL-3.0-or-later
/* ifconfig of net-tools 1.60 ("RX packets:7 errors:0") and 2 ("RX packets 7  bytes 9"). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "text/reader.h"

enum { WAY_NONE, WAY_RX, WAY_TX };

static const struct {
	const char *word;
	int way;	/* WAY_NONE: either */
	enum fact_id total;
} counters[] = {
	{ "packets", WAY_RX, FACT_TOTAL_RX_FRAMES },
	{ "packets", WAY_TX, FACT_TOTAL_TX_FRAMES },
	{ "bytes", WAY_RX, FACT_TOTAL_RX_BYTES },
	{ "bytes", WAY_TX, FACT_TOTAL_TX_BYTES },
	{ "errors", WAY_RX, FACT_TOTAL_RX_ERRORS },
	{ "errors", WAY_TX, FACT_TOTAL_TX_ERRORS },
	{ "overruns", WAY_RX, FACT_TOTAL_HOST_DROPS },
	{ "frame", WAY_RX, FACT_TOTAL_ALIGNMENT },
	{ "carrier", WAY_TX, FACT_TOTAL_CARRIER },
	{ "collisions", WAY_NONE, FACT_TOTAL_COLLISIONS },
};

/* Words of these lines that are no counters of ours. */
static const char *const others[] = { "dropped", "overruns", "txqueuelen", "compressed", "multicast" };

static bool is_other(const char *word)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (strcmp(word, others[i]) == 0)
			return true;
	return false;
}

/* One "word number" or "word:number". */
static bool one_counter(struct text_section *s, const char **at, int way)
{
	const char *from = *at + strspn(*at, " \t,;");
	size_t len = strspn(from, "abcdefghijklmnopqrstuvwxyz");
	char word[24];
	int64_t count;

	if (len == 0 || len >= sizeof(word))
		return false;
	snprintf(word, sizeof(word), "%.*s", (int)len, from);
	from += len;
	from += *from == ':';
	if (!text_number(&from, &count))
		return false;
	if (*(from + strspn(from, " ")) == '(')
		from = strchr(from, ')') ? strchr(from, ')') + 1 : from;
	*at = from;
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
		if (strcmp(word, counters[i].word) == 0 &&
		    (counters[i].way == WAY_NONE || counters[i].way == way)) {
			text_count(s, counters[i].total, count);
			return true;
		}
	return is_other(word);
}

static bool counters_line(struct text_section *s, const char *at)
{
	int way = WAY_NONE;

	do {
		if (text_skip(&at, "RX "))
			way = WAY_RX;
		else if (text_skip(&at, "TX "))
			way = WAY_TX;
		if (!one_counter(s, &at, way))
			return false;
		at += strspn(at, " \t,;");
	} while (*at);
	return true;
}

static bool has_flag(const char *flags, const char *flag)
{
	const char *hit = strstr(flags, flag);
	size_t len = strlen(flag);

	return hit && !isalnum((unsigned char)hit[len]) && hit[len] != '_' &&
	       (hit == flags || !isalnum((unsigned char)hit[-1]));
}

static void take_flags(struct text_section *s, const char *flags)
{
	bool up = has_flag(flags, "UP");

	facts_offer_bool(text_near(s), FACT_LINK_ADMIN_UP, FROM_PASTE, up);
	facts_offer_bool(text_near(s), FACT_LINK_UP, FROM_PASTE, up && has_flag(flags, "RUNNING"));
	if (has_flag(flags, "LOOPBACK"))
		facts_offer_text(text_near(s), FACT_PORT_KIND, FROM_PASTE, "loopback");
}

static void take_mtu(struct text_section *s, const char *text, const char *key)
{
	const char *at = strstr(text, key);
	int64_t mtu;

	if (!at)
		return;
	at += strlen(key);
	if (text_number(&at, &mtu))
		facts_offer_num(text_near(s), FACT_PORT_MTU, FROM_PASTE, mtu);
}

/* "eth0: flags=4163<UP,BROADCAST,RUNNING,MULTICAST>  mtu 1500" */
static bool new_head(struct text_section *s, const char *text)
{
	const char *flags = strstr(text, ": flags=");
	char name[16];

	if (!flags || flags == text || (size_t)(flags - text) >= sizeof(name) || !strchr(flags, '<') ||
	    !strchr(flags, '>'))
		return false;
	snprintf(name, sizeof(name), "%.*s", (int)(flags - text), text);
	if (!text_port_is(s, name))
		return false;
	take_flags(s, strchr(flags, '<'));
	take_mtu(s, flags, "mtu ");
	return true;
}

static bool take_mac(struct text_section *s, const char *text, const char *key)
{
	const char *at = strstr(text, key);
	char mac[24];

	if (!at)
		return false;
	at += strlen(key);
	if (!text_word(&at, mac, sizeof(mac)) || strlen(mac) != 17)
		return false;
	for (char *c = mac; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	facts_offer_text(text_near(s), FACT_PORT_MAC, FROM_PASTE, mac);
	return true;
}

/* "eth0      Link encap:Ethernet  HWaddr 00:50:DA:00:00:01" */
static bool old_head(struct text_section *s, const char *text)
{
	char name[20];

	if (!text_word(&text, name, sizeof(name)) || !text_skip(&text, "Link encap:"))
		return false;
	name[strcspn(name, ":")] = '\0';	/* an alias is the same port */
	if (!text_port_is(s, name))
		return false;
	if (text_has(text, "Local Loopback"))
		facts_offer_text(text_near(s), FACT_PORT_KIND, FROM_PASTE, "loopback");
	take_mac(s, text, "HWaddr ");
	return true;
}

static bool begins(struct text_section *s, const struct text_line *line)
{
	return new_head(s, line->text) || old_head(s, line->text);
}

/* "UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1", "ether 02:..", "inet addr:.." */
static bool other_line(struct text_section *s, const char *text)
{
	static const char *const start[] = { "inet", "ether ", "loop ", "Interrupt:", "device ",
					     "unspec ", "infiniband ", "Base address:" };

	if (strstr(text, "MTU:") && strstr(text, "Metric:")) {
		take_flags(s, text);
		take_mtu(s, text, "MTU:");
		return true;
	}
	take_mac(s, text, "ether ");
	for (size_t i = 0; i < sizeof(start) / sizeof(start[0]); i++)
		if (strncmp(text, start[i], strlen(start[i])) == 0)
			return true;
	return false;
}

static bool line(struct text_section *s, const struct text_line *line)
{
	const char *at = line->text;

	/* Without its head only the line of both ways is known. */
	if (!text_named(s) && !text_skip(&at, "RX packets") && !text_skip(&at, "TX packets") &&
	    !text_skip(&at, "RX errors") && !text_skip(&at, "TX errors") &&
	    !text_skip(&at, "collisions:") && !text_skip(&at, "RX bytes:"))
		return false;
	return counters_line(s, line->text) || other_line(s, line->text);
}

const struct text_reader text_ifconfig = {
	.name = "ifconfig",
	.help = "ifconfig, ifconfig -a",
	.fields = true,
	.headless = true,
	.lists = true,
	.begins = begins,
	.line = line,
};
