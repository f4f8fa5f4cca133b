// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/link.h"

#include <errno.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "wire/probe.h"

/* Both shapes; the token tells our own. */
#define FILTER "ether proto 0x88b5 or ether proto 0x88f7 or (vlan and (ether proto 0x88b5 or ether proto 0x88f7))"
#define FCS_BYTES 4
#define TRIES 3
#define TRY_PATIENCE_NS 100000000
#define QUEUE_NS 500000000LL	/* that a full queue may take to have room */
#define QUEUE_STEP_NS 1000000
#define LEARN_SLOT UINT32_MAX
#define NS_PER_S 1000000000LL

const uint8_t timing_nearest_bridge[PROBE_MAC_BYTES] = { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x0e };

static int capture_failed(pcap_t *pcap, int rc, const char *ifname, struct err *err)
{
	int code = rc == PCAP_ERROR_PERM_DENIED ? -EPERM :
		   rc == PCAP_ERROR_NO_SUCH_DEVICE ? -ENODEV :
		   rc == PCAP_ERROR_IFACE_NOT_UP ? -ENETDOWN : -EIO;

	if (code == -EPERM)
		return err_set(err, code, "%s: capturing needs CAP_NET_RAW; run with sudo", ifname);
	return err_set(err, code, "%s: cannot be listened to: %s", ifname,
		       code == -EIO ? pcap_geterr(pcap) : pcap_statustostr(rc));
}

static int listen_on(pcap_t *pcap, const char *ifname, pcap_direction_t direction, struct err *err)
{
	struct bpf_program filter;
	char text[PCAP_ERRBUF_SIZE];
	int rc;

	pcap_set_snaplen(pcap, TIMING_LINK_SNAP);
	pcap_set_immediate_mode(pcap, 1);
	pcap_set_tstamp_precision(pcap, PCAP_TSTAMP_PRECISION_NANO);
	rc = pcap_activate(pcap);
	if (rc < 0)
		return capture_failed(pcap, rc, ifname, err);
	if (pcap_get_tstamp_precision(pcap) != PCAP_TSTAMP_PRECISION_NANO)
		return err_set(err, -EOPNOTSUPP, "%s: this libpcap gives no nanoseconds", ifname);
	if (pcap_datalink(pcap) != DLT_EN10MB)
		return err_set(err, -EPROTONOSUPPORT, "%s: is no Ethernet", ifname);
	if (pcap_setnonblock(pcap, 1, text) < 0 || pcap_setdirection(pcap, direction) < 0)
		return capture_failed(pcap, 0, ifname, err);
	if (pcap_compile(pcap, &filter, FILTER, 1, PCAP_NETMASK_UNKNOWN) < 0)
		return capture_failed(pcap, 0, ifname, err);
	rc = pcap_setfilter(pcap, &filter);
	pcap_freecode(&filter);
	return rc < 0 ? capture_failed(pcap, 0, ifname, err) : 0;
}

int timing_link_capture(pcap_t **out, const char *ifname, pcap_direction_t direction,
			struct err *err)
{
	char text[PCAP_ERRBUF_SIZE];

	*out = pcap_create(ifname, text);
	if (!*out)
		return err_set(err, -EIO, "%s: cannot be listened to: %s", ifname, text);
	return listen_on(*out, ifname, direction, err);
}

void timing_link_join(int fd, const char *ifname)
{
	struct packet_mreq group = { .mr_ifindex = (int)if_nametoindex(ifname),
				     .mr_type = PACKET_MR_MULTICAST, .mr_alen = PROBE_MAC_BYTES };

	memcpy(group.mr_address, timing_nearest_bridge, PROBE_MAC_BYTES);
	setsockopt(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &group, sizeof(group));
}

int timing_link_open(struct timing_link *link, const struct timing_port *from,
		     const struct timing_port *to, enum stamp_kind kind, bool tap, bool ptp,
		     struct err *err)
{
	int rc;

	*link = (struct timing_link){ .from = *from, .to = *to, .kind = kind, .tap = tap, .ptp = ptp,
				      .tx_fd = -1, .learn_fd = -1, .rx_fd = -1 };
	if (getrandom(&link->token, sizeof(link->token), 0) != (ssize_t)sizeof(link->token))
		link->token = (uint64_t)clock_now_ns();
	link->tx_fd = stamp_socket_open(from->name, kind, err);
	if (link->tx_fd < 0)
		return link->tx_fd;
	link->learn_fd = stamp_socket_open(to->name, STAMP_SOFTWARE, err);
	if (link->learn_fd < 0)
		return link->learn_fd;
	timing_link_join(link->learn_fd, to->name);
	if (kind == STAMP_HARDWARE) {
		link->rx_fd = stamp_listen_open(to->name, probe_ethertype(ptp), err);
		if (link->rx_fd < 0)
			return link->rx_fd;
	}
	rc = timing_link_capture(&link->rx, to->name, PCAP_D_IN, err);
	return rc < 0 ? rc : timing_link_capture(&link->back, from->name,
						 tap ? PCAP_D_INOUT : PCAP_D_IN, err);
}

