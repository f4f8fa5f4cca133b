// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "text/line.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static void cleaned(void **state)
{
	static const struct {
		const char *raw, *text;
		unsigned int indent;
	} row[] = {
		{ "plain", "plain", 0 },
		{ "\t  indented  \t", "indented", 3 },
		{ "windows\r", "windows", 0 },
		{ "\x1b[1;31mred\x1b[0m and \x1b]0;title\x07" "done", "red and done", 0 },
		{ "\x1b(Bcharset", "charset", 0 },
		{ "typpo\b\bo", "typo", 0 },
		{ "\b\bnothing before", "nothing before", 0 },
		{ "  10 %\r  50 %\r100 %", "100 %", 0 },
		{ "> quoted", "quoted", 0 },
		{ "> > twice", "twice", 0 },
		{ ">> twice", "twice", 0 },
		{ ">", "", 0 },
		{ ">no quote", ">no quote", 0 },
		{ "no\xc2\xa0" "break", "no break", 0 },
		{ "bell\x07 and \x01", "bell and", 0 },
		{ "\x1b", "", 0 },
		{ "\x1b[31", "", 0 },
		{ "", "", 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct text_line line;

		text_line_clean(&line, row[i].raw, strlen(row[i].raw));
		assert_string_equal(line.text, row[i].text);
		assert_int_equal(line.indent, row[i].indent);
		assert_false(line.too_long);
	}
}

static void a_long_line_is_not_half_read(void **state)
{
	static char raw[TEXT_LINE_MAX + 10];
	struct text_line line;

	(void)state;
	memset(raw, 'x', sizeof(raw));
	text_line_clean(&line, raw, TEXT_LINE_MAX - 1);
	assert_false(line.too_long);
	assert_int_equal(strlen(line.text), TEXT_LINE_MAX - 1);
	text_line_clean(&line, raw, TEXT_LINE_MAX);
	assert_true(line.too_long);
	assert_string_equal(line.text, "");
}

static void numbers(void **state)
{
	static const struct {
		const char *text;
		int64_t num;	/* -1: none */
		const char *rest;
	} row[] = {
		{ "12 x", 12, " x" }, { " 0;", 0, ";" }, { "7.", 7, "." }, { "255/255", 255, "/255" },
		{ "9223372036854775807", INT64_MAX, "" }, { "9223372036854775808", -1, NULL },
		{ "12x", -1, NULL }, { "1.5", -1, NULL }, { "-1", -1, NULL }, { "12-13", -1, NULL },
		{ "12_", -1, NULL }, { "", -1, NULL }, { "x1", -1, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		const char *at = row[i].text;
		int64_t num = -1;

		assert_int_equal(text_number(&at, &num), row[i].num >= 0);
		assert_int_equal(num, row[i].num);
		assert_string_equal(at, row[i].rest ? row[i].rest : row[i].text);
	}
}

static void reals(void **state)
{
	static const char *const bad[] = { "", "x", "-", "nan", "inf", "0x10", "1e999", ".5" };
	const char *at = " -2.25 dBm";
	double num;

	(void)state;
	assert_true(text_real(&at, &num));
	assert_true(num == -2.25);
	assert_string_equal(at, " dBm");
	for (size_t i = 0; i < ROWS(bad); i++) {
		at = bad[i];
		assert_false(text_real(&at, &num));
	}
}

static void values(void **state)
{
	(void)state;
	assert_string_equal(text_value("Speed: 10Mb/s", "speed"), "10Mb/s");
	assert_string_equal(text_value("Link detected :\tyes", "Link detected"), "yes");
	assert_string_equal(text_value("Empty:", "Empty"), "");
	assert_null(text_value("Speedy: 1", "Speed"));
	assert_null(text_value("Speed", "Speed"));
}

static void words_and_steps(void **state)
{
	const char *at = "  one two";
	char word[4];

	(void)state;
	assert_true(text_word(&at, word, sizeof(word)));
	assert_string_equal(word, "one");
	assert_true(text_skip(&at, "TWO"));
	assert_string_equal(at, "");
	assert_false(text_word(&at, word, sizeof(word)));
	at = "four";
	assert_false(text_word(&at, word, sizeof(word)));
	assert_string_equal(at, "four");
}

static void numbered_lines(void **state)
{
	unsigned long n = 0;

	(void)state;
	assert_string_equal(text_unnumbered("12\ttext", &n), "text");
	assert_int_equal(n, 12);
	assert_string_equal(text_unnumbered("3: text", &n), "text");
	assert_string_equal(text_unnumbered("4| text", &n), "text");
	assert_null(text_unnumbered("text", &n));
	assert_null(text_unnumbered("12", &n));
	assert_null(text_unnumbered("12x y", &n));
	assert_null(text_unnumbered("12345678901 y", &n));
}

static void interface_names(void **state)
{
	static const char *const good[] = { "eth0", "enx001122334455", "eth0.312", "a", "enp0s31f6",
					    "iface6789012345" };
	static const char *const bad[] = { "", ".", "..", "iface67890123456", "a b", "a/b", "a:b",
					   "enx001122334455.20", "a\tb", "\xc2\xa0" };

	(void)state;
	for (size_t i = 0; i < ROWS(good); i++)
		assert_true(text_is_iface(good[i]));
	for (size_t i = 0; i < ROWS(bad); i++)
		assert_false(text_is_iface(bad[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cleaned),
		cmocka_unit_test(a_long_line_is_not_half_read),
		cmocka_unit_test(numbers),
		cmocka_unit_test(reals),
		cmocka_unit_test(values),
		cmocka_unit_test(words_and_steps),
		cmocka_unit_test(numbered_lines),
		cmocka_unit_test(interface_names),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-line", tests, NULL, NULL);
}
