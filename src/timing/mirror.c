// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/mirror.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "wire/probe.h"

#define NS_PER_S 1e9
#define STEP_NS 50000000LL
#define STAMP_NS 50000000LL	/* a stamp that is not there by then will not come */
#define OVERHEAD_BYTES 18	/* addresses, type and FCS */
#define SIZE_MIN (PROBE_SIZE_MIN + 4)

static int choose_stamps(const struct timing_job *job, const struct timing_port *port,
			 const struct stamp_caps *caps, enum stamp_kind *kind, struct err *err)
{
	bool hardware = caps->hardware_tx && stamp_filter(caps, job->ptp);

	if (job->stamps == TIMING_JOB_HARDWARE && !hardware)
		return timing_stamping_none(port->name, job->ptp ? "PTP frames" : "every frame",
					    !job->ptp && caps->hardware_tx && caps->ptp_filter, err);
	*kind = hardware && job->stamps != TIMING_JOB_SOFTWARE ? STAMP_HARDWARE : STAMP_SOFTWARE;
	return 0;
}

int timing_mirror_open(struct timing_mirror *mirror, const struct timing_job *job,
		       const struct timing_port *port, const struct stamp_caps *caps,
		       unsigned int mtu_bytes, struct err *err)
{
	int rc;

	*mirror = (struct timing_mirror){ .job = *job, .size_max = mtu_bytes + OVERHEAD_BYTES };
	mirror->end = (struct timing_end){
		.port = *port, .ptp = job->ptp, .rx_filter = stamp_filter(caps, job->ptp),
		.answers = true, .token = job->token, .fd = -1, .rx_fd = -1,
		.stamping = { .guard = { .fd = -1 } },
	};
	if (mirror->size_max > PROBE_SIZE_MAX)
		mirror->size_max = PROBE_SIZE_MAX;
	pthread_mutex_init(&mirror->lock, NULL);
	rc = choose_stamps(job, port, caps, &mirror->end.kind, err);
	mirror->end.tap = mirror->end.kind == STAMP_SOFTWARE && (job->tap || !caps->software);
	if (rc == 0)
		rc = timing_end_open(&mirror->end, err);
	if (rc == 0 && port_bytes_read(&mirror->begun, port->name) < 0)
		mirror->begun.t_ns = 0;
	if (rc == 0)
		rc = timing_end_send(&mirror->end, job->mac, SIZE_MIN, TIMING_LEARN, 0, err);
	if (rc < 0)
		timing_mirror_close(mirror);
	return rc;
}

/* The frame with that number, one of the last; NULL: none. */
static struct timing_heard *find(struct timing_mirror *m, uint32_t number)
{
	for (size_t i = m->count; i-- > 0 && m->heard[i].number >= number;)
		if (m->heard[i].number == number)
			return &m->heard[i];
	return NULL;
}

/* A frame of this number may be answered: it is new, and there is room. */
static bool add(struct timing_mirror *m, const struct timing_event *event)
{
	if (m->count == m->room) {
		size_t room = m->room ? 2 * m->room : 4096;
		struct timing_heard *all = realloc(m->heard, room * sizeof(*all));

		if (!all)
			return false;
		m->heard = all;
		m->room = room;
	}
	m->heard[m->count++] = (struct timing_heard){ event->number, event->t_ns, 0 };
	m->heard_ns = clock_now_ns();
	m->sum.heard++;
	return true;
}

static bool take_arrival(struct timing_mirror *m, const struct timing_event *event)
{
	bool taken = false;

	if (memcmp(event->from, m->job.mac, ETH_MAC_BYTES) != 0)
		return false;
	pthread_mutex_lock(&m->lock);
	if (m->count && event->number <= m->heard[m->count - 1].number)
		m->sum.duplicates += find(m, event->number) != NULL;
	else if (m->count < TIMING_MIRROR_KEEP)
		taken = add(m, event);
	pthread_mutex_unlock(&m->lock);
	return taken;
}

static void take_leaving(struct timing_mirror *m, const struct timing_event *event)
{
	struct timing_heard *heard;

	pthread_mutex_lock(&m->lock);
	heard = find(m, event->number);
	if (heard && !heard->answered_ns)
		heard->answered_ns = event->t_ns;
	pthread_mutex_unlock(&m->lock);
}

