// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/klog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

struct row {
	const char *line;
	enum klog_kind kind;
	const char *driver, *place, *port, *master;	/* NULL: "" */
	int64_t t_us, mbps, wanted_mbps;
	enum klog_duplex duplex;
	bool downshifted;
};

/* One line of each driver's own shape; addresses and times are made up. */
static const struct row rows[] = {
	{ "[3549169.529898] mt7530-mdio mdio-bus:1f lan: Link is Down", KLOG_LINK_DOWN,
	  "mt7530-mdio", "mdio-bus:1f", "lan", .t_us = 3549169529898 },
	{ "[3549172.238591] mt7530-mdio mdio-bus:1f lan: Link is Up - 1Gbps/Full - flow control rx/tx",
	  KLOG_LINK_UP, "mt7530-mdio", "mdio-bus:1f", "lan", .t_us = 3549172238591, .mbps = 1000,
	  .duplex = KLOG_FULL },
	{ "[   12.5] r8169 0000:03:00.0 eth0: Link is Up - 100Mbps/Full (downshifted) - flow control off",
	  KLOG_LINK_UP, "r8169", "0000:03:00.0", "eth0", .t_us = 12500000, .mbps = 100,
	  .duplex = KLOG_FULL, .downshifted = true },
	{ "6,812,58440469028,-;igc 0000:13:00.0 eth1: NIC Link is Up 2500 Mbps Full Duplex, Flow Control: RX/TX\n",
	  KLOG_LINK_UP, "igc", "0000:13:00.0", "eth1", .t_us = 58440469028, .mbps = 2500,
	  .duplex = KLOG_FULL },
	{ "[58457.134605] igc 0000:13:00.0 eth1: NIC Link is Down", KLOG_LINK_DOWN, "igc",
	  "0000:13:00.0", "eth1", .t_us = 58457134605 },
	{ "<6>[    2.000001] [  T42] e1000e 0000:00:19.0 eno1: NIC Link is Up 10 Mbps Half Duplex, Flow Control: None",
	  KLOG_LINK_UP, "e1000e", "0000:00:19.0", "eno1", .t_us = 2000001, .mbps = 10,
	  .duplex = KLOG_HALF },
	{ "[    2.000001][    C1] igb 0000:02:00.0 eth0: igb: eth0 NIC Link is Up 1000 Mbps Full Duplex, Flow Control: RX",
	  KLOG_LINK_UP, "igb", "0000:02:00.0", "eth0", .t_us = 2000001, .mbps = 1000,
	  .duplex = KLOG_FULL },
	{ "ixgbe 0000:01:00.0 eth0: NIC Link is Up 10 Gbps, Flow Control: RX/TX", KLOG_LINK_UP,
	  "ixgbe", "0000:01:00.0", "eth0", .t_us = -1, .mbps = 10000 },
	{ "ice 0000:5e:00.0 ens1: NIC Link is up 25 Gbps Full Duplex, Requested FEC: RS-FEC, Negotiated FEC: RS-FEC, Autoneg Advertised: On, Autoneg Negotiated: False, Flow Control: None",
	  KLOG_LINK_UP, "ice", "0000:5e:00.0", "ens1", .t_us = -1, .mbps = 25000,
	  .duplex = KLOG_FULL },
	{ "i40e 0000:3b:00.0 ens2: NIC Link is Up, 10 Gbps Full Duplex, Flow Control: None",
	  KLOG_LINK_UP, "i40e", "0000:3b:00.0", "ens2", .t_us = -1, .mbps = 10000,
	  .duplex = KLOG_FULL },
	{ "bnxt_en 0000:65:00.0 eth2: NIC Link is Up, 25000 Mbps full duplex, Flow control: none",
	  KLOG_LINK_UP, "bnxt_en", "0000:65:00.0", "eth2", .t_us = -1, .mbps = 25000,
	  .duplex = KLOG_FULL },
	{ "bnxt_en 0000:65:00.0 eth2: NIC Link is Up, 50000 Mbps (PAM4 56Gbps) full duplex, Flow control: none",
	  KLOG_LINK_UP, "bnxt_en", "0000:65:00.0", "eth2", .t_us = -1, .mbps = 50000,
	  .duplex = KLOG_FULL },
	{ "bnxt_en 0000:65:00.0 eth2: NIC Link is Down", KLOG_LINK_DOWN, "bnxt_en", "0000:65:00.0",
	  "eth2", .t_us = -1 },
	{ "i40e 0000:3b:00.0 ens2: NIC Link is Up, 25 Gbps Full Duplex, Requested FEC: CL108 RS-FEC, Negotiated FEC: CL108 RS-FEC, Autoneg: False, Flow Control: None",
	  KLOG_LINK_UP, "i40e", "0000:3b:00.0", "ens2", .t_us = -1, .mbps = 25000,
	  .duplex = KLOG_FULL },
	{ "r8169 0000:03:00.0 eth0: link up", KLOG_LINK_UP, "r8169", "0000:03:00.0", "eth0",
	  .t_us = -1 },
	{ "r8169 0000:03:00.0 eth0: Link is Up - 2.5Gbps/Full - flow control rx/tx", KLOG_LINK_UP,
	  "r8169", "0000:03:00.0", "eth0", .t_us = -1, .mbps = 2500, .duplex = KLOG_FULL },
	{ "mlx5_core 0000:01:00.0 eth0: Link down", KLOG_LINK_DOWN, "mlx5_core", "0000:01:00.0", "eth0",
	  .t_us = -1 },
	{ "tg3 0000:03:00.0 eth0: Link is up at 1000 Mbps, full duplex", KLOG_LINK_UP, "tg3",
	  "0000:03:00.0", "eth0", .t_us = -1, .mbps = 1000, .duplex = KLOG_FULL },
	{ "tg3 0000:03:00.0 eth0: Link is down", KLOG_LINK_DOWN, "tg3", "0000:03:00.0", "eth0",
	  .t_us = -1 },
	{ "mlx5_core 0000:01:00.0 eth0: Link up", KLOG_LINK_UP, "mlx5_core", "0000:01:00.0", "eth0",
	  .t_us = -1 },
	{ "8139cp 0000:00:03.0 eth4: link up, 100Mbps, full-duplex, lpa 0x05E1", KLOG_LINK_UP,
	  "8139cp", "0000:00:03.0", "eth4", .t_us = -1, .mbps = 100, .duplex = KLOG_FULL },
	{ "e1000: eth0: e1000_watchdog_task: NIC Link is Up 100 Mbps Half Duplex, Flow Control: None",
	  KLOG_LINK_UP, "e1000", NULL, "eth0", .t_us = -1, .mbps = 100, .duplex = KLOG_HALF },
	{ "drv: some words: eth0 NIC Link is Down", KLOG_LINK_DOWN, "drv", NULL, "eth0", .t_us = -1 },
	{ "e1000e: eth0 NIC Link is Down", KLOG_LINK_DOWN, "e1000e", NULL, "eth0", .t_us = -1 },
	{ "bnx2: eth0 NIC Copper Link is Up, 1000 Mbps full duplex", KLOG_LINK_UP, "bnx2", NULL,
	  "eth0", .t_us = -1, .mbps = 1000, .duplex = KLOG_FULL },
	{ "eth0: link up, 10Mbps, half-duplex, lpa 0x0021", KLOG_LINK_UP, NULL, NULL, "eth0",
	  .t_us = -1, .mbps = 10, .duplex = KLOG_HALF },
	{ "Nov 30 12:00:00 node7 kernel: [   77.250000] igc 0000:13:00.0 eth1: NIC Link is Down",
	  KLOG_LINK_DOWN, "igc", "0000:13:00.0", "eth1", .t_us = 77250000 },
	{ "Nov 30 12:00:00 node7 kernel: igc 0000:13:00.0 eth1: NIC Link is Down", KLOG_LINK_DOWN,
	  "igc", "0000:13:00.0", "eth1", .t_us = -1 },
	{ "[Mon Nov 30 12:00:00 2026] igc 0000:13:00.0 eth1: NIC Link is Down", KLOG_LINK_DOWN,
	  "igc", "0000:13:00.0", "eth1", .t_us = -1 },

	{ "RTL8211F Gigabit Ethernet r8169-0-300:00: Downshift occurred from negotiated speed 1Gbps to actual speed 100Mbps, check cabling!",
	  KLOG_DOWNSHIFT, "RTL8211F Gigabit Ethernet", "r8169-0-300:00", NULL, .t_us = -1,
	  .mbps = 100, .wanted_mbps = 1000 },
	{ "e1000e 0000:00:19.0 eno1: Link Speed was downgraded by SmartSpeed", KLOG_DOWNSHIFT,
	  "e1000e", "0000:00:19.0", "eno1", .t_us = -1 },
	{ "igb 0000:02:00.0: The network adapter link speed was downshifted because it overheated",
	  KLOG_DOWNSHIFT, "igb", "0000:02:00.0", NULL, .t_us = -1 },
	{ "Generic PHY r8169-0-300:00: Master/Slave resolution failed, maybe conflicting manual settings?",
	  KLOG_MS_FAULT, "Generic PHY", "r8169-0-300:00", NULL, .t_us = -1 },
	{ "e1000e 0000:00:19.0 eno1: Autonegotiated half duplex but link partner cannot autoneg.  Try forcing full duplex if link gets many collisions.",
	  KLOG_PARTNER_SILENT, "e1000e", "0000:00:19.0", "eno1", .t_us = -1 },
	{ "eth0: Transmit error, Tx status register 82.", KLOG_LATE_COLLISION, NULL, NULL, "eth0",
	  .t_us = -1 },
	{ "NETDEV WATCHDOG: eth0 (e1000e): transmit queue 0 timed out", KLOG_TX_HANG, NULL, NULL,
	  "eth0", .t_us = -1 },
	{ "e1000e 0000:00:19.0 eno1: NETDEV WATCHDOG: CPU: 3: transmit queue 0 timed out 5376 ms",
	  KLOG_TX_HANG, "e1000e", "0000:00:19.0", "eno1", .t_us = -1 },
	{ "e1000e 0000:00:19.0 eno1: Detected Hardware Unit Hang:", KLOG_TX_HANG, "e1000e",
	  "0000:00:19.0", "eno1", .t_us = -1 },

	{ "ixgbe 0000:02:00.0: failed to load because an unsupported SFP+ or QSFP module type was detected.",
	  KLOG_MODULE_REFUSED, "ixgbe", "0000:02:00.0", NULL, .t_us = -1 },
	{ "i40e 0000:3b:00.0: Rx/Tx is disabled on this device because an unsupported SFP module type was detected.",
	  KLOG_MODULE_REFUSED, "i40e", "0000:3b:00.0", NULL, .t_us = -1 },
	{ "ice 0000:5e:00.0: Rx/Tx is disabled on this device because an unsupported module type was detected.",
	  KLOG_MODULE_REFUSED, "ice", "0000:5e:00.0", NULL, .t_us = -1 },
	{ "bnxt_en 0000:65:00.0 eth2: Unqualified SFP+ module detected on port 0",
	  KLOG_MODULE_REFUSED, "bnxt_en", "0000:65:00.0", "eth2", .t_us = -1 },
	{ "mlx5_core 0000:01:00.0: Port module event[error]: module 0, Cable error, Enforce part number list",
	  KLOG_MODULE_REFUSED, "mlx5_core", "0000:01:00.0", NULL, .t_us = -1 },
	{ "ice 0000:5e:00.0: The module's power requirements exceed the device's power supply. Cannot start link.",
	  KLOG_MODULE_REFUSED, "ice", "0000:5e:00.0", NULL, .t_us = -1 },
	{ "ice 0000:5e:00.0: The installed module is incompatible with the device's NVM image. Cannot start link.",
	  KLOG_MODULE_REFUSED, "ice", "0000:5e:00.0", NULL, .t_us = -1 },
	{ "sfp sfp: Host does not support 2.0W modules, module left in power mode 1",
	  KLOG_MODULE_FAULT, "sfp", "sfp", NULL, .t_us = -1 },
	{ "sfp sfp: Host does not support 2.0W modules", KLOG_MODULE_REFUSED, "sfp", "sfp", NULL,
	  .t_us = -1 },
	{ "mlx5_core 0000:01:00.0: Port module event[error]: module 0, Cable error, High Temperature",
	  KLOG_MODULE_FAULT, "mlx5_core", "0000:01:00.0", NULL, .t_us = -1 },
	{ "mlx5_core 0000:01:00.0: Port module event[error]: module 0, Cable error, One or more network ports have been powered down due to insufficient/unadvertised power on the PCIe slot. Please refer to the card's user manual for power specifications or contact the vendor",
	  KLOG_MODULE_FAULT, "mlx5_core", "0000:01:00.0", NULL, .t_us = -1 },
	{ "mlx5_core 0000:01:00.0: Port module event: module 0, Cable unplugged",
	  KLOG_CABLE_UNPLUGGED, "mlx5_core", "0000:01:00.0", NULL, .t_us = -1 },
	{ "mvneta f1034000.ethernet eth2: unsupported SFP module: no common interface modes",
	  KLOG_MODULE_REFUSED, "mvneta", "f1034000.ethernet", "eth2", .t_us = -1 },
	{ "sfp sfp: module transmit fault indicated", KLOG_MODULE_FAULT, "sfp", "sfp", NULL,
	  .t_us = -1 },
	{ "pci 0000:01:00.0: 126.028 Gb/s available PCIe bandwidth, limited by 32.0 GT/s PCIe x4 link at 0000:00:01.0 (capable of 252.056 Gb/s with 32.0 GT/s PCIe x8 link)",
	  KLOG_PCIE_RATE, "pci", "0000:01:00.0", NULL, .t_us = -1, .mbps = 126028,
	  .wanted_mbps = 252056 },
	{ "mlx5_core 0000:01:00.0: 126.028 Gb/s available PCIe bandwidth (32.0 GT/s PCIe x4 link)",
	  KLOG_PCIE_RATE, "mlx5_core", "0000:01:00.0", NULL, .t_us = -1, .mbps = 126028 },

	{ "[  315.1] r8152 2-1:1.0 eth1: carrier on", KLOG_LINK_UP, "r8152", "2-1:1.0", "eth1",
	  .t_us = 315100000 },
	{ "r8152 2-1:1.0 eth1: carrier off", KLOG_LINK_DOWN, "r8152", "2-1:1.0", "eth1", .t_us = -1 },
	{ "ax88179_178a 2-2:1.0 eth2: ax88179 - Link status is: 1", KLOG_LINK_UP, "ax88179_178a",
	  "2-2:1.0", "eth2", .t_us = -1 },
	{ "ax88179_178a 2-2:1.0 eth2: ax88179 - Link status is: 0", KLOG_LINK_DOWN, "ax88179_178a",
	  "2-2:1.0", "eth2", .t_us = -1 },
	{ "cdc_ncm 1-1:2.0 usb0: network connection: disconnected", KLOG_LINK_DOWN, "cdc_ncm",
	  "1-1:2.0", "usb0", .t_us = -1 },
	{ "cdc_ncm 1-1:2.0 usb0: network connection: connected", KLOG_LINK_UP, "cdc_ncm", "1-1:2.0",
	  "usb0", .t_us = -1 },
	{ "atlantic 0000:07:00.0 eth3: atlantic: link change old 0 new 10000", KLOG_LINK_UP,
	  "atlantic", "0000:07:00.0", "eth3", .t_us = -1, .mbps = 10000 },
	{ "atlantic 0000:07:00.0 eth3: atlantic: link change old 10000 new 0", KLOG_LINK_DOWN,
	  "atlantic", "0000:07:00.0", "eth3", .t_us = -1 },
	{ "alx 0000:0b:00.0 eth4: NIC Up: 1 Gbps Full", KLOG_LINK_UP, "alx", "0000:0b:00.0", "eth4",
	  .t_us = -1, .mbps = 1000, .duplex = KLOG_FULL },
	{ "kernel: e1000e: eno1 NIC Link is Up 1000 Mbps Full Duplex, Flow Control: Rx/Tx",
	  KLOG_LINK_UP, "e1000e", NULL, "eno1", .t_us = -1, .mbps = 1000, .duplex = KLOG_FULL },
	{ "kernel: e1000e 0000:00:1f.6 eno1: Detected Hardware Unit Hang:", KLOG_TX_HANG, "e1000e",
	  "0000:00:1f.6", "eno1", .t_us = -1 },
	{ "[   20.1] e1000e 0000:00:19.0: eth0: NIC Link is Up 100 Mbps Full Duplex, Flow Control: None",
	  KLOG_LINK_UP, "e1000e", "0000:00:19.0", "eth0", .t_us = 20100000, .mbps = 100,
	  .duplex = KLOG_FULL },
	{ "r8169 0000:03:00.0: eth1: link down", KLOG_LINK_DOWN, "r8169", "0000:03:00.0", "eth1",
	  .t_us = -1 },
	{ "atl1c 0000:0a:00.0: atl1c: eth5 NIC Link is Up<1000 Mbps Full Duplex>", KLOG_LINK_UP,
	  "atl1c", "0000:0a:00.0", "eth5", .t_us = -1, .mbps = 1000, .duplex = KLOG_FULL },
	{ "br0: received packet on eth0 with own address as source address (addr:02:00:00:00:00:01, vlan:0)",
	  KLOG_OWN_ADDRESS, NULL, NULL, "eth0", "br0", .t_us = -1 },
	{ "[  120.5] IPv6: eth0: IPv6 duplicate address fe80::ff:fe00:1 used by 02:00:00:00:00:01 detected!",
	  KLOG_ADDRESS_TAKEN, "IPv6", NULL, "eth0", .t_us = 120500000 },
	{ "eth0: IPv6 duplicate address fe80::ff:fe00:1 detected!", KLOG_ADDRESS_TAKEN, NULL, NULL,
	  "eth0", .t_us = -1 },
	{ "bond0: (slave eth0): An illegal loopback occurred on slave", KLOG_LACP_LOOP, NULL, NULL,
	  "eth0", "bond0", .t_us = -1 },
	{ "bonding: bond0: An illegal loopback occurred on adapter (eth1).", KLOG_LACP_LOOP, "bonding",
	  NULL, "eth1", "bond0", .t_us = -1 },
	{ "virtio_net virtio0 ens3: renamed from eth0", KLOG_RENAMED, "virtio_net", "virtio0", "ens3",
	  .t_us = -1 },
	{ "IPv6: ADDRCONF(NETDEV_CHANGE): ens3: link becomes ready", KLOG_READY, NULL, NULL, "ens3",
	  .t_us = -1 },
	{ "IPv6: ADDRCONF(NETDEV_UP): ens3: link is not ready", KLOG_STARTED, NULL, NULL, "ens3",
	  .t_us = -1 },
	{ "RTL8211F Gigabit Ethernet r8169-0-300:00: attached PHY driver (mii_bus:phy_addr=r8169-0-300:00, irq=MAC)",
	  KLOG_STARTED, "RTL8211F Gigabit Ethernet", "r8169-0-300:00", NULL, .t_us = -1 },
	{ "bond0: (slave eth0): link status definitely up, 1000 Mbps full duplex", KLOG_MEMBER_UP,
	  NULL, NULL, "eth0", "bond0", .t_us = -1, .mbps = 1000, .duplex = KLOG_FULL },
	{ "bonding: bond0: link status definitely down for interface eth1, disabling it",
	  KLOG_MEMBER_DOWN, "bonding", NULL, "eth1", "bond0", .t_us = -1 },
	{ "bond0: (slave eth0): Enslaving as a backup interface with an up link", KLOG_ENSLAVED, NULL,
	  NULL, "eth0", "bond0", .t_us = -1 },
};

