// SPDX-License-Identifier: GPL-3.0-or-later
/* A port without hardware stamps; those with some: tests/qemu/stamps-run. */
#include "timing/stamping.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

/* Refused with a way out, before a guard is born; nothing is left to put back. */
static void ports_without(void **state)
{
	static const char *const name[][2] = { { "lo", "lo" }, { "nosuch0", "lo" } };

	(void)state;
	for (size_t i = 0; i < sizeof(name) / sizeof(name[0]); i++) {
		struct timing_stamping s = {
			.port = { { .name = name[i][0] }, { .name = name[i][1] } }, .ports = 2,
		};
		struct err err = { 0 };

		assert_int_equal(timing_stamping_on(&s, &err), -EOPNOTSUPP);
		assert_string_equal(err.cause, "no-stamps");
		assert_ptr_equal(strstr(err.text, name[i][0]), err.text);
		assert_non_null(strstr(err.text, "say --stamps software"));
		assert_int_equal(s.guard.fd, -1);
		timing_stamping_off(&s);
	}
}

/* A NIC that stamps frames of PTP only has a way out that keeps the hardware's stamps. */
static void what_would_do(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(timing_stamping_none("eth0", "every frame", true, &err), -EOPNOTSUPP);
	assert_string_equal(err.text, "eth0: has no hardware stamps of every frame; ethtool -T eth0 lists "
			    "what it has; say --ptp or --stamps software");
	assert_string_equal(err.cause, "no-hardware-stamps");
	err = (struct err){ 0 };
	timing_stamping_none("eth0", "PTP frames", false, &err);
	assert_non_null(strstr(err.text, "; say --stamps software"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ports_without),
		cmocka_unit_test(what_would_do),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("timing-stamping", tests, NULL, NULL);
}
