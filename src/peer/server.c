// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "config.h"
#include "peer/message.h"
#include "peer/session.h"

#define NS_PER_S 1000000000LL
#define CHUNK_BYTES 16384
#define STOPPED_WRITE_NS NS_PER_S

const struct server_limits server_limits_default = {
	.idle_ns = 60 * NS_PER_S,
	.write_ns = 60 * NS_PER_S,
	.requests = 10000,
};

struct server {
	struct channel channel;
	struct decoder decoder;
	const struct service *services;
	const struct server_limits *limits;
	unsigned int requests;
	int write_rc;		/* of the first write that failed */
	bool ending, stopped;
	struct err broken;	/* a request that ends the session */
};

static int tell(struct server *server, const struct message *message)
{
	char *line;
	size_t len;
	struct err err = { 0 };
	int rc = message_encode(message, &line, &len, &err);

	if (rc == -EMSGSIZE && message->kind == MESSAGE_RESULT) {
		struct message instead = { .kind = MESSAGE_ERROR, .id = message->id, .error = err };

		return tell(server, &instead);
	}
	if (rc == 0) {
		rc = channel_write(&server->channel, line, len, clock_now_ns() +
				   (server->stopped ? STOPPED_WRITE_NS : server->limits->write_ns));
		free(line);
	}
	if (rc < 0 && server->write_rc == 0)
		server->write_rc = rc;
	return rc;
}

/* err is filled: the near end is told why. */
static int tell_error(struct server *server, int64_t id, const struct err *err)
{
	struct message message = { .kind = MESSAGE_ERROR, .id = id, .error = *err };

	return tell(server, &message);
}

static int tell_result(struct server *server, int64_t id, json_t *result)
{
	struct message message = { .kind = MESSAGE_RESULT, .id = id, .body = result };

	return tell(server, &message);
}

static json_t *hello(const struct server *server)
{
	json_t *object = json_object(), *names = json_array();
	char place[96];

	peer_place(place);
	for (const struct service *s = server->services; s->name; s++)
		json_array_append_new(names, json_string(s->name));
	json_object_set_new(object, "place", json_string(place));
	json_object_set_new(object, "services", names);
	return object;
}

static const struct service *service_find(const struct server *server, const char *name)
{
	for (const struct service *s = server->services; s->name; s++)
		if (strcmp(s->name, name) == 0)
			return s;
	return NULL;
}

static int no_service(const struct server *server, const char *name, struct err *err)
{
	char have[200];
	size_t len = (size_t)snprintf(have, sizeof(have), "hello bye");

	for (const struct service *s = server->services; s->name && len < sizeof(have); s++)
		len += (size_t)snprintf(have + len, sizeof(have) - len, " %s", s->name);
	return err_set(err, -EOPNOTSUPP,
		       "%s: this agent (etherdx %s) has no such service (have: %s)", name,
		       PACKAGE_VERSION, have);
}

static void serve(struct server *server, const struct message *message)
{
	const struct service *service = service_find(server, message->service);
	struct err err = { 0 };
	json_t *result = NULL;
	int rc = 0;

	if (strcmp(message->service, "hello") == 0)
		result = hello(server);
	else if (strcmp(message->service, "bye") == 0)
		server->ending = true;
	else if (service)
		rc = service->handle(server, message->body, &result, &err);
	else if (strcmp(message->service, "stop") != 0)	/* too late: nothing runs */
		rc = no_service(server, message->service, &err);
	if (rc < 0) {
		err_set(&err, rc, "%s: %s", message->service, strerror(-rc));
		tell_error(server, message->id, &err);
	} else {
		tell_result(server, message->id, result);
	}
	json_decref(result);
}

/* Only requests come this way; all of them are counted. */
static int check_request(struct server *server, struct message *message)
{
	struct err *broken = &server->broken;

	if (message->kind != MESSAGE_REQUEST)
		err_set(broken, -EPROTO, "an answer was sent to an agent, which asks nothing");
	else if (message->id == 0)
		err_set(broken, -EPROTO, "a request with id 0; ids begin with 1");
	else if (++server->requests > server->limits->requests)
		err_set(broken, -EPROTO, "more than %u requests in one session",
			server->limits->requests);
	if (broken->code == 0)
		return 1;
	message_fini(message);
	return broken->code;
}

