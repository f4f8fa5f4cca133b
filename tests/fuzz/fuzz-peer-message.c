// SPDX-License-Identifier: GPL-3.0-or-later
/* A stream from a peer.  The first byte chooses: with a banner or not, and the size of pieces. */
#include "standalone.h"

#include <errno.h>
#include <string.h>

#include "peer/message.h"

#define PIECE_MASK 0x7f
#define WITH_BANNER 0x80

struct seen {
	unsigned int count;
	int rc;
	int64_t ids;
};

static void check_message(const struct message *m)
{
	struct message again;
	struct err err = { 0 };
	size_t len;
	char *line;

	FUZZ_CHECK(m->protocol == PEER_PROTOCOL && m->id >= 0);
	FUZZ_CHECK(memchr(m->version, '\0', sizeof(m->version)) != NULL);
	FUZZ_CHECK((m->kind == MESSAGE_REQUEST) == (m->service[0] != '\0'));
	FUZZ_CHECK((m->kind == MESSAGE_ERROR) == (m->error.code < 0));
	FUZZ_CHECK(m->kind == MESSAGE_ERROR ? !m->body : json_is_object(m->body));
	/* Written anew it may become too long: \u escapes. */
	if (message_encode(m, &line, &len, &err) < 0) {
		FUZZ_CHECK(err.code == -EMSGSIZE);
		return;
	}
	FUZZ_CHECK(len <= MESSAGE_MAX_BYTES && memchr(line, '\n', len) == line + len - 1);
	FUZZ_CHECK(message_decode(&again, line, len, &err) == 0);
	FUZZ_CHECK(again.kind == m->kind && again.id == m->id);
	FUZZ_CHECK(strcmp(again.service, m->service) == 0);
	FUZZ_CHECK(!m->body || json_equal(again.body, m->body));
	message_fini(&again);
	free(line);
}

static struct seen run(const uint8_t *data, size_t size, bool with_banner, size_t piece)
{
	struct seen seen = { 0 };
	struct decoder decoder;
	struct err err = { 0 };

	decoder_init(&decoder, with_banner);
	for (size_t at = 0; at < size && seen.rc == 0; at += piece) {
		size_t len = size - at < piece ? size - at : piece;
		struct message message;

		seen.rc = decoder_add(&decoder, data + at, len, &err);
		while (seen.rc == 0 && (seen.rc = decoder_next(&decoder, &message, &err)) > 0) {
			check_message(&message);
			seen.count++;
			seen.ids += message.id;
			message_fini(&message);
			seen.rc = 0;
		}
	}
	FUZZ_CHECK(seen.rc == 0 || (err.code == seen.rc && err.text[0]));
	if (seen.rc < 0) {
		struct message message;

		FUZZ_CHECK(decoder_next(&decoder, &message, NULL) == seen.rc);
	}
	FUZZ_CHECK(strlen(decoder_said(&decoder)) < sizeof(decoder.said));
	decoder_fini(&decoder);
	return seen;
}

/* In whatever pieces it comes, the same is understood. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct seen whole, pieces;
	bool with_banner;

	if (size == 0 || size > MESSAGE_MAX_BYTES)
		return 0;
	with_banner = data[0] & WITH_BANNER;
	pieces = run(data + 1, size - 1, with_banner, (data[0] & PIECE_MASK) + 1);
	whole = run(data + 1, size - 1, with_banner, size);
	FUZZ_CHECK(pieces.count == whole.count && pieces.ids == whole.ids);
	FUZZ_CHECK(pieces.rc == whole.rc || size > BANNER_MAX_BYTES);
	return 0;
}
