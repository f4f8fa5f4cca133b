// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/reg.h"


static const char *const selector_names[32] = {
	[1] = "IEEE 802.3",
	[2] = "IEEE 802.9",
	[3] = "IEEE 802.5",
	[4] = "IEEE 1394",
	[5] = "INCITS",
};

/* Table 37-3 */
static const char *const fault_names[4] = {
	[0] = "no error",
	[1] = "link failure",	/* RF1 alone */
	[2] = "offline",	/* RF2 alone */
	[3] = "negotiation error",
};

static const char *const base_x_pause_names[4] = {
	[0] = "none",
	[1] = "symmetric",
	[2] = "asymmetric",
	[3] = "both",
};

static const struct mii_field bmcr[] = {
	{ BMCR_RESET_BIT, "reset", "clears itself", NULL },
	{ BMCR_LOOPBACK_BIT, "loopback", NULL, NULL },
	{ BMCR_SPEED_LSB, "speed selection, low bit", "no meaning while negotiation is on", NULL },
	{ BMCR_ANEN, "negotiation enabled", NULL, NULL },
	{ BMCR_POWER_DOWN, "power down", NULL, NULL },
	{ BMCR_ISOLATE_BIT, "isolated from the MII", NULL, NULL },
	{ BMCR_AN_RESTART, "restart negotiation", "clears itself", NULL },
	{ BMCR_DUPLEX, "full duplex", "no meaning while negotiation is on", NULL },
	{ BMCR_COLLISION_TEST, "collision test", NULL, NULL },
	{ BMCR_SPEED_MSB, "speed selection, high bit", "no meaning while negotiation is on", NULL },
	{ BMCR_UNIDIRECTIONAL, "send without link", NULL, NULL },
	{ 0x001f, "reserved", NULL, NULL },
	{ 0, NULL, NULL, NULL },
};

static const struct mii_field bmsr[] = {
	{ BMSR_100T4, "can 100BASE-T4", NULL, NULL },
	{ BMSR_100X_FULL, "can 100BASE-X full duplex", NULL, NULL },
	{ BMSR_100X_HALF, "can 100BASE-X half duplex", NULL, NULL },
	{ BMSR_10_FULL, "can 10 Mb/s full duplex", NULL, NULL },
	{ BMSR_10_HALF, "can 10 Mb/s half duplex", NULL, NULL },
	{ BMSR_100T2_FULL, "can 100BASE-T2 full duplex", NULL, NULL },
	{ BMSR_100T2_HALF, "can 100BASE-T2 half duplex", NULL, NULL },
	{ BMSR_EXT_STATUS, "registers 9, 10 and 15 exist", NULL, NULL },
	{ 0x0080, "can send without link", NULL, NULL },
	{ 0x0040, "takes frames without preamble", NULL, NULL },
	{ BMSR_AN_COMPLETE, "negotiation complete", NULL, NULL },
	{ BMSR_REMOTE_FAULT, "remote fault", "latched until read", NULL },
	{ BMSR_AN_ABLE, "can negotiate", NULL, NULL },
	{ BMSR_LINK, "link", "a loss is latched until read", NULL },
	{ BMSR_JABBER, "jabber", "latched until read", NULL },
	{ BMSR_EXT_CAPABLE, "registers 2 and up exist", NULL, NULL },
	{ 0, NULL, NULL, NULL },
};

static const struct mii_field phy_id1[] = {
	{ 0xffff, "OUI, bits 3 to 18", NULL, NULL },
	{ 0, NULL, NULL, NULL },
};

static const struct mii_field phy_id2[] = {
	{ 0xfc00, "OUI, bits 19 to 24", NULL, NULL },
	{ 0x03f0, "model", NULL, NULL },
	{ 0x000f, "revision", NULL, NULL },
	{ 0, NULL, NULL, NULL },
};

static const struct mii_field page[] = {
	{ AN_NEXT_PAGE, "next page", NULL, NULL },
	{ AN_ACK, "acknowledge", NULL, NULL },
	{ AN_FAULT, "remote fault", NULL, NULL },
	{ AN_XNP, "extended next page", NULL, NULL },
	{ AN_ASYM, "asymmetric pause", NULL, NULL },
	{ AN_PAUSE, "pause", NULL, NULL },
	{ AN_100T4, "100BASE-T4", NULL, NULL },
	{ AN_100TX_FULL, "100BASE-TX full duplex", NULL, NULL },
	{ AN_100TX_HALF, "100BASE-TX half duplex", NULL, NULL },
	{ AN_10T_FULL, "10BASE-T full duplex", NULL, NULL },
	{ AN_10T_HALF, "10BASE-T half duplex", NULL, NULL },
	{ AN_SELECTOR, "selector", NULL, selector_names },
	{ 0, NULL, NULL, NULL },
};

