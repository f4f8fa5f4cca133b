/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODULE_IMAGE_H
#define MODULE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cur.h"

/*
 * The memory of a plugged module or cable, as far as it was read: parts of at
 * most 128 bytes that do not cross offset 128, which is what
 * ETHTOOL_MSG_MODULE_EEPROM_GET hands out.  The answers "netlink module" and
 * "ioctl module" are such parts one after the other:
 *
 *	byte 0		I2C address: 0x50, or 0x51 (diagnostics of SFF-8472)
 *	byte 1, 2	bank and page
 *	byte 3		offset, 0 to 255
 *	byte 4		how many bytes follow; 0: the read failed
 */
#define MODULE_PART_HEAD 5
#define MODULE_PART_MAX 128
#define MODULE_PARTS_MAX 12
#define MODULE_IMAGE_MAX (MODULE_PARTS_MAX * (MODULE_PART_HEAD + MODULE_PART_MAX))

struct module_part {
	uint8_t i2c, bank, page, offset;
	uint8_t len_bytes;
	const uint8_t *bytes;	/* borrowed from the answer */
};

struct module_image {
	struct module_part part[MODULE_PARTS_MAX];
	unsigned int parts;
};

/* Takes any bytes; a part that is cut off counts as far as it goes. */
void module_image_read(struct module_image *image, const void *bytes, size_t len_bytes);

/* Writes a part the way it stands in an answer; returns its length. */
size_t module_part_put(uint8_t out[static MODULE_PART_HEAD + MODULE_PART_MAX],
		       const struct module_part *part);

/*
 * What to read next, by what the module says it has; len_bytes is the wish.
 * False: enough was read.  A part that was asked for is never wanted again.
 */
bool module_next(const struct module_image *image, struct module_part *want);

/*
 * Where a part stands in the one row of bytes of ETHTOOL_GMODULEEEPROM: the
 * diagnostics of an SFP behind its 256 bytes, the upper pages of a QSFP behind
 * its lower half (fallback_set_params() in Linux net/ethtool/eeprom.c).
 */
unsigned int module_flat_offset(const struct module_part *part);

/* Where bytes stand: I2C address, bank and page. */
#define MODULE_PLACE(i2c, bank, page) \
	((unsigned int)(i2c) << 16 | (unsigned int)(bank) << 8 | (unsigned int)(page))
#define MODULE_MAIN MODULE_PLACE(0x50, 0, 0)	/* lower memory and page 0 */
#define MODULE_DIAG MODULE_PLACE(0x51, 0, 0)

/* A cursor over these bytes; an empty one when they were not all read. */
struct cur module_cur(const struct module_image *image, unsigned int place, unsigned int offset,
		      size_t len_bytes);
bool module_has(const struct module_image *image, unsigned int place, unsigned int offset,
		size_t len_bytes);
uint8_t module_byte(const struct module_image *image, unsigned int place,
		    unsigned int offset);	/* not read: 0 */

/* By byte 0: "SFF-8472", "SFF-8636" or "CMIS"; NULL: none that is understood. */
const char *module_map(const struct module_image *image);

#endif
