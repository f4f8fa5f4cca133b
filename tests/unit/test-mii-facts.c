// SPDX-License-Identifier: GPL-3.0-or-later
/* One subject of the words after the other; whole readings are in test-mii-cases.c. */
#include "mii/facts.h"

#include "facts-help.h"

#define MODES_100 "10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full"
#define MAX_FACTS 9

/* A few facts of a reading; is NULL: must not be known. */
struct look {
	struct mii_case in;
	struct {
		enum fact_set set;
		enum fact_id id;
		const char *is;
	} want[MAX_FACTS];	/* ended by id 0, which no word can tell */
};

#define NEAR(fact, text) { .set = SET_NEAR, .id = FACT_##fact, .is = text }
#define PARTNER(fact, text) { .set = SET_PARTNER, .id = FACT_##fact, .is = text }

static void check_looks(const struct look *look, size_t looks)
{
	for (size_t i = 0; i < looks; i++) {
		struct sets *sets = help_mii_sets(&look[i].in);
		const char *name = help_case_name(&look[i].in);

		for (size_t k = 0; k < MAX_FACTS && look[i].want[k].id; k++)
			help_fact_is(name, &sets->set[look[i].want[k].set], look[i].want[k].id,
				     look[i].want[k].is);
		sets_free(sets);
	}
}

