// SPDX-License-Identifier: GPL-3.0-or-later
/* Whatever is pasted: lines are accounted for, and no value is told that cannot be. */
#include "standalone.h"

#include <string.h>

#include "text/case.h"
#include "text/reader.h"

#define TEXT_MAX 4096

static bool one_of(const struct facts *f, enum fact_id id, const char *const *name)
{
	for (; *name; name++)
		if (facts_text_is(f, id, *name))
			return true;
	return !facts_known(f, id);
}

static void check_facts(const struct facts *f)
{
	static const char *const duplex[] = { "half", "full", NULL };
	static const char *const flow[] = { "none", "rx", "tx", "both", NULL };
	char text[TEXT_MAX];

	FUZZ_CHECK(!facts_known(f, FACT_LINK_SPEED) ||
		   (facts_num(f, FACT_LINK_SPEED, 0) > 0 &&
		    facts_num(f, FACT_LINK_SPEED, 0) != 65535 &&
		    facts_num(f, FACT_LINK_SPEED, 0) < 4294967295));
	FUZZ_CHECK(!facts_no(f, FACT_LINK_UP) || !facts_known(f, FACT_LINK_SPEED));
	FUZZ_CHECK(one_of(f, FACT_LINK_DUPLEX, duplex));
	FUZZ_CHECK(one_of(f, FACT_PAUSE_FLOW, flow));
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++) {
		FUZZ_CHECK(facts_num(f, (enum fact_id)(FACT_TOTAL_FIRST + i), 0) >= 0);
		FUZZ_CHECK(facts_num(f, (enum fact_id)(FACT_COUNTER_FIRST + i), 0) >= 0);
	}
	for (int id = 0; id < FACT_COUNT; id++) {
		fact_print((enum fact_id)id, facts_get(f, (enum fact_id)id), text, sizeof(text));
		for (const char *c = text; *c; c++)
			FUZZ_CHECK((unsigned char)*c >= ' ' && *c != 0x7f);
	}
}

static void check_file(const struct text_file *file, const uint8_t *data, size_t size)
{
	unsigned long lines = 0;

	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	FUZZ_CHECK(file->lines == lines + (size && data[size - 1] != '\n'));
	FUZZ_CHECK(file->unknown_lines <= file->lines);
	FUZZ_CHECK(file->parts <= TEXT_PARTS_MAX && file->unknowns <= TEXT_PARTS_MAX);
	for (unsigned int i = 0; i < file->parts; i++) {
		FUZZ_CHECK(file->part[i].first <= file->part[i].last);
		FUZZ_CHECK(file->part[i].first > 0 && file->part[i].last <= file->lines);
		FUZZ_CHECK(i == 0 || file->part[i].first > file->part[i - 1].last);
	}
}

static void read_case(const uint8_t *data, size_t size, const char *kind, double window_s,
		      size_t step)
{
	struct text_case *c = text_case_new();
	const struct text_port *port;

	if (!c)
		return;
	if (kind)
		FUZZ_CHECK(text_case_force(c, kind, NULL) == 0);
	text_case_begin(c);
	for (size_t at = 0; at < size; at += step)
		text_case_feed(c, (const char *)data + at, size - at < step ? size - at : step);
	check_file(text_case_end(c), data, size);
	/* The same file twice, as two pastes of one thing. */
	if (window_s > 0) {
		text_case_begin(c);
		text_case_feed(c, (const char *)data, size);
		text_case_end(c);
	}
	text_case_finish(c, NULL, window_s, NULL);
	for (unsigned int i = 0; (port = text_case_port(c, i)); i++) {
		check_facts(&port->sets->set[SET_NEAR]);
		check_facts(&port->sets->set[SET_PARTNER]);
	}
	text_case_free(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned int kinds = 0;

	while (text_readers[kinds])
		kinds++;
	read_case(data, size, NULL, 0, size ? size : 1);
	read_case(data, size, NULL, 10, 7);
	read_case(data, size, text_readers[size % kinds]->name, 0, 64);
	return 0;
}
