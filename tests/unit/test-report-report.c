// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static void percents_are_cut(void **state)
{
	static const struct {
		double share;
		const char *text;
	} row[] = {
		{ 0, "0 %" }, { 0.5, "50 %" }, { 0.7, "70 %" }, { 0.9, "90 %" }, { 0.29, "29 %" },
		{ 0.985, "98 %" }, { 0.99, "99.0 %" }, { 0.9985, "99.8 %" }, { 0.999, "99.90 %" },
		{ 0.9991, "99.91 %" }, { 0.9998, "99.98 %" }, { 0.99999, "99.99 %" },
		{ 0.9999999999, "99.99 %" }, { 1, "99.99 %" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		char text[PERCENT_TEXT_MAX];

		report_percent(row[i].share, text);
		assert_string_equal(text, row[i].text);
	}
}

static void remedies_name_the_port(void **state)
{
	static const struct remedy remedy = { "IFACE, IFACE; ethtool FAR_IFACE.", "none" };
	struct report_port port = { .sets = sets_new() };
	struct finding finding = { .verdict = { .fix_end = END_THIS } };
	char text[REMEDY_TEXT_MAX];

	(void)state;
	assert_non_null(port.sets);
	report_remedy(&port, &finding, &remedy, text);
	assert_string_equal(text, "IFACE, IFACE; ethtool IFACE.");
	facts_put_text(&port.sets->set[SET_NEAR], FACT_PORT_NAME, FROM_NETLINK, "eth0");
	report_remedy(&port, &finding, &remedy, text);
	assert_string_equal(text, "eth0, eth0; ethtool IFACE.");
	facts_put_text(&port.sets->set[SET_FAR], FACT_PORT_NAME, FROM_PEER, "lan7");
	report_remedy(&port, &finding, &remedy, text);
	assert_string_equal(text, "eth0, eth0; ethtool lan7.");
	finding.far = true;
	report_remedy(&port, &finding, &remedy, text);
	assert_string_equal(text, "IFACE, IFACE; ethtool lan7.");
	sets_free(port.sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(percents_are_cut),
		cmocka_unit_test(remedies_name_the_port),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("report-report", tests, NULL, NULL);
}
