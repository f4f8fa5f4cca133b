// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/fact.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct fact_row rows[FACT_COUNT] = {
#define X(id, name_, kind_, group_, unit_, help_) \
	[FACT_##id] = { .name = name_, .kind = KIND_##kind_, .group = GROUP_##group_, \
			.unit = unit_, .help = help_ },
	FACT_TABLE(X)
#undef X
#define C(id, name_, unit_, help_) \
	[FACT_COUNTER_##id] = { .name = "counter." name_, .kind = KIND_NUM, \
				.group = GROUP_DERIVED, .unit = unit_, .help = help_ },
	FACT_COUNTERS(C)
#undef C
#define C(id, name_, unit_, help_) \
	[FACT_TOTAL_##id] = { .name = "total." name_, .kind = KIND_NUM, \
			      .group = GROUP_COUNTERS, .unit = unit_, .help = help_ },
	FACT_COUNTERS(C)
#undef C
};

const char *const fact_set_name[SET_COUNT] = {
	[SET_NEAR] = "near",
	[SET_PARTNER] = "partner",
	[SET_FAR] = "far",
	[SET_FAR_PARTNER] = "far_partner",
	[SET_PATH] = "path",
};

const char *const fact_source_name[FROM_COUNT] = {
	[FROM_NOWHERE] = "nowhere",
	[FROM_NETLINK] = "netlink",
	[FROM_IOCTL] = "ioctl",
	[FROM_MII] = "mii",
	[FROM_SYSFS] = "sysfs",
	[FROM_LLDP] = "lldp",
	[FROM_CDP] = "cdp",
	[FROM_LOG] = "log",
	[FROM_PEER] = "peer",
	[FROM_PASTE] = "paste",
	[FROM_MEASURED] = "measured",
	[FROM_LAB] = "lab",
	[FROM_HOST] = "host",
	[FROM_PROC] = "proc",
};

const char *const fact_state_name[] = {
	[FACT_UNREAD] = "unread",
	[FACT_ABSENT] = "absent",
	[FACT_FAILED] = "failed",
	[FACT_DENIED] = "denied",
	[FACT_KNOWN] = "known",
};

const struct fact_row *fact_row(enum fact_id id)
{
	return &rows[id];
}

int fact_find(const char *name)
{
	for (int id = 0; id < FACT_COUNT; id++)
		if (strcmp(rows[id].name, name) == 0)
			return id;
	return -1;
}

static bool words_equal(const struct words *a, const struct words *b)
{
	return a->count == b->count &&
	       memcmp(a->reg, b->reg, a->count * sizeof(a->reg[0])) == 0;
}

bool fact_equal(enum fact_kind kind, const struct fact *a, const struct fact *b)
{
	if (a->state != b->state)
		return false;
	if (a->state != FACT_KNOWN)
		return true;
	switch (kind) {
	case KIND_BOOL:
		return a->yes == b->yes;
	case KIND_NUM:
		return a->num == b->num;
	case KIND_REAL:
		return a->real == b->real;
	case KIND_TEXT:
	case KIND_LIST:
		return strcmp(a->text, b->text) == 0;
	case KIND_MODES:
		return modes_equal(&a->modes, &b->modes);
	case KIND_WORDS:
		return words_equal(&a->words, &b->words);
	}
	return false;
}

struct sets *sets_new(void)
{
	return calloc(1, sizeof(struct sets));
}

void sets_free(struct sets *sets)
{
	free(sets);
}

void facts_put(struct facts *f, enum fact_id id, const struct fact *value)
{
	f->item[id] = *value;
}

static void keep_other(struct facts *f, enum fact_id id, const struct fact *value)
{
	for (unsigned int i = 0; i < f->others; i++)
		if (f->other[i].id == id &&
		    fact_equal(rows[id].kind, &f->other[i].fact, value))
			return;
	if (f->others == FACTS_OTHERS_MAX)
		return;
	f->other[f->others].id = id;
	f->other[f->others].fact = *value;
	f->others++;
}

bool facts_offer(struct facts *f, enum fact_id id, const struct fact *value)
{
	if (f->item[id].state != FACT_KNOWN) {
		f->item[id] = *value;
		return true;
	}
	if (fact_equal(rows[id].kind, &f->item[id], value))
		return true;
	keep_other(f, id, value);
	return false;
}

static struct fact known(enum fact_source from)
{
	return (struct fact){ .state = FACT_KNOWN, .source = from };
}

void fact_set_text(struct fact *fact, const char *text)
{
	size_t i;

	for (i = 0; text[i] && i + 1 < sizeof(fact->text); i++)
		fact->text[i] = (unsigned char)text[i] < ' ' || text[i] == 0x7f ? '?' : text[i];
	fact->text[i] = '\0';
}

void fact_list_add(struct fact *fact, const char *item)
{
	size_t used = strlen(fact->text);
	struct fact clean;

	fact_set_text(&clean, item);
	if (used + (used ? 1 : 0) + strlen(clean.text) < sizeof(fact->text))
		sprintf(fact->text + used, "%s%s", used ? "\n" : "", clean.text);
}

static struct fact known_text(enum fact_source from, const char *text)
{
	struct fact fact = known(from);

	fact_set_text(&fact, text);
	return fact;
}

