// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/session.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "peer/message.h"

#define NS_PER_S 1000000000LL
#define CHUNK_BYTES 16384
#define HURRY_NS NS_PER_S
#define BYE_NS (NS_PER_S / 2)
#define AGAIN_NS (NS_PER_S / 2)	/* between two questions whether it is ready */
#define EXIT_NOT_FOUND 127	/* of a shell */
#define EXIT_SSH_FAILED 255

const struct peer_limits peer_limits_default = {
	.first_ns = 60 * NS_PER_S,
	.silence_ns = 10 * NS_PER_S,
	.answer_ns = 60 * NS_PER_S,
	.fetch_ns = 60 * NS_PER_S,
};

struct peer {
	struct transport *transport;	/* NULL: the channel belongs to others */
	struct channel channel;
	struct decoder decoder;
	struct peer_limits limits;
	char name[96];
	char version[32];
	char place[96];
	json_t *services;
	bool greeted;
	int64_t last_id;
	int64_t due_id;		/* 0: no answer is due */
	int64_t heard_ns;	/* when the last byte came, or was due */
	int64_t answer_by_ns;
	bool hurry;
};

static int complain(const struct peer *peer, int code, struct err *err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static int complain(const struct peer *peer, int code, struct err *err, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return err_set(err, code, "%s: %s", peer->name, text);
}

static const char *advice(int exit_status)
{
	if (exit_status == EXIT_NOT_FOUND)
		return "a command was not found; install etherdx there, or name it with "
		       "--remote-etherdx PATH";
	if (exit_status == EXIT_SSH_FAILED)
		return "no connection; try the command by itself";
	return "try the command by itself";
}

static int has_ended(struct peer *peer, struct err *err)
{
	const char *said = decoder_said(&peer->decoder);
	char how[40] = "it closed the connection", what[128] = "";
	int exit_status = 0;

	if (peer->transport)
		transport_ended(peer->transport, &exit_status, how, sizeof(how));
	if (peer->greeted)
		return complain(peer, -EPIPE, err, "it has ended (%s) before it answered", how);
	if (*said)
		snprintf(what, sizeof(what), ", last words \"%s\"", said);
	return complain(peer, -EPIPE, err, "it has ended (%s%s) before an agent spoke: %s", how,
			what, advice(exit_status));
}

static int is_silent(struct peer *peer, struct err *err)
{
	const char *said = decoder_said(&peer->decoder);
	int64_t first_s = peer->limits.first_ns / NS_PER_S;

	if (peer->greeted)
		return complain(peer, -ETIMEDOUT, err, "no answer for %d s, given up; is the host "
				"still up, and does the connection lead through the port under "
				"test?", (int)((clock_now_ns() - peer->heard_ns) / NS_PER_S));
	return complain(peer, -ETIMEDOUT, err, "no agent spoke for %d s%s%s%s; try the command by "
			"itself", (int)first_s, *said ? ", last words \"" : "", said,
			*said ? "\"" : "");
}

static int64_t listen_until_ns(const struct peer *peer)
{
	int64_t silent_ns = peer->heard_ns + (peer->hurry ? HURRY_NS : peer->limits.silence_ns);

	if (!peer->greeted)
		return peer->answer_by_ns;
	return silent_ns < peer->answer_by_ns ? silent_ns : peer->answer_by_ns;
}

static int hear(struct peer *peer, struct err *err)
{
	char chunk[CHUNK_BYTES];
	ssize_t got = channel_read(&peer->channel, chunk, sizeof(chunk), listen_until_ns(peer));
	int64_t now_ns = clock_now_ns();

	if (got == 0)
		return has_ended(peer, err);
	if (got == -ETIMEDOUT)
		return is_silent(peer, err);
	if (got == -EINTR)
		return complain(peer, -EINTR, err, "interrupted");
	if (got < 0)
		return complain(peer, (int)got, err, "cannot read: %s", strerror((int)-got));
	if (now_ns > peer->heard_ns)
		peer->heard_ns = now_ns;
	return decoder_add(&peer->decoder, chunk, (size_t)got, err);
}

static int interrupted(const struct peer *peer, struct err *err)
{
	*err = (struct err){ 0 };
	return complain(peer, -EINTR, err, "interrupted");
}

/* A terminal between the ends hands our own words back. */
static int check_direction(const struct peer *peer, struct message *message, struct err *err)
{
	if (message->kind != MESSAGE_REQUEST)
		return 0;
	message_fini(message);
	return complain(peer, -EPROTO, err, "it echoes what it is sent, as a terminal does; start "
			"it without one (ssh without -t)");
}

static int next_message(struct peer *peer, struct message *message, struct err *err)
{
	struct err why = { 0 };
	int rc;

	for (;;) {
		rc = decoder_next(&peer->decoder, message, &why);
		if (rc < 0)
			return complain(peer, rc, err, "%s", why.text);
		if (rc > 0)
			return check_direction(peer, message, err);
		rc = hear(peer, err);
		if (rc < 0)
			return rc;
	}
}

static int broken(const struct peer *peer, struct message *message, struct err *err)
{
	int64_t id = message->id;

	message_fini(message);
	return complain(peer, -EPROTO, err, "an answer that nobody asked for (id %lld)",
			(long long)id);
}

/* The answer to one of the requests from first_id to last_id; what answers
 * others, which were given up or only acknowledged, is dropped. */
static int answer_of(struct peer *peer, int64_t first_id, int64_t last_id, json_t **result,
		     struct err *err)
{
	struct message message;

	for (;;) {
		int rc = next_message(peer, &message, err);

		if (rc < 0)
			return rc;
		if (message.id > peer->last_id ||
		    (message.id == 0 && message.kind != MESSAGE_ERROR))
			return broken(peer, &message, err);
		if (message.id == 0 || (message.id >= first_id && message.id <= last_id))
			break;
		message_fini(&message);
	}
	if (message.kind == MESSAGE_ERROR)
		return complain(peer, message.error.code, err, "%s", message.error.text);
	*result = message.body;
	return 0;
}

static int say(struct peer *peer, const char *service, json_t *with, int64_t within_ns,
	       struct err *err)
{
	struct message message = { .kind = MESSAGE_REQUEST, .id = peer->last_id + 1, .body = with };
	size_t len;
	char *line;
	int rc;

	snprintf(message.service, sizeof(message.service), "%s", service);
	rc = message_encode(&message, &line, &len, err);
	if (rc < 0)
		return rc;
	rc = channel_write(&peer->channel, line, len, clock_now_ns() + within_ns);
	free(line);
	if (rc == 0)
		peer->last_id++;
	if (rc == -EPIPE)
		return has_ended(peer, err);
	if (rc == -ETIMEDOUT)
		return complain(peer, rc, err, "it takes no more requests; given up");
	return rc < 0 ? complain(peer, rc, err, "cannot write: %s", strerror(-rc)) : 0;
}

int peer_send(struct peer *peer, const char *service, json_t *with, int64_t busy_ns,
	      struct err *err)
{
	int rc;

	if (peer->due_id)
		return complain(peer, -EBUSY, err, "%s: an answer is still due", service);
	rc = say(peer, service, with, peer->limits.silence_ns, err);
	if (rc < 0)
		return rc;
	peer->due_id = peer->last_id;
	peer->heard_ns = clock_now_ns() + busy_ns;
	peer->answer_by_ns = peer->heard_ns + peer->limits.answer_ns;
	peer->hurry = false;
	return 0;
}

/* The answer may have lain there for long: silence counts from now, if not later. */
int peer_receive(struct peer *peer, json_t **result, struct err *err)
{
	int64_t now_ns = clock_now_ns(), id = peer->due_id;

	*result = NULL;
	if (!id)
		return complain(peer, -EINVAL, err, "nothing was asked");
	if (now_ns > peer->heard_ns) {
		peer->heard_ns = now_ns;
		peer->answer_by_ns = now_ns + peer->limits.answer_ns;
	}
	peer->due_id = 0;
	return answer_of(peer, id, id, result, err);
}

int peer_ask(struct peer *peer, const char *service, json_t *with, int64_t busy_ns,
	     json_t **result, struct err *err)
{
	int rc = peer_send(peer, service, with, busy_ns, err);

	*result = NULL;
	return rc < 0 ? rc : peer_receive(peer, result, err);
}

int peer_hurry(struct peer *peer, struct err *err)
{
	int rc = peer->due_id ? say(peer, "stop", NULL, HURRY_NS, err) : 0;

	if (rc < 0)
		return rc;
	peer->hurry = true;
	if (peer->heard_ns > clock_now_ns())
		peer->heard_ns = clock_now_ns();
	return 0;
}

int peer_fetch(struct peer *peer, const char *service, json_t *with, json_t **result,
	       struct err *err)
{
	int64_t until_ns = clock_now_ns() + peer->limits.fetch_ns, first_id = 0;
	struct err why;
	int rc;

	*result = NULL;
	do {
		why = (struct err){ 0 };
		rc = peer_send(peer, service, with, 0, &why);
		if (rc < 0)
			break;
		first_id = first_id ? first_id : peer->due_id;
		peer->due_id = 0;
		if (peer->answer_by_ns > until_ns)
			peer->answer_by_ns = until_ns;
		rc = answer_of(peer, first_id, peer->last_id, result, &why);
		if (rc == -EAGAIN && clock_wait_until_ns(clock_now_ns() + AGAIN_NS) < 0)
			rc = interrupted(peer, &why);
	} while ((rc == -EAGAIN || rc == -ETIMEDOUT) && clock_now_ns() < until_ns);
	return rc < 0 ? err_set(err, rc, "%s", why.text) : 0;
}

int peer_fetch_or_hurry(struct peer *peer, const char *service, json_t *with, bool hurry,
			json_t **result, struct err *err)
{
	int rc;

	if (!hurry)
		return peer_fetch(peer, service, with, result, err);
	*result = NULL;
	rc = peer_send(peer, service, with, 0, err);
	if (rc == 0)
		rc = peer_hurry(peer, err);
	return rc < 0 ? rc : peer_receive(peer, result, err);
}

/* Opening and closing. */

static int take_greeting(struct peer *peer, struct err *err)
{
	struct message message;
	int64_t start_ns = clock_now_ns();
	int rc;

	peer->heard_ns = start_ns;
	peer->answer_by_ns = start_ns + peer->limits.first_ns;
	rc = next_message(peer, &message, err);
	if (rc < 0)
		return rc;
	if (message.kind == MESSAGE_ERROR)
		return complain(peer, message.error.code, err, "%s", message.error.text);
	if (message.id != 0)
		return broken(peer, &message, err);
	snprintf(peer->version, sizeof(peer->version), "%s", message.version);
	message_fini(&message);
	peer->greeted = true;
	return 0;
}

static int hello(struct peer *peer, struct err *err)
{
	json_t *with = json_object(), *result;
	const char *place;
	char own[96];
	int rc;

	peer_place(own);
	json_object_set_new(with, "place", json_string(own));
	rc = peer_ask(peer, "hello", with, 0, &result, err);
	json_decref(with);
	if (rc < 0)
		return rc;
	place = json_string_value(json_object_get(result, "place"));
	snprintf(peer->place, sizeof(peer->place), "%s", place ? place : "");
	peer->services = json_incref(json_object_get(result, "services"));
	json_decref(result);
	return 0;
}

static struct peer *peer_new(const char *name, const struct peer_limits *limits)
{
	struct peer *peer = calloc(1, sizeof(*peer));
	int shown = (int)sizeof(peer->name) - (int)sizeof("far end '...'");

	if (!peer)
		return NULL;
	peer->limits = *limits;
	decoder_init(&peer->decoder, true);
	snprintf(peer->name, sizeof(peer->name), "far end '%.*s%s'", shown, name,
		 strlen(name) > (size_t)shown ? "..." : "");
	return peer;
}

static int peer_begin(struct peer **out, struct peer *peer, struct err *err)
{
	int rc = take_greeting(peer, err);

	if (rc == 0)
		rc = hello(peer, err);
	if (rc < 0) {
		peer_close(peer);
		return rc;
	}
	*out = peer;
	return 0;
}

int peer_open(struct peer **out, const struct transport_plan *plan, struct err *err)
{
	struct peer *peer = peer_new(plan->command, &peer_limits_default);
	int rc;

	*out = NULL;
	if (!peer)
		return err_set(err, -ENOMEM, "out of memory");
	rc = transport_open(&peer->transport, plan, err);
	if (rc < 0) {
		peer_close(peer);
		return rc;
	}
	peer->channel = transport_channel(peer->transport);
	return peer_begin(out, peer, err);
}

int peer_open_channel(struct peer **out, const struct channel *channel, const char *name,
		      const struct peer_limits *limits, struct err *err)
{
	struct peer *peer = peer_new(name, limits);

	*out = NULL;
	if (!peer)
		return err_set(err, -ENOMEM, "out of memory");
	peer->channel = *channel;
	return peer_begin(out, peer, err);
}

void peer_close(struct peer *peer)
{
	if (!peer)
		return;
	if (peer->greeted)
		say(peer, "bye", NULL, BYE_NS, NULL);
	transport_close(peer->transport);
	decoder_fini(&peer->decoder);
	json_decref(peer->services);
	free(peer);
}

const char *peer_name(const struct peer *peer)
{
	return peer->name;
}

const char *peer_version(const struct peer *peer)
{
	return peer->version;
}

bool peer_offers(const struct peer *peer, const char *service)
{
	for (size_t i = 0; i < json_array_size(peer->services); i++) {
		const char *name = json_string_value(json_array_get(peer->services, i));

		if (name && strcmp(name, service) == 0)
			return true;
	}
	return false;
}

/* What it said before is still there to be read; that it will say no more counts. */
bool peer_gone(const struct peer *peer)
{
	struct pollfd fd = { .fd = peer->channel.in_fd, .events = POLLRDHUP };

	return poll(&fd, 1, 0) > 0 && fd.revents & (POLLHUP | POLLRDHUP | POLLERR);
}

bool peer_is_here(const struct peer *peer)
{
	char own[96];

	peer_place(own);
	return own[0] && strcmp(own, peer->place) == 0;
}
