// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/mac.h"

#include "lab-help.h"

#define BIT_NS 10	/* most tests run at 100 Mb/s */
#define DELAY_NS 500	/* of the wire in lab-help.h */

/* What the other end of the half-duplex MAC's wire hears. */
struct ear_log {
	struct lab *lab;
	unsigned int ends, aborted;
	int64_t start_ns[64], bits[64];
};

static void log_start(void *owner, struct lab_signal *signal)
{
	struct ear_log *log = owner;

	assert_in_range(log->ends, 0, 63);
	log->start_ns[log->ends] = signal->start_ns;
}

static void log_end(void *owner, struct lab_signal *signal)
{
	struct ear_log *log = owner;

	log->bits[log->ends++] = signal->bits;
	log->aborted += signal->aborted;
}

/* End 1 is the MAC under test, half duplex; in place of end 0 the test makes the signals. */
static void raw_begin(struct help_pair *pair, struct ear_log *log, enum lab_late late,
		      uint64_t seed)
{
	const struct lab_ear ear = { log_start, log_end, NULL, log };

	help_pair_init(pair, 100, LAB_FULL, LAB_HALF, late, seed);
	*log = (struct ear_log){ .lab = &pair->lab };
	lab_way_hear(&pair->wire.way[1], &ear);
}

/* Carrier that the MAC under test hears from at_ns on, for so many bits. */
static void raw_carrier(struct help_pair *pair, int64_t at_ns, int64_t bits)
{
	struct lab_frame *frame = help_frame(&pair->lab, 1514);
	struct lab_signal *signal;

	lab_run_until(&pair->lab, at_ns - DELAY_NS);
	signal = lab_way_start(&pair->wire.way[0], frame);
	lab_run_until(&pair->lab, at_ns - DELAY_NS + bits * BIT_NS);
	lab_way_end(signal, bits, true);
	lab_frame_put(&pair->lab, frame);
}

static void frames_and_gaps_are_exact(void **state)
{
	static const int rates[] = { 10, 100, 1000 };
	static const unsigned int lengths[] = { 60, 61, 300, 1514 };

	(void)state;
	for (size_t r = 0; r < ROWS(rates); r++)
		for (size_t i = 0; i < ROWS(lengths); i++) {
			struct help_pair pair;
			int64_t frame_ns = lab_frame_ns(rates[r], lengths[i]);
			int64_t gap_ns = 96 * lab_bit_ns(rates[r]);

			help_pair_init(&pair, rates[r], LAB_FULL, LAB_FULL, LAB_LATE_DROP, 1);
			for (int n = 0; n < 10; n++)
				help_send(&pair, 0, 1000, lengths[i]);
			lab_run_until(&pair.lab, SECOND_NS);
			assert_int_equal(pair.end[1].good, 10);
			assert_int_equal(pair.end[1].last_ns,
					 1000 + 10 * frame_ns - gap_ns + DELAY_NS);
			help_pair_fini(&pair);
		}
}

/* A frame that comes within the gap waits for its end, one after it does not. */
static void gap_before_a_later_frame(void **state)
{
	static const struct {
		int64_t after_ns, start_ns;
	} row[] = { { 0, 960 }, { 500, 960 }, { 960, 960 }, { 961, 961 }, { 5000, 5000 } };

	(void)state;
	for (int duplex = LAB_HALF; duplex <= LAB_FULL; duplex++)
		for (size_t i = 0; i < ROWS(row); i++) {
			struct help_pair pair;
			int64_t end_ns = lab_frame_bits(60) * BIT_NS;

			help_pair_init(&pair, 100, (enum lab_duplex)duplex,
				       (enum lab_duplex)duplex, LAB_LATE_DROP, 1);
			help_send(&pair, 0, 0, 60);
			help_send(&pair, 0, end_ns + row[i].after_ns, 60);
			lab_run_until(&pair.lab, SECOND_NS);
			assert_int_equal(pair.end[1].last_ns,
					 2 * end_ns + row[i].start_ns + DELAY_NS);
			help_pair_fini(&pair);
		}
}

