// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/mac.h"

#include <errno.h>
#include <string.h>

/* Before all time, and far enough from its end to add to. */
#define LONG_AGO (INT64_MIN / 2)

#define TINY_BYTES 8
#define SHORTEST_BYTES (LAB_FRAME_MIN + LAB_FCS_BYTES)

static bool half(const struct lab_mac *mac)
{
	return mac->setup.duplex == LAB_HALF;
}

static bool on_the_line(const struct lab_mac *mac)
{
	return mac->state == LAB_MAC_SEND || mac->state == LAB_MAC_JAM;
}

static void gap_begins(struct lab_mac *mac)
{
	mac->gap_start_ns = mac->lab->now_ns;
	mac->gap_end_ns = mac->lab->now_ns + LAB_GAP_BITS * mac->bit_ns;
	mac->deaf = mac->sent;
	mac->sent = false;
}

/*
 * When may the first frame start?  A gap that carrier did not restart ends with
 * a start, whatever has been heard in its last part: that is what makes two
 * ends that wait for the same frame collide.
 */
static bool may_start(const struct lab_mac *mac, int64_t *start_ns)
{
	int64_t at_ns = mac->lab->now_ns;

	if (mac->backoff_ns > at_ns)
		at_ns = mac->backoff_ns;
	if (at_ns <= mac->gap_end_ns)
		at_ns = mac->gap_end_ns;
	else if (half(mac) && mac->in)
		return false;
	*start_ns = at_ns;
	return true;
}

static void try_start(struct lab_mac *mac)
{
	int64_t start_ns, wanted_ns = mac->lab->now_ns;

	if (mac->state != LAB_MAC_IDLE || !mac->queue.used || mac->link_down)
		return;
	if (mac->backoff_ns > wanted_ns)
		wanted_ns = mac->backoff_ns;
	if (!may_start(mac, &start_ns)) {
		mac->deferred = true;
		return;
	}
	if (start_ns > wanted_ns)
		mac->deferred = true;
	mac->state = LAB_MAC_WAIT;
	lab_timer_arm(mac->lab, &mac->timer, start_ns);
}

static void next_frame(struct lab_mac *mac)
{
	lab_frame_put(mac->lab, lab_queue_take(&mac->queue));
	mac->attempts = 0;
	mac->deferred = false;
	if (mac->user.room)
		mac->user.room(mac->user.owner);
}

static int64_t bits_since(const struct lab_mac *mac, int64_t start_ns)
{
	return (mac->lab->now_ns - start_ns) / mac->bit_ns;
}

/* 100 Mb/s goes out four bits at a time (the MII of clause 22), 10 bit by bit. */
static int64_t whole_units(const struct lab_mac *mac, int64_t ns)
{
	int64_t unit_ns = mac->bit_ns * (mac->bit_ns == 10 ? 4 : 1);

	return (ns + unit_ns - 1) / unit_ns * unit_ns;
}

/* The jam follows at once, but never cuts the preamble short. */
static void collide(struct lab_mac *mac)
{
	int64_t sent_ns = mac->lab->now_ns - mac->start_ns;

	mac->count.collisions++;
	mac->late = sent_ns > LAB_SLOT_BITS * mac->bit_ns;
	mac->state = LAB_MAC_JAM;
	if (sent_ns < LAB_PREAMBLE_BITS * mac->bit_ns)
		sent_ns = LAB_PREAMBLE_BITS * mac->bit_ns;
	lab_timer_arm(mac->lab, &mac->timer, mac->start_ns + whole_units(mac, sent_ns) +
		      LAB_JAM_BITS * mac->bit_ns);
}

static void send_first(struct lab_mac *mac)
{
	struct lab_frame *frame = lab_queue_first(&mac->queue);

	mac->state = LAB_MAC_SEND;
	mac->start_ns = mac->lab->now_ns;
	mac->sent = true;
	mac->gap_end_ns = LONG_AGO;
	mac->out = lab_way_start(mac->way, frame);
	lab_timer_arm(mac->lab, &mac->timer,
		      mac->start_ns + lab_frame_bits(frame->len_bytes) * mac->bit_ns);
	if (half(mac) && mac->in) {
		mac->in->lost = true;
		collide(mac);
	}
}

