// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Takes what identifies a site out of a bundle.
 *
 * Every stand-in has the length of what it replaces, so it can be put into raw
 * answers where they stand and no netlink length becomes wrong.
 */
#include <stdio.h>
#include <string.h>

#include "fact/bundle.h"

#define SWAPS_MAX 256
#define SWAP_MAX 128

struct swap {
	char from[SWAP_MAX], to[SWAP_MAX];
	size_t len;
};

struct swaps {
	struct swap item[SWAPS_MAX];
	unsigned int count, macs, names;
};

static void add(struct swaps *s, const void *from, const void *to, size_t len)
{
	for (unsigned int i = 0; i < s->count; i++)
		if (s->item[i].len == len && memcmp(s->item[i].from, from, len) == 0)
			return;
	if (s->count == SWAPS_MAX || len == 0 || len > SWAP_MAX)
		return;
	memcpy(s->item[s->count].from, from, len);
	memcpy(s->item[s->count].to, to, len);
	s->item[s->count++].len = len;
}

static bool known_mac(const struct swaps *s, const char *mac)
{
	for (unsigned int i = 0; i < s->count; i++)
		if (s->item[i].len == 17 && memcmp(s->item[i].from, mac, 17) == 0)
			return true;
	return false;
}

/* An address stands in answers as 6 bytes, and in text with and without colons. */
static void add_mac(struct swaps *s, const char *mac)
{
	unsigned char from[6], to[6] = { 2, 0, 0, 0, 0, 0 };
	char bare_from[16], bare_to[16], text_to[24];

	if (!mac || known_mac(s, mac) ||
	    sscanf(mac, "%2hhx:%2hhx:%2hhx:%2hhx:%2hhx:%2hhx", &from[0], &from[1], &from[2],
		   &from[3], &from[4], &from[5]) != 6 ||
	    memcmp(from, "\0\0\0\0\0\0", 6) == 0)
		return;
	s->macs++;
	to[4] = (unsigned char)(s->macs >> 8);
	to[5] = (unsigned char)s->macs;
	snprintf(bare_from, sizeof(bare_from), "%02x%02x%02x%02x%02x%02x", from[0], from[1],
		 from[2], from[3], from[4], from[5]);
	snprintf(bare_to, sizeof(bare_to), "02000000%02x%02x", to[4], to[5]);
	snprintf(text_to, sizeof(text_to), "02:00:00:00:%02x:%02x", to[4], to[5]);
	add(s, mac, text_to, 17);
	add(s, bare_from, bare_to, 12);
	add(s, from, to, 6);
}

static void add_name(struct swaps *s, const char *name, size_t len)
{
	char to[SWAP_MAX];
	int n;

	if (len == 0 || len > SWAP_MAX)
		return;
	memset(to, 'x', sizeof(to));
	n = snprintf(NULL, 0, "name%u", s->names + 1);
	if ((size_t)n < len) {
		char stem[32];

		snprintf(stem, sizeof(stem), "name%u", ++s->names);
		memcpy(to, stem, (size_t)n);
	}
	add(s, name, to, len);
}

static void collect(struct swaps *s, const struct sets *sets)
{
	for (int i = 0; i < SET_COUNT; i++) {
		const char *names = facts_text(&sets->set[i], FACT_PORT_ALTNAMES);

		add_mac(s, facts_text(&sets->set[i], FACT_PORT_MAC));
		add_mac(s, facts_text(&sets->set[i], FACT_PORT_PERM_MAC));
		while (names && *names) {
			size_t len = strcspn(names, "\n");

			add_name(s, names, len);
			names += len + (names[len] == '\n');
		}
	}
}

static void replace(void *bytes, size_t len, const struct swaps *s)
{
	char *at = bytes, *end = at + len;

	for (unsigned int i = 0; i < s->count; i++) {
		const struct swap *swap = &s->item[i];
		char *hit = at;

		while ((hit = memmem(hit, (size_t)(end - hit), swap->from, swap->len))) {
			memcpy(hit, swap->to, swap->len);
			hit += swap->len;
		}
	}
}

static void replace_facts(struct facts *f, const struct swaps *s)
{
	for (int id = 0; id < FACT_COUNT; id++) {
		enum fact_kind kind = fact_row((enum fact_id)id)->kind;
		struct fact *fact = &f->item[id];

		if (fact->state == FACT_KNOWN && (kind == KIND_TEXT || kind == KIND_LIST))
			replace(fact->text, strlen(fact->text), s);
	}
	for (unsigned int i = 0; i < f->others; i++) {
		enum fact_kind kind = fact_row(f->other[i].id)->kind;

		if (kind == KIND_TEXT || kind == KIND_LIST)
			replace(f->other[i].fact.text, strlen(f->other[i].fact.text), s);
	}
}

void bundle_anonymize(struct bundle *bundle)
{
	struct swaps s = { 0 };

	for (unsigned int i = 0; i < bundle->ports; i++)
		collect(&s, bundle->port[i].facts);
	for (unsigned int i = 0; i < bundle->ports; i++) {
		struct bundle_port *port = &bundle->port[i];

		replace(port->name, strlen(port->name), &s);
		for (int k = 0; k < SET_COUNT; k++)
			replace_facts(&port->facts->set[k], &s);
		for (size_t k = 0; k < port->answers.count; k++)
			replace(port->answers.item[k].bytes, port->answers.item[k].len_bytes, &s);
	}
	snprintf(bundle->host, sizeof(bundle->host), "host");
}