void timing_link_close(struct timing_link *link)
{
	if (link->rx)
		pcap_close(link->rx);
	if (link->back)
		pcap_close(link->back);
	if (link->tx_fd >= 0)
		close(link->tx_fd);
	if (link->learn_fd >= 0)
		close(link->learn_fd);
	if (link->rx_fd >= 0)
		close(link->rx_fd);
	link->rx = link->back = NULL;
	link->tx_fd = link->learn_fd = link->rx_fd = -1;
}

static bool is_ours(const struct timing_link *link, struct probe *probe, const uint8_t *bytes,
		    size_t kept, size_t len)
{
	return probe_parse_cut(probe, bytes, kept, len) >= 0 && probe->token == link->token &&
	       probe->leg == PROBE_NEAR_TO_FAR;
}

/* The next frame of this run; false: none is there now. */
static bool next_of_ours(struct timing_link *link, pcap_t *pcap, struct probe *probe, int64_t *t_ns)
{
	struct pcap_pkthdr *head;
	const u_char *bytes;

	while (pcap_next_ex(pcap, &head, &bytes) == 1) {
		if (!is_ours(link, probe, bytes, head->caplen, head->len))
			continue;
		*t_ns = head->ts.tv_sec * NS_PER_S + head->ts.tv_usec;
		return true;
	}
	return false;
}

static void take_hardware(struct timing_link *link, uint32_t number, struct timing_flight *flight)
{
	uint8_t frame[TIMING_LINK_SNAP];
	struct probe probe;
	int64_t t_ns;
	ssize_t len;

	while (link->rx_fd >= 0 &&
	       (len = stamp_arrival(link->rx_fd, frame, sizeof(frame), &t_ns)) >= 0) {
		size_t kept = (size_t)len < sizeof(frame) ? (size_t)len : sizeof(frame);

		if (!is_ours(link, &probe, frame, kept, (size_t)len) || probe.slot != number ||
		    t_ns == 0 || flight->came)
			continue;
		flight->came_ns = t_ns;
		flight->came = true;
	}
}

static void take_arrivals(struct timing_link *link, uint32_t number, struct timing_flight *flight)
{
	struct probe probe;
	int64_t t_ns;

	while (next_of_ours(link, link->rx, &probe, &t_ns)) {
		switch (timing_arrivals_take(&link->arrivals, probe.slot)) {
		case TIMING_ARRIVAL_AWAITED:
			if (link->kind == STAMP_SOFTWARE) {
				flight->came_ns = t_ns;
				flight->came = true;
			}
			flight->arrived = true;
			break;
		case TIMING_ARRIVAL_LATE:
			link->late++;
			break;
		case TIMING_ARRIVAL_AGAIN:
			link->duplicates++;
			break;
		case TIMING_ARRIVAL_STRANGE:
			break;
		}
	}
	take_hardware(link, number, flight);
}

/* With tap stamps the first sight of a frame is its leaving. */
static void take_passing(struct timing_link *link, uint32_t number, struct timing_flight *flight)
{
	struct probe probe;
	int64_t t_ns;

	while (next_of_ours(link, link->back, &probe, &t_ns)) {
		if (!link->tap || probe.slot != number || flight->left) {
			link->reflected++;
			continue;
		}
		flight->left_ns = t_ns;
		flight->left = true;
	}
}

static void take_stamps(struct timing_link *link, uint32_t number, struct timing_flight *flight)
{
	uint32_t of;
	int64_t t_ns;
	int rc;

	while ((rc = stamp_read(link->tx_fd, link->kind, &of, &t_ns)) == 0 || rc == -ENOMSG) {
		if (rc < 0 || of != number + link->refused || link->tap)
			continue;
		flight->left_ns = t_ns;
		flight->left = true;
	}
}

static int wait_for(struct timing_link *link, uint32_t number, int64_t deadline_ns,
		    struct timing_flight *flight)
{
	bool late = false;

	/* Who was held up until after the deadline looks once more: the stamps are the kernel's. */
	while ((!flight->left || !flight->came) && !late) {
		struct pollfd poll[] = {
			{ .fd = pcap_get_selectable_fd(link->rx), .events = POLLIN },
			{ .fd = pcap_get_selectable_fd(link->back), .events = POLLIN },
			{ .fd = flight->left ? -1 : link->tx_fd },
			{ .fd = link->rx_fd, .events = POLLIN },
		};
		int64_t left_ns = deadline_ns - clock_now_ns();
		struct timespec timeout = { 0 };

		late = left_ns <= 0;
		if (!late)
			timeout = (struct timespec){ left_ns / NS_PER_S, left_ns % NS_PER_S };
		if (ppoll(poll, 4, &timeout, NULL) < 0)
			return -errno;
		take_stamps(link, number, flight);
		take_arrivals(link, number, flight);
		take_passing(link, number, flight);
	}
	return 0;
}

