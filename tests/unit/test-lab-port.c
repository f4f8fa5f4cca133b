// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/port.h"

#include "lab-help.h"

struct host {
	struct lab_port port;
	unsigned int received, rooms;
	int64_t at_ns[256];
	size_t len_bytes;
	uint8_t first;
};

struct two_hosts {
	struct lab lab;
	struct lab_wire wire;
	struct host host[2];
};

static void deliver(void *owner, int64_t at_ns, const uint8_t *bytes, size_t len_bytes)
{
	struct host *host = owner;

	assert_int_equal(at_ns, host->port.lab->now_ns);
	host->at_ns[host->received++ % 256] = at_ns;
	host->len_bytes = len_bytes;
	host->first = bytes[0];
}

static void room(void *owner)
{
	struct host *host = owner;

	host->rooms++;
}

/* Both at 100 Mb/s, 500 ns apart; the setup is of the second. */
static void begin(struct two_hosts *two, const struct lab_port_setup *setup, uint64_t seed)
{
	const struct lab_port_setup plain = {
		.mac = { LAB_FULL, LAB_LATE_DROP, 32 }, .ring_frames = 512,
	};

	lab_init(&two->lab);
	for (int i = 0; i < 2; i++)
		assert_int_equal(lab_way_init(&two->wire.way[i], &two->lab, 100, 500, seed, "way"),
				 0);
	for (int i = 0; i < 2; i++) {
		struct host *host = &two->host[i];

		memset(host, 0, sizeof(*host));
		assert_int_equal(lab_port_init(&host->port, &two->lab, i ? setup : &plain,
					       &two->wire.way[i], &two->wire.way[!i], seed,
					       i ? "b" : "a"), 0);
		host->port.deliver = deliver;
		host->port.room = room;
		host->port.owner = host;
	}
}

static void end(struct two_hosts *two)
{
	for (int i = 0; i < 2; i++) {
		lab_port_fini(&two->host[i].port);
		lab_way_fini(&two->wire.way[i]);
	}
	lab_fini(&two->lab);
}

static void sends(struct two_hosts *two, int64_t at_ns, size_t len_bytes)
{
	static const uint8_t bytes[LAB_FRAME_MAX] = { 0xaa };

	assert_int_equal(lab_send(&two->host[0].port, at_ns, bytes, len_bytes), 0);
}

static void there_in_time(void **state)
{
	const struct lab_port_setup setup = {
		.mac = { LAB_FULL, LAB_LATE_DROP, 32 }, .ring_frames = 8, .latency_ns = 20000,
	};
	struct two_hosts two;

	(void)state;
	begin(&two, &setup, 1);
	sends(&two, 1000, 14);
	sends(&two, 900, 14);		/* not before the one ahead */
	sends(&two, 100000, 300);
	lab_run_until(&two.lab, SECOND_NS);
	assert_int_equal(two.host[1].received, 3);
	assert_int_equal(two.host[1].at_ns[0], 1000 + 5760 + 500 + 20000);
	assert_int_equal(two.host[1].at_ns[1], 1000 + 6720 + 5760 + 500 + 20000);
	assert_int_equal(two.host[1].at_ns[2], 100000 + 24960 + 500 + 20000);
	assert_int_equal(two.host[1].len_bytes, 300);
	assert_int_equal(two.host[1].first, 0xaa);
	end(&two);
}

/* A frame that is to arrive later takes its place in the queue already. */
static void back_pressure(void **state)
{
	static const uint8_t bytes[LAB_FRAME_MAX + 1];
	const struct lab_port_setup setup = {
		.mac = { LAB_FULL, LAB_LATE_DROP, 32 }, .ring_frames = 512,
	};
	struct two_hosts two;
	struct lab_port *port = &two.host[0].port;

	(void)state;
	begin(&two, &setup, 1);
	for (int i = 0; i < 16; i++)
		sends(&two, 0, 60);
	for (int i = 0; i < 16; i++)
		sends(&two, 50000, 60);
	assert_int_equal(lab_room(port), 0);
	assert_int_equal(lab_send(port, 0, bytes, 60), -105);
	assert_int_equal(lab_send(port, 0, bytes, LAB_FRAME_MAX + 1), -90);
	assert_int_equal(port->refused, 1);
	lab_run_until(&two.lab, 6000);
	assert_int_equal(lab_room(port), 1);
	assert_int_equal(two.host[0].rooms, 1);
	lab_run_until(&two.lab, SECOND_NS);
	assert_int_equal(lab_room(port), 32);
	assert_int_equal(two.host[1].received, 32);
	end(&two);
}

