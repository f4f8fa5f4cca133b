// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define S INT64_C(1000000000)

static const uint8_t mac[ETH_MAC_BYTES] = { 0x52, 0x54, 0, 0x12, 0x34, 0x56 };

/* A request for an address: 42 bytes, 60 when it was padded. */
struct arp {
	uint8_t bytes[60];
};

static struct arp request(uint8_t who)
{
	struct arp a = { .bytes = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x52, 0x54, 0, 0x12, 0x34, 0x56,
				    8, 6, 0, 1, 8, 0, 6, 4, 0, 1, 0x52, 0x54, 0, 0x12, 0x34, 0x56 } };

	a.bytes[28] = 10;
	a.bytes[31] = who;
	return a;
}

static int setup(void **state)
{
	struct own_frames *own = malloc(sizeof(*own));

	assert_non_null(own);
	own_init(own, mac, false);
	*state = own;
	return 0;
}

static int teardown(void **state)
{
	free(*state);
	return 0;
}

static void what_was_sent_came_back(void **state)
{
	struct own_frames *own = *state;
	struct arp a = request(1);

	own_sent(own, a.bytes, 42, S);
	own_heard(own, a.bytes, 60, S + 1000);
	own_heard(own, a.bytes, 60, 2 * S - 1);
	assert_int_equal(own->back, 2);
	assert_int_equal(own->foreign, 0);
	assert_false(own->lost);
}

/* A copied host asks for the same, but not at the same time. */
static void a_copy_of_the_host_is_no_loop(void **state)
{
	struct own_frames *own = *state;
	struct arp a = request(1);

	own_sent(own, a.bytes, 42, S);
	own_heard(own, a.bytes, 60, 2 * S);
	own_heard(own, a.bytes, 60, 4 * S);
	assert_int_equal(own->back, 0);
	assert_int_equal(own->foreign, 2);
}

static void what_was_not_sent_is_foreign(void **state)
{
	struct own_frames *own = *state;
	struct arp ours = request(1), theirs = request(2);

	own_sent(own, ours.bytes, 42, S);
	for (int second = 2; second < 6; second++)
		own_heard(own, theirs.bytes, 60, second * S);
	assert_int_equal(own->back, 0);
	assert_int_equal(own->foreign, 4);
}

/* Sent before anybody watched, and round and round since. */
static void a_storm_is_a_loop(void **state)
{
	struct own_frames *own = *state;

	for (int i = 0; i < 1000; i++) {
		struct arp a = request((uint8_t)(i % 4));

		own_heard(own, a.bytes, 60, S + i * 1000);
	}
	assert_int_equal(own->foreign, 4);
	assert_int_equal(own->back, 996);
}

static void others_do_not_count(void **state)
{
	struct own_frames *own = *state;
	struct arp a = request(1);

	a.bytes[11] = 0x57;
	own_heard(own, a.bytes, 60, S);			/* another's address */
	a = request(1);
	a.bytes[0] = 0x52;
	own_heard(own, a.bytes, 60, S);			/* to one station */
	own_sent(own, a.bytes, 60, S);
	assert_int_equal(own->sent_count, 0);
	for (size_t len = 0; len < ETH_HEADER_BYTES; len++) {
		uint8_t *cut = malloc(len ? len : 1);	/* a sanitizer sees one byte too many */

		memset(cut, 0xff, len);
		own_heard(own, cut, len, S);
		own_sent(own, cut, len, S);
		free(cut);
	}
	assert_int_equal(own->back + own->foreign + own->sent_count, 0);
}

/* The NIC fills in the check sum of a datagram: that is behind what is compared. */
static void check_sums_do_not_matter(void **state)
{
	struct own_frames *own = *state;
	struct arp a = request(1);

	a.bytes[13] = 0;			/* IPv4 */
	own_sent(own, a.bytes, 60, S);
	a.bytes[40] ^= 0x55;
	own_heard(own, a.bytes, 60, S + 1);
	assert_int_equal(own->back, 1);
}

/* Of ARP the address that is asked for counts too. */
static void many_requests_at_once(void **state)
{
	struct own_frames *own = *state;

	for (int i = 0; i < 8; i++) {
		struct arp a = request(1);

		a.bytes[41] = (uint8_t)i;
		own_heard(own, a.bytes, 60, S + i);
	}
	assert_int_equal(own->foreign, 8);
	assert_int_equal(own->back, 0);
}

/* By both ports, as a bridge does: that is a loop.  By the other one alone: it is not. */
static void what_another_port_sent(void **state)
{
	struct own_frames *own = *state;
	struct arp both = request(1), other = request(2);

	own_init(own, mac, true);
	own_sent_elsewhere(own, both.bytes, 42, S);
	own_sent(own, both.bytes, 42, S);
	own_sent_elsewhere(own, other.bytes, 42, S);
	own_heard(own, both.bytes, 60, S + 1);
	own_heard(own, other.bytes, 60, S + 2);
	own_heard(own, other.bytes, 60, S + 3);
	assert_int_equal(own->back, 1);
	assert_int_equal(own->elsewhere, 2);
	assert_int_equal(own->foreign, 0);
	own_heard(own, other.bytes, 60, 2 * S);		/* too late for an echo */
	assert_int_equal(own->foreign, 1);
}

/* Ports that know nothing of each other announce one address in the same words. */
static void two_ports_say_the_same(void **state)
{
	struct own_frames *own = *state;
	struct arp both = request(1);

	own_sent(own, both.bytes, 42, S);
	own_sent_elsewhere(own, both.bytes, 42, S);
	own_heard(own, both.bytes, 60, S + 1);
	assert_int_equal(own->back, 0);
	assert_int_equal(own->elsewhere, 1);
}

/* More was sent at once than is kept: from then on nothing is sure. */
static void too_much_was_sent(void **state)
{
	struct own_frames *own = *state;

	for (int i = 0; i < OWN_SENT_MAX; i++) {
		struct arp a = request((uint8_t)i);

		a.bytes[30] = (uint8_t)(i >> 8);
		own_sent(own, a.bytes, 42, S);
	}
	assert_false(own->lost);
	own_sent(own, request(1).bytes, 42, 2 * S);	/* the oldest could come back no more */
	assert_false(own->lost);
	own_sent(own, request(1).bytes, 42, 2 * S - 1);
	assert_true(own->lost);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_was_sent_came_back, setup, teardown),
		cmocka_unit_test_setup_teardown(a_copy_of_the_host_is_no_loop, setup, teardown),
		cmocka_unit_test_setup_teardown(what_was_not_sent_is_foreign, setup, teardown),
		cmocka_unit_test_setup_teardown(a_storm_is_a_loop, setup, teardown),
		cmocka_unit_test_setup_teardown(others_do_not_count, setup, teardown),
		cmocka_unit_test_setup_teardown(check_sums_do_not_matter, setup, teardown),
		cmocka_unit_test_setup_teardown(many_requests_at_once, setup, teardown),
		cmocka_unit_test_setup_teardown(what_another_port_sent, setup, teardown),
		cmocka_unit_test_setup_teardown(two_ports_say_the_same, setup, teardown),
		cmocka_unit_test_setup_teardown(too_much_was_sent, setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("wire-own", tests, NULL, NULL);
}
