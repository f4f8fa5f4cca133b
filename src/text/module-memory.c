// SPDX-License-Identifier: GPL-3.0-or-later
/* The memory that lines of `ethtool -m` are put into, and the facts that it gives. */
#include "text/module-memory.h"

#include <math.h>
#include <string.h>

#include "module/facts.h"
#include "module/sff8024.h"
#include "text/case-private.h"

static struct text_module *memory(struct text_section *s)
{
	return &s->of->module;
}

uint8_t *text_module_at(struct text_module *m, enum module_page page, unsigned int offset)
{
	return &m->page[page][offset % MODULE_PART_MAX];
}

static void put_word(struct text_module *m, enum module_page page, unsigned int at, double number)
{
	int word = (int)lround(number);

	*text_module_at(m, page, at) = (uint8_t)(word >> 8);
	*text_module_at(m, page, at + 1) = (uint8_t)word;
}

bool text_module_number(struct text_module *m, const char *value, const char *unit, double factor,
			enum module_page page, unsigned int at)
{
	/* Of all readings and limits only the temperature has a sign (SFF-8472 9.2). */
	bool with_sign = strcmp(unit, MODULE_DEGREES) == 0;
	double number;

	/* The unit shows that the number is whole. */
	if (!text_real(&value, &number) || (!m->bare && !text_skip(&value, unit)))
		return false;
	number *= factor;
	if (!(number > (with_sign ? -32768.5 : -0.5) && number < (with_sign ? 32767.5 : 65535.5)))
		return false;
	put_word(m, page, at, number);
	return true;
}

void text_module_seen(struct text_module *m, enum fact_id id)
{
	uint8_t *seen = &m->seen[id - FACT_MODULE_FORM];

	*seen = (uint8_t)(*seen + (*seen < UINT8_MAX));
}

void text_module_begin(struct text_section *s, unsigned int code, bool bare)
{
	static const char *const names[LAYOUTS] = { "SFF-8472", "SFF-8636", "CMIS" };
	const struct sff_row *form = sff_row(SFF_FORM, code);
	struct text_module *m = memory(s);

	*m = (struct text_module){ .layout = LAYOUT_NONE, .bare = bare };
	for (int i = 0; form && form->kind && i < LAYOUTS; i++)
		if (strcmp(form->kind, names[i]) == 0)
			m->layout = (enum module_layout)i;
	m->page[PAGE_LOW][0] = m->page[PAGE_HIGH][0] = (uint8_t)code;
	text_module_seen(m, FACT_MODULE_FORM);
	if (m->layout == LAYOUT_SFP)	/* the others tell their revision, too */
		text_module_seen(m, FACT_MODULE_MEMORY);
}

/* How many lines a fact takes; a lane or a limit that was cut off is not 0. */
static unsigned int lines_of(enum fact_id id, enum module_layout layout)
{
	static const unsigned int lanes[] = { 1, 4, MODULE_CMIS_LANES }, flags[] = { 20, 56, 8 };

	if (id >= FACT_MODULE_THRESHOLDS_TEMPERATURE && id <= FACT_MODULE_THRESHOLDS_TX_BIAS)
		return 4;
	if (id >= FACT_MODULE_RX_POWER && id <= FACT_MODULE_TX_BIAS)
		return lanes[layout];
	if (id == FACT_MODULE_LANES && layout == LAYOUT_CMIS)	/* by its readings */
		return MODULE_CMIS_LANES;
	/* The codes, and what stands behind the names that ethtool gives them. */
	if (layout != LAYOUT_CMIS && (id == FACT_MODULE_TYPE || id == FACT_MODULE_MEDIUM ||
				      id == FACT_MODULE_FEC || id == FACT_MODULE_LANES))
		return 2;
	return id == FACT_MODULE_FLAGS ? flags[layout] : 1;
}

/*
 * ethtool shows eight lanes of every CMIS module and neither its applications nor
 * its media type: lanes above the last that shows current or light are none, and
 * the medium is that of the transmitter.
 */
