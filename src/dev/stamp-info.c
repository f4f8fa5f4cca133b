// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/stamp-info.h"

#include <linux/ethtool_netlink.h>
#include <linux/net_tstamp.h>

#include "dev/attr.h"
#include "dev/bitset.h"

/* Linux 6.14 (include/uapi/linux/ethtool_netlink_generated.h, net_tstamp.h); headers may be older. */
#define TSINFO_PROVIDER 7
#define PROVIDER_QUALIFIER 2
#define QUALIFIER_APPROXIMATE 1

static uint32_t low_bits(const struct attr *a)
{
	return (uint32_t)bitset_read(a).value.w[0];
}

void stamp_info_parse(struct stamp_info *out, const uint8_t *bytes, size_t len_bytes)
{
	struct attr tb[TSINFO_PROVIDER + 1], provider[PROVIDER_QUALIFIER + 1];
	int64_t num;
	struct cur c;

	cur_init(&c, bytes, len_bytes);
	attrs_sort(c, tb, TSINFO_PROVIDER + 1);
	attrs_sort(attr_inside(&tb[TSINFO_PROVIDER]), provider, PROVIDER_QUALIFIER + 1);
	*out = (struct stamp_info){
		.flags = low_bits(&tb[ETHTOOL_A_TSINFO_TIMESTAMPING]),
		.tx_types = low_bits(&tb[ETHTOOL_A_TSINFO_TX_TYPES]),
		.rx_filters = low_bits(&tb[ETHTOOL_A_TSINFO_RX_FILTERS]),
		.clock = -1,
	};
	if (attr_num(&tb[ETHTOOL_A_TSINFO_PHC_INDEX], &num) && num <= INT32_MAX)
		out->clock = (int)num;
	out->approximate = attr_num(&provider[PROVIDER_QUALIFIER], &num) &&
			   num == QUALIFIER_APPROXIMATE;
}

/* The most general that the driver names. */
static int ptp_filter(const struct stamp_info *info)
{
	static const int filter[] = {
		HWTSTAMP_FILTER_ALL, HWTSTAMP_FILTER_PTP_V2_EVENT, HWTSTAMP_FILTER_PTP_V2_L2_EVENT,
		HWTSTAMP_FILTER_PTP_V2_SYNC, HWTSTAMP_FILTER_PTP_V2_L2_SYNC,
	};

	for (size_t i = 0; i < sizeof(filter) / sizeof(filter[0]); i++)
		if (info->rx_filters & 1u << filter[i])
			return filter[i];
	return HWTSTAMP_FILTER_NONE;
}

void stamp_info_caps(const struct stamp_info *info, struct stamp_caps *out)
{
	const uint32_t soft = SOF_TIMESTAMPING_TX_SOFTWARE | SOF_TIMESTAMPING_RX_SOFTWARE;
	bool raw = info->flags & SOF_TIMESTAMPING_RAW_HARDWARE;

	*out = (struct stamp_caps){
		.software = (info->flags & soft) == soft,
		.hardware_tx = raw && info->flags & SOF_TIMESTAMPING_TX_HARDWARE &&
			       info->tx_types & 1u << HWTSTAMP_TX_ON,
		.hardware_rx = raw && info->flags & SOF_TIMESTAMPING_RX_HARDWARE &&
			       info->rx_filters & 1u << HWTSTAMP_FILTER_ALL,
		.ptp_filter = raw && info->flags & SOF_TIMESTAMPING_RX_HARDWARE ? ptp_filter(info) : 0,
		.completion = info->approximate,
		.clock = info->clock,
	};
}