static int answer(struct timing_mirror *m, const struct timing_event *event, struct err *err)
{
	uint32_t size_bytes = event->word;
	struct err full = { 0 };
	int rc;

	if (size_bytes < SIZE_MIN)
		size_bytes = SIZE_MIN;
	if (size_bytes > m->size_max)
		size_bytes = m->size_max;
	rc = timing_end_send(&m->end, event->from, size_bytes, event->number, 0, &full);
	/* A queue that is full loses this one answer. */
	if (rc == 0 || rc == -ENOBUFS || rc == -EAGAIN)
		return 0;
	return err_set(err, rc, "%s", full.text);
}

static int take_event(struct timing_mirror *m, const struct timing_event *event, struct err *err)
{
	switch (event->kind) {
	case TIMING_EVENT_LEFT:
		take_leaving(m, event);
		return 0;
	case TIMING_EVENT_CAME:
		return take_arrival(m, event) ? answer(m, event, err) : 0;
	case TIMING_EVENT_BACK:
		pthread_mutex_lock(&m->lock);
		m->sum.duplicates++;
		pthread_mutex_unlock(&m->lock);
		return 0;
	}
	return 0;
}

void timing_mirror_run(struct timing_mirror *m, const atomic_bool *stop)
{
	int64_t until_ns = clock_now_ns() + (int64_t)(m->job.duration_s * NS_PER_S);
	struct timing_event event;
	struct err err = { 0 };
	int rc = 0;

	while (rc >= 0 && !atomic_load(stop) && clock_now_ns() < until_ns) {
		rc = timing_end_next(&m->end, clock_now_ns() + STEP_NS, &event);
		/* A capture of a port that is down hears nothing, and does not complain. */
		if (rc == -ENETDOWN || (rc == 0 && !timing_end_is_up(&m->end)))
			rc = err_set(&err, -ENETDOWN, "%s: the port went down", m->end.port.name);
		if (rc == -EINTR)
			rc = 0;
		if (rc > 0)
			rc = take_event(m, &event, &err);
	}
	if (rc >= 0)
		return;
	pthread_mutex_lock(&m->lock);
	m->sum.down = rc == -ENETDOWN;
	snprintf(m->sum.why, sizeof(m->sum.why), "%.199s", err.text);
	pthread_mutex_unlock(&m->lock);
}

static void forget_below(struct timing_mirror *m, uint32_t from)
{
	size_t gone = 0;

	while (gone < m->count && m->heard[gone].number < from)
		gone++;
	/* The last one stays: what comes must be newer. */
	if (gone == m->count && gone > 0)
		gone--;
	m->count -= gone;
	memmove(m->heard, m->heard + gone, m->count * sizeof(*m->heard));
}

static bool stamp_is_due(const struct timing_mirror *m)
{
	return m->count && !m->heard[m->count - 1].answered_ns &&
	       clock_now_ns() - m->heard_ns < STAMP_NS;
}

/* What the port took in since it was opened. */
static void count_bytes(struct timing_mirror *m)
{
	struct port_bytes now;

	if (!m->begun.t_ns || port_bytes_read(&now, m->end.port.name) < 0 || now.rx < m->begun.rx)
		return;
	m->sum.window_ns = now.t_ns - m->begun.t_ns;
	m->sum.rx_bytes = now.rx - m->begun.rx;
}

int timing_mirror_tell(struct timing_mirror *m, uint32_t from, json_t **out, struct err *err)
{
	struct timing_heard_sum sum;
	size_t first = 0, n;

	pthread_mutex_lock(&m->lock);
	if (stamp_is_due(m)) {
		pthread_mutex_unlock(&m->lock);
		return err_set(err, -EAGAIN, "the last answer has no stamp yet");
	}
	forget_below(m, from);
	while (first < m->count && m->heard[first].number < from)
		first++;
	n = m->count - first;
	count_bytes(m);
	sum = m->sum;
	sum.more = n > TIMING_JOB_ROWS;
	*out = timing_heard_to_json(m->heard + first, sum.more ? TIMING_JOB_ROWS : n, &sum);
	pthread_mutex_unlock(&m->lock);
	return *out ? 0 : err_set(err, -ENOMEM, "out of memory");
}

void timing_mirror_close(struct timing_mirror *m)
{
	timing_end_close(&m->end);
	pthread_mutex_destroy(&m->lock);
	free(m->heard);
	*m = (struct timing_mirror){ .end = TIMING_END_CLOSED };
}
