// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/eth-fault.h"

#include "test-wire-eth-help.h"

static void every_rule_as_text(void **state)
{
	static const struct {
		struct wire_fault fault;
		const char *text;
	} row[] = {
		{ { .rule = WIRE_LENGTH_BEYOND, .name = "length", .byte = 12, .have = 90,
		    .want = 46 },
		  "length at frame byte 12: says 90 bytes, the frame has 46 more" },
		{ { .rule = WIRE_HEADER_SHORT, .name = "header", .byte = 22, .have = 2, .want = 4 },
		  "header at frame byte 22: 2 bytes, at least 4 needed" },
		{ { .rule = WIRE_FIXED_PART, .name = "LACP", .byte = 14 },
		  "LACP at frame byte 14: the fixed part ends early or is not what it must be" },
		{ { .rule = WIRE_TLV_BEYOND, .tlv = 4, .name = "TTL", .byte = 67, .have = 9,
		    .want = 3 },
		  "TLV 4 (TTL) at frame byte 67: says 9 bytes, the frame has 3 more" },
		{ { .rule = WIRE_TLV_SHORT, .tlv = 4, .name = "TTL", .byte = 67, .have = 1,
		    .want = 2 },
		  "TLV 4 (TTL) at frame byte 67: 1 bytes, at least 2 needed" },
		{ { .rule = WIRE_TLV_LONG, .tlv = 5, .name = "System Name", .byte = 30, .have = 300,
		    .want = 255 },
		  "TLV 5 (System Name) at frame byte 30: 300 bytes, at most 255 allowed" },
		{ { .rule = WIRE_TLV_VALUE, .tlv = 5, .name = "VLAN name", .byte = 30, .have = 40,
		    .want = 32 },
		  "TLV 5 (VLAN name) at frame byte 30: a field says 40, the limit is 32" },
		{ { .rule = WIRE_TLV_TWICE, .tlv = 5, .name = "TTL", .byte = 30 },
		  "TLV 5 (TTL) at frame byte 30: sent a second time, the first stands" },
		{ { .rule = WIRE_TLV_ORDER, .tlv = 4, .name = "TTL", .byte = 67, .want = 3,
		    .other = "System Name", .other_byte = 58 },
		  "TTL is TLV 4, expected 3rd; TLV 3 is System Name at frame byte 58, TTL at 67" },
		{ { .rule = WIRE_TLV_ORDER, .tlv = 4, .name = "TTL", .byte = 67, .want = 3 },
		  "TTL is TLV 4 at frame byte 67, expected 3rd" },
		{ { .rule = WIRE_TLV_MISSING, .name = "TTL" }, "TTL is missing" },
		{ { .rule = WIRE_END_NOT_EMPTY, .tlv = 9, .name = "End", .byte = 99, .have = 3 },
		  "TLV 9 (End) at frame byte 99: 3 bytes, at most 0 allowed" },
		{ { .rule = WIRE_CHECKSUM, .name = "checksum", .byte = 24, .have = 0x12,
		    .want = 0xabcd },
		  "checksum at frame byte 24: 0x0012, 0xabcd computed" },
		{ { .rule = WIRE_VERSION, .name = "header", .byte = 22, .have = 7, .want = 2 },
		  "header at frame byte 22: version 7, the newest known is 2" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		char text[WIRE_FAULT_TEXT_MAX];

		wire_fault_text(&row[i].fault, text, sizeof(text));
		assert_string_equal(text, row[i].text);
		for (size_t room = 1; room < 14; room++) {
			memset(text, 'x', sizeof(text));
			wire_fault_text(&row[i].fault, text, room);
			assert_int_equal(strlen(text), room - 1);
		}
	}
}

static void a_full_list_counts_on(void **state)
{
	struct wire_fault fault = { .rule = WIRE_TLV_TWICE, .name = "TTL" };
	struct wire_faults f = { .count = 0 };

	(void)state;
	for (unsigned int i = 0; i < WIRE_FAULTS_MAX + 5; i++) {
		fault.tlv = i;
		wire_fault_add(&f, &fault);
	}
	assert_int_equal(f.count, WIRE_FAULTS_MAX);
	assert_int_equal(f.left_out, 5);
	assert_int_equal(f.list[0].tlv, 0);
	assert_int_equal(f.list[WIRE_FAULTS_MAX - 1].tlv, WIRE_FAULTS_MAX - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_as_text),
		cmocka_unit_test(a_full_list_counts_on),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
