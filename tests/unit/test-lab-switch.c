// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/switch.h"

#include "lab-help.h"

#define LATENCY_NS 3000
#define DELAY_NS 500

/* A switch with up to three hosts' MACs on wires of their own. */
struct net {
	struct lab lab;
	struct lab_switch sw;
	struct lab_switch_port port[3];
	struct lab_wire wire[3];
	struct help_end end[3];
};

static void begin(struct net *net, unsigned int begin_bytes, const int rates[3],
		  enum lab_duplex duplex)
{
	const struct lab_switch_setup setup = { .begin_bytes = begin_bytes,
						.latency_ns = LATENCY_NS };
	const struct lab_mac_setup host = { duplex, LAB_LATE_DROP, 64 };
	const struct lab_mac_setup port = { LAB_FULL, LAB_LATE_DROP, 16 };

	memset(net, 0, sizeof(*net));
	lab_init(&net->lab);
	lab_switch_init(&net->sw, &net->lab, &setup);
	for (int i = 0; i < 3; i++) {
		struct lab_way *way = net->wire[i].way;
		const struct lab_mac_user user = { .good = help_good, .bad = help_bad,
						   .owner = &net->end[i] };

		for (int k = 0; k < 2; k++)
			assert_int_equal(lab_way_init(&way[k], &net->lab, rates[i], DELAY_NS, 1,
						      "way"), 0);
		assert_int_equal(lab_mac_init(&net->end[i].mac, &net->lab, &host, &way[0], &way[1],
					      (uint64_t)i, "mac"), 0);
		lab_mac_use(&net->end[i].mac, &user);
		assert_int_equal(lab_switch_join(&net->sw, &net->port[i], &port, &way[1], &way[0],
						 1, "port"), 0);
	}
}

static void end(struct net *net)
{
	lab_switch_fini(&net->sw);
	for (int i = 0; i < 3; i++) {
		lab_mac_fini(&net->end[i].mac);
		for (int k = 0; k < 2; k++)
			lab_way_fini(&net->wire[i].way[k]);
	}
	lab_fini(&net->lab);
}

static void send(struct net *net, int from, int to, unsigned int len_bytes)
{
	struct lab_frame *frame = help_frame(&net->lab, len_bytes);

	frame->bytes[0] = 0x02;
	frame->bytes[5] = (uint8_t)to;
	frame->bytes[6] = 0x02;
	frame->bytes[11] = (uint8_t)from;
	assert_true(lab_mac_send(&net->end[from].mac, frame));
}

/* From the sender's first bit to the receiver's last, to the nanosecond. */
static void latency_is_exact(void **state)
{
	static const struct {
		unsigned int begin_bytes;
		int in_mbps, out_mbps;
		bool cut;
	} row[] = {
		{ 0, 10, 10, false },	  { 0, 100, 100, false },   { 0, 1000, 1000, false },
		{ 14, 10, 10, true },	  { 14, 100, 100, true },   { 14, 1000, 1000, true },
		{ 64, 100, 100, true },	  { 560, 100, 100, true },  { 560, 1000, 1000, true },
		{ 0, 10, 100, false },	  { 0, 100, 10, false },    { 14, 10, 100, false },
		{ 14, 100, 10, false },	  { 64, 1000, 100, false },
	};
	static const unsigned int lengths[] = { 60, 61, 300, 555, 556, 557, 1514 };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		for (size_t k = 0; k < ROWS(lengths); k++) {
			struct net net;
			const int rates[3] = { row[i].in_mbps, row[i].out_mbps, row[i].out_mbps };
			int64_t in_ns = lab_bit_ns(row[i].in_mbps);
			int64_t out_ns = lab_bit_ns(row[i].out_mbps);
			int64_t bits = lab_frame_bits(lengths[k]), here = bits;

			begin(&net, row[i].begin_bytes, rates, LAB_FULL);
			if (row[i].cut && lengths[k] + 4 > row[i].begin_bytes)
				here = 64 + 8 * row[i].begin_bytes;
			send(&net, 0, 1, lengths[k]);
			lab_run_until(&net.lab, SECOND_NS);
			assert_int_equal(net.end[1].good, 1);
			assert_int_equal(net.end[1].last_ns, here * in_ns + LATENCY_NS +
					 bits * out_ns + 2 * DELAY_NS);
			end(&net);
		}
}

