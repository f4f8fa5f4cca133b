// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-module-help.h"

#define NONE FACT_COUNT	/* the line is taken, but tells of no fact alone */
#define REFUSED (FACT_COUNT + 1)

static const struct {
	unsigned int code;
	bool bare;
	const char *key, *value;
	int tells;
	enum module_page page;
	unsigned int at;
	const char *bytes;
	size_t len_bytes;
} rows[] = {
#define IS(text) text, sizeof(text) - 1
#define GONE REFUSED, PAGE_LOW, 1, IS("")
	{ CODE_SFP, false, "Connector", "0x07 (LC)", FACT_MODULE_CONNECTOR, PAGE_LOW, 2, IS("\x07") },
	{ CODE_QSFP, false, "Connector", "0x0c (MPO Parallel Optic)", FACT_MODULE_CONNECTOR,
	  PAGE_HIGH, 130, IS("\x0c") },
	{ CODE_CMIS, false, "Connector", "0x28 (MPO 1x16)", FACT_MODULE_CONNECTOR, PAGE_HIGH, 203,
	  IS("\x28") },
	{ CODE_SFP, true, "connector", "33", FACT_MODULE_CONNECTOR, PAGE_LOW, 2, IS("\x21") },
	{ CODE_SFP, false, "Connector", "0x107", GONE },
	{ CODE_SFP, false, "Connector", "LC", GONE },
	{ CODE_SFP, false, "Vendor name", "Sixteen letters.", FACT_MODULE_VENDOR, PAGE_LOW, 20,
	  IS("Sixteen letters.") },
	{ CODE_SFP, false, "Vendor name", "Seventeen letters", GONE },
	{ CODE_SFP, false, "Date code", "210102__", FACT_MODULE_DATE, PAGE_LOW, 84, IS("210102") },
	{ CODE_QSFP, false, "Vendor rev", "1B", FACT_MODULE_REVISION, PAGE_HIGH, 184, IS("1B") },
	{ CODE_QSFP, false, "Vendor rev", "1B0", GONE },
	{ CODE_CMIS, false, "Vendor SN", "EO1", FACT_MODULE_SERIAL, PAGE_HIGH, 166, IS("EO1") },
	{ CODE_SFP, false, "Vendor OUI", "00:17:6a", FACT_MODULE_OUI, PAGE_LOW, 37,
	  IS("\x00\x17\x6a") },
	{ CODE_CMIS, true, "vendor oui", "1:23:106", FACT_MODULE_OUI, PAGE_HIGH, 145,
	  IS("\x01\x17\x6a") },
	{ CODE_SFP, false, "Length (SMF,km)", "10km", NONE, PAGE_LOW, 14, IS("\x0a") },
	{ CODE_SFP, false, "Length (SMF)", "10000m", NONE, PAGE_LOW, 15, IS("\x64") },
	{ CODE_SFP, false, "Length (OM3)", "300m", NONE, PAGE_LOW, 19, IS("\x1e") },
	{ CODE_SFP, false, "Length (OM3)", "3000m", GONE },
	{ CODE_SFP, false, "Length (OM3)", "300ft", GONE },
	{ CODE_SFP, false, "Length (OM3)", "-10m", GONE },
	{ CODE_SFP, false, "Length (OM35)", "300m", GONE },
	{ CODE_QSFP, false, "Length (OM3 50um)", "70m", NONE, PAGE_HIGH, 143, IS("\x23") },
	{ CODE_QSFP, false, "Length (Copper or Active cable)", "3m", NONE, PAGE_HIGH, 146,
	  IS("\x03") },
	{ CODE_QSFP, true, "length (om3)", "70", NONE, PAGE_HIGH, 143, IS("\x23") },
	{ CODE_CMIS, false, "Length (SMF)", "2.00km", NONE, PAGE_1, 132, IS("\x14") },
	{ CODE_CMIS, false, "Length (SMF)", "10.00km", NONE, PAGE_1, 132, IS("\x4a") },
	{ CODE_CMIS, false, "Cable assembly length", "0.50m", NONE, PAGE_HIGH, 202, IS("\x05") },
	{ CODE_CMIS, false, "Cable assembly length", "70000m", GONE },
	{ CODE_SFP, false, "Laser wavelength", "1310nm", FACT_MODULE_WAVELENGTH, PAGE_LOW, 60,
	  IS("\x05\x1e") },
	{ CODE_QSFP, false, "Laser wavelength", "850.000nm", FACT_MODULE_WAVELENGTH, PAGE_HIGH, 186,
	  IS("\x42\x68") },
	{ CODE_QSFP, false, "Laser wavelength", "850", GONE },
	{ CODE_QSFP, false, "Laser wavelength", "4000nm", GONE },
	{ CODE_QSFP, false, "Extended identifier", "0xcf", FACT_MODULE_POWER, PAGE_HIGH, 129,
	  IS("\xcf") },
	{ CODE_SFP, false, "Option values", "0x00 0x1a", FACT_MODULE_POWER, PAGE_LOW, 64,
	  IS("\x00\x1a") },
	{ CODE_CMIS, false, "Power class", "5", FACT_MODULE_POWER_CLASS, PAGE_HIGH, 200, IS("\x80") },
	{ CODE_CMIS, false, "Power class", "9", GONE },
	{ CODE_CMIS, false, "Power class", "0", GONE },
	{ CODE_CMIS, false, "Max power", "12.25W", FACT_MODULE_POWER, PAGE_HIGH, 201, IS("\x31") },
	{ CODE_QSFP, false, "Transmitter technology", "0x0a (Copper cable, unequalized)",
	  FACT_MODULE_TYPE, PAGE_HIGH, 147, IS("\xa0") },
	{ CODE_QSFP, false, "Transmitter technology", "0xa0 (Copper cable, unequalized)",
	  FACT_MODULE_TYPE, PAGE_HIGH, 147, IS("\xa0") },
	{ CODE_CMIS, false, "Transmitter technology", "0x0a (Copper cable, unequalized)",
	  FACT_MODULE_MEDIUM, PAGE_HIGH, 212, IS("\x0a") },
	{ CODE_QSFP, false, "Transceiver type", "100G Ethernet: 100G Base-SR4 or 25GBase-SR", NONE,
	  PAGE_HIGH, 192, IS("\x02") },
	{ CODE_QSFP, false, "Revision Compliance", "SFF-8636 Rev 2.5/2.6/2.7", FACT_MODULE_MEMORY,
	  PAGE_LOW, 1, IS("\x07") },
	{ CODE_CMIS, false, "Revision compliance", "Rev. 4.0", FACT_MODULE_MEMORY, PAGE_LOW, 1,
	  IS("\x40") },
	{ CODE_CMIS, false, "Revision compliance", "Rev. 16.0", GONE },
	{ CODE_CMIS, false, "Module State", "0x03 (ModuleReady)", FACT_MODULE_STATE, PAGE_LOW, 3,
	  IS("\x06") },
	{ CODE_SFP, false, "Optical diagnostics support", "Yes", NONE, PAGE_LOW, 92, IS("\x60") },
	{ CODE_SFP, false, "Optical diagnostics support", "No", NONE, PAGE_LOW, 92, IS("\0") },
	{ CODE_QSFP, false, "Rx loss of signal", "[ Yes, No, No, Yes ]", FACT_MODULE_RX_LOS, PAGE_LOW,
	  3, IS("\x09") },
	{ CODE_QSFP, false, "Tx loss of signal", "[ No, No, Yes, No ]", FACT_MODULE_TX_LOS, PAGE_LOW,
	  3, IS("\x40") },
	{ CODE_QSFP, false, "Tx fault", "None", FACT_MODULE_TX_FAULT, PAGE_LOW, 4, IS("\0") },
	{ CODE_QSFP, true, "rx loss of lock", "No", FACT_MODULE_RX_LOL, PAGE_LOW, 5, IS("\0") },
	{ CODE_CMIS, false, "Rx loss of lock", "[ No, No, No, No, No, No, No, Yes ]",
	  FACT_MODULE_RX_LOL, PAGE_11, 148, IS("\x80") },
	/* A mail client cuts long lines; more lanes than there are; no list at all. */
	{ CODE_CMIS, false, "Rx loss of signal", "[ Yes, Yes, No, No,", GONE },
	{ CODE_CMIS, false, "Rx loss of signal", "[", GONE },
	{ CODE_CMIS, false, "Rx loss of signal", "[ ]", GONE },
	{ CODE_CMIS, false, "Rx loss of signal", "[ No, No, No, No, No, No, No, No, Yes ]", GONE },
	{ CODE_CMIS, false, "Rx loss of signal", "[ No, maybe ]", GONE },
	{ CODE_CMIS, false, "Rx loss of signal", "Yes", GONE },
	/* Nothing of this is a key of that layout. */
	{ CODE_CMIS, false, "Encoding", "0x06 (64B/66B)", GONE },
	{ CODE_SFP, false, "Module State", "0x03 (ModuleReady)", GONE },
	{ 0x01, false, "Connector", "0x07 (LC)", GONE },
};

