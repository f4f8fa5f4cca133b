// SPDX-License-Identifier: GPL-3.0-or-later
/* What was estimated from frame delays, as facts of the path. */
#include <math.h>

#include "probe/probe.h"

#define SMALLEST_BYTES 64
#define SETTLE_BITS 16

static void put_real(struct facts *path, enum fact_id id, double value)
{
	const struct fact fact = { .state = FACT_KNOWN, .source = FROM_MEASURED, .real = value };

	if (isfinite(value))
		facts_put(path, id, &fact);
}

static const char *stamps_text(const struct timing_setup *setup)
{
	if (setup->values != TIMING_VALUES_DELAY)
		return "paste";
	switch (setup->stamps) {
	case TIMING_STAMPS_SFD:
		return "hardware";
	case TIMING_STAMPS_COMPLETION:
		return "completion";
	case TIMING_STAMPS_SOFTWARE:
		return "software";
	}
	return "";
}

static const char *values_text(enum timing_values values)
{
	switch (values) {
	case TIMING_VALUES_DELAY:
		return "delay";
	case TIMING_VALUES_LATENCY:
		return "latency";
	case TIMING_VALUES_LESS_SERIALISATION:
		return "latency less the frame's own time";
	}
	return "";
}

/* As measured, or by the line through the other sizes. */
static struct timing_value smallest(const struct timing_estimate *e)
{
	const struct timing_value a = e->intercept_ns;
	double more = SMALLEST_BYTES * e->slope_ns_per_byte.value;

	for (unsigned int i = 0; i < e->sizes; i++)
		if (e->size[i].size_bytes == SMALLEST_BYTES)
			return e->size[i].latency_ns;
	if (!e->calibrated || e->mode == TIMING_MODE_CUT_THROUGH_ABOVE)
		return (struct timing_value){ NAN, NAN, NAN };
	return (struct timing_value){ a.value + more, a.low + more, a.high + more };
}

static void latencies(struct facts *path, const struct timing_setup *setup,
		      const struct timing_estimate *e)
{
	struct timing_value fifo = smallest(e);
	double variation_ns = 0;

	put_real(path, FACT_TIMING_LATENCY_FIFO, fifo.value);
	put_real(path, FACT_TIMING_LATENCY_FIFO_LOW, fifo.low);
	put_real(path, FACT_TIMING_LATENCY_FIFO_HIGH, fifo.high);
	put_real(path, FACT_TIMING_LATENCY_FILO, fifo.value + SMALLEST_BYTES *
		 timing_ns_per_byte(setup->rate_out_mbps));
	if (e->mode == TIMING_MODE_STORE_AND_FORWARD)
		put_real(path, FACT_TIMING_LATENCY_LIFO, fifo.value - SMALLEST_BYTES *
			 timing_ns_per_byte(setup->rate_in_mbps));
	for (unsigned int i = 0; i < e->sizes; i++)
		variation_ns = fmax(variation_ns, e->size[i].variation_ns);
	if (setup->values == TIMING_VALUES_DELAY && e->sizes)
		put_real(path, FACT_TIMING_VARIATION, variation_ns);
}

static void settles(struct facts *path, unsigned int settle)
{
	for (unsigned int bit = 0; bit < SETTLE_BITS; bit++)
		if (settle & 1u << bit)
			facts_list_add(path, FACT_TIMING_SETTLE, FROM_MEASURED,
				       timing_settle_text((enum timing_settle)(1u << bit)));
}

static void marks(struct facts *path, const struct timing_estimate *e)
{
	facts_put_bool(path, FACT_TIMING_CALIBRATED, FROM_MEASURED, e->calibrated);
	if (e->mode == TIMING_MODE_CUT_THROUGH)
		facts_put_bool(path, FACT_TIMING_BOUND, FROM_MEASURED, e->bound_only);
	if (e->mode == TIMING_MODE_STORE_AND_FORWARD)
		facts_put_bool(path, FACT_TIMING_RATE_MATCHED, FROM_MEASURED, e->rate_matched);
	if (e->inner_mbps > 0)
		put_real(path, FACT_TIMING_INNER_RATE, e->inner_mbps);
}

void probe_timing(struct facts *path, const struct timing_setup *setup,
		  const struct timing_estimate *e)
{
	uint64_t frames = 0;

	facts_put_text(path, FACT_TIMING_MODE, FROM_MEASURED, timing_mode_text(e->mode));
	if (e->mode == TIMING_MODE_UNDETERMINED)
		facts_put_text(path, FACT_TIMING_REASON, FROM_MEASURED,
			       timing_reason_code(e->reason));
	else
		facts_put_num(path, FACT_TIMING_STAGES, FROM_MEASURED, e->stages);
	settles(path, e->settle);
	put_real(path, FACT_TIMING_K, e->k.value);
	put_real(path, FACT_TIMING_K_LOW, e->k.low);
	put_real(path, FACT_TIMING_K_HIGH, e->k.high);
	if (e->mode == TIMING_MODE_CUT_THROUGH_ABOVE)
		put_real(path, FACT_TIMING_THRESHOLD, e->threshold_bytes.value);
	latencies(path, setup, e);
	marks(path, e);
	facts_put_num(path, FACT_TIMING_RATE_IN, FROM_MEASURED, llround(setup->rate_in_mbps));
	facts_put_num(path, FACT_TIMING_RATE_OUT, FROM_MEASURED, llround(setup->rate_out_mbps));
	facts_put_text(path, FACT_TIMING_STAMPS, FROM_MEASURED, stamps_text(setup));
	facts_put_text(path, FACT_TIMING_VALUES, FROM_MEASURED, values_text(setup->values));
	if (setup->resolution_ns > 0)
		put_real(path, FACT_TIMING_RESOLUTION, setup->resolution_ns);
	for (unsigned int i = 0; i < e->sizes; i++)
		frames += e->size[i].probes;
	facts_put_num(path, FACT_TIMING_SIZES, FROM_MEASURED, e->sizes);
	facts_put_num(path, FACT_TIMING_FRAMES, FROM_MEASURED, (int64_t)frames);
	facts_settle(path, GROUP_TIMING, 0);
}
