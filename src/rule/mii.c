// SPDX-License-Identifier: GPL-3.0-or-later
/* May the registers be believed, and what do they tell of the receivers? */
#include <inttypes.h>

#include "rule/rule.h"
#include "rule/threshold.h"

static bool differs(const struct link *link, enum fact_id id, struct verdict *v)
{
	const struct fact *other = facts_other(link->this, id);
	const struct fact *first = facts_get(link->this, id);
	char one[64], two[64];

	if (!other)
		return false;
	fact_print(id, first, one, sizeof(one));
	fact_print(id, other, two, sizeof(two));
	found(v, "%s: %s by %s, %s by %s", fact_row(id)->name, one, fact_source_name[first->source],
	      two, fact_source_name[other->source]);
	cite(v, SIDE_THIS, id);
	return true;
}

static void sources_disagree(const struct link *link, struct verdict *v)
{
	if (!differs(link, FACT_LINK_SPEED, v) && !differs(link, FACT_LINK_DUPLEX, v))
		return;
	cite(v, SIDE_THIS, FACT_LINK_FORCED);
}

static void synthetic(const struct link *link, struct verdict *v)
{
	const char *why = facts_text(link->this, FACT_MII_SYNTHETIC_WHY);

	if (!facts_yes(link->this, FACT_MII_SYNTHETIC))
		return;
	found(v, "the registers are made up by the driver (%s): nothing firm follows from them",
	      why ? why : "see evidence");
	cite(v, SIDE_THIS, FACT_MII_PHY_ADDR);
	cite(v, SIDE_THIS, FACT_MII_PHY_ID);
}

static void stale(const struct link *link, struct verdict *v)
{
	if (!facts_yes(link->this, FACT_MII_PARTNER_STALE))
		return;
	v->end = END_THIS;
	found(v, "the partner words are left over from an earlier link and are not used");
	cite(v, SIDE_THIS, FACT_LINK_UP);
	cite(v, SIDE_THIS, FACT_LINK_AUTONEG);
}

static void ms_fault(const struct link *link, struct verdict *v)
{
	int64_t speed_mbps = facts_num(link->this, FACT_LINK_SPEED, 0);

	if (!facts_yes(link->this, FACT_MS_FAULT))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	if (facts_yes(link->this, FACT_LINK_UP) && speed_mbps >= 1000)
		v->severity = SEV_INFO;
	else if (!facts_known(link->this, FACT_LINK_UP) ||
		 (facts_yes(link->this, FACT_LINK_UP) && speed_mbps == 0))
		v->severity = SEV_WARNING;
	found(v, "master/slave resolution failed: both ends insist on one role");
	cite(v, SIDE_THIS, FACT_MS_CONFIG);
	cite(v, SIDE_THIS, FACT_LINK_UP);
	cite(v, SIDE_THIS, FACT_LINK_SPEED);
}

static bool troubled(const struct link *link)
{
	return facts_yes(link->this, FACT_MII_LINK_DROPPED) ||
	       facts_num(link->this, FACT_LOG_FLAPS, 0) > 0 ||
	       (facts_known(link->this, FACT_RUN_WINDOW) &&
		(facts_num(link->this, FACT_COUNTER_CRC, 0) > 0 ||
		 facts_num(link->this, FACT_COUNTER_CARRIER_CHANGES, 0) > 0));
}

/* 1000BASE-T: its status register. */
static bool gigabit_marginal(const struct link *link, struct verdict *v)
{
	int64_t idle = facts_num(link->this, FACT_MS_IDLE_ERRORS, 0);
	bool errors = (double)idle >= threshold(THRESHOLD_IDLE_ERRORS);
	bool local_bad = facts_no(link->this, FACT_MS_LOCAL_RX_OK);
	bool remote_bad = facts_no(link->this, FACT_MS_REMOTE_RX_OK);

	if (!(errors && (local_bad || remote_bad)) &&
	    !((errors || local_bad || remote_bad) && troubled(link)))
		return false;
	v->end = remote_bad && !local_bad ? END_OTHER : END_THIS;
	found(v, "the gigabit link is marginal: %" PRId64 " idle errors, receivers %s here, %s at "
	      "the partner", idle, local_bad ? "bad" : "well", remote_bad ? "bad" : "well");
	cite(v, SIDE_THIS, FACT_MS_IDLE_ERRORS);
	cite(v, SIDE_THIS, FACT_MS_LOCAL_RX_OK);
	cite(v, SIDE_THIS, FACT_MS_REMOTE_RX_OK);
	return true;
}

