// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/neighbor.h"

#include <errno.h>

#include "test-wire-eth-help.h"
#undef ROWS
#include "facts-help.h"

#define S INT64_C(1000000000)
#define TO "0180c200000e "
#define A "020000000001 "
#define B "020000000002 "
#define MUST "0207 04 020000000001 0402 05 31 0602 0078 "
#define MUST_B "0207 04 020000000002 0402 05 31 0602 0078 "
#define END "0000"

static struct neighbors store;

static void feed(const char *hex, int64_t t_s)
{
	static uint8_t bytes[HELP_FRAME_MAX];
	size_t len_bytes = help_hex(hex, bytes);

	neighbors_feed(&store, ETH_LINK_ETHERNET, bytes, len_bytes, len_bytes, t_s * S);
}

static struct sets *facts_of(const char *hex)
{
	struct sets *sets = sets_new();

	assert_non_null(sets);
	neighbors_init(&store);
	feed(hex, 0);
	probe_neighbor(&store, S, 3, sets);
	return sets;
}

static void partner_is(const char *hex, enum fact_id id, const char *want)
{
	struct sets *sets = facts_of(hex);

	help_fact_is(hex, &sets->set[SET_PARTNER], id, want);
	sets_free(sets);
}

#define LLDP(tlvs) TO A "88cc " MUST tlvs END

static void lldp_tlvs(void **state)
{
	(void)state;
	partner_is(LLDP(""), FACT_NEIGHBOR_CHASSIS, "02:00:00:00:00:01");
	partner_is(LLDP(""), FACT_NEIGHBOR_PORT, "1");
	partner_is(LLDP(""), FACT_NEIGHBOR_TTL, "120 s");
	partner_is(LLDP(""), FACT_NEIGHBOR_PROTOCOL, "lldp");
	partner_is(LLDP(""), FACT_LINK_DUPLEX, NULL);
	partner_is(LLDP("0a03 1b5b4a "), FACT_NEIGHBOR_SYSTEM, "\\x1b[J");
	partner_is(LLDP("0e04 0014 0004 "), FACT_NEIGHBOR_KIND, "switch");
	partner_is(LLDP("100c 05 01 0a000001 02 00000007 00 "), FACT_NEIGHBOR_ADDRESSES, "10.0.0.1");
	partner_is(LLDP("fe06 0080c2 01 000a "), FACT_VLAN_NATIVE, "10");
	partner_is(LLDP("fe06 00120f 04 05ee "), FACT_NEIGHBOR_FRAME_MAX, "1518 bytes");
	partner_is(LLDP("fe09 00120f 03 01 00000000 "), FACT_NEIGHBOR_AGGREGATION, "able");
	partner_is(LLDP("fe09 0080c2 07 03 00000001 "), FACT_NEIGHBOR_AGGREGATION, "active");
	partner_is(LLDP("fe0e 00120f 05 0011 001e 0000 0011 001e "), FACT_EEE_TX_WAKE, "17 us");
	partner_is(LLDP("fe0e 00120f 05 0011 001e 0000 0011 001e "), FACT_EEE_RX_WAKE, "30 us");
	partner_is(LLDP("fe06 00120f 07 0003 "), FACT_PREEMPTION, "on");
	partner_is(LLDP("fe05 0026e1 01 00 "), FACT_NEIGHBOR_OTHERS,
		   "OpenFlow 00-26-e1 subtype 1");
	partner_is(LLDP("fe09 0080c2 0d 0000000000 fe04 00120f 06 "), FACT_NEIGHBOR_OTHERS,
		   "EVB; EEE fast wake");
}

