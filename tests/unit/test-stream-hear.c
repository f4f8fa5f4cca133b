// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/hear.h"

#include <errno.h>

#include "stream-help.h"

static void which_port_heard(void **state)
{
	static const struct {
		const char *ports;
		int rc;
		const char *says;	/* the port, or a part of the message */
	} row[] = {
		{ "[{\"name\":\"eth1\",\"physical\":true}]", 0, "eth1" },
		{ "[{\"name\":\"tap0\",\"physical\":false}]", 0, "tap0" },
		{ "[{\"name\":\"br0\",\"physical\":false},{\"name\":\"eth1\",\"physical\":true}]", 0,
		  "eth1" },
		{ "[{\"name\":\"eth1\",\"physical\":true},{\"name\":\"eth2\",\"physical\":true}]",
		  -ENOTUNIQ, "(eth1 eth2); choose one with --peer-iface" },
		{ "[]", -ENODEV, "no far port hears it" },
		{ "null", -ENODEV, "no far port hears it" },
		{ "[{\"name\":7}, 3]", -ENODEV, "no far port hears it" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		json_t *ports = json_loads(row[i].ports, JSON_DECODE_ANY, NULL);
		struct err err = { 0 };
		char far[128] = "";
		int rc = hear_choose(ports, "eth0", far, &err);

		if (rc != row[i].rc || !strstr(rc == 0 ? far : err.text, row[i].says))
			fail_msg("%s: %d %s %s", row[i].ports, rc, far, err.text);
		json_decref(ports);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_port_heard),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stream-hear", tests, NULL, NULL);
}
