// SPDX-License-Identifier: GPL-3.0-or-later
/* How often did FEC correct while we looked, and what does that say of the bits that arrive? */
#include <math.h>

#include "probe/probe.h"

/* A driver that was reset in between starts from 0 again. */
static double rate(double before, double after, double window_s)
{
	if (isnan(before) || isnan(after))
		return NAN;
	return (after >= before ? after - before : after) / window_s;
}

static void total_rate(struct facts *near, enum fact_id counter, enum fact_id to, double window_s)
{
	const struct fact *rise = facts_get(near, counter);

	if (rise->state == FACT_KNOWN)
		facts_offer_real(near, to, rise->source, (double)rise->num / window_s);
	else
		facts_gap(near, to, rise->state, rise->error);
}

/* Bits where they are told: a block counts once, however many of its bits were wrong. */
static void lane_rates(struct facts *near, const struct facts *before, double window_s)
{
	enum fact_id id = facts_known(near, FACT_FEC_LANE_CORRECTED_BITS) ?
			  FACT_FEC_LANE_CORRECTED_BITS : FACT_FEC_LANE_CORRECTED;
	struct reals start = facts_reals(before, id), end = facts_reals(near, id);
	struct reals rates = { .count = end.count };

	if (end.count == 0 || start.count != end.count)
		return;
	for (unsigned int i = 0; i < end.count; i++)
		rates.at[i] = rate(start.at[i], end.at[i], window_s);
	facts_offer_reals(near, FACT_FEC_LANE_CORRECTED_RATE, facts_get(near, id)->source, &rates);
}

/* Against the speed in use: what the line carries above that (6.25 % with FEC) is left out. */
static void bit_errors(struct facts *near, const struct facts *before, double window_s)
{
	const struct fact *bits = facts_get(near, FACT_FEC_CORRECTED_BITS);
	const struct fact *bits_before = facts_get(before, FACT_FEC_CORRECTED_BITS);
	double speed_bps = (double)facts_num(near, FACT_LINK_SPEED, 0) * 1e6;
	double errors_per_s = facts_real(near, FACT_FEC_CORRECTED_RATE, NAN);
	enum fact_source source = facts_get(near, FACT_COUNTER_FEC_CORRECTED)->source;

	if (bits->state == FACT_KNOWN && bits_before->state == FACT_KNOWN)
		errors_per_s = rate((double)bits_before->num, (double)bits->num, window_s);
	if (bits->state == FACT_KNOWN)
		source = bits->source;
	if (!facts_yes(near, FACT_LINK_UP) || !(speed_bps > 0) || isnan(errors_per_s))
		return;
	facts_offer_real(near, FACT_FEC_BER, source, errors_per_s / speed_bps);
}

void probe_fec(struct facts *near, const struct facts *before)
{
	double window_s = facts_real(near, FACT_RUN_WINDOW, NAN);

	if (!(window_s > 0))
		return;
	total_rate(near, FACT_COUNTER_FEC_CORRECTED, FACT_FEC_CORRECTED_RATE, window_s);
	total_rate(near, FACT_COUNTER_FEC_UNCORRECTABLE, FACT_FEC_UNCORRECTABLE_RATE, window_s);
	lane_rates(near, before, window_s);
	bit_errors(near, before, window_s);
}
