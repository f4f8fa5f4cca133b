// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Register words that people posted, A01 to A11 of the field cases, each with
 * all that may be concluded from them: a fact that is not listed must not be
 * known.
 */
#include "mii/facts.h"

#include "facts-help.h"

#define MODES_100 "10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full"
#define ABLE_100 "link.modes.supported: " MODES_100 " Autoneg\n"
#define NO_FAULTS "an.parallel_fault: no\nan.remote_fault: no\nan.jabber: no\n"
#define FORCED_OR_DOWN "an.remote_fault: no\nan.jabber: no\n"
#define REAL "mii.synthetic: no\nmii.partner_stale: no\n"
#define UP_100 "link.up: yes\nlink.speed: 100 Mb/s\nlink.duplex: full\nlink.autoneg: yes\n"
#define UP_1000 "link.up: yes\nlink.speed: 1000 Mb/s\nlink.duplex: full\nlink.autoneg: yes\n"
#define NEGOTIATED \
	"link.medium: base-t\nan.complete: yes\nan.partner_able: yes\nan.parallel_detection: no\n" \
	NO_FAULTS
#define HCD_100 "an.common: " MODES_100 "\nan.hcd: 100baseT/Full\n"
#define HCD_1000 "an.common: " MODES_100 " 1000baseT/Full\nan.hcd: 1000baseT/Full\n"

/* Nothing of the partner: register 5 is from a link long gone. */
static const struct mii_case a01 = {
	.name = "A01 forced 100/full, no link, stale partner word",
	.words = "2100 7849 2000 5c21 05e1 45e1 0005 2801 0000 0000 0000 0000 0000 0000 0000 0000 "
		 "0004 0002 0000 0001 0000 0000 0000 4000 4f48 189c 0860 00b7 0010 5040 1084 0023",
	.phy_addr = -1,
	.near = "link.up: no\nlink.autoneg: no\n" ABLE_100
		"link.medium: base-t\nlink.forced: 100baseT/Full\n" FORCED_OR_DOWN
		"mii.phy_id: 0x20005c21\nmii.phy_name: National DP83815 internal\n"
		"mii.synthetic: no\nmii.partner_stale: yes\n",
};

/* Complete is set, and yet nobody negotiated. */
static const struct mii_case a02 = {
	.name = "A02 parallel detection of a 10 Mb/s hub",
	.words = "3100 782d 02a8 0330 05e1 0021 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 "
		 "2404 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0010 0000 0000 0000",
	.phy_addr = -1,
	.near = "link.up: yes\nlink.speed: 10 Mb/s\nlink.duplex: half\nlink.autoneg: yes\n" ABLE_100
		"link.modes.advertised: " MODES_100 " Pause\nlink.medium: base-t\n"
		"an.complete: yes\nan.partner_able: no\nan.parallel_detection: yes\n" NO_FAULTS
		"mii.phy_id: 0x02a80330\nmii.phy_name: Intel i82562\n" REAL,
};

static const struct mii_case a03 = {
	.name = "A03 clean 100/full",
	.words = "1000 782d 7810 0000 01e1 41e1 0001 0000 0000 0000 0000 0000 0000 0000 0000 0000 "
		 "0000 0000 4000 0000 38c8 0010 0000 0002 0001 0000 0000 0000 0000 0000 0000 0000",
	.phy_addr = -1,
	.near = UP_100 ABLE_100 "link.modes.advertised: " MODES_100 "\n" NEGOTIATED HCD_100
		"pause.advertised: none\npause.flow: none\n"
		"mii.phy_id: 0x78100000\nmii.phy_name: Level One LXT970\n" REAL,
	.partner = "link.modes.advertised: " MODES_100 "\npause.advertised: none\n"
		   "mii.selector: 1\n",
};

#define A04_NEAR \
	"mii.phy_id: 0x00000000\nmii.synthetic: yes\n" \
	"mii.synthetic_why: address above 31: no such PHY on a management bus\n"

