// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/end.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "dev/dev.h"
#include "stream/address.h"

#define NS_PER_US 1000LL
#define NS_PER_MS 1000000LL
#define START_SLOT UINT32_MAX	/* of a start frame; seq: microseconds until the start */
#define START_LEAD_NS (100 * NS_PER_MS)
#define START_STEP_NS (10 * NS_PER_MS)
#define START_FRAMES 8
#define START_WAIT_NS (10000 * NS_PER_MS)
#define SETTLE_NS (150 * NS_PER_MS)	/* what is still under way after the last slot */
#define DRAIN_NS (250 * NS_PER_US)	/* a pause this long is used to read */
#define LOOK_NS (100 * NS_PER_MS)	/* between two looks at the carrier */
#define READ_TRIES 4
#define LAG_NS (2200 * NS_PER_MS)	/* of the counters of some drivers */
#define SILENT_NS (1000 * NS_PER_MS)	/* without a frame of the other end: it has gone */
#define FULL_NS (100 * NS_PER_US)	/* a queue that is full: tried again then */

/* Reads the port's counters, beside the thread that sends. */
struct watch {
	struct stream_end *end;
	struct dev *dev;
	struct sets *sets;
	struct tally tally;
	bool quick;		/* it can be done within a guard */
	struct task task;
};

static struct probe frame_of(const struct stream_end *end, uint32_t slot, uint32_t seq)
{
	struct probe p = {
		.leg = end->job.dir == STREAM_NEAR_TO_FAR ? PROBE_NEAR_TO_FAR : PROBE_FAR_TO_NEAR,
		.size_bytes = end->job.plan.frame_bytes,
		.token = end->job.token,
		.slot = slot,
		.seq = seq,
	};

	memcpy(p.to, end->job.peer_mac, PROBE_MAC_BYTES);
	memcpy(p.from, end->packet.mac, PROBE_MAC_BYTES);
	return p;
}

static bool is_ours(const struct stream_end *end, const struct probe *p)
{
	return p->token == end->job.token && (int)p->leg != (int)end->job.dir;
}

static unsigned int slots_of(const struct stream_job *job)
{
	return stream_plan_slots(&job->plan) - job->first_slot;
}

static void drain(struct stream_end *end)
{
	struct probe p;

	while (packet_receive(&end->packet, &p, NULL) > 0)
		if (is_ours(end, &p) && p.slot >= end->job.first_slot &&
		    p.slot - end->job.first_slot < slots_of(&end->job)) {
			end->result.received[p.slot - end->job.first_slot]++;
			end->heard_ns = clock_now_ns();
		}
}

static bool told_to_stop(struct stream_end *end)
{
	return atomic_load(&end->task.stop);
}

/* The start. */

static bool announce(struct stream_end *end)
{
	end->start_ns = clock_now_ns() + START_LEAD_NS;
	for (int i = 0; i < START_FRAMES; i++) {
		int64_t before_ns = end->start_ns - clock_now_ns();
		struct probe p;

		if (before_ns <= 0)
			break;
		p = frame_of(end, START_SLOT, (uint32_t)(before_ns / NS_PER_US));
		packet_send(&end->packet, &p);
		if (!task_sleep_until_ns(&end->task, clock_now_ns() + START_STEP_NS))
			return false;
	}
	return true;
}

/* Whatever delays a start frame makes the start seem later: the earliest is right. */
static void hear_start(struct stream_end *end)
{
	struct packet_stamp stamp;
	struct probe p;

	while (packet_receive(&end->packet, &p, &stamp) > 0) {
		int64_t at_ns = stamp.at_ns + p.seq * NS_PER_US;

		if (!is_ours(end, &p) || p.slot != START_SLOT || p.seq > START_LEAD_NS / NS_PER_US)
			continue;
		if (end->start_ns == 0 || at_ns < end->start_ns)
			end->start_ns = at_ns;
	}
}

