// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/sample.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat/quantile.h"
#include "stat/theilsen.h"

#define SEGMENTS 16		/* of the lower envelope */
#define SEGMENTS_MIN 4
#define STEP_NS 1e6		/* a whole block that is off by this much: the clock stepped */
#define DROPPED_MAX 0.1		/* of the blocks, or of the points */
#define JUMP_NS 1e9		/* no switch holds a frame so long */
#define DRIFT_MAX 1e-3		/* two clocks differ by 200 ppm at most */
#define APART_ERRORS 8.0	/* drifts of small and of large frames, or the clock is none */
#define APART_PPB 2000.0
#define BLOCKS_MIN 10		/* fewer: each point is a block of its own */
#define SIZE_SHARE_MIN 0.5	/* of the median number of probes, or the size goes */

static int compare(double a, double b)
{
	return (a > b) - (a < b);
}

static int by_cell(const void *left, const void *right)
{
	const struct timing_point *a = left, *b = right;
	int order = (a->leg > b->leg) - (a->leg < b->leg);

	if (order == 0)
		order = (a->size_bytes > b->size_bytes) - (a->size_bytes < b->size_bytes);
	if (order == 0)
		order = (a->block > b->block) - (a->block < b->block);
	if (order == 0)
		order = compare(a->time_s, b->time_s);
	return order ? order : compare(a->delay_ns, b->delay_ns);
}

static int by_block(const void *left, const void *right)
{
	const struct timing_point *a = left, *b = right;
	int order = (a->leg > b->leg) - (a->leg < b->leg);

	if (order == 0)
		order = (a->block > b->block) - (a->block < b->block);
	return order ? order : by_cell(left, right);
}

static int by_delay(const void *left, const void *right)
{
	const struct timing_point *a = left, *b = right;
	int order = compare(a->delay_ns, b->delay_ns);

	return order ? order : (a->block > b->block) - (a->block < b->block);
}

/* Where the run of points of one size and leg ends. */
static size_t cell_end(const struct timing_point *p, size_t at, size_t n)
{
	size_t end = at;

	while (end < n && p[end].leg == p[at].leg && p[end].size_bytes == p[at].size_bytes)
		end++;
	return end;
}

/* The slope of one size's lower envelope, in ns/s: the least delay of each segment. */
static double envelope_slope(const struct timing_point *p, size_t n)
{
	double time[SEGMENTS], least[SEGMENTS];
	size_t segments = n / 4 < SEGMENTS ? n / 4 : SEGMENTS;

	if (segments < SEGMENTS_MIN)
		return NAN;
	for (size_t s = 0; s < segments; s++) {
		size_t from = s * n / segments, to = (s + 1) * n / segments;

		least[s] = INFINITY;
		for (size_t i = from; i < to; i++) {
			if (p[i].delay_ns >= least[s])
				continue;
			least[s] = p[i].delay_ns;
			time[s] = p[i].time_s;
		}
	}
	return stat_theilsen(time, least, segments).slope;
}

/* Deviation by the median of the distances. */
static double spread_of(const double *value, size_t n, double middle)
{
	double away[TIMING_LEGS * TIMING_SIZES_MAX];

	for (size_t i = 0; i < n; i++)
		away[i] = fabs(value[i] - middle);
	return 1.4826 * stat_median(away, n);
}

struct slopes {
	double value[TIMING_LEGS * TIMING_SIZES_MAX];
	size_t n;
};

static double middle_of(const struct slopes *slopes)
{
	double copy[TIMING_LEGS * TIMING_SIZES_MAX];

	memcpy(copy, slopes->value, slopes->n * sizeof(*copy));
	return stat_median(copy, slopes->n);
}

static void add_slope(struct slopes *slopes, double value)
{
	if (isfinite(value))
		slopes->value[slopes->n++] = value;
}

/*
 * Both clocks run through both legs, so the drift is one number; that of small
 * and that of large sizes must agree.
 */
static void find_drift(struct timing_sample *s, size_t points)
{
	struct slopes all = { .n = 0 }, small = { .n = 0 }, large = { .n = 0 };
	double middle, apart;
	size_t end;

	for (size_t at = 0; at < points; at = end) {
		bool is_large = s->points[at].size_bytes >= s->size_bytes[s->sizes / 2];
		double slope;

		end = cell_end(s->points, at, points);
		slope = envelope_slope(s->points + at, end - at);
		add_slope(&all, slope);
		add_slope(is_large ? &large : &small, slope);
	}
	if (all.n == 0)
		return;
	middle = middle_of(&all);
	apart = fabs(middle_of(&small) - middle_of(&large));
	s->drift_ppb = middle;
	s->drift_error_ppb = 1.2533 * spread_of(all.value, all.n, middle) / sqrt((double)all.n);
	s->clock_fault |= fabs(middle) > DRIFT_MAX * 1e9 ||
			  apart > fmax(APART_ERRORS * s->drift_error_ppb, APART_PPB);
	for (size_t i = 0; i < points; i++)
		s->points[i].delay_ns -= middle * s->points[i].time_s;
}

