// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/ports.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CLASS_NET "/sys/class/net"
#define PORTS_MAX 4096
#define MAC_BYTES 6

static bool has(const char *name, const char *what)
{
	char path[128];

	snprintf(path, sizeof(path), CLASS_NET "/%s/%s", name, what);
	return access(path, F_OK) == 0;
}

/* A radio has a device too, but no cable. */
static bool is_physical(const struct sockaddr_ll *link, const char *name)
{
	return link->sll_hatype == ARPHRD_ETHER && has(name, "device") && !has(name, "phy80211");
}

static json_t *port_find(const json_t *ports, const char *name)
{
	for (size_t i = 0; i < json_array_size(ports); i++) {
		json_t *port = json_array_get(ports, i);

		if (strcmp(json_string_value(json_object_get(port, "name")), name) == 0)
			return port;
	}
	return NULL;
}

static void add_port(json_t *ports, const struct ifaddrs *at)
{
	const struct sockaddr_ll *link = (const void *)at->ifa_addr;
	const unsigned char *mac = link->sll_addr;
	json_t *port = json_object();
	char text[3 * MAC_BYTES];

	json_object_set_new(port, "name", json_string(at->ifa_name));
	json_object_set_new(port, "index", json_integer(link->sll_ifindex));
	json_object_set_new(port, "up", json_boolean(at->ifa_flags & IFF_UP));
	json_object_set_new(port, "physical", json_boolean(is_physical(link, at->ifa_name)));
	if (link->sll_halen == MAC_BYTES) {
		snprintf(text, sizeof(text), "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1],
			 mac[2], mac[3], mac[4], mac[5]);
		json_object_set_new(port, "hwaddr", json_string(text));
	}
	json_object_set_new(port, "addresses", json_array());
	/* A name that is no UTF-8 has no place in JSON, and no test can name it. */
	if (json_string_value(json_object_get(port, "name")))
		json_array_append(ports, port);
	json_decref(port);
}

static unsigned int prefix_bits(const uint8_t *mask, size_t len_bytes)
{
	unsigned int bits = 0;

	for (size_t i = 0; i < len_bytes; i++)
		bits += (unsigned int)__builtin_popcount(mask[i]);
	return bits;
}

/* A label of an address ("eth0:1") stands for its interface. */
static void add_address(json_t *ports, const struct ifaddrs *at)
{
	bool v6 = at->ifa_addr->sa_family == AF_INET6;
	size_t offset = v6 ? offsetof(struct sockaddr_in6, sin6_addr) :
			     offsetof(struct sockaddr_in, sin_addr);
	char name[IF_NAMESIZE], address[INET6_ADDRSTRLEN], text[INET6_ADDRSTRLEN + 8];
	json_t *port;

	snprintf(name, sizeof(name), "%s", at->ifa_name);
	name[strcspn(name, ":")] = '\0';
	port = port_find(ports, name);
	if (!port || !at->ifa_netmask ||
	    !inet_ntop(at->ifa_addr->sa_family, (const char *)at->ifa_addr + offset, address,
		       sizeof(address)))
		return;
	snprintf(text, sizeof(text), "%s/%u", address,
		 prefix_bits((const uint8_t *)at->ifa_netmask + offset, v6 ? 16 : 4));
	json_array_append_new(json_object_get(port, "addresses"), json_string(text));
}

static void leave_out_others(json_t *ports)
{
	for (size_t i = json_array_size(ports); i-- > 0;) {
		const json_t *port = json_array_get(ports, i);

		if (!json_is_true(json_object_get(port, "physical")) &&
		    json_array_size(json_object_get(port, "addresses")) == 0)
			json_array_remove(ports, i);
	}
}

json_t *ports_list(void)
{
	json_t *ports = json_array();
	struct ifaddrs *all = NULL;

	if (getifaddrs(&all) < 0)
		return ports;
	for (const struct ifaddrs *at = all; at; at = at->ifa_next)
		if (at->ifa_addr && at->ifa_addr->sa_family == AF_PACKET &&
		    !(at->ifa_flags & IFF_LOOPBACK) && json_array_size(ports) < PORTS_MAX)
			add_port(ports, at);
	for (const struct ifaddrs *at = all; at; at = at->ifa_next)
		if (at->ifa_addr && (at->ifa_addr->sa_family == AF_INET ||
				     at->ifa_addr->sa_family == AF_INET6))
			add_address(ports, at);
	freeifaddrs(all);
	leave_out_others(ports);
	return ports;
}
