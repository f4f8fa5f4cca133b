// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/srom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

/* Images by the layout of real boards, with an address of our own. Trailing zeros are left out. */
#define HEAD(ss, crc, version) ss " 0000 0000 0000 0000 0000 0000 " crc " " version \
	" 0002 2100 0143 "

/* A 21143 with serial and SYM transceivers, as on a DE500. */
#define SYM_21143 HEAD("1011 500b", "00d4", "0103") "4100 0000 0000 0000 0000 0000 0000 0000 0000 " \
	"0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0408 0286 af00 0508 8600 0402 08af " \
	"0005 0488 af03 0508 6100 8880 0504 08af 0005 8061"

/* A 21143 with one MII block. */
#define MII_21143 HEAD("103c 104f", "007f", "0104") "1e00 0000 0800 8d01 0003 0000 7800 01e0 5000 1800"

/* A 21140 with an MII and a SYM block. */
#define MII_21140 HEAD("1385 2100", "0069", "0101") "1e00 0000 0800 021f 018f 0201 0201 0501 7800 " \
	"01e1 5000 1800 0085 6d03 00e9"

/* A 21140 with blocks without type. */
#define COMPACT_21140 HEAD("0000 0000", "00e1", "0101") "1e00 0000 0800 041f 0000 009e 0004 009e " \
	"0903 006d 0905 006d"

/* A 21041 with three media, one of them with CSRs of its own. */
#define SERIAL_21041 HEAD("0000 0000", "00e1", "0101") "1e00 0000 0800 0003 4401 ef01 7fff 0008"

static void image_of(uint8_t out[static SROM_BYTES], const char *words, uint16_t crc)
{
	size_t len = 0;
	char *end;

	memset(out, 0, SROM_BYTES);
	for (unsigned long word; word = strtoul(words, &end, 16), end != words; words = end) {
		out[len++] = (uint8_t)word;
		out[len++] = (uint8_t)(word >> 8);
	}
	out[126] = (uint8_t)crc;
	out[127] = (uint8_t)(crc >> 8);
}

static struct srom *decode(const char *words, uint16_t crc, enum srom_chip chip)
{
	static struct srom srom;
	uint8_t image[SROM_BYTES];

	image_of(image, words, crc);
	srom_decode(&srom, image, sizeof(image), chip);
	return &srom;
}

static void head(void **state)
{
	static const uint8_t mac[] = { 0x02, 0x00, 0x00, 0x21, 0x43, 0x01 };
	const struct srom *srom = decode(SYM_21143, 0x3054, SROM_ANY);

	(void)state;
	assert_int_equal(srom->kind, SROM_MEDIA);
	assert_int_equal(srom->vendor, 0x1011);
	assert_int_equal(srom->subsystem, 0x500b);
	assert_int_equal(srom->version, 3);
	assert_int_equal(srom->controllers, 1);
	assert_memory_equal(srom->mac, mac, sizeof(mac));
	assert_int_equal(srom->id_crc, srom->id_crc_right);
	assert_int_equal(srom->crc, srom->crc_right);
	assert_true(srom_sound(srom));
}

static void serial_and_sym(void **state)
{
	const struct srom_leaf *leaf = &decode(SYM_21143, 0x3054, SROM_ANY)->leaf[0];
	static const struct {
		enum srom_type type;
		int media;
		unsigned int offset;
		uint16_t command;
	} row[] = {
		{ SROM_TYPE_SERIAL, SROM_10BASE_T, 68, 0 },
		{ SROM_TYPE_SERIAL, SROM_10BASE_T_FULL, 75, 0 },
		{ SROM_TYPE_SYM, SROM_100BASE_TX, 82, 0x8061 },
		{ SROM_TYPE_SYM, SROM_100BASE_TX_FULL, 91, 0x8061 },
	};

	(void)state;
	assert_int_equal(leaf->chip, SROM_21142);
	assert_true(leaf->guessed);
	assert_int_equal(leaf->offset, 65);
	assert_int_equal(leaf->default_media, 0x0800);
	assert_int_equal(leaf->pin_direction, -1);
	assert_string_equal(leaf->trouble, "");
	assert_int_equal(leaf->blocks, ROWS(row));
	for (size_t i = 0; i < ROWS(row); i++) {
		assert_int_equal(leaf->block[i].type, row[i].type);
		assert_int_equal(leaf->block[i].media, row[i].media);
		assert_int_equal(leaf->block[i].offset, row[i].offset);
		assert_int_equal(leaf->block[i].pin_control, 0x08af);
		assert_int_equal(leaf->block[i].pin_data, 0x0005);
		assert_int_equal(leaf->block[i].command, row[i].command);
	}
}

