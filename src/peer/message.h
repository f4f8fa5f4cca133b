/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PEER_MESSAGE_H
#define PEER_MESSAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * What the two ends say to each other: one JSON object a line, ASCII only.
 *
 *   {"etherdx":1,"version":"0.1.0","id":7,"do":"probe","with":{...}}	request
 *   {"etherdx":1,"version":"0.1.0","id":7,"result":{...}}		its answer
 *   {"etherdx":1,"version":"0.1.0","id":7,"error":{"code":"ENODEV","text":"..."}}
 *
 * "etherdx" is the number of the protocol and stands first; that and "version",
 * the version of the program, are so in every protocol there will be.  An
 * answer with id 0 belongs to the session: the greeting of the agent, which
 * speaks first, and the reason why it ends the session.
 */
#define PEER_PROTOCOL 1
#define MESSAGE_BEGINS "{\"etherdx\":"
#define MESSAGE_MAX_BYTES (1u << 20)	/* of a line */
#define BANNER_MAX_BYTES (64u << 10)	/* of everything before the first message */

enum message_kind { MESSAGE_REQUEST, MESSAGE_RESULT, MESSAGE_ERROR };

struct message {
	enum message_kind kind;
	int protocol;		/* set by decoding; encoding writes PEER_PROTOCOL */
	int64_t id;
	char service[32];	/* of a request: a-z, 0-9, '_' and '-' */
	char version[32];	/* of the sender's program, empty when it is not told */
	json_t *body;		/* an object: parameters or result; owned */
	struct err error;	/* of MESSAGE_ERROR */
};

void message_fini(struct message *message);

/* A line with its end, freed by the caller.  -EMSGSIZE, -ENOMEM. */
int message_encode(const struct message *message, char **line, size_t *len_bytes,
		   struct err *err);

/*
 * Errors: -EPROTO: not JSON, or of the wrong shape; -EPROTONOSUPPORT: another
 * protocol (protocol and version are filled).  err is without a subject: the
 * caller knows who said it.  After an error there is nothing to fini.
 */
int message_decode(struct message *message, const char *line, size_t len_bytes, struct err *err);

/* Messages out of a stream that comes in pieces of any size. */
struct decoder {
	char *bytes;
	size_t at_bytes, len_bytes, room_bytes;
	size_t looked_bytes;	/* from at_bytes on: no line ends there */
	bool in_banner;
	size_t skipped_bytes;
	char said[96];		/* the last line of the banner, cut */
	size_t said_bytes;
	bool said_ended;
};

/* with_banner: whatever comes before the first message is skipped, up to BANNER_MAX_BYTES. */
void decoder_init(struct decoder *decoder, bool with_banner);
void decoder_fini(struct decoder *decoder);

/* -ENOMEM, or -EMSGSIZE when more waits than two messages can have. */
int decoder_add(struct decoder *decoder, const void *bytes, size_t len_bytes, struct err *err);

/*
 * 1 with a message, 0 when more bytes are wanted, or an error of
 * message_decode, -EMSGSIZE, -EPROTO after too long a banner.  After an error
 * the stream is of no use any more: the same error comes again.
 */
int decoder_next(struct decoder *decoder, struct message *message, struct err *err);

/* The last line that was skipped as banner, "" when there was none; borrowed. */
const char *decoder_said(struct decoder *decoder);

#endif