static void leave_line(struct lab_mac *mac, bool aborted)
{
	lab_way_end(mac->out, bits_since(mac, mac->start_ns), aborted);
	mac->out = NULL;
	mac->state = LAB_MAC_IDLE;
	if (!half(mac) || !mac->in)
		gap_begins(mac);
}

static void count_sent(struct lab_mac *mac)
{
	if (mac->link_down) {
		mac->count.carrier_errors++;
		return;
	}
	mac->count.tx_frames++;
	mac->count.tx_bytes += lab_queue_first(&mac->queue)->len_bytes;
	if (mac->attempts == 1)
		mac->count.single_collisions++;
	else if (mac->attempts > 1)
		mac->count.multiple_collisions++;
	else if (mac->deferred && half(mac))
		mac->count.deferred++;
}

static void sent_whole(struct lab_mac *mac)
{
	count_sent(mac);
	leave_line(mac, false);
	next_frame(mac);
}

static void give_up(struct lab_mac *mac)
{
	mac->count.tx_aborted++;
	next_frame(mac);
}

/* 4.2.3.2.5: a whole number of slots below 2^n after the n-th collision, n at most 10. */
static void back_off(struct lab_mac *mac)
{
	unsigned int n = mac->attempts < LAB_BACKOFF_LIMIT ? mac->attempts : LAB_BACKOFF_LIMIT;
	int64_t slots = (int64_t)lab_rng_below(&mac->rng, 1ULL << n);

	mac->backoff_ns = mac->lab->now_ns + slots * LAB_SLOT_BITS * mac->bit_ns;
}

static void jam_ended(struct lab_mac *mac)
{
	leave_line(mac, true);
	mac->attempts++;
	mac->count.late_collisions += mac->late;
	if (mac->late && mac->setup.late == LAB_LATE_DROP) {
		give_up(mac);
	} else if (mac->attempts >= LAB_ATTEMPTS) {
		mac->count.excessive_collisions++;
		give_up(mac);
	} else {
		back_off(mac);
	}
}

static void timer_fires(struct lab_timer *timer)
{
	struct lab_mac *mac = timer->owner;

	switch (mac->state) {
	case LAB_MAC_WAIT:
		send_first(mac);
		return;
	case LAB_MAC_SEND:
		sent_whole(mac);
		break;
	case LAB_MAC_JAM:
		jam_ended(mac);
		break;
	case LAB_MAC_IDLE:
		break;
	}
	try_start(mac);
}

static void cancel_start(struct lab_mac *mac)
{
	lab_timer_cancel(mac->lab, &mac->timer);
	mac->state = LAB_MAC_IDLE;
	mac->deferred = true;
}

/*
 * Carrier while not sending.  In the last part of the gap, and in all of it
 * after an own transmission, it is not looked at.  A start at this very instant
 * is not stopped either: no carrier was sensed before it.
 */
static void carrier_comes(struct lab_mac *mac)
{
	int64_t now_ns = mac->lab->now_ns;
	int64_t heed_ns = mac->deaf ? mac->gap_start_ns
				    : mac->gap_start_ns + LAB_GAP_PART1_BITS * mac->bit_ns;
	bool ignored = now_ns >= heed_ns && now_ns <= mac->gap_end_ns;

	if (!ignored)
		mac->gap_end_ns = LONG_AGO;
	if (mac->state != LAB_MAC_WAIT || mac->timer.at_ns == now_ns)
		return;
	if (!ignored || mac->timer.at_ns > mac->gap_end_ns)
		cancel_start(mac);
}

