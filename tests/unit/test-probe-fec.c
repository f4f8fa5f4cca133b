// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>

#include "facts-help.h"
#include "probe/probe.h"

static struct facts near, before;

static void lanes(struct facts *f, enum fact_id id, double a, double b)
{
	struct fact fact = { .state = FACT_KNOWN, .source = FROM_NETLINK,
			     .reals = { { a, b }, 2 } };

	facts_put(f, id, &fact);
}

static int two_seconds(void **state)
{
	(void)state;
	memset(&near, 0, sizeof(near));
	memset(&before, 0, sizeof(before));
	facts_put_bool(&near, FACT_LINK_UP, FROM_NETLINK, true);
	facts_put_num(&near, FACT_LINK_SPEED, FROM_NETLINK, 100000);
	facts_offer_real(&near, FACT_RUN_WINDOW, FROM_MEASURED, 2);
	facts_put_num(&near, FACT_COUNTER_FEC_CORRECTED, FROM_NETLINK, 1000);
	facts_put_num(&near, FACT_COUNTER_FEC_UNCORRECTABLE, FROM_NETLINK, 3);
	lanes(&before, FACT_FEC_LANE_CORRECTED, 10, 500);
	lanes(&near, FACT_FEC_LANE_CORRECTED, 10, 1500);
	return 0;
}

static void blocks(void **state)
{
	(void)state;
	probe_fec(&near, &before);
	help_fact_is("corrected", &near, FACT_FEC_CORRECTED_RATE, "500 blocks/s");
	help_fact_is("lost", &near, FACT_FEC_UNCORRECTABLE_RATE, "1.5 blocks/s");
	help_fact_is("lanes", &near, FACT_FEC_LANE_CORRECTED_RATE, "0 500 /s");
	/* At least one wrong bit a block: 500 of 1e11. */
	help_fact_is("bits", &near, FACT_FEC_BER, "5e-09");
	assert_int_equal(near.item[FACT_FEC_CORRECTED_RATE].source, FROM_NETLINK);
}

static void bits_are_better(void **state)
{
	(void)state;
	facts_put_num(&before, FACT_FEC_CORRECTED_BITS, FROM_NETLINK, 100);
	facts_put_num(&near, FACT_FEC_CORRECTED_BITS, FROM_NETLINK, 4100);
	lanes(&before, FACT_FEC_LANE_CORRECTED_BITS, 0, 100);
	lanes(&near, FACT_FEC_LANE_CORRECTED_BITS, 0, 4100);
	probe_fec(&near, &before);
	help_fact_is("lanes", &near, FACT_FEC_LANE_CORRECTED_RATE, "0 2000 /s");
	help_fact_is("bits", &near, FACT_FEC_BER, "2e-08");
}

static void a_driver_that_started_again(void **state)
{
	(void)state;
	lanes(&before, FACT_FEC_LANE_CORRECTED, 1000, NAN);
	lanes(&near, FACT_FEC_LANE_CORRECTED, 40, 30);
	probe_fec(&near, &before);
	help_fact_is("lanes", &near, FACT_FEC_LANE_CORRECTED_RATE, "20 - /s");
}

static void gaps(void **state)
{
	(void)state;
	near.item[FACT_COUNTER_FEC_CORRECTED] = (struct fact){ .state = FACT_ABSENT };
	near.item[FACT_FEC_LANE_CORRECTED] = (struct fact){ .state = FACT_ABSENT };
	probe_fec(&near, &before);
	help_fact_is("corrected", &near, FACT_FEC_CORRECTED_RATE, "absent");
	help_fact_is("lanes", &near, FACT_FEC_LANE_CORRECTED_RATE, NULL);
	help_fact_is("bits", &near, FACT_FEC_BER, NULL);
}

static void no_link_or_window(void **state)
{
	(void)state;
	facts_put_bool(&near, FACT_LINK_UP, FROM_NETLINK, false);
	probe_fec(&near, &before);
	help_fact_is("bits", &near, FACT_FEC_BER, NULL);
	two_seconds(state);
	near.item[FACT_LINK_SPEED] = (struct fact){ .state = FACT_ABSENT };
	probe_fec(&near, &before);
	help_fact_is("bits", &near, FACT_FEC_BER, NULL);
	two_seconds(state);
	near.item[FACT_RUN_WINDOW] = (struct fact){ .state = FACT_ABSENT };
	probe_fec(&near, &before);
	help_fact_is("corrected", &near, FACT_FEC_CORRECTED_RATE, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(blocks, two_seconds),
		cmocka_unit_test_setup(bits_are_better, two_seconds),
		cmocka_unit_test_setup(a_driver_that_started_again, two_seconds),
		cmocka_unit_test_setup(gaps, two_seconds),
		cmocka_unit_test_setup(no_link_or_window, two_seconds),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("probe-fec", tests, NULL, NULL);
}
