// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Takes what identifies a site out of a bundle.
 *
 * Every stand-in has the length of what it replaces, so it can be put into raw
 * answers where they stand and no netlink length becomes wrong.  A text is gone
 * through once, so a stand-in is never taken for an address again.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fact/bundle.h"

#define ADDRESS_MAX 32	/* MAX_ADDR_LEN of the kernel */
#define SWAP_MAX 128
#define SERIAL_MIN 5

struct swap {
	char from[SWAP_MAX], to[SWAP_MAX];
	size_t len;
	bool word;	/* only where it is no part of a longer word */
};

struct swaps {
	struct swap *item;
	unsigned int count, room, addresses, names;
	bool failed;
};

static const struct swap *find(const struct swaps *s, const void *from, size_t len)
{
	for (unsigned int i = 0; i < s->count; i++)
		if (s->item[i].len == len && memcmp(s->item[i].from, from, len) == 0)
			return &s->item[i];
	return NULL;
}

static void add(struct swaps *s, const void *from, const void *to, size_t len, bool word)
{
	struct swap *swap;

	if (len == 0 || len > SWAP_MAX || find(s, from, len))
		return;
	if (s->count == s->room) {
		unsigned int room = s->room ? 2 * s->room : 64;
		struct swap *item = realloc(s->item, room * sizeof(*item));

		s->failed = s->failed || !item;
		if (!item)
			return;
		s->item = item;
		s->room = room;
	}
	swap = &s->item[s->count++];
	*swap = (struct swap){ .len = len, .word = word };
	memcpy(swap->from, from, len);
	memcpy(swap->to, to, len);
}

static size_t address_parse(const char *text, unsigned char bytes[static ADDRESS_MAX])
{
	size_t n = 0;

	while (n < ADDRESS_MAX && sscanf(text + 3 * n, "%2hhx", &bytes[n]) == 1) {
		n++;
		if (text[3 * n - 1] != ':')
			break;
	}
	return n;
}

static void address_texts(const unsigned char *bytes, size_t n, char *colons, char *bare)
{
	for (size_t i = 0; i < n; i++) {
		sprintf(colons + 3 * i, i + 1 < n ? "%02x:" : "%02x", bytes[i]);
		sprintf(bare + 2 * i, "%02x", bytes[i]);
	}
}

/*
 * The half of an IPv6 address that is made of a hardware address (RFC 4291
 * appendix A), as it is printed: without the zeros in front of its four groups,
 * and from the first group on that is not 0.
 */
static void add_made_of(struct swaps *s, const unsigned char *from, const unsigned char *to)
{
	unsigned int group[] = { (from[0] ^ 2u) << 8 | from[1], from[2] << 8 | 0xffu,
				 0xfe00u | from[3], (unsigned int)from[4] << 8 | from[5] };
	unsigned int stand_in[] = { (to[0] ^ 2u) << 8 | to[1], to[2] << 8 | 0xffu, 0xfe00u | to[3],
				    (unsigned int)to[4] << 8 | to[5] };
	char text[24] = "", other[24] = "";
	int at = 0, len;

	for (size_t i = group[0] == 0; i < 4; i++) {
		char number[8];

		len = snprintf(number, sizeof(number), "%x", group[i]);
		at += sprintf(text + at, "%s%s", at ? ":" : "", number);
		if (snprintf(number, sizeof(number), "%0*x", len, stand_in[i]) > len)
			memset(number, '0', sizeof(number));
		sprintf(other + strlen(other), "%s%.*s", other[0] ? ":" : "", len, number);
	}
	add(s, text, other, strlen(text), true);
}

/* An address stands in answers as bytes, and in text with and without colons. */
static void add_address(struct swaps *s, const char *text)
{
	unsigned char from[ADDRESS_MAX] = { 0 }, to[ADDRESS_MAX] = { 2 };
	static const unsigned char none[ADDRESS_MAX];
	char colons[SWAP_MAX], bare[SWAP_MAX], to_colons[SWAP_MAX], to_bare[SWAP_MAX];
	size_t n;

	if (!text || find(s, text, strlen(text)))
		return;
	n = address_parse(text, from);
	if (n < 6 || memcmp(from, none, n) == 0)
		return;
	s->addresses++;
	to[n - 2] = (unsigned char)(s->addresses >> 8);
	to[n - 1] = (unsigned char)s->addresses;
	address_texts(from, n, colons, bare);
	address_texts(to, n, to_colons, to_bare);
	add(s, colons, to_colons, 3 * n - 1, false);
	add(s, bare, to_bare, 2 * n, false);
	add(s, from, to, n, false);
	if (n == 6)
		add_made_of(s, from, to);
}

static void add_named(struct swaps *s, const char *name, size_t len, const char *kind, bool word)
{
	char to[SWAP_MAX], stem[32];

	if (len == 0 || len > SWAP_MAX || find(s, name, len))
		return;
	memset(to, 'x', sizeof(to));
	snprintf(stem, sizeof(stem), "%s%u", kind, s->names + 1);
	if (strlen(stem) < len) {
		memcpy(to, stem, strlen(stem));
		s->names++;
	}
	add(s, name, to, len, word);
}

