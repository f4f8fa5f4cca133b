/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MII_SROM_H
#define MII_SROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * The serial ROM of a 2114x board: "21X4 Serial ROM Format", version 4.09,
 * Digital and Intel, 1999, as Linux drivers/net/ethernet/dec/tulip/eeprom.c and
 * de4x5.c read it.  128 bytes; words are little-endian:
 *
 *	0, 2	subsystem vendor and id
 *	4	CardBus CIS pointer
 *	16	CRC-8 of bytes 0 to 15 and 17
 *	18, 19	format version, number of controllers
 *	20	station address; further controllers count on from it
 *	26	for each controller: device number, offset of its leaf (word)
 *	126	low half of the CRC-32 of all before
 *
 * A leaf is a default medium (word), on a 21140 a direction byte for its general
 * pins, a count, and so many media blocks.
 */
#define SROM_BYTES 128
#define SROM_BYTES_MAX 512	/* 93C66: 256 words */
#define SROM_LEAVES_MAX 4
#define SROM_BLOCKS_MAX 16
#define SROM_SEQUENCE_MAX 32

/* The chip decides the layout of a leaf, and the image does not tell it. */
enum srom_chip { SROM_ANY, SROM_21041, SROM_21140, SROM_21142 };

/* Media codes. */
enum { SROM_10BASE_T, SROM_10BASE_2, SROM_AUI, SROM_100BASE_TX, SROM_10BASE_T_FULL,
       SROM_100BASE_TX_FULL, SROM_100BASE_T4, SROM_100BASE_FX, SROM_100BASE_FX_FULL,
       SROM_MEDIA_COUNT };

enum srom_type {
	SROM_TYPE_SYM_21140 = 0,	/* 21140: a transceiver on the general pins */
	SROM_TYPE_MII_21140 = 1,
	SROM_TYPE_SERIAL = 2,		/* 21142/3: 10 Mb/s */
	SROM_TYPE_MII = 3,
	SROM_TYPE_SYM = 4,		/* 21143: 100 Mb/s without MII */
	SROM_TYPE_RESET = 5,
	SROM_TYPE_DISCONNECT = 6,	/* PHY shut down */
	SROM_TYPE_COMPACT,		/* 21140 without type and length */
	SROM_TYPE_21041,
	SROM_TYPE_COUNT
};

struct srom_sequence {
	uint16_t word[SROM_SEQUENCE_MAX];	/* bytes on a 21140 */
	unsigned int count;
};

/* One media block; what a type does not have is 0. */
struct srom_block {
	enum srom_type type;
	unsigned int offset, len_bytes;
	int media;		/* code; -1: MII or none */
	bool own_csrs;		/* csr13 to csr15 are given */
	uint16_t csr[3];
	uint16_t pin_control, pin_data;
	uint16_t command;	/* CSR6 bits, how the medium is detected: see below */
	unsigned int phy;
	struct srom_sequence setup, reset;
	uint16_t able, offer, full, threshold;	/* bits of BMSR, ANAR, BMSR, BMSR */
	unsigned int interrupt;	/* general pin the PHY interrupts by; 0: none */
};

/* Bits of command. */
#define SROM_COMMAND_NO_SENSE	0x8000	/* no pin tells of this medium */
#define SROM_COMMAND_DEFAULT	0x4000
#define SROM_COMMAND_LOW	0x0080	/* the pin is low with this medium */
#define SROM_COMMAND_PIN	0x000e	/* its number */
#define SROM_COMMAND_CSR6	0x0071	/* CSR6 18, 22, 23 and 24 */

struct srom_leaf {
	unsigned int device, offset;
	enum srom_chip chip;	/* by whose layout it was read */
	bool guessed;		/* nobody said which chip */
	uint16_t default_media;
	int pin_direction;	/* 21140; -1: none */
	unsigned int promised;	/* blocks by the count byte */
	struct srom_block block[SROM_BLOCKS_MAX];
	unsigned int blocks;
	char trouble[100];	/* why the rest of it was not read; empty: all was */
};

enum srom_kind {
	SROM_BLANK,		/* all bytes the same */
	SROM_ADDRESS,		/* the old layout: an address and its test pattern */
	SROM_MEDIA,
};

struct srom {
	enum srom_kind kind;
	size_t len_bytes;
	uint16_t vendor, subsystem;
	uint32_t cis;
	uint8_t id_crc, id_crc_right;
	unsigned int version, controllers;
	uint8_t mac[6];
	uint16_t crc, crc_right;
	struct srom_leaf leaf[SROM_LEAVES_MAX];
	unsigned int leaves;
};

/*
 * An image out of a file: 128, 256 or 512 bytes as they are, or text: lines of
 * tulip-diag -ee (an offset, a colon, words) or ethtool -e (an offset, a colon,
 * bytes), or nothing but such words or bytes.  Other lines are skipped.
 * -EINVAL: neither, -EMSGSIZE: cut off, in words.
 */
int srom_read(uint8_t out[static SROM_BYTES_MAX], size_t *len_bytes, const char *file, size_t size,
	      struct err *err);

/* Any bytes, at least SROM_BYTES of them. */
void srom_decode(struct srom *out, const uint8_t *image, size_t len_bytes, enum srom_chip chip);

/* Is the CRC right, and every leaf whole?  The old layout has neither. */
bool srom_sound(const struct srom *srom);

const char *srom_chip_name(enum srom_chip chip);
const char *srom_type_name(enum srom_type type);
const char *srom_media_name(int media);			/* "unknown" */
const char *srom_default_name(uint16_t default_media);	/* of the leaf's first word */

/* What a block says, in one sentence. */
#define SROM_TEXT_MAX 600
void srom_block_text(const struct srom_block *block, char out[static SROM_TEXT_MAX]);

#endif