/* 40 Mb/s of frames of 1000 bytes, of which 15 may pass. */
static void policer_in_the_way(void **state)
{
	const struct lab_port_setup setup = {
		.mac = { LAB_FULL, LAB_LATE_DROP, 32 }, .ring_frames = 512,
		.police_bps = 15000000, .police_burst_bytes = 10000,
	};
	struct two_hosts two;

	(void)state;
	begin(&two, &setup, 1);
	for (int i = 0; i < 5000; i++) {
		lab_run_until(&two.lab, i * 200000LL);
		sends(&two, i * 200000LL, 996);
	}
	lab_run_until(&two.lab, 2 * SECOND_NS);
	assert_int_equal(two.host[1].port.mac.count.rx_frames, 5000);
	assert_in_range(two.host[1].received, 1875, 1885);
	assert_int_equal(two.host[1].port.mac.count.rx_missed, 0);
	end(&two);
}

/* 8 frames fit; a host that stands still for 5 ms misses what comes beyond. */
static void slow_host_misses(void **state)
{
	const struct lab_port_setup setup = {
		.mac = { LAB_FULL, LAB_LATE_DROP, 32 }, .ring_frames = 8,
		.stall = { .service_ns = 1000, .stall_ns = 5000000, .period_ns = 50000000 },
	};
	struct two_hosts two;
	struct host *slow = &two.host[1];

	(void)state;
	begin(&two, &setup, 1);
	for (int i = 0; i < 1000; i++) {
		lab_run_until(&two.lab, i * 100000LL);
		sends(&two, i * 100000LL, 60);
	}
	lab_run_until(&two.lab, SECOND_NS);
	assert_int_equal(slow->received + slow->port.mac.count.rx_missed, 1000);
	assert_in_range(slow->port.mac.count.rx_missed, 2 * 41, 2 * 43);
	assert_int_equal(slow->port.mac.count.rx_frames, 1000);
	end(&two);
}

static void stalls_begin_anywhere(void **state)
{
	const struct lab_port_setup setup = {
		.mac = { LAB_FULL, LAB_LATE_DROP, 32 }, .ring_frames = 8,
		.stall = { .stall_ns = 5000000, .period_ns = 50000000 },
	};
	int64_t phase_ns[3];

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct two_hosts two;

		begin(&two, &setup, i == 2 ? 5 : 4);
		phase_ns[i] = two.host[1].port.stall.phase_ns;
		end(&two);
	}
	assert_int_equal(phase_ns[0], phase_ns[1]);
	assert_int_not_equal(phase_ns[0], phase_ns[2]);
}

static void refused(void **state)
{
	static const struct lab_port_setup row[] = {
		{ .mac = { LAB_FULL, LAB_LATE_DROP, 1 }, .stall = { 0, 5, 5, 0, 0 } },
		{ .mac = { LAB_FULL, LAB_LATE_DROP, 1 }, .stall = { 2, 3, 5, 0, 0 } },
		{ .mac = { LAB_FULL, LAB_LATE_DROP, 1 }, .police_bps = 5, .police_burst_bytes = 9 },
		{ .mac = { LAB_HALF, LAB_LATE_DROP, 1 } },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct lab lab;
		struct lab_way way;
		struct lab_port port;

		lab_init(&lab);
		assert_int_equal(lab_way_init(&way, &lab, 1000, 0, 1, "way"), 0);
		assert_int_equal(lab_port_init(&port, &lab, &row[i], &way, &way, 1, "port"), -22);
		lab_port_fini(&port);
		lab_way_fini(&way);
		lab_fini(&lab);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_in_time),
		cmocka_unit_test(back_pressure),
		cmocka_unit_test(policer_in_the_way),
		cmocka_unit_test(slow_host_misses),
		cmocka_unit_test(stalls_begin_anywhere),
		cmocka_unit_test(refused),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-port", tests, NULL, NULL);
}
