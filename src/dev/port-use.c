// SPDX-License-Identifier: GPL-3.0-or-later
/* What depends on a port: the answers of the system, taken apart. */
#include "dev/port-use.h"

#include <arpa/inet.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dev/attr.h"

#define TCP_ESTABLISHED 1
#define SSH_PORT 22
#define MAPPED_BYTES 12		/* before the IPv4 address in ::ffff:0:0/96 (RFC 4291 2.5.5.2) */

static unsigned int number(const struct attr *tb, int type)
{
	int64_t num = 0;

	attr_num(&tb[type], &num);
	return (unsigned int)num;
}

/* The "link" of a veth is its other end, and in another namespace indices mean nothing here. */
static bool stands_on_its_link(const struct attr *tb)
{
	struct attr info[IFLA_INFO_MAX + 1];
	char kind[16];

	attrs_sort(attr_inside(&tb[IFLA_LINKINFO]), info, IFLA_INFO_MAX + 1);
	if (attr_text(&info[IFLA_INFO_KIND], kind, sizeof(kind)) && strcmp(kind, "veth") == 0)
		return false;
	return !tb[IFLA_LINK_NETNSID].data;
}

bool use_link_parse(struct use_link *link, const uint8_t *msg, size_t len_bytes)
{
	struct attr tb[IFLA_LINK_NETNSID + 1];
	struct ifinfomsg head;
	struct cur c;

	*link = (struct use_link){ 0 };
	if (len_bytes < sizeof(head))
		return false;
	cur_init(&c, msg, len_bytes);
	memcpy(&head, cur_bytes(&c, sizeof(head)), sizeof(head));
	attrs_sort(c, tb, IFLA_LINK_NETNSID + 1);
	link->index = (unsigned int)head.ifi_index;
	link->lower = stands_on_its_link(tb) ? number(tb, IFLA_LINK) : 0;
	link->master = number(tb, IFLA_MASTER);
	return link->index != 0;
}

static void stack_add(struct use_stack *stack, unsigned int index)
{
	if (index && !use_stack_has(stack, index) && stack->count < USE_LINKS_MAX)
		stack->index[stack->count++] = index;
}

bool use_stack_has(const struct use_stack *stack, unsigned int index)
{
	for (unsigned int i = 0; i < stack->count; i++)
		if (stack->index[i] == index)
			return true;
	return false;
}

/* The stack grows while it is walked. */
static void walk(struct use_stack *stack, unsigned int port, const struct use_link *link,
		 size_t links, bool up)
{
	stack->count = 0;
	stack_add(stack, port);
	for (unsigned int at = 0; at < stack->count; at++)
		for (size_t i = 0; i < links; i++) {
			/* What stands below, and what on it. */
			const unsigned int tie[][2] = { { link[i].index, link[i].master },
							{ link[i].lower, link[i].index } };

			for (int t = 0; t < 2; t++)
				if (tie[t][!up] == stack->index[at])
					stack_add(stack, tie[t][up]);
		}
}

void use_stack_build(struct use_stack *stack, unsigned int port, const struct use_link *link,
		     size_t links)
{
	walk(stack, port, link, links, true);
}

void use_stack_build_down(struct use_stack *stack, unsigned int port, const struct use_link *link,
			  size_t links)
{
	walk(stack, port, link, links, false);
}

static void hop_add(struct use_route *route, unsigned int oif)
{
	if (oif && route->hops < USE_HOPS_MAX)
		route->oif[route->hops++] = oif;
}

/* struct rtnexthop (linux/rtnetlink.h), one after the other. */
static void hops_add(struct use_route *route, struct cur c)
{
	struct rtnexthop hop;

	while (cur_left(&c) >= sizeof(hop)) {
		memcpy(&hop, cur_bytes(&c, sizeof(hop)), sizeof(hop));
		hop_add(route, (unsigned int)hop.rtnh_ifindex);
		if (hop.rtnh_len < sizeof(hop) ||
		    !cur_bytes(&c, RTNH_ALIGN(hop.rtnh_len) - sizeof(hop)))
			return;
	}
}

bool use_route_parse(struct use_route *route, const uint8_t *msg, size_t len_bytes)
{
	struct attr tb[RTA_MULTIPATH + 1];
	struct rtmsg head;
	struct cur c;

	*route = (struct use_route){ 0 };
	if (len_bytes < sizeof(head))
		return false;
	cur_init(&c, msg, len_bytes);
	memcpy(&head, cur_bytes(&c, sizeof(head)), sizeof(head));
	attrs_sort(c, tb, RTA_MULTIPATH + 1);
	route->is_default = head.rtm_dst_len == 0;
	hop_add(route, number(tb, RTA_OIF));
	hops_add(route, attr_inside(&tb[RTA_MULTIPATH]));
	return head.rtm_type == RTN_UNICAST;
}

static void unmap(struct use_address *address)
{
	static const uint8_t prefix[MAPPED_BYTES] = { [10] = 0xff, [11] = 0xff };

	if (address->family != AF_INET6 || memcmp(address->bytes, prefix, MAPPED_BYTES) != 0)
		return;
	address->family = AF_INET;
	memmove(address->bytes, address->bytes + MAPPED_BYTES, sizeof(struct in_addr));
}

bool use_address_parse(struct use_address *address, const char *text)
{
	*address = (struct use_address){ .family = strchr(text, ':') ? AF_INET6 : AF_INET };
	if (inet_pton(address->family, text, address->bytes) != 1)
		return false;
	unmap(address);
	return true;
}

