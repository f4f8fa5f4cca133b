// SPDX-License-Identifier: GPL-3.0-or-later
/* Do both ends correct errors in the same way, is it the way the cable needs, and does it suffice? */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rule/rule.h"
#include "rule/threshold.h"

#define SLOWEST_WITH_FEC_MBPS 25000

/* From weak to strong; -1: no such FEC. */
static int strength(const char *fec)
{
	static const char *const names[] = { "Off", "BaseR", "RS" };

	for (int i = 0; i < 3; i++)
		if (strcmp(fec, names[i]) == 0)
			return i;
	return strcmp(fec, "LLRS") == 0 ? 2 : -1;
}

static bool names_fec(const char *substate)
{
	return substate && (strstr(substate, "fec-is-not-locked") || strstr(substate, "fec-mismatch"));
}

/* Both are set to something, and to nothing in common. */
static bool set_apart(const struct facts *this, const struct facts *other)
{
	static const char *const names[] = { "Off", "BaseR", "RS", "LLRS" };

	if (!facts_no(this, FACT_FEC_AUTO) || !facts_no(other, FACT_FEC_AUTO) ||
	    !facts_known(this, FACT_FEC_CONFIGURED) || !facts_known(other, FACT_FEC_CONFIGURED))
		return false;
	for (int i = 0; i < 4; i++)
		if (facts_list_has(this, FACT_FEC_CONFIGURED, names[i]) &&
		    facts_list_has(other, FACT_FEC_CONFIGURED, names[i]))
			return false;
	return true;
}

/* fec.active is None on every link that is down: it proves nothing. */
static void fec_mismatch(const struct link *link, struct verdict *v)
{
	const char *substate = facts_text(link->this, FACT_LINK_EXT_SUBSTATE);

	if (facts_yes(link->this, FACT_LINK_UP)) {
		if (!facts_known(link->this, FACT_FEC_ACTIVE))
			no_data(v, SIDE_THIS, FACT_FEC_ACTIVE);
		return;
	}
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	if (names_fec(substate)) {
		cite(v, SIDE_THIS, FACT_LINK_EXT_SUBSTATE);
		cite(v, SIDE_THIS, FACT_FEC_CONFIGURED);
		cite(v, SIDE_THIS, FACT_MODULE_FEC);
		found(v, "the two ends do not use the same FEC (%s)", substate);
	} else if (set_apart(link->this, link->other)) {
		cite(v, SIDE_THIS, FACT_FEC_CONFIGURED);
		cite(v, SIDE_OTHER, FACT_FEC_CONFIGURED);
		cite(v, SIDE_THIS, FACT_MODULE_FEC);
		found(v, "the two ends are set to different FEC, and the link is down");
	} else if (!substate && !facts_known(link->other, FACT_FEC_CONFIGURED)) {
		no_data(v, SIDE_THIS, FACT_LINK_EXT_SUBSTATE);
	}
}

/* The strongest that may be used; -1: none is named. */
static int strongest_configured(const struct facts *f)
{
	static const char *const names[] = { "LLRS", "RS", "BaseR", "Off" };

	for (int i = 0; i < 4; i++)
		if (facts_list_has(f, FACT_FEC_CONFIGURED, names[i]))
			return strength(names[i]);
	return -1;
}

static void module_while_up(const struct link *link, const char *asked, struct verdict *v)
{
	int64_t speed_mbps = facts_num(link->this, FACT_LINK_SPEED, 0);
	int64_t lanes = facts_num(link->this, FACT_LINK_LANES, 0);
	const char *active = facts_text(link->this, FACT_FEC_ACTIVE);

	/* A 25G module at 10G, or 40G over four lanes, has no FEC and needs none. */
	if (speed_mbps < SLOWEST_WITH_FEC_MBPS || speed_mbps == 40000 ||
	    (lanes > 0 && speed_mbps / lanes < SLOWEST_WITH_FEC_MBPS))
		return;
	if (!active) {
		no_data(v, SIDE_THIS, FACT_FEC_ACTIVE);
		return;
	}
	if (strength(active) < 0 || strength(active) >= strength(asked))
		return;
	cite(v, SIDE_THIS, FACT_FEC_ACTIVE);
	cite(v, SIDE_THIS, FACT_MODULE_TYPE);
	cite(v, SIDE_THIS, FACT_FEC_BER);
	found(v, "%s asks for FEC %s, in use is %s: errors that it was built to leave are not mended",
	      facts_known(link->this, FACT_MODULE_TYPE) ? facts_text(link->this, FACT_MODULE_TYPE) :
							  "the module", asked, active);
}