static void what_a_switch_tells_besides(void **state)
{
	static const char ets[] = LLDP("fe19 0080c2 09 83 01234567 0a141e2800000000 0202020200000000 "
				       "fe19 0080c2 0a 00 01234567 1919191900000000 0202020200000000 ");
	static const char eee[] = LLDP("fe0e 00120f 05 0011 001e 0013 0014 0015 ");
	static const char policies[] = LLDP("fe08 0012bb 02 01 40c96e fe08 0012bb 02 02 800000 "
					    "fe08 0012bb 02 06 00002e fe08 0012bb 02 c8 400a00 ");

	(void)state;
	partner_is(LLDP("0e04 0014 0004 "), FACT_NEIGHBOR_CAPABILITIES, "bridge");
	partner_is(LLDP("0e04 0014 0000 "), FACT_NEIGHBOR_CAPABILITIES, NULL);
	partner_is(LLDP("fe0c 0080c2 03 000a 05 7573657273 fe07 0080c2 03 0014 00 "), FACT_VLAN_NAMES,
		   "10 users");
	partner_is(LLDP("fe07 0080c2 02 06 0014 fe07 0080c2 02 02 0000 "), FACT_VLAN_PROTOCOL,
		   "20 active; 0 able");
	partner_is(ets, FACT_ETS_SHARES, "10 20 30 40 0 0 0 0");
	partner_is(ets, FACT_ETS_CLASSES, "0 1 2 3 4 5 6 7");
	partner_is(ets, FACT_ETS_WANTED, "25 25 25 25 0 0 0 0");
	partner_is(eee, FACT_EEE_FALLBACK, "19 us");
	partner_is(eee, FACT_EEE_ECHO_TX, "20 us");
	partner_is(eee, FACT_EEE_ECHO_RX, "21 us");
	partner_is(policies, FACT_MED_POLICIES,
		   "voice: VLAN 100, priority 5, DSCP 46; voice signaling: not set; "
		   "video conferencing: untagged, DSCP 46; application 200: VLAN 5, priority 0, DSCP 0");
	partner_is(policies, FACT_VLAN_VOICE, "100");
	partner_is(LLDP("fe06 0012bb 06 3161 fe06 0012bb 08 3132 fe06 0012bb 09 4d78 "),
		   FACT_MED_INVENTORY, "firmware 1a; maker Mx");
	partner_is(LLDP("fe07 0012bb 03 03 2b31 "), FACT_NEIGHBOR_OTHERS, "MED location");
}

static void mac_and_phy(void **state)
{
	static const char as_sent[] = LLDP("fe09 00120f 01 03 6c01 000f ");
	static const char reversed[] = LLDP("fe09 00120f 01 03 c036 0010 ");
	static const char others[] = LLDP("fe09 00120f 01 03 ec01 001e ");

	(void)state;
	partner_is(as_sent, FACT_LINK_SPEED, "100 Mb/s");
	partner_is(as_sent, FACT_LINK_DUPLEX, "half");
	partner_is(as_sent, FACT_LINK_AUTONEG, "yes");
	partner_is(as_sent, FACT_NEIGHBOR_MAU, "100BASE-TX half");
	partner_is(as_sent, FACT_NEIGHBOR_PMD_REVERSED, "no");
	partner_is(reversed, FACT_NEIGHBOR_PMD_REVERSED, "yes");
	partner_is(reversed, FACT_LINK_MODES_ADVERTISED,
		   "10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full 1000baseT/Half "
		   "1000baseT/Full Autoneg");
	/* "Other" may be a mode that the bits cannot name: no full list. */
	partner_is(others, FACT_LINK_MODES_ADVERTISED, NULL);
	partner_is(others, FACT_LINK_SPEED, "1000 Mb/s");
	partner_is(LLDP("fe09 00120f 01 00 0000 0000 "), FACT_LINK_AUTONEG, "no");
	partner_is(LLDP("fe09 00120f 01 00 0000 0000 "), FACT_LINK_SPEED, NULL);
	partner_is(LLDP("fe09 00120f 01 00 0000 2000 "), FACT_NEIGHBOR_MAU, "type 8192, not known");
	/* A number that does not say the duplex. */
	partner_is(LLDP("fe09 00120f 01 00 0000 0005 "), FACT_LINK_DUPLEX, NULL);
}

static void vlans_and_dcb(void **state)
{
	static const char list[] = LLDP("fe08 0080c2 03 000b 01 78 fe08 0080c2 03 000a 01 78 "
					"fe08 0080c2 03 0ffe 01 78 ");

	(void)state;
	partner_is(list, FACT_VLAN_IDS, "10-11 4094");
	partner_is(list, FACT_VLAN_COMPLETE, "yes");
	partner_is(LLDP("fe06 0080c2 0b 08 18 "), FACT_PFC_ENABLED, "3 4");
	partner_is(LLDP("fe06 0080c2 0b 88 00 "), FACT_PFC_ENABLED, "none");
	partner_is(LLDP("fe06 0080c2 0b 88 00 "), FACT_PFC_WILLING, "yes");
	partner_is(LLDP("fe06 0080c2 0b 88 00 "), FACT_DCBX_VERSION, "ieee");
	partner_is(LLDP("fe08 0080c2 0c 00 64 8906 "), FACT_DCBX_APPS, "port 35078: 3");
	partner_is(LLDP("fe08 0080c2 0c 00 61 8906 "), FACT_DCBX_APPS, "EtherType 0x8906: 3");
	partner_is(LLDP("fe08 0012bb 02 01 40 c965 "), FACT_VLAN_VOICE, "100");
}

