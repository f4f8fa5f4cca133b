// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * MII registers by SIOCGMIIPHY and SIOCGMIIREG, never by a write.  Reading is
 * not free: BMSR, ANER and 1000BASE-T status have bits that clear, which is
 * why this comes after netlink, and why ANER and status are read again only to
 * see whether a fault they had latched is still there.
 */
#include <errno.h>
#include <linux/mdio.h>
#include <linux/mii.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <string.h>

#include "dev/live-private.h"
#include "dev/mii-words.h"
#include "mii/c45.h"

/* The MMD access pair, clause 22 annex D: the kernel may be in the middle of it. */
#define REG_MMD_CONTROL 13
#define REG_MMD_DATA 14

#define READINGS_MAX 64
#define PHY_ADDRESSES 32

struct dump {
	uint8_t bytes[READINGS_MAX * MII_READING_BYTES];
	unsigned int count;
};

static int request(struct live *live, unsigned long number, struct mii_ioctl_data *mii)
{
	struct ifreq ifr = { 0 };
	int rc;

	/* The words are passed inside struct ifreq, in place of its union. */
	memcpy(&ifr.ifr_ifru, mii, sizeof(*mii));
	rc = live_ioctl_request(live, number, &ifr);
	memcpy(mii, &ifr.ifr_ifru, sizeof(*mii));
	return rc;
}

int live_mii_phy(struct live *live, uint16_t *phy)
{
	struct mii_ioctl_data mii = { 0 };
	int rc = request(live, SIOCGMIIPHY, &mii);

	*phy = mii.phy_id;
	return rc;
}

int live_mii_word(struct live *live, uint16_t phy, unsigned int reg)
{
	struct mii_ioctl_data mii = { .phy_id = phy, .reg_num = (uint16_t)reg };
	int rc = request(live, SIOCGMIIREG, &mii);

	return rc < 0 ? rc : mii.val_out;
}

/* Returns the word or a negative errno, and writes either down. */
static int reading(struct live *live, struct dump *dump, uint16_t phy, unsigned int reg)
{
	int rc = live_mii_word(live, phy, reg);

	if (dump->count < READINGS_MAX)
		mii_reading_put(dump->bytes + MII_READING_BYTES * dump->count++, reg, rc);
	return rc;
}

static bool latched(int rc_or_word, int bit)
{
	return rc_or_word >= 0 && rc_or_word & bit;
}

static void read_words(struct live *live, struct dump *dump, uint16_t phy)
{
	unsigned int last = live->all_words ? 31 : MII_REG_ESTATUS;
	int word, aner = -EIO, gstat = -EIO;

	word = reading(live, dump, phy, MII_REG_BMSR);
	for (unsigned int reg = 0; reg <= last && word != -ENODEV; reg++) {
		if (reg == MII_REG_BMSR || reg == REG_MMD_CONTROL || reg == REG_MMD_DATA)
			continue;
		word = reading(live, dump, phy, reg);
		if (reg == MII_REG_ANER)
			aner = word;
		if (reg == MII_REG_GSTAT)
			gstat = word;
	}
	if (latched(aner, ANER_PARALLEL_FAULT))
		reading(live, dump, phy, MII_REG_ANER);
	if (latched(gstat, GSTAT_MS_FAULT))
		reading(live, dump, phy, MII_REG_GSTAT);
	if (word != -ENODEV)
		reading(live, dump, phy, MII_REG_BMSR);
}

/*
 * Clause 45 behind the same ioctl (linux/mdio.h, mdio_phy_id_is_c45).  A driver
 * that ignores that part of the address answers with clause 22 registers, and
 * reading those clears latches: register 1.5 alone tells which it is.
 */
struct c45_dump {
	uint8_t bytes[(C45_WORDS_MAX + 2) * C45_READING_BYTES];
	unsigned int count;
};

static int c45_reading(struct live *live, struct c45_dump *dump, uint16_t phy, unsigned int mmd,
		       unsigned int reg)
{
	uint16_t address = (uint16_t)(MDIO_PHY_ID_C45 | phy << 5 | mmd);
	int rc = live_mii_word(live, address, reg);

	c45_reading_put(dump->bytes + C45_READING_BYTES * dump->count++, mmd, reg, rc);
	return rc;
}

static void read_c45(struct live *live, uint16_t phy)
{
	struct c45_dump dump = { .count = 0 };
	int low = c45_reading(live, &dump, phy, MMD_PMA, C45_DEVICES1);
	uint32_t devices;

	if (low < 0) {
		live_note(live, "mii c45", low == -EPERM || low == -ENODEV ? low : -EOPNOTSUPP, NULL, 0);
		return;
	}
	if (c45_devices_plausible(low)) {
		devices = (uint32_t)low;
		c45_reading(live, &dump, phy, MMD_PMA, C45_DEVICES2);
		for (size_t i = 0; i < c45_regs_count; i++)
			if (devices >> c45_regs[i].mmd & 1)
				c45_reading(live, &dump, phy, c45_regs[i].mmd, c45_regs[i].reg);
	}
	live_note(live, "mii c45", 0, dump.bytes, dump.count * C45_READING_BYTES);
}

void live_mii(struct live *live)
{
	struct mii_ioctl_data mii = { 0 };
	struct dump dump = { .count = 0 };
	int rc = request(live, SIOCGMIIPHY, &mii);

	if (live_note(live, "mii phy", rc, &mii, sizeof(mii)) < 0)
		return;
	read_words(live, &dump, mii.phy_id);
	live_note(live, "mii words", 0, dump.bytes, dump.count * MII_READING_BYTES);
	if (!live->broken && mii.phy_id < PHY_ADDRESSES)
		read_c45(live, mii.phy_id);
	if (live_ioctl_rename(live) < 0)
		live->broken = -ENODEV;
}
