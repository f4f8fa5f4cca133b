// SPDX-License-Identifier: GPL-3.0-or-later
#include "test-wire-lldp-help.h"

static void which_way_the_bits_came(void **state)
{
	static const struct {
		const char *tlv;
		uint16_t sent, pmd, mau;
		enum lldp_pmd_way way;
	} row[] = {
		{ "fe09 00120f 01 03 6c03 0010", 0x6c03, 0x6c03, 16, LLDP_PMD_AS_SENT },
		{ "fe09 00120f 01 03 c036 0010", 0xc036, 0x6c03, 16, LLDP_PMD_REVERSED },
		{ "fe09 00120f 01 03 c036 001e", 0xc036, 0x6c03, 30, LLDP_PMD_REVERSED },
		{ "fe09 00120f 01 03 0036 000f", 0x0036, 0x6c00, 15, LLDP_PMD_REVERSED },
		{ "fe09 00120f 01 03 6cc1 001e", 0x6cc1, 0x6cc1, 30, LLDP_PMD_AS_SENT },
		/* "Other", or 1000BASE-T full in reverse. */
		{ "fe09 00120f 01 03 8000 001e", 0x8000, 0x8000, 30, LLDP_PMD_UNSURE },
		/* The mode in use is in neither, has no bit, or is not known. */
		{ "fe09 00120f 01 03 0400 001e", 0x0400, 0x0400, 30, LLDP_PMD_AS_SENT },
		{ "fe09 00120f 01 03 c036 0036", 0xc036, 0xc036, 54, LLDP_PMD_AS_SENT },
		{ "fe09 00120f 01 03 c036 0000", 0xc036, 0xc036, 0, LLDP_PMD_AS_SENT },
		{ "fe09 00120f 01 03 c036 ffff", 0xc036, 0xc036, 65535, LLDP_PMD_AS_SENT },
	};

	(void)state;
	assert_int_equal(lldp_pmd_turned(0xc036), 0x6c03);
	assert_int_equal(lldp_pmd_turned(0x8000), 0x0001);
	for (size_t i = 0; i < ROWS(row); i++) {
		struct lldp l;
		struct help_frame f = help_lldp(&l, row[i].tlv);
		const struct lldp_mac_phy *m = &l.mac.mac_phy;

		help_faults_are(&l.faults, "");
		assert_true(m->sent && m->an_able && m->an_on);
		assert_int_equal(m->pmd_sent, row[i].sent);
		assert_int_equal(m->pmd, row[i].pmd);
		assert_int_equal(m->mau, row[i].mau);
		assert_int_equal(m->pmd_way, row[i].way);
		free(f.bytes);
	}
}

static void autoneg_bits(void **state)
{
	(void)state;
	for (unsigned int bits = 0; bits < 4; bits++) {
		char tlv[64];
		struct help_frame f;
		struct lldp l;

		snprintf(tlv, sizeof(tlv), "fe09 00120f 01 %02x 0000 0010", bits);
		f = help_lldp(&l, tlv);
		assert_int_equal(l.mac.mac_phy.an_able, bits & 1);
		assert_int_equal(l.mac.mac_phy.an_on, bits >> 1);
		free(f.bytes);
	}
}