void facts_put_bool(struct facts *f, enum fact_id id, enum fact_source from, bool yes)
{
	struct fact fact = known(from);

	fact.yes = yes;
	facts_put(f, id, &fact);
}

void facts_put_num(struct facts *f, enum fact_id id, enum fact_source from, int64_t num)
{
	struct fact fact = known(from);

	fact.num = num;
	facts_put(f, id, &fact);
}

void facts_put_text(struct facts *f, enum fact_id id, enum fact_source from, const char *text)
{
	struct fact fact = known_text(from, text);

	facts_put(f, id, &fact);
}

bool facts_offer_bool(struct facts *f, enum fact_id id, enum fact_source from, bool yes)
{
	struct fact fact = known(from);

	fact.yes = yes;
	return facts_offer(f, id, &fact);
}

bool facts_offer_num(struct facts *f, enum fact_id id, enum fact_source from, int64_t num)
{
	struct fact fact = known(from);

	fact.num = num;
	return facts_offer(f, id, &fact);
}

bool facts_offer_real(struct facts *f, enum fact_id id, enum fact_source from, double real)
{
	struct fact fact = known(from);

	fact.real = real;
	return facts_offer(f, id, &fact);
}

bool facts_offer_text(struct facts *f, enum fact_id id, enum fact_source from, const char *text)
{
	struct fact fact = known_text(from, text);

	return facts_offer(f, id, &fact);
}

bool facts_offer_modes(struct facts *f, enum fact_id id, enum fact_source from,
		       const struct modes *modes)
{
	struct fact fact = known(from);

	fact.modes = *modes;
	return facts_offer(f, id, &fact);
}

void facts_list_add(struct facts *f, enum fact_id id, enum fact_source from, const char *item)
{
	struct fact *fact = &f->item[id];

	if (fact->state != FACT_KNOWN)
		*fact = known(from);
	fact_list_add(fact, item);
}

void facts_gap(struct facts *f, enum fact_id id, enum fact_state state, int error)
{
	struct fact *fact = &f->item[id];

	if (state <= fact->state || state == FACT_KNOWN)
		return;
	*fact = (struct fact){ .state = state, .error = error };
}

void facts_join(struct facts *to, const struct facts *from)
{
	for (int id = 0; id < FACT_COUNT; id++) {
		const struct fact *fact = &from->item[id];

		if (fact->state == FACT_KNOWN)
			facts_offer(to, (enum fact_id)id, fact);
		else if (fact->state != FACT_UNREAD)
			facts_gap(to, (enum fact_id)id, fact->state, fact->error);
	}
	for (unsigned int i = 0; i < from->others; i++)
		facts_offer(to, from->other[i].id, &from->other[i].fact);
}

enum fact_state fact_state_of(int rc)
{
	switch (-rc) {
	case 0:
	case EOPNOTSUPP:
	case ENOSYS:
	case ENOENT:
	case ENOTTY:
		return FACT_ABSENT;
	case EPERM:
	case EACCES:
		return FACT_DENIED;
	default:
		return FACT_FAILED;
	}
}

void facts_settle(struct facts *f, enum fact_group group, int rc)
{
	enum fact_state state = fact_state_of(rc);

	for (int id = 0; id < FACT_COUNT; id++)
		if (rows[id].group == group)
			facts_gap(f, (enum fact_id)id, state, state == FACT_FAILED ? -rc : 0);
}

const struct fact *facts_get(const struct facts *f, enum fact_id id)
{
	return &f->item[id];
}

const struct fact *facts_other(const struct facts *f, enum fact_id id)
{
	for (unsigned int i = 0; i < f->others; i++)
		if (f->other[i].id == id)
			return &f->other[i].fact;
	return NULL;
}

bool facts_known(const struct facts *f, enum fact_id id)
{
	return f->item[id].state == FACT_KNOWN;
}

bool facts_yes(const struct facts *f, enum fact_id id)
{
	return facts_known(f, id) && f->item[id].yes;
}

bool facts_no(const struct facts *f, enum fact_id id)
{
	return facts_known(f, id) && !f->item[id].yes;
}

int64_t facts_num(const struct facts *f, enum fact_id id, int64_t if_unknown)
{
	return facts_known(f, id) ? f->item[id].num : if_unknown;
}

double facts_real(const struct facts *f, enum fact_id id, double if_unknown)
{
	return facts_known(f, id) ? f->item[id].real : if_unknown;
}

const char *facts_text(const struct facts *f, enum fact_id id)
{
	return facts_known(f, id) ? f->item[id].text : NULL;
}

bool facts_text_is(const struct facts *f, enum fact_id id, const char *text)
{
	return facts_known(f, id) && strcmp(f->item[id].text, text) == 0;
}

bool facts_list_has(const struct facts *f, enum fact_id id, const char *item)
{
	const char *at = facts_known(f, id) ? f->item[id].text : "";
	size_t want = strlen(item);

	while (*at) {
		size_t len = strcspn(at, "\n");

		if (len == want && memcmp(at, item, len) == 0)
			return true;
		at += len + (at[len] == '\n');
	}
	return false;
}

struct modes facts_modes(const struct facts *f, enum fact_id id)
{
	return facts_known(f, id) ? f->item[id].modes : (struct modes){ 0 };
}
