// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/wire.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Preamble and jam: nothing on a wire is shorter. */
#define SHORTEST_SIGNAL_BITS 96

int64_t lab_bit_ns(int rate_mbps)
{
	switch (rate_mbps) {
	case 10:
	case 100:
	case 1000:
		return 1000 / rate_mbps;
	}
	return 0;
}

int64_t lab_frame_bits(unsigned int len_bytes)
{
	if (len_bytes < LAB_FRAME_MIN)
		len_bytes = LAB_FRAME_MIN;
	return LAB_PREAMBLE_BITS + 8 * ((int64_t)len_bytes + LAB_FCS_BYTES);
}

int64_t lab_frame_ns(int rate_mbps, unsigned int len_bytes)
{
	return (lab_frame_bits(len_bytes) + LAB_GAP_BITS) * lab_bit_ns(rate_mbps);
}

static void start_arrives(struct lab_timer *timer)
{
	struct lab_signal *signal = timer->owner;
	struct lab_way *way = signal->way;

	signal->unheard = way->cut;
	if (!signal->unheard && way->ear.heard_start)
		way->ear.heard_start(way->ear.owner, signal);
}

static void end_arrives(struct lab_timer *timer)
{
	struct lab_signal *signal = timer->owner;
	struct lab_way *way = signal->way;

	if (way->cut)
		signal->aborted = true;
	if (!signal->unheard && way->ear.heard_end)
		way->ear.heard_end(way->ear.owner, signal);
	lab_frame_put(way->lab, signal->frame);
	signal->frame = NULL;
}

int lab_way_init(struct lab_way *way, struct lab *lab, int rate_mbps, int64_t delay_ns,
		 uint64_t seed, const char *name)
{
	int64_t bit_ns = lab_bit_ns(rate_mbps);

	memset(way, 0, sizeof(*way));
	if (bit_ns == 0 || delay_ns < 0)
		return -EINVAL;
	way->lab = lab;
	way->bit_ns = bit_ns;
	way->delay_ns = delay_ns;
	lab_rng_init(&way->rng, seed, name);
	way->signals = (unsigned int)(delay_ns / (SHORTEST_SIGNAL_BITS * bit_ns)) + 3;
	way->signal = calloc(way->signals, sizeof(*way->signal));
	if (!way->signal)
		return -ENOMEM;
	for (unsigned int i = 0; i < way->signals; i++) {
		struct lab_signal *signal = &way->signal[i];

		if (lab_timer_init(lab, &signal->on, start_arrives, signal) < 0 ||
		    lab_timer_init(lab, &signal->off, end_arrives, signal) < 0)
			return -ENOMEM;
		signal->way = way;
	}
	return 0;
}

void lab_way_fini(struct lab_way *way)
{
	for (unsigned int i = 0; way->signal && i < way->signals; i++) {
		struct lab_signal *signal = &way->signal[i];

		if (!signal->way)
			continue;
		lab_timer_cancel(way->lab, &signal->on);
		lab_timer_cancel(way->lab, &signal->off);
		lab_frame_put(way->lab, signal->frame);
	}
	free(way->signal);
	memset(way, 0, sizeof(*way));
}

void lab_way_loss(struct lab_way *way, double frame_loss, double bit_loss)
{
	way->frame_loss = frame_loss;
	way->bit_loss = bit_loss;
}

void lab_way_hear(struct lab_way *way, const struct lab_ear *ear)
{
	way->ear = *ear;
}

struct lab_signal *lab_way_start(struct lab_way *way, struct lab_frame *frame)
{
	struct lab_signal *signal = &way->signal[way->next];

	way->next = (way->next + 1) % way->signals;
	signal->frame = lab_frame_get(frame);
	signal->start_ns = way->lab->now_ns;
	signal->bits = 0;
	signal->aborted = signal->damaged = signal->lost = signal->unheard = false;
	lab_timer_arm(way->lab, &signal->on, way->lab->now_ns + way->delay_ns);
	return signal;
}

static bool harmed(struct lab_way *way, int64_t bits)
{
	bool frame = way->frame_loss > 0 && lab_rng_chance(&way->rng, way->frame_loss);
	bool bit = way->bit_loss > 0 &&
		   lab_rng_chance(&way->rng, -expm1((double)bits * log1p(-way->bit_loss)));

	return frame || bit;
}

void lab_way_end(struct lab_signal *signal, int64_t bits, bool aborted)
{
	struct lab_way *way = signal->way;

	signal->bits = bits;
	signal->aborted = aborted;
	if (!aborted) {
		signal->damaged = harmed(way, bits - LAB_PREAMBLE_BITS);
		way->frames++;
		way->damaged += signal->damaged;
	}
	lab_timer_arm(way->lab, &signal->off, way->lab->now_ns + way->delay_ns);
}

void lab_wire_cut(struct lab_wire *wire, bool cut)
{
	if (wire->way[0].cut == cut)
		return;
	wire->way[0].cut = wire->way[1].cut = cut;
	for (int i = 0; i < 2; i++)
		if (wire->way[i].ear.link)
			wire->way[i].ear.link(wire->way[i].ear.owner, !cut);
}