static void power_in_three_lengths(void **state)
{
	struct lldp l;
	struct help_frame f = help_lldp(&l, "fe07 00120f 02 0b 02 05");
	const struct lldp_power *p = &l.mac.power;

	(void)state;
	assert_int_equal(p->form, LLDP_POWER_AF);
	assert_true(p->pse && p->able && !p->on && p->pairs_choosable);
	assert_int_equal(p->pairs, 2);
	assert_int_equal(p->class_sent, 5);
	free(f.bytes);

	f = help_lldp(&l, "fe0c 00120f 02 07 01 05 52 00ff 00fe");
	assert_int_equal(p->form, LLDP_POWER_AT);
	assert_int_equal(p->type, 1);
	assert_int_equal(p->source, 1);
	assert_int_equal(p->priority, 2);
	assert_int_equal(p->wanted, 255);		/* 25.5 W */
	assert_int_equal(p->given, 254);
	free(f.bytes);

	f = help_lldp(&l, "fe1d 00120f 02 0f 01 05 13 02c6 01fe 0163 0164 00ff 00fe ce4f 0b 01fd "
		      "03 000000");
	assert_int_equal(p->form, LLDP_POWER_BT);
	assert_int_equal(p->wanted, 710);
	assert_int_equal(p->given, 510);
	assert_int_equal(p->wanted_a, 355);
	assert_int_equal(p->wanted_b, 356);
	assert_int_equal(p->given_a, 255);
	assert_int_equal(p->given_b, 254);
	assert_int_equal(p->status, 0xce4f);
	assert_int_equal(p->setup, 0x0b);
	assert_int_equal(p->available, 509);
	assert_int_equal(p->autoclass, 3);
	help_faults_are(&l.faults, "");
	free(f.bytes);
}

static void the_others(void **state)
{
	struct lldp l;
	struct help_frame f = help_lldp(&l,
		"fe09 00120f 03 01 00000007 "
		"fe06 00120f 04 2710 "
		"fe0e 00120f 05 0011 0012 0013 0014 0015 "
		"fe06 00120f 07 0017 ");
	const struct lldp_8023 *m = &l.mac;

	(void)state;
	help_faults_are(&l.faults, "");
	assert_true(m->aggregation.sent && m->aggregation.able && !m->aggregation.active);
	assert_int_equal(m->aggregation.port_id, 7);
	assert_true(m->has_frame_max);
	assert_int_equal(m->frame_max_bytes, 10000);
	assert_true(m->eee.sent);
	assert_int_equal(m->eee.tx_us, 17);
	assert_int_equal(m->eee.rx_us, 18);
	assert_int_equal(m->eee.fallback_us, 19);
	assert_int_equal(m->eee.echo_tx_us, 20);
	assert_int_equal(m->eee.echo_rx_us, 21);
	assert_true(m->preemption.able && m->preemption.on && m->preemption.active);
	assert_int_equal(m->preemption.fragment, 2);
	free(f.bytes);
}

static void what_is_wrong(void **state)
{
	static const struct help_lldp_fault row[] = {
		{ "fe08 00120f 01 03 6c03 00",
		  "TLV 4 (MAC/PHY) at frame byte 35: 4 bytes, at least 5 needed\n" },
		{ "fe06 00120f 02 0f 01",
		  "TLV 4 (power via MDI) at frame byte 35: 2 bytes, at least 3 needed\n" },
		{ "fe05 00120f 04 05",
		  "TLV 4 (maximum frame size) at frame byte 35: 1 bytes, at least 2 needed\n" },
		{ "fe0d 00120f 05 0011 0012 0013 0014 00",
		  "TLV 4 (EEE) at frame byte 35: 9 bytes, at least 10 needed\n" },
		{ "fe05 00120f 07 07",
		  "TLV 4 (additional capabilities) at frame byte 35: 1 bytes, "
		  "at least 2 needed\n" },
	};

	(void)state;
	help_lldp_faults(row, ROWS(row));
}

static void names_of_bits(void **state)
{
	(void)state;
	assert_string_equal(lldp_pmd_name(0x8000), "other");
	assert_string_equal(lldp_pmd_name(0x0800), "100BASE-TX half");
	assert_string_equal(lldp_pmd_name(0x0080), "pause");
	assert_string_equal(lldp_pmd_name(0x0001), "1000BASE-T full");
	assert_null(lldp_pmd_name(0));
	assert_null(lldp_pmd_name(3));
	assert_null(lldp_pmd_name(0x10000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_way_the_bits_came),
		cmocka_unit_test(autoneg_bits),
		cmocka_unit_test(power_in_three_lengths),
		cmocka_unit_test(the_others),
		cmocka_unit_test(what_is_wrong),
		cmocka_unit_test(names_of_bits),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
