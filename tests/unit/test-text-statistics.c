// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "bnxt_en counts frames under names of its own",
		.text =
			"driver: bnxt_en\n"
			"NIC statistics:\n"
			"     [0]: rx_ucast_packets: 100000\n"
			"     rx_64b_frames: 100000\n"
			"     rx_fcs_err_frames: 55\n"
			"     rx_good_frames: 1000000\n"
			"     tx_good_frames: 2000000\n",
		.want = {
			{
				.port = "",
				.near =
					"port.driver: bnxt_en\n"
					"total.rx_frames: 1000000 frames\n"
					"total.tx_frames: 2000000 frames\n"
					"total.crc: 55 frames\n",
			},
		},
	},
	{
		.name = "ionic, hns3: no rows of their own",
		.text =
			"NIC statistics:\n"
			"     frames_rx_ok: 10000000\n"
			"     frames_rx_bad_fcs: 230\n"
			"     frames_rx_bad_all: 231\n"
			"     mac_rx_fcs_err_pkt_num: 77\n"
			"     mac_rx_total_pkt_num: 9000000\n",
		.want = {
			{
				.port = "",
				.near =
					"total.rx_frames: 10000000 frames\n"
					"total.crc: 230 frames\n",
			},
		},
	},
	{
		.name = "e1000e",
		.text =
			"NIC statistics:\n"
			"     rx_packets: 347640758\n"
			"     tx_packets: 347729711\n"
			"     rx_bytes: 22249008512\n"
			"     tx_bytes: 22254701504\n"
			"     rx_broadcast: 347640758\n"
			"     rx_errors: 152415\n"
			"     tx_errors: 0\n"
			"     collisions: 0\n"
			"     rx_length_errors: 0\n"
			"     rx_crc_errors: 76220\n"
			"     rx_frame_errors: 76195\n"
			"     rx_no_buffer_count: 0\n"
			"     rx_missed_errors: 7\n"
			"     tx_aborted_errors: 0\n"
			"     tx_carrier_errors: 0\n"
			"     tx_window_errors: 3\n"
			"     tx_abort_late_coll: 3\n"
			"     rx_short_length_errors: 2\n"
			"     rx_align_errors: 76195\n"
			"     rx_flow_control_xon: 1\n"
			"     rx_flow_control_xoff: 2\n"
			"     corr_ecc_errors: 0\n",
		.want = {
			{
				.port = "",
				.near =
					"total.rx_frames: 347640758 frames\n"
					"total.tx_frames: 347729711 frames\n"
					"total.rx_bytes: 22249008512 bytes\n"
					"total.tx_bytes: 22254701504 bytes\n"
					"total.rx_errors: 152415 frames\n"
					"total.tx_errors: 0 frames\n"
					"total.crc: 76220 frames\n"
					"total.alignment: 76195 frames\n"
					"total.runts: 2 frames\n"
					"total.length: 0 frames\n"
					"total.collisions: 0 collisions\n"
					"total.late_collisions: 3 collisions\n"
					"total.excessive_collisions: 0 frames\n"
					"total.carrier: 0 errors\n"
					"total.host_drops: 7 frames\n"
					"total.ring_empty: 0 events\n"
					"total.pause_rx: 2 frames\n",
			},
		},
	},
	{
		.name = "lan78xx, names with spaces",
		.text =
			"NIC statistics:\n"
			"     RX FCS Errors: 4\n"
			"     RX Alignment Errors: 1\n"
			"     Rx Fragment Errors: 6\n"
			"     RX Jabber Errors: 0\n"
			"     TX Late Collisions: 9\n"
			"     TX Excessive Collision: 2\n"
			"     [0]: rx_ucast_packets: 77\n",
		.want = {
			{
				.port = "",
				.near =
					"total.crc: 4 frames\n"
					"total.alignment: 1 frames\n"
					"total.runts: 6 frames\n"
					"total.late_collisions: 9 collisions\n"
					"total.excessive_collisions: 2 frames\n",
			},
		},
	},
};

static void reads(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(samples); i++)
		help_text_sample(&samples[i]);
}

static void cut_anywhere(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(samples); i++)
		help_text_prefixes(&samples[i], 0);
}

static int64_t total(const char *text, enum fact_id id)
{
	struct text_file file;
	struct text_case *c = help_text_read(text, &file);
	const struct text_port *port = text_case_port(c, 0);
	int64_t num = port ? facts_num(&port->sets->set[SET_NEAR], id, -1) : -1;

	text_case_free(c);
	return num;
}

/* The driver is told in front of its counters, behind them, or not at all. */
static void the_driver_decides(void **state)
{
#define INFO "driver: ixgbe\nversion: 6.1\nbus-info: 0000:01:00.0\n"
#define COUNTERS "NIC statistics:\n     collisions: 0\n     rx_missed_errors: 4\n"
	(void)state;
	assert_int_equal(total(COUNTERS, FACT_TOTAL_COLLISIONS), 0);
	assert_int_equal(total(INFO COUNTERS, FACT_TOTAL_COLLISIONS), -1);
	assert_int_equal(total(COUNTERS INFO, FACT_TOTAL_COLLISIONS), -1);
	assert_int_equal(total(COUNTERS INFO, FACT_TOTAL_HOST_DROPS), 4);
	assert_int_equal(total("driver: r8169\nversion: 1\nNIC statistics:\n"
			       "     tx_single_collisions: 3\n     tx_multi_collisions: 4\n",
			       FACT_TOTAL_COLLISIONS), 7);
}

static void several_on_a_line(void **state)
{
	static const char text[] = "rx_packets: 10   rx_crc_errors: 3, tx_packets: 7\n";

	(void)state;
	assert_int_equal(total(text, FACT_TOTAL_RX_FRAMES), 10);
	assert_int_equal(total(text, FACT_TOTAL_CRC), 3);
	assert_int_equal(total(text, FACT_TOTAL_TX_FRAMES), 7);
}

static void what_is_no_number_is_no_counter(void **state)
{
	static const char *const rest[] = {
		"12x", "-3", "0x10", "1.5", "99999999999999999999", "", "many", "3 and 4",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rest); i++) {
		char text[80];

		snprintf(text, sizeof(text), "NIC statistics:\n     rx_crc_errors: %s\n", rest[i]);
		assert_int_equal(total(text, FACT_TOTAL_CRC), -1);
	}
}

/* Prose with a colon and a number is no counter. */
static void without_a_head_only_known_names(void **state)
{
	(void)state;
	assert_int_equal(total("my score: 7\n", FACT_TOTAL_CRC), -1);
	assert_int_equal(total("rx_fcs_errors: 7\n", FACT_TOTAL_CRC), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(the_driver_decides),
		cmocka_unit_test(several_on_a_line),
		cmocka_unit_test(what_is_no_number_is_no_counter),
		cmocka_unit_test(without_a_head_only_known_names),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-statistics", tests, NULL, NULL);
}