bool timing_link_retry(int rc, int64_t begun_ns)
{
	if ((rc != -ENOBUFS && rc != -EAGAIN) || clock_now_ns() - begun_ns > QUEUE_NS)
		return false;
	clock_wait_until_ns(clock_now_ns() + QUEUE_STEP_NS);
	return true;
}

int timing_link_refused(const char *ifname, uint32_t size_bytes, int rc, struct err *err)
{
	if (rc == -ENOBUFS || rc == -EAGAIN)
		return err_set(err, rc, "%s: its queue of frames to send stays full; see tc -s qdisc show "
			       "dev %s", ifname, ifname);
	return err_set(err, rc, "%s: cannot send %u bytes: %s", ifname, size_bytes, strerror(-rc));
}

static int send_one(struct timing_link *link, const uint8_t *to, uint32_t size_bytes, uint32_t slot,
		    struct err *err)
{
	struct probe probe = { .ptp = link->ptp, .leg = PROBE_NEAR_TO_FAR, .token = link->token, .slot = slot,
			       .size_bytes = (uint16_t)(size_bytes - FCS_BYTES) };
	int64_t begun_ns = clock_now_ns();
	uint8_t frame[PROBE_FRAME_MAX];
	int len, rc;

	memcpy(probe.to, to, PROBE_MAC_BYTES);
	memcpy(probe.from, link->from.mac, PROBE_MAC_BYTES);
	len = probe_build(&probe, frame, sizeof(frame));
	if (len < 0)
		return err_set(err, len, "no frame of %u bytes can be sent", size_bytes);
	do {
		rc = send(link->tx_fd, frame, (size_t)len, 0) < 0 ? -errno : 0;
		link->refused += rc == -ENOBUFS;
	} while (timing_link_retry(rc, begun_ns));
	if (rc < 0)
		return timing_link_refused(link->from.name, size_bytes, rc, err);
	timing_arrivals_sent(&link->arrivals);
	link->sent++;
	return 0;
}

int timing_link_fly(struct timing_link *link, uint32_t size_bytes, int64_t patience_ns,
		    struct timing_flight *flight, struct err *err)
{
	uint32_t number = link->sent;
	int rc;

	*flight = (struct timing_flight){ .left = false };
	rc = send_one(link, link->to.mac, size_bytes, number, err);
	return rc < 0 ? rc : wait_for(link, number, clock_now_ns() + patience_ns, flight);
}

int timing_link_try(struct timing_link *link, struct timing_flight *flight, struct err *err)
{
	struct timing_flight one = { .left = false };
	int rc = 0;

	*flight = one;
	for (int i = 0; i < TRIES && rc == 0 && !(one.left && one.came); i++) {
		rc = timing_link_fly(link, PROBE_SIZE_MIN + FCS_BYTES, TRY_PATIENCE_NS, &one, err);
		flight->left = flight->left || one.left;
		flight->came = flight->came || one.came;
		flight->arrived = flight->arrived || one.arrived;
	}
	return rc;
}

void timing_link_learn(struct timing_link *link)
{
	struct probe probe = { .ptp = link->ptp, .leg = PROBE_FAR_TO_NEAR, .token = link->token, .slot = LEARN_SLOT,
			       .size_bytes = PROBE_SIZE_MIN };
	uint8_t frame[PROBE_SIZE_MIN];
	uint32_t number;
	int64_t t_ns;
	int rc;

	memcpy(probe.to, link->from.mac, PROBE_MAC_BYTES);
	memcpy(probe.from, link->to.mac, PROBE_MAC_BYTES);
	if (probe_build(&probe, frame, sizeof(frame)) > 0 &&
	    send(link->learn_fd, frame, sizeof(frame), 0) < 0)
		return;
	/* Its stamps are of no use, and must not pile up. */
	while ((rc = stamp_read(link->learn_fd, STAMP_SOFTWARE, &number, &t_ns)) == 0 ||
	       rc == -ENOMSG)
		;
}

void timing_link_finish(struct timing_link *link)
{
	struct timing_flight none = { .left = true };

	take_arrivals(link, link->sent, &none);
	/* A tap may yet see the leaving of a frame whose flight was broken off. */
	if (!link->tap)
		take_passing(link, link->sent, &none);
}

int timing_link_is_direct(struct timing_link *link, bool *direct, struct err *err)
{
	struct timing_flight flight;

	*direct = false;
	for (int i = 0; i < TRIES && !*direct; i++) {
		uint32_t number = link->sent;
		int rc;

		flight = (struct timing_flight){ .left = false };
		rc = send_one(link, timing_nearest_bridge, PROBE_SIZE_MIN + FCS_BYTES, number, err);
		if (rc == 0)
			rc = wait_for(link, number, clock_now_ns() + TRY_PATIENCE_NS, &flight);
		if (rc < 0)
			return rc;
		*direct = flight.arrived;
	}
	return 0;
}
