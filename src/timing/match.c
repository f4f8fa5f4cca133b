// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/match.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat/quantile.h"

#define LEAST_BYTES 54			/* of 60, without the receiver's address */
#define TYPE_AT 6
#define IP_AT 8
#define ONE_CLOCK_NS 1e9
#define MERGED_BYTES 9100		/* no frame is longer: a host has put several together */
#define MICRO_FRAMES 20

static uint64_t fnv(uint64_t hash, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3ULL;
	return hash;
}

/* Where the checksum of TCP or UDP stands; 0: there is none within len. */
static size_t checksum_at(const uint8_t *bytes, size_t len)
{
	unsigned int type, protocol;
	size_t at;

	if (len < IP_AT + 40)
		return 0;
	type = (unsigned int)bytes[TYPE_AT] << 8 | bytes[TYPE_AT + 1];
	if (type == 0x0800) {
		protocol = bytes[IP_AT + 9];
		at = IP_AT + 4 * (bytes[IP_AT] & 15u);
	} else if (type == 0x86dd) {
		protocol = bytes[IP_AT + 6];
		at = IP_AT + 40;
	} else {
		return 0;
	}
	at += protocol == 6 ? 16 : 6;
	return (protocol == 6 || protocol == 17) && at + 2 <= len ? at : 0;
}

uint64_t timing_seen_key(const uint8_t *from_sender, size_t len_bytes, size_t wire_bytes)
{
	uint8_t head[TIMING_SEEN_HEAD] = { 0 };
	size_t len = len_bytes < sizeof(head) ? len_bytes : sizeof(head), sum;
	uint32_t whole = (uint32_t)(wire_bytes < LEAST_BYTES ? LEAST_BYTES : wire_bytes);
	uint8_t tail[] = { (uint8_t)(whole >> 24), (uint8_t)(whole >> 16), (uint8_t)(whole >> 8),
			   (uint8_t)whole };

	memcpy(head, from_sender, len);
	sum = checksum_at(head, len);
	if (sum)
		memset(head + sum, 0, 2);
	return fnv(fnv(0xcbf29ce484222325ULL, head, sizeof(head)), tail, sizeof(tail));
}

static int by_key(const void *left, const void *right)
{
	const struct timing_seen *a = left, *b = right;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return (a->t_ns > b->t_ns) - (a->t_ns < b->t_ns);
}

struct pair {
	uint64_t from;
	int64_t t_ns;		/* in the first capture, or the first time */
	double delay_ns;
	uint32_t size_bytes;
};

struct match {
	struct timing_matched *out;
	struct timing_seen *seen;
	size_t count;
	unsigned int files;
	struct pair *pair;
	size_t pairs;
	double *sorted;		/* room for one number a pair */
};

/* One frame at most on each side. */
static void take_group(struct match *m, const struct timing_seen *s, size_t n)
{
	/* Again and again on one side only: never matched, so in nobody's way. */
	if (n == 1 || (m->files == 2 && s[0].file == s[n - 1].file))
		return;
	if (n > 2) {
		m->out->many += n;
		return;
	}
	m->pair[m->pairs++] = (struct pair){
		.from = s[0].from, .t_ns = s[0].t_ns, .size_bytes = s[0].size_bytes,
		.delay_ns = (double)(s[1].t_ns - s[0].t_ns),
	};
}

static void take_pairs(struct match *m)
{
	size_t end;

	qsort(m->seen, m->count, sizeof(*m->seen), by_key);
	for (size_t at = 0; at < m->count; at = end) {
		for (end = at; end < m->count && m->seen[end].key == m->seen[at].key; end++)
			;
		take_group(m, m->seen + at, end - at);
	}
}

static int by_sender(const void *left, const void *right)
{
	const struct pair *a = left, *b = right;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return (a->t_ns > b->t_ns) - (a->t_ns < b->t_ns);
}