static void module_while_down(const struct link *link, const char *asked, struct verdict *v)
{
	int configured = strongest_configured(link->this);

	if (facts_yes(link->this, FACT_FEC_AUTO) || facts_no(link->this, FACT_LINK_ADMIN_UP))
		return;
	if (configured < 0) {
		no_data(v, SIDE_THIS, FACT_FEC_CONFIGURED);
		return;
	}
	if (configured >= strength(asked))
		return;
	cite(v, SIDE_THIS, FACT_FEC_CONFIGURED);
	cite(v, SIDE_THIS, FACT_FEC_AUTO);
	cite(v, SIDE_THIS, FACT_MODULE_TYPE);
	found(v, "no link, and FEC is set to less than %s asks for (%s): the first suspect",
	      facts_known(link->this, FACT_MODULE_TYPE) ? facts_text(link->this, FACT_MODULE_TYPE) :
							  "the module", asked);
}

static void fec_module(const struct link *link, struct verdict *v)
{
	const char *asked = facts_text(link->this, FACT_MODULE_FEC);

	/* More than was asked for does no harm where both ends agree. */
	if (strength(asked) <= 0)
		return;
	if (facts_yes(link->this, FACT_LINK_UP))
		module_while_up(link, asked, v);
	else
		module_while_down(link, asked, v);
}

static void fec_uncorrectable(const struct link *link, struct verdict *v)
{
	int64_t lost = facts_num(link->this, FACT_COUNTER_FEC_UNCORRECTABLE, 0);

	if (lost == 0 || facts_num(link->this, FACT_COUNTER_CARRIER_CHANGES, 0) != 0)
		return;
	v->end = END_UNKNOWN;
	if (facts_known(link->this, FACT_COUNTER_CARRIER_CHANGES)) {
		found(v, "%" PRId64 " FEC blocks were lost while carrier was steady: frames are dropped",
		      lost);
	} else {
		v->severity = SEV_WARNING;
		found(v, "%" PRId64 " FEC blocks were lost; whether carrier was steady is not told", lost);
	}
	cite(v, SIDE_THIS, FACT_COUNTER_CARRIER_CHANGES);
	cite(v, SIDE_THIS, FACT_COUNTER_FEC_CORRECTED);
	cite(v, SIDE_THIS, FACT_FEC_ACTIVE);
	cite(v, SIDE_THIS, FACT_FEC_BER);
	cite(v, SIDE_THIS, FACT_FEC_LANE_CORRECTED_RATE);
	cite(v, SIDE_THIS, FACT_MODULE_RX_POWER);
}