/* The distance of each point to the median of its size and leg goes into time_s. */
static void centre(struct timing_sample *s, size_t points)
{
	size_t end;

	for (size_t at = 0; at < points; at = end) {
		double middle;

		end = cell_end(s->points, at, points);
		for (size_t i = at; i < end; i++)
			s->values[i - at] = s->points[i].delay_ns;
		middle = stat_median(s->values, end - at);
		for (size_t i = at; i < end; i++)
			s->points[i].time_s = s->points[i].delay_ns - middle;
	}
}

/*
 * Blocks in which every frame is off by more than any host is late in the same
 * way are dropped: a clock was stepped.  Blocks get numbers from 0.  Returns
 * how many points are left.
 */
static size_t drop_steps(struct timing_sample *s, size_t points)
{
	size_t kept = 0, end;

	centre(s, points);
	qsort(s->points, points, sizeof(*s->points), by_block);
	for (size_t at = 0; at < points; at = end) {
		const struct timing_point *first = &s->points[at];
		enum timing_leg leg = first->leg;
		double least = INFINITY, most = -INFINITY;
		uint32_t block = first->block;

		for (end = at; end < points && s->points[end].leg == leg &&
		     s->points[end].block == block; end++) {
			least = fmin(least, s->points[end].time_s);
			most = fmax(most, s->points[end].time_s);
		}
		if (end - at > 2 && (least > STEP_NS || most < -STEP_NS)) {
			s->blocks_dropped++;
			continue;
		}
		for (size_t i = at; i < end; i++) {
			s->points[kept] = s->points[i];
			s->points[kept++].block = s->blocks[leg];
		}
		s->blocks[leg]++;
	}
	s->clock_fault |= s->blocks_dropped >
			  DROPPED_MAX * (s->blocks[0] + s->blocks[1] + s->blocks_dropped);
	qsort(s->points, kept, sizeof(*s->points), by_cell);
	return kept;
}

static size_t find_size(const struct timing_sample *s, uint32_t size_bytes)
{
	size_t i = 0;

	while (i < s->sizes && s->size_bytes[i] < size_bytes)
		i++;
	return i;
}

static bool add_size(struct timing_sample *s, uint32_t size_bytes)
{
	size_t at = find_size(s, size_bytes);

	if (at < s->sizes && s->size_bytes[at] == size_bytes)
		return true;
	if (s->sizes == TIMING_SIZES_MAX)
		return false;
	memmove(&s->size_bytes[at + 1], &s->size_bytes[at],
		(s->sizes - at) * sizeof(s->size_bytes[0]));
	s->size_bytes[at] = size_bytes;
	s->sizes++;
	return true;
}

/* Points of a leg that has fewer blocks than make a bootstrap stand for themselves. */
static void number_blocks(struct timing_sample *s, struct timing_point *p, size_t n,
			  uint32_t *single)
{
	if (s->blocks[p->leg] >= BLOCKS_MIN)
		return;
	for (size_t i = 0; i < n; i++)
		p[i].block = (uint32_t)i;
	if (n > single[p->leg])
		single[p->leg] = (uint32_t)n;
}

/* The number of probes of each size in both legs; the least grows rarer with it. */
static void match_counts(const struct timing_sample *s, size_t *count)
{
	for (size_t i = 0; i < s->sizes; i++) {
		size_t *direct = &count[i], *through = &count[TIMING_SIZES_MAX + i];

		if (s->blocks[TIMING_DIRECT] && *direct < *through)
			*through = *direct;
		if (s->blocks[TIMING_SWITCH] && *through < *direct)
			*direct = *through;
	}
}

static void fill_cell(struct timing_sample *s, enum timing_leg leg, size_t i, size_t begin,
		      size_t n)
{
	struct timing_cell *cell = &s->cell[leg][i];

	*cell = (struct timing_cell){ s->values + begin, s->numbers + begin, n };
	qsort(s->points + begin, n, sizeof(*s->points), by_delay);
	for (size_t j = 0; j < n; j++) {
		cell->delay_ns[j] = s->points[begin + j].delay_ns;
		cell->block[j] = s->points[begin + j].block;
	}
}

