// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/pair.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct subnet {
	int family;
	unsigned int prefix_bits;
	uint8_t bytes[16];
};

static bool is_link_local(const struct subnet *s)
{
	if (s->family == AF_INET)
		return s->bytes[0] == 169 && s->bytes[1] == 254;
	return s->bytes[0] == 0xfe && (s->bytes[1] & 0xc0) == 0x80;
}

/* "192.0.2.1/24", "2001:db8::1/64".  A whole address is no subnet to share. */
static bool subnet_parse(const char *text, struct subnet *s)
{
	size_t len = text ? strcspn(text, "/") : 0;
	char address[INET6_ADDRSTRLEN];
	unsigned int bits_max;

	if (!text || !text[len] || len >= sizeof(address))
		return false;
	memcpy(address, text, len);
	address[len] = '\0';
	*s = (struct subnet){ .family = strchr(address, ':') ? AF_INET6 : AF_INET };
	s->prefix_bits = (unsigned int)strtoul(text + len + 1, NULL, 10);
	bits_max = s->family == AF_INET ? 32 : 128;
	return inet_pton(s->family, address, s->bytes) == 1 && s->prefix_bits > 0 &&
	       s->prefix_bits < bits_max && !is_link_local(s);
}

static bool subnet_equal(const struct subnet *a, const struct subnet *b)
{
	size_t bytes = a->prefix_bits / 8;
	uint8_t mask = (uint8_t)(0xff00 >> a->prefix_bits % 8);

	if (a->family == AF_UNSPEC || a->family != b->family || a->prefix_bits != b->prefix_bits)
		return false;
	if (memcmp(a->bytes, b->bytes, bytes) != 0)
		return false;
	return !mask || ((a->bytes[bytes] ^ b->bytes[bytes]) & mask) == 0;
}

static const char *port_name(const json_t *port)
{
	const char *name = json_string_value(json_object_get(port, "name"));

	return name ? name : "";
}

/* False: there are no more.  An address that tells no subnet has no family. */
static bool subnet_at(const json_t *port, size_t i, struct subnet *s)
{
	const json_t *addresses = json_object_get(port, "addresses");

	if (i >= json_array_size(addresses))
		return false;
	if (!subnet_parse(json_string_value(json_array_get(addresses, i)), s))
		s->family = AF_UNSPEC;
	return true;
}

static bool share(const json_t *a, const json_t *b)
{
	struct subnet x, y;

	for (size_t i = 0; subnet_at(a, i, &x); i++)
		for (size_t k = 0; subnet_at(b, k, &y); k++)
			if (subnet_equal(&x, &y))
				return true;
	return false;
}

static const json_t *port_find(const json_t *ports, const char *name)
{
	for (size_t i = 0; i < json_array_size(ports); i++)
		if (strcmp(port_name(json_array_get(ports, i)), name) == 0)
			return json_array_get(ports, i);
	return NULL;
}

static const char *address_at(const json_t *port, size_t i)
{
	return json_string_value(json_array_get(json_object_get(port, "addresses"), i));
}

static void cut_prefix(const char *text, char out[static 48])
{
	snprintf(out, 48, "%.*s", (int)strcspn(text, "/"), text);
}

static bool is_v6_link_local(const char *text)
{
	struct subnet s = { .family = AF_INET6 };
	char address[48];

	if (!text)
		return false;
	cut_prefix(text, address);
	return inet_pton(AF_INET6, address, s.bytes) == 1 && is_link_local(&s);
}

static bool common_link_local(const json_t *near, const json_t *far, struct pair_addresses *out)
{
	const char *of_near = NULL, *of_far = NULL, *text;

	for (size_t i = 0; !of_near && (text = address_at(near, i)); i++)
		of_near = is_v6_link_local(text) ? text : NULL;
	for (size_t i = 0; !of_far && (text = address_at(far, i)); i++)
		of_far = is_v6_link_local(text) ? text : NULL;
	if (!of_near || !of_far)
		return false;
	cut_prefix(of_near, out->near);
	cut_prefix(of_far, out->far);
	return true;
}

/* Of one family, in subnets of their own: a router may know the way. */
static bool apart(const json_t *near, const json_t *far, struct pair_addresses *out)
{
	struct subnet x, y;

	for (size_t i = 0; subnet_at(near, i, &x); i++)
		for (size_t k = 0; subnet_at(far, k, &y); k++) {
			if (x.family == AF_UNSPEC || x.family != y.family)
				continue;
			cut_prefix(address_at(near, i), out->near);
			cut_prefix(address_at(far, k), out->far);
			return true;
		}
	return false;
}

bool pair_common_address(const json_t *near_ports, const char *iface, const json_t *far_ports,
			 const char *far_iface, bool routed, struct pair_addresses *out)
{
	const json_t *near = port_find(near_ports, iface), *far = port_find(far_ports, far_iface);
	struct subnet x, y;

	for (size_t i = 0; near && far && subnet_at(near, i, &x); i++)
		for (size_t k = 0; subnet_at(far, k, &y); k++)
			if (subnet_equal(&x, &y)) {
				cut_prefix(address_at(near, i), out->near);
				cut_prefix(address_at(far, k), out->far);
				return true;
			}
	if (!near || !far)
		return false;
	if (routed)
		return apart(near, far, out) || common_link_local(near, far, out);
	return common_link_local(near, far, out) || apart(near, far, out);
}

static unsigned int candidates(const json_t *near, const json_t *far_ports, bool same_place,
			       char *names, size_t size, const json_t **last)
{
	unsigned int count = 0;
	size_t len = 0;

	for (size_t i = 0; i < json_array_size(far_ports); i++) {
		const json_t *port = json_array_get(far_ports, i);

		if (!share(near, port) ||
		    (same_place && strcmp(port_name(port), port_name(near)) == 0))
			continue;
		*last = port;
		count++;
		if (len < size)
			len += (size_t)snprintf(names + len, size - len, "%s%s", len ? " " : "",
						port_name(port));
	}
	return count;
}

int pair_by_subnet(const json_t *near_ports, const char *iface, const json_t *far_ports,
		   bool same_place, char far[static 128], struct err *err)
{
	const json_t *near = port_find(near_ports, iface), *port = NULL;
	char names[200] = "";
	unsigned int count = near ? candidates(near, far_ports, same_place, names, sizeof(names),
					       &port) : 0;

	if (count > 1)
		return err_set(err, -ENOTUNIQ,
			       "%s: several far ports share its subnet (%s); choose one with "
			       "--peer-iface", iface, names);
	if (count == 0 || !port_name(port)[0] || strlen(port_name(port)) > 127)
		return err_set(err, -ENODEV,
			       "%s: no far port shares a subnet with it; name it with --peer-iface",
			       iface);
	snprintf(far, 128, "%s", port_name(port));
	return 0;
}
