// SPDX-License-Identifier: GPL-3.0-or-later
#include "module/sff8024.h"

#include "facts-help.h"

static void rows_by_table_and_code(void **state)
{
	static const struct {
		enum sff_table table;
		unsigned int code;
		const char *name, *kind, *fec;
		unsigned int lanes;
	} row[] = {
		{ SFF_FORM, 0x03, "SFP", "SFF-8472", NULL, 0 },
		{ SFF_FORM, 0x11, "QSFP28", "SFF-8636", NULL, 0 },
		{ SFF_FORM, 0x19, "OSFP", "CMIS", NULL, 0 },
		{ SFF_FORM, 0x02, "soldered", NULL, NULL, 0 },
		{ SFF_CONNECTOR, 0x0c, "MPO 1x12", NULL, NULL, 0 },
		{ SFF_EXT_1, 0x02, "25GBASE-SR", "optics", "RS", 0 },
		{ SFF_EXT_4, 0x02, "100GBASE-SR4", "optics", "RS", 0 },
		{ SFF_EXT_4, 0x26, "100GBASE-FR1", "optics", "Off", 1 },
		{ SFF_EXT_1, 0x0d, "25GBASE-CR CA-25G-N", "passive-copper", "Off", 0 },
		{ SFF_HOST, 0x11, "400GAUI-8 C2M", NULL, "RS", 0 },
		{ SFF_HOST, 0x41, "CAUI-4 C2M without FEC", NULL, "Off", 0 },
		{ SFF_MMF, 0x1c, NULL, NULL, NULL, 0 },
		{ SFF_SMF, 0x1c, "400GBASE-DR4", "optics", NULL, 0 },
		{ SFF_FORM, 0x00, NULL, NULL, NULL, 0 },
		{ SFF_FORM, 0x103, NULL, NULL, NULL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		const struct sff_row *have = sff_row(row[i].table, row[i].code);

		if (!row[i].name) {
			assert_null(have);
			continue;
		}
		assert_non_null(have);
		assert_string_equal(have->name, row[i].name);
		assert_int_equal(have->lanes, row[i].lanes);
		assert_int_equal(!have->kind, !row[i].kind);
		assert_int_equal(!have->fec, !row[i].fec);
		if (have->kind)
			assert_string_equal(have->kind, row[i].kind);
		if (have->fec)
			assert_string_equal(have->fec, row[i].fec);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_by_table_and_code),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("module-sff8024", tests, NULL, NULL);
}
