// SPDX-License-Identifier: GPL-3.0-or-later
/* What the report of frame timing says, as text and as JSON. */
#include "cmd/timing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#include "test-timing-help.h"

struct fixture {
	struct timing_run run;
	char *text;
	size_t len;
	json_t *json;
};

static void take(struct fixture *f, struct made *m)
{
	const struct report_style style = { .columns = 200 };
	struct report_port port = { .measured = &f->run };
	FILE *out = open_memstream(&f->text, &f->len);

	assert_non_null(out);
	if (!f->run.input)
		f->run.input = "live";
	f->run.point = make_points(m, 3, &f->run.points);
	f->run.setup = m->setup;
	assert_int_equal(timing_estimate(&f->run.estimate, &f->run.setup, f->run.point,
					 f->run.points, NULL), 0);
	timing_text(&port, &style, out);
	fclose(out);
	f->json = timing_to_json(&f->run);
	assert_non_null(f->json);
}

static void done(struct fixture *f)
{
	free(f->run.point);
	free(f->text);
	json_decref(f->json);
}

static struct made switch_of(enum timing_kind kind, double in_mbps, double out_mbps)
{
	return (struct made){
		.device = { .kind = kind, .stages = 1, .rate_in_mbps = in_mbps,
			    .rate_out_mbps = out_mbps, .latency_ns = 2488 },
		.host = { TIMING_STAMPS_SOFTWARE, 6000, 0.9 },
		.noise = { .exponential_ns = 1000 },
		.setup = { .eee = TIMING_EEE_OFF },
		.size_bytes = default_sizes, .sizes = ROWS(default_sizes), .blocks = 50,
	};
}

static void has(const struct fixture *f, const char *text)
{
	if (!strstr(f->text, text))
		fail_msg("`%s' is not in:\n%s", text, f->text);
}

static void lacks(const struct fixture *f, const char *text)
{
	if (strstr(f->text, text))
		fail_msg("`%s' is in:\n%s", text, f->text);
}

static json_t *timing(const struct fixture *f, const char *key)
{
	json_t *value = json_object_get(json_object_get(f->json, "timing"), key);

	assert_non_null(value);
	return value;
}

static json_t *setting(const struct fixture *f, const char *key)
{
	json_t *value = json_object_get(timing(f, "settings"), key);

	assert_non_null(value);
	return value;
}

/* The definitions with their RFCs, LIFO marked, and what was done about the cable. */
static void store_and_forward(void **state)
{
	struct made m = switch_of(TIMING_STORE_AND_FORWARD, 1000, 1000);
	struct fixture f = { .run = { .port = { "eth0: driver igb", "eth1: driver igc" } } };

	(void)state;
	take(&f, &m);
	has(&f, "mode        store-and-forward\n");
	has(&f, "idle, no load offered: not the latency of RFC 2544 26.2\n");
	has(&f, "FIFO: first bit in to first bit out (RFC 1242 3.8, RFC 8238 2.1)\n");
	has(&f, "FILO: first bit in to last bit out (RFC 8238 2.1)\n");
	has(&f, "LIFO: last bit in to first bit out, RFC 1242 for store-and-forward devices; never "
		"to be compared with cut-through ones (RFC 8238 2.3)\n");
	has(&f, "p99-min: variation of the delay, 99 % quantile less the least (RFC 5481 4.2); with "
		"software stamps the hosts' is in it\n");
	has(&f, "cable       the direct one is taken off; what the switch needs beyond it is in the "
		"latency (--cable-extra)\n");
	has(&f, "ports       eth0: driver igb\n");
	has(&f, "            eth1: driver igc\n");
	has(&f, "flooding    not looked for: no third port of this host has a link\n");
	lacks(&f, "faster port");
	assert_string_equal(json_string_value(timing(&f, "load")), "idle");
	assert_int_equal(json_object_size(timing(&f, "definitions")), TIMING_FIGURES);
	assert_int_equal(json_array_size(setting(&f, "ports")), 2);
	assert_true(json_is_null(setting(&f, "other_load")));
	assert_true(json_is_real(json_object_get(json_array_get(timing(&f, "sizes"), 0), "lifo_ns")));
	done(&f);
}