/* The pairs of the sender that has most; the others go. */
static void keep_one_sender(struct match *m)
{
	size_t best = 0, best_n = 0, end;

	qsort(m->pair, m->pairs, sizeof(*m->pair), by_sender);
	for (size_t at = 0; at < m->pairs; at = end) {
		for (end = at; end < m->pairs && m->pair[end].from == m->pair[at].from; end++)
			;
		if (end - at > best_n) {
			best = at;
			best_n = end - at;
		}
	}
	m->out->other = m->pairs - best_n;
	memmove(m->pair, m->pair + best, best_n * sizeof(*m->pair));
	m->pairs = best_n;
}

/* Which capture is the sending side, and whether one clock made both. */
static int orient(struct match *m, struct err *err)
{
	bool apart = false;
	double middle_ns;

	for (size_t i = 0; i < m->pairs; i++) {
		m->sorted[i] = m->pair[i].delay_ns;
		apart |= m->sorted[i] < 0 || m->sorted[i] > 0;
	}
	middle_ns = stat_median(m->sorted, m->pairs);
	if (m->files == 2 && !apart) {
		err->cause = "one-capture-twice";
		return err_set(err, -EBADMSG, "both captures have the same stamps: they are of one port; name "
			       "one of each side");
	}
	if (fabs(middle_ns) > ONE_CLOCK_NS && m->files == 1) {
		err->cause = "clocks-mixed";
		return err_set(err, -EBADMSG, "a frame is there again only after %.0f s: the capture mixes "
			       "the stamps of two clocks; capture with one kind of stamps, or into two "
			       "files", middle_ns / 1e9);
	}
	m->out->two_clocks = fabs(middle_ns) > ONE_CLOCK_NS;
	m->out->swapped = middle_ns < 0 && !m->out->two_clocks;
	for (size_t i = 0; i < m->pairs && m->out->swapped; i++) {
		m->pair[i].t_ns += (int64_t)m->pair[i].delay_ns;
		m->pair[i].delay_ns = -m->pair[i].delay_ns;
	}
	return 0;
}

static void count_alone(struct match *m)
{
	uint64_t from = m->pair[0].from, probes = 0;
	uint8_t file = m->out->swapped;
	size_t end;

	for (size_t at = 0; at < m->count; at = end) {
		for (end = at; end < m->count && m->seen[end].key == m->seen[at].key; end++)
			;
		if (m->seen[at].from != from)
			continue;
		m->out->alone += end - at == 1 && m->seen[at].file == file;
		probes += m->seen[at].probe && m->seen[at].file == file;
	}
	m->out->sent = probes;
}

static int by_size(const void *left, const void *right)
{
	const struct pair *a = left, *b = right;

	return (a->size_bytes > b->size_bytes) - (a->size_bytes < b->size_bytes);
}

struct size_run {
	size_t at, n;
};

static int by_number(const void *left, const void *right)
{
	const struct size_run *a = left, *b = right;

	return (a->n < b->n) - (a->n > b->n);
}

static int by_time(const void *left, const void *right)
{
	const struct timing_point *a = left, *b = right;

	return (a->time_s > b->time_s) - (a->time_s < b->time_s);
}

/* The sizes that came often enough, the most frequent ones when there are too many. */
static void take_points(struct match *m, struct size_run *run)
{
	struct timing_matched *out = m->out;
	size_t runs = 0, end;
	int64_t start_ns = m->pair[0].t_ns;

	qsort(m->pair, m->pairs, sizeof(*m->pair), by_size);
	for (size_t at = 0; at < m->pairs; at = end) {
		for (end = at; end < m->pairs && m->pair[end].size_bytes == m->pair[at].size_bytes; end++)
			;
		run[runs++] = (struct size_run){ at, end - at };
	}
	qsort(run, runs, sizeof(*run), by_number);
	if (runs > TIMING_SIZES_MAX)
		runs = TIMING_SIZES_MAX;
	while (runs > 0 && run[runs - 1].n < TIMING_MATCH_SIZE_MIN)
		runs--;
	for (size_t r = 0; r < runs; r++)
		for (size_t i = run[r].at; i < run[r].at + run[r].n; i++)
			out->point[out->count++] = (struct timing_point){
				.size_bytes = m->pair[i].size_bytes, .leg = TIMING_SWITCH,
				.time_s = (double)(m->pair[i].t_ns - start_ns) / 1e9,
				.delay_ns = m->pair[i].delay_ns,
			};
	out->rare = m->pairs - out->count;
	qsort(out->point, out->count, sizeof(*out->point), by_time);
	for (size_t i = 0; i < out->count; i++)
		out->point[i].block = (uint32_t)(i / runs);
}

