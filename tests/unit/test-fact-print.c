// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/fact.h"

#include <errno.h>

#include "facts-help.h"

static const struct row {
	enum fact_id id;
	struct fact fact;
	const char *text;
} rows[] = {
	{ FACT_LINK_UP, { .state = FACT_KNOWN, .yes = true }, "yes" },
	{ FACT_LINK_UP, { .state = FACT_KNOWN, .yes = false }, "no" },
	{ FACT_LINK_SPEED, { .state = FACT_KNOWN, .num = 100 }, "100 Mb/s" },
	{ FACT_MII_PHY_ADDR, { .state = FACT_KNOWN, .num = 24 }, "24" },
	{ FACT_TOTAL_RX_BYTES, { .state = FACT_KNOWN, .num = INT64_MAX },
	  "9223372036854775807 bytes" },
	{ FACT_LINK_SQI, { .state = FACT_KNOWN, .num = -3 }, "-3" },
	{ FACT_RUN_WINDOW, { .state = FACT_KNOWN, .real = 3.0 }, "3 s" },
	{ FACT_RUN_WINDOW, { .state = FACT_KNOWN, .real = 0.12345 }, "0.123 s" },
	{ FACT_TIMING_SETTLE, { .state = FACT_KNOWN, .text = "add frames\nuse stamps" },
	  "add frames; use stamps" },
	{ FACT_TIMING_LATENCY_FIFO, { .state = FACT_KNOWN, .real = 14990.4 }, "14990 ns" },
	{ FACT_RUN_WINDOW, { .state = FACT_KNOWN, .real = 5241.5 }, "5242 s" },
	{ FACT_LINK_DUPLEX, { .state = FACT_KNOWN, .text = "half" }, "half" },
	{ FACT_LINK_DUPLEX, { .state = FACT_KNOWN, .text = "100 % \xc3\xa4" }, "100 % \xc3\xa4" },
	{ FACT_MII_CONTROL, { .state = FACT_KNOWN, .text = "loopback\npower-down\nisolate" },
	  "loopback power-down isolate" },
	{ FACT_MII_CONTROL, { .state = FACT_KNOWN, .text = "loopback" }, "loopback" },
	{ FACT_MII_CONTROL, { .state = FACT_KNOWN, .text = "" }, "" },
	{ FACT_AN_COMMON, { .state = FACT_KNOWN }, "none" },
	{ FACT_AN_COMMON, { .state = FACT_KNOWN, .modes = { { 0x200b } } },
	  "10baseT/Half 10baseT/Full 100baseT/Full Pause" },
	{ FACT_AN_COMMON, { .state = FACT_KNOWN, .modes = { { 0, 0, 0, UINT64_C(1) << 63 } } },
	  "bit255" },
	{ FACT_AN_COMMON, { .state = FACT_KNOWN, .modes = { { 1, 0, 0, UINT64_C(1) << 48 } } },
	  "10baseT/Half 100baseT4" },
	{ FACT_MII_WORDS, { .state = FACT_KNOWN,
			    .words = { { 0x3100, 0x782d, WORD_UNREADABLE, 0, 0xffff }, 5 } },
	  "3100 782d -- 0000 ffff" },
	{ FACT_MII_WORDS, { .state = FACT_KNOWN, .words = { { WORD_UNREADABLE, 0xa }, 2 } },
	  "-- 000a" },
	{ FACT_MII_WORDS, { .state = FACT_KNOWN }, "" },
	{ FACT_LINK_SPEED, { .state = FACT_UNREAD }, "unread" },
	{ FACT_LINK_SPEED, { .state = FACT_ABSENT, .num = 100 }, "absent" },
	{ FACT_LINK_SPEED, { .state = FACT_DENIED }, "denied" },
	{ FACT_LINK_SPEED, { .state = FACT_FAILED }, "failed" },
};

static void one_line_a_fact(void **state)
{
	char out[512];

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		memset(out, 'x', sizeof(out));
		fact_print(rows[i].id, &rows[i].fact, out, sizeof(out));
		if (strcmp(out, rows[i].text) != 0)
			fail_msg("row %zu: have `%s', want `%s'", i, out, rows[i].text);
	}
}

static void a_failure_tells_its_error(void **state)
{
	struct fact fact = { .state = FACT_FAILED, .error = EIO };
	char out[128], want[128];

	(void)state;
	snprintf(want, sizeof(want), "failed: %s", strerror(EIO));
	fact_print(FACT_LINK_SPEED, &fact, out, sizeof(out));
	assert_string_equal(out, want);
}

/* Whatever the size: the longest beginning that fits, ended, and nothing behind it touched. */
static void cut_where_the_room_ends(void **state)
{
	char out[64];

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		for (size_t size = 0; size < sizeof(out); size++) {
			size_t want = strlen(rows[i].text);

			if (size && want > size - 1)
				want = size - 1;
			memset(out, 'x', sizeof(out));
			fact_print(rows[i].id, &rows[i].fact, out, size);
			if (size) {
				assert_int_equal(strlen(out), want);
				assert_memory_equal(out, rows[i].text, want);
			}
			for (size_t at = size; at < sizeof(out); at++)
				assert_int_equal(out[at], 'x');
		}
	}
}

static void all_modes_fit_their_names(void **state)
{
	struct fact fact = { .state = FACT_KNOWN };
	char out[16384];
	int words = 1;

	(void)state;
	memset(&fact.modes, 0xff, sizeof(fact.modes));
	fact_print(FACT_LINK_MODES_SUPPORTED, &fact, out, sizeof(out));
	for (const char *c = out; *c; c++)
		words += *c == ' ';
	assert_int_equal(words, MODES_BITS);
	assert_non_null(strstr(out, " bit254 bit255"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_line_a_fact),
		cmocka_unit_test(a_failure_tells_its_error),
		cmocka_unit_test(cut_where_the_room_ends),
		cmocka_unit_test(all_modes_fit_their_names),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("fact-print", tests, NULL, NULL);
}