static void add_name(struct swaps *s, const char *name, size_t len)
{
	add_named(s, name, len, "name", true);
}

/*
 * In an EEPROM any byte may stand beside it, so it is no word; what is too
 * short to be a serial number would be found everywhere.
 */
static void add_serial(struct swaps *s, const char *serial)
{
	size_t len = serial ? strlen(serial) : 0;

	if (len >= SERIAL_MIN)
		add_named(s, serial, len, "sn", false);
}

static void add_names(struct swaps *s, const char *names)
{
	while (names && *names) {
		size_t len = strcspn(names, "\n");

		add_name(s, names, len);
		names += len + (names[len] == '\n');
	}
}

static void add_addresses(struct swaps *s, const char *lines)
{
	while (lines && *lines) {
		size_t len = strcspn(lines, "\n");
		char one[SWAP_MAX];

		snprintf(one, sizeof(one), "%.*s", (int)len, lines);
		add_address(s, one);
		lines += len + (lines[len] == '\n');
	}
}

/* Behind the priority of a bridge stands its address. */
static void add_bridge(struct swaps *s, const char *bridge)
{
	const char *dot = bridge ? strchr(bridge, '.') : NULL;

	add_address(s, dot ? dot + 1 : NULL);
}

/* "sw-rack3 Fa0/7 (lldp)", a line each: a long name is cut there, hence a word of its own. */
static void add_first_words(struct swaps *s, const char *lines)
{
	while (lines && *lines) {
		size_t len = strcspn(lines, "\n");

		add_name(s, lines, strcspn(lines, " \n"));
		lines += len + (lines[len] == '\n');
	}
}

/* What identifies a site.  Addresses first: a name that is one gets the stand-in of the address. */
static const struct {
	enum fact_id id;
	void (*add)(struct swaps *s, const char *text);
} identifying[] = {
	{ FACT_PORT_MAC, add_address }, { FACT_PORT_PERM_MAC, add_address },
	{ FACT_LOG_OWN_ADDRESSES, add_addresses },
	{ FACT_BOND_PARTNER_MAC, add_address }, { FACT_NEIGHBOR_MAC, add_address },
	{ FACT_NEIGHBOR_CHASSIS, add_address }, { FACT_NEIGHBOR_PORT, add_address },
	{ FACT_LACP_SYSTEM, add_address }, { FACT_STP_BRIDGE, add_bridge },
	{ FACT_STP_ROOT, add_bridge }, { FACT_MODULE_SERIAL, add_serial },
	{ FACT_PORT_ALTNAMES, add_names }, { FACT_NEIGHBOR_SYSTEM, add_names },
	{ FACT_NEIGHBOR_CHASSIS, add_names }, { FACT_NEIGHBOR_PORT_DESCRIPTION, add_names },
	{ FACT_VTP_DOMAIN, add_names }, { FACT_VLAN_NAMES, add_names }, { FACT_NEIGHBOR_ADDRESSES, add_names },
	{ FACT_NEIGHBOR_LIST, add_first_words },
};

/* The second word of two sources identifies as much as the first. */
static void collect(struct swaps *s, const struct facts *f)
{
	for (size_t i = 0; i < sizeof(identifying) / sizeof(identifying[0]); i++) {
		identifying[i].add(s, facts_text(f, identifying[i].id));
		for (unsigned int k = 0; k < f->others; k++)
			if (f->other[k].id == identifying[i].id)
				identifying[i].add(s, f->other[k].fact.text);
	}
}

static bool is_address(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (i % 3 == 2 ? text[i] != ':' : !isxdigit((unsigned char)text[i]))
			return false;
	return true;
}

/* A bond's file has the addresses of its other members and of the partner. */
static void collect_answers(struct swaps *s, const struct answers *answers)
{
	const size_t len = strlen("00:00:00:00:00:00");

	for (size_t i = 0; i < answers->count; i++) {
		const char *bytes = (const char *)answers->item[i].bytes;

		for (size_t at = 0; at + len <= answers->item[i].len_bytes; at++) {
			char address[32];

			if (!is_address(bytes + at, len))
				continue;
			snprintf(address, sizeof(address), "%.*s", (int)len, bytes + at);
			add_address(s, address);
			at += len - 1;
		}
	}
}

static bool in_word(const char *begin, const char *at, const char *end)
{
	return at >= begin && at < end && isalnum((unsigned char)*at);
}

/* The longest: "sw1" is a part of "sw1.example.org". */
static const struct swap *match(const struct swaps *s, const char *begin, const char *at,
				const char *end)
{
	const struct swap *best = NULL;

	for (unsigned int i = 0; i < s->count; i++) {
		const struct swap *swap = &s->item[i];

		if (swap->len > (size_t)(end - at) || memcmp(at, swap->from, swap->len) != 0 ||
		    (best && swap->len <= best->len))
			continue;
		if (!swap->word ||
		    (!in_word(begin, at - 1, end) && !in_word(begin, at + swap->len, end)))
			best = swap;
	}
	return best;
}

