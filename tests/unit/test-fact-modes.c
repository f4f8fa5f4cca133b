// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/modes.h"

#include <linux/ethtool.h>
#include <stdlib.h>

#include "facts-help.h"

#define MODES_KERNEL 126	/* link-modes.tsv: all bits up to here have a row */

static struct modes of(const char *name)
{
	struct modes m = { { 0 } };

	modes_add(&m, mode_bit(name));
	return m;
}

/*
 * A ladder of names, best first: of each pair, and of each tail, the upper one
 * is the answer, whatever pause, port and FEC bits stand beside it.
 */
static void check_ladder(const char *const *name, size_t names)
{
	static const char *const beside[] = { "Autoneg", "TP", "Pause", "Asym_Pause", "FEC_RS",
					      "bit200" };

	for (size_t i = 0; i < names; i++) {
		struct modes tail = of(name[i]);

		if (mode_bit(name[i]) < 0)
			fail_msg("%s: unknown mode", name[i]);
		for (size_t j = i; j < names; j++) {
			struct modes pair = of(name[i]);

			modes_add(&pair, mode_bit(name[j]));
			modes_add(&tail, mode_bit(name[j]));
			for (size_t k = 0; k < ROWS(beside); k++)
				modes_add(&pair, mode_bit(beside[k]));
			if (modes_hcd(&pair) != mode_bit(name[i]))
				fail_msg("%s goes before %s", name[i], name[j]);
		}
		assert_int_equal(modes_hcd(&tail), mode_bit(name[i]));
	}
}

/* IEEE 802.3 28B.3, all of it that Linux has names for. */
static void order_of_base_t(void **state)
{
	static const char *const ladder[] = {
		"10000baseT/Full", "5000baseT/Full", "2500baseT/Full", "1000baseT/Full",
		"1000baseT/Half", "100baseT2/Full", "100baseT/Full", "100baseT2/Half",
		"100baseT4", "100baseT/Half", "10baseT/Full", "10baseT/Half",
	};

	(void)state;
	check_ladder(ladder, ROWS(ladder));
}

/* Clause 37: full duplex before half. */
static void order_of_base_x(void **state)
{
	static const char *const ladder[] = { "1000baseX/Full", "1000baseX/Half" };

	(void)state;
	check_ladder(ladder, ROWS(ladder));
	assert_int_equal(mode_bit("1000baseX/Full"), MODE_1000X_FULL);
	assert_int_equal(mode_bit("1000baseX/Half"), MODE_1000X_HALF);
}

/* 73.7.6; the table has KR and CR of one speed and lane count as one technology from 25G on. */
static void order_of_backplane(void **state)
{
	static const char *const copper[] = {
		"400000baseCR4/Full", "200000baseCR2/Full", "200000baseCR4/Full",
		"100000baseCR/Full", "100000baseCR2/Full", "100000baseCR4/Full",
		"50000baseCR/Full", "40000baseCR4/Full", "25000baseCR/Full",
	};
	static const char *const backplane[] = {
		"400000baseKR4/Full", "200000baseKR2/Full", "200000baseKR4/Full",
		"100000baseKR/Full", "100000baseKR2/Full", "100000baseKR4/Full",
		"50000baseKR/Full", "40000baseKR4/Full", "25000baseKR/Full",
		"10000baseKR/Full", "10000baseKX4/Full", "1000baseKX/Full",
	};
	static const char *const both[] = {
		"200000baseKR2/Full", "200000baseCR4/Full", "100000baseKR/Full",
		"100000baseCR2/Full", "100000baseCR4/Full", "100000baseKR4/Full",
		"40000baseCR4/Full", "40000baseKR4/Full", "10000baseKR/Full", "10000baseKX4/Full",
	};
	static const char *const two_lanes_before_four[] = {
		"100000baseKR2/Full", "100000baseCR4/Full", "100000baseKR4/Full",
	};

	(void)state;
	check_ladder(copper, ROWS(copper));
	check_ladder(backplane, ROWS(backplane));
	check_ladder(both, ROWS(both));
	check_ladder(two_lanes_before_four, ROWS(two_lanes_before_four));
}