/* Made by the driver: not even the link bit is believed. */
static const struct mii_case a04[] = {
	{ .name = "A04a link by the words, lamp off", .phy_addr = 32, .near = A04_NEAR,
	  .words = "1000 784c 0000 0000 01e1 0000 0000 0000" },
	{ .name = "A04b reads 100 half, 10 half was asked for", .phy_addr = 32, .near = A04_NEAR,
	  .words = "2000 7848 0000 0000 01e1 0000 0000 0000" },
	{ .name = "A04c 10/full by the words, 100 by the lamp", .phy_addr = 32, .near = A04_NEAR,
	  .words = "1000 784c 0000 0000 0041 45e1 0000 0000" },
	{ .name = "A04d older driver, works", .phy_addr = 32, .near = A04_NEAR,
	  .words = "1000 786c 0000 0000 05e1 0000 0000 0000" },
};

#define A05_STEP2 \
	"3000 780d 0040 6177 05e1 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 " \
	"1000 4321 0000 0004 0000 0126 0200 0000 0037 000c 0f00 ff40 0027 0000 0000 000b"
#define A05_SILENT \
	"link.medium: base-t\nan.complete: no\nan.partner_able: no\nan.parallel_detection: yes\n" \
	NO_FAULTS "mii.phy_id: 0x00406177\nmii.phy_name: 3Com 3C905C internal (Broadcom)\n"

/* The speed is not in these words; with the driver's it is. */
static const struct mii_case a05[] = {
	{ .name = "A05 step 1, words alone", .phy_addr = 24,
	  .words = "3000 780d 0040 6177 0501 0000 0000 0000",
	  .near = "link.up: yes\nlink.duplex: half\nlink.autoneg: yes\n" ABLE_100
		  "link.modes.advertised: 100baseT/Full Pause\n" A05_SILENT REAL },
	{ .name = "A05 step 1, with what ethtool said", .phy_addr = 24,
	  .words = "3000 780d 0040 6177 0501 0000 0000 0000",
	  .driver_mbps = 10, .driver_duplex = "half",
	  .near = "link.up: yes\nlink.speed: 10 Mb/s\nlink.duplex: half\nlink.autoneg: yes\n"
		  ABLE_100 "link.modes.advertised: 100baseT/Full Pause\n" A05_SILENT REAL },
	{ .name = "A05 step 2", .phy_addr = 24, .words = A05_STEP2,
	  .near = "link.up: yes\nlink.duplex: half\nlink.autoneg: yes\n" ABLE_100
		  "link.modes.advertised: " MODES_100 " Pause\n" A05_SILENT REAL },
	{ .name = "A05 step 2, read twice", .phy_addr = 24, .words = A05_STEP2,
	  .bmsr_first = "7809",
	  .near = "link.up: yes\nlink.duplex: half\nlink.autoneg: yes\n" ABLE_100
		  "link.modes.advertised: " MODES_100 " Pause\n" A05_SILENT
		  "mii.link_dropped: yes\n" REAL },
	{ .name = "A05 good machine", .phy_addr = 24,
	  .words = "3000 782d 0041 6800 05e1 45e1 0007 2801 "
		   "0000 0000 0000 0000 0000 0000 0000 0000 "
		   "0618 c7b1 0030 4001 40c8 a000 0000 0000 "
		   "d300 0220 8084 9119 0065 1aab 7fff 0000",
	  .near = UP_100 ABLE_100 "link.modes.advertised: " MODES_100 " Pause\n" NEGOTIATED HCD_100
		  "pause.advertised: symmetric\npause.flow: both\n"
		  "mii.phy_id: 0x00416800\nmii.phy_name: 3Com 3C905C internal\n" REAL,
	  .partner = "link.modes.advertised: " MODES_100 " Pause\npause.advertised: symmetric\n"
		     "mii.selector: 1\n" },
};

/* No master/slave, no gigabit: registers 9 and 10 do not exist. */
static const struct mii_case a06 = {
	.name = "A06 missing registers read ffff",
	.words = "3100 782d 0007 c101 01e1 45e1 0001 ffff ffff ffff ffff ffff ffff 0000 0000 0000 "
		 "0040 0002 00e1 ffff 0000 0000 0000 0000 0b9d 0000 0000 000a 0000 00c8 0000 1058",
	.phy_addr = -1,
	.near = UP_100 ABLE_100 "link.modes.advertised: " MODES_100 "\n" NEGOTIATED HCD_100
		"pause.advertised: none\npause.flow: none\n"
		"mii.phy_id: 0x0007c101\nmii.phy_name: SMSC LAN9730 internal\n" REAL,
	.partner = "link.modes.advertised: " MODES_100 " Pause\npause.advertised: symmetric\n"
		   "mii.selector: 1\n",
};

