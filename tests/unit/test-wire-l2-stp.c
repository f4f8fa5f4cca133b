// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>

#include "test-wire-eth-help.h"
#include "wire/l2.h"

#define MACS "0180c2000000 020000000001 "
#define IDS "8001 0019062ab880 00000013 8002 0019062ab881 800c 0100 1400 0200 0f00 "

static void configuration(void **state)
{
	struct help_frame f = help_frame(MACS "0026 424203 0000 00 00 81 " IDS "0000000000000000");
	struct l2 l;

	(void)state;
	assert_int_equal(l2_parse(&l, &f.eth), 0);
	assert_int_equal(l.kind, L2_STP);
	assert_true(l.stp.topology_change && !l.stp.rapid && !l.stp.topology_notice);
	assert_int_equal(l.stp.role, L2_ROLE_UNKNOWN);
	assert_int_equal(l.stp.root.priority, 0x8001);
	assert_memory_equal(l.stp.root.mac, "\x00\x19\x06\x2a\xb8\x80", 6);
	assert_int_equal(l.stp.cost, 19);
	assert_int_equal(l.stp.bridge.priority, 0x8002);
	assert_int_equal(l.stp.port, 0x800c);
	assert_int_equal(l.stp.age_s256, 256);
	assert_int_equal(l.stp.age_max_s256, 20 * 256);
	assert_int_equal(l.stp.hello_s256, 2 * 256);
	assert_int_equal(l.stp.delay_s256, 15 * 256);
	free(f.bytes);
}

static void rapid_flags(void **state)
{
	static const struct {
		unsigned int version, flags;
		enum l2_kind kind;
		enum l2_role role;
		bool proposal, agreement, learning, forwarding;
	} row[] = {
		{ 2, 0x0e, L2_RSTP, L2_DESIGNATED, true, false, false, false },
		{ 2, 0x3c, L2_RSTP, L2_DESIGNATED, false, false, true, true },
		{ 2, 0x78, L2_RSTP, L2_ROOT, false, true, true, true },
		{ 2, 0x04, L2_RSTP, L2_ALTERNATE_OR_BACKUP, false, false, false, false },
		{ 3, 0x1c, L2_MSTP, L2_DESIGNATED, false, false, true, false },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		char hex[256];
		struct help_frame f;
		struct l2 l;

		snprintf(hex, sizeof(hex), MACS "0027 424203 0000 %02x 02 %02x " IDS "00",
			 row[i].version, row[i].flags);
		f = help_frame(hex);
		assert_int_equal(l2_parse(&l, &f.eth), 0);
		assert_int_equal(l.kind, row[i].kind);
		assert_int_equal(l.stp.role, row[i].role);
		assert_int_equal(l.stp.proposal, row[i].proposal);
		assert_int_equal(l.stp.agreement, row[i].agreement);
		assert_int_equal(l.stp.learning, row[i].learning);
		assert_int_equal(l.stp.forwarding, row[i].forwarding);
		free(f.bytes);
	}
}

static void per_vlan(void **state)
{
	static const char hex[] = "01000ccccccd 020000000001 8100 e005 "
		"0032 aaaa03 00000c 010b 0000 02 02 3c " IDS "00 0000 0002 0005";
	struct help_frame f = help_frame(hex);
	struct l2 l;

	(void)state;
	assert_int_equal(l2_parse(&l, &f.eth), 0);
	assert_int_equal(l.kind, L2_PVST);
	assert_true(l.stp.rapid && l.stp.forwarding && l.stp.has_vlan);
	assert_int_equal(l.stp.vlan, 5);
	assert_int_equal(eth_vlan(&f.eth.tag[0]), 5);
	free(f.bytes);
}

static void short_and_strange(void **state)
{
	static const struct {
		const char *hex;
		int rc;
		bool notice;
	} row[] = {
		{ MACS "0007 424203 0000 00 80", 0, true },
		{ MACS "0006 424203 0000 00", -EBADMSG, false },
		{ MACS "0007 424203 0001 00 80", -EBADMSG, false },	/* GARP */
		{ MACS "0007 424203 0000 00 42", -EBADMSG, false },
		{ MACS "0025 424203 0000 00 00 00 8001 0019062ab880 00000013 8002 0019062ab881 "
		  "800c 0100 1400 0200 0f", -EBADMSG, false },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct help_frame f = help_frame(row[i].hex);
		struct l2 l;

		assert_int_equal(l2_parse(&l, &f.eth), row[i].rc);
		assert_int_equal(l.stp.topology_notice, row[i].notice);
		free(f.bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(configuration),
		cmocka_unit_test(rapid_flags),
		cmocka_unit_test(per_vlan),
		cmocka_unit_test(short_and_strange),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