static void one_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		char name[128];

		snprintf(name, sizeof(name), "0x%02x %s: %s", rows[i].code, rows[i].key, rows[i].value);
		help_module(rows[i].code, rows[i].bare);
		help_take(rows[i].key, rows[i].value);
		for (int id = FACT_MODULE_FORM; id < FACT_MODULE_FORM + MODULE_FACTS; id++) {
			bool begun = id == FACT_MODULE_FORM ||
				     (id == FACT_MODULE_MEMORY && rows[i].code == CODE_SFP);

			if (begun)
				continue;
			if (id == rows[i].tells ? !help_seen((enum fact_id)id) :
						  rows[i].tells >= NONE && help_seen((enum fact_id)id))
				fail_msg("%s: %s", name, fact_row((enum fact_id)id)->name);
		}
		if (rows[i].tells != REFUSED || rows[i].len_bytes == 0)
			help_only(name, rows[i].page, rows[i].at, rows[i].bytes, rows[i].len_bytes);
	}
}

/* The ninth of new ones is byte 36.  A list that a mail client cut tells of no type. */
static void transceiver_codes(void **state)
{
	static const struct {
		const char *codes, *type;
	} row[] = {
		{ "0x10 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x02", "25GBASE-SR, 10GBASE-SR" },
		{ "0x10 0x00 0x00 0x00 0x00 0x00 0x00 0x00", "10GBASE-SR" },
		{ "0x10 0x00 0x00 0x00 0x00", NULL },
		{ "0x10", NULL },
		{ NULL, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		help_module(CODE_SFP, false);
		if (row[i].codes)
			help_take("Transceiver codes", row[i].codes);
		help_take("Encoding", "0x06 (64B/66B)");
		help_fact_is(row[i].codes ? row[i].codes : "no codes", help_module_facts(),
			     FACT_MODULE_TYPE, row[i].type);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_line),
		cmocka_unit_test(transceiver_codes),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-module-lines", tests, NULL, help_module_fini);
}
