// SPDX-License-Identifier: GPL-3.0-or-later
/* Any memory of a module: the facts are whole, and reading it comes to an end. */
#include "standalone.h"

#include <math.h>
#include <string.h>

#include "fact/fact.h"
#include "module/facts.h"

static void check_reals(const struct reals *reals)
{
	unsigned int known = 0;

	FUZZ_CHECK(reals->count > 0 && reals->count <= FACT_REALS_MAX);
	for (unsigned int i = 0; i < reals->count; i++) {
		FUZZ_CHECK(!isinf(reals->at[i]));
		known += !isnan(reals->at[i]);
	}
	FUZZ_CHECK(known > 0);
}

static void check_facts(const struct facts *f)
{
	char text[1024];

	FUZZ_CHECK(f->others == 0);
	for (int id = 0; id < FACT_COUNT; id++) {
		const struct fact_row *row = fact_row((enum fact_id)id);
		const struct fact *fact = facts_get(f, (enum fact_id)id);

		if (fact->state == FACT_UNREAD)
			continue;
		FUZZ_CHECK(row->group == GROUP_MODULE && fact->state == FACT_KNOWN);
		if (row->kind == KIND_REALS)
			check_reals(&fact->reals);
		if (row->kind == KIND_REAL)
			FUZZ_CHECK(isfinite(fact->real));
		if (row->kind == KIND_TEXT)
			FUZZ_CHECK(fact->text[0]);
		if (row->kind == KIND_TEXT || row->kind == KIND_LIST)
			FUZZ_CHECK(memchr(fact->text, '\0', sizeof(fact->text)));
		fact_print((enum fact_id)id, fact, text, sizeof(text));
	}
}

/* A module that begins with these bytes: what is wanted was not there before, so there is an end. */
static void check_reading(const uint8_t *data, size_t size)
{
	static uint8_t bytes[MODULE_IMAGE_MAX];
	struct module_image image;
	struct module_part part = { .i2c = 0x50, .bytes = data };
	size_t len;

	part.len_bytes = (uint8_t)(size < MODULE_PART_MAX ? size : MODULE_PART_MAX);
	len = module_part_put(bytes, &part);
	for (int i = 0; i <= MODULE_PARTS_MAX; i++) {
		module_image_read(&image, bytes, len);
		if (!module_next(&image, &part))
			return;
		FUZZ_CHECK(part.offset % MODULE_PART_MAX + part.len_bytes <= MODULE_PART_MAX);
		FUZZ_CHECK(len + MODULE_PART_HEAD <= sizeof(bytes));
		part.len_bytes = 0;
		len += module_part_put(bytes + len, &part);
	}
	FUZZ_CHECK(false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct facts f;
	struct module_image image;

	memset(&f, 0, sizeof(f));
	module_image_read(&image, data, size);
	module_facts(&image, FROM_NETLINK, &f);
	check_facts(&f);
	check_reading(data, size);
	return 0;
}
