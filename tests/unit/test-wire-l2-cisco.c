// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>

#include "test-wire-eth-help.h"
#include "wire/l2.h"

#define MACS "01000ccccccc 020000000001 "

/* The frame around the bytes behind SNAP; the length is right. */
static struct help_frame snap(struct l2 *l, unsigned int pid, const char *body, int rc)
{
	char hex[1024];
	uint8_t scratch[512];
	struct help_frame f;

	snprintf(hex, sizeof(hex), MACS "%04x aaaa03 00000c %04x %s 00000000",
		 (unsigned int)help_hex(body, scratch) + 8, pid, body);
	f = help_frame(hex);
	assert_int_equal(f.rc, 0);
	assert_int_equal(l2_parse(l, &f.eth), rc);
	return f;
}

static void udld_hears_us_or_not(void **state)
{
	struct l2 l;
	struct help_frame f = snap(&l, 0x0111, "21 03 6d85 0001 0006 4431 0002 0006 4731 "
				   "0003 0008 00000000 0006 0006 5331", 0);

	(void)state;
	assert_int_equal(l.kind, L2_UDLD);
	assert_int_equal(l.udld.version, 1);
	assert_int_equal(l.udld.opcode, 1);
	help_text_is(&l.udld.device, "D1");
	help_text_is(&l.udld.port, "G1");
	help_text_is(&l.udld.name, "S1");
	assert_true(l.udld.has_echo);
	assert_int_equal(l.udld.echoes, 0);
	help_text_is(&l.udld.echo_device, NULL);
	free(f.bytes);
	f = snap(&l, 0x0111, "22 00 805d 0003 0010 00000001 0002 4432 0002 4732", 0);
	assert_int_equal(l.udld.echoes, 1);
	help_text_is(&l.udld.echo_device, "D2");
	help_text_is(&l.udld.echo_port, "G2");
	free(f.bytes);
}

static void dtp_states(void **state)
{
	static const struct {
		const char *body;
		bool trunk;
		unsigned int wants;
	} row[] = {
		{ "01 0001 000a 636973636f00 0002 0005 81 0003 0005 a5", true, 1 },
		{ "01 0001 000a 636973636f00 0002 0005 02 0003 0005 a5", false, 2 },
		{ "01 0001 000a 636973636f00 0002 0005 83 0003 0005 a5", true, 3 },
		{ "01 0001 000a 636973636f00 0002 0005 04 0003 0005 a5", false, 4 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct l2 l;
		struct help_frame f = snap(&l, 0x2004, row[i].body, 0);

		assert_int_equal(l.kind, L2_DTP);
		help_text_is(&l.dtp.domain, "cisco");
		assert_true(l.dtp.has_status);
		assert_int_equal(l.dtp.trunk_now, row[i].trunk);
		assert_int_equal(l.dtp.wants, row[i].wants);
		assert_int_equal(l.dtp.type, 0xa5);
		free(f.bytes);
	}
}

static void vtp_domain(void **state)
{
	struct l2 l;
	struct help_frame f = snap(&l, 0x2003, "01 01 00 05 636973636f 0000000000000000000000"
				   "00000000000000000000000000000000", 0);

	(void)state;
	assert_int_equal(l.kind, L2_VTP);
	assert_int_equal(l.vtp.version, 1);
	assert_int_equal(l.vtp.code, 1);
	help_text_is(&l.vtp.domain, "cisco");
	free(f.bytes);
	f = snap(&l, 0x2003, "01 01 00 21 636973636f 0000000000000000000000"
		 "00000000000000000000000000000000", -EBADMSG);
	free(f.bytes);
}

static void what_is_wrong(void **state)
{
	static const struct {
		unsigned int pid;
		const char *body, *faults;
		int rc;
	} row[] = {
		{ 0x2004, "01 0001 0003",
		  "TLV 1 (DTP) at frame byte 23: 3 bytes, at least 4 needed\n", 0 },
		{ 0x2004, "01 0002 0005 81 0001 0009 61",
		  "TLV 2 (DTP) at frame byte 28: says 9 bytes, the frame has 5 more\n", 0 },
		{ 0x2004, "01 0002 0004", "", 0 },
		{ 0x0111, "21 00 00",
		  "UDLD at frame byte 22: the fixed part ends early or is not what it must be\n",
		  -EBADMSG },
		/* An echo whose device ends beyond it. */
		{ 0x0111, "21 00 0000 0003 000a 00000001 0009", "", 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct l2 l;
		struct help_frame f = snap(&l, row[i].pid, row[i].body, row[i].rc);

		help_faults_are(&l.faults, row[i].faults);
		free(f.bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(udld_hears_us_or_not),
		cmocka_unit_test(dtp_states),
		cmocka_unit_test(vtp_domain),
		cmocka_unit_test(what_is_wrong),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