static void learns_and_floods(void **state)
{
	static const int rates[3] = { 100, 100, 100 };

	(void)state;
	for (unsigned int begin_bytes = 0; begin_bytes <= 64; begin_bytes += 64) {
		struct net net;

		begin(&net, begin_bytes, rates, LAB_FULL);
		send(&net, 0, 1, 100);		/* unknown: to both */
		lab_run_until(&net.lab, SECOND_NS);
		assert_int_equal(net.end[0].good, 0);
		assert_int_equal(net.end[1].good, 1);
		assert_int_equal(net.end[2].good, 1);
		send(&net, 1, 0, 100);		/* known */
		lab_run_until(&net.lab, 2 * SECOND_NS);
		assert_int_equal(net.end[0].good, 1);
		assert_int_equal(net.end[2].good, 1);
		send(&net, 2, 2, 100);		/* nobody there: to both, then known to be here */
		lab_run_until(&net.lab, 3 * SECOND_NS);
		send(&net, 2, 2, 100);
		lab_run_until(&net.lab, 4 * SECOND_NS);
		assert_int_equal(net.end[0].good, 2);
		assert_int_equal(net.end[1].good, 2);
		assert_int_equal(net.end[2].good, 1);
		end(&net);
	}
}

/* One that learns nothing sends to both, however well it could know. */
static void floods_always(void **state)
{
	static const int rates[3] = { 100, 100, 100 };
	struct net net;

	(void)state;
	begin(&net, 64, rates, LAB_FULL);
	net.sw.setup.floods = true;
	for (int i = 1; i <= 3; i++) {
		send(&net, 1, 0, 100);
		lab_run_until(&net.lab, (2 * i - 1) * SECOND_NS);
		assert_int_equal(net.end[0].good, i);
		send(&net, 0, 1, 100);
		lab_run_until(&net.lab, 2 * i * SECOND_NS);
		assert_int_equal(net.end[1].good, i);
		assert_int_equal(net.end[2].good, 2 * i);
	}
	end(&net);
}

/* Broadcast goes everywhere, LLDP's address nowhere, a common multicast everywhere. */
static void group_addresses(void **state)
{
	static const struct {
		uint8_t address[6];
		unsigned int copies;
	} row[] = {
		{ { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 1 },
		{ { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x0e }, 0 },
		{ { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x10 }, 1 },
		{ { 0x01, 0x00, 0x0c, 0xcc, 0xcc, 0xcc }, 1 },
	};
	static const int rates[3] = { 100, 100, 100 };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct net net;
		struct lab_frame *frame;

		begin(&net, i % 2 ? 14 : 0, rates, LAB_FULL);
		frame = help_frame(&net.lab, 100);
		memcpy(frame->bytes, row[i].address, 6);
		lab_mac_send(&net.end[0].mac, frame);
		lab_run_until(&net.lab, SECOND_NS);
		assert_int_equal(net.end[1].good, row[i].copies);
		assert_int_equal(net.end[2].good, row[i].copies);
		end(&net);
	}
}

/* 100 in, 10 out: 16 frames stand in the queue, the one that is being sent among them. */
static void tail_drop(void **state)
{
	static const int rates[3] = { 100, 10, 10 };
	struct net net;

	(void)state;
	begin(&net, 0, rates, LAB_FULL);
	for (int i = 0; i < 30; i++)
		send(&net, 0, 1, 60);
	lab_run_until(&net.lab, SECOND_NS);
	/* 30 arrive in 202 us, in which the 10 Mb/s port is done with three */
	assert_int_equal(net.end[1].good, 19);
	assert_int_equal(net.port[1].dropped, 11);
	assert_int_equal(net.port[2].dropped, 11);
	end(&net);
}