static bool await_start(struct stream_end *end)
{
	int64_t until_ns = clock_now_ns() + START_WAIT_NS, now_ns;

	while (!told_to_stop(end) && (now_ns = clock_now_ns()) < until_ns) {
		hear_start(end);
		if (end->start_ns && now_ns > end->start_ns - 2 * START_STEP_NS)
			return true;
		clock_wait_until_ns(now_ns + 2 * NS_PER_MS);
	}
	return end->start_ns != 0 && !told_to_stop(end);
}

/* The slots. */

static void note_late(struct stream_end *end, int64_t late_ns)
{
	if (end->lates < end->lates_max)
		end->late_ns[end->lates++] = late_ns > 0 ? late_ns : 0;
}

/* A queue that is full is a slot that is late. */
static int send_patiently(struct stream_end *end, const struct probe *p, int64_t until_ns)
{
	int rc;

	while ((rc = packet_send(&end->packet, p)) == -ENOBUFS || rc == -EAGAIN) {
		if (clock_now_ns() > until_ns || !packet_has_carrier(&end->packet))
			break;
		clock_wait_until_ns(clock_now_ns() + FULL_NS);
	}
	return rc;
}

/*
 * No spinning: where both ends and an emulated wire share two CPUs, it keeps
 * the ends from sending at once, which is what the test is about.
 */
static void wait_and_read(struct stream_end *end, int64_t until_ns)
{
	if (until_ns - clock_now_ns() > DRAIN_NS)
		drain(end);
	while (clock_now_ns() < until_ns && clock_wait_until_ns(until_ns) == -EINTR)
		;
}

/* Returns what was sent, or STREAM_SLOT_LATE when a frame was too late. */
static uint32_t send_slot(struct stream_end *end, unsigned int slot, int64_t origin_ns)
{
	const struct stream_plan *plan = &end->job.plan;
	int64_t at_ns[STREAM_SLOT_FRAMES_MAX], forgiven_ns = stream_plan_guard_ns(plan) / 2;
	unsigned int frames = stream_plan_times(plan, slot, end->job.dir, at_ns,
						STREAM_SLOT_FRAMES_MAX);
	unsigned int sent = 0;
	bool late = false;

	for (unsigned int i = 0; i < frames && !told_to_stop(end); i++) {
		struct probe p = frame_of(end, slot, i);
		int64_t due_ns = origin_ns + at_ns[i], now_ns;

		wait_and_read(end, due_ns);
		now_ns = clock_now_ns();
		note_late(end, now_ns - due_ns);
		late |= now_ns - due_ns > forgiven_ns;
		/* What is far too late would disturb the next slot, too. */
		if (now_ns - due_ns > 2 * forgiven_ns)
			break;
		if (send_patiently(end, &p, due_ns + forgiven_ns) == 0)
			sent++;
	}
	end->result.frames += sent;
	return late ? STREAM_SLOT_LATE : sent;
}

static bool may_go_on(struct stream_end *end, int64_t *looked_ns)
{
	int64_t now_ns = clock_now_ns();

	if (told_to_stop(end)) {
		end->result.ended = STREAM_STOPPED;
		return false;
	}
	if (now_ns - *looked_ns < LOOK_NS)
		return true;
	*looked_ns = now_ns;
	if (!packet_has_carrier(&end->packet)) {
		end->result.ended = STREAM_NO_CARRIER;
		return false;
	}
	/* What came while this end was held up counts, too. */
	if (now_ns - end->heard_ns >= SILENT_NS)
		drain(end);
	if (now_ns - end->heard_ns < SILENT_NS)
		return true;
	end->result.ended = STREAM_NO_ANSWER;
	return false;
}

