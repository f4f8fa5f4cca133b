// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `ethtool --json -m IFACE` (6.14): its keys are those of the text in lower case and
 * with '_', its numbers stand without units.
 */
#include "text/module-json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "text/module-memory.h"

/* A value as ethtool writes it without --json. */
static void words_of(const json_t *value, char *out, size_t size)
{
	out[0] = '\0';
	if (json_is_boolean(value))
		snprintf(out, size, "%s", json_is_true(value) ? "Yes" : "No");
	else if (json_is_integer(value))
		snprintf(out, size, "%" PRId64, (int64_t)json_integer_value(value));
	else if (json_is_real(value))
		snprintf(out, size, "%.10g", json_real_value(value));
	else if (json_is_string(value))
		snprintf(out, size, "%s", json_string_value(value));
}

/* One after the other: "56 134 2", "Yes, No". */
static void words_of_all(const json_t *array, const char *between, char *out, size_t size)
{
	size_t used = 0, i;
	json_t *item;

	out[0] = '\0';
	json_array_foreach((json_t *)array, i, item) {
		char word[64];

		words_of(item, word, sizeof(word));
		if (used + strlen(word) + 4 > size)
			return;
		used += (size_t)snprintf(out + used, size - used, "%s%s", i ? between : "", word);
	}
}

static void one_key(struct text_section *s, const char *name, const json_t *value);

static void take_array(struct text_section *s, const char *key, const json_t *array)
{
	char words[512], lane[160];
	json_t *item;
	size_t i;

	if (strcmp(key, "transceiver type") == 0) {
		json_array_foreach((json_t *)array, i, item) {
			words_of(item, words, sizeof(words));
			text_module_take(s, key, words);
		}
		return;
	}
	if (strcmp(key, "vendor oui") == 0 || strcmp(key, "transceiver codes") == 0 ||
	    strcmp(key, "option values") == 0) {
		words_of_all(array, key[0] == 'v' ? ":" : " ", words, sizeof(words));
		text_module_take(s, key, words);
		return;
	}
	if (strstr(key, " loss of ") || strcmp(key, "tx fault") == 0) {
		snprintf(words, sizeof(words), "[ ");
		words_of_all(array, ", ", words + 2, sizeof(words) - 4);
		text_module_take(s, key, strcat(words, " ]"));
		return;
	}
	json_array_foreach((json_t *)array, i, item) {
		snprintf(lane, sizeof(lane), "%s (Channel %zu)", key, i + 1);
		words_of(item, words, sizeof(words));
		text_module_take(s, lane, words);
	}
}

static void take_object(struct text_section *s, const char *key, const json_t *object)
{
	const json_t *major = json_object_get(object, "major"), *minor = json_object_get(object, "minor");
	char name[160], words[64];
	const char *sub;
	json_t *value;

	if (major && minor) {
		snprintf(words, sizeof(words), "Rev. %d.%d", (int)json_integer_value(major) & 0xff,
			 (int)json_integer_value(minor) & 0xff);
		text_module_take(s, key, words);
		return;
	}
	json_object_foreach((json_t *)object, sub, value) {
		bool whole = strcmp(sub, "value") == 0 || strcmp(sub, "values") == 0;

		snprintf(name, sizeof(name), "%.60s%s%.60s", key, whole ? "" : "_", whole ? "" : sub);
		if (!json_is_object(value))
			one_key(s, name, value);
	}
}

static void one_key(struct text_section *s, const char *name, const json_t *value)
{
	char key[128], words[512];

	snprintf(key, sizeof(key), "%.120s", name);
	for (char *at = key; *at; at++)
		*at = *at == '_' ? ' ' : *at;
	if (json_is_array(value)) {
		take_array(s, key, value);
	} else if (json_is_object(value)) {
		take_object(s, key, value);
	} else {
		words_of(value, words, sizeof(words));
		text_module_take(s, key, words);
	}
}

bool text_module_json(struct text_section *s, const json_t *object)
{
	const json_t *code = json_object_get(object, "identifier");
	const char *key;
	json_t *value;

	if (!json_is_integer(code) || json_integer_value(code) < 0 ||
	    json_integer_value(code) > UINT8_MAX)
		return false;
	text_module_begin(s, (unsigned int)json_integer_value(code), true);
	json_object_foreach((json_t *)object, key, value)
		one_key(s, key, value);
	text_module_end(s);
	return true;
}
