// SPDX-License-Identifier: GPL-3.0-or-later
#include "test-module-help.h"

struct qsfp {
	struct rom rom;
	uint8_t *low, *high, *limits;
};

/* 100GBASE-SR4: SFF-8636 tables 6-1, 6-15, 6-28. */
static void sr4(struct qsfp *q)
{
	*q = (struct qsfp){ .rom = { .len = 0 } };
	q->low = rom_part(&q->rom, 0x50, 0, 0, 0);
	q->high = rom_part(&q->rom, 0x50, 0, 0, 128);
	q->limits = rom_part(&q->rom, 0x50, 0, 3, 128);
	q->low[0] = 0x11;
	q->low[1] = 0x08;
	WORDS(q->low, 22, 31 << 8);
	WORDS(q->low, 26, 32800);
	WORDS(q->low, 34, 7943, 6310, 7079, 6026);
	WORDS(q->low, 42, 3350, 3400, 3300, 3360);
	WORDS(q->low, 50, 10233, 10471, 9333, 10000);
	q->high[0] = 0x11;
	q->high[129 - 128] = 0x80;	/* class 3 */
	q->high[130 - 128] = 0x0c;
	q->high[131 - 128] = 0x80;
	q->high[143 - 128] = 35;
	q->high[146 - 128] = 50;
	q->high[147 - 128] = 0x00;	/* 850 nm VCSEL */
	rom_text(q->high, 148, 16, "Example Optics");
	memcpy(q->high + 165 - 128, "\x00\x17\x6a", 3);
	rom_text(q->high, 168, 16, "EO-Q28-SR4");
	rom_text(q->high, 184, 2, "1B");
	rom_be16(q->high, 186, 17000);
	q->high[192 - 128] = 0x02;
	q->high[194 - 128] = 0x30;
	q->high[195 - 128] = 0x1a;
	rom_text(q->high, 196, 16, "EOQ0001");
	rom_text(q->high, 212, 8, "210930");
	q->high[220 - 128] = 0x0c;
	WORDS(q->limits, 128, 80 << 8, -10 * 256, 70 << 8, 0);
	WORDS(q->limits, 144, 36300, 29700, 34600, 31400);
	WORDS(q->limits, 176, 21878, 501, 17378, 1000);
	WORDS(q->limits, 184, 5000, 250, 4500, 500);
	WORDS(q->limits, 192, 21878, 1259, 17378, 1585);
}

#define SR4_IDENTITY \
	"module.form: QSFP28\n" \
	"module.memory: SFF-8636 2.10\n" \
	"module.type: 100GBASE-SR4\n" \
	"module.medium: optics\n" \
	"module.fec: RS\n" \
	"module.connector: MPO 1x12\n" \
	"module.lanes: 4\n" \
	"module.reach: 100 m\n" \
	"module.wavelength: 850 nm\n" \
	"module.vendor: Example Optics\n" \
	"module.oui: 00:17:6a\n" \
	"module.part: EO-Q28-SR4\n" \
	"module.revision: 1B\n" \
	"module.serial: EOQ0001\n" \
	"module.date: 2021-09-30\n" \
	"module.power_class: 3\n" \
	"module.power: 2.5 W\n" \
	"module.temperature: 31 C\n" \
	"module.voltage: 3.28 V\n"

#define SR4_LIMITS \
	"module.tx_power: 0.10 0.20 -0.30 0 dBm\n" \
	"module.tx_bias: 6.70 6.80 6.60 6.72 mA\n" \
	"module.thresholds.temperature: -10 0 70 80 C\n" \
	"module.thresholds.voltage: 2.97 3.14 3.46 3.63 V\n" \
	"module.thresholds.rx_power: -13 -10 2.40 3.40 dBm\n" \
	"module.thresholds.tx_power: -9 -8 2.40 3.40 dBm\n" \
	"module.thresholds.tx_bias: 0.50 1 9 10 mA\n"

