/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_MODULE_HELP_H
#define TEXT_MODULE_HELP_H

/* What the tests of `ethtool -m` share: one section with a memory and a port. */
#include "facts-help.h"
#include "text/case-private.h"
#include "text/module-memory.h"

#define CODE_SFP 0x03
#define CODE_QSFP 0x11
#define CODE_CMIS 0x18

static struct text_case module_case;
static struct text_port module_port;
static struct text_section module_section = { .of = &module_case, .port = &module_port };

/* An empty memory and no facts. */
static inline struct text_module *help_module(unsigned int code, bool bare)
{
	sets_free(module_port.sets);
	module_port.sets = sets_new();
	assert_non_null(module_port.sets);
	text_module_begin(&module_section, code, bare);
	return &module_case.module;
}

static inline void help_take(const char *key, const char *value)
{
	text_module_take(&module_section, key, value);
}

static inline const struct facts *help_module_facts(void)
{
	text_module_end(&module_section);
	return &module_port.sets->set[SET_NEAR];
}

static inline unsigned int help_seen(enum fact_id id)
{
	return module_case.module.seen[id - FACT_MODULE_FORM];
}

/* These bytes stand there, and nothing else is in the memory but the code of the form. */
static inline void help_only(const char *name, enum module_page page, unsigned int at,
			     const void *bytes, size_t len_bytes)
{
	struct text_module *m = &module_case.module;

	if (memcmp(text_module_at(m, page, at), bytes, len_bytes) != 0)
		fail_msg("%s: byte %u of page %d is 0x%02x, want 0x%02x", name, at, (int)page,
			 *text_module_at(m, page, at), *(const uint8_t *)bytes);
	memset(text_module_at(m, page, at), 0, len_bytes);
	m->page[PAGE_LOW][0] = m->page[PAGE_HIGH][0] = 0;
	for (int i = 0; i < PAGES; i++)
		for (unsigned int k = 0; k < MODULE_PART_MAX; k++)
			if (m->page[i][k])
				fail_msg("%s: 0x%02x at %u of page %d", name, m->page[i][k], k, i);
}

static inline int help_module_fini(void **state)
{
	(void)state;
	sets_free(module_port.sets);
	return 0;
}

#endif
