// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/locate.h"

#include "stat/proportion.h"
#include "stat/tail.h"

#define LATE_EXPECTED 20	/* frames lost while both sent, of which most collide late */
#define LOSS_MIN 0.002		/* one frame lost on the way is no cause */
#define SURE 0.999
#define ASTRAY 20	/* one in so many */

unsigned int locate_macs(bool direct)
{
	return direct ? MAC_NEAR | MAC_FAR :
			MAC_NEAR | MAC_NEAR_PARTNER | MAC_FAR_PARTNER | MAC_FAR;
}

/* The MAC at the other end of its cable, by place in enum path_mac. */
static int partner_of(int mac, bool direct)
{
	if (direct)
		return PATH_MACS - 1 - mac;
	return mac ^ 1;
}

static unsigned int by_contrast(const struct contrast *c)
{
	if (!c || c->state != CONTRAST_VALID || !c->toward_known)
		return locate_macs(false);
	return c->toward == STREAM_FAR_TO_NEAR ? MAC_NEAR | MAC_FAR_PARTNER :
						 MAC_FAR | MAC_NEAR_PARTNER;
}

/* A frame that was late, or a counter read a moment too early, puts a few into the wrong slot. */
static bool only_together(uint64_t alone, uint64_t together)
{
	return together > 0 && alone <= together / ASTRAY;
}

/* Only a half-duplex MAC counts late collisions. */
static unsigned int by_late(const struct duplex_evidence *e)
{
	unsigned int found = 0;

	for (int mac = 0; mac < PATH_MACS; mac++)
		if (e->mac[mac].late_unsplit > 0 ||
		    (e->mac[mac].has_late &&
		     only_together(e->mac[mac].late_alone, e->mac[mac].late_together)))
			found |= 1u << mac;
	return found;
}

/*
 * Broken-off frames come from a half partner.  The half end may see some as well,
 * and a cut-through switch hands them on.
 */
static unsigned int by_fcs(const struct duplex_evidence *e)
{
	unsigned int found = 0;

	for (int mac = 0; mac < PATH_MACS; mac++)
		if (e->mac[mac].has_fcs &&
		    only_together(e->mac[mac].fcs_alone, e->mac[mac].fcs_together))
			found |= 1u << partner_of(mac, e->direct);
	return found;
}

/* A MAC that can count late collisions, and had none while frames were lost, is not half. */
static unsigned int not_excluded(const struct duplex_evidence *e)
{
	const struct contrast *c = e->contrast;
	unsigned int left = locate_macs(e->direct);

	if (!c || c->state != CONTRAST_VALID || !c->found ||
	    c->dir[c->toward].full.lost_both < LATE_EXPECTED)
		return left;
	for (int mac = 0; mac < PATH_MACS; mac++)
		if (e->mac[mac].has_late && e->mac[mac].late_together == 0)
			left &= ~(1u << mac);
	return left;
}

/* By its own word, or because it collided, which a full-duplex MAC never does, whatever it says. */
static unsigned int that_are_half(const struct duplex_evidence *e)
{
	unsigned int macs = 0;

	for (int mac = 0; mac < PATH_MACS; mac++)
		if (e->mac[mac].duplex == DUPLEX_HALF ||
		    (e->mac[mac].has_collisions && e->mac[mac].collisions > 0))
			macs |= 1u << mac;
	return macs;
}

/* It says so, and its counter agrees: ports that lie are known, and counters that nobody fills. */
static unsigned int that_are_full(const struct duplex_evidence *e)
{
	unsigned int macs = 0;

	for (int mac = 0; mac < PATH_MACS; mac++)
		if (e->mac[mac].duplex == DUPLEX_FULL && e->mac[mac].has_collisions &&
		    e->mac[mac].collisions == 0)
			macs |= 1u << mac;
	return macs;
}

static unsigned int narrow(unsigned int candidates, unsigned int to)
{
	return candidates & to ? candidates & to : candidates;
}

unsigned int locate_half_ends(const struct duplex_evidence *e)
{
	unsigned int candidates = locate_macs(e->direct);

	candidates = narrow(candidates, by_contrast(e->contrast));
	candidates = narrow(candidates, by_late(e));
	candidates = narrow(candidates, not_excluded(e));
	candidates = narrow(candidates, that_are_half(e));
	candidates = narrow(candidates, by_fcs(e));
	return narrow(candidates, ~that_are_full(e));
}

/* Loss one way.  A policer lets half the load pass, chance does not care. */
static unsigned int look_of_loss(const struct contrast_pair *full, const struct contrast_pair *low)
{
	double se;

	if (stat_wilson(full->lost_one, full->sent_one, SURE).low < LOSS_MIN)
		return 0;
	se = stat_pooled_se(low->lost_one, low->sent_one, low->lost_both, low->sent_both);
	if (low->rounds >= 2 && -low->diff > CONTRAST_Z * se)
		return LOOK_POLICER;
	return LOOK_RANDOM_LOSS;
}

/* A contrast at the whole load, none at half, where a mismatch would have shown one. */
static bool shared_medium(const struct contrast *c)
{
	const struct contrast_dir *d = &c->dir[c->toward];

	return c->found && d->low.rounds >= 2 && d->low.z < 2 &&
	       contrast_fit(c, &d->low, c->load_share / 2) < 1 - SURE;
}

/* Collisions, and none late, though late ones would have been counted. */
static bool takes_turns(const struct mac_evidence *m)
{
	return m->has_collisions && m->collisions > 0 && m->has_late &&
	       m->late_alone + m->late_together == 0;
}

/* Half duplex that loses nothing: the partner takes turns as well, seen or not. */
static bool legal_half(const struct duplex_evidence *e)
{
	const struct contrast *c = e->contrast;

	if (!c || c->state != CONTRAST_VALID || c->found)
		return false;
	for (int mac = 0; mac < PATH_MACS; mac++)
		if ((locate_macs(e->direct) & 1u << mac) && takes_turns(&e->mac[mac]))
			return true;
	return false;
}

unsigned int locate_look_alikes(const struct duplex_evidence *e)
{
	const struct contrast *c = e->contrast;
	unsigned int looks = 0;

	if (legal_half(e))
		looks |= LOOK_LEGAL_HALF;
	if (e->host_limited || (c && c->state == CONTRAST_HOST_DROPS))
		looks |= LOOK_SLOW_HOST;
	if (!c || c->state != CONTRAST_VALID)
		return looks;
	for (int dir = 0; dir < STREAM_DIRS; dir++)
		looks |= look_of_loss(&c->dir[dir].full, &c->dir[dir].low);
	if (shared_medium(c))
		looks |= LOOK_SHARED_MEDIUM;
	return looks;
}
