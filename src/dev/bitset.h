/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_BITSET_H
#define DEV_BITSET_H

#include "dev/attr.h"
#include "fact/modes.h"

/*
 * A bit set of ethtool netlink in either form, compact or a list of bits
 * (Documentation/networking/ethtool-netlink.rst, "Bit sets"), of any length:
 * a newer kernel's has more bits than ours, an older one's fewer.  A set
 * without mask leaves mask empty.
 */
struct bitset {
	struct modes value, mask;
};

struct bitset bitset_read(const struct attr *a);

#endif
