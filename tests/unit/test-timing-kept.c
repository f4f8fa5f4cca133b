// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/kept.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static char file[] = "/tmp/test-timing-kept-XXXXXX";

static int make_file(void **state)
{
	int fd = mkstemp(file);

	(void)state;
	return fd < 0 || close(fd) < 0 ? -1 : 0;
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(file);
}

static void write_file(const char *text)
{
	FILE *out = fopen(file, "w");

	assert_non_null(out);
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
}

/* Nothing is lost: delays between two clocks have 18 digits. */
static void kept_is_what_was_given(void **state)
{
	struct timing_point point[] = {
		{ .size_bytes = 64, .block = 0, .time_s = 1796053200.25, .delay_ns = 37000000123.0 },
		{ .size_bytes = 9018, .block = 4000000, .time_s = 1796053201, .delay_ns = -5.5 },
	};
	struct timing_kept in = {
		.taken = "2026-11-30T12:00:00Z", .stamps = TIMING_STAMPS_COMPLETION,
		.two_clocks = true, .rate_in_mbps = 1000, .rate_out_mbps = 2500, .resolution_ns = 1,
		.sent = 3, .from = { "02:00:00:00:00:01", "igb", 3 },
		.to = { "02:00:00:00:00:02", "igc", -1 }, .point = point, .count = ROWS(point),
	};
	struct timing_kept out;

	(void)state;
	assert_int_equal(timing_kept_save(&in, file, NULL), 0);
	assert_int_equal(timing_kept_load(&out, file, false, NULL), 0);
	assert_string_equal(out.taken, in.taken);
	assert_int_equal(out.stamps, in.stamps);
	assert_true(out.two_clocks);
	assert_true(out.rate_in_mbps == 1000 && out.rate_out_mbps == 2500);
	assert_int_equal(out.sent, 3);
	assert_string_equal(out.from.mac, in.from.mac);
	assert_string_equal(out.to.driver, "igc");
	assert_int_equal(out.from.moderation_us, 3);
	assert_int_equal(out.to.moderation_us, -1);
	assert_int_equal(out.count, 2);
	for (size_t i = 0; i < ROWS(point); i++) {
		assert_int_equal(out.point[i].size_bytes, point[i].size_bytes);
		assert_int_equal(out.point[i].block, point[i].block);
		assert_int_equal(out.point[i].leg, TIMING_DIRECT);
		assert_true(out.point[i].time_s == point[i].time_s);
		assert_true(out.point[i].delay_ns == point[i].delay_ns);
	}
	timing_kept_fini(&out);
}

/* There and back: one number more, and not to be mixed up with one way. */
static void round_trips(void **state)
{
	struct timing_point point[] = {
		{ .size_bytes = 64, .back_bytes = 1518, .time_s = 1, .delay_ns = 20000 },
		{ .size_bytes = 1518, .back_bytes = 64, .time_s = 2, .delay_ns = 20001 },
	};
	struct timing_kept in = { .stamps = TIMING_STAMPS_SOFTWARE, .trips = true, .rate_in_mbps = 100,
				  .rate_out_mbps = 10, .point = point, .count = ROWS(point) }, out;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(timing_kept_save(&in, file, NULL), 0);
	assert_int_equal(timing_kept_load(&out, file, true, NULL), 0);
	assert_int_equal(out.count, 2);
	assert_int_equal(out.point[0].back_bytes, 1518);
	assert_int_equal(out.point[1].back_bytes, 64);
	timing_kept_fini(&out);
	assert_int_equal(timing_kept_load(&out, file, false, &err), -EBADMSG);
	assert_non_null(strstr(err.text, "there and back"));
	timing_kept_fini(&out);
	in.trips = false;
	assert_int_equal(timing_kept_save(&in, file, NULL), 0);
	err = (struct err){ 0 };
	assert_int_equal(timing_kept_load(&out, file, true, &err), -EBADMSG);
	assert_non_null(strstr(err.text, "one way"));
	timing_kept_fini(&out);
}

#define HEAD "{\"schema\":\"etherdx-timing-leg/1\",\"stamps\":\"software\"," \
	"\"rate_in_mbps\":1000,\"rate_out_mbps\":1000,"

static void refused(void **state)
{
	static const char *const text[] = {
		"", "{}", "[]", "nonsense", "{\"schema\":\"etherdx/1\"}",
		HEAD "\"points\":[]}",
		HEAD "\"points\":[[64,0,1.5]]}",
		HEAD "\"points\":[[64,0,1.5,\"x\"]]}",
		HEAD "\"points\":[[0,0,1.5,10]]}",
		HEAD "\"points\":[[70000,0,1.5,10]]}",
		HEAD "\"points\":[[64,-1,1.5,10]]}",
		HEAD "\"points\":7}",
		"{\"schema\":\"etherdx-timing-leg/1\",\"stamps\":\"sundial\",\"rate_in_mbps\":1,"
		"\"rate_out_mbps\":1,\"points\":[[64,0,1.5,10]]}",
		"{\"schema\":\"etherdx-timing-leg/1\",\"stamps\":\"software\","
		"\"points\":[[64,0,1.5,10]]}",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(text); i++) {
		struct timing_kept out;
		struct err err = { 0 };

		write_file(text[i]);
		if (timing_kept_load(&out, file, false, &err) != -EBADMSG)
			fail_msg("`%s' is taken", text[i]);
		assert_non_null(strstr(err.text, "--direct"));
		timing_kept_fini(&out);
	}
}

static void no_file(void **state)
{
	struct timing_kept out, in = { .count = 0 };
	struct err err = { 0 };

	(void)state;
	assert_int_equal(timing_kept_load(&out, "/nonexistent/leg", false, &err), -ENOENT);
	assert_non_null(strstr(err.text, "/nonexistent/leg"));
	timing_kept_fini(&out);
	err = (struct err){ 0 };
	assert_true(timing_kept_save(&in, "/nonexistent/leg", &err) < 0);
	assert_non_null(strstr(err.text, "cannot be written"));
}

static void other_ports(void **state)
{
	static struct facts f;
	struct timing_kept_port then, now;

	(void)state;
	facts_put_text(&f, FACT_PORT_MAC, FROM_NETLINK, "02:00:00:00:00:01");
	facts_put_text(&f, FACT_PORT_DRIVER, FROM_IOCTL, "igb");
	then = now = timing_kept_port(&f, -EOPNOTSUPP);
	assert_string_equal(then.mac, "02:00:00:00:00:01");
	assert_string_equal(then.driver, "igb");
	assert_int_equal(then.moderation_us, -1);
	assert_false(timing_kept_differs(&then, &now));
	now.moderation_us = 0;
	assert_true(timing_kept_differs(&then, &now));
	now = then;
	now.mac[16] = '2';
	assert_true(timing_kept_differs(&then, &now));
	now = then;
	now.driver[2] = 'c';
	assert_true(timing_kept_differs(&then, &now));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_ports),
		cmocka_unit_test(kept_is_what_was_given),
		cmocka_unit_test(round_trips),
		cmocka_unit_test(refused),
		cmocka_unit_test(no_file),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-kept", tests, make_file, remove_file);
}
