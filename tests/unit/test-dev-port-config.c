// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/port-config.h"

#include <endian.h>
#include <errno.h>
#include <unistd.h>

#include "test-wire-eth-help.h"
#include "skip-help.h"

static int vlans(const char *text, uint64_t *ids)
{
	char file[] = "/tmp/etherdx-vlans.XXXXXX";
	int fd = mkstemp(file), count;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	count = port_vlans(file, "eth0", ids);
	unlink(file);
	return count;
}

static void vlans_of_the_port(void **state)
{
	uint64_t ids[PORT_VLAN_WORDS];

	(void)state;
	assert_int_equal(vlans("VLAN Dev name    | VLAN ID\n"
			       "Name-Type: VLAN_NAME_TYPE_RAW_PLUS_VID_NO_PAD\n"
			       "eth0.10        | 10  | eth0\n"
			       "storage        | 4094  | eth0\n"
			       "eth1.20        | 20  | eth1\n"
			       "inner          | 10  | eth0\n", ids), 2);
	assert_true(ids[0] == UINT64_C(1) << 10);
	assert_true(ids[4094 / 64] == UINT64_C(1) << 4094 % 64);
	assert_int_equal(vlans("", ids), 0);
	assert_int_equal(vlans("x | 0 | eth0\ny | 4096 | eth0\nz | | eth0\nw | 5 | eth00\n", ids), 0);
	assert_int_equal(port_vlans("/nowhere/at/all", "eth0", ids), -ENOENT);
}

/* dcbmsg, IFNAME, then IEEE with PFC and PEER_PFC, each cut to its first bytes. */
#define HEAD "4e150000 09000100 65746830 00000000 "
#define OWN "08000200 08180000 "
#define PEER "08000500 08100000 "

static void pfc_of_both_ends(void **state)
{
	uint8_t bytes[64];
	struct port_pfc pfc;
	size_t len_bytes;

	(void)state;
	len_bytes = help_hex(HEAD "14000d80 " OWN PEER, bytes);
	port_pfc_parse(&pfc, bytes, len_bytes);
	assert_true(pfc.has_own && pfc.has_peer);
	assert_int_equal(pfc.own, 0x18);
	assert_int_equal(pfc.peer, 0x10);
	len_bytes = help_hex(HEAD "0c000d80 " OWN, bytes);
	port_pfc_parse(&pfc, bytes, len_bytes);
	assert_true(pfc.has_own && !pfc.has_peer);
	for (size_t n = 0; n < len_bytes; n++) {
		port_pfc_parse(&pfc, bytes, n);
		assert_false(pfc.has_peer);
	}
	port_pfc_parse(&pfc, bytes, 0);
	assert_false(pfc.has_own);
}

/* lo has no DCB: an error, and nothing is claimed. */
static void a_port_without_dcb(void **state)
{
	struct port_pfc pfc;

	(void)state;
	assert_true(port_pfc("lo", &pfc) < 0);
	assert_false(pfc.has_own || pfc.has_peer);
	assert_true(port_pfc("no-such-port", &pfc) < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vlans_of_the_port),
		unit_test_if(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, pfc_of_both_ends,
			     "the reply is written for little-endian"),
		cmocka_unit_test(a_port_without_dcb),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev/port-config", tests, NULL, NULL);
}
