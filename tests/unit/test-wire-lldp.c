// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/lldp.h"

#include <errno.h>

#include "test-wire-eth-help.h"

#define MACS "0180c200000e 020000000001 "
#define HEAD MACS "88cc "
#define CHASSIS "0207 04 020000000001 "		/* MAC address */
#define PORT "0406 05 6574683030 "		/* interface name eth00 */
#define TTL "0602 0078 "			/* 120 s */
#define MUST CHASSIS PORT TTL
#define END "0000"

static struct help_frame parse(struct lldp *l, const char *hex)
{
	struct help_frame f = help_frame(hex);

	assert_int_equal(f.rc, 0);
	assert_int_equal(lldp_parse(l, &f.eth), 0);
	return f;
}

static void basic_tlvs(void **state)
{
	struct lldp l;
	struct help_frame f = parse(&l, HEAD MUST
		"0803 616263 "				/* port description abc */
		"0a02 7331 "				/* system name s1 */
		"0c00 "					/* empty description */
		"0e04 0014 0004 "			/* bridge and router; bridge on */
		"100c 05 01 0a000001 02 00000007 00 "	/* 10.0.0.1, ifIndex 7 */
		"1200 "					/* a reserved type */
		END);

	(void)state;
	help_faults_are(&l.faults, "");
	assert_int_equal(l.tlvs, 9);
	assert_true(l.ended);
	assert_int_equal(l.chassis.subtype, LLDP_CHASSIS_MAC);
	assert_int_equal(l.chassis.id.len_bytes, 6);
	assert_memory_equal(l.chassis.id.at, "\x02\0\0\0\0\x01", 6);
	assert_int_equal(l.port.subtype, 5);
	help_text_is(&l.port.id, "eth00");
	assert_int_equal(l.ttl_s, 120);
	help_text_is(&l.port_description, "abc");
	help_text_is(&l.system_name, "s1");
	help_text_is(&l.system_description, "");
	assert_true(l.has_capabilities);
	assert_int_equal(l.capabilities, LLDP_CAN_BRIDGE | LLDP_CAN_ROUTE);
	assert_int_equal(l.enabled, LLDP_CAN_BRIDGE);
	assert_int_equal(l.addresses, 1);
	assert_int_equal(l.address[0].family, 1);
	assert_memory_equal(l.address[0].address.at, "\x0a\0\0\x01", 4);
	assert_int_equal(l.address[0].port_kind, 2);
	assert_int_equal(l.address[0].port, 7);
	assert_int_equal(l.reserved, 1);
	free(f.bytes);
}

/* A switch that sends its name before the TTL; identity replaced. */
static void name_before_ttl(void **state)
{
	struct lldp l;
	struct help_frame f = parse(&l, HEAD
		"0221 07 3030313132323333343435353636373738383939616162626363646465656666"
		"0407 05 706f72743438   0a07 73776974636841   0602 0078   0e04 00940080   0000");

	(void)state;
	help_faults_are(&l.faults, "TTL is TLV 4, expected 3rd; TLV 3 is System Name at frame "
			"byte 58, TTL at 67\n");
	assert_int_equal(l.faults.list[0].rule, WIRE_TLV_ORDER);
	assert_int_equal(l.faults.list[0].byte, 67);
	assert_string_equal(lldp_chassis_kind(l.chassis.subtype), "local");
	help_text_is(&l.chassis.id, "00112233445566778899aabbccddeeff");
	help_text_is(&l.port.id, "port48");
	help_text_is(&l.system_name, "switchA");
	assert_int_equal(l.ttl_s, 120);
	free(f.bytes);
}

