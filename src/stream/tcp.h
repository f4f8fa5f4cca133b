/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_TCP_H
#define STREAM_TCP_H

#include <netinet/in.h>
#include <stdint.h>

#include "base/err.h"
#include "stream/near.h"
#include "stream/task.h"
#include "stream/tcp-result.h"

/*
 * One end of the TCP streams, live.  The far end listens, the near end connects
 * twice: one connection for each direction, so that a flow is judged by its own
 * counts.  Both sockets are bound to the port under test.
 */
struct tcp_end {
	struct tcp_job job;
	struct tcp_result result;
	struct task task;
	int listen_fd, out_fd, in_fd;	/* out: this end's data leaves; -1: closed */
	struct sockaddr_in6 own, peer;	/* IPv4 as ::ffff:192.0.2.1 */
	char iface[16];
	int64_t start_ns;
	int64_t heard_ns;	/* the last data of the other end */
	int64_t looked_ns, moved_ns;	/* the last look at the flows, and the last that saw them move */
	uint64_t moved_bytes;
};

/* The far end: listens on a port of its own, *port_number; then waits in a thread. */
int tcp_far_start(struct tcp_end *end, const struct tcp_job *job, const char *iface,
		  uint16_t *port_number, struct err *err);

/* The near end: connects, from own to peer, in a thread. */
int tcp_near_start(struct tcp_end *end, const struct tcp_job *job, const char *iface,
		   const struct sockaddr_in6 *own, const struct sockaddr_in6 *peer,
		   struct err *err);

void tcp_end_join(struct tcp_end *end, bool stop);
void tcp_end_fini(struct tcp_end *end);

/* The whole of it, from the near end. */
struct tcp_run {
	bool asked;
	struct tcp_job job;
	enum tcp_state state;
	bool v6;
	struct tcp_result near, far;
};

/*
 * 0 whatever came of it, run->state tells; -EINTR; errors of the session.
 */
int tcp_run(const struct stream_path *path, const struct tcp_job *job, struct tcp_run *run,
	    struct err *err);

#endif
