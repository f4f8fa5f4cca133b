// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>
#include <string.h>

#include "cmd/timing.h"
#include "report/wrap.h"
#include "timing/plot.h"

#define LABEL_COLUMN 2
#define VALUE_COLUMN 14
#define PLOT_COLUMNS 80

void timing_ns_text(double ns, char out[static 24])
{
	static const char *const unit[] = { "ns", "us", "ms", "s" };
	double value = ns;
	int i = 0;

	while (i < 3 && fabs(value) >= 999.5) {
		value /= 1000;
		i++;
	}
	if (!isfinite(ns))
		snprintf(out, 24, "-");
	else
		snprintf(out, 24, "%.*f %s", i == 0 || fabs(value) >= 99.95 ? 0 :
			 fabs(value) >= 9.995 ? 1 : 2, value, unit[i]);
}

static void line(FILE *out, const struct report_style *style, const char *label, const char *text)
{
	fprintf(out, "%*s%-*s", LABEL_COLUMN, "", VALUE_COLUMN - LABEL_COLUMN, label);
	wrap(out, text, VALUE_COLUMN, VALUE_COLUMN, style->columns);
}

static void mode_line(const struct timing_estimate *e, const struct report_style *style, FILE *out)
{
	char text[300];

	switch (e->mode) {
	case TIMING_MODE_UNDETERMINED:
		snprintf(text, sizeof(text), "undetermined: %s (%s)", timing_reason_text(e->reason),
			 timing_reason_code(e->reason));
		break;
	case TIMING_MODE_CUT_THROUGH:
		snprintf(text, sizeof(text), "cut-through%s", e->bound_only ?
			 " (k is bounded from above; no direct cable was measured)" : "");
		break;
	case TIMING_MODE_CUT_THROUGH_ABOVE:
		snprintf(text, sizeof(text), "cut-through above %.0f bytes (%.0f to %.0f), "
			 "store-and-forward below", e->threshold_bytes.value, e->threshold_bytes.low,
			 e->threshold_bytes.high);
		break;
	case TIMING_MODE_STORE_AND_FORWARD:
		if (e->stages > 1)
			snprintf(text, sizeof(text), "store-and-forward, %u stages", e->stages);
		else
			snprintf(text, sizeof(text), "store-and-forward%s", e->rate_matched ?
				 " (or rate-matched: the outgoing port is faster)" : "");
		break;
	}
	line(out, style, "mode", text);
}

static void kept_line(const struct timing_run *run, const struct report_style *style, FILE *out)
{
	char text[300];

	snprintf(text, sizeof(text), "%zu frames, kept in %.200s for --calibration", run->points,
		 run->kept);
	line(out, style, "direct", text);
}

static void k_line(const struct timing_estimate *e, const struct report_style *style, FILE *out)
{
	char text[300];

	if (!isfinite(e->k.value))
		return;
	if (isfinite(e->k.low))
		snprintf(text, sizeof(text), "%.3f (99 %%: %.3f to %.3f); 0 is cut-through, n is n "
			 "store-and-forward stages", e->k.value, e->k.low, e->k.high);
	else
		snprintf(text, sizeof(text), "at most %.3f (99 %%); without a direct cable the hosts' "
			 "own time per byte is in it", e->k.high);
	line(out, style, "stages k", text);
	if (e->inner_mbps > 0) {
		snprintf(text, sizeof(text), "about %.1f Gb/s: slope beyond whole stages",
			 e->inner_mbps / 1000);
		line(out, style, "inner copy", text);
	}
}

/* Which definition a figure is of: RFC 2544 26.2 and RFC 8238 2.1 want it said. */
static void definition_lines(const struct timing_setup *s, const struct timing_estimate *e,
			     const struct report_style *style, FILE *out)
{
	char text[300];

	if (!e->calibrated || e->sizes == 0)
		return;
	if (timing_is_loaded(s))
		snprintf(text, sizeof(text), "not idle, other frames took %.0f %% of the link out of "
			 "the switch: not the latency of RFC 2544 26.2", 100 * s->other_load);
	else
		snprintf(text, sizeof(text), "idle, no load offered: not the latency of RFC 2544 26.2");
	line(out, style, "latency", text);
	for (int i = 0; i < TIMING_FIGURES; i++) {
		bool hosts = i == TIMING_VARIATION && s->stamps == TIMING_STAMPS_SOFTWARE;

		if ((i == TIMING_LIFO && e->mode != TIMING_MODE_STORE_AND_FORWARD) ||
		    (i == TIMING_VARIATION && e->size[0].probes < 2))
			continue;
		snprintf(text, sizeof(text), "%s: %s%s", timing_figure_name((enum timing_figure)i),
			 timing_figure_text((enum timing_figure)i), hosts ?
			 "; with software stamps the hosts' is in it" : "");
		line(out, style, "", text);
	}
}

