// SPDX-License-Identifier: GPL-3.0-or-later
/* What the lab socket says: of its own side, and nothing that is not in this list. */
#include "lab/report-socket.h"

#include <errno.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/lab-socket.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static json_t *said(const struct lab_counters *counters, const struct lab_report *report)
{
	char *text = report_socket_text(counters, report);
	json_t *object = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;

	assert_non_null(object);
	assert_true(strlen(text) < LAB_SOCKET_BYTES_MAX);
	free(text);
	return object;
}

static void nothing_but_these_keys(void **state)
{
	static const char *const counter[] = {
		"tx_frames", "tx_bytes", "rx_frames", "rx_bytes", "collisions", "single_collisions",
		"multiple_collisions", "late_collisions", "excessive_collisions", "tx_aborted",
		"deferred", "fcs_errors", "alignment_errors", "fragments", "tiny", "carrier_errors",
		"carrier_changes", "rx_missed",
	};
	struct lab_counters counters = { .late_collisions = 7 };
	struct lab_report report = { .speed_mbps = 100 };
	json_t *object = said(&counters, &report);
	const json_t *numbers = json_object_get(object, "counters");

	(void)state;
	assert_int_equal(json_object_size(object), 2);
	assert_int_equal(json_object_size(numbers), COUNT(counter));
	for (size_t i = 0; i < COUNT(counter); i++)
		assert_true(json_is_integer(json_object_get(numbers, counter[i])));
	assert_int_equal(json_integer_value(json_object_get(numbers, "late_collisions")), 7);
	json_decref(object);
}

static void sixteen_words(void **state)
{
	struct lab_counters counters = { 0 };
	struct lab_report report = { .mii = { 0x3100, [15] = 0xffff } };
	json_t *object = said(&counters, &report);
	const json_t *words = json_object_get(object, "mii");

	(void)state;
	assert_int_equal(json_array_size(words), LAB_SOCKET_WORDS);
	assert_int_equal(json_integer_value(json_array_get(words, 0)), 0x3100);
	assert_int_equal(json_integer_value(json_array_get(words, 15)), 0xffff);
	json_decref(object);
}

/* The longest text there can be still fits what the other side takes. */
static void longest(void **state)
{
	struct lab_counters counters;
	struct lab_report report;
	json_t *object;

	(void)state;
	memset(&counters, 0x7f, sizeof(counters));
	memset(&report, 0xff, sizeof(report));
	object = said(&counters, &report);
	json_decref(object);
}

static void served_by_name(void **state)
{
	char name[64], text[16];
	struct err err = { 0 };
	int listening, asking;

	(void)state;
	snprintf(name, sizeof(name), "etherdx-test/%d", (int)getpid());
	assert_int_equal(abstract_connect(name), -ECONNREFUSED);
	listening = abstract_listen(name, &err);
	assert_true(listening >= 0);
	assert_int_equal(abstract_listen(name, &err), -EADDRINUSE);
	report_socket_answer(listening, "nobody knocked");
	asking = abstract_connect(name);
	if (geteuid() != 0) {
		assert_int_equal(asking, -ECONNREFUSED);
	} else {
		assert_true(asking >= 0);
		report_socket_answer(listening, "{}");
		assert_int_equal(recv(asking, text, sizeof(text), 0), 2);
		assert_int_equal(recv(asking, text, sizeof(text), 0), 0);
		close(asking);
	}
	close(listening);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_but_these_keys),
		cmocka_unit_test(sixteen_words),
		cmocka_unit_test(longest),
		cmocka_unit_test(served_by_name),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("lab-report-socket", tests, NULL, NULL);
}