static void check(const char *line, const char *what, const char *got, const char *want)
{
	if (strcmp(got, want ? want : "") != 0)
		fail_msg("%s\n%s: \"%s\", wanted \"%s\"", line, what, got, want ? want : "");
}

static void known_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		const struct row *row = &rows[i];
		struct klog k;

		if (!klog_read(row->line, &k))
			fail_msg("%s: not understood", row->line);
		check(row->line, "kind", klog_kind_name[k.kind], klog_kind_name[row->kind]);
		check(row->line, "driver", k.driver, row->driver);
		check(row->line, "place", k.place, row->place);
		check(row->line, "port", k.port, row->port);
		check(row->line, "master", k.master, row->master);
		if (k.t_us != row->t_us || k.speed_mbps != row->mbps ||
		    k.wanted_mbps != row->wanted_mbps || k.duplex != row->duplex ||
		    k.downshifted != row->downshifted)
			fail_msg("%s: time %ld, %ld of %ld Mb/s, duplex %d, downshifted %d",
				 row->line, (long)k.t_us, (long)k.speed_mbps, (long)k.wanted_mbps,
				 k.duplex, k.downshifted);
	}
}

static void other_lines(void **state)
{
	static const char *const lines[] = {
		"", "\n", ":", ": ", "[", "[ ]", "[1.0]", "<6>", "<", "6,1,2,-;", "6,1,2,-", "6,1,",
		"[ 1.0] ata1: SATA link up 6.0 Gbps (SStatus 133 SControl 300)",
		"bnx2x 0000:01:00.0 eth0: Phy info is only valid if link is up",
		"[ 9.9] EXT4-fs (sda1): mounted filesystem", "eth0: martian source 10.0.0.1",
		"e1000e 0000:00:19.0 eno1: (", " kernel: ", "eth0: (slave ", "IPv6: ): ",
		"sfp sfp: module transmit fault recovered",
		"mlx5_core 0000:41:00.0: temp_warn:183:(pid 0): High temperature on sensors with bit set 0 1",
		"eth0: NIC ", " NIC ", "NIC ", "a NIC ",
		"atlantic: link change old", "eth0: atlantic: link change old 0 new",
	};
	struct klog k;

	(void)state;
	for (size_t i = 0; i < ROWS(lines); i++) {
		char *line = strdup(lines[i]);	/* a sanitizer sees one byte too many */

		if (klog_read(line, &k))
			fail_msg("%s: taken for %s", lines[i], klog_kind_name[k.kind]);
		free(line);
	}
}

