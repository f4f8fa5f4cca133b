// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/flood.h"

#include <arpa/inet.h>
#include <linux/filter.h>
#include <linux/if_packet.h>
#include <net/if_arp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "wire/probe.h"

/* Where a frame has them without a tag: wire/probe.h. */
struct shape {
	uint32_t leg_at, token_at;
};

static const struct shape plain = { 19, 22 }, ptp_shape = { 43, 34 };

/*
 * Frames of this run from near to far, on other ports than its own.  What a port
 * sends is not seen by a socket of one protocol.
 */
static int take_ours_only(int fd, const struct shape *shape, uint64_t token, unsigned int from,
			  unsigned int to)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(SKF_AD_OFF + SKF_AD_IFINDEX)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, from, 8, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, to, 7, 0),
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS, shape->leg_at),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROBE_NEAR_TO_FAR, 0, 5),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, shape->token_at),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(token >> 32), 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, shape->token_at + 4),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)token, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, PROBE_SIZE_MIN),
		BPF_STMT(BPF_RET | BPF_K, 0),
	};
	struct sock_fprog program = { .len = sizeof(code) / sizeof(code[0]), .filter = code };

	return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program));
}

static bool is_cabled(int fd, const char *name)
{
	struct ifreq ifr = { .ifr_flags = 0 };

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", name);
	if (ioctl(fd, SIOCGIFHWADDR, &ifr) < 0 || ifr.ifr_hwaddr.sa_family != ARPHRD_ETHER)
		return false;
	return ioctl(fd, SIOCGIFFLAGS, &ifr) == 0 && ifr.ifr_flags & IFF_UP &&
	       ifr.ifr_flags & IFF_RUNNING;
}

static bool has_mac(int fd, const char *name, const uint8_t *mac)
{
	struct ifreq ifr = { .ifr_flags = 0 };

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", name);
	return ioctl(fd, SIOCGIFHWADDR, &ifr) == 0 &&
	       memcmp(ifr.ifr_hwaddr.sa_data, mac, ETH_MAC_BYTES) == 0;
}

static bool has(const char *name, const char *what)
{
	char path[IF_NAMESIZE + 48];

	snprintf(path, sizeof(path), "/sys/class/net/%s/%s", name, what);
	return access(path, F_OK) == 0;
}

static void let_all_in(int fd, unsigned int index)
{
	const struct packet_mreq all = { .mr_ifindex = (int)index, .mr_type = PACKET_MR_PROMISC };

	setsockopt(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &all, sizeof(all));
}

/* A port with a wire; what stands on one has its address, too. */
static bool is_port(const char *name)
{
	return has(name, "device") || has(name, "tun_flags");
}

/* 0: no port of this host. */
static unsigned int index_of(int fd, const uint8_t *mac)
{
	struct if_nameindex *all = if_nameindex();
	unsigned int index = 0;

	for (const struct if_nameindex *i = all; i && i->if_index && !index; i++)
		if (is_port(i->if_name) && has_mac(fd, i->if_name, mac))
			index = i->if_index;
	if (all)
		if_freenameindex(all);
	return index;
}

static void add_ports(struct timing_flood *flood, unsigned int from, unsigned int to)
{
	struct if_nameindex *all = if_nameindex();

	for (const struct if_nameindex *i = all; i && i->if_index; i++) {
		if (i->if_index == from || i->if_index == to || !is_port(i->if_name) ||
		    !is_cabled(flood->fd, i->if_name))
			continue;
		/* A TAP lets everything in by itself. */
		if (has(i->if_name, "device"))
			let_all_in(flood->fd, i->if_index);
		flood->ports++;
	}
	if (all)
		if_freenameindex(all);
}

void timing_flood_open(struct timing_flood *flood, uint64_t token, bool ptp, const char *from,
		       const uint8_t to_mac[static ETH_MAC_BYTES])
{
	const struct sockaddr_ll all = { .sll_family = AF_PACKET,
					 .sll_protocol = htons(probe_ethertype(ptp)) };
	unsigned int from_index = if_nametoindex(from), to_index;

	*flood = (struct timing_flood){ .fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK |
						     SOCK_CLOEXEC, 0) };
	if (flood->fd < 0)
		return;
	to_index = index_of(flood->fd, to_mac);
	if (take_ours_only(flood->fd, ptp ? &ptp_shape : &plain, token, from_index, to_index) < 0 ||
	    bind(flood->fd, (const struct sockaddr *)&all, sizeof(all)) < 0) {
		timing_flood_close(flood);
		return;
	}
	add_ports(flood, from_index, to_index);
}

static void add_name(struct timing_flood *flood, unsigned int index)
{
	char name[IF_NAMESIZE];

	if (flood->names == TIMING_FLOOD_NAMED || !if_indextoname(index, name))
		return;
	for (unsigned int i = 0; i < flood->names; i++)
		if (strcmp(flood->name[i], name) == 0)
			return;
	memcpy(flood->name[flood->names++], name, sizeof(name));
}

/* The kernel counts also what found no room in the socket. */
void timing_flood_look(struct timing_flood *flood)
{
	struct tpacket_stats stats = { 0 };
	struct sockaddr_ll from;
	socklen_t len = sizeof(stats);
	uint8_t byte;

	if (flood->fd < 0)
		return;
	if (getsockopt(flood->fd, SOL_PACKET, PACKET_STATISTICS, &stats, &len) == 0)
		flood->frames += stats.tp_packets;
	for (len = sizeof(from); recvfrom(flood->fd, &byte, sizeof(byte), MSG_TRUNC,
					  (struct sockaddr *)&from, &len) >= 0; len = sizeof(from))
		add_name(flood, (unsigned int)from.sll_ifindex);
}

void timing_flood_close(struct timing_flood *flood)
{
	if (flood->fd >= 0)
		close(flood->fd);
	flood->fd = -1;
}
