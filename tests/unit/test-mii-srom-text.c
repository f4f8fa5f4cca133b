// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/srom.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

/* Byte n of every image here is n, so that a mistake in order shows. */
static void assert_image(const char *text, size_t size, size_t want)
{
	uint8_t image[SROM_BYTES_MAX];
	struct err err = { 0 };
	size_t len;

	if (srom_read(image, &len, text, size, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(len, want);
	for (size_t i = 0; i < len; i++)
		assert_int_equal(image[i], (uint8_t)i);
}

/* Words in lines of eight, each after front and, for width above 0, its offset. */
static void put_words(char *out, size_t size, const char *front, int width, unsigned int bytes)
{
	size_t used = strlen(out);

	for (unsigned int i = 0; i < bytes; i += 2) {
		if (i % 16 == 0)
			used += (size_t)snprintf(out + used, size - used, "\n%s", front);
		if (i % 16 == 0 && width)
			used += (size_t)snprintf(out + used, size - used, "0x%0*x: ", width, i / 2);
		used += (size_t)snprintf(out + used, size - used, " %02x%02x", (i + 1) & 0xff, i & 0xff);
	}
	snprintf(out + used, size - used, "\n");
}

/* Among the registers that tulip-diag prints before and after. */
static void tulip_diag(void **state)
{
	char text[4000] = "Index #1: Found a Digital DS21143 Tulip adapter at 0x8800.\n"
			  " 0x00: f8a0d000 ffffffff ffffffff 0efb0000 0efb0200 f0000000 b2420200 fbfffbff\n"
			  " Port selection is MII, full-duplex.\nEEPROM contents (64 words):";

	(void)state;
	put_words(text, sizeof(text), "", 2, 128);
	strcat(text, " ID block CRC 0xd4 (vs. 0xd4).\n  Full contents CRC 0xf2ea (read as 0xf2ea).\n"
	       " MII PHY #1 transceiver registers:\n   3000 7829 7810 0000 01e1 45e1 0001 0000\n");
	assert_image(text, strlen(text), 128);
}

static void tulip_diag_of_a_large_one(void **state)
{
	char text[8000] = "EEPROM contents (256 words):";

	(void)state;
	put_words(text, sizeof(text), "", 2, 512);
	assert_image(text, strlen(text), 512);
}

/* A diff of two outputs has signs in front. */
static void with_signs(void **state)
{
	char text[4000] = "";

	(void)state;
	put_words(text, sizeof(text), "+", 2, 128);
	assert_image(text, strlen(text), 128);
}

static void ethtool(void **state)
{
	char text[4000] = "Offset\t\tValues\n------\t\t------\n";
	size_t used = strlen(text);

	(void)state;
	for (unsigned int i = 0; i < 128; i++) {
		if (i % 16 == 0)
			used += (size_t)snprintf(text + used, sizeof(text) - used, "\n0x%04x:\t\t", i);
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%02x ", i);
	}
	assert_image(text, strlen(text), 128);
}

static void words_alone(void **state)
{
	char text[4000] = "a mail:\n";

	(void)state;
	put_words(text, sizeof(text), "  ", 0, 128);
	assert_image(text, strlen(text), 128);
}

static void bytes_as_they_are(void **state)
{
	char bytes[SROM_BYTES_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)i;
	assert_image(bytes, 128, 128);
	assert_image(bytes, 256, 256);
	assert_image(bytes, 512, 512);
}

static void what_is_no_srom(void **state)
{
	static const struct {
		const char *text;
		size_t size;
		int rc;
		const char *words;
	} row[] = {
		{ "", 0, -EINVAL, "empty" },
		{ "hello\n", 6, -EINVAL, "no SROM in it" },
		{ "0x00: 1234 5678\n", 16, -EMSGSIZE, "cut off: 4 of 128 bytes" },
		{ "0x08: 1234 5678\n", 16, -EINVAL, "no SROM in it" },
		{ "0x00: 12345678\n", 15, -EINVAL, "no SROM in it" },
		{ "0x00: 12 3456\n", 14, -EINVAL, "no SROM in it" },
		{ "zz: 1234\n", 9, -EINVAL, "no SROM in it" },
		{ "\1\2\3", 3, -EMSGSIZE, "cut off: 3 of 128 bytes" },
	};
	static char large[SROM_BYTES_MAX + 1];
	uint8_t image[SROM_BYTES_MAX];
	struct err err = { 0 };
	size_t len;

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		err = (struct err){ 0 };
		if (srom_read(image, &len, row[i].text, row[i].size, &err) != row[i].rc ||
		    !strstr(err.text, row[i].words))
			fail_msg("%s: %s", row[i].text, err.text);
	}
	err = (struct err){ 0 };
	assert_int_equal(srom_read(image, &len, large, sizeof(large), &err), -EINVAL);
	assert_non_null(strstr(err.text, "513 bytes"));
}

/* A line longer than any dump has, and more groups than a line has. */
static void long_lines(void **state)
{
	uint8_t image[SROM_BYTES_MAX];
	struct err err = { 0 };
	char text[4000];
	size_t len;

	(void)state;
	memset(text, 'a', sizeof(text));
	assert_int_equal(srom_read(image, &len, text, sizeof(text), &err), -EINVAL);
	for (size_t i = 0; i < 200; i += 5)
		memcpy(text + i, "1234 ", 5);
	assert_int_equal(srom_read(image, &len, text, 200, &err), -EINVAL);
}

static void blocks_in_words(void **state)
{
	static const struct {
		struct srom_block block;
		const char *text;
	} row[] = {
		{ { .type = SROM_TYPE_SERIAL, .media = SROM_10BASE_T, .pin_control = 0x8af, .pin_data = 5 },
		  "10BASE-T; pin control 08af, data 0005" },
		{ { .type = SROM_TYPE_SERIAL, .media = SROM_AUI, .own_csrs = true, .csr = { 1, 2, 3 } },
		  "10BASE5 (AUI); CSR13 0001, CSR14 0002, CSR15 0003; pin control 0000, data 0000" },
		{ { .type = SROM_TYPE_SYM, .media = SROM_100BASE_TX, .command = 0x8061 },
		  "100BASE-TX; pin control 0000, data 0000; CSR6 bits 01840000; no pin tells of the "
		  "medium" },
		{ { .type = SROM_TYPE_COMPACT, .media = SROM_100BASE_TX_FULL, .pin_data = 9,
		    .command = 0x40ed },
		  "100BASE-TX full duplex; pins 09; CSR6 bits 01840000; pin 6 is low with this medium; "
		  "the default medium" },
		{ { .type = SROM_TYPE_MII, .media = -1, .phy = 3, .able = 0x7800, .offer = 0x01e1,
		    .full = 0x5000, .reset = { { 0x0821, 0, 1 }, 3 }, .interrupt = 2 },
		  "PHY 3; can 100/full 100/half 10/full 10/half; offers 100/full 100/half 10/full "
		  "10/half; full-duplex bit with 100/full 10/full; threshold bit with nothing; reset 0821 "
		  "0000 0001; interrupts by pin 2" },
		{ { .type = SROM_TYPE_MII_21140, .media = -1, .setup = { { 1, 2 }, 2 } },
		  "PHY 0; can nothing; offers nothing; full-duplex bit with nothing; threshold bit with "
		  "nothing; setup 01 02" },
		{ { .type = SROM_TYPE_RESET, .media = -1, .reset = { { 5 }, 1 } },
		  "sequence of 1; reset 0005" },
		{ { .type = SROM_TYPE_21041, .media = SROM_10BASE_2 }, "10BASE2 (BNC)" },
		{ { .type = SROM_TYPE_21041, .media = 40 }, "unknown" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		char text[SROM_TEXT_MAX];

		srom_block_text(&row[i].block, text);
		assert_string_equal(text, row[i].text);
	}
}

static void names(void **state)
{
	(void)state;
	for (int type = 0; type < SROM_TYPE_COUNT; type++)
		assert_non_null(srom_type_name((enum srom_type)type));
	for (int chip = SROM_ANY; chip <= SROM_21142; chip++)
		assert_non_null(srom_chip_name((enum srom_chip)chip));
	assert_string_equal(srom_default_name(0x0800), "sensed at power-up");
	assert_string_equal(srom_default_name(0x0205), "100BASE-TX full duplex");
	assert_string_equal(srom_default_name(0x1234), "unknown");
	assert_string_equal(srom_media_name(-1), "unknown");
	assert_string_equal(srom_media_name(SROM_MEDIA_COUNT), "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tulip_diag),
		cmocka_unit_test(tulip_diag_of_a_large_one),
		cmocka_unit_test(with_signs),
		cmocka_unit_test(ethtool),
		cmocka_unit_test(words_alone),
		cmocka_unit_test(bytes_as_they_are),
		cmocka_unit_test(what_is_no_srom),
		cmocka_unit_test(long_lines),
		cmocka_unit_test(blocks_in_words),
		cmocka_unit_test(names),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
