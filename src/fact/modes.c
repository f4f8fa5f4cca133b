// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/modes.h"

#include <stdio.h>
#include <string.h>

static const struct mode_row rows[] = {
#include "link-modes.inc"
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

void modes_add(struct modes *m, int bit)
{
	if (bit >= 0 && bit < MODES_BITS)
		m->w[bit / 64] |= UINT64_C(1) << bit % 64;
}

bool modes_has(const struct modes *m, int bit)
{
	return bit >= 0 && bit < MODES_BITS && m->w[bit / 64] >> bit % 64 & 1;
}

bool modes_equal(const struct modes *a, const struct modes *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

struct modes modes_and(const struct modes *a, const struct modes *b)
{
	struct modes out;

	for (unsigned int i = 0; i < MODES_BITS / 64; i++)
		out.w[i] = a->w[i] & b->w[i];
	return out;
}

struct modes modes_minus(const struct modes *a, const struct modes *b)
{
	struct modes out;

	for (unsigned int i = 0; i < MODES_BITS / 64; i++)
		out.w[i] = a->w[i] & ~b->w[i];
	return out;
}

struct modes modes_only(const struct modes *m)
{
	struct modes out = { 0 };

	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].kind == MODE_IS_MODE && modes_has(m, rows[i].bit))
			modes_add(&out, rows[i].bit);
	return out;
}

int modes_count(const struct modes *m)
{
	int count = 0;

	for (unsigned int i = 0; i < MODES_BITS / 64; i++)
		count += __builtin_popcountll(m->w[i]);
	return count;
}

bool modes_empty(const struct modes *m)
{
	return modes_count(m) == 0;
}

struct modes modes_from_u32(const uint32_t *word, unsigned int words)
{
	struct modes out = { 0 };

	for (unsigned int i = 0; i < words && i < MODES_BITS / 32; i++)
		out.w[i / 2] |= (uint64_t)word[i] << 32 * (i % 2);
	return out;
}

const struct mode_row *mode_row(int bit)
{
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].bit == bit)
			return &rows[i];
	return NULL;
}

int mode_bit(const char *name)
{
	for (size_t i = 0; i < ROWS; i++)
		if (strcmp(rows[i].name, name) == 0)
			return rows[i].bit;
	for (int bit = 0; bit < MODES_BITS; bit++) {
		char own[32];

		snprintf(own, sizeof(own), "bit%d", bit);
		if (strcmp(own, name) == 0)
			return bit;
	}
	return -1;
}

void mode_name(int bit, char out[static 32])
{
	const struct mode_row *row = mode_row(bit);

	if (row)
		snprintf(out, 32, "%s", row->name);
	else
		snprintf(out, 32, "bit%d", bit);
}

/* 28B.3 ranks 100BASE-T2 above 100BASE-TX above T4 at equal duplex. */
static int rank_in_speed(const struct mode_row *row)
{
	switch (row->bit) {
	case MODE_100_T2_FULL:
	case MODE_100_T2_HALF:
		return 2;
	case MODE_100_T4:
		return 1;
	default:
		return 0;
	}
}

/*
 * 28B.3 b) to e) in full: 100T2 FD, 100TX FD, 100T2 HD, 100T4, 100TX HD.  The
 * row's name breaks the last tie, since 73.7.6 ranks CR before KR.
 */
static bool ranks_before(const struct mode_row *a, const struct mode_row *b)
{
	if (a->speed_mbps != b->speed_mbps)
		return a->speed_mbps > b->speed_mbps;
	if (a->full != b->full)
		return a->full;
	if (rank_in_speed(a) != rank_in_speed(b))
		return rank_in_speed(a) > rank_in_speed(b);
	if (a->lanes != b->lanes)
		return a->lanes < b->lanes;
	return strcmp(a->name, b->name) < 0;
}

int modes_hcd(const struct modes *common)
{
	const struct mode_row *best = NULL;

	for (size_t i = 0; i < ROWS; i++) {
		if (rows[i].kind != MODE_IS_MODE || !modes_has(common, rows[i].bit))
			continue;
		if (!best || ranks_before(&rows[i], best))
			best = &rows[i];
	}
	return best ? best->bit : -1;
}

int modes_top_mbps(const struct modes *m)
{
	const struct mode_row *row = mode_row(modes_hcd(m));

	return row ? row->speed_mbps : 0;
}