static void half_defers_full_does_not(void **state)
{
	(void)state;
	for (int duplex = LAB_HALF; duplex <= LAB_FULL; duplex++) {
		struct help_pair pair;
		int64_t long_ns = lab_frame_bits(1514) * BIT_NS;
		int64_t short_ns = lab_frame_bits(60) * BIT_NS;
		int64_t start_ns = duplex == LAB_HALF ? long_ns + DELAY_NS + 960 : 10000;

		help_pair_init(&pair, 100, LAB_FULL, (enum lab_duplex)duplex, LAB_LATE_DROP, 1);
		help_send(&pair, 0, 0, 1514);
		help_send(&pair, 1, 10000, 60);
		lab_run_until(&pair.lab, SECOND_NS);
		assert_int_equal(pair.end[0].last_ns, start_ns + short_ns + DELAY_NS);
		assert_int_equal(pair.end[1].good, 1);
		assert_int_equal(pair.end[1].mac.count.deferred, duplex == LAB_HALF);
		assert_int_equal(pair.end[1].mac.count.collisions, 0);
		help_pair_fini(&pair);
	}
}

/*
 * Carrier goes at 20 us, a frame waits, carrier comes again within the gap: in
 * the first 64 bit times it starts the gap anew, in the last 32 it is ignored
 * and the start comes as planned.
 */
static void gap_of_two_parts(void **state)
{
	static const struct {
		int64_t again_ns;
		bool restarts;
	} row[] = { { 1, true }, { 300, true }, { 639, true }, { 640, false }, { 959, false },
		    { 960, false } };

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct help_pair pair;
		struct ear_log log;
		int64_t start_ns = 20960;

		raw_begin(&pair, &log, LAB_LATE_DROP, 1);
		raw_carrier(&pair, 10000, 1000);
		help_send(&pair, 1, 19900, 1514);
		raw_carrier(&pair, 20000 + row[i].again_ns, 1000);
		if (row[i].restarts)
			start_ns = 20000 + row[i].again_ns + 1000 * BIT_NS + 960;
		lab_run_until(&pair.lab, 10 * SECOND_NS);
		assert_int_equal(log.start_ns[0], start_ns);
		assert_int_equal(pair.end[1].mac.count.collisions, !row[i].restarts);
		help_pair_fini(&pair);
	}
}

/* After its own transmission a MAC does not look at carrier in either part. */
static void gap_after_an_own_frame(void **state)
{
	struct help_pair pair;
	struct ear_log log;
	int64_t end_ns = lab_frame_bits(60) * BIT_NS;

	(void)state;
	raw_begin(&pair, &log, LAB_LATE_DROP, 1);
	help_send(&pair, 1, 0, 60);
	help_send(&pair, 1, 0, 60);
	raw_carrier(&pair, end_ns + 100, 1000);
	lab_run_until(&pair.lab, SECOND_NS);
	assert_int_equal(log.start_ns[1], end_ns + 960);
	assert_int_equal(pair.end[1].mac.count.collisions, 1);
	help_pair_fini(&pair);
}

/* Ignored carrier counts as carrier once the gap is over and nothing waited. */
static void carrier_in_a_gap_nobody_used(void **state)
{
	struct help_pair pair;
	struct ear_log log;

	(void)state;
	raw_begin(&pair, &log, LAB_LATE_DROP, 1);
	raw_carrier(&pair, 10000, 1000);
	raw_carrier(&pair, 20700, 1000);
	help_send(&pair, 1, 21000, 60);
	lab_run_until(&pair.lab, SECOND_NS);
	assert_int_equal(log.start_ns[0], 30700 + 960);
	assert_int_equal(pair.end[1].mac.count.collisions, 0);
	help_pair_fini(&pair);
}

/*
 * Carrier comes so many bit times after the start.  The preamble is completed,
 * 32 bits of jam follow; late is what comes after 512 bit times.  Bits go out
 * four at a time.
 */
static void jam_and_late_threshold(void **state)
{
	static const struct {
		int64_t after_ns, bits;
		bool late;
	} row[] = {
		{ 0, 96, false },	{ 10, 96, false },	{ 640, 96, false },
		{ 641, 100, false },	{ 680, 100, false },	{ 5120, 544, false },
		{ 5121, 548, true },	{ 60000, 6032, true },	{ 122070, 12240, true },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct help_pair pair;
		struct ear_log log;
		struct lab_counters *count = &pair.end[1].mac.count;

		raw_begin(&pair, &log, LAB_LATE_DROP, 1);
		help_send(&pair, 1, 1000, 1514);
		raw_carrier(&pair, 1000 + row[i].after_ns, 20000);
		lab_run_until(&pair.lab, SECOND_NS);
		assert_int_equal(log.bits[0], row[i].bits);
		assert_int_equal(log.aborted, 1);
		assert_int_equal(count->collisions, 1);
		assert_int_equal(count->late_collisions, row[i].late);
		assert_int_equal(count->tx_aborted, row[i].late);
		assert_int_equal(count->tx_frames, !row[i].late);
		help_pair_fini(&pair);
	}
}

