// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/neighbor.h"

#include "test-wire-eth-help.h"

#define S INT64_C(1000000000)
#define TO "0180c200000e "
#define A "020000000001 "
#define B "020000000002 "
#define C "020000000003 "
#define LLDP "88cc "
#define CHASSIS_A "0207 04 020000000001 "
#define CHASSIS_B "0207 04 020000000002 "
#define PORT_1 "0402 05 31 "		/* interface name 1 */
#define PORT_2 "0402 05 32 "
#define TTL_120 "0602 0078 "
#define TTL_0 "0602 0000 "
#define NAME_S1 "0a02 7331 "
#define DESCRIPTION "0808 4661737430 2f 31 32 "	/* Fast0/12 */
#define BRIDGE "0e04 0014 0004 "
#define STATION "0e04 0080 0080 "
#define END "0000"

/* CDP: version 2, TTL 180, device, port Fast0/12. */
#define CDP(from, device) "01000ccccccc " from "0024 aaaa03 00000c 2000 02b4 0000 " \
	"0001 " device " 0003 000c 4661737430 2f3132 0000"

static struct neighbors store;

static enum neighbor_fed feed(const char *hex, int64_t t_s)
{
	static uint8_t bytes[HELP_FRAME_MAX];
	size_t len_bytes = help_hex(hex, bytes);

	return neighbors_feed(&store, ETH_LINK_ETHERNET, bytes, len_bytes, len_bytes, t_s * S);
}

static int setup(void **state)
{
	(void)state;
	neighbors_init(&store);
	return 0;
}

static void one_speaker_ages_out(void **state)
{
	(void)state;
	assert_int_equal(feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 END, 0), NEIGHBOR_NEW);
	assert_int_equal(feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 NAME_S1 END, 30), NEIGHBOR_AGAIN);
	assert_int_equal(store.count, 1);
	assert_int_equal(store.list[0].of[NEIGHBOR_LLDP].times, 2);
	assert_true(store.list[0].keyed);
	assert_int_equal(neighbors_alive(&store, 149 * S), 1);
	assert_int_equal(neighbors_alive(&store, 150 * S), 0);
	assert_int_equal(store.first_ns, 0);
	assert_int_equal(store.last_ns, 30 * S);
}

static void a_ttl_of_zero_ends_it(void **state)
{
	(void)state;
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 END, 0);
	assert_int_equal(feed(TO A LLDP CHASSIS_A PORT_1 TTL_0 END, 5), NEIGHBOR_LEFT);
	assert_int_equal(neighbors_alive(&store, 6 * S), 0);
	assert_null(neighbors_partner(&store, 6 * S));
	assert_int_equal(feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 END, 9), NEIGHBOR_NEW);
	assert_int_equal(neighbors_alive(&store, 10 * S), 1);
	assert_int_equal(store.count, 1);
	/* Of somebody who was never heard nothing is kept. */
	assert_int_equal(feed(TO B LLDP CHASSIS_B PORT_1 TTL_0 END, 11), NEIGHBOR_LEFT);
	assert_int_equal(store.count, 1);
}

static void two_keys_are_two_speakers(void **state)
{
	(void)state;
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 BRIDGE END, 0);
	feed(TO B LLDP CHASSIS_B PORT_1 TTL_120 BRIDGE END, 1);
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 BRIDGE END, 30);
	assert_int_equal(neighbors_alive(&store, 31 * S), 2);
	assert_null(neighbors_partner(&store, 31 * S));
	/* One of them falls silent. */
	assert_int_equal(neighbors_alive(&store, 122 * S), 1);
	assert_ptr_equal(neighbors_partner(&store, 122 * S), &store.list[0]);
}

