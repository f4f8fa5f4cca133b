// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/own.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S INT64_C(1000000000)
#define BUFFER_BYTES (1 << 20)
#define KEPT_BYTES 64

static uint32_t be32(const uint8_t *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* What goes to groups and has the address as the sender, in either direction. */
static int set_filter(int fd, const uint8_t *mac)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ETH_MAC_BYTES),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, be32(mac), 0, 5),
		BPF_STMT(BPF_LD | BPF_H | BPF_ABS, ETH_MAC_BYTES + 4),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)mac[4] << 8 | mac[5], 0, 3),
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 0),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 1, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, KEPT_BYTES),
		BPF_STMT(BPF_RET | BPF_K, 0),
	};
	struct sock_fprog program = { .len = sizeof(code) / sizeof(code[0]), .filter = code };

	return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program));
}

int own_watch_open(struct own_watch *watch, const char *iface,
		   const uint8_t mac[static ETH_MAC_BYTES], bool joined)
{
	struct sockaddr_ll own = { .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL) };
	int bytes = BUFFER_BYTES, yes = 1, rc;

	watch->fd = -1;
	rc = own_ports_read(&watch->same, iface, mac);
	if (rc < 0 || watch->same.conduit)
		return rc < 0 ? rc : -EOPNOTSUPP;
	own_init(&watch->frames, mac, joined);
	watch->port = (int)if_nametoindex(iface);
	own.sll_ifindex = joined || watch->same.list.text[0] ? 0 : watch->port;
	/* Protocol 0: nothing is taken before the filter stands. */
	watch->fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (watch->fd < 0)
		return -errno;
	setsockopt(watch->fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes));
	setsockopt(watch->fd, SOL_SOCKET, SO_TIMESTAMPNS, &yes, sizeof(yes));
	if (watch->port && set_filter(watch->fd, mac) == 0 &&
	    bind(watch->fd, (struct sockaddr *)&own, sizeof(own)) == 0)
		return 0;
	rc = watch->port ? -errno : -ENODEV;
	own_watch_close(watch);
	return rc;
}

static int64_t stamp_ns(struct msghdr *msg)
{
	struct timespec at = { 0 };

	for (struct cmsghdr *c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c))
		if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPNS)
			memcpy(&at, CMSG_DATA(c), sizeof(at));
	return at.tv_sec * NS_PER_S + at.tv_nsec;
}

static bool take_one(struct own_watch *watch)
{
	uint8_t head[KEPT_BYTES], control[128];
	struct iovec room = { head, sizeof(head) };
	struct sockaddr_ll from;
	struct msghdr msg = { .msg_name = &from, .msg_namelen = sizeof(from), .msg_iov = &room,
			      .msg_iovlen = 1, .msg_control = control,
			      .msg_controllen = sizeof(control) };
	ssize_t len = recvmsg(watch->fd, &msg, 0);

	if (len < 0)
		return false;
	if (from.sll_pkttype == PACKET_OUTGOING && from.sll_ifindex == watch->port)
		own_sent(&watch->frames, head, (size_t)len, stamp_ns(&msg));
	else if (from.sll_pkttype == PACKET_OUTGOING &&
		 !own_ports_in_stack(&watch->same, (unsigned int)from.sll_ifindex))
		own_sent_elsewhere(&watch->frames, head, (size_t)len, stamp_ns(&msg));
	else if (from.sll_pkttype != PACKET_OUTGOING && from.sll_ifindex == watch->port)
		own_heard(&watch->frames, head, (size_t)len, stamp_ns(&msg));
	return true;
}

void own_watch_drain(struct own_watch *watch)
{
	struct tpacket_stats stats = { 0 };
	socklen_t size = sizeof(stats);

	if (watch->fd < 0)
		return;
	while (take_one(watch))
		;
	if (getsockopt(watch->fd, SOL_PACKET, PACKET_STATISTICS, &stats, &size) == 0 &&
	    stats.tp_drops > 0)
		watch->frames.lost = true;
}

void own_watch_close(struct own_watch *watch)
{
	if (watch->fd >= 0)
		close(watch->fd);
	watch->fd = -1;
}
