/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MII_REG_H
#define MII_REG_H

#include <stddef.h>
#include <stdint.h>

/*
 * Clause 22 management registers, IEEE 802.3 22.2.4 (Table 22-6 on), 28.2.4,
 * 37.2.5 and 40.5.1.  Named as in the standard's and linux/mii.h's spirit.
 */
enum mii_reg {
	MII_REG_BMCR = 0,
	MII_REG_BMSR = 1,
	MII_REG_ID1 = 2,
	MII_REG_ID2 = 3,
	MII_REG_ANAR = 4,
	MII_REG_ANLPAR = 5,
	MII_REG_ANER = 6,
	MII_REG_GCTRL = 9,
	MII_REG_GSTAT = 10,
	MII_REG_ESTATUS = 15,
};

#define BMCR_RESET_BIT		0x8000
#define BMCR_LOOPBACK_BIT	0x4000
#define BMCR_SPEED_LSB		0x2000
#define BMCR_ANEN		0x1000
#define BMCR_POWER_DOWN		0x0800
#define BMCR_ISOLATE_BIT	0x0400
#define BMCR_AN_RESTART		0x0200
#define BMCR_DUPLEX		0x0100
#define BMCR_COLLISION_TEST	0x0080
#define BMCR_SPEED_MSB		0x0040
#define BMCR_UNIDIRECTIONAL	0x0020

#define BMSR_100T4		0x8000
#define BMSR_100X_FULL		0x4000
#define BMSR_100X_HALF		0x2000
#define BMSR_10_FULL		0x1000
#define BMSR_10_HALF		0x0800
#define BMSR_100T2_FULL		0x0400
#define BMSR_100T2_HALF		0x0200
#define BMSR_EXT_STATUS		0x0100
#define BMSR_AN_COMPLETE	0x0020
#define BMSR_REMOTE_FAULT	0x0010	/* latched high */
#define BMSR_AN_ABLE		0x0008
#define BMSR_LINK		0x0004	/* latched low */
#define BMSR_JABBER		0x0002	/* latched high */
#define BMSR_EXT_CAPABLE	0x0001

/* ANAR and ANLPAR, base page of clause 28 */
#define AN_NEXT_PAGE		0x8000
#define AN_ACK			0x4000
#define AN_FAULT		0x2000
#define AN_XNP			0x1000
#define AN_ASYM			0x0800
#define AN_PAUSE		0x0400
#define AN_100T4		0x0200
#define AN_100TX_FULL		0x0100
#define AN_100TX_HALF		0x0080
#define AN_10T_FULL		0x0040
#define AN_10T_HALF		0x0020
#define AN_TECHNOLOGY		0x03e0
#define AN_SELECTOR		0x001f
#define AN_SELECTOR_8023	1

/* ANAR and ANLPAR of 1000BASE-X, clause 37 */
#define ANX_RF2			0x2000
#define ANX_RF1			0x1000
#define ANX_ASM_DIR		0x0100
#define ANX_PAUSE		0x0080
#define ANX_HALF		0x0040
#define ANX_FULL		0x0020

#define ANER_PARALLEL_FAULT	0x0010	/* latched high */
#define ANER_LP_NEXT_PAGE	0x0008
#define ANER_NEXT_PAGE		0x0004
#define ANER_PAGE_RECEIVED	0x0002	/* latched high */
#define ANER_LP_AN_ABLE		0x0001

#define GCTRL_TEST		0xe000
#define GCTRL_MANUAL		0x1000
#define GCTRL_MASTER		0x0800
#define GCTRL_MULTIPORT		0x0400
#define GCTRL_FULL		0x0200
#define GCTRL_HALF		0x0100

#define GSTAT_MS_FAULT		0x8000	/* latched high */
#define GSTAT_MASTER		0x4000
#define GSTAT_LOCAL_RX_OK	0x2000
#define GSTAT_REMOTE_RX_OK	0x1000
#define GSTAT_LP_FULL		0x0800
#define GSTAT_LP_HALF		0x0400
#define GSTAT_IDLE_ERRORS	0x00ff	/* cleared by reading, stops at 255 */

#define ESTATUS_1000X_FULL	0x8000
#define ESTATUS_1000X_HALF	0x4000
#define ESTATUS_1000T_FULL	0x2000
#define ESTATUS_1000T_HALF	0x1000

/* One field of a register, for reading it aloud. */
struct mii_field {
	uint16_t mask;
	const char *name;	/* "100BASE-TX full duplex" */
	const char *note;	/* "latched low", NULL */
	const char *const *value;	/* names by value of the field; NULL: a flag or a number */
};

/* The fields of a register from the highest bit down, ended by mask 0.  NULL
 * for registers this table does not know.  base_x: registers 4 and 5 are read
 * by clause 37. */
const struct mii_field *mii_fields(unsigned int reg, int base_x);
const char *mii_reg_name(unsigned int reg);

#endif
