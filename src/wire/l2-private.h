/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_L2_PRIVATE_H
#define WIRE_L2_PRIVATE_H

#include "base/cur.h"
#include "wire/l2.h"
#include "wire/text.h"

/* Each leaves short_read set when the fixed part was not all there. */
void l2_read_stp(struct l2 *l, const struct eth *e, struct cur *c);
void l2_read_udld(struct l2 *l, const struct eth *e, struct cur *c);
void l2_read_dtp(struct l2 *l, const struct eth *e, struct cur *c);
void l2_read_vtp(struct l2 *l, const struct eth *e, struct cur *c);

#endif
