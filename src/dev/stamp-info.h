/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_STAMP_INFO_H
#define DEV_STAMP_INFO_H

#include "dev/stamp.h"

/*
 * What a port says of its time stamps, by ETHTOOL_MSG_TSINFO_GET
 * (Documentation/networking/ethtool-netlink.rst, "TSINFO_GET") or by
 * ETHTOOL_GET_TS_INFO (include/uapi/linux/ethtool.h).  Pure.
 */
struct stamp_info {
	uint32_t flags;			/* SOF_TIMESTAMPING_* */
	uint32_t tx_types;		/* a bit for each HWTSTAMP_TX_* */
	uint32_t rx_filters;		/* a bit for each HWTSTAMP_FILTER_* */
	int clock;			/* which /dev/ptpN, -1: none */
	bool approximate;		/* the provider stamps at DMA, not at the wire */
};

/* The reply, from behind its genetlink header.  What is missing or unknown is left out. */
void stamp_info_parse(struct stamp_info *out, const uint8_t *bytes, size_t len_bytes);

/* What of it timing can use. */
void stamp_info_caps(const struct stamp_info *info, struct stamp_caps *out);

#endif
