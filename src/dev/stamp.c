// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/stamp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/errqueue.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/if_packet.h>
#include <linux/net_tstamp.h>
#include <linux/sockios.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "dev/live-private.h"
#include "dev/stamp-info.h"

/*
 * These stamp when the completion is written, up to 600 ns late: mlx5 without
 * its private flag tx_port_ts, and with it for frames that are no PTP (linux
 * drivers/net/ethernet/mellanox/mlx5/core/en/ptp.h).
 */
static const char *const completion_drivers[] = { "mlx5_core", "mlx4_en" };

static int ask(const char *ifname, unsigned long request, void *data)
{
	struct ifreq ifr = { .ifr_data = data };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), rc = 0;

	if (fd < 0)
		return -errno;
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", ifname);
	if (ioctl(fd, request, &ifr) < 0)
		rc = -errno;
	close(fd);
	return rc;
}

static bool stamps_late(const char *ifname)
{
	struct ethtool_drvinfo info = { .cmd = ETHTOOL_GDRVINFO };

	if (ask(ifname, SIOCETHTOOL, &info) < 0)
		return false;
	for (size_t i = 0; i < sizeof(completion_drivers) / sizeof(completion_drivers[0]); i++)
		if (strcmp(info.driver, completion_drivers[i]) == 0)
			return true;
	return false;
}

static int info_by_netlink(struct stamp_info *out, struct live *live)
{
	uint8_t *bytes;
	size_t len;
	int rc = live_netlink_open(live, NULL);

	if (rc < 0)
		return rc;
	rc = live_netlink_get(live, ETHTOOL_MSG_TSINFO_GET, ETHTOOL_FLAG_COMPACT_BITSETS, &bytes,
			      &len);
	if (rc == 0)
		stamp_info_parse(out, bytes, len);
	free(bytes);
	live_netlink_close(live);
	return rc;
}

/* The same without a provider: kernels before 5.7 have no message for it. */
static int info_by_ioctl(struct stamp_info *out, const char *ifname)
{
	struct ethtool_ts_info info = { .cmd = ETHTOOL_GET_TS_INFO };
	int rc = ask(ifname, SIOCETHTOOL, &info);

	*out = (struct stamp_info){ info.so_timestamping, info.tx_types, info.rx_filters,
				    info.phc_index, false };
	return rc;
}

int stamp_caps(struct stamp_caps *out, const char *ifname, struct err *err)
{
	struct live live = { .ifindex = if_nametoindex(ifname) };
	struct stamp_info info = { .clock = -1 };
	int rc = live_read_sources(&live.sources, err);

	*out = (struct stamp_caps){ .clock = -1 };
	if (rc < 0)
		return rc;
	if (live.ifindex == 0)
		return err_set(err, -ENODEV, "%s: no such interface; see ip -br link", ifname);
	rc = live.sources & ASK_NETLINK ? info_by_netlink(&info, &live) : -EOPNOTSUPP;
	if (rc < 0 && live.sources & ASK_IOCTL)
		rc = info_by_ioctl(&info, ifname);
	if (rc < 0)
		return 0;
	stamp_info_caps(&info, out);
	out->completion = out->completion || stamps_late(ifname);
	return 0;
}

int stamp_filter(const struct stamp_caps *caps, bool ptp)
{
	if (ptp)
		return caps->ptp_filter;
	return caps->hardware_rx ? HWTSTAMP_FILTER_ALL : HWTSTAMP_FILTER_NONE;
}

int stamp_config_get(const char *ifname, struct stamp_config *out)
{
	struct hwtstamp_config config = { .flags = 0 };
	int rc = ask(ifname, SIOCGHWTSTAMP, &config);

	*out = (struct stamp_config){ config.tx_type, config.rx_filter };
	return rc;
}

int stamp_config_set(const char *ifname, const struct stamp_config *config)
{
	struct hwtstamp_config set = { .tx_type = config->tx_type, .rx_filter = config->rx_filter };

	return ask(ifname, SIOCSHWTSTAMP, &set);
}

int stamp_moderation_us(const char *ifname, bool *adaptive)
{
	struct ethtool_coalesce coalesce = { .cmd = ETHTOOL_GCOALESCE };
	int rc = ask(ifname, SIOCETHTOOL, &coalesce);

	*adaptive = rc == 0 && coalesce.use_adaptive_rx_coalesce;
	return rc < 0 ? rc : (int)coalesce.rx_coalesce_usecs;
}