static void power(void **state)
{
	static const char at[] = LLDP("fe0c 00120f 02 07 01 05 50 0082 0080 ");

	(void)state;
	partner_is(at, FACT_POWER_ROLE, "pse");
	partner_is(at, FACT_POWER_ON, "yes");
	partner_is(at, FACT_POWER_CLASS, "4");
	partner_is(at, FACT_POWER_WANTED, "13000 mW");
	partner_is(at, FACT_POWER_GIVEN, "12800 mW");
	/* No figures yet are no figures of zero. */
	partner_is(LLDP("fe0c 00120f 02 07 01 05 50 0000 0000 "), FACT_POWER_GIVEN, NULL);
	partner_is(LLDP("fe07 00120f 02 07 01 01 "), FACT_POWER_CLASS, "0");
}

#define CDP(len, tlvs) "01000ccccccc " A len " aaaa03 00000c 2000 02b4 0000 " \
	"0001 0006 7331 0003 0006 4630 " tlvs

static void cdp_tlvs(void **state)
{
	(void)state;
	partner_is(CDP("001d", "000b 0005 00"), FACT_LINK_DUPLEX, "half");
	partner_is(CDP("001d", "000b 0005 01"), FACT_LINK_DUPLEX, "full");
	partner_is(CDP("001d", "000b 0005 01"), FACT_NEIGHBOR_SYSTEM, "s1");
	partner_is(CDP("001d", "000b 0005 01"), FACT_NEIGHBOR_PORT, "F0");
	partner_is(CDP("001d", "000b 0005 01"), FACT_NEIGHBOR_PROTOCOL, "cdp");
	partner_is(CDP("001d", "000b 0005 01"), FACT_NEIGHBOR_TTL, "180 s");
	partner_is(CDP("001e", "000a 0006 0194"), FACT_VLAN_NATIVE, "404");
	partner_is(CDP("0020", "0011 0008 000005dc"), FACT_NEIGHBOR_MTU, "1500 bytes");
	partner_is(CDP("0020", "0004 0008 00000028"), FACT_NEIGHBOR_CAPABILITIES,
		   "switch; IGMP snooping");
	partner_is(CDP("001f", "0005 0007 494f53"), FACT_NEIGHBOR_SOFTWARE, "IOS");
	partner_is(CDP("001e", "0010 0006 1900"), FACT_POWER_WANTED, "6400 mW");
	partner_is(CDP("0024", "001a 000c 0001 0000 00003c8c"), FACT_POWER_GIVEN, "15500 mW");
	partner_is(CDP("0024", "001a 000c 0001 0000 ffffffff"), FACT_POWER_GIVEN, NULL);
}

/* LLDP and CDP of one port contradict each other: both are kept. */
static void two_answers(void **state)
{
	struct sets *sets = sets_new();

	(void)state;
	neighbors_init(&store);
	feed(LLDP("0a02 7331 fe09 00120f 01 03 6c00 0010 "), 0);
	feed(CDP("001d", "000b 0005 00"), 1);
	probe_neighbor(&store, 2 * S, 3, sets);
	help_fact_is("both", &sets->set[SET_PARTNER], FACT_LINK_DUPLEX, "full");
	assert_non_null(facts_other(&sets->set[SET_PARTNER], FACT_LINK_DUPLEX));
	help_fact_is("both", &sets->set[SET_PARTNER], FACT_NEIGHBOR_PROTOCOL, "lldp+cdp");
	help_fact_is("both", &sets->set[SET_NEAR], FACT_NEIGHBOR_COUNT, "1");
	help_fact_is("both", &sets->set[SET_NEAR], FACT_NEIGHBOR_HEARD, "LLDP CDP");
	sets_free(sets);
}

static void several_speakers_are_no_partner(void **state)
{
	struct sets *sets = sets_new();

	(void)state;
	neighbors_init(&store);
	feed(LLDP("fe09 00120f 01 03 6c00 0010 "), 0);
	feed(TO B "88cc " MUST_B END, 1);
	probe_neighbor(&store, 2 * S, 65, sets);
	help_fact_is("two", &sets->set[SET_NEAR], FACT_NEIGHBOR_COUNT, "2");
	help_fact_is("two", &sets->set[SET_NEAR], FACT_NEIGHBOR_LIST,
		     "02:00:00:00:00:01 1 (lldp); 02:00:00:00:00:02 1 (lldp)");
	help_fact_is("two", &sets->set[SET_PARTNER], FACT_LINK_DUPLEX, NULL);
	help_fact_is("two", &sets->set[SET_PARTNER], FACT_NEIGHBOR_CHASSIS, NULL);
	sets_free(sets);
}

