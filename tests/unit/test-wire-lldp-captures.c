// SPDX-License-Identifier: GPL-3.0-or-later
/* Frames of real switches, and hostile ones; the values are those that tcpdump -v prints. */
#include "test-wire-eth-help.h"
#include "wire/cdp.h"
#include "wire/l2.h"
#include "wire/lldp.h"

/* How many frames of each kind a file holds, how many of LLDP or CDP break a rule. */
struct count {
	const char *file;
	unsigned int frames, lldp, cdp, other, faulty;
};

static void count_frame(struct count *c, const struct help_frame *f)
{
	struct lldp l;
	struct cdp d;
	struct l2 other;

	c->frames++;
	if (f->rc)
		return;
	if (lldp_parse(&l, &f->eth) == 0) {
		c->lldp++;
		c->faulty += l.faults.count > 0;
	} else if (cdp_parse(&d, &f->eth) == 0) {
		c->cdp++;
		c->faulty += d.faults.count > 0;
	} else if (l2_parse(&other, &f->eth) == 0) {
		c->other++;
	}
}

static void frames_of_each_kind(void **state)
{
	static const struct count row[] = {
		{ "802.1w_rapid_STP.pcap", 30, 0, 0, 30, 0 },
		{ "LACP.pcap", 20, 0, 0, 20, 0 },
		{ "UDLD.pcap", 29, 0, 0, 29, 0 },
		{ "dcb_ets.pcap", 67, 31, 0, 0, 0 },
		{ "erspan-type-i-4.pcap", 119, 5, 0, 0, 0 },
		{ "evb.pcap", 16, 1, 0, 15, 0 },
		{ "lldp-infinite-loop-1.pcap", 1, 1, 0, 0, 0 },
		{ "lldp_8023_mtu-oobr.pcap", 1, 1, 0, 0, 1 },
		{ "lldp_asan.pcap", 1, 1, 0, 0, 1 },
		{ "loopback.pcap", 6, 0, 0, 6, 0 },
		{ "rpvstp-trunk-native-vid5.pcap", 22, 0, 0, 22, 0 },
		{ "LLDP_and_CDP.pcap", 12, 8, 4, 0, 0 },
		{ "lldp_8021_linkagg.pcap", 2, 2, 0, 0, 2 },
		{ "lldpd-8023bt.pcap", 1, 1, 0, 0, 0 },
		{ "lldpd-connectx.pcap", 1, 1, 0, 0, 0 },
		{ "lldp-app-priority.pcap", 1, 1, 0, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct count have = { .file = row[i].file };
		struct help_frame f;
		struct help_pcap p;

		if (!help_pcap_open(&p, row[i].file))
			fail_msg("%s is not there", row[i].file);
		assert_int_equal(help_pcap_link(&p), HELP_ETHERNET);
		while (help_pcap_next(&p, &f)) {
			count_frame(&have, &f);
			free(f.bytes);
		}
		printf("# %s: %u frames, LLDP %u, CDP %u, other %u, faulty %u\n", have.file,
		       have.frames, have.lldp, have.cdp, have.other, have.faulty);
		assert_int_equal(have.frames, row[i].frames);
		assert_int_equal(have.lldp, row[i].lldp);
		assert_int_equal(have.cdp, row[i].cdp);
		assert_int_equal(have.other, row[i].other);
		assert_int_equal(have.faulty, row[i].faulty);
		free(p.bytes);
	}
}

/* Each frame cut at each byte, as a capture and as a frame. */
static void nothing_leaves_the_frame(void **state)
{
	static const char *const file[] = {
		"802.1w_rapid_STP.pcap", "LACP.pcap", "LLDP_and_CDP.pcap", "UDLD.pcap",
		"dcb_ets.pcap", "dsa.pcap", "erspan-type-i-4.pcap", "evb.pcap", "isis_poi.pcap",
		"lldp-app-priority.pcap", "lldp-infinite-loop-1.pcap", "lldp_8021_linkagg.pcap",
		"lldp_8023_mtu-oobr.pcap", "lldp_asan.pcap", "lldpd-8023bt.pcap",
		"lldpd-connectx.pcap", "loopback.pcap", "rpvstp-trunk-native-vid5.pcap",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(file); i++) {
		struct count c = { .file = file[i] };
		struct help_frame f;
		struct help_pcap p;

		if (!help_pcap_open(&p, file[i]))
			fail_msg("%s is not there", file[i]);
		while (help_pcap_next(&p, &f)) {
			for (size_t n = 0; n < 2 * f.len_bytes; n++) {
				size_t wire = n % 2 ? f.len_bytes : n / 2;
				struct help_frame cut = help_frame_bytes(f.bytes, n / 2, wire);

				count_frame(&c, &cut);
				free(cut.bytes);
			}
			free(f.bytes);
		}
		free(p.bytes);
	}
}

/* The number-th frame that is LLDP, from 1. */
static struct help_frame lldp_of(const char *file, unsigned int number, struct lldp *l)
{
	struct help_frame f;
	struct help_pcap p;

	if (!help_pcap_open(&p, file))
		fail_msg("%s is not there", file);
	while (help_pcap_next(&p, &f)) {
		if (f.rc == 0 && lldp_parse(l, &f.eth) == 0 && --number == 0) {
			free(p.bytes);
			return f;
		}
		free(f.bytes);
	}
	fail_msg("%s has too few LLDP frames", file);
	return f;
}

static void two_cisco_switches(void **state)
{
	struct lldp l;
	struct help_frame f = lldp_of("LLDP_and_CDP.pcap", 1, &l);

	(void)state;
	assert_memory_equal(l.chassis.id.at, "\x00\x19\x2f\xa7\xb2\x8d", 6);
	assert_int_equal(l.port.subtype, 1);
	help_text_is(&l.port.id, "Uplink to S1");
	help_text_is(&l.system_name, "S2.cisco.com");
	help_text_is(&l.port_description, "GigabitEthernet0/13");
	assert_int_equal(l.system_description.len_bytes, 190);
	assert_int_equal(l.ttl_s, 120);
	assert_int_equal(l.capabilities, 0x14);
	assert_int_equal(l.enabled, 0x04);
	assert_int_equal(l.q.pvid, 1);
	assert_int_equal(l.mac.mac_phy.mau, 16);
	assert_int_equal(l.mac.mac_phy.pmd_sent, 0xc036);
	assert_int_equal(l.mac.mac_phy.pmd, 0x6c03);
	assert_int_equal(l.mac.mac_phy.pmd_way, LLDP_PMD_REVERSED);
	free(f.bytes);
	f = lldp_of("LLDP_and_CDP.pcap", 2, &l);
	help_text_is(&l.port.id, "Fa0/13");
	assert_int_equal(l.mac.mac_phy.pmd, 0x6c00);
	assert_int_equal(l.mac.mac_phy.pmd_way, LLDP_PMD_REVERSED);
	free(f.bytes);
}

static void cisco_cdp(void **state)
{
	static const char *const device[] = { "S1", "S2" };
	static const char *const port[] = { "FastEthernet0/13", "GigabitEthernet0/13" };
	static const char *const platform[] = { "cisco WS-C3560-24TS", "cisco WS-C3560G-24PS" };
	struct help_frame f;
	struct help_pcap p;
	unsigned int seen = 0;

	(void)state;
	assert_true(help_pcap_open(&p, "LLDP_and_CDP.pcap"));
	while (help_pcap_next(&p, &f)) {
		struct cdp d;

		if (cdp_parse(&d, &f.eth) == 0) {
			assert_int_equal(d.version, 2);
			assert_int_equal(d.ttl_s, 180);
			assert_int_equal(d.sum, CDP_SUM_RIGHT);
			help_text_is(&d.device, device[seen % 2]);
			help_text_is(&d.port, port[seen % 2]);
			help_text_is(&d.platform, platform[seen % 2]);
			assert_int_equal(d.capabilities, CDP_CAN_SWITCH | CDP_IGMP);
			assert_int_equal(d.native_vlan, 1);
			assert_int_equal(d.duplex, CDP_FULL);
			assert_int_equal(d.addresses.count, 1);
			assert_int_equal(d.addresses.list[0].family, CDP_IPV4);
			assert_int_equal(d.management.count, 1);
			assert_int_equal(d.available.count, 2);
			assert_int_equal(d.available.management, 1);
			seen++;
		}
		free(f.bytes);
	}
	assert_int_equal(seen, 4);
	free(p.bytes);
}

static void power_and_lossless(void **state)
{
	struct lldp l;
	struct help_frame f = lldp_of("lldpd-8023bt.pcap", 1, &l);

	(void)state;
	help_text_is(&l.system_name, "cisco-bt-switch");
	assert_memory_equal(l.address[0].address.at, "\xc0\xa8\x01\x01", 4);
	assert_int_equal(l.address[0].port, 53);
	assert_int_equal(l.mac.mac_phy.mau, 30);
	assert_int_equal(l.mac.mac_phy.pmd_way, LLDP_PMD_UNSURE);
	assert_int_equal(l.mac.power.form, LLDP_POWER_BT);
	assert_int_equal(l.mac.power.class_sent, 5);
	assert_int_equal(l.mac.power.available, 510);
	free(f.bytes);
	f = lldp_of("lldp-app-priority.pcap", 1, &l);
	assert_int_equal(l.dcbx.pfc.classes_able, 1);
	assert_int_equal(l.dcbx.app[0].protocol, 3260);
	assert_int_equal(l.others, 4);
	free(f.bytes);
	f = lldp_of("dcb_ets.pcap", 1, &l);
	assert_int_equal(l.dcbx.ets.share[1], 50);
	assert_int_equal(l.dcbx.ets.class_of[0], 15);
	assert_int_equal(l.dcbx.ets_wanted.method[4], 2);
	help_text_is(&l.q.vlan[0].name, "default");
	free(f.bytes);
	f = lldp_of("lldpd-connectx.pcap", 1, &l);
	assert_int_equal(l.ttl_s, 48);
	assert_null(l.system_name.at);
	assert_int_equal(l.port.subtype, LLDP_PORT_MAC);
	help_text_is(&l.port_description, "ConnectX-4 Lx, 25G/10G/1G SFP");
	free(f.bytes);
}

static void two_speakers(void **state)
{
	struct lldp l;
	struct help_frame f = lldp_of("erspan-type-i-4.pcap", 1, &l);

	(void)state;
	help_faults_are(&l.faults, "");
	help_text_is(&l.system_name, "Device C");
	help_text_is(&l.port.id, "GigabitEthernet1/0/2");
	assert_int_equal(l.mac.mac_phy.pmd, 0x6cc1);
	assert_int_equal(l.mac.mac_phy.pmd_way, LLDP_PMD_AS_SENT);
	assert_int_equal(l.mac.power.form, LLDP_POWER_AT);
	assert_int_equal(l.mac.frame_max_bytes, 10000);
	assert_int_equal(l.q.vlan[0].vlan, 10);
	free(f.bytes);
	f = lldp_of("erspan-type-i-4.pcap", 2, &l);
	assert_false(l.system_name.len_bytes == 8 && !memcmp(l.system_name.at, "Device C", 8));
	free(f.bytes);
}

/* The first frame of a kind. */
static struct help_frame l2_of(const char *file, enum l2_kind kind, struct l2 *l)
{
	struct help_frame f;
	struct help_pcap p;

	if (!help_pcap_open(&p, file))
		fail_msg("%s is not there", file);
	while (help_pcap_next(&p, &f)) {
		if (f.rc == 0 && l2_parse(l, &f.eth) == 0 && l->kind == kind) {
			free(p.bytes);
			return f;
		}
		free(f.bytes);
	}
	fail_msg("%s has no %s", file, l2_name(kind));
	return f;
}

static void other_protocols(void **state)
{
	struct l2 l;
	struct help_frame f = l2_of("802.1w_rapid_STP.pcap", L2_RSTP, &l);

	(void)state;
	assert_int_equal(l.stp.role, L2_DESIGNATED);
	assert_true(l.stp.proposal && !l.stp.learning && !l.stp.forwarding);
	assert_int_equal(l.stp.bridge.priority, 0x8001);
	assert_int_equal(l.stp.port, 0x800c);
	free(f.bytes);
	f = l2_of("rpvstp-trunk-native-vid5.pcap", L2_PVST, &l);
	assert_int_equal(f.eth.tags, 1);
	assert_true(l.stp.has_vlan && l.stp.rapid);
	assert_int_equal(l.stp.vlan, 1);
	free(f.bytes);
	f = l2_of("rpvstp-trunk-native-vid5.pcap", L2_DTP, &l);
	help_text_is(&l.dtp.domain, "cisco");
	assert_true(l.dtp.has_status && l.dtp.trunk_now);
	assert_int_equal(l.dtp.wants, 1);
	assert_int_equal(l.dtp.type, 0xa5);
	free(f.bytes);
	f = l2_of("rpvstp-trunk-native-vid5.pcap", L2_VTP, &l);
	help_text_is(&l.vtp.domain, "cisco");
	free(f.bytes);
	f = l2_of("rpvstp-trunk-native-vid5.pcap", L2_LOOP, &l);
	assert_true(l.loop.reply);
	free(f.bytes);
	f = l2_of("UDLD.pcap", L2_UDLD, &l);
	assert_int_equal(l.udld.opcode, 1);
	help_text_is(&l.udld.device, "FOC1031Z7JG");
	help_text_is(&l.udld.port, "Gi0/1");
	assert_true(l.udld.has_echo && l.udld.echoes == 0);
	free(f.bytes);
	f = l2_of("LACP.pcap", L2_LACP, &l);
	assert_int_equal(l.lacp.actor.port, 22);
	assert_int_equal(l.lacp.actor.state, 0x85);
	assert_int_equal(l.lacp.partner.port, 25);
	assert_int_equal(l.lacp.partner.state, 0x36);
	free(f.bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_of_each_kind),
		cmocka_unit_test(nothing_leaves_the_frame),
		cmocka_unit_test(two_cisco_switches),
		cmocka_unit_test(cisco_cdp),
		cmocka_unit_test(power_and_lossless),
		cmocka_unit_test(two_speakers),
		cmocka_unit_test(other_protocols),
	};
	struct help_pcap p;

	if (!help_pcap_open(&p, "LLDP_and_CDP.pcap")) {
		puts("1..0 # SKIP no captures: set ETHERDX_CAPTURES to their folder");
		return 0;
	}
	free(p.bytes);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
