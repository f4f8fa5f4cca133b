// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/bitset.h"

#include <linux/ethtool_netlink.h>
#include <string.h>

static struct modes words(const struct attr *a, int64_t bits)
{
	uint32_t word[MODES_BITS / 32] = { 0 };
	size_t len = a->data ? a->len_bytes : 0;
	struct modes out;

	if (len > sizeof(word))
		len = sizeof(word);
	if (len)
		memcpy(word, a->data, len / sizeof(word[0]) * sizeof(word[0]));
	out = modes_from_u32(word, MODES_BITS / 32);
	for (int64_t bit = bits; bit < MODES_BITS; bit++)
		out.w[bit / 64] &= ~(UINT64_C(1) << bit % 64);
	return out;
}

static int bit_of(const struct attr *tb)
{
	int64_t index;
	char name[64];

	if (attr_num(&tb[ETHTOOL_A_BITSET_BIT_INDEX], &index))
		return index < MODES_BITS ? (int)index : -1;
	if (attr_text(&tb[ETHTOOL_A_BITSET_BIT_NAME], name, sizeof(name)))
		return mode_bit(name);
	return -1;
}

static struct bitset bit_list(const struct attr *bits, bool no_mask)
{
	struct attr tb[ETHTOOL_A_BITSET_BIT_VALUE + 1];
	struct bitset out = { 0 };
	struct cur c = attr_inside(bits);
	struct attr a;

	while (attr_next(&c, &a)) {
		if (a.type != ETHTOOL_A_BITSET_BITS_BIT)
			continue;
		attrs_sort(attr_inside(&a), tb, ETHTOOL_A_BITSET_BIT_VALUE + 1);
		if (!no_mask)
			modes_add(&out.mask, bit_of(tb));
		if (no_mask || tb[ETHTOOL_A_BITSET_BIT_VALUE].data)
			modes_add(&out.value, bit_of(tb));
	}
	return out;
}

struct bitset bitset_read(const struct attr *a)
{
	struct attr tb[ETHTOOL_A_BITSET_MASK + 1];
	struct bitset out = { 0 };
	int64_t bits;

	attrs_sort(attr_inside(a), tb, ETHTOOL_A_BITSET_MASK + 1);
	if (tb[ETHTOOL_A_BITSET_BITS].data)
		return bit_list(&tb[ETHTOOL_A_BITSET_BITS], tb[ETHTOOL_A_BITSET_NOMASK].data);
	if (!attr_num(&tb[ETHTOOL_A_BITSET_SIZE], &bits))
		return out;
	out.value = words(&tb[ETHTOOL_A_BITSET_VALUE], bits);
	if (!tb[ETHTOOL_A_BITSET_NOMASK].data)
		out.mask = words(&tb[ETHTOOL_A_BITSET_MASK], bits);
	return out;
}
