// SPDX-License-Identifier: GPL-3.0-or-later
#include "test-module-help.h"

/* 10GBASE-SR with diagnostics, calibrated inside: SFF-8472 tables 4-1, 8-5, 9-5, 9-11. */
static uint8_t *sr(struct rom *rom)
{
	uint8_t *id = rom_part(rom, 0x50, 0, 0, 0), *diag;

	id[0] = 0x03;		/* SFP */
	id[2] = 0x07;		/* LC */
	id[3] = 0x10;		/* 10GBASE-SR */
	id[16] = 8;		/* 80 m on OM2 */
	id[17] = 3;
	id[19] = 30;		/* 300 m on OM3 */
	rom_text(id, 20, 16, "Example Optics");
	memcpy(id + 37, "\x00\x17\x6a", 3);
	rom_text(id, 40, 16, "EO-SFP-10G-SR");
	rom_text(id, 56, 4, "A");
	rom_be16(id, 60, 850);
	id[65] = 0x1a;
	rom_text(id, 68, 16, "EO1234567");
	rom_text(id, 84, 8, "190412");
	id[92] = 0x68;		/* diagnostics, internal, average power */
	id[93] = 0xf0;		/* flags, TX disable, TX fault, RX LOS */
	id[94] = 0x08;
	diag = rom_part(rom, 0x51, 0, 0, 0);
	WORDS(diag, 0, 78 << 8, -13 * 256, 73 << 8, -8 * 256);
	WORDS(diag, 8, 37000, 29000, 36000, 30000);
	WORDS(diag, 16, 6000, 1000, 5500, 1500);
	WORDS(diag, 24, 15849, 1585, 12589, 1995);
	WORDS(diag, 32, 15849, 158, 12589, 251);
	WORDS(diag, 96, 0x2240, 33012, 3250, 5754, 4898);
	return diag;
}

#define SR_IDENTITY \
	"module.form: SFP\n" \
	"module.memory: SFF-8472 12.3\n" \
	"module.type: 10GBASE-SR\n" \
	"module.medium: optics\n" \
	"module.connector: LC\n" \
	"module.lanes: 1\n" \
	"module.reach: 300 m\n" \
	"module.wavelength: 850 nm\n" \
	"module.vendor: Example Optics\n" \
	"module.oui: 00:17:6a\n" \
	"module.part: EO-SFP-10G-SR\n" \
	"module.revision: A\n" \
	"module.serial: EO1234567\n" \
	"module.date: 2019-04-12\n" \
	"module.power_class: 1\n" \
	"module.power: 1 W\n"

#define SR_LIMITS \
	"module.thresholds.temperature: -13 -8 73 78 C\n" \
	"module.thresholds.voltage: 2.90 3 3.60 3.70 V\n" \
	"module.thresholds.rx_power: -18.01 -16 1 2 dBm\n" \
	"module.thresholds.tx_power: -8 -7 1 2 dBm\n" \
	"module.thresholds.tx_bias: 2 3 11 12 mA\n"

static void healthy(void **state)
{
	struct rom rom = { .len = 0 };

	(void)state;
	sr(&rom);
	rom_is("10GBASE-SR", &rom, SR_IDENTITY
	       "module.temperature: 34.2 C\n"
	       "module.voltage: 3.3 V\n"
	       "module.rx_power: -3.10 dBm\n"
	       "module.tx_power: -2.40 dBm\n"
	       "module.tx_bias: 6.50 mA\n" SR_LIMITS
	       "module.flags: none\n"
	       "module.rx_los: none\n"
	       "module.tx_fault: none\n"
	       "module.tx_disable: none\n");
	rom_is_read_as(&rom, "50:0:00:0 51:0:00:0");
	rom_cut(&rom);
}

/* No light: 0 is -40 dBm; the module says LOS and holds its alarms. */
static void rx_dark(void **state)
{
	struct rom rom = { .len = 0 };
	uint8_t *diag = sr(&rom);

	(void)state;
	rom_be16(diag, 104, 0);
	diag[110] = 0x02;
	diag[113] = 0x40;
	diag[117] = 0x40;
	rom_is("dark", &rom, SR_IDENTITY
	       "module.temperature: 34.2 C\n"
	       "module.voltage: 3.3 V\n"
	       "module.rx_power: -40 dBm\n"
	       "module.tx_power: -2.40 dBm\n"
	       "module.tx_bias: 6.50 mA\n" SR_LIMITS
	       "module.flags: rx-power-low-alarm:1 rx-power-low-warning:1\n"
	       "module.rx_los: 1\n"
	       "module.tx_fault: none\n"
	       "module.tx_disable: none\n");
}

/* Every flag at once: none is taken for another. */
static void all_flags(void **state)
{
	static struct facts f;
	struct rom rom = { .len = 0 };
	uint8_t *diag = sr(&rom);

	(void)state;
	diag[110] = 0xc6;
	diag[112] = 0x90;
	diag[116] = 0x07;
	rom_facts(rom.bytes, rom.len, &f);
	help_fact_is("flags", &f, FACT_MODULE_FLAGS,
		     "temperature-high-alarm voltage-low-alarm tx-bias-low-warning:1 "
		     "tx-power-high-warning:1 tx-power-low-warning:1");
	help_fact_is("fault", &f, FACT_MODULE_TX_FAULT, "1");
	help_fact_is("disable", &f, FACT_MODULE_TX_DISABLE, "1");
}

