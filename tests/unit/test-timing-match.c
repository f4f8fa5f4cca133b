// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/match.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))
#define SIZES 4
#define BLOCKS 20
#define START_NS 1796053200000000000LL

static const uint32_t sizes[SIZES] = { 64, 512, 1024, 1518 };

/* Both sides of a switch: 10 us and 8 ns a byte later in the second file. */
static size_t make(struct timing_seen *seen, int64_t offset_ns)
{
	size_t n = 0;

	for (uint64_t i = 0; i < SIZES * BLOCKS; i++) {
		uint32_t size = sizes[i % SIZES];
		struct timing_seen s = {
			.key = 1000 + i * 7919 % 100000, .from = 5, .size_bytes = size, .probe = true,
			.t_ns = START_NS + (int64_t)i * 1000003,
		};

		seen[n++] = s;
		s.file = 1;
		s.t_ns += 10000 + 8 * (int64_t)size + offset_ns;
		seen[n++] = s;
	}
	return n;
}

static void swap_files(struct timing_seen *seen, size_t n)
{
	for (size_t i = 0; i < n; i++)
		seen[i].file = !seen[i].file;
}

static void is_right(const struct timing_matched *m, double offset_ns)
{
	uint32_t seen[SIZES] = { 0 };

	assert_int_equal(m->count, SIZES * BLOCKS);
	for (size_t i = 0; i < m->count; i++) {
		const struct timing_point *p = &m->point[i];

		assert_true(p->delay_ns == 10000 + 8.0 * p->size_bytes + offset_ns);
		assert_int_equal(p->leg, TIMING_SWITCH);
		assert_int_equal(p->block, i / SIZES);
		for (int s = 0; s < SIZES; s++)
			seen[s] += sizes[s] == p->size_bytes;
	}
	for (int s = 0; s < SIZES; s++)
		assert_int_equal(seen[s], BLOCKS);
}

static void two_files(void **state)
{
	struct timing_seen seen[2 * SIZES * BLOCKS];
	struct timing_matched m;
	size_t n = make(seen, 0);

	(void)state;
	assert_int_equal(timing_match(&m, seen, n, 2, NULL), 0);
	is_right(&m, 0);
	assert_false(m.swapped);
	assert_false(m.two_clocks);
	assert_int_equal(m.sent, SIZES * BLOCKS);
	assert_int_equal(m.alone + m.many + m.other + m.rare, 0);
	assert_true(m.resolution_ns == 1);
	timing_matched_fini(&m);
}

/* The receiving side is named first: one clock tells. */
static void the_other_way_round(void **state)
{
	struct timing_seen seen[2 * SIZES * BLOCKS];
	struct timing_matched m;
	size_t n = make(seen, 0);

	(void)state;
	swap_files(seen, n);
	assert_int_equal(timing_match(&m, seen, n, 2, NULL), 0);
	is_right(&m, 0);
	assert_true(m.swapped);
	timing_matched_fini(&m);
}

static void clocks_of_their_own(void **state)
{
	struct timing_seen seen[2 * SIZES * BLOCKS];
	struct timing_matched m;
	size_t n = make(seen, -37000000000);

	(void)state;
	assert_int_equal(timing_match(&m, seen, n, 2, NULL), 0);
	is_right(&m, -37000000000.0);
	assert_true(m.two_clocks);
	assert_false(m.swapped);
	timing_matched_fini(&m);
}

static void one_file(void **state)
{
	struct timing_seen seen[2 * SIZES * BLOCKS];
	struct timing_matched m;
	size_t n = make(seen, 0);

	(void)state;
	for (size_t i = 0; i < n; i++)
		seen[i].file = 0;
	assert_int_equal(timing_match(&m, seen, n, 1, NULL), 0);
	is_right(&m, 0);
	timing_matched_fini(&m);
}

/* Lost frames, frames that come thrice, and traffic the other way. */
static void what_is_set_aside(void **state)
{
	struct timing_seen seen[2 * SIZES * BLOCKS + 30];
	struct timing_matched m;
	size_t n = make(seen, 0);

	(void)state;
	seen[1].key = 1;	/* its arrival is another frame's */
	seen[n] = seen[2];
	seen[n++].t_ns += 50;
	for (int i = 0; i < 10; i++) {
		seen[n++] = (struct timing_seen){ .key = 500000u + i, .from = 6, .size_bytes = 64,
						  .t_ns = START_NS + 100, .file = 1 };
		seen[n++] = (struct timing_seen){ .key = 500000u + i, .from = 6, .size_bytes = 64,
						  .t_ns = START_NS + 9000, .file = 0 };
	}
	seen[n++] = (struct timing_seen){ .key = 600000, .from = 5, .size_bytes = 99, .t_ns = START_NS };
	seen[n++] = (struct timing_seen){ .key = 600000, .from = 5, .size_bytes = 99, .file = 1,
					  .t_ns = START_NS + 9000 };
	assert_int_equal(timing_match(&m, seen, n, 2, NULL), 0);
	assert_int_equal(m.count, SIZES * BLOCKS - 2);
	assert_int_equal(m.alone, 1);
	assert_int_equal(m.many, 3);
	assert_int_equal(m.other, 10);
	assert_int_equal(m.rare, 1);
	timing_matched_fini(&m);
}