static void replace(void *bytes, size_t len, const struct swaps *s)
{
	char *begin = bytes, *at = begin, *end = begin + len;

	while (at < end) {
		const struct swap *swap = match(s, begin, at, end);

		if (swap)
			memcpy(at, swap->to, swap->len);
		at += swap ? swap->len : 1;
	}
}

static bool is_text(enum fact_id id)
{
	return fact_row(id)->kind == KIND_TEXT || fact_row(id)->kind == KIND_LIST;
}

static void replace_facts(struct facts *f, const struct swaps *s)
{
	for (int id = 0; id < FACT_COUNT; id++)
		if (f->item[id].state == FACT_KNOWN && is_text((enum fact_id)id))
			replace(f->item[id].text, strlen(f->item[id].text), s);
	for (unsigned int i = 0; i < f->others; i++)
		if (is_text(f->other[i].id))
			replace(f->other[i].fact.text, strlen(f->other[i].fact.text), s);
}

static void replace_port(struct bundle_port *port, const struct swaps *s)
{
	replace(port->name, strlen(port->name), s);
	for (int k = 0; k < SET_COUNT; k++)
		replace_facts(&port->facts->set[k], s);
	for (size_t k = 0; k < port->answers.count; k++)
		replace(port->answers.item[k].bytes, port->answers.item[k].len_bytes, s);
}

/* "nfs4 /home/user" names a place of the site: the kind of file system stays. */
static void drop_mounts(struct facts *f)
{
	struct fact *netfs = &f->item[FACT_PORT_NETFS];
	struct fact kinds = { .state = FACT_KNOWN, .source = netfs->source };
	char kind[FACT_TEXT_MAX];

	if (netfs->state != FACT_KNOWN)
		return;
	for (const char *at = netfs->text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
		snprintf(kind, sizeof(kind), "%.*s", (int)strcspn(at, " \n"), at);
		fact_list_add(&kinds, kind);
	}
	*netfs = kinds;
}

/*
 * "fe80::1".  A half that is made of a known hardware address is replaced by what is
 * made of the stand-in: so it can still be seen of whom it is.  What stands in front
 * of it tells of the site, unless it is that of every link.
 */
static void add_taken(struct swaps *s, const char *taken, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (match(s, taken, taken + i, taken + len)) {
			while (i && taken[i - 1] == ':')
				i--;
			if (len < 5 || memcmp(taken, "fe80:", 5) != 0)
				add_named(s, taken, i, "ip", true);
			return;
		}
	add_named(s, taken, len, "ip", true);
}

/* Of each line that tells of one: the fact has only the last.  Hardware addresses are known. */
static void collect_taken(struct swaps *s, const struct answers *answers)
{
	static const char before[] = "duplicate address ";

	for (size_t i = 0; i < answers->count; i++) {
		const char *at = (const char *)answers->item[i].bytes;
		const char *end = at + answers->item[i].len_bytes;

		while (at < end && (at = memmem(at, (size_t)(end - at), before, strlen(before)))) {
			size_t len = 0;

			at += strlen(before);
			while (at + len < end && (isxdigit((unsigned char)at[len]) || at[len] == ':'))
				len++;
			add_taken(s, at, len);
		}
	}
}

static void add_taken_fact(struct swaps *s, const struct facts *f)
{
	const char *taken = facts_text(f, FACT_LOG_ADDRESS_TAKEN);
	size_t len = taken ? strcspn(taken, " ") : 0;

	if (len == 0)
		return;
	add_address(s, taken[len] ? taken + len + 1 : NULL);
	add_taken(s, taken, len);
}

int bundle_anonymize(struct bundle *bundle)
{
	struct swaps s = { 0 };

	for (unsigned int i = 0; i < bundle->ports; i++)
		for (int k = 0; k < SET_COUNT; k++) {
			drop_mounts(&bundle->port[i].facts->set[k]);
			collect(&s, &bundle->port[i].facts->set[k]);
		}
	for (unsigned int i = 0; i < bundle->ports; i++)
		collect_answers(&s, &bundle->port[i].answers);
	for (unsigned int i = 0; i < bundle->ports; i++) {
		add_taken_fact(&s, &bundle->port[i].facts->set[SET_NEAR]);
		add_taken_fact(&s, &bundle->port[i].facts->set[SET_FAR]);
		collect_taken(&s, &bundle->port[i].answers);
	}
	add_name(&s, bundle->host, strlen(bundle->host));
	for (unsigned int i = 0; i < bundle->ports && !s.failed; i++)
		replace_port(&bundle->port[i], &s);
	snprintf(bundle->host, sizeof(bundle->host), "host");
	free(s.item);
	return s.failed ? -ENOMEM : 0;
}
