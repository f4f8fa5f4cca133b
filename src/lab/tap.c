// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/tap.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/if_tun.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "lab/netns.h"
#include "lab/rtnl.h"

/*
 * Frames that wait for the MAC, behind its own queue: a ring as a NIC has it.
 * The socket counts the memory of a frame, 2304 bytes for a long one.
 */
#define TAP_QUEUE_FRAMES 256
#define PACKET_BUFFER_BYTES (TAP_QUEUE_FRAMES * 2304)

static int failed(const char *what, const struct tap_setup *setup, struct err *err)
{
	int code = -errno;

	return err_set(err, code, "%s in %s: %s: %s%s", setup->ifname, setup->netns, what,
		       strerror(-code), code == -EPERM ? "; run as root" : "");
}

/* The offset between the clocks, from the closest of some tries. */
static int64_t clock_offset_ns(void)
{
	int64_t best_ns = INT64_MAX, offset_ns = 0;

	for (int i = 0; i < 20; i++) {
		struct timespec real;
		int64_t before_ns = clock_now_ns(), after_ns;

		clock_gettime(CLOCK_REALTIME, &real);
		after_ns = clock_now_ns();
		if (after_ns - before_ns >= best_ns)
			continue;
		best_ns = after_ns - before_ns;
		offset_ns = real.tv_sec * 1000000000LL + real.tv_nsec - (before_ns + best_ns / 2);
	}
	return offset_ns;
}

static int set_sysctl(const char *ifname, const char *name, const char *value)
{
	char path[160];
	int fd, rc;

	snprintf(path, sizeof(path), "/proc/sys/net/ipv6/conf/%s/%s", ifname, name);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	rc = write(fd, value, strlen(value)) < 0 ? -errno : 0;
	close(fd);
	return rc;
}

/* Nothing of its own goes over the wire: a measurement is alone on it. */
static void silence(const char *ifname)
{
	static const char *const off[][2] = {
		{ "disable_ipv6", "0" }, { "addr_gen_mode", "1" }, { "accept_dad", "0" },
		{ "dad_transmits", "0" }, { "router_solicitations", "0" }, { "accept_ra", "0" },
		{ "autoconf", "0" },
	};

	/* A kernel without IPv6 has none of them, and is silent as well. */
	for (size_t i = 0; i < sizeof(off) / sizeof(off[0]); i++)
		set_sysctl(ifname, off[i][0], off[i][1]);
}

static void named(struct ifreq *ifr, const struct tap_setup *setup)
{
	memset(ifr, 0, sizeof(*ifr));
	snprintf(ifr->ifr_name, sizeof(ifr->ifr_name), "%s", setup->ifname);
}

static int make_device(struct tap *tap, const struct tap_setup *setup, struct err *err)
{
	struct ifreq ifr;

	tap->fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (tap->fd < 0)
		return err_set(err, -errno, "/dev/net/tun: %s; the lab needs the tun driver",
			       strerror(errno));
	named(&ifr, setup);
	ifr.ifr_flags = IFF_TAP | IFF_NO_PI;
	if (ioctl(tap->fd, TUNSETIFF, &ifr) < 0)
		return failed("cannot make a TAP", setup, err);
	return 0;
}

static int ethtool(int fd, const struct tap_setup *setup, void *data)
{
	struct ifreq ifr;

	named(&ifr, setup);
	ifr.ifr_data = data;
	return ioctl(fd, SIOCETHTOOL, &ifr);
}

