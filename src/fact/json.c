// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/json.h"

#include <math.h>
#include <string.h>

/* A driver may hand out bytes that are no UTF-8; JSON must stay valid. */
json_t *text_to_json(const char *text, size_t len)
{
	char clean[1024];
	json_t *json = json_stringn(text, len);
	size_t i;

	if (json)
		return json;
	for (i = 0; i < len && i + 1 < sizeof(clean); i++)
		clean[i] = (unsigned char)text[i] < 0x80 ? text[i] : '?';
	return json_stringn(clean, i);
}

static json_t *list_to_json(const char *text)
{
	json_t *array = json_array();

	while (*text) {
		size_t len = strcspn(text, "\n");

		json_array_append_new(array, text_to_json(text, len));
		text += len + (text[len] == '\n');
	}
	return array;
}

/* Modes proper, or the other bits of the set: connectors, pause, Autoneg. */
static json_t *modes_to_json(const struct modes *modes, bool flags)
{
	json_t *array = json_array();
	char name[32];

	for (int bit = 0; bit < MODES_BITS; bit++) {
		const struct mode_row *row = mode_row(bit);

		if (!modes_has(modes, bit) || (row && row->kind != MODE_IS_MODE) != flags)
			continue;
		mode_name(bit, name);
		json_array_append_new(array, json_string(name));
	}
	return array;
}

static json_t *words_to_json(const struct words *words)
{
	json_t *array = json_array();

	for (unsigned int i = 0; i < words->count; i++)
		json_array_append_new(array, words->reg[i] == WORD_UNREADABLE ?
					     json_null() : json_integer(words->reg[i]));
	return array;
}

/* jansson takes no NAN, which is null, and no infinity, which no device means. */
static json_t *reals_to_json(const struct reals *reals)
{
	json_t *array = json_array();

	for (unsigned int i = 0; i < reals->count; i++)
		json_array_append_new(array, isfinite(reals->at[i]) ? json_real(reals->at[i]) :
								      json_null());
	return array;
}

json_t *fact_value_to_json(enum fact_id id, const struct fact *fact)
{
	switch (fact_row(id)->kind) {
	case KIND_BOOL:
		return json_boolean(fact->yes);
	case KIND_NUM:
		return json_integer(fact->num);
	case KIND_REAL:
		return json_real(fact->real);
	case KIND_TEXT:
		return text_to_json(fact->text, strlen(fact->text));
	case KIND_LIST:
		return list_to_json(fact->text);
	case KIND_MODES:
		return modes_to_json(&fact->modes, false);
	case KIND_WORDS:
		return words_to_json(&fact->words);
	case KIND_REALS:
		return reals_to_json(&fact->reals);
	}
	return NULL;
}

json_t *fact_to_json(enum fact_id id, const struct fact *fact)
{
	const char *unit = fact_row(id)->unit;
	json_t *object = json_object();

	if (fact->state != FACT_KNOWN) {
		json_object_set_new(object, "state", json_string(fact_state_name[fact->state]));
		if (fact->error)
			json_object_set_new(object, "error", json_string(strerror(fact->error)));
		return object;
	}
	json_object_set_new(object, "value", fact_value_to_json(id, fact));
	if (fact_row(id)->kind == KIND_MODES)
		json_object_set_new(object, "flags", modes_to_json(&fact->modes, true));
	if (unit)
		json_object_set_new(object, "unit", json_string(unit));
	json_object_set_new(object, "from", json_string(fact_source_name[fact->source]));
	return object;
}

static void others_to_json(const struct facts *f, json_t *object)
{
	for (unsigned int i = 0; i < f->others; i++) {
		const struct fact_other *other = &f->other[i];
		json_t *first = json_object_get(object, fact_row(other->id)->name);
		json_t *also = json_object_get(first, "also");

		if (!also) {
			also = json_array();
			json_object_set_new(first, "also", also);
		}
		json_array_append_new(also, fact_to_json(other->id, &other->fact));
	}
}

json_t *facts_to_json(const struct facts *f)
{
	json_t *object = json_object();

	for (int id = 0; id < FACT_COUNT; id++)
		if (f->item[id].state != FACT_UNREAD)
			json_object_set_new(object, fact_row((enum fact_id)id)->name,
					    fact_to_json((enum fact_id)id, &f->item[id]));
	others_to_json(f, object);
	return object;
}

json_t *sets_to_json(const struct sets *sets)
{
	json_t *object = json_object();

	for (int i = 0; i < SET_COUNT; i++)
		json_object_set_new(object, fact_set_name[i], facts_to_json(&sets->set[i]));
	return object;
}

static bool list_from_json(struct fact *fact, const json_t *array)
{
	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *item = json_string_value(json_array_get(array, i));

		if (!item)
			return false;
		fact_list_add(fact, item);
	}
	return json_is_array(array);
}