/* Bad: no fault, no role, since this side does not offer gigabit. */
static const struct mii_case a07[] = {
	{ .name = "A07 bad: gigabit is not offered here", .phy_addr = -1,
	  .words = "3100 796d 004d d072 15e1 c5e1 000f 0000 "
		   "0000 0000 0800 0000 0000 0000 0000 a000 "
		   "0000 0000 0000 f420 082c 0000 04e8 0000 "
		   "3200 3000 0000 063d 0000 0000 0000 0000",
	  .near = UP_100
		  "link.modes.supported: " MODES_100 " 1000baseT/Full Autoneg\n"
		  "link.modes.advertised: " MODES_100 " Pause\n" NEGOTIATED HCD_100
		  "ms.config: preferred-slave\n"
		  "pause.advertised: symmetric\npause.flow: both\n"
		  "mii.phy_id: 0x004dd072\nmii.phy_name: Atheros AR8035\n" REAL,
	  .partner = "link.modes.advertised: " MODES_100 " 1000baseT/Full Pause\n"
		     "pause.advertised: symmetric\nmii.selector: 1\n" },
	{ .name = "A07 good", .phy_addr = -1,
	  .words = "3100 796d 004d d072 15e1 c5e1 000d 0000 "
		   "0000 0200 3800 0000 0000 0000 0000 a000 "
		   "0000 0000 0000 0000 082c 0000 04e8 0000 "
		   "3200 3000 0000 063e 0000 0000 0000 0000",
	  .near = UP_1000
		  "link.modes.supported: " MODES_100 " 1000baseT/Full Autoneg\n"
		  "link.modes.advertised: " MODES_100 " 1000baseT/Full Pause\n" NEGOTIATED HCD_1000
		  "ms.config: preferred-slave\nms.role: slave\nms.fault: no\n"
		  "ms.local_rx_ok: yes\nms.remote_rx_ok: yes\nms.idle_errors: 0 errors\n"
		  "pause.advertised: symmetric\npause.flow: both\n"
		  "mii.phy_id: 0x004dd072\nmii.phy_name: Atheros AR8035\n" REAL,
	  .partner = "link.modes.advertised: " MODES_100 " 1000baseT/Full Pause\n"
		     "pause.advertised: symmetric\nmii.selector: 1\n" },
};

#define ABLE_1000 \
	"link.modes.supported: " MODES_100 " 1000baseT/Half 1000baseT/Full Autoneg\n"

/* eth0: bit 14 of register 10 is no ability of the partner, and no role on a link of 100. */
static const struct mii_case a08[] = {
	{ .name = "A08 eth0: the partner offers 100 at most", .phy_addr = -1,
	  .words = "1040 796d 0007 0572 01e1 45e1 0005 2801 "
		   "0000 0300 4000 0000 0000 0000 0000 3000 "
		   "9000 0000 0008 0000 0000 0000 3201 1000 "
		   "0000 a020 0000 0000 802d 0021 0400 0000",
	  .near = UP_100 ABLE_1000
		  "link.modes.advertised: " MODES_100 " 1000baseT/Half 1000baseT/Full\n" NEGOTIATED
		  HCD_100 "ms.config: preferred-slave\nms.fault: no\n"
		  "pause.advertised: none\npause.flow: none\n"
		  "mii.phy_id: 0x00070572\nmii.phy_name: Microsemi VSC8531\n" REAL,
	  .partner = "link.modes.advertised: " MODES_100 " Pause\npause.advertised: symmetric\n"
		     "mii.selector: 1\n" },
	{ .name = "A08 eth1: empty port", .phy_addr = -1,
	  .words = "1040 7949 0007 0572 01e1 0000 0004 2001 "
		   "0000 0300 4000 0000 0000 4002 0000 3000 "
		   "0000 0000 0088 0000 0000 0000 3200 1000 "
		   "0000 0000 0000 0000 0404 0054 0400 0000",
	  .near = "link.up: no\nlink.autoneg: yes\n" ABLE_1000
		  "link.modes.advertised: " MODES_100 " 1000baseT/Half 1000baseT/Full\n"
		  "link.medium: base-t\nan.complete: no\n" NO_FAULTS
		  "ms.config: preferred-slave\nms.fault: no\n"
		  "mii.phy_id: 0x00070572\nmii.phy_name: Microsemi VSC8531\n" REAL },
};

