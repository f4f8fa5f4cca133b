// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/packet.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <linux/sock_diag.h>
#include <net/if_arp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

#define BUFFER_BYTES (8 << 20)	/* a second of small frames at 100 Mb/s */
#define NS_PER_S 1000000000LL
#define V4_HEADERS_BYTES (14 + 20 + 8)
#define V6_HEADERS_BYTES (14 + 40 + 8)

static int no_socket(const char *iface, struct err *err)
{
	int rc = -errno;

	if (rc == -EPERM || rc == -EACCES)
		return err_set(err, -EPERM, "%s: frames of our own need CAP_NET_RAW; run as root",
			       iface ? iface : "all ports");
	return err_set(err, rc, "%s: no packet socket: %s", iface ? iface : "all ports",
		       strerror(-rc));
}

/* Number, address, and that it is a port with a wire. */
static int look(struct packet *packet, const char *iface, struct err *err)
{
	struct ifreq ifr = { 0 };

	if (strlen(iface) >= IFNAMSIZ)
		return err_set(err, -ENODEV, "%.40s: too long for an interface name", iface);
	strcpy(ifr.ifr_name, iface);
	strcpy(packet->iface, iface);
	if (ioctl(packet->fd, SIOCGIFINDEX, &ifr) < 0)
		return err_set(err, -ENODEV, "%s: no such interface; see ip -br link", iface);
	packet->ifindex = (unsigned int)ifr.ifr_ifindex;
	if (ioctl(packet->fd, SIOCGIFHWADDR, &ifr) < 0)
		return err_set(err, -errno, "%s: no address: %s", iface, strerror(errno));
	if (ifr.ifr_hwaddr.sa_family != ARPHRD_ETHER)
		return err_set(err, -ENODEV, "%s: no Ethernet port; name one (ip -br link)", iface);
	memcpy(packet->mac, ifr.ifr_hwaddr.sa_data, PROBE_MAC_BYTES);
	return 0;
}

static void widen(int fd)
{
	int bytes = BUFFER_BYTES, yes = 1;

	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof(bytes)) < 0)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes));
	setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &yes, sizeof(yes));
}

int packet_open(struct packet *packet, const char *iface, struct err *err)
{
	struct sockaddr_ll own = { .sll_family = AF_PACKET,
				   .sll_protocol = htons(PROBE_ETHERTYPE) };
	int rc = 0;

	*packet = (struct packet){ .fd = -1 };
	/* Protocol 0: nothing is taken before it is bound to its port. */
	packet->fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (packet->fd < 0)
		return no_socket(iface, err);
	if (iface)
		rc = look(packet, iface, err);
	own.sll_ifindex = (int)packet->ifindex;
	widen(packet->fd);
	if (rc == 0 && bind(packet->fd, (struct sockaddr *)&own, sizeof(own)) < 0)
		rc = no_socket(iface, err);
	if (rc < 0)
		packet_close(packet);
	return rc;
}

int packet_open_udp(struct packet *packet, const char *iface, const struct sockaddr_in6 *own,
		    struct err *err)
{
	bool v6 = !IN6_IS_ADDR_V4MAPPED(&own->sin6_addr);
	int no = 0, rc;

	*packet = (struct packet){ .udp = true,
				   .headers_bytes = v6 ? V6_HEADERS_BYTES : V4_HEADERS_BYTES };
	packet->fd = socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (packet->fd < 0)
		return err_set(err, -errno, "%s: no UDP socket: %s", iface, strerror(errno));
	rc = look(packet, iface, err);
	widen(packet->fd);
	setsockopt(packet->fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no));
	if (rc == 0 && (setsockopt(packet->fd, SOL_SOCKET, SO_BINDTODEVICE, iface,
				   (socklen_t)strlen(iface)) < 0 ||
			bind(packet->fd, (const struct sockaddr *)own, sizeof(*own)) < 0))
		rc = err_set(err, -errno, "%s: no UDP socket on this port: %s", iface,
			     strerror(errno));
	if (rc < 0)
		packet_close(packet);
	return rc;
}

int packet_connect_udp(struct packet *packet, const struct sockaddr_in6 *peer, struct err *err)
{
	if (connect(packet->fd, (const struct sockaddr *)peer, sizeof(*peer)) == 0)
		return 0;
	return err_set(err, -errno, "%s: the other end has no way to it: %s", packet->iface,
		       strerror(errno));
}

