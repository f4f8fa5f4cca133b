/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_ADDRESS_H
#define STREAM_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * An address as text, IPv4 as ::ffff:192.0.2.1: one sort of socket for both.  A
 * link-local one belongs to iface.  False: no address.
 */
bool address_parse(const char *text, const char *iface, uint16_t port_number,
		   struct sockaddr_in6 *out);

bool address_is_v6(const struct sockaddr_in6 *address);

#endif
