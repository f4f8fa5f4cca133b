// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/probe.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static const struct probe sample = {
	.to = { 2, 0, 0, 0, 0, 1 },
	.from = { 2, 0, 0, 0, 0, 2 },
	.leg = PROBE_FAR_TO_NEAR,
	.size_bytes = 300,
	.token = 0x0123456789abcdefULL,
	.slot = 0x01020304,
	.seq = 0x0a0b0c0d,
};

static void same(const struct probe *a, const struct probe *b)
{
	assert_memory_equal(a->to, b->to, PROBE_MAC_BYTES);
	assert_memory_equal(a->from, b->from, PROBE_MAC_BYTES);
	assert_int_equal(a->tagged, b->tagged);
	assert_int_equal(a->tci, b->tci);
	assert_int_equal(a->leg, b->leg);
	assert_int_equal(a->size_bytes, b->size_bytes);
	assert_true(a->token == b->token);
	assert_int_equal(a->slot, b->slot);
	assert_int_equal(a->seq, b->seq);
}

/* A block of exactly these bytes, so that a sanitizer sees a step beyond. */
static int parse_exactly(struct probe *p, const uint8_t *bytes, size_t len_bytes)
{
	uint8_t *block = malloc(len_bytes ? len_bytes : 1);
	int code;

	assert_non_null(block);
	memcpy(block, bytes, len_bytes);
	code = probe_parse(p, block, len_bytes);
	free(block);
	return code;
}

static void bytes_on_the_wire(void **state)
{
	static const uint8_t want[] = {
		2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x88, 0xb5, 'E', 'D', 'X', 'P', 1, 1, 0x01,
		0x2c, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 1, 2, 3, 4, 0x0a, 0x0b, 0x0c,
		0x0d, 0
	};
	uint8_t frame[PROBE_FRAME_MAX];

	(void)state;
	memset(frame, 0xff, sizeof(frame));
	assert_int_equal(probe_build(&sample, frame, sizeof(frame)), 300);
	assert_memory_equal(frame, want, sizeof(want));
	for (int i = 38; i < 300; i++)
		assert_int_equal(frame[i], 0);
	assert_int_equal(frame[300], 0xff);
}

static void there_and_back(void **state)
{
	static const uint16_t sizes[] = { PROBE_SIZE_MIN, 61, 300, PROBE_SIZE_MAX };
	uint8_t frame[PROBE_FRAME_MAX];

	(void)state;
	for (size_t i = 0; i < 2 * ROWS(sizes); i++) {
		struct probe p = sample, back;
		int len;

		p.size_bytes = sizes[i / 2];
		p.tagged = i % 2;
		p.tci = p.tagged ? 0x6ffe : 0;
		len = probe_build(&p, frame, p.size_bytes + (p.tagged ? 4u : 0u));
		assert_int_equal(len, p.size_bytes + (p.tagged ? 4 : 0));
		assert_int_equal(parse_exactly(&back, frame, (size_t)len), 0);
		same(&back, &p);
	}
}

static void what_cannot_be_built(void **state)
{
	static const struct {
		unsigned int size_bytes, leg, room_bytes;
		bool tagged;
		int code;
	} row[] = {
		{ .size_bytes = 59, .room_bytes = 2000, .code = -EINVAL },
		{ .size_bytes = 0, .room_bytes = 2000, .code = -EINVAL },
		{ .size_bytes = PROBE_SIZE_MAX + 1, .room_bytes = 20000, .code = -EINVAL },
		{ .size_bytes = 300, .leg = 2, .room_bytes = 2000, .code = -EINVAL },
		{ .size_bytes = 300, .room_bytes = 299, .code = -ENOSPC },
		{ .size_bytes = 300, .room_bytes = 303, .tagged = true, .code = -ENOSPC },
	};
	uint8_t frame[2000];

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct probe p = sample;

		p.size_bytes = (uint16_t)row[i].size_bytes;
		p.leg = (enum probe_leg)row[i].leg;
		p.tagged = row[i].tagged;
		memset(frame, 0xee, sizeof(frame));
		assert_int_equal(probe_build(&p, frame, row[i].room_bytes), row[i].code);
		assert_int_equal(frame[0], 0xee);
	}
}

