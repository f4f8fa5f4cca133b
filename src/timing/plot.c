// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/plot.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define AXIS_COLUMNS 11		/* "  12.34 us |" */
#define COLUMNS_MAX 200
#define STEPS 200

bool timing_plot_take(struct timing_plot *plot, const struct timing_setup *setup,
		      const struct timing_estimate *e)
{
	*plot = (struct timing_plot){
		.intercept_ns = e->intercept_ns.value, .ns_per_byte = e->slope_ns_per_byte.value,
		.tau_ns = timing_ns_per_byte(setup->rate_in_mbps), .threshold_bytes = NAN,
	};
	if (e->mode == TIMING_MODE_CUT_THROUGH_ABOVE)
		plot->threshold_bytes = e->threshold_bytes.value;
	for (unsigned int i = 0; i < e->sizes; i++) {
		if (!isfinite(e->size[i].latency_ns.value))
			continue;
		plot->size_bytes[plot->sizes] = e->size[i].size_bytes;
		plot->latency_ns[plot->sizes++] = e->size[i].latency_ns;
	}
	return plot->sizes >= 2;
}

/* Of a bent line the median of what is left when its slope is taken off. */
static double bent_intercept(const struct timing_plot *p)
{
	double sum = 0;

	for (unsigned int i = 0; i < p->sizes; i++)
		sum += p->latency_ns[i].value - p->tau_ns * fmin(p->size_bytes[i], p->threshold_bytes);
	return sum / p->sizes;
}

double timing_plot_fit_ns(const struct timing_plot *p, double size_bytes)
{
	if (isfinite(p->threshold_bytes))
		return bent_intercept(p) + p->tau_ns * fmin(size_bytes, p->threshold_bytes);
	return p->intercept_ns + p->ns_per_byte * size_bytes;
}

/* The two models, through the fit at the smallest size. */
static double cut_ns(const struct timing_plot *p)
{
	return timing_plot_fit_ns(p, p->size_bytes[0]);
}

static double stored_ns(const struct timing_plot *p, double size_bytes)
{
	return cut_ns(p) + p->tau_ns * (size_bytes - p->size_bytes[0]);
}

struct range {
	double low, high;
};

static struct range range_of(const struct timing_plot *p)
{
	struct range r = { fmin(cut_ns(p), 0), stored_ns(p, p->size_bytes[p->sizes - 1]) };

	for (unsigned int i = 0; i < p->sizes; i++) {
		r.low = fmin(r.low, p->latency_ns[i].value);
		r.high = fmax(r.high, p->latency_ns[i].value);
	}
	return r;
}

struct canvas {
	char cell[TIMING_PLOT_ROWS][COLUMNS_MAX];
	unsigned int columns;
	struct range x, y;
};

static void put(struct canvas *c, double x, double y, char mark)
{
	double across = (x - c->x.low) / (c->x.high - c->x.low) * (c->columns - 1);
	double up = (y - c->y.low) / (c->y.high - c->y.low) * (TIMING_PLOT_ROWS - 1);
	long column = lround(across), row = TIMING_PLOT_ROWS - 1 - lround(up);

	if (column >= 0 && column < (long)c->columns && row >= 0 && row < TIMING_PLOT_ROWS)
		c->cell[row][column] = mark;
}

static void draw(struct canvas *c, const struct timing_plot *p)
{
	memset(c->cell, ' ', sizeof(c->cell));
	for (unsigned int i = 0; i < c->columns; i += 2) {
		double x = c->x.low + (c->x.high - c->x.low) * i / (c->columns - 1);

		put(c, x, cut_ns(p), 'c');
		put(c, x, stored_ns(p, x), 's');
	}
	for (unsigned int i = 0; i < p->sizes; i++)
		put(c, p->size_bytes[i], p->latency_ns[i].value, '*');
}

void timing_plot_text(const struct timing_plot *p, unsigned int columns, FILE *out)
{
	struct canvas c = {
		.columns = columns < COLUMNS_MAX ? columns - AXIS_COLUMNS - 2 :
						   COLUMNS_MAX - AXIS_COLUMNS - 2,
		.x = { p->size_bytes[0], p->size_bytes[p->sizes - 1] }, .y = range_of(p),
	};

	draw(&c, p);
	for (int row = 0; row < TIMING_PLOT_ROWS; row++) {
		double ns = c.y.high - (c.y.high - c.y.low) * row / (TIMING_PLOT_ROWS - 1);
		unsigned int len = c.columns;

		while (len > 0 && c.cell[row][len - 1] == ' ')
			len--;
		fprintf(out, "  %6.2f us |%.*s\n", ns / 1000, (int)len, c.cell[row]);
	}
	fprintf(out, "            %-*.0f%.0f bytes\n", (int)c.columns - 10, c.x.low, c.x.high);
	fprintf(out, "            * measured  c cut-through  s store-and-forward\n");
}

/* Within single quotes of gnuplot a quote is doubled. */
static int quoted(FILE *out, const char *text)
{
	fputc('\'', out);
	for (; *text; text++) {
		if ((unsigned char)*text < 0x20)
			return -EINVAL;
		if (*text == '\'')
			fputc('\'', out);
		fputc(*text, out);
	}
	fputc('\'', out);
	return 0;
}

static void data(const struct timing_plot *p, FILE *out)
{
	double low = p->size_bytes[0], high = p->size_bytes[p->sizes - 1];

	fprintf(out, "$measured << END\n");
	for (unsigned int i = 0; i < p->sizes; i++)
		fprintf(out, "%.0f %.6f %.6f %.6f\n", p->size_bytes[i], p->latency_ns[i].value / 1e3,
			p->latency_ns[i].low / 1e3, p->latency_ns[i].high / 1e3);
	fprintf(out, "END\n$lines << END\n");
	for (int i = 0; i <= STEPS; i++) {
		double x = low + (high - low) * i / STEPS;

		fprintf(out, "%.3f %.6f %.6f %.6f\n", x, timing_plot_fit_ns(p, x) / 1e3, cut_ns(p) / 1e3,
			stored_ns(p, x) / 1e3);
	}
	fprintf(out, "END\n");
}

int timing_plot_gnuplot(const struct timing_plot *p, const char *title, const char *file, FILE *out)
{
	fprintf(out, "set terminal svg size 800,500\nset output ");
	if (quoted(out, file) < 0)
		return -EINVAL;
	fprintf(out, "\nset title ");
	if (quoted(out, title) < 0)
		return -EINVAL;
	fprintf(out, " noenhanced\nset xlabel 'frame size with FCS (bytes)'\n"
		"set ylabel 'idle FIFO latency (us)'\nset key left top\nset grid\n");
	data(p, out);
	fprintf(out, "plot $lines using 1:3 with lines dashtype 2 linecolor rgb '#4477aa' "
		"title 'cut-through', \\\n"
		"     $lines using 1:4 with lines dashtype 3 linecolor rgb '#aa3377' "
		"title 'store-and-forward', \\\n"
		"     $lines using 1:2 with lines linecolor rgb '#222222' title 'fit', \\\n"
		"     $measured using 1:2:3:4 with yerrorbars pointtype 7 linecolor rgb '#228833' "
		"title 'measured, 99 %%'\n");
	return 0;
}
