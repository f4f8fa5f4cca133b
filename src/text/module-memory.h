/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_MODULE_MEMORY_H
#define TEXT_MODULE_MEMORY_H

#include "fact/fact.h"
#include "module/image.h"

/*
 * `ethtool -m` prints the memory of a module in words.  They are put back where
 * they stood, and that memory is read like one of a live port (module/facts.h):
 * the same bytes give the same facts.  Bytes that ethtool does not print are 0;
 * only a fact whose lines were all seen is taken.
 */
enum module_page {	/* 128 bytes each, as ethtool reads them */
	PAGE_LOW, PAGE_HIGH,	/* bytes 0 to 127 and 128 to 255 */
	PAGE_DIAG,		/* SFF-8472: address 51h */
	PAGE_1, PAGE_2, PAGE_3, PAGE_11,
	PAGES
};

enum module_layout { LAYOUT_SFP, LAYOUT_QSFP, LAYOUT_CMIS, LAYOUTS, LAYOUT_NONE = LAYOUTS };

#define MODULE_DEGREES "degrees C"	/* the unit of a word with a sign */
#define MODULE_CMIS_LANES 8	/* of a bank, which ethtool always shows */
#define MODULE_FACTS (FACT_MODULE_TX_DISABLE - FACT_MODULE_FORM + 1)

struct text_module {
	enum module_layout layout;
	bool bare;		/* JSON: numbers have no unit */
	uint8_t page[PAGES][MODULE_PART_MAX];
	uint8_t seen[MODULE_FACTS];	/* lines that told of the fact; ends at 255 */
};

struct text_section;

/* Whose Identifier is code: the memory of the section is empty again. */
void text_module_begin(struct text_section *s, unsigned int code, bool bare);

/* "Vendor name", "Laser rx power low alarm (Chan 2)" and what stands behind the colon. */
void text_module_take(struct text_section *s, const char *key, const char *value);

/* No more lines come: those seen become facts. */
void text_module_end(struct text_section *s);

/* Of a reading: its value, a limit, a flag. */
void text_module_monitor(struct text_module *m, const char *key, const char *value);

/* A byte of the memory; offset from 0 to 255, as the standards count. */
uint8_t *text_module_at(struct text_module *m, enum module_page page, unsigned int offset);

/* "3.2956 V" times factor becomes a word.  False, and nothing is put: no such number, or
 * it is none that the word can hold. */
bool text_module_number(struct text_module *m, const char *value, const char *unit, double factor,
			enum module_page page, unsigned int at);

/* One more line told of the fact. */
void text_module_seen(struct text_module *m, enum fact_id id);

#endif
