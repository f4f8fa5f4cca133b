// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/probe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "near-help.h"
#include "test-timing-help.h"

struct fixture {
	struct timing_setup setup;
	struct timing_estimate estimate;
	struct sets *sets;
	const struct facts *path;
};

/* Estimates made delays and takes the facts. */
static void take(struct fixture *f, struct made *m)
{
	size_t points;
	struct timing_point *p = make_points(m, 7, &points);

	f->setup = m->setup;
	assert_int_equal(timing_estimate(&f->estimate, &f->setup, p, points, NULL), 0);
	free(p);
	f->sets = sets_new();
	assert_non_null(f->sets);
	probe_timing(&f->sets->set[SET_PATH], &f->setup, &f->estimate);
	f->path = &f->sets->set[SET_PATH];
}

static struct made switch_of(enum timing_kind kind)
{
	return (struct made){
		.device = { .kind = kind, .stages = 1, .threshold_bytes = 560, .rate_in_mbps = 1000,
			    .rate_out_mbps = 1000, .latency_ns = 2488 },
		.host = { .stamps = TIMING_STAMPS_SFD, .fixed_ns = 350 },
		.noise = { .normal_ns = 8 },
		.size_bytes = default_sizes, .sizes = ROWS(default_sizes), .blocks = 50,
	};
}

static double real(const struct fixture *f, enum fact_id id)
{
	const struct fact *fact = facts_get(f->path, id);

	assert_int_equal(fact->state, FACT_KNOWN);
	assert_int_equal(fact->source, FROM_MEASURED);
	return fact->real;
}

static void is_absent(const struct fixture *f, enum fact_id id)
{
	if (facts_get(f->path, id)->state != FACT_ABSENT)
		fail_msg("%s is not absent", fact_row(id)->name);
}

static void store_and_forward(void **state)
{
	struct made m = switch_of(TIMING_STORE_AND_FORWARD);
	struct fixture f;

	(void)state;
	take(&f, &m);
	assert_string_equal(facts_text(f.path, FACT_TIMING_MODE), "store-and-forward");
	assert_int_equal(facts_num(f.path, FACT_TIMING_STAGES, 0), 1);
	is_near(real(&f, FACT_TIMING_K), 1, 0.02);
	assert_true(real(&f, FACT_TIMING_K_LOW) < real(&f, FACT_TIMING_K));
	assert_true(real(&f, FACT_TIMING_K_HIGH) > real(&f, FACT_TIMING_K));
	is_near(real(&f, FACT_TIMING_LATENCY_FIFO), 2488 + 512, 20);
	is_near(real(&f, FACT_TIMING_LATENCY_FILO), 2488 + 1024, 20);
	is_near(real(&f, FACT_TIMING_LATENCY_LIFO), 2488, 20);
	assert_true(real(&f, FACT_TIMING_LATENCY_FIFO_LOW) < real(&f, FACT_TIMING_LATENCY_FIFO));
	assert_true(real(&f, FACT_TIMING_VARIATION) > 0);
	assert_string_equal(facts_text(f.path, FACT_TIMING_STAMPS), "hardware");
	assert_int_equal(facts_num(f.path, FACT_TIMING_RATE_IN, 0), 1000);
	assert_int_equal(facts_num(f.path, FACT_TIMING_SIZES, 0), 11);
	assert_int_equal(facts_num(f.path, FACT_TIMING_FRAMES, 0), 550);
	assert_true(facts_yes(f.path, FACT_TIMING_CALIBRATED));
	is_absent(&f, FACT_TIMING_REASON);
	is_absent(&f, FACT_TIMING_THRESHOLD);
	is_absent(&f, FACT_TIMING_INNER_RATE);
	sets_free(f.sets);
}

/* LIFO of a cut-through device is the number that RFC 8238 forbids. */
static void cut_through_has_no_lifo(void **state)
{
	struct made m = switch_of(TIMING_CUT_THROUGH);
	struct fixture f;

	(void)state;
	take(&f, &m);
	assert_string_equal(facts_text(f.path, FACT_TIMING_MODE), "cut-through");
	assert_true(facts_no(f.path, FACT_TIMING_BOUND));
	is_absent(&f, FACT_TIMING_LATENCY_LIFO);
	sets_free(f.sets);
}

static void threshold(void **state)
{
	struct made m = switch_of(TIMING_THRESHOLD);
	struct fixture f;

	(void)state;
	take(&f, &m);
	assert_string_equal(facts_text(f.path, FACT_TIMING_MODE), "cut-through-above");
	is_near(real(&f, FACT_TIMING_THRESHOLD), 560, 20);
	is_absent(&f, FACT_TIMING_LATENCY_LIFO);
	sets_free(f.sets);
}

/* Without a direct cable there is no latency, and of a rough slope no verdict. */
static void undetermined(void **state)
{
	struct made m = switch_of(TIMING_STORE_AND_FORWARD);
	struct fixture f;

	(void)state;
	m.no_direct = true;
	m.host.stamps = TIMING_STAMPS_SOFTWARE;
	take(&f, &m);
	assert_string_equal(facts_text(f.path, FACT_TIMING_MODE), "undetermined");
	assert_string_equal(facts_text(f.path, FACT_TIMING_REASON), "no-calibration");
	assert_non_null(strstr(facts_text(f.path, FACT_TIMING_SETTLE), "direct cable"));
	assert_true(facts_no(f.path, FACT_TIMING_CALIBRATED));
	is_absent(&f, FACT_TIMING_STAGES);
	is_absent(&f, FACT_TIMING_LATENCY_FIFO);
	is_absent(&f, FACT_TIMING_LATENCY_FILO);
	sets_free(f.sets);
}

/* No frame of 64 bytes: the line through the others tells. */
static void other_sizes(void **state)
{
	static const uint32_t sizes[] = { 200, 500, 900, 1518 };
	struct made m = switch_of(TIMING_STORE_AND_FORWARD);
	struct fixture f;

	(void)state;
	m.size_bytes = sizes;
	m.sizes = ROWS(sizes);
	take(&f, &m);
	is_near(real(&f, FACT_TIMING_LATENCY_FIFO), 2488 + 512, 30);
	sets_free(f.sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(store_and_forward),
		cmocka_unit_test(cut_through_has_no_lifo),
		cmocka_unit_test(threshold),
		cmocka_unit_test(undetermined),
		cmocka_unit_test(other_sizes),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("probe-timing", tests, NULL, NULL);
}