static void microseconds(void **state)
{
	struct timing_seen seen[2 * SIZES * BLOCKS];
	struct timing_matched m;
	size_t n = make(seen, 0);

	(void)state;
	for (size_t i = 0; i < n; i++)
		seen[i].t_ns -= seen[i].t_ns % 1000;
	assert_int_equal(timing_match(&m, seen, n, 2, NULL), 0);
	assert_true(m.resolution_ns == 1000);
	timing_matched_fini(&m);
}

enum fault { NOTHING, ALONE, APART, SAME_TWICE, ONE_TWICE, MIXED, MERGED, SELDOM };

static void refused(void **state)
{
	static const struct {
		enum fault fault;
		unsigned int files;
		int code;
		const char *cause;
	} rows[] = {
		{ NOTHING, 1, -ENODATA, "no-pairs" },
		{ ALONE, 1, -ENODATA, "no-pairs" },
		{ ALONE, 2, -ENODATA, "no-pairs" },
		{ APART, 2, -ENODATA, "no-overlap" },
		{ SAME_TWICE, 1, -EBADMSG, "duplicates" },
		{ ONE_TWICE, 2, -EBADMSG, "one-capture-twice" },
		{ MIXED, 1, -EBADMSG, "clocks-mixed" },
		{ MERGED, 2, -EBADMSG, "merged" },
		{ SELDOM, 2, -ENODATA, "too-few-probes" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct timing_seen seen[2 * SIZES * BLOCKS];
		struct timing_matched m;
		struct err err = { 0 };
		size_t n = rows[i].fault == NOTHING ? 0 :
			   make(seen, rows[i].fault == MIXED ? 37000000000 : 0);

		for (size_t k = 0; k < n; k++) {
			if (rows[i].fault == ALONE || rows[i].fault == APART)
				seen[k].key = k;
			if (rows[i].fault == APART)
				seen[k].t_ns += seen[k].file * 3600000000000;
			if (rows[i].fault == SAME_TWICE)
				seen[k].key = 1;
			if (rows[i].fault == ONE_TWICE)
				seen[k].t_ns = (int64_t)(seen[k].key % 1000);
			if (rows[i].fault == SELDOM)
				seen[k].size_bytes = 100 + (uint32_t)k / 2;
			if (rows[i].files == 1)
				seen[k].file = 0;
		}
		if (rows[i].fault == MERGED)
			seen[3].size_bytes = 20000;
		assert_int_equal(timing_match(&m, seen, n, rows[i].files, &err), rows[i].code);
		assert_string_equal(err.cause, rows[i].cause);
		assert_true(strlen(err.text) > 10);
		timing_matched_fini(&m);
	}
}

/* From the sender's address on: IPv4 with UDP. */
static const uint8_t udp[] = {
	2, 0, 0, 0, 0, 1, 0x08, 0x00, 0x45, 0, 0, 46, 0, 1, 0, 0, 64, 17, 0xaa, 0xbb,
	10, 0, 0, 1, 10, 0, 0, 2, 0, 7, 0, 7, 0, 26, 0x12, 0x34, 1, 2, 3, 4, 5, 6, 7, 8,
	9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
};

static void keys(void **state)
{
	uint8_t other[sizeof(udp)], tcp[sizeof(udp) + 20] = { 0 };
	uint64_t key = timing_seen_key(udp, sizeof(udp), sizeof(udp));

	(void)state;
	memcpy(other, udp, sizeof(udp));
	other[34] ^= 0x55;	/* a NIC fills the checksum in later */
	assert_true(timing_seen_key(other, sizeof(other), sizeof(other)) == key);
	other[40] ^= 1;		/* another payload */
	assert_true(timing_seen_key(other, sizeof(other), sizeof(other)) != key);
	assert_true(timing_seen_key(udp, sizeof(udp), 1000) != key);
	memcpy(tcp, udp, sizeof(udp));
	tcp[17] = 6;
	key = timing_seen_key(tcp, sizeof(tcp), sizeof(tcp));
	tcp[28 + 16] ^= 1;
	assert_true(timing_seen_key(tcp, sizeof(tcp), sizeof(tcp)) == key);
	/* A short frame before and after padding. */
	memset(other, 0, sizeof(other));
	other[6] = 0x88;
	assert_true(timing_seen_key(other, 36, 36) == timing_seen_key(other, 54, 54));
	/* More of a frame in one capture than in the other. */
	memset(tcp, 7, sizeof(tcp));
	assert_true(timing_seen_key(tcp, 0, 0) == timing_seen_key(tcp, 0, 10));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_files),
		cmocka_unit_test(the_other_way_round),
		cmocka_unit_test(clocks_of_their_own),
		cmocka_unit_test(one_file),
		cmocka_unit_test(what_is_set_aside),
		cmocka_unit_test(microseconds),
		cmocka_unit_test(refused),
		cmocka_unit_test(keys),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-match", tests, NULL, NULL);
}