uint16_t packet_udp_port(const struct packet *packet)
{
	struct sockaddr_in6 own = { .sin6_port = 0 };
	socklen_t size = sizeof(own);

	getsockname(packet->fd, (struct sockaddr *)&own, &size);
	return ntohs(own.sin6_port);
}

void packet_close(struct packet *packet)
{
	if (packet->fd >= 0)
		close(packet->fd);
	packet->fd = -1;
}

int packet_send(struct packet *packet, const struct probe *probe)
{
	uint8_t frame[PROBE_FRAME_MAX];
	struct probe p = *probe;
	int len_bytes;

	if (packet->udp)
		p.size_bytes = p.size_bytes > PROBE_SIZE_MIN + packet->headers_bytes ?
			       (uint16_t)(p.size_bytes - packet->headers_bytes) : PROBE_SIZE_MIN;
	len_bytes = probe_build(&p, frame, sizeof(frame));
	if (len_bytes < 0)
		return len_bytes;
	return send(packet->fd, frame, (size_t)len_bytes, 0) < 0 ? -errno : 0;
}

/* The stamp is of the clock that people set: only its distance from now is used. */
static int64_t stamp_ns(const struct msghdr *msg)
{
	struct timespec real, at;
	int64_t now_ns = clock_now_ns(), ago_ns;

	clock_gettime(CLOCK_REALTIME, &real);
	for (struct cmsghdr *c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR((struct msghdr *)msg, c)) {
		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS)
			continue;
		memcpy(&at, CMSG_DATA(c), sizeof(at));
		ago_ns = (real.tv_sec - at.tv_sec) * NS_PER_S + real.tv_nsec - at.tv_nsec;
		return ago_ns > 0 && ago_ns < now_ns ? now_ns - ago_ns : now_ns;
	}
	return now_ns;
}

static unsigned int port_of(const struct packet *packet, const struct sockaddr_storage *from)
{
	const struct sockaddr_ll *link = (const void *)from;

	return packet->udp ? packet->ifindex : (unsigned int)link->sll_ifindex;
}

/* An error that came back by ICMP tells of one datagram; those after it may get through. */
static bool is_passing(int error)
{
	return error == EINTR || error == ECONNREFUSED || error == EHOSTUNREACH;
}

int packet_receive(struct packet *packet, struct probe *probe, struct packet_stamp *stamp)
{
	uint8_t frame[PROBE_FRAME_MAX + 64];
	char control[256];
	struct sockaddr_storage from;
	struct iovec room = { frame, sizeof(frame) };

	for (;;) {
		struct msghdr msg = { .msg_name = &from, .msg_namelen = sizeof(from),
				      .msg_iov = &room, .msg_iovlen = 1, .msg_control = control,
				      .msg_controllen = sizeof(control) };
		ssize_t len = recvmsg(packet->fd, &msg, 0);

		if (len < 0 && is_passing(errno))
			continue;
		if (len < 0)
			return errno == EAGAIN ? 0 : -errno;
		if (probe_parse(probe, frame, (size_t)len) < 0)
			continue;
		if (stamp) {
			stamp->at_ns = stamp_ns(&msg);
			stamp->ifindex = port_of(packet, &from);
		}
		return 1;
	}
}

/* The kernel's own count since the socket was made. */
static uint64_t udp_drops(const struct packet *packet)
{
	uint32_t info[SK_MEMINFO_VARS] = { 0 };
	socklen_t size = sizeof(info);

	getsockopt(packet->fd, SOL_SOCKET, SO_MEMINFO, info, &size);
	return info[SK_MEMINFO_DROPS];
}

uint64_t packet_drops(struct packet *packet)
{
	struct tpacket_stats stats = { 0 };
	socklen_t size = sizeof(stats);

	if (packet->udp)
		packet->drops = udp_drops(packet);
	else if (getsockopt(packet->fd, SOL_PACKET, PACKET_STATISTICS, &stats, &size) == 0)
		packet->drops += stats.tp_drops;
	return packet->drops;
}

bool packet_has_carrier(const struct packet *packet)
{
	struct ifreq ifr = { 0 };

	strcpy(ifr.ifr_name, packet->iface);
	return ioctl(packet->fd, SIOCGIFFLAGS, &ifr) == 0 && ifr.ifr_flags & IFF_UP &&
	       ifr.ifr_flags & IFF_RUNNING;
}