/* "This end" of message_decode would be the far end of who reads it. */
static void other_protocol(struct err *err, const struct message *message)
{
	*err = (struct err){ 0 };
	err_set(err, -EPROTONOSUPPORT,
		"the near end (etherdx %s) speaks protocol %d, this agent protocol %d "
		"(etherdx %s): the %s is older; install the same version at both ends",
		message->version[0] ? message->version : "of unknown version", message->protocol,
		PEER_PROTOCOL, PACKAGE_VERSION,
		message->protocol < PEER_PROTOCOL ? "near end" : "agent");
}

/* Once stopped, nothing more is read; what is left to say is still written. */
static int stop(struct server *server)
{
	server->stopped = true;
	server->channel.stop_fd = -1;
	return -EINTR;
}

/* 1 with a request; 0 at the end of the stream; -ETIMEDOUT; -EINTR; or why the
 * stream is of no use any more. */
static int next_request(struct server *server, struct message *message, int64_t deadline_ns,
			struct err *err)
{
	char chunk[CHUNK_BYTES];
	ssize_t got;
	int rc;

	while (!server->stopped && server->broken.code == 0) {
		rc = decoder_next(&server->decoder, message, err);
		if (rc > 0 && check_request(server, message) > 0)
			return 1;
		if (rc == -EPROTONOSUPPORT)
			other_protocol(err, message);
		if (rc < 0)
			return rc;
		if (rc > 0)
			break;
		got = channel_read(&server->channel, chunk, sizeof(chunk), deadline_ns);
		if (got == -EINTR)
			return stop(server);
		if (got <= 0)
			return (int)got;
		rc = decoder_add(&server->decoder, chunk, (size_t)got, err);
		if (rc < 0)
			return rc;
	}
	if (server->stopped)
		return -EINTR;
	return err_set(err, server->broken.code, "%s", server->broken.text);
}

/* What is asked while a service waits.  False: it shall end. */
static bool serve_meanwhile(struct server *server, const struct message *message)
{
	struct err busy = { 0 };

	server->ending = strcmp(message->service, "bye") == 0;
	if (server->ending || strcmp(message->service, "stop") == 0) {
		tell_result(server, message->id, NULL);
		return false;
	}
	err_set(&busy, -EBUSY, "%s: the agent is busy with another request", message->service);
	return tell_error(server, message->id, &busy) == 0;
}

int server_wait_until_ns(struct server *server, int64_t deadline_ns)
{
	bool go_on = true;

	while (go_on) {
		struct message message;
		struct err ignored = { 0 };
		int rc = next_request(server, &message, deadline_ns, &ignored);

		/* Garbage is still there, and is told of when it is met again. */
		if (rc <= 0)
			return rc == -ETIMEDOUT ? 0 : -EINTR;
		go_on = serve_meanwhile(server, &message);
		message_fini(&message);
	}
	return -EINTR;
}

/* Why the session ends, for the near end; 0 when that is as it should be. */
static int give_up(struct server *server, int rc, struct err *why, struct err *err)
{
	if (rc == -ETIMEDOUT)
		err_set(why, rc, "nothing was asked for %d s; the agent ends",
			(int)(server->limits->idle_ns / NS_PER_S));
	if (rc == -EINTR)
		err_set(why, rc, "the agent was told to end");
	err_set(why, rc, "the agent cannot read: %s", strerror(-rc));
	tell_error(server, 0, why);
	return rc == -ETIMEDOUT || rc == -EINTR ? 0 : err_set(err, rc, "%s", why->text);
}

static int run(struct server *server, struct err *err)
{
	while (!server->ending && server->write_rc == 0) {
		struct message message;
		struct err why = { 0 };
		int rc = next_request(server, &message, clock_now_ns() + server->limits->idle_ns,
				      &why);

		if (rc == 0)
			return 0;
		if (rc < 0)
			return give_up(server, rc, &why, err);
		serve(server, &message);
		message_fini(&message);
	}
	if (server->ending || server->write_rc == -EPIPE || server->write_rc == -EINTR)
		return 0;
	return err_set(err, server->write_rc, "cannot answer: %s", strerror(-server->write_rc));
}

int server_run(const struct channel *channel, const struct service *services,
	       const struct server_limits *limits, struct err *err)
{
	struct server server = { .channel = *channel, .services = services, .limits = limits };
	int rc;

	decoder_init(&server.decoder, false);
	tell_result(&server, 0, NULL);
	rc = run(&server, err);
	decoder_fini(&server.decoder);
	return rc;
}
