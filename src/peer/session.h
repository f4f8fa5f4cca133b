/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PEER_SESSION_H
#define PEER_SESSION_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "peer/transport.h"

/*
 * The near side of a session with an agent.  One thing is asked at a time; an
 * answer may be waited for later, so that both ends watch in the same window.
 * Every err names the far end.  Errors beside those of the agent: -ETIMEDOUT
 * silence, -EPIPE it has ended, -EPROTO garbage, -EPROTONOSUPPORT another
 * version, -EINTR a signal.  After one of these the session is of no use.
 */
struct peer;

struct peer_limits {
	int64_t first_ns;	/* until the agent has greeted; a person may type a password */
	int64_t silence_ns;	/* without a byte while an answer is due */
	int64_t answer_ns;	/* until an answer is whole */
	int64_t fetch_ns;	/* of peer_fetch in all */
};

extern const struct peer_limits peer_limits_default;	/* 60 s, 10 s, 60 s, 60 s */

/* Starts the command, skips its banner, and greets. */
int peer_open(struct peer **out, const struct transport_plan *plan, struct err *err);

/* The same over descriptors that are there already; name stands in messages.
 * The descriptors are borrowed and stay open. */
int peer_open_channel(struct peer **out, const struct channel *channel, const char *name,
		      const struct peer_limits *limits, struct err *err);

/* Says goodbye, ends what was started, within 3 s.  NULL is allowed. */
void peer_close(struct peer *peer);

const char *peer_name(const struct peer *peer);		/* "far end 'ssh node2'"; borrowed */
const char *peer_version(const struct peer *peer);	/* of its etherdx; borrowed */
bool peer_offers(const struct peer *peer, const char *service);
bool peer_gone(const struct peer *peer);	/* nobody is at the other end any more */

/* Does the agent run in this very network namespace of this very machine? */
bool peer_is_here(const struct peer *peer);

/* with is borrowed, NULL: no parameters.  busy_ns: how long the far end may be
 * silent because it works.  result: a new reference. */
int peer_ask(struct peer *peer, const char *service, json_t *with, int64_t busy_ns,
	     json_t **result, struct err *err);

/* In two halves.  -EBUSY when an answer is still due. */
int peer_send(struct peer *peer, const char *service, json_t *with, int64_t busy_ns,
	      struct err *err);
int peer_receive(struct peer *peer, json_t **result, struct err *err);

/* Ends what the far end is doing: its answer, with what there is, is then due
 * within 2 s.  Nothing happens when no answer is due. */
int peer_hurry(struct peer *peer, struct err *err);

/*
 * For results over a line that may be broken: asks again when there is silence,
 * or when the agent says -EAGAIN (not ready), for fetch_ns in all.  The service
 * must bear being asked twice.
 */
int peer_fetch(struct peer *peer, const char *service, json_t *with, json_t **result,
	       struct err *err);

/*
 * The same; hurry: the near end was interrupted, the far end is told to stop,
 * and what it has within 1 s counts.
 */
int peer_fetch_or_hurry(struct peer *peer, const char *service, json_t *with, bool hurry,
			json_t **result, struct err *err);

/* Machine and network namespace: equal text, same place. */
void peer_place(char out[static 96]);

#endif
