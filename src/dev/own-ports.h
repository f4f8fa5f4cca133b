/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_OWN_PORTS_H
#define DEV_OWN_PORTS_H

#include <net/if.h>

#include "dev/port-use.h"
#include "wire/eth.h"

/*
 * Which other ports of this host have the address of a port?  The ports of a switch
 * chip (DSA, SONiC) share one, and so do the members of a bond.  What one of them
 * sends into a segment comes in by the others and is of no other station.
 */
struct own_ports {
	struct fact list;	/* of names; known and empty: there is none */
	bool chip;		/* the port is one of a switch chip, which may send by itself */
	struct use_stack above, below;	/* the port and what sends by it, and what it sends by */
	bool conduit;		/* of DSA: what passes wears the tag of the chip, and compares to nothing */
};

/* Those of this network namespace.  0, -ENODEV: no such interface, or -EIO: no rtnetlink. */
int own_ports_read(struct own_ports *ports, const char *iface,
		   const uint8_t mac[static ETH_MAC_BYTES]);

/*
 * Adds those of every other network namespace that a process is in or that ip netns
 * has named.  False: there was no looking, which takes CAP_SYS_ADMIN.
 */
bool own_ports_add_hidden(struct own_ports *ports, const uint8_t mac[static ETH_MAC_BYTES]);

/* What follows is pure, and here for its tests. */

/* RTM_NEWLINK without its netlink header (linux/if_link.h); what it stands on: struct use_link. */
struct own_link {
	char name[IFNAMSIZ];
	uint8_t mac[ETH_MAC_BYTES];
	bool up, chip;
	bool dsa;		/* a port of a DSA switch; it stands on its conduit */
};

/* False: no such message, or no Ethernet address. */
bool own_link_parse(struct own_link *link, const uint8_t *msg, size_t len_bytes);

/* From all links of a namespace: up, with the address, and not of one stack with the port. */
void own_ports_find(struct own_ports *ports, unsigned int port,
		    const uint8_t mac[static ETH_MAC_BYTES], const struct use_link *tie,
		    const struct own_link *link, size_t links);

/* Frames of that interface are the port's own. */
bool own_ports_in_stack(const struct own_ports *ports, unsigned int index);

#endif
