// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/reg.h"

#include <linux/mii.h>

#include "facts-help.h"

static const unsigned int regs[] = { 0, 1, 2, 3, 4, 5, 6, 9, 10, 15 };

static int top_bit(uint16_t mask)
{
	return mask ? 31 - __builtin_clz(mask) : -1;
}

/* Each bit stands in one field, each field is one run of bits, highest first. */
static void fields_cover_each_bit_once(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * ROWS(regs); i++) {
		unsigned int reg = regs[i / 2];
		const struct mii_field *field = mii_fields(reg, i % 2);
		unsigned int seen = 0;
		int next = 15;

		assert_non_null(field);
		for (; field->mask; field++) {
			unsigned int run = field->mask >> __builtin_ctz(field->mask);

			if (seen & field->mask)
				fail_msg("register %u, %s: a bit stands twice", reg, field->name);
			if (run & (run + 1) || top_bit(field->mask) != next)
				fail_msg("register %u, %s: not the next run of bits", reg,
					 field->name);
			assert_non_null(field->name);
			seen |= field->mask;
			next = __builtin_ctz(field->mask) - 1;
		}
		assert_int_equal(seen, 0xffff);
	}
}

static void unknown_registers_have_no_fields(void **state)
{
	(void)state;
	for (unsigned int reg = 0; reg < 64; reg++) {
		bool known = false;

		for (size_t i = 0; i < ROWS(regs); i++)
			known |= regs[i] == reg;
		assert_int_equal(mii_fields(reg, 0) != NULL, known);
		assert_int_equal(mii_fields(reg, 1) != NULL, known);
	}
	assert_null(mii_fields(~0U, 0));
}

