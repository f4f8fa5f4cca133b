// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule/threshold.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* By hand: a row that changes in data/thresholds.tsv changes what rules say. */
static const struct {
	enum threshold which;
	double value;
} rows[] = {
	{ THRESHOLD_AMBIENT_SAID, 0.1 },
	{ THRESHOLD_BUS_SHARE, 0.9 },
	{ THRESHOLD_CARRIER_CHANGES_FLAP, 2 },
	{ THRESHOLD_CONTRAST_MIN, 0.02 },
	{ THRESHOLD_CUT_FRAMES, 1000 },
	{ THRESHOLD_CUT_FRAMES_SHARE, 0.01 },
	{ THRESHOLD_ERROR_FRAMES_CRITICAL, 10 },
	{ THRESHOLD_ERROR_RATIO_CRITICAL, 1e-3 },
	{ THRESHOLD_ERROR_RATIO_WARNING, 1e-6 },
	{ THRESHOLD_FEC_BER_BASER, 1e-8 },
	{ THRESHOLD_FEC_BER_NRZ, 5e-5 },
	{ THRESHOLD_FEC_BER_PAM4, 2.4e-4 },
	{ THRESHOLD_FEC_LANE_RATIO, 100 },
	{ THRESHOLD_FEC_LANE_SHARE, 0.01 },
	{ THRESHOLD_FEC_MARGIN_SHARE, 0.1 },
	{ THRESHOLD_HOST_DROP_RATIO_WARNING, 1e-5 },
	{ THRESHOLD_IDLE_ERRORS, 1 },
	{ THRESHOLD_LOG_FLAPS, 2 },
	{ THRESHOLD_BOND_FRAMES, 10000 },
	{ THRESHOLD_BOND_SHARE, 0.95 },
	{ THRESHOLD_MISMATCH_CONFIDENCE_MOST, 0.9998 },
	{ THRESHOLD_NEIGHBOR_WAIT, 65 },
	{ THRESHOLD_NO_LIGHT_DBM, -30 },
	{ THRESHOLD_ORDER_RATIO, 1e-3 },
	{ THRESHOLD_ORDER_SEGMENTS, 10 },
	{ THRESHOLD_PAUSE_QUANTA_BITS, 65535.0 * 512 },
	{ THRESHOLD_PAUSE_STOPPED_SHARE, 1 },
	{ THRESHOLD_SNR_MARGIN, 0.5 },
	{ THRESHOLD_STREAM_ALIKE_SHARE, 0.8 },
	{ THRESHOLD_STREAM_BOTH_SHARE, 0.85 },
	{ THRESHOLD_STREAM_ONE_WAY_SHARE, 0.9 },
	{ THRESHOLD_STREAM_PACED_SHARE, 0.5 },
};

#define X(name, value) +1
enum { THRESHOLDS = 0
#include "thresholds.inc"
};
#undef X

static void values(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (fabs(threshold(rows[i].which) - rows[i].value) > fabs(rows[i].value) * 1e-12)
			fail_msg("row %d: have %g, want %g", (int)rows[i].which,
				 threshold(rows[i].which), rows[i].value);
}

static void every_row_is_here(void **state)
{
	(void)state;
	assert_int_equal(sizeof(rows) / sizeof(rows[0]), THRESHOLDS);
}

static void critical_is_above_warning(void **state)
{
	(void)state;
	assert_true(threshold(THRESHOLD_ERROR_RATIO_CRITICAL) >
		    threshold(THRESHOLD_ERROR_RATIO_WARNING));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(every_row_is_here),
		cmocka_unit_test(critical_is_above_warning),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("rule-threshold", tests, NULL, NULL);
}
