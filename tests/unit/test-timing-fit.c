// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/fit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "near-help.h"

static const double sizes[] = { 64, 128, 225, 387, 512, 548, 710, 871, 1024, 1280, 1518 };
#define SIZES (sizeof(sizes) / sizeof(sizes[0]))

/* 8 ns/byte up to the threshold. */
static struct timing_curve curve_of(double slope, double threshold_bytes)
{
	struct timing_curve c = { .sizes = SIZES };

	for (size_t i = 0; i < SIZES; i++) {
		c.size_bytes[i] = sizes[i];
		c.latency_ns[i] = 500 + slope * fmin(sizes[i], threshold_bytes);
		c.error_ns[i] = 10;
	}
	return c;
}

static void a_hinge_is_found_anywhere(void **state)
{
	(void)state;
	for (double bytes = 65; bytes < 1518; bytes += 7) {
		struct timing_curve c = curve_of(8, bytes);
		struct timing_hinge h = timing_fit_hinge(&c, 8);

		is_near(h.threshold_bytes, bytes, 1e-6);
		is_near(h.intercept_ns, 500, 1e-6);
		is_near(h.bic, 2 * log(SIZES), 1e-6);
		assert_true(h.below + h.above == SIZES);
	}
}

static void each_model_fits_its_own(void **state)
{
	struct timing_curve flat = curve_of(0, 1e9), line = curve_of(5, 1e9);
	struct timing_curve stages = curve_of(16, 1e9), hinge = curve_of(8, 560);
	struct timing_fits f = timing_fit(&flat, 8);

	(void)state;
	is_near(f.flat_bic, log(SIZES), 1e-6);
	assert_true(f.flat_bic < f.line_bic && f.flat_bic + 100 < f.stages_bic);
	f = timing_fit(&line, 8);
	is_near(f.line_bic, 2 * log(SIZES), 1e-6);
	assert_true(f.line_bic + 100 < f.flat_bic && f.line_bic + 100 < f.stages_bic);
	f = timing_fit(&stages, 8);
	is_near(f.stages_bic, log(SIZES), 1e-6);
	f = timing_fit(&hinge, 8);
	assert_true(f.hinge.bic + 100 < f.line_bic);
	assert_true(f.hinge.below == 6 && f.hinge.above == 5);
}

static void errors_are_weights(void **state)
{
	struct timing_curve c = curve_of(8, 560);

	(void)state;
	c.latency_ns[9] += 1e4;
	c.error_ns[9] = 1e9;
	is_near(timing_fit_hinge(&c, 8).threshold_bytes, 560, 1e-6);
}

static void chi_square_is_the_textbook(void **state)
{
	struct timing_curve c = { .size_bytes = { 1, 2 }, .latency_ns = { 0, 4 },
				  .error_ns = { 2, 2 }, .sizes = 2 };

	(void)state;
	is_near(timing_fit_slope_bic(&c, 0), 2 + log(2), 1e-6);
	is_near(timing_fit_slope_bic(&c, 4), log(2), 1e-6);
	is_near(timing_fit_line_bic(&c), 2 * log(2), 1e-6);
}

static void one_size_is_no_line(void **state)
{
	struct timing_curve c = { .size_bytes = { 64 }, .latency_ns = { 5 }, .error_ns = { 1 },
				  .sizes = 1 };

	(void)state;
	assert_true(isinf(timing_fit_line_bic(&c)));
	assert_true(isinf(timing_fit_hinge(&c, 8).bic));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hinge_is_found_anywhere),
		cmocka_unit_test(each_model_fits_its_own),
		cmocka_unit_test(errors_are_weights),
		cmocka_unit_test(chi_square_is_the_textbook),
		cmocka_unit_test(one_size_is_no_line),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-fit", tests, NULL, NULL);
}
