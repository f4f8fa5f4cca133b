// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/cdp.h"

#include <errno.h>

#include "test-wire-eth-help.h"

#define MACS "01000ccccccc 020000000001 "
#define SNAP "aaaa03 00000c 2000 "
#define SNAP_BYTES 8

/* The frame around CDP bytes, with tags before and bytes after; the length is right. */
static struct help_frame cdp_frame(struct cdp *d, const char *tags, const char *cdp,
				   const char *after)
{
	char hex[4096];
	uint8_t scratch[2048];
	struct help_frame f;

	snprintf(hex, sizeof(hex), MACS "%s%04x " SNAP "%s %s", tags,
		 (unsigned int)(help_hex(cdp, scratch) + SNAP_BYTES), cdp, after);
	f = help_frame(hex);
	assert_int_equal(f.rc, 0);
	assert_int_equal(cdp_parse(d, &f.eth), 0);
	return f;
}

/* The sums are those of packet-cdp.c of Wireshark. */
static void sums(void **state)
{
	static const struct {
		const char *cdp;
		enum cdp_sum sum;
		uint16_t right;
	} row[] = {
		{ "02b4 272b 00010006 5331 000b000501 0003000a 474530 2f3031", CDP_SUM_RIGHT,
		  0x272b },
		{ "01b4 ab02 00010006 5331 000b000501", CDP_SUM_RIGHT, 0xab02 },
		/* Padded at the right, as RFC 1071 has it. */
		{ "01b4 aa03 00010006 5331 000b000501", CDP_SUM_RIGHT, 0xab02 },
		/* An odd byte with its high bit. */
		{ "02b4 aa8b 00010006 5331 0003000580", CDP_SUM_RIGHT, 0xaa8b },
		{ "02b4 aa0c 00010006 5331 00030005ff", CDP_SUM_RIGHT, 0xaa0c },
		{ "02b4 aa0d 00010006 5331 00030005ff", CDP_SUM_WRONG, 0xaa0c },
		{ "02b4 0000 00010006 5331 0003000580", CDP_SUM_WRONG, 0xaa8b },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct cdp d;
		struct help_frame f = cdp_frame(&d, "", row[i].cdp, "");

		assert_int_equal(d.sum, row[i].sum);
		assert_int_equal(cdp_sum(f.eth.payload, f.eth.payload_bytes), row[i].right);
		assert_int_equal(d.faults.count, row[i].sum == CDP_SUM_WRONG);
		help_text_is(&d.device, "S1");
		free(f.bytes);
	}
}

static void everything(void **state)
{
	struct cdp d;
	struct help_frame f = cdp_frame(&d, "", "02b4 0000 "
		"0001 0006 5331 "			/* device S1 */
		"0002 001a 00000002 01 01 cc 0004 0a000001 01 01 cc 0004 0a000002 "
		"0003 0006 4731 "			/* port G1 */
		"0004 0008 00000029 "
		"0005 0005 56 0006 0005 50 0009 0005 44 "
		"000a 0006 0194 "			/* native VLAN 404 */
		"000b 0005 00 "				/* half */
		"000e 0007 01 0064 "			/* voice VLAN 100 */
		"0010 0006 1838 "			/* 6200 mW */
		"0011 0008 000005dc "			/* MTU 1500 */
		"0014 0005 4e "
		"0016 0024 00000001 02 08 aaaa0300000086dd 0010 fe800000000000000000000000000001 "
		"0019 000c 0007 0001 00003c28 "		/* 15400 mW wanted */
		"001a 0010 0000 0001 00000000 ffffffff "
		"1234 0004 ", "");

	(void)state;
	assert_int_equal(d.faults.count, 1);
	assert_int_equal(d.faults.list[0].rule, WIRE_CHECKSUM);
	assert_int_equal(d.tlvs, 17);
	assert_int_equal(d.unread, 1);
	help_text_is(&d.device, "S1");
	help_text_is(&d.port, "G1");
	help_text_is(&d.software, "V");
	help_text_is(&d.platform, "P");
	help_text_is(&d.vtp_domain, "D");
	help_text_is(&d.system_name, "N");
	assert_int_equal(d.addresses.count, 2);
	assert_memory_equal(d.addresses.list[1].address.at, "\x0a\0\0\x02", 4);
	assert_int_equal(d.management.list[0].family, CDP_IPV6);
	assert_int_equal(d.management.list[0].address.len_bytes, 16);
	assert_int_equal(d.capabilities, CDP_CAN_ROUTE | CDP_CAN_SWITCH | CDP_IGMP);
	assert_true(d.has_native_vlan && d.has_voice_vlan && d.has_mtu && d.has_power_used);
	assert_int_equal(d.native_vlan, 404);
	assert_int_equal(d.duplex, CDP_HALF);
	assert_int_equal(d.voice_vlan, 100);
	assert_int_equal(d.power_used_mw, 6200);
	assert_int_equal(d.mtu_bytes, 1500);
	assert_int_equal(d.wanted.request, 7);
	assert_int_equal(d.wanted.mw[0], 15400);
	assert_int_equal(d.available.count, 2);
	free(f.bytes);
}