static void healthy(void **state)
{
	struct qsfp q;

	(void)state;
	sr4(&q);
	rom_is("SR4", &q.rom, SR4_IDENTITY
	       "module.rx_power: -1 -2 -1.50 -2.20 dBm\n" SR4_LIMITS
	       "module.flags: none\n"
	       "module.rx_los: none\n"
	       "module.rx_lol: none\n"
	       "module.tx_los: none\n"
	       "module.tx_lol: none\n"
	       "module.tx_fault: none\n"
	       "module.tx_disable: none\n");
	rom_is_read_as(&q.rom, "50:0:00:0 50:0:00:128 50:0:03:128");
	rom_cut(&q.rom);
}

static void one_dark_lane(void **state)
{
	struct qsfp q;

	(void)state;
	sr4(&q);
	WORDS(q.low, 36, 0);
	q.low[3] = 0x02;
	q.low[5] = 0x02;
	q.low[9] = 0x05;
	rom_is("dark lane", &q.rom, SR4_IDENTITY
	       "module.rx_power: -1 -40 -1.50 -2.20 dBm\n" SR4_LIMITS
	       "module.flags: rx-power-low-alarm:2 rx-power-low-warning:2\n"
	       "module.rx_los: 2\n"
	       "module.rx_lol: 2\n"
	       "module.tx_los: none\n"
	       "module.tx_lol: none\n"
	       "module.tx_fault: none\n"
	       "module.tx_disable: none\n");
}

/* Each flag once, lanes 1 to 4 in the order of the standard. */
static void flags_and_states(void **state)
{
	static struct facts f;
	struct qsfp q;

	(void)state;
	sr4(&q);
	q.low[3] = 0x84;	/* TX LOS 4, RX LOS 3 */
	q.low[4] = 0x09;	/* TX fault 1, 4 */
	q.low[5] = 0x18;	/* TX LOL 1, RX LOL 4 */
	q.low[6] = 0x20;
	q.low[7] = 0x80;
	q.low[9] = 0x40;	/* RX 1 low alarm */
	q.low[10] = 0x02;	/* RX 4 high warning */
	q.low[11] = 0x08;	/* bias 2 high alarm */
	q.low[14] = 0x11;	/* sent 3 and 4 low warning */
	q.low[86] = 0x06;
	rom_facts(q.rom.bytes, q.rom.len, &f);
	help_fact_is("flags", &f, FACT_MODULE_FLAGS,
		     "voltage-high-alarm temperature-high-warning rx-power-low-alarm:1 "
		     "rx-power-high-warning:4 tx-bias-high-alarm:2 tx-power-low-warning:3,4");
	help_fact_is("rx los", &f, FACT_MODULE_RX_LOS, "3");
	help_fact_is("tx los", &f, FACT_MODULE_TX_LOS, "4");
	help_fact_is("rx lol", &f, FACT_MODULE_RX_LOL, "4");
	help_fact_is("tx lol", &f, FACT_MODULE_TX_LOL, "1");
	help_fact_is("fault", &f, FACT_MODULE_TX_FAULT, "1 4");
	help_fact_is("disable", &f, FACT_MODULE_TX_DISABLE, "2 3");
	/* What byte 195 does not promise is not told. */
	q.high[195 - 128] = 0;
	q.high[194 - 128] = 0;
	rom_facts(q.rom.bytes, q.rom.len, &f);
	help_fact_is("tx los", &f, FACT_MODULE_TX_LOS, NULL);
	help_fact_is("rx lol", &f, FACT_MODULE_RX_LOL, NULL);
	help_fact_is("fault", &f, FACT_MODULE_TX_FAULT, NULL);
	help_fact_is("disable", &f, FACT_MODULE_TX_DISABLE, NULL);
}