static void find_resolution(struct match *m)
{
	bool micro = m->count >= MICRO_FRAMES;

	for (size_t i = 0; i < m->count && micro; i++)
		micro = m->seen[i].t_ns % 1000 == 0;
	m->out->resolution_ns = micro ? 1000 : 1;
}

/* Why there is no pair. */
static int no_pair(const struct match *m, struct err *err)
{
	int64_t first[2] = { INT64_MAX, INT64_MAX }, last[2] = { INT64_MIN, INT64_MIN };

	for (size_t i = 0; i < m->count; i++) {
		const struct timing_seen *s = &m->seen[i];

		first[s->file] = s->t_ns < first[s->file] ? s->t_ns : first[s->file];
		last[s->file] = s->t_ns > last[s->file] ? s->t_ns : last[s->file];
	}
	err->cause = "no-pairs";
	if (m->out->many) {
		err->cause = "duplicates";
		return err_set(err, -EBADMSG, "every frame that could be matched is there more often than "
			       "once a side; capture each side once");
	}
	if (m->files == 1)
		return err_set(err, -ENODATA, "no frame is there twice: both ports are wanted, in one "
			       "capture (tcpdump -i any) or in two");
	if (last[0] < first[1] || last[1] < first[0]) {
		err->cause = "no-overlap";
		return err_set(err, -ENODATA, "the captures do not overlap: %.1f s lie between them; "
			       "capture both sides at once",
			       (double)(last[0] < first[1] ? first[1] - last[0] : first[0] - last[1]) / 1e9);
	}
	return err_set(err, -ENODATA, "no frame of one capture is in the other");
}

static int check_seen(const struct match *m, struct err *err)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->seen[i].size_bytes > MERGED_BYTES) {
			err->cause = "merged";
			return err_set(err, -EBADMSG, "a frame of %u bytes: the host merges frames; "
				       "capture with ethtool -K IFACE gro off lro off tso off gso off",
				       m->seen[i].size_bytes);
		}
	return 0;
}

static int match(struct match *m, struct size_run *run, struct err *err)
{
	int rc = check_seen(m, err);

	if (rc < 0)
		return rc;
	take_pairs(m);
	if (m->pairs == 0 || m->out->many > 2 * m->pairs)
		return no_pair(m, err);
	keep_one_sender(m);
	rc = orient(m, err);
	if (rc < 0)
		return rc;
	count_alone(m);
	find_resolution(m);
	take_points(m, run);
	if (m->out->count > 0)
		return 0;
	err->cause = "too-few-probes";
	return err_set(err, -ENODATA, "%zu frames match, but no size has %d of them; capture both ports, "
		       "in one file or in two, for longer", m->pairs, TIMING_MATCH_SIZE_MIN);
}

int timing_match(struct timing_matched *out, struct timing_seen *seen, size_t count,
		 unsigned int files, struct err *err)
{
	struct match m = { .out = out, .seen = seen, .count = count, .files = files };
	struct size_run *run = calloc(count + 1, sizeof(*run));
	struct err ignored = { 0 };
	int rc = -ENOMEM;

	*out = (struct timing_matched){ .point = calloc(count + 1, sizeof(*out->point)) };
	m.pair = calloc(count + 1, sizeof(*m.pair));
	m.sorted = calloc(count + 1, sizeof(*m.sorted));
	if (!err)
		err = &ignored;
	if (run && out->point && m.pair && m.sorted)
		rc = match(&m, run, err);
	else
		err_set(err, rc, "no memory for %zu frames", count);
	free(run);
	free(m.pair);
	free(m.sorted);
	return rc;
}

void timing_matched_fini(struct timing_matched *matched)
{
	free(matched->point);
	*matched = (struct timing_matched){ .point = NULL };
}
