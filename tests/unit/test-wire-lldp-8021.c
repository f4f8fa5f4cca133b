// SPDX-License-Identifier: GPL-3.0-or-later
#include "test-wire-lldp-help.h"

static void vlans(void **state)
{
	struct lldp l;
	struct help_frame f = help_lldp(&l,
		"fe06 0080c2 01 0194 "			/* PVID 404 */
		"fe07 0080c2 02 06 0005 "		/* PPVID 5, able and on */
		"fe07 0080c2 02 02 0000 "
		"fe0e 0080c2 03 0001 07 64656661756c74 "	/* 1 "default" */
		"fe07 0080c2 03 000a 00 "
		"fe07 0080c2 04 02 88cc "
		"fe09 0080c2 07 03 00000064 ");		/* aggregated, port 100 */
	const struct lldp_8021 *q = &l.q;

	(void)state;
	help_faults_are(&l.faults, "");
	assert_true(q->has_pvid);
	assert_int_equal(q->pvid, 404);
	assert_int_equal(q->ppvids, 2);
	assert_int_equal(q->ppvid[0].vlan, 5);
	assert_true(q->ppvid[0].able && q->ppvid[0].active);
	assert_true(q->ppvid[1].able && !q->ppvid[1].active);
	assert_int_equal(q->vlans, 2);
	assert_int_equal(q->vlan[0].vlan, 1);
	help_text_is(&q->vlan[0].name, "default");
	assert_int_equal(q->vlan[1].vlan, 10);
	help_text_is(&q->vlan[1].name, "");
	assert_int_equal(q->protocols, 1);
	assert_true(q->aggregation.sent && q->aggregation.able && q->aggregation.active);
	assert_int_equal(q->aggregation.port_id, 100);
	free(f.bytes);
}

static void data_center_bridging(void **state)
{
	static const uint8_t class_of[] = { 15, 4, 1, 1, 15, 4, 1, 4 };
	static const uint8_t share[] = { 0, 50, 0, 0, 50, 0, 0, 0 };
	static const uint8_t method[] = { 0, 2, 0, 0, 2, 0, 0, 0 };
	struct lldp l;
	struct help_frame f = help_lldp(&l,
		"fe19 0080c2 09 c3 f411f414 0032000032000000 0002000002000000 "
		"fe19 0080c2 0a 00 01234567 6400000000000000 0202020202020202 "
		"fe06 0080c2 0b 88 10 "
		"fe0b 0080c2 0c 00 84 0cbc 61 8906 ");
	const struct lldp_dcbx *d = &l.dcbx;

	(void)state;
	help_faults_are(&l.faults, "");
	assert_true(d->ets.sent && d->ets.willing && d->ets.cbs);
	assert_int_equal(d->ets.classes_max, 3);
	assert_memory_equal(d->ets.class_of, class_of, 8);
	assert_memory_equal(d->ets.share, share, 8);
	assert_memory_equal(d->ets.method, method, 8);
	assert_true(d->ets_wanted.sent);
	assert_int_equal(d->ets_wanted.class_of[7], 7);
	assert_int_equal(d->ets_wanted.share[0], 100);
	assert_true(d->pfc.sent && d->pfc.willing && !d->pfc.mbc);
	assert_int_equal(d->pfc.classes_able, 8);
	assert_int_equal(d->pfc.enabled, 0x10);
	assert_int_equal(d->apps, 2);
	assert_int_equal(d->app[0].priority, 4);	/* iSCSI */
	assert_int_equal(d->app[0].selector, 4);
	assert_int_equal(d->app[0].protocol, 3260);
	assert_int_equal(d->app[1].priority, 3);	/* FCoE */
	assert_int_equal(d->app[1].selector, 1);
	assert_int_equal(d->app[1].protocol, 0x8906);
	free(f.bytes);
}

static void what_is_wrong(void **state)
{
	static const struct help_lldp_fault row[] = {
		{ "fe05 0080c2 01 01",
		  "TLV 4 (port VLAN) at frame byte 35: 1 bytes, at least 2 needed\n" },
		{ "fe08 0080c2 03 0001 07 64",
		  "TLV 4 (VLAN name) at frame byte 35: a field says 7, the limit is 1\n" },
		{ "fe07 0080c2 03 0001 ff",
		  "TLV 4 (VLAN name) at frame byte 35: a field says 255, the limit is 32\n"
		  "TLV 4 (VLAN name) at frame byte 35: a field says 255, the limit is 0\n" },
		{ "fe05 0080c2 04 05",
		  "TLV 4 (protocol identity) at frame byte 35: a field says 5, the limit is 0\n" },
		{ "fe18 0080c2 09 00 f411f414 0032000032000000 00020000020000",
		  "TLV 4 (ETS configuration) at frame byte 35: 20 bytes, at least 21 needed\n" },
		{ "fe19 0080c2 0a 00 01234567 6464000000000000 0202020202020202",
		  "TLV 4 (ETS recommendation) at frame byte 35: a field says 200, "
		  "the limit is 100\n" },
		{ "fe05 0080c2 0b 00",
		  "TLV 4 (PFC configuration) at frame byte 35: 1 bytes, at least 2 needed\n" },
		{ "fe06 0080c2 01 0001 fe06 0080c2 01 0002",
		  "TLV 5 (port VLAN) at frame byte 43: sent a second time, the first stands\n" },
	};

	(void)state;
	help_lldp_faults(row, ROWS(row));
}

static void more_than_the_lists_hold(void **state)
{
	static char tlvs[16384];
	size_t used = 0;
	struct help_frame f;
	struct lldp l;

	(void)state;
	for (int i = 0; i < LLDP_VLANS_MAX + 3; i++)
		used += (size_t)snprintf(tlvs + used, sizeof(tlvs) - used,
					 "fe07 0080c2 03 %04x 00 fe07 0080c2 02 02 0001 ", i);
	used += (size_t)snprintf(tlvs + used, sizeof(tlvs) - used, "fe44 0080c2 0c 00 ");
	for (int i = 0; i < 21; i++)
		used += (size_t)snprintf(tlvs + used, sizeof(tlvs) - used, "20 0001 ");
	f = help_lldp(&l, tlvs);
	help_faults_are(&l.faults, "");
	assert_int_equal(l.q.vlans, LLDP_VLANS_MAX);
	assert_int_equal(l.q.ppvids, LLDP_VLANS_MAX);
	assert_int_equal(l.q.left_out, 6);
	assert_int_equal(l.dcbx.apps, LLDP_APPS_MAX);
	assert_int_equal(l.dcbx.apps_left_out, 5);
	free(f.bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vlans),
		cmocka_unit_test(data_center_bridging),
		cmocka_unit_test(what_is_wrong),
		cmocka_unit_test(more_than_the_lists_hold),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