/* The same chassis with the port ID changed; both heard in turns are two ports. */
static void a_port_that_was_renamed(void **state)
{
	(void)state;
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 END, 0);
	feed(TO A LLDP CHASSIS_A PORT_2 TTL_120 END, 30);
	assert_int_equal(store.count, 2);
	assert_int_equal(neighbors_alive(&store, 31 * S), 1);
	assert_ptr_equal(neighbors_partner(&store, 31 * S), &store.list[1]);
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 END, 32);
	assert_int_equal(neighbors_alive(&store, 33 * S), 2);
}

static void lldp_and_cdp_of_one_device(void **state)
{
	(void)state;
	/* By name and port, from two addresses. */
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 DESCRIPTION NAME_S1 END, 0);
	assert_int_equal(feed(CDP(B, "0006 5331"), 1), NEIGHBOR_AGAIN);
	assert_int_equal(store.count, 1);
	assert_int_equal(store.list[0].of[NEIGHBOR_CDP].times, 1);
	/* By the address alone. */
	neighbors_init(&store);
	feed(CDP(A, "0006 7832"), 0);
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 NAME_S1 END, 1);
	assert_int_equal(store.count, 1);
	/* Neither. */
	neighbors_init(&store);
	feed(CDP(B, "0006 7832"), 0);
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 NAME_S1 END, 1);
	assert_int_equal(store.count, 2);
}

/* "s1(SERIAL)" and "s1.example" are s1. */
static void names_of_cdp(void **state)
{
	static const char *const device[] = { "000a 73312858 5829", "000a 73312e65 7861" };

	(void)state;
	for (size_t i = 0; i < ROWS(device); i++) {
		static uint8_t bytes[HELP_FRAME_MAX];
		char hex[512];
		size_t len_bytes;

		neighbors_init(&store);
		feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 DESCRIPTION NAME_S1 END, 0);
		snprintf(hex, sizeof(hex), "01000ccccccc " B "0028 aaaa03 00000c 2000 02b4 0000 0001 %s "
			 "0003 000c 4661737430 2f3132 0000", device[i]);
		len_bytes = help_hex(hex, bytes);
		neighbors_feed(&store, ETH_LINK_ETHERNET, bytes, len_bytes, len_bytes, 1);
		assert_int_equal(store.count, 1);
	}
}

static void own_frames(void **state)
{
	(void)state;
	neighbors_own(&store, (const uint8_t *)"\x02\0\0\0\0\x01");
	assert_int_equal(feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 END, 0), NEIGHBOR_IS_OWN);
	assert_int_equal(feed(TO B LLDP CHASSIS_B PORT_1 TTL_120 END, 0), NEIGHBOR_NEW);
	assert_int_equal(neighbors_alive(&store, S), 1);
	assert_int_equal(store.own_frames, 1);
	assert_true(store.list[0].own);
	assert_memory_equal(neighbors_partner(&store, S)->mac, "\x02\0\0\0\0\x02", 6);
}

static void tagged_and_cooked(void **state)
{
	static uint8_t bytes[256];
	size_t len_bytes;

	(void)state;
	assert_int_equal(feed(TO A "8100 0194 " LLDP CHASSIS_A PORT_1 TTL_120 END, 0), NEIGHBOR_NEW);
	assert_int_equal(feed(TO A "88a8 0001 8100 0194 " LLDP CHASSIS_A PORT_1 TTL_120 END, 1),
			 NEIGHBOR_AGAIN);
	len_bytes = help_hex("0001 0001 0006 0200000000010000 88cc " CHASSIS_A PORT_1 TTL_120 END, bytes);
	assert_int_equal(neighbors_feed(&store, ETH_LINK_SLL, bytes, len_bytes, len_bytes, 2 * S),
			 NEIGHBOR_AGAIN);
	len_bytes = help_hex("88cc 0000 00000002 0001 01 06 0200000000010000 " CHASSIS_A PORT_1 TTL_120
			     END, bytes);
	assert_int_equal(neighbors_feed(&store, ETH_LINK_SLL2, bytes, len_bytes, len_bytes, 3 * S),
			 NEIGHBOR_AGAIN);
	assert_int_equal(store.count, 1);
	assert_memory_equal(store.list[0].mac, "\x02\0\0\0\0\x01", 6);
}