static void the_same_in_tags(void **state)
{
	static const struct {
		const char *tags, *after;
		unsigned int vlan;
	} row[] = {
		{ "", "", 0 },
		{ "", "0000000000000000 deadbeef", 0 },
		{ "8100 0194 ", "00", 404 },
		{ "8100 0000 ", "", 0 },
		{ "88a8 0194 8100 0001 ", "deadbeef", 404 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct cdp d;
		struct help_frame f = cdp_frame(&d, row[i].tags,
						"01b4 ab02 00010006 5331 000b000501", row[i].after);

		help_faults_are(&d.faults, "");
		assert_int_equal(eth_vlan(&f.eth.tag[0]), row[i].vlan);
		assert_int_equal(d.version, 1);
		assert_int_equal(d.ttl_s, 180);
		assert_int_equal(d.sum, CDP_SUM_RIGHT);
		assert_int_equal(d.duplex, CDP_FULL);
		free(f.bytes);
	}
}

static void what_is_wrong(void **state)
{
	static const struct {
		const char *cdp, *faults;
	} row[] = {
		{ "02", "header at frame byte 22: 1 bytes, at least 4 needed\n" },
		{ "07b4 f84b", "header at frame byte 22: version 7, the newest known is 2\n" },
		{ "02b4 fd48 0003 0000",
		  "TLV 1 (other type) at frame byte 26: 0 bytes, at least 4 needed\n" },
		{ "02b4 fd44 0003 0004 00",
		  "TLV 2 (other type) at frame byte 30: 1 bytes, at least 4 needed\n" },
		{ "02b4 fd3f 0003 0009",
		  "TLV 1 (other type) at frame byte 26: says 9 bytes, the frame has 4 more\n" },
		{ "02b4 fd39 000b 0005 02",
		  "TLV 1 (duplex) at frame byte 26: a field says 2, the limit is 1\n" },
		{ "02b4 fd3d 000a 0004",
		  "TLV 1 (native VLAN) at frame byte 26: 0 bytes, at least 2 needed\n" },
		{ "02b4 fd41 0002 0008 00000001",
		  "TLV 1 (addresses) at frame byte 26: a field says 1, the limit is 0\n" },
		{ "02b4 ff00 0002 000a ffffffff cc01 ",
		  "TLV 1 (addresses) at frame byte 26: a field says 4294967295, the limit is 0\n" },
		{ "02b4 fd2f 000b 0005 01 000b 0005 01",
		  "TLV 2 (duplex) at frame byte 31: sent a second time, the first stands\n" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct cdp d;
		struct help_frame f = cdp_frame(&d, "", row[i].cdp, "");
		unsigned int kept = 0;

		/* The sum is another test's. */
		for (unsigned int n = 0; n < d.faults.count; n++)
			if (d.faults.list[n].rule != WIRE_CHECKSUM)
				d.faults.list[kept++] = d.faults.list[n];
		d.faults.count = kept;
		help_faults_are(&d.faults, row[i].faults);
		free(f.bytes);
	}
}

static void length_beyond_the_frame(void **state)
{
	struct help_frame f = help_frame(MACS "00ff " SNAP "02b4 0000 00010006 5331");
	struct cdp d;

	(void)state;
	assert_int_equal(cdp_parse(&d, &f.eth), 0);
	help_faults_are(&d.faults,
			"length at frame byte 12: says 255 bytes, the frame has 18 more\n");
	assert_int_equal(d.sum, CDP_SUM_UNCHECKED);
	help_text_is(&d.device, "S1");
	free(f.bytes);
}

static void only_cdp(void **state)
{
	static const char *const hex[] = {
		MACS "0008 aaaa03 00000c 2004", MACS "0008 aaaa03 00e052 2000",
		MACS "2000 0000", MACS "0003 424203",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(hex); i++) {
		struct help_frame f = help_frame(hex[i]);
		struct cdp d;

		assert_int_equal(cdp_parse(&d, &f.eth), -ENOMSG);
		free(f.bytes);
	}
}

/* What the capture cut off is not the sender's fault. */
static void every_shorter_frame(void **state)
{
	uint8_t bytes[256];
	size_t len_bytes = help_hex(MACS "0021 " SNAP "02b4 272b 00010006 5331 000b000501 "
				    "0003000a 474530 2f3031", bytes);

	(void)state;
	for (size_t n = 0; n <= len_bytes; n++) {
		struct help_frame cut = help_frame_bytes(bytes, n, len_bytes);
		struct help_frame whole = help_frame_bytes(bytes, n, n);
		struct cdp d;

		assert_int_equal(cdp_parse(&d, &cut.eth), n < 22 ? -ENOMSG : 0);
		assert_int_equal(d.faults.count, 0);
		assert_int_equal(d.duplex, n < 37 ? CDP_DUPLEX_NOT_SENT : CDP_FULL);
		assert_int_equal(d.sum, n < len_bytes ? CDP_SUM_UNCHECKED : CDP_SUM_RIGHT);
		cdp_parse(&d, &whole.eth);
		assert_true(n < 22 || n == len_bytes || d.faults.count);
		free(cut.bytes);
		free(whole.bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums),
		cmocka_unit_test(everything),
		cmocka_unit_test(the_same_in_tags),
		cmocka_unit_test(what_is_wrong),
		cmocka_unit_test(length_beyond_the_frame),
		cmocka_unit_test(only_cdp),
		cmocka_unit_test(every_shorter_frame),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
