// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What do the register words say of this link?
 *
 * The words are readings of two kinds: what is set or sensed (BMCR while
 * negotiation is off, the link bit), and what follows by 28B.3 from two offers.
 * The second kind is an inference.  It never contradicts a driver that names
 * another speed: that is a downshift, judged by a rule of its own.
 */
#include "mii/facts.h"

#include <stdio.h>
#include <string.h>

#include "mii/phyid.h"
#include "mii/reg.h"
#include "mii/resolve.h"

#define PHY_ADDR_MAX 31

const enum fact_id mii_fact_ids[] = {
	FACT_LINK_UP, FACT_LINK_SPEED, FACT_LINK_DUPLEX, FACT_LINK_AUTONEG, FACT_LINK_MODES_SUPPORTED,
	FACT_LINK_MODES_ADVERTISED, FACT_LINK_FORCED, FACT_LINK_MEDIUM, FACT_AN_COMPLETE,
	FACT_AN_PARTNER_ABLE, FACT_AN_PARALLEL_DETECTION, FACT_AN_PARALLEL_FAULT,
	FACT_AN_REMOTE_FAULT, FACT_AN_JABBER, FACT_AN_COMMON, FACT_AN_HCD, FACT_MS_CONFIG,
	FACT_MS_ROLE, FACT_MS_FAULT, FACT_MS_LOCAL_RX_OK, FACT_MS_REMOTE_RX_OK,
	FACT_MS_IDLE_ERRORS, FACT_PAUSE_ADVERTISED, FACT_PAUSE_FLOW, FACT_MII_PHY_ID,
	FACT_MII_PHY_NAME, FACT_MII_LINK_DROPPED, FACT_MII_CONTROL, FACT_MII_SYNTHETIC,
	FACT_MII_SYNTHETIC_WHY, FACT_MII_PARTNER_STALE, FACT_COUNT
};

/* The words with what is needed of them again and again. */
struct view {
	const struct mii_dump *dump;
	struct facts *near, *partner;
	uint16_t bmcr, bmsr;
	bool anen, link, complete;
	bool gigabit;			/* registers 9 and 10 exist and were read */
	bool gigabit_unread;		/* they exist and were not: half the story is missing */
	uint16_t anar, anlpar, aner, gctrl, gstat, estatus;
	bool has_anar, has_anlpar, has_aner, has_estatus;
	struct modes own, peer, common;
	int hcd;
};

/* ffff is what a bus without an answer reads; no register here can hold it. */
static bool word(const struct mii_dump *dump, unsigned int reg, uint16_t *out)
{
	int32_t value = reg < dump->words.count ? dump->words.reg[reg] : WORD_UNREADABLE;

	*out = value == WORD_UNREADABLE || value == 0xffff ? 0 : (uint16_t)value;
	return value != WORD_UNREADABLE && value != 0xffff;
}

/* A reading that the driver did not give; never a second opinion. */
static void fill_modes(struct facts *f, enum fact_id id, const struct modes *modes)
{
	if (!facts_known(f, id))
		facts_offer_modes(f, id, FROM_MII, modes);
}

/* A link that the kernel calls down runs at no speed, whatever the PHY holds. */
static void offer_mode(struct view *v, int bit)
{
	const struct mode_row *row = mode_row(bit);

	if (!row || facts_no(v->near, FACT_LINK_UP))
		return;
	facts_offer_num(v->near, FACT_LINK_SPEED, FROM_MII, row->speed_mbps);
	facts_offer_text(v->near, FACT_LINK_DUPLEX, FROM_MII, row->full ? "full" : "half");
}

static void identity(const struct mii_dump *dump, struct facts *near)
{
	uint16_t id1, id2;
	char text[16];
	const char *name;

	if (!word(dump, MII_REG_ID1, &id1) || !word(dump, MII_REG_ID2, &id2))
		return;
	snprintf(text, sizeof(text), "0x%04x%04x", id1, id2);
	facts_put_text(near, FACT_MII_PHY_ID, FROM_MII, text);
	name = phyid_name((uint32_t)id1 << 16 | id2);
	if (name && (id1 || id2))
		facts_put_text(near, FACT_MII_PHY_NAME, FROM_MII, name);
}

static const char *synthetic_why(const struct mii_dump *dump)
{
	uint16_t id1, id2;

	if (dump->driver_says)
		return dump->driver_says;
	if (dump->phy_addr > PHY_ADDR_MAX)
		return "address above 31: no such PHY on a management bus";
	if (word(dump, MII_REG_ID1, &id1) && word(dump, MII_REG_ID2, &id2) && !id1 && !id2)
		return "PHY identifier 0: no PHY has that";
	return NULL;
}