/* Of a switch that cuts through LIFO is neither defined nor given. */
static void cut_through(void **state)
{
	struct made m = switch_of(TIMING_CUT_THROUGH, 1000, 1000);
	struct fixture f = { .run = { .third_ports = 2, .flooded = 3 } };

	(void)state;
	m.setup.cable_extra_m = 2;
	take(&f, &m);
	has(&f, "mode        cut-through\n");
	lacks(&f, "LIFO:");
	has(&f, "flooding    3 frames came at 2 other ports\n");
	has(&f, "and 5 ns for each of 2 m more\n");
	lacks(&f, "ports       ");
	assert_true(json_is_null(json_object_get(json_array_get(timing(&f, "sizes"), 0), "lifo_ns")));
	assert_int_equal(json_integer_value(setting(&f, "flooded")), 3);
	assert_int_equal(json_integer_value(setting(&f, "third_ports")), 2);
	done(&f);
}

static void other_traffic(void **state)
{
	struct made m = switch_of(TIMING_CUT_THROUGH, 1000, 1000);
	struct fixture f = { .run = { .input = "live" } };

	(void)state;
	m.setup.load_known = true;
	m.setup.other_load = 0.3;
	take(&f, &m);
	has(&f, "latency     not idle, other frames took 30 % of the link out of the switch");
	lacks(&f, "idle, no load");
	assert_string_equal(json_string_value(timing(&f, "load")), "other traffic");
	assert_true(json_real_value(setting(&f, "other_load")) == 0.3);
	done(&f);
}

static void two_stages(void **state)
{
	struct made m = switch_of(TIMING_STORE_AND_FORWARD, 1000, 1000);
	struct fixture f = { .run = { .input = "live" } };

	(void)state;
	m.device.stages = 2;
	take(&f, &m);
	has(&f, "mode        store-and-forward, 2 stages\n");
	done(&f);
}

/* Unequal rates are said, with what they mean. */
static void unequal_rates(void **state)
{
	struct made m = switch_of(TIMING_STORE_AND_FORWARD, 100, 1000);
	struct fixture f = { .run = { .input = "live" } };

	(void)state;
	take(&f, &m);
	has(&f, "rates       100 Mb/s in, 1000 Mb/s out");
	has(&f, "no switch can cut through");
	has(&f, "rate-matched");
	done(&f);
	m = switch_of(TIMING_STORE_AND_FORWARD, 1000, 100);
	f = (struct fixture){ .run = { .input = "live" } };
	take(&f, &m);
	has(&f, "towards a slower port");
	lacks(&f, "rate-matched");
	done(&f);
}

/* Values that somebody pasted: nothing is said of cables, ports or flooding. */
static void pasted(void **state)
{
	struct made m = switch_of(TIMING_STORE_AND_FORWARD, 1000, 1000);
	struct fixture f = { .run = { .input = "points" } };

	(void)state;
	m.no_direct = true;
	m.host = (struct timing_host){ TIMING_STAMPS_SFD, 0, 0 };
	m.setup.values = TIMING_VALUES_LATENCY;
	take(&f, &m);
	has(&f, "FIFO: first bit in");
	lacks(&f, "cable   ");
	lacks(&f, "flooding");
	lacks(&f, "with software stamps");
	done(&f);
}

/* No verdict: the reason with its code, and what would settle it, one a line. */
static void undetermined(void **state)
{
	struct made m = switch_of(TIMING_STORE_AND_FORWARD, 1000, 1000);
	struct fixture f = { .run = { .input = "live" } };

	(void)state;
	m.setup.pause_seen = true;
	take(&f, &m);
	has(&f, "mode        undetermined: pause frames held frames back (pause)\n");
	has(&f, "settled by  repeat without other traffic, pause and loss\n");
	lacks(&f, "LIFO:");
	done(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(store_and_forward),
		cmocka_unit_test(cut_through),
		cmocka_unit_test(other_traffic),
		cmocka_unit_test(two_stages),
		cmocka_unit_test(unequal_rates),
		cmocka_unit_test(pasted),
		cmocka_unit_test(undetermined),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("cmd-timing-report", tests, NULL, NULL);
}
