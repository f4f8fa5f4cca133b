/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PEER_PAIR_H
#define PEER_PAIR_H

#include <jansson.h>
#include <stdbool.h>

#include "base/err.h"

/*
 * Which far port belongs to iface?  The one that shares a subnet with it, by
 * lists of ports as the service "ports" gives them.  Link-local addresses are
 * everywhere and tell nothing.  same_place: both lists are of one namespace of
 * one machine, where iface itself is no far port.
 *
 * far: the name, cut never (128 bytes hold any).  -ENODEV: iface has no address
 * or nobody shares it; -ENOTUNIQ: several do, err names them.  Both say how to
 * choose one.
 */
int pair_by_subnet(const json_t *near_ports, const char *iface, const json_t *far_ports,
		   bool same_place, char far[static 128], struct err *err);

/*
 * Addresses through which the two ports can talk: of a subnet they share; else
 * IPv6 link-local ones, or those of two subnets with a router between, what is
 * likelier first.  routed: there seems to be no segment in common.  False: there
 * are none.
 */
struct pair_addresses {
	char near[48], far[48];
};

bool pair_common_address(const json_t *near_ports, const char *iface, const json_t *far_ports,
			 const char *far_iface, bool routed, struct pair_addresses *out);

#endif