/* A capture keeps the head of a frame only; what the wire had counts. */
static void cut_by_a_capture(void **state)
{
	uint8_t frame[PROBE_FRAME_MAX];
	struct probe back;

	(void)state;
	assert_int_equal(probe_build(&sample, frame, sizeof(frame)), 300);
	assert_int_equal(probe_parse_cut(&back, frame, 64, 300), 0);
	same(&back, &sample);
	assert_int_equal(probe_parse_cut(&back, frame, 64, 299), -EBADMSG);
	assert_int_equal(probe_parse_cut(&back, frame, 37, 300), -EBADMSG);
	assert_int_equal(probe_parse_cut(&back, frame, 64, 64), -EBADMSG);
}

/* Tags as a bridge may add them: outer one kept, two at most. */
static void tags(void **state)
{
	static const struct {
		uint8_t tags[12];
		size_t len_bytes;
		int code, tci;
	} row[] = {
		{ { 0x81, 0x00, 0x20, 0x05 }, 4, 0, 0x2005 },
		{ { 0x88, 0xa8, 0x00, 0x07 }, 4, 0, 0x0007 },
		{ { 0x88, 0xa8, 0x00, 0x07, 0x81, 0x00, 0x20, 0x05 }, 8, 0, 0x0007 },
		{ { 0x81, 0x00, 0, 1, 0x81, 0x00, 0, 2, 0x81, 0x00, 0, 3 }, 12, -ENOMSG, 0 },
		{ { 0x91, 0x00, 0, 1 }, 4, -ENOMSG, 0 },
	};
	uint8_t plain[PROBE_FRAME_MAX], frame[PROBE_FRAME_MAX + 12];

	(void)state;
	probe_build(&sample, plain, sizeof(plain));
	for (size_t i = 0; i < ROWS(row); i++) {
		struct probe p;

		memcpy(frame, plain, 12);
		memcpy(frame + 12, row[i].tags, row[i].len_bytes);
		memcpy(frame + 12 + row[i].len_bytes, plain + 12, 288);
		assert_int_equal(parse_exactly(&p, frame, 300 + row[i].len_bytes), row[i].code);
		if (row[i].code == 0) {
			assert_true(p.tagged);
			assert_int_equal(p.tci, row[i].tci);
			assert_true(p.token == sample.token);
		}
	}
}

static void every_shorter_frame(void **state)
{
	for (int tagged = 0; tagged < 2; tagged++) {
		struct probe p = sample, out = sample;
		uint8_t frame[PROBE_FRAME_MAX];
		size_t full;

		(void)state;
		p.tagged = tagged;
		full = (size_t)probe_build(&p, frame, sizeof(frame));
		out.seq = 77;
		for (size_t len = 0; len < full; len++) {
			int code = parse_exactly(&out, frame, len);

			/* Before magic and EtherType are there, nobody can tell that it is ours. */
			assert_int_equal(code, len < (tagged ? 22u : 18u) ? -ENOMSG : -EBADMSG);
			assert_int_equal(out.seq, 77);
		}
		assert_int_equal(parse_exactly(&out, frame, full), 0);
	}
}

