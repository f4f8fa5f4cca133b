/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CUR_H
#define BASE_CUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A cursor over bytes that cannot leave its field.  Reads past the end give
 * zeros and set `short_read`; the caller looks at that flag once, at the end.
 * The bytes are borrowed and must outlive the cursor.
 */
struct cur {
	const uint8_t *at, *end;
	bool short_read;
};

void cur_init(struct cur *c, const void *bytes, size_t len_bytes);
size_t cur_left(const struct cur *c);
uint8_t cur_u8(struct cur *c);
uint16_t cur_be16(struct cur *c);
uint32_t cur_be32(struct cur *c);

/* The next len_bytes, or NULL and an empty rest when there are fewer. */
const uint8_t *cur_bytes(struct cur *c, size_t len_bytes);

/* A cursor over the next len_bytes: what reads it cannot leave them. */
struct cur cur_take(struct cur *c, size_t len_bytes);

#endif