/* Cut anywhere: nothing is read beyond the end. */
static void cut_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++)
		for (size_t len = 0; len < strlen(rows[i].line); len++) {
			char *line = strndup(rows[i].line, len);
			struct klog k;

			klog_read(line, &k);
			assert_true(k.text >= line && k.text <= line + len);
			free(line);
		}
}

static void long_names_are_cut(void **state)
{
	char line[600];
	struct klog k;

	(void)state;
	memset(line, 'a', sizeof(line));
	strcpy(line + 500, ": Link is Down");
	assert_true(klog_read(line, &k));
	assert_int_equal(strlen(k.port), KLOG_NAME_MAX - 1);
}

static void of_a_port(void **state)
{
	static const struct {
		const char *line, *port, *place, *phy;
		bool yes;
	} of[] = {
		{ "igc 0000:13:00.0 eth1: NIC Link is Down", "eth1", "0000:13:00.0", NULL, true },
		{ "igc 0000:13:00.0 eth1: NIC Link is Down", "eth1", NULL, NULL, true },
		{ "igc 0000:13:00.0 eth1: NIC Link is Down", "eth2", "0000:13:00.0", NULL, false },
		{ "igc 0000:13:00.0 eth1: NIC Link is Down", "eth1", "0000:14:00.0", NULL, false },
		{ "mt7530-mdio mdio-bus:1f lan: Link is Down", "lan", "platform", NULL, true },
		{ "eth1: link down", "eth1", "0000:13:00.0", "", true },
		{ "eth1: link down", "eth10", "0000:13:00.0", "", false },
		{ "ixgbe 0000:02:00.0: an unsupported SFP+ type", "eth1", "0000:02:00.0", NULL, true },
		{ "ixgbe 0000:02:00.0: an unsupported SFP+ type", "eth1", "", NULL, false },
		{ "PHY r8169-0-300:00: Downshift occurred", "eth1", "0000:03:00.0", "r8169-0-300:00",
		  true },
		{ "PHY r8169-0-300:00: Downshift occurred", "eth1", "0000:03:00.0", NULL, false },
	};
	struct klog k;

	(void)state;
	for (size_t i = 0; i < ROWS(of); i++) {
		assert_true(klog_read(of[i].line, &k));
		if (klog_is_of(&k, of[i].port, of[i].place, of[i].phy) != of[i].yes)
			fail_msg("%s: of %s at %s?", of[i].line, of[i].port, of[i].place);
	}
}