static void size_row(const struct timing_run *run, const struct timing_size *s, FILE *out)
{
	double tau_in = timing_ns_per_byte(run->setup.rate_in_mbps);
	double tau_out = timing_ns_per_byte(run->setup.rate_out_mbps);
	double fifo_ns = s->latency_ns.value;
	char fifo[24], low[24], high[24], filo[24], lifo[24], variation[24];

	timing_ns_text(fifo_ns, fifo);
	timing_ns_text(s->latency_ns.low, low);
	timing_ns_text(s->latency_ns.high, high);
	timing_ns_text(fifo_ns + s->size_bytes * tau_out, filo);
	timing_ns_text(run->estimate.mode == TIMING_MODE_STORE_AND_FORWARD ?
			       fifo_ns - s->size_bytes * tau_in : NAN, lifo);
	timing_ns_text(s->probes > 1 ? s->variation_ns : NAN, variation);
	fprintf(out, "  %6u %7u %9s %9s %9s %9s %9s %9s\n", s->size_bytes, s->probes, fifo, low,
		high, filo, lifo, variation);
}

static void table(const struct timing_run *run, FILE *out)
{
	const struct timing_estimate *e = &run->estimate;

	if (e->sizes == 0)
		return;
	fprintf(out, "\n  %6s %7s %9s %9s %9s %9s %9s %9s\n", "bytes", "frames", "FIFO", "99 % low",
		"high", "FILO", "LIFO", "p99-min");
	for (unsigned int i = 0; i < e->sizes; i++)
		size_row(run, &e->size[i], out);
}

/* RFC 8238 4: is the delay of the cables in the latency? */
static void cable_line(const struct timing_run *run, const struct report_style *style, FILE *out)
{
	const struct timing_setup *s = &run->setup;
	char text[200];

	if (run->kept || s->values != TIMING_VALUES_DELAY || !run->estimate.calibrated)
		return;
	if (s->cable_extra_m > 0 || s->cable_extra_m < 0)
		snprintf(text, sizeof(text), "the direct one is taken off, and 5 ns for each of %g m more",
			 s->cable_extra_m);
	else
		snprintf(text, sizeof(text), "the direct one is taken off; what the switch needs beyond "
			 "it is in the latency (--cable-extra)");
	line(out, style, "cable", text);
}

static void flood_line(const struct timing_run *run, const struct report_style *style, FILE *out)
{
	char text[120];

	if (strcmp(run->input, "live") != 0 || run->kept)
		return;
	if (run->third_ports == 0)
		snprintf(text, sizeof(text), "not looked for: no third port of this host has a link");
	else
		snprintf(text, sizeof(text), "%llu frames came at %u other port%s",
			 (unsigned long long)run->flooded, run->third_ports,
			 run->third_ports > 1 ? "s" : "");
	line(out, style, "flooding", text);
}

static void settings_lines(const struct timing_run *run, const struct report_style *style, FILE *out)
{
	const struct timing_setup *s = &run->setup;
	char text[400];

	snprintf(text, sizeof(text), "%g Mb/s in, %g Mb/s out; sizes count the FCS", s->rate_in_mbps,
		 s->rate_out_mbps);
	line(out, style, "rates", text);
	if (!run->kept && timing_rates_text(s))
		line(out, style, "", timing_rates_text(s));
	if (run->accuracy[0])
		line(out, style, "accuracy", run->accuracy);
	cable_line(run, style, out);
	for (int i = 0; i < 2; i++)
		if (run->port[i][0])
			line(out, style, i ? "" : "ports", run->port[i]);
	flood_line(run, style, out);
	for (unsigned int i = 0; i < run->notes; i++)
		line(out, style, i ? "" : "note", run->note[i]);
}

static void settle_lines(const struct timing_estimate *e, const struct report_style *style, FILE *out)
{
	const char *label = "settled by";
	char text[200];

	for (unsigned int bit = 1; bit && bit <= TIMING_SETTLE_PLOT; bit <<= 1) {
		if (!(e->settle & bit))
			continue;
		if (bit == TIMING_SETTLE_MORE_PROBES && e->probes_more)
			snprintf(text, sizeof(text), "%s: %u more",
				 timing_settle_text((enum timing_settle)bit), e->probes_more);
		else
			snprintf(text, sizeof(text), "%s", timing_settle_text((enum timing_settle)bit));
		line(out, style, label, text);
		label = "";
	}
}

void timing_text(const struct report_port *port, const struct report_style *style, FILE *out)
{
	const struct timing_run *run = port->measured;
	struct timing_plot plot;

	if (run->kept)
		kept_line(run, style, out);
	else
		mode_line(&run->estimate, style, out);
	k_line(&run->estimate, style, out);
	definition_lines(&run->setup, &run->estimate, style, out);
	settings_lines(run, style, out);
	settle_lines(&run->estimate, style, out);
	table(run, out);
	if (timing_plot_take(&plot, &run->setup, &run->estimate)) {
		fputc('\n', out);
		timing_plot_text(&plot, style->columns < PLOT_COLUMNS ? style->columns : PLOT_COLUMNS, out);
	}
}
