/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_PACKET_H
#define DEV_PACKET_H

#include <net/if.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "wire/probe.h"

/*
 * A socket for our own frames on one port (packet(7)), or on all of them to
 * listen only.  It never bypasses the queue above the driver, because what
 * emulates a wire sits there, and sets no promiscuous mode.  Needs CAP_NET_RAW.
 */
struct packet {
	bool udp;		/* our frames as payload of datagrams */
	uint16_t headers_bytes;	/* of a datagram, with those of Ethernet */
	int fd;			/* to wait for; nonblocking */
	char iface[IFNAMSIZ];	/* "" : all ports */
	unsigned int ifindex;	/* 0: all ports */
	uint8_t mac[PROBE_MAC_BYTES];
	uint64_t drops;		/* arrived, and found no room in the socket, so far */
};

struct packet_stamp {
	int64_t at_ns;		/* when the kernel got the frame, CLOCK_MONOTONIC */
	unsigned int ifindex;
};

/*
 * iface NULL: all ports.  Errors: -EPERM without the privilege, -ENODEV no such
 * interface or no Ethernet port (a loopback is none), others as met.
 */
int packet_open(struct packet *packet, const char *iface, struct err *err);
void packet_close(struct packet *packet);

/*
 * Where frames of our own do not get through: the same frames as payload of
 * datagrams, shorter by what their headers take, so that they are as long on the
 * wire (not below PROBE_SIZE_MIN).  Bound to the port and to an address of it,
 * IPv4 mapped; what it is connected to is all that it hears.
 */
int packet_open_udp(struct packet *packet, const char *iface, const struct sockaddr_in6 *own,
		    struct err *err);
int packet_connect_udp(struct packet *packet, const struct sockaddr_in6 *peer, struct err *err);
uint16_t packet_udp_port(const struct packet *packet);

/* 0, or -errno: -ENOBUFS the port takes no more now, -ENETDOWN it is down. */
int packet_send(struct packet *packet, const struct probe *probe);

/* The next frame of ours that waits: 1; 0 when there is none; -errno.  stamp may be NULL. */
int packet_receive(struct packet *packet, struct probe *probe, struct packet_stamp *stamp);

/* Asks the kernel for its drops since the last time, adds them up, returns the sum. */
uint64_t packet_drops(struct packet *packet);

/* The port is up and has a carrier.  False also when it has gone. */
bool packet_has_carrier(const struct packet *packet);

#endif
