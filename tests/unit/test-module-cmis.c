// SPDX-License-Identifier: GPL-3.0-or-later
#include "test-module-help.h"

struct cmis {
	struct rom rom;
	uint8_t *low, *id, *can, *limits, *controls, *states;
};

/* 400GBASE-DR4 in a QSFP-DD: CMIS 5.2 tables 8-5, 8-24, 8-32, 8-49, 8-57, 8-75. */
static void dr4(struct cmis *c)
{
	*c = (struct cmis){ .rom = { .len = 0 } };
	c->low = rom_part(&c->rom, 0x50, 0, 0, 0);
	c->id = rom_part(&c->rom, 0x50, 0, 0, 128);
	c->can = rom_part(&c->rom, 0x50, 0, 1, 128);
	c->limits = rom_part(&c->rom, 0x50, 0, 2, 128);
	c->controls = rom_part(&c->rom, 0x50, 0, 0x10, 128);
	c->states = rom_part(&c->rom, 0x50, 0, 0x11, 128);
	c->low[0] = 0x18;
	c->low[1] = 0x50;
	c->low[3] = 0x06;		/* ready */
	WORDS(c->low, 14, 52 * 256 + 128);
	WORDS(c->low, 16, 32900);
	c->low[85] = 2;			/* single mode */
	memcpy(c->low + 86, "\x11\x1c\x84\x01", 4);	/* 400GAUI-8 to 400GBASE-DR4 */
	memcpy(c->low + 90, "\x0d\x14\x21\x55", 4);	/* 4 times 100GAUI-2 to 100GBASE-DR */
	c->low[94] = 0xff;
	c->id[0] = 0x18;
	rom_text(c->id, 129, 16, "Example Optics");
	memcpy(c->id + 145 - 128, "\x00\x17\x6a", 3);
	rom_text(c->id, 148, 16, "EO-QDD-DR4");
	rom_text(c->id, 164, 2, "2A");
	rom_text(c->id, 166, 16, "EOD4711");
	rom_text(c->id, 182, 8, "230115");
	c->id[200 - 128] = 0xa0;	/* class 6 */
	c->id[201 - 128] = 40;		/* 10 W */
	c->id[203 - 128] = 0x0c;
	c->id[210 - 128] = 0xf0;	/* four media lanes */
	c->id[212 - 128] = 0x06;
	c->can[132 - 128] = 0x05;	/* 500 m */
	rom_be16(c->can, 138, 26220);
	c->can[155 - 128] = 0x02;
	c->can[157 - 128] = 0x07;
	c->can[158 - 128] = 0x06;
	c->can[159 - 128] = 0x03;
	c->can[160 - 128] = 0x0f;	/* all three, the current counts twice */
	WORDS(c->limits, 128, 75 * 256, -5 * 256, 70 * 256, 0);
	WORDS(c->limits, 136, 34600, 31300, 34000, 32000);
	WORDS(c->limits, 176, 31623, 2818, 25119, 5623);
	WORDS(c->limits, 184, 40000, 5000, 37500, 7500);
	WORDS(c->limits, 192, 31623, 1000, 25119, 1585);
	memset(c->states, 0x44, 4);	/* activated */
	WORDS(c->states, 154, 11220, 12023, 10471, 11749, 0, 0, 0, 0);
	WORDS(c->states, 170, 20000, 20500, 19500, 20250, 0, 0, 0, 0);
	WORDS(c->states, 186, 8913, 9550, 7943, 10000, 0, 0, 0, 0);
	memset(c->states + 202 - 128, 0x11, 4);
	memset(c->states + 206 - 128, 0x10, 8);	/* application 1 */
}