/* 3 m of copper that asks for RS; what stands in its monitors is nothing. */
static void cr4(void **state)
{
	struct qsfp q;

	(void)state;
	sr4(&q);
	q.rom.len = 2 * (MODULE_PART_HEAD + MODULE_PART_MAX);
	q.low[2] = 0x04;	/* no page but 0 */
	memset(q.low + 22, 0, 40);
	q.low[3] = 0x0f;
	q.high[129 - 128] = 0;
	q.high[130 - 128] = 0x23;
	q.high[143 - 128] = 0;
	q.high[146 - 128] = 3;
	q.high[147 - 128] = 0xa0;
	q.high[192 - 128] = 0x0b;
	q.high[220 - 128] = 0;
	rom_is("CR4", &q.rom,
	       "module.form: QSFP28\n"
	       "module.memory: SFF-8636 2.10\n"
	       "module.type: 100GBASE-CR4\n"
	       "module.medium: passive-copper\n"
	       "module.fec: RS\n"
	       "module.connector: no separable connector\n"
	       "module.lanes: 4\n"
	       "module.reach: 3 m\n"
	       "module.vendor: Example Optics\n"
	       "module.oui: 00:17:6a\n"
	       "module.part: EO-Q28-SR4\n"
	       "module.revision: 1B\n"
	       "module.serial: EOQ0001\n"
	       "module.date: 2021-09-30\n"
	       "module.power_class: 1\n"
	       "module.power: 1.5 W\n"
	       "module.flags: none\n");
	rom_is_read_as(&q.rom, "50:0:00:0 50:0:00:128");
	rom_cut(&q.rom);
}

static void types(void **state)
{
	static const struct {
		uint8_t byte130, byte131, byte147, byte192;
		const char *type, *medium, *fec;
	} row[] = {
		{ 0x0c, 0x80, 0x00, 0x02, "100GBASE-SR4", "optics", "RS" },
		{ 0x07, 0x80, 0x40, 0x03, "100GBASE-LR4", "optics", "Off" },
		{ 0x07, 0x80, 0x40, 0x06, "100G CWDM4", "optics", "RS" },
		{ 0x07, 0x80, 0x40, 0x25, "100GBASE-DR", "optics", "Off" },
		{ 0x23, 0x80, 0xb0, 0x0c, "50GBASE-CR2 or 4 x 25GBASE-CR CA-25G-S",
		  "passive-copper", "BaseR" },
		{ 0x23, 0x80, 0x00, 0x01, "100G AOC", "active-optical", "RS" },
		{ 0x23, 0x80, 0xd0, 0x08, "100G ACC", "active-copper", "RS" },
		{ 0x0c, 0x04, 0x00, 0x00, "40GBASE-SR4", "optics", NULL },
		{ 0x23, 0x08, 0xa0, 0x00, "40GBASE-CR4", "passive-copper", NULL },
		{ 0x23, 0x01, 0x00, 0x00, "40G active cable (XLPPI)", "active-optical", NULL },
		{ 0x0c, 0x80, 0x00, 0x41, "200GBASE-SR4", "optics", "RS" },
	};
	static struct facts f;
	struct qsfp q;

	(void)state;
	sr4(&q);
	for (size_t i = 0; i < ROWS(row); i++) {
		char name[16];

		snprintf(name, sizeof(name), "row %zu", i);
		q.high[130 - 128] = row[i].byte130;
		q.high[131 - 128] = row[i].byte131;
		q.high[147 - 128] = row[i].byte147;
		q.high[192 - 128] = row[i].byte192;
		rom_facts(q.rom.bytes, q.rom.len, &f);
		help_fact_is(name, &f, FACT_MODULE_TYPE, row[i].type);
		help_fact_is(name, &f, FACT_MODULE_MEDIUM, row[i].medium);
		help_fact_is(name, &f, FACT_MODULE_FEC, row[i].fec);
	}
}