/* At 10 Mb/s bits go one by one, whatever the time the carrier comes. */
static void jam_at_10(void **state)
{
	struct help_pair pair;

	(void)state;
	help_pair_init(&pair, 10, LAB_FULL, LAB_HALF, LAB_LATE_DROP, 1);
	help_send(&pair, 1, 0, 1514);
	help_send(&pair, 0, 600001 - DELAY_NS, 1514);
	lab_run_until(&pair.lab, 650000);
	/* 6001 bits and the jam, less the preamble: 746 bytes and one bit */
	assert_int_equal(pair.end[0].mac.count.alignment_errors, 1);
	assert_int_equal(pair.end[1].mac.count.late_collisions, 1);
	help_pair_fini(&pair);
}

/* The last bit has gone when carrier comes: the frame was not hit, whichever is handled first. */
static void carrier_at_the_last_instant(void **state)
{
	int64_t end_ns = 20000 + lab_frame_bits(60) * BIT_NS;

	(void)state;
	for (int carrier_first = 0; carrier_first < 2; carrier_first++) {
		struct help_pair pair;
		struct ear_log log;

		raw_begin(&pair, &log, LAB_LATE_DROP, 1);
		if (carrier_first) {	/* a longer way: on it before the frame begins */
			pair.wire.way[0].delay_ns = 10000;
			raw_carrier(&pair, end_ns - 10000 + DELAY_NS, 96);
		}
		help_send(&pair, 1, 20000, 60);
		if (!carrier_first)
			raw_carrier(&pair, end_ns, 96);
		lab_run_until(&pair.lab, SECOND_NS);
		assert_int_equal(log.bits[0], 576);
		assert_int_equal(log.aborted, 0);
		assert_int_equal(pair.end[1].mac.count.collisions, 0);
		assert_int_equal(pair.end[1].mac.count.tx_frames, 1);
		help_pair_fini(&pair);
	}
}

/* A collision at the first bit. */
static void collide_once(struct help_pair *pair, struct ear_log *log, uint64_t seed)
{
	raw_begin(pair, log, LAB_LATE_DROP, seed);
	help_send(pair, 1, 1000, 1514);
	raw_carrier(pair, 1000, 96);
}

/*
 * Carrier at the very instant the wait is over: nothing was sensed before it, so
 * they collide; a nanosecond earlier they do not.  It is on its way before the
 * start is planned, and so is handled first.
 */
static void carrier_as_the_backoff_ends(void **state)
{
	uint64_t seed = 0;
	int64_t over_ns = 0;

	(void)state;
	while (over_ns < 5000) {	/* longer than the gap */
		struct help_pair pair;
		struct ear_log log;

		collide_once(&pair, &log, ++seed);
		lab_run_until(&pair.lab, 3000);
		over_ns = pair.end[1].mac.backoff_ns;
		help_pair_fini(&pair);
	}
	for (int before_ns = 0; before_ns < 2; before_ns++) {
		struct help_pair pair;
		struct ear_log log;

		collide_once(&pair, &log, seed);
		pair.wire.way[0].delay_ns = over_ns - before_ns - 1470;
		raw_carrier(&pair, 1470 + DELAY_NS, 96);
		lab_run_until(&pair.lab, SECOND_NS);
		assert_int_equal(pair.end[1].mac.count.collisions, before_ns ? 1 : 2);
		help_pair_fini(&pair);
	}
}

/* What comes and goes while it is ignored does not prolong the gap. */
static void noise_within_an_own_gap(void **state)
{
	struct help_pair pair;
	struct ear_log log;
	int64_t end_ns = lab_frame_bits(60) * BIT_NS;

	(void)state;
	raw_begin(&pair, &log, LAB_LATE_DROP, 1);
	help_send(&pair, 1, 0, 60);
	raw_carrier(&pair, end_ns + 100, 50);
	help_send(&pair, 1, end_ns + 1200, 60);
	lab_run_until(&pair.lab, SECOND_NS);
	assert_int_equal(log.start_ns[1], end_ns + 1200);
	help_pair_fini(&pair);
}

