// SPDX-License-Identifier: GPL-3.0-or-later
/* Can the host keep up with its own port? */
#include <inttypes.h>

#include "rule/rule.h"
#include "rule/threshold.h"

static void bus_narrow(const struct link *link, struct verdict *v)
{
	int64_t bus_mbps = facts_num(link->this, FACT_HOST_BUS_RATE, 0);
	int64_t port_mbps = facts_num(link->this, FACT_LINK_SPEED, 0);
	double usable_mbps = (double)bus_mbps * threshold(THRESHOLD_BUS_SHARE);

	if (usable_mbps >= (double)port_mbps)
		return;
	found(v, "the bus carries about %.0f Mb/s, the link %" PRId64 " Mb/s: the port cannot be filled",
	      usable_mbps, port_mbps);
	cite(v, SIDE_THIS, FACT_HOST_BUS_LIMIT);
}

static void host_drops(const struct link *link, struct verdict *v)
{
	int64_t drops = facts_num(link->this, FACT_COUNTER_HOST_DROPS, 0);
	int64_t frames = facts_num(link->this, FACT_COUNTER_RX_FRAMES, 0);

	if (drops == 0 || (double)drops <
	    threshold(THRESHOLD_HOST_DROP_RATIO_WARNING) * (double)(frames + drops))
		return;
	found(v, "the host dropped %" PRId64 " of %" PRId64
	      " received frames: the ring is not emptied in time; the wire is not at fault",
	      drops, frames + drops);
}

const struct rule rules_host[] = {
	{
		.id = "HOST-BUS-NARROW", .severity = SEV_WARNING, .step = STEP_HOST,
		.means = "The slowest PCIe hop between the port and the root carries less than the link. "
			 "Never raised for a port that the bus can fill.",
		.source = "PCI Express Base Specification; kernel drivers/pci/pci.c, bandwidth report",
		.needs = { THIS(HOST_BUS_RATE), THIS(LINK_SPEED) },
		.remedies = {
			{ "accept the limit and expect no more than the bus carries", "none" },
			{ "or move the card to a slot with more lanes, or reseat it if it trained "
			  "narrower than the slot", "service at risk" },
		},
		.judge = bus_narrow,
	},
	{
		.id = "HOST-DROPS", .severity = SEV_WARNING, .step = STEP_HOST,
		.means = "Frames arrived well and were dropped because the host did not take them from "
			 "the ring in time. Judged by ring overruns (rx_missed, rx_fifo, rx_over), "
			 "never by rx_dropped, where unwanted protocols count.",
		.source = "linux include/uapi/linux/if_link.h, rtnl_link_stats64",
		.avoid = "cable or duplex work: the wire is clean",
		.needs = { THIS(COUNTER_HOST_DROPS), THIS(COUNTER_RX_FRAMES),
			   THIS_OR(RUN_WINDOW, RUN_TOTALS) },
		.remedies = {
			{ "spread interrupts over more queues and CPUs (ethtool -l, /proc/interrupts)",
			  "none" },
			{ "enlarge the receive ring: ethtool -g, then ethtool -G IFACE rx N", "link drops" },
		},
		.judge = host_drops,
	},
	{ .id = NULL },
};
