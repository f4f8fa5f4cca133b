/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_WIRE_ETH_HELP_H
#define TEST_WIRE_ETH_HELP_H

/* What the tests of frames share: bytes written as hex, faults as text, captures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "wire/eth-fault.h"
#include "wire/eth.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))
#define HELP_FRAME_MAX 65536

/* In a block of just its size, so that a sanitizer sees a step beyond. */
struct help_frame {
	uint8_t *bytes;
	size_t len_bytes;
	struct eth eth;
	int rc;
};

static inline unsigned int help_digit(char c)
{
	return (unsigned int)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

/* Blanks do not count. */
static inline size_t help_hex(const char *hex, uint8_t *out)
{
	size_t digits = 0;

	for (; *hex; hex++) {
		if (*hex == ' ')
			continue;
		out[digits / 2] = (uint8_t)((digits % 2 ? out[digits / 2] << 4 : 0) |
					    help_digit(*hex));
		digits++;
	}
	assert_int_equal(digits % 2, 0);
	return digits / 2;
}

static inline struct help_frame help_frame_bytes(const uint8_t *bytes, size_t len_bytes,
						 size_t wire_bytes)
{
	struct help_frame f = { .bytes = malloc(len_bytes ? len_bytes : 1),
				.len_bytes = len_bytes };

	assert_non_null(f.bytes);
	if (len_bytes)
		memcpy(f.bytes, bytes, len_bytes);
	f.rc = eth_parse(&f.eth, f.bytes, len_bytes, wire_bytes);
	return f;
}

static inline struct help_frame help_frame(const char *hex)
{
	static uint8_t bytes[HELP_FRAME_MAX];
	size_t len_bytes = help_hex(hex, bytes);

	return help_frame_bytes(bytes, len_bytes, len_bytes);
}

static inline void help_text_is(const struct wire_text *text, const char *want)
{
	if (!want) {
		assert_null(text->at);
		return;
	}
	assert_non_null(text->at);
	if (text->len_bytes != strlen(want) || memcmp(text->at, want, text->len_bytes) != 0)
		fail_msg("have `%.*s', want `%s'", (int)text->len_bytes,
			 (const char *)text->at, want);
}

/* All faults, one a line. */
static inline void help_faults_are(const struct wire_faults *f, const char *want)
{
	char have[4096] = "";
	size_t used = 0;

	for (unsigned int i = 0; i < f->count; i++) {
		char text[WIRE_FAULT_TEXT_MAX];

		wire_fault_text(&f->list[i], text, sizeof(text));
		used += (size_t)snprintf(have + used, sizeof(have) - used, "%s\n", text);
		assert_true(used < sizeof(have));
	}
	assert_string_equal(have, want);
}

/* A capture file: classic pcap, little-endian, microseconds. */
struct help_pcap {
	uint8_t *bytes;
	size_t len_bytes, at;
};

#define HELP_PCAP_HEAD 24
#define HELP_PCAP_PACKET 16
#define HELP_ETHERNET 1

static inline const char *help_captures_path(char *out, size_t size, const char *name)
{
	const char *folder = getenv("ETHERDX_CAPTURES"), *top = getenv("abs_top_srcdir");

	if (folder)
		snprintf(out, size, "%s/%s", folder, name);
	else if (top)
		snprintf(out, size, "%s/../shared/captures/%s", top, name);
	else
		snprintf(out, size, "%s/../../shared/captures/%s", TESTS_DIR, name);
	return out;
}

static inline uint32_t help_le32(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* False when the file is not there.  To be freed: bytes. */
static inline int help_pcap_open(struct help_pcap *p, const char *name)
{
	char path[4096];
	FILE *file = fopen(help_captures_path(path, sizeof(path), name), "rb");

	if (!file)
		return 0;
	p->bytes = malloc(HELP_FRAME_MAX);
	assert_non_null(p->bytes);
	p->len_bytes = fread(p->bytes, 1, HELP_FRAME_MAX, file);
	fclose(file);
	p->at = HELP_PCAP_HEAD;
	assert_true(p->len_bytes >= HELP_PCAP_HEAD);
	assert_int_equal(help_le32(p->bytes), 0xa1b2c3d4);
	return 1;
}

static inline uint32_t help_pcap_link(const struct help_pcap *p)
{
	return help_le32(p->bytes + 20);
}

/* The next frame, read already; 0 after the last.  To be freed: bytes. */
static inline int help_pcap_next(struct help_pcap *p, struct help_frame *f)
{
	const uint8_t *head = p->bytes + p->at;
	size_t have;

	if (p->at + HELP_PCAP_PACKET > p->len_bytes)
		return 0;
	have = help_le32(head + 8);
	p->at += HELP_PCAP_PACKET;
	if (have > p->len_bytes - p->at)
		have = p->len_bytes - p->at;
	*f = help_frame_bytes(p->bytes + p->at, have, help_le32(head + 12));
	p->at += have;
	return 1;
}

#endif
