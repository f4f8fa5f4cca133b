// SPDX-License-Identifier: GPL-3.0-or-later
/* The near side of the TCP streams: addresses, the far end, what both saw. */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <string.h>

#include "base/clock.h"
#include "fact/json.h"
#include "peer/pair.h"
#include "peer/ports.h"
#include "peer/probe.h"
#include "stream/tcp.h"

#define LOOK_NS 100000000LL
#define NS_PER_S 1e9

static bool to_sockaddr(const char *text, const char *iface, struct sockaddr_in6 *out)
{
	struct in_addr v4;

	*out = (struct sockaddr_in6){ .sin6_family = AF_INET6 };
	if (inet_pton(AF_INET, text, &v4) == 1) {
		out->sin6_addr.s6_addr[10] = out->sin6_addr.s6_addr[11] = 0xff;
		memcpy(&out->sin6_addr.s6_addr[12], &v4, sizeof(v4));
		return true;
	}
	if (inet_pton(AF_INET6, text, &out->sin6_addr) != 1)
		return false;
	if (IN6_IS_ADDR_LINKLOCAL(&out->sin6_addr))
		out->sin6_scope_id = if_nametoindex(iface);
	return true;
}

/* -EADDRNOTAVAIL: none in common. */
static int find_addresses(const struct stream_path *path, struct sockaddr_in6 *own,
			  struct sockaddr_in6 *peer, struct err *err)
{
	struct pair_addresses pair = { "", "" };
	json_t *near = ports_list(), *far = NULL;
	int rc = near ? peer_ports(path->peer, &far, err) : err_set(err, -ENOMEM, "out of memory");

	if (rc == 0 && !(pair_common_address(near, path->iface, far, path->far_port, &pair) &&
			 to_sockaddr(pair.near, path->iface, own) &&
			 to_sockaddr(pair.far, path->iface, peer)))
		rc = -EADDRNOTAVAIL;
	json_decref(near);
	json_decref(far);
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

static int fetch_far(const struct stream_path *path, struct tcp_run *run, bool hurry,
		     struct err *err)
{
	json_t *with = tcp_job_to_json(&run->job), *result = NULL;
	int rc = peer_fetch_or_hurry(path->peer, "tcp_result", with, hurry, &result, err);

	json_decref(with);
	if (rc == 0)
		rc = tcp_result_from_json(&run->far, result, err);
	json_decref(result);
	return rc;
}

/* A connection that did not come about is no error: it is what was found out. */
static int finish(const struct stream_path *path, struct tcp_run *run, int watched,
		  struct err *err)
{
	int rc = -EPIPE;

	if (watched == -EPIPE)
		err_set(err, rc, "%s: it has ended while the test ran", peer_name(path->peer));
	else
		rc = fetch_far(path, run, watched < 0 || run->near.state != TCP_VALID, err);
	run->state = run->near.state;
	if (run->state == TCP_VALID)
		run->state = rc < 0 ? TCP_NO_ANSWER : run->far.state;
	if (watched != -EINTR)
		return rc;
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
	run->v6 = !IN6_IS_ADDR_V4MAPPED(&peer.sin6_addr);
	run->state = TCP_NO_CONNECTION;
	rc = ask_far(path, job, &peer, err);
	if (rc == 0)
		rc = tcp_near_start(&end, job, path->iface, &own, &peer, err);
	if (rc < 0)
		return rc;
	rc = watch(path, &end);
	tcp_end_join(&end, rc < 0);
	run->near = end.result;
	tcp_end_fini(&end);
	return finish(path, run, rc, err);
}