static const struct mii_case a09 = {
	.name = "A09 gaps, and idle errors in what can be read",
	.words = "1140 792d 02a8 0380 0de1 c1e1 000f ffffffff "
		 "ffffffff 0200 280f ffffffff ffffffff ffffffff ffffffff 3000 "
		 "ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff "
		 "ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff",
	.phy_addr = 1,
	.near = UP_1000 ABLE_1000
		"link.modes.advertised: " MODES_100 " 1000baseT/Full Pause Asym_Pause\n" NEGOTIATED
		HCD_1000 "ms.config: preferred-slave\nms.role: slave\nms.fault: no\n"
		"ms.local_rx_ok: yes\nms.remote_rx_ok: no\nms.idle_errors: 15 errors\n"
		"pause.advertised: both\npause.flow: none\n"
		"mii.phy_id: 0x02a80380\nmii.phy_name: Intel IGP01\n" REAL,
	.partner = "link.modes.advertised: " MODES_100 " 1000baseT/Full\npause.advertised: none\n"
		   "mii.selector: 1\n",
};

/* The words that go with the text of that post.  What the driver said is left alone. */
static const struct mii_case a10 = {
	.name = "A10 a PHY without identifier, partner word 0",
	.words = "1000 782d 0000 0000 01e1 0000 0000 0000",
	.phy_addr = -1, .driver_mbps = 10, .driver_duplex = "half",
	.near = "link.speed: 10 Mb/s\nlink.duplex: half\nmii.phy_id: 0x00000000\n"
		"mii.synthetic: yes\nmii.synthetic_why: PHY identifier 0: no PHY has that\n",
};

/* Both receiver bits 0 on a link that works: this PHY does not have them. */
static const struct mii_case a11 = {
	.name = "A11 healthy gigabit",
	.words = "1040 79ed 001c c800 0de1 c5e1 006d 0000 0000 0200 0800 0000 0000 0000 0000 2000 "
		 "0000 0000 ffff 0000 0000 0400 0f00 0f00 318b 0053 31ec 8012 bf1f 0000 0000 0000",
	.phy_addr = -1,
	.near = UP_1000 "link.modes.supported: " MODES_100 " 1000baseT/Full Autoneg\n"
		"link.modes.advertised: " MODES_100 " 1000baseT/Full Pause Asym_Pause\n" NEGOTIATED
		HCD_1000 "ms.config: preferred-slave\nms.role: slave\nms.fault: no\n"
		"ms.idle_errors: 0 errors\npause.advertised: both\npause.flow: both\n"
		"mii.phy_id: 0x001cc800\nmii.phy_name: Realtek, family identifier "
		"(RTL8169 and RTL8125 internal, RTL8226 samples)\n" REAL,
	.partner = "link.modes.advertised: " MODES_100 " 1000baseT/Full Pause\n"
		   "pause.advertised: symmetric\nmii.selector: 1\n",
};

static void field_case(void **state)
{
	help_mii_case(*state);
}

#define CASE(row) { .name = row.name, .test_func = field_case, .initial_state = (void *)&row }

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a01), CASE(a02), CASE(a03), CASE(a04[0]), CASE(a04[1]), CASE(a04[2]),
		CASE(a04[3]), CASE(a05[0]), CASE(a05[1]), CASE(a05[2]), CASE(a05[3]), CASE(a05[4]),
		CASE(a06), CASE(a07[0]), CASE(a07[1]), CASE(a08[0]), CASE(a08[1]), CASE(a09),
		CASE(a10), CASE(a11),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("mii-cases", tests, NULL, NULL);
}
