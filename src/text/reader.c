// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/reader.h"

#include <string.h>

#include "text/case-private.h"

const struct text_reader *const text_readers[] = {
	&text_ethtool, &text_statistics, &text_pause, &text_eee, &text_fec, &text_info,
	&text_module, &text_ifconfig, &text_ip_link, &text_mii_tool, &text_mii_diag, &text_words, &text_bonding,
	&text_json, &text_sysfs, &text_proc_net_dev, &text_other, &text_switch, &text_switch_status, &text_log,
	NULL
};

const struct text_reader *text_reader_find(const char *name)
{
	for (unsigned int i = 0; text_readers[i]; i++)
		if (strcmp(text_readers[i]->name, name) == 0)
			return text_readers[i];
	return NULL;
}

bool text_named(const struct text_section *s)
{
	return s->port->name[0];
}

void text_port_none(struct text_section *s)
{
	s->port = s->of->port[0];
}

struct text_log *text_log_of(struct text_section *s)
{
	return &s->port->log;
}

void text_log_time(struct text_section *s, double now_s)
{
	s->of->log_end_s = now_s;
}

struct facts *text_near(struct text_section *s)
{
	return &s->port->sets->set[SET_NEAR];
}

struct facts *text_partner(struct text_section *s)
{
	return &s->port->sets->set[SET_PARTNER];
}

struct facts *text_weak(struct text_section *s)
{
	return &s->port->weak;
}

void text_count(struct text_section *s, enum fact_id total, int64_t count)
{
	struct text_counter *counter = &s->port->counter[total - FACT_TOTAL_FIRST];

	if (counter->by && (counter->by != s->reader || counter->serial == s->serial))
		return;
	if (!counter->by)
		counter->first = count;
	counter->by = s->reader;
	counter->serial = s->serial;
	counter->sections++;
	counter->last = count;
}

void text_count_most(struct text_section *s, enum fact_id total, int64_t count)
{
	struct text_counter *counter = &s->port->counter[total - FACT_TOTAL_FIRST];

	text_count(s, total, count);
	if (counter->by != s->reader || counter->serial != s->serial || count <= counter->last)
		return;
	counter->last = count;
	if (counter->sections == 1)
		counter->first = count;
}

void text_count_named(struct text_section *s, int name, int64_t count)
{
	struct text_named *named = &s->port->named[name];

	if (named->sections && named->serial == s->serial)
		return;
	if (!named->sections)
		named->first = count;
	named->serial = s->serial;
	named->sections++;
	named->last = count;
}

void text_count_lane(struct text_section *s, unsigned int lane, int64_t blocks)
{
	struct text_lanes *fec = &s->port->fec;

	if (fec->serial != s->serial) {
		if (fec->sections++ == 1)
			fec->first = fec->last;
		fec->serial = s->serial;
		fec->last.count = 0;
	}
	if (lane == fec->last.count && lane < FACT_REALS_MAX)
		fec->last.at[fec->last.count++] = (double)blocks;
}

void text_gap(struct facts *f, enum fact_id id)
{
	facts_gap(f, id, FACT_ABSENT, 0);
}

/* 65535 is -1 in the 16 bits of old ethtool, 4294967295 in the 32 of the new. */
void text_speed(struct text_section *s, int64_t mbps)
{
	if (mbps <= 0 || mbps == UINT16_MAX || mbps >= UINT32_MAX)
		text_gap(text_near(s), FACT_LINK_SPEED);
	else
		facts_offer_num(text_near(s), FACT_LINK_SPEED, FROM_PASTE, mbps);
}

bool text_yes_no(const char *value, bool *yes)
{
	static const char *const words[][2] = {
		{ "yes", "no" }, { "on", "off" }, { "enabled", "disabled" }, { "true", "false" },
		{ "up", "down" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (text_same(value, words[i][0]) || text_same(value, words[i][1])) {
			*yes = text_same(value, words[i][0]);
			return true;
		}
	}
	return false;
}

static const struct text_key *key_of(const struct text_key *keys, const char *text)
{
	while (keys->key && !text_value(text, keys->key))
		keys++;
	return keys->key ? keys : NULL;
}

/* Where the next key stands on the same line, two spaces away: its offset, or the end. */
static size_t next_key(const struct text_key *keys, const char *value)
{
	const char *at = value;

	while ((at = strstr(at, "  "))) {
		const char *rest = at + strspn(at, " ");

		if (key_of(keys, rest))
			return (size_t)(at - value);
		at = rest;
	}
	return strlen(value);
}

bool text_take_key(struct text_section *s, const struct text_key *keys, const char *text)
{
	const struct text_key *key = key_of(keys, text);
	char value[TEXT_LINE_MAX];
	const char *rest;
	size_t len;

	if (!key)
		return false;
	rest = text_value(text, key->key);
	len = next_key(keys, rest);
	memcpy(value, rest, len);
	value[len] = '\0';
	if (!key->take(s, key, value))
		return false;
	rest += len + strspn(rest + len, " ");
	return !*rest || text_take_key(s, keys, rest);
}

bool text_take_bool(struct text_section *s, const struct text_key *key, const char *value)
{
	bool yes;

	if (!text_yes_no(value, &yes))
		return false;
	facts_offer_bool(text_near(s), key->id, FROM_PASTE, yes);
	return true;
}

bool text_take_text(struct text_section *s, const struct text_key *key, const char *value)
{
	if (*value)
		facts_offer_text(text_near(s), key->id, FROM_PASTE, value);
	return true;
}

bool text_take_nothing(struct text_section *s, const struct text_key *key, const char *value)
{
	(void)s;
	(void)key;
	(void)value;
	return true;
}
