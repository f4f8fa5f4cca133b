/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_STAMP_H
#define DEV_STAMP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

/*
 * Time stamps of frames: what a port can, and a socket that sends frames and
 * gets back when they left.  linux Documentation/networking/timestamping.rst,
 * include/uapi/linux/net_tstamp.h.
 */
enum stamp_kind {
	STAMP_SOFTWARE,		/* by the driver, CLOCK_REALTIME */
	STAMP_HARDWARE,		/* by the NIC, its own clock */
};

struct stamp_caps {
	bool software;		/* driver stamps what it sends; the kernel what comes */
	bool hardware_tx;	/* of any frame */
	bool hardware_rx;	/* of every frame */
	int ptp_filter;		/* HWTSTAMP_FILTER_* with which it stamps event messages of PTP on
				   Ethernet, at least; 0: none */
	bool completion;	/* hardware, but when the NIC has finished: its provider says so, or stamp.c */
	int clock;		/* which /dev/ptpN, -1: none */
};

/* What SIOCGHWTSTAMP says; for one port, and for every program on it. */
struct stamp_config {
	int tx_type, rx_filter;
};

/*
 * HWTSTAMP_FILTER_* with which the NIC stamps every frame, or with ptp those in the
 * shape of PTP; HWTSTAMP_FILTER_NONE (0): it has none.
 */
int stamp_filter(const struct stamp_caps *caps, bool ptp);

/* By ethtool netlink, else by ioctl; no answer means no stamps.  -ENODEV. */
int stamp_caps(struct stamp_caps *out, const char *ifname, struct err *err);

/* -EOPNOTSUPP: no such thing; -EPERM: CAP_NET_ADMIN is needed to set. */
int stamp_config_get(const char *ifname, struct stamp_config *out);
int stamp_config_set(const char *ifname, const struct stamp_config *config);

/* Interrupt moderation of received frames in us, 0: off; -errno: not told. */
int stamp_moderation_us(const char *ifname, bool *adaptive);

/*
 * A packet socket that sends on the port and asks for stamps; it receives no
 * frames.  The n-th frame sent has the number n from 0.  Never with
 * PACKET_QDISC_BYPASS: what listens behind the queue would not see the frame.
 */
int stamp_socket_open(const char *ifname, enum stamp_kind kind, struct err *err);

/* 0 and one stamp from the error queue; -EAGAIN: none is there now; -errno. */
int stamp_read(int fd, enum stamp_kind kind, uint32_t *number, int64_t *t_ns);

/*
 * A packet socket that receives frames of one type with the hardware's stamps.
 * libpcap puts the kernel's stamp, of another clock, where the NIC gave none, and
 * does not tell.
 */
int stamp_listen_open(const char *ifname, uint16_t ethertype, struct err *err);

/*
 * Length of the next frame, of which size bytes at most are kept; *t_ns is 0
 * without a stamp.  -EAGAIN: none is there now.
 */
ssize_t stamp_arrival(int fd, uint8_t *frame, size_t size, int64_t *t_ns);

#endif
