// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/attr.h"

#include <linux/netlink.h>
#include <string.h>

bool attr_next(struct cur *c, struct attr *a)
{
	const uint8_t *head = cur_bytes(c, NLA_HDRLEN);
	struct nlattr nla;
	size_t len;

	if (!head)
		return false;
	memcpy(&nla, head, sizeof(nla));
	if (nla.nla_len < NLA_HDRLEN)
		return false;
	len = nla.nla_len - (size_t)NLA_HDRLEN;
	a->type = nla.nla_type & NLA_TYPE_MASK;
	a->len_bytes = len;
	a->data = cur_bytes(c, len);
	if (!a->data)
		return false;
	/* The last one may come without its padding. */
	len = NLA_ALIGN(len) - len;
	cur_bytes(c, len < cur_left(c) ? len : cur_left(c));
	return true;
}

void attrs_sort(struct cur c, struct attr *tb, size_t count)
{
	struct attr a;

	memset(tb, 0, count * sizeof(*tb));
	while (attr_next(&c, &a))
		if (a.type < count)
			tb[a.type] = a;
}

struct cur attr_inside(const struct attr *a)
{
	struct cur c;

	cur_init(&c, a->data ? a->data : (const uint8_t *)"", a->data ? a->len_bytes : 0);
	return c;
}

bool attr_num(const struct attr *a, int64_t *num)
{
	uint64_t u64;
	uint32_t u32;
	uint16_t u16;

	if (!a->data)
		return false;
	switch (a->len_bytes) {
	case sizeof(uint8_t):
		*num = a->data[0];
		return true;
	case sizeof(u16):
		memcpy(&u16, a->data, sizeof(u16));
		*num = u16;
		return true;
	case sizeof(u32):
		memcpy(&u32, a->data, sizeof(u32));
		*num = u32;
		return true;
	case sizeof(u64):
		memcpy(&u64, a->data, sizeof(u64));
		*num = (int64_t)u64;
		return u64 <= INT64_MAX;
	default:
		return false;
	}
}

bool attr_text(const struct attr *a, char *out, size_t size)
{
	size_t len;

	if (!a->data)
		return false;
	len = strnlen((const char *)a->data, a->len_bytes);
	if (len == 0 || len >= size)
		return false;
	memcpy(out, a->data, len);
	out[len] = '\0';
	return true;
}