#define DR4_IDENTITY \
	"module.form: QSFP-DD\n" \
	"module.memory: CMIS 5.0\n" \
	"module.type: 400GBASE-DR4\n" \
	"module.host: 400GAUI-8 C2M\n" \
	"module.medium: optics\n" \
	"module.fec: RS\n" \
	"module.connector: MPO 1x12\n" \
	"module.lanes: 4\n" \
	"module.reach: 500 m\n" \
	"module.wavelength: 1311 nm\n" \
	"module.vendor: Example Optics\n" \
	"module.oui: 00:17:6a\n" \
	"module.part: EO-QDD-DR4\n" \
	"module.revision: 2A\n" \
	"module.serial: EOD4711\n" \
	"module.date: 2023-01-15\n" \
	"module.power_class: 6\n" \
	"module.power: 10 W\n" \
	"module.state: ready\n"

#define DR4_LIMITS \
	"module.thresholds.temperature: -5 0 70 75 C\n" \
	"module.thresholds.voltage: 3.13 3.20 3.40 3.46 V\n" \
	"module.thresholds.rx_power: -10 -8 4 5 dBm\n" \
	"module.thresholds.tx_power: -5.50 -2.50 4 5 dBm\n" \
	"module.thresholds.tx_bias: 20 30 150 160 mA\n"

static void healthy(void **state)
{
	struct cmis c;

	(void)state;
	dr4(&c);
	rom_is("400GBASE-DR4", &c.rom, DR4_IDENTITY
	       "module.data_path: activated activated activated activated activated activated "
	       "activated activated\n"
	       "module.config: accepted accepted accepted accepted accepted accepted accepted "
	       "accepted\n"
	       "module.temperature: 52.5 C\n"
	       "module.voltage: 3.29 V\n"
	       "module.rx_power: -0.50 -0.20 -1 0 dBm\n"
	       "module.tx_power: 0.50 0.80 0.20 0.70 dBm\n"
	       "module.tx_bias: 80 82 78 81 mA\n" DR4_LIMITS
	       "module.flags: none\n"
	       "module.rx_los: none\n"
	       "module.rx_lol: none\n"
	       "module.tx_los: none\n"
	       "module.tx_lol: none\n"
	       "module.tx_fault: none\n"
	       "module.tx_disable: none\n");
	rom_is_read_as(&c.rom, "50:0:00:0 50:0:00:128 50:0:01:128 50:0:02:128 50:0:10:128 "
			       "50:0:11:128");
	rom_cut(&c.rom);
}

/* Lane 3 lost its light, the module holds alarms; the others go on. */
static void los_and_alarms(void **state)
{
	static struct facts f;
	struct cmis c;

	(void)state;
	dr4(&c);
	c.low[9] = 0x84;
	WORDS(c.states, 190, 0);
	c.states[135 - 128] = 0xf2;	/* of lanes 5 to 8, too, which are not there */
	c.states[136 - 128] = 0x80;
	c.states[137 - 128] = 0x01;
	c.states[141 - 128] = 0x01;	/* sent light, high warning */
	c.states[144 - 128] = 0x02;	/* current, low alarm */
	c.states[147 - 128] = 0xf4;
	c.states[148 - 128] = 0x04;
	c.states[150 - 128] = 0xf4;	/* received light, low alarm */
	c.states[152 - 128] = 0x04;
	c.controls[130 - 128] = 0xf8;
	rom_facts(c.rom.bytes, c.rom.len, &f);
	help_fact_is("received", &f, FACT_MODULE_RX_POWER, "-0.50 -0.20 -40 0 dBm");
	help_fact_is("flags", &f, FACT_MODULE_FLAGS,
		     "temperature-high-warning voltage-low-warning tx-power-high-warning:1 "
		     "tx-bias-low-alarm:2 rx-power-low-alarm:3 rx-power-low-warning:3");
	help_fact_is("rx los", &f, FACT_MODULE_RX_LOS, "3");
	help_fact_is("rx lol", &f, FACT_MODULE_RX_LOL, "3");
	help_fact_is("tx los", &f, FACT_MODULE_TX_LOS, "8");
	help_fact_is("tx lol", &f, FACT_MODULE_TX_LOL, "1");
	help_fact_is("fault", &f, FACT_MODULE_TX_FAULT, "2");
	help_fact_is("disable", &f, FACT_MODULE_TX_DISABLE, "4");
}

