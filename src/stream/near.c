// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/near.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "fact/json.h"
#include "peer/ports.h"
#include "peer/probe.h"
#include "stream/address.h"
#include "stream/end.h"

#define NS_PER_S 1e9
#define LOOK_NS 100000000LL
#define QUIET_SLOTS 3	/* the far end sends in three slots of every four */

void stream_run_fini(struct stream_run *run)
{
	free(run->slot);
	run->slot = NULL;
	run->slots = 0;
}

int stream_find_addresses(const struct stream_path *path, struct pair_addresses *pair,
			  struct err *err)
{
	json_t *near = ports_list(), *far = NULL;
	int rc = near ? peer_ports(path->peer, &far, err) : err_set(err, -ENOMEM, "out of memory");

	if (rc == 0 && !pair_common_address(near, path->iface, far, path->far_port, path->udp,
					    pair))
		rc = -EADDRNOTAVAIL;
	json_decref(near);
	json_decref(far);
	return rc;
}

static struct stream_job job_of_far(const struct stream_job *job, const struct packet *near)
{
	struct stream_job far = *job;

	far.dir = STREAM_FAR_TO_NEAR;
	memcpy(far.peer_mac, near->mac, sizeof(far.peer_mac));
	memcpy(far.own, job->peer, sizeof(far.own));
	memcpy(far.peer, job->own, sizeof(far.peer));
	far.peer_port = job->udp ? packet_udp_port(near) : 0;
	return far;
}

static int take_port(const json_t *result, struct stream_job *job)
{
	json_int_t number = json_integer_value(json_object_get(result, "port"));

	job->peer_port = (uint16_t)number;
	return !job->udp || (number > 0 && number <= UINT16_MAX) ? 0 : -EPROTO;
}

/* The far end opens its port and waits for the start; its address is its answer. */
static int ask_far(const struct stream_path *path, const struct packet *near,
		   struct stream_job *job, struct err *err)
{
	struct stream_job far = job_of_far(job, near);
	json_t *with = json_object(), *result;
	const char *mac;
	int rc;

	json_object_set_new(with, "iface", text_to_json(path->far_port, strlen(path->far_port)));
	json_object_set_new(with, "job", stream_job_to_json(&far));
	rc = peer_ask(path->peer, "stream", with, 0, &result, err);
	json_decref(with);
	if (rc < 0)
		return rc;
	mac = json_string_value(json_object_get(result, "mac"));
	if (!stream_mac_parse(mac, job->peer_mac) || take_port(result, job) < 0)
		rc = err_set(err, -EPROTO, "%s: an answer without the address of its port",
			     peer_name(path->peer));
	json_decref(result);
	return rc;
}

static int fetch_far(const struct stream_path *path, const struct stream_job *job, bool hurry,
		     struct stream_result *far, struct err *err)
{
	json_t *with = stream_job_to_json(job), *result = NULL;
	int rc = peer_fetch_or_hurry(path->peer, "stream_result", with, hurry, &result, err);

	json_decref(with);
	if (rc < 0)
		return rc;
	rc = stream_result_from_json(far, result, stream_plan_slots(&job->plan) - job->first_slot,
				     err);
	json_decref(result);
	return rc;
}

static double left_s(const struct stream_end *end)
{
	const struct stream_plan *plan = &end->job.plan;
	unsigned int slot = atomic_load(&end->slot);

	return (double)((stream_plan_slots(plan) - slot) * stream_plan_slot_ns(plan)) / NS_PER_S;
}

/* Until the near end is done.  -EINTR: told to end; -EPIPE: the far end has gone. */
static int watch(const struct stream_path *path, struct stream_end *end)
{
	const struct stream_watcher *w = &path->watcher;

	while (!atomic_load(&end->task.done)) {
		clock_wait_until_ns(clock_now_ns() + LOOK_NS);
		if (w->show && !w->show(w->arg, "one way and both ways", left_s(end)))
			return -EINTR;
		if (peer_gone(path->peer))
			return -EPIPE;
	}
	return 0;
}

static void add_sum(struct tally_sum *sum, const struct tally_sum *more, bool first)
{
	if (first) {
		*sum = *more;
		return;
	}
	sum->has &= more->has;
	sum->attributed &= more->attributed;
	sum->total += more->total;
	sum->alone += more->alone;
	sum->together += more->together;
}

static void add_side(struct stream_side *side, const struct stream_result *result)
{
	if (result->lateness_p99_ns > side->lateness_p99_ns)
		side->lateness_p99_ns = result->lateness_p99_ns;
	if (result->steal > side->steal)
		side->steal = result->steal;
	side->host_drops += result->host_drops;
	memcpy(side->priority, result->priority, sizeof(side->priority));
	for (int i = 0; i < TALLY_COUNTERS; i++)
		add_sum(&side->count[i], &result->count[i], !side->known);
	side->sent += result->frames;
	for (unsigned int i = 0; i < result->slots; i++)
		side->received += result->received[i];
	side->known = true;
}