/* What this end announced stands in for what nobody asked it. */
static void own_word(void **state)
{
	struct sets *sets = sets_new();

	(void)state;
	neighbors_init(&store);
	neighbors_own(&store, (const uint8_t *)"\x02\0\0\0\0\x02");
	feed(LLDP("fe09 00120f 01 03 6c00 0010 "), 0);
	feed(TO B "88cc " MUST_B "fe09 00120f 01 03 6c00 000f " END, 1);
	probe_neighbor(&store, 2 * S, 65, sets);
	help_fact_is("own", &sets->set[SET_NEAR], FACT_NEIGHBOR_COUNT, "1");
	help_fact_is("own", &sets->set[SET_NEAR], FACT_LINK_DUPLEX, "half");
	help_fact_is("own", &sets->set[SET_PARTNER], FACT_LINK_DUPLEX, "full");
	sets_free(sets);
	/* But never in place of it. */
	sets = sets_new();
	facts_put_text(&sets->set[SET_NEAR], FACT_LINK_DUPLEX, FROM_NETLINK, "full");
	probe_neighbor(&store, 2 * S, 65, sets);
	help_fact_is("own", &sets->set[SET_NEAR], FACT_LINK_DUPLEX, "full");
	sets_free(sets);
}

static void malformed(void **state)
{
	struct sets *sets = facts_of(TO A "88cc 0602 0078 0207 04 020000000001 0402 05 31 0000");

	(void)state;
	help_fact_is("order", &sets->set[SET_NEAR], FACT_NEIGHBOR_COUNT, "1");
	assert_non_null(strstr(facts_text(&sets->set[SET_NEAR], FACT_NEIGHBOR_MALFORMED),
			       "Chassis ID is TLV 2, expected 1st"));
	sets_free(sets);
	sets = facts_of(LLDP(""));
	assert_string_equal(facts_text(&sets->set[SET_NEAR], FACT_NEIGHBOR_MALFORMED), "");
	sets_free(sets);
	sets = facts_of("ffffffffffff " A "0800 45");
	help_fact_is("nobody", &sets->set[SET_NEAR], FACT_NEIGHBOR_MALFORMED, NULL);
	help_fact_is("nobody", &sets->set[SET_NEAR], FACT_NEIGHBOR_COUNT, "0");
	assert_int_equal(facts_get(&sets->set[SET_NEAR], FACT_NEIGHBOR_HEARD)->state, FACT_ABSENT);
	sets_free(sets);
}

static void nobody_listened(void **state)
{
	struct sets *sets = sets_new();

	(void)state;
	probe_neighbor_unheard(-EPERM, sets);
	assert_int_equal(facts_get(&sets->set[SET_NEAR], FACT_NEIGHBOR_COUNT)->state, FACT_DENIED);
	assert_int_equal(facts_get(&sets->set[SET_PARTNER], FACT_NEIGHBOR_PORT)->state, FACT_DENIED);
	assert_int_equal(facts_get(&sets->set[SET_NEAR], FACT_VLAN_IDS)->state, FACT_UNREAD);
	sets_free(sets);
}

#define RSTP(flags) "0180c2000000 " A "0027 424203 0000 02 02 " flags " 8001020000000001 00000000 " \
	"8001020000000001 800c 0000 1400 0200 0f00 00"
#define LACP_END(type) type "14 8000 020000000001 000d 8000 0016 85 000000 "

static void other_protocols(void **state)
{
	(void)state;
	partner_is(RSTP("0e"), FACT_STP_STATE, "discarding");
	partner_is(RSTP("0e"), FACT_STP_ROLE, "designated");
	partner_is(RSTP("0e"), FACT_STP_PROPOSAL, "yes");
	partner_is(RSTP("0e"), FACT_STP_WAITED, "1 frames");
	partner_is(RSTP("3c"), FACT_STP_STATE, "forwarding");
	partner_is(RSTP("3c"), FACT_STP_BRIDGE, "8001.02:00:00:00:00:01");
	partner_is("0180c2000002 " A "8809 01 01 " LACP_END("01") LACP_END("02"), FACT_LACP_SYSTEM,
		   "02:00:00:00:00:01");
	partner_is("0180c2000002 " A "8809 01 01 " LACP_END("01") LACP_END("02"), FACT_LACP_STATE,
		   "active aggregates expired");
}