/* A gap that carrier has broken is none for a frame that comes later. */
static void a_gap_broken_off(void **state)
{
	struct help_pair pair;
	struct ear_log log;
	struct lab_frame *frame;
	struct lab_signal *signal;

	(void)state;
	raw_begin(&pair, &log, LAB_LATE_DROP, 1);
	raw_carrier(&pair, 10000, 1000);
	frame = help_frame(&pair.lab, 1514);
	lab_run_until(&pair.lab, 20300 - DELAY_NS);
	signal = lab_way_start(&pair.wire.way[0], frame);
	help_send(&pair, 1, 20900, 60);
	lab_run_until(&pair.lab, 30300 - DELAY_NS);
	lab_way_end(signal, 1000, true);
	lab_run_until(&pair.lab, SECOND_NS);
	assert_int_equal(log.start_ns[0], 30300 + 960);
	assert_int_equal(pair.end[1].mac.count.collisions, 0);
	lab_frame_put(&pair.lab, frame);
	help_pair_fini(&pair);
}

static void late_policies(void **state)
{
	(void)state;
	for (int late = LAB_LATE_DROP; late <= LAB_LATE_RETRY; late++) {
		struct help_pair pair;
		struct ear_log log;
		struct lab_counters *count = &pair.end[1].mac.count;
		bool retry = late == LAB_LATE_RETRY;

		raw_begin(&pair, &log, (enum lab_late)late, 1);
		help_send(&pair, 1, 0, 1514);
		raw_carrier(&pair, 50000, 1000);
		lab_run_until(&pair.lab, SECOND_NS);
		assert_int_equal(count->late_collisions, 1);
		assert_int_equal(count->tx_aborted, !retry);
		assert_int_equal(count->tx_frames, retry);
		assert_int_equal(count->single_collisions, retry);
		assert_int_equal(count->excessive_collisions, 0);
		assert_int_equal(log.ends, retry ? 2 : 1);
		help_pair_fini(&pair);
	}
}

/* Spoils every attempt; returns the slots waited after the n-th, or -1 when it was given up. */
static int64_t spoil_attempt(struct help_pair *pair)
{
	struct lab_mac *mac = &pair->end[1].mac;
	int64_t jam_end_ns;

	while (mac->state != LAB_MAC_SEND)
		lab_run_until(&pair->lab, lab_next_ns(&pair->lab));
	raw_carrier(pair, mac->start_ns + DELAY_NS, 96);
	while (mac->state == LAB_MAC_JAM || mac->state == LAB_MAC_SEND)
		lab_run_until(&pair->lab, lab_next_ns(&pair->lab));
	jam_end_ns = mac->start_ns + 96 * BIT_NS;
	if (!mac->queue.used)
		return -1;
	assert_int_equal((mac->backoff_ns - jam_end_ns) % (512 * BIT_NS), 0);
	return (mac->backoff_ns - jam_end_ns) / (512 * BIT_NS);
}

/* The n-th wait is below 2^min(n,10) slots and reaches both ends of its range. */
static void backoff_by_attempt_and_the_last(void **state)
{
	int64_t least[17], most[17], sum[17] = { 0 };
	int runs = 3000;

	(void)state;
	for (int seed = 0; seed < runs; seed++) {
		struct help_pair pair;
		struct ear_log log;
		struct lab_counters *count = &pair.end[1].mac.count;

		raw_begin(&pair, &log, LAB_LATE_DROP, (uint64_t)seed);
		help_send(&pair, 1, 1000, 1514);
		for (int n = 1; n < 16; n++) {
			int64_t slots = spoil_attempt(&pair);

			assert_in_range(slots, 0, (1 << (n < 10 ? n : 10)) - 1);
			least[n] = seed && least[n] < slots ? least[n] : slots;
			most[n] = seed && most[n] > slots ? most[n] : slots;
			sum[n] += slots;
		}
		assert_int_equal(count->excessive_collisions, 0);
		assert_int_equal(spoil_attempt(&pair), -1);
		assert_int_equal(count->excessive_collisions, 1);
		assert_int_equal(count->tx_aborted, 1);
		assert_int_equal(count->collisions, 16);
		assert_int_equal(count->late_collisions + count->tx_frames, 0);
		help_pair_fini(&pair);
	}
	for (int n = 1; n < 16; n++) {
		double range = 1 << (n < 10 ? n : 10), mean = (double)sum[n] / runs;

		assert_true(least[n] <= range / 100 && most[n] >= range - 1 - range / 100);
		assert_true(fabs(mean - (range - 1) / 2) < 5 * range / sqrt(12.0 * runs));
	}
}

