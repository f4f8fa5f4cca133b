/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FACT_IDS_HOST_H
#define FACT_IDS_HOST_H

/*
 * Facts of the host around a port: bus and rings, the bond it is in, the kernel
 * log.  Part of the table of ids.h; include that one.
 */
#define FACT_TABLE_HOST(X) \
	X(HOST_BUS_RATE, "host.bus_rate", NUM, HOST, "Mb/s", \
	  "what the slowest PCIe hop to the root, or USB, carries") \
	X(HOST_BUS_LIMIT, "host.bus_limit", TEXT, HOST, NULL, "the slowest hop") \
	X(HOST_BUS_CARD, "host.bus_card", TEXT, HOST, NULL, \
	  "what the lower end of that hop could: the card") \
	X(HOST_BUS_SLOT, "host.bus_slot", TEXT, HOST, NULL, \
	  "what the upper end of that hop could: the slot") \
	X(HOST_BUS_CAUSE, "host.bus_cause", TEXT, HOST, NULL, \
	  "why that hop is no faster: card, slot, fewer-lanes-trained, slower-trained") \
	X(HOST_NUMA_NODE, "host.numa_node", NUM, HOST, NULL, "memory node the card is at") \
	X(HOST_RING_RX, "host.ring_rx", NUM, HOST, "frames", "receive ring") \
	X(HOST_RING_RX_MAX, "host.ring_rx_max", NUM, HOST, "frames", "its largest size") \
	X(HOST_RING_TX, "host.ring_tx", NUM, HOST, "frames", "send ring") \
	X(HOST_RING_TX_MAX, "host.ring_tx_max", NUM, HOST, "frames", "its largest size") \
	X(HOST_RX_CHANNELS, "host.rx_channels", NUM, HOST, "channels", "queues that receive") \
	X(HOST_RX_CHANNELS_MAX, "host.rx_channels_max", NUM, HOST, "channels", \
	  "as many as there can be") \
	X(HOST_RX_USECS, "host.rx_usecs", NUM, HOST, "us", \
	  "an interrupt for a received frame waits so long") \
	X(HOST_TX_USECS, "host.tx_usecs", NUM, HOST, "us", "an interrupt for a sent frame waits so long") \
	X(HOST_RX_ADAPTIVE, "host.rx_adaptive", BOOL, HOST, NULL, "the driver adapts that wait") \
	X(HOST_OFFLOADS, "host.offloads", LIST, HOST, NULL, \
	  "offloads in use that change what a capture sees") \
	X(BOND_NAME, "bond.name", TEXT, BOND, NULL, "the bond that the port is, or belongs to") \
	X(BOND_KIND, "bond.kind", TEXT, BOND, NULL, "bond or team") \
	X(BOND_MODE, "bond.mode", TEXT, BOND, NULL, "802.3ad, active-backup, balance-rr, ...") \
	X(BOND_MONITOR, "bond.monitor", TEXT, BOND, NULL, \
	  "how it notices a lost link: mii or arp and the interval, or none") \
	X(BOND_MEMBERS, "bond.members", LIST, BOND, NULL, "a line each: name, up or down") \
	X(BOND_SPEEDS, "bond.speeds", LIST, BOND, NULL, "a line each: name, Mb/s, duplex") \
	X(BOND_FAILURES, "bond.failures", LIST, BOND, NULL, "a line each: name, links lost") \
	X(BOND_ACTIVE, "bond.active", TEXT, BOND, NULL, "member in use, where only one is") \
	X(BOND_AGGREGATOR, "bond.aggregator", NUM, BOND, NULL, "LACP: the aggregator in use") \
	X(BOND_AGGREGATORS, "bond.aggregators", LIST, BOND, NULL, "a line each: name, aggregator") \
	X(BOND_LACP, "bond.lacp", LIST, BOND, NULL, \
	  "a line each: name, own port state, partner's (802.1AX 6.4.2.3)") \
	X(BOND_CHURNED, "bond.churned", LIST, BOND, NULL, \
	  "a line each: name, actor or partner that found no agreement") \
	X(BOND_PARTNER_MAC, "bond.partner_mac", TEXT, BOND, NULL, \
	  "LACP system of the other end; all 0: nobody answers") \
	X(BOND_TX_TOTALS, "bond.tx_totals", LIST, COUNTERS, NULL, "a line each: name, frames sent") \
	X(BOND_RX_TOTALS, "bond.rx_totals", LIST, COUNTERS, NULL, "a line each: name, frames received") \
	X(BOND_TX_FRAMES, "bond.tx_frames", LIST, DERIVED, NULL, \
	  "a line each: name, frames sent in the window") \
	X(BOND_RX_FRAMES, "bond.rx_frames", LIST, DERIVED, NULL, \
	  "a line each: name, frames received in the window") \
	X(LOG_SPAN, "log.span", NUM, LOG, "s", "how far back the kernel log reaches") \
	X(LOG_EVENTS, "log.events", LIST, LOG, NULL, \
	  "the last ones, a line each: seconds since boot, what, speed, duplex") \
	X(LOG_FLAPS, "log.flaps", NUM, LOG, "losses", \
	  "links lost and regained within a day, not by a start or a setting of this host") \
	X(LOG_LAST_FLAP, "log.last_flap", NUM, LOG, "s", "ago, the last of them") \
	X(LOG_OUTAGE, "log.outage", REAL, LOG, "s", "the longest of them") \
	X(LOG_FLAP_SPEEDS, "log.flap_speeds", TEXT, LOG, NULL, \
	  "before and after the last of them, where it came back at another speed") \
	X(LOG_DOWNSHIFT, "log.downshift", TEXT, LOG, NULL, \
	  "the PHY stepped down when this link came up: from and to, or by whom") \
	X(LOG_MS_FAULT, "log.ms_fault", BOOL, LOG, NULL, \
	  "master/slave resolution failed since the link was last up") \
	X(LOG_MODULE_REFUSED, "log.module_refused", TEXT, LOG, NULL, \
	  "the driver's words, since the link was last up") \
	X(LOG_MODULE_FAULT, "log.module_fault", TEXT, LOG, NULL, \
	  "the last line that said so of module, cable or slot, since the link was up") \
	X(LOG_TX_HANGS, "log.tx_hangs", NUM, LOG, "events", "send queues that hung, within a day") \
	X(LOG_OWN_ADDRESS, "log.own_address", NUM, LOG, "events", \
	  "within a day: a frame from outside had an address of this host") \
	X(LOG_OWN_ADDRESSES, "log.own_addresses", LIST, LOG, NULL, "which these were, where it is told") \
	X(LOG_ADDRESS_TAKEN, "log.address_taken", TEXT, LOG, NULL, \
	  "within a day: IPv6 address that another station has, and that station's hardware address") \
	X(LOG_LACP_LOOP, "log.lacp_loop", NUM, LOG, "events", \
	  "within a day: LACP frames of this port came back to it") \
	X(LOG_BUS_RATE, "log.bus_rate", NUM, LOG, "Mb/s", "PCIe rate, as the kernel reported it")

#endif