/* A frame cut before its key is of the speaker with that address, and its word stays. */
static void a_frame_without_a_key(void **state)
{
	struct lldp l;
	struct eth e;

	(void)state;
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 NAME_S1 END, 0);
	assert_int_equal(feed(TO A LLDP TTL_120 END, 1), NEIGHBOR_AGAIN);
	assert_int_equal(store.count, 1);
	assert_true(neighbor_lldp(&store.list[0], &e, &l));
	help_text_is(&l.system_name, "s1");
	assert_int_equal(store.faults.count, 2);
	feed(TO A LLDP TTL_120 END, 2);
	assert_int_equal(store.faults.count, 2);		/* the same are not listed again */
	/* First without, then with. */
	neighbors_init(&store);
	feed(TO A LLDP TTL_120 END, 0);
	assert_false(store.list[0].keyed);
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 END, 1);
	assert_int_equal(store.count, 1);
	assert_true(store.list[0].keyed);
}

static void full_house(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < NEIGHBORS_MAX + 3; i++) {
		char hex[128];

		snprintf(hex, sizeof(hex), TO "0200000000%02x " LLDP "0207 04 0200000000%02x " PORT_1
			 TTL_120 END, i + 1, i + 1);
		assert_int_equal(feed(hex, 0), i < NEIGHBORS_MAX ? NEIGHBOR_NEW : NEIGHBOR_NO_ROOM);
	}
	assert_int_equal(store.count, NEIGHBORS_MAX);
	assert_int_equal(store.left_out, 3);
	/* When their time has passed there is room again. */
	assert_int_equal(feed(TO C LLDP CHASSIS_B PORT_2 TTL_120 END, 300), NEIGHBOR_NEW);
	assert_int_equal(neighbors_alive(&store, 301 * S), 1);
}

static enum neighbor_kind kind_of(const char *hex)
{
	neighbors_init(&store);
	feed(hex, 0);
	assert_int_equal(store.count, 1);
	return neighbor_kind(&store.list[0]);
}

static void kinds(void **state)
{
	(void)state;
	assert_int_equal(kind_of(TO A LLDP CHASSIS_A PORT_1 TTL_120 BRIDGE END), NEIGHBOR_SWITCH);
	assert_int_equal(kind_of(TO A LLDP CHASSIS_A PORT_1 TTL_120 STATION END), NEIGHBOR_HOST);
	assert_int_equal(kind_of(TO A LLDP CHASSIS_A PORT_1 TTL_120 END), NEIGHBOR_UNKNOWN);
	assert_int_equal(kind_of(TO A LLDP CHASSIS_A PORT_1 TTL_120 "0e04 0010 0010" END),
			 NEIGHBOR_ROUTER);
	assert_int_equal(kind_of(TO A LLDP CHASSIS_A PORT_1 TTL_120 "0e04 002c 0024" END),
			 NEIGHBOR_PHONE);
	/* Two addresses and no name: firmware. */
	assert_int_equal(kind_of(TO A LLDP CHASSIS_B "0407 03 020000000001 " TTL_120 END),
			 NEIGHBOR_NIC_AGENT);
	assert_int_equal(kind_of(TO A LLDP CHASSIS_A "0407 03 020000000001 " TTL_120 END),
			 NEIGHBOR_UNKNOWN);
	assert_int_equal(kind_of(TO A LLDP CHASSIS_B "0407 03 020000000001 " TTL_120 NAME_S1 END),
			 NEIGHBOR_UNKNOWN);
	assert_string_equal(neighbor_kind_name(NEIGHBOR_NIC_AGENT), "NIC agent");
}

