/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FACT_IDS_H
#define FACT_IDS_H

#include "fact/ids-module.h"
#include "fact/ids-host.h"

/*
 * Every fact, once: enumerator, name, kind, group that answers it, unit, help.
 * Names are interface: new ones may come, none is renamed.  The table becomes
 * the enumeration here, the rows in fact.c, JSON keys and the list in
 * etherdx-bundle(5).
 */
enum fact_group {
	GROUP_PORT,	/* what the interface is */
	GROUP_HOST,	/* the bus it sits on */
	GROUP_LINK,	/* what the link agreed on, as the driver says */
	GROUP_PAUSE,
	GROUP_EEE,
	GROUP_FEC,
	GROUP_MODULE,	/* what is plugged into the cage */
	GROUP_MII,	/* clause 22 registers */
	GROUP_BOND,	/* the bond that the port is, or belongs to */
	GROUP_LOG,	/* what the kernel log tells of the port */
	GROUP_COUNTERS,
	GROUP_USE,	/* what depends on the port */
	GROUP_CABLE,	/* a cable test; only the command that runs one fills it */
	GROUP_NEIGHBOR,	/* what the other end of the cable says of itself */
	GROUP_STREAM,	/* traffic between near and far; measured */
	GROUP_TIMING,	/* frame timing between two ports; measured */
	GROUP_DERIVED,	/* worked out by a probe from other facts */
	GROUP_COUNT
};

/* Counters: a total since the driver came up and the change over the window. */
#define FACT_COUNTERS(C) \
	C(RX_FRAMES, "rx_frames", "frames", "frames received") \
	C(TX_FRAMES, "tx_frames", "frames", "frames sent") \
	C(RX_BYTES, "rx_bytes", "bytes", "bytes received") \
	C(TX_BYTES, "tx_bytes", "bytes", "bytes sent") \
	C(RX_ERRORS, "rx_errors", "frames", "receive errors, the driver's sum") \
	C(TX_ERRORS, "tx_errors", "frames", "send errors, the driver's sum") \
	C(CRC, "crc", "frames", "FCS errors (802.3 30.3.1.1.6)") \
	C(ALIGNMENT, "alignment", "frames", "alignment errors (30.3.1.1.7)") \
	C(RUNTS, "runts", "frames", "undersized frames and fragments") \
	C(LENGTH, "length", "frames", "wrong length field or size") \
	C(SYMBOL, "symbol", "errors", "symbol errors during carrier (30.3.2.1.5)") \
	C(COLLISIONS, "collisions", "collisions", "collisions while sending") \
	C(LATE_COLLISIONS, "late_collisions", "collisions", "late collisions (30.3.1.1.10)") \
	C(EXCESSIVE_COLLISIONS, "excessive_collisions", "frames", \
	  "frames given up after 16 collisions (30.3.1.1.11)") \
	C(CARRIER, "carrier", "errors", "carrier lost or absent while sending (30.3.1.1.13)") \
	C(HOST_DROPS, "host_drops", "frames", "frames dropped because the host was late") \
	C(RING_EMPTY, "ring_empty", "events", \
	  "times the receive ring had no buffer; the NIC may have kept the frame") \
	C(FIFO_OVERRUNS, "fifo_overruns", "frames", "frames lost in the NIC because the bus was late") \
	C(SOFTNET_DROPS, "softnet_drops", "frames", \
	  "frames dropped between driver and protocols, all ports together") \
	C(SOFTNET_SQUEEZED, "softnet_squeezed", "events", \
	  "times the CPU's share for receiving ran out, all ports together") \
	C(SOCKET_DROPS, "socket_drops", "datagrams", \
	  "UDP datagrams for which a socket had no room, all ports together") \
	C(CARRIER_CHANGES, "carrier_changes", "changes", "link up and link down events") \
	C(PAUSE_TX, "pause_tx", "frames", "pause frames sent (30.3.4.2)") \
	C(PAUSE_RX, "pause_rx", "frames", "pause frames received (30.3.4.3)") \
	C(FEC_CORRECTED, "fec_corrected", "blocks", "FEC blocks corrected (30.5.1.1.17)") \
	C(FEC_UNCORRECTABLE, "fec_uncorrectable", "blocks", "FEC blocks lost (30.5.1.1.18)")

