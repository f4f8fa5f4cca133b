// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-module-help.h"

#define REFUSED FACT_COUNT

static const struct {
	unsigned int code;
	const char *key, *value;
	int tells;
	enum module_page page;
	unsigned int at;
	uint8_t bytes[2];
} rows[] = {
#define GONE REFUSED, PAGE_LOW, 2, { 0 }
#define T FACT_MODULE_TEMPERATURE
#define V FACT_MODULE_VOLTAGE
#define BIAS FACT_MODULE_TX_BIAS
#define TX FACT_MODULE_TX_POWER
#define RX FACT_MODULE_RX_POWER
#define FLAGS FACT_MODULE_FLAGS
	{ CODE_SFP, "Module temperature", "-1.50 degrees C / 29.30 degrees F", T, PAGE_DIAG, 96,
	  { 0xfe, 0x80 } },
	{ CODE_QSFP, "Module temperature", "31.00 degrees C", T, PAGE_LOW, 22, { 0x1f } },
	{ CODE_CMIS, "Module temperature", "31.00 degrees C", T, PAGE_LOW, 14, { 0x1f } },
	{ CODE_SFP, "Module voltage", "3.2956 V", V, PAGE_DIAG, 98, { 0x80, 0xbc } },
	{ CODE_QSFP, "Module voltage", "3.2956 V", V, PAGE_LOW, 26, { 0x80, 0xbc } },
	{ CODE_CMIS, "Module voltage", "3.2956 V", V, PAGE_LOW, 16, { 0x80, 0xbc } },
	{ CODE_SFP, "Laser bias current", "6.000 mA", BIAS, PAGE_DIAG, 100, { 0x0b, 0xb8 } },
	{ CODE_QSFP, "Laser tx bias current (Channel 1)", "6.000 mA", BIAS, PAGE_LOW, 42,
	  { 0x0b, 0xb8 } },
	{ CODE_QSFP, "Laser tx bias current (Channel 4)", "6.000 mA", BIAS, PAGE_LOW, 48,
	  { 0x0b, 0xb8 } },
	{ CODE_CMIS, "Laser tx bias current (Channel 8)", "6.000 mA", BIAS, PAGE_11, 184,
	  { 0x0b, 0xb8 } },
	{ CODE_SFP, "Laser output power", "0.5000 mW / -3.01 dBm", TX, PAGE_DIAG, 102,
	  { 0x13, 0x88 } },
	{ CODE_QSFP, "Transmit avg optical power (Channel 2)", "0.5000 mW", TX, PAGE_LOW, 52,
	  { 0x13, 0x88 } },
	{ CODE_CMIS, "Transmit avg optical power (Channel 1)", "0.5000 mW", TX, PAGE_11, 154,
	  { 0x13, 0x88 } },
	{ CODE_SFP, "Receiver signal average optical power", "0.5000 mW", RX, PAGE_DIAG, 104,
	  { 0x13, 0x88 } },
	{ CODE_QSFP, "Rcvr signal avg optical power(Channel 3)", "0.5000 mW", RX, PAGE_LOW, 38,
	  { 0x13, 0x88 } },
	{ CODE_CMIS, "Rcvr signal avg optical power (Channel 3)", "0.5000 mW", RX, PAGE_11, 190,
	  { 0x13, 0x88 } },
	/* Lanes that are none. */
	{ CODE_QSFP, "Laser tx bias current (Channel 0)", "6.000 mA", GONE },
	{ CODE_QSFP, "Laser tx bias current (Channel 5)", "6.000 mA", GONE },
	{ CODE_CMIS, "Laser tx bias current (Channel 9)", "6.000 mA", GONE },
	{ CODE_CMIS, "Laser tx bias current (Channel 33)", "6.000 mA", GONE },
	{ CODE_CMIS, "Laser tx bias current (Channel 1", "6.000 mA", GONE },
	{ CODE_CMIS, "Laser tx bias current (Lane 1)", "6.000 mA", GONE },
	{ CODE_SFP, "Laser bias current (Channel 2)", "6.000 mA", GONE },
	{ CODE_QSFP, "Module voltage (Channel 2)", "3.3 V", GONE },
	/* Other units, and keys that only begin alike. */
	{ CODE_QSFP, "Module voltage", "3.3 mV", GONE },
	{ CODE_QSFP, "Module temperature", "87.80 degrees F", GONE },
	{ CODE_QSFP, "Module voltages", "3.3 V", GONE },
	{ CODE_QSFP, "Module voltage today", "3.3 V", GONE },
	{ CODE_QSFP, "Alarm", "3.3 V", GONE },
	/* Limits. */
	{ CODE_SFP, "Module temperature high alarm threshold", "78.00 degrees C",
	  FACT_MODULE_THRESHOLDS_TEMPERATURE, PAGE_DIAG, 0, { 78 } },
	{ CODE_QSFP, "Module voltage low alarm threshold", "2.9000 V",
	  FACT_MODULE_THRESHOLDS_VOLTAGE, PAGE_3, 146, { 0x71, 0x48 } },
	{ CODE_CMIS, "Laser rx power high warning threshold", "0.5000 mW",
	  FACT_MODULE_THRESHOLDS_RX_POWER, PAGE_2, 196, { 0x13, 0x88 } },
	{ CODE_CMIS, "Laser tx power low warning threshold", "0.5000 mW",
	  FACT_MODULE_THRESHOLDS_TX_POWER, PAGE_2, 182, { 0x13, 0x88 } },
	{ CODE_CMIS, "Laser tx power middle alarm threshold", "0.5000 mW", GONE },
	/* Flags. */
	{ CODE_SFP, "Module temperature high alarm", "On", FLAGS, PAGE_DIAG, 112, { 0x80 } },
	{ CODE_SFP, "Laser rx power low alarm", "On", FLAGS, PAGE_DIAG, 113, { 0x40 } },
	{ CODE_SFP, "Laser output power low warning", "On", FLAGS, PAGE_DIAG, 116, { 0x01 } },
	{ CODE_SFP, "Laser output power low warning", "Off", FLAGS, PAGE_DIAG, 116, { 0 } },
	{ CODE_SFP, "Laser output power low warning", "N/A", GONE },
	{ CODE_QSFP, "Module voltage low warning", "On", FLAGS, PAGE_LOW, 7, { 0x10 } },
	{ CODE_QSFP, "Laser rx power low alarm (Channel 3)", "On", FLAGS, PAGE_LOW, 10, { 0x40 } },
	{ CODE_QSFP, "Laser rx power low alarm (Chan 4)", "On", FLAGS, PAGE_LOW, 10, { 0x04 } },
	{ CODE_QSFP, "Laser tx power high alarm (Chan 5)", "On", GONE },
	{ CODE_CMIS, "Module temperature low warning", "On", FLAGS, PAGE_LOW, 9, { 0x08 } },
	{ CODE_CMIS, "Module voltage high alarm", "On", FLAGS, PAGE_LOW, 9, { 0x10 } },
	{ CODE_CMIS, "Laser tx power high alarm (Chan 1)", "On", GONE },
};

static void one_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct text_module *m = help_module(rows[i].code, false);

		memset(m->seen, 0, sizeof(m->seen));
		text_module_monitor(m, rows[i].key, rows[i].value);
		for (int id = FACT_MODULE_FORM; id < FACT_MODULE_FORM + MODULE_FACTS; id++) {
			/* A reading of a lane says that there is such a lane. */
			bool lane = id == FACT_MODULE_LANES && rows[i].page == PAGE_11;

			if (help_seen((enum fact_id)id) != (id == rows[i].tells || lane))
				fail_msg("%s: %s", rows[i].key, fact_row((enum fact_id)id)->name);
		}
		help_only(rows[i].key, rows[i].page, rows[i].at, rows[i].bytes, 2);
	}
}

/* JSON: the same names in lower case, without units. */
static void bare(void **state)
{
	struct text_module *m = help_module(CODE_CMIS, true);

	(void)state;
	text_module_monitor(m, "rx power (Channel 2)", "0.5");
	assert_int_equal(help_seen(RX), 1);
	help_only("json", PAGE_11, 188, "\x13\x88", 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_line),
		cmocka_unit_test(bare),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-module-monitor", tests, NULL, help_module_fini);
}