/* A switch among hosts is the partner; two hosts are nobody's. */
static void a_switch_among_hosts(void **state)
{
	(void)state;
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 STATION END, 0);
	feed(TO B LLDP CHASSIS_B PORT_1 TTL_120 BRIDGE END, 1);
	assert_int_equal(neighbors_alive(&store, 2 * S), 2);
	assert_ptr_equal(neighbors_partner(&store, 2 * S), &store.list[1]);
	neighbors_init(&store);
	feed(TO A LLDP CHASSIS_A PORT_1 TTL_120 STATION END, 0);
	feed(TO B LLDP CHASSIS_B PORT_1 TTL_120 STATION END, 1);
	assert_null(neighbors_partner(&store, 2 * S));
}

#define RSTP(flags) "0180c2000000 " A "0027 424203 0000 02 02 " flags " 8001001906eab880 00000000 " \
	"8001001906eab880 800c 0000 1400 0200 0f00 00"

static void other_protocols(void **state)
{
	struct l2 l;
	struct eth e;

	(void)state;
	assert_int_equal(feed(RSTP("0e"), 0), NEIGHBOR_SIGN);
	assert_int_equal(feed(RSTP("3c"), 2), NEIGHBOR_SIGN);
	assert_int_equal(store.stp_waited, 1);
	assert_int_equal(store.sign[L2_RSTP].times, 2);
	assert_true(neighbors_sign(&store, L2_RSTP, &e, &l));
	assert_true(l.stp.forwarding);
	assert_false(neighbors_sign(&store, L2_LACP, &e, &l));
	assert_false(store.sign[L2_RSTP].several);
	feed("0180c2000000 " B "0027 424203 0000 02 02 3c 8001001906eab880 00000000 8001001906eab880 "
	     "800c 0000 1400 0200 0f00 00", 3);
	assert_true(store.sign[L2_RSTP].several);
	assert_int_equal(feed("ffffffffffff " A "0800 4500", 4), NEIGHBOR_OTHER);
	assert_int_equal(feed("ffff", 5), NEIGHBOR_OTHER);
	assert_int_equal(store.frames, 5);
}

/* Longer than what is kept: the rest counts as cut off. */
static void a_long_frame(void **state)
{
	static uint8_t bytes[4000];
	size_t len_bytes = help_hex(TO A LLDP CHASSIS_A PORT_1 TTL_120 NAME_S1, bytes);
	struct lldp l;
	struct eth e;

	(void)state;
	while (len_bytes + 2 + 255 < sizeof(bytes)) {
		bytes[len_bytes] = 0x0c;
		bytes[len_bytes + 1] = 0xff;
		len_bytes += 2 + 255;
	}
	assert_int_equal(neighbors_feed(&store, ETH_LINK_ETHERNET, bytes, len_bytes, len_bytes, 0),
			 NEIGHBOR_NEW);
	assert_true(neighbor_lldp(&store.list[0], &e, &l));
	assert_true(l.cut);
	help_text_is(&l.system_name, "s1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(one_speaker_ages_out, setup),
		cmocka_unit_test_setup(a_ttl_of_zero_ends_it, setup),
		cmocka_unit_test_setup(two_keys_are_two_speakers, setup),
		cmocka_unit_test_setup(a_port_that_was_renamed, setup),
		cmocka_unit_test_setup(lldp_and_cdp_of_one_device, setup),
		cmocka_unit_test_setup(names_of_cdp, setup),
		cmocka_unit_test_setup(own_frames, setup),
		cmocka_unit_test_setup(tagged_and_cooked, setup),
		cmocka_unit_test_setup(a_frame_without_a_key, setup),
		cmocka_unit_test_setup(full_house, setup),
		cmocka_unit_test_setup(kinds, setup),
		cmocka_unit_test_setup(a_switch_among_hosts, setup),
		cmocka_unit_test_setup(other_protocols, setup),
		cmocka_unit_test_setup(a_long_frame, setup),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("wire/neighbor", tests, NULL, NULL);
}