static void no_mode_no_hcd(void **state)
{
	struct modes m = { { 0 } };

	(void)state;
	assert_int_equal(modes_hcd(&m), -1);
	assert_int_equal(modes_top_mbps(&m), 0);
	modes_add(&m, MODE_AUTONEG);
	modes_add(&m, MODE_PAUSE);
	modes_add(&m, MODE_ASYM_PAUSE);
	modes_add(&m, mode_bit("10000baseR_FEC"));
	modes_add(&m, 200);
	assert_int_equal(modes_hcd(&m), -1);
	assert_int_equal(modes_top_mbps(&m), 0);
	modes_add(&m, MODE_10_HALF);
	modes_add(&m, MODE_100_T4);
	assert_int_equal(modes_top_mbps(&m), 100);
}

/* The numbers are the kernel's: those of its header, as far as Linux 4.18 had them. */
static void bits_are_the_kernel_s(void **state)
{
#define K(name_, speed, family, duplex) \
	{ .name = name_, .bit = ETHTOOL_LINK_MODE_##speed##base##family##_##duplex##_BIT }
	static const struct {
		const char *name;
		int bit;
	} row[] = {
		K("10baseT/Half", 10, T, Half), K("10baseT/Full", 10, T, Full),
		K("100baseT/Half", 100, T, Half), K("100baseT/Full", 100, T, Full),
		K("1000baseT/Half", 1000, T, Half), K("1000baseT/Full", 1000, T, Full),
		{ .name = "Autoneg", .bit = ETHTOOL_LINK_MODE_Autoneg_BIT },
		{ .name = "TP", .bit = ETHTOOL_LINK_MODE_TP_BIT },
		{ .name = "AUI", .bit = ETHTOOL_LINK_MODE_AUI_BIT },
		{ .name = "MII", .bit = ETHTOOL_LINK_MODE_MII_BIT },
		{ .name = "FIBRE", .bit = ETHTOOL_LINK_MODE_FIBRE_BIT },
		{ .name = "BNC", .bit = ETHTOOL_LINK_MODE_BNC_BIT },
		K("10000baseT/Full", 10000, T, Full),
		{ .name = "Pause", .bit = ETHTOOL_LINK_MODE_Pause_BIT },
		{ .name = "Asym_Pause", .bit = ETHTOOL_LINK_MODE_Asym_Pause_BIT },
		K("2500baseX/Full", 2500, X, Full),
		{ .name = "Backplane", .bit = ETHTOOL_LINK_MODE_Backplane_BIT },
		K("1000baseKX/Full", 1000, KX, Full), K("10000baseKX4/Full", 10000, KX4, Full),
		K("10000baseKR/Full", 10000, KR, Full),
		{ .name = "10000baseR_FEC", .bit = ETHTOOL_LINK_MODE_10000baseR_FEC_BIT },
		K("20000baseMLD2/Full", 20000, MLD2, Full), K("20000baseKR2/Full", 20000, KR2,
		Full),
		K("40000baseKR4/Full", 40000, KR4, Full), K("40000baseCR4/Full", 40000, CR4, Full),
		K("40000baseSR4/Full", 40000, SR4, Full), K("40000baseLR4/Full", 40000, LR4, Full),
		K("56000baseKR4/Full", 56000, KR4, Full), K("56000baseCR4/Full", 56000, CR4, Full),
		K("56000baseSR4/Full", 56000, SR4, Full), K("56000baseLR4/Full", 56000, LR4, Full),
		K("25000baseCR/Full", 25000, CR, Full), K("25000baseKR/Full", 25000, KR, Full),
		K("25000baseSR/Full", 25000, SR, Full), K("50000baseCR2/Full", 50000, CR2, Full),
		K("50000baseKR2/Full", 50000, KR2, Full), K("100000baseKR4/Full", 100000, KR4,
		Full),
		K("100000baseSR4/Full", 100000, SR4, Full),
		K("100000baseCR4/Full", 100000, CR4, Full),
		K("100000baseLR4_ER4/Full", 100000, LR4_ER4, Full),
		K("50000baseSR2/Full", 50000, SR2, Full), K("1000baseX/Full", 1000, X, Full),
		K("10000baseCR/Full", 10000, CR, Full), K("10000baseSR/Full", 10000, SR, Full),
		K("10000baseLR/Full", 10000, LR, Full), K("10000baseLRM/Full", 10000, LRM, Full),
		K("10000baseER/Full", 10000, ER, Full), K("2500baseT/Full", 2500, T, Full),
		K("5000baseT/Full", 5000, T, Full),
		{ .name = "FEC_NONE", .bit = ETHTOOL_LINK_MODE_FEC_NONE_BIT },
		{ .name = "FEC_RS", .bit = ETHTOOL_LINK_MODE_FEC_RS_BIT },
		{ .name = "FEC_BASER", .bit = ETHTOOL_LINK_MODE_FEC_BASER_BIT },
	};
#undef K

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		if (mode_bit(row[i].name) != row[i].bit)
			fail_msg("%s: have %d, want %d", row[i].name, mode_bit(row[i].name),
				 row[i].bit);
}

/* Those of newer kernels, by include/uapi/linux/ethtool.h of Linux 7.2. */
static void bits_of_newer_kernels(void **state)
{
	static const struct {
		const char *name;
		int bit;
	} row[] = {
		{ .name = "50000baseKR/Full", .bit = 52 },
		{ .name = "50000baseCR/Full", .bit = 54 },
		{ .name = "100000baseDR2/Full", .bit = 61 },
		{ .name = "200000baseKR4/Full", .bit = 62 },
		{ .name = "200000baseCR4/Full", .bit = 66 },
		{ .name = "100baseT1/Full", .bit = 67 },
		{ .name = "1000baseT1/Full", .bit = 68 },
		{ .name = "400000baseCR8/Full", .bit = 73 },
		{ .name = "FEC_LLRS", .bit = 74 },
		{ .name = "100000baseDR/Full", .bit = 79 },
		{ .name = "400000baseCR4/Full", .bit = 89 },
		{ .name = "100baseFX/Half", .bit = 90 },
		{ .name = "100baseFX/Full", .bit = 91 },
		{ .name = "10baseT1L/Full", .bit = 92 },
		{ .name = "800000baseCR8/Full", .bit = 93 },
		{ .name = "800000baseVR8/Full", .bit = 98 },
		{ .name = "10baseT1S/Half", .bit = 100 },
		{ .name = "10baseT1BRR/Full", .bit = 102 },
		{ .name = "200000baseCR/Full", .bit = 103 },
		{ .name = "400000baseCR2/Full", .bit = 109 },
		{ .name = "800000baseCR4/Full", .bit = 115 },
		{ .name = "1600000baseCR8/Full", .bit = 121 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		if (mode_bit(row[i].name) != row[i].bit)
			fail_msg("%s: have %d, want %d", row[i].name, mode_bit(row[i].name),
				 row[i].bit);
}

static void own_bits_are_beyond_the_kernel_s(void **state)
{
	static const struct {
		const char *name;
		int bit;
		bool full;
	} row[] = {
		{ .name = "100baseT4", .bit = MODE_100_T4 },
		{ .name = "100baseT2/Half", .bit = MODE_100_T2_HALF },
		{ .name = "100baseT2/Full", .bit = MODE_100_T2_FULL, .full = true },
		{ .name = "1000baseX/Half", .bit = MODE_1000X_HALF },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		assert_int_equal(mode_bit(row[i].name), row[i].bit);
		assert_true(row[i].bit >= MODE_OWN);
		assert_int_equal(mode_row(row[i].bit)->full, row[i].full);
	}
	for (int bit = MODES_KERNEL; bit < MODE_OWN; bit++)
		assert_null(mode_row(bit));
	for (int bit = 0; bit < MODES_KERNEL; bit++)
		assert_non_null(mode_row(bit));
}

/* "100000baseLR4_ER4/Full": the figure after the letters of the first reach. */
static int lanes_of(const char *name)
{
	const char *family = strstr(name, "base") + 4;

	if (*family == 'T' || strcmp(family, "X/Full") == 0 || strcmp(family, "X/Half") == 0)
		return 1;
	family += strspn(family, "KXRCSLEDVMF");
	return *family >= '0' && *family <= '9' ? atoi(family) : 1;
}

/* A mode's name tells its speed, lanes and duplex; the row says the same. */
static void rows_agree_with_their_names(void **state)
{
	(void)state;
	for (int bit = 0; bit < MODES_BITS; bit++) {
		const struct mode_row *row = mode_row(bit);

		if (!row)
			continue;
		assert_int_equal(row->bit, bit);
		if (row->kind != MODE_IS_MODE) {
			assert_int_equal(row->speed_mbps, 0);
			assert_int_equal(row->medium, MEDIUM_NONE);
			continue;
		}
		if (row->speed_mbps != atoi(row->name) || row->lanes != lanes_of(row->name) ||
		    row->full != (strstr(row->name, "/Full") != NULL))
			fail_msg("%s: %d Mb/s, %d lanes, %s", row->name, row->speed_mbps,
				 row->lanes, row->full ? "full" : "half");
		assert_int_not_equal(row->medium, MEDIUM_NONE);
	}
}

static void kinds_and_media(void **state)
{
	static const struct {
		const char *name;
		enum mode_kind kind;
		enum mode_medium medium;
	} row[] = {
		{ .name = "10baseT/Half", .medium = MEDIUM_BASE_T },
		{ .name = "10000baseT/Full", .medium = MEDIUM_BASE_T },
		{ .name = "100baseT4", .medium = MEDIUM_BASE_T },
		{ .name = "100baseT2/Full", .medium = MEDIUM_BASE_T },
		{ .name = "1000baseX/Full", .medium = MEDIUM_BASE_X },
		{ .name = "1000baseX/Half", .medium = MEDIUM_BASE_X },
		{ .name = "2500baseX/Full", .medium = MEDIUM_BASE_X },
		{ .name = "1000baseKX/Full", .medium = MEDIUM_BACKPLANE },
		{ .name = "10000baseKX4/Full", .medium = MEDIUM_BACKPLANE },
		{ .name = "10000baseCR/Full", .medium = MEDIUM_BACKPLANE },
		{ .name = "25000baseCR/Full", .medium = MEDIUM_BACKPLANE },
		{ .name = "100000baseKR4/Full", .medium = MEDIUM_BACKPLANE },
		{ .name = "10000baseSR/Full", .medium = MEDIUM_OPTICS },
		{ .name = "100000baseLR4_ER4/Full", .medium = MEDIUM_OPTICS },
		{ .name = "100baseFX/Half", .medium = MEDIUM_OPTICS },
		{ .name = "100baseT1/Full", .medium = MEDIUM_T1 },
		{ .name = "10baseT1S_P2MP/Half", .medium = MEDIUM_T1 },
		{ .name = "Autoneg", .kind = MODE_IS_AUTONEG },
		{ .name = "TP", .kind = MODE_IS_PORT },
		{ .name = "Backplane", .kind = MODE_IS_PORT },
		{ .name = "Pause", .kind = MODE_IS_PAUSE },
		{ .name = "Asym_Pause", .kind = MODE_IS_PAUSE },
		{ .name = "10000baseR_FEC", .kind = MODE_IS_FEC },
		{ .name = "FEC_LLRS", .kind = MODE_IS_FEC },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		const struct mode_row *is = mode_row(mode_bit(row[i].name));

		assert_non_null(is);
		if (is->kind != row[i].kind || is->medium != row[i].medium)
			fail_msg("%s: kind %d, medium %d", row[i].name, is->kind, is->medium);
	}
}

static void names_there_and_back(void **state)
{
	(void)state;
	for (int bit = 0; bit < MODES_BITS; bit++) {
		char name[32], number[32];

		mode_name(bit, name);
		assert_int_equal(mode_bit(name), bit);
		snprintf(number, sizeof(number), "bit%d", bit);
		assert_int_equal(mode_bit(number), bit);
		assert_string_equal(name, mode_row(bit) ? mode_row(bit)->name : number);
	}
}

static void names_that_are_none(void **state)
{
	static const char *const name[] = { "", "bit", "bit-1", "bit256", "bit99999999999999999999",
					    "bit126x", "bit 126", "bit+126", "bitx", "10baset/half",
					    "10baseT", "100baseT/Full ", " Pause", "126" };

	(void)state;
	for (size_t i = 0; i < ROWS(name); i++)
		if (mode_bit(name[i]) != -1)
			fail_msg("`%s' is taken for bit %d", name[i], mode_bit(name[i]));
}

static void sets_of_bits(void **state)
{
	static const int bits[] = { 0, 31, 32, 63, 64, 127, 128, 191, 192, 255 };
	struct modes m = { { 0 } };

	(void)state;
	assert_true(modes_empty(&m));
	for (size_t i = 0; i < ROWS(bits); i++) {
		assert_false(modes_has(&m, bits[i]));
		modes_add(&m, bits[i]);
		assert_true(modes_has(&m, bits[i]));
		assert_int_equal(modes_count(&m), i + 1);
		assert_false(modes_empty(&m));
	}
	modes_add(&m, -1);
	modes_add(&m, MODES_BITS);
	modes_add(&m, 1 << 20);
	assert_int_equal(modes_count(&m), ROWS(bits));
	assert_false(modes_has(&m, -1));
	assert_false(modes_has(&m, MODES_BITS));
	assert_false(modes_has(&m, 1 << 20));
}

static void sets_compared(void **state)
{
	struct modes a = { { 3, 1, 0, 8 } }, b = { { 6, 0, 0, 9 } }, r;

	(void)state;
	r = modes_and(&a, &b);
	assert_true(modes_equal(&r, &(struct modes){ { 2, 0, 0, 8 } }));
	r = modes_minus(&a, &b);
	assert_true(modes_equal(&r, &(struct modes){ { 1, 1, 0, 0 } }));
	r = modes_minus(&b, &a);
	assert_true(modes_equal(&r, &(struct modes){ { 4, 0, 0, 1 } }));
	assert_false(modes_equal(&a, &b));
	assert_false(modes_equal(&a, &(struct modes){ { 3, 1, 0, 9 } }));
}

static void only_what_has_speed_and_duplex(void **state)
{
	struct modes all, only;

	(void)state;
	memset(&all, 0xff, sizeof(all));
	only = modes_only(&all);
	for (int bit = 0; bit < MODES_BITS; bit++)
		assert_int_equal(modes_has(&only, bit),
				 mode_row(bit) && mode_row(bit)->kind == MODE_IS_MODE);
	all = (struct modes){ { 1 << MODE_PAUSE | 1 << MODE_AUTONEG | 1 << MODE_10_FULL } };
	only = modes_only(&all);
	assert_true(modes_equal(&only, &(struct modes){ { 1 << MODE_10_FULL } }));
}

/* ETHTOOL_GLINKSETTINGS and netlink bitmaps: as many words as the kernel has. */
static void from_kernel_bitmaps(void **state)
{
	static const uint32_t word[12] = { 0x80000001, 0x40000002, 3, 4, 5, 6, 7, 0x80000008,
					   0xdeadbeef, 0xdeadbeef, 0xdeadbeef, 0xdeadbeef };
	static const struct {
		unsigned int words;
		struct modes modes;
	} row[] = {
		{ .words = 0 },
		{ .words = 1, .modes = { { 0x80000001 } } },
		{ .words = 2, .modes = { { 0x4000000280000001 } } },
		{ .words = 3, .modes = { { 0x4000000280000001, 3 } } },
		{ .words = 8, .modes = { { 0x4000000280000001, 0x400000003, 0x600000005,
					   0x8000000800000007 } } },
		{ .words = 12, .modes = { { 0x4000000280000001, 0x400000003, 0x600000005,
					    0x8000000800000007 } } },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct modes m = modes_from_u32(word, row[i].words);

		if (!modes_equal(&m, &row[i].modes))
			fail_msg("%u words", row[i].words);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_of_base_t),
		cmocka_unit_test(order_of_base_x),
		cmocka_unit_test(order_of_backplane),
		cmocka_unit_test(no_mode_no_hcd),
		cmocka_unit_test(bits_are_the_kernel_s),
		cmocka_unit_test(bits_of_newer_kernels),
		cmocka_unit_test(own_bits_are_beyond_the_kernel_s),
		cmocka_unit_test(rows_agree_with_their_names),
		cmocka_unit_test(kinds_and_media),
		cmocka_unit_test(names_there_and_back),
		cmocka_unit_test(names_that_are_none),
		cmocka_unit_test(sets_of_bits),
		cmocka_unit_test(sets_compared),
		cmocka_unit_test(only_what_has_speed_and_duplex),
		cmocka_unit_test(from_kernel_bitmaps),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("fact-modes", tests, NULL, NULL);
}