static void who_has_the_address(void **state)
{
	static const struct {
		const char *line, *taken;
	} row[] = {
		{ "IPv6: eth0: IPv6 duplicate address fe80::1 used by 02:00:00:00:00:01 detected!",
		  "fe80::1 02:00:00:00:00:01" },
		{ "eth0: IPv6 duplicate address fe80::1 detected!", "fe80::1" },
		{ "eth0: IPv6 duplicate address fe80::1 used by ", "fe80::1" },
		{ "eth0: IPv6 duplicate address fe80::1", "fe80::1" },
		{ "eth0: IPv6 duplicate address ", NULL }, { "eth0: IPv6 duplicate address", NULL },
		{ "eth0: NIC Link is Down", NULL },
	};
	char out[64];
	struct klog k;

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		klog_read(row[i].line, &k);
		if (klog_taken(&k, out, sizeof(out)) != (row[i].taken != NULL) ||
		    (row[i].taken && strcmp(out, row[i].taken) != 0))
			fail_msg("%s", row[i].line);
	}
}

/* Each once; older kernels tell none, and of a line that was cut nothing is taken. */
static void which_address_it_was(void **state)
{
	static const char *const lines[] = {
		"br0: received packet on eth0 with own address as source address (addr:02:00:00:00:00:01, vlan:0)",
		"br0: received packet on eth0 with own address as source address",
		"br0: received packet on eth0 with own address as source address (addr:",
		"br0: received packet on eth0 with own address as source address (addr:02:00:00:00:00:02, vlan:9)",
		"br0: received packet on eth0 with own address as source address (addr:02:00:00:00:00:01, vlan:0)",
		"br0: received packet on eth0 with own address as source address (addr:02:00:00:00",
		"eth0: NIC Link is Down (addr:02:00:00:00:00:03, vlan:0)",
	};
	struct fact list = { .state = FACT_UNREAD };
	struct klog k;

	(void)state;
	for (size_t i = 0; i < ROWS(lines); i++) {
		klog_read(lines[i], &k);
		klog_add_own_address(&k, &list);
	}
	assert_int_equal(list.state, FACT_KNOWN);
	assert_string_equal(list.text, "02:00:00:00:00:01\n02:00:00:00:00:02");
}