static void fill_gaps(struct text_module *m)
{
	static const struct {
		enum fact_id id;
		unsigned int at;
	} words[] = { { FACT_MODULE_TX_POWER, 154 }, { FACT_MODULE_TX_BIAS, 170 },
		      { FACT_MODULE_RX_POWER, 186 } };
	uint8_t technology = *text_module_at(m, PAGE_HIGH, 212), *app = text_module_at(m, PAGE_LOW, 85);
	unsigned int lanes = 0;

	for (unsigned int i = 0; i < 3 * MODULE_CMIS_LANES; i++) {
		unsigned int lane = i / 3, at = words[i % 3].at + 2 * lane;

		if (m->seen[words[i % 3].id - FACT_MODULE_FORM] >= MODULE_CMIS_LANES &&
		    (*text_module_at(m, PAGE_11, at) || *text_module_at(m, PAGE_11, at + 1)))
			lanes = lane + 1;
	}
	if (technology >= 10)
		app[0] = technology < 12 ? 3 : 4;
	else	/* what can not be unplugged from its fibre is a cable */
		app[0] = *text_module_at(m, PAGE_HIGH, 203) == 0x23 ? 4 : 2;
	app[1] = 1;
	app[3] = (uint8_t)(MODULE_CMIS_LANES << 4 | (lanes ? lanes : MODULE_CMIS_LANES));
	app[4] = 1;
}

/* Which of a module's bits mean anything: its page would say so, and the lines do. */
static void advertise(struct text_module *m)
{
	static const struct {
		enum fact_id id;
		enum module_page page;
		unsigned int at;
		uint8_t bit;
		enum module_layout layout;
	} bits[] = {
		{ FACT_MODULE_TX_LOS, PAGE_HIGH, 195, 0x02, LAYOUT_QSFP },
		{ FACT_MODULE_TX_FAULT, PAGE_HIGH, 195, 0x08, LAYOUT_QSFP },
		{ FACT_MODULE_RX_LOL, PAGE_HIGH, 194, 0x10, LAYOUT_QSFP },
		{ FACT_MODULE_TX_LOL, PAGE_HIGH, 194, 0x20, LAYOUT_QSFP },
		{ FACT_MODULE_TX_FAULT, PAGE_1, 157, 0x01, LAYOUT_CMIS },
		{ FACT_MODULE_TX_LOS, PAGE_1, 157, 0x02, LAYOUT_CMIS },
		{ FACT_MODULE_TX_LOL, PAGE_1, 157, 0x04, LAYOUT_CMIS },
		{ FACT_MODULE_RX_LOS, PAGE_1, 158, 0x02, LAYOUT_CMIS },
		{ FACT_MODULE_RX_LOL, PAGE_1, 158, 0x04, LAYOUT_CMIS },
		{ FACT_MODULE_TEMPERATURE, PAGE_1, 159, 0x01, LAYOUT_CMIS },
		{ FACT_MODULE_VOLTAGE, PAGE_1, 159, 0x02, LAYOUT_CMIS },
		{ FACT_MODULE_TX_BIAS, PAGE_1, 160, 0x01, LAYOUT_CMIS },
		{ FACT_MODULE_TX_POWER, PAGE_1, 160, 0x02, LAYOUT_CMIS },
		{ FACT_MODULE_RX_POWER, PAGE_1, 160, 0x04, LAYOUT_CMIS },
	};

	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
		if (bits[i].layout == m->layout && m->seen[bits[i].id - FACT_MODULE_FORM])
			*text_module_at(m, bits[i].page, bits[i].at) |= bits[i].bit;
}

static void read_memory(const struct text_module *m, struct facts *facts)
{
	static const struct module_part parts[PAGES] = {
		[PAGE_LOW] = { .i2c = 0x50 },
		[PAGE_HIGH] = { .i2c = 0x50, .offset = 128 },
		[PAGE_DIAG] = { .i2c = 0x51 },
		[PAGE_1] = { .i2c = 0x50, .page = 1, .offset = 128 },
		[PAGE_2] = { .i2c = 0x50, .page = 2, .offset = 128 },
		[PAGE_3] = { .i2c = 0x50, .page = 3, .offset = 128 },
		[PAGE_11] = { .i2c = 0x50, .page = 0x11, .offset = 128 },
	};
	struct module_image image = { .parts = PAGES };

	for (int i = 0; i < PAGES; i++) {
		image.part[i] = parts[i];
		image.part[i].len_bytes = MODULE_PART_MAX;
		image.part[i].bytes = m->page[i];
	}
	memset(facts, 0, sizeof(*facts));
	module_facts(&image, FROM_PASTE, facts);
}

void text_module_end(struct text_section *s)
{
	struct text_module *m = memory(s);
	struct facts facts;

	if (m->layout == LAYOUT_CMIS)
		fill_gaps(m);
	advertise(m);
	read_memory(m, &facts);
	for (int i = 0; i < MODULE_FACTS; i++) {
		enum fact_id id = (enum fact_id)(FACT_MODULE_FORM + i);

		if (m->seen[i] && facts.item[id].state == FACT_KNOWN &&
		    (m->layout == LAYOUT_NONE || m->seen[i] >= lines_of(id, m->layout)))
			facts_offer(text_near(s), id, &facts.item[id]);
	}
}