static void be_float(uint8_t *part, unsigned int offset, float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	for (unsigned int i = 0; i < 4; i++)
		part[offset + i] = (uint8_t)(bits >> (24 - 8 * i));
}

/*
 * 9.3: slopes in 1/256 with offsets, and for received light a polynomial.  The
 * raw words are made so that the results are those of the healthy module.
 */
static void external_calibration(void **state)
{
	static struct facts f;
	struct rom rom = { .len = 0 };
	uint8_t *diag = sr(&rom);

	(void)state;
	rom.bytes[MODULE_PART_HEAD + 92] = 0x58;
	for (unsigned int i = 0; i < 5; i++)
		be_float(diag, 56 + 4 * i, (const float[]){ 0, 0, 1e-5f, 0.5f, 98 }[i]);
	WORDS(diag, 76, 0x0200, -250, 0x0080, 754, 0x0180, -256, 0x0110, 0);
	/* (raw * 2 - 250), (raw / 2 + 754), (raw * 1.5 - 256), raw * 1.0625 */
	WORDS(diag, 96, (0x2240 + 256) * 2 / 3, 31070, 1750, 10000, 9000);
	rom_facts(rom.bytes, rom.len, &f);
	help_fact_is("temperature", &f, FACT_MODULE_TEMPERATURE, "34.2 C");
	help_fact_is("voltage", &f, FACT_MODULE_VOLTAGE, "3.3 V");
	help_fact_is("bias", &f, FACT_MODULE_TX_BIAS, "6.50 mA");
	help_fact_is("sent", &f, FACT_MODULE_TX_POWER, "-2.40 dBm");
	/* 1e-5 * 9000^2 + 0.5 * 9000 + 98 = 5408 */
	help_fact_is("received", &f, FACT_MODULE_RX_POWER, "-2.67 dBm");
	/* The limits are words of the same kind: 37000 * 1.0625 and so on. */
	help_fact_is("limits", &f, FACT_MODULE_THRESHOLDS_VOLTAGE, "3.08 3.19 3.83 3.93 V");
	rom_cut(&rom);
}

/* A constant that is no number gives no reading, and no alarm. */
static void broken_calibration(void **state)
{
	static struct facts f;
	struct rom rom = { .len = 0 };
	uint8_t *diag = sr(&rom);

	(void)state;
	rom.bytes[MODULE_PART_HEAD + 92] = 0x58;
	memset(diag + 56, 0xff, 20);
	rom_facts(rom.bytes, rom.len, &f);
	help_fact_is("received", &f, FACT_MODULE_RX_POWER, NULL);
}

/* A copper cable of 3 m: 10G of old, no diagnostics. */
static void dac(void **state)
{
	struct rom rom = { .len = 0 };
	uint8_t *id = rom_part(&rom, 0x50, 0, 0, 0);

	(void)state;
	id[0] = 0x03;
	id[2] = 0x21;
	id[8] = 0x04;
	id[18] = 3;
	id[60] = 0x01;		/* compliance of the cable, no wavelength */
	rom_text(id, 20, 16, "Example Copper");
	rom_text(id, 40, 16, "EC-3M");
	rom_text(id, 68, 16, "C77");
	rom_is("DAC", &rom,
	       "module.form: SFP\n"
	       "module.memory: SFF-8472\n"
	       "module.type: 10G DAC\n"
	       "module.medium: passive-copper\n"
	       "module.connector: copper pigtail\n"
	       "module.lanes: 1\n"
	       "module.reach: 3 m\n"
	       "module.vendor: Example Copper\n"
	       "module.part: EC-3M\n"
	       "module.serial: C77\n"
	       "module.power_class: 1\n"
	       "module.power: 1 W\n");
	rom_is_read_as(&rom, "50:0:00:0");
	rom_cut(&rom);
}

