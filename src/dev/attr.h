/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_ATTR_H
#define DEV_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cur.h"

/*
 * Netlink attributes (include/uapi/linux/netlink.h, struct nlattr) out of bytes
 * that may be truncated, unaligned or hostile: recordings and fuzzers bring
 * such, and libnl reads them in place.  Numbers are in host byte order.
 */
struct attr {
	uint16_t type;		/* without the flags NLA_F_NESTED and NLA_F_NET_BYTEORDER */
	const uint8_t *data;	/* NULL: there is no such attribute */
	size_t len_bytes;
};

/* The next attribute; false at the end and at the first malformed one. */
bool attr_next(struct cur *c, struct attr *a);

/*
 * Sorts the attributes into tb by type, types from count on are left out.  Of
 * several with one type the last stays, as in the kernel.
 */
void attrs_sort(struct cur c, struct attr *tb, size_t count);

/* What is inside a nest; empty for an attribute that is not there. */
struct cur attr_inside(const struct attr *a);

/* A number of 1, 2, 4 or 8 bytes.  False: not there, another size, above INT64_MAX. */
bool attr_num(const struct attr *a, int64_t *num);

/* Copies up to the first NUL.  False: not there, empty, or longer than out. */
bool attr_text(const struct attr *a, char *out, size_t size);

#endif