static void what_is_wrong(void **state)
{
	static const struct {
		const char *hex, *faults;
	} row[] = {
		{ HEAD PORT CHASSIS TTL END,
		  "Chassis ID is TLV 2, expected 1st; TLV 1 is Port ID at frame byte 14, "
		  "Chassis ID at 22\n"
		  "Port ID is TLV 1, expected 2nd; TLV 2 is Chassis ID at frame byte 22, "
		  "Port ID at 14\n" },
		{ HEAD CHASSIS PORT "fe06 0080c2 01 0001" TTL END,
		  "TTL is TLV 4, expected 3rd; TLV 3 is port VLAN at frame byte 31, TTL at 39\n" },
		{ HEAD CHASSIS TTL END, "Port ID is missing\n" },
		{ HEAD END, "Chassis ID is missing\nPort ID is missing\nTTL is missing\n" },
		{ HEAD MUST CHASSIS END,
		  "TLV 4 (Chassis ID) at frame byte 35: sent a second time, the first stands\n" },
		{ HEAD CHASSIS PORT "0601 05" END,
		  "TLV 3 (TTL) at frame byte 31: 1 bytes, at least 2 needed\n" },
		{ HEAD CHASSIS PORT "0603 0078 00" END, "" },	/* longer than known: allowed */
		{ HEAD MUST "0a09 61" "",
		  "TLV 4 (its length) at frame byte 35: says 9 bytes, the frame has 1 more\n" },
		{ HEAD MUST "0002 0000",
		  "TLV 4 (End) at frame byte 35: 2 bytes, at most 0 allowed\n" },
		{ HEAD MUST "fe03 0080c2" END,
		  "TLV 4 (organization TLV) at frame byte 35: 3 bytes, at least 4 needed\n" },
		/* An address string longer than its TLV. */
		{ HEAD MUST "1009 20 01 0a000001 02 0000" END,
		  "TLV 4 (Management Address) at frame byte 35: a field says 32, "
		  "the limit is 3\n" },
		{ HEAD MUST "1009 00 01 0a000001 02 0000" END,
		  "TLV 4 (Management Address) at frame byte 35: a field says 0, the limit is 3\n" },
		{ HEAD MUST "0e02 0004" END,
		  "TLV 4 (System Capabilities) at frame byte 35: 2 bytes, at least 4 needed\n" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct lldp l;
		struct help_frame f = parse(&l, row[i].hex);

		help_faults_are(&l.faults, row[i].faults);
		free(f.bytes);
	}
}

/* Whatever tags are before it, and with padding or FCS after it. */
static void the_same_in_tags(void **state)
{
	static const struct {
		const char *hex;
		unsigned int tags, vlan;
	} row[] = {
		{ HEAD MUST END, 0, 0 },
		{ MACS "8100 0194 88cc " MUST END, 1, 404 },
		{ MACS "8100 0000 88cc " MUST END, 1, 0 },
		{ MACS "88a8 0194 88cc " MUST END, 1, 404 },
		{ MACS "88a8 0194 8100 0005 88cc " MUST END, 2, 404 },
		/* In SNAP, 802.1AB 7.2. */
		{ MACS "0025 aaaa03 000000 88cc " MUST END "0000", 0, 0 },
		{ HEAD MUST END "000000000000000000000000 deadbeef", 0, 0 },
		{ HEAD MUST "deadbeef", 0, 0 },			/* no End, FCS */
		{ HEAD MUST "ff", 0, 0 },			/* half a head */
		{ HEAD MUST, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct lldp l;
		struct help_frame f = parse(&l, row[i].hex);

		help_faults_are(&l.faults, "");
		assert_int_equal(f.eth.tags, row[i].tags);
		assert_int_equal(eth_vlan(&f.eth.tag[0]), row[i].vlan);
		assert_int_equal(l.tlvs, 3);
		assert_int_equal(l.ttl_s, 120);
		help_text_is(&l.port.id, "eth00");
		free(f.bytes);
	}
}

static void only_lldp(void **state)
{
	struct help_frame f = help_frame(MACS "0800 4500");
	struct lldp l;

	(void)state;
	assert_int_equal(lldp_parse(&l, &f.eth), -ENOMSG);
	assert_int_equal(l.tlvs, 0);
	free(f.bytes);
}

/* What the capture cut off is not the sender's fault; what is there stays. */
static void every_shorter_frame(void **state)
{
	static const char hex[] = MACS "8100 0194 88cc " MUST
		"0a02 7331 0e04 0014 0004 100c 05 01 0a000001 02 00000007 00 "
		"fe09 00120f 01 03 6c03 001e fe06 0080c2 01 0001 fe07 0012bb 01 0033 04 " END;
	uint8_t bytes[256];
	size_t len_bytes = help_hex(hex, bytes);

	(void)state;
	for (size_t n = 0; n <= len_bytes; n++) {
		struct help_frame cut = help_frame_bytes(bytes, n, len_bytes);
		struct help_frame whole = help_frame_bytes(bytes, n, n);
		struct lldp l;

		assert_int_equal(lldp_parse(&l, &cut.eth), n < 18 ? -ENOMSG : 0);
		assert_int_equal(l.faults.count, 0);
		assert_int_equal(l.cut, n >= 18 && n < len_bytes);
		assert_int_equal(l.ttl_s, n < 39 ? 0 : 120);
		lldp_parse(&l, &whole.eth);
		assert_false(l.cut);
		assert_true(n < 18 || n >= 39 || l.faults.count);
		free(cut.bytes);
		free(whole.bytes);
	}
}

/* As many TLVs as a frame of 64 KiB holds, each empty, each a second time. */
static void thirty_thousand_tlvs(void **state)
{
	static uint8_t bytes[HELP_FRAME_MAX];
	size_t head = help_hex(HEAD, bytes);

	(void)state;
	for (unsigned int type = 1; type < 128; type++) {
		struct help_frame f;
		struct lldp l;

		for (size_t at = head; at + 1 < sizeof(bytes); at += 2) {
			bytes[at] = (uint8_t)(type << 1);
			bytes[at + 1] = 0;
		}
		f = help_frame_bytes(bytes, sizeof(bytes), sizeof(bytes));
		assert_int_equal(lldp_parse(&l, &f.eth), 0);
		assert_int_equal(l.tlvs, (sizeof(bytes) - head) / 2);
		assert_true(l.faults.count <= WIRE_FAULTS_MAX && l.others <= LLDP_OTHERS_MAX);
		free(f.bytes);
	}
}

static void unknown_organizations_are_kept(void **state)
{
	struct lldp l;
	struct help_frame f = parse(&l, HEAD MUST "fe05 000142 01 09 fe05 0080c2 ff 07 " END);

	(void)state;
	help_faults_are(&l.faults, "");
	assert_int_equal(l.others, 2);
	assert_int_equal(l.other[0].oui, 0x000142);
	assert_int_equal(l.other[0].subtype, 1);
	help_text_is(&l.other[0].bytes, "\x09");
	assert_int_equal(l.other[1].oui, 0x0080c2);
	assert_int_equal(l.other[1].subtype, 0xff);
	free(f.bytes);
}

static void names_of_kinds(void **state)
{
	(void)state;
	assert_string_equal(lldp_chassis_kind(4), "MAC address");
	assert_string_equal(lldp_chassis_kind(6), "interface name");
	assert_string_equal(lldp_port_kind(3), "MAC address");
	assert_string_equal(lldp_port_kind(5), "interface name");
	assert_string_equal(lldp_port_kind(7), "local");
	assert_null(lldp_chassis_kind(0));
	assert_null(lldp_port_kind(0));
	assert_null(lldp_chassis_kind(8));
	assert_null(lldp_port_kind(255));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(basic_tlvs),
		cmocka_unit_test(name_before_ttl),
		cmocka_unit_test(what_is_wrong),
		cmocka_unit_test(the_same_in_tags),
		cmocka_unit_test(only_lldp),
		cmocka_unit_test(every_shorter_frame),
		cmocka_unit_test(thirty_thousand_tlvs),
		cmocka_unit_test(unknown_organizations_are_kept),
		cmocka_unit_test(names_of_kinds),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