static void mii(void **state)
{
	const struct srom *srom = decode(MII_21143, 0x9237, SROM_ANY);
	const struct srom_block *b = &srom->leaf[0].block[0];

	(void)state;
	assert_true(srom_sound(srom));
	assert_int_equal(srom->leaf[0].blocks, 1);
	assert_int_equal(b->type, SROM_TYPE_MII);
	assert_int_equal(b->media, -1);
	assert_int_equal(b->phy, 0);
	assert_int_equal(b->able, 0x7800);
	assert_int_equal(b->offer, 0x01e0);
	assert_int_equal(b->full, 0x5000);
	assert_int_equal(b->threshold, 0x1800);
}

/* On a 21140 sequences are of bytes, and a direction byte stands before the count. */
static void mii_of_a_21140(void **state)
{
	const struct srom *srom = decode(MII_21140, 0xbeac, SROM_ANY);
	const struct srom_block *b = srom->leaf[0].block;

	(void)state;
	assert_true(srom_sound(srom));
	assert_int_equal(srom->leaf[0].chip, SROM_21140);
	assert_int_equal(srom->leaf[0].pin_direction, 0x1f);
	assert_int_equal(srom->leaf[0].blocks, 2);
	assert_int_equal(b[0].type, SROM_TYPE_MII_21140);
	assert_int_equal(b[0].phy, 1);
	assert_int_equal(b[0].setup.count, 2);
	assert_int_equal(b[0].setup.word[1], 0x02);
	assert_int_equal(b[0].reset.count, 1);
	assert_int_equal(b[0].reset.word[0], 0x05);
	assert_int_equal(b[0].able, 0x7800);
	assert_int_equal(b[0].offer, 0x01e1);
	assert_int_equal(b[1].type, SROM_TYPE_SYM_21140);
	assert_int_equal(b[1].media, SROM_100BASE_TX);
	assert_int_equal(b[1].pin_data, 0x6d);
	assert_int_equal(b[1].command, 0x00e9);
}

static void compact(void **state)
{
	const struct srom *srom = decode(COMPACT_21140, 0xcdb9, SROM_ANY);

	(void)state;
	assert_true(srom_sound(srom));
	assert_int_equal(srom->leaf[0].chip, SROM_21140);
	assert_int_equal(srom->leaf[0].blocks, 4);
	assert_int_equal(srom->leaf[0].block[3].type, SROM_TYPE_COMPACT);
	assert_int_equal(srom->leaf[0].block[3].media, SROM_100BASE_TX_FULL);
	assert_int_equal(srom->leaf[0].block[3].pin_data, 0x09);
	assert_int_equal(srom->leaf[0].block[3].command, 0x006d);
}

static void serial_of_a_21041(void **state)
{
	const struct srom *srom = decode(SERIAL_21041, 0x8624, SROM_ANY);
	const struct srom_block *b = srom->leaf[0].block;

	(void)state;
	assert_true(srom_sound(srom));
	assert_int_equal(srom->leaf[0].chip, SROM_21041);
	assert_int_equal(srom->leaf[0].blocks, 3);
	assert_int_equal(b[1].media, SROM_10BASE_2);
	assert_false(b[1].own_csrs);
	assert_int_equal(b[2].media, SROM_10BASE_T_FULL);
	assert_true(b[2].own_csrs);
	assert_int_equal(b[2].csr[0], 0xef01);
	assert_int_equal(b[2].csr[1], 0x7fff);
	assert_int_equal(b[2].csr[2], 0x0008);
}

/* A serial block with CSRs, a reset, a PHY to shut down. */
static void the_other_blocks(void **state)
{
	const struct srom_leaf *leaf = &decode(HEAD("0000 0000", "0000", "0104")
		"1e00 0000 0000 8c03 4002 1111 2222 3333 4444 5555 0586 0102 0300 8200 aa06", 0,
		SROM_ANY)->leaf[0];

	(void)state;
	assert_string_equal(leaf->trouble, "");
	assert_int_equal(leaf->blocks, 3);
	assert_int_equal(leaf->block[0].type, SROM_TYPE_SERIAL);
	assert_true(leaf->block[0].own_csrs);
	assert_int_equal(leaf->block[0].csr[2], 0x3333);
	assert_int_equal(leaf->block[0].pin_control, 0x4444);
	assert_int_equal(leaf->block[0].pin_data, 0x5555);
	assert_int_equal(leaf->block[1].type, SROM_TYPE_RESET);
	assert_int_equal(leaf->block[1].reset.count, 2);
	assert_int_equal(leaf->block[1].reset.word[0], 0x0001);
	assert_int_equal(leaf->block[2].type, SROM_TYPE_DISCONNECT);
}

static void one_wrong_bit(void **state)
{
	(void)state;
	for (size_t bit = 0; bit < 126 * 8; bit++) {
		static struct srom srom;
		uint8_t image[SROM_BYTES];

		image_of(image, MII_21143, 0x9237);
		image[bit / 8] ^= (uint8_t)(1 << bit % 8);
		srom_decode(&srom, image, sizeof(image), SROM_ANY);
		assert_int_not_equal(srom.crc, srom.crc_right);
		assert_false(srom_sound(&srom));
		if (bit / 8 < 16 || bit / 8 == 17)
			assert_int_not_equal(srom.id_crc, srom.id_crc_right);
	}
}