static void control(const struct view *v)
{
	static const struct {
		uint16_t mask;
		const char *name;
	} bits[] = {
		{ BMCR_RESET_BIT, "reset" },
		{ BMCR_LOOPBACK_BIT, "loopback" },
		{ BMCR_POWER_DOWN, "power-down" },
		{ BMCR_ISOLATE_BIT, "isolate" },
		{ BMCR_AN_RESTART, "restarting negotiation" },
		{ BMCR_COLLISION_TEST, "collision test" },
	};

	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
		if (v->bmcr & bits[i].mask)
			facts_list_add(v->near, FACT_MII_CONTROL, FROM_MII, bits[i].name);
}

static void status(const struct view *v)
{
	int32_t first = v->dump->bmsr_first;

	facts_offer_bool(v->near, FACT_LINK_UP, FROM_MII, v->link);
	facts_offer_bool(v->near, FACT_LINK_AUTONEG, FROM_MII, v->anen);
	facts_put_bool(v->near, FACT_AN_JABBER, FROM_MII, v->bmsr & BMSR_JABBER);
	/* A first reading of 0 or ffff had no PHY at the other end. */
	if (first != WORD_UNREADABLE && first != 0 && first != 0xffff)
		facts_put_bool(v->near, FACT_MII_LINK_DROPPED, FROM_MII,
			       !(first & BMSR_LINK) && v->link);
	if (v->anen)
		facts_put_bool(v->near, FACT_AN_COMPLETE, FROM_MII, v->complete);
}

static void abilities(const struct view *v)
{
	struct modes able = mii_modes_able(v->bmsr, v->estatus, v->dump->base_x);

	if (!(v->bmsr & BMSR_EXT_STATUS) || v->has_estatus)
		fill_modes(v->near, FACT_LINK_MODES_SUPPORTED, &able);
	if (v->has_anar && v->anen && !v->gigabit_unread)
		fill_modes(v->near, FACT_LINK_MODES_ADVERTISED, &v->own);
}

/* Is there a partner that negotiates?  ACK and the expansion bit say so; the
 * complete bit alone does not (a sensed partner sets it on some PHYs). */
static bool partner_able(const struct view *v)
{
	return (v->has_anlpar && v->anlpar & AN_ACK) ||
	       (v->has_aner && v->aner & ANER_LP_AN_ABLE) ||
	       (v->gigabit && v->gstat & (GSTAT_LP_FULL | GSTAT_LP_HALF));
}

/*
 * Words of the partner are left over when nothing can have refreshed them:
 * negotiation is off, or there is no link although a common mode exists (a
 * live negotiation would have made a link of it).
 */
static bool partner_stale(const struct view *v)
{
	if (!v->anlpar && !(v->gstat & (GSTAT_LP_FULL | GSTAT_LP_HALF)))
		return false;
	return !v->anen || (!v->link && !v->complete && !modes_empty(&v->common));
}

/* Clause 22 has no words for 2.5 Gb/s and up: then, or without registers 9 and
 * 10, they are half the story. */
static bool words_tell_all(const struct view *v)
{
	struct modes able = facts_modes(v->near, FACT_LINK_MODES_SUPPORTED);

	return !v->gigabit_unread && facts_num(v->near, FACT_LINK_SPEED, 0) <= 1000 &&
	       modes_top_mbps(&able) <= 1000;
}

/*
 * Link up, own negotiation on, partner silent: its speed was sensed and half
 * duplex assumed (28.2.3.1).  Some PHYs leave the sensed mode out of register
 * 5; then only the duplex is known.
 */
static void parallel_detection(struct view *v)
{
	bool sensed = v->link && v->has_anlpar && words_tell_all(v) && !v->dump->base_x &&
		      facts_num(v->near, FACT_LINK_SPEED, 0) < 1000;

	if (!sensed)
		return;
	facts_put_bool(v->near, FACT_AN_PARALLEL_DETECTION, FROM_MII, true);
	if (mii_mode_sensed(v->anlpar) >= 0)
		offer_mode(v, mii_mode_sensed(v->anlpar));
	else
		facts_offer_text(v->near, FACT_LINK_DUPLEX, FROM_MII, "half");
}