/* Frames at random, each end with its share of the line, for so long. */
static void poisson(struct help_pair *pair, const double load[2], unsigned int len_bytes,
		    int64_t until_ns, uint64_t offered[2])
{
	int rate_mbps = 1000 / (int)pair->wire.way[0].bit_ns;
	double frame_ns = (double)lab_frame_ns(rate_mbps, len_bytes), next_ns[2];
	struct lab_rng rng;

	lab_rng_init(&rng, 5, "poisson");
	for (int i = 0; i < 2; i++)
		next_ns[i] = load[i] > 0 ? 0 : 1e18;
	for (;;) {
		int i = next_ns[1] < next_ns[0];

		if (next_ns[i] >= (double)until_ns)
			break;
		help_send(pair, i, (int64_t)next_ns[i], len_bytes);
		offered[i]++;
		next_ns[i] += lab_rng_exponential(&rng, frame_ns / load[i]);
	}
	lab_run_until(&pair->lab, until_ns + SECOND_NS);
}

static uint64_t errors_of_receiving(const struct lab_counters *count)
{
	return count->fcs_errors + count->alignment_errors + count->fragments + count->tiny;
}

static uint64_t errors_of_sending(const struct lab_counters *count)
{
	return count->collisions + count->late_collisions + count->single_collisions +
	       count->multiple_collisions + count->excessive_collisions + count->tx_aborted;
}

static void full_never_collides(void **state)
{
	static const double load[2] = { 0.7, 0.7 };
	static const int rates[] = { 10, 100, 1000 };

	(void)state;
	for (size_t r = 0; r < ROWS(rates); r++) {
		struct help_pair pair;
		uint64_t offered[2] = { 0 };

		help_pair_init(&pair, rates[r], LAB_FULL, LAB_FULL, LAB_LATE_DROP, 1);
		poisson(&pair, load, 1514, SECOND_NS / 10, offered);
		for (int i = 0; i < 2; i++) {
			const struct lab_counters *count = &pair.end[i].mac.count;

			assert_int_equal(errors_of_sending(count) + errors_of_receiving(count), 0);
			assert_int_equal(count->deferred, 0);
			assert_int_equal(pair.end[!i].good, offered[i]);
			assert_int_equal(count->tx_bytes, offered[i] * 1514);
			assert_int_equal(count->rx_bytes, offered[!i] * 1514);
		}
		help_pair_fini(&pair);
	}
}

/* Both halves: collisions at both ends, all of them early, nothing received in pieces, no loss. */
static void two_halves_collide_early(void **state)
{
	static const double load[2] = { 0.3, 0.3 };

	(void)state;
	for (int rate_mbps = 10; rate_mbps <= 100; rate_mbps *= 10) {
		struct help_pair pair;
		uint64_t offered[2] = { 0 };

		help_pair_init(&pair, rate_mbps, LAB_HALF, LAB_HALF, LAB_LATE_DROP, 1);
		poisson(&pair, load, 1514, 2 * SECOND_NS, offered);
		for (int i = 0; i < 2; i++) {
			const struct lab_counters *count = &pair.end[i].mac.count;

			assert_true(count->collisions > 10);
			assert_true(count->deferred > 10);
			assert_int_equal(count->late_collisions, 0);
			assert_int_equal(errors_of_receiving(count), 0);
			assert_int_equal(count->tx_frames + count->excessive_collisions,
					 offered[i]);
			assert_int_equal(pair.end[!i].good, count->tx_frames);
		}
		assert_int_equal(pair.end[0].mac.count.collisions,
				 pair.end[1].mac.count.collisions);
		help_pair_fini(&pair);
	}
}

