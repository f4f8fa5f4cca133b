/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FACT_MODES_H
#define FACT_MODES_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A set of link modes, one bit each.  The numbers are those of
 * enum ethtool_link_mode_bit_indices (include/uapi/linux/ethtool.h); numbers
 * from MODE_OWN on are ours, for modes that the kernel has no name for.
 * data/link-modes.tsv holds the rows.
 */
#define MODES_BITS 256
#define MODE_OWN 240

enum mode_bit {
	MODE_10_HALF = 0,
	MODE_10_FULL = 1,
	MODE_100_HALF = 2,
	MODE_100_FULL = 3,
	MODE_1000_HALF = 4,
	MODE_1000_FULL = 5,
	MODE_AUTONEG = 6,
	MODE_PAUSE = 13,
	MODE_ASYM_PAUSE = 14,
	MODE_1000X_FULL = 41,
	MODE_100_T4 = 240,
	MODE_100_T2_HALF = 241,
	MODE_100_T2_FULL = 242,
	MODE_1000X_HALF = 243,
};

enum mode_kind { MODE_IS_MODE, MODE_IS_AUTONEG, MODE_IS_PORT, MODE_IS_PAUSE, MODE_IS_FEC };

/* The family that decides which modes can negotiate with each other. */
enum mode_medium { MEDIUM_NONE, MEDIUM_BASE_T, MEDIUM_BASE_X, MEDIUM_BACKPLANE, MEDIUM_OPTICS,
		   MEDIUM_T1 };

struct mode_row {
	int bit;
	const char *name;	/* as ethtool prints it */
	int speed_mbps;		/* 0 for rows that are no modes */
	int lanes;
	bool full;
	enum mode_kind kind;
	enum mode_medium medium;
};

struct modes {
	uint64_t w[MODES_BITS / 64];
};

void modes_add(struct modes *m, int bit);
bool modes_has(const struct modes *m, int bit);
bool modes_equal(const struct modes *a, const struct modes *b);
struct modes modes_and(const struct modes *a, const struct modes *b);
struct modes modes_minus(const struct modes *a, const struct modes *b);

/* Only the bits that name a speed and duplex: no ports, pause, FEC. */
struct modes modes_only(const struct modes *m);
bool modes_empty(const struct modes *m);
int modes_count(const struct modes *m);

/* From a kernel bitmap of 32-bit words, of whatever length. */
struct modes modes_from_u32(const uint32_t *word, unsigned int words);

/* The row of a bit, or NULL when this version does not know it. */
const struct mode_row *mode_row(int bit);
int mode_bit(const char *name);		/* -1: unknown name */

/* Writes the name, "bit126" for an unknown one. */
void mode_name(int bit, char out[static 32]);

/*
 * Highest common denominator of a set of common modes by the priority of the
 * medium: IEEE 802.3 28B.3 (BASE-T), clause 37 (1000BASE-X), 73.7.6
 * (backplane, DAC): faster first, full before half, fewer lanes first, copper
 * cable before backplane.  Returns the bit, -1 when the set has no mode.
 */
int modes_hcd(const struct modes *common);

/* The fastest speed in the set, 0 when it has no mode. */
int modes_top_mbps(const struct modes *m);

#endif
