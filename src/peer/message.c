// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"

#define ID_MAX (1LL << 53)	/* what every JSON reader keeps exactly */

/* Numbers of errors differ between architectures; names do not. */
static const struct {
	int code;
	const char *name;
} codes[] = {
	{ -EAGAIN, "EAGAIN" },	     { -EBUSY, "EBUSY" },	  { -EINTR, "EINTR" },
	{ -EINVAL, "EINVAL" },	     { -EIO, "EIO" },		  { -EMSGSIZE, "EMSGSIZE" },
	{ -ENETDOWN, "ENETDOWN" },   { -ENODEV, "ENODEV" },	  { -ENOMEM, "ENOMEM" },
	{ -EOPNOTSUPP, "EOPNOTSUPP" }, { -EPERM, "EPERM" },	  { -EPROTO, "EPROTO" },
	{ -ETIMEDOUT, "ETIMEDOUT" }, { -EPROTONOSUPPORT, "EPROTONOSUPPORT" },
};

#define CODES (sizeof(codes) / sizeof(codes[0]))

static const char *code_name(int code)
{
	for (size_t i = 0; i < CODES; i++)
		if (codes[i].code == code)
			return codes[i].name;
	return "EIO";
}

static int code_find(const char *name)
{
	for (size_t i = 0; i < CODES; i++)
		if (strcmp(codes[i].name, name) == 0)
			return codes[i].code;
	return -EIO;
}

void message_fini(struct message *message)
{
	json_decref(message->body);
	message->body = NULL;
}

/* Text of any bytes: what is no ASCII becomes '?'. */
static json_t *ascii_to_json(const char *text)
{
	struct err clean = { 0 };

	err_set(&clean, -EIO, "%s", text);
	for (char *at = clean.text; *at; at++)
		if ((unsigned char)*at >= 0x80)
			*at = '?';
	return json_string(clean.text);
}

static json_t *error_to_json(const struct err *error)
{
	json_t *object = json_object();

	json_object_set_new(object, "code", json_string(code_name(error->code)));
	json_object_set_new(object, "text", ascii_to_json(error->text));
	return object;
}

static json_t *message_to_json(const struct message *message)
{
	json_t *object = json_object();
	json_t *body = message->body ? json_incref(message->body) : json_object();

	json_object_set_new(object, "etherdx", json_integer(PEER_PROTOCOL));
	json_object_set_new(object, "version", json_string(PACKAGE_VERSION));
	json_object_set_new(object, "id", json_integer(message->id));
	switch (message->kind) {
	case MESSAGE_REQUEST:
		json_object_set_new(object, "do", json_string(message->service));
		json_object_set(object, "with", body);
		break;
	case MESSAGE_RESULT:
		json_object_set(object, "result", body);
		break;
	case MESSAGE_ERROR:
		json_object_set_new(object, "error", error_to_json(&message->error));
		break;
	}
	json_decref(body);
	return object;
}

int message_encode(const struct message *message, char **line, size_t *len_bytes, struct err *err)
{
	json_t *object = message_to_json(message);
	char *text = object ? json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
	size_t len = text ? strlen(text) : 0;

	json_decref(object);
	if (!text)
		return err_set(err, -ENOMEM, "out of memory");
	if (len + 1 > MESSAGE_MAX_BYTES) {
		free(text);
		return err_set(err, -EMSGSIZE, "a message of %zu bytes; at most %u may be sent",
			       len, MESSAGE_MAX_BYTES);
	}
	text[len] = '\n';	/* in place of the NUL: a line has a length */
	*line = text;
	*len_bytes = len + 1;
	return 0;
}

/* Decoding. */

static void copy_word(char *out, size_t size, const json_t *string)
{
	const char *text = json_string_value(string);
	size_t n = 0;

	for (; text && text[n] && n + 1 < size; n++)
		out[n] = text[n] >= ' ' && text[n] < 0x7f ? text[n] : '?';
	out[n] = '\0';
}