/* End 0 is full, end 1 half.  Late collisions only here, broken frames only there. */
static void mismatch_signature(void **state)
{
	static const double load[2] = { 0.2, 0.2 };

	(void)state;
	for (int late = LAB_LATE_DROP; late <= LAB_LATE_RETRY; late++)
		for (int rate_mbps = 10; rate_mbps <= 100; rate_mbps *= 10) {
			struct help_pair pair;
			uint64_t offered[2] = { 0 };
			const struct lab_counters *full = &pair.end[0].mac.count;
			const struct lab_counters *half = &pair.end[1].mac.count;

			help_pair_init(&pair, rate_mbps, LAB_FULL, LAB_HALF, (enum lab_late)late,
				       1);
			poisson(&pair, load, 1514, 5 * SECOND_NS, offered);
			assert_int_equal(errors_of_sending(full), 0);
			assert_int_equal(errors_of_receiving(half), 0);
			assert_true(half->late_collisions > 10);
			assert_true(half->late_collisions <= half->collisions);
			assert_int_equal(errors_of_receiving(full), half->collisions);
			assert_true(full->fcs_errors > 0 && full->alignment_errors > 10);
			assert_true(half->collisions == half->late_collisions || full->tiny +
				    full->fragments > 0);
			assert_int_equal(full->tx_frames, offered[0]);
			assert_true(half->rx_frames < offered[0] * 9 / 10);
			if (late == LAB_LATE_RETRY)
				assert_int_equal(half->tx_frames, offered[1]);
			else
				assert_true(half->tx_frames < offered[1] * 9 / 10);
			help_pair_fini(&pair);
		}
}

static void mismatch_one_way_is_clean(void **state)
{
	static const double loads[][2] = { { 0.9, 0 }, { 0, 0.9 } };

	(void)state;
	for (size_t i = 0; i < ROWS(loads); i++) {
		struct help_pair pair;
		uint64_t offered[2] = { 0 };

		help_pair_init(&pair, 100, LAB_FULL, LAB_HALF, LAB_LATE_DROP, 1);
		poisson(&pair, loads[i], 1514, SECOND_NS / 5, offered);
		for (int k = 0; k < 2; k++) {
			const struct lab_counters *count = &pair.end[k].mac.count;

			assert_int_equal(errors_of_sending(count) + errors_of_receiving(count), 0);
			assert_int_equal(pair.end[!k].good, offered[k]);
		}
		help_pair_fini(&pair);
	}
}

/* A saturated full end and a half end with one frame: 16 frames die for it, and it does too. */
static void one_frame_against_a_saturated_full_end(void **state)
{
	struct help_pair pair;

	(void)state;
	help_pair_init(&pair, 100, LAB_FULL, LAB_HALF, LAB_LATE_DROP, 3);
	help_send(&pair, 0, 0, 1514);
	help_send(&pair, 1, 10000, 60);
	while (pair.end[1].mac.queue.used) {
		if (lab_mac_room(&pair.end[0].mac) > 0)
			lab_mac_send(&pair.end[0].mac, help_frame(&pair.lab, 1514));
		lab_run_until(&pair.lab, lab_next_ns(&pair.lab));
	}
	lab_run_until(&pair.lab, pair.lab.now_ns + SECOND_NS);
	assert_int_equal(pair.end[1].mac.count.collisions, 16);
	assert_int_equal(pair.end[1].mac.count.late_collisions, 0);
	assert_int_equal(pair.end[1].mac.count.excessive_collisions, 1);
	assert_int_equal(pair.end[0].mac.count.tiny, 16);
	assert_int_equal(pair.end[0].mac.count.tx_frames - pair.end[1].good, 16);
	help_pair_fini(&pair);
}

static void queue_gives_back_pressure(void **state)
{
	struct help_pair pair;
	struct lab_frame *frame;

	(void)state;
	help_pair_init(&pair, 100, LAB_FULL, LAB_FULL, LAB_LATE_DROP, 1);
	for (int i = 64; i > 0; i--) {
		assert_int_equal(lab_mac_room(&pair.end[0].mac), i);
		help_send(&pair, 0, 0, 60);
	}
	frame = help_frame(&pair.lab, 60);
	assert_false(lab_mac_send(&pair.end[0].mac, frame));
	lab_run_until(&pair.lab, lab_frame_bits(60) * BIT_NS);
	assert_int_equal(lab_mac_room(&pair.end[0].mac), 1);
	assert_true(lab_mac_send(&pair.end[0].mac, frame));
	lab_run_until(&pair.lab, SECOND_NS);
	assert_int_equal(pair.end[1].good, 65);
	help_pair_fini(&pair);
}

