// SPDX-License-Identifier: GPL-3.0-or-later
/* Can the host keep up with its own port? */
#include <inttypes.h>
#include <string.h>

#include "rule/rule.h"
#include "rule/threshold.h"

/* What to do by cause; the row's own remedies are for a bus that could be no faster. */
static const struct remedy trained_remedies[] = {
	{ "look again under load: power saving may lower the speed of an idle link", "none" },
	{ "reseat the card and clean its contacts; try without a riser, or another one",
	  "service at risk" },
	{ "look for a limit of lanes or generation in the firmware set-up of the slot",
	  "service at risk" },
	{ NULL, NULL },
};

static const struct remedy slot_remedies[] = {
	{ "accept the limit and expect no more than the bus carries", "none" },
	{ "or move the card to a slot (or riser) that has what the card can", "service at risk" },
	{ NULL, NULL },
};

static const struct remedy usb_remedies[] = {
	{ "move the adapter to a faster USB port, without a hub, with the cable it came with",
	  "link drops" },
	{ "or limit the link to a speed that USB carries: ethtool -s IFACE advertise", "link drops" },
	{ NULL, NULL },
};

static const struct {
	const char *cause;	/* of host.bus_cause */
	const char *words;
	const struct remedy *remedies;	/* NULL: the row's */
} causes[] = {
	{ "slot", "the slot or riser has less than the card", slot_remedies },
	{ "card", "the card itself is built so", NULL },
	{ "fewer-lanes-trained", "fewer lanes trained than card and slot have", trained_remedies },
	{ "slower-trained", "trained slower than card and slot could", trained_remedies },
};

static const char *bus_words(const struct link *link, struct verdict *v)
{
	const char *cause = facts_text(link->this, FACT_HOST_BUS_CAUSE);
	const char *limit = facts_text(link->this, FACT_HOST_BUS_LIMIT);

	if (limit && strncmp(limit, "USB", 3) == 0) {
		v->remedies = usb_remedies;
		return "it hangs on USB";
	}
	for (size_t i = 0; cause && i < sizeof(causes) / sizeof(causes[0]); i++)
		if (strcmp(cause, causes[i].cause) == 0) {
			if (causes[i].remedies)
				v->remedies = causes[i].remedies;
			return causes[i].words;
		}
	return "the port cannot be filled";
}

static void bus_narrow(const struct link *link, struct verdict *v)
{
	enum fact_id source = facts_known(link->this, FACT_HOST_BUS_RATE) ? FACT_HOST_BUS_RATE :
									    FACT_LOG_BUS_RATE;
	int64_t port_mbps = facts_num(link->this, FACT_LINK_SPEED, 0);
	double usable_mbps = (double)facts_num(link->this, source, 0) *
			     threshold(THRESHOLD_BUS_SHARE);

	if (!facts_known(link->this, source))
		no_data(v, SIDE_THIS, FACT_HOST_BUS_RATE);
	if (!facts_known(link->this, source) || usable_mbps >= (double)port_mbps)
		return;
	cite(v, SIDE_THIS, source);
	found(v, "the bus carries about %.0f Mb/s, the link %" PRId64 " Mb/s: %s", usable_mbps,
	      port_mbps, bus_words(link, v));
	cite(v, SIDE_THIS, FACT_HOST_BUS_LIMIT);
	cite(v, SIDE_THIS, FACT_HOST_BUS_CARD);
	cite(v, SIDE_THIS, FACT_HOST_BUS_SLOT);
}

/* The remedies of HOST-DROPS by place; the row's own are those of the ring. */
static const struct remedy fifo_remedies[] = {
	{ "look for HOST-BUS-NARROW, and for power saving of PCIe (ASPM) and of the CPU", "none" },
	{ "enable flow control on the switch port, if the bus cannot be helped", "link drops" },
	{ NULL, NULL },
};

static const struct remedy softnet_remedies[] = {
	{ "raise the queue before the protocols: sysctl net.core.netdev_max_backlog", "none" },
	{ "spread receiving over CPUs: ethtool -l and -x, /sys/class/net/IFACE/queues/*/rps_cpus",
	  "none" },
	{ NULL, NULL },
};

static const struct remedy socket_remedies[] = {
	{ "find the program: ss -uamn shows drops by socket (d in skmem)", "none" },
	{ "let it read faster, or give it room: sysctl net.core.rmem_max and SO_RCVBUF", "none" },
	{ NULL, NULL },
};

/* Where frames can be lost between wire and program, from the wire on. */
static const struct place {
	enum fact_id counter;
	bool of_the_host;		/* counted for all ports together */
	const char *words;
	const struct remedy *remedies;	/* NULL: the row's */
} places[] = {
	{ FACT_COUNTER_FIFO_OVERRUNS, false,
	  "lost in the NIC: the bus did not take them in time", fifo_remedies },
	{ FACT_COUNTER_HOST_DROPS, false,
	  "dropped at the receive ring: it is not emptied in time", NULL },
	{ FACT_COUNTER_SOFTNET_DROPS, true,
	  "dropped between driver and protocols: a CPU is behind", softnet_remedies },
	{ FACT_COUNTER_SOCKET_DROPS, true,
	  "dropped at a UDP socket: a program does not read in time", socket_remedies },
};