static int check_protocol(struct message *message, const json_t *object, struct err *err)
{
	const json_t *number = json_object_get(object, "etherdx");
	json_int_t protocol = json_integer_value(number);

	if (!json_is_integer(number) || protocol < 1 || protocol > INT32_MAX)
		return err_set(err, -EPROTO, "a message without the number of its protocol");
	message->protocol = (int)protocol;
	copy_word(message->version, sizeof(message->version), json_object_get(object, "version"));
	if (protocol == PEER_PROTOCOL)
		return 0;
	return err_set(err, -EPROTONOSUPPORT,
		       "it speaks protocol %d (etherdx %s), this end protocol %d (etherdx %s): %s "
		       "is older; install the same version at both ends", message->protocol,
		       message->version[0] ? message->version : "of unknown version", PEER_PROTOCOL,
		       PACKAGE_VERSION, protocol < PEER_PROTOCOL ? "the far end" : "this end");
}

static bool is_service_name(const char *name)
{
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");

	return len > 0 && !name[len] && len < sizeof(((struct message *)0)->service);
}

static int take_body(struct message *message, json_t *body, const char *key, struct err *err)
{
	if (!body)
		body = json_object();
	else if (json_is_object(body))
		json_incref(body);
	else
		return err_set(err, -EPROTO, "a message whose \"%s\" is no object", key);
	message->body = body;
	return body ? 0 : err_set(err, -ENOMEM, "out of memory");
}

static int take_request(struct message *message, const json_t *object, struct err *err)
{
	const char *name = json_string_value(json_object_get(object, "do"));

	if (!name || !is_service_name(name))
		return err_set(err, -EPROTO, "a request whose \"do\" is no name of a service");
	message->kind = MESSAGE_REQUEST;
	copy_word(message->service, sizeof(message->service), json_object_get(object, "do"));
	return take_body(message, json_object_get(object, "with"), "with", err);
}

static int take_error(struct message *message, const json_t *error, struct err *err)
{
	const char *code = json_string_value(json_object_get(error, "code"));
	const char *text = json_string_value(json_object_get(error, "text"));

	if (!code || !text)
		return err_set(err, -EPROTO, "an error without \"code\" and \"text\"");
	message->kind = MESSAGE_ERROR;
	err_set(&message->error, code_find(code), "%s", text);
	return 0;
}

static int take_all(struct message *message, const json_t *object, struct err *err)
{
	const json_t *id = json_object_get(object, "id");
	json_t *result = json_object_get(object, "result");
	json_t *error = json_object_get(object, "error");
	bool request = json_object_get(object, "do") != NULL;
	int rc = check_protocol(message, object, err);

	if (rc < 0)
		return rc;
	message->id = json_integer_value(id);
	if (!json_is_integer(id) || message->id < 0 || message->id > ID_MAX)
		return err_set(err, -EPROTO, "a message without \"id\", a number from 0 on");
	if (request + (result != NULL) + (error != NULL) != 1)
		return err_set(err, -EPROTO,
			       "a message that is not one of request, result and error");
	if (request)
		return take_request(message, object, err);
	if (error)
		return take_error(message, error, err);
	message->kind = MESSAGE_RESULT;
	return take_body(message, result, "result", err);
}

int message_decode(struct message *message, const char *line, size_t len_bytes, struct err *err)
{
	json_error_t why;
	json_t *object = json_loadb(line, len_bytes, JSON_REJECT_DUPLICATES, &why);
	int rc;

	*message = (struct message){ 0 };
	if (!object)
		return err_set(err, -EPROTO, "what came is no message: not JSON (%.80s)", why.text);
	if (json_is_object(object))
		rc = take_all(message, object, err);
	else
		rc = err_set(err, -EPROTO, "what came is no message: JSON, but no object");
	json_decref(object);
	return rc;
}

/* The stream. */

void decoder_init(struct decoder *decoder, bool with_banner)
{
	*decoder = (struct decoder){ .in_banner = with_banner };
}

void decoder_fini(struct decoder *decoder)
{
	free(decoder->bytes);
	decoder->bytes = NULL;
}

static size_t waiting(const struct decoder *decoder)
{
	return decoder->len_bytes - decoder->at_bytes;
}

static void compact(struct decoder *decoder)
{
	if (decoder->at_bytes == 0)
		return;
	memmove(decoder->bytes, decoder->bytes + decoder->at_bytes, waiting(decoder));
	decoder->len_bytes = waiting(decoder);
	decoder->at_bytes = 0;
}

