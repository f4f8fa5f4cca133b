// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/report.h"

/* IEEE 802.3 22.2.4 and 28.2.4; the layers keep mii/reg.h out of reach. */
enum { BMCR, BMSR, ID1, ID2, ANAR, ANLPAR, ANER, ANNPTR, GCTRL = 9, GSTAT, ESTATUS = 15 };

#define BMCR_100	0x2000
#define BMCR_ANEN	0x1000
#define BMCR_FULL	0x0100
#define BMCR_1000	0x0040

#define BMSR_100_FULL	0x4000
#define BMSR_100_HALF	0x2000
#define BMSR_10_FULL	0x1000
#define BMSR_10_HALF	0x0800
#define BMSR_EXTENDED	0x0100
#define BMSR_NO_PREAMBLE 0x0040
#define BMSR_COMPLETE	0x0020
#define BMSR_ABLE	0x0008
#define BMSR_LINK	0x0004
#define BMSR_REGISTERS	0x0001

#define PAGE_8023	0x0001
#define PAGE_10_HALF	0x0020
#define PAGE_10_FULL	0x0040
#define PAGE_100_HALF	0x0080
#define PAGE_100_FULL	0x0100
#define PAGE_ACK	0x4000
#define PAGE_HALVES	(PAGE_10_HALF | PAGE_100_HALF)

#define ANER_ABLE	0x0001
#define ANER_NEXT_PAGES	0x000c	/* both ends have them: 1000BASE-T needs them */

#define GCTRL_FULL	0x0200
#define GSTAT_MASTER	0x4000
#define GSTAT_RX_OK	0x3000	/* local and remote receiver */
#define GSTAT_FULL	0x0800

/* The address block 00-00-5E of IANA, which makes no PHYs; model and revision 0. */
#define ID_1 0x0001
#define ID_2 0xe800

static uint16_t abilities(int rate_mbps)
{
	uint16_t word = BMSR_10_FULL | BMSR_10_HALF | BMSR_NO_PREAMBLE | BMSR_ABLE | BMSR_REGISTERS;

	if (rate_mbps >= 100)
		word |= BMSR_100_FULL | BMSR_100_HALF;
	if (rate_mbps >= 1000)
		word |= BMSR_EXTENDED;
	return word;
}

/* What a port offers: all it can; halves only when two ends that negotiate get half. */
static uint16_t offer(int rate_mbps, bool full)
{
	uint16_t page = PAGE_8023 | PAGE_10_FULL | PAGE_10_HALF;

	if (rate_mbps >= 100)
		page |= PAGE_100_FULL | PAGE_100_HALF;
	return full ? page : page & (PAGE_8023 | PAGE_HALVES);
}

/* The one bit that parallel detection leaves for the partner (28.2.3.1). */
static uint16_t sensed(int rate_mbps)
{
	return rate_mbps == 100 ? PAGE_100_HALF : PAGE_10_HALF;
}

static uint16_t rate_bits(int rate_mbps)
{
	if (rate_mbps == 1000)
		return BMCR_1000;
	return rate_mbps == 100 ? BMCR_100 : 0;
}

static void gigabit(struct lab_report *report, bool master)
{
	report->mii[ANER] |= ANER_NEXT_PAGES;
	report->mii[GCTRL] = GCTRL_FULL;
	report->mii[GSTAT] = GSTAT_RX_OK | GSTAT_FULL | (master ? GSTAT_MASTER : 0);
	report->mii[ESTATUS] = 0x2000;	/* 1000BASE-T full */
}

/*
 * Of two ends that negotiate a half-duplex link the second one offers halves
 * only; which one it is changes nothing on the wire.
 */
static void negotiated(struct lab_report *report, bool partner_negotiates, bool second)
{
	bool limited = !report->full && partner_negotiates;

	report->mii[BMCR] |= BMCR_ANEN;
	report->mii[BMSR] |= BMSR_COMPLETE;
	report->mii[ANAR] = offer(report->speed_mbps, !limited || !second);
	report->mii[ANNPTR] = 0x2001;
	if (!partner_negotiates) {
		report->mii[ANLPAR] = sensed(report->speed_mbps);
		return;
	}
	report->mii[ANLPAR] = PAGE_ACK | offer(report->speed_mbps, !limited || second);
	report->mii[ANER] = ANER_ABLE;
	if (report->speed_mbps == 1000)
		gigabit(report, second);
}

void lab_report(const struct lab_scene *scene, unsigned int port, struct lab_report *report)
{
	const struct lab_scene_port *own = &scene->port[port];
	const struct lab_scene_wire *wire = &scene->wire[own->wire];
	const struct lab_scene_port *partner = &scene->port[wire->port[!own->end]];
	bool partner_negotiates = scene->hidden || partner->autoneg;

	*report = (struct lab_report){
		.speed_mbps = lab_scene_wire_rate_mbps(scene, wire),
		.full = scene->hidden || own->duplex == LAB_FULL,
		.autoneg = scene->hidden || own->autoneg,
	};
	report->mii[BMCR] = rate_bits(report->speed_mbps) | (report->full ? BMCR_FULL : 0);
	report->mii[BMSR] = abilities(report->speed_mbps) | BMSR_LINK;
	report->mii[ID1] = ID_1;
	report->mii[ID2] = ID_2;
	if (report->autoneg)
		negotiated(report, partner_negotiates, own->end == 1);
	else
		report->mii[ANAR] = offer(report->speed_mbps, true);
}
