// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/phyid.h"

#include "facts-help.h"

/* The rows as the build made them: what phyid_name() must find. */
static const struct {
	uint32_t id, mask;
	const char *name;
} made[] = {
#include "phy-ids.inc"
};

static void some_by_hand(void **state)
{
	static const struct {
		uint32_t id;
		const char *name;
	} row[] = {
		{ 0x00070572, "Microsemi VSC8531" },
		{ 0x0007c101, "SMSC LAN9730 internal" },
		{ 0x00221622, "Micrel KSZ9031" },
		{ 0x00406177, "3Com 3C905C internal (Broadcom)" },
		{ 0x00416800, "3Com 3C905C internal" },
		{ 0x004dd072, "Atheros AR8035" },
		{ 0x01410dd1, "Marvell 88E1510" },
		{ 0x02a80154, "Intel i82555" },
		{ 0x02a80330, "Intel i82562" },
		{ 0x02a80380, "Intel IGP01" },
		{ 0x20005c21, "National DP83815 internal" },
		{ 0x78100000, "Level One LXT970" },
		{ 0x00000000, NULL },
		{ 0xffffffff, NULL },
		{ 0x12345678, NULL },
		{ 0x00070560, NULL },
		{ 0x00070580, NULL },
		{ 0x80070570, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		const char *name = phyid_name(row[i].id);

		if (!row[i].name != !name || (name && strcmp(name, row[i].name) != 0))
			fail_msg("%08x: %s", row[i].id, name ? name : "unknown");
	}
}

/* 22.2.4.3.1: the last four bits are the revision. */
static void every_row_is_found_at_any_revision(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(made); i++) {
		assert_true(made[i].mask != 0);
		assert_int_equal(made[i].id & ~made[i].mask, 0);
		for (uint32_t revision = 0; revision <= (~made[i].mask & 0xf); revision++) {
			const char *name = phyid_name(made[i].id | revision);

			if (!name || strcmp(name, made[i].name) != 0)
				fail_msg("%08x: %s", made[i].id | revision,
					 name ? name : "unknown");
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(some_by_hand),
		cmocka_unit_test(every_row_is_found_at_any_revision),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("mii-phyid", tests, NULL, NULL);
}