static void fill_cells(struct timing_sample *s, size_t points)
{
	size_t begin[TIMING_LEGS * TIMING_SIZES_MAX] = { 0 };
	size_t count[TIMING_LEGS * TIMING_SIZES_MAX] = { 0 };
	uint32_t single[TIMING_LEGS] = { 0, 0 };
	size_t end;

	for (size_t at = 0; at < points; at = end) {
		size_t cell = s->points[at].leg * TIMING_SIZES_MAX +
			      find_size(s, s->points[at].size_bytes);

		end = cell_end(s->points, at, points);
		number_blocks(s, s->points + at, end - at, single);
		begin[cell] = at;
		count[cell] = end - at;
	}
	match_counts(s, count);
	for (int leg = 0; leg < TIMING_LEGS; leg++) {
		if (single[leg])
			s->blocks[leg] = single[leg];
		for (size_t i = 0; i < s->sizes; i++)
			fill_cell(s, leg, i, begin[leg * TIMING_SIZES_MAX + i],
				  count[leg * TIMING_SIZES_MAX + i]);
	}
}

/* A size that came far less often than others was lost; one that a leg never had is not used. */
static void drop_sizes(struct timing_sample *s)
{
	enum timing_leg leg = s->blocks[TIMING_SWITCH] ? TIMING_SWITCH : TIMING_DIRECT;
	double count[TIMING_SIZES_MAX], middle;
	size_t kept = 0;

	for (size_t i = 0; i < s->sizes; i++)
		count[i] = (double)s->cell[leg][i].n;
	middle = stat_median(count, s->sizes);
	for (size_t i = 0; i < s->sizes; i++) {
		if (s->cell[leg][i].n < fmax(SIZE_SHARE_MIN * middle, 1)) {
			s->sizes_dropped += s->cell[leg][i].n > 0;
			continue;
		}
		s->size_bytes[kept] = s->size_bytes[i];
		for (int l = 0; l < TIMING_LEGS; l++)
			s->cell[l][kept] = s->cell[l][i];
		kept++;
	}
	s->sizes = kept;
}

/* How long after the direct leg the switch leg was, and one start for all times. */
static void set_times(struct timing_sample *s, size_t points)
{
	double sum[TIMING_LEGS] = { 0 }, least = INFINITY;
	size_t n[TIMING_LEGS] = { 0 };

	for (size_t i = 0; i < points; i++)
		least = fmin(least, s->points[i].time_s);
	for (size_t i = 0; i < points; i++) {
		s->points[i].time_s -= least;
		sum[s->points[i].leg] += s->points[i].time_s;
		n[s->points[i].leg]++;
	}
	if (n[0] && n[1])
		s->gap_s = sum[TIMING_SWITCH] / (double)n[TIMING_SWITCH] -
			   sum[TIMING_DIRECT] / (double)n[TIMING_DIRECT];
}

static int take_points(struct timing_sample *s, const struct timing_point *point, size_t points,
		       bool two_clocks, struct err *err)
{
	for (size_t i = 0; i < points; i++) {
		const struct timing_point *p = &point[i];

		if (!isfinite(p->delay_ns) || !isfinite(p->time_s) || p->leg >= TIMING_LEGS ||
		    p->size_bytes == 0)
			return err_set(err, -EINVAL,
				       "point %zu has no size, delay or time; leave it out", i);
		if (!add_size(s, p->size_bytes))
			return err_set(err, -EINVAL,
				       "more than %d frame sizes; use some of them",
				       TIMING_SIZES_MAX);
		s->clock_fault |= p->delay_ns < 0 && !two_clocks;
		s->received[p->leg]++;
		s->points[i] = *p;
	}
	return 0;
}

/* With one clock nothing takes so long, but a clock that is set again and again says so. */
static bool jumps(const struct timing_setup *setup, const struct timing_point *point, size_t points)
{
	size_t long_ones = 0;

	if (setup->two_clocks || setup->values != TIMING_VALUES_DELAY)
		return false;
	for (size_t i = 0; i < points; i++)
		long_ones += point[i].delay_ns > JUMP_NS;
	return (double)long_ones > DROPPED_MAX * (double)points;
}

int timing_sample_init(struct timing_sample *s, const struct timing_setup *setup,
		       const struct timing_point *point, size_t points, struct err *err)
{
	bool free_delay = setup->two_clocks || setup->values == TIMING_VALUES_LESS_SERIALISATION;
	int ret;

	*s = (struct timing_sample){ .sizes = 0 };
	s->points = calloc(points + 1, sizeof(*s->points));
	s->values = calloc(points + 1, sizeof(*s->values));
	s->numbers = calloc(points + 1, sizeof(*s->numbers));
	if (!s->points || !s->values || !s->numbers)
		return err_set(err, -ENOMEM, "no memory for %zu points", points);
	ret = take_points(s, point, points, free_delay, err);
	if (ret < 0)
		return ret;
	s->clock_fault |= jumps(setup, point, points);
	set_times(s, points);
	qsort(s->points, points, sizeof(*s->points), by_cell);
	if (setup->two_clocks)
		find_drift(s, points);
	fill_cells(s, drop_steps(s, points));
	drop_sizes(s);
	return 0;
}

void timing_sample_fini(struct timing_sample *s)
{
	free(s->points);
	free(s->values);
	free(s->numbers);
	*s = (struct timing_sample){ .sizes = 0 };
}
