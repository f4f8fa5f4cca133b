// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>

#include "cmd/timing.h"

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *value_to_json(const struct timing_value *v)
{
	return json_pack("{s:o, s:o, s:o}", "value", number(v->value), "low", number(v->low), "high",
			 number(v->high));
}

static json_t *size_to_json(const struct timing_run *run, const struct timing_size *s)
{
	double tau_in = timing_ns_per_byte(run->setup.rate_in_mbps);
	double tau_out = timing_ns_per_byte(run->setup.rate_out_mbps);
	double fifo_ns = s->latency_ns.value;
	bool stored = run->estimate.mode == TIMING_MODE_STORE_AND_FORWARD;

	return json_pack("{s:i, s:i, s:o, s:o, s:o, s:o}", "size_bytes", (int)s->size_bytes, "frames",
			 (int)s->probes, "fifo_ns", value_to_json(&s->latency_ns), "filo_ns",
			 number(fifo_ns + s->size_bytes * tau_out), "lifo_ns",
			 number(stored ? fifo_ns - s->size_bytes * tau_in : NAN), "variation_ns",
			 number(s->probes > 1 ? s->variation_ns : NAN));
}

static json_t *sizes_to_json(const struct timing_run *run)
{
	json_t *array = json_array();

	for (unsigned int i = 0; i < run->estimate.sizes; i++)
		json_array_append_new(array, size_to_json(run, &run->estimate.size[i]));
	return array;
}

/* Delays are whole nanoseconds, so that no digit is lost between two clocks. */
static json_t *points_to_json(const struct timing_run *run)
{
	json_t *array = json_array();

	for (size_t i = 0; i < run->points; i++) {
		const struct timing_point *p = &run->point[i];
		json_t *delay = p->delay_ns == floor(p->delay_ns) ?
					json_integer((json_int_t)p->delay_ns) :
					json_real(p->delay_ns);

		json_t *row = json_pack("[s, i, i, I, o]",
			p->leg == TIMING_DIRECT ? "direct" : "switch", (int)p->size_bytes,
			(int)p->block, (json_int_t)llround(p->time_s * 1e6), delay);

		if (p->back_bytes)
			json_array_append_new(row, json_integer((json_int_t)p->back_bytes));
		json_array_append_new(array, row);
	}
	return array;
}

static json_t *notes_to_json(const struct timing_run *run)
{
	json_t *array = json_array();

	for (unsigned int i = 0; i < run->notes; i++)
		json_array_append_new(array, json_string(run->note[i]));
	return array;
}

static json_t *ports_to_json(const struct timing_run *run)
{
	json_t *array = json_array();

	for (int i = 0; i < 2; i++)
		if (run->port[i][0])
			json_array_append_new(array, json_string(run->port[i]));
	return array;
}

/* What each latency means; LIFO is no figure of a device that cuts through. */
static json_t *definitions_to_json(void)
{
	static const char *const key[TIMING_FIGURES] = {
		[TIMING_FIFO] = "fifo_ns", [TIMING_FILO] = "filo_ns", [TIMING_LIFO] = "lifo_ns",
		[TIMING_VARIATION] = "variation_ns",
	};
	json_t *object = json_object();

	for (int i = 0; i < TIMING_FIGURES; i++)
		json_object_set_new(object, key[i],
				    json_string(timing_figure_text((enum timing_figure)i)));
	return object;
}

static json_t *settings_to_json(const struct timing_run *run)
{
	const struct timing_setup *s = &run->setup;

	return json_pack("{s:s, s:f, s:f, s:f, s:f, s:b, s:I, s:I, s:s, s:o, s:o, s:i, s:I}", "input",
			 run->input,
			 "rate_in_mbps", s->rate_in_mbps, "rate_out_mbps", s->rate_out_mbps,
			 "resolution_ns", s->resolution_ns, "cable_extra_m", s->cable_extra_m,
			 "two_clocks", s->two_clocks, "sent_direct",
			 (json_int_t)s->sent[TIMING_DIRECT], "sent_switch",
			 (json_int_t)s->sent[TIMING_SWITCH], "accuracy", run->accuracy,
			 "ports", ports_to_json(run), "other_load",
			 number(s->load_known ? s->other_load : NAN), "third_ports",
			 (int)run->third_ports, "flooded", (json_int_t)run->flooded);
}

/* The way back, when a far end answered: what is said of the way there in facts and above. */
static json_t *back_to_json(const struct timing_run *run)
{
	const struct timing_estimate *e = &run->back;
	struct timing_run back = *run;

	back.setup = run->back_setup;
	back.estimate = run->back;
	return json_pack("{s:s, s:s, s:i, s:f, s:f, s:o, s:o, s:o, s:o, s:o}", "mode",
			 timing_mode_text(e->mode), "reason", timing_reason_code(e->reason), "stages",
			 (int)e->stages, "rate_in_mbps", back.setup.rate_in_mbps, "rate_out_mbps",
			 back.setup.rate_out_mbps, "k", value_to_json(&e->k), "slope_ns_per_byte",
			 value_to_json(&e->slope_ns_per_byte), "intercept_ns",
			 value_to_json(&e->intercept_ns), "threshold_bytes",
			 value_to_json(&e->threshold_bytes), "sizes", sizes_to_json(&back));
}

json_t *timing_to_json(const struct timing_run *run)
{
	const struct timing_estimate *e = &run->estimate;
	json_t *timing = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:f, s:f, s:i, s:o, s:o, s:[s,s,s,s,s], s:o}",
		"load", timing_is_loaded(&run->setup) ? "other traffic" : "idle", "definitions",
		definitions_to_json(), "settings", settings_to_json(run), "k", value_to_json(&e->k),
		"slope_ns_per_byte", value_to_json(&e->slope_ns_per_byte), "intercept_ns",
		value_to_json(&e->intercept_ns), "quantile", e->quantile, "drift_ppb", e->drift_ppb,
		"blocks_dropped", (int)e->blocks_dropped, "notes", notes_to_json(run), "sizes",
		sizes_to_json(run), "columns", "leg", "size_bytes", "block", "time_us", "delay_ns",
		"points", points_to_json(run));

	if (run->points && run->point[0].back_bytes)
		json_array_append_new(json_object_get(timing, "columns"), json_string("back_bytes"));
	if (run->round_trip)
		json_object_set_new(timing, "back", back_to_json(run));
	return timing ? json_pack("{s:o}", "timing", timing) : NULL;
}