static void run_slots(struct stream_end *end)
{
	const struct stream_job *job = &end->job;
	int64_t slot_ns = stream_plan_slot_ns(&job->plan);
	int64_t origin_ns = end->start_ns - slot_ns * job->first_slot, looked_ns = 0;

	end->result.ended = STREAM_DONE;
	end->heard_ns = end->start_ns;
	for (unsigned int i = 0; i < slots_of(job); i++) {
		unsigned int slot = job->first_slot + i;

		atomic_store(&end->slot, slot);
		if (!may_go_on(end, &looked_ns))
			return;
		end->result.sent[i] = send_slot(end, slot, origin_ns);
		wait_and_read(end, origin_ns + slot_ns * (slot + 1));
		end->result.slots = i + 1;
	}
	task_sleep_until_ns(&end->task, clock_now_ns() + SETTLE_NS);
	drain(end);
}

/* Counters, by a thread of their own: a slow driver delays no frame. */

static bool read_counters(struct watch *watch, struct tally_reading *reading)
{
	struct err ignored = { 0 };

	if (dev_read(watch->dev, GROUP_COUNTERS, watch->sets, &ignored) < 0)
		return false;
	tally_read(reading, &watch->sets->set[SET_NEAR]);
	return true;
}

static void watch_slots(void *arg)
{
	struct watch *watch = arg;
	const struct stream_end *end = watch->end;
	const struct stream_plan *plan = &end->job.plan;
	int64_t slot_ns = stream_plan_slot_ns(plan), half_guard_ns = stream_plan_guard_ns(plan) / 2;
	unsigned int slots = slots_of(&end->job), first = end->job.first_slot;
	struct tally_reading reading;

	/* A guard is short; who waits for a CPU misses it. */
	task_hasten();
	for (unsigned int i = 1; i <= slots; i++) {
		int64_t at_ns = end->start_ns + slot_ns * i;

		/* Late: this guard is over.  The last one is as long as it takes. */
		if (i < slots && clock_now_ns() > at_ns + half_guard_ns / 2)
			continue;
		if (!task_sleep_until_ns(&watch->task, at_ns) || !read_counters(watch, &reading))
			return;
		tally_add(&watch->tally, &reading, plan, first + i,
			  i == slots || clock_now_ns() < at_ns + half_guard_ns);
	}
}

static void watch_open(struct watch *watch, struct stream_end *end)
{
	int64_t half_guard_ns = stream_plan_guard_ns(&end->job.plan) / 2, from_ns;
	struct err ignored = { 0 };
	struct tally_reading reading;

	watch->end = end;
	watch->sets = sets_new();
	if (!watch->sets || dev_open(&watch->dev, end->packet.iface, &ignored) < 0)
		return;
	/* The best of some tries: what else this host does is not the driver's fault. */
	for (int i = 0; i < READ_TRIES && !watch->quick; i++) {
		from_ns = clock_now_ns();
		if (!read_counters(watch, &reading))
			return;
		watch->quick = clock_now_ns() - from_ns < half_guard_ns;
	}
	tally_begin(&watch->tally, &reading, end->job.first_slot);
}

/* Less than half of what left: a half-duplex MAC may count only what got through. */
static bool lags(const struct tally *tally, const struct stream_result *result)
{
	struct tally_sum rx = tally_sum(tally, TALLY_RX_FRAMES);
	struct tally_sum tx = tally_sum(tally, TALLY_TX_FRAMES);
	uint64_t received = 0;

	for (unsigned int i = 0; i < result->slots; i++)
		received += result->received[i];
	return (rx.has && 10 * rx.total < 9 * received) || (tx.has && 2 * tx.total < result->frames);
}

/* The totals.  Some drivers fetch their counters every second or two. */
static void read_totals(struct watch *watch, const struct stream_result *result)
{
	struct tally_reading reading;

	for (int64_t end_ns = clock_now_ns() + LAG_NS; read_counters(watch, &reading);) {
		tally_add(&watch->tally, &reading, &watch->end->job.plan, 0, false);
		if (!lags(&watch->tally, result) || clock_now_ns() > end_ns ||
		    !task_sleep_until_ns(&watch->end->task, clock_now_ns() + LOOK_NS))
			break;
	}
}

