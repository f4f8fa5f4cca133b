/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PEER_SERVER_H
#define PEER_SERVER_H

#include <jansson.h>
#include <stdint.h>

#include "base/err.h"
#include "peer/channel.h"

/*
 * The agent's side of a session: one request after the other, answered by a
 * table of services.  "hello", "stop" and "bye" are answered here.  No service
 * may run a command or open a path that a peer names.
 */
struct server;

/*
 * with: the parameters, an object, borrowed.  result: an object, handed over.
 * Returns 0, or -errno with err: its text is what the near end will show.
 */
typedef int service_handler(struct server *server, const json_t *with, json_t **result,
			    struct err *err);

struct service {
	const char *name;	/* a-z, 0-9, '_', '-'; NULL ends a table */
	service_handler *handle;
};

struct server_limits {
	int64_t idle_ns;	/* without a request, or until one is whole */
	int64_t write_ns;	/* until the near end has taken an answer */
	unsigned int requests;	/* of one session */
};

extern const struct server_limits server_limits_default;	/* 60 s, 60 s, 10000 */

/*
 * Greets and serves until the near end says bye or closes, the channel's
 * stop_fd becomes readable, or nothing is asked for idle_ns: 0.  -EPROTO and
 * -EPROTONOSUPPORT after garbage or another version (the near end was told why),
 * others from writing.
 */
int server_run(const struct channel *channel, const struct service *services,
	       const struct server_limits *limits, struct err *err);

/*
 * How a service waits: 0 when the time has come, -EINTR when it shall end now
 * with what it has ("stop", "bye", the stream ended, stop_fd).  Whatever else
 * is asked meanwhile is answered with -EBUSY.
 */
int server_wait_until_ns(struct server *server, int64_t deadline_ns);

#endif