/* The second application on lanes 1 and 2: 100G of four, and one word for what is refused. */
static void applications(void **state)
{
	static struct facts f;
	struct cmis c;

	(void)state;
	dr4(&c);
	memset(c.states + 206 - 128, 0, 8);
	memset(c.states + 206 - 128, 0x20, 2);
	c.states[128 - 128] = 0x42;
	c.states[129 - 128] = 0x91;
	c.states[202 - 128] = 0x13;
	c.states[203 - 128] = 0xf0;
	rom_facts(c.rom.bytes, c.rom.len, &f);
	help_fact_is("type", &f, FACT_MODULE_TYPE, "100GBASE-DR");
	help_fact_is("host", &f, FACT_MODULE_HOST, "100GAUI-2 C2M");
	help_fact_is("path", &f, FACT_MODULE_DATA_PATH,
		     "initializing activated deactivated code-9 activated activated activated "
		     "activated");
	help_fact_is("config", &f, FACT_MODULE_CONFIG,
		     "rejected-application accepted undefined code-15 accepted accepted accepted "
		     "accepted");
	/* Nothing is in use: the first that is offered. */
	memset(c.states + 206 - 128, 0, 8);
	rom_facts(c.rom.bytes, c.rom.len, &f);
	help_fact_is("type", &f, FACT_MODULE_TYPE, "400GBASE-DR4");
}

/* Byte 210 left 0: what the applications need counts, or four lanes would be dark for ever. */
static void lanes_that_are_not_there(void **state)
{
	static struct facts f;
	struct cmis c;

	(void)state;
	dr4(&c);
	c.id[210 - 128] = 0;
	rom_facts(c.rom.bytes, c.rom.len, &f);
	help_fact_is("lanes", &f, FACT_MODULE_LANES, "4");
	help_fact_is("received", &f, FACT_MODULE_RX_POWER, "-0.50 -0.20 -1 0 dBm");
}

/* Sixteen lanes stand in two banks. */
static void two_banks(void **state)
{
	static struct facts f;
	struct cmis c;
	uint8_t *second;

	(void)state;
	dr4(&c);
	c.id[210 - 128] = 0;
	c.can[142 - 128] = 0x01;
	memcpy(c.low + 86, "\x55\x56\x88\x03", 4);
	rom_part(&c.rom, 0x50, 1, 0x10, 128);
	second = rom_part(&c.rom, 0x50, 1, 0x11, 128);
	WORDS(second, 186, 10000, 10000, 10000, 10000, 10000, 10000, 10000, 5012);
	second[147 - 128] = 0x80;
	rom_facts(c.rom.bytes, c.rom.len, &f);
	help_fact_is("lanes", &f, FACT_MODULE_LANES, "16");
	help_fact_is("received", &f, FACT_MODULE_RX_POWER,
		     "-0.50 -0.20 -1 0 -40 -40 -40 -40 0 0 0 0 0 0 0 -3 dBm");
	help_fact_is("los", &f, FACT_MODULE_RX_LOS, "16");
	rom_is_read_as(&c.rom, "50:0:00:0 50:0:00:128 50:0:01:128 50:0:02:128 50:0:10:128 "
			       "50:0:11:128 50:1:10:128 50:1:11:128");
}

