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
		snprintf(text, sizeof(text), "store-and-forward%s%s", e->stages > 1 ?
			 ", several stages" : "", e->rate_matched ?
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
static void definition_lines(const struct timing_estimate *e, const struct report_style *style,
			     FILE *out)
{
	if (!e->calibrated || e->sizes == 0)
		return;
	line(out, style, "latency", "idle, no load offered: not the latency of RFC 2544 26.2");
	line(out, style, "", "FIFO: first bit in to first bit out (RFC 1242 3.8, RFC 8238 2.1)");
	line(out, style, "", "FILO: first bit in to last bit out (RFC 8238 2.1)");
	if (e->mode == TIMING_MODE_STORE_AND_FORWARD)
		line(out, style, "", "LIFO: last bit in to first bit out, RFC 1242 for "
		     "store-and-forward devices; never to be compared with cut-through ones "
		     "(RFC 8238 2.3)");
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

static void settings_lines(const struct timing_run *run, const struct report_style *style, FILE *out)
{
	const struct timing_setup *s = &run->setup;
	char text[400];

	snprintf(text, sizeof(text), "%g Mb/s in, %g Mb/s out; sizes count the FCS", s->rate_in_mbps,
		 s->rate_out_mbps);
	line(out, style, "rates", text);
	if (run->accuracy[0])
		line(out, style, "accuracy", run->accuracy);
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
	definition_lines(&run->estimate, style, out);
	settings_lines(run, style, out);
	settle_lines(&run->estimate, style, out);
	table(run, out);
	if (timing_plot_take(&plot, &run->setup, &run->estimate)) {
		fputc('\n', out);
		timing_plot_text(&plot, style->columns < PLOT_COLUMNS ? style->columns : PLOT_COLUMNS, out);
	}
}