static void watch_close(struct watch *watch, struct stream_result *result)
{
	task_join(&watch->task, true);
	if (watch->tally.begun)
		read_totals(watch, result);
	for (int i = 0; i < TALLY_COUNTERS; i++)
		result->count[i] = tally_sum(&watch->tally, (enum tally_counter)i);
	dev_close(watch->dev);
	sets_free(watch->sets);
}

/* The whole. */

static int by_size(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static void work(void *arg)
{
	struct stream_end *end = arg;
	struct watch watch = { .end = end };
	struct err ignored = { 0 };
	struct task_cpu from, to;
	bool near = end->job.dir == STREAM_NEAR_TO_FAR;

	watch_open(&watch, end);
	from = task_cpu_now();
	end->result.ended = STREAM_NO_ANSWER;
	if (near ? announce(end) : await_start(end)) {
		if (watch.tally.begun && watch.quick)
			task_start(&watch.task, watch_slots, &watch, &ignored);
		snprintf(end->result.priority, sizeof(end->result.priority), "%s", task_hasten());
		run_slots(end);
	} else if (told_to_stop(end)) {
		end->result.ended = STREAM_STOPPED;
	}
	to = task_cpu_now();
	end->result.steal = task_cpu_steal(&from, &to);
	end->result.host_drops = packet_drops(&end->packet);
	watch_close(&watch, &end->result);
	qsort(end->late_ns, end->lates, sizeof(*end->late_ns), by_size);
	if (end->lates)
		end->result.lateness_p99_ns = end->late_ns[(uint64_t)end->lates * 99 / 100];
}

static unsigned int frames_of(const struct stream_job *job)
{
	unsigned int frames = 0;

	for (unsigned int slot = job->first_slot; slot < stream_plan_slots(&job->plan); slot++)
		frames += stream_plan_times(&job->plan, slot, job->dir, NULL, 0);
	return frames;
}

int stream_end_open(struct packet *packet, const struct stream_job *job, const char *iface,
		    struct err *err)
{
	struct sockaddr_in6 own, peer;
	int rc;

	if (!job->udp)
		return packet_open(packet, iface, err);
	if (!address_parse(job->own, iface, 0, &own) ||
	    !address_parse(job->peer, iface, job->peer_port, &peer))
		return err_set(err, -EINVAL, "plan of the stream: no address: %s, %s", job->own,
			       job->peer);
	rc = packet_open_udp(packet, iface, &own, err);
	if (rc == 0 && job->peer_port)
		rc = packet_connect_udp(packet, &peer, err);
	if (rc < 0)
		packet_close(packet);
	return rc;
}

int stream_end_start(struct stream_end *end, const struct stream_job *job,
		     const struct packet *packet, struct err *err)
{
	int rc;

	*end = (struct stream_end){ .job = *job, .packet = *packet,
				    .lates_max = frames_of(job) };
	end->late_ns = calloc(end->lates_max + 1u, sizeof(*end->late_ns));
	rc = stream_result_init(&end->result, slots_of(job));
	if (rc < 0 || !end->late_ns)
		rc = err_set(err, -ENOMEM, "out of memory");
	if (rc == 0 && !packet_has_carrier(&end->packet))
		rc = err_set(err, -ENETDOWN, "%s: no carrier: nothing can be sent",
			     packet->iface);
	if (rc == 0)
		rc = task_start(&end->task, work, end, err);
	if (rc < 0)
		stream_end_fini(end);
	return rc;
}

void stream_end_join(struct stream_end *end, bool stop)
{
	task_join(&end->task, stop);
}

void stream_end_fini(struct stream_end *end)
{
	task_join(&end->task, true);
	packet_close(&end->packet);
	stream_result_fini(&end->result);
	free(end->late_ns);
	end->late_ns = NULL;
}
