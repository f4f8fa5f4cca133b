// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/points.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SIZE_MAX_BYTES 65535
#define DELAY_MAX_NS 1e12
#define SEPARATORS " \t\r,;:|"
#define LINE_SHOWN 40

struct word {
	const char *at;
	size_t len;
};

struct reader {
	double unit_ns;
	bool delay_first;
	struct timing_points *out;
	size_t room;
	unsigned int bad;
};

static bool is_one_of(const struct word *w, const char *const *names)
{
	for (; *names; names++)
		if (strlen(*names) == w->len && strncasecmp(*names, w->at, w->len) == 0)
			return true;
	return false;
}

double timing_unit_ns(const char *word, size_t len)
{
	static const struct {
		const char *const names[8];
		double ns;
	} units[] = {
		{ { "ns", "nsec", "nanosecond", "nanoseconds", NULL }, 1 },
		{ { "us", "usec", "\xc2\xb5s", "\xce\xbcs", "microsecond", "microseconds", NULL }, 1e3 },
		{ { "ms", "msec", "millisecond", "milliseconds", NULL }, 1e6 },
		{ { "s", "sec", "second", "seconds", NULL }, 1e9 },
	};
	const struct word w = { word, len };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (is_one_of(&w, units[i].names))
			return units[i].ns;
	return 0;
}

/* The next word up to a separator; false at the end. */
static bool next_word(const char **at, const char *end, const char *separators, struct word *w)
{
	while (*at < end && strchr(separators, **at))
		(*at)++;
	w->at = *at;
	while (*at < end && !strchr(separators, **at))
		(*at)++;
	w->len = (size_t)(*at - w->at);
	return w->len > 0;
}

struct header {
	double unit_ns;
	int size_at, delay_at;	/* order of the words, -1: not named */
};

static struct header read_header(const char *line, const char *end)
{
	static const char *const sizes[] = { "size", "sizes", "bytes", "length", "len", "frame", "b",
					     NULL };
	static const char *const delays[] = { "delay", "delays", "latency", "time", NULL };
	struct header h = { .size_at = -1, .delay_at = -1 };
	struct word w;

	for (int n = 0; next_word(&line, end, SEPARATORS "#_()[]/.", &w); n++) {
		if (h.size_at < 0 && is_one_of(&w, sizes))
			h.size_at = n;
		if (h.delay_at < 0 && is_one_of(&w, delays))
			h.delay_at = n;
		if (timing_unit_ns(w.at, w.len) > 0)
			h.unit_ns = timing_unit_ns(w.at, w.len);
	}
	return h;
}

static void take_header(struct reader *r, const struct header *h)
{
	if (h->unit_ns > 0)
		r->unit_ns = h->unit_ns;
	if (h->size_at >= 0 && h->delay_at >= 0)
		r->delay_first = h->delay_at < h->size_at;
}

struct number {
	double value, digit;	/* digit: what its last place stands for */
	double unit_ns;		/* 0: none given */
	bool bytes;		/* said to be */
};

static bool is_bytes(const struct word *w)
{
	static const char *const names[] = { "b", "byte", "bytes", "octets", NULL };

	return is_one_of(w, names);
}

/* A plain decimal, maybe with its unit behind it. */
static bool read_number(const struct word *w, struct number *out)
{
	char text[64], *end;
	const char *point;
	struct word rest;

	if (w->len >= sizeof(text) || !strchr("0123456789.+-", w->at[0]))
		return false;
	memcpy(text, w->at, w->len);
	text[w->len] = '\0';
	if (strpbrk(text, "xXnN") == text + 1)
		return false;
	*out = (struct number){ .value = strtod(text, &end), .digit = 1 };
	if (end == text || !isfinite(out->value))
		return false;
	point = memchr(text, '.', (size_t)(end - text));
	for (const char *c = point ? point + 1 : end; c < end && isdigit((unsigned char)*c); c++)
		out->digit /= 10;
	for (const char *c = text; c < end; c++)
		if (*c == 'e' || *c == 'E')
			out->digit *= pow(10, atoi(c + 1));
	rest = (struct word){ end, strlen(end) };
	out->unit_ns = timing_unit_ns(rest.at, rest.len);
	out->bytes = is_bytes(&rest);
	return rest.len == 0 || out->unit_ns > 0 || out->bytes;
}

/* One more than that of the last point of this size and leg. */
static uint32_t block_of(const struct timing_points *p, uint32_t size_bytes, enum timing_leg leg)
{
	for (size_t i = p->count; i-- > 0;)
		if (p->point[i].size_bytes == size_bytes && p->point[i].leg == leg)
			return p->point[i].block + 1;
	return 0;
}

static int add_point(struct reader *r, const struct number *size, const struct number *delay,
		     enum timing_leg leg)
{
	struct timing_points *out = r->out;
	double unit_ns = delay->unit_ns > 0 ? delay->unit_ns : r->unit_ns;
	double digit_ns = delay->digit * unit_ns;

