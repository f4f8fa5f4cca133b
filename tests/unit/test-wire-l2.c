// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/l2.h"

#include <errno.h>

#include "test-wire-eth-help.h"

#define SLOW "0180c2000002 020000000001 8809 "
#define FLOW "0180c2000001 020000000001 8808 "
#define CISCO "01000ccccccc 020000000001 "
#define LACPDU SLOW "01 01 " \
	"01 14 8000 0013c4120f00 000d 8000 0016 85 000000 " \
	"02 14 8000 000e8316f500 000d 8000 0019 36 000000 "

static void which_protocol(void **state)
{
	static const struct {
		const char *hex;
		int rc;
		enum l2_kind kind;
		const char *name;
	} row[] = {
		{ "0180c200000e 020000000001 88cc 0000", 0, L2_LLDP, "LLDP" },
		{ CISCO "0008 aaaa03 00000c 2000", 0, L2_CDP, "CDP" },
		{ CISCO "0008 aaaa03 00e052 2000", 0, L2_FDP, "FDP" },
		{ CISCO "0008 aaaa03 00e02b 00bb", 0, L2_EDP, "EDP" },
		{ CISCO "0008 aaaa03 00000c 0104", 0, L2_PAGP, "PAgP" },
		{ SLOW "02 01", 0, L2_MARKER, "LACP marker" },
		{ SLOW "03 0050", 0, L2_OAM, "Ethernet OAM" },
		{ LACPDU, 0, L2_LACP, "LACP" },
		{ SLOW "01 01", -EBADMSG, L2_LACP, "LACP" },
		{ SLOW "04 01", -ENOMSG, L2_UNKNOWN, "unknown" },
		{ FLOW "0001 ffff", 0, L2_PAUSE, "pause" },
		{ FLOW "0001 ff", -EBADMSG, L2_PAUSE, "pause" },
		{ FLOW "0101 0008 00000000000000ff00000000000000 00", 0, L2_PFC, "PFC pause" },
		{ FLOW "0002 0000", -ENOMSG, L2_UNKNOWN, "unknown" },
		{ FLOW "00", -ENOMSG, L2_UNKNOWN, "unknown" },
		{ CISCO "0800 4500", -ENOMSG, L2_UNKNOWN, "unknown" },
		{ CISCO "0003 e0e003", -ENOMSG, L2_UNKNOWN, "unknown" },
		{ CISCO "0008 aaaa03 00000c 1234", -ENOMSG, L2_UNKNOWN, "unknown" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct help_frame f = help_frame(row[i].hex);
		struct l2 l;

		assert_int_equal(f.rc, 0);
		assert_int_equal(l2_parse(&l, &f.eth), row[i].rc);
		assert_int_equal(l.kind, row[i].kind);
		assert_int_equal(l.faults.count, row[i].rc == -EBADMSG);
		assert_string_equal(l2_name(l.kind), row[i].name);
		free(f.bytes);
	}
}

static void both_ends_of_lacp(void **state)
{
	struct help_frame f = help_frame(LACPDU);
	struct l2 l;

	(void)state;
	assert_int_equal(l2_parse(&l, &f.eth), 0);
	assert_int_equal(l.lacp.version, 1);
	assert_memory_equal(l.lacp.actor.system, "\x00\x13\xc4\x12\x0f\x00", 6);
	assert_int_equal(l.lacp.actor.priority, 32768);
	assert_int_equal(l.lacp.actor.key, 13);
	assert_int_equal(l.lacp.actor.port_priority, 32768);
	assert_int_equal(l.lacp.actor.port, 22);
	assert_int_equal(l.lacp.actor.state,
			 L2_LACP_ACTIVE | L2_LACP_AGGREGATES | L2_LACP_EXPIRED);
	assert_memory_equal(l.lacp.partner.system, "\x00\x0e\x83\x16\xf5\x00", 6);
	assert_int_equal(l.lacp.partner.port, 25);
	assert_int_equal(l.lacp.partner.state, L2_LACP_SHORT | L2_LACP_AGGREGATES |
			 L2_LACP_COLLECTING | L2_LACP_DISTRIBUTING);
	free(f.bytes);
}

static void pause_frames(void **state)
{
	struct help_frame f = help_frame(FLOW "0001 1234 0000");
	struct l2 l;

	(void)state;
	assert_int_equal(l2_parse(&l, &f.eth), 0);
	assert_int_equal(l.pause.quanta, 0x1234);
	free(f.bytes);
	f = help_frame(FLOW "0101 0018 0000 0000 0000 ffff 0001 0000 0000 0000");
	assert_int_equal(l2_parse(&l, &f.eth), 0);
	assert_int_equal(l.pause.classes, 0x18);
	assert_int_equal(l.pause.class_quanta[3], 0xffff);
	assert_int_equal(l.pause.class_quanta[4], 1);
	free(f.bytes);
}

/* A switch sends it to its own address: whoever gets it back has a loop. */
static void loop_probes(void **state)
{
	static const struct {
		const char *hex;
		int rc;
		bool reply, own;
	} row[] = {
		{ "020000000001 020000000001 9000 0000 0100 0000", 0, true, true },
		{ "aa0004006904 aa0004001d04 9000 0000 0200 aa0004001d04", 0, false, false },
		{ "aa0004001d04 aa0004006904 9000 0800 0200 aa0004001d04 0100", 0, true, false },
		{ "aa0004001d04 aa0004006904 9000 ffff 0200 aa0004001d04", -EBADMSG, false, false },
		{ "aa0004001d04 aa0004006904 9000 00", -EBADMSG, false, false },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct help_frame f = help_frame(row[i].hex);
		struct l2 l;

		assert_int_equal(l2_parse(&l, &f.eth), row[i].rc);
		assert_int_equal(l.kind, L2_LOOP);
		assert_int_equal(l.loop.reply, row[i].reply);
		assert_int_equal(l.loop.own_sender, row[i].own);
		free(f.bytes);
	}
}

/* A cut capture is nobody's fault. */
static void every_shorter_lacp(void **state)
{
	uint8_t bytes[128];
	size_t len_bytes = help_hex(LACPDU, bytes);

	(void)state;
	for (size_t n = 15; n <= len_bytes; n++) {
		struct help_frame f = help_frame_bytes(bytes, n, len_bytes);
		struct l2 l;

		assert_int_equal(l2_parse(&l, &f.eth), n < len_bytes ? -EBADMSG : 0);
		assert_int_equal(l.faults.count, 0);
		free(f.bytes);
	}
}

static void names_of_roles(void **state)
{
	(void)state;
	assert_string_equal(l2_role_name(L2_ROLE_UNKNOWN), "unknown");
	assert_string_equal(l2_role_name(L2_ALTERNATE_OR_BACKUP), "alternate or backup");
	assert_string_equal(l2_role_name(L2_ROOT), "root");
	assert_string_equal(l2_role_name(L2_DESIGNATED), "designated");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_protocol),
		cmocka_unit_test(both_ends_of_lacp),
		cmocka_unit_test(pause_frames),
		cmocka_unit_test(loop_probes),
		cmocka_unit_test(every_shorter_lacp),
		cmocka_unit_test(names_of_roles),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
