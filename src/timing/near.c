// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/near.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"

#define NS_PER_S 1e9
#define FETCH_NS 5000000000LL	/* the agent ends when nothing is asked for a minute */
#define TRIES 3
#define TRY_PATIENCE_NS 100000000LL
#define SIZE_MIN 64

struct work {
	struct timing_path *path;
	const struct timing_plan *plan;
	struct timing_setup *setup;
	struct timing_taken *taken;
	struct stat_draw rng;
	int64_t begun_ns, fetched_ns;
	struct port_bytes since;	/* t_ns 0: the port does not tell */
	size_t first;		/* points of a former leg */
	uint32_t block;
	unsigned int missed;	/* trips in a row without an answer */
};

void timing_path_close(struct timing_path *path)
{
	timing_end_close(&path->end);
	free(path->trip);
	path->trip = NULL;
	path->trips = path->room = 0;
}

static bool stopped(const struct work *w)
{
	return w->plan->stop && w->plan->stop();
}

static double seconds(const struct work *w)
{
	return (double)(clock_now_ns() - w->begun_ns) / NS_PER_S;
}

static bool over(const struct work *w)
{
	return stopped(w) || w->missed >= TIMING_SILENT_FRAMES || seconds(w) >= w->plan->duration_s;
}

/* One trip. */

static struct timing_trip *add_trip(struct timing_path *path)
{
	if (path->trips == path->room) {
		size_t room = path->room ? 2 * path->room : 4096;
		struct timing_trip *all = realloc(path->trip, room * sizeof(*all));

		if (!all)
			return NULL;
		path->trip = all;
		path->room = room;
	}
	path->trip[path->trips] = (struct timing_trip){ .number = path->number++ };
	return &path->trip[path->trips++];
}

/* An answer may come after its time. */
static void take_event(struct timing_path *path, const struct timing_event *event)
{
	uint32_t first = path->trips ? path->trip[0].number : path->number;
	struct timing_trip *t;

	path->reflected += event->kind == TIMING_EVENT_BACK;
	if (event->kind == TIMING_EVENT_BACK || event->number < first ||
	    event->number - first >= path->trips)
		return;
	t = &path->trip[event->number - first];
	if (event->kind == TIMING_EVENT_LEFT) {
		t->left_ns = event->t_ns;
	} else if (t->came) {
		path->duplicates++;
	} else {
		t->came = true;
		t->came_ns = event->t_ns;
	}
}

static int wait_for(struct timing_path *path, const struct timing_trip *trip, int64_t patience_ns,
		    struct err *err)
{
	int64_t deadline_ns = clock_now_ns() + patience_ns;
	struct timing_event event;
	int rc = 1;

	while (rc > 0 && (!trip->left_ns || !trip->came)) {
		rc = timing_end_next(&path->end, deadline_ns, &event);
		if (rc > 0)
			take_event(path, &event);
	}
	if (rc == -ENETDOWN)
		err_set(err, rc, "%s: the port went down", path->end.port.name);
	return rc < 0 ? rc : 0;
}

/* The far end is patient; what is waited for here is our own queue. */
static int send_trip(struct timing_path *path, const uint8_t to[ETH_MAC_BYTES],
		     const struct timing_trip *trip, struct err *err)
{
	int64_t begun_ns = clock_now_ns();
	struct err why;
	int rc;

	do {
		why = (struct err){ .code = 0 };
		rc = timing_end_send(&path->end, to, trip->size_bytes, trip->number, trip->back_bytes,
				     &why);
	} while (timing_link_retry(rc, begun_ns));
	return rc < 0 ? err_set(err, rc, "%s", why.text) : 0;
}

static int one_trip(struct work *w, uint32_t size_bytes, uint32_t back_bytes, struct err *err)
{
	double gap_s = w->plan->gap_s * (0.5 + stat_draw_unit(&w->rng));
	struct timing_trip *trip = add_trip(w->path);
	int rc;

	if (!trip)
		return err_set(err, -ENOMEM, "no memory for %zu frames", w->path->trips);
	trip->size_bytes = size_bytes;
	trip->back_bytes = back_bytes;
	trip->block = w->block;
	clock_wait_until_ns(clock_now_ns() + (int64_t)(gap_s * NS_PER_S));
	rc = send_trip(w->path, w->path->far_mac, trip, err);
	if (rc < 0) {
		w->path->trips--;
		return rc;
	}
	rc = wait_for(w->path, trip, timing_plan_patience_ns(w->setup, size_bytes + back_bytes),
		      err);
	w->missed = trip->came ? 0 : w->missed + 1;
	return rc;
}

