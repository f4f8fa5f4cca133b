// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static struct text_case *read_files(const char *const *text, const char *iface, double window_s,
				    int want)
{
	struct text_case *c = text_case_new();
	struct err err = { 0 };

	assert_non_null(c);
	for (; *text; text++) {
		text_case_begin(c);
		text_case_feed(c, *text, strlen(*text));
		text_case_end(c);
	}
	assert_int_equal(text_case_finish(c, iface, window_s, &err), want);
	assert_true(want == 0 || want == -ENODATA || err.text[0]);
	return c;
}

#define FILES(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const struct facts *near_of(const struct text_case *c, const char *name)
{
	const struct text_port *port = help_text_port(c, name);

	if (!port)
		fail_msg("no port `%s'", name);
	return &port->sets->set[SET_NEAR];
}

#define SETTINGS "Settings for eth0:\n\tSpeed: 100Mb/s\n\tDuplex: Full\n\tLink detected: yes\n"
#define COUNTERS "NIC statistics:\n     rx_crc_errors: 7\n     rx_packets: 100\n"

static void what_has_no_name_goes_to_the_only_port(void **state)
{
	struct text_case *c = read_files(FILES(COUNTERS, SETTINGS), NULL, 0, 0);

	(void)state;
	assert_int_equal(help_text_ports(c), 1);
	help_fact_is("only", near_of(c, "eth0"), FACT_TOTAL_CRC, "7 frames");
	text_case_free(c);
}

static void with_two_ports_it_is_nobodys(void **state)
{
	struct text_case *c = read_files(FILES(COUNTERS, SETTINGS, "Settings for eth1:\n"
					       "\tLink detected: no\n"), NULL, 0, 0);

	(void)state;
	assert_int_equal(help_text_ports(c), 3);
	help_fact_is("two", near_of(c, "eth0"), FACT_TOTAL_CRC, NULL);
	help_fact_is("two", near_of(c, ""), FACT_TOTAL_CRC, "7 frames");
	text_case_free(c);
}

static void in_one_file_it_is_of_the_port_before(void **state)
{
	struct text_case *c = read_files(FILES("Settings for eth1:\n\tLink detected: no\n" SETTINGS
					       COUNTERS), NULL, 0, 0);

	(void)state;
	help_fact_is("before", near_of(c, "eth0"), FACT_TOTAL_CRC, "7 frames");
	help_fact_is("before", near_of(c, "eth1"), FACT_TOTAL_CRC, NULL);
	text_case_free(c);
}

static void one_is_picked(void **state)
{
	static const char two[] = SETTINGS "Settings for eth1:\n\tLink detected: no\n";
	struct text_case *c = read_files(FILES(two, COUNTERS), "eth1", 0, 0);

	(void)state;
	assert_int_equal(help_text_ports(c), 1);
	help_fact_is("picked", near_of(c, "eth1"), FACT_TOTAL_CRC, "7 frames");
	text_case_free(c);
	text_case_free(read_files(FILES(two), "eth7", 0, -ENODEV));
	c = read_files(FILES(COUNTERS), "eth7", 0, 0);
	help_fact_is("named by the option", near_of(c, "eth7"), FACT_TOTAL_CRC, "7 frames");
	text_case_free(c);
}

static void lists_do_not_crowd_out_what_was_meant(void **state)
{
	static const char list[] =
		"1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN\n"
		"2: eth0: <BROADCAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP\n"
		"3: eth1: <BROADCAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP\n"
		"4: eth2: <BROADCAST> mtu 1500 qdisc mq state DOWN\n";
	struct text_case *c = read_files(FILES(list, SETTINGS), NULL, 0, 0);

	(void)state;
	assert_int_equal(help_text_ports(c), 1);
	assert_string_equal(text_case_also(c), " lo eth1 eth2");
	text_case_free(c);
	c = read_files(FILES(list), NULL, 0, 0);
	assert_int_equal(help_text_ports(c), 3);	/* without lists' eth2, which is not up */
	text_case_free(c);
}

/* The log knows the card, ethtool -i or another line knows its name. */
static void a_place_on_the_bus_finds_its_port(void **state)
{
	static const char log[] =
		"[ 1.000000] mlx5_core 0000:01:00.0: 126.028 Gb/s available PCIe bandwidth (32.0 GT/s "
		"PCIe x4 link)\n"
		"[ 90.000000] mlx5_core 0000:01:00.0 eth5: Link up\n";
	struct text_case *c = read_files(FILES(log), NULL, 0, 0);

	(void)state;
	assert_int_equal(help_text_ports(c), 1);
	help_fact_is("place", near_of(c, "eth5"), FACT_HOST_BUS_RATE, "126028 Mb/s");
	text_case_free(c);
}