static int failed(const char *what, const char *ifname, struct err *err)
{
	int code = -errno;

	if (code == -EPERM || code == -EACCES)
		return err_set(err, -EPERM, "%s: %s needs CAP_NET_RAW; run with sudo", ifname, what);
	return err_set(err, code, "%s: %s: %s", ifname, what, strerror(-code));
}

/* Bound to the port; ethertype 0 receives nothing. */
static int open_bound(const char *ifname, uint16_t ethertype, int stamps, const char *what,
		      struct err *err)
{
	struct sockaddr_ll at = { .sll_family = AF_PACKET, .sll_protocol = htons(ethertype),
				  .sll_ifindex = (int)if_nametoindex(ifname) };
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), rc = 0;

	if (fd < 0)
		return failed(what, ifname, err);
	if (at.sll_ifindex == 0)
		rc = err_set(err, -ENODEV, "%s: no such interface; see ip -br link", ifname);
	else if (setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPING, &stamps, sizeof(stamps)) < 0 ||
		 bind(fd, (struct sockaddr *)&at, sizeof(at)) < 0)
		rc = failed(what, ifname, err);
	if (rc == 0)
		return fd;
	close(fd);
	return rc;
}

int stamp_socket_open(const char *ifname, enum stamp_kind kind, struct err *err)
{
	const int common = SOF_TIMESTAMPING_OPT_ID | SOF_TIMESTAMPING_OPT_TSONLY |
			   SOF_TIMESTAMPING_OPT_CMSG;

	return open_bound(ifname, 0, common | (kind == STAMP_HARDWARE ?
			  SOF_TIMESTAMPING_TX_HARDWARE | SOF_TIMESTAMPING_RAW_HARDWARE :
			  SOF_TIMESTAMPING_TX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE),
			  "sending frames with stamps", err);
}

int stamp_listen_open(const char *ifname, uint16_t ethertype, struct err *err)
{
	return open_bound(ifname, ethertype,
			  SOF_TIMESTAMPING_RX_HARDWARE | SOF_TIMESTAMPING_RAW_HARDWARE,
			  "receiving frames with stamps", err);
}

static int64_t ns_of(const struct timespec *t)
{
	return t->tv_sec * 1000000000LL + t->tv_nsec;
}

/* The companion of the stamp has its number: for packet sockets under SOL_PACKET. */
static void read_control(struct msghdr *msg, enum stamp_kind kind, bool *numbered, uint32_t *number,
			 int64_t *t_ns)
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
		struct scm_timestamping stamps;
		struct sock_extended_err ext;

		if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPING) {
			memcpy(&stamps, CMSG_DATA(c), sizeof(stamps));
			*t_ns = ns_of(&stamps.ts[kind == STAMP_HARDWARE ? 2 : 0]);
		} else if (c->cmsg_level == SOL_PACKET && c->cmsg_type == PACKET_TX_TIMESTAMP) {
			memcpy(&ext, CMSG_DATA(c), sizeof(ext));
			*numbered = ext.ee_origin == SO_EE_ORIGIN_TIMESTAMPING;
			*number = ext.ee_data;
		}
	}
}

int stamp_read(int fd, enum stamp_kind kind, uint32_t *number, int64_t *t_ns)
{
	union {
		struct cmsghdr head;
		char room[512];
	} control;
	struct msghdr msg = { .msg_control = &control, .msg_controllen = sizeof(control) };
	bool numbered = false;

	*t_ns = 0;
	if (recvmsg(fd, &msg, MSG_ERRQUEUE | MSG_DONTWAIT) < 0)
		return -errno;
	read_control(&msg, kind, &numbered, number, t_ns);
	return numbered && *t_ns != 0 ? 0 : -ENOMSG;
}

ssize_t stamp_arrival(int fd, uint8_t *frame, size_t size, int64_t *t_ns)
{
	union {
		struct cmsghdr head;
		char room[256];
	} control;
	struct iovec into = { frame, size };
	struct msghdr msg = { .msg_iov = &into, .msg_iovlen = 1, .msg_control = &control,
			      .msg_controllen = sizeof(control) };
	bool numbered;
	uint32_t number;
	ssize_t len;

	*t_ns = 0;
	len = recvmsg(fd, &msg, MSG_DONTWAIT | MSG_TRUNC);
	if (len < 0)
		return -errno;
	read_control(&msg, STAMP_HARDWARE, &numbered, &number, t_ns);
	return len;
}