static void every_register_has_a_name(void **state)
{
	static const struct {
		unsigned int reg;
		const char *part;
	} row[] = {
		{ 0, "BMCR" }, { 1, "BMSR" }, { 2, "identifier 1" }, { 3, "identifier 2" },
		{ 4, "ANAR" }, { 5, "ANLPAR" }, { 6, "ANER" }, { 9, "1000BASE-T control" },
		{ 10, "1000BASE-T status" }, { 15, "extended status" }, { 16, "vendor" },
		{ 31, "vendor" }, { 1000, "vendor" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		if (!strstr(mii_reg_name(row[i].reg), row[i].part))
			fail_msg("register %u is called %s", row[i].reg,
				 mii_reg_name(row[i].reg));
	for (unsigned int reg = 0; reg < 32; reg++)
		assert_non_null(mii_reg_name(reg));
}

/* The kernel's header and ours are two readings of one standard. */
static void masks_are_the_kernel_s(void **state)
{
	static const struct {
		int ours, kernel;
	} row[] = {
		{ MII_REG_BMCR, MII_BMCR },	      { MII_REG_BMSR, MII_BMSR },
		{ MII_REG_ID1, MII_PHYSID1 },	      { MII_REG_ID2, MII_PHYSID2 },
		{ MII_REG_ANAR, MII_ADVERTISE },      { MII_REG_ANLPAR, MII_LPA },
		{ MII_REG_ANER, MII_EXPANSION },      { MII_REG_GCTRL, MII_CTRL1000 },
		{ MII_REG_GSTAT, MII_STAT1000 },      { MII_REG_ESTATUS, MII_ESTATUS },
		{ BMCR_RESET_BIT, BMCR_RESET },	      { BMCR_LOOPBACK_BIT, BMCR_LOOPBACK },
		{ BMCR_SPEED_LSB, BMCR_SPEED100 },    { BMCR_SPEED_MSB, BMCR_SPEED1000 },
		{ BMCR_ANEN, BMCR_ANENABLE },	      { BMCR_POWER_DOWN, BMCR_PDOWN },
		{ BMCR_ISOLATE_BIT, BMCR_ISOLATE },   { BMCR_AN_RESTART, BMCR_ANRESTART },
		{ BMCR_DUPLEX, BMCR_FULLDPLX },	      { BMCR_COLLISION_TEST, BMCR_CTST },
		{ BMSR_100T4, BMSR_100BASE4 },	      { BMSR_100X_FULL, BMSR_100FULL },
		{ BMSR_100X_HALF, BMSR_100HALF },     { BMSR_10_FULL, BMSR_10FULL },
		{ BMSR_10_HALF, BMSR_10HALF },	      { BMSR_100T2_FULL, BMSR_100FULL2 },
		{ BMSR_100T2_HALF, BMSR_100HALF2 },   { BMSR_EXT_STATUS, BMSR_ESTATEN },
		{ BMSR_AN_COMPLETE, BMSR_ANEGCOMPLETE }, { BMSR_REMOTE_FAULT, BMSR_RFAULT },
		{ BMSR_AN_ABLE, BMSR_ANEGCAPABLE },   { BMSR_LINK, BMSR_LSTATUS },
		{ BMSR_JABBER, BMSR_JCD },	      { BMSR_EXT_CAPABLE, BMSR_ERCAP },
		{ AN_NEXT_PAGE, LPA_NPAGE },	      { AN_ACK, LPA_LPACK },
		{ AN_FAULT, LPA_RFAULT },	      { AN_ASYM, LPA_PAUSE_ASYM },
		{ AN_PAUSE, LPA_PAUSE_CAP },	      { AN_100T4, LPA_100BASE4 },
		{ AN_100TX_FULL, LPA_100FULL },	      { AN_100TX_HALF, LPA_100HALF },
		{ AN_10T_FULL, LPA_10FULL },	      { AN_10T_HALF, LPA_10HALF },
		{ AN_SELECTOR, LPA_SLCT },	      { AN_SELECTOR_8023, ADVERTISE_CSMA },
		{ ANX_FULL, LPA_1000XFULL },	      { ANX_HALF, LPA_1000XHALF },
		{ ANX_PAUSE, LPA_1000XPAUSE },	      { ANX_ASM_DIR, LPA_1000XPAUSE_ASYM },
		{ ANER_PARALLEL_FAULT, EXPANSION_MFAULTS },
		{ ANER_LP_NEXT_PAGE, EXPANSION_NPCAPABLE },
		{ ANER_NEXT_PAGE, EXPANSION_ENABLENPAGE }, { ANER_PAGE_RECEIVED, EXPANSION_LCWP },
		{ ANER_LP_AN_ABLE, EXPANSION_NWAY },  { GCTRL_MANUAL, CTL1000_ENABLE_MASTER },
		{ GCTRL_MASTER, CTL1000_AS_MASTER },  { GCTRL_FULL, ADVERTISE_1000FULL },
		{ GCTRL_HALF, ADVERTISE_1000HALF },   { GSTAT_LOCAL_RX_OK, LPA_1000LOCALRXOK },
		{ GSTAT_REMOTE_RX_OK, LPA_1000REMRXOK }, { GSTAT_LP_FULL, LPA_1000FULL },
		{ GSTAT_LP_HALF, LPA_1000HALF },      { ESTATUS_1000T_FULL, ESTATUS_1000_TFULL },
		{ ESTATUS_1000T_HALF, ESTATUS_1000_THALF },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		if (row[i].ours != row[i].kernel)
			fail_msg("row %zu: have %04x, want %04x", i, row[i].ours, row[i].kernel);
}

/* What linux/mii.h does not have, by the clause. */
static void masks_by_the_standard(void **state)
{
	static const struct {
		int ours, bit;
		const char *clause;
	} row[] = {
		{ BMCR_UNIDIRECTIONAL, 5, "22.2.4.1.12" },  { AN_XNP, 12, "28.2.1.2" },
		{ ANX_RF1, 12, "37.2.1.4" },		    { ANX_RF2, 13, "37.2.1.4" },
		{ GCTRL_MULTIPORT, 10, "40.5.1.1" },	    { GSTAT_MS_FAULT, 15, "40.5.1.1" },
		{ GSTAT_MASTER, 14, "40.5.1.1" },
		{ ESTATUS_1000X_FULL, 15, "22.2.4.4.1" },
		{ ESTATUS_1000X_HALF, 14, "22.2.4.4.2" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		if (row[i].ours != 1 << row[i].bit)
			fail_msg("%s: bit %d is %04x", row[i].clause, row[i].bit, row[i].ours);
	assert_int_equal(GCTRL_TEST, 0xe000);
	assert_int_equal(GSTAT_IDLE_ERRORS, 0x00ff);
	assert_int_equal(AN_TECHNOLOGY, AN_100T4 | AN_100TX_FULL | AN_100TX_HALF | AN_10T_FULL |
			 AN_10T_HALF);
}

static const struct mii_field *field_of(unsigned int reg, int base_x, uint16_t mask)
{
	for (const struct mii_field *field = mii_fields(reg, base_x); field->mask; field++)
		if (field->mask == mask)
			return field;
	fail_msg("register %u has no field %04x", reg, mask);
	return NULL;
}

struct field_name {
	unsigned int reg;
	uint16_t mask;
	const char *part;
};

static void check_names(const struct field_name *row, size_t rows, int base_x)
{
	for (size_t i = 0; i < rows; i++) {
		const struct mii_field *field = field_of(row[i].reg, base_x, row[i].mask);

		if (!strstr(field->name, row[i].part))
			fail_msg("register %u, %04x: %s", row[i].reg, row[i].mask, field->name);
	}
}

/* Of each field the words that tell it from the others of its register. */
static void fields_are_called_what_they_are(void **state)
{
	static const struct field_name row[] = {
		{ 0, 0x8000, "reset" }, { 0, 0x4000, "loopback" }, { 0, 0x2000, "speed" },
		{ 0, 0x1000, "negotiation enabled" }, { 0, 0x0800, "power down" },
		{ 0, 0x0400, "isolated" }, { 0, 0x0200, "restart" }, { 0, 0x0100, "full duplex" },
		{ 0, 0x0080, "collision test" }, { 0, 0x0040, "speed" }, { 0, 0x001f, "reserved" },
		{ 1, 0x8000, "100BASE-T4" }, { 1, 0x4000, "100BASE-X full" },
		{ 1, 0x2000, "100BASE-X half" }, { 1, 0x1000, "10 Mb/s full" },
		{ 1, 0x0800, "10 Mb/s half" }, { 1, 0x0400, "100BASE-T2 full" },
		{ 1, 0x0200, "100BASE-T2 half" }, { 1, 0x0100, "15" },
		{ 1, 0x0040, "preamble" }, { 1, 0x0020, "negotiation complete" },
		{ 1, 0x0010, "remote fault" }, { 1, 0x0008, "can negotiate" },
		{ 1, 0x0004, "link" }, { 1, 0x0002, "jabber" }, { 1, 0x0001, "registers 2" },
		{ 1, 0x0100, "9, 10" }, { 2, 0xffff, "3 to 18" }, { 3, 0xfc00, "19 to 24" },
		{ 3, 0x03f0, "model" }, { 3, 0x000f, "revision" },
		{ 4, 0x0200, "100BASE-T4" }, { 5, 0x8000, "next page" },
		{ 5, 0x4000, "acknowledge" },
		{ 5, 0x2000, "remote fault" }, { 5, 0x0800, "asymmetric pause" },
		{ 5, 0x0400, "pause" }, { 5, 0x0100, "100BASE-TX full" },
		{ 5, 0x0080, "100BASE-TX half" }, { 5, 0x0040, "10BASE-T full" },
		{ 5, 0x0020, "10BASE-T half" }, { 5, 0x001f, "selector" },
		{ 6, 0x0010, "parallel detection fault" }, { 6, 0x0008, "partner can next" },
		{ 6, 0x0004, "can next" }, { 6, 0x0002, "page received" },
		{ 6, 0x0001, "partner can negotiate" },
		{ 9, 0xe000, "test" }, { 9, 0x1000, "manual" }, { 9, 0x0800, "master" },
		{ 9, 0x0400, "multiport" }, { 9, 0x0200, "full" }, { 9, 0x0100, "half" },
		{ 10, 0x8000, "fault" }, { 10, 0x4000, "master" }, { 10, 0x2000, "own receiver" },
		{ 10, 0x1000, "partner's receiver" }, { 10, 0x0800, "full" },
		{ 10, 0x0400, "half" },
		{ 10, 0x00ff, "idle errors" },
		{ 15, 0x8000, "1000BASE-X full" }, { 15, 0x4000, "1000BASE-X half" },
		{ 15, 0x2000, "1000BASE-T full" }, { 15, 0x1000, "1000BASE-T half" },
	};
	static const struct field_name base_x[] = {
		{ 4, 0x8000, "next page" }, { 4, 0x4000, "acknowledge" },
		{ 5, 0x3000, "remote fault" }, { 5, 0x0180, "pause" },
		{ 5, 0x0040, "1000BASE-X half" }, { 5, 0x0020, "1000BASE-X full" },
		{ 9, 0x0200, "1000BASE-T full" },
	};

	(void)state;
	check_names(row, ROWS(row), 0);
	check_names(base_x, ROWS(base_x), 1);
}

/* 22.2.4.2, 28.2.4.1.5, 40.5.1.1: reading these clears them. */
static void latched_fields_say_so(void **state)
{
	static const struct {
		unsigned int reg;
		uint16_t mask;
		const char *part;
	} row[] = {
		{ 1, BMSR_REMOTE_FAULT, "latched" },	{ 1, BMSR_LINK, "latched" },
		{ 1, BMSR_JABBER, "latched" },		{ 6, ANER_PARALLEL_FAULT, "latched" },
		{ 6, ANER_PAGE_RECEIVED, "latched" },	{ 10, GSTAT_MS_FAULT, "latched" },
		{ 10, GSTAT_IDLE_ERRORS, "cleared" },	{ 0, BMCR_RESET_BIT, "clears itself" },
		{ 0, BMCR_AN_RESTART, "clears itself" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		const struct mii_field *field = field_of(row[i].reg, 0, row[i].mask);

		if (!field->note || !strstr(field->note, row[i].part))
			fail_msg("register %u, %s: nothing of `%s'", row[i].reg, field->name,
				 row[i].part);
	}
}

/* Table 37-3 (RF1 is the lower bit), Table 37-2 (PS1 is the lower bit), Annex 28A. */
static void values_have_names(void **state)
{
	static const struct {
		unsigned int reg;
		int base_x;
		uint16_t word, mask;
		const char *name;
	} row[] = {
		{ 5, 1, 0x0000, 0x3000, "no error" },	 { 5, 1, 0x1000, 0x3000, "link failure" },
		{ 5, 1, 0x2000, 0x3000, "offline" },
		{ 5, 1, 0x3000, 0x3000, "negotiation error" },
		{ 4, 1, 0x0000, 0x0180, "none" },	 { 4, 1, 0x0080, 0x0180, "symmetric" },
		{ 4, 1, 0x0100, 0x0180, "asymmetric" },	 { 4, 1, 0x0180, 0x0180, "both" },
		{ 4, 0, 0x0001, 0x001f, "IEEE 802.3" },	 { 5, 0, 0x0002, 0x001f, "IEEE 802.9" },
		{ 5, 0, 0x0003, 0x001f, "IEEE 802.5" },	 { 5, 0, 0x0004, 0x001f, "IEEE 1394" },
		{ 5, 0, 0x0000, 0x001f, NULL },		 { 5, 0, 0x001f, 0x001f, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		const struct mii_field *field = field_of(row[i].reg, row[i].base_x, row[i].mask);
		const char *name;

		assert_non_null(field->value);
		name = field->value[(row[i].word & row[i].mask) >> __builtin_ctz(row[i].mask)];
		if (!row[i].name)
			assert_null(name);
		else
			assert_string_equal(name, row[i].name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_cover_each_bit_once),
		cmocka_unit_test(unknown_registers_have_no_fields),
		cmocka_unit_test(every_register_has_a_name),
		cmocka_unit_test(masks_are_the_kernel_s),
		cmocka_unit_test(masks_by_the_standard),
		cmocka_unit_test(fields_are_called_what_they_are),
		cmocka_unit_test(latched_fields_say_so),
		cmocka_unit_test(values_have_names),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("mii-reg", tests, NULL, NULL);
}