#define HOST_B TO B "88cc " MUST_B "0e04 0080 0080 " END
#define SWITCH_B TO B "88cc " MUST_B "0e04 0004 0004 " END

/* Frames in the order in which they are heard; what the partner is then said to be. */
static void two_are_not_mixed(void **state)
{
	static const struct {
		const char *name, *frame[4], *chassis, *stp;
	} row[] = {
		{ "a switch alone, its BPDU from another address",
		  { RSTP("3c"), SWITCH_B }, "02:00:00:00:00:02", "forwarding" },
		{ "BPDUs alone", { RSTP("3c") }, NULL, "forwarding" },
		{ "a host alone: the BPDU is of a third device", { RSTP("3c"), HOST_B },
		  "02:00:00:00:00:02", NULL },
		{ "a switch and a host: the BPDU is the switch's own",
		  { RSTP("3c"), LLDP("0e04 0004 0004 "), HOST_B }, "02:00:00:00:00:01", "forwarding" },
		{ "a switch and a host: the BPDU is of neither",
		  { "0180c2000000 020000000003 " "0027 424203 0000 02 02 3c 8001020000000001 00000000 "
		    "8001020000000001 800c 0000 1400 0200 0f00 00", LLDP("0e04 0004 0004 "), HOST_B },
		  "02:00:00:00:00:01", NULL },
		{ "two switches, one sends BPDUs",
		  { RSTP("3c"), LLDP("0e04 0004 0004 "), SWITCH_B }, NULL, NULL },
		{ "two ports of one switch", { LLDP("0a02 7331 "),
		  TO B "88cc 0207 04 020000000001 0402 05 32 0602 0078 0a02 7331 " END }, NULL, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct sets *sets = sets_new();

		assert_non_null(sets);
		neighbors_init(&store);
		for (int k = 0; k < 4 && row[i].frame[k]; k++)
			feed(row[i].frame[k], k);
		probe_neighbor(&store, 5 * S, 65, sets);
		help_fact_is(row[i].name, &sets->set[SET_PARTNER], FACT_NEIGHBOR_CHASSIS,
			     row[i].chassis);
		help_fact_is(row[i].name, &sets->set[SET_PARTNER], FACT_STP_STATE, row[i].stp);
		sets_free(sets);
	}
}

static void frames_with_our_address(void **state)
{
	struct own_frames own = { .back = 3, .foreign = 2 };
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR];

	(void)state;
	neighbors_init(&store);
	probe_neighbor(&store, S, 3, sets);
	assert_int_equal(facts_get(near, FACT_NEIGHBOR_OWN_FOREIGN)->state, FACT_ABSENT);
	probe_neighbor_own(&own, near);
	help_fact_is("own", near, FACT_NEIGHBOR_OWN_BACK, "3 frames");
	help_fact_is("own", near, FACT_NEIGHBOR_OWN_FOREIGN, "2 frames");
	/* Something was missed: it may have been sent here. */
	*near = (struct facts){ .others = 0 };
	own.lost = true;
	probe_neighbor_own(&own, near);
	assert_int_equal(facts_get(near, FACT_NEIGHBOR_OWN_FOREIGN)->state, FACT_FAILED);
	own.foreign = 0;
	probe_neighbor_own(&own, near);
	help_fact_is("own", near, FACT_NEIGHBOR_OWN_FOREIGN, "0 frames");
	sets_free(sets);
}

/* What lldpcli 1.0.16 prints. */
static const char lldpd_said[] = "{\"lldp\":[{\"interface\":["
	"{\"name\":\"eth0\",\"via\":\"LLDP\","
	" \"chassis\":[{\"id\":[{\"type\":\"mac\",\"value\":\"02:00:00:00:00:01\"}],"
	"  \"name\":[{\"value\":\"s\\u001b1\"}],\"descr\":[{\"value\":\"a switch\"}],"
	"  \"mgmt-ip\":[{\"value\":\"10.0.0.1\"}],"
	"  \"capability\":[{\"type\":\"Bridge\",\"enabled\":true},{\"type\":\"Router\",\"enabled\":false}]}],"
	" \"port\":[{\"id\":[{\"type\":\"ifname\",\"value\":\"Fa0/7\"}],\"descr\":[{\"value\":\"d\"}],"
	"  \"ttl\":[{\"value\":\"120\"}],\"mfs\":[{\"value\":\"1522\"}],"
	"  \"auto-negotiation\":[{\"supported\":true,\"enabled\":true,"
	"   \"current\":[{\"value\":\"1000BaseTFD - Four-pair Category 5 UTP, full duplex mode\"}]}]}],"
	" \"vlan\":[{\"vlan-id\":\"10\",\"pvid\":true,\"value\":\"ten\"}]},"
	"{\"name\":\"eth0\",\"via\":\"CDPv2\",\"chassis\":[{\"name\":[{\"value\":\"s\\u001b1\"}]}],"
	" \"port\":[{\"id\":[{\"value\":\"Fast0/7\"}]}]},"
	"{\"name\":\"eth0\",\"via\":\"LLDP\",\"chassis\":[{\"name\":[{\"value\":\"host\"}],"
	"  \"capability\":[{\"type\":\"Station\",\"enabled\":true}]}]}]}]}";

