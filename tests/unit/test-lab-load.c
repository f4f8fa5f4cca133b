// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/load.h"

#include "lab-help.h"

/* A port with a load, and what comes out at the other end of its wire. */
struct help_load {
	struct lab lab;
	struct lab_wire wire;
	struct lab_port port;
	struct lab_load load;
	struct lab_mac other;
	unsigned int got;
	uint8_t bytes[LAB_FRAME_MAX];
	unsigned int len_bytes;
};

static const struct lab_load_setup half = {
	.to = { 2, 0, 0, 0, 0, 1 }, .from = { 2, 0, 0, 0, 0, 2 }, .share = 0.5, .size_bytes = 512,
};

static void take(void *owner, struct lab_frame *frame)
{
	struct help_load *help = owner;

	help->got++;
	help->len_bytes = frame->len_bytes;
	memcpy(help->bytes, frame->bytes, frame->len_bytes);
}

static void begin(struct help_load *help, int rate_mbps)
{
	const struct lab_port_setup port = { .mac = { LAB_FULL, LAB_LATE_DROP, 32 },
					     .ring_frames = 8 };
	const struct lab_mac_setup mac = { LAB_FULL, LAB_LATE_DROP, 8 };
	const struct lab_mac_user user = { .good = take, .owner = help };

	memset(help, 0, sizeof(*help));
	lab_init(&help->lab);
	for (int i = 0; i < 2; i++)
		assert_int_equal(lab_way_init(&help->wire.way[i], &help->lab, rate_mbps, 500, 1,
					      "way"), 0);
	assert_int_equal(lab_port_init(&help->port, &help->lab, &port, &help->wire.way[0],
				       &help->wire.way[1], 1, "port"), 0);
	assert_int_equal(lab_mac_init(&help->other, &help->lab, &mac, &help->wire.way[1],
				      &help->wire.way[0], 1, "other"), 0);
	lab_mac_use(&help->other, &user);
}

static void end(struct help_load *help)
{
	lab_port_fini(&help->port);
	lab_mac_fini(&help->other);
	for (int i = 0; i < 2; i++)
		lab_way_fini(&help->wire.way[i]);
	lab_fini(&help->lab);
}

/* So many frames in ten seconds, of the size and the addresses that were said. */
static void as_much_as_was_said(void **state)
{
	static const double shares[] = { 0.01, 0.5, 0.9 };

	(void)state;
	for (int rate_mbps = 10; rate_mbps <= 1000; rate_mbps *= 10)
		for (size_t i = 0; i < ROWS(shares); i++) {
			struct lab_load_setup setup = half;
			struct help_load help;
			double want;

			begin(&help, rate_mbps);
			setup.share = shares[i];
			assert_int_equal(lab_load_init(&help.load, &help.port, &setup, 1, "load"), 0);
			lab_run_until(&help.lab, SECOND_NS);
			assert_int_equal(help.got, 0);
			lab_load_start(&help.load);
			lab_run_until(&help.lab, 3 * SECOND_NS);
			want = 2e9 * shares[i] / (double)lab_frame_ns(rate_mbps, 508);
			if (fabs(help.got - want) > 5 * sqrt(want) + 33)
				fail_msg("%u frames, want %g", help.got, want);
			assert_true(help.load.offered >= help.got + help.load.refused);
			assert_int_equal(help.len_bytes, 508);
			assert_memory_equal(help.bytes, setup.to, 6);
			assert_memory_equal(help.bytes + 6, setup.from, 6);
			assert_int_equal(help.bytes[12] << 8 | help.bytes[13], LAB_LOAD_ETHERTYPE);
			end(&help);
		}
}

/* More than the line takes: what has no room is refused, and the line is full. */
static void too_much(void **state)
{
	struct lab_load_setup setup = half;
	struct help_load help;

	(void)state;
	begin(&help, 100);
	setup.share = 1.5;
	assert_int_equal(lab_load_init(&help.load, &help.port, &setup, 1, "load"), 0);
	lab_load_start(&help.load);
	lab_run_until(&help.lab, SECOND_NS);
	assert_in_range(help.got, 0.99e9 / (double)lab_frame_ns(100, 508),
			1e9 / (double)lab_frame_ns(100, 508));
	assert_true(help.load.refused > 0);
	end(&help);
}

static void what_cannot_be(void **state)
{
	struct lab_load_setup setup = half;
	struct help_load help;

	(void)state;
	begin(&help, 100);
	setup.share = 0;
	assert_int_equal(lab_load_init(&help.load, &help.port, &setup, 1, "load"), -22);
	setup.share = 0.5;
	setup.size_bytes = 63;
	assert_int_equal(lab_load_init(&help.load, &help.port, &setup, 1, "load"), -22);
	setup.size_bytes = LAB_FRAME_MAX + LAB_FCS_BYTES + 1;
	assert_int_equal(lab_load_init(&help.load, &help.port, &setup, 1, "load"), -22);
	end(&help);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_much_as_was_said),
		cmocka_unit_test(too_much),
		cmocka_unit_test(what_cannot_be),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-load", tests, NULL, NULL);
}