int decoder_add(struct decoder *decoder, const void *bytes, size_t len_bytes, struct err *err)
{
	size_t wanted = waiting(decoder) + len_bytes, room = decoder->room_bytes;
	char *more;

	if (len_bytes > MESSAGE_MAX_BYTES || wanted > 2 * MESSAGE_MAX_BYTES)
		return err_set(err, -EMSGSIZE, "more than %u bytes came at once",
			       2 * MESSAGE_MAX_BYTES);
	compact(decoder);
	while (room < wanted)
		room = room ? 2 * room : 4096;
	more = room > decoder->room_bytes ? realloc(decoder->bytes, room) : decoder->bytes;
	if (room && !more)
		return err_set(err, -ENOMEM, "out of memory");
	decoder->bytes = more;
	decoder->room_bytes = room;
	if (len_bytes)
		memcpy(decoder->bytes + decoder->len_bytes, bytes, len_bytes);
	decoder->len_bytes += len_bytes;
	return 0;
}

static void keep_said(struct decoder *decoder, char byte)
{
	if (byte == '\n') {
		decoder->said_ended = true;
		return;
	}
	if (byte == '\r' || (byte == ' ' && (decoder->said_ended || !decoder->said_bytes)))
		return;
	if (decoder->said_ended)
		decoder->said_bytes = 0;
	decoder->said_ended = false;
	if (decoder->said_bytes + 1 < sizeof(decoder->said))
		decoder->said[decoder->said_bytes++] = byte ? byte : '?';
	decoder->said[decoder->said_bytes] = '\0';
}

static void skip(struct decoder *decoder, size_t len_bytes)
{
	for (size_t i = 0; i < len_bytes; i++)
		keep_said(decoder, decoder->bytes[decoder->at_bytes + i]);
	decoder->at_bytes += len_bytes;
	decoder->skipped_bytes += len_bytes;
}

const char *decoder_said(struct decoder *decoder)
{
	if (decoder->in_banner && decoder->bytes)
		skip(decoder, waiting(decoder));
	return decoder->said;
}

/* True when the first message begins.  A banner need not end with a line end. */
static bool past_banner(struct decoder *decoder)
{
	static const size_t keep = sizeof(MESSAGE_BEGINS) - 2;
	const char *from = decoder->bytes + decoder->at_bytes;
	const char *begin = memmem(from, waiting(decoder), MESSAGE_BEGINS, keep + 1);

	if (begin)
		skip(decoder, (size_t)(begin - from));
	else if (waiting(decoder) > keep)
		skip(decoder, waiting(decoder) - keep);
	decoder->in_banner = !begin;
	return begin != NULL;
}

static bool is_blank(const char *line, size_t len_bytes)
{
	for (size_t i = 0; i < len_bytes; i++)
		if (line[i] != ' ' && line[i] != '\r' && line[i] != '\t')
			return false;
	return true;
}

/* The length of the next line without its end; -EAGAIN: it has not ended. */
static ssize_t next_line(struct decoder *decoder, struct err *err)
{
	const char *from = decoder->bytes + decoder->at_bytes;
	const char *end = memchr(from + decoder->looked_bytes, '\n',
				 waiting(decoder) - decoder->looked_bytes);
	size_t len = end ? (size_t)(end - from) : waiting(decoder);

	if (len >= MESSAGE_MAX_BYTES)
		return err_set(err, -EMSGSIZE, "a message of more than %u bytes",
			       MESSAGE_MAX_BYTES);
	if (end)
		return (ssize_t)len;
	decoder->looked_bytes = len;
	return -EAGAIN;
}

int decoder_next(struct decoder *decoder, struct message *message, struct err *err)
{
	while (waiting(decoder)) {
		const char *line;
		ssize_t len;
		bool blank;
		int rc;

		if (decoder->in_banner && !past_banner(decoder)) {
			if (decoder->skipped_bytes > BANNER_MAX_BYTES)
				return err_set(err, -EPROTO, "%u bytes came, and no message of an "
					       "etherdx agent among them", BANNER_MAX_BYTES);
			return 0;
		}
		len = next_line(decoder, err);
		if (len < 0)
			return len == -EAGAIN ? 0 : (int)len;
		line = decoder->bytes + decoder->at_bytes;
		blank = is_blank(line, (size_t)len);
		rc = blank ? 0 : message_decode(message, line, (size_t)len, err);
		if (rc < 0)
			return rc;
		decoder->at_bytes += (size_t)len + 1;
		decoder->looked_bytes = 0;
		if (!blank)
			return 1;
	}
	return 0;
}
