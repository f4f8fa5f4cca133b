// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/address.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <string.h>

bool address_parse(const char *text, const char *iface, uint16_t port_number,
		   struct sockaddr_in6 *out)
{
	struct in_addr v4;

	*out = (struct sockaddr_in6){ .sin6_family = AF_INET6, .sin6_port = htons(port_number) };
	if (!text)
		return false;
	if (inet_pton(AF_INET, text, &v4) == 1) {
		out->sin6_addr.s6_addr[10] = out->sin6_addr.s6_addr[11] = 0xff;
		memcpy(&out->sin6_addr.s6_addr[12], &v4, sizeof(v4));
		return true;
	}
	if (inet_pton(AF_INET6, text, &out->sin6_addr) != 1)
		return false;
	if (IN6_IS_ADDR_LINKLOCAL(&out->sin6_addr))
		out->sin6_scope_id = if_nametoindex(iface);
	return true;
}

bool address_is_v6(const struct sockaddr_in6 *address)
{
	return !IN6_IS_ADDR_V4MAPPED(&address->sin6_addr);
}
