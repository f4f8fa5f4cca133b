// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/address.h"

#include <arpa/inet.h>
#include <net/if.h>

#include "stream-help.h"

static void addresses(void **state)
{
	static const struct {
		const char *text, *is;	/* is NULL: no address */
		bool v6, scoped;
	} row[] = {
		{ "192.0.2.1", "::ffff:192.0.2.1", false, false },
		{ "2001:db8::1", "2001:db8::1", true, false },
		{ "fe80::1", "fe80::1", true, true },
		{ "192.0.2", NULL, false, false },
		{ "eth0", NULL, false, false },
		{ "", NULL, false, false },
		{ NULL, NULL, false, false },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct sockaddr_in6 got;
		char text[INET6_ADDRSTRLEN];

		assert_int_equal(address_parse(row[i].text, "lo", 77, &got), row[i].is != NULL);
		if (!row[i].is)
			continue;
		assert_string_equal(inet_ntop(AF_INET6, &got.sin6_addr, text, sizeof(text)),
				    row[i].is);
		assert_int_equal(ntohs(got.sin6_port), 77);
		assert_int_equal(address_is_v6(&got), row[i].v6);
		assert_int_equal(got.sin6_scope_id, row[i].scoped ? if_nametoindex("lo") : 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stream-address", tests, NULL, NULL);
}
