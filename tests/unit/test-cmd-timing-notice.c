// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/timing-notice.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static struct timing_run run_at(double mbps)
{
	return (struct timing_run){ .setup = { .rate_in_mbps = mbps, .rate_out_mbps = mbps } };
}

static void has_note(const struct timing_run *run, const char *text)
{
	for (unsigned int i = 0; i < run->notes; i++)
		if (strstr(run->note[i], text))
			return;
	fail_msg("no note says `%s'", text);
}

/* A counter that rose is told; only pause frames make the delays wrong. */
static void counters(void **state)
{
	static const struct {
		enum fact_id id;
		const char *note;
		bool pause;
	} row[] = {
		{ FACT_COUNTER_PAUSE_RX, "eth0: 7 pause frames received", true },
		{ FACT_COUNTER_PAUSE_TX, "eth0: 7 pause frames sent", true },
		{ FACT_COUNTER_CRC, "eth0: 7 FCS errors", false },
		{ FACT_COUNTER_SYMBOL, "eth0: 7 symbol errors", false },
		{ FACT_COUNTER_HOST_DROPS, "eth0: 7 frames dropped because the host was late", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct sets *sets = sets_new();
		struct timing_run run = run_at(1000);

		facts_put_num(&sets->set[SET_NEAR], FACT_COUNTER_RX_FRAMES, FROM_NETLINK, 9);
		facts_put_num(&sets->set[SET_NEAR], row[i].id, FROM_NETLINK, 0);
		timing_notice_counters(&run, "eth0", &sets->set[SET_NEAR]);
		assert_true(run.notes == 0 && !run.setup.pause_seen);
		facts_put_num(&sets->set[SET_NEAR], row[i].id, FROM_NETLINK, 7);
		timing_notice_counters(&run, "eth0", &sets->set[SET_NEAR]);
		has_note(&run, row[i].note);
		assert_int_equal(run.setup.pause_seen, row[i].pause);
		sets_free(sets);
	}
}

/* How a port was set; what nobody told is not made up. */
static void ports(void **state)
{
	struct sets *sets = sets_new();
	struct facts *port = &sets->set[SET_NEAR];
	struct timing_run run = run_at(1000);

	(void)state;
	timing_notice_port(&run, 0, "eth0", port);
	assert_string_equal(run.port[0], "eth0: driver not told, interrupt moderation not told, EEE "
			    "not told");
	assert_string_equal(run.port[1], "");
	facts_put_text(port, FACT_PORT_DRIVER, FROM_NETLINK, "igb");
	facts_put_text(port, FACT_PORT_FIRMWARE, FROM_NETLINK, "3.25");
	facts_put_num(port, FACT_PORT_MTU, FROM_NETLINK, 9000);
	facts_put_num(port, FACT_HOST_RX_USECS, FROM_NETLINK, 3);
	facts_put_bool(port, FACT_HOST_RX_ADAPTIVE, FROM_NETLINK, true);
	facts_put_bool(port, FACT_EEE_ACTIVE, FROM_NETLINK, true);
	timing_notice_port(&run, 1, "eth1", port);
	assert_string_equal(run.port[1], "eth1: driver igb, firmware 3.25, MTU 9000, interrupt "
			    "moderation 3 us, adaptive, EEE on");
	facts_put_num(port, FACT_HOST_RX_USECS, FROM_NETLINK, 0);
	facts_put_bool(port, FACT_EEE_ACTIVE, FROM_NETLINK, false);
	timing_notice_port(&run, 1, "eth1", port);
	assert_non_null(strstr(run.port[1], "moderation off, EEE off"));
	sets_free(sets);
}

/* 30 % of 100 Mb/s in a second are 3.75 MB; the frames of the run do not count. */
static void load(void **state)
{
	static const struct {
		uint64_t rx;
		double ours, share;
		bool loaded;
	} row[] = {
		{ 3750000 + 400000, 400000, 0.3, true },
		{ 400000, 400000, 0, false },
		{ 300000, 400000, 0, false },	/* a driver that counts late */
		{ 400000 + 62500, 400000, 0.005, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const struct port_bytes before = { .t_ns = 5000, .rx = 1000 };
		const struct port_bytes after = { .t_ns = 1000005000, .rx = 1000 + row[i].rx };
		struct timing_run run = run_at(100);

		timing_notice_load(&run, &run.setup, "eth1", &before, &after, row[i].ours);
		assert_true(run.setup.load_known);
		assert_true(fabs(run.setup.other_load - row[i].share) < 1e-9);
		assert_int_equal(timing_is_loaded(&run.setup), row[i].loaded);
		assert_int_equal(run.notes, row[i].loaded);
		if (row[i].loaded)
			has_note(&run, "30 % of the link to eth1");
	}
}

/* A counter that fell, or no time: nothing is known. */
static void load_that_is_not_known(void **state)
{
	const struct port_bytes before = { .t_ns = 5000, .rx = 1000 };
	const struct port_bytes reset = { .t_ns = 1000005000, .rx = 900 };
	struct timing_run run = run_at(100);

	(void)state;
	timing_notice_load(&run, &run.setup, "eth1", &before, &before, 0);
	timing_notice_load(&run, &run.setup, "eth1", &before, &reset, 0);
	assert_true(!run.setup.load_known && run.notes == 0);
}

/* The frames before the switch knew the receiver are told, and no more than told. */
static void flooding(void **state)
{
	struct timing_flood flood = { .fd = 3, .ports = 2, .frames = 4, .name = { "eth2", "eth3" },
				      .names = 2 };
	struct timing_run run = run_at(100);

	(void)state;
	timing_notice_flood(&run, &flood, 1000);
	has_note(&run, "4 frames came at eth2, eth3 as well: the switch floods");
	assert_true(!run.setup.flooding && run.third_ports == 2 && run.flooded == 4);
	flood.frames = 11;
	timing_notice_flood(&run, &flood, 1000);
	assert_true(run.setup.flooding);
	run = run_at(100);
	flood = (struct timing_flood){ .fd = -1, .ports = 2 };
	timing_notice_flood(&run, &flood, 1000);
	assert_true(!run.setup.flooding && run.third_ports == 0 && run.notes == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters),
		cmocka_unit_test(ports),
		cmocka_unit_test(load),
		cmocka_unit_test(load_that_is_not_known),
		cmocka_unit_test(flooding),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("cmd-timing-notice", tests, NULL, NULL);
}