static void negotiated_pause(const struct view *v)
{
	unsigned int own = pause_offer_of_modes(&v->own), peer = pause_offer_of_modes(&v->peer);
	const struct mode_row *row = words_tell_all(v) ? mode_row(v->hcd) : NULL;
	bool full = row ? row->full : facts_text_is(v->near, FACT_LINK_DUPLEX, "full");
	bool decided = row || facts_known(v->near, FACT_LINK_DUPLEX);
	unsigned int flow = full ? pause_resolve(own, peer) : 0;

	facts_put_text(v->near, FACT_PAUSE_ADVERTISED, FROM_MII, pause_offer_name(own));
	facts_put_text(v->partner, FACT_PAUSE_ADVERTISED, FROM_MII, pause_offer_name(peer));
	if (decided && v->link)
		facts_put_text(v->near, FACT_PAUSE_FLOW, FROM_MII, pause_flow_name(flow));
}

/* Slower than negotiated is a downshift; faster than all that is offered, a lie. */
static void offer_resolution(struct view *v)
{
	const struct mode_row *row = mode_row(v->hcd);
	struct modes offer = facts_modes(v->near, FACT_LINK_MODES_ADVERTISED);
	int64_t speed_mbps;

	if (!row || !v->link || !v->complete)
		return;
	speed_mbps = facts_num(v->near, FACT_LINK_SPEED, row->speed_mbps);
	if (speed_mbps == row->speed_mbps ||
	    (speed_mbps > row->speed_mbps && speed_mbps > modes_top_mbps(&offer)))
		offer_mode(v, v->hcd);
}

static void negotiated(struct view *v)
{
	if (!v->has_anlpar)
		return;
	if (!v->dump->base_x)
		facts_put_num(v->partner, FACT_MII_SELECTOR, FROM_MII, v->anlpar & AN_SELECTOR);
	negotiated_pause(v);
	if (!words_tell_all(v))
		return;
	fill_modes(v->partner, FACT_LINK_MODES_ADVERTISED, &v->peer);
	facts_offer_modes(v->near, FACT_AN_COMMON, FROM_MII, &v->common);
	if (v->hcd >= 0)
		facts_offer_text(v->near, FACT_AN_HCD, FROM_MII, mode_row(v->hcd)->name);
	if (v->link)
		facts_put_bool(v->near, FACT_AN_PARALLEL_DETECTION, FROM_MII, false);
	offer_resolution(v);
}

static bool fault_word(const struct view *v)
{
	return v->anlpar & (v->dump->base_x ? ANX_RF1 | ANX_RF2 : AN_FAULT);
}

static void negotiation(struct view *v)
{
	bool able = partner_able(v), stale = partner_stale(v);

	facts_put_bool(v->near, FACT_MII_PARTNER_STALE, FROM_MII, stale);
	facts_put_bool(v->near, FACT_AN_REMOTE_FAULT, FROM_MII,
		       v->bmsr & BMSR_REMOTE_FAULT || (v->anen && !stale && fault_word(v)));
	if (!v->anen)
		return;
	if (v->has_aner)
		facts_put_bool(v->near, FACT_AN_PARALLEL_FAULT, FROM_MII,
			       v->aner & ANER_PARALLEL_FAULT);
	if (stale || !v->has_anar)
		return;
	if (able || (v->link && (v->has_anlpar || v->has_aner)))
		facts_put_bool(v->near, FACT_AN_PARTNER_ABLE, FROM_MII, able);
	if (able)
		negotiated(v);
	else
		parallel_detection(v);
}

static void forced(struct view *v)
{
	int bit = mii_mode_forced(v->bmcr, v->dump->base_x);

	if (v->anen || bit < 0)
		return;
	facts_put_text(v->near, FACT_LINK_FORCED, FROM_MII, mode_row(bit)->name);
	if (v->link)
		offer_mode(v, bit);
}

static const char *ms_config_name(uint16_t gctrl)
{
	if (gctrl & GCTRL_MANUAL)
		return gctrl & GCTRL_MASTER ? "forced-master" : "forced-slave";
	return gctrl & GCTRL_MULTIPORT ? "preferred-master" : "preferred-slave";
}

/*
 * Receiver bits and idle errors have a meaning only on a gigabit link.  Some
 * PHYs leave both receiver bits 0 for ever: a link that is up with neither
 * receiver well does not exist, so they are taken as not implemented.
 */