/* A short frame that asks for a short answer. */
static int try_trip(struct timing_path *path, const uint8_t to[ETH_MAC_BYTES], struct err *err)
{
	struct timing_trip *trip = add_trip(path);
	int rc;

	if (!trip)
		return err_set(err, -ENOMEM, "out of memory");
	trip->size_bytes = trip->back_bytes = SIZE_MIN;
	rc = send_trip(path, to, trip, err);
	return rc < 0 ? rc : wait_for(path, trip, TRY_PATIENCE_NS, err);
}

int timing_path_is_direct(struct timing_path *path, bool *direct, struct err *err)
{
	int rc = 0;

	*direct = false;
	for (int i = 0; i < TRIES && rc == 0 && !*direct; i++) {
		path->trips = 0;
		rc = try_trip(path, timing_nearest_bridge, err);
		*direct = rc == 0 && path->trip[0].came;
	}
	path->trips = 0;
	return rc;
}

static int one_block(struct work *w, struct err *err)
{
	uint32_t out[TIMING_SIZES_MAX], back[TIMING_SIZES_MAX];
	int rc = 0;

	timing_plan_shuffle(w->plan, &w->rng, out);
	timing_plan_shuffle(w->plan, &w->rng, back);
	for (size_t i = 0; i < w->plan->sizes && rc == 0 && !over(w); i++)
		rc = one_trip(w, out[i], back[i], err);
	w->block++;
	if (rc == 0 && peer_gone(w->path->peer))
		rc = err_set(err, -EPIPE, "%s: it has ended while frames were timed",
			     peer_name(w->path->peer));
	return rc;
}

/* What the far end heard. */

static int fetch_some(struct timing_path *path, bool hurry, struct err *err)
{
	json_t *with = json_pack("{s:I, s:I}", "token", (json_int_t)path->end.token, "from",
				 (json_int_t)path->fetch_from);
	json_t *result = NULL;
	int rc = peer_fetch_or_hurry(path->peer, "timing_result", with, hurry, &result, err);

	json_decref(with);
	if (rc == 0)
		rc = timing_heard_from_json(path->trip, path->trips, &path->far, &path->fetch_from,
					    result, err);
	json_decref(result);
	return rc;
}

int timing_path_try(struct timing_path *path, struct timing_trip *seen, struct err *err)
{
	int rc = 0;

	*seen = (struct timing_trip){ .number = path->number };
	path->trips = 0;
	for (int i = 0; i < TRIES && rc == 0; i++)
		rc = try_trip(path, path->far_mac, err);
	if (rc == 0)
		rc = fetch_some(path, false, err);
	for (size_t i = 0; i < path->trips; i++) {
		const struct timing_trip *t = &path->trip[i];

		seen->arrived |= t->arrived;
		seen->came |= t->came;
		seen->left_ns = t->left_ns ? t->left_ns : seen->left_ns;
		seen->came_ns = t->came_ns ? t->came_ns : seen->came_ns;
		seen->arrived_ns = t->arrived_ns ? t->arrived_ns : seen->arrived_ns;
		seen->answered_ns = t->answered_ns ? t->answered_ns : seen->answered_ns;
	}
	path->trips = 0;
	return rc;
}

static void count_from_now(struct work *w)
{
	if (port_bytes_read(&w->since, w->path->end.port.name) < 0)
		w->since.t_ns = 0;
}

static void count_until_now(struct work *w)
{
	struct port_bytes now, *took = &w->path->took;

	if (!w->since.t_ns || port_bytes_read(&now, w->path->end.port.name) < 0 ||
	    now.rx < w->since.rx)
		return;
	took->t_ns += now.t_ns - w->since.t_ns;
	took->rx += now.rx - w->since.rx;
}

/* What the session brings, perhaps by this very port, is no load of others. */
static int fetch(struct work *w, struct err *err)
{
	int rc;

	count_until_now(w);
	do
		rc = fetch_some(w->path, stopped(w), err);
	while (rc == 0 && w->path->far.more);
	count_from_now(w);
	w->fetched_ns = clock_now_ns();
	return rc;
}

