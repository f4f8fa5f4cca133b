// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Reads a 2114x SROM.  Every field is taken through the cursor, so a leaf that
 * points outside, or a block longer than its leaf, ends the reading with a word
 * on why.
 */
#include "mii/srom.h"

#include <stdio.h>
#include <string.h>

#include "base/cur.h"

#define ID_CRC 16
#define VERSION 18
#define CONTROLLERS 19
#define ADDRESS 20
#define LEAVES 26
#define CRC 126

#define BLOCK_EXTENDED 0x80
#define BLOCK_LENGTH 0x7f
#define MEDIA_CODE 0x3f
#define MEDIA_CSRS 0x40

static uint16_t word_at(const uint8_t *image, size_t offset)
{
	return (uint16_t)(image[offset] | image[offset + 1] << 8);
}

/* CRC-32 of 802.3, of which the low half is kept. */
static uint16_t crc_of(const uint8_t *image, size_t len)
{
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < len; i++) {
		crc ^= image[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return (uint16_t)~crc;
}

/* x^8 + x^2 + x + 1 over words, high byte first; of the last word only that. */
static uint8_t id_crc_of(const uint8_t *image)
{
	unsigned int crc = 0xff;

	for (unsigned int i = 0; i <= ID_CRC; i++) {
		crc ^= image[i ^ 1];
		for (int bit = 0; bit < 8; bit++)
			crc = crc << 1 ^ (crc & 0x80 ? 0x107 : 0);
	}
	return (uint8_t)crc;
}

static uint16_t le16(struct cur *c)
{
	unsigned int low = cur_u8(c);

	return (uint16_t)(low | cur_u8(c) << 8);
}

static void sequence(struct cur *c, bool words, struct srom_sequence *out)
{
	unsigned int count = cur_u8(c);

	for (unsigned int i = 0; i < count; i++) {
		uint16_t word = words ? le16(c) : cur_u8(c);

		if (out->count < SROM_SEQUENCE_MAX)
			out->word[out->count++] = word;
	}
}

static void mii_block(struct cur *c, bool words, struct srom_block *b)
{
	b->media = -1;
	b->phy = cur_u8(c);
	sequence(c, words, &b->setup);
	sequence(c, words, &b->reset);
	b->able = le16(c);
	b->offer = le16(c);
	b->full = le16(c);
	b->threshold = le16(c);
	b->interrupt = words ? cur_u8(c) : 0;
}

static void own_csrs(struct cur *c, struct srom_block *b)
{
	b->own_csrs = true;
	for (int i = 0; i < 3; i++)
		b->csr[i] = le16(c);
}

/* The inside of a block with type and length. */
static void typed_block(struct cur *c, enum srom_chip chip, struct srom_block *b)
{
	unsigned int media;

	switch (b->type) {
	case SROM_TYPE_SYM_21140:
		b->media = cur_u8(c) & MEDIA_CODE;
		b->pin_data = cur_u8(c);
		b->command = le16(c);
		return;
	case SROM_TYPE_MII_21140:
		mii_block(c, false, b);
		return;
	case SROM_TYPE_SERIAL:
		media = cur_u8(c);
		b->media = media & MEDIA_CODE;
		if (media & MEDIA_CSRS)
			own_csrs(c, b);
		b->pin_control = le16(c);
		b->pin_data = le16(c);
		return;
	case SROM_TYPE_MII:
		mii_block(c, true, b);
		return;
	case SROM_TYPE_SYM:
		b->media = cur_u8(c) & MEDIA_CODE;
		b->pin_control = le16(c);
		b->pin_data = le16(c);
		b->command = le16(c);
		return;
	case SROM_TYPE_RESET:
		b->media = -1;
		sequence(c, chip != SROM_21140, &b->reset);
		return;
	case SROM_TYPE_DISCONNECT:
		b->media = -1;
		return;
	case SROM_TYPE_COMPACT:
	case SROM_TYPE_21041:
	case SROM_TYPE_COUNT:
		break;
	}
}

static bool fits_chip(enum srom_type type, enum srom_chip chip)
{
	if (type == SROM_TYPE_RESET)
		return true;
	if (chip == SROM_21140)
		return type == SROM_TYPE_SYM_21140 || type == SROM_TYPE_MII_21140;
	return type == SROM_TYPE_SERIAL || type == SROM_TYPE_MII || type == SROM_TYPE_SYM ||
	       type == SROM_TYPE_DISCONNECT;
}

/* A 21140 may leave type and length away. */
static bool compact_block(struct cur *c, struct srom_leaf *leaf, struct srom_block *b)
{
	unsigned int media = cur_u8(c);

	b->media = media & MEDIA_CODE;
	if (leaf->chip == SROM_21041) {
		b->type = SROM_TYPE_21041;
		if (media & MEDIA_CSRS)
			own_csrs(c, b);
	} else {
		b->type = SROM_TYPE_COMPACT;
		b->pin_data = cur_u8(c);
		b->command = le16(c);
	}
	return b->media < SROM_MEDIA_COUNT && leaf->chip != SROM_21142;
}

static bool extended_block(struct cur *c, struct srom_leaf *leaf, struct srom_block *b)
{
	unsigned int len = cur_u8(c) & BLOCK_LENGTH, type;
	struct cur inside = cur_take(c, len);

	type = cur_u8(&inside);
	if (c->short_read || inside.short_read || type > SROM_TYPE_DISCONNECT ||
	    leaf->chip == SROM_21041 || !fits_chip((enum srom_type)type, leaf->chip)) {
		snprintf(leaf->trouble, sizeof(leaf->trouble), "block %u at offset %u: length %u and "
			 "type %u make no sense on a %s", leaf->blocks, b->offset, len, type,
			 srom_chip_name(leaf->chip));
		return false;
	}
	b->type = (enum srom_type)type;
	typed_block(&inside, leaf->chip, b);
	if (inside.short_read)
		snprintf(leaf->trouble, sizeof(leaf->trouble), "block %u at offset %u: %u bytes are too "
			 "few for its type %u", leaf->blocks, b->offset, len, type);
	return !inside.short_read;
}

static bool one_block(struct cur *c, const uint8_t *image, struct srom_leaf *leaf)
{
	struct srom_block *b = &leaf->block[leaf->blocks];
	size_t left = cur_left(c);
	bool good;

	*b = (struct srom_block){ .offset = CRC - (unsigned int)left };
	if (left == 0) {
		snprintf(leaf->trouble, sizeof(leaf->trouble), "block %u lies behind the end",
			 leaf->blocks);
		return false;
	}
	good = image[b->offset] & BLOCK_EXTENDED ? extended_block(c, leaf, b) :
						    compact_block(c, leaf, b);
	b->len_bytes = (unsigned int)(left - cur_left(c));
	if (!leaf->trouble[0] && (!good || c->short_read))
		snprintf(leaf->trouble, sizeof(leaf->trouble), "block %u at offset %u: medium %d makes no "
			 "sense on a %s", leaf->blocks, b->offset, b->media, srom_chip_name(leaf->chip));
	leaf->blocks += !leaf->trouble[0];
	return !leaf->trouble[0];
}

static void read_leaf(const uint8_t *image, struct srom_leaf *leaf, enum srom_chip chip)
{
	struct cur c;

	leaf->chip = chip;
	leaf->blocks = 0;
	leaf->trouble[0] = '\0';
	leaf->pin_direction = -1;
	if (leaf->offset < LEAVES + 3 || leaf->offset >= CRC) {
		snprintf(leaf->trouble, sizeof(leaf->trouble),
			 "its offset %u is outside of the table", leaf->offset);
		return;
	}
	cur_init(&c, image + leaf->offset, CRC - leaf->offset);
	leaf->default_media = le16(&c);
	if (chip == SROM_21140)
		leaf->pin_direction = cur_u8(&c);
	leaf->promised = cur_u8(&c);
	if (c.short_read || leaf->promised == 0 || leaf->promised > SROM_BLOCKS_MAX) {
		snprintf(leaf->trouble, sizeof(leaf->trouble), "a count of %u media blocks makes no sense",
			 leaf->promised);
		return;
	}
	while (leaf->blocks < leaf->promised && one_block(&c, image, leaf))
		;
}

/* The layout under which all blocks make sense, else the one of the 21142 and 21143. */
static void guess_leaf(const uint8_t *image, struct srom_leaf *leaf)
{
	static const enum srom_chip chips[] = { SROM_21142, SROM_21140, SROM_21041 };

	for (size_t i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
		read_leaf(image, leaf, chips[i]);
		if (!leaf->trouble[0])
			break;
	}
	if (leaf->trouble[0])
		read_leaf(image, leaf, SROM_21142);
	leaf->guessed = true;
}

static void leaves(struct srom *out, const uint8_t *image, enum srom_chip chip)
{
	out->leaves = out->controllers < SROM_LEAVES_MAX ? out->controllers : SROM_LEAVES_MAX;
	for (unsigned int i = 0; i < out->leaves; i++) {
		struct srom_leaf *leaf = &out->leaf[i];

		leaf->device = image[LEAVES + 3 * i];
		leaf->offset = word_at(image, LEAVES + 3 * i + 1);
		if (chip == SROM_ANY)
			guess_leaf(image, leaf);
		else
			read_leaf(image, leaf, chip);
	}
}

static bool blank(const uint8_t *image)
{
	for (size_t i = 1; i < SROM_BYTES; i++)
		if (image[i] != image[0])
			return false;
	return true;
}

void srom_decode(struct srom *out, const uint8_t *image, size_t len_bytes, enum srom_chip chip)
{
	*out = (struct srom){ .len_bytes = len_bytes };
	if (blank(image))
		return;
	/* Eight bytes twice: the address and its sum, repeated (21040). */
	if (memcmp(image, image + 16, 8) == 0) {
		out->kind = SROM_ADDRESS;
		memcpy(out->mac, image, sizeof(out->mac));
		return;
	}
	out->kind = SROM_MEDIA;
	out->vendor = word_at(image, 0);
	out->subsystem = word_at(image, 2);
	out->cis = (uint32_t)word_at(image, 6) << 16 | word_at(image, 4);
	out->id_crc = image[ID_CRC];
	out->id_crc_right = id_crc_of(image);
	out->version = image[VERSION];
	out->controllers = image[CONTROLLERS];
	memcpy(out->mac, image + ADDRESS, sizeof(out->mac));
	out->crc = word_at(image, CRC);
	out->crc_right = crc_of(image, CRC);
	leaves(out, image, chip);
}

bool srom_sound(const struct srom *srom)
{
	if (srom->kind != SROM_MEDIA)
		return srom->kind == SROM_ADDRESS;
	for (unsigned int i = 0; i < srom->leaves; i++)
		if (srom->leaf[i].trouble[0])
			return false;
	return srom->crc == srom->crc_right && srom->leaves > 0;
}
