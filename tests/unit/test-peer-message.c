// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/message.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define HEAD "{\"etherdx\":1,\"version\":\"9.8.7\",\"id\":3,"

static int decode(struct message *message, const char *line, struct err *err)
{
	*err = (struct err){ 0 };
	return message_decode(message, line, strlen(line), err);
}

static void what_is_sent_arrives(void **state)
{
	struct message sent = { .kind = MESSAGE_REQUEST, .id = 7, .service = "probe" };
	struct message got;
	struct err err = { 0 };
	size_t len;
	char *line;

	(void)state;
	sent.body = json_pack("{s:s, s:f}", "iface", "eth\xc3\xa9\n", "window_s", 0.5);
	assert_int_equal(message_encode(&sent, &line, &len, &err), 0);
	assert_int_equal(line[len - 1], '\n');
	assert_null(memchr(line, '\n', len - 1));
	assert_memory_equal(line, MESSAGE_BEGINS, strlen(MESSAGE_BEGINS));
	for (size_t i = 0; i < len; i++)
		assert_true((unsigned char)line[i] < 0x80);
	assert_int_equal(message_decode(&got, line, len, &err), 0);
	assert_int_equal(got.kind, MESSAGE_REQUEST);
	assert_int_equal(got.id, 7);
	assert_int_equal(got.protocol, PEER_PROTOCOL);
	assert_string_equal(got.service, "probe");
	assert_true(json_equal(got.body, sent.body));
	message_fini(&got);
	message_fini(&sent);
	free(line);
}

static void an_error_keeps_its_name_and_text(void **state)
{
	struct message sent = { .kind = MESSAGE_ERROR, .id = 2 }, got;
	struct err err = { 0 };
	size_t len;
	char *line;

	(void)state;
	err_set(&sent.error, -ENODEV, "eth\xff\x1b[9: no such interface");
	assert_int_equal(message_encode(&sent, &line, &len, &err), 0);
	assert_int_equal(message_decode(&got, line, len, &err), 0);
	assert_int_equal(got.kind, MESSAGE_ERROR);
	assert_int_equal(got.error.code, -ENODEV);
	assert_string_equal(got.error.text, "eth??[9: no such interface");
	message_fini(&got);
	free(line);
}

static void too_much_is_not_sent(void **state)
{
	struct message sent = { .kind = MESSAGE_RESULT, .id = 1, .body = json_object() };
	char *text = calloc(1, MESSAGE_MAX_BYTES + 1), *line;
	struct err err = { 0 };
	size_t len;

	(void)state;
	memset(text, 'x', MESSAGE_MAX_BYTES);
	json_object_set_new(sent.body, "text", json_string(text));
	assert_int_equal(message_encode(&sent, &line, &len, &err), -EMSGSIZE);
	assert_non_null(strstr(err.text, "bytes"));
	message_fini(&sent);
	free(text);
}

static void what_is_no_message(void **state)
{
	static const char *const bad[] = {
		"", "hello", "\xff\xfe", "[]", "1", "null", "{", "{}", "{}}", "{\"id\":1}",
		"{\"etherdx\":\"1\",\"id\":1,\"result\":{}}",
		"{\"etherdx\":0,\"id\":1,\"result\":{}}",
		"{\"etherdx\":1,\"result\":{}}",
		"{\"etherdx\":1,\"etherdx\":1,\"id\":1,\"result\":{}}",
		"{\"etherdx\":1,\"id\":-1,\"result\":{}}",
		"{\"etherdx\":1,\"id\":9007199254740993,\"result\":{}}",
		"{\"etherdx\":1,\"id\":1.5,\"result\":{}}",
		"{\"etherdx\":1,\"id\":99999999999999999999,\"result\":{}}",
		HEAD "\"result\":[]}", HEAD "\"result\":null}", HEAD "\"do\":\"\"}",
		HEAD "\"do\":7}", HEAD "\"do\":\"../agent\"}", HEAD "\"do\":\"a b\"}",
		HEAD "\"do\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
		HEAD "\"do\":\"probe\",\"with\":7}", HEAD "\"do\":\"probe\",\"result\":{}}",
		HEAD "\"error\":\"no\"}", HEAD "\"error\":{\"code\":\"EIO\"}}",
		HEAD "\"error\":{\"code\":5,\"text\":\"no\"}}",
		HEAD "\"result\":{\"a\\u0000b\":1}}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct message message;
		struct err err;

		if (decode(&message, bad[i], &err) != -EPROTO || !err.text[0])
			fail_msg("accepted: %s", bad[i]);
		assert_null(message.body);
	}
}