/* 10GBASE-T: the receiver measures by itself what it has to spare. */
static bool margin_small(const struct link *link, struct verdict *v)
{
	const struct fact *margin = facts_get(link->this, FACT_MII_SNR_MARGIN);

	if (margin->state != FACT_KNOWN || margin->real >= threshold(THRESHOLD_SNR_MARGIN))
		return false;
	v->end = END_THIS;
	found(v, "the receiver has %.1f dB of signal to spare on its worst pair", margin->real);
	cite(v, SIDE_THIS, FACT_MII_SNR_MARGIN);
	cite(v, SIDE_THIS, FACT_MII_SNR_PAIRS);
	cite(v, SIDE_THIS, FACT_MII_SNR_MARGIN_LEAST);
	return true;
}

static void receiver_marginal(const struct link *link, struct verdict *v)
{
	bool told = facts_known(link->this, FACT_MS_IDLE_ERRORS) ||
		    facts_known(link->this, FACT_MII_SNR_MARGIN);

	if (!told || facts_no(link->this, FACT_LINK_UP)) {
		no_data(v, SIDE_THIS, told ? FACT_LINK_UP : FACT_MS_IDLE_ERRORS);
		return;
	}
	v->fix_end = END_UNKNOWN;
	if (!gigabit_marginal(link, v) && !margin_small(link, v))
		return;
	cite(v, SIDE_THIS, FACT_MII_LINK_DROPPED);
	cite(v, SIDE_THIS, FACT_COUNTER_CRC);
	cite(v, SIDE_THIS, FACT_COUNTER_CARRIER_CHANGES);
	cite(v, SIDE_THIS, FACT_LOG_FLAPS);
}

const struct rule rules_mii[] = {
	{
		.id = "SOURCES-DISAGREE", .severity = SEV_WARNING, .step = STEP_NEGOTIATION,
		.means = "Driver and registers tell another speed or duplex. A driver that accepts a "
			 "setting without carrying it out does that; so does a register that lies.",
		.source = "field: e1000 on an emulated 82540EM forced to 100 Mb/s stays at 1000",
		.needs = { THIS(LINK_SPEED), THIS(MII_WORDS) },
		.remedies = {
			{ "ask the switch: its port speed and duplex decide", "none" },
			{ "turn negotiation on again and see what both say: ethtool -s IFACE autoneg on",
			  "link drops" },
		},
		.judge = sources_disagree,
	},
	{
		.id = "MII-SYNTHETIC", .severity = SEV_INFO, .step = STEP_CABLE,
		.means = "The register words do not come from a PHY: an address that no PHY can have, no "
			 "PHY identifier, or a driver known to make them up.",
		.source = "IEEE 802.3 22.2.4.3.1 and 22.2.4.5.5; data/quirks.tsv",
		.needs = { THIS(MII_SYNTHETIC) },
		.remedies = {
			{ "take speed and duplex from the driver or the switch", "none" },
		},
		.judge = synthetic,
	},
	{
		.id = "MII-PARTNER-STALE", .severity = SEV_INFO, .step = STEP_NEGOTIATION,
		.means = "Register 5 (and 10) hold a partner's word without link or negotiation: it was "
			 "left over from an earlier link.",
		.source = "IEEE 802.3 28.2.4.1.4",
		.avoid = "reading it as what the partner supports now",
		.needs = { THIS(MII_PARTNER_STALE) },
		.remedies = {
			{ "nothing to do; it goes with the next negotiation", "none" },
		},
		.judge = stale,
	},
	{
		.id = "MS-FAULT", .severity = SEV_CRITICAL, .step = STEP_NEGOTIATION,
		.means = "1000BASE-T needs one master and one slave; both ends are set to the same. "
			 "Judged on the second reading; with a gigabit link up it is only history.",
		.source = "IEEE 802.3 40.5.2",
		.needs = { THIS(MS_FAULT) },
		.remedies = {
			{ "set both ends to choose by themselves: ethtool -s IFACE master-slave "
			  "preferred-slave", "link drops" },
		},
		.judge = ms_fault,
	},
	{
		.id = "RECEIVER-MARGINAL", .severity = SEV_WARNING, .step = STEP_CABLE,
		.means = "1000BASE-T: idle errors or a receiver that is not well, together with each other "
			 "or with drops or FCS errors; the count is cleared by reading: read again. "
			 "10GBASE-T: the receiver measures less signal to spare than its own accuracy.",
		.source = "IEEE 802.3 40.5.1.1; 45.2.1, registers 1.133 to 1.140",
		.needs = { THIS(LINK_UP) },
		.remedies = {
			{ "read again after a minute: etherdx mii IFACE", "none" },
			{ "change the cable, then the switch port", "link drops" },
		},
		.judge = receiver_marginal,
	},
	{ .id = NULL },
};
