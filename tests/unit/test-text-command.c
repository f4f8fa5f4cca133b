// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "text/command.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static void command_lines(void **state)
{
	static const struct {
		const char *line, *kind, *port;
	} row[] = {
		{ "root@host:~# ethtool -S eth0", "statistics", "eth0" },
		{ "$ ethtool eth0", "ethtool", "eth0" },
		{ "$ sudo ethtool enp3s0", "ethtool", "enp3s0" },
		{ "[user@host ~]$ sudo -n /usr/sbin/mii-tool -v eth1", "mii-tool", "eth1" },
		{ "# ip -s -s link show dev eth0", "ip-link", "eth0" },
		{ "# ip -s link", "ip-link", "" },
		{ "# ifconfig eth0 | grep errors", "ifconfig", "eth0" },
		{ "host# dmesg | grep eth0", "log", "" },
		{ "host# ip addr", NULL, "" },
		{ "# ping -c 3 192.0.2.1", NULL, "" },
		{ "ethtool eth0", "ethtool", "eth0" },
		{ "mii-tool -v", "mii-tool", "" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct text_command command;

		if (!text_command_read(row[i].line, &command))
			fail_msg("`%s' is no command", row[i].line);
		assert_string_equal(command.reader ? command.reader->name : "",
				    row[i].kind ? row[i].kind : "");
		assert_string_equal(command.port, row[i].port);
	}
}

static void sentences(void **state)
{
	static const char *const lines[] = {
		"", "ethtool says the speed is fine", "Speed: 1000Mb/s", "# a comment",
		"I ran ethtool eth0 and saw nothing", "$", "ping works", "100% loss",
		"ifconfig shows many errors", "Settings for eth0:", "> sudo",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(lines); i++) {
		struct text_command command;

		if (text_command_read(lines[i], &command))
			fail_msg("`%s' is a command", lines[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(command_lines),
		cmocka_unit_test(sentences),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-command", tests, NULL, NULL);
}
