/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PEER_PORTS_H
#define PEER_PORTS_H

#include <jansson.h>

/*
 * The interfaces of this host that can be one end of a path: Ethernet ports
 * that have a device, and whatever else has an address (a bond, a bridge, a
 * tap), without loopback.  An array, NULL without memory:
 *
 *   [{"name":"eth0","index":2,"up":true,"physical":true,"hwaddr":"02:00:00:00:00:01",
 *     "addresses":["192.0.2.1/24","fe80::1/64"]}]
 */
json_t *ports_list(void);

#endif
