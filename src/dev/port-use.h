/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_PORT_USE_H
#define DEV_PORT_USE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "fact/fact.h"

/*
 * What depends on a port, before traffic is sent through it: a default route, a
 * network file system, an ssh session, other traffic.  A route counts when it
 * leaves through the port or through a bond, bridge or VLAN that stands on it.
 *
 * Out of reach: block devices on the network (iSCSI, NBD, a root on them), file
 * systems of FUSE but glusterfs, an ssh server on another TCP port than 22 when
 * SSH_CONNECTION is not set (sudo clears it), and sessions to link-local IPv6
 * addresses.
 */

/* Share of the speed above which other traffic is said, and full load asked about. */
#define PORT_BUSY_SHARE 0.10

/*
 * Fills port.default_route, port.netfs and port.session of near, or leaves gaps.
 * Blocks while the name of a server is looked up, if a mount has only a name.
 * -ENODEV: no such interface; -EIO: no rtnetlink.
 */
int port_use_read(struct facts *near, const char *name, struct err *err);

/* Bytes that the port has moved; before and after a window they give port.ambient. */
struct port_bytes {
	int64_t t_ns;			/* clock_now_ns() */
	uint64_t rx, tx;
};

int port_bytes_read(struct port_bytes *bytes, const char *name);	/* 0 or -errno */
void port_use_ambient(struct facts *near, const struct port_bytes *before,
		      const struct port_bytes *after);

/*
 * Whether sending at full speed through this port wants the user's consent, and
 * why, in one line.  What could not be read wants it too.
 */
bool port_use_wants_consent(const struct facts *near, char *why, size_t size);

/* What follows is pure, and here for its tests. */

/* RTM_NEWLINK without its netlink header: what an interface stands on or belongs to. */
struct use_link {
	unsigned int index, lower, master;	/* 0: none here */
};

bool use_link_parse(struct use_link *link, const uint8_t *msg, size_t len_bytes);

/* The port and all that stands on it. */
#define USE_LINKS_MAX 256
struct use_stack {
	unsigned int index[USE_LINKS_MAX];
	unsigned int count;
};

void use_stack_build(struct use_stack *stack, unsigned int port, const struct use_link *link,
		     size_t links);
/* The port and all that it stands on: lower interfaces, members of a bond or bridge. */
void use_stack_build_down(struct use_stack *stack, unsigned int port, const struct use_link *link,
			  size_t links);
bool use_stack_has(const struct use_stack *stack, unsigned int index);

/* RTM_NEWROUTE without its netlink header.  False: not a unicast route. */
#define USE_HOPS_MAX 16
struct use_route {
	bool is_default;
	unsigned int oif[USE_HOPS_MAX];
	unsigned int hops;
};

bool use_route_parse(struct use_route *route, const uint8_t *msg, size_t len_bytes);

struct use_address {
	int family;		/* AF_INET or AF_INET6; an IPv4 address in IPv6 is IPv4 */
	uint8_t bytes[16];
};

bool use_address_parse(struct use_address *address, const char *text);

/* One line of /proc/self/mountinfo (proc(5)).  False: not on the network, or no server in it. */
struct use_mount {
	char type[24], where[200];
	char server[256];	/* address or name, the first of several */
};

bool use_mount_parse(struct use_mount *mount, const char *line);

/* One line of /proc/net/tcp or tcp6: the other end of an established ssh session to here. */
bool use_tcp_parse(struct use_address *peer, const char *line);

/* SSH_CONNECTION (ssh(1)): the client's address.  scope: an interface name after %, or "". */
bool use_ssh_parse(struct use_address *peer, char *scope, size_t size, const char *text);

/* The busier direction; 0 without time or speed. */
double use_ambient_share(const struct port_bytes *before, const struct port_bytes *after,
			 int64_t speed_mbps);

#endif
