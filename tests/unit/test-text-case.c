// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const char mail[] =
	"Hello,\n"						/* 1 */
	"my link is slow.\n"
	"\n"
	"user@host:~$ sudo ethtool eth0\n"
	"Settings for eth0:\n"					/* 5 */
	"\tSpeed: 100Mb/s\n"
	"\tDuplex: Half\n"
	"\tAuto-negotiation: on\n"
	"\tLink detected: yes\n"
	"user@host:~$ ethtool -S eth0\n"			/* 10 */
	"NIC statistics:\n"
	"     rx_crc_errors: 7\n"
	"\n"
	"[ 100.000000] e1000e 0000:00:19.0 eth0: NIC Link is Down\n"
	"Any idea?\n"						/* 15 */
	"-- \n"
	"A user\n";

static void a_mail(void **state)
{
	static const struct text_part want[] = {
		{ "ethtool", "eth0", 5, 9 }, { "statistics", "eth0", 11, 12 }, { "log", "", 14, 14 },
	};
	struct text_file file;
	struct text_case *c = help_text_read(mail, &file);
	const struct facts *near = &help_text_port(c, "eth0")->sets->set[SET_NEAR];

	(void)state;
	assert_int_equal(file.parts, ROWS(want));
	for (size_t i = 0; i < ROWS(want); i++) {
		assert_string_equal(file.part[i].what, want[i].what);
		assert_string_equal(file.part[i].port, want[i].port);
		assert_int_equal(file.part[i].first, want[i].first);
		assert_int_equal(file.part[i].last, want[i].last);
	}
	assert_int_equal(file.lines, 17);
	assert_int_equal(file.unknown_lines, 5);
	assert_int_equal(file.unknowns, 2);
	assert_int_equal(file.unknown[0].first, 1);
	assert_int_equal(file.unknown[0].last, 2);
	assert_int_equal(help_text_ports(c), 1);
	help_fact_is("mail", near, FACT_LINK_SPEED, "100 Mb/s");
	help_fact_is("mail", near, FACT_TOTAL_CRC, "7 frames");
	text_case_free(c);
}

/* cat -n, and web pages that number the lines of a paste. */
static void numbered(void **state)
{
	static const char text[] =
		"     1\tSettings for eth0:\n"
		"     2\t\tSpeed: 100Mb/s\n"
		"     3\t\tLink detected: yes\n"
		"NIC statistics:\n"
		"     1  rx_crc_errors: 7\n";
	struct text_file file;
	struct text_case *c = help_text_read(text, &file);
	const struct facts *near = &help_text_port(c, "eth0")->sets->set[SET_NEAR];

	(void)state;
	help_fact_is("numbered", near, FACT_LINK_SPEED, "100 Mb/s");
	help_fact_is("numbered", near, FACT_LINK_UP, "yes");
	text_case_free(c);
}

static void forced_kind(void **state)
{
	static const char text[] = "Settings for eth0:\n\tSpeed: 100Mb/s\nrx_crc_errors: 7\n";
	struct text_file file;
	struct text_case *c = help_text_feed(text, strlen(text), "statistics", &file);
	struct err err = { 0 };

	(void)state;
	assert_int_equal(file.unknown_lines, 2);
	assert_int_equal(file.parts, 1);
	assert_int_equal(text_case_force(c, "moon", &err), -EINVAL);
	assert_non_null(strstr(err.text, "ethtool"));
	text_case_free(c);
}

/* A last line without its end may be half a line. */
static void a_cut_last_line(void **state)
{
	static const char text[] = "NIC statistics:\n     rx_crc_errors: 7\n     tx_packets: 10";
	struct text_file file;
	struct text_case *c = help_text_read(text, &file);

	(void)state;
	assert_true(file.cut);
	assert_int_equal(file.unknown_lines, 1);
	help_fact_is("cut", &text_case_port(c, 0)->sets->set[SET_NEAR], FACT_TOTAL_CRC, "7 frames");
	help_fact_is("cut", &text_case_port(c, 0)->sets->set[SET_NEAR], FACT_TOTAL_TX_FRAMES, NULL);
	text_case_free(c);
}

static void odd_files(void **state)
{
	struct text_file file;

	(void)state;
	text_case_free(help_text_feed("", 0, NULL, &file));
	assert_int_equal(file.lines, 0);
	text_case_free(help_text_feed("a\0b\n", 4, NULL, &file));
	assert_true(file.binary);
	text_case_free(help_text_feed("\n\n\n", 3, NULL, &file));
	assert_int_equal(file.lines, 3);
	assert_int_equal(file.unknown_lines, 0);
	text_case_free(NULL);
}

/* Neither memory nor the lists grow with the file. */
static void more_than_there_is_room_for(void **state)
{
	struct text_case *c = text_case_new();
	const struct text_file *file;
	char line[96];

	(void)state;
	assert_non_null(c);
	text_case_begin(c);
	for (int i = 0; i < 1000; i++) {
		snprintf(line, sizeof(line), "Settings for eth%d:\nprose\n\tSpeed: 10Mb/s\n", i);
		text_case_feed(c, line, strlen(line));
	}
	memset(line, 'x', sizeof(line));
	for (int i = 0; i < 100000; i++)
		text_case_feed(c, line, sizeof(line));
	text_case_feed(c, "\n", 1);
	file = text_case_end(c);
	assert_int_equal(file->parts, TEXT_PARTS_MAX);
	assert_true(file->more_parts > 0);
	assert_int_equal(file->unknowns, TEXT_PARTS_MAX);
	assert_int_equal(file->lines, 3001);
	assert_int_equal(text_case_finish(c, NULL, 0, NULL), 0);
	assert_true(help_text_ports(c) <= TEXT_PORTS_MAX);
	text_case_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mail),
		cmocka_unit_test(numbered),
		cmocka_unit_test(forced_kind),
		cmocka_unit_test(a_cut_last_line),
		cmocka_unit_test(odd_files),
		cmocka_unit_test(more_than_there_is_room_for),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-case", tests, NULL, NULL);
}