/* Store-and-forward keeps a bad frame, cut-through has let it go: a wrong FCS at the far end. */
static void bad_frames(void **state)
{
	static const int rates[3] = { 100, 100, 10 };

	(void)state;
	for (int cut = 0; cut <= 1; cut++) {
		struct net net;

		begin(&net, cut ? 64 : 0, rates, LAB_FULL);
		lab_way_loss(&net.wire[0].way[0], 1, 0);
		send(&net, 0, 1, 300);
		lab_run_until(&net.lab, SECOND_NS);
		assert_int_equal(net.port[0].mac.count.fcs_errors, 1);
		assert_int_equal(net.end[1].mac.count.fcs_errors, cut);
		assert_int_equal(net.end[1].good, 0);
		/* at another rate it was to be stored, and was not sent on */
		assert_int_equal(net.end[2].good + net.end[2].bad, 0);
		end(&net);
	}
}

/*
 * A half-duplex host breaks its frame off when another comes out of the switch
 * at it.  Cut-through has begun it already; it comes again, whole.
 */
static void broken_off_frames(void **state)
{
	static const int rates[3] = { 100, 100, 100 };
	struct net net;

	(void)state;
	begin(&net, 64, rates, LAB_HALF);
	net.end[0].mac.setup.late = LAB_LATE_RETRY;
	for (int i = 0; i < 3; i++) {	/* the switch gets to know them */
		send(&net, i, i, 60);
		lab_run_until(&net.lab, (i + 1) * 100000);
		net.end[i].good = net.end[i].bad = 0;
	}
	net.end[0].good = net.end[1].good = 0;
	lab_run_until(&net.lab, 1000000);
	send(&net, 0, 1, 1514);
	lab_run_until(&net.lab, 1050000);
	send(&net, 2, 0, 1514);
	lab_run_until(&net.lab, SECOND_NS);
	assert_int_equal(net.end[0].mac.count.late_collisions, 1);
	assert_int_equal(net.end[0].mac.count.single_collisions, 1);
	assert_int_equal(net.port[0].mac.count.alignment_errors +
			 net.port[0].mac.count.fcs_errors, 1);
	assert_int_equal(net.end[1].mac.count.fcs_errors, 1);
	assert_int_equal(net.end[1].good, 1);
	assert_int_equal(net.end[0].good + net.end[0].bad, 1);
	end(&net);
}

static void at_most_so_many_ports(void **state)
{
	static const int rates[3] = { 100, 100, 100 };
	const struct lab_mac_setup setup = { LAB_FULL, LAB_LATE_DROP, 16 };
	struct net net;
	struct lab_way way;
	struct lab_switch_port port[LAB_SWITCH_PORTS];

	(void)state;
	begin(&net, 0, rates, LAB_FULL);
	assert_int_equal(lab_way_init(&way, &net.lab, 100, 0, 1, "way"), 0);
	for (int i = 3; i < LAB_SWITCH_PORTS; i++)
		assert_int_equal(lab_switch_join(&net.sw, &port[i], &setup, &way, &way, 1, "p"), 0);
	assert_int_equal(lab_switch_join(&net.sw, &port[0], &setup, &way, &way, 1, "p"), -28);
	lab_way_fini(&way);
	end(&net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(latency_is_exact),
		cmocka_unit_test(learns_and_floods),
		cmocka_unit_test(floods_always),
		cmocka_unit_test(group_addresses),
		cmocka_unit_test(tail_drop),
		cmocka_unit_test(bad_frames),
		cmocka_unit_test(broken_off_frames),
		cmocka_unit_test(at_most_so_many_ports),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-switch", tests, NULL, NULL);
}
