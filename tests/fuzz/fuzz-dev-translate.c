// SPDX-License-Identifier: GPL-3.0-or-later
/* The first byte picks the translator, the rest is what the kernel is made to say. */
#include <string.h>

#include "dev/keep.h"
#include "dev/translate-private.h"
#include "standalone.h"

static struct sets *known(void)
{
	static struct sets *sets;

	if (!sets)
		sets = sets_new();
	if (!sets)
		abort();
	memset(sets, 0, sizeof(*sets));
	return sets;
}

/* Nothing unterminated, nothing below zero, no group but the answer's own. */
static void check(const struct facts *f, enum fact_group group)
{
	for (int id = 0; id < FACT_COUNT; id++) {
		const struct fact_row *row = fact_row((enum fact_id)id);
		const struct fact *fact = facts_get(f, (enum fact_id)id);

		if (fact->state == FACT_UNREAD)
			continue;
		FUZZ_CHECK(row->group == group);
		if (fact->state != FACT_KNOWN)
			continue;
		FUZZ_CHECK(fact->source != FROM_NOWHERE);
		if (row->kind == KIND_NUM)
			FUZZ_CHECK(fact->num >= 0);
		if (row->kind == KIND_TEXT || row->kind == KIND_LIST)
			FUZZ_CHECK(memchr(fact->text, '\0', sizeof(fact->text)));
		if (row->kind == KIND_WORDS)
			FUZZ_CHECK(fact->words.count <= FACT_WORDS_MAX);
		if (row->kind == KIND_REALS)
			FUZZ_CHECK(fact->reals.count <= FACT_REALS_MAX);
	}
}

static void keep(const uint8_t *data, size_t size,
		 size_t (*keep_what)(const uint8_t *msg, size_t len_bytes, uint8_t *out))
{
	size_t room = (size + 3) / 4 * 4;
	uint8_t *out = malloc(room + 1), *again = malloc(room + 1);
	size_t len;

	if (!out || !again)
		abort();
	len = keep_what(data, size, out);
	FUZZ_CHECK(len <= room);
	FUZZ_CHECK(keep_what(out, len, again) == len && memcmp(out, again, len) == 0);
	free(out);
	free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct translator *row;
	struct sets *sets = known();
	struct answer answer = { .error = 0 };

	if (size == 0)
		return 0;
	row = &translators[data[0] % translators_count];
	strcpy(answer.name, row->name);
	answer.group = row->group;
	answer.len_bytes = size - 1;
	answer.bytes = malloc(size);
	if (!answer.bytes)
		abort();
	memcpy(answer.bytes, data + 1, size - 1);
	answer.bytes = realloc(answer.bytes, size - 1 ? size - 1 : 1);
	translate_answer(&answer, sets);
	check(&sets->set[SET_NEAR], row->group);
	check(&sets->set[SET_PARTNER], row->group);
	keep(answer.bytes, answer.len_bytes, keep_link);
	keep(answer.bytes, answer.len_bytes, keep_member);
	free(answer.bytes);
	return 0;
}