/* IEEE 1588-2019 13.3 and 13.6, by hand. */
static void in_the_shape_of_ptp(void **state)
{
	struct probe p = sample, back = { .seq = 0 };
	uint8_t frame[PROBE_FRAME_MAX];

	(void)state;
	p.ptp = true;
	p.tagged = false;
	p.tci = 0;
	p.size_bytes = 60;
	p.leg = PROBE_FAR_TO_NEAR;
	p.token = 0x0102030405060708;
	p.slot = 0x00090a0b;
	p.seq = 12;
	assert_int_equal(probe_build(&p, frame, sizeof(frame)), 60);
	assert_memory_equal(frame + 12, "\x88\xf7" "\x00\x02" "\x00\x2c" "\xff\x00\x00\x00", 10);
	assert_memory_equal(frame + 22, "\0\0\0\0\0\0\0\0" "EDXP" "\1\2\3\4\5\6\7\x08", 20);
	assert_memory_equal(frame + 42, "\1\1" "\x0a\x0b" "\0\0" "\x00\x09\x0a\x0b" "\0\0\0\x0c"
			    "\0\x3c", 16);
	assert_int_equal(parse_exactly(&back, frame, 60), 0);
	assert_true(back.ptp && back.leg == PROBE_FAR_TO_NEAR && back.size_bytes == 60);
	assert_true(back.token == p.token && back.slot == p.slot && back.seq == p.seq);
	/* A message of a real clock is none of ours; nor is one cut short. */
	for (size_t len = 0; len < 60; len++)
		assert_int_equal(parse_exactly(&back, frame, len), len < 34 ? -ENOMSG : -EBADMSG);
	memset(frame + 30, 0, 4);
	assert_int_equal(parse_exactly(&back, frame, 60), -ENOMSG);
}

/* An FCS that the driver left, or the filling of another device. */
static void more_bytes_than_said(void **state)
{
	uint8_t frame[PROBE_FRAME_MAX] = { 0 };
	struct probe p;

	(void)state;
	probe_build(&sample, frame, sizeof(frame));
	assert_int_equal(parse_exactly(&p, frame, 304), 0);
	assert_int_equal(p.size_bytes, 300);
}

static void one_wrong_field(void **state)
{
	static const struct {
		size_t at;
		uint8_t byte;
		int code;
	} row[] = {
		{ 12, 0x08, -ENOMSG },	{ 13, 0xb6, -ENOMSG }, { 14, 'e', -ENOMSG },
		{ 17, 0, -ENOMSG },	{ 18, 0, -EPROTONOSUPPORT }, { 18, 2, -EPROTONOSUPPORT },
		{ 19, 2, -EBADMSG },	{ 19, 0xff, -EBADMSG }, { 20, 0, -EBADMSG },
		{ 20, 0xff, -EBADMSG }, { 21, 0x2d, -EBADMSG },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		uint8_t frame[PROBE_FRAME_MAX];
		struct probe p;

		probe_build(&sample, frame, sizeof(frame));
		frame[row[i].at] = row[i].byte;
		if (parse_exactly(&p, frame, 300) != row[i].code)
			fail_msg("byte %zu as %02x", row[i].at, row[i].byte);
	}
}

/* Bytes of chance, many with the right beginning: only a sane frame is accepted. */
static void hostile_bytes(void **state)
{
	uint32_t number = 1;
	int accepted = 0;

	(void)state;
	for (int run = 0; run < 100000; run++) {
		uint8_t frame[96];
		size_t len = (number >> 8) % (sizeof(frame) + 1);
		struct probe p;

		probe_build(&(struct probe){ .size_bytes = 60 }, frame, sizeof(frame));
		for (size_t i = run % 2 ? 0 : 12 + number % 12; i < sizeof(frame); i++) {
			number = number * 1664525 + 1013904223;
			if (number >> 29 < 2)
				frame[i] = (uint8_t)(number >> 16);
		}
		if (parse_exactly(&p, frame, len) < 0)
			continue;
		accepted++;
		assert_in_range(p.size_bytes, PROBE_SIZE_MIN, len);
		assert_in_range(p.leg, PROBE_NEAR_TO_FAR, PROBE_FAR_TO_NEAR);
	}
	assert_true(accepted > 0);
	assert_int_equal(probe_parse(&(struct probe){ .seq = 0 }, NULL, 0), -ENOMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_on_the_wire),
		cmocka_unit_test(there_and_back),
		cmocka_unit_test(what_cannot_be_built),
		cmocka_unit_test(cut_by_a_capture),
		cmocka_unit_test(tags),
		cmocka_unit_test(every_shorter_frame),
		cmocka_unit_test(in_the_shape_of_ptp),
		cmocka_unit_test(more_bytes_than_said),
		cmocka_unit_test(one_wrong_field),
		cmocka_unit_test(hostile_bytes),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("wire-probe", tests, NULL, NULL);
}