static void damaged_frames_are_counted_by_the_receiver(void **state)
{
	static const double load[2] = { 0.5, 0.5 };
	struct help_pair pair;
	uint64_t offered[2] = { 0 };

	(void)state;
	help_pair_init(&pair, 100, LAB_FULL, LAB_FULL, LAB_LATE_DROP, 1);
	lab_way_loss(&pair.wire.way[0], 0.05, 0);
	poisson(&pair, load, 300, SECOND_NS, offered);
	assert_int_equal(pair.end[1].mac.count.fcs_errors, pair.wire.way[0].damaged);
	assert_int_equal(pair.end[1].bad, pair.wire.way[0].damaged);
	assert_int_equal(pair.end[1].good, offered[0] - pair.wire.way[0].damaged);
	help_binomial("FCS", (double)pair.wire.way[0].damaged, (double)offered[0], 0.05);
	assert_int_equal(errors_of_receiving(&pair.end[0].mac.count), 0);
	help_pair_fini(&pair);
}

static void cable_out_and_back(void **state)
{
	struct help_pair pair;
	const struct lab_counters *count = &pair.end[0].mac.count;

	(void)state;
	help_pair_init(&pair, 100, LAB_HALF, LAB_HALF, LAB_LATE_DROP, 1);
	for (int i = 0; i < 3; i++)
		help_send(&pair, 0, 0, 1514);
	lab_run_until(&pair.lab, 60000);
	lab_wire_cut(&pair.wire, true);
	lab_run_until(&pair.lab, SECOND_NS);
	assert_int_equal(pair.end[1].good, 0);
	assert_int_equal(count->carrier_errors, 1);
	assert_int_equal(count->tx_frames, 0);
	lab_wire_cut(&pair.wire, false);
	lab_run_until(&pair.lab, 2 * SECOND_NS);
	assert_int_equal(pair.end[1].good, 2);
	assert_int_equal(count->carrier_changes, 2);
	help_pair_fini(&pair);
}

/* The same seed gives the same run to the last counter, another does not. */
static void determinism(void **state)
{
	static const double load[2] = { 0.3, 0.3 };
	struct lab_counters count[3];

	(void)state;
	for (int run = 0; run < 3; run++) {
		struct help_pair pair;
		uint64_t offered[2] = { 0 };

		help_pair_init(&pair, 100, LAB_HALF, LAB_HALF, LAB_LATE_DROP, run == 2 ? 9 : 8);
		poisson(&pair, load, 300, SECOND_NS / 5, offered);
		count[run] = pair.end[0].mac.count;
		help_pair_fini(&pair);
	}
	assert_memory_equal(&count[0], &count[1], sizeof(count[0]));
	assert_memory_not_equal(&count[0], &count[2], sizeof(count[0]));
}

static void half_duplex_at_1000_is_refused(void **state)
{
	const struct lab_mac_setup setup = { LAB_HALF, LAB_LATE_DROP, 8 };
	struct lab lab;
	struct lab_way way;
	struct lab_mac mac;

	(void)state;
	lab_init(&lab);
	assert_int_equal(lab_way_init(&way, &lab, 1000, 500, 1, "way"), 0);
	assert_int_equal(lab_mac_init(&mac, &lab, &setup, &way, &way, 1, "mac"), -22);
	lab_mac_fini(&mac);
	lab_way_fini(&way);
	lab_fini(&lab);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_and_gaps_are_exact),
		cmocka_unit_test(gap_before_a_later_frame),
		cmocka_unit_test(half_defers_full_does_not),
		cmocka_unit_test(gap_of_two_parts),
		cmocka_unit_test(gap_after_an_own_frame),
		cmocka_unit_test(carrier_in_a_gap_nobody_used),
		cmocka_unit_test(jam_and_late_threshold),
		cmocka_unit_test(jam_at_10),
		cmocka_unit_test(carrier_at_the_last_instant),
		cmocka_unit_test(carrier_as_the_backoff_ends),
		cmocka_unit_test(noise_within_an_own_gap),
		cmocka_unit_test(a_gap_broken_off),
		cmocka_unit_test(late_policies),
		cmocka_unit_test(backoff_by_attempt_and_the_last),
		cmocka_unit_test(full_never_collides),
		cmocka_unit_test(two_halves_collide_early),
		cmocka_unit_test(mismatch_signature),
		cmocka_unit_test(mismatch_one_way_is_clean),
		cmocka_unit_test(one_frame_against_a_saturated_full_end),
		cmocka_unit_test(queue_gives_back_pressure),
		cmocka_unit_test(damaged_frames_are_counted_by_the_receiver),
		cmocka_unit_test(cable_out_and_back),
		cmocka_unit_test(determinism),
		cmocka_unit_test(half_duplex_at_1000_is_refused),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-mac", tests, NULL, NULL);
}