	if (out->count == r->room) {
		size_t room = r->room ? 2 * r->room : 64;
		struct timing_point *all = realloc(out->point, room * sizeof(*all));

		if (!all)
			return -ENOMEM;
		out->point = all;
		r->room = room;
	}
	if (out->count == 0 || digit_ns < out->resolution_ns)
		out->resolution_ns = digit_ns;
	out->direct |= leg == TIMING_DIRECT;
	out->point[out->count] = (struct timing_point){
		.size_bytes = (uint32_t)size->value, .leg = leg,
		.block = block_of(out, (uint32_t)size->value, leg),
		.time_s = (double)out->count, .delay_ns = delay->value * unit_ns,
	};
	out->count++;
	return 0;
}

/* Words that are no numbers: the unit of the number before, or the leg. */
static bool take_word(const struct word *w, struct number *number, int numbers, enum timing_leg *leg)
{
	static const char *const direct[] = { "direct", "cable", NULL };
	static const char *const through[] = { "switch", "through", NULL };
	double unit_ns = timing_unit_ns(w->at, w->len);

	if (is_one_of(w, direct))
		*leg = TIMING_DIRECT;
	else if (is_one_of(w, through))
		*leg = TIMING_SWITCH;
	else if (numbers && unit_ns > 0)
		number[numbers - 1].unit_ns = unit_ns;
	else if (numbers && is_bytes(w))
		number[numbers - 1].bytes = true;
	else
		return false;
	return true;
}

static bool possible(const struct number *size, const struct number *delay, double unit_ns)
{
	double ns = delay->value * (delay->unit_ns > 0 ? delay->unit_ns : unit_ns);

	return !(size->unit_ns > 0) && !delay->bytes && size->value >= 1 &&
	       size->value <= SIZE_MAX_BYTES && size->value == floor(size->value) &&
	       fabs(ns) < DELAY_MAX_NS;
}

/* -EINVAL: this line cannot be read. */
static int read_line(struct reader *r, const char *line, const char *end)
{
	struct number number[2] = { 0 }, *size, *delay;
	enum timing_leg leg = TIMING_SWITCH;
	const char *at = line;
	int numbers = 0;
	struct word w;

	while (next_word(&at, end, SEPARATORS, &w)) {
		struct number one;

		if (read_number(&w, &one)) {
			if (numbers == 2)
				return -EINVAL;
			number[numbers++] = one;
		} else if (!take_word(&w, number, numbers, &leg)) {
			return -EINVAL;
		}
	}
	size = &number[0];
	delay = &number[1];
	if (r->delay_first || size->unit_ns > 0 || delay->bytes) {
		size = &number[1];
		delay = &number[0];
	}
	if (numbers != 2 || !possible(size, delay, r->unit_ns))
		return -EINVAL;
	return add_point(r, size, delay, leg);
}

/* Without a digit it is a header, if it has the words of one. */
static int take_line(struct reader *r, const char *line, const char *end)
{
	const char *comment = memchr(line, '#', (size_t)(end - line));
	struct header h;
	bool digits = false;

	while (line < end && strchr(SEPARATORS, *line))
		line++;
	if (line == end)
		return 0;
	if (line == comment) {
		h = read_header(line, end);
		if (h.size_at >= 0 && h.delay_at >= 0)
			take_header(r, &h);
		return 0;
	}
	if (comment)
		end = comment;
	for (const char *c = line; c < end; c++)
		digits = digits || isdigit((unsigned char)*c);
	if (digits)
		return read_line(r, line, end);
	h = read_header(line, end);
	if (h.size_at < 0 && h.delay_at < 0 && !(h.unit_ns > 0))
		return -EINVAL;
	take_header(r, &h);
	return 0;
}

static void complain(struct reader *r, const char *name, unsigned int number, const char *line,
		     const char *end, struct err *first)
{
	int len = (int)(end - line);

	if (r->bad++ == 0)
		err_set(first, -EINVAL, "%s: line %u, \"%.*s%s\": a size and a delay are wanted, as in "
			"\"64 3170 ns\"", name, number, len < LINE_SHOWN ? len : LINE_SHOWN, line,
			len > LINE_SHOWN ? "..." : "");
}

int timing_points_parse(struct timing_points *out, const char *text, size_t len_bytes,
			double unit_ns, const char *name, struct err *err)
{
	struct reader r = { .unit_ns = unit_ns, .out = out };
	const char *end = text + len_bytes;
	struct err first = { 0 };
	unsigned int number = 0;

	*out = (struct timing_points){ .point = NULL };
	while (text < end) {
		const char *eol = memchr(text, '\n', (size_t)(end - text));
		const char *stop = eol ? eol : end;
		int rc = take_line(&r, text, stop);

		number++;
		if (rc == -ENOMEM)
			return err_set(err, rc, "no memory for %zu points", out->count);
		if (rc < 0)
			complain(&r, name, number, text, stop, &first);
		text = eol ? eol + 1 : end;
	}
	if (r.bad > 1)
		return err_set(err, -EBADMSG, "%s; %u more such lines", first.text, r.bad - 1);
	if (r.bad)
		return err_set(err, -EBADMSG, "%s", first.text);
	if (out->count == 0)
		return err_set(err, -ENODATA, "%s: no points; each line has a size and a delay, as in "
			       "\"64 3170 ns\"", name);
	return 0;
}

void timing_points_fini(struct timing_points *points)
{
	free(points->point);
	*points = (struct timing_points){ .point = NULL };
}
