// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/pair.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static const char near_text[] =
	"[{'name':'eth0','addresses':['192.0.2.1/24','fe80::1/64']},"
	"{'name':'eth1','addresses':['198.51.100.9/25','2001:db8::9/61']},"
	"{'name':'eth2','addresses':[]},"
	"{'name':'eth3','addresses':['fe80::3/64','169.254.1.1/16','10.0.0.1/32']}]";

static json_t *ports(const char *text)
{
	char copy[1024];
	json_t *json;

	snprintf(copy, sizeof(copy), "%s", text);
	for (char *at = copy; *at; at++)
		if (*at == '\'')
			*at = '"';
	json = json_loads(copy, 0, NULL);
	if (!json)
		fail_msg("bad JSON in the test: %s", text);
	return json;
}

static int pair(const char *iface, const char *far_text, bool same_place, char far[static 128],
		struct err *err)
{
	json_t *near_ports = ports(near_text), *far_ports = ports(far_text);
	int rc;

	*err = (struct err){ 0 };
	rc = pair_by_subnet(near_ports, iface, far_ports, same_place, far, err);
	json_decref(near_ports);
	json_decref(far_ports);
	return rc;
}

static void one_port_shares_the_subnet(void **state)
{
	static const struct {
		const char *iface, *far_ports;
	} rows[] = {
		{ "eth0", "[{'name':'hit','addresses':['192.0.2.200/24']}]" },
		{ "eth0", "[{'name':'eth9','addresses':['192.0.3.2/24','fe80::2/64']},"
			  "{'name':'hit','addresses':['10.0.0.2/8','192.0.2.2/24']}]" },
		{ "eth1", "[{'name':'hit','addresses':['198.51.100.127/25']},"
			  "{'name':'other','addresses':['198.51.100.128/25']}]" },
		{ "eth1", "[{'name':'hit','addresses':['2001:db8:0:7::1/61']},"
			  "{'name':'other','addresses':['2001:db8:0:8::1/61']}]" },
	};
	char far[128];
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(pair(rows[i].iface, rows[i].far_ports, false, far, &err), 0);
		assert_string_equal(far, "hit");
	}
}

static void nobody_shares_it(void **state)
{
	static const struct {
		const char *iface, *far_ports;
	} rows[] = {
		{ "eth0", "[]" },
		{ "eth0", "[{'name':'a','addresses':['192.0.2.2/25','fe80::2/64']}]" },
		{ "eth2", "[{'name':'a','addresses':['192.0.2.2/24']}]" },
		{ "eth3", "[{'name':'a','addresses':['fe80::2/64','169.254.1.2/16',"
			  "'10.0.0.1/32']}]" },
		{ "eth9", "[{'name':'a','addresses':['192.0.2.2/24']}]" },
		{ "eth0", "[{'addresses':['192.0.2.2/24']}]" },
		{ "eth0", "[7,{'name':'a','addresses':[7,'x','192.0.2.2','192.0.2/24','/',"
			  "'192.0.2.2/0','192.0.2.2/33','192.0.2.2/-8']},"
			  "{'name':'b','addresses':{}}]" },
	};
	char far[128];
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(pair(rows[i].iface, rows[i].far_ports, false, far, &err), -ENODEV);
		assert_non_null(strstr(err.text, "--peer-iface"));
	}
}

static void several_share_it(void **state)
{
	char far[128];
	struct err err;

	(void)state;
	assert_int_equal(pair("eth0", "[{'name':'a','addresses':['192.0.2.2/24']},"
				      "{'name':'b','addresses':['192.0.2.3/24','192.0.2.4/24']}]",
			      false, far, &err), -ENOTUNIQ);
	assert_non_null(strstr(err.text, "(a b)"));
}

static void a_port_is_not_its_own_far_end(void **state)
{
	char far[128];
	struct err err;

	(void)state;
	assert_int_equal(pair("eth0", near_text, true, far, &err), -ENODEV);
	assert_int_equal(pair("eth0", near_text, false, far, &err), 0);
	assert_string_equal(far, "eth0");
}

static void addresses_in_common(void **state)
{
	static const struct {
		const char *iface, *far_ports;
		const char *near, *far;		/* NULL: none */
		bool routed;
	} rows[] = {
		{ "eth0", "[{'name':'b','addresses':['203.0.113.1/24','192.0.2.7/24']}]", "192.0.2.1",
		  "192.0.2.7", false },
		{ "eth1", "[{'name':'b','addresses':['2001:db8::7/61']}]", "2001:db8::9",
		  "2001:db8::7", false },
		{ "eth0", "[{'name':'b','addresses':['203.0.113.1/24','fe80::7/64']}]", "fe80::1",
		  "fe80::7", false },
		{ "eth3", "[{'name':'b','addresses':['169.254.1.2/16','10.0.0.2/32']}]", NULL, NULL, false },
		{ "eth2", "[{'name':'b','addresses':['fe80::7/64']}]", NULL, NULL, false },
		{ "eth0", "[{'name':'c','addresses':['192.0.2.7/24']}]", NULL, NULL, false },
		{ "eth9", "[{'name':'b','addresses':['192.0.2.7/24']}]", NULL, NULL, false },
		{ "eth0", "[{'name':'b','addresses':['fe80::7/64','203.0.113.1/24']}]", "192.0.2.1",
		  "203.0.113.1", true },
		{ "eth0", "[{'name':'b','addresses':['203.0.113.1/24','192.0.2.7/24']}]", "192.0.2.1",
		  "192.0.2.7", true },
		{ "eth0", "[{'name':'b','addresses':['fe80::7/64']}]", "fe80::1", "fe80::7", true },
		{ "eth1", "[{'name':'b','addresses':['2001:db8:9::7/64']}]", "2001:db8::9",
		  "2001:db8:9::7", false },
		{ "eth1", "[{'name':'b','addresses':['203.0.113.1/24']}]", "198.51.100.9",
		  "203.0.113.1", true },
		{ "eth0", "[{'name':'b','addresses':[7,'fe80::x/64','/64']}]", NULL, NULL, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *near = ports(near_text), *far = ports(rows[i].far_ports);
		struct pair_addresses got = { "", "" };
		bool any = pair_common_address(near, rows[i].iface, far, "b",
					       rows[i].routed, &got);

		if (any != (rows[i].near != NULL) ||
		    (any && (strcmp(got.near, rows[i].near) || strcmp(got.far, rows[i].far))))
			fail_msg("row %zu: %s %s", i, got.near, got.far);
		json_decref(near);
		json_decref(far);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_port_shares_the_subnet),
		cmocka_unit_test(nobody_shares_it),
		cmocka_unit_test(several_share_it),
		cmocka_unit_test(a_port_is_not_its_own_far_end),
		cmocka_unit_test(addresses_in_common),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("peer-pair", tests, NULL, NULL);
}