static void another_protocol_says_who_is_older(void **state)
{
	struct message message;
	struct err err;

	(void)state;
	assert_int_equal(decode(&message, "{\"etherdx\":2,\"version\":\"9.9.9\",\"new\":[]}", &err),
			 -EPROTONOSUPPORT);
	assert_non_null(strstr(err.text, "protocol 2 (etherdx 9.9.9)"));
	assert_non_null(strstr(err.text, "this end is older"));
	assert_int_equal(message.protocol, 2);
	assert_string_equal(message.version, "9.9.9");
}

static void unknown_things_are_left_out(void **state)
{
	struct message message;
	struct err err;

	(void)state;
	assert_int_equal(decode(&message, " {\"id\":3,\"more\":[1],\"etherdx\":1,"
					  "\"do\":\"x-1_y\"}\r", &err), 0);
	assert_string_equal(message.service, "x-1_y");
	assert_string_equal(message.version, "");
	assert_int_equal(json_object_size(message.body), 0);
	message_fini(&message);
	assert_int_equal(decode(&message, HEAD "\"error\":{\"code\":\"EWHAT\","
					  "\"text\":\"new\"}}", &err), 0);
	assert_int_equal(message.error.code, -EIO);
	message_fini(&message);
}

/* Feeds text in pieces; returns the last rc, counts messages and sums their ids. */
static int feed(struct decoder *decoder, const char *text, size_t len, size_t piece, int *count,
		int64_t *ids, struct err *err)
{
	for (size_t at = 0; at < len; at += piece) {
		struct message message;
		int rc = decoder_add(decoder, text + at, len - at < piece ? len - at : piece, err);

		if (rc < 0)
			return rc;
		while ((rc = decoder_next(decoder, &message, err)) > 0) {
			++*count;
			*ids += message.id;
			message_fini(&message);
		}
		if (rc < 0)
			return rc;
	}
	return 0;
}

static void pieces_of_any_size(void **state)
{
	static const char text[] =
		"Welcome to node2\r\nLast login: today\nno line end$ "
		"{\"etherdx\":1,\"id\":1,\"result\":{}}\n\n\r\n"
		"{\"etherdx\":1,\"id\":2,\"result\":{\"a\":\"b\"}}\r\n"
		"{\"etherdx\":1,\"id\":4,\"do\":\"bye\"}\n";

	(void)state;
	for (size_t piece = 1; piece <= sizeof(text); piece++) {
		struct decoder decoder;
		struct err err = { 0 };
		int64_t ids = 0;
		int count = 0;

		decoder_init(&decoder, true);
		assert_int_equal(feed(&decoder, text, sizeof(text) - 1, piece, &count, &ids, &err),
				 0);
		assert_int_equal(count, 3);
		assert_int_equal(ids, 7);
		assert_string_equal(decoder_said(&decoder), "no line end$ ");
		decoder_fini(&decoder);
	}
}

static void without_a_banner_every_line_counts(void **state)
{
	static const char text[] = "Welcome\n{\"etherdx\":1,\"id\":1,\"result\":{}}\n";
	struct decoder decoder;
	struct err err = { 0 };
	int64_t ids = 0;
	int count = 0;

	(void)state;
	decoder_init(&decoder, false);
	assert_int_equal(feed(&decoder, text, sizeof(text) - 1, 3, &count, &ids, &err), -EPROTO);
	assert_int_equal(count, 0);
	/* The same again: nobody goes on by mistake. */
	assert_int_equal(feed(&decoder, "", 1, 1, &count, &ids, &err), -EPROTO);
	decoder_fini(&decoder);
}

