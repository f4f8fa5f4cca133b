/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "lab/scene.h"

/*
 * What a port says of its link: its own settings and registers, nothing of the
 * scene and nothing its partner has not sent it by negotiation.  In a scene
 * with hidden report every port says full duplex, negotiated, as a lamp that
 * lies.
 *
 * The PHY can do no more than the rate of its wire, so no rule sees a speed
 * below what was possible.  Its identifier (22.2.4.3.1) is of a block whose owner,
 * IANA, makes none.
 */
struct lab_report {
	int speed_mbps;
	bool full;
	bool autoneg;		/* switched on */
	uint16_t mii[16];	/* clause 22 registers 0 to 15, as read a second time */
};

void lab_report(const struct lab_scene *scene, unsigned int port, struct lab_report *report);

#endif