static void leaves_that_make_no_sense(void **state)
{
	static const struct {
		const char *leaf;	/* from the leaf's offset in byte 27 on */
		const char *trouble;
	} row[] = {
		{ "0000 0000 0800", "its offset 0 is outside" },
		{ "7e00 0000 0800", "its offset 126 is outside" },
		{ "ff00 00ff 0800", "its offset 65535 is outside" },
		{ "1e00 0000 0800 0000", "a count of 0" },
		{ "1e00 0000 0800 ff11", "a count of 17" },
		{ "1e00 0000 0800 ff01", "length 127" },
		{ "1e00 0000 0800 8301 0003", "3 bytes are too few for its type 3" },
		{ "1e00 0000 0800 8301 0009", "type 9" },
		{ "1e00 0000 0800 8301 0000", "type 0 make no sense on a 21142/3" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		char words[400];
		const struct srom_leaf *leaf;

		snprintf(words, sizeof(words), HEAD("0000 0000", "0000", "0104") "%s", row[i].leaf);
		leaf = &decode(words, 0, SROM_21142)->leaf[0];
		if (!strstr(leaf->trouble, row[i].trouble))
			fail_msg("%s: have `%s', want `%s'", row[i].leaf, leaf->trouble, row[i].trouble);
	}
}

/* A leaf whose blocks run into the CRC ends there. */
static void a_leaf_at_the_end(void **state)
{
	struct srom *srom;
	uint8_t image[SROM_BYTES] = { [19] = 1, [27] = 118, [118] = 0, [119] = 8, [120] = 2,
				      [121] = 0x84, [122] = 6 };
	static struct srom out;

	(void)state;
	srom = &out;
	srom_decode(srom, image, sizeof(image), SROM_21142);
	assert_int_equal(srom->leaf[0].blocks, 1);
	assert_non_null(strstr(srom->leaf[0].trouble, "behind the end"));
}

static void several_controllers(void **state)
{
	struct srom *srom = decode("0000 0000 0000 0000 0000 0000 0000 0000 0000 0204 0002 2100 0143 "
				   "2204 0500 0022 0000 0008 8d01 0003 0000 7800 01e0 5000 1800", 0,
				   SROM_ANY);

	(void)state;
	assert_int_equal(srom->controllers, 2);
	assert_int_equal(srom->leaves, 2);
	assert_int_equal(srom->leaf[0].device, 4);
	assert_int_equal(srom->leaf[1].device, 5);
	assert_int_equal(srom->leaf[1].offset, 34);
	assert_int_equal(srom->leaf[1].blocks, 1);
}

static void other_kinds(void **state)
{
	static const uint8_t old[24] = { 0, 0x80, 0xc8, 1, 2, 3, 0x12, 0x34, 0x34, 0x12, 3, 2, 1, 0xc8,
					 0x80, 0, 0, 0x80, 0xc8, 1, 2, 3, 0x12, 0x34 };
	static struct srom srom;
	uint8_t image[SROM_BYTES];

	(void)state;
	memset(image, 0xff, sizeof(image));
	srom_decode(&srom, image, sizeof(image), SROM_ANY);
	assert_int_equal(srom.kind, SROM_BLANK);
	assert_false(srom_sound(&srom));
	memset(image, 0, sizeof(image));
	srom_decode(&srom, image, sizeof(image), SROM_ANY);
	assert_int_equal(srom.kind, SROM_BLANK);
	memcpy(image, old, sizeof(old));
	srom_decode(&srom, image, sizeof(image), SROM_ANY);
	assert_int_equal(srom.kind, SROM_ADDRESS);
	assert_memory_equal(srom.mac, old, 6);
	assert_true(srom_sound(&srom));
}

/* Who knows the chip need not live with a guess. */
static void the_chip_is_told(void **state)
{
	const struct srom_leaf *leaf = &decode(COMPACT_21140, 0xcdb9, SROM_21140)->leaf[0];

	(void)state;
	assert_false(leaf->guessed);
	assert_int_equal(leaf->blocks, 4);
	leaf = &decode(COMPACT_21140, 0xcdb9, SROM_21142)->leaf[0];
	assert_true(leaf->trouble[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(head),
		cmocka_unit_test(serial_and_sym),
		cmocka_unit_test(mii),
		cmocka_unit_test(mii_of_a_21140),
		cmocka_unit_test(compact),
		cmocka_unit_test(serial_of_a_21041),
		cmocka_unit_test(the_other_blocks),
		cmocka_unit_test(one_wrong_bit),
		cmocka_unit_test(leaves_that_make_no_sense),
		cmocka_unit_test(a_leaf_at_the_end),
		cmocka_unit_test(several_controllers),
		cmocka_unit_test(other_kinds),
		cmocka_unit_test(the_chip_is_told),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
