// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/eth.h"

#include <errno.h>

#include "test-wire-eth-help.h"

#define MACS "0180c200000e 020000000001 "

struct head {
	const char *hex;
	unsigned int tags, vlan_outer, vlan_inner;
	enum eth_kind kind;
	uint16_t type;
	uint32_t oui;
	uint16_t pid;
	size_t length_at, payload_at, payload_bytes, trailer_bytes;
};

static void heads(void **state)
{
	static const struct head row[] = {
		{ MACS "88cc 0000", 0, 0, 0, ETH_IS_TYPE, 0x88cc, 0, 0, 12, 14, 2, 0 },
		{ MACS "8100 0194 88cc 0207", 1, 404, 0, ETH_IS_TYPE, 0x88cc, 0, 0, 16, 18, 2, 0 },
		{ MACS "8100 e000 88cc", 1, 0, 0, ETH_IS_TYPE, 0x88cc, 0, 0, 16, 18, 0, 0 },
		{ MACS "88a8 000a 8100 6014 88cc 00", 2, 10, 20, ETH_IS_TYPE, 0x88cc, 0, 0, 20, 22,
		  1, 0 },
		/* A third tag is left as a type. */
		{ MACS "88a8 000a 8100 0014 8100 0001 88cc", 2, 10, 20, ETH_IS_TYPE, 0x8100, 0, 0,
		  20, 22, 4, 0 },
		/* BPDU: length 4 of LLC and one byte, then padding. */
		{ MACS "0004 424203 aa 0000", 0, 0, 0, ETH_IS_LLC, 0, 0, 0, 12, 17, 1, 2 },
		/* Two bytes of control. */
		{ MACS "0006 424201 02 aabb", 0, 0, 0, ETH_IS_LLC, 0, 0, 0, 12, 18, 2, 0 },
		{ MACS "000a aaaa03 00000c 2000 0102 ffffffff", 0, 0, 0, ETH_IS_SNAP, 0, 0xc,
		  0x2000, 12, 22, 2, 4 },
		{ MACS "8100 0194 0008 aaaa03 00000c 2000", 1, 404, 0, ETH_IS_SNAP, 0, 0xc, 0x2000,
		  16, 26, 0, 0 },
		/* SNAP with OUI 0 carries an EtherType. */
		{ MACS "0009 aaaa03 000000 88cc 00", 0, 0, 0, ETH_IS_SNAP, 0x88cc, 0, 0x88cc, 12,
		  22, 1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct help_frame f = help_frame(row[i].hex);
		const struct eth *e = &f.eth;

		assert_int_equal(f.rc, 0);
		assert_int_equal(e->tags, row[i].tags);
		assert_int_equal(eth_vlan(&e->tag[0]), row[i].vlan_outer);
		assert_int_equal(eth_vlan(&e->tag[1]), row[i].vlan_inner);
		assert_int_equal(e->kind, row[i].kind);
		assert_int_equal(e->type, row[i].type);
		assert_int_equal(e->oui, row[i].oui);
		assert_int_equal(e->pid, row[i].pid);
		assert_int_equal(e->length_at, row[i].length_at);
		assert_int_equal(eth_offset(e, e->payload), row[i].payload_at);
		assert_int_equal(e->payload_bytes, row[i].payload_bytes);
		assert_int_equal(e->trailer_bytes, row[i].trailer_bytes);
		assert_ptr_equal(e->to, f.bytes);
		assert_ptr_equal(e->from, f.bytes + 6);
		assert_false(e->cut || e->length_beyond);
		free(f.bytes);
	}
}

static void length_beyond_the_frame(void **state)
{
	struct help_frame f = help_frame(MACS "0020 424203 aa");
	uint8_t bytes[64];
	size_t len_bytes = help_hex(MACS "0020 424203 aa", bytes);

	(void)state;
	assert_int_equal(f.rc, 0);
	assert_true(f.eth.length_beyond);
	assert_int_equal(f.eth.length_bytes, 0x20);
	assert_int_equal(f.eth.payload_bytes, 1);
	free(f.bytes);
	/* Not the sender's fault when the capture was cut. */
	f = help_frame_bytes(bytes, len_bytes, 60);
	assert_true(f.eth.cut && !f.eth.length_beyond);
	free(f.bytes);
}

static void every_shorter_frame(void **state)
{
	static const struct {
		const char *hex;
		size_t head_bytes;
	} row[] = {
		{ MACS "88cc", 14 },
		{ MACS "88a8 000a 8100 0014 88cc", 22 },
		{ MACS "8100 0194 0020 aaaa03 00000c 2000", 26 },
		{ MACS "0020 424203", 17 },
		{ MACS "0020 42420102", 18 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		uint8_t bytes[64];
		size_t len_bytes = help_hex(row[i].hex, bytes);

		assert_int_equal(len_bytes, row[i].head_bytes);
		for (size_t n = 0; n <= len_bytes; n++) {
			struct help_frame f = help_frame_bytes(bytes, n, len_bytes);

			assert_int_equal(f.rc, n < len_bytes ? -EBADMSG : 0);
			free(f.bytes);
		}
	}
}

/* A length that cuts into LLC or SNAP is a bad head, however long the frame is. */
static void length_within_the_head(void **state)
{
	char hex[128];

	(void)state;
	for (unsigned int n = 0; n < 8; n++) {
		struct help_frame f;

		snprintf(hex, sizeof(hex), MACS "%04x aaaa03 00000c 2000 0000", n);
		f = help_frame(hex);
		assert_int_equal(f.rc, -EBADMSG);
		free(f.bytes);
	}
}

/* Behind the headers of Linux cooked captures. */
static void cooked(void **state)
{
	static const struct {
		enum eth_link link;
		const char *hex;
		bool outgoing, addressed;
		enum eth_kind kind;
		uint16_t type, pid;
		unsigned int tags;
		size_t payload_bytes;
	} row[] = {
		{ ETH_LINK_SLL, "0001 0001 0006 0200000000010000 88cc aabb", false, true, ETH_IS_TYPE,
		  0x88cc, 0, 0, 2 },
		{ ETH_LINK_SLL, "0004 0001 0006 0200000000010000 88cc", true, true, ETH_IS_TYPE, 0x88cc,
		  0, 0, 0 },
		/* 802.2: the length field is gone. */
		{ ETH_LINK_SLL, "0002 0001 0006 0200000000010000 0004 aaaa03 00000c 2000 02b4", false, true,
		  ETH_IS_SNAP, 0, 0x2000, 0, 2 },
		{ ETH_LINK_SLL, "0000 0304 0000 0000000000000000 88cc", false, false, ETH_IS_TYPE, 0x88cc,
		  0, 0, 0 },
		{ ETH_LINK_SLL, "0001 0001 0006 0200000000010000 8100 0194 88cc aa", false, true,
		  ETH_IS_TYPE, 0x88cc, 0, 1, 1 },
		{ ETH_LINK_SLL2, "88cc 0000 00000002 0001 00 06 0200000000010000 aabb", false, true,
		  ETH_IS_TYPE, 0x88cc, 0, 0, 2 },
		{ ETH_LINK_SLL2, "88cc 0000 00000002 0001 04 06 0200000000010000", true, true, ETH_IS_TYPE,
		  0x88cc, 0, 0, 0 },
	};
	static const uint8_t none[ETH_MAC_BYTES];

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		uint8_t bytes[64];
		size_t len_bytes = help_hex(row[i].hex, bytes);
		struct eth e;

		assert_int_equal(eth_parse_link(&e, row[i].link, bytes, len_bytes, len_bytes), 0);
		assert_int_equal(e.outgoing, row[i].outgoing);
		assert_int_equal(e.kind, row[i].kind);
		assert_int_equal(e.type, row[i].type);
		assert_int_equal(e.pid, row[i].pid);
		assert_int_equal(e.tags, row[i].tags);
		assert_int_equal(e.payload_bytes, row[i].payload_bytes);
		assert_memory_equal(e.from, row[i].addressed ? (const uint8_t *)"\2\0\0\0\0\1" : none,
				    ETH_MAC_BYTES);
		assert_memory_equal(e.to, none, ETH_MAC_BYTES);
		for (size_t n = 0; n < 16; n++)
			assert_int_equal(eth_parse_link(&e, row[i].link, bytes, n, n), -EBADMSG);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads),
		cmocka_unit_test(cooked),
		cmocka_unit_test(length_beyond_the_frame),
		cmocka_unit_test(every_shorter_frame),
		cmocka_unit_test(length_within_the_head),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