static void types(void **state)
{
	static const struct {
		uint8_t byte3, byte6, byte8, byte36, byte92;
		const char *type, *medium, *fec;
	} row[] = {
		{ .byte36 = 0x02, .type = "25GBASE-SR", .medium = "optics", .fec = "RS" },
		{ .byte36 = 0x03, .type = "25GBASE-LR", .medium = "optics", .fec = "RS" },
		{ .byte8 = 0x04, .byte36 = 0x0b, .type = "25GBASE-CR CA-25G-L",
		  .medium = "passive-copper", .fec = "RS" },
		{ .byte8 = 0x04, .byte36 = 0x0c, .type = "25GBASE-CR CA-25G-S",
		  .medium = "passive-copper", .fec = "BaseR" },
		{ .byte8 = 0x04, .byte36 = 0x0d, .type = "25GBASE-CR CA-25G-N",
		  .medium = "passive-copper", .fec = "Off" },
		{ .byte8 = 0x08, .byte36 = 0x01, .type = "25G AOC", .medium = "active-optical",
		  .fec = "RS" },
		{ .byte8 = 0x08, .type = "10G active cable", .medium = "active-copper" },
		{ .byte8 = 0x08, .byte92 = 0x68, .type = "10G active cable",
		  .medium = "active-optical" },
		{ .byte3 = 0x30, .byte6 = 0x01, .type = "10GBASE-SR, 10GBASE-LR, 1000BASE-SX",
		  .medium = "optics" },
		{ .byte6 = 0x08, .type = "1000BASE-T", .medium = "base-t" },
		{ .byte36 = 0xee },
	};
	static struct facts f;

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct rom rom = { .len = 0 };
		uint8_t *id = rom_part(&rom, 0x50, 0, 0, 0);
		char name[16];

		snprintf(name, sizeof(name), "row %zu", i);
		id[0] = 0x03;
		id[3] = row[i].byte3;
		id[6] = row[i].byte6;
		id[8] = row[i].byte8;
		id[36] = row[i].byte36;
		id[92] = row[i].byte92;
		rom_facts(rom.bytes, rom.len, &f);
		help_fact_is(name, &f, FACT_MODULE_TYPE, row[i].type);
		help_fact_is(name, &f, FACT_MODULE_MEDIUM, row[i].medium);
		help_fact_is(name, &f, FACT_MODULE_FEC, row[i].fec);
	}
}

/* Bytes 14, 15: 10 km are told in both; more than 25.4 km only in the first. */
static void reach_and_power(void **state)
{
	static struct facts f;
	struct rom rom = { .len = 0 };
	uint8_t *id = rom_part(&rom, 0x50, 0, 0, 0);

	(void)state;
	id[0] = 0x03;
	id[14] = 3;
	id[15] = 25;
	id[64] = 0x02;
	rom_facts(rom.bytes, rom.len, &f);
	help_fact_is("short", &f, FACT_MODULE_REACH, "2500 m");
	help_fact_is("level 2", &f, FACT_MODULE_POWER, "1.5 W");
	id[14] = 80;
	id[15] = 255;
	id[64] = 0x40;
	id[66] = 25;
	rom_facts(rom.bytes, rom.len, &f);
	help_fact_is("long", &f, FACT_MODULE_REACH, "80000 m");
	help_fact_is("level", &f, FACT_MODULE_POWER_CLASS, "4");
	help_fact_is("level 4", &f, FACT_MODULE_POWER, "2.5 W");
}

/* Diagnostics that nobody filled in: all 00, all FF, or not ready. */
static void no_reading(void **state)
{
	static struct facts f;

	(void)state;
	for (int fill = 0; fill < 3; fill++) {
		struct rom rom = { .len = 0 };
		uint8_t *diag = sr(&rom);

		if (fill < 2)
			memset(diag, fill ? 0xff : 0x00, MODULE_PART_MAX);
		else
			diag[110] = 0x01;
		rom_facts(rom.bytes, rom.len, &f);
		help_fact_is("serial", &f, FACT_MODULE_SERIAL, "EO1234567");
		help_fact_is("temperature", &f, FACT_MODULE_TEMPERATURE, NULL);
		help_fact_is("received", &f, FACT_MODULE_RX_POWER, NULL);
		help_fact_is("limits", &f, FACT_MODULE_THRESHOLDS_RX_POWER, NULL);
	}
}

/* Flags that the module does not have are not told. */
static void no_flags(void **state)
{
	static struct facts f;
	struct rom rom = { .len = 0 };
	uint8_t *diag = sr(&rom);

	(void)state;
	rom.bytes[MODULE_PART_HEAD + 93] = 0;
	memset(diag + 110, 0xfe, 8);
	rom_facts(rom.bytes, rom.len, &f);
	help_fact_is("flags", &f, FACT_MODULE_FLAGS, NULL);
	help_fact_is("los", &f, FACT_MODULE_RX_LOS, NULL);
	help_fact_is("fault", &f, FACT_MODULE_TX_FAULT, NULL);
	help_fact_is("disable", &f, FACT_MODULE_TX_DISABLE, NULL);
}

/* Byte 92 bit 2: the diagnostics are reached by a write, which is not ours to make. */
static void nothing_is_written(void **state)
{
	struct rom rom = { .len = 0 };

	(void)state;
	sr(&rom);
	rom.bytes[MODULE_PART_HEAD + 92] = 0x6c;
	rom_is_read_as(&rom, "50:0:00:0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(healthy),
		cmocka_unit_test(rx_dark),
		cmocka_unit_test(all_flags),
		cmocka_unit_test(external_calibration),
		cmocka_unit_test(broken_calibration),
		cmocka_unit_test(dac),
		cmocka_unit_test(types),
		cmocka_unit_test(reach_and_power),
		cmocka_unit_test(no_reading),
		cmocka_unit_test(no_flags),
		cmocka_unit_test(nothing_is_written),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("module-sff8472", tests, NULL, NULL);
}
