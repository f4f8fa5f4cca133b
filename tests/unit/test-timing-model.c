// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "near-help.h"

#define RATES(in, out) .rate_in_mbps = in, .rate_out_mbps = out

static void serialisation_is_exact(void **state)
{
	(void)state;
	assert_true(timing_ns_per_byte(10) == 800);
	assert_true(timing_ns_per_byte(100) == 80);
	assert_true(timing_ns_per_byte(1000) == 8);
	assert_true(timing_ns_per_byte(2500) == 3.2);
	assert_true(timing_ns_per_byte(10000) == 0.8);
	assert_true(timing_ns_per_byte(40000) == 0.2);
	assert_true(timing_ns_per_byte(100000) == 0.08);
}

static void cut_through_is_flat(void **state)
{
	const struct timing_device d = { .stages = 1, RATES(10000, 10000), .latency_ns = 635 };
	const struct timing_device down = { .stages = 1, RATES(10000, 1000), .latency_ns = 635 };

	(void)state;
	is_near(timing_latency_ns(&d, 64), 635, 1e-6);
	is_near(timing_latency_ns(&d, 1518), 635, 1e-6);
	is_near(timing_latency_ns(&down, 1518), 635, 1e-6);
}

/* Worked example: 1G, stores, 2488 ns besides. */
static void store_and_forward(void **state)
{
	const struct timing_device d = { .kind = TIMING_STORE_AND_FORWARD, .stages = 1,
					 RATES(1000, 1000), .latency_ns = 2488 };

	(void)state;
	is_near(timing_latency_ns(&d, 64), 3000, 1e-6);
	is_near(timing_latency_ns(&d, 1518), 2488 + 12144, 1e-6);
}

static void stages_add_up(void **state)
{
	struct timing_device d = { .kind = TIMING_STORE_AND_FORWARD, .stages = 2,
				   RATES(1000, 1000), .latency_ns = 500 };

	(void)state;
	is_near(timing_latency_ns(&d, 1000), 2 * 8500, 1e-6);
	d.stages = 0;
	is_near(timing_latency_ns(&d, 1000), 0, 1e-6);
	d = (struct timing_device){ .kind = TIMING_STORE_AND_FORWARD, .stages = 2,
				    RATES(10000, 1000) };
	is_near(timing_latency_ns(&d, 1000), 800 + 8000, 1e-6);
}

/* Worked example: 10G, 500 ns, from 560 bytes on. */
static void a_threshold_is_a_hinge(void **state)
{
	const struct timing_device d = { .kind = TIMING_THRESHOLD, .stages = 1,
					 .threshold_bytes = 560, RATES(10000, 10000),
					 .latency_ns = 500 };

	(void)state;
	is_near(timing_latency_ns(&d, 64), 551.2, 1e-6);
	is_near(timing_latency_ns(&d, 512), 909.6, 1e-6);
	is_near(timing_latency_ns(&d, 560), 948, 1e-6);
	is_near(timing_latency_ns(&d, 1518), 948, 1e-6);
}

/* Nobody cuts through towards a faster port. */
static void slow_to_fast(void **state)
{
	struct timing_device d = { .stages = 1, RATES(1000, 10000) };

	(void)state;
	is_near(timing_latency_ns(&d, 1000), 7200, 1e-6);
	is_near(timing_least_stages(1000, 10000), 0.9, 1e-6);
	is_near(timing_least_stages(10000, 1000), 0, 1e-6);
	is_near(timing_least_stages(1000, 1000), 0, 1e-6);
	d.kind = TIMING_STORE_AND_FORWARD;
	is_near(timing_latency_ns(&d, 1000), 8000, 1e-6);
	d.kind = TIMING_THRESHOLD;
	d.threshold_bytes = 500;
	is_near(timing_latency_ns(&d, 520), 4000, 1e-6);
	is_near(timing_latency_ns(&d, 1000), 7200, 1e-6);
}

/* Fast to slow has the small slope, that of the incoming rate. */
static void fast_to_slow(void **state)
{
	const struct timing_device d = { .kind = TIMING_STORE_AND_FORWARD, .stages = 1,
					 RATES(10000, 1000) };

	(void)state;
	is_near(timing_latency_ns(&d, 1518) - timing_latency_ns(&d, 64), 1454 * 0.8, 1e-6);
}

static void stamps(void **state)
{
	const struct timing_device none = { RATES(1000, 1000) };
	struct timing_host host = { TIMING_STAMPS_SFD, 350, 0 };

	(void)state;
	is_near(timing_delay_ns(&none, &host, 1518), 350, 1e-6);
	host = (struct timing_host){ TIMING_STAMPS_SOFTWARE, 5000, 0.9 };
	is_near(timing_delay_ns(&none, &host, 1000), 5000 + 8900, 1e-6);
	host = (struct timing_host){ TIMING_STAMPS_COMPLETION, 100, 0.1 };
	is_near(timing_delay_ns(&none, &host, 1000), 200, 1e-6);
}

static void waking(void **state)
{
	(void)state;
	is_near(timing_eee_wake_ns(1000), 16500, 1e-6);
	is_near(timing_eee_wake_ns(10000), 4480, 1e-6);
	is_near(timing_eee_wake_ns(10), 0, 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(serialisation_is_exact),
		cmocka_unit_test(cut_through_is_flat),
		cmocka_unit_test(store_and_forward),
		cmocka_unit_test(stages_add_up),
		cmocka_unit_test(a_threshold_is_a_hinge),
		cmocka_unit_test(slow_to_fast),
		cmocka_unit_test(fast_to_slow),
		cmocka_unit_test(stamps),
		cmocka_unit_test(waking),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-model", tests, NULL, NULL);
}