/* Words for three bitmaps follow the struct, as ETHTOOL_GLINKSETTINGS tells. */
static int link_settings(int fd, const struct tap_setup *setup, struct err *err)
{
	union {
		struct ethtool_link_settings head;
		uint32_t words[sizeof(struct ethtool_link_settings) / sizeof(uint32_t) + 3 * 127];
	} request = { .head.cmd = ETHTOOL_GLINKSETTINGS };

	if (ethtool(fd, setup, &request) < 0)
		return failed("cannot read link settings", setup, err);
	request.head.link_mode_masks_nwords = (int8_t)-request.head.link_mode_masks_nwords;
	request.head.cmd = ETHTOOL_GLINKSETTINGS;
	if (ethtool(fd, setup, &request) < 0)
		return failed("cannot read link settings", setup, err);
	request.head.cmd = ETHTOOL_SLINKSETTINGS;
	request.head.speed = (uint32_t)setup->speed_mbps;
	request.head.duplex = setup->full ? DUPLEX_FULL : DUPLEX_HALF;
	request.head.autoneg = setup->autoneg ? AUTONEG_ENABLE : AUTONEG_DISABLE;
	if (ethtool(fd, setup, &request) < 0)
		return failed("cannot set speed and duplex", setup, err);
	return 0;
}

/* A tag that the driver is to add would be missing in what the packet socket gets. */
static void tags_by_software(int fd, const struct tap_setup *setup)
{
	struct ethtool_value flags = { .cmd = ETHTOOL_GFLAGS };

	if (ethtool(fd, setup, &flags) < 0)
		return;
	flags.cmd = ETHTOOL_SFLAGS;
	flags.data &= ~(uint32_t)ETH_FLAG_TXVLAN;
	ethtool(fd, setup, &flags);
}

/* So that what is served on the loopback device can be reached, as on any host. */
static void loopback_up(int fd)
{
	struct ifreq ifr = { .ifr_name = "lo", .ifr_flags = IFF_UP };

	ioctl(fd, SIOCSIFFLAGS, &ifr);
}

static int configure(int fd, const struct tap_setup *setup, struct err *err)
{
	struct ifreq ifr;

	named(&ifr, setup);
	ifr.ifr_qlen = TAP_QUEUE_FRAMES;
	if (ioctl(fd, SIOCSIFTXQLEN, &ifr) < 0)
		return failed("cannot set the queue length", setup, err);
	named(&ifr, setup);
	ifr.ifr_hwaddr.sa_family = ARPHRD_ETHER;
	memcpy(ifr.ifr_hwaddr.sa_data, setup->own.mac, 6);
	if (ioctl(fd, SIOCSIFHWADDR, &ifr) < 0)
		return failed("cannot set the address", setup, err);
	if (link_settings(fd, setup, err) < 0)
		return err->code;
	tags_by_software(fd, setup);
	silence(setup->ifname);
	loopback_up(fd);
	named(&ifr, setup);
	ifr.ifr_flags = IFF_UP | IFF_BROADCAST | IFF_MULTICAST | IFF_NOARP;
	if (ioctl(fd, SIOCSIFFLAGS, &ifr) < 0)
		return failed("cannot set it up", setup, err);
	return 0;
}

/* Only what the host sends: what we write to the TAP would come back as received. */
static int outgoing_only(int fd)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS, (uint32_t)(SKF_AD_OFF + SKF_AD_PKTTYPE)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PACKET_OUTGOING, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, UINT32_MAX),
		BPF_STMT(BPF_RET | BPF_K, 0),
	};
	struct sock_fprog program = { .len = sizeof(code) / sizeof(code[0]), .filter = code };

	return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program));
}

static int open_packet(struct tap *tap, const struct tap_setup *setup, struct err *err)
{
	struct sockaddr_ll to = {
		.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL),
		.sll_ifindex = (int)if_nametoindex(setup->ifname),
	};
	int on = 1, room = PACKET_BUFFER_BYTES;

	tap->packet_fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (tap->packet_fd < 0 || outgoing_only(tap->packet_fd) < 0 ||
	    setsockopt(tap->packet_fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof(on)) < 0 ||
	    bind(tap->packet_fd, (struct sockaddr *)&to, sizeof(to)) < 0)
		return failed("cannot listen to what it sends", setup, err);
	/* The kernel doubles it. */
	room /= 2;
	if (setsockopt(tap->packet_fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room)) < 0)
		setsockopt(tap->packet_fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room));
	return 0;
}