static void heard_start(void *owner, struct lab_signal *signal)
{
	struct lab_mac *mac = owner;

	/* A frame whose last bit left at this instant was not hit. */
	if (half(mac) && mac->state == LAB_MAC_SEND && mac->timer.at_ns == mac->lab->now_ns) {
		lab_timer_cancel(mac->lab, &mac->timer);
		sent_whole(mac);
		try_start(mac);
	}
	mac->in = signal;
	if (half(mac) && on_the_line(mac)) {
		signal->lost = true;
		if (mac->state == LAB_MAC_SEND)
			collide(mac);
		return;
	}
	if (half(mac))
		carrier_comes(mac);
	if (mac->user.begins && !(mac->state == LAB_MAC_WAIT && half(mac)))
		mac->user.begins(mac->user.owner, signal);
}

/* A frame that ends within a byte has a wrong FCS and is out of alignment. */
static void count_bad(struct lab_mac *mac, const struct lab_signal *signal)
{
	int64_t bits = signal->bits - LAB_PREAMBLE_BITS, bytes = bits / 8;

	if (signal->lost)
		return;
	if (bytes <= TINY_BYTES)
		mac->count.tiny++;
	else if (bytes < SHORTEST_BYTES)
		mac->count.fragments++;
	else if (bits % 8)
		mac->count.alignment_errors++;
	else
		mac->count.fcs_errors++;
}

static void receive(struct lab_mac *mac, struct lab_signal *signal)
{
	bool good = !signal->aborted && !signal->damaged && !signal->lost &&
		    !signal->frame->damaged;

	if (!good) {
		count_bad(mac, signal);
		if (mac->user.bad)
			mac->user.bad(mac->user.owner);
		return;
	}
	mac->count.rx_frames++;
	mac->count.rx_bytes += signal->frame->len_bytes;
	mac->user.good(mac->user.owner, signal->frame);
}

static void heard_end(void *owner, struct lab_signal *signal)
{
	struct lab_mac *mac = owner;

	mac->in = NULL;
	/* Carrier that came and went within an ignored part of the gap does not prolong it. */
	if (half(mac) && !on_the_line(mac) && mac->lab->now_ns > mac->gap_end_ns)
		gap_begins(mac);
	receive(mac, signal);
	try_start(mac);
}

static void link_changed(void *owner, bool up)
{
	struct lab_mac *mac = owner;

	mac->count.carrier_changes++;
	mac->link_down = !up;
	if (!up && mac->state == LAB_MAC_WAIT)
		cancel_start(mac);
	try_start(mac);
}

static void nobody(void *owner, struct lab_frame *frame)
{
	(void)owner;
	(void)frame;
}

int lab_mac_init(struct lab_mac *mac, struct lab *lab, const struct lab_mac_setup *setup,
		 struct lab_way *out, struct lab_way *in, uint64_t seed, const char *name)
{
	const struct lab_ear ear = { heard_start, heard_end, link_changed, mac };

	*mac = (struct lab_mac){
		.lab = lab, .setup = *setup, .way = out, .bit_ns = out->bit_ns,
		.user = { .good = nobody }, .backoff_ns = LONG_AGO,
		.gap_start_ns = LONG_AGO, .gap_end_ns = LONG_AGO,
	};
	if (half(mac) && mac->bit_ns == lab_bit_ns(1000))
		return -EINVAL;
	if (lab_timer_init(lab, &mac->timer, timer_fires, mac) < 0 ||
	    lab_queue_init(&mac->queue, setup->queue_frames) < 0)
		return -ENOMEM;
	lab_rng_init(&mac->rng, seed, name);
	lab_way_hear(in, &ear);
	return 0;
}

void lab_mac_fini(struct lab_mac *mac)
{
	if (mac->queue.slot) {
		lab_timer_cancel(mac->lab, &mac->timer);
		lab_queue_fini(mac->lab, &mac->queue);
	}
	memset(mac, 0, sizeof(*mac));
}

void lab_mac_use(struct lab_mac *mac, const struct lab_mac_user *user)
{
	mac->user = *user;
}

unsigned int lab_mac_room(const struct lab_mac *mac)
{
	return mac->queue.size - mac->queue.used;
}

bool lab_mac_send(struct lab_mac *mac, struct lab_frame *frame)
{
	if (!lab_queue_put(&mac->queue, 0, frame))
		return false;
	try_start(mac);
	return true;
}
