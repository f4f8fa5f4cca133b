// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/words.h"

#include <errno.h>
#include <stdlib.h>

#include "facts-help.h"

#define GAP WORD_UNREADABLE
#define EIGHT "3100 782d 02a8 0330 05e1 0021 0000 0000 "

static void words_as_pasted(void **state)
{
	static const struct {
		const char *text;
		struct words words;
	} row[] = {
		{ "3100 782d", { { 0x3100, 0x782d }, 2 } },
		{ "  3100\t782d\n02a8\r\n0330 \n", { { 0x3100, 0x782d, 0x2a8, 0x330 }, 4 } },
		{ "abcd ABCD aBcD 0fFf", { { 0xabcd, 0xabcd, 0xabcd, 0xfff }, 4 } },
		{ "ffff 0000", { { 0xffff, 0 }, 2 } },
		{ "-- 782d", { { GAP, 0x782d }, 2 } },
		{ "3100 782d -- ffffffff FFFFFFFF FFffFFff",
		  { { 0x3100, 0x782d, GAP, GAP, GAP, GAP }, 6 } },
		{ "0x3100 0X782d 0xABCD", { { 0x3100, 0x782d, 0xabcd }, 3 } },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct words words;
		struct err err = { 0 };

		memset(&words, 0xff, sizeof(words));
		if (mii_words_parse(&words, row[i].text, &err) != 0)
			fail_msg("`%s': %s", row[i].text, err.text);
		assert_int_equal(err.code, 0);
		assert_int_equal(words.count, row[i].words.count);
		assert_memory_equal(words.reg, row[i].words.reg, sizeof(words.reg));
	}
}

/* Each message names the word that is wrong, or what is missing. */
static void words_that_are_wrong(void **state)
{
	static const struct {
		const char *text, *message;
	} row[] = {
		{ "", "0 words" },
		{ " \t\n", "0 words" },
		{ "3100", "1 word;" },
		{ "ffffffff", "1 word;" },
		{ "3100 782", "word 1, \"782\"" },
		{ "3100 782d5", "word 1, \"782d5\"" },
		{ "310g 782d", "word 0, \"310g\"" },
		{ "3100 78@d", "word 1, \"78@d\"" },
		{ "3100 78`d", "word 1" },
		{ "3100 7/8d", "word 1" },
		{ "3100 7:8d", "word 1" },
		{ "3100 78Gd", "word 1" },
		{ "3100 782d -", "word 2, \"-\"" },
		{ "3100 782d ---", "word 2" },
		{ "3100 782d -1", "word 2" },
		{ "3100 782d +123", "word 2" },
		{ "3100 782d fffffffe", "word 2" },
		{ "3100 782d fffffff", "word 2" },
		{ "3100 782d ffffffffff", "word 2" },
		{ "3100 782d 0x", "word 2" },
		{ "3100 782d 0x02", "word 2" },
		{ "3100 782d 0x2a8", "word 2" },
		{ "3100 782d 0x02a81", "word 2" },
		{ "3100 782d 1x02a8", "word 2" },
		{ "3100 782d 0y02a8", "word 2" },
		{ "3100 782d 0xffffffff", "word 2" },
		{ "3100,782d", "word 0" },
		{ "3100 782d: 02a8", "word 1" },
		{ "3100 782d \xef\xbc\x91", "word 2" },
		{ EIGHT EIGHT EIGHT EIGHT "0000", "more than 32 words" },
		{ EIGHT EIGHT EIGHT EIGHT "nonsense", "more than 32 words" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct words words;
		struct err err = { 0 };

		if (mii_words_parse(&words, row[i].text, &err) != -EINVAL)
			fail_msg("`%s' is taken", row[i].text);
		assert_int_equal(err.code, -EINVAL);
		if (!strstr(err.text, row[i].message))
			fail_msg("`%s': %s", row[i].text, err.text);
		assert_int_equal(mii_words_parse(&words, row[i].text, NULL), -EINVAL);
	}
}

static void thirty_two_are_a_whole_phy(void **state)
{
	struct words words;

	(void)state;
	assert_int_equal(mii_words_parse(&words, EIGHT EIGHT EIGHT EIGHT, NULL), 0);
	assert_int_equal(words.count, 32);
	assert_int_equal(words.reg[24], 0x3100);
	assert_int_equal(words.reg[29], 0x0021);
}

/* A page of nonsense does not become a page of message. */
static void a_long_word_is_cut_in_the_message(void **state)
{
	char text[300];
	struct words words;
	struct err err = { 0 };

	(void)state;
	memset(text, 'z', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(mii_words_parse(&words, text, &err), -EINVAL);
	assert_non_null(strstr(err.text, "\"zzzzzzzzzzzzzzzzzzzz\""));
}

/* The word need not be ended: its bytes lie at the end of a block of their own. */
static void one_word_by_length(void **state)
{
	static const struct {
		const char *word;
		int rc;
		int32_t value;
	} row[] = {
		{ "7809", 0, 0x7809 }, { "0x7809", 0, 0x7809 }, { "ffff", 0, 0xffff },
		{ "0000", 0, 0 }, { "--", 0, GAP }, { "ffffffff", 0, GAP }, { "", -EINVAL, 0 },
		{ "-", -EINVAL, 0 }, { "+-", -EINVAL, 0 }, { "780", -EINVAL, 0 },
		{ "78091", -EINVAL, 0 }, { "0x780", -EINVAL, 0 }, { "0", -EINVAL, 0 },
		{ "12345678", -EINVAL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		size_t len = strlen(row[i].word);
		char *block = malloc(len + 1);
		int32_t value = 77;

		assert_non_null(block);
		memcpy(block + 1, row[i].word, len);
		if (mii_word_parse(&value, block + 1, len) != row[i].rc)
			fail_msg("`%s'", row[i].word);
		if (row[i].rc == 0)
			assert_int_equal(value, row[i].value);
		free(block);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_as_pasted),
		cmocka_unit_test(words_that_are_wrong),
		cmocka_unit_test(thirty_two_are_a_whole_phy),
		cmocka_unit_test(a_long_word_is_cut_in_the_message),
		cmocka_unit_test(one_word_by_length),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("mii-words", tests, NULL, NULL);
}