static void what_a_downshift_tells(void **state)
{
	static const struct {
		const char *line, *text;
	} row[] = {
		{ "PHY r8169-0-300:00: Downshift occurred from negotiated speed 1Gbps to actual speed "
		  "100Mbps, check cabling!", "from 1000 to 100 Mb/s" },
		{ "r8169 0000:03:00.0 eth0: Link is Up - 100Mbps/Full (downshifted) - flow control off",
		  "to 100 Mb/s" },
		{ "igc 0000:13:00.0 eth1: Link Speed was downgraded by SmartSpeed",
		  "SmartSpeed of the NIC" },
		{ "igb 0000:02:00.0: The network adapter link speed was downshifted because it "
		  "overheated", "the NIC overheated" },
	};
	char out[48];
	struct klog k;

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		assert_true(klog_read(row[i].line, &k));
		klog_downshift(&k, out, sizeof(out));
		assert_string_equal(out, row[i].text);
	}
}

static void speeds_that_differ(void **state)
{
	char out[48];

	(void)state;
	klog_speeds(1000, 100, out, sizeof(out));
	assert_string_equal(out, "1000 to 100 Mb/s");
	klog_speeds(1000, 1000, out, sizeof(out));
	assert_string_equal(out, "");
	klog_speeds(0, 100, out, sizeof(out));
	assert_string_equal(out, "");
	klog_speeds(100, 0, out, sizeof(out));
	assert_string_equal(out, "");
}

static void every_kind_has_a_name(void **state)
{
	(void)state;
	for (int kind = 0; kind < KLOG_COUNT; kind++)
		assert_non_null(klog_kind_name[kind]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_lines),
		cmocka_unit_test(other_lines),
		cmocka_unit_test(cut_lines),
		cmocka_unit_test(long_names_are_cut),
		cmocka_unit_test(of_a_port),
		cmocka_unit_test(who_has_the_address),
		cmocka_unit_test(which_address_it_was),
		cmocka_unit_test(what_a_downshift_tells),
		cmocka_unit_test(speeds_that_differ),
		cmocka_unit_test(every_kind_has_a_name),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-klog", tests, NULL, NULL);
}
