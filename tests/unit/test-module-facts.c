// SPDX-License-Identifier: GPL-3.0-or-later
#include "test-module-help.h"

static void by_the_first_byte(void **state)
{
	static const struct {
		uint8_t form;
		const char *name, *memory;
	} row[] = {
		{ 0x03, "SFP", "SFF-8472" }, { 0x0b, "DWDM-SFP", "SFF-8472" },
		{ 0x0d, "QSFP+", "SFF-8636" }, { 0x11, "QSFP28", "SFF-8636" },
		{ 0x18, "QSFP-DD", "CMIS 0.0" }, { 0x1e, "QSFP", "CMIS 0.0" },
		{ 0x02, "soldered", NULL }, { 0x00, NULL, NULL }, { 0xff, NULL, NULL },
	};
	static struct facts f;

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct rom rom = { .len = 0 };

		rom_part(&rom, 0x50, 0, 0, 0)[0] = row[i].form;
		rom_facts(rom.bytes, rom.len, &f);
		help_fact_is("form", &f, FACT_MODULE_FORM, row[i].name);
		help_fact_is("memory", &f, FACT_MODULE_MEMORY, row[i].memory);
	}
}

/* Memory that is all one byte says nothing: what it was read from was not there. */
static void all_one_byte(void **state)
{
	static const struct {
		uint8_t i2c, page, offset;
	} part[] = { { 0x50, 0, 0 }, { 0x51, 0, 0 }, { 0x50, 0, 128 }, { 0x50, 3, 128 } };

	(void)state;
	for (int fill = 0; fill <= 0xff; fill += 0xff) {
		struct rom rom = { .len = 0 };

		for (size_t i = 0; i < ROWS(part); i++)
			memset(rom_part(&rom, part[i].i2c, 0, part[i].page, part[i].offset), fill,
			       MODULE_PART_MAX);
		rom_is("all one byte", &rom, "");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_the_first_byte),
		cmocka_unit_test(all_one_byte),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("module-facts", tests, NULL, NULL);
}