static bool modes_from_json(struct modes *modes, const json_t *array)
{
	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *name = json_string_value(json_array_get(array, i));

		if (!name)
			return false;
		modes_add(modes, mode_bit(name));
	}
	return json_is_array(array);
}

static bool words_from_json(struct words *words, const json_t *array)
{
	for (size_t i = 0; i < json_array_size(array) && i < FACT_WORDS_MAX; i++) {
		const json_t *word = json_array_get(array, i);

		if (!json_is_integer(word) && !json_is_null(word))
			return false;
		words->reg[i] = json_is_null(word) ? WORD_UNREADABLE :
						     (int32_t)(json_integer_value(word) & 0xffff);
		words->count++;
	}
	return json_is_array(array);
}

static bool reals_from_json(struct reals *reals, const json_t *array)
{
	for (size_t i = 0; i < json_array_size(array) && i < FACT_REALS_MAX; i++) {
		const json_t *real = json_array_get(array, i);

		if (!json_is_number(real) && !json_is_null(real))
			return false;
		reals->at[i] = json_is_null(real) ? NAN : json_number_value(real);
		reals->count++;
	}
	return json_is_array(array);
}

static bool value_from_json(enum fact_kind kind, struct fact *fact, const json_t *object)
{
	const json_t *value = json_object_get(object, "value");
	const json_t *flags = json_object_get(object, "flags");

	switch (kind) {
	case KIND_BOOL:
		fact->yes = json_is_true(value);
		return json_is_boolean(value);
	case KIND_NUM:
		fact->num = json_integer_value(value);
		return json_is_integer(value);
	case KIND_REAL:
		fact->real = json_number_value(value);
		return json_is_number(value);
	case KIND_TEXT:
		if (!json_is_string(value))
			return false;
		fact_set_text(fact, json_string_value(value));
		return true;
	case KIND_LIST:
		return list_from_json(fact, value);
	case KIND_MODES:
		return modes_from_json(&fact->modes, value) &&
		       (!flags || modes_from_json(&fact->modes, flags));
	case KIND_WORDS:
		return words_from_json(&fact->words, value);
	case KIND_REALS:
		return reals_from_json(&fact->reals, value);
	}
	return false;
}

static enum fact_source source_find(const char *name)
{
	for (int i = 0; name && i < FROM_COUNT; i++)
		if (strcmp(fact_source_name[i], name) == 0)
			return (enum fact_source)i;
	return FROM_NOWHERE;
}

#define ERRNO_LAST 133	/* of Linux, EHWPOISON */

static int error_find(const char *text)
{
	for (int error = 1; text && error <= ERRNO_LAST; error++)
		if (strcmp(strerror(error), text) == 0)
			return error;
	return 0;
}

static bool fact_from_json(enum fact_kind kind, struct fact *fact, const json_t *object)
{
	const char *state = json_string_value(json_object_get(object, "state"));

	*fact = (struct fact){ 0 };
	if (json_object_get(object, "value")) {
		fact->state = FACT_KNOWN;
		fact->source = source_find(json_string_value(json_object_get(object, "from")));
		return value_from_json(kind, fact, object);
	}
	for (int i = FACT_ABSENT; state && i < FACT_KNOWN; i++)
		if (strcmp(fact_state_name[i], state) == 0)
			fact->state = (enum fact_state)i;
	if (fact->state == FACT_FAILED)
		fact->error = error_find(json_string_value(json_object_get(object, "error")));
	return fact->state != FACT_UNREAD;
}

/* What drivers say for "unknown" is no speed, wherever it comes from. */
static bool plausible(enum fact_id id, const struct fact *fact)
{
	if (id != FACT_LINK_SPEED || fact->state != FACT_KNOWN)
		return true;
	return fact->num > 0 && fact->num != UINT16_MAX && fact->num < UINT32_MAX;
}

static void one_from_json(struct facts *f, enum fact_id id, const json_t *object)
{
	enum fact_kind kind = fact_row(id)->kind;
	const json_t *also = json_object_get(object, "also");
	struct fact fact;

	if (!fact_from_json(kind, &fact, object))
		return;
	if (!plausible(id, &fact))
		fact = (struct fact){ .state = FACT_ABSENT };
	facts_put(f, id, &fact);
	for (size_t i = 0; i < json_array_size(also); i++)
		if (fact_from_json(kind, &fact, json_array_get(also, i)) && plausible(id, &fact))
			facts_offer(f, id, &fact);
}

unsigned int sets_from_json(struct sets *sets, const json_t *object)
{
	unsigned int unknown = 0;

	for (int i = 0; i < SET_COUNT; i++) {
		json_t *facts = json_object_get(object, fact_set_name[i]);
		const char *name;
		json_t *value;

		json_object_foreach(facts, name, value) {
			int id = fact_find(name);

			if (id < 0)
				unknown++;
			else
				one_from_json(&sets->set[i], (enum fact_id)id, value);
		}
	}
	return unknown;
}