/* The value of an option in "rw,addr=10.0.0.1,vers=4"; false: not there. */
static bool option(const char *options, const char *name, char *out, size_t size)
{
	size_t len = strlen(name);

	for (const char *at = options; *at; at += strcspn(at, ","), at += *at == ',') {
		if (strncmp(at, name, len) != 0 || at[len] != '=')
			continue;
		at += len + 1;
		snprintf(out, size, "%.*s", (int)strcspn(at, ",/ \n"), at);
		return out[0] != '\0';
	}
	return false;
}

/* "HOST:/volume", "[ADDRESS]:6789,...:/", "ADDRESS@tcp:/fs", "ADDRESS". */
static bool host_of_source(const char *source, char *out, size_t size)
{
	if (*source == '[')
		snprintf(out, size, "%.*s", (int)strcspn(source + 1, "]"), source + 1);
	else
		snprintf(out, size, "%.*s", (int)strcspn(source, ":,@/"), source);
	return out[0] != '\0';
}

static bool server_of(struct use_mount *mount, const char *source, const char *options)
{
	char *out = mount->server;
	size_t size = sizeof(mount->server);
	char mons[256];

	if (strcmp(mount->type, "nfs") == 0 || strcmp(mount->type, "nfs4") == 0 ||
	    strcmp(mount->type, "cifs") == 0 || strcmp(mount->type, "smb3") == 0)
		return option(options, "addr", out, size);
	if (strcmp(mount->type, "ceph") == 0)
		return host_of_source(option(options, "mon_addr", mons, sizeof(mons)) ? mons : source,
				      out, size);
	if (strcmp(mount->type, "9p") == 0)
		return option(options, "trans", out, size) && strcmp(out, "tcp") == 0 &&
		       host_of_source(source, out, size);
	if (strcmp(mount->type, "fuse.glusterfs") == 0 || strcmp(mount->type, "lustre") == 0)
		return host_of_source(source, out, size);
	return false;
}

bool use_mount_parse(struct use_mount *mount, const char *line)
{
	const char *tail = strstr(line, " - ");
	char source[512], options[2048];

	*mount = (struct use_mount){ 0 };
	return tail &&
	       sscanf(line, "%*s %*s %*s %*s %199s", mount->where) == 1 &&
	       sscanf(tail, " - %23s %511s %2047s", mount->type, source, options) == 3 &&
	       server_of(mount, source, options);
}

/* Groups of eight digits, each a number in host byte order of what is on the wire. */
static bool hex_address(struct use_address *address, const char *hex, size_t digits)
{
	*address = (struct use_address){ .family = digits == 8 ? AF_INET : AF_INET6 };
	if (digits != 8 && digits != 32)
		return false;
	for (size_t i = 0; i < digits / 8; i++) {
		char group[9];
		uint32_t word;

		snprintf(group, sizeof(group), "%.8s", hex + 8 * i);
		word = (uint32_t)strtoul(group, NULL, 16);
		memcpy(address->bytes + 4 * i, &word, sizeof(word));
	}
	unmap(address);
	return true;
}

bool use_tcp_parse(struct use_address *peer, const char *line)
{
	char local[40], remote[40];
	unsigned int local_port, remote_port, state;

	return sscanf(line, " %*[0-9]: %39[0-9A-Fa-f]:%x %39[0-9A-Fa-f]:%x %x", local, &local_port,
		      remote, &remote_port, &state) == 5 &&
	       state == TCP_ESTABLISHED && local_port == SSH_PORT &&
	       hex_address(peer, remote, strlen(remote));
}

bool use_ssh_parse(struct use_address *peer, char *scope, size_t size, const char *text)
{
	char address[INET6_ADDRSTRLEN + 1];
	size_t len = strcspn(text, " %");

	if (text[len] == '%')
		snprintf(scope, size, "%.*s", (int)strcspn(text + len + 1, " "), text + len + 1);
	else
		snprintf(scope, size, "%s", "");
	if (len >= sizeof(address))
		return false;
	snprintf(address, sizeof(address), "%.*s", (int)len, text);
	return use_address_parse(peer, address);
}

double use_ambient_share(const struct port_bytes *before, const struct port_bytes *after,
			 int64_t speed_mbps)
{
	uint64_t rx = after->rx - before->rx, tx = after->tx - before->tx;
	double window_ns = (double)(after->t_ns - before->t_ns);

	if (!(window_ns > 0) || speed_mbps <= 0 || after->rx < before->rx || after->tx < before->tx)
		return 0;
	/* bits in a nanosecond are Gb/s */
	return (double)(rx > tx ? rx : tx) * 8 / window_ns * 1e3 / (double)speed_mbps;
}

bool port_use_wants_consent(const struct facts *near, char *why, size_t size)
{
	const char *netfs = facts_text(near, FACT_PORT_NETFS);
	double ambient = facts_real(near, FACT_PORT_AMBIENT, 0);

	why[0] = '\0';
	if (facts_yes(near, FACT_PORT_DEFAULT_ROUTE))
		snprintf(why, size, "it carries the default route");
	else if (netfs && netfs[0])
		snprintf(why, size, "it carries a network file system (%.*s)",
			 (int)strcspn(netfs, "\n"), netfs);
	else if (facts_yes(near, FACT_PORT_SESSION))
		snprintf(why, size, "it carries an ssh session");
	else if (ambient > PORT_BUSY_SHARE)
		snprintf(why, size, "other traffic takes %.0f %% of it", ambient * 100);
	else if (!facts_known(near, FACT_PORT_DEFAULT_ROUTE) || !netfs ||
		 !facts_known(near, FACT_PORT_SESSION))
		snprintf(why, size, "what depends on it could not be read");
	return why[0] != '\0';
}