/* A copper cable: flat memory, one page, no diagnostics. */
static void dac(void **state)
{
	struct cmis c;

	(void)state;
	dr4(&c);
	c.rom.len = 2 * (MODULE_PART_HEAD + MODULE_PART_MAX);
	c.low[2] = 0x80;
	c.low[85] = 3;
	memcpy(c.low + 86, "\x1d\x01\x88\x01", 4);
	c.low[90] = 0xff;
	c.id[200 - 128] = 0;
	c.id[201 - 128] = 2;
	c.id[202 - 128] = 0x0f;		/* 15 times 0.1 m */
	c.id[203 - 128] = 0x23;
	c.id[210 - 128] = 0;
	c.id[212 - 128] = 0x0a;
	rom_is("400G CR8", &c.rom,
	       "module.form: QSFP-DD\n"
	       "module.memory: CMIS 5.0\n"
	       "module.type: 400G CR8\n"
	       "module.host: 400G CR8\n"
	       "module.medium: passive-copper\n"
	       "module.fec: RS\n"
	       "module.connector: no separable connector\n"
	       "module.lanes: 8\n"
	       "module.reach: 1.5 m\n"
	       "module.vendor: Example Optics\n"
	       "module.oui: 00:17:6a\n"
	       "module.part: EO-QDD-DR4\n"
	       "module.revision: 2A\n"
	       "module.serial: EOD4711\n"
	       "module.date: 2023-01-15\n"
	       "module.power_class: 1\n"
	       "module.power: 0.5 W\n"
	       "module.state: ready\n");
	rom_is_read_as(&c.rom, "50:0:00:0 50:0:00:128");
	rom_cut(&c.rom);
}

static void media(void **state)
{
	static const struct {
		uint8_t media, technology;
		const char *medium;
	} row[] = {
		{ 0, 0, NULL }, { 1, 0, "optics" }, { 2, 6, "optics" }, { 3, 0x0a, "passive-copper" },
		{ 4, 0x00, "active-optical" }, { 4, 0x0f, "active-copper" },
		{ 4, 0x10, "active-optical" }, { 5, 0, "base-t" }, { 6, 0, NULL },
	};
	static const char *const names[] = {
		"low-power", "powering-up", "ready", "powering-down", "fault",
	};
	static struct facts f;
	struct cmis c;

	(void)state;
	dr4(&c);
	for (size_t i = 0; i < ROWS(row); i++) {
		c.low[85] = row[i].media;
		c.id[212 - 128] = row[i].technology;
		rom_facts(c.rom.bytes, c.rom.len, &f);
		help_fact_is("medium", &f, FACT_MODULE_MEDIUM, row[i].medium);
	}
	for (size_t i = 0; i < 8; i++) {
		c.low[3] = (uint8_t)(i << 1);
		rom_facts(c.rom.bytes, c.rom.len, &f);
		help_fact_is("state", &f, FACT_MODULE_STATE, i >= 1 && i <= 5 ? names[i - 1] : NULL);
	}
}

/* All 00 or all FF, or the module says that it measures nothing. */
static void no_reading(void **state)
{
	static struct facts f;

	(void)state;
	for (int fill = 0; fill < 3; fill++) {
		struct cmis c;

		dr4(&c);
		if (fill < 2) {
			memset(c.low + 14, fill ? 0xff : 0x00, 4);
			memset(c.states, fill ? 0xff : 0x00, MODULE_PART_MAX);
			memset(c.limits, fill ? 0xff : 0x00, MODULE_PART_MAX);
		} else {
			c.can[159 - 128] = 0;
			c.can[160 - 128] = 0;
		}
		rom_facts(c.rom.bytes, c.rom.len, &f);
		help_fact_is("serial", &f, FACT_MODULE_SERIAL, "EOD4711");
		help_fact_is("temperature", &f, FACT_MODULE_TEMPERATURE, NULL);
		help_fact_is("received", &f, FACT_MODULE_RX_POWER, NULL);
		help_fact_is("sent", &f, FACT_MODULE_TX_POWER, NULL);
		help_fact_is("limits", &f, FACT_MODULE_THRESHOLDS_RX_POWER, NULL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(healthy),
		cmocka_unit_test(los_and_alarms),
		cmocka_unit_test(applications),
		cmocka_unit_test(lanes_that_are_not_there),
		cmocka_unit_test(two_banks),
		cmocka_unit_test(dac),
		cmocka_unit_test(media),
		cmocka_unit_test(no_reading),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("module-cmis", tests, NULL, NULL);
}