/* The share of wrong bits that the FEC in use is made for.  Not told: the larger one. */
static double ber_limit(const struct facts *f)
{
	int64_t speed_mbps = facts_num(f, FACT_LINK_SPEED, 0);
	int64_t lanes = facts_num(f, FACT_LINK_LANES, 0);

	if (facts_text_is(f, FACT_FEC_ACTIVE, "BaseR"))
		return threshold(THRESHOLD_FEC_BER_BASER);
	if (speed_mbps == 25000 || (lanes > 0 && speed_mbps / lanes < 50000))
		return threshold(THRESHOLD_FEC_BER_NRZ);
	return threshold(THRESHOLD_FEC_BER_PAM4);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* What the others do: the median without this one. */
static double siblings(const struct reals *rates, unsigned int lane)
{
	double other[FACT_REALS_MAX];
	size_t count = 0;

	for (unsigned int i = 0; i < rates->count; i++)
		if (i != lane && !isnan(rates->at[i]))
			other[count++] = rates->at[i];
	if (count == 0)
		return NAN;
	qsort(other, count, sizeof(other[0]), by_size);
	return (other[(count - 1) / 2] + other[count / 2]) / 2;
}

/* The lane that stands out most, or -1; *times as often as its siblings. */
static int outlier(const struct facts *f, const struct reals *rates, double limit, double *times)
{
	double lane_bps = (double)facts_num(f, FACT_LINK_SPEED, 0) * 1e6 / rates->count;
	int worst = -1;

	*times = 0;
	for (unsigned int i = 0; i < rates->count; i++) {
		double others = siblings(rates, i);

		/* A lane far from the limit may be a thousand times a perfect one. */
		if (isnan(rates->at[i]) || isnan(others) ||
		    rates->at[i] / lane_bps < limit * threshold(THRESHOLD_FEC_LANE_SHARE))
			continue;
		if (others < 1)
			others = 1;
		if (rates->at[i] / others < threshold(THRESHOLD_FEC_LANE_RATIO) ||
		    rates->at[i] / others <= *times)
			continue;
		worst = (int)i;
		*times = rates->at[i] / others;
	}
	return worst;
}

static void fec_margin(const struct link *link, struct verdict *v)
{
	struct reals rates = facts_reals(link->this, FACT_FEC_LANE_CORRECTED_RATE);
	double ber = facts_real(link->this, FACT_FEC_BER, NAN), limit = ber_limit(link->this), times;
	int lane = rates.count > 1 ? outlier(link->this, &rates, limit, &times) : -1;

	if (isnan(ber) && rates.count == 0) {
		no_data(v, SIDE_THIS, FACT_FEC_BER);
		return;
	}
	if (facts_num(link->this, FACT_COUNTER_CARRIER_CHANGES, 0) != 0)
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	if (lane < 0 && !(ber >= limit * threshold(THRESHOLD_FEC_MARGIN_SHARE)))
		return;
	cite(v, SIDE_THIS, FACT_FEC_BER);
	cite(v, SIDE_THIS, FACT_FEC_LANE_CORRECTED_RATE);
	cite(v, SIDE_THIS, FACT_FEC_ACTIVE);
	cite(v, SIDE_THIS, FACT_COUNTER_FEC_UNCORRECTABLE);
	cite(v, SIDE_THIS, FACT_MODULE_RX_POWER);
	if (lane >= 0)
		found(v, "lane %d needs %.0f times the corrections of its siblings (%.3g a second)",
		      lane + 1, times, rates.at[lane]);
	else
		found(v, "one bit in %.2g arrives wrong: %.0f %% of what FEC is made for; nothing is "
		      "lost yet", 1 / ber, 100 * ber / limit);
}

const struct rule rules_fec[] = {
	{
		.id = "FEC-MISMATCH", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "The link stays down because the two ends use different forward error "
			 "correction: the driver says so, or both ends are set apart.",
		.source = "IEEE 802.3 clauses 74, 91, 108; linux ethtool extended link states",
		.needs = { THIS(LINK_UP) },
		.remedies = {
			{ "compare both ends: ethtool --show-fec IFACE, and the switch port", "none" },
			{ "set the same FEC at both ends: ethtool --set-fec IFACE encoding rs; RS for "
			  "25G optics and longer DAC; keep it where a reboot does not lose it",
			  "link drops" },
		},
		.judge = fec_mismatch,
	},
	{
		.id = "FEC-MODULE", .severity = SEV_WARNING, .step = STEP_CABLE,
		.means = "The module or cable is of a type that is specified with a certain FEC, and "
			 "weaker FEC is in use, or set while there is no link. A stronger one than asked "
			 "for is no fault.",
		.source = "SFF-8024 table 4-4; IEEE 802.3 clauses 91, 108, 110.10, 112, 114, 120",
		.needs = { THIS(MODULE_FEC), THIS(LINK_UP) },
		.remedies = {
			{ "see what the partner is set to: ethtool --show-fec, and the switch port", "none" },
			{ "set what the module asks for at both ends: ethtool --set-fec IFACE encoding rs",
			  "link drops" },
		},
		.judge = fec_module,
	},
	{
		.id = "FEC-UNCORRECTABLE", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "More errors arrive than FEC can correct, and frames are lost. Corrected blocks "
			 "alone are normal.",
		.source = "IEEE 802.3 30.5.1.1.18",
		.needs = { THIS(COUNTER_FEC_UNCORRECTABLE), THIS(RUN_WINDOW) },
		.remedies = {
			{ "clean or change the fibre or cable, then the module", "link drops" },
			{ "a stronger FEC (RS) at both ends, if a weaker one is in use", "link drops" },
		},
		.judge = fec_uncorrectable,
	},
	{
		.id = "FEC-MARGIN", .severity = SEV_WARNING, .step = STEP_CABLE,
		.means = "FEC still mends everything, but one lane needs far more of it than its "
			 "siblings, or the whole link more than a tenth of what FEC is made for. "
			 "Corrected blocks alone are normal, and on PAM4 (50 Gb/s a lane and above) they "
			 "never stop.",
		.source = "IEEE 802.3 95.1.1, 110.1, 112.1.1, 121.1.1, 138.1.1: bit errors before FEC",
		.needs = { THIS(LINK_SPEED), THIS(RUN_WINDOW) },
		.remedies = {
			{ "watch whether it grows, and compare with the other end", "none" },
			{ "clean the connectors; reseat module and cable", "link drops" },
			{ "change the cable, then the module at the end that sends that lane",
			  "link drops" },
		},
		.judge = fec_margin,
	},
	{ .id = NULL },
};