static const struct mii_field page_base_x[] = {
	{ AN_NEXT_PAGE, "next page", NULL, NULL },
	{ AN_ACK, "acknowledge", NULL, NULL },
	{ ANX_RF1 | ANX_RF2, "remote fault", NULL, fault_names },
	{ 0x0e00, "reserved", NULL, NULL },
	{ ANX_PAUSE | ANX_ASM_DIR, "pause", NULL, base_x_pause_names },
	{ ANX_HALF, "1000BASE-X half duplex", NULL, NULL },
	{ ANX_FULL, "1000BASE-X full duplex", NULL, NULL },
	{ 0x001f, "reserved", NULL, NULL },
	{ 0, NULL, NULL, NULL },
};

static const struct mii_field aner[] = {
	{ 0xff80, "reserved", NULL, NULL },
	{ 0x0040, "next page location is told", NULL, NULL },
	{ 0x0020, "next page is stored in register 8", NULL, NULL },
	{ ANER_PARALLEL_FAULT, "parallel detection fault", "latched until read", NULL },
	{ ANER_LP_NEXT_PAGE, "partner can next pages", NULL, NULL },
	{ ANER_NEXT_PAGE, "can next pages", NULL, NULL },
	{ ANER_PAGE_RECEIVED, "new page received", "latched until read", NULL },
	{ ANER_LP_AN_ABLE, "partner can negotiate", NULL, NULL },
	{ 0, NULL, NULL, NULL },
};

static const struct mii_field gctrl[] = {
	{ GCTRL_TEST, "test mode", NULL, NULL },
	{ GCTRL_MANUAL, "manual master/slave", NULL, NULL },
	{ GCTRL_MASTER, "manual: master", NULL, NULL },
	{ GCTRL_MULTIPORT, "multiport device, prefers master", NULL, NULL },
	{ GCTRL_FULL, "1000BASE-T full duplex", NULL, NULL },
	{ GCTRL_HALF, "1000BASE-T half duplex", NULL, NULL },
	{ 0x00ff, "reserved", NULL, NULL },
	{ 0, NULL, NULL, NULL },
};

static const struct mii_field gstat[] = {
	{ GSTAT_MS_FAULT, "master/slave fault", "latched until read", NULL },
	{ GSTAT_MASTER, "master", NULL, NULL },
	{ GSTAT_LOCAL_RX_OK, "own receiver well", NULL, NULL },
	{ GSTAT_REMOTE_RX_OK, "partner's receiver well", NULL, NULL },
	{ GSTAT_LP_FULL, "partner: 1000BASE-T full duplex", NULL, NULL },
	{ GSTAT_LP_HALF, "partner: 1000BASE-T half duplex", NULL, NULL },
	{ 0x0300, "reserved", NULL, NULL },
	{ GSTAT_IDLE_ERRORS, "idle errors", "cleared by reading", NULL },
	{ 0, NULL, NULL, NULL },
};

static const struct mii_field estatus[] = {
	{ ESTATUS_1000X_FULL, "can 1000BASE-X full duplex", NULL, NULL },
	{ ESTATUS_1000X_HALF, "can 1000BASE-X half duplex", NULL, NULL },
	{ ESTATUS_1000T_FULL, "can 1000BASE-T full duplex", NULL, NULL },
	{ ESTATUS_1000T_HALF, "can 1000BASE-T half duplex", NULL, NULL },
	{ 0x0fff, "reserved", NULL, NULL },
	{ 0, NULL, NULL, NULL },
};

static const struct {
	const char *name;
	const struct mii_field *fields, *fields_base_x;
} table[16] = {
	[MII_REG_BMCR] = { "BMCR, control", bmcr, bmcr },
	[MII_REG_BMSR] = { "BMSR, status", bmsr, bmsr },
	[MII_REG_ID1] = { "PHY identifier 1", phy_id1, phy_id1 },
	[MII_REG_ID2] = { "PHY identifier 2", phy_id2, phy_id2 },
	[MII_REG_ANAR] = { "ANAR, own advertisement", page, page_base_x },
	[MII_REG_ANLPAR] = { "ANLPAR, link partner ability", page, page_base_x },
	[MII_REG_ANER] = { "ANER, negotiation expansion", aner, aner },
	[7] = { "next page to send", NULL, NULL },
	[8] = { "partner's next page", NULL, NULL },
	[MII_REG_GCTRL] = { "1000BASE-T control", gctrl, gctrl },
	[MII_REG_GSTAT] = { "1000BASE-T status", gstat, gstat },
	[11] = { "PSE control", NULL, NULL },
	[12] = { "PSE status", NULL, NULL },
	[13] = { "MMD access control", NULL, NULL },
	[14] = { "MMD access data", NULL, NULL },
	[MII_REG_ESTATUS] = { "extended status", estatus, estatus },
};

const struct mii_field *mii_fields(unsigned int reg, int base_x)
{
	if (reg >= sizeof(table) / sizeof(table[0]))
		return NULL;
	return base_x ? table[reg].fields_base_x : table[reg].fields;
}

const char *mii_reg_name(unsigned int reg)
{
	if (reg >= sizeof(table) / sizeof(table[0]))
		return "vendor";
	return table[reg].name;
}