static void two_pastes_and_the_time_between(void **state)
{
	static const char later[] = "NIC statistics:\n     rx_crc_errors: 9\n     rx_packets: 50\n";
	struct text_case *c = read_files(FILES(COUNTERS, later), NULL, 10, 0);
	const struct facts *near = near_of(c, "");

	(void)state;
	help_fact_is("window", near, FACT_TOTAL_CRC, "9 frames");
	help_fact_is("window", near, FACT_COUNTER_CRC, "2 frames");
	help_fact_is("window", near, FACT_COUNTER_RX_FRAMES, "50 frames");	/* a reset between */
	help_fact_is("window", near, FACT_RUN_WINDOW, "10 s");
	text_case_free(c);
}

#define FIELDS(crc, aborted) \
	"2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DEFAULT\n" \
	"    RX:  bytes packets errors dropped  missed   mcast\n" \
	"       1000000    5000      0       0       0       0\n" \
	"    RX errors:  length    crc   frame    fifo overrun\n" \
	"                     0      " crc "       0       0       0\n" \
	"    TX:  bytes packets errors dropped carrier collsns\n" \
	"       1000000    5000      0       0       0       0\n" \
	"    TX errors: aborted   fifo  window heartbt transns\n" \
	"                     " aborted "      0       0       0       2\n"

/* `ip -s -s link` twice, `ethtool -S` once between: the rise is that of the fields. */
static void a_window_stays_beside_a_single_paste(void **state)
{
	struct text_case *c = read_files(FILES(FIELDS("1", "0"), "ethtool -S eth0\n" COUNTERS,
					       FIELDS("9", "0")), NULL, 10, 0);
	const struct facts *near = near_of(c, "eth0");

	(void)state;
	help_fact_is("beside", near, FACT_COUNTER_CRC, "8 frames");
	help_fact_is("beside", near, FACT_RUN_WINDOW, "10 s");
	text_case_free(c);
}

/* tg3 counts discards as aborted; of a new driver nobody knows what it fills. */
static void a_field_means_what_the_driver_makes_of_it(void **state)
{
	static const struct {
		const char *driver, *crc, *aborted;
	} row[] = {
		{ "driver: tg3\n", "0 frames", NULL }, { "driver: new_one\n", NULL, "55 frames" },
		{ "driver: e1000e\n", "0 frames", "55 frames" }, { "", "0 frames", "55 frames" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct text_case *c = read_files(FILES(FIELDS("0", "55"), row[i].driver), NULL, 0, 0);

		help_fact_is(row[i].driver, near_of(c, "eth0"), FACT_TOTAL_CRC, row[i].crc);
		help_fact_is(row[i].driver, near_of(c, "eth0"), FACT_TOTAL_EXCESSIVE_COLLISIONS,
			     row[i].aborted);
		help_fact_is(row[i].driver, near_of(c, "eth0"), FACT_TOTAL_RX_FRAMES, "5000 frames");
		text_case_free(c);
	}
}

static void once_is_no_window(void **state)
{
	struct text_case *c = read_files(FILES(COUNTERS), NULL, 10, 0);

	(void)state;
	help_fact_is("once", near_of(c, ""), FACT_RUN_WINDOW, NULL);
	help_fact_is("once", near_of(c, ""), FACT_COUNTER_CRC, NULL);
	help_fact_is("once", near_of(c, ""), FACT_TOTAL_CRC, "7 frames");
	text_case_free(c);
}

static void nothing_is_told(void **state)
{
	(void)state;
	text_case_free(read_files(FILES("prose\n"), NULL, 0, -ENODATA));
	text_case_free(read_files(FILES(""), NULL, 0, -ENODATA));
}

static void words_beat_what_a_tool_made_of_them(void **state)
{
	static const char text[] =
		"eth0: negotiated 100baseTx-HD, link ok\n"
		"  registers for MII PHY 1:\n"
		"    3100 782d 02a8 0154 05e1 45e1 0007 0000\n";
	struct text_case *c = read_files(FILES(text), NULL, 0, 0);

	(void)state;
	help_fact_is("words", near_of(c, "eth0"), FACT_LINK_DUPLEX, NULL);
	help_fact_is("words", near_of(c, "eth0"), FACT_MII_WORDS,
		     "3100 782d 02a8 0154 05e1 45e1 0007 0000");
	text_case_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_has_no_name_goes_to_the_only_port),
		cmocka_unit_test(with_two_ports_it_is_nobodys),
		cmocka_unit_test(in_one_file_it_is_of_the_port_before),
		cmocka_unit_test(one_is_picked),
		cmocka_unit_test(lists_do_not_crowd_out_what_was_meant),
		cmocka_unit_test(a_place_on_the_bus_finds_its_port),
		cmocka_unit_test(two_pastes_and_the_time_between),
		cmocka_unit_test(a_window_stays_beside_a_single_paste),
		cmocka_unit_test(a_field_means_what_the_driver_makes_of_it),
		cmocka_unit_test(once_is_no_window),
		cmocka_unit_test(nothing_is_told),
		cmocka_unit_test(words_beat_what_a_tool_made_of_them),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-ports", tests, NULL, NULL);
}