static void from_lldpd(void **state)
{
	struct facts *one = calloc(4, sizeof(*one));
	json_t *answer = json_loads(lldpd_said, 0, NULL);
	struct sets *sets = sets_new();
	unsigned int count;

	(void)state;
	assert_non_null(answer);
	count = probe_neighbor_lldpd(answer, one, 4);
	assert_int_equal(count, 2);		/* CDP of the same system is no other speaker */
	help_fact_is("lldpd", &one[0], FACT_NEIGHBOR_SYSTEM, "s\\x1b1");
	help_fact_is("lldpd", &one[0], FACT_LINK_SPEED, "1000 Mb/s");
	help_fact_is("lldpd", &one[0], FACT_LINK_DUPLEX, "full");
	help_fact_is("lldpd", &one[0], FACT_LINK_AUTONEG, "yes");
	help_fact_is("lldpd", &one[0], FACT_NEIGHBOR_PORT, "Fa0/7");
	help_fact_is("lldpd", &one[0], FACT_NEIGHBOR_TTL, "120 s");
	help_fact_is("lldpd", &one[0], FACT_NEIGHBOR_FRAME_MAX, "1522 bytes");
	help_fact_is("lldpd", &one[0], FACT_NEIGHBOR_KIND, "switch");
	help_fact_is("lldpd", &one[0], FACT_VLAN_NATIVE, "10");
	help_fact_is("lldpd", &one[0], FACT_NEIGHBOR_ADDRESSES, "10.0.0.1");
	probe_neighbor_told(one, count, sets);
	help_fact_is("told", &sets->set[SET_NEAR], FACT_NEIGHBOR_COUNT, "2");
	help_fact_is("told", &sets->set[SET_PARTNER], FACT_NEIGHBOR_PORT, "Fa0/7");
	assert_int_equal(probe_neighbor_lldpd(answer, one, 1), 1);
	json_decref(answer);
	sets_free(sets);
	free(one);
}

/* No neighbor, another shape, nothing at all. */
static void nothing_from_lldpd(void **state)
{
	static const char *const said[] = { "{}", "{\"lldp\":[{}]}", "{\"lldp\":[{\"interface\":[]}]}",
					    "{\"lldp\":{\"interface\":{}}}", "[]",
					    "{\"lldp\":[{\"interface\":[{}]}]}" };
	struct facts *one = calloc(4, sizeof(*one));

	(void)state;
	for (size_t i = 0; i < ROWS(said); i++) {
		json_t *answer = json_loads(said[i], 0, NULL);

		assert_true(probe_neighbor_lldpd(answer, one, 4) <= 1);
		json_decref(answer);
	}
	assert_int_equal(probe_neighbor_lldpd(NULL, one, 4), 0);
	free(one);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_are_not_mixed),
		cmocka_unit_test(frames_with_our_address),
		cmocka_unit_test(lldp_tlvs),
		cmocka_unit_test(what_a_switch_tells_besides),
		cmocka_unit_test(mac_and_phy),
		cmocka_unit_test(vlans_and_dcb),
		cmocka_unit_test(power),
		cmocka_unit_test(cdp_tlvs),
		cmocka_unit_test(two_answers),
		cmocka_unit_test(several_speakers_are_no_partner),
		cmocka_unit_test(own_word),
		cmocka_unit_test(malformed),
		cmocka_unit_test(nobody_listened),
		cmocka_unit_test(other_protocols),
		cmocka_unit_test(from_lldpd),
		cmocka_unit_test(nothing_from_lldpd),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("probe/neighbor", tests, NULL, NULL);
}