static void receivers(const struct view *v)
{
	bool local = v->gstat & GSTAT_LOCAL_RX_OK, remote = v->gstat & GSTAT_REMOTE_RX_OK;
	/* The count is cleared by reading: only the first reading has it. */
	int32_t counted = v->dump->gstat_first > 0 ? v->dump->gstat_first : v->gstat;

	facts_put_num(v->near, FACT_MS_IDLE_ERRORS, FROM_MII, counted & GSTAT_IDLE_ERRORS);
	if (!local && !remote)
		return;
	facts_put_bool(v->near, FACT_MS_LOCAL_RX_OK, FROM_MII, local);
	facts_put_bool(v->near, FACT_MS_REMOTE_RX_OK, FROM_MII, remote);
}

static void master_slave(const struct view *v)
{
	bool is_1000t = v->hcd == MODE_1000_FULL || v->hcd == MODE_1000_HALF;

	if (!v->gigabit || v->dump->base_x || !v->anen)
		return;
	facts_offer_text(v->near, FACT_MS_CONFIG, FROM_MII, ms_config_name(v->gctrl));
	if (v->gctrl & (GCTRL_FULL | GCTRL_HALF))
		facts_offer_bool(v->near, FACT_MS_FAULT, FROM_MII, v->gstat & GSTAT_MS_FAULT);
	if (!is_1000t || !v->link || facts_num(v->near, FACT_LINK_SPEED, 1000) != 1000)
		return;
	facts_offer_text(v->near, FACT_MS_ROLE, FROM_MII,
			 v->gstat & GSTAT_MASTER ? "master" : "slave");
	receivers(v);
}

static void view_words(struct view *v)
{
	const struct mii_dump *dump = v->dump;
	bool extended = v->bmsr & BMSR_EXT_STATUS;

	v->anen = v->bmcr & BMCR_ANEN;
	/* The PHY of a port that is not set up may still hold its link. */
	v->link = v->bmsr & BMSR_LINK && !facts_no(v->near, FACT_LINK_ADMIN_UP);
	v->complete = v->bmsr & BMSR_AN_COMPLETE;
	v->has_anar = word(dump, MII_REG_ANAR, &v->anar);
	v->has_anlpar = word(dump, MII_REG_ANLPAR, &v->anlpar);
	v->has_aner = word(dump, MII_REG_ANER, &v->aner);
	/* Without BMSR bit 8 registers 9, 10 and 15 do not exist, whatever they read. */
	if (extended) {
		bool control_ok = word(dump, MII_REG_GCTRL, &v->gctrl);
		bool status_ok = word(dump, MII_REG_GSTAT, &v->gstat);

		v->gigabit = control_ok && status_ok && !dump->base_x;
		v->has_estatus = word(dump, MII_REG_ESTATUS, &v->estatus);
		v->gigabit_unread = !dump->base_x && !(control_ok && status_ok) &&
				    (!v->has_estatus ||
				     v->estatus & (ESTATUS_1000T_FULL | ESTATUS_1000T_HALF));
	}
	if (dump->base_x) {
		v->gctrl = v->gstat = 0;
		v->own = mii_modes_base_x(v->anar);
		v->peer = mii_modes_base_x(v->anlpar);
	} else {
		v->own = mii_modes_own(v->anar, v->gctrl);
		v->peer = mii_modes_partner(v->anlpar, v->gstat);
	}
	v->common = modes_and(&v->own, &v->peer);
	v->common = modes_only(&v->common);
	v->hcd = modes_hcd(&v->common);
}

void mii_facts(const struct mii_dump *dump, struct facts *near, struct facts *partner)
{
	struct view v = { .dump = dump, .near = near, .partner = partner };
	const char *why = synthetic_why(dump);

	identity(dump, near);
	facts_put_bool(near, FACT_MII_SYNTHETIC, FROM_MII, why != NULL);
	if (why)
		facts_put_text(near, FACT_MII_SYNTHETIC_WHY, FROM_MII, why);
	/* A status of 0 or ffff is a bus without a PHY. */
	if (why || !word(dump, MII_REG_BMCR, &v.bmcr) || !word(dump, MII_REG_BMSR, &v.bmsr) ||
	    !v.bmsr)
		return;
	view_words(&v);
	if (!facts_known(near, FACT_LINK_MEDIUM))
		facts_put_text(near, FACT_LINK_MEDIUM, FROM_MII,
			       dump->base_x ? "base-x" : "base-t");
	control(&v);
	status(&v);
	abilities(&v);
	negotiation(&v);
	forced(&v);
	master_slave(&v);
}