/* All points of this leg anew: what the clocks did is known better each time. */
static int make_points(struct work *w, struct err *err)
{
	struct timing_path *path = w->path;
	struct timing_taken *t = w->taken;
	size_t room = w->first + path->trips + 1;
	struct timing_point *all = realloc(t->point, room * sizeof(*all));
	const struct timing_trips *sum = &path->sum;

	if (!all)
		return err_set(err, -ENOMEM, "no memory for %zu points", room);
	t->point = all;
	t->room = room;
	path->sum = (struct timing_trips){ .sent = 0 };
	t->count = w->first + timing_reflect_points(all + w->first, &path->sum, path->trip,
						    path->trips, w->plan->leg);
	t->sent = sum->sent;
	t->arrived = sum->sent - sum->lost - sum->lost_back;
	t->unstamped = sum->unstamped;
	for (int way = 0; way < TIMING_WAYS; way++)
		w->setup[way].sent[w->plan->leg] = sum->sent - sum->unstamped - sum->untold -
					       sum->stepped;
	return 0;
}

/* The direct leg by itself is looked at as if it were the other. */
static int look(const struct work *w, bool *settled, struct err *err)
{
	struct timing_setup setup[TIMING_WAYS] = { w->setup[0], w->setup[1] };
	struct timing_taken *t = w->taken;
	size_t from = w->plan->leg == TIMING_DIRECT ? w->first : 0;
	struct timing_estimate e[TIMING_WAYS];
	int rc;

	for (int way = 0; way < TIMING_WAYS; way++)
		setup[way].replicates = TIMING_LOOK_REPLICATES;
	for (size_t i = w->first; i < t->count; i++)
		t->point[i].leg = TIMING_SWITCH;
	rc = timing_reflect_estimate(e, setup, t->point + from, t->count - from, 0, err);
	for (size_t i = w->first; i < t->count; i++)
		t->point[i].leg = w->plan->leg;
	*settled = rc == 0;
	for (int way = 0; way < TIMING_WAYS && rc == 0; way++)
		*settled = *settled && timing_plan_settled(w->plan, &setup[way], &e[way]);
	return rc;
}

static int take_blocks(struct work *w, struct err *err)
{
	uint32_t next_look = TIMING_LOOK_FIRST;
	bool settled = false;
	int rc = 0;

	while (rc == 0 && !settled && !over(w)) {
		rc = one_block(w, err);
		if (w->plan->progress)
			w->plan->progress(w->plan->leg == TIMING_DIRECT ? "direct cable" : "switch",
					  seconds(w), w->plan->duration_s);
		if (rc < 0 || over(w))
			continue;
		if (w->block >= next_look && w->block >= w->plan->blocks_min) {
			next_look *= 2;
			rc = fetch(w, err);
			if (rc == 0)
				rc = make_points(w, err);
			if (rc == 0)
				rc = look(w, &settled, err);
		} else if (clock_now_ns() - w->fetched_ns > FETCH_NS) {
			rc = fetch(w, err);
		}
	}
	if (rc != -EINTR)
		return rc;
	/* What was taken stands, and the fetch that a signal broke off is no error. */
	if (err)
		*err = (struct err){ .code = 0 };
	return 0;
}

int timing_path_take(struct timing_path *path, const struct timing_plan *plan,
		     struct timing_setup setup[TIMING_WAYS], struct timing_taken *taken,
		     struct err *err)
{
	struct work w = { .path = path, .plan = plan, .setup = setup, .taken = taken,
			  .begun_ns = clock_now_ns(), .fetched_ns = clock_now_ns(),
			  .first = taken->count };
	struct err untold = { 0 };
	int rc;

	path->trips = 0;
	path->took = (struct port_bytes){ .t_ns = 0 };
	stat_draw_init(&w.rng, plan->seed);
	count_from_now(&w);
	rc = take_blocks(&w, err);
	taken->seconds = seconds(&w);
	taken->stopped = stopped(&w);
	/* A look may have fetched all.  Who stopped it gets what was fetched before. */
	if (rc == 0 && fetch(&w, &untold) < 0 && !taken->stopped)
		rc = err_set(err, untold.code, "%s", untold.text);
	return rc < 0 ? rc : make_points(&w, err);
}