#define FACT_TABLE(X) \
	X(PORT_NAME, "port.name", TEXT, PORT, NULL, "interface name") \
	X(PORT_ALTNAMES, "port.altnames", LIST, PORT, NULL, "other names of the interface") \
	X(PORT_KIND, "port.kind", TEXT, PORT, NULL, "ethernet, loopback, vlan, bond, bridge, ...") \
	X(PORT_PHYSICAL, "port.physical", BOOL, PORT, NULL, "has a device of its own") \
	X(PORT_DRIVER, "port.driver", TEXT, PORT, NULL, "kernel driver") \
	X(PORT_DRIVER_VERSION, "port.driver_version", TEXT, PORT, NULL, "driver version") \
	X(PORT_FIRMWARE, "port.firmware", TEXT, PORT, NULL, "firmware version") \
	X(PORT_VIRTUAL, "port.virtual", BOOL, PORT, NULL, "emulated: no wire of its own") \
	X(PORT_BUS, "port.bus", TEXT, PORT, NULL, "bus: pci, usb, virtio, ...") \
	X(PORT_BUS_INFO, "port.bus_info", TEXT, PORT, NULL, "place on the bus") \
	X(PORT_MAC, "port.mac", TEXT, PORT, NULL, "hardware address in use") \
	X(PORT_PERM_MAC, "port.perm_mac", TEXT, PORT, NULL, "hardware address burned in") \
	X(PORT_MTU, "port.mtu", NUM, PORT, "bytes", "largest payload") \
	X(PORT_MASTER, "port.master", TEXT, PORT, NULL, "bond, team or bridge it belongs to") \
	X(PORT_MASTER_KIND, "port.master_kind", TEXT, PORT, NULL, "what that is: bond, team, bridge, ...") \
	X(PORT_LOWER, "port.lower", TEXT, PORT, NULL, "interface it stands on") \
	X(PORT_DEFAULT_ROUTE, "port.default_route", BOOL, USE, NULL, "a default route goes through it") \
	X(PORT_NETFS, "port.netfs", LIST, USE, NULL, "network file systems reached through it") \
	X(PORT_SESSION, "port.session", BOOL, USE, NULL, "an ssh session goes through it") \
	X(PORT_AMBIENT, "port.ambient", REAL, USE, NULL, "traffic before the test, share of the speed") \
	FACT_TABLE_HOST(X) \
	X(LINK_ADMIN_UP, "link.admin_up", BOOL, LINK, NULL, "set up by the administrator") \
	X(LINK_UP, "link.up", BOOL, LINK, NULL, "carrier") \
	X(LINK_EVER_UP, "link.ever_up", BOOL, LINK, NULL, "had carrier since the driver came up") \
	X(LINK_OPERSTATE, "link.operstate", TEXT, LINK, NULL, "RFC 2863 state") \
	X(LINK_SPEED, "link.speed", NUM, LINK, "Mb/s", "speed in use") \
	X(LINK_DUPLEX, "link.duplex", TEXT, LINK, NULL, "half or full") \
	X(LINK_AUTONEG, "link.autoneg", BOOL, LINK, NULL, "negotiation is set on") \
	X(LINK_LANES, "link.lanes", NUM, LINK, NULL, "lanes in use") \
	X(LINK_PORT, "link.port", TEXT, LINK, NULL, "connector: tp, fibre, da, ...") \
	X(LINK_MDIX, "link.mdix", TEXT, LINK, NULL, "mdi or mdi-x") \
	X(LINK_RATE_MATCHING, "link.rate_matching", TEXT, LINK, NULL, "how the PHY adapts rates") \
	X(LINK_SQI, "link.sqi", NUM, LINK, NULL, "signal quality index") \
	X(LINK_SQI_MAX, "link.sqi_max", NUM, LINK, NULL, "best signal quality index") \
	X(LINK_EXT_STATE, "link.ext_state", TEXT, LINK, NULL, "why the driver has no link") \
	X(LINK_EXT_SUBSTATE, "link.ext_substate", TEXT, LINK, NULL, "more of the same") \
	X(LINK_EXT_DOWN_COUNT, "link.ext_down_count", NUM, LINK, "events", \
	  "link losses the PHY counted") \
	X(LINK_MODES_SUPPORTED, "link.modes.supported", MODES, LINK, NULL, "what the port can") \
	X(LINK_MODES_ADVERTISED, "link.modes.advertised", MODES, LINK, NULL, "what it offers") \
	X(LINK_CARRIER_UPS, "link.carrier_ups", NUM, LINK, "events", "times carrier came") \
	X(LINK_CARRIER_DOWNS, "link.carrier_downs", NUM, LINK, "events", "times carrier went") \
	X(PHY_DOWNSHIFT, "phy.downshift", NUM, LINK, "tries", \
	  "gigabit tries before the PHY settles for less; 0: never, 255: its own choice") \
	X(PHY_FAST_LINK_DOWN, "phy.fast_link_down", TEXT, LINK, NULL, \
	  "how fast a lost link is told: off (by the standard), on, or a time") \
	X(PHY_ENERGY_DETECT, "phy.energy_detect", TEXT, LINK, NULL, \
	  "power-down without a signal: off, on, silent, or the time between two pulses") \
	X(TULIP_CHIP, "tulip.chip", TEXT, LINK, NULL, "2114x: which one") \
	X(TULIP_CSR, "tulip.csr", LIST, LINK, NULL, "2114x: registers, number and word") \
	X(TULIP_NWAY, "tulip.nway", TEXT, LINK, NULL, "2114x: state of its own negotiation") \
	X(LINK_MEDIUM, "link.medium", TEXT, DERIVED, NULL, \
	  "base-t, base-x, backplane, optics or t1") \
	X(LINK_FORCED, "link.forced", TEXT, DERIVED, NULL, "mode forced in BMCR") \
	X(AN_COMPLETE, "an.complete", BOOL, DERIVED, NULL, "negotiation complete") \
	X(AN_PARTNER_ABLE, "an.partner_able", BOOL, DERIVED, NULL, "the partner negotiates") \
	X(AN_PARALLEL_DETECTION, "an.parallel_detection", BOOL, DERIVED, NULL, \
	  "speed sensed from a partner that does not negotiate") \
	X(AN_PARALLEL_FAULT, "an.parallel_fault", BOOL, DERIVED, NULL, "ANER bit 4") \
	X(AN_REMOTE_FAULT, "an.remote_fault", BOOL, DERIVED, NULL, \
	  "the partner signals a fault (BMSR bit 4, ANLPAR bit 13)") \
	X(AN_JABBER, "an.jabber", BOOL, DERIVED, NULL, "BMSR bit 1") \
	X(AN_COMMON, "an.common", MODES, DERIVED, NULL, "modes both ends offer") \
	X(AN_HCD, "an.hcd", TEXT, DERIVED, NULL, "highest common mode") \
	X(MS_CONFIG, "ms.config", TEXT, LINK, NULL, "1000BASE-T master/slave setting") \
	X(MS_ROLE, "ms.role", TEXT, LINK, NULL, "master or slave") \
	X(MS_FAULT, "ms.fault", BOOL, LINK, NULL, "master/slave resolution failed") \
	X(MS_LOCAL_RX_OK, "ms.local_rx_ok", BOOL, DERIVED, NULL, "own receiver is well") \
	X(MS_REMOTE_RX_OK, "ms.remote_rx_ok", BOOL, DERIVED, NULL, "the partner's receiver is well") \
	X(MS_IDLE_ERRORS, "ms.idle_errors", NUM, DERIVED, "errors", \
	  "idle errors since the last read; 255 is the most") \
	X(PAUSE_AUTONEG, "pause.autoneg", BOOL, PAUSE, NULL, "pause is negotiated") \
	X(PAUSE_RX, "pause.rx", BOOL, PAUSE, NULL, "configured: obey pause frames") \
	X(PAUSE_TX, "pause.tx", BOOL, PAUSE, NULL, "configured: send pause frames") \
	X(PAUSE_ADVERTISED, "pause.advertised", TEXT, DERIVED, NULL, \
	  "none, symmetric, asymmetric or both") \
	X(PAUSE_FLOW, "pause.flow", TEXT, DERIVED, NULL, "as resolved: none, rx, tx or both") \
	X(PAUSE_TX_FRAMES, "pause.tx_frames", NUM, DERIVED, "frames", "pause frames sent") \
	X(PAUSE_RX_FRAMES, "pause.rx_frames", NUM, DERIVED, "frames", "pause frames received") \
	X(EEE_ENABLED, "eee.enabled", BOOL, EEE, NULL, "Energy Efficient Ethernet set on") \
	X(EEE_ACTIVE, "eee.active", BOOL, EEE, NULL, "agreed by both ends") \
	X(EEE_TX_LPI, "eee.tx_lpi", BOOL, EEE, NULL, "this end may sleep") \
	X(EEE_MODES_SUPPORTED, "eee.modes.supported", MODES, EEE, NULL, "EEE modes the port can") \
	X(EEE_MODES_ADVERTISED, "eee.modes.advertised", MODES, EEE, NULL, "EEE modes offered") \
	X(EEE_WAKE_ERRORS, "eee.wake_errors", NUM, DERIVED, "errors", \
	  "wake-ups that failed since the last read (3.22)") \
	X(FEC_CONFIGURED, "fec.configured", LIST, FEC, NULL, "FEC encodings allowed") \
	X(FEC_AUTO, "fec.auto", BOOL, FEC, NULL, "FEC is chosen by itself") \
	X(FEC_ACTIVE, "fec.active", TEXT, FEC, NULL, "FEC in use") \
	FACT_TABLE_MODULE(X) \
	X(MII_PHY_ADDR, "mii.phy_addr", NUM, MII, NULL, "address on the management bus") \
	X(MII_PHY_ID, "mii.phy_id", TEXT, DERIVED, NULL, "registers 2 and 3") \
	X(MII_PHY_NAME, "mii.phy_name", TEXT, DERIVED, NULL, "maker and model") \
	X(MII_WORDS, "mii.words", WORDS, MII, NULL, "registers from 0 on") \
	X(MII_BMSR_FIRST, "mii.bmsr_first", NUM, MII, "register", "first of two readings of BMSR") \
	X(MII_ANER_FIRST, "mii.aner_first", NUM, MII, "register", "first of two readings of ANER") \
	X(MII_GSTAT_FIRST, "mii.gstat_first", NUM, MII, "register", \
	  "first of two readings of 1000BASE-T status") \
	X(PHY_STATISTICS, "phy.statistics", LIST, MII, NULL, "what the PHY's driver counts") \
	X(MII_C45_PACKAGE, "mii.c45.package", NUM, MII, "bits", \
	  "clause 45: devices in package, registers 1.5 and 1.6") \
	X(MII_C45_PMA, "mii.c45.pma", LIST, MII, NULL, "registers of device 1, number and word") \
	X(MII_C45_PCS, "mii.c45.pcs", LIST, MII, NULL, "registers of device 3, number and word") \
	X(MII_C45_AN, "mii.c45.an", LIST, MII, NULL, "registers of device 7, number and word") \
	X(MII_C45_DEVICES, "mii.c45.devices", LIST, DERIVED, NULL, "clause 45: devices of the PHY") \
	X(MII_SIGNAL_DETECT, "mii.signal_detect", BOOL, DERIVED, NULL, \
	  "a signal arrives on every lane (1.10)") \
	X(MII_POLARITY_REVERSED, "mii.polarity_reversed", LIST, DERIVED, NULL, \
	  "10GBASE-T pairs with reversed polarity; the PHY corrects it (1.130)") \
	X(MII_CROSSOVER, "mii.crossover", TEXT, DERIVED, NULL, "10GBASE-T pairs swapped (1.130)") \
	X(MII_SNR_MARGIN, "mii.snr_margin", REAL, DERIVED, "dB", \
	  "10GBASE-T: what the worst pair has above the need of its receiver (1.133 to 1.136)") \
	X(MII_SNR_MARGIN_LEAST, "mii.snr_margin_least", REAL, DERIVED, "dB", \
	  "the same, least since it was last read (1.137 to 1.140)") \
	X(MII_SNR_PAIRS, "mii.snr_pairs", LIST, DERIVED, NULL, "SNR margin of each pair") \
	X(MII_BLOCK_LOCK, "mii.block_lock", BOOL, DERIVED, NULL, "the PCS finds its blocks (3.32)") \
	X(MII_HIGH_BER, "mii.high_ber", BOOL, DERIVED, NULL, "too many bad sync headers (3.32)") \
	X(MII_BER_COUNT, "mii.ber_count", NUM, DERIVED, "headers", \
	  "bad sync headers since the last read; 63 is the most (3.33)") \
	X(MII_ERRORED_BLOCKS, "mii.errored_blocks", NUM, DERIVED, "blocks", \
	  "errored blocks since the last read; 255 is the most (3.33)") \
	X(MII_LINK_DROPPED, "mii.link_dropped", BOOL, DERIVED, NULL, \
	  "link was lost since the register was last read") \
	X(MII_CONTROL, "mii.control", LIST, DERIVED, NULL, \
	  "unusual bits of BMCR: loopback, power-down, isolate, ...") \
	X(MII_SELECTOR, "mii.selector", NUM, DERIVED, NULL, \
	  "selector field of the word; 1 is 802.3") \
	X(MII_SYNTHETIC, "mii.synthetic", BOOL, DERIVED, NULL, "words made up by the driver") \
	X(MII_SYNTHETIC_WHY, "mii.synthetic_why", TEXT, DERIVED, NULL, "how that is known") \
	X(MII_PARTNER_STALE, "mii.partner_stale", BOOL, DERIVED, NULL, \
	  "partner words left over from an earlier link") \
	X(CABLE_PAIRS, "cable.pairs", LIST, CABLE, NULL, "what the cable test found, a line a pair") \
	X(CABLE_FAULTS, "cable.faults", LIST, CABLE, NULL, "the pairs with a fault") \
	X(CABLE_PAIRS_OK, "cable.pairs_ok", NUM, CABLE, "pairs", "pairs without a fault") \
	X(CABLE_PAIRS_FAULTY, "cable.pairs_faulty", NUM, CABLE, "pairs", \
	  "pairs that are open, shorted or of another impedance") \
	X(CABLE_PAIRS_UNDECIDED, "cable.pairs_undecided", NUM, CABLE, "pairs", \
	  "pairs that the PHY could not judge") \
	X(CABLE_FAULT_DISTANCE, "cable.fault_distance", REAL, CABLE, "m", \
	  "to the nearest fault, from this end") \
	X(CABLE_SOURCE, "cable.source", TEXT, CABLE, NULL, \
	  "how it was measured: tdr (reflections) or alcd (on the running link)") \
	X(NEIGHBOR_COUNT, "neighbor.count", NUM, NEIGHBOR, NULL, "LLDP and CDP speakers alive at once") \
	X(NEIGHBOR_LIST, "neighbor.list", LIST, NEIGHBOR, NULL, "each of them: system, port, protocol") \
	X(NEIGHBOR_HEARD, "neighbor.heard", LIST, NEIGHBOR, NULL, "protocols of the link layer heard") \
	X(NEIGHBOR_LISTENED, "neighbor.listened", REAL, NEIGHBOR, "s", "time listened, or that the file spans") \
	X(NEIGHBOR_DROPPED, "neighbor.dropped", NUM, NEIGHBOR, "frames", "lost by the listener") \
	X(NEIGHBOR_OWN_FRAMES, "neighbor.own_frames", NUM, NEIGHBOR, "frames", \
	  "announcements with this port's own address") \
	X(NEIGHBOR_OWN_BACK, "neighbor.own_back", NUM, NEIGHBOR, "frames", \
	  "that this port sent and that came back to it") \
	X(NEIGHBOR_OWN_FOREIGN, "neighbor.own_foreign", NUM, NEIGHBOR, "frames", \
	  "that came in with this port's own address and that it did not send") \
	X(NEIGHBOR_OWN_ELSEWHERE, "neighbor.own_elsewhere", NUM, NEIGHBOR, "frames", \
	  "that came in with this port's own address and that another port of this host sent") \
	X(NEIGHBOR_OWN_PORTS, "neighbor.own_ports", LIST, NEIGHBOR, NULL, \
	  "other ports of this host that have this port's address") \
	X(NEIGHBOR_OWN_CHIP, "neighbor.own_chip", BOOL, NEIGHBOR, NULL, \
	  "the port is one of a switch chip, which may send by itself") \
	X(NEIGHBOR_MALFORMED, "neighbor.malformed", LIST, NEIGHBOR, NULL, \
	  "what in the announcements breaks the standard") \
	X(NEIGHBOR_AGENT, "neighbor.agent", TEXT, NEIGHBOR, NULL, \
	  "the NIC's own LLDP agent, which may keep frames to itself: on, off or possible") \
	X(NEIGHBOR_SYSTEM, "neighbor.system", TEXT, NEIGHBOR, NULL, "name of the device") \
	X(NEIGHBOR_PORT, "neighbor.port", TEXT, NEIGHBOR, NULL, "its port") \
	X(NEIGHBOR_PORT_DESCRIPTION, "neighbor.port_description", TEXT, NEIGHBOR, NULL, \
	  "what it says of that port") \
	X(NEIGHBOR_CHASSIS, "neighbor.chassis", TEXT, NEIGHBOR, NULL, "LLDP chassis ID") \
	X(NEIGHBOR_MAC, "neighbor.mac", TEXT, NEIGHBOR, NULL, "address its frames come from") \
	X(NEIGHBOR_PROTOCOL, "neighbor.protocol", TEXT, NEIGHBOR, NULL, "lldp, cdp or lldp+cdp") \
	X(NEIGHBOR_KIND, "neighbor.kind", TEXT, NEIGHBOR, NULL, \
	  "switch, router, access point, phone, repeater, host or NIC agent") \
	X(NEIGHBOR_PLATFORM, "neighbor.platform", TEXT, NEIGHBOR, NULL, "what it is") \
	X(NEIGHBOR_SOFTWARE, "neighbor.software", TEXT, NEIGHBOR, NULL, "what runs on it") \
	X(NEIGHBOR_CAPABILITIES, "neighbor.capabilities", LIST, NEIGHBOR, NULL, \
	  "what it does: bridge, router, ...") \
	X(NEIGHBOR_ADDRESSES, "neighbor.addresses", LIST, NEIGHBOR, NULL, "management addresses") \
	X(NEIGHBOR_TTL, "neighbor.ttl", NUM, NEIGHBOR, "s", "time its word holds") \
	X(NEIGHBOR_TAG, "neighbor.tag", NUM, NEIGHBOR, NULL, "VLAN tag around the announcement") \
	X(NEIGHBOR_OTHERS, "neighbor.others", LIST, NEIGHBOR, NULL, "TLVs known by name alone, and those of makers") \
	X(NEIGHBOR_MAU, "neighbor.mau", TEXT, NEIGHBOR, NULL, "MAU type in use (802.3 79.3.1.4)") \
	X(NEIGHBOR_PMD_REVERSED, "neighbor.pmd_reversed", BOOL, NEIGHBOR, NULL, \
	  "the advertised bits came in reverse and were turned") \
	X(NEIGHBOR_PAUSE, "neighbor.pause", TEXT, NEIGHBOR, NULL, \
	  "pause as announced: none, symmetric, asymmetric or both") \
	X(NEIGHBOR_FRAME_MAX, "neighbor.frame_max", NUM, NEIGHBOR, "bytes", \
	  "largest frame with header and FCS (79.3.4)") \
	X(NEIGHBOR_MTU, "neighbor.mtu", NUM, NEIGHBOR, "bytes", "largest payload") \
	X(NEIGHBOR_AGGREGATION, "neighbor.aggregation", TEXT, NEIGHBOR, NULL, \
	  "link aggregation: able or active") \
	X(VLAN_NATIVE, "vlan.native", NUM, NEIGHBOR, NULL, "VLAN of untagged frames; 0: none") \
	X(VLAN_VOICE, "vlan.voice", NUM, NEIGHBOR, NULL, "VLAN for voice") \
	X(VLAN_IDS, "vlan.ids", LIST, NEIGHBOR, NULL, "VLANs, ranges joined") \
	X(VLAN_NAMES, "vlan.names", LIST, NEIGHBOR, NULL, "names of VLANs: \"10 users\"") \
	X(VLAN_PROTOCOL, "vlan.protocol", LIST, NEIGHBOR, NULL, \
	  "port and protocol VLANs, each able or active; 0: no VLAN") \
	X(VLAN_COMPLETE, "vlan.complete", BOOL, NEIGHBOR, NULL, "vlan.ids leaves none out") \
	X(DCBX_VERSION, "dcbx.version", TEXT, NEIGHBOR, NULL, "ieee or cee") \
	X(PFC_ENABLED, "pfc.enabled", TEXT, NEIGHBOR, NULL, "priorities with PFC: \"3 4\", \"none\"") \
	X(PFC_WILLING, "pfc.willing", BOOL, NEIGHBOR, NULL, "takes the other end's PFC setting") \
	X(ETS_SHARES, "ets.shares", TEXT, NEIGHBOR, NULL, "bandwidth of classes 0 to 7 in per cent") \
	X(ETS_CLASSES, "ets.classes", TEXT, NEIGHBOR, NULL, "traffic class of priorities 0 to 7") \
	X(ETS_WANTED, "ets.wanted", TEXT, NEIGHBOR, NULL, "the shares that it recommends") \
	X(DCBX_APPS, "dcbx.apps", LIST, NEIGHBOR, NULL, "priority of each application") \
	X(EEE_TX_WAKE, "eee.tx_wake", NUM, NEIGHBOR, "us", "time its sender takes to wake (79.3.5)") \
	X(EEE_RX_WAKE, "eee.rx_wake", NUM, NEIGHBOR, "us", "time its receiver needs to wake") \
	X(EEE_FALLBACK, "eee.fallback", NUM, NEIGHBOR, "us", "time its receiver would rather have") \
	X(EEE_ECHO_TX, "eee.echo_tx", NUM, NEIGHBOR, "us", "our tx wake as it last heard it") \
	X(EEE_ECHO_RX, "eee.echo_rx", NUM, NEIGHBOR, "us", "our rx wake as it last heard it") \
	X(MED_POLICIES, "med.policies", LIST, NEIGHBOR, NULL, \
	  "LLDP-MED: VLAN, priority and DSCP of each application") \
	X(MED_INVENTORY, "med.inventory", LIST, NEIGHBOR, NULL, \
	  "LLDP-MED: hardware, firmware, software, maker, model") \
	X(POWER_ROLE, "power.role", TEXT, NEIGHBOR, NULL, "pse gives, pd takes power") \
	X(POWER_ON, "power.on", BOOL, NEIGHBOR, NULL, "the port gives power") \
	X(POWER_CLASS, "power.class", NUM, NEIGHBOR, NULL, "class of the powered device") \
	X(POWER_WANTED, "power.wanted", NUM, NEIGHBOR, "mW", "asked for by the powered device") \
	X(POWER_GIVEN, "power.given", NUM, NEIGHBOR, "mW", "allocated to it") \
	X(PREEMPTION, "preemption.state", TEXT, NEIGHBOR, NULL, "frame preemption: able, on or active") \
	X(LACP_SYSTEM, "lacp.system", TEXT, NEIGHBOR, NULL, "actor of the LACP frames") \
	X(LACP_KEY, "lacp.key", NUM, NEIGHBOR, NULL, "its key") \
	X(LACP_STATE, "lacp.state", LIST, NEIGHBOR, NULL, "its state bits") \
	X(STP_PROTOCOL, "stp.protocol", TEXT, NEIGHBOR, NULL, "STP, RSTP, MSTP or PVST+") \
	X(STP_BRIDGE, "stp.bridge", TEXT, NEIGHBOR, NULL, "bridge that sends on this link") \
	X(STP_ROOT, "stp.root", TEXT, NEIGHBOR, NULL, "root bridge") \
	X(STP_ROLE, "stp.role", TEXT, NEIGHBOR, NULL, "role of its port") \
	X(STP_STATE, "stp.state", TEXT, NEIGHBOR, NULL, \
	  "forwarding, learning or discarding, as last said") \
	X(STP_WAITED, "stp.waited", NUM, NEIGHBOR, "frames", "BPDUs in which its port was not forwarding") \
	X(STP_PROPOSAL, "stp.proposal", BOOL, NEIGHBOR, NULL, \
	  "asks for an agreement: nothing here answers as a bridge would") \
	X(STP_HELLOS, "stp.hellos", NUM, NEIGHBOR, "frames", "BPDUs heard") \
	X(UDLD_ECHO, "udld.echo", BOOL, NEIGHBOR, NULL, "its UDLD hears somebody") \
	X(DTP_WANTS, "dtp.wants", TEXT, NEIGHBOR, NULL, "trunk negotiation: on, off, desirable, auto") \
	X(VTP_DOMAIN, "vtp.domain", TEXT, NEIGHBOR, NULL, "VTP domain") \
	X(STREAM_STATE, "stream.state", TEXT, STREAM, NULL, "valid, or why nothing follows from it") \
	X(STREAM_RATE, "stream.rate", NUM, STREAM, "Mb/s", "of the slowest port on the path") \
	X(STREAM_LOAD, "stream.load", REAL, STREAM, NULL, "share of that rate sent each way") \
	X(STREAM_FRAMES, "stream.frames", NUM, STREAM, "frames", "sent by both ends") \
	X(STREAM_DURATION, "stream.duration", REAL, STREAM, "s", "time of the contrast") \
	X(STREAM_CARRIED, "stream.carried", TEXT, STREAM, NULL, "frames or UDP") \
	X(STREAM_LOSS_NEAR_TO_FAR, "stream.loss.near_to_far", REAL, STREAM, NULL, \
	  "share lost while only near sends") \
	X(STREAM_LOSS_FAR_TO_NEAR, "stream.loss.far_to_near", REAL, STREAM, NULL, \
	  "share lost while only far sends") \
	X(STREAM_CONTRAST_NEAR_TO_FAR, "stream.contrast.near_to_far", REAL, STREAM, NULL, \
	  "loss while both ends send less loss while one does") \
	X(STREAM_CONTRAST_FAR_TO_NEAR, "stream.contrast.far_to_near", REAL, STREAM, NULL, \
	  "the same for the other direction") \
	X(STREAM_CONTRAST_Z, "stream.contrast.z", REAL, STREAM, NULL, \
	  "the larger contrast in standard errors") \
	X(STREAM_DIRECT, "stream.direct", BOOL, STREAM, NULL, "no switch between: by --direct, and not disproved") \
	X(STREAM_DUPLEX_OUTCOME, "stream.duplex.outcome", TEXT, STREAM, NULL, \
	  "mismatch, clean or undetermined at the odds asked for") \
	X(STREAM_DUPLEX_PROBABILITY, "stream.duplex.probability", REAL, STREAM, NULL, \
	  "of a duplex mismatch on the path") \
	X(STREAM_DUPLEX_HALF_ENDS, "stream.duplex.half_ends", LIST, STREAM, NULL, \
	  "where the half-duplex end may be: near, near-partner, far-partner, far") \
	X(STREAM_LOOK_ALIKES, "stream.look_alikes", LIST, STREAM, NULL, \
	  "other causes seen: random loss, policer, slow host, legal half duplex, shared medium") \
	X(STREAM_LATENESS_P99, "stream.lateness_p99", REAL, STREAM, "us", \
	  "frames sent after their time, the worse end") \
	X(STREAM_STEAL, "stream.steal", REAL, STREAM, NULL, "CPU time taken by the hypervisor") \
	X(STREAM_HOST_DROPS, "stream.host_drops", NUM, STREAM, "frames", \
	  "of the test, that reached a port and not the program") \
	X(STREAM_AMBIENT, "stream.ambient", REAL, STREAM, NULL, "other traffic, share of the rate") \
	X(STREAM_LATE_ALONE, "stream.late.alone", NUM, STREAM, "collisions", \
	  "late collisions of this port while at most one end sent") \
	X(STREAM_LATE_TOGETHER, "stream.late.together", NUM, STREAM, "collisions", \
	  "late collisions of this port while both sent") \
	X(STREAM_FCS_ALONE, "stream.fcs.alone", NUM, STREAM, "frames", \
	  "broken frames received while at most one end sent") \
	X(STREAM_FCS_TOGETHER, "stream.fcs.together", NUM, STREAM, "frames", \
	  "broken frames received while both sent") \
	X(STREAM_COLLISIONS, "stream.collisions", NUM, STREAM, "collisions", \
	  "collisions of this port during the test") \
	X(STREAM_TCP_STATE, "stream.tcp.state", TEXT, STREAM, NULL, "valid, or why it was not measured") \
	X(STREAM_TCP_TX, "stream.tcp.tx", REAL, STREAM, "Mb/s", "TCP goodput from near, alone") \
	X(STREAM_TCP_RX, "stream.tcp.rx", REAL, STREAM, "Mb/s", "TCP goodput to near, alone") \
	X(STREAM_TCP_BIDIR_TX, "stream.tcp.bidir_tx", REAL, STREAM, "Mb/s", "the same, both at once") \
	X(STREAM_TCP_BIDIR_RX, "stream.tcp.bidir_rx", REAL, STREAM, "Mb/s", "the same, both at once") \
	X(STREAM_TCP_LIMIT, "stream.tcp.limit", REAL, STREAM, "Mb/s", "what TCP can carry at this rate") \
	X(STREAM_TCP_PACED, "stream.tcp.paced", REAL, STREAM, "Mb/s", "the pace of each flow; absent: none") \
	X(STREAM_TCP_RETRANS_TX, "stream.tcp.retrans_tx", REAL, STREAM, NULL, \
	  "share of segments sent again, alone") \
	X(STREAM_TCP_RETRANS_RX, "stream.tcp.retrans_rx", REAL, STREAM, NULL, \
	  "share of segments sent again, alone") \
	X(STREAM_TCP_BIDIR_RETRANS_TX, "stream.tcp.bidir_retrans_tx", REAL, STREAM, NULL, \
	  "the same, both at once") \
	X(STREAM_TCP_BIDIR_RETRANS_RX, "stream.tcp.bidir_retrans_rx", REAL, STREAM, NULL, \
	  "the same, both at once") \
	X(STREAM_TCP_REORDERED_TX, "stream.tcp.reordered_tx", NUM, STREAM, "events", \
	  "segments from near that overtook others, as TCP saw it") \
	X(STREAM_TCP_REORDERED_RX, "stream.tcp.reordered_rx", NUM, STREAM, "events", \
	  "the same, of segments to near") \
	X(STREAM_TCP_DOUBLED_TX, "stream.tcp.doubled_tx", NUM, STREAM, "segments", \
	  "from near that arrived twice (RFC 2883)") \
	X(STREAM_TCP_DOUBLED_RX, "stream.tcp.doubled_rx", NUM, STREAM, "segments", \
	  "the same, of segments to near") \
	X(STREAM_TCP_RESENT_TX, "stream.tcp.resent_tx", NUM, STREAM, "segments", "near sent again") \
	X(STREAM_TCP_RESENT_RX, "stream.tcp.resent_rx", NUM, STREAM, "segments", "far sent again") \
	X(STREAM_TCP_SEGMENTS_TX, "stream.tcp.segments_tx", NUM, STREAM, "segments", \
	  "near sent, alone and both at once") \
	X(STREAM_TCP_SEGMENTS_RX, "stream.tcp.segments_rx", NUM, STREAM, "segments", "far sent") \
	X(STREAM_TCP_CONGESTION, "stream.tcp.congestion", TEXT, STREAM, NULL, \
	  "congestion control of both ends") \
	X(STREAM_TCP_HOST_LIMITED, "stream.tcp.host_limited", BOOL, STREAM, NULL, \
	  "a receive window or a CPU was the limit") \
	X(TIMING_MODE, "timing.mode", TEXT, TIMING, NULL, \
	  "cut-through, store-and-forward, cut-through-above or undetermined") \
	X(TIMING_REASON, "timing.reason", TEXT, TIMING, NULL, "why undetermined, one word") \
	X(TIMING_SETTLE, "timing.settle", LIST, TIMING, NULL, "what would settle it") \
	X(TIMING_K, "timing.k", REAL, TIMING, NULL, \
	  "store-and-forward stages: added delay by size in frame times of the incoming rate") \
	X(TIMING_K_LOW, "timing.k_low", REAL, TIMING, NULL, "the 99 % interval of k") \
	X(TIMING_K_HIGH, "timing.k_high", REAL, TIMING, NULL, "the 99 % interval of k") \
	X(TIMING_STAGES, "timing.stages", NUM, TIMING, NULL, "whole store-and-forward stages") \
	X(TIMING_THRESHOLD, "timing.threshold", REAL, TIMING, "bytes", \
	  "shorter frames are stored, longer ones cut through") \
	X(TIMING_LATENCY_FIFO, "timing.latency_fifo_ns", REAL, TIMING, "ns", \
	  "idle latency at 64 bytes, first bit in to first bit out (RFC 1242)") \
	X(TIMING_LATENCY_FIFO_LOW, "timing.latency_fifo_low_ns", REAL, TIMING, "ns", \
	  "its 99 % interval") \
	X(TIMING_LATENCY_FIFO_HIGH, "timing.latency_fifo_high_ns", REAL, TIMING, "ns", \
	  "its 99 % interval") \
	X(TIMING_LATENCY_FILO, "timing.latency_filo_ns", REAL, TIMING, "ns", \
	  "the same, first bit in to last bit out (RFC 8238)") \
	X(TIMING_LATENCY_LIFO, "timing.latency_lifo_ns", REAL, TIMING, "ns", \
	  "last bit in to first bit out (RFC 1242), of store-and-forward devices only") \
	X(TIMING_VARIATION, "timing.variation_ns", REAL, TIMING, "ns", \
	  "99 % quantile less least of the delays, the worst size; with software stamps the host's") \
	X(TIMING_RATE_IN, "timing.rate_in", NUM, TIMING, "Mb/s", "of the link into the switch") \
	X(TIMING_RATE_OUT, "timing.rate_out", NUM, TIMING, "Mb/s", "of the link out of it") \
	X(TIMING_STAMPS, "timing.stamps", TEXT, TIMING, NULL, \
	  "where time was taken: hardware, completion, software or paste") \
	X(TIMING_RESOLUTION, "timing.resolution_ns", REAL, TIMING, "ns", "of a stamp") \
	X(TIMING_CALIBRATED, "timing.calibrated", BOOL, TIMING, NULL, \
	  "the direct cable was measured, or the values are the switch's own") \
	X(TIMING_BOUND, "timing.bound_only", BOOL, TIMING, NULL, \
	  "k is an upper bound: no direct cable was measured") \
	X(TIMING_RATE_MATCHED, "timing.rate_matched", BOOL, TIMING, NULL, \
	  "towards a faster port: may be rate-matched as well") \
	X(TIMING_INNER_RATE, "timing.inner_rate", REAL, TIMING, "Mb/s", \
	  "a copy inside the switch, when that is slow enough to show") \
	X(TIMING_VALUES, "timing.values", TEXT, TIMING, NULL, \
	  "what was measured: delay, latency, or latency less the frame's own time") \
	X(TIMING_SIZES, "timing.sizes", NUM, TIMING, NULL, "frame sizes") \
	X(TIMING_FRAMES, "timing.frames", NUM, TIMING, "frames", "through the switch, measured") \
	X(TIMING_NOTES, "timing.notes", LIST, TIMING, NULL, "what else was noticed") \
	X(RUN_WINDOW, "run.window", REAL, DERIVED, "s", "time over which counters were watched") \
	X(RUN_TOTALS, "run.totals", BOOL, STREAM, NULL, \
	  "counters are pasted totals, over a time that nobody told") \
	X(RUN_VANISHED, "run.vanished", BOOL, DERIVED, NULL, "the interface went away meanwhile")

enum fact_id {
#define X(id, name, kind, group, unit, help) FACT_##id,
	FACT_TABLE(X)
#undef X
#define C(id, name, unit, help) FACT_COUNTER_##id,
	FACT_COUNTERS(C)
#undef C
#define C(id, name, unit, help) FACT_TOTAL_##id,
	FACT_COUNTERS(C)
#undef C
	FACT_COUNT
};

/* Counter n of the table: its change over the window and its total. */
#define FACT_COUNTER_FIRST FACT_COUNTER_RX_FRAMES
#define FACT_TOTAL_FIRST FACT_TOTAL_RX_FRAMES
#define FACT_COUNTERS_COUNT (FACT_TOTAL_FIRST - FACT_COUNTER_FIRST)

#endif