/*
 * A counter of the whole host can be this port's only if the port received as
 * many frames.
 */
static bool drops_here(const struct link *link, const struct place *place)
{
	int64_t drops = facts_num(link->this, place->counter, 0);
	int64_t frames = facts_num(link->this, FACT_COUNTER_RX_FRAMES, 0);

	if (drops <= 0 || (place->of_the_host && drops > frames))
		return false;
	return (double)drops >=
	       threshold(THRESHOLD_HOST_DROP_RATIO_WARNING) * (double)(frames + drops);
}

/* The ring first: what several drivers count as FIFO is the ring again. */
static const struct place *worst_place(const struct link *link)
{
	int64_t fifo = facts_num(link->this, FACT_COUNTER_FIFO_OVERRUNS, 0);
	int64_t ring = facts_num(link->this, FACT_COUNTER_HOST_DROPS, 0);

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if (places[i].counter == FACT_COUNTER_FIFO_OVERRUNS && ring >= fifo)
			continue;
		if (drops_here(link, &places[i]))
			return &places[i];
	}
	return NULL;
}

static void host_drops(const struct link *link, struct verdict *v)
{
	const struct place *place = worst_place(link);
	int64_t frames = facts_num(link->this, FACT_COUNTER_RX_FRAMES, 0), drops;

	if (!place && !facts_known(link->this, FACT_COUNTER_HOST_DROPS))
		no_data(v, SIDE_THIS, FACT_COUNTER_HOST_DROPS);
	if (!place)
		return;
	drops = facts_num(link->this, place->counter, 0);
	if (place->of_the_host)
		found(v, "%" PRId64 " %s; this port received %" PRId64 " frames, other ports may have "
		      "their part", drops, place->words, frames);
	else
		found(v, "%" PRId64 " of %" PRId64 " received frames were %s; the wire is not at fault",
		      drops, frames + drops, place->words);
	if (place->remedies)
		v->remedies = place->remedies;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (facts_num(link->this, places[i].counter, 0) > 0)
			cite(v, SIDE_THIS, places[i].counter);
	cite(v, SIDE_THIS, FACT_COUNTER_RING_EMPTY);
	if (place->counter == FACT_COUNTER_HOST_DROPS) {
		cite(v, SIDE_THIS, FACT_HOST_RING_RX);
		cite(v, SIDE_THIS, FACT_HOST_RING_RX_MAX);
		cite(v, SIDE_THIS, FACT_HOST_RX_CHANNELS);
	}
}

static void tx_hang(const struct link *link, struct verdict *v)
{
	int64_t hangs = facts_num(link->this, FACT_LOG_TX_HANGS, 0);

	if (hangs == 0)
		return;
	found(v, "a send queue hung %" PRId64 " times within a day, by the kernel log", hangs);
	cite(v, SIDE_THIS, FACT_LOG_EVENTS);
}

const struct rule rules_host[] = {
	{
		.id = "HOST-BUS-NARROW", .severity = SEV_WARNING, .step = STEP_HOST,
		.means = "The slowest PCIe hop between the port and the root, or USB, carries less than "
			 "the link. Says whether the card, the slot or riser, or the training of "
			 "the two is the limit. Never raised for a port that the bus can fill.",
		.source = "PCI Express Base Specification; USB 2.0, 5.8.4; kernel drivers/pci/pci.c, "
			  "bandwidth report",
		.needs = { THIS(LINK_SPEED) },
		.remedies = {
			{ "accept the limit and expect no more than the bus carries", "none" },
			{ "or use a card with more lanes, or one port of it only", "service at risk" },
		},
		.judge = bus_narrow,
	},
	{
		.id = "HOST-DROPS", .severity = SEV_WARNING, .step = STEP_HOST,
		.means = "Frames arrived well and were lost in this host. The place is named: the NIC "
			 "(bus), the receive ring, between driver and protocols (softnet), or the "
			 "socket. Never judged by rx_dropped, where unwanted protocols count.",
		.source = "linux include/uapi/linux/if_link.h, rtnl_link_stats64; "
			  "net/core/net-procfs.c; RFC 4113 udpInErrors",
		.avoid = "cable or duplex work: the wire is clean",
		.needs = { THIS(COUNTER_RX_FRAMES), THIS_OR(RUN_WINDOW, RUN_TOTALS) },
		.remedies = {
			{ "spread interrupts over more queues and CPUs (ethtool -l, /proc/interrupts)",
			  "none" },
			{ "enlarge the receive ring: ethtool -g, then ethtool -G IFACE rx N", "link drops" },
		},
		.judge = host_drops,
	},
	{
		.id = "HOST-TX-HANG", .severity = SEV_WARNING, .step = STEP_HOST,
		.means = "The driver or the kernel's watchdog found a send queue that did not move. "
			 "Pause frames that never end, firmware or power saving do that.",
		.source = "linux net/sched/sch_generic.c, dev_watchdog; e1000e Detected Hardware Unit Hang",
		.needs = { THIS(LOG_TX_HANGS) },
		.remedies = {
			{ "look at counter.pause_rx and at PAUSE-STORM", "none" },
			{ "update the NIC's firmware and driver", "service at risk" },
		},
		.judge = tx_hang,
	},
	{ .id = NULL },
};
