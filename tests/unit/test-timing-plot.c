// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/plot.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const struct timing_setup setup = { .rate_in_mbps = 1000, .rate_out_mbps = 1000 };

/* 2000 ns and 8 ns a byte. */
static struct timing_estimate stored(void)
{
	static const uint32_t sizes[] = { 64, 512, 1024, 1518 };
	struct timing_estimate e = {
		.mode = TIMING_MODE_STORE_AND_FORWARD, .sizes = 4,
		.intercept_ns = { 2000, 1990, 2010 }, .slope_ns_per_byte = { 8, 7.9, 8.1 },
	};

	for (int i = 0; i < 4; i++) {
		double ns = 2000 + 8.0 * sizes[i];

		e.size[i] = (struct timing_size){ .size_bytes = sizes[i],
						  .latency_ns = { ns, ns - 10, ns + 10 } };
	}
	return e;
}

static char *text_of(const struct timing_plot *plot, unsigned int columns)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	timing_plot_text(plot, columns, out);
	fclose(out);
	return text;
}

static void takes_what_has_a_latency(void **state)
{
	struct timing_estimate e = stored();
	struct timing_plot plot;

	(void)state;
	assert_true(timing_plot_take(&plot, &setup, &e));
	assert_int_equal(plot.sizes, 4);
	assert_true(fabs(timing_plot_fit_ns(&plot, 1000) - 10000) < 1e-6);
	for (int i = 0; i < 4; i++)
		e.size[i].latency_ns.value = NAN;
	assert_false(timing_plot_take(&plot, &setup, &e));
	e.sizes = 0;
	assert_false(timing_plot_take(&plot, &setup, &e));
}

static void bent(void **state)
{
	struct timing_estimate e = stored();
	struct timing_plot plot;

	(void)state;
	e.mode = TIMING_MODE_CUT_THROUGH_ABOVE;
	e.threshold_bytes = (struct timing_value){ 560, 550, 570 };
	for (int i = 0; i < 4; i++)
		e.size[i].latency_ns.value = 500 + 8 * fmin(e.size[i].size_bytes, 560);
	assert_true(timing_plot_take(&plot, &setup, &e));
	assert_true(fabs(timing_plot_fit_ns(&plot, 64) - 1012) < 1e-6);
	assert_true(fabs(timing_plot_fit_ns(&plot, 1518) - 4980) < 1e-6);
}

/* Every size is drawn, nothing is too wide, and the points are on the line of s. */
static void as_text(void **state)
{
	struct timing_estimate e = stored();
	struct timing_plot plot;

	(void)state;
	assert_true(timing_plot_take(&plot, &setup, &e));
	for (unsigned int columns = 40; columns <= 300; columns += 20) {
		char *text = text_of(&plot, columns), *line, *rest = text;
		int stars = 0, lines = 0;

		while ((line = strsep(&rest, "\n"))) {
			assert_true(strlen(line) <= columns || strstr(line, "measured"));
			for (char *c = strchr(line, '|'); c && *c; c++)
				stars += *c == '*';
			lines++;
		}
		assert_int_equal(stars, 4);
		assert_int_equal(lines, TIMING_PLOT_ROWS + 3);
		free(text);
	}
}

static void for_gnuplot(void **state)
{
	struct timing_estimate e = stored();
	struct timing_plot plot;
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	(void)state;
	assert_non_null(out);
	assert_true(timing_plot_take(&plot, &setup, &e));
	assert_int_equal(timing_plot_gnuplot(&plot, "a 'title'", "it's.svg", out), 0);
	assert_int_equal(timing_plot_gnuplot(&plot, "t", "a\nb", out), -EINVAL);
	fclose(out);
	assert_non_null(strstr(text, "set output 'it''s.svg'"));
	assert_non_null(strstr(text, "set title 'a ''title'''"));
	assert_non_null(strstr(text, "1518 14.144000 14.134000 14.154000"));
	assert_non_null(strstr(text, "store-and-forward"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_what_has_a_latency),
		cmocka_unit_test(bent),
		cmocka_unit_test(as_text),
		cmocka_unit_test(for_gnuplot),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-plot", tests, NULL, NULL);
}
