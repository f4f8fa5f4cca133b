// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/resolve.h"

#include "mii/reg.h"

struct bit_mode {
	uint16_t mask;
	int mode;
};

static const struct bit_mode base_page[] = {
	{ AN_100T4, MODE_100_T4 },
	{ AN_100TX_FULL, MODE_100_FULL },
	{ AN_100TX_HALF, MODE_100_HALF },
	{ AN_10T_FULL, MODE_10_FULL },
	{ AN_10T_HALF, MODE_10_HALF },
	{ AN_PAUSE, MODE_PAUSE },
	{ AN_ASYM, MODE_ASYM_PAUSE },
	{ 0, 0 },
};

static const struct bit_mode base_x_page[] = {
	{ ANX_FULL, MODE_1000X_FULL },
	{ ANX_HALF, MODE_1000X_HALF },
	{ ANX_PAUSE, MODE_PAUSE },
	{ ANX_ASM_DIR, MODE_ASYM_PAUSE },
	{ 0, 0 },
};

static const struct bit_mode own_1000[] = {
	{ GCTRL_FULL, MODE_1000_FULL },
	{ GCTRL_HALF, MODE_1000_HALF },
	{ 0, 0 },
};

static const struct bit_mode partner_1000[] = {
	{ GSTAT_LP_FULL, MODE_1000_FULL },
	{ GSTAT_LP_HALF, MODE_1000_HALF },
	{ 0, 0 },
};

static const struct bit_mode status[] = {
	{ BMSR_100T4, MODE_100_T4 },
	{ BMSR_100X_FULL, MODE_100_FULL },
	{ BMSR_100X_HALF, MODE_100_HALF },
	{ BMSR_10_FULL, MODE_10_FULL },
	{ BMSR_10_HALF, MODE_10_HALF },
	{ BMSR_100T2_FULL, MODE_100_T2_FULL },
	{ BMSR_100T2_HALF, MODE_100_T2_HALF },
	{ BMSR_AN_ABLE, MODE_AUTONEG },
	{ 0, 0 },
};

static const struct bit_mode extended[] = {
	{ ESTATUS_1000T_FULL, MODE_1000_FULL },
	{ ESTATUS_1000T_HALF, MODE_1000_HALF },
	{ 0, 0 },
};

static const struct bit_mode extended_x[] = {
	{ ESTATUS_1000X_FULL, MODE_1000X_FULL },
	{ ESTATUS_1000X_HALF, MODE_1000X_HALF },
	{ 0, 0 },
};

static void add_bits(struct modes *m, uint16_t word, const struct bit_mode *row)
{
	for (; row->mask; row++)
		if (word & row->mask)
			modes_add(m, row->mode);
}

struct modes mii_modes_own(uint16_t anar, uint16_t gctrl)
{
	struct modes m = { 0 };

	add_bits(&m, anar, base_page);
	add_bits(&m, gctrl, own_1000);
	return m;
}

struct modes mii_modes_partner(uint16_t anlpar, uint16_t gstat)
{
	struct modes m = { 0 };

	add_bits(&m, anlpar, base_page);
	add_bits(&m, gstat, partner_1000);
	return m;
}

struct modes mii_modes_base_x(uint16_t page)
{
	struct modes m = { 0 };

	add_bits(&m, page, base_x_page);
	return m;
}

struct modes mii_modes_able(uint16_t bmsr, uint16_t estatus, bool base_x)
{
	struct modes m = { 0 };

	add_bits(&m, bmsr, status);
	add_bits(&m, estatus, base_x ? extended_x : extended);
	return m;
}

int mii_mode_forced(uint16_t bmcr, bool base_x)
{
	bool full = bmcr & BMCR_DUPLEX;

	if (base_x)
		return full ? MODE_1000X_FULL : MODE_1000X_HALF;
	switch (bmcr & (BMCR_SPEED_MSB | BMCR_SPEED_LSB)) {
	case 0:
		return full ? MODE_10_FULL : MODE_10_HALF;
	case BMCR_SPEED_LSB:
		return full ? MODE_100_FULL : MODE_100_HALF;
	case BMCR_SPEED_MSB:
		return full ? MODE_1000_FULL : MODE_1000_HALF;
	}
	return -1;
}

int mii_mode_sensed(uint16_t anlpar)
{
	switch (anlpar & AN_TECHNOLOGY) {
	case AN_10T_HALF:
		return MODE_10_HALF;
	case AN_100TX_HALF:
		return MODE_100_HALF;
	case AN_100T4:
		return MODE_100_T4;
	}
	return -1;
}

/*
 * The order of the tests is the table: two ends that both offer symmetric
 * pause are symmetric whatever else they offer.
 */
unsigned int pause_resolve(unsigned int ours, unsigned int peer)
{
	unsigned int both = ours & peer;

	if (both & PAUSE_SYM)
		return FLOW_RX | FLOW_TX;
	if (!(both & PAUSE_ASM))
		return 0;
	if (ours & PAUSE_SYM)
		return FLOW_RX;
	return peer & PAUSE_SYM ? FLOW_TX : 0;
}

const char *pause_offer_name(unsigned int offer)
{
	static const char *const name[4] = { "none", "symmetric", "asymmetric", "both" };

	return name[offer & 3];
}

const char *pause_flow_name(unsigned int flow)
{
	static const char *const name[4] = { "none", "rx", "tx", "both" };

	return name[flow & 3];
}

unsigned int pause_offer_of_modes(const struct modes *m)
{
	return (modes_has(m, MODE_PAUSE) ? PAUSE_SYM : 0) |
	       (modes_has(m, MODE_ASYM_PAUSE) ? PAUSE_ASM : 0);
}