static int make_room(struct stream_run *run, const struct stream_plan *plan)
{
	size_t slots = stream_plan_slots(plan);
	struct slot_result *more = realloc(run->slot, slots * sizeof(*more));

	if (!more)
		return -ENOMEM;
	run->slot = more;
	run->plan = *plan;
	return 0;
}

/* The other end's lost carrier is why nothing is heard of it. */
static enum stream_ended cause_of(enum stream_ended near, enum stream_ended far)
{
	if (near == STREAM_DONE || (near == STREAM_NO_ANSWER && far == STREAM_NO_CARRIER))
		return far;
	return near;
}

/* The far end's part may be missing. */
static void add_attempt(struct stream_run *run, const struct stream_job *job,
			const struct stream_result *near, const struct stream_result *far)
{
	stream_result_join(run->slot, &job->plan, job->first_slot, near, far);
	run->slots = stream_plan_slots(&job->plan);
	run->duration_s += (double)(near->slots * stream_plan_slot_ns(&job->plan)) / NS_PER_S;
	add_side(&run->near, near);
	if (far)
		add_side(&run->far, far);
	else
		run->far.known = false;
	run->ended = cause_of(near->ended, far ? far->ended : STREAM_DONE);
}

/* An end in the middle: what was counted stands, but there will be no more. */
static int tell_end(const struct stream_path *path, const struct stream_run *run,
		    struct err *err)
{
	switch (run->ended) {
	case STREAM_DONE:
		return 0;
	case STREAM_NO_ANSWER:
		if (run->near.received == 0)
			return err_set(err, -ENOLINK, "%s: no frame of %s arrives; are both on one "
				       "cable, VLAN or route? --peer-iface names another far port",
				       path->iface, path->far_port);
		return err_set(err, -ENOLINK, "%s: no more frames of %s arrive; the traffic test is "
			       "not complete", path->iface, path->far_port);
	case STREAM_NO_CARRIER:
		return err_set(err, -ENETDOWN, "%s: a carrier was lost on the way; the traffic test is not "
			       "complete", path->iface);
	case STREAM_STOPPED:
		return err_set(err, -EINTR, "%s: it was stopped; the traffic test is not complete",
			       peer_name(path->peer));
	}
	return 0;
}

/* Nothing was heard at last: the far end never began, or stands still.  Else its line is slow. */
static bool was_quiet(const struct stream_end *end)
{
	int64_t slot_ns = stream_plan_slot_ns(&end->job.plan);

	return end->start_ns + end->result.slots * slot_ns - end->heard_ns > QUIET_SLOTS * slot_ns;
}

static int finish(const struct stream_path *path, struct stream_end *end, int watched,
		  struct stream_run *run, struct err *err)
{
	struct stream_result far;
	bool whole = watched == 0 && end->result.ended == STREAM_DONE, quiet = was_quiet(end);
	int rc = -EPIPE;

	if (watched != -EPIPE)
		rc = fetch_far(path, &end->job, !whole || quiet, &far, err);
	else
		err_set(err, rc, "%s: it has ended while the test ran", peer_name(path->peer));
	/* It never began: we stopped it ourselves. */
	if (rc == 0 && whole && quiet && far.ended == STREAM_STOPPED)
		far.ended = STREAM_NO_ANSWER;
	add_attempt(run, &end->job, &end->result, rc == 0 ? &far : NULL);
	if (rc == 0)
		stream_result_fini(&far);
	else if (watched == -EPIPE)
		run->ended = STREAM_NO_ANSWER;
	if (watched == -EINTR) {
		*err = (struct err){ 0 };
		return err_set(err, -EINTR, "interrupted; the traffic test is not complete");
	}
	return rc < 0 ? rc : tell_end(path, run, err);
}

static int begin(const struct stream_path *path, struct stream_job *job, struct packet *port,
		 struct stream_end *end, struct err *err)
{
	struct sockaddr_in6 peer;
	int rc = ask_far(path, port, job, err);

	if (rc == 0 && job->udp) {
		address_parse(job->peer, path->iface, job->peer_port, &peer);
		rc = packet_connect_udp(port, &peer, err);
	}
	if (rc == 0)
		return stream_end_start(end, job, port, err);
	packet_close(port);
	return rc;
}

int stream_attempt(const struct stream_path *path, const struct stream_plan *plan,
		   struct stream_run *run, struct err *err)
{
	struct stream_job job = { .plan = *plan, .first_slot = run->slots, .udp = path->udp,
				  .token = stream_token(), .dir = STREAM_NEAR_TO_FAR };
	struct stream_end end;
	struct packet port;
	int rc = make_room(run, plan);

	if (rc < 0)
		return err_set(err, rc, "out of memory");
	memcpy(job.own, path->address.near, sizeof(job.own));
	memcpy(job.peer, path->address.far, sizeof(job.peer));
	rc = stream_end_open(&port, &job, path->iface, err);
	if (rc < 0)
		return rc;
	rc = begin(path, &job, &port, &end, err);
	if (rc < 0)
		return rc;
	run->udp = path->udp;
	rc = watch(path, &end);
	stream_end_join(&end, rc < 0);
	rc = finish(path, &end, rc, run, err);
	stream_end_fini(&end);
	return rc;
}