/* The link bit is latched low: down, then up, is a link that was lost meanwhile. */
static void a_lost_link_is_latched(void **state)
{
	static const struct look look[] = {
		{ { .words = "3100 782d", .bmsr_first = "7809" },
		  { NEAR(MII_LINK_DROPPED, "yes"), NEAR(LINK_UP, "yes") } },
		{ { .words = "3100 782d", .bmsr_first = "782d" },
		  { NEAR(MII_LINK_DROPPED, "no"), NEAR(LINK_UP, "yes") } },
		{ { .words = "3100 7809", .bmsr_first = "7809" },
		  { NEAR(MII_LINK_DROPPED, "no"), NEAR(LINK_UP, "no") } },
		{ { .words = "3100 782d" },
		  { NEAR(MII_LINK_DROPPED, NULL), NEAR(LINK_UP, "yes") } },
		{ { .words = "3100 782d", .bmsr_first = "--" }, { NEAR(MII_LINK_DROPPED, NULL) } },
		{ { .words = "3100 ffff", .bmsr_first = "7809" },
		  { NEAR(MII_LINK_DROPPED, NULL) } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* A first reading of ffff or 0 is no reading, as the second is not. */
static void a_dead_first_reading_tells_nothing(void **state)
{
	static const struct look look[] = {
		{ { .words = "3100 782d", .bmsr_first = "ffff" },
		  { NEAR(MII_LINK_DROPPED, NULL) } },
		{ { .words = "3100 782d", .bmsr_first = "0000" },
		  { NEAR(MII_LINK_DROPPED, NULL) } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

static void faults_and_jabber(void **state)
{
	static const struct look look[] = {
		{ { .words = "1000 782d 0041 6800 01e1 41e1 0001" },
		  { NEAR(AN_REMOTE_FAULT, "no"), NEAR(AN_JABBER, "no"),
		    NEAR(AN_PARALLEL_FAULT, "no") } },
		{ { .words = "1000 783d 0041 6800 01e1 41e1 0001" },
		  { NEAR(AN_REMOTE_FAULT, "yes"), NEAR(AN_JABBER, "no") } },
		{ { .words = "1000 782d 0041 6800 01e1 61e1 0001" },
		  { NEAR(AN_REMOTE_FAULT, "yes") } },
		{ { .words = "1000 782f 0041 6800 01e1 41e1 0001" },
		  { NEAR(AN_REMOTE_FAULT, "no"), NEAR(AN_JABBER, "yes") } },
		{ { .words = "1000 782d 0041 6800 01e1 41e1 0011" },
		  { NEAR(AN_PARALLEL_FAULT, "yes"), NEAR(AN_REMOTE_FAULT, "no") } },
		{ { .words = "1000 782d 0041 6800 01e1 41e1 --" },
		  { NEAR(AN_PARALLEL_FAULT, NULL) } },
		{ { .words = "2100 782d 0041 6800 01e1 41e1 0010" },
		  { NEAR(AN_PARALLEL_FAULT, NULL) } },
		{ { .name = "left over while forced",
		    .words = "2100 782d 0041 6800 01e1 61e1 0001" },
		  { NEAR(AN_REMOTE_FAULT, "no") } },
		{ { .name = "left over without link",
		    .words = "1000 7809 0041 6800 01e1 61e1 0001" },
		  { NEAR(AN_REMOTE_FAULT, "no") } },
		{ { .name = "sent by one who does not negotiate",
		    .words = "2100 783d 0041 6800 01e1 0000 0000" },
		  { NEAR(AN_REMOTE_FAULT, "yes") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

static void unusual_bits_of_the_control_register(void **state)
{
	static const struct look look[] = {
		{ { .words = "3140 782d" }, { NEAR(MII_CONTROL, NULL) } },
		{ { .words = "8000 7809" }, { NEAR(MII_CONTROL, "reset") } },
		{ { .words = "4100 782d" }, { NEAR(MII_CONTROL, "loopback") } },
		{ { .words = "1800 7809" }, { NEAR(MII_CONTROL, "power-down") } },
		{ { .words = "0400 7809" }, { NEAR(MII_CONTROL, "isolate") } },
		{ { .words = "1200 7809" }, { NEAR(MII_CONTROL, "restarting negotiation") } },
		{ { .words = "0080 7809" }, { NEAR(MII_CONTROL, "collision test") } },
		{ { .words = "5c00 7809" }, { NEAR(MII_CONTROL, "loopback power-down isolate") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* BMCR bits 13, 8 and 6 have a meaning only while negotiation is off. */
static void forced_modes(void **state)
{
	static const struct look look[] = {
		{ { .words = "0000 782d" }, { NEAR(LINK_FORCED, "10baseT/Half"),
		    NEAR(LINK_SPEED, "10 Mb/s"), NEAR(LINK_DUPLEX, "half"),
		    NEAR(LINK_AUTONEG, "no"), NEAR(AN_COMPLETE, NULL) } },
		{ { .words = "0100 782d" }, { NEAR(LINK_FORCED, "10baseT/Full"),
		    NEAR(LINK_SPEED, "10 Mb/s"), NEAR(LINK_DUPLEX, "full") } },
		{ { .words = "2000 782d" }, { NEAR(LINK_FORCED, "100baseT/Half"),
		    NEAR(LINK_SPEED, "100 Mb/s"), NEAR(LINK_DUPLEX, "half") } },
		{ { .words = "2100 782d" }, { NEAR(LINK_FORCED, "100baseT/Full"),
		    NEAR(LINK_SPEED, "100 Mb/s"), NEAR(LINK_DUPLEX, "full") } },
		{ { .words = "0040 792d" }, { NEAR(LINK_FORCED, "1000baseT/Half"),
		    NEAR(LINK_SPEED, "1000 Mb/s"), NEAR(LINK_DUPLEX, "half") } },
		{ { .words = "0140 792d" }, { NEAR(LINK_FORCED, "1000baseT/Full"),
		    NEAR(LINK_SPEED, "1000 Mb/s"), NEAR(LINK_DUPLEX, "full") } },
		{ { .name = "reserved speed", .words = "2140 792d" }, { NEAR(LINK_FORCED, NULL),
		    NEAR(LINK_SPEED, NULL), NEAR(LINK_DUPLEX, NULL), NEAR(LINK_UP, "yes") } },
		{ { .name = "no link, no speed", .words = "2100 7809" },
		  { NEAR(LINK_FORCED, "100baseT/Full"), NEAR(LINK_SPEED, NULL),
		    NEAR(LINK_DUPLEX, NULL), NEAR(LINK_UP, "no") } },
		{ { .name = "negotiation on", .words = "3100 782d" }, { NEAR(LINK_FORCED, NULL),
		    NEAR(LINK_SPEED, NULL), NEAR(LINK_DUPLEX, NULL), NEAR(LINK_AUTONEG, "yes"),
		    NEAR(AN_COMPLETE, "yes") } },
		{ { .name = "forced, a whole dump", .words = "2100 782d 0041 6800 01e1 41e1 0001" },
		  { NEAR(LINK_MODES_ADVERTISED, NULL), NEAR(AN_COMMON, NULL), NEAR(AN_HCD, NULL),
		    NEAR(AN_PARTNER_ABLE, NULL), NEAR(AN_PARALLEL_DETECTION, NULL),
		    NEAR(PAUSE_FLOW, NULL), PARTNER(LINK_MODES_ADVERTISED, NULL) } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* 28.2.3.1: the speed is sensed, half duplex is assumed. */
static void parallel_detection(void **state)
{
	static const struct look look[] = {
		{ { .words = "1000 782d 0041 6800 01e1 0021 0000" }, { NEAR(LINK_SPEED, "10 Mb/s"),
		    NEAR(LINK_DUPLEX, "half"), NEAR(AN_PARALLEL_DETECTION, "yes"),
		    NEAR(AN_PARTNER_ABLE, "no"), NEAR(AN_HCD, NULL), NEAR(PAUSE_FLOW, NULL),
		    PARTNER(LINK_MODES_ADVERTISED, NULL) } },
		{ { .words = "1000 780d 0041 6800 01e1 0081 0000" }, { NEAR(LINK_SPEED, "100 Mb/s"),
		    NEAR(LINK_DUPLEX, "half"), NEAR(AN_PARALLEL_DETECTION, "yes"),
		    NEAR(AN_COMPLETE, "no") } },
		{ { .words = "1000 f82d 0041 6800 03e1 0200 0000" }, { NEAR(LINK_SPEED, "100 Mb/s"),
		    NEAR(LINK_DUPLEX, "half"), NEAR(AN_PARALLEL_DETECTION, "yes"),
		    NEAR(LINK_MODES_SUPPORTED, MODES_100 " Autoneg 100baseT4") } },
		{ { .name = "two bits: not to be told",
		    .words = "1000 782d 0041 6800 01e1 00a1 0000" },
		  { NEAR(LINK_SPEED, NULL), NEAR(LINK_DUPLEX, "half"),
		    NEAR(AN_PARALLEL_DETECTION, "yes") } },
		{ { .name = "no link", .words = "1000 7809 0041 6800 01e1 0021 0000" },
		  { NEAR(LINK_SPEED, NULL), NEAR(LINK_DUPLEX, NULL), NEAR(AN_PARTNER_ABLE, NULL),
		    NEAR(AN_PARALLEL_DETECTION, NULL) } },
		{ { .name = "gigabit is never sensed", .driver_mbps = 1000, .driver_duplex = "full",
		    .words = "1000 782d 0041 6800 01e1 0000 0000" },
		  { NEAR(LINK_SPEED, "1000 Mb/s"), NEAR(LINK_DUPLEX, "full"),
		    NEAR(AN_PARALLEL_DETECTION, NULL) } },
		{ { .name = "able by register 6 alone",
		    .words = "1000 782d 0041 6800 01e1 0081 0001" },
		  { NEAR(AN_PARTNER_ABLE, "yes"), NEAR(AN_PARALLEL_DETECTION, "no"),
		    NEAR(AN_HCD, "100baseT/Half"), NEAR(LINK_SPEED, "100 Mb/s") } },
		{ { .name = "able by register 5 alone",
		    .words = "1000 782d 0041 6800 01e1 4081 0000" },
		  { NEAR(AN_PARTNER_ABLE, "yes"), NEAR(AN_PARALLEL_DETECTION, "no") } },
		{ { .name = "able by register 10 alone",
		    .words = "1000 792d 0041 6800 01e1 01e1 0000 0000 "
			     "0000 0200 0800 0000 0000 0000 0000 2000" },
		  { NEAR(AN_PARTNER_ABLE, "yes"), NEAR(AN_HCD, "1000baseT/Full"),
		    NEAR(LINK_SPEED, "1000 Mb/s") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

static void negotiated_modes(void **state)
{
	static const struct look look[] = {
		{ { .words = "1000 f82d 0041 6800 03e1 42a1 0001" }, { NEAR(AN_HCD, "100baseT4"),
		    NEAR(LINK_SPEED, "100 Mb/s"), NEAR(LINK_DUPLEX, "half"),
		    NEAR(AN_COMMON, "10baseT/Half 100baseT/Half 100baseT4"),
		    PARTNER(LINK_MODES_ADVERTISED, "10baseT/Half 100baseT/Half 100baseT4") } },
		{ { .words = "1000 782d 0041 6800 01e1 40a1 0001" },
		  { NEAR(AN_HCD, "100baseT/Half"),
		    NEAR(LINK_SPEED, "100 Mb/s"), NEAR(LINK_DUPLEX, "half") } },
		{ { .words = "1000 782d 0041 6800 0021 4021 0001" }, { NEAR(AN_HCD, "10baseT/Half"),
		    NEAR(LINK_SPEED, "10 Mb/s"), NEAR(LINK_DUPLEX, "half") } },
		{ { .words = "1000 782d 0041 6800 0061 41e1 0001" }, { NEAR(AN_HCD, "10baseT/Full"),
		    NEAR(LINK_SPEED, "10 Mb/s"), NEAR(LINK_DUPLEX, "full") } },
		{ { .words = "1140 796d 0041 6800 01e1 c1e1 000f 0000 "
			     "0000 0300 0400 0000 0000 0000 0000 3000" },
		  { NEAR(AN_HCD, "1000baseT/Half"), NEAR(LINK_SPEED, "1000 Mb/s"),
		    NEAR(LINK_DUPLEX, "half") } },
		{ { .name = "not complete", .words = "1000 780d 0041 6800 01e1 41e1 0001" },
		  { NEAR(AN_HCD, "100baseT/Full"), NEAR(AN_COMPLETE, "no"), NEAR(LINK_SPEED, NULL),
		    NEAR(LINK_DUPLEX, NULL) } },
		{ { .name = "no link", .words = "1000 7829 0041 6800 01e1 41e1 0001" },
		  { NEAR(AN_HCD, "100baseT/Full"), NEAR(LINK_SPEED, NULL), NEAR(PAUSE_FLOW, NULL),
		    NEAR(AN_PARALLEL_DETECTION, NULL), NEAR(MII_PARTNER_STALE, "no") } },
		{ { .name = "another selector", .words = "1000 782d 0041 6800 01e1 41e2 0001" },
		  { PARTNER(MII_SELECTOR, "2"), NEAR(MII_SELECTOR, NULL) } },
		{ { .name = "another selector", .words = "1000 782d 0041 6800 01e1 41ff 0001" },
		  { PARTNER(MII_SELECTOR, "31") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* Table 28B-3 through the words; on half duplex there is no pause. */
static void negotiated_pause(void **state)
{
	static const struct look look[] = {
		{ { .words = "1000 782d 0041 6800 05e1 45e1 0001" }, { NEAR(PAUSE_FLOW, "both"),
		    NEAR(PAUSE_ADVERTISED, "symmetric"), PARTNER(PAUSE_ADVERTISED, "symmetric"),
		    PARTNER(PAUSE_FLOW, NULL) } },
		{ { .words = "1000 782d 0041 6800 0de1 49e1 0001" }, { NEAR(PAUSE_FLOW, "rx"),
		    NEAR(PAUSE_ADVERTISED, "both"), PARTNER(PAUSE_ADVERTISED, "asymmetric") } },
		{ { .words = "1000 782d 0041 6800 09e1 4de1 0001" }, { NEAR(PAUSE_FLOW, "tx"),
		    NEAR(PAUSE_ADVERTISED, "asymmetric"), PARTNER(PAUSE_ADVERTISED, "both") } },
		{ { .words = "1000 782d 0041 6800 01e1 45e1 0001" }, { NEAR(PAUSE_FLOW, "none"),
		    NEAR(PAUSE_ADVERTISED, "none"), PARTNER(PAUSE_ADVERTISED, "symmetric") } },
		{ { .name = "half duplex", .words = "1000 782d 0041 6800 05e1 44a1 0001" },
		  { NEAR(PAUSE_FLOW, "none"), NEAR(PAUSE_ADVERTISED, "symmetric") } },
		{ { .name = "no common mode", .words = "1000 782d 0041 6800 0461 4581 0001" },
		  { NEAR(PAUSE_FLOW, NULL), NEAR(PAUSE_ADVERTISED, "symmetric") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

#define X(anar, anlpar) \
	.base_x = true, .words = "1140 016d 0141 0cc0 " anar " " anlpar " 0000 0000 " \
				 "0000 0300 7cff 0000 0000 0000 0000 f000"

/* Clause 37, beside 1000BASE-T registers that mean nothing here. */
static void base_x_negotiated(void **state)
{
	static const struct look look[] = {
		{ { X("01a0", "41a0") }, { NEAR(AN_HCD, "1000baseX/Full"),
		    NEAR(LINK_SPEED, "1000 Mb/s"), NEAR(LINK_DUPLEX, "full"),
		    NEAR(PAUSE_FLOW, "both"), NEAR(LINK_MEDIUM, "base-x"),
		    NEAR(LINK_MODES_SUPPORTED, "Autoneg 1000baseX/Full 1000baseX/Half"),
		    NEAR(LINK_MODES_ADVERTISED, "Pause Asym_Pause 1000baseX/Full"),
		    PARTNER(LINK_MODES_ADVERTISED, "Pause Asym_Pause 1000baseX/Full") } },
		{ { X("01a0", "41a0") }, { NEAR(AN_PARTNER_ABLE, "yes"), NEAR(MS_CONFIG, NULL),
		    NEAR(MS_ROLE, NULL), NEAR(MS_FAULT, NULL), NEAR(MS_LOCAL_RX_OK, NULL),
		    NEAR(MS_IDLE_ERRORS, NULL), NEAR(AN_REMOTE_FAULT, "no"),
		    PARTNER(MII_SELECTOR, NULL) } },
		{ { X("01a0", "4120") }, { NEAR(PAUSE_FLOW, "rx"),
		    PARTNER(PAUSE_ADVERTISED, "asymmetric") } },
		{ { X("0120", "41a0") }, { NEAR(PAUSE_FLOW, "tx"),
		    NEAR(PAUSE_ADVERTISED, "asymmetric") } },
		{ { X("00a0", "40a0") }, { NEAR(PAUSE_FLOW, "both"),
		    NEAR(PAUSE_ADVERTISED, "symmetric") } },
		{ { X("0020", "41a0") },
		  { NEAR(PAUSE_FLOW, "none"), NEAR(PAUSE_ADVERTISED, "none") } },
		{ { X("01e0", "41e0") }, { NEAR(AN_HCD, "1000baseX/Full"),
		    NEAR(AN_COMMON, "1000baseX/Full 1000baseX/Half") } },
		{ { X("01e0", "41c0") }, { NEAR(AN_HCD, "1000baseX/Half"),
		    NEAR(LINK_DUPLEX, "half"), NEAR(PAUSE_FLOW, "none") } },
		{ { X("0020", "4040") }, { NEAR(AN_COMMON, "none"), NEAR(AN_HCD, NULL),
		    NEAR(LINK_SPEED, NULL) } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

static void base_x_faults_silence_and_force(void **state)
{
	static const struct look look[] = {
		{ { X("01a0", "51a0") }, { NEAR(AN_REMOTE_FAULT, "yes") } },
		{ { X("01a0", "61a0") }, { NEAR(AN_REMOTE_FAULT, "yes") } },
		{ { X("01a0", "71a0") }, { NEAR(AN_REMOTE_FAULT, "yes") } },
		{ { X("01a0", "c1a0") }, { NEAR(AN_REMOTE_FAULT, "no") } },
		{ { .name = "bit 12 of clause 28 is no fault",
		    .words = "1000 782d 0041 6800 11e1 51e1 0001" },
		    { NEAR(AN_REMOTE_FAULT, "no") } },
		{ { X("01a0", "0000"), .name = "silent" }, { NEAR(AN_PARTNER_ABLE, "no"),
		    NEAR(AN_PARALLEL_DETECTION, NULL), NEAR(LINK_SPEED, NULL),
		    NEAR(LINK_DUPLEX, NULL), PARTNER(LINK_MODES_ADVERTISED, NULL) } },
		{ { .base_x = true, .words = "0140 016d" }, { NEAR(LINK_FORCED, "1000baseX/Full"),
		    NEAR(LINK_SPEED, "1000 Mb/s"), NEAR(LINK_DUPLEX, "full") } },
		{ { .base_x = true, .words = "0040 016d" }, { NEAR(LINK_FORCED, "1000baseX/Half"),
		    NEAR(LINK_SPEED, "1000 Mb/s"), NEAR(LINK_DUPLEX, "half") } },
		{ { .name = "not base-x", .words = "0140 016d" }, { NEAR(LINK_MEDIUM, "base-t") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

#define GIGABIT(gctrl, gstat) \
	.words = "1140 796d 0007 0572 0de1 cde1 000f 0000 " \
		 "0000 " gctrl " " gstat " 0000 0000 0000 0000 3000"
#define GIGABIT_DOWN(gctrl, gstat) \
	.words = "1140 7949 0007 0572 0de1 cde1 000f 0000 " \
		 "0000 " gctrl " " gstat " 0000 0000 0000 0000 3000"

static void master_and_slave(void **state)
{
	static const struct look look[] = {
		{ { GIGABIT("0200", "7800") }, { NEAR(MS_CONFIG, "preferred-slave"),
		    NEAR(MS_ROLE, "master"), NEAR(MS_FAULT, "no"), NEAR(MS_LOCAL_RX_OK, "yes"),
		    NEAR(MS_REMOTE_RX_OK, "yes"), NEAR(MS_IDLE_ERRORS, "0 errors") } },
		{ { GIGABIT("0600", "3800") }, { NEAR(MS_CONFIG, "preferred-master"),
		    NEAR(MS_ROLE, "slave") } },
		{ { GIGABIT("1200", "3800") }, { NEAR(MS_CONFIG, "forced-slave") } },
		{ { GIGABIT("1a00", "7800") }, { NEAR(MS_CONFIG, "forced-master") } },
		{ { GIGABIT("1600", "3800"), .name = "forced outweighs preferred" },
		  { NEAR(MS_CONFIG, "forced-slave") } },
		{ { GIGABIT("0a00", "3800"), .name = "master without manual" },
		  { NEAR(MS_CONFIG, "preferred-slave") } },
		{ { GIGABIT_DOWN("1a00", "8800"), .name = "both ends forced master" },
		  { NEAR(MS_FAULT, "yes"), NEAR(MS_ROLE, NULL), NEAR(MS_LOCAL_RX_OK, NULL),
		    NEAR(MS_IDLE_ERRORS, NULL) } },
		{ { GIGABIT("0100", "b400"), .name = "half duplex" }, { NEAR(MS_FAULT, "yes"),
		    NEAR(MS_ROLE, "slave"), NEAR(AN_HCD, "1000baseT/Half") } },
		{ { GIGABIT("0000", "8800"), .name = "gigabit is not offered" },
		  { NEAR(MS_FAULT, NULL), NEAR(MS_ROLE, NULL) } },
		{ { GIGABIT("0200", "7800"), .name = "the driver says 1000 too",
		    .driver_mbps = 1000 },
		  { NEAR(MS_ROLE, "master"), NEAR(AN_HCD, "1000baseT/Full"),
		    NEAR(LINK_DUPLEX, "full") } },
		{ { GIGABIT("0200", "7000"), .name = "the driver says 1000, the words 100",
		    .driver_mbps = 1000 },
		  { NEAR(MS_ROLE, NULL), NEAR(MS_IDLE_ERRORS, NULL), NEAR(AN_HCD,
		    "100baseT/Full") } },
		{ { GIGABIT("0200", "7800"), .name = "downshift", .driver_mbps = 100 },
		  { NEAR(MS_ROLE, NULL), NEAR(MS_LOCAL_RX_OK, NULL), NEAR(MS_IDLE_ERRORS, NULL),
		    NEAR(AN_HCD, "1000baseT/Full"), NEAR(LINK_SPEED, "100 Mb/s") } },
		{ { .name = "forced 100", .words = "2100 796d 0007 0572 0de1 cde1 000f 0000 "
		    "0000 0200 7800 0000 0000 0000 0000 3000" },
		  { NEAR(MS_CONFIG, NULL), NEAR(MS_FAULT, NULL), NEAR(MS_ROLE, NULL) } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* Both 0 on a link that is up: not implemented, so not known. */
static void receivers_and_idle_errors(void **state)
{
	static const struct look look[] = {
		{ { GIGABIT("0200", "38ff") }, { NEAR(MS_LOCAL_RX_OK, "yes"),
		    NEAR(MS_REMOTE_RX_OK, "yes"), NEAR(MS_IDLE_ERRORS, "255 errors") } },
		{ { GIGABIT("0200", "2b01") }, { NEAR(MS_LOCAL_RX_OK, "yes"),
		    NEAR(MS_REMOTE_RX_OK, "no"), NEAR(MS_IDLE_ERRORS, "1 errors") } },
		{ { GIGABIT("0200", "1810") }, { NEAR(MS_LOCAL_RX_OK, "no"),
		    NEAR(MS_REMOTE_RX_OK, "yes"), NEAR(MS_IDLE_ERRORS, "16 errors") } },
		{ { GIGABIT("0200", "4805") }, { NEAR(MS_LOCAL_RX_OK, NULL),
		    NEAR(MS_REMOTE_RX_OK, NULL), NEAR(MS_IDLE_ERRORS, "5 errors"),
		    NEAR(MS_ROLE, "master") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

#define NO_EXT "1000 782d 0041 6800 05e1 45e1 0007 "

/* BMSR bit 8 clear: registers 9, 10 and 15 are not there, whatever they read. */
static void registers_that_do_not_exist_are_not_read(void **state)
{
	static const char *const words[] = {
		NO_EXT,
		NO_EXT "0000 0000 0000 0000 0000 0000 0000 0000 0000",
		NO_EXT "0000 0000 0300 7c00 0000 0000 0000 0000 f000",
		NO_EXT "0000 0000 0200 8800 0000 0000 0000 0000 2000",
		NO_EXT "ffff ffff ffff ffff ffff ffff ffff ffff ffff",
		NO_EXT "-- -- -- -- -- -- -- -- --",
	};
	char want[8192] = "";

	(void)state;
	for (size_t i = 0; i < ROWS(words); i++) {
		struct mii_case c = { .words = words[i] };
		struct sets *sets = help_mii_sets(&c);

		if (i == 0)
			help_dump(&sets->set[SET_NEAR], want, sizeof(want));
		help_facts_are(words[i], "near", &sets->set[SET_NEAR], want);
		help_fact_is(words[i], &sets->set[SET_NEAR], FACT_MS_CONFIG, NULL);
		help_fact_is(words[i], &sets->set[SET_PARTNER], FACT_LINK_MODES_ADVERTISED,
			     MODES_100 " Pause");
		sets_free(sets);
	}
}

/* A bus without a PHY, or a PHY that is away. */
static void nothing_from_a_dead_bus(void **state)
{
	static const struct mii_case row[] = {
		{ .words = "ffff ffff ffff ffff ffff ffff", .near = "mii.synthetic: no\n" },
		{ .words = "-- -- -- --", .near = "mii.synthetic: no\n" },
		{ .words = "1000 ffff 0041 6800 01e1 41e1 0001",
		  .near = "mii.phy_id: 0x00416800\nmii.phy_name: 3Com 3C905C internal\n"
			  "mii.synthetic: no\n" },
		{ .words = "1000 0000 0041 6800 01e1 41e1 0001",
		  .near = "mii.phy_id: 0x00416800\nmii.phy_name: 3Com 3C905C internal\n"
			  "mii.synthetic: no\n" },
		{ .words = "ffff 782d 1234 5678 01e1 41e1 0001",
		  .near = "mii.phy_id: 0x12345678\nmii.synthetic: no\n" },
		{ .words = "-- 782d 0041 -- 01e1 41e1 0001", .near = "mii.synthetic: no\n" },
		{ .words = "1000 -- ffff 6800 01e1 41e1 0001", .near = "mii.synthetic: no\n" },
		{ .words = "0000 0000 0000 0000 0000 0000",
		  .near = "mii.phy_id: 0x00000000\nmii.synthetic: yes\n"
			  "mii.synthetic_why: PHY identifier 0: no PHY has that\n" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		help_mii_case(&row[i]);
}

static void words_made_up_by_a_driver(void **state)
{
	static const struct mii_case row[] = {
		{ .name = "address 32", .phy_addr = 32,
		    .words = "1000 782d 0041 6800 01e1 41e1 0001",
		  .near = "mii.phy_id: 0x00416800\nmii.phy_name: 3Com 3C905C internal\n"
			  "mii.synthetic: yes\nmii.synthetic_why: "
			  "address above 31: no such PHY on a management bus\n" },
		{ .name = "the driver rule is told first", .phy_addr = 32,
		  .driver_says = "e1000e: link is down", .words = "1000 782d 0000 0000 01e1",
		  .near = "mii.phy_id: 0x00000000\nmii.synthetic: yes\n"
			  "mii.synthetic_why: e1000e: link is down\n" },
	};
	static const struct look real[] = {
		{ { .phy_addr = 31, .words = "2100 782d 0041 6800" },
		  { NEAR(MII_SYNTHETIC, "no"), NEAR(MII_SYNTHETIC_WHY, NULL), NEAR(LINK_UP,
		    "yes") } },
		{ { .phy_addr = -1, .words = "2100 782d" }, { NEAR(MII_SYNTHETIC, "no") } },
		{ { .words = "2100 782d 0000 0010" }, { NEAR(MII_SYNTHETIC, "no") } },
		{ { .words = "2100 782d 0010 0000" }, { NEAR(MII_SYNTHETIC, "no") } },
		{ { .words = "2100 782d 0000 --" }, { NEAR(MII_SYNTHETIC, "no") } },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		help_mii_case(&row[i]);
	check_looks(real, ROWS(real));
}

/* Left over from an earlier link, or the live word of a partner that wants other modes? */
static void stale_or_live(void **state)
{
	static const struct look look[] = {
		{ { .name = "common mode and no link",
		    .words = "1000 7809 0041 6800 01e1 41e1 0001" },
		  { NEAR(MII_PARTNER_STALE, "yes"), NEAR(AN_PARTNER_ABLE, NULL), NEAR(AN_HCD, NULL),
		    NEAR(AN_COMMON, NULL), NEAR(PAUSE_ADVERTISED, NULL),
		    PARTNER(LINK_MODES_ADVERTISED, NULL), PARTNER(MII_SELECTOR, NULL) } },
		{ { .name = "no common mode", .words = "1000 7809 0041 6800 0061 4181 0001" },
		  { NEAR(MII_PARTNER_STALE, "no"), NEAR(AN_PARTNER_ABLE, "yes"),
		    NEAR(AN_COMMON, "none"), NEAR(AN_HCD, NULL), NEAR(AN_COMPLETE, "no"),
		    PARTNER(LINK_MODES_ADVERTISED, "100baseT/Half 100baseT/Full") } },
		{ { .name = "pause alone is no common mode",
		    .words = "1000 7809 0041 6800 0461 4581 0001" },
		  { NEAR(MII_PARTNER_STALE, "no"), NEAR(AN_COMMON, "none") } },
		{ { .name = "link", .words = "1000 782d 0041 6800 01e1 41e1 0001" },
		  { NEAR(MII_PARTNER_STALE, "no"), NEAR(AN_PARTNER_ABLE, "yes") } },
		{ { .name = "complete", .words = "1000 7829 0041 6800 01e1 41e1 0001" },
		  { NEAR(MII_PARTNER_STALE, "no"), NEAR(AN_PARTNER_ABLE, "yes") } },
		{ { .name = "forced, with link", .words = "2100 784d 0041 6800 01e1 41e1 0001" },
		  { NEAR(MII_PARTNER_STALE, "yes"), PARTNER(LINK_MODES_ADVERTISED, NULL) } },
		{ { .name = "forced, no word", .words = "2100 784d 0041 6800 01e1 0000 0000" },
		  { NEAR(MII_PARTNER_STALE, "no") } },
		{ { .name = "forced base-x beside a word that is none", .base_x = true,
		    .words = "0140 016d 0141 0cc0 01a0 0000 0000 0000 "
			     "0000 0300 7cff 0000 0000 0000 0000 f000" },
		  { NEAR(MII_PARTNER_STALE, "no") } },
		{ { .name = "forced, gigabit half of the word",
		    .words = "2100 796d 0007 0572 0de1 0000 0000 0000 "
			     "0000 0200 0800 0000 0000 0000 0000 3000" },
		  { NEAR(MII_PARTNER_STALE, "yes") } },
		{ { .name = "forced, no gigabit bit of the partner",
		    .words = "2100 796d 0007 0572 0de1 0000 0000 0000 "
			     "0000 0200 4000 0000 0000 0000 0000 3000" },
		  { NEAR(MII_PARTNER_STALE, "no") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* What the driver said stands; what the words are set or sensed to be is kept beside it. */
static void the_driver_is_heard_first(void **state)
{
	static const struct {
		struct mii_case in;
		const char *speed, *duplex, *others;
	} row[] = {
		{ { .name = "1000, forced 100", .words = "2100 782d", .driver_mbps = 1000 },
		  "1000 Mb/s", "full", "link.speed: 100 Mb/s\n" },
		{ { .name = "100, forced 100", .words = "2100 782d", .driver_mbps = 100 },
		  "100 Mb/s", "full", "" },
		{ { .name = "full, forced half", .words = "2000 782d", .driver_mbps = 100,
		    .driver_duplex = "full" }, "100 Mb/s", "full", "link.duplex: half\n" },
		{ { .name = "half, negotiated full", .driver_mbps = 100, .driver_duplex = "half",
		    .words = "1000 782d 0041 6800 01e1 41e1 0001" },
		  "100 Mb/s", "half", "link.duplex: full\n" },
		{ { .name = "10, negotiated 100: a downshift", .driver_mbps = 10,
		    .driver_duplex = "half", .words = "1000 782d 0041 6800 01e1 41e1 0001" },
		  "10 Mb/s", "half", "" },
		{ { .name = "1000, gigabit not offered: e1000 of QEMU stays there", .driver_mbps = 1000,
		    .driver_duplex = "full", .words = "1140 796d 0141 0c20 0de1 41e0 0000 0000 "
		    "0000 0c00 3c00 0000 0000 0000 0000 --" }, "1000 Mb/s", "full", "link.speed: 100 Mb/s\n" },
		{ { .name = "1000, offered, the partner's words do not tell it", .driver_mbps = 1000,
		    .driver_duplex = "full", .words = "1140 796d 0141 0c20 0de1 41e0 0000 0000 "
		    "0000 0e00 0000 0000 0000 0000 0000 --" }, "1000 Mb/s", "full", "" },
		{ { .name = "100, sensed 10", .driver_mbps = 100, .driver_duplex = "half",
		    .words = "1000 782d 0041 6800 01e1 0021 0000" },
		  "100 Mb/s", "half", "link.speed: 10 Mb/s\n" },
		{ { .name = "full, partner silent", .driver_mbps = 100, .driver_duplex = "full",
		    .words = "1000 782d 0041 6800 01e1 0000 0000" },
		  "100 Mb/s", "full", "link.duplex: half\n" },
		{ { .name = "2500, no second answer from half the story", .driver_mbps = 2500,
		    .driver_duplex = "full", .words = "1140 796d 001c c849 01e1 c1e1 000f 0000 "
		    "0000 0200 0800 0000 0000 0000 0000 2000" }, "2500 Mb/s", "full", "" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct sets *sets = help_mii_sets(&row[i].in);
		struct facts *near = &sets->set[SET_NEAR];
		char others[512];

		help_fact_is(row[i].in.name, near, FACT_LINK_SPEED, row[i].speed);
		help_fact_is(row[i].in.name, near, FACT_LINK_DUPLEX, row[i].duplex);
		help_dump_others(near, others, sizeof(others));
		help_same(row[i].in.name, "others", others, row[i].others);
		for (unsigned int k = 0; k < near->others; k++)
			assert_int_equal(near->other[k].fact.source, FROM_MII);
		sets_free(sets);
	}
}

/* The PHY may hold a link that the kernel does not use: not set up, or without carrier. */
static void a_link_that_is_down_has_no_speed(void **state)
{
	static const struct look look[] = {
		{ { .name = "negotiated, not set up", .not_set_up = true,
		    .words = "1140 796d 0141 0c20 0de1 41e0 0000 0000 0000 0e00 3c00 0000 0000 0000 "
		    "0000 --" },
		  { NEAR(LINK_SPEED, NULL), NEAR(LINK_DUPLEX, NULL), NEAR(LINK_UP, "no"),
		    NEAR(PAUSE_FLOW, NULL), NEAR(MS_ROLE, NULL), NEAR(MII_LINK_DROPPED, NULL) } },
		{ { .name = "forced, not set up", .not_set_up = true, .words = "2100 782d" },
		  { NEAR(LINK_SPEED, NULL), NEAR(LINK_DUPLEX, NULL),
		    NEAR(LINK_FORCED, "100baseT/Full") } },
		{ { .name = "negotiated, no carrier", .no_carrier = true,
		    .words = "1000 782d 0041 6800 01e1 41e1 0001" },
		  { NEAR(LINK_SPEED, NULL), NEAR(LINK_DUPLEX, NULL), NEAR(LINK_UP, "no"),
		    NEAR(AN_HCD, "100baseT/Full") } },
		{ { .name = "sensed, no carrier", .no_carrier = true,
		    .words = "1000 782d 0041 6800 01e1 0021 0000" },
		  { NEAR(LINK_SPEED, NULL) } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* Above 1 Gb/s the words are half the story: no common mode, no HCD, no sensing from them. */
static void faster_links_are_not_in_the_words(void **state)
{
	static const struct look look[] = {
		{ { .driver_mbps = 2500, .words = "1140 796d 001c c849 05e1 c5e1 000f 0000 "
		    "0000 0200 3800 0000 0000 0000 0000 2000" },
		  { NEAR(LINK_SPEED, "2500 Mb/s"), NEAR(LINK_DUPLEX, NULL), NEAR(AN_COMMON, NULL),
		    NEAR(AN_HCD, NULL), NEAR(MS_ROLE, NULL), NEAR(MS_IDLE_ERRORS, NULL),
		    NEAR(AN_PARTNER_ABLE, "yes"), PARTNER(LINK_MODES_ADVERTISED, NULL),
		    PARTNER(PAUSE_ADVERTISED, "symmetric") } },
		{ { .driver_mbps = 2500, .words = "1140 792d 001c c849 01e1 0000 0000 0000 "
		    "0000 0200 0000 0000 0000 0000 0000 2000" },
		  { NEAR(LINK_DUPLEX, NULL), NEAR(AN_PARALLEL_DETECTION, NULL) } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* Read twice for its latched fault, register 10 has lost its count the second time. */
static void idle_errors_are_of_the_first_reading(void **state)
{
	static const struct {
		int32_t first;
		int64_t count;
	} row[] = { { 0xb80f, 15 }, { 0, 3 }, { WORD_UNREADABLE, 3 } };
	struct mii_dump dump = {
		.words = { { 0x1140, 0x796d, 0x0007, 0x0572, 0x0de1, 0xcde1, 0xf, 0, 0, 0x200,
			     0x3803, 0, 0, 0, 0, 0x2000 }, 16 },
		.bmsr_first = WORD_UNREADABLE, .phy_addr = -1,
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct sets *sets = sets_new();

		dump.gstat_first = row[i].first;
		mii_facts(&dump, &sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
		assert_int_equal(facts_num(&sets->set[SET_NEAR], FACT_MS_IDLE_ERRORS, -1),
				 row[i].count);
		sets_free(sets);
	}
}

/* The same by what the port can, before it has a speed. */
static void a_port_that_can_more_than_the_words(void **state)
{
	static const struct mii_dump dump = {
		.words = { { 0x1140, 0x796d, 0x001c, 0xc849, 0x01e1, 0xc1e1, 0xf, 0, 0, 0x200,
			     0x3800, 0, 0, 0, 0, 0x2000 }, 16 },
		.bmsr_first = WORD_UNREADABLE,
	};
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR];
	struct modes can = { { 0 } };

	(void)state;
	modes_add(&can, MODE_1000_FULL);
	modes_add(&can, mode_bit("2500baseT/Full"));
	facts_offer_modes(near, FACT_LINK_MODES_SUPPORTED, FROM_NETLINK, &can);
	facts_put_text(near, FACT_LINK_MEDIUM, FROM_NETLINK, "base-t");
	mii_facts(&dump, near, &sets->set[SET_PARTNER]);
	help_fact_is("2500", near, FACT_LINK_MODES_SUPPORTED, "1000baseT/Full 2500baseT/Full");
	help_fact_is("2500", near, FACT_AN_HCD, NULL);
	help_fact_is("2500", near, FACT_LINK_SPEED, NULL);
	assert_int_equal(near->others, 0);
	assert_int_equal(facts_get(near, FACT_LINK_MEDIUM)->source, FROM_NETLINK);
	sets_free(sets);
}

/* Eight words, as mii-diag prints them, of a PHY that has more: its gigabit half is unread. */
static void without_registers_9_and_10_no_mode_is_concluded(void **state)
{
	static const struct look look[] = {
		{ { .words = "3100 796d 004d d072 05e1 c5e1 000d 0000" },
		  { NEAR(AN_HCD, NULL), NEAR(AN_COMMON, NULL), NEAR(LINK_SPEED, NULL),
		    NEAR(LINK_DUPLEX, NULL), NEAR(AN_PARTNER_ABLE, "yes"),
		    NEAR(LINK_MODES_SUPPORTED, NULL), NEAR(MS_CONFIG, NULL),
		    NEAR(LINK_MODES_ADVERTISED, NULL), PARTNER(LINK_MODES_ADVERTISED, NULL) } },
		{ { .words = "1140 792d 02a8 0380 0de1 c1e1 000f -- -- -- 280f -- -- -- -- 3000" },
		  { NEAR(AN_HCD, NULL), NEAR(AN_COMMON, NULL), NEAR(LINK_SPEED, NULL),
		    NEAR(MS_ROLE, NULL), NEAR(MS_CONFIG, NULL), NEAR(MS_FAULT, NULL) } },
		{ { .words = "1140 792d 02a8 0380 0de1 c1e1 000f -- -- 0200 -- -- -- -- -- 3000" },
		  { NEAR(AN_HCD, NULL), NEAR(AN_COMMON, NULL), NEAR(LINK_SPEED, NULL),
		    NEAR(MS_ROLE, NULL), NEAR(MS_FAULT, NULL) } },
		{ { .name = "register 15 says that there is no gigabit half",
		    .words = "1140 792d 02a8 0380 01e1 41e1 000f -- -- -- -- -- -- -- -- c000" },
		  { NEAR(AN_HCD, "100baseT/Full"), NEAR(LINK_SPEED, "100 Mb/s") } },
		{ { .name = "base-x needs neither", .base_x = true,
		    .words = "1140 016d 0141 0cc0 01a0 41a0" },
		  { NEAR(AN_HCD, "1000baseX/Full"), NEAR(LINK_SPEED, "1000 Mb/s") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* Half duplex by half the story is no reason to say that pause is off. */
static void no_pause_is_concluded_from_half_the_story(void **state)
{
	static const struct look look[] = {
		{ { .words = "1140 796d 004d d072 04a1 c4a1 000d 0000" },
		  { NEAR(PAUSE_FLOW, NULL), NEAR(PAUSE_ADVERTISED, "symmetric") } },
		{ { .name = "2500", .driver_mbps = 2500, .words = "1140 796d 001c c849 04a1 c4a1 "
		    "000f 0000 0000 0000 0000 0000 0000 0000 0000 2000" },
		  { NEAR(PAUSE_FLOW, NULL), NEAR(PAUSE_ADVERTISED, "symmetric") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* What could not be read is a gap, never an offer of nothing. */
static void unread_pages_are_no_offers(void **state)
{
	static const struct look look[] = {
		{ { .name = "register 5 unread", .words = "1000 782d 0041 6800 01e1 -- 0001" },
		  { PARTNER(LINK_MODES_ADVERTISED, NULL), PARTNER(PAUSE_ADVERTISED, NULL),
		    PARTNER(MII_SELECTOR, NULL), NEAR(AN_COMMON, NULL), NEAR(PAUSE_FLOW, NULL),
		    NEAR(AN_PARALLEL_DETECTION, NULL), NEAR(AN_PARTNER_ABLE, "yes") } },
		{ { .name = "registers 5 and 6 unread", .words = "1000 782d 0041 6800 01e1" },
		  { NEAR(AN_PARTNER_ABLE, NULL), NEAR(AN_PARALLEL_DETECTION, NULL),
		    NEAR(LINK_DUPLEX, NULL), PARTNER(LINK_MODES_ADVERTISED, NULL) } },
		{ { .name = "registers 5 and 6 ffff",
		    .words = "1000 782d 0041 6800 01e1 ffff ffff" },
		  { NEAR(AN_PARTNER_ABLE, NULL), NEAR(AN_PARALLEL_DETECTION, NULL) } },
		{ { .name = "register 6 unread", .words = "1000 782d 0041 6800 01e1 0021 --" },
		  { NEAR(AN_PARTNER_ABLE, "no"), NEAR(AN_PARALLEL_DETECTION, "yes"),
		    NEAR(AN_PARALLEL_FAULT, NULL) } },
		{ { .name = "register 4 unread", .words = "1000 782d 0041 6800 -- 41e1 0001" },
		  { NEAR(LINK_MODES_ADVERTISED, NULL), NEAR(AN_COMMON, NULL), NEAR(AN_HCD, NULL),
		    NEAR(PAUSE_ADVERTISED, NULL), NEAR(LINK_SPEED, NULL) } },
		{ { .name = "register 15 unread",
		    .words = "1140 796d 0007 0572 0de1 cde1 000f 0000 "
		    "0000 0200 3800 0000 0000 0000 0000 --" },
		  { NEAR(LINK_MODES_SUPPORTED, NULL), NEAR(AN_HCD, "1000baseT/Full"),
		    NEAR(LINK_SPEED, "1000 Mb/s") } },
	};

	(void)state;
	check_looks(look, ROWS(look));
}

/* The list of what words can tell: ended, no id twice, and nothing given that it lacks. */
static void the_list_of_ids_is_whole(void **state)
{
	static const struct mii_case row[] = {
		{ GIGABIT("0200", "7800"), .bmsr_first = "7809" },
		{ .words = "4100 782d 0041 6800 01e1 0000 0000" },
		{ .words = "1000 782d 0041 6800 01e1 0021 0010" },
		{ .words = "1000 782d 0000 0000" },
	};
	bool listed[FACT_COUNT] = { false };

	(void)state;
	for (const enum fact_id *id = mii_fact_ids; *id != FACT_COUNT; id++) {
		assert_false(listed[*id]);
		listed[*id] = true;
	}
	for (size_t i = 0; i < ROWS(row); i++) {
		struct sets *sets = help_mii_sets(&row[i]);

		for (int id = 0; id < FACT_COUNT; id++)
			if (facts_known(&sets->set[SET_NEAR], (enum fact_id)id) && !listed[id])
				fail_msg("%s is not listed", fact_row((enum fact_id)id)->name);
		sets_free(sets);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_lost_link_is_latched),
		cmocka_unit_test(a_dead_first_reading_tells_nothing),
		cmocka_unit_test(faults_and_jabber),
		cmocka_unit_test(unusual_bits_of_the_control_register),
		cmocka_unit_test(forced_modes),
		cmocka_unit_test(parallel_detection),
		cmocka_unit_test(negotiated_modes),
		cmocka_unit_test(negotiated_pause),
		cmocka_unit_test(base_x_negotiated),
		cmocka_unit_test(base_x_faults_silence_and_force),
		cmocka_unit_test(master_and_slave),
		cmocka_unit_test(receivers_and_idle_errors),
		cmocka_unit_test(registers_that_do_not_exist_are_not_read),
		cmocka_unit_test(nothing_from_a_dead_bus),
		cmocka_unit_test(words_made_up_by_a_driver),
		cmocka_unit_test(stale_or_live),
		cmocka_unit_test(the_driver_is_heard_first),
		cmocka_unit_test(a_link_that_is_down_has_no_speed),
		cmocka_unit_test(faster_links_are_not_in_the_words),
		cmocka_unit_test(idle_errors_are_of_the_first_reading),
		cmocka_unit_test(a_port_that_can_more_than_the_words),
		cmocka_unit_test(without_registers_9_and_10_no_mode_is_concluded),
		cmocka_unit_test(no_pause_is_concluded_from_half_the_story),
		cmocka_unit_test(unread_pages_are_no_offers),
		cmocka_unit_test(the_list_of_ids_is_whole),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("mii-facts", tests, NULL, NULL);
}