static void a_banner_ends(void **state)
{
	char *text = malloc(2 * BANNER_MAX_BYTES);
	struct decoder decoder;
	struct err err = { 0 };
	int64_t ids = 0;
	int count = 0;

	(void)state;
	memset(text, '#', 2 * BANNER_MAX_BYTES);
	decoder_init(&decoder, true);
	assert_int_equal(feed(&decoder, text, BANNER_MAX_BYTES, 1000, &count, &ids, &err), 0);
	assert_int_equal(feed(&decoder, text, BANNER_MAX_BYTES, 1000, &count, &ids, &err), -EPROTO);
	assert_non_null(strstr(err.text, "no message of an etherdx agent"));
	assert_int_equal(strlen(decoder_said(&decoder)), sizeof(decoder.said) - 1);
	decoder_fini(&decoder);
	free(text);
}

static void the_last_words_of_a_banner(void **state)
{
	static const struct {
		const char *text, *said;
	} rows[] = {
		{ "", "" },
		{ "\n\n", "" },
		{ "sh: etherdx: not found\n", "sh: etherdx: not found" },
		{ "Welcome\n\n  bash: no\r\n\n", "bash: no" },
		{ "a\nb", "b" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct decoder decoder;
		struct err err = { 0 };
		int64_t ids = 0;
		int count = 0;

		decoder_init(&decoder, true);
		feed(&decoder, rows[i].text, strlen(rows[i].text), 2, &count, &ids, &err);
		assert_string_equal(decoder_said(&decoder), rows[i].said);
		decoder_fini(&decoder);
	}
}

/* A line of this length with its end, in which a message stands. */
static char *long_line(size_t len)
{
	static const char head[] = "{\"etherdx\":1,\"id\":1,\"result\":{\"a\":\"";
	static const char tail[] = "\"}}\n";
	char *line = malloc(len);

	memset(line, 'x', len);
	memcpy(line, head, sizeof(head) - 1);
	memcpy(line + len - sizeof(tail) + 1, tail, sizeof(tail) - 1);
	return line;
}

static void the_longest_line_and_one_byte_more(void **state)
{
	(void)state;
	for (size_t more = 0; more < 2; more++) {
		size_t len = MESSAGE_MAX_BYTES + more;
		char *line = long_line(len);
		struct decoder decoder;
		struct err err = { 0 };
		int64_t ids = 0;
		int count = 0;

		decoder_init(&decoder, true);
		assert_int_equal(feed(&decoder, line, len, 16384, &count, &ids, &err),
				 more ? -EMSGSIZE : 0);
		assert_int_equal(count, more ? 0 : 1);
		decoder_fini(&decoder);
		free(line);
	}
}

static void no_line_end_takes_no_more_memory(void **state)
{
	char *text = calloc(1, 65536);
	struct decoder decoder;
	struct err err = { 0 };
	int64_t ids = 0;
	int count = 0, rc = 0;

	(void)state;
	decoder_init(&decoder, false);
	for (int i = 0; i < 64 && rc == 0; i++)
		rc = feed(&decoder, text, 65536, 65536, &count, &ids, &err);
	assert_int_equal(rc, -EMSGSIZE);
	assert_true(decoder.room_bytes <= 2 * MESSAGE_MAX_BYTES);
	decoder_fini(&decoder);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_sent_arrives),
		cmocka_unit_test(an_error_keeps_its_name_and_text),
		cmocka_unit_test(too_much_is_not_sent),
		cmocka_unit_test(what_is_no_message),
		cmocka_unit_test(another_protocol_says_who_is_older),
		cmocka_unit_test(unknown_things_are_left_out),
		cmocka_unit_test(pieces_of_any_size),
		cmocka_unit_test(without_a_banner_every_line_counts),
		cmocka_unit_test(a_banner_ends),
		cmocka_unit_test(the_last_words_of_a_banner),
		cmocka_unit_test(the_longest_line_and_one_byte_more),
		cmocka_unit_test(no_line_end_takes_no_more_memory),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("peer-message", tests, NULL, NULL);
}