/* Without IPv6 in the kernel the wire still carries frames. */
static int address(const struct tap_setup *setup, bool *shaped, struct err *err)
{
	int ifindex = (int)if_nametoindex(setup->ifname), rc = 0;
	struct nl_sock *sock = lab_rtnl_open(err);

	if (!sock)
		return -EIO;
	*shaped = lab_rtnl_tbf(sock, ifindex, setup->rate_mbps, NULL) == 0;
	if (access("/proc/sys/net/ipv6", F_OK) == 0) {
		rc = lab_rtnl_address(sock, ifindex, setup->own.ip6, err);
		for (unsigned int i = 0; rc == 0 && i < setup->neighbours; i++)
			rc = lab_rtnl_neighbour(sock, ifindex, setup->neighbour[i].ip6,
						setup->neighbour[i].mac, err);
	}
	lab_rtnl_close(sock);
	return rc;
}

struct open_work {
	struct tap *tap;
	const struct tap_setup *setup;
	bool *shaped;
};

static int open_inside(void *arg, struct err *err)
{
	const struct open_work *work = arg;
	int fd, rc;

	rc = make_device(work->tap, work->setup, err);
	if (rc < 0)
		return rc;
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return failed("no socket", work->setup, err);
	/* Listening first: not even the first frame is missed. */
	rc = open_packet(work->tap, work->setup, err);
	if (rc == 0)
		rc = configure(fd, work->setup, err);
	close(fd);
	return rc < 0 ? rc : address(work->setup, work->shaped, err);
}

int tap_open(struct tap *tap, const struct tap_setup *setup, bool *shaped, struct err *err)
{
	struct open_work work = { .tap = tap, .setup = setup, .shaped = shaped };
	int rc;

	*tap = (struct tap){ .fd = -1, .packet_fd = -1 };
	rc = netns_within(setup->netns, open_inside, &work, err);
	tap_set_clock(tap);
	if (rc < 0)
		tap_close(tap);
	return rc;
}

void tap_set_clock(struct tap *tap)
{
	tap->clock_ns = clock_offset_ns();
}

void tap_close(struct tap *tap)
{
	if (tap->packet_fd >= 0)
		close(tap->packet_fd);
	if (tap->fd >= 0)
		close(tap->fd);
	tap->fd = tap->packet_fd = -1;
}

static int64_t stamp_ns(struct msghdr *msg, int64_t clock_ns)
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
		struct timespec at;

		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS)
			continue;
		memcpy(&at, CMSG_DATA(c), sizeof(at));
		return at.tv_sec * 1000000000LL + at.tv_nsec - clock_ns;
	}
	return clock_now_ns();
}

/* What the socket had no room for has no copy: nothing may pile up in the TAP. */
static void drain(struct tap *tap)
{
	char rest[2048];

	if (tap->drained)
		return;
	tap->drained = true;
	for (int i = 0; i < 2 * TAP_QUEUE_FRAMES; i++)
		if (read(tap->fd, rest, sizeof(rest)) < 0)
			return;
}

ssize_t tap_read(struct tap *tap, void *bytes, size_t size, int64_t *sent_ns)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(struct timespec))];
	} control;
	struct iovec iov = { .iov_base = bytes, .iov_len = size };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	char rest[2048];
	ssize_t len = recvmsg(tap->packet_fd, &msg, MSG_DONTWAIT);

	if (len < 0 && (errno == EAGAIN || errno == EINTR)) {
		drain(tap);
		return 0;
	}
	if (len < 0)
		return -errno;
	/* The same frame waits in the TAP; this copy has the stamp. */
	if (read(tap->fd, rest, sizeof(rest)) < 0 && errno != EAGAIN)
		return -errno;
	tap->drained = false;
	*sent_ns = stamp_ns(&msg, tap->clock_ns);
	return len;
}

int tap_write(const struct tap *tap, const void *bytes, size_t len_bytes)
{
	return write(tap->fd, bytes, len_bytes) < 0 ? -errno : 0;
}
