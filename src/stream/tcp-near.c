// SPDX-License-Identifier: GPL-3.0-or-later
/* The near side of the TCP streams: addresses, the far end, what both saw. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "fact/json.h"
#include "stream/address.h"
#include "stream/tcp.h"

#define LOOK_NS 100000000LL
#define QUIET_NS 100000000LL
#define NS_PER_MS 1000000LL
#define NS_PER_S 1e9

/* -EADDRNOTAVAIL: none in common. */
static int find_addresses(const struct stream_path *path, struct sockaddr_in6 *own,
			  struct sockaddr_in6 *peer, struct err *err)
{
	struct pair_addresses pair = { "", "" };
	int rc = stream_find_addresses(path, &pair, err);

	if (rc == 0 && !(address_parse(pair.near, path->iface, 0, own) &&
			 address_parse(pair.far, path->iface, 0, peer)))
		rc = -EADDRNOTAVAIL;
	return rc;
}

static int ask_far(const struct stream_path *path, const struct tcp_job *job,
		   struct sockaddr_in6 *peer, struct err *err)
{
	json_t *with = json_object(), *result;
	json_int_t number;
	int rc;

	json_object_set_new(with, "iface", text_to_json(path->far_port, strlen(path->far_port)));
	json_object_set_new(with, "job", tcp_job_to_json(job));
	rc = peer_ask(path->peer, "tcp", with, 0, &result, err);
	json_decref(with);
	if (rc < 0)
		return rc;
	number = json_integer_value(json_object_get(result, "port"));
	json_decref(result);
	if (number < 1 || number > UINT16_MAX)
		return err_set(err, -EPROTO, "%s: an answer without a port number",
			       peer_name(path->peer));
	peer->sin6_port = htons((uint16_t)number);
	return 0;
}

static int watch(const struct stream_path *path, struct tcp_end *end)
{
	const struct stream_watcher *w = &path->watcher;
	int64_t end_ns = clock_now_ns() + tcp_job_duration_ns(&end->job), left_ns;

	while (!atomic_load(&end->task.done)) {
		clock_wait_until_ns(clock_now_ns() + LOOK_NS);
		left_ns = end_ns - clock_now_ns();
		if (w->show && !w->show(w->arg, "TCP", left_ns > 0 ? (double)left_ns / NS_PER_S : 0))
			return -EINTR;
		if (peer_gone(path->peer))
			return -EPIPE;
	}
	return 0;
}

static int fetch_far(const struct stream_path *path, struct tcp_run *run,
		     bool hurry, struct err *err)
{
	json_t *with = tcp_job_to_json(&run->job), *result = NULL;
	int rc = peer_fetch_or_hurry(path->peer, "tcp_result", with, hurry, &result, err);

	json_decref(with);
	if (rc == 0)
		rc = tcp_result_from_json(&run->far, result, err);
	json_decref(result);
	return rc;
}

/* As for the contrast: the far end sends to the end of the last phase. */
static bool was_quiet(const struct tcp_end *end)
{
	int64_t end_ns = end->start_ns + tcp_phase_start_ns(&end->job, TCP_BOTH) +
			 end->job.phase_ms[TCP_BOTH] * NS_PER_MS;

	return end_ns - end->heard_ns > QUIET_NS;
}

/* The worse of both ends; a carrier that one of them lost is why the other hears nothing. */
static enum tcp_state state_of(const struct tcp_run *run, bool far_told)
{
	if (far_told && run->far.state == TCP_NO_CARRIER)
		return TCP_NO_CARRIER;
	if (run->near.state != TCP_VALID)
		return run->near.state;
	return far_told ? run->far.state : TCP_NO_ANSWER;
}

/* A connection that did not come about is no error: it is what was found out. */
static int tell_end(const struct stream_path *path, const struct tcp_run *run, struct err *err)
{
	switch (run->state) {
	case TCP_NO_CARRIER:
		return err_set(err, -ENETDOWN, "%s: a carrier was lost on the way; the traffic test "
			       "is not complete", path->iface);
	case TCP_NO_ANSWER:
		return err_set(err, -ENOLINK, "%s: TCP with %s stands still; the traffic test is not "
			       "complete", path->iface, path->far_port);
	case TCP_VALID:
	case TCP_NO_ADDRESS:
	case TCP_NO_CONNECTION:
	case TCP_STOPPED:
		break;
	}
	return 0;
}

static int finish(const struct stream_path *path, struct tcp_run *run, int watched,
		  bool quiet, struct err *err)
{
	int rc = -EPIPE;

	if (watched == -EPIPE)
		err_set(err, rc, "%s: it has ended while the test ran", peer_name(path->peer));
	else
		rc = fetch_far(path, run, watched < 0 || run->near.state != TCP_VALID || quiet, err);
	run->state = state_of(run, rc == 0);
	if (watched != -EINTR)
		return rc < 0 ? rc : tell_end(path, run, err);
	run->state = TCP_STOPPED;
	*err = (struct err){ 0 };
	return err_set(err, -EINTR, "interrupted; the traffic test is not complete");
}

int tcp_run(const struct stream_path *path, const struct tcp_job *job, struct tcp_run *run,
	    struct err *err)
{
	struct sockaddr_in6 own, peer;
	struct tcp_end end;
	int rc;

	*run = (struct tcp_run){ .asked = true, .job = *job, .state = TCP_NO_ADDRESS };
	rc = find_addresses(path, &own, &peer, err);
	if (rc < 0)
		return rc == -EADDRNOTAVAIL ? 0 : rc;
	run->v6 = address_is_v6(&peer);
	run->state = TCP_NO_CONNECTION;
	rc = ask_far(path, job, &peer, err);
	if (rc == 0)
		rc = tcp_near_start(&end, job, path->iface, &own, &peer, err);
	if (rc < 0)
		return rc;
	rc = watch(path, &end);
	tcp_end_join(&end, rc < 0);
	run->near = end.result;
	rc = finish(path, run, rc, was_quiet(&end), err);
	tcp_end_fini(&end);
	return rc;
}
