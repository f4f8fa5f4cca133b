// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/end.h"

#include <errno.h>
#include <linux/net_tstamp.h>
#include <net/if.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "wire/probe.h"

#define FCS_BYTES 4
#define NS_PER_S 1000000000LL

int timing_end_open(struct timing_end *end, struct err *err)
{
	const char *name = end->port.name;
	int rc;

	end->rx_fd = end->stamping.guard.fd = -1;
	end->stamping.ports = 1;
	end->stamping.port[0].name = name;
	end->stamping.port[0].wanted = (struct stamp_config){ HWTSTAMP_TX_ON, end->rx_filter };
	end->fd = stamp_socket_open(name, end->kind, err);
	if (end->fd < 0)
		return end->fd;
	timing_link_join(end->fd, name);
	if (end->kind == STAMP_SOFTWARE)
		return timing_link_capture(&end->pcap, name, end->tap ? PCAP_D_INOUT : PCAP_D_IN, err);
	rc = timing_stamping_on(&end->stamping, err);
	if (rc < 0)
		return rc;
	end->rx_fd = stamp_listen_open(name, probe_ethertype(end->ptp), err);
	return end->rx_fd < 0 ? end->rx_fd : 0;
}

void timing_end_close(struct timing_end *end)
{
	if (end->pcap)
		pcap_close(end->pcap);
	if (end->fd >= 0)
		close(end->fd);
	if (end->rx_fd >= 0)
		close(end->rx_fd);
	timing_stamping_off(&end->stamping);
	end->pcap = NULL;
	end->fd = end->rx_fd = -1;
}

bool timing_end_is_up(const struct timing_end *end)
{
	struct ifreq ifr = { .ifr_flags = 0 };

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", end->port.name);
	return ioctl(end->fd, SIOCGIFFLAGS, &ifr) == 0 && ifr.ifr_flags & IFF_UP &&
	       ifr.ifr_flags & IFF_RUNNING;
}

static enum probe_leg own_leg(const struct timing_end *end)
{
	return end->answers ? PROBE_FAR_TO_NEAR : PROBE_NEAR_TO_FAR;
}

int timing_end_send(struct timing_end *end, const uint8_t to[ETH_MAC_BYTES], uint32_t size_bytes,
		    uint32_t number, uint32_t word, struct err *err)
{
	struct probe probe = { .ptp = end->ptp, .leg = own_leg(end), .token = end->token,
			       .slot = number, .seq = word,
			       .size_bytes = (uint16_t)(size_bytes - FCS_BYTES) };
	uint8_t frame[PROBE_FRAME_MAX];
	int len, rc = 0;

	memcpy(probe.to, to, ETH_MAC_BYTES);
	memcpy(probe.from, end->port.mac, ETH_MAC_BYTES);
	len = probe_build(&probe, frame, sizeof(frame));
	if (len < 0)
		return err_set(err, len, "no frame of %u bytes can be sent", size_bytes);
	if (send(end->fd, frame, (size_t)len, 0) < 0)
		rc = -errno;
	/* A frame for which the queue had no room has taken its number in the kernel, too. */
	if (rc == 0 || rc == -ENOBUFS)
		end->number_of[end->sent++ % TIMING_END_RING] = number;
	return rc == 0 ? 0 : timing_link_refused(end->port.name, size_bytes, rc, err);
}

static bool next_stamp(struct timing_end *end, struct timing_event *event)
{
	uint32_t of;
	int64_t t_ns;
	int rc;

	while ((rc = stamp_read(end->fd, end->kind, &of, &t_ns)) == 0 || rc == -ENOMSG) {
		if (rc < 0 || end->tap || end->sent - of > TIMING_END_RING ||
		    end->number_of[of % TIMING_END_RING] == TIMING_LEARN)
			continue;
		*event = (struct timing_event){ .kind = TIMING_EVENT_LEFT, .t_ns = t_ns,
						.number = end->number_of[of % TIMING_END_RING] };
		return true;
	}
	return false;
}

/* False: nothing follows from it. */
static bool take_frame(struct timing_end *end, const struct probe *probe, int64_t t_ns,
		       struct timing_event *event)
{
	if (probe->token != end->token || probe->slot == TIMING_LEARN)
		return false;
	*event = (struct timing_event){ .kind = TIMING_EVENT_CAME, .number = probe->slot,
					.word = probe->seq, .t_ns = t_ns };
	memcpy(event->from, probe->from, ETH_MAC_BYTES);
	if (probe->leg != own_leg(end))
		return true;
	/* The first sight of a frame of our own is its leaving. */
	event->kind = TIMING_EVENT_BACK;
	if (!end->tap || probe->slot < end->next_left)
		return true;
	event->kind = TIMING_EVENT_LEFT;
	end->next_left = probe->slot + 1;
	return true;
}

/* 1, 0 or -ENETDOWN. */
static int next_captured(struct timing_end *end, struct timing_event *event)
{
	struct pcap_pkthdr *head;
	const u_char *bytes;
	struct probe probe;
	int rc;

	while ((rc = pcap_next_ex(end->pcap, &head, &bytes)) == 1)
		if (probe_parse_cut(&probe, bytes, head->caplen, head->len) == 0 &&
		    take_frame(end, &probe, head->ts.tv_sec * NS_PER_S + head->ts.tv_usec, event))
			return 1;
	return rc < 0 ? -ENETDOWN : 0;
}

static int next_received(struct timing_end *end, struct timing_event *event)
{
	uint8_t frame[TIMING_LINK_SNAP];
	struct probe probe;
	int64_t t_ns;
	ssize_t len;

	while ((len = stamp_arrival(end->rx_fd, frame, sizeof(frame), &t_ns)) >= 0) {
		size_t kept = (size_t)len < sizeof(frame) ? (size_t)len : sizeof(frame);

		if (probe_parse_cut(&probe, frame, kept, (size_t)len) == 0 &&
		    take_frame(end, &probe, t_ns, event))
			return 1;
	}
	return len == -ENETDOWN ? -ENETDOWN : 0;
}

static int next_now(struct timing_end *end, struct timing_event *event)
{
	if (next_stamp(end, event))
		return 1;
	return end->pcap ? next_captured(end, event) : next_received(end, event);
}

int timing_end_next(struct timing_end *end, int64_t deadline_ns, struct timing_event *event)
{
	int rc;

	while ((rc = next_now(end, event)) == 0) {
		struct pollfd poll[] = {
			{ .fd = end->pcap ? pcap_get_selectable_fd(end->pcap) : end->rx_fd,
			  .events = POLLIN },
			{ .fd = end->fd },
		};
		int64_t left_ns = deadline_ns - clock_now_ns();
		struct timespec timeout = { left_ns / NS_PER_S, left_ns % NS_PER_S };

		if (left_ns <= 0)
			return 0;
		if (ppoll(poll, 2, &timeout, NULL) < 0)
			return -errno;
	}
	return rc;
}
