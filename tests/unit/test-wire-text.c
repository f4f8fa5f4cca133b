// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/text.h"

#include "test-wire-eth-help.h"

struct row {
	const char *hex, *want;
};

static void printed(const struct row *row, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint8_t bytes[64];
		struct wire_text text = { .at = bytes, .len_bytes = help_hex(row[i].hex, bytes) };
		char out[128];

		assert_int_equal(wire_text_print(&text, out, sizeof(out)), strlen(row[i].want));
		assert_string_equal(out, row[i].want);
	}
}

static void texts(void **state)
{
	static const struct row row[] = {
		{ "737731", "sw1" },
		{ "", "" },
		{ "c3a4 e282ac f09f9880", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80" },
		{ "61 0a 62 0d 63 09 64", "a b c d" },
		{ "61 00 00", "a" },			/* NULs behind */
		{ "61 20 20 00", "a" },
		{ "61 00 62", "a\\x00b" },		/* and between */
		{ "1b5b324a", "\\x1b[2J" },
		{ "7f", "\\x7f" },
		{ "5c783030", "\\\\x00" },		/* what looks like an escape is none */
		{ "c285", "\\xc2\\x85" },		/* C1 */
		{ "e280ae", "\\xe2\\x80\\xae" },	/* right-to-left override */
		{ "e281a6", "\\xe2\\x81\\xa6" },
		{ "e280a8", "\\xe2\\x80\\xa8" },	/* line separator */
	};

	(void)state;
	printed(row, ROWS(row));
}

static void no_utf8(void **state)
{
	static const struct row row[] = {
		{ "80", "\\x80" },
		{ "c3", "\\xc3" },			/* ends early */
		{ "c328", "\\xc3(" },
		{ "c0af", "\\xc0\\xaf" },		/* a longer form than needed */
		{ "eda080", "\\xed\\xa0\\x80" },	/* surrogate */
		{ "f4908080", "\\xf4\\x90\\x80\\x80" },	/* beyond U+10FFFF */
		{ "ff61", "\\xffa" },
	};

	(void)state;
	printed(row, ROWS(row));
}

/* Cut at whole characters and whole escapes. */
static void cut_off(void **state)
{
	const struct wire_text text = { .at = (const uint8_t *)"a\xc3\xa4\x01z", .len_bytes = 5 };
	static const char *const want[] = { "", "a", "a", "a\xc3\xa4", "a\xc3\xa4", "a\xc3\xa4",
					    "a\xc3\xa4", "a\xc3\xa4\\x01", "a\xc3\xa4\\x01z" };
	const struct wire_text nothing = { .at = NULL };
	char out[16];

	(void)state;
	for (size_t size = 1; size <= ROWS(want); size++) {
		memset(out, 'x', sizeof(out));
		wire_text_print(&text, out, size);
		assert_string_equal(out, want[size - 1]);
	}
	assert_int_equal(wire_text_print(&nothing, out, sizeof(out)), 0);
	assert_string_equal(out, "");
}

static void hex_and_addresses(void **state)
{
	const struct wire_text six = { (const uint8_t *)"\x00\x1b\x21\xaa\xbb\xcc", 6 };
	const struct wire_text v4 = { (const uint8_t *)"\x0a\x00\x00\x01", 4 };
	const struct wire_text v6 = { (const uint8_t *)"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01", 16 };
	const struct wire_text none = { .at = NULL };
	char out[64];

	(void)state;
	wire_hex_print(&six, ':', out, sizeof(out));
	assert_string_equal(out, "00:1b:21:aa:bb:cc");
	wire_hex_print(&six, '-', out, 8);
	assert_string_equal(out, "00-1b");
	wire_hex_print(&none, ':', out, sizeof(out));
	assert_string_equal(out, "");
	wire_address_print(1, &v4, out, sizeof(out));
	assert_string_equal(out, "10.0.0.1");
	wire_address_print(2, &v6, out, sizeof(out));
	assert_string_equal(out, "fe80::1");
	wire_address_print(2, &v4, out, sizeof(out));
	assert_string_equal(out, "0a:00:00:01");
	wire_address_print(6, &six, out, sizeof(out));
	assert_string_equal(out, "00:1b:21:aa:bb:cc");
}

static void addresses_read(void **state)
{
	static const char *const none[] = { "", "00:1b:21:aa:bb", "00:1b:21:aa:bb:cc:dd", "00:1b:21:aa:bb:cc ",
					    "00-1b-21-aa-bb-cc", "00:1b:21:aa:bb:", "zz:1b:21:aa:bb:cc",
					    "-1:1b:21:aa:bb:cc", "00: b:21:aa:bb:cc" };
	static const uint8_t want[ETH_MAC_BYTES] = { 0, 0x1b, 0x21, 0xaa, 0xbb, 0xcc };
	uint8_t mac[ETH_MAC_BYTES];

	(void)state;
	assert_true(wire_mac_parse("00:1b:21:aA:bb:cc", mac));
	assert_memory_equal(mac, want, sizeof(want));
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_false(wire_mac_parse(none[i], mac));
}

static void what_is_left(void **state)
{
	static const uint8_t bytes[] = { 1, 2, 3 };
	struct wire_text text;
	struct cur c;

	(void)state;
	cur_init(&c, bytes, sizeof(bytes));
	cur_u8(&c);
	text = wire_rest(&c);
	assert_int_equal(text.len_bytes, 2);
	assert_ptr_equal(text.at, bytes + 1);
	assert_int_equal(wire_rest(&c).len_bytes, 0);
	assert_false(c.short_read);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),
		cmocka_unit_test(no_utf8),
		cmocka_unit_test(cut_off),
		cmocka_unit_test(hex_and_addresses),
		cmocka_unit_test(addresses_read),
		cmocka_unit_test(what_is_left),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("wire/text", tests, NULL, NULL);
}
