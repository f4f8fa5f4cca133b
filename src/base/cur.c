// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/cur.h"

void cur_init(struct cur *c, const void *bytes, size_t len_bytes)
{
	c->at = bytes;
	/* NULL with nothing in it is fine; NULL + 0 is undefined. */
	c->end = len_bytes ? c->at + len_bytes : c->at;
	c->short_read = false;
}

size_t cur_left(const struct cur *c)
{
	return (size_t)(c->end - c->at);
}

const uint8_t *cur_bytes(struct cur *c, size_t len_bytes)
{
	const uint8_t *at = c->at;

	if (cur_left(c) < len_bytes) {
		c->at = c->end;
		c->short_read = true;
		return NULL;
	}
	if (len_bytes)
		c->at += len_bytes;
	return at;
}

struct cur cur_take(struct cur *c, size_t len_bytes)
{
	const uint8_t *bytes = cur_bytes(c, len_bytes);
	struct cur sub = { .at = c->end, .end = c->end, .short_read = true };

	if (bytes)
		cur_init(&sub, bytes, len_bytes);
	return sub;
}

static uint32_t cur_be(struct cur *c, size_t len_bytes)
{
	const uint8_t *bytes = cur_bytes(c, len_bytes);
	uint32_t value = 0;

	for (size_t i = 0; bytes && i < len_bytes; i++)
		value = value << 8 | bytes[i];
	return value;
}

uint8_t cur_u8(struct cur *c)
{
	return (uint8_t)cur_be(c, 1);
}

uint16_t cur_be16(struct cur *c)
{
	return (uint16_t)cur_be(c, 2);
}

uint32_t cur_be32(struct cur *c)
{
	return cur_be(c, 4);
}