static void power_classes(void **state)
{
	static const struct {
		uint8_t byte129, byte107;
		const char *class, *watts;
	} row[] = {
		{ 0x00, 0, "1", "1.5 W" }, { 0x40, 0, "2", "2 W" }, { 0x80, 0, "3", "2.5 W" },
		{ 0xc0, 0, "4", "3.5 W" }, { 0xc1, 0, "5", "4 W" }, { 0xc2, 0, "6", "4.5 W" },
		{ 0xc3, 0, "7", "5 W" }, { 0xe3, 85, "8", "8.5 W" },
	};
	static struct facts f;
	struct qsfp q;

	(void)state;
	sr4(&q);
	for (size_t i = 0; i < ROWS(row); i++) {
		q.high[129 - 128] = row[i].byte129;
		q.low[107] = row[i].byte107;
		rom_facts(q.rom.bytes, q.rom.len, &f);
		help_fact_is("class", &f, FACT_MODULE_POWER_CLASS, row[i].class);
		help_fact_is("watts", &f, FACT_MODULE_POWER, row[i].watts);
	}
}

/* One wavelength over one pair of fibres: what lanes 2 to 4 show is nothing. */
static void one_lane(void **state)
{
	static struct facts f;
	struct qsfp q;

	(void)state;
	sr4(&q);
	q.high[192 - 128] = 0x25;
	WORDS(q.low, 36, 0, 0, 0);
	q.low[3] = 0x0e;
	rom_facts(q.rom.bytes, q.rom.len, &f);
	help_fact_is("lanes", &f, FACT_MODULE_LANES, "1");
	help_fact_is("received", &f, FACT_MODULE_RX_POWER, "-1 dBm");
	help_fact_is("los", &f, FACT_MODULE_RX_LOS, "none");
}

/* All 00, all FF, or not ready: no reading, and no alarm out of nothing. */
static void no_reading(void **state)
{
	static struct facts f;

	(void)state;
	for (int fill = 0; fill < 3; fill++) {
		struct qsfp q;

		sr4(&q);
		if (fill < 2) {
			memset(q.low + 22, fill ? 0xff : 0x00, 60);
			memset(q.limits, fill ? 0xff : 0x00, MODULE_PART_MAX);
		} else {
			q.low[2] = 0x01;
		}
		rom_facts(q.rom.bytes, q.rom.len, &f);
		help_fact_is("serial", &f, FACT_MODULE_SERIAL, "EOQ0001");
		help_fact_is("temperature", &f, FACT_MODULE_TEMPERATURE, NULL);
		help_fact_is("received", &f, FACT_MODULE_RX_POWER, NULL);
		help_fact_is("sent", &f, FACT_MODULE_TX_POWER, NULL);
		help_fact_is("limits", &f, FACT_MODULE_THRESHOLDS_RX_POWER, NULL);
	}
}

/* A module that measures no sent light says so in byte 220. */
static void no_sent_light(void **state)
{
	static struct facts f;
	struct qsfp q;

	(void)state;
	sr4(&q);
	q.high[220 - 128] = 0x08;
	rom_facts(q.rom.bytes, q.rom.len, &f);
	help_fact_is("measured after all", &f, FACT_MODULE_TX_POWER, "0.10 0.20 -0.30 0 dBm");
	WORDS(q.low, 50, 0, 0, 0, 0);
	rom_facts(q.rom.bytes, q.rom.len, &f);
	help_fact_is("not measured", &f, FACT_MODULE_TX_POWER, NULL);
	help_fact_is("received", &f, FACT_MODULE_RX_POWER, "-1 -2 -1.50 -2.20 dBm");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(healthy),
		cmocka_unit_test(one_dark_lane),
		cmocka_unit_test(flags_and_states),
		cmocka_unit_test(cr4),
		cmocka_unit_test(types),
		cmocka_unit_test(power_classes),
		cmocka_unit_test(one_lane),
		cmocka_unit_test(no_reading),
		cmocka_unit_test(no_sent_light),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("module-sff8636", tests, NULL, NULL);
}
